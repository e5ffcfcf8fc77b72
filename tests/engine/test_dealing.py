"""How the cards are dealt, who leads, and who deals next."""

from __future__ import annotations

import pytest
from table import DEALER, ELDER, Table, cards, hand_of, line, one_deal, pack, rules

from penneech.cards import PACK, in_pack_order
from penneech.engine.deal import deal_hands
from penneech.engine.game import deal_pack, new_game
from penneech.engine.game import play as play_card
from penneech.engine.umpire import umpire_of
from penneech.errors import IllegalPlayError, RulesError
from penneech.events import DealEnded, Dealt, Played, Player, TrickWon, TurnedUp


def test_cards_go_one_by_one_the_elder_hand_first():
    # A deals: cards 0, 2, 4 of the pack go to B and 1, 3, 5 to A; 6 is turned.
    game, facts = deal_pack(new_game(rules(hand_size=3), Player.A), PACK)
    dealt = facts[0]
    assert isinstance(dealt, Dealt)
    assert [line(hand) for hand in dealt.hands] == ["3C 5C 7C", "2C 4C 6C"]
    assert facts[1:] == (TurnedUp(Player.A, PACK[6], 0),)
    assert game.deal is not None
    assert game.deal.pack[game.deal.top] is PACK[7]


def test_elder_hand_is_whoever_does_not_deal():
    _, facts = deal_pack(new_game(rules(hand_size=3), Player.B), PACK)
    dealt = facts[0]
    assert isinstance(dealt, Dealt)
    assert (dealt.dealer, dealt.attempt) == (Player.B, 0)
    assert [line(hand) for hand in dealt.hands] == ["2C 4C 6C", "3C 5C 7C"]


def test_a_deal_is_the_first_attempt_unless_told_otherwise():
    deal, facts = deal_hands(umpire_of(rules()), Player.A, PACK, (0, 0))
    assert (deal.attempt, facts[0].attempt) == (0, 0)
    deal, facts = deal_hands(umpire_of(rules()), Player.A, PACK, (0, 0), 2)
    assert (deal.attempt, facts[0].attempt) == (2, 2)


def test_hands_are_told_as_dealt_and_held_in_pack_order():
    table = one_deal("9S 2D KC", "8S 2C AH", "TH TC TD TS")
    (dealt,) = table.of(Dealt)
    assert [line(hand) for hand in dealt.hands] == ["8S 2C AH", "9S 2D KC"]
    assert (hand_of(table, ELDER), hand_of(table, DEALER)) == ("KC 2D 9S", "2C AH 8S")


def test_next_card_after_the_hands_is_turned_by_the_dealer():
    table = one_deal("9S 8S", "7S 6S", "TH TC TD")
    assert (table.turned, table.turners) == ("TH", "A")
    assert table.of(TurnedUp)[0].trick == 0


def test_stock_is_turned_from_the_top_down_one_a_trick_and_one_after_the_last():
    table = one_deal("9S 8S", "7S 6S", "TH TC TD", "9S 7S 8S 6S")
    assert table.turned == "TH TC TD"
    assert [fact.trick for fact in table.of(TurnedUp)] == [0, 1, 2]


def test_elder_hand_leads_to_the_first_trick():
    table = one_deal("9S 8S", "7S 6S", "TH TC TD")
    assert table.now.to_move is ELDER
    assert table.legal == "8S 9S"


def test_players_play_by_turns_within_a_trick_and_are_told_with_its_number():
    table = one_deal("9S 8S", "7S 6S", "TH TC TD", "9S 7S 8S 6S")
    assert [(fact.player.name, str(fact.card), fact.trick) for fact in table.of(Played)] == [
        ("B", "9S", 1),
        ("A", "7S", 1),
        ("B", "8S", 2),
        ("A", "6S", 2),
    ]


def test_trumps_are_the_suit_of_the_card_turned_last_and_there_are_none_before_one_is():
    table = Table(hand_size=2, redeal="no_ace_or_face").deal("9S 8S", "7S 6S", "TH TC TD")
    assert (table.now.turn_up, table.now.trumps) == (None, None)
    table.say("keep", "keep")
    assert (str(table.now.turn_up), table.now.trumps.value) == ("TH", "H")
    table.play("9S 7S")
    assert (str(table.now.turn_up), table.now.trumps.value) == ("TC", "C")
    assert (table.now.elder, table.now.rules) == (ELDER, table.game.rules)


def test_nothing_is_told_before_its_time():
    # A lead is one fact; the trick is taken with the reply, and then the next card is turned.
    table = one_deal("9S 8S", "7S 6S", "TH TC TD")
    table.facts.clear()
    table.play("9S")
    assert [type(fact) for fact in table.facts] == [Played]
    table.play("7S")
    assert [type(fact) for fact in table.facts] == [Played, Played, TrickWon, TurnedUp]


def test_players_deal_by_turns_and_the_score_runs_on():
    table = Table(hand_size=1)
    for elder, dealer, stock in (
        ("9S", "KS", "TH TC"),
        ("8S", "2S", "QH TC"),
        ("4S", "5S", "2H 3H"),
    ):
        table.deal(elder, dealer, stock).play(f"{elder} {dealer}")
    # A deals and takes his king; B deals and turns a queen; A deals again.
    assert table.dealers == "ABA"
    assert [fact.score for fact in table.of(DealEnded)] == [(4, 0), (4, 3), (4, 3)]
    assert table.takers == "AAA"


def test_dealer_of_the_next_deal_does_not_depend_on_who_won():
    for reply in ("2S", "KS"):
        table = Table(hand_size=1).deal("9S", reply, "TH TC").play(f"9S {reply}")
        assert table.game.dealer is Player.B


def test_a_deal_uses_a_hand_more_than_two_and_one_card():
    short, enough = PACK[:21], PACK[:22]
    game = new_game(rules(), Player.A)
    with pytest.raises(RulesError, match="21 cards are too few; a deal can use 22"):
        deal_pack(game, short)
    assert deal_pack(game, enough)[0].deal is not None


def test_a_deal_with_own_hand_may_use_two_hands_more():
    game = new_game(rules(redeal_scope="own_hand"), Player.A)
    with pytest.raises(RulesError, match="35 cards are too few; a deal can use 36"):
        deal_pack(game, PACK[:35])
    assert deal_pack(game, PACK[:36])[0].deal is not None


def test_seventeen_cards_each_use_the_whole_pack():
    # 34 cards are dealt, 17 turned for the tricks, the last card after the last trick: 52.
    game, _ = deal_pack(
        new_game(rules(hand_size=17, following="free", target=1000), Player.A), PACK
    )
    for _ in range(34):
        assert game.deal is not None
        game, _ = play_card(game, game.deal.legal[0])
    assert game.deal is not None
    assert game.deal.top == 52
    assert game.deal.turn_ups == PACK[34:]


def test_ten_cards_each_use_all_but_one_when_both_hands_are_thrown_up_for_new_ones():
    # Both are dealt ten cards below the knave, take ten more each, and 11 cards are turned: 51.
    low = [card for card in PACK if card.rank <= 10]
    table = Table(hand_size=10, redeal="no_ace_or_face", redeal_scope="own_hand", following="free",
                  target=1000)  # fmt: skip
    table.deal(line(low[0:20:2]), line(low[1:20:2]), "").say("throw", "throw")
    while table.now.legal:
        table.play(str(table.now.legal[0]))
    assert table.now.top == 51


def test_no_pack_is_dealt_while_a_deal_is_in_play():
    table = one_deal("9S 8S", "7S 6S", "TH TC TD")
    with pytest.raises(IllegalPlayError, match="no pack is to be dealt now"):
        deal_pack(table.game, PACK)


def test_no_card_is_played_and_no_hand_thrown_up_before_a_pack_is_dealt():
    with pytest.raises(IllegalPlayError, match="no deal is in play"):
        Table().play("7D")
    with pytest.raises(IllegalPlayError, match="no deal is in play"):
        Table().say("throw")


def test_no_card_is_played_between_two_deals():
    table = one_deal("9S", "8S", "TH TC", "9S 8S")
    with pytest.raises(IllegalPlayError, match="5S cannot be played now: no card is due"):
        table.play("5S")


@pytest.mark.parametrize("score", [(-1, 0), (0, -1), (61, 0), (0, 61), (62, 62)])
def test_a_game_begins_below_the_target_and_not_below_nought(score):
    with pytest.raises(RulesError, match="must be from 0 to 60"):
        new_game(rules(), Player.A, score)


def test_a_game_begins_with_the_first_deal_at_no_points_unless_told_otherwise():
    game = new_game(rules(), Player.B)
    assert (game.dealer, game.number, game.attempt, game.score) == (Player.B, 0, 0, (0, 0))
    assert (game.needs_pack, game.over, game.winner, game.deal) == (True, False, None, None)


def test_a_game_may_begin_one_point_below_the_target():
    assert new_game(rules(), Player.A, (60, 60)).score == (60, 60)


def test_a_pack_laid_by_hand_holds_every_card_once():
    laid = pack("9S 8S", "7S 6S", "TH TC TD")
    assert in_pack_order(laid) == PACK
    assert laid[:7] == cards("9S 7S 8S 6S TH TC TD")

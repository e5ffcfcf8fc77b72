"""How points are pegged and how the game is won: the four readings of `game_end`.

The elder hand is B and the dealer A. Sixty-one is the game, and hands are of one or two cards.
"""

from __future__ import annotations

import pytest
from table import DEALER, ELDER, Table, one_deal, readings

from penneech.cards import PACK, parse_card
from penneech.engine.game import deal_pack, play, throw_up
from penneech.engine.state import MAX_DEALS, Phase
from penneech.errors import IllegalPlayError
from penneech.events import (
    DealEnded,
    Dealt,
    GameEnded,
    Played,
    Player,
    Scored,
    TrickWon,
    TurnedUp,
)
from penneech.players.view import view_of

FIRST, COUNT = "first_to_peg", "turn_ups_then_count"
HIGHER, ELDER_FIRST = "deal_end_higher", "deal_end_elder_first"


LETTERS = {
    Dealt: "d",
    TurnedUp: "t",
    Played: "p",
    TrickWon: "w",
    Scored: "s",
    DealEnded: "D",
    GameEnded: "G",
}


def kinds(table):
    """What happened, a letter a fact: dealt, turned, played, won, scored; Deal and Game ended."""
    return "".join(LETTERS[type(fact)] for fact in table.facts)


def assert_nothing_more_is_done(table):
    """After the end nobody is to move, no pack is dealt, and the last fact is the end."""
    game, deal = table.game, table.now
    assert table.over
    assert (game.over, game.needs_pack, deal.phase, deal.legal) == (True, False, Phase.OVER, ())
    ends = table.of(GameEnded)
    assert ends == [GameEnded(game.winner, game.score)]
    assert table.facts[-1] is ends[0]
    for card in {*deal.hands[0], *deal.hands[1], PACK[0]}:
        with pytest.raises(IllegalPlayError):
            play(game, card)
    with pytest.raises(IllegalPlayError):
        deal_pack(game, PACK)
    with pytest.raises(IllegalPlayError):
        throw_up(game, wanted=True)
    with pytest.raises(ValueError, match="nobody is to move"):
        view_of(game)


# --- First to peg: on which event the game may end -----------------------------------------------


def test_game_ends_on_the_card_led_and_the_reply_is_not_reckoned():
    # 57 and the king led are 61; the queen played to it would have been three more.
    table = one_deal("KS 2S", "QS 3S", "4H JC 5C", "KS QS", elder_has=57)
    assert (table.told, table.winner) == (["elder 4 trick KS 1"], "elder")
    assert (table.turned, table.now.score) == ("4H", (0, 61))
    assert_nothing_more_is_done(table)


def test_game_ends_on_the_card_led_for_its_holder_though_the_other_takes_the_trick():
    # The dealer's ace takes the elder hand's king: by holder the king is 57 + 4, and comes first.
    table = one_deal(
        "KS 2S", "AS 3S", "4H JC 5C", "KS AS", elder_has=57, dealer_has=60, honours_credit="holder"
    )
    assert (table.told, table.winner, table.takers) == (["elder 4 trick KS 1"], "elder", "A")
    assert_nothing_more_is_done(table)


def test_game_ends_on_the_reply_and_nothing_more_is_turned():
    # 54 and the king led are 58, and the queen played makes 61; a knave would be turned next.
    table = one_deal("KS 2S", "QS 3S", "4H JC 5C", "KS QS", elder_has=54)
    assert table.told == ["elder 4 trick KS 1", "elder 3 trick QS 1"]
    assert (table.winner, table.turned, table.now.score) == ("elder", "4H", (0, 61))
    assert_nothing_more_is_done(table)


def test_game_ends_on_the_reply_for_its_holder_though_the_leader_takes_the_trick():
    table = one_deal(
        "AS 2S", "KS 3S", "4H JC 5C", "AS KS", elder_has=55, dealer_has=57, honours_credit="holder"
    )
    assert table.told == ["elder 5 trick AS 1", "dealer 4 trick KS 1"]
    assert (table.winner, table.takers, table.now.score) == ("dealer", "B", (61, 60))
    assert_nothing_more_is_done(table)


def test_game_ends_on_the_reply_for_the_dealer_who_takes_the_trick():
    table = one_deal("2S 3C", "KS 3S", "4H JC 5C", "2S KS", elder_has=60, dealer_has=57)
    assert (table.told, table.winner) == (["dealer 4 trick KS 1"], "dealer")


def test_game_ends_on_a_turn_up_of_its_turner():
    table = one_deal("9S 2S", "8S 3S", "4H KC 5C", "9S 8S", elder_has=57, dealer_has=60)
    assert (table.told, table.winner) == (["elder 4 turn_up KC 1"], "elder")
    assert table.turned == "4H KC"
    assert kinds(table) == "dtppwtsG"
    assert_nothing_more_is_done(table)


def test_game_ends_on_a_turn_up_of_the_winner_of_its_trick_and_no_more_is_turned():
    table = one_deal(
        "9S 2S", "8S 3S", "KH AC 5C", "9S 8S", elder_has=57, dealer_has=60,
        turn_up_credit="trick_winner", first_turn_up="first_trick_winner",
    )  # fmt: skip
    assert (table.told, table.winner) == (["elder 4 turn_up KH 1"], "elder")
    assert table.turned == "KH"
    assert_nothing_more_is_done(table)


def test_a_trick_that_reaches_the_target_leaves_its_own_turn_up_unreckoned():
    table = one_deal(
        "QS 2S", "8S 3S", "KH AC 5C", "QS 8S", elder_has=58,
        turn_up_credit="trick_winner", first_turn_up="first_trick_winner",
    )  # fmt: skip
    assert (table.told, table.now.score) == (["elder 3 trick QS 1"], (0, 61))


def test_game_ends_on_the_dealers_first_turn_up_before_a_card_is_led():
    table = one_deal("9S 2S", "8S 3S", "KH QC 5C", elder_has=60, dealer_has=57)
    assert (table.told, table.winner) == (["dealer 4 turn_up KH 0"], "dealer")
    assert (table.played, table.turned, table.legal) == ("", "KH", "")
    assert_nothing_more_is_done(table)


def test_a_game_that_ends_in_the_middle_of_a_deal_has_no_end_of_that_deal():
    table = one_deal("9S 2S", "8S 3S", "KH QC 5C", dealer_has=57)
    assert table.of(DealEnded) == []
    whole = one_deal("9S", "8S", "4H KC", "9S 8S", elder_has=57)
    assert whole.of(DealEnded) == [DealEnded((0, 61))]
    assert [type(fact) for fact in whole.facts[-2:]] == [DealEnded, GameEnded]


def test_game_ends_on_the_last_turn_up_before_the_excess():
    # The dealer has 60 and one card of two in excess of one; the elder hand turns a king before.
    table = one_deal(
        "9S 2S", "3S 8S", "4H 5H KC", "2S 3S 8S 9S", elder_has=57, dealer_has=60, excess_over=1
    )
    assert (table.takers, table.told) == ("AB", ["elder 4 turn_up KC 2"])
    assert table.winner == "elder"
    assert_nothing_more_is_done(table)


def test_game_ends_on_the_last_reply_before_the_last_card_is_turned():
    table = one_deal("KS", "QS", "4H AC", "KS QS", elder_has=54)
    assert (table.winner, table.turned, table.now.score) == ("elder", "4H", (0, 61))
    assert_nothing_more_is_done(table)


@pytest.mark.parametrize(
    ("elder", "dealer", "holder"), [("7D", "2S", "elder"), ("2S", "7D", "dealer")]
)
def test_game_ends_on_the_penneech_held_at_the_first_turn_up(elder, dealer, holder):
    table = one_deal(
        f"{elder} 3S", f"{dealer} 4S", "2D 5H 6H", penneech_in_hand="held_when_trump",
        elder_has=54, dealer_has=54,
    )  # fmt: skip
    assert (table.told, table.winner) == ([f"{holder} 7 penneech_in_hand 7D 0"], holder)
    assert table.played == ""
    assert_nothing_more_is_done(table)


def test_game_ends_on_the_penneech_held_by_the_player_who_lost_the_trick():
    # The elder hand takes the trick and turns a diamond; the dealer holds the penneech.
    table = one_deal(
        "9S 3C", "8S 7D", "4H 2D 6H", "9S 8S", penneech_in_hand="held_when_trump",
        elder_has=60, dealer_has=54,
    )  # fmt: skip
    assert (table.told, table.winner) == (["dealer 7 penneech_in_hand 7D 1"], "dealer")
    assert table.turned == "4H 2D"
    assert_nothing_more_is_done(table)


def test_turn_up_that_reaches_the_target_comes_before_the_penneech_held():
    table = one_deal(
        "9S 7D", "8S 2S", "4H KD 6H", "9S 8S", penneech_in_hand="held_when_trump", elder_has=57
    )
    assert (table.told, table.now.score) == (["elder 4 turn_up KD 1"], (0, 61))


def test_game_ends_on_the_penneech_won_when_trump():
    table = one_deal("7D 3S", "AD 4S", "2D 5H 6H", "7D AD", elder_has=54)
    assert (table.told, table.winner) == (["elder 7 penneech_in_hand 7D 1"], "elder")
    assert_nothing_more_is_done(table)


def test_game_ends_on_the_penneech_if_ever_trump_before_the_excess():
    table = one_deal(
        "7D", "AS", "2D 5H", "7D AS", penneech_in_hand="won_if_ever_trump", elder_has=49,
        dealer_has=60, excess_over=0,
    )  # fmt: skip
    # The ace in the trick is five, the penneech makes 61; two cards of excess are not counted.
    assert table.told == ["elder 5 trick AS 1", "elder 7 penneech_in_hand 7D 1"]
    assert table.now.score == (60, 61)


@pytest.mark.parametrize(
    ("elder_has", "dealer_has", "told", "winner"),
    [
        (60, 60, ["elder 1 excess - 2"], "elder"),
        (59, 60, ["elder 1 excess - 2", "dealer 1 excess - 2"], "dealer"),
        (60, 0, ["elder 1 excess - 2"], "elder"),
        (0, 60, ["elder 1 excess - 2", "dealer 1 excess - 2"], "dealer"),
        (59, 59, ["elder 1 excess - 2", "dealer 1 excess - 2"], None),
    ],
)
def test_game_ends_in_the_excess_count_the_elder_hand_first(elder_has, dealer_has, told, winner):
    # One trick each is two cards, one over one; the dealer takes the last trick.
    table = one_deal(
        "9S 2S", "8S 3S", "4H 5H 6H", "9S 8S 2S 3S", excess_over=1, elder_has=elder_has,
        dealer_has=dealer_has,
    )  # fmt: skip
    assert (table.takers, table.told, table.winner) == ("BA", told, winner)
    if winner:
        assert_nothing_more_is_done(table)


def test_score_may_pass_the_target_by_the_points_of_its_last_event():
    table = one_deal("9S", "8S", "7D 5H", dealer_has=60)
    assert (table.told, table.now.score) == (["dealer 14 turn_up 7D 0"], (74, 0))


def test_sixty_is_no_game_and_sixty_one_is():
    assert not one_deal("KS 2S", "8S 3S", "4H 5C 6C", "KS 8S", elder_has=56).over
    assert one_deal("KS 2S", "8S 3S", "4H 5C 6C", "KS 8S", elder_has=57).over


@pytest.mark.parametrize(("target", "over"), [(4, True), (5, False)])
def test_target_is_what_the_parameter_says(target, over):
    assert one_deal("KS 2S", "8S 3S", "4H 5C 6C", "KS 8S", target=target).over is over


def test_first_player_at_the_target_wins_though_the_other_would_have_more():
    # The king is the elder hand's 61; the penneech would be turned next by the same winner, and
    # the dealer's ace is never played.
    table = one_deal("KS 2S", "3S AS", "4H 7D 5C", "KS 3S", elder_has=57, dealer_has=60)
    assert (table.winner, table.now.score) == ("elder", (60, 61))


def test_game_goes_on_while_neither_is_at_the_target_under_first_to_peg():
    table = one_deal("KS", "8S", "4H 5C", "KS 8S", elder_has=40)
    assert (table.over, table.game.needs_pack, table.game.dealer) == (False, True, ELDER)


# --- Turn-ups, then the count --------------------------------------------------------------------


def counted(*args, **changes):
    return one_deal(*args, game_end=COUNT, **changes)


def test_honours_won_in_tricks_are_pegged_after_all_is_played_and_turned():
    # The dealer's ace takes the king of spades; the next trick is in clubs, and clubs are trumps.
    table = counted("KS QC", "KC AS", "4H 5C 6C", "KS AS KC QC")
    assert table.told == [
        "dealer 4 trick KS 1",
        "dealer 5 trick AS 1",
        "dealer 4 trick KC 2",
        "dealer 3 trick QC 2",
    ]
    assert kinds(table) == "dtppwtppwtssssD"


def test_elder_hands_whole_count_comes_before_the_dealers_earlier_points():
    # The dealer's king falls in the first trick, the elder hand's in the second.
    deal = ("2S KC", "KS 3C", "4H 5C 6C", "2S KS 3C KC")
    assert counted(*deal).told == ["elder 4 trick KC 2", "dealer 4 trick KS 1"]
    by_count = counted(*deal, elder_has=57, dealer_has=57)
    assert (by_count.told, by_count.winner) == (["elder 4 trick KC 2"], "elder")
    assert_nothing_more_is_done(by_count)
    by_peg = one_deal(*deal[:3], "2S KS", elder_has=57, dealer_has=57)
    assert (by_peg.told, by_peg.winner) == (["dealer 4 trick KS 1"], "dealer")


def test_elder_hands_excess_comes_before_the_dealers_honours_in_the_count():
    deal = ("2S KC", "KS 3C", "4H 5C 6C", "2S KS 3C KC")
    assert counted(*deal, excess_over=1).told == [
        "elder 4 trick KC 2",
        "elder 1 excess - 2",
        "dealer 4 trick KS 1",
        "dealer 1 excess - 2",
    ]
    ended = counted(*deal, excess_over=1, elder_has=56, dealer_has=60)
    assert ended.told == ["elder 4 trick KC 2", "elder 1 excess - 2"]
    assert (ended.winner, ended.now.score) == ("elder", (60, 61))


def test_count_of_the_elder_hand_stops_at_the_event_that_reaches_the_target():
    table = counted("KS QS", "JS AS", "4H 5H 6H", "KS JS QS AS", elder_has=57)
    # King and knave are the elder hand's, queen and ace the dealer's.
    assert (table.told, table.now.score) == (["elder 4 trick KS 1"], (0, 61))
    assert table.played == "KS JS QS AS"
    assert table.turned == "4H 5H 6H"
    assert_nothing_more_is_done(table)


def test_dealer_wins_in_the_count_when_the_elder_hands_does_not_reach():
    table = counted("KS QS", "JS AS", "4H 5H 6H", "KS JS QS AS", elder_has=50, dealer_has=56)
    assert table.told == [
        "elder 4 trick KS 1",
        "elder 2 trick JS 1",
        "dealer 3 trick QS 2",
        "dealer 5 trick AS 2",
    ]
    assert (table.winner, table.now.score) == ("dealer", (64, 56))


def test_play_goes_on_though_what_is_put_off_would_reach_the_target():
    table = counted("KS QS", "JS AS", "4H 5H 6H", "KS JS", elder_has=57)
    assert (table.over, table.told, table.now.phase) == (False, [], Phase.LEAD)
    assert [(put.points, put.source) for put in table.now.put_off] == [(4, "trick"), (2, "trick")]


def test_dealers_turn_up_in_play_wins_before_the_elder_hand_counts():
    # The elder hand with 60 has taken a king; the dealer takes the second trick and turns an ace.
    table = counted(
        "KS 2S 3S", "8S 4S 5S", "4H 5H AH 6H", "KS 8S 2S 4S", elder_has=60, dealer_has=56
    )
    assert (table.told, table.winner) == (["dealer 5 turn_up AH 2"], "dealer")
    assert (table.now.score, table.turned) == ((61, 60), "4H 5H AH")
    assert_nothing_more_is_done(table)


def test_dealers_first_turn_up_wins_before_a_card_is_led_in_the_count_too():
    table = counted("9S 2S", "8S 3S", "KH QC 5C", dealer_has=57)
    assert (table.told, table.winner, table.played) == (["dealer 4 turn_up KH 0"], "dealer", "")
    assert_nothing_more_is_done(table)


def test_last_turn_up_wins_before_the_count():
    # The elder hand with 60 has taken a king; the dealer takes the last trick and turns a knave.
    table = counted("KS 2S", "8S 4S", "4H 5H JH", "KS 8S 2S 4S", elder_has=60, dealer_has=59)
    assert (table.told, table.winner) == (["dealer 2 turn_up JH 2"], "dealer")
    assert_nothing_more_is_done(table)


def test_turn_up_of_its_trick_is_pegged_in_play_while_the_tricks_honours_wait():
    table = counted(
        "KS 2S", "8S 3S", "QH 5H 6H", "KS 8S", elder_has=58,
        turn_up_credit="trick_winner", first_turn_up="first_trick_winner",
    )  # fmt: skip
    assert (table.told, table.winner) == (["elder 3 turn_up QH 1"], "elder")
    assert_nothing_more_is_done(table)


def test_all_turn_ups_come_before_the_count_and_each_keeps_its_trick():
    table = counted("KS 2S", "8S JS", "QH AH QC", "KS 8S 2S JS", excess_over=1)
    assert table.told == [
        "dealer 3 turn_up QH 0",
        "elder 5 turn_up AH 1",
        "dealer 3 turn_up QC 2",
        "elder 4 trick KS 1",
        "elder 1 excess - 2",
        "dealer 2 trick JS 2",
        "dealer 1 excess - 2",
    ]
    assert table.now.put_off == ()


def test_penneech_held_is_no_turn_up_and_waits_for_the_count():
    table = counted("7D 9S", "8S 3S", "2D 5H 6H", penneech_in_hand="held_when_trump", elder_has=54)
    assert (table.told, table.over) == ([], False)
    assert table.play("9S 8S 7D 3S").told == ["elder 7 penneech_in_hand 7D 0"]
    assert table.winner == "elder"


def test_penneech_won_when_trump_waits_for_the_count():
    table = counted("7D 9S", "8D 3S", "2D 5H 6H", "7D 8D", elder_has=54)
    assert (table.told, table.over) == ([], False)
    assert table.play("9S 3S").told == ["elder 7 penneech_in_hand 7D 1"]


def test_penneech_if_ever_trump_is_counted_between_the_honours_and_the_excess_of_its_winner():
    table = counted(
        "7D KC", "KS 3C", "2D 5C 6C", "7D KS KC 3C", penneech_in_hand="won_if_ever_trump",
        excess_over=3,
    )  # fmt: skip
    assert table.told == [
        "elder 4 trick KS 1",
        "elder 4 trick KC 2",
        "elder 7 penneech_in_hand 7D 2",
        "elder 1 excess - 2",
    ]


def test_turn_ups_of_one_deal_and_counts_run_on_into_the_next():
    table = Table(hand_size=1, game_end=COUNT)
    table.deal("KS", "8S", "QH 5H").play("KS 8S").deal("AS", "9S", "5H 6H").play("AS 9S")
    # A turns a queen, B takes a king; then A is the elder hand and takes an ace.
    assert (table.now.score, table.now.put_off) == ((8, 4), ())


# --- Scores compared at the end of the deal ------------------------------------------------------


BOTH = ("KS 2S", "QS AC", "JH 5H 6H", "KS QS 2S AC")
"""The dealer turns a knave for two; the elder hand takes king, queen and ace for twelve."""


@pytest.mark.parametrize("game_end", [HIGHER, ELDER_FIRST])
def test_deal_is_played_out_though_a_player_is_at_the_target(game_end):
    table = one_deal(*BOTH[:3], game_end=game_end, dealer_has=59)
    assert (table.now.score, table.over, table.now.phase) == ((61, 0), False, Phase.LEAD)
    table.play("KS QS")
    assert not table.over
    table.play("2S AC")
    assert (table.turned, table.winner, table.now.score) == ("JH 5H 6H", "dealer", (61, 12))
    assert_nothing_more_is_done(table)


@pytest.mark.parametrize(
    ("game_end", "elder_has", "dealer_has", "winner"),
    [
        # The elder hand ends with twelve more, the dealer with two more.
        (FIRST, 55, 60, "dealer"),  # the dealer's turn-up comes first
        (FIRST, 57, 58, "elder"),  # the dealer's turn-up makes 60
        (COUNT, 55, 60, "dealer"),  # a turn-up comes before the count
        (HIGHER, 55, 60, "elder"),  # 67 to 62
        (HIGHER, 49, 60, "dealer"),  # 61 to 62
        (HIGHER, 50, 60, "again"),  # 62 to 62
        (HIGHER, 48, 60, "dealer"),  # 60 to 62
        (HIGHER, 49, 58, "elder"),  # 61 to 60
        (HIGHER, 48, 58, None),  # 60 to 60
        (HIGHER, 40, 58, None),  # 52 to 60
        (HIGHER, 48, 50, None),  # 60 to 52
        (ELDER_FIRST, 55, 60, "elder"),  # 67 to 62
        (ELDER_FIRST, 49, 60, "elder"),  # 61 to 62
        (ELDER_FIRST, 50, 60, "elder"),  # 62 to 62
        (ELDER_FIRST, 48, 60, "dealer"),  # 60 to 62
        (ELDER_FIRST, 49, 58, "elder"),  # 61 to 60
        (ELDER_FIRST, 48, 58, None),  # 60 to 60
        (ELDER_FIRST, 40, 58, None),  # 52 to 60
    ],
)
def test_who_wins_when_both_may_be_at_the_target(game_end, elder_has, dealer_has, winner):
    table = Table(hand_size=2, game_end=game_end, elder_has=elder_has, dealer_has=dealer_has)
    table.deal(*BOTH[:3])
    for card in BOTH[3].split():
        if not table.over:
            table.play(card)
    if winner in {"again", None}:
        assert (table.over, table.game.winner, table.game.needs_pack) == (False, None, True)
        assert table.game.number == 1
    else:
        assert table.winner == winner
        assert_nothing_more_is_done(table)


def test_of_two_at_the_target_the_higher_total_wins_whoever_was_there_first():
    table = one_deal(*BOTH, game_end=HIGHER, elder_has=59, dealer_has=59)
    assert (table.now.score, table.winner) == ((61, 71), "elder")


def test_equal_totals_at_the_target_call_for_another_deal_and_for_another():
    # Each deal of one card gives each player four: the elder hand by a king taken, the dealer by
    # a king turned. After the first deal both have 61, after the second 65.
    table = Table(hand_size=1, game_end=HIGHER, elder_has=57, dealer_has=57)
    table.deal("KS", "8S", "KH 5H").play("KS 8S")
    assert (table.over, table.game.score) == (False, (61, 61))
    table.deal("KS", "8S", "KH 5H").play("KS 8S")
    assert (table.over, table.game.score, table.dealers) == (False, (65, 65), "AB")
    # Now A deals and turns a queen; nobody takes anything more: 68 to 65.
    table.deal("9S", "8S", "QH 5H").play("9S 8S")
    assert (table.game.winner, table.game.score) == (Player.A, (68, 65))
    assert_nothing_more_is_done(table)


def test_equal_totals_below_the_target_only_call_for_the_next_deal():
    table = one_deal("9S", "8S", "4H 5H", "9S 8S", game_end=HIGHER, elder_has=30, dealer_has=30)
    assert (table.over, table.game.needs_pack) == (False, True)


def test_elder_hand_that_wins_is_that_of_the_deal_as_it_was_dealt_in_the_end():
    # A deals first; B throws up, and the deal passes to B, so that A is the elder hand. B turns
    # the penneech for 74, A takes queen and knave for 65, and wins.
    table = Table(
        hand_size=1, game_end=ELDER_FIRST, elder_has=60, dealer_has=60,
        redeal="no_ace_or_face", redeal_dealer="next_dealer",
    )  # fmt: skip
    table.deal("9S", "QC", "4H 5H").say("throw").deal("QS", "JS", "7D 5H").play("QS JS")
    assert table.now.dealer is ELDER
    assert (table.game.score, table.game.winner) == ((65, 74), Player.A)
    assert table.winner == "elder"


def test_elder_hand_of_the_last_deal_wins_under_deal_end_elder_first_not_that_of_the_first():
    # In the second deal B deals and turns the penneech for 64; A takes a king for 61, and wins.
    table = Table(hand_size=1, game_end=ELDER_FIRST, elder_has=50, dealer_has=57)
    table.deal("9S", "8S", "4H 5H").play("9S 8S").deal("KS", "8S", "7D 5H").play("KS 8S")
    assert (table.game.score, table.game.winner) == ((61, 64), Player.A)


# --- Where it ends -------------------------------------------------------------------------------


def nothing_scores(game_end):
    naught = {"card": "7D", "turned_up": 0, "in_hand": 0}
    return Table(
        hand_size=1, card_points={}, penneech=naught, excess_over=60, game_end=game_end,
        elder_has=60, dealer_has=60,
    )  # fmt: skip


@pytest.mark.parametrize("game_end", readings("game_end"))
def test_game_that_nobody_wins_stops_after_a_thousand_deals(game_end):
    table = nothing_scores(game_end)
    for number in range(1000):
        assert (table.game.over, table.game.number) == (False, number)
        table.deal("9S", "8S", "4H 5H").play("9S 8S")
    assert (table.game.number, table.game.winner) == (MAX_DEALS - 1, None)
    assert len(table.of(DealEnded)) == 1000
    assert_nothing_more_is_done(table)


def test_thousandth_deal_may_still_be_won():
    table = Table(hand_size=1, elder_has=57, dealer_has=57)
    for _ in range(999):
        table.deal("9S", "8S", "4H 5H").play("9S 8S")
    table.deal("KS", "8S", "4H 5H").play("KS 8S")
    # B was the elder hand of the first deal, and A is that of the thousandth.
    assert (table.game.number, table.game.winner) == (999, Player.A)
    assert_nothing_more_is_done(table)


@pytest.mark.parametrize(
    ("game_end", "deals"), [(FIRST, 1), (COUNT, 1), (HIGHER, 1000), (ELDER_FIRST, 1)]
)
def test_ties_for_ever_stop_after_a_thousand_deals_too(game_end, deals):
    # Of each deal both have a king, and one point is the game.
    table = Table(hand_size=1, game_end=game_end, target=1)
    for _ in range(deals):
        assert not table.game.over
        table.deal("KS", "8S", "KH 5H").play("" if table.game.over else "KS 8S")
    assert table.over
    assert (table.game.winner is None) is (game_end == HIGHER)


def test_turned_and_scored_facts_stop_with_the_game():
    table = one_deal("KS QC", "QS AC", "4H 7D AH", "KS QS", elder_has=57)
    assert (len(table.of(TurnedUp)), len(table.of(Scored))) == (1, 1)
    assert parse_card("QC") in table.now.hands[ELDER]
    assert parse_card("AC") in table.now.hands[DEALER]


def test_dealer_of_the_last_deal_is_the_dealer_still_when_the_game_is_over():
    # The elder hand's king is 61: nobody deals again.
    assert one_deal("KS", "8S", "4H 5H", "KS 8S", elder_has=57).game.dealer is DEALER
    assert one_deal("KS", "8S", "4H 5H", "KS 8S", elder_has=56).game.dealer is ELDER

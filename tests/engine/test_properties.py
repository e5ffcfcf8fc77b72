"""What holds of every game, whatever the readings and parameters: found by Hypothesis."""

from __future__ import annotations

from itertools import permutations

from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice, rules
from table import DEALER
from table import rules as usual_rules

from penneech.cards import PACK, Suit, in_pack_order
from penneech.chance import shuffled
from penneech.engine import scoring
from penneech.engine.game import deal_pack, new_game, play, throw_up
from penneech.engine.legality import LEGALITY
from penneech.engine.state import Phase
from penneech.engine.trick import reply_wins
from penneech.engine.umpire import umpire_of
from penneech.events import (
    DealEnded,
    GameEnded,
    Played,
    Player,
    Scored,
    Source,
    TrickWon,
    TurnedUp,
)
from penneech.rules import Following, GameEnd, PenneechRank

MOST_PACKS = 3
"""Enough for a redeal and a second deal."""

seeds = st.integers(0, 2**64 - 1)
some = examples(20)
"""So many games a property: all of them together take some seconds."""


class ByTape:
    """Chooses by a tape of integers: a card by its place among the legal ones."""

    def __init__(self, seed):
        self.dice = Dice(seed)

    def card(self, deal):
        return self.dice.pick(deal.legal)

    def throws(self):
        return self.dice.throw(3) > 0


class AsWritten:
    """Chooses what is written down, in order."""

    def __init__(self, choices):
        self.choices = iter(choices)

    def card(self, deal):
        del deal
        return next(self.choices)

    def throws(self):
        return next(self.choices)


def steps(some_rules, *, chooser, packs, dealer=DEALER, score=(0, 0)):
    """Play a game, a few packs at most; after each step the game, what happened, what was chosen.

    The scores at the beginning are brought below the target, so that some games soon end.
    """
    top = some_rules.target - 1
    game = new_game(some_rules, dealer, (min(score[0], top), min(score[1], top)))
    supply = iter(packs)
    while not game.over:
        choice = None
        if game.needs_pack:
            pack = next(supply, None)
            if pack is None:
                return
            game, facts = deal_pack(game, pack)
        elif game.deal.phase is Phase.THROW_UP:
            choice = chooser.throws()
            game, facts = throw_up(game, wanted=choice)
        else:
            choice = chooser.card(game.deal)
            game, facts = play(game, choice)
        yield game, facts, choice


def packs_of(seed):
    """The packs of a game."""
    return [shuffled(seed, 0, 0, number) for number in range(MOST_PACKS)]


def by_tape(some_rules, seed, **changes):
    """The steps of a game by a tape."""
    changes.setdefault("packs", packs_of(seed))
    return steps(some_rules, chooser=ByTape(seed), **changes)


scores = st.tuples(st.integers(0, 70), st.integers(0, 70))


# --- The cards -----------------------------------------------------------------------------------


@some
@given(rules(), seeds)
def test_fifty_two_cards_are_there_at_every_step(some_rules, seed):
    for game, _, _ in by_tape(some_rules, seed):
        deal = game.deal
        gone = [card for trick in deal.history for card in (trick.led, trick.reply)]
        on_the_table = [deal.led] if deal.led else []
        held = [*deal.hands[0], *deal.hands[1], *deal.laid_aside[0], *deal.laid_aside[1]]
        stock = deal.pack[deal.top :]
        everywhere = [*stock, *held, *gone, *on_the_table, *deal.turn_ups]
        assert in_pack_order(everywhere) == PACK


@some
@given(rules(), seeds)
def test_legal_cards_are_held_and_there_is_always_one_while_a_card_is_due(some_rules, seed):
    for game, _, _ in by_tape(some_rules, seed):
        deal = game.deal
        due = deal.phase in (Phase.LEAD, Phase.REPLY)
        assert bool(deal.legal) is due
        assert set(deal.legal) <= set(deal.hands[deal.to_move])
        assert deal.hands[0] == in_pack_order(deal.hands[0])
        assert deal.legal == in_pack_order(deal.legal)
        assert (deal.led is not None) is (deal.phase is Phase.REPLY)


@some
@given(rules(), seeds, scores)
def test_every_value_has_all_its_fields(some_rules, seed, score):
    # The engine makes its named tuples round their constructors, which would count the fields.
    for game, facts, _ in by_tape(some_rules, seed, score=score):
        values = [game, game.deal, *facts, *game.deal.history, *game.deal.put_off]
        assert all(len(value) == len(value._fields) for value in values)
        assert all(isinstance(scored, Scored) for scored in game.deal.put_off)


# --- What may be played --------------------------------------------------------------------------

hands = st.lists(st.sampled_from(PACK), min_size=1, max_size=17, unique=True).map(tuple)
suits = st.sampled_from(Suit)


@examples(60)
@given(hands, suits, suits)
def test_legal_sets_are_nested(hand, led, trumps):
    legal = {reading: set(choose(hand, led, trumps)) for reading, choose in LEGALITY.items()}
    must = legal[Following.MUST_FOLLOW]
    either = legal[Following.FOLLOW_OR_TRUMP]
    else_trump = legal[Following.FOLLOW_ELSE_TRUMP]
    forced = legal[Following.FOLLOW_OR_TRUMP_FORCED]
    assert must <= either <= legal[Following.FREE] == set(hand)
    assert else_trump <= must
    assert else_trump <= forced <= either


@examples(60)
@given(hands, suits, suits)
def test_no_reading_leaves_a_player_without_a_card_or_with_one_that_is_not_held(hand, led, trumps):
    for choose in LEGALITY.values():
        legal = choose(hand, led, trumps)
        assert legal
        assert set(legal) <= set(hand)


# --- Points --------------------------------------------------------------------------------------


@some
@given(rules(), seeds, scores)
def test_points_by_source_add_up_to_the_scores(some_rules, seed, score):
    top = some_rules.target - 1
    total = [min(points, top) for points in score]
    by_source = dict.fromkeys(Source, 0)
    for game, facts, _ in by_tape(some_rules, seed, score=score):
        for fact in facts:
            if isinstance(fact, Scored):
                assert fact.points > 0
                total[fact.player] += fact.points
                by_source[fact.source] += fact.points
            if isinstance(fact, DealEnded | GameEnded):
                assert fact.score == tuple(total)
        assert game.deal.score == tuple(total)
    start = sum(min(points, top) for points in score)
    assert sum(by_source.values()) == sum(total) - start


@some
@given(rules(), seeds, scores)
def test_a_winner_is_at_the_target_and_nothing_happens_after_the_end(some_rules, seed, score):
    all_steps = list(by_tape(some_rules, seed, score=score))
    told = [fact for _, facts, _ in all_steps for fact in facts]
    game = all_steps[-1][0]
    ends = [fact for fact in told if isinstance(fact, GameEnded)]
    assert len(ends) == int(game.over)
    if game.over:
        assert told[-1] is ends[0]
        assert game.score[game.winner] >= some_rules.target
        assert game.deal.legal == ()


@some
@given(rules(), seeds, scores)
def test_the_peg_that_reaches_the_target_is_the_last_and_its_players(some_rules, seed, score):
    pegging = (GameEnd.FIRST_TO_PEG, GameEnd.TURN_UPS_THEN_COUNT)
    for game, facts, _ in by_tape(some_rules, seed, score=score):
        if some_rules.game_end not in pegging or not game.over:
            continue
        last = [fact for fact in facts if isinstance(fact, Scored)][-1]
        assert last.player is game.winner
        assert game.score[game.winner] - last.points < some_rules.target
        assert game.score[game.winner.other] < some_rules.target
        # No card is turned, led or played, and no trick is taken, after that peg.
        after = facts[facts.index(last) + 1 :]
        assert all(isinstance(fact, DealEnded | GameEnded) for fact in after)


@some
@given(rules(), seeds)
def test_events_come_in_the_order_in_which_their_tricks_do(some_rules, seed):
    counted_later = some_rules.game_end is GameEnd.TURN_UPS_THEN_COUNT
    for game, facts, _ in by_tape(some_rules, seed):
        number = len(game.deal.history)
        for fact in facts:
            put_off = counted_later and isinstance(fact, Scored) and fact.source != "turn_up"
            if isinstance(fact, Played):
                # A card that is led belongs to the trick that is not yet complete.
                assert fact.trick == number + (game.deal.phase is Phase.REPLY)
            elif isinstance(fact, TrickWon | TurnedUp) or (
                isinstance(fact, Scored) and not put_off
            ):
                assert fact.trick == number
            elif put_off:
                assert fact.trick <= number


@some
@given(rules(), seeds)
def test_each_card_is_turned_by_the_dealer_or_by_the_winner_of_the_trick_before(some_rules, seed):
    for game, facts, _ in by_tape(some_rules, seed):
        winners = [trick.winner for trick in game.deal.history]
        for fact in facts:
            if isinstance(fact, TurnedUp):
                assert fact.player is (winners[-1] if fact.trick else game.deal.dealer)


@some
@given(rules(), seeds)
def test_penneech_is_scored_in_hand_once_a_deal_at_most(some_rules, seed):
    in_deal = {}
    for game, facts, _ in by_tape(some_rules, seed):
        # A deal's last facts come with the game that has gone on to the next.
        number = game.number - (game.deal.phase is Phase.OVER and not game.over)
        in_deal.setdefault(number, []).extend(facts)
    for told in in_deal.values():
        scored = [fact for fact in told if isinstance(fact, Scored)]
        assert sum(fact.source is Source.PENNEECH_IN_HAND for fact in scored) <= 1


# --- The facts under the table of rule points ----------------------------------------------------


@given(rules())
@examples(20)
def test_penneech_played_while_diamonds_are_trumps_wins_its_trick_unless_it_ranks_plain(some_rules):
    umpire, penneech = umpire_of(some_rules), some_rules.penneech.card
    plain = some_rules.penneech_rank is PenneechRank.PLAIN
    strengths, trumps = umpire.strengths[penneech.index], penneech.suit
    for other in PACK:
        if other is penneech:
            continue
        beaten = plain and other.suit is trumps and other.rank > penneech.rank
        assert reply_wins(strengths, other, penneech, trumps) is not beaten
        assert reply_wins(strengths, penneech, other, trumps) is beaten


@some
@given(rules().filter(lambda some: some.penneech_rank is not PenneechRank.PLAIN), seeds)
def test_so_played_and_won_are_one_reading_of_the_penneech_in_hand(some_rules, seed):
    holder = None
    for _, facts, _ in by_tape(some_rules, seed):
        for fact in facts:
            if isinstance(fact, Played) and fact.card is some_rules.penneech.card:
                holder = fact.player
            if isinstance(fact, TrickWon) and some_rules.penneech.card in (fact.led, fact.reply):
                assert fact.player is holder or fact.trumps is not some_rules.penneech_suit


def test_two_players_cannot_both_have_an_excess_of_trick_cards_over_a_hand():
    for size in range(1, 18):
        for over in range(size, 36):
            some_rules = usual_rules(hand_size=size, excess_over=over)
            for won in range(size + 1):
                both = [scoring.excess(some_rules, (won, size - won), player) for player in Player]
                assert 0 in both


@some
@given(
    rules(excess_cards="trick_cards").filter(lambda some: some.excess_over >= some.hand_size), seeds
)
def test_excess_of_trick_cards_goes_to_one_player_at_most_in_a_deal(some_rules, seed):
    for _, facts, _ in by_tape(some_rules, seed):
        assert sum(isinstance(fact, Scored) and fact.source is Source.EXCESS for fact in facts) <= 1


# --- The same game seen otherwise ----------------------------------------------------------------


def mirrored(fact):
    """A fact with the players exchanged."""
    exchanged = {}
    for name, value in fact._asdict().items():
        if isinstance(value, Player):
            exchanged[name] = value.other
        elif name in {"hands", "score"}:
            exchanged[name] = value[::-1]
    return fact._replace(**exchanged)


@some
@given(rules(), seeds, scores)
def test_seats_exchanged_give_the_same_game_exchanged(some_rules, seed, score):
    one = by_tape(some_rules, seed, score=score)
    other = by_tape(some_rules, seed, score=score[::-1], dealer=DEALER.other)
    for (game, facts, choice), (game_too, facts_too, choice_too) in zip(one, other, strict=True):
        assert [mirrored(fact) for fact in facts] == list(facts_too)
        assert choice is choice_too
        assert (game.over, game.needs_pack, game.number) == (
            game_too.over,
            game_too.needs_pack,
            game_too.number,
        )
        assert game.dealer is game_too.dealer.other


def renaming(penneech, order):
    """A card for each card: the three suits without the penneech change places."""
    others = [suit for suit in Suit if suit is not penneech.suit]
    to = dict(zip(others, (others[i] for i in order), strict=True)) | {penneech.suit: penneech.suit}
    of_suit = {(card.suit, card.rank): card for card in PACK}
    return {card: of_suit[to[card.suit], card.rank] for card in PACK}, to


def renamed(fact, new, suit):
    """A fact with every card renamed; cards in a hand are put in order."""
    changed = {}
    for name, value in fact._asdict().items():
        if name in {"card", "led", "reply"} and value is not None:
            changed[name] = new[value]
        elif name == "trumps":
            changed[name] = suit[value]
        elif name in {"hand", "drawn"}:
            changed[name] = in_pack_order(new[card] for card in value)
        elif name == "hands":
            changed[name] = tuple(in_pack_order(new[card] for card in hand) for hand in value)
    return fact._replace(**changed)


@some
@given(rules(), seeds, st.sampled_from(sorted(permutations(range(3)))))
def test_suits_without_the_penneech_exchanged_give_the_same_game(some_rules, seed, order):
    new, suit = renaming(some_rules.penneech.card, order)
    same = dict(zip(PACK, PACK, strict=True)), dict(zip(Suit, Suit, strict=True))
    one = list(by_tape(some_rules, seed))
    packs = [tuple(new[card] for card in pack) for pack in packs_of(seed)]
    choices = [new.get(choice, choice) for _, _, choice in one if choice is not None]
    other = steps(some_rules, chooser=AsWritten(choices), packs=packs)
    for (game, facts, _), (game_too, facts_too, _) in zip(one, other, strict=True):
        assert [renamed(fact, new, suit) for fact in facts] == [
            renamed(fact, *same) for fact in facts_too
        ]
        assert {new[card] for card in game.deal.legal} == set(game_too.deal.legal)


@some
@given(rules(), seeds)
def test_a_pack_may_be_cut_off_below_the_last_card_that_a_deal_can_use(some_rules, seed):
    whole = packs_of(seed)
    short = [pack[: umpire_of(some_rules).need] for pack in whole]
    one, other = (by_tape(some_rules, seed, packs=packs) for packs in (whole, short))
    for (_, facts, _), (_, facts_too, _) in zip(one, other, strict=True):
        assert facts == facts_too

"""The same cards scored under another reading, and where that reading would not have had them so.

The facts of the table are kept: who dealt, which cards were dealt, turned, led and played, and by
whom. The engine scores them; where the other rules say otherwise than the table did, it is noted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from penneech.engine import deal as deals
from penneech.engine.game import new_game
from penneech.engine.legality import legal_cards
from penneech.engine.state import Phase
from penneech.engine.umpire import umpire_of
from penneech.errors import PenneechError
from penneech.events import Player, Scored, TrickWon, TurnedUp
from penneech.readings.laid import lay_as_recorded
from penneech.readings.otherwise import before_the_lead
from penneech.readings.said import another_winner, forbidden, not_turned_last, say
from penneech.readings.twofold import (
    DealTwice,
    GameTwice,
    Kind,
    Note,
    beside,
    in_another_order,
)
from penneech.records.checking import verify
from penneech.records.replaying import score_text
from penneech.records.writing import points_of
from penneech.rules import Following, LastTurnUp, Redeal
from penneech.space import with_reading

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.events import Event, Pair
    from penneech.readings.said import Sentence
    from penneech.records import Record, Replayed
    from penneech.rules import Rules


def rescore(record: Record, rules: Rules) -> GameTwice:
    """Score a record's cards under other rules.

    Args:
        record: a record that holds under its own rules.
        rules: the other rules, with parameters of their own.

    Raises:
        RecordError: when the record is a view, or does not hold.
        PenneechError: when the other rules cannot be applied to it: they deal hands of another
            size, or the game begins beyond their target.
    """
    replayed = verify(record)
    size, start = record.rules.hand_size, record.heading.start_score
    if rules.hand_size != size:
        text = f"the hands of this record have {size} cards; these rules deal {rules.hand_size}"
        raise PenneechError(text)
    new_game(rules, Player.A, start)  # refuses a game that begins beyond the target
    total = total_was = start
    winner: Player | None = None
    found: list[DealTwice] = []
    for place in range(len(record.deals)):
        again = None if winner is not None else _Again(rules, replayed, place, total)
        deal = _twice(replayed, place, total_was, again)
        found.append(deal)
        total_was = deal.total_was
        if again is not None:
            total, winner = again.total, again.winner
    return GameTwice(rules, tuple(found), total_was, total, replayed.game.winner, winner)


def _twice(replayed: Replayed, place: int, before: Pair, again: _Again | None) -> DealTwice:
    """One deal scored twice; only once, where the other rules have ended the game before."""
    deal = replayed.record.deals[place]
    events = deal.events or ()
    points = points_of(events)
    would_be = () if again is None else tuple(again.scores)
    return DealTwice(
        number=place + 1,
        dealer=deal.dealer,
        notes=() if again is None else tuple(again.notes),
        scores=beside(events, would_be),
        was=points,
        would_be=None if again is None else points_of(would_be),
        total_was=(before[0] + points[0], before[1] + points[1]),
        total_would_be=None if again is None else again.total,
    )


class _Again:
    """One deal in the hands of the other rules; it lives within one call."""

    def __init__(self, rules: Rules, replayed: Replayed, place: int, before: Pair) -> None:
        record = replayed.record
        facts = [fact for _, some in replayed.deals[place] for fact in some]
        self.laid = lay_as_recorded(replace(record.deals[place], pack=None), place + 1)
        self.winner: Player | None = None
        self.scores: list[Scored] = []
        self.notes: list[Note] = []
        self._rules = rules
        self._before = before
        self._took = {fact.trick: fact.player for fact in facts if isinstance(fact, TrickWon)}
        if _has_begun(replayed, place):
            self._run()
            self._compare_end(replayed, place)
        beginning = before_the_lead(rules, record, place)
        self.notes = sorted([*beginning, *self.notes], key=lambda note: note.trick)

    @property
    def total(self) -> Pair:
        """The totals after the deal, A's first."""
        (a, b), (more_a, more_b) = self._before, points_of(self.scores)
        return a + more_a, b + more_b

    def _run(self) -> None:
        # Hands are thrown up and cards are played as they were: the engine is not to object.
        rules = with_reading(self._rules, "redeal", Redeal.NEVER)
        rules = with_reading(rules, "following", Following.FREE)
        self._play(rules)
        if self._lacks_turn_up and self._is_played_out:
            self._play(with_reading(rules, "last_turn_up", LastTurnUp.NOTHING))
            text = "a card would be turned up after the last trick; the record has none"
            self._note(self._rules.hand_size, Kind.TURN_UP, say(text))

    def _play(self, rules: Rules) -> None:
        """Lead and play the cards as they were, as long as the game is not over."""
        self.scores, self.notes = [], []
        umpire = umpire_of(rules)
        self._deal, facts = deals.deal_hands(umpire, self.laid.dealer, self.laid.pack, self._before)
        self._take(facts)
        for card in self.laid.plays:
            if self._deal.phase is Phase.OVER:
                break
            self._seat(card)
            self._deal, facts = deals.play(self._deal, card)
            self._take(facts)
        self.winner = None if self._lacks_turn_up else self._deal.winner

    def _seat(self, card: Card) -> None:
        """Let whoever held the card play it, and note it if the other rules forbid the card."""
        deal, player = self._deal, self.laid.holder(card)
        if player is not None and player is not deal.to_move:
            deal = deal._replace(to_move=player, legal=deal.hands[player])
        if deal.led is not None:
            assert deal.trumps is not None  # noqa: S101  # a card is turned before the first lead
            legal = legal_cards(self._rules.following, deal.legal, deal.led, deal.trumps)
            if card not in legal:
                self._note(len(deal.history) + 1, Kind.ILLEGAL, forbidden(card, legal))
        self._deal = deal

    def _take(self, facts: tuple[Event, ...]) -> None:
        """Take what is scored; a card that the record does not have turns nothing up."""
        for fact in facts:
            match fact:
                case TrickWon() if fact.player is not self._took[fact.trick]:
                    said = another_winner(fact.player, self._took[fact.trick])
                    self._note(fact.trick, Kind.TRICK_WINNER, said)
                case TurnedUp() if fact.card in self.laid.pack[self.laid.known :]:
                    return
                case Scored():
                    self.scores.append(fact)
                case _:
                    pass

    @property
    def _lacks_turn_up(self) -> bool:
        """Whether a card was to be turned that the record does not have."""
        return self._deal.top > self.laid.known

    @property
    def _is_played_out(self) -> bool:
        return len(self._deal.history) == self._rules.hand_size

    def _compare_end(self, replayed: Replayed, place: int) -> None:
        """Note what is otherwise about the end of the deal, or of the game."""
        trick, is_last = len(self._deal.history), place + 1 == len(replayed.deals)
        winner = replayed.game.winner if is_last else None
        turned = self.laid.turn_ups or ()
        nothing = self._rules.last_turn_up is LastTurnUp.NOTHING
        if nothing and self._is_played_out and len(turned) > self._rules.hand_size:
            self._note(trick, Kind.TURN_UP, not_turned_last(turned[-1]))
        events = replayed.record.deals[place].events or ()
        if in_another_order(events, self.scores):
            text = "the same points would be pegged in another order"
            self._note(trick, Kind.ORDER, say(text))
        is_cut_short = 2 * trick < len(self.laid.plays)
        if self.winner is not None and (is_cut_short or winner is not self.winner):
            text = (
                f"the game would be over: {self.winner.name} would win at {score_text(self.total)}"
            )
            self._note(trick, Kind.GAME_OVER, say(text))
        elif self.winner is None and winner is not None:
            text = f"the game would go on, at {score_text(self.total)}"
            self._note(trick, Kind.GOES_ON, say(text))

    def _note(self, trick: int, kind: Kind, text: Sentence) -> None:
        self.notes.append(Note(trick, kind, _BY.get(kind, ""), text))


_BY = {
    Kind.ILLEGAL: "following",
    Kind.TRICK_WINNER: "penneech_rank",
    Kind.TURN_UP: "last_turn_up",
    Kind.ORDER: "game_end",
}
"""The rule point that each kind of note is about."""


def _has_begun(replayed: Replayed, place: int) -> bool:
    """Whether the play of a deal has begun: the last may be left while a player is asked."""
    game, _ = replayed.deals[place][-1]
    return game.deal is not None and game.deal.phase is not Phase.THROW_UP

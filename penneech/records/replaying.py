"""Plays one recorded deal again, and compares it with the engine at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.engine.game import deal_pack, play, throw_up
from penneech.engine.state import Phase
from penneech.errors import IllegalPlayError, RecordError
from penneech.events import Dealt, Player, Scored, ThrownUp, TurnedUp
from penneech.records.packs import cards_text, packs_of
from penneech.records.writing import points_of
from penneech.rules import RedealTiming

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.state import Deal, Game
    from penneech.events import Event, Pair
    from penneech.records.model import DealRecord, Step, ThrownUpEntry


class Replay:
    """One deal of a record, in the engine's hands.

    Args:
        game: the game before the deal.
        deal: what the record says of it.
        number: its number in the record, from 1.
        name: how the game is called; empty where it has no name.
        broken_off: whether the deal may stop before its end.
        shown: what is said of its hands; of a view only what its reader has seen.
    """

    def __init__(  # noqa: PLR0913  # all that a replay depends on
        self,
        game: Game,
        deal: DealRecord,
        number: int,
        name: str = "",
        *,
        broken_off: bool,
        shown: DealRecord | None = None,
    ) -> None:
        self.game = game
        self.steps: list[Step] = []
        self._there = f"{name}, deal {number}" if name else f"deal {number}"
        self.place = f"{self._there}, before trick 1"
        self._rules = game.rules
        self._recorded = deal
        self._shown = shown or deal
        self._number = number
        self._broken_off = broken_off
        self._hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
        self._turned: list[Card] = []
        self._expected: tuple[Card, ...] | None = None
        self._earned: list[Scored] = []

    def run(self) -> None:
        """Deal, throw up and play as the record says.

        Raises:
            RecordError: at the first step that cannot be, or that turns out otherwise.
        """
        self._deal_hands()
        for i, card in enumerate(self._recorded.plays):
            self._play(card, i)
        self._compare_end()

    @property
    def _deal(self) -> Deal:
        assert self.game.deal is not None  # noqa: S101  # a pack has been dealt
        return self.game.deal

    def _deal_hands(self) -> None:
        entries = list(self._recorded.thrown_up)
        try:
            packs = packs_of(self._rules, self._recorded)
        except RecordError as error:
            raise self._error(str(error), *error.path) from error
        *void, last = packs
        for attempt, pack in enumerate(void):
            self._deal_pack(pack, entries[attempt].dealer, ("thrown_up", attempt))
            self._answer(entries[attempt : attempt + 1], attempt)
        self._expected = None if self._recorded.pack else self._recorded.turn_ups
        self._deal_pack(last, self._recorded.dealer, ())
        self._answer(entries[len(void) :], len(void))
        if self._hands != self._recorded.hands:
            player = next(who for who in Player if self._hands[who] != self._recorded.hands[who])
            text = f"{player.name}'s hand is {cards_text(self._hands[player])}; the record has"
            raise self._error(f"{text} {cards_text(self._recorded.hands[player])}", "hands")

    def _deal_pack(
        self, pack: tuple[Card, ...], dealer: Player, path: tuple[str | int, ...]
    ) -> None:
        wrong = wrong_dealer(self.game.dealer, dealer)
        if wrong:
            raise self._error(wrong, *path, "dealer")
        self._turned.clear()
        self._step(deal_pack(self.game, pack))

    def _answer(self, entries: list[ThrownUpEntry], first: int) -> None:
        """Answer for both players whether they throw up, as these entries of the record say."""
        left = list(enumerate(entries, first))
        while self._deal.phase is Phase.THROW_UP:
            wanted = bool(left) and left[0][1].by is self._deal.to_move
            if not left and self._is_open():
                return
            if wanted:
                self._compare_entry(*left.pop(0))
            self._step(throw_up(self.game, wanted=wanted))
        for i, entry in left:
            hand, name = cards_text(self._shown.thrown_up[i].hands[entry.by]), entry.by.name
            text = f"throwing up {i + 1}: {name} may not throw up {hand} now"
            raise self._error(f"{text}: redeal={self._rules.redeal}", "thrown_up", i)

    def _is_open(self) -> bool:
        """Whether the record breaks off while a player is asked to throw up."""
        recorded = self._recorded
        if not self._broken_off or recorded.plays:
            return False
        # Once both have kept their hands the first card is turned; if it lies there, it counts.
        if recorded.pack is None and self._rules.redeal_timing is RedealTiming.BEFORE_TURN_UP:
            return not recorded.turn_ups
        return not recorded.events

    def _compare_entry(self, i: int, entry: ThrownUpEntry) -> None:
        """At a throwing up the dealer, both hands and the turn-ups are as the entry says."""
        dealer, turned = self._deal.dealer, tuple(self._turned)
        there, path = f"throwing up {i + 1}", ("thrown_up", i)
        if entry.dealer is not dealer:
            text = f"{there}: {dealer.name} has dealt; the record has {entry.dealer.name}"
            raise self._error(text, *path, "dealer")
        for player in Player:
            hand, recorded = self._hands[player], entry.hands[player]
            if recorded != hand:
                text = f"{there}: {player.name}'s hand is {cards_text(hand)}; the record has"
                raise self._error(f"{text} {cards_text(recorded)}", *path, "hands", player.name)
        if entry.turn_ups != turned:
            text = f"{there}: {cards_text(turned)} is turned; the record has"
            raise self._error(f"{text} {cards_text(entry.turn_ups)}", *path, "turn_ups")

    def _play(self, card: Card, i: int) -> None:
        trick = i // 2 + 1
        try:
            step = play(self.game, card)
        except IllegalPlayError as error:
            text = f"{self._there}, trick {trick}: {error}"
            raise RecordError(text, path=self._path("plays", i)) from error
        self.place = f"{self._there}, trick {trick}, {card}"
        self._step(step)

    def _step(self, step: Step) -> None:
        self.game, facts = step
        self.steps.append(step)
        for fact in facts:
            self._compare(fact)

    def _compare(self, fact: Event) -> None:
        match fact:
            case Dealt():
                self._hands = fact.hands
            case ThrownUp() if fact.drawn:
                kept = self._hands[fact.player.other]
                self._hands = (kept, fact.drawn) if fact.player else (fact.drawn, kept)
            case TurnedUp():
                self._turn(fact.card)
            case Scored():
                self._earn(fact)
            case _:
                pass

    def _turn(self, card: Card) -> None:
        self._turned.append(card)
        there = self._expected
        if there is not None and len(self._turned) > len(there):
            text = f"a card is turned then; the record has {len(there)} turn-ups"
            raise self._error(text, "turn_ups")

    def _earn(self, fact: Scored) -> None:
        there, i = self._recorded.events, len(self._earned)
        self._earned.append(fact)
        if there is None or there[i : i + 1] == (fact,):
            return
        found = event_text(there[i]) if i < len(there) else "no more events"
        text = f"event {i + 1} is {event_text(fact)}; the record has {found}"
        raise self._error(text, "events", *([i] if i < len(there) else []))

    def _compare_end(self) -> None:
        recorded, phase = self._recorded, self._deal.phase
        if phase is not Phase.OVER and not self._broken_off:
            text = f"{self._deal.to_move.name} is to play, and no card follows"
            raise self._error(text, "plays")
        if self._expected is not None and len(self._expected) > len(self._turned):
            i = len(self._turned)
            text = f"no card is turned any more; the record has {self._expected[i]}"
            raise self._error(text, "turn_ups", i)
        if recorded.events is not None and len(recorded.events) > len(self._earned):
            i = len(self._earned)
            text = f"nothing more is scored; the record has {event_text(recorded.events[i])}"
            raise self._error(text, "events", i)
        points = points_of(self._earned)
        if recorded.score is not None and recorded.score != points:
            text = f"the deal's score is {score_text(points)}; the record has"
            raise self._error(f"{text} {score_text(recorded.score)}", "score")

    def _error(self, text: str, *path: str | int) -> RecordError:
        return RecordError(f"{self.place}: {text}", path=self._path(*path))

    def _path(self, *path: str | int) -> tuple[str | int, ...]:
        return ("deals", self._number - 1, *path)


def wrong_dealer(dealer: Player, recorded: Player) -> str:
    """What to say of a dealer whose turn it is not; nothing of one whose turn it is."""
    if dealer is recorded:
        return ""
    return f"it is {dealer.name}'s turn to deal; the record has {recorded.name}"


def event_text(event: Scored) -> str:
    """An event in one phrase: who, how much, for what, and after how many tricks."""
    card = "" if event.card is None else f" {event.card}"
    return f"{event.player.name} {event.points} ({event.source.value}{card}, trick {event.trick})"


def score_text(score: Pair) -> str:
    """The points of both players."""
    return f"A {score[0]}, B {score[1]}"

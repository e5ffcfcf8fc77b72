"""The words of a game that is played: what happened, whose turn it is, and why a card is refused.

Every screen speaks with this voice, so that all say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from penneech.advice.counsel import Measure
from penneech.cards import Suit, parse_card
from penneech.errors import CardError
from penneech.events import (
    Cut,
    DealEnded,
    Dealt,
    GameEnded,
    Played,
    Player,
    Scored,
    Source,
    ThrownUp,
    TrickWon,
    TurnedUp,
)
from penneech.players.pimc import MOST_CARDS
from penneech.players.registry import WITHOUT_NUMBA
from penneech.render.telling import duty
from penneech.render.wording import Words
from penneech.rules import RedealScope
from penneech.screens.sitting import PERSON, Waits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from penneech.advice.counsel import Advice
    from penneech.cards import Card
    from penneech.events import Event, Pair
    from penneech.screens.face import Face
    from penneech.screens.session import Session

PHRASES = Path(__file__).with_name("phrases.yaml")

YOU, THEY, NAMED = "you", "they", "named"

LONGEST_NUMBER = 4
"""Figures of a number that stands for a card or a variant."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What is said of one game to the person before the screen.

    Args:
        session: the game.
        language: `en` or `it`.
        written: how a card is written.
    """

    session: Session
    language: str
    written: Callable[[Card], str]

    @property
    def words(self) -> Words:
        """The words of the language."""
        return words_in(self.language)

    def text(self, key: str, **figures: str | int) -> str:
        """A phrase of the play."""
        return self.words.text(f"play.{key}", **figures)

    def name(self, player: Player) -> str:
        """How a player is called: you, the computer player's name, or A and B."""
        if self.session.has_two_people:
            return player.name
        if player is self.session.facing:
            return self.text("names.you")
        name = self.session.players[player]
        return player.name if name == PERSON else name

    def of(self, key: str, player: Player, **figures: str | int) -> str:
        """A phrase about what a player does, spoken to that player or of it."""
        form = YOU if player is self.session.facing else THEY
        if self.session.has_two_people:
            form = NAMED if self.words.has(f"play.{key}.{NAMED}") else THEY
        names = {"name": self.name(player), "other": self.name(player.other)}
        return self.text(f"{key}.{form}", **names, **figures)

    def suit(self, suit: Suit) -> str:
        """A suit in words."""
        return self.words.suit(suit)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row."""
        return ", ".join(self.written(card) for card in cards)

    def score(self, score: Pair) -> str:
        """Both totals, those of the person before the screen first."""
        me = self.session.facing
        return ", ".join(
            self.text("names.score", name=self.name(player), points=score[player])
            for player in (me, me.other)
        )

    def happened(self, since: int = 0) -> Iterator[str]:
        """What happened since a moment, in a line for each fact that tells something."""
        return self.told(self.session.events(since), deals_in(self.session.events(0, since)))

    def told(self, facts: Iterable[Event], number: int) -> Iterator[str]:
        """Facts that follow one another, in a line for each that tells something.

        Args:
            facts: as the person before the screen was shown them.
            number: how many deals were begun before.
        """
        for fact, following in pairwise((*facts, None)):
            assert fact is not None  # noqa: S101  # only the last is
            if isinstance(fact, Dealt):
                number += not fact.attempt
            yield from self._fact(fact, number, is_lead=not isinstance(following, TrickWon))

    def _fact(self, fact: Event, number: int, *, is_lead: bool) -> Iterator[str]:
        match fact:
            case Cut():
                yield self._cut(fact)
            case Dealt():
                key = "deals_again" if fact.attempt else "deals"
                yield self.of(f"happened.{key}", fact.dealer, n=number)
            case ThrownUp():
                yield from self._thrown_up(fact)
            case TurnedUp():
                yield self._turned(fact)
            case Played():
                key = "leads" if is_lead else "plays"
                card = self.written(fact.card)
                yield self.of(f"happened.{key}", fact.player, card=card)
            case TrickWon():
                yield self.of("happened.takes", fact.player)
            case Scored():
                yield self.scored(fact)
            case DealEnded():
                yield self.text("happened.deal_over", score=self.score(fact.score))
            case GameEnded():
                yield self.ended(fact.winner, fact.score)
            case _:
                assert_never(fact)

    def _cut(self, cut: Cut) -> str:
        me = self.session.facing
        mine, others = (cut.a, cut.b)[:: -1 if me else 1]
        cards = {"mine": self.written(mine), "others": self.written(others)}
        return self.of("happened.cut", me, **cards)

    def _thrown_up(self, fact: ThrownUp) -> Iterator[str]:
        yield self.of("happened.throws_up", fact.player, cards=self.cards(fact.hand))
        if self.session.rules.redeal_scope is RedealScope.BOTH_HANDS:
            yield self.text("happened.void")
        else:
            yield self.of("happened.draws", fact.player)

    def _turned(self, fact: TurnedUp) -> str:
        last = fact.trick == self.session.rules.hand_size
        key = "happened.turns_last" if last else "happened.turns"
        suit = self.suit(fact.card.suit)
        return self.of(key, fact.player, card=self.written(fact.card), suit=suit)

    def scored(self, fact: Scored) -> str:
        """Who scored how much, and for what."""
        return self.text(
            "happened.scores",
            name=self.name(fact.player),
            points=fact.points,
            why=self.why(fact),
        )

    def why(self, fact: Scored) -> str:
        """What points were scored for."""
        if fact.card is None or fact.source is Source.EXCESS:
            over = self.session.rules.excess_over
            return self.text("why.excess", n=fact.points, over=over)
        return self.text(f"why.{fact.source}", card=self.written(fact.card))

    def ended(self, winner: Player | None, score: Pair) -> str:
        """Who won the game, and by how much."""
        if winner is None:
            return self.text("happened.undecided")
        figures = {"mine": score[winner], "others": score[winner.other]}
        return self.of("happened.wins", winner, **figures)

    def turn(self, face: Face) -> str:  # noqa: PLR0911  # one case for each
        """What is to be done now, and what the rules say of it."""
        match face.waits:
            case Waits.CARD:
                return self.duty(face) if face.led else self.of("turn.lead", face.me)
            case Waits.ANSWER:
                what = self.text(f"holds.{face.rules.redeal}")
                return self.text("turn.answer", what=what)
            case Waits.COMPUTER:
                back = self.session.may_undo
                name = self.name(face.me.other)
                return self.text("turn.may_take_back" if back else "turn.thinks", name=name)
            case Waits.OTHER:
                return self.text("turn.other", name=self.name(face.me.other))
            case Waits.CURTAIN:
                return self.text("turn.curtain", name=self.name(face.me.other))
            case Waits.DEAL:
                again = self.session.moment > 0 and not face.history
                return self.text("turn.redeal" if again else "turn.deal")
            case Waits.NOTHING:
                return self.ended(face.winner, face.score)
            case _:
                assert_never(face.waits)

    def duty(self, face: Face) -> str:
        """What the rule of following suit asks of the person who is to reply."""
        if face.led is None or face.trumps is None:
            return self.of("turn.lead", face.me)
        suit, trumps = face.led.suit, face.trumps
        key = duty(
            face.rules.following,
            follows=any(card.suit is suit for card in face.hand),
            has_trump=any(card.suit is trumps for card in face.hand),
        )
        if key == "follow_or_trump" and suit is trumps:
            key = "follow_trumps"
        return self.text(f"duty.{key}", suit=self.suit(suit), trumps=self.suit(trumps))

    def refused(self, face: Face, card: Card) -> str:
        """Why a card of the hand may not be played; the rule point is named."""
        if face.waits is not Waits.CARD:
            return self.text("refused.not_now")
        reading = face.rules.following.value
        name = self.written(card)
        named = name[:1].upper() + name[1:]
        return self.text("refused.card", card=named, duty=self.duty(face), reading=reading)

    def named_card(self, face: Face, text: str) -> Card | str:
        """The card of the hand that is meant by a number or a name; else what to say of it."""
        place = numbered(text)
        if 0 < place <= len(face.hand):
            return face.hand[place - 1]
        try:
            card = parse_card(text)
        except CardError:
            return self.text("refused.no_card", text=text)
        return card if card in face.hand else self.text("refused.no_card", text=text)

    def advice(self, advice: Advice) -> list[str]:
        """A hint, and what each legal card is worth to the player who gives it."""
        player = advice.player
        if advice.card is None:
            key = "throw_up" if advice.throws_up else "keep"
            return [self.text(f"hint.{key}", player=player)]
        key = "weak_card" if self.session.why_weak else "card"
        lines = [self.text(f"hint.{key}", player=player, card=self.written(advice.card))]
        if len(advice.worths) > 1 and advice.measure is not Measure.NONE:
            values = ", ".join(
                self.text("hint.value", card=self.written(worth.card), value=f"{worth.value:+.1f}")
                for worth in advice.worths
            )
            lines.append(self.text(f"hint.{advice.measure}", values=values))
        return lines

    def why_weak(self) -> str:
        """Why no strong player can be asked for a hint, and how one can; empty where one can."""
        why = self.session.why_weak
        return self.text(f"hint.{why}", player=WITHOUT_NUMBA, n=MOST_CARDS) if why else ""


@cache
def words_in(language: str) -> Words:
    """The words of a language, those of the play among them."""
    return Words(language, PHRASES)


def numbered(text: str) -> int:
    """The number that is typed; 0 where it is none, or longer than any that is asked for."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else 0


def deals_in(facts: Iterable[Event]) -> int:
    """How many deals were begun."""
    return sum(isinstance(fact, Dealt) and not fact.attempt for fact in facts)

"""Who led each trick of a deal in notation, so that hands that nobody wrote down can be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.cards import parse_card
from penneech.engine.trick import reply_wins
from penneech.engine.umpire import umpire_of
from penneech.errors import CardError
from penneech.records.notation.lines import NotationError, Word
from penneech.rules import PARAMETERS, RULE_POINTS, PenneechRank, Rules, faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from penneech.cards import Card
    from penneech.engine.umpire import Umpire
    from penneech.files.yamlscalar import Value

_OTHER = {"A": "B", "B": "A"}


class NotedTrick(NamedTuple):
    """A trick as it was written.

    Args:
        leader: who led it; empty where nobody said so.
        cards: the card led, and the card played to it.
        offset: where it stands.
    """

    leader: str
    cards: tuple[Word, Word]
    offset: int


def leaders_of(
    tricks: Sequence[NotedTrick],
    turned: Sequence[str],
    dealer: str,
    game: Mapping[str, Value],
    offset: int,
) -> Iterator[tuple[str, NotedTrick]]:
    """The tricks, each with who led it: the elder the first, and then who took the one before.

    Args:
        tricks: the tricks as they were written.
        turned: the cards turned, in order.
        dealer: who dealt.
        game: the data of the game: its parameters, and its rules where they are known.
        offset: where the deal stands.

    Raises:
        NotationError: when it hangs on a rule that nobody has told, or is not as it was written.
    """
    if len(turned) < len(tricks):
        text = "who took the tricks cannot be told without the turn-ups; write a line `turned:`"
        raise NotationError(text, offset)
    umpires = [umpire_of(rules) for rules in _possible(game, offset)]
    leader: str | None = _OTHER[dealer]
    for number, trick in enumerate(tricks, 1):
        if trick.leader and leader is not None and trick.leader != leader:
            text = f"{leader} leads trick {number}, not {trick.leader}"
            raise NotationError(text, trick.offset)
        named = trick.leader or leader
        if not named:
            text = (
                f"who led trick {number} hangs on how high the penneech ranks; write the letter of "
                "who led before the two cards, or the variant at the beginning"
            )
            raise NotationError(text, trick.offset)
        yield named, trick
        led, reply = (_card(word) for word in trick.cards)
        turn_up = _card(Word(turned[number - 1], trick.offset))
        leader = _taker(umpires, named, (led, reply), turn_up)


def _taker(
    umpires: Sequence[Umpire], leader: str, cards: tuple[Card, Card], turn_up: Card
) -> str | None:
    """Who takes a trick; None where the umpires differ."""
    led, reply = cards
    answers = {
        reply_wins(umpire.strengths[turn_up.index], led, reply, turn_up.suit) for umpire in umpires
    }
    if len(answers) > 1:
        return None
    return _OTHER[leader] if answers.pop() else leader


def _possible(game: Mapping[str, Value], offset: int) -> Iterator[Rules]:
    """The rules of the game; where they are not known, all that differ in who takes a trick."""
    told = game.get("rules")
    own = told if isinstance(told, dict) else {}
    readings = {point: next(iter(kind)).value for point, kind in RULE_POINTS.items()}
    parameters = {name: game[name] for name in PARAMETERS}
    for rank in PenneechRank:
        if own.get("penneech_rank", rank) != rank:
            continue
        resolved = {**parameters, "rules": {**readings, "penneech_rank": rank.value}}
        for path, text in faults(resolved):
            raise NotationError(f"{'.'.join(path)}: {text}", offset)
        yield Rules.from_resolved(resolved)


def _card(word: Word) -> Card:
    try:
        return parse_card(word.text)
    except CardError as error:
        raise NotationError(str(error), word.offset) from error

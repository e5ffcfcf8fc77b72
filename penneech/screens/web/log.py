"""The log of a game, set in HTML; what has once been told is not set again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from penneech.screens.voice import deals_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.events import Player
    from penneech.screens.voice import Voice


class Told(NamedTuple):
    """What one deal or one choice brought.

    Args:
        lines: its lines, each an item of a list.
        deals: how many deals were begun until then.
    """

    lines: tuple[Markup, ...]
    deals: int


class Log:
    """What has been told of one game, for each seat and each language.

    Nothing but a lead can be taken back, and that only until something follows it: so all that
    happened before the last choice stays as it was told.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[Player, str], tuple[Told, ...]] = {}

    def told(self, voice: Voice) -> tuple[Told, ...]:
        """The whole log as it stands, from the first deal; the cuts are told with it."""
        session = voice.session
        reader = session.facing, voice.language
        kept = self._kept.get(reader, ())[: max(session.moment - 1, 0)]
        told = list(kept)
        for moment in range(len(kept), session.moment):
            facts = session.events(moment, moment + 1)
            deals = told[-1].deals if told else 0
            lines = tuple(map(_set, voice.told(facts, deals)))
            told.append(Told(lines, deals + deals_in(facts)))
        # Another thread may have done the same meanwhile, and come to the same.
        self._kept[reader] = tuple(told)
        return self._kept[reader]


def lines_of(voice: Voice, log: Log) -> tuple[Markup, Markup]:
    """The log in two lists: the last deal, its newest line on top; and all before it, in order."""
    began, told = voice.session.deal_began, log.told(voice)
    if not told:
        return _joined(reversed([*map(_set, voice.happened())])), Markup()
    now = [line for step in told[began:] for line in step.lines]
    return _joined(reversed(now)), _joined(line for step in told[:began] for line in step.lines)


def _set(line: str) -> Markup:
    return Markup(f"<li>{escape(line)}</li>\n")  # noqa: S704  # it is escaped here


def _joined(lines: Iterable[Markup]) -> Markup:
    """Lines one after the other; all are set already, so that none is looked through again."""
    return Markup("".join(lines))  # noqa: S704  # each was escaped when it was set

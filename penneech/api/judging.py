"""Records judged: by which rules they were played, scored again, and set beside best play."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from penneech.advice.hindsight import solved_deals
from penneech.api.asked import record_of, records_of, text_of
from penneech.api.readings import found, known
from penneech.api.sheets import Grid, Sheet, Shown
from penneech.chance import checked_seed
from penneech.errors import PenneechError
from penneech.extras import installing
from penneech.kernel import available
from penneech.players.registry import STRONGEST, opponent_named
from penneech.readings import rescore as score_again
from penneech.readings import which_of_all
from penneech.records import Record, game_name, verify
from penneech.render.hindsight import solved_data
from penneech.render.remaining import fit_of, remaining_data
from penneech.render.rescored import twice_data
from penneech.rules import RULE_POINTS
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from penneech.advice.hindsight import SolvedDeal
    from penneech.events import Pair
    from penneech.readings import Remaining
    from penneech.readings.twofold import GameTwice
    from penneech.render.remaining import Fit
    from penneech.variant import Variant


@dataclass(frozen=True, slots=True, repr=False)
class Which(Shown):
    """The readings that recorded games leave possible.

    Args:
        games: how many games were judged.
        remaining: what remains of the rule space.
        fits: how each shipped variant stands to it.
    """

    games: int
    remaining: Remaining
    fits: tuple[Fit, ...]

    def __repr__(self) -> str:
        return f"<Which: {len(self.remaining):,} of {self.remaining.space:,} rules agree>"

    @property
    def variants(self) -> tuple[str, ...]:
        """The ids of the shipped variants that remain possible."""
        return tuple([fit.variant for fit in self.fits if fit.fits])

    def readings(self, point: str) -> tuple[str, ...]:
        """The readings of a rule point that remain possible.

        Raises:
            UnknownNameError: for a rule point that there is not.
        """
        known("rule point", point, RULE_POINTS)
        return tuple(self.remaining.readings(point))

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as `penneech which RECORD --json`."""
        return remaining_data(self.remaining, self.games, self.fits)

    def sheet(self) -> Sheet:
        """What a notebook shows of it: the rule points of which something is ruled out."""
        told = [(point, kind, self.readings(point)) for point, kind in RULE_POINTS.items()]
        rows = [
            (point, ", ".join(kept), ", ".join([one for one in kind if one not in kept]))
            for point, kind, kept in told
            if len(kept) < len(kind)
        ]
        agree = f"{len(self.remaining):,} of the {self.remaining.space:,} rules agree."
        fit = ", ".join(self.variants) or "none"
        return Sheet(
            title="Which rules were these players using?",
            lead=(agree, f"Shipped variants among them: {fit}."),
            grids=(Grid(("rule", "remains", "ruled out"), tuple(rows)),) if rows else (),
        )


@dataclass(frozen=True, slots=True, repr=False)
class Rescored(Shown):
    """A game scored twice.

    Args:
        record: the game.
        variant: the variant by which it was scored again.
        twice: every score of both sides, and what the other rules would not have had so.
    """

    record: Record
    variant: Variant
    twice: GameTwice

    def __repr__(self) -> str:
        was, would_be = _points(self.twice.score_was), _points(self.twice.score_would_be)
        return f"<Rescored by {self.variant.id}: {would_be} instead of {was}>"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as a game of `penneech rescore RECORD --json`."""
        return twice_data(self.twice, self.record.heading.game, 0, self.variant.id)

    def sheet(self) -> Sheet:
        """What a notebook shows of it: a row a deal."""
        rows = [
            (
                str(deal.number),
                _points(deal.was),
                _points(deal.would_be),
                "; ".join(str(note.text) for note in deal.notes),
            )
            for deal in self.twice.deals
        ]
        columns = ("deal", "as recorded", f"by {self.variant.id}", "what would not have been so")
        was, would_be = _points(self.twice.score_was), _points(self.twice.score_would_be)
        return Sheet(
            title=f"Scored by {self.variant.id}",
            lead=(f"{was} as recorded, {would_be} by {self.variant.id}.",),
            grids=(Grid(columns, tuple(rows)),),
        )


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Shown):
    """A game beside best play with all cards seen: what each card gave away.

    Args:
        record: the game.
        player: the name of the player who is asked at every turn, seeing what the player saw.
        seed: the seed of that player's luck.
        deals: the deals, with every card played.
    """

    record: Record
    player: str
    seed: int
    deals: tuple[SolvedDeal, ...]

    def __repr__(self) -> str:
        a, b = self.given
        return f"<Solved: A gave away {a} points, B {b}>"

    @property
    def given(self) -> tuple[int, int]:
        """What A and B gave away in all, in points."""
        a, b = ([deal.given[side] for deal in self.deals] for side in (0, 1))
        return sum(a), sum(b)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as a game of `penneech solve RECORD --json`."""
        return solved_data(self.deals, self.record.heading, 0, self.player, self.seed)

    def sheet(self) -> Sheet:
        """What a notebook shows of it: the cards that gave something away."""
        rows = [
            (
                f"{deal.number}.{move.trick}",
                move.player.name,
                move.card.sign,
                " ".join(card.sign for card in move.best),
                move.choice.sign,
                str(move.given),
            )
            for deal in self.deals
            for move in deal.moves
            if move.given
        ]
        columns = ("deal and trick", "player", "played", "best", self.player, "gave away")
        a, b = self.given
        notes = [deal.unsolved for deal in self.deals if deal.unsolved]
        return Sheet(
            title="Beside best play with all cards seen",
            lead=(f"A gave away {a} points, B {b}.",),
            grids=(Grid(columns, tuple(rows)),) if rows else (),
            notes=tuple(dict.fromkeys(notes)),
        )


def which(records: Record | Iterable[Record]) -> Which:
    """Under which readings the games are legal and scored as recorded.

    What a record says of its own rule points is not looked at; its parameters are believed.

    Args:
        records: one record or several.

    Raises:
        RecordError: for a record that cannot have been played under any rules of its parameters.
    """
    games = records_of(records)
    named = [(game_name(one.heading, place), one) for place, one in enumerate(games, 1)]
    remaining = which_of_all(iter(named))
    judged = [one.rules for one in games]
    fits = [fit_of(one.id, one.rules, remaining, judged) for one in shipped_variants()]
    return Which(len(games), remaining, tuple(fits))


def rescore(record: Record, variant: str | Path | Variant) -> Rescored:
    """Score the cards of a game under another variant.

    Args:
        record: a record that holds under its own rules.
        variant: a variant, its id, or the path of its file.

    Raises:
        RecordError: when the record is a view, or does not hold.
        PenneechError: when the other rules cannot be applied to it.
    """
    one = found(variant)
    record_of(record)
    return Rescored(record, one, score_again(record, one.rules))


def solve(record: Record, player: str = STRONGEST, *, seed: int | None = None) -> Solved:
    """Best play with all cards seen, and what each card played gave away.

    Args:
        record: a whole record, with no hidden card.
        player: who is asked at every turn what it would play without seeing the cards.
        seed: the seed of that player's luck; the record's unless told, else a fresh one.

    Raises:
        PenneechError: without the extra `fast`, and for hands of more than ten cards.
        RecordError: when the record is a view, or does not hold.
    """
    record_of(record)
    who = opponent_named(text_of(player, "the name of a player"))
    if not available():
        raise PenneechError(f"best play is found with Numba; install it with: {installing('fast')}")
    own = record.heading.seed
    own_luck = secrets.randbits(64) if own is None else own
    luck = own_luck if seed is None else checked_seed(seed)
    deals = tuple(solved_deals(verify(record), who, luck))
    return Solved(record, player, luck, deals)


def _points(points: Pair | None) -> str:
    return "not played" if points is None else f"{points[0]} to {points[1]}"

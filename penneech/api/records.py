"""Whole games for programs and notebooks: played by computer players, read, kept."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Self

from penneech.api.asked import path_of, text_of
from penneech.api.readings import found
from penneech.api.sheets import Grid, Sheet, Shown
from penneech.chance import checked_game, checked_seed
from penneech.errors import PenneechError, quoted, reason
from penneech.players.registry import player_named
from penneech.records import Record as _Record
from penneech.records import game_title, points_of, record_text, record_to_data
from penneech.records import read_records as _read_records
from penneech.records.files import NOTATION
from penneech.records.notation import notation_of
from penneech.render.files import write_document
from penneech.render.tally import counted
from penneech.study.match import Match, record_of_game

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.cards import Card
    from penneech.events import Pair
    from penneech.records import DealRecord
    from penneech.variant import Variant as _Variant

UNSEEN = "??"


class Record(_Record, Shown):
    """One game as it was played: cards, points and score.

    `play`, `read_records` and `Game.record` give them. It is what the rest of the package calls a
    record, and a notebook shows it.
    """

    __slots__ = ()

    @classmethod
    def of(cls, record: _Record) -> Self:
        """The same record, fit to be shown."""
        return cls(**{field.name: getattr(record, field.name) for field in fields(record)})

    def __repr__(self) -> str:
        return f"<Record {self.heading.variant or 'of unnamed rules'}: {_outcome(self)}>"

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data, as its file has it."""
        return record_to_data(self)

    def notation(self) -> str:
        """The record in notation, a few lines a deal (docs/reference/notation.md)."""
        return notation_of(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, which is replaced when the new one is whole.

        Args:
            path: a name that ends in .json, or in .txt for notation.

        Raises:
            PenneechError: when it cannot be written.
        """
        target = path_of(path)
        try:
            is_notation = target.suffix.lower() == NOTATION
            write_document(target, self.notation() if is_notation else record_text(self) + "\n")
        except OSError as error:
            raise PenneechError(f"{path} cannot be written: {reason(error)}") from error

    def sheet(self) -> Sheet:
        """What a notebook shows of it: a row a deal."""
        columns = ("deal", "dealer", "turn-ups", "A holds", "B holds", "A earns", "B earns")
        rows = tuple([_row(n, deal) for n, deal in enumerate(self.deals, 1)])
        names = self.heading.names or self.heading.players or ("A", "B")
        under = f" under {self.heading.variant}" if self.heading.variant else ""
        return Sheet(
            title=f"{game_title(self.heading)}{under}: {names[0]} at A, {names[1]} at B",
            lead=(_outcome(self),),
            grids=(Grid(columns, rows),),
            notes=() if self.heading.seed is None else (f"Seed {self.heading.seed}",),
        )


def play(
    variant: str | Path | _Variant,
    players: str | Sequence[str] = "greedy",
    *,
    seed: int | None = None,
    game: int = 0,
    swapped: bool = False,
) -> Record:
    """Play one game between computer players, and write it down.

    Args:
        variant: a variant, its id, or the path of its file.
        players: the names of the players at A and B, or one name for both.
        seed: 0 to 2^64 - 1; a fresh one unless told, and the record has it.
        game: the number of the game under that seed, 0 to 2^64 - 1.
        swapped: whether the players change places; cut, dealer and packs stay.

    Raises:
        SeedError: for a seed or a number out of bounds.
        PenneechError: for an unknown player, or one that needs what is not installed.

    >>> play("parlett", seed=1).score
    (63, 47)
    """
    one = found(variant)
    a, b = two(players)
    number = checked_game(game)
    match = Match(
        rules=one.rules,
        variant=one.id,
        players=(player_named(a), player_named(b)),
        seed=secrets.randbits(64) if seed is None else checked_seed(seed),
        games=1,
    )
    return Record.of(record_of_game(match, number, swapped=bool(swapped)))


def read_records(path: str | Path, *, check: bool = True) -> tuple[Record, ...]:
    """Read the games of a file, each checked card by card.

    Args:
        path: a .json file has one game, a .jsonl file one in each line, a .txt file games in
            notation.
        check: whether a `check` that is there must be right; a game edited by hand has a wrong one.

    Raises:
        FileFaultsError: at the first record that does not hold, with its place.
    """
    return tuple([Record.of(one) for one in _read_records(path_of(path), check=check)])


def two(players: str | Sequence[str]) -> tuple[str, str]:
    """The two players who are named: one name stands for both seats.

    Raises:
        PenneechError: for more than two.
    """
    given = players.split(",") if isinstance(players, str) else players
    if not isinstance(given, Sequence):
        raise TypeError(f"players are named like 'greedy,random', not {quoted(players)}")
    names = tuple([text_of(name, "the name of a player") for name in given])
    names = names * 2 if len(names) == 1 else names
    if len(names) != 2:  # noqa: PLR2004  # two players
        raise PenneechError(f"{len(names)} players are named; name two, like greedy,random")
    return names[0].strip(), names[1].strip()


def _outcome(record: _Record) -> str:
    deals = counted(len(record.deals), "deal")
    if record.score is None:
        return deals
    a, b = record.score
    end = "not finished" if record.winner is None else f"{record.winner.name} wins"
    return f"{end}, {a} to {b}, in {deals}"


def _row(number: int, deal: DealRecord) -> tuple[str, ...]:
    earned: Pair | None = deal.score if deal.events is None else points_of(deal.events)
    points = ("", "") if earned is None else (str(earned[0]), str(earned[1]))
    hands = [" ".join(map(_card, hand)) for hand in deal.hands]
    turned = " ".join(map(_card, deal.turn_ups))
    return (str(number), deal.dealer.name, turned, *hands, *points)


def _card(card: Card | None) -> str:
    return UNSEEN if card is None else card.sign

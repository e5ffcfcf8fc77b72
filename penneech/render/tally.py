"""What became of the games of a match, in a few lines or as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.engine.state import MAX_DEALS, MAX_REDEALS
from penneech.events import Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.study.match import Match, Tally


def tally_data(match: Match, tally: Tally) -> dict[str, object]:
    """The outcome as plain data; the players in the order in which they were named."""
    players = [
        {"name": name, "won": tally.by_player[i], "mean_score": round(tally.means[i], 4)}
        for i, name in enumerate(tally.players)
    ]
    return {
        "variant": match.variant,
        "digest": match.rules.digest(),
        "seed": str(match.seed),
        "swap": match.swap,
        "games": tally.games,
        "deals": tally.deals,
        "thrown_up": tally.thrown_up,
        "players": players,
        "won_by_seat": {seat.name: tally.by_seat[seat] for seat in Player},
        "no_winner": tally.undecided,
        "forced_hands": tally.forced,
    }


def tally_lines(match: Match, tally: Tally) -> Iterator[str]:
    """The outcome in lines of at most 80 columns."""
    a, b = tally.players
    exchanged = ", and with the players exchanged" if match.swap else ""
    yield f"{match.variant}: {a} at A, {b} at B{exchanged}; seed {match.seed}"
    played = (tally.games, "game"), (tally.deals, "deal"), (tally.thrown_up, "hand")
    yield ", ".join(counted(number, what) for number, what in played) + " thrown up"
    for i, name in enumerate(tally.players):
        label = name if a != b else f"{name} at {Player(i).name}"
        mean = f"mean score {tally.means[i]:.1f}"
        yield f"  {label:<12} won {tally.by_player[i]:,} of {tally.games:,}, {mean}"
    if match.swap and a != b:
        yield f"  by seat      A won {tally.by_seat[0]:,}, B won {tally.by_seat[1]:,}"
    if tally.undecided:
        yield f"  no winner    {counted(tally.undecided, 'game')}; {_reason(match, tally)}"
    if tally.forced:
        hands = counted(tally.forced, "hand")
        yield f"  forced       {hands}, after {MAX_REDEALS} redeals in a row"


def _reason(match: Match, tally: Tally) -> str:
    """Why a game had no winner."""
    if match.packs is None or tally.deals == MAX_DEALS * tally.games:
        return f"a game stops after {MAX_DEALS:,} deals"
    there = len(match.packs)
    what = "the one pack was dealt" if there == 1 else f"all {there:,} packs were dealt"
    return f"{what}, and {there + 1:,} at least are needed"


def counted(number: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"

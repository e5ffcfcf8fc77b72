"""The commands that ask a player about a record: `advise` and `solve`."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.options import (
    deal_option,
    game_option,
    json_option,
    no_check_option,
    seed_option,
)
from penneech.cli.statuses import status_of
from penneech.cli.suggesting import player_names
from penneech.errors import FileFaultsError, PenneechError, visible
from penneech.extras import installing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.advice.hindsight import SolvedDeal
    from penneech.players.protocol import PlayerAtTable
    from penneech.records import Record, Replayed, Viewed

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("record", type=_FILE)
@click.option(
    "--player",
    metavar="P",
    shell_complete=player_names,
    help="random, greedy, pimc:N or infer:N; infer:128 unless told.",
)
@seed_option("Seed of the player's luck; a fresh one unless told, and it is printed.")
@game_option
@no_check_option
@json_option
def advise(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    record: Path,
    player: str | None,
    seed: int | None,
    game: int | None,
    no_check: bool,  # noqa: FBT001  # click passes flags so
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Tell the next card in RECORD, an unfinished game, as a player would choose it.

    The player sees what the player to move may see and no more, whatever the record has; a view,
    with ?? for hidden cards, will do. Each legal card is told with its value to the player. With
    the seed of a simulated game a player plays as it played there. Exit 1 if the record does not
    hold, 2 if nobody is to move.
    """
    from penneech.advice.counsel import advised  # noqa: PLC0415  # keeps --help quick
    from penneech.render.advised import advice_data, advice_sheet  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.render.script import Script  # noqa: PLC0415  # the same

    who = _adviser(player)
    line, found = _one_game(record, game, check=not no_check)
    luck = secrets.randbits(64) if seed is None else seed
    try:
        advice = advised(found, who, luck)
    except PenneechError as error:
        raise _named(error, record, found.record, line) from error
    heading = found.record.heading
    if as_json:
        data = {"record": str(record), "line": line or None, **advice_data(advice, heading)}
        click.echo(json.dumps(data, indent=2))
    else:
        show(advice_sheet(advice, heading, line, Script.of(sys.stdout.encoding, plain=False)))


@click.command()
@click.argument("record", type=_FILE)
@deal_option
@click.option(
    "--player",
    metavar="P",
    shell_complete=player_names,
    help="Who is asked at every turn what it would play without seeing the cards; infer:128 unless "
    "told.",
)
@seed_option("Seed of that player's luck; the record's, else a fresh one, and it is printed.")
@game_option
@no_check_option
@json_option
def solve(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    record: Path,
    deal: int | None,
    player: str | None,
    seed: int | None,
    game: int | None,
    no_check: bool,  # noqa: FBT001  # click passes flags so
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Find best play with all cards seen in RECORD, and where each player lost points.

    For each card played: what it gave away, the best cards, and what another player would have
    played from what the player to move saw. Points are those of the deal, one player's less the
    other's: the target is ignored, and a deal is reckoned to its last trick even where the game is
    won before. It takes hands of ten cards at most, and the whole record, not a view.
    """
    from penneech.render.hindsight import solved_data, solved_sheet  # noqa: PLC0415  # quick --help
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.render.script import Script  # noqa: PLC0415  # the same

    who = _beside_best_play(player)
    script, data = Script.of(sys.stdout.encoding, plain=False), []
    for place, (line, found) in enumerate(_games(record, game, check=not no_check)):
        luck = _seed_of(found.record, seed)
        about = found.record.heading, line, who.name, luck
        try:
            solved = _solved(found, who, luck, deal)
        except PenneechError as error:
            raise _named(error, record, found.record, line) from error
        if as_json:
            data.append(solved_data(solved, *about))
            continue
        if place:
            click.echo()
        show(solved_sheet(solved, *about, script))
    if as_json:
        click.echo(json.dumps({"record": str(record), "games": data}, indent=2))


def _adviser(name: str | None) -> PlayerAtTable:
    """The player who is asked; the strongest that there is unless one is named."""
    from penneech import kernel  # noqa: PLC0415  # keeps --help quick
    from penneech.players.registry import STRONGEST, WITHOUT_NUMBA  # noqa: PLC0415  # the same

    if name is None and not kernel.available():
        text = f"Numba is not installed, so {WITHOUT_NUMBA} advises and not {STRONGEST}"
        click.echo(f"Note: {text}; it comes with: {installing('fast')}", err=True)
    default = STRONGEST if kernel.available() else WITHOUT_NUMBA
    return _who_does_not_see_all(default if name is None else name)


def _beside_best_play(name: str | None) -> PlayerAtTable:
    """The player who is set beside best play."""
    from penneech import kernel  # noqa: PLC0415  # keeps --help quick
    from penneech.players.registry import STRONGEST  # noqa: PLC0415  # the same

    if not kernel.available():
        raise PenneechError(f"best play is found with Numba; install it with: {installing('fast')}")
    return _who_does_not_see_all(STRONGEST if name is None else name)


def _who_does_not_see_all(name: str) -> PlayerAtTable:
    from penneech.players.registry import NAMES, OPEN, opponent_named  # noqa: PLC0415  # as above

    if name == OPEN:
        others = ", ".join(other for other in NAMES if other != OPEN)
        text = f"{OPEN} sees all cards, and here a player is asked who does not; choose of {others}"
        raise PenneechError(text)
    return opponent_named(name)


def _one_game(path: Path, game: int | None, *, check: bool) -> tuple[int, Replayed | Viewed]:
    """The one game that is meant, with the number of its line."""
    games = _games(path, game, check=check)
    found = next(games)
    if game is None and next(games, None) is not None:
        raise click.UsageError(visible(f"{path} holds several games; name one with --game N"))
    return found


def _games(path: Path, game: int | None, *, check: bool) -> Iterator[tuple[int, Replayed | Viewed]]:
    """The games of a file, checked, with the numbers of their lines: all, or those of a number."""
    from penneech.records import checked_records, number_of  # noqa: PLC0415  # keeps --help quick

    shown = False
    try:
        for line, found in checked_records(path, check=check):
            if game in (None, number_of(found.record.heading, line)):
                shown = True
                yield line, found
    except FileFaultsError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(status_of(error))
    if not shown:
        raise click.BadParameter(f"{path} has no game {game}", param_hint="--game")


def _seed_of(record: Record, seed: int | None) -> int:
    """The seed that was given, else the record's, else a fresh one."""
    if seed is not None:
        return seed
    own = record.heading.seed
    return secrets.randbits(64) if own is None else own


def _solved(
    found: Replayed | Viewed, who: PlayerAtTable, luck: int, deal: int | None
) -> list[SolvedDeal]:
    from penneech.advice.hindsight import solved_deals  # noqa: PLC0415  # keeps --help quick
    from penneech.records import Viewed  # noqa: PLC0415  # the same
    from penneech.records.model import UNSEEN  # noqa: PLC0415  # the same
    from penneech.render.tally import counted  # noqa: PLC0415  # the same

    deals = len(found.record.deals)
    if deal is not None and deal > deals:
        text = f"the game has {counted(deals, 'deal')}, and no deal {deal}"
        raise click.BadParameter(text, param_hint="--deal")
    if isinstance(found, Viewed):
        raise PenneechError(
            f"this is a view, with cards hidden ({UNSEEN}): best play needs the whole record"
        )
    return list(solved_deals(found, who, luck, deal))


def _named(error: PenneechError, path: Path, record: Record, line: int) -> PenneechError:
    """The error, after the names of the file and of the game."""
    from penneech.files.yamlfile import file_name  # noqa: PLC0415  # only faulty uses need it
    from penneech.records import game_name  # noqa: PLC0415  # the same

    name = game_name(record.heading, line)
    place = ", ".join([visible(file_name(path)), *([name] if name else [])])
    return PenneechError(f"{place}: {error}")

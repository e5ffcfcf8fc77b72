"""The commands about games: `simulate` and `replay`."""

from __future__ import annotations

import json
import re
import secrets
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.naming import two_players
from penneech.cli.options import (
    deal_option,
    folder_options,
    game_option,
    json_option,
    no_check_option,
    seed_option,
)
from penneech.cli.progress import progress
from penneech.cli.statuses import status_of
from penneech.cli.streams import STDOUT, is_standard_output
from penneech.cli.suggesting import player_names, variant_names, words_or_files
from penneech.errors import FileFaultsError, PenneechError, reason, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from penneech.events import Pair
    from penneech.records import Replayed, Viewed
    from penneech.render.script import Script
    from penneech.study.match import Match, Tally

_ENDINGS = (".json", ".jsonl")
_FIGURES = re.compile(r"[0-9]{1,4}")


def _two_scores(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[str, str] | None:
    """Read two scores with a comma between them, A's first."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")]
    if len(parts) != 2 or not all(parts):  # noqa: PLR2004  # A's and B's
        text = f"{value!r} is not two scores, A's and B's, like 47,60"
        raise click.BadParameter(text, ctx=context, param=option)
    return parts[0], parts[1]


@click.command()
@click.argument("variant", shell_complete=variant_names)
@click.option(
    "--players",
    callback=two_players,
    default="greedy,greedy",
    shell_complete=player_names,
    metavar="P,Q",
    show_default=True,
    help="P sits at A, Q at B; one name is for both.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    show_default=True,
    help="How many game numbers to play.",
)
@seed_option("Seed of packs, cuts and luck; a fresh one unless told, and it is printed.")
@click.option("--swap", is_flag=True, help="Play each game again with the players exchanged.")
@click.option(
    "--records",
    metavar="FILE",
    shell_complete=words_or_files(),
    help="Write full records, one game a line (.jsonl); - is standard output.",
)
@click.option(
    "--pack",
    "pack_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take the packs from a JSON file, a list of lists of 52 cards (with --games 1).",
)
@click.option(
    "--scores",
    callback=_two_scores,
    metavar="A,B",
    help="Begin at these scores, below the target.",
)
@click.option(
    "--dealer",
    type=click.Choice(["A", "B"], case_sensitive=False),
    metavar="A|B",
    help="Who deals first; nobody cuts then.",
)
@folder_options
@json_option
def simulate(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    variant: str,
    players: tuple[str, str],
    games: int,
    seed: int | None,
    swap: bool,  # noqa: FBT001  # click passes flags so
    records: str | None,
    pack_file: Path | None,
    scores: tuple[str, str] | None,
    dealer: str | None,
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Play games under VARIANT between computer players, and write full records of them.

    VARIANT is an id from the list, or the path of a file of your own. Of the players, greedy takes
    the most that the trick in hand can bring; random plays any legal card. The same seed gives the
    same games. An existing file of records is replaced when the new one is whole, and not before.
    """
    from penneech.events import Player  # noqa: PLC0415  # keeps --help quick
    from penneech.players.registry import player_named  # noqa: PLC0415  # the same
    from penneech.records import read_packs  # noqa: PLC0415  # the same
    from penneech.study.match import Match  # noqa: PLC0415  # the same
    from penneech.variant import load_variant  # noqa: PLC0415  # the same

    if records is not None and is_standard_output(records):
        records = STDOUT
    _check_outputs(records, games * (1 + swap), as_json=as_json)
    found = load_variant(variant, variants_dir=variants_dir, sources_dir=sources_dir)
    a, b = players
    match = Match(
        rules=found.rules,
        variant=found.id,
        players=(player_named(a), player_named(b)),
        seed=secrets.randbits(64) if seed is None else seed,
        games=games,
        swap=swap,
        packs=None if pack_file is None else read_packs(pack_file),
        score=(0, 0) if scores is None else _scores(scores, found.rules.target),
        dealer=None if dealer is None else Player[dealer],
    )
    tally = _play(match, records)
    _tell(match, tally, records, as_json=as_json)


def _check_outputs(records: str | None, games: int, *, as_json: bool) -> None:
    if records == STDOUT and as_json:
        raise click.UsageError("--records - and --json cannot both have standard output")
    if records is None or records == STDOUT:
        return
    name = Path(records)
    ending = name.suffix.lower()
    if ending == ".json" and games > 1:
        text = f"a .json file holds one game; for {games} games name it {name.stem}.jsonl"
        raise click.UsageError(text)
    if ending not in _ENDINGS and not _is_pipe(name):
        text = "records stand in files that end in .json (one game) or .jsonl (one game a line)"
        raise click.UsageError(f"{records}: {text}; name it {name.stem}.jsonl")


def _is_pipe(path: Path) -> bool:
    """Whether a path leads to a pipe or a device, which may have any name."""
    try:
        return path.exists() and not path.is_file()
    except OSError:  # it will be told when it is opened
        return False


def _scores(texts: tuple[str, str], target: int) -> Pair:
    wrong = [text for text in texts if not _FIGURES.fullmatch(text) or int(text) >= target]
    if wrong:
        text = f"{wrong[0]} is not a score below the target, from 0 to {target - 1}"
        raise click.BadParameter(text, param_hint="--scores")
    return int(texts[0]), int(texts[1])


def _play(match: Match, records: str | None) -> Tally:
    """Play the games, and write each as soon as it is over; none is kept."""
    from penneech.records import record_text  # noqa: PLC0415  # the same
    from penneech.study.match import Tally, records_of  # noqa: PLC0415  # keeps --help quick

    tally = Tally((match.players[0].name, match.players[1].name))
    with _written(records) as write, progress("games", match.length) as advance:
        try:
            for record in records_of(match):
                write(record_text(record))
                tally.add(record)
                advance(1)
        except KeyboardInterrupt:
            click.echo(f"Stopped after {tally.games:,} of {match.length:,} games.", err=True)
            raise
    return tally


@contextmanager
def _written(records: str | None) -> Iterator[Callable[[str], object]]:
    """Where the lines of the records go."""
    from penneech.records import partial_of, replacing  # noqa: PLC0415  # keeps --help quick

    if records is None:
        yield lambda line: None  # noqa: ARG005  # nobody wants them
    elif records == STDOUT:
        yield click.echo
    else:
        path = Path(records)
        try:
            with replacing(path) as stream:
                yield lambda line: stream.write(line + "\n")
        except OSError as error:
            raise PenneechError(f"{records} cannot be written: {reason(error)}") from error
        except KeyboardInterrupt:
            text = f"Those games are in {partial_of(path)}; {path} is as it was."
            click.echo(visible(text), err=True)
            raise


def _tell(match: Match, tally: Tally, records: str | None, *, as_json: bool) -> None:
    if as_json:
        from penneech.render.tally import tally_data  # noqa: PLC0415  # keeps --help quick

        click.echo(json.dumps({**tally_data(match, tally), "records": records}, indent=2))
        return
    from penneech.render.tally import tally_lines  # noqa: PLC0415  # keeps --help quick

    # Where the records have standard output, people are told beside it.
    to_error = records == STDOUT
    for line in tally_lines(match, tally):
        click.echo(line, err=to_error)
    if records is not None and not to_error:
        click.echo(visible(f"Written to {records}."))


@click.command()
@click.argument(
    "record", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
)
@game_option
@deal_option
@click.option("--plain", is_flag=True, help="Letters for suits, and no colours.")
@no_check_option
@json_option
def replay(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    record: Path,
    game: int | None,
    deal: int | None,
    plain: bool,  # noqa: FBT001  # click passes flags so
    no_check: bool,  # noqa: FBT001  # the same
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Check RECORD and show it card by card; exit 1 if it does not hold.

    RECORD is a .json file with one game, or a .jsonl file with one game a line; - is standard
    input, of either kind.
    """
    from penneech.records import checked_records, number_of  # noqa: PLC0415  # keeps --help quick
    from penneech.render.replayed import replayed_data  # noqa: PLC0415  # the same
    from penneech.render.script import Script  # noqa: PLC0415  # the same

    script = Script.of(sys.stdout.encoding, plain=plain)
    shown, data = 0, []
    try:
        for line, found in checked_records(record, check=not no_check):
            if game in (None, number_of(found.record.heading, line)):
                _refuse_missing(deal, len(found.record.deals))
                if as_json:
                    data.append(replayed_data(found, line, deal))
                else:
                    _show(found, line, script, deal, first=not shown)
                shown += 1
    except FileFaultsError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(status_of(error))
    if not shown:
        raise click.BadParameter(f"{record} has no game {game}", param_hint="--game")
    if as_json:
        click.echo(json.dumps({"record": str(record), "games": data}, indent=2))


def _refuse_missing(deal: int | None, deals: int) -> None:
    from penneech.render.tally import counted  # noqa: PLC0415  # keeps --help quick

    if deal is not None and deal > deals:
        text = f"the game has {counted(deals, 'deal')}, and no deal {deal}"
        raise click.BadParameter(text, param_hint="--deal")


def _show(
    found: Replayed | Viewed, line: int, script: Script, deal: int | None, *, first: bool
) -> None:
    from penneech.records import Viewed  # noqa: PLC0415  # keeps --help quick
    from penneech.render.scoresheet import game_sheet, view_sheet  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same

    if not first:
        click.echo()
    if isinstance(found, Viewed):
        show(view_sheet(found, script, deal, line))
    else:
        show(game_sheet(found, script, deal, line))

"""How much better each computer player is than the one below it, and how far all are from the best.

    python benchmarks/ladder.py [--variants parlett] [--games 1.0] [--kept FILE] [--write]

Each match is played on the same packs twice, the seats exchanged. A share is that of the games won,
an undecided one counted as half, with its 95 % interval clustered by game number. The points lost
are those that a player gave away against best play with all cards seen: at each of its cards the
worth of the best card less that of the card played, both hands and the stock being known. They are
reckoned in deals that the player plays against itself, to their ends, and include what nobody who
does not see the cards could have known. With `--write` the tables go into
docs/reference/players.md. `--games 0.1` plays a tenth of the games. Figures that stand in the file
`--kept` are not made again, and new ones are put into it: a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from penneech.players.registry import player_named
from penneech.players.seeing import open_worths
from penneech.players.table import cut_for_deal, packs_of, play_game, seated
from penneech.study.intervals import Estimate, Totals, estimate
from penneech.study.outcomes import Parts
from penneech.study.rows import COLUMNS, Chunk, play_chunk
from penneech.variant import load_variant

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "players.md"
VARIANTS = ("cotton-1674", "cotton-bare", "parlett", "gamerules")
SEED = 1674
STEPS = (
    ("greedy", "random", 250),
    ("pimc:128", "greedy", 1500),
    ("pimc:128", "pimc:16", 2000),
    ("infer:128", "pimc:128", 2000),
    ("pimc:16", "greedy", 750),
    ("open", "pimc:128", 100),
    ("pimc:512", "pimc:128", 250),
)
"""Who plays against whom, and how many game numbers; each is played twice."""

MUST_WIN = STEPS[:3]
LADDER = ("random", "greedy", "pimc:16", "pimc:128", "infer:128", "open")
LOST_GAMES, LOST_DEALS, FAR_TARGET = 100, 4, 1000
AT_ONCE = 50
BEGIN, END = "<!-- ladder: begin -->\n", "<!-- ladder: end -->\n"


class Work(NamedTuple):
    """Some game numbers of one match, or of the deals of one player, where there is no other."""

    variant: str
    players: tuple[str, ...]
    first: int
    last: int


def won(work: Work) -> np.ndarray:
    """For each game number twice the games that the first player won, and twice those played."""
    first, second = work.players
    rules = load_variant(work.variant).rules
    chunk = Chunk(work.variant, rules, (first, second), SEED, work.first, work.last, 2)
    rows = np.frombuffer(play_chunk(chunk) or b"", np.int32).reshape(-1, len(COLUMNS))
    names = list(COLUMNS)
    winner, swapped = (rows[:, names.index(name)] for name in ("winner", "swapped"))
    points = np.where(winner < 0, 1, 2 * (winner == swapped)).reshape(-1, 2).sum(axis=1)
    return np.stack([points, np.full(len(points), 4)], axis=1)


def lost(work: Work) -> np.ndarray:
    """For each game number the points that a player lost at both seats, and the hands it played."""
    player = player_named(work.players[0])
    rules = replace(load_variant(work.variant).rules, target=FAR_TARGET)
    found = []
    for game in range(work.first, work.last):
        _, dealer = cut_for_deal(rules, SEED, game)
        packs = packs_of(SEED, game)
        steps = play_game(
            rules, dealer, (player, player),
            lambda deal, attempt, count, packs=packs: packs(deal, attempt, count)
            if deal < LOST_DEALS else None,
            seated(SEED, game),
        )  # fmt: skip
        points, before = 0, None
        for state, _ in steps:
            deal = state.deal
            if before is not None and deal is not None:
                played = before.hands[before.to_move]
                left = deal.hands[before.to_move]
                (card,) = [card for card in played if card not in left]
                worths = open_worths(before)
                points += max(worths.values()) - worths[card]
            before = deal if deal is not None and len(deal.legal) > 1 else None
        found.append((points, 2 * LOST_DEALS))
    return np.array(found)


def gathered(pool: ProcessPoolExecutor, what: object, jobs: list[Work]) -> Estimate:
    """The ratio over all game numbers, and its interval."""
    totals = Totals()
    for part in pool.map(what, jobs):
        totals.add(Parts(part[:, 0].astype(np.int64), part[:, 1].astype(np.int64)))
    return estimate(totals)


def jobs_of(variant: str, players: tuple[str, ...], numbers: int) -> list[Work]:
    """The game numbers in handfuls."""
    return [
        Work(variant, players, first, min(first + AT_ONCE, numbers))
        for first in range(0, numbers, AT_ONCE)
    ]


def shown(found: Estimate, scale: float, digits: int) -> str:
    """A figure and the reach of its interval."""
    middle = f"{scale * (found.value or 0):.{digits}f}"
    return (
        middle if found.half_width is None else f"{middle} ± {scale * found.half_width:.{digits}f}"
    )


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def name_of(variant: str, players: tuple[str, ...], numbers: int) -> str:
    """What was played, as the figures are kept."""
    return f"{variant}, {' over '.join(players)}, {numbers} game numbers, seed {SEED}"


def text_of(variants: list[str], found: dict[str, Estimate], share: float) -> str:
    """Both tables, and the command that makes them again."""
    rows = []
    for one, other, all_numbers in STEPS:
        numbers = max(2, round(share * all_numbers))
        figures = [found[name_of(variant, (one, other), numbers)] for variant in variants]
        shares = [shown(figure, 100, 1) for figure in figures]
        rows.append([f"{one} over {other}", f"{2 * numbers:,}", *shares])
    lines, numbers = [], max(2, round(share * LOST_GAMES))
    for name in LADDER:
        figures = [found[name_of(variant, (name,), numbers)] for variant in variants]
        lines.append([name, *[shown(figure, 1, 2) for figure in figures]])
    named = [f"`{name}`" for name in variants]
    few = "" if share == 1 else f" --games {share:g}"
    return (
        "Games won, of a hundred, with 95 % intervals clustered by game number:\n\n"
        + table(["", "games", *named], rows)
        + "\nPoints lost in a deal against best play with all cards seen, each player against "
        + "itself:\n\n"
        + table(["", *named], lines)
        + f"\n```bash\npython benchmarks/ladder.py{few} --write\n```\n"
    )


def write(text: str) -> None:
    """Put the tables into their page."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Play all matches, print the tables, and say whether each step is one that must be won."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--games", type=float, default=1.0, help="a share of the games")
    parser.add_argument("--only", metavar="PLAYER", help="only what this player plays; no tables")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file of figures that were made before")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    variants = options.variants.split(",")
    tasks = [
        (variant, step[:2], step[2]) for steps in (MUST_WIN, STEPS[3:]) for variant in variants
        for step in steps
    ] + [(variant, (name,), LOST_GAMES) for variant in variants for name in LADDER]  # fmt: skip
    tasks = [task for task in tasks if options.only in (None, *task[1])]
    text = options.kept.read_text() if options.kept and options.kept.exists() else "{}"
    found = {name: Estimate(*figures) for name, figures in json.loads(text).items()}
    with ProcessPoolExecutor(options.workers) as pool:
        for variant, players, numbers in tasks:
            task = name_of(variant, players, max(2, round(options.games * numbers)))
            if task not in found:
                jobs = jobs_of(variant, players, max(2, round(options.games * numbers)))
                found[task] = gathered(pool, won if len(players) > 1 else lost, jobs)
            scale = 100 if len(players) > 1 else 1
            print(f"{task}: {shown(found[task], scale, 2)}", flush=True)
            if options.kept:
                options.kept.write_text(json.dumps(found, indent=1))
    if options.only:
        return
    text = text_of(variants, found, options.games)
    print(text)
    if options.write:
        write(text)
    missed = [
        f"{one} over {other} under {variant}"
        for one, other, numbers in MUST_WIN
        for variant in variants
        if not (found[name_of(variant, (one, other), max(2, round(options.games * numbers)))].low
                or 0) > 1 / 2
    ]  # fmt: skip
    sys.exit(f"not above one half beyond its interval: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()

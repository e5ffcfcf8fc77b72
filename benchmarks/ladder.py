"""How much better each computer player is than the one below it, and how far all are from the best.

    python benchmarks/ladder.py [--variants cotton-1674,parlett] [--games 1.0] [--write]

Each match is played on the same packs twice, the seats exchanged. A share is that of the games won,
an undecided one counted as half, with its 95 % interval clustered by game number. The points lost
are those that a player gave away against best play with all cards seen: at each of its cards the
worth of the best card less that of the card played, both hands and the stock being known. They are
reckoned in deals that the player plays against itself, to their ends, and include what nobody who
does not see the cards could have known. With `--write` the tables go into
docs/reference/players.md. `--games 0.1` plays a tenth of the games.
"""

from __future__ import annotations

import argparse
import sys
import time
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
from penneech.variants import load_variant

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "players.md"
VARIANTS = ("cotton-1674", "cotton-bare", "parlett", "gamerules")
SEED = 1674
STEPS = (
    ("greedy", "random", 500),
    ("pimc:16", "greedy", 3000),
    ("pimc:128", "greedy", 3000),
    ("pimc:128", "pimc:16", 4000),
    ("pimc:512", "pimc:128", 1000),
    ("open", "pimc:128", 500),
)
"""Who plays against whom, and how many game numbers; each is played twice."""

MUST_WIN = {("greedy", "random"), ("pimc:128", "greedy"), ("pimc:128", "pimc:16")}
LADDER = ("random", "greedy", "pimc:16", "pimc:128", "pimc:512", "open")
LOST_GAMES, LOST_DEALS, FAR_TARGET = 250, 4, 1000
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


def text_of(variants: list[str], wins: dict, losses: dict, share: float) -> str:
    """Both tables, and the commands that make them again."""
    rows = [
        [
            f"{one} over {other}",
            f"{2 * max(2, round(share * numbers)):,}",
            *[shown(wins[name, one, other], 100, 1) for name in variants],
        ]
        for one, other, numbers in STEPS
    ]
    lines = [[name, *[shown(losses[one, name], 1, 2) for one in variants]] for name in LADDER]
    named = [f"`{name}`" for name in variants]
    return (
        "Games won, of a hundred, with 95 % intervals clustered by game number:\n\n"
        + table(["", "games", *named], rows)
        + "\nPoints lost in a deal against best play with all cards seen, each player against "
        + "itself:\n\n"
        + table(["", *named], lines)
        + f"\n```bash\npython benchmarks/ladder.py --games {share:g} --write\n```\n"
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
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    variants = options.variants.split(",")
    wins, losses = {}, {}
    with ProcessPoolExecutor(options.workers) as pool:
        for variant in variants:
            for one, other, numbers in STEPS:
                begun = time.perf_counter()
                jobs = jobs_of(variant, (one, other), max(2, round(options.games * numbers)))
                found = wins[variant, one, other] = gathered(pool, won, jobs)
                low = found.low if found.low is not None else found.value
                verdict = "" if low > 1 / 2 else ", not above one half beyond its interval"
                must = " (must be)" if verdict and (one, other) in MUST_WIN else ""
                print(f"{variant}: {one} over {other} {shown(found, 100, 2)}{verdict}{must}"
                      f" [{time.perf_counter() - begun:.0f} s]", flush=True)  # fmt: skip
            for name in LADDER:
                jobs = jobs_of(variant, (name,), max(2, round(options.games * LOST_GAMES)))
                losses[variant, name] = gathered(pool, lost, jobs)
                print(f"{variant}: {name} loses {shown(losses[variant, name], 1, 3)} a deal",
                      flush=True)  # fmt: skip
            if options.write:
                done = variants[: variants.index(variant) + 1]
                write(text_of(done, wins, losses, options.games))
    print(text_of(variants, wins, losses, options.games))
    missed = [key for key in wins if key[1:] in MUST_WIN and not (wins[key].low or 0) > 1 / 2]
    sys.exit(f"not won: {missed}" if missed else 0)


if __name__ == "__main__":
    main()

"""What was tried for more strength: other ways to choose a card against `pimc:128`, deal by deal.

    python benchmarks/players_tried.py [--deals 1] [--variants parlett] [--only ismcts] [--write]

Each deal is played twice on the same pack, the seats exchanged, to its last trick, and what counts
is the difference of points, half of it for each of the two. That tells players apart with fewer
deals than games would. The interval is of 95 %, clustered by pack. With `--write` the table goes
into docs/reference/players-tried.md; `--deals 0.1` plays a tenth of the deals. Figures that stand
in the file `--kept` are not made again.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import numpy as np
from tried_ismcts import TreePlayer
from tried_nesting import RollingPlayer, WeighingPlayer

from penneech.events import Player
from penneech.players.registry import player_named
from penneech.players.table import packs_of, play_game, seated
from penneech.study.intervals import student
from penneech.variant import load_variant

if TYPE_CHECKING:
    from penneech.players.registry import Seated
    from penneech.rules import Rules

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "players-tried.md"
VARIANTS = ("cotton-1674", "cotton-bare", "parlett", "gamerules")
SEED, FAR_TARGET = 61, 1000
BEGIN, END = "<!-- tried: begin -->\n", "<!-- tried: end -->\n"
RIVAL = "pimc:128"
TRIED = (
    (player_named("infer:128"), 1500),
    (player_named("pimc:512"), 300),
    (TreePlayer(1000), 300),
    (TreePlayer(8000), 150),
    (WeighingPlayer(128, 8), 150),
    (RollingPlayer(128, 8, rolled=64), 150),
    (RollingPlayer(128, 8, rolled=64, cards=1), 150),
)
"""Who is tried, and with how many packs."""


def difference(rules: Rules, players: tuple[Seated, Seated], game: int) -> int:
    """A's points less B's in the first deal of a game, played to its end."""
    packs = packs_of(SEED, game)
    steps = play_game(
        rules, Player(game % 2), players,
        lambda deal, attempt, count: None if deal else packs(deal, attempt, count),
        seated(SEED, game),
    )  # fmt: skip
    *_, (state, _) = steps
    return state.score[0] - state.score[1]


def measured(variant: str, player: Seated, packs: int) -> list[float]:
    """What a player gains in a deal against the rival, by how much, and the seconds of a deal."""
    rules, rival = replace(load_variant(variant).rules, target=FAR_TARGET), player_named(RIVAL)
    difference(rules, (player, rival), packs)  # what must be compiled is compiled before
    begun, found = process_time(), []
    for game in range(packs):
        one, other = (difference(rules, pair, game) for pair in ((player, rival), (rival, player)))
        found.append((one - other) / 2)
    spent = (process_time() - begun) / (2 * packs)
    reach = student(0.975, packs - 1) * np.std(found, ddof=1) / packs**0.5
    return [float(np.mean(found)), float(reach), spent]


def table(variants: list[str], found: dict[str, list[float]], share: float) -> str:
    """The table and the command that makes it again."""
    head = ["", "packs", *[f"`{name}`" for name in variants], "milliseconds a deal"]
    lines = [head, ["---"] * len(head)]
    for player, packs in TRIED:
        packs = max(2, round(share * packs))  # noqa: PLW2901  # as many as are wanted of this one
        figures = [found[f"{name}, {player.name}, {packs}"] for name in variants]
        gains = [f"{gain:+.2f} ± {reach:.2f}" for gain, reach, _ in figures]
        spent = 1000 * sum(seconds for _, _, seconds in figures) / len(figures)
        lines.append([player.name, f"{packs:,}", *gains, f"{spent:.1f}"])
    few = "" if share == 1 else f" --deals {share:g}"
    text = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{text}\n```bash\npython benchmarks/players_tried.py{few} --write\n```\n"


def main() -> None:
    """Play, and print what each of them gains."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--deals", type=float, default=1.0, help="a share of the deals")
    parser.add_argument("--only", metavar="PLAYER", default="", help="players so named; no table")
    parser.add_argument("--kept", type=Path, help="a file of figures that were made before")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    variants = options.variants.split(",")
    kept = options.kept and options.kept.exists()
    found = json.loads(options.kept.read_text()) if kept else {}
    for player, all_packs in TRIED:
        packs = max(2, round(options.deals * all_packs))
        for variant in variants if player.name.startswith(options.only) else ():
            name = f"{variant}, {player.name}, {packs}"
            if name not in found:
                found[name] = measured(variant, player, packs)
            gain, reach, seconds = found[name]
            print(f"{name}: {gain:+.3f} ± {reach:.3f}, {1000 * seconds:.1f} ms", flush=True)
            if options.kept:
                options.kept.write_text(json.dumps(found, indent=1))
    if options.only:
        return
    text = table(variants, found, options.deals)
    print(text)
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Every computer player plays 2,000 games under every variant; none may play a card that is barred.

    python benchmarks/legality.py [--games 2000] [--workers 2] [--players greedy,pimc:2]

The engine refuses a card that the rules forbid: the game stops with an error that names variant,
game and rule. Each player sits at A in all of its games, with `random` at B, so that it meets play
that no good player would show it; the seats are exchanged in every game number.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from penneech.study.rows import COLUMNS, Chunk, play_chunk
from penneech.variant import load_variant, variant_ids

PLAYERS = "random,greedy,pimc:2,pimc:32,infer:2,open"
SEED, AT_ONCE = 61, 100


def ended(chunk: Chunk) -> int:
    """How many games were played to their end."""
    rows = np.frombuffer(play_chunk(chunk) or b"", np.int32).reshape(-1, len(COLUMNS))
    return int((rows[:, list(COLUMNS).index("ended")] == 1).sum())


def main() -> None:
    """Play, and say how many games were played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", default=PLAYERS)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.workers) as pool:
        for name in options.players.split(","):
            chunks = [
                Chunk(variant, load_variant(variant).rules, (name, "random"), SEED, first,
                      min(first + AT_ONCE, options.games // 2), 2)
                for variant in sorted(variant_ids())
                for first in range(0, options.games // 2, AT_ONCE)
            ]  # fmt: skip
            games = sum(pool.map(ended, chunks))
            print(f"{name}: {games:,} games to their end under {len(variant_ids())} variants, "
                  "no card refused", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()

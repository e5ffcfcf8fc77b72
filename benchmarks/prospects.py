"""How long tables of prospects take to be made, and how exact they are.

    python benchmarks/prospects.py

Times are of the processor, one core, after compiling; nothing is taken from the cache.
"""

from __future__ import annotations

import time
from dataclasses import replace

from penneech.kernel import keeping, prospects
from penneech.variant import load_variant

CASES = [
    ("cotton-1674", 61),
    ("cotton-counted", 61),
    ("wikipedia-it", 61),
    ("gamerules", 61),
    ("cotton-1674", 1000),
    ("wikipedia-it", 1000),
]
PAIRS = [("greedy", "greedy"), ("random", "random"), ("greedy", "random")]


def main() -> None:
    """Make each table, and print a row of it."""
    keeping.user_caches = lambda: None
    for variant in {variant for variant, _ in CASES}:
        prospects.prospects(load_variant(variant).rules, deals=10)
    print("| variant | target | players | seconds | chance of who deals at 0,0 | largest error |")
    print("|---|---|---|---|---|---|")
    for variant, target in CASES:
        rules = replace(load_variant(variant).rules, target=target)
        for players in PAIRS if target < 1000 else PAIRS[:1]:  # noqa: PLR2004  # long games take long
            begin = time.process_time()
            found = prospects.prospects(rules, players)
            took = time.process_time() - begin
            chance = f"{found.of(0, 0, deals_next=True):.4f} ± {found.error:.4f}"
            print(
                f"| `{variant}` | {target:,} | {', '.join(players)} | {took:.2f} | {chance} "
                f"| {found.largest_error:.4f} |"
            )


if __name__ == "__main__":
    main()

"""How fast best play with all cards seen is found, beside a C program of the same method.

    python benchmarks/solver.py [--rounds 15] [--deals 1280]

Every lead of seven-card deals is solved. The C program stands below: the table of states for 64
deals at once, in vectors of 32 bytes as gcc knows them; it knows three readings of `following` and
two of `honours`, and no excess but a point for each trick. It is left out, with a line that says
so, where there is no gcc. Rows take turns, so that a machine whose speed drifts is
unfair to none; figures are medians over the rounds, with the least and the greatest.
"""

from __future__ import annotations

import argparse
import ctypes
import platform
import shutil
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from penneech.cards import PACK
from penneech.kernel.packing import code
from penneech.kernel.solving import solve_leads, solve_replies
from penneech.rules import Following, Honours
from penneech.space import with_reading
from penneech.study.workloads import dealt
from penneech.variant import load_variant, variant_ids

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.rules import Rules

SIZE, WORLDS = 7, 100
LIKE_C = {
    Following.FREE: 0,
    Following.MUST_FOLLOW: 1,
    Following.FOLLOW_OR_TRUMP: 2,
}
PROGRAM = r"""
#include <stdint.h>
#include <string.h>
#define N 7
#define L 64
#define P (L / 32)
typedef int8_t part __attribute__((vector_size(32)));
typedef union { part p[P]; int8_t l[L]; } row;
#define EACH for (int k = 0; k < P; k++)
static const int points[13] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 5};
static row pay[2][N][N], takes[2][N][N], barred[2][N][N], alike[2][N][N], held[2][N][35];
static row worth[2][35][35][2][2];
static int sets[N + 1][35], count[N + 1], number[1 << N];
static int rank(int c) { return c == 21 ? 13 : c & 15; }
static int honour(int c) { return c == 21 ? 0 : points[c & 15]; }

static void write_pairs(const uint8_t *deals, int trick, int following, int trumps_only) {
  for (int l = 0; l < L; l++) {
    const uint8_t *hand[2] = {deals + 22 * l, deals + 22 * l + N}, *stock = deals + 22 * l + 2 * N;
    int trumps = stock[trick] >> 4, next = stock[trick + 1];
    int base = 1 + (next == 21 ? 14 : honour(next));
    int value[2][N];
    for (int p = 0; p < 2; p++) for (int i = 0; i < N; i++) {
      int c = hand[p][i];
      value[p][i] = c == 21 ? 7 * (trumps == 1) : trumps_only && c >> 4 != trumps ? 0 : honour(c);
    }
    for (int p = 0; p < 2; p++) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) {
      int a = hand[p][i], b = hand[!p][j], same = a >> 4 == b >> 4, trump = b >> 4 == trumps;
      int first = same ? rank(a) > rank(b) : !trump, all = base + value[p][i] + value[!p][j];
      pay[p][i][j].l[l] = first ? all : -all;
      takes[p][i][j].l[l] = -first;
      alike[p][i][j].l[l] = -same;
      barred[p][i][j].l[l] = -(following && !same && !(following == 2 && trump));
    }
  }
}

/* All to the leader: worth[..][mine][theirs][p][0] if p leads next, [1] if the other does. */
static inline row replied(int p, int i, int left, int mine, int theirs, int later) {
  row best;
  row *need = &held[p][i][number[theirs]];
  int m = number[mine ^ 1 << i];
  EACH best.p[k] = (part){0} + 127;
  for (int rest = theirs; rest; rest &= rest - 1) {
    int j = __builtin_ctz(rest), o = number[theirs ^ 1 << j];
    row *then = worth[later][p ? o : m][p ? m : o][p];
    EACH {
      part w = takes[p][i][j].p[k], x = barred[p][i][j].p[k] & need->p[k];
      part v = pay[p][i][j].p[k] + ((then[0].p[k] & w) | (then[1].p[k] & ~w));
      v = (v & ~x) | (127 & x);
      part less = v < best.p[k];
      best.p[k] = (v & less) | (best.p[k] & ~less);
    }
  }
  return best;
}

void solve(const uint8_t *deals, int all, int following, int trumps_only, int8_t *leads) {
  memset(count, 0, sizeof count);
  for (int s = 0; s < 1 << N; s++) {
    int size = __builtin_popcount(s);
    number[s] = count[size];
    sets[size][count[size]++] = s;
  }
  for (int d = 0; d + L <= all; d += L) {
    memset(worth[0][0][0], 0, sizeof worth[0][0][0]);
    for (int left = 1; left <= N; left++) {
      int later = (left - 1) & 1, now = left & 1;
      write_pairs(deals + 22 * d, N - left, following, trumps_only);
      for (int p = 0; p < 2; p++) for (int i = 0; i < N; i++)
        for (int s = 0; s < count[left]; s++) {
          row h = {0};
          for (int r = sets[left][s]; r; r &= r - 1)
            EACH h.p[k] |= alike[p][i][__builtin_ctz(r)].p[k];
          held[p][i][s] = h;
        }
      for (int a = 0; a < count[left]; a++) for (int b = 0; b < count[left]; b++)
        for (int p = 0; p < (left == N ? 1 : 2); p++) {
          int mine = sets[left][p ? b : a], theirs = sets[left][p ? a : b];
          row best;
          EACH best.p[k] = (part){0} - 127;
          for (int rest = mine; rest; rest &= rest - 1) {
            int i = __builtin_ctz(rest);
            row reply = replied(p, i, left, mine, theirs, later);
            EACH {
              part more = reply.p[k] > best.p[k];
              best.p[k] = (reply.p[k] & more) | (best.p[k] & ~more);
            }
            if (left == N) for (int l = 0; l < L; l++) leads[N * (d + l) + i] = reply.l[l];
          }
          EACH worth[now][a][b][p][0].p[k] = best.p[k];
          EACH worth[now][a][b][!p][1].p[k] = -best.p[k];
        }
    }
  }
}
"""


def worlds() -> tuple[np.ndarray, np.ndarray]:
    """One hand and turn-up with many other hands and stocks, as a player at a first lead asks."""
    hands, stocks = dealt(1, SIZE)
    seen = {*hands[0, 0].tolist(), int(stocks[0, 0])}
    unseen = np.array([code(card) for card in PACK if code(card) not in seen], np.uint8)
    luck = np.random.default_rng(1)
    drawn = np.stack([luck.permutation(unseen)[: 2 * SIZE] for _ in range(WORLDS)])
    hands, stocks = np.repeat(hands, WORLDS, axis=0), np.repeat(stocks, WORLDS, axis=0)
    hands[:, 1], stocks[:, 1:] = drawn[:, :SIZE], drawn[:, SIZE:]
    return hands, stocks


def c_program(folder: Path) -> ctypes.CDLL | None:
    """The C program, compiled for this processor; None where it cannot be."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    (folder / "solver.c").write_text(PROGRAM, encoding="ascii")
    library = folder / "solver.so"
    how = [gcc, "-O3", "-march=native", "-w", "-shared", "-fPIC", str(folder / "solver.c")]
    subprocess.run([*how, "-o", str(library)], check=True)  # noqa: S603  # our own program
    return ctypes.CDLL(str(library))


def in_c(
    program: ctypes.CDLL, hands: np.ndarray, stocks: np.ndarray, following: int, honours: int
) -> np.ndarray:
    """What the C program says of the deals."""
    deals = np.concatenate([hands.reshape(len(hands), -1), stocks], axis=1)
    leads = np.zeros((len(hands), SIZE), np.int8)
    program.solve(
        deals.ctypes.data_as(ctypes.c_void_p), len(deals), following, honours,
        leads.ctypes.data_as(ctypes.c_void_p),
    )  # fmt: skip
    return leads


def taken(work: Callable[[], object]) -> float:
    """Seconds of the processor that some work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def measured(rows: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """The times of all rows, in turns."""
    times: dict[str, list[float]] = {name: [] for name in rows}
    for work in rows.values():
        work()
    for _ in range(rounds):
        for name, work in rows.items():
            times[name].append(taken(work))
    return times


def show(name: str, times: list[float], scale: float) -> None:
    """Print a row: the median and the range."""
    low, middle, high = min(times), statistics.median(times), max(times)
    print(f"{name:44} {scale * middle:8.2f} ({scale * low:.2f}-{scale * high:.2f})")


def beside_c(program: ctypes.CDLL, rules: Rules, deals: int, rounds: int) -> None:
    """The readings that the C program knows: the same worths, and both their times."""
    hands, stocks = dealt(deals, SIZE)
    for following, number in LIKE_C.items():
        for trumps_only, honours in enumerate((Honours.ALL_SUITS, Honours.TRUMPS_ONLY)):
            by = with_reading(with_reading(rules, "following", following), "honours", honours)
            ours = partial(solve_leads, by, hands, stocks)
            theirs = partial(in_c, program, hands, stocks, number, trumps_only)
            if (ours() != theirs()).any():
                sys.exit(f"{following}, {honours}: the C program says otherwise")
            times = measured({"ours": ours, "C": theirs}, rounds)
            ratios = [c / our for our, c in zip(times["ours"], times["C"], strict=True)]
            name = f"{following}, {honours}"
            show(name, times["ours"], 1e6 / deals)
            show("  in C", times["C"], 1e6 / deals)
            show("  speed, as a part of that in C", ratios, 1)


def main() -> None:
    """Measure all rows and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--deals", type=int, default=1280)
    options = parser.parse_args()
    deals = max(64, options.deals // 64 * 64)
    print(f"Python {platform.python_version()}, {platform.machine()}; one core, processor time;")
    print(
        f"{deals} deals of {SIZE} cards, medians of {options.rounds} rounds, in brackets the range"
    )
    hands, stocks = dealt(deals, SIZE)
    variants = {variant: load_variant(variant).rules for variant in sorted(variant_ids())}
    with TemporaryDirectory() as folder:
        print("\nMicroseconds a deal, all leads, beside C")
        program = c_program(Path(folder))
        if program is None:
            print("without the C program: there is no gcc here")
        else:
            beside_c(program, variants["cotton-1674"], deals, options.rounds)
    print("\nMicroseconds a deal, all leads")
    rows = {name: partial(solve_leads, by, hands, stocks) for name, by in variants.items()}
    for name, times in measured(rows, options.rounds).items():
        show(name, times, 1e6 / deals)
    print(f"\nMilliseconds for {WORLDS} worlds of one hand")
    hands, stocks = worlds()
    rows = {f"{name}, first lead": partial(solve_leads, by, hands, stocks)
            for name, by in variants.items()}  # fmt: skip
    rows["cotton-1674, first reply"] = partial(
        solve_replies, variants["cotton-1674"], hands, stocks
    )
    for name, times in measured(rows, options.rounds).items():
        show(name, times, 1e3)


if __name__ == "__main__":
    main()

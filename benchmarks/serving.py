"""How quickly the server answers: alone, and with many games at once.

    python benchmarks/serving.py [--games 200] [--seconds 60] [--pause 0,1] [--json]

Starts `penneech serve` in a process of its own, on a free port and with a file of games that is
thrown away, and drives it over HTTP as browsers without scripts do: a page is fetched, one of its
forms is sent with its cookie, the redirection is followed. A *move* is from the sending of a form
to the last byte of the page that follows it: two requests, and between them the computer player's
choice where it is its turn. A *hint* is the page on which the strongest player says what it would
do.

Start-up is from the start of the process to the last byte of the first page. A page weighs what a
browser with an empty cache fetches for it: the page, its style and its pictures. The moves of one
game at a time are measured at each of `--opponents`, then those of `--games` games at once at
`greedy`, once for each of `--pause`: 0 is a closed loop (each player sends the next form as soon as
the page is there, which no people do, and the server is never idle), 1 lets each player think for a
second between page and form. All begin at once, and a player whose game is over begins another,
until `--seconds` have gone by. Each player has an address of its own, 127.1.0.1 and on, since the
server counts the requests of each address.

Any status that is not expected, and any connection that breaks, is an error; the program then ends
with status 1. Processor time is the server's, its threads and children included. Memory is the most
that the server and its children held at a time (resident), looked at ten times a second. Beside
each load stands a yardstick: the processor time that a loop of 20,000 multiplications took
meanwhile. Where other programs run on the machine it grows, and what it divides can still be
compared.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psutil
from browsers import (
    PATIENCE,
    SEED,
    VARIANT,
    Line,
    Player,
    Tally,
    WrongError,
    asked,
    forms_of,
    play_at_once,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
OPPONENTS = "greedy,pimc:128"
AIMS = {
    "start": "under 1 s",
    "page": "under 200 kB",
    "greedy": "p95 under 100 ms",
    "pimc:128": "p95 under 300 ms",
    "many": "p95 under 500 ms, no error",
    "memory": "under 300 MB",
}


class Server(NamedTuple):
    """A server at work."""

    process: subprocess.Popen[str]
    port: int
    started: float


@contextmanager
def serving(db: Path) -> Iterator[Server]:
    """Start the server, and stop it afterwards; it has begun when it tells of its address."""
    command = [sys.executable, "-m", "penneech", "serve", "--port", "0", "--db", str(db)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    begun = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603  # our own program
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )
    try:
        assert process.stdout is not None  # noqa: S101  # it is a pipe
        said = process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        if found is None:
            raise RuntimeError(f"the server did not begin: {said!r}")
        yield Server(process, int(found[1]), begun)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None  # noqa: S101  # the same
        process.stdout.close()


class Watch(threading.Thread):
    """Looks ten times a second at how much memory a process and its children hold."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._process, self._over, self.most = psutil.Process(pid), threading.Event(), 0
        self.yardstick: list[float] = []

    def run(self) -> None:
        """Look until told to stop."""
        while not self._over.wait(0.1):
            self.yardstick.append(loop_time())
            try:
                family = [self._process, *self._process.children(recursive=True)]
                self.most = max(self.most, sum(one.memory_info().rss for one in family))
            except psutil.Error:
                continue

    def stop(self) -> None:
        """Look no more."""
        self._over.set()
        self.join()


def loop_time() -> float:
    """The processor seconds of a loop that is always the same."""
    begun, number = time.thread_time(), 0
    for factor in range(20_000):
        number ^= factor * factor
    return time.thread_time() - begun


def processor_time(pid: int) -> float:
    """The processor seconds of a process and its children so far."""
    family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    return sum(sum(one.cpu_times()[:2]) for one in family)


def start_times(rounds: int) -> list[float]:
    """Seconds from the start of the process to the last byte of the first page."""
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "games") as server:
            answer = asyncio.run(asked(server.port, "/"))
            found.append(time.perf_counter() - server.started)
            if answer.status != HTTPStatus.OK:
                raise WrongError(f"GET /: {answer.status}")
    return found


PULLED = re.compile(rb'(?:href|src)="(/static/[^"]+)"')


async def page_weights(port: int) -> dict[str, int]:
    """The bytes of each kind of page, with all that it pulls in and with the headers left out."""
    line, tally = Line(port), Tally()
    person = Player(line, tally, 0.0, random.Random(SEED))  # no secret
    found = {"home": await _weight(line, "/")}
    found["rulebook"] = await _weight(line, f"/variants/{VARIANT}/rulebook")
    page = await person.sent("/games", f"variant={VARIANT}&opponent=greedy")
    heaviest = 0
    here = person.here
    while forms := forms_of(page.body):
        page = await person.sent(forms[0].path, forms[0].content)
        heaviest = max(heaviest, len(page.body))
    last = await _weight(line, here)
    found["game, the heaviest"] = last - len(page.body) + heaviest
    for name in ("rules", "review"):
        found[name] = await _weight(line, f"{here}/{name}")
    line.close()
    return found


async def _weight(line: Line, path: str) -> int:
    page = await line.ask(path)
    if page.status != HTTPStatus.OK:
        raise WrongError(f"GET {path}: {page.status}")
    pulled = sorted(set(PULLED.findall(page.body)))
    return len(page.body) + sum([len((await line.ask(one.decode())).body) for one in pulled])


def spread(times: list[float]) -> dict[str, float]:
    """The median, the 95th percentile and the most, in milliseconds."""
    ordered = sorted(times)
    at = min(len(ordered) - 1, -(-95 * len(ordered) // 100) - 1)
    return {
        "median_ms": round(1000 * statistics.median(ordered), 1),
        "p95_ms": round(1000 * ordered[at], 1),
        "max_ms": round(1000 * ordered[-1], 1),
    }


def measured(server: Server, opponent: str, **load: float | None) -> dict[str, object]:
    """Play, and say what came of it."""
    pid = server.process.pid
    watch = Watch(pid)
    watch.start()
    spent, begun = processor_time(pid), time.perf_counter()
    tally = asyncio.run(play_at_once(server.port, opponent, **load))  # type: ignore[arg-type]  # as named
    clock, spent = time.perf_counter() - begun, processor_time(pid) - spent
    watch.stop()
    yardstick = statistics.median(watch.yardstick or [loop_time()])
    if not tally.moves or (tally.errors and load.get("asks")):
        raise WrongError("; ".join(tally.errors[:3]) or "no move was made in the time")
    thought = [seconds for does, seconds in tally.moves if does == "reply"]
    return {
        "opponent": opponent,
        **load,
        "moves": len(tally.moves),
        "begun": tally.begun,
        "ended": len(tally.ended),
        "errors": len(tally.errors),
        "first_errors": tally.errors[:3],
        **spread([seconds for _, seconds in tally.moves]),
        "reply": spread(thought) if thought else None,
        "hint": spread(tally.hints) if tally.hints else None,
        "moves_per_s": round(len(tally.moves) / clock, 1),
        "cpu_ms_per_move": round(1000 * spent / len(tally.moves), 2),
        "yardstick_ms": round(1000 * yardstick, 2),
        "memory_mb": round(watch.most / 1e6, 1),
    }


def all_figures(given: argparse.Namespace) -> dict[str, object]:
    """Measure all that was asked for."""
    found: dict[str, object] = {"start_s": [round(one, 3) for one in start_times(given.rounds)]}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "games") as server:
        # What searches is fetched, or compiled, when the first game begins; a hint waits for it.
        first = measured(server, "greedy", games=1, seconds=PATIENCE, most=1, asks=True)
        found["first_hint_ms"] = first["hint"]["max_ms"]  # type: ignore[index]  # figures for JSON
        found["page_bytes"] = asyncio.run(page_weights(server.port))
        found["alone"] = []
        for opponent in filter(None, given.opponents.split(",")):
            first = measured(server, opponent, games=1, seconds=PATIENCE, most=1)
            one = measured(server, opponent, games=1, seconds=given.alone)
            one["first_game_max_ms"] = first["max_ms"]
            found["alone"].append(one)  # type: ignore[attr-defined]  # figures for JSON
        asked_for = measured(server, "greedy", games=1, seconds=given.alone, asks=True)
        found["hint"] = asked_for["hint"]
        found["at_once"] = [
            measured(
                server, "greedy", games=given.games, seconds=given.seconds, pause=float(pause)
            )
            for pause in filter(None, given.pause.split(","))
        ]  # fmt: skip
        loads = [first, *found["alone"], *found["at_once"]]  # type: ignore[misc]  # figures for JSON
        found["memory_mb"] = max(one["memory_mb"] for one in loads)
    return found


def table(found: dict[str, object]) -> str:
    """The figures for people, in Markdown."""
    start = found["start_s"]
    rows = [
        ("start to the first page", f"{statistics.median(start):.2f} s", AIMS["start"]),  # type: ignore[type-var]  # figures for JSON
    ]
    for name, weight in found["page_bytes"].items():  # type: ignore[attr-defined]  # figures for JSON
        rows.append((f"page: {name}", f"{weight / 1000:.0f} kB", AIMS["page"]))
    rows += [
        (f"a move at {one['opponent']}", _times(one), AIMS.get(one["opponent"], ""))
        for one in found["alone"]  # type: ignore[attr-defined]  # figures for JSON
    ]
    hint = found["hint"]
    rows.append(("a hint", _figures(hint), ""))  # type: ignore[arg-type]  # figures for JSON
    rows.append(("the longest hint of the first game", f"{found['first_hint_ms']} ms", ""))
    for one in found["at_once"]:  # type: ignore[attr-defined]  # figures for JSON
        what = f"{one['games']} games at once, {one['pause']:g} s of thought"
        rows.append((what, _times(one), AIMS["many"]))
    rows.append(("most memory", f"{found['memory_mb']} MB", AIMS["memory"]))
    lines = ["| | | aim |", "|---|---|---|", *[f"| {' | '.join(row)} |" for row in rows]]
    return "\n".join(lines)


def _figures(one: dict[str, object]) -> str:
    return f"{one['median_ms']} ms, p95 {one['p95_ms']}, most {one['max_ms']}"


def _times(one: dict[str, object]) -> str:
    return (
        f"{_figures(one)}; {one['moves']} moves, "
        f"{one['moves_per_s']} a second, {one['cpu_ms_per_move']} ms of processor each "
        f"(yardstick {one['yardstick_ms']}); "
        f"{one['ended']} of {one['begun']} games to the end; {one['errors']} errors"
    )


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=200, help="games at once")
    options.add_argument("--seconds", type=float, default=60.0, help="how long they are played")
    options.add_argument("--alone", type=float, default=20.0, help="how long each opponent is")
    options.add_argument("--opponents", default=OPPONENTS, help="those that are played alone")
    options.add_argument("--pause", default="0,1", help="seconds of thought, for each load")
    options.add_argument("--rounds", type=int, default=5, help="starts")
    options.add_argument("--json", action="store_true")
    found = all_figures(options.parse_args())
    print(json.dumps(found, indent=1) if options.parse_args().json else table(found))
    loads = [*found["alone"], *found["at_once"]]  # type: ignore[misc]  # figures for JSON
    faults = [error for one in loads for error in one["first_errors"]]  # type: ignore[index]  # figures for JSON
    sys.exit(f"not as expected: {'; '.join(faults[:5])}" if faults else 0)


if __name__ == "__main__":
    main()

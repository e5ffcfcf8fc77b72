"""Kills studies and servers, by the signal that nothing can catch, and looks at what is left.

    python benchmarks/killing.py study [--times 100] [--seed 1] [--games 400]
    python benchmarks/killing.py served [--times 100] [--seed 1] [--people 6]

`study` plays one study to its end without a fault. Then `penneech compare` begins the same in
another folder, by one, two or three workers, and is killed after a time drawn evenly from nought
to half as much again as the whole took; every second time the command alone is killed, and its
workers must end by themselves, else all of them at once. After each kill every file that was
there is there, and every file that has its name has the very bytes of the one in the undisturbed
study. The same command then goes on from there, until one run comes to its end: all files must be
those of the undisturbed study. Then another folder is begun.

`served` lets people play at `penneech serve` by forms over HTTP and kills the server some time
after the first form is answered, and every fifth time some time after its own first page; the
time is drawn evenly from nought to `--longest` seconds. Another is started on the same file, and
each person looks at the game: it must be as it was shown last, or, where a form was on its way
and not answered, that or the next state, and no third. SQLite must find its file whole, and every
record in it must hold, card by card. Then all go on playing where they were; who ends a game
begins another.

A run that finds a fault says so and ends with status 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from serving import Answer, Line, forms_of, serving

from penneech.records import record_from_data
from penneech.screens.session import Session

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds after which what should have ended is taken to hang."""

STUDY = ("compare", "cotton-1674", "parlett", "--players", "greedy,random", "--seed", "1674")
AT_A_TABLE = ("variant=parlett&opponent=greedy", "variant=cotton-1674&opponent=greedy")
NUMBER = re.compile(rb'name="number" value="(\d+)"')
SEE_OTHER, FINE = 303, 200
AT_ONCE = 5
"""Each time that this divides the server is killed whatever it has answered by then."""


class FoundError(Exception):
    """What must not be."""


def started(folder: Path, games: int, workers: int) -> subprocess.Popen[bytes]:
    """Begin the study, in a group of processes of its own."""
    command = [sys.executable, "-m", "penneech", *STUDY, "--games", str(games)]
    return subprocess.Popen(  # noqa: S603  # our own program
        [*command, "--workers", str(workers), "--out", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


def progress(kills: int, times: int) -> None:
    """Tell every tenth kill, for who waits."""
    if kills % 10 == 0:
        print(f"{kills} of {times}", file=sys.stderr, flush=True)


def files_of(folder: Path) -> dict[str, bytes]:
    """All whole files of a study, by their places in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(".part")
    }


def ended(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def killed(process: subprocess.Popen[bytes], after: float, *, alone: bool) -> bool:
    """Let a command work so long, and kill it; whether it was done before that."""
    try:
        _, said = process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        if alone:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        until = time.monotonic() + PATIENCE
        while not ended(process.pid):
            if time.monotonic() > until:
                raise FoundError("workers go on after the command was killed") from None
            time.sleep(0.01)
        return False
    if process.returncode != 0 or said:
        raise FoundError(f"the command ended with {process.returncode}: {said.decode()}")
    return True


def same(there: dict[str, bytes], wanted: dict[str, bytes]) -> None:
    """See that every file is the one of the undisturbed study.

    Raises:
        FoundError: when one is not.
    """
    for name, data in there.items():
        if name not in wanted:
            raise FoundError(f"{name} is no file of the study")
        if data != wanted[name]:
            raise FoundError(f"{name} is not as it should be")


def study(times: int, seed: int, games: int) -> None:
    """Kill a study so many times."""
    luck = random.Random(seed)  # no secret
    told = {"unfinished files seen": 0, "runs to the end": 0, "studies": 1, "files kept": 0}
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "whole"
        begun = time.monotonic()
        if not killed(started(whole, games, 2), PATIENCE * 5, alone=False):
            raise FoundError("the undisturbed study hangs")
        took = time.monotonic() - begun
        wanted = files_of(whole)
        folder, before, kills = Path(place) / "1", set[str](), 0
        while kills < times:
            process = started(folder, games, luck.choice((1, 2, 2, 3)))
            done = killed(process, luck.uniform(0, 1.5 * took), alone=kills % 2 == 0)
            there = files_of(folder) if folder.exists() else {}
            same(there, wanted)
            if lost := before - set(there):
                raise FoundError(f"{sorted(lost)} were there before")
            before = set(there)
            kills += not done
            progress(kills, times)
            left = list(folder.rglob("*.part"))
            told["unfinished files seen"] += len(left)
            if done:
                if there.keys() != wanted.keys() or left:
                    raise FoundError("a study that came to its end is not whole")
                told["runs to the end"] += 1
                told["studies"] += 1
                told["files kept"] += len(there)
                folder, before = Path(place) / str(told["studies"]), set()
        # What was killed last comes to its end too.
        if not killed(started(folder, games, 2), PATIENCE * 5, alone=False):
            raise FoundError("the last study hangs")
        if files_of(folder) != wanted:
            raise FoundError("the last study is not whole")
    print(
        f"study: killed {times} times in a run of {took:.1f} s; {told}; every file as it should be"
    )


@dataclass(slots=True)
class Person:
    """Somebody who plays in a browser, and remembers what was shown last.

    Args:
        own: the address from which the server is asked.
        luck: chooses among the forms.
        where: the address of the game; none before one is begun.
        shown: the page that was shown last.
        sent: whether a form is on its way that was not answered.
        moves: how many forms were answered.
        ended: the games that are over, by their addresses.
        cookies: by which the seats are held.
    """

    own: str
    luck: random.Random
    where: str = ""
    shown: bytes = b""
    sent: bool = False
    moves: int = 0
    ended: set[str] = field(default_factory=set)
    cookies: dict[str, str] = field(default_factory=dict)

    async def look(self, port: int) -> None:
        """See that the game is as it was left.

        Raises:
            FoundError: when it is not.
        """
        if not self.where:
            return
        line = self._line(port)
        page = await line.ask(self.where)
        line.close()
        if page.status != FINE:
            raise FoundError(f"{self.where} is answered with {page.status}")
        if page.body == self.shown:
            return
        was, now = number_of(self.shown), number_of(page.body)
        # A game that is over has no form that tells its number.
        if not self.sent or now not in {was + 1, -1}:
            raise FoundError(f"{self.where} was at state {was} and is at {now}")
        self.shown = page.body

    async def play(self, port: int, moved: asyncio.Event) -> None:
        """Send forms until the server is there no more, and tell when one was answered."""
        line = self._line(port)
        try:
            while True:
                await self._move(line)
                moved.set()
                await asyncio.sleep(0.005)
        except (OSError, EOFError, asyncio.IncompleteReadError):
            self.cookies = line.cookies
            line.close()

    async def _move(self, line: Line) -> None:
        forms = forms_of(self.shown)
        if not self.where or not forms:
            if self.where:
                self.ended.add(self.where)
            begun = checked(await line.ask("/games", self.luck.choice(AT_A_TABLE)), SEE_OTHER)
            self.cookies = dict(line.cookies)
            self.where, self.shown = begun.heads["location"], b""
            self.sent = True
        else:
            form = self.luck.choice(forms)
            self.sent = True
            checked(await line.ask(form.path, form.content), SEE_OTHER)
            self.moves += 1
        self.shown = checked(await line.ask(self.where), FINE).body
        self.sent = False

    def _line(self, port: int) -> Line:
        line = Line(port, self.own)
        line.cookies = dict(self.cookies)
        return line


def checked(answer: Answer, status: int) -> Answer:
    """An answer that has the status that it should.

    Raises:
        FoundError: when it has another.
    """
    if answer.status != status:
        raise FoundError(f"answered with {answer.status}, not {status}")
    return answer


def number_of(page: bytes) -> int:
    """The number of the state that a page shows; -1 where it has no form."""
    found = NUMBER.search(page)
    return -1 if found is None else int(found[1])


async def some_play(
    port: int, people: list[Person], server: subprocess.Popen[str], after: float, *, at_once: bool
) -> None:
    """Look at all games, play on, and kill the server so many seconds after a first move.

    Every fifth time they are counted from its first page on.
    """
    for person in people:
        await person.look(port)
    moved = asyncio.Event()
    playing = [asyncio.create_task(person.play(port, moved)) for person in people]
    if not at_once:
        await asyncio.wait([asyncio.create_task(moved.wait()), *playing],
                           return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
    await asyncio.sleep(after)
    server.kill()
    await asyncio.gather(*playing)


def whole(db: Path) -> int:
    """See that the file is whole and all its records hold; how many games it has.

    Raises:
        FoundError: when it is not.
    """
    with closing(sqlite3.connect(db)) as base:
        if (said := base.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
            raise FoundError(f"SQLite finds in its file: {said}")
        rows = base.execute("SELECT record, moment, apart FROM games").fetchall()
    for record, moment, apart in rows:
        Session.restore(record_from_data(json.loads(record)), moment, apart=bool(apart))
    return len(rows)


def served(times: int, seed: int, people: int, longest: float) -> None:
    """Kill a server so many times."""
    luck = random.Random(seed)  # no secret
    at_tables = [
        Person(f"127.2.0.{n + 1}", random.Random(seed + n))  # no secret
        for n in range(people)
    ]
    on_their_way = games = 0
    with tempfile.TemporaryDirectory() as place:
        db = Path(place) / "games.sqlite3"
        for kills in range(times):
            progress(kills, times)
            with serving(db) as server:
                after = luck.uniform(0, longest)
                asyncio.run(
                    some_play(
                        server.port, at_tables, server.process, after, at_once=kills % AT_ONCE == 0
                    )
                )
                server.process.wait()
            on_their_way += sum(person.sent for person in at_tables)
            games = whole(db)
        with serving(db) as server:
            for person in at_tables:
                asyncio.run(person.look(server.port))
    moves, ends = sum(one.moves for one in at_tables), sum(len(one.ended) for one in at_tables)
    print(
        f"served: killed {times} times, {moves:,} moves answered in {games} games, {ends} of them "
        f"over; {on_their_way} forms on their way at a kill; no move lost, none made twice"
    )


def main() -> None:
    """Kill what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("study", "served"))
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--people", type=int, default=6)
    parser.add_argument("--longest", type=float, default=1.0)
    given = parser.parse_args()
    try:
        if given.what == "study":
            study(given.times, given.seed, given.games)
        else:
            served(given.times, given.seed, given.people, given.longest)
    except FoundError as found:
        sys.exit(f"{given.what}: {found}")


if __name__ == "__main__":
    main()

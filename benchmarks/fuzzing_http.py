"""Ask the server for whatever its description allows, and for much that it does not (schemathesis).

    python -m pip install schemathesis
    python benchmarks/fuzzing_http.py [--examples 200] [--seed 1674] [more for schemathesis]...

Starts `penneech serve` in a process of its own, on a free port and with a file of games that is
thrown away, and begins a game at which it then sits. Then schemathesis asks at every address of
docs/reference/server.openapi.yaml, with values that fit the description and with such as do not:
so many of each kind at each. An answer is a fault when its status is not described, when it is one
of the server's own faults, or when its kind or its heads are not those described; what is not
offered must be refused with 405. 503 is described where the server may have no room. The server's
own log is shown at the end where it is not empty. Exit status 1 if there is any fault.

The server answers two hundred requests a second of one address, and is not asked for more.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
DESCRIPTION = ROOT / "docs" / "reference" / "server.openapi.yaml"
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_headers_conformance", "unsupported_method",
)  # fmt: skip
NOBODY = "no-such-one"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Start the server, give its address, and stop it afterwards; its log is in the folder."""
    command = [sys.executable, "-m", "penneech", "serve", "--port", "0"]
    command += ["--db", str(folder / "games.sqlite3")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with (folder / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(  # noqa: S603  # our own program
            command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT, env=environment
        )
    try:
        assert process.stdout is not None  # noqa: S101  # it is a pipe
        said = process.stdout.readline()
        found = re.search(r"http://\S+:\d+", said)
        if found is None:
            raise RuntimeError(f"the server did not begin: {said!r}")
        yield found[0]
    finally:
        process.terminate()
        process.wait(30)


class _Stays(HTTPRedirectHandler):
    """Does not follow where an answer sends: the seat is in its heads."""

    def redirect_request(self, *_: Any, **__: Any) -> None:  # noqa: ANN401  # as urllib has it
        return None


def begun(address: str) -> tuple[str, str]:
    """Begin a game against the computer: its id, and the cookie of the seat."""
    from urllib.error import HTTPError  # noqa: PLC0415  # here alone

    form = urlencode({"variant": "parlett", "opponent": "greedy"}).encode()
    try:
        build_opener(_Stays).open(Request(f"{address}/games", form))  # noqa: S310  # our own server
    except HTTPError as answer:
        game = answer.headers["location"].rpartition("/")[2]
        return game, answer.headers["set-cookie"].partition(";")[0]
    raise RuntimeError("no game was begun")


def described(game: str) -> dict[str, Any]:
    """The description, with what there is of games, variants and files."""
    told: dict[str, Any] = yaml.safe_load(DESCRIPTION.read_text("utf-8"))
    known = {
        "game": [game, game, NOBODY],
        "variant": ["parlett", NOBODY],
        "file": ["penneech.css", "table.js", "seven.svg", NOBODY],
    }
    for name, values in known.items():
        told["components"]["parameters"][name]["schema"] = {"enum": sorted(set(values))}
    return told


def main() -> None:
    """Start the server, ask it, and tell of what is not as described."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1674)
    options, more = parser.parse_known_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder) as address:
            game, seat = begun(address)
            description = folder / "openapi.yaml"
            description.write_text(yaml.safe_dump(described(game)), "utf-8")
            status = subprocess.run(  # noqa: S603  # the tool that was asked for
                [
                    sys.executable,
                    "-m",
                    "schemathesis.cli",
                    "run",
                    str(description),
                    "--url",
                    address,
                    "--header",
                    f"Cookie: {seat}",
                    "--checks",
                    ",".join(CHECKS),
                    "--phases",
                    "examples,coverage,fuzzing",
                    "--max-examples",
                    str(options.examples),
                    "--seed",
                    str(options.seed),
                    "--rate-limit",
                    "150/s",
                    "--max-redirects",
                    "0",
                    "--continue-on-failure",
                    "--no-color",
                    "--warnings",
                    "off",
                    *more,
                ],
                cwd=folder,
                check=False,
            ).returncode
        log = (folder / "log").read_text("utf-8")
        if log.strip():
            print(f"The server said:\n{log}")
    sys.exit(1 if status or "Traceback" in log else 0)


if __name__ == "__main__":
    main()

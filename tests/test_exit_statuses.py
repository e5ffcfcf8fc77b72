"""Exit statuses: what scripts may rely on is told in one place, and each is met."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run
from fixture_tei import copy_of, write

from penneech import cli
from penneech.cli.options import NO, STOPPED, WRONG_USE
from penneech.cli.statuses import NEGATIVE, STATUSES

ROOT = Path(__file__).parents[1]
MANUAL = run("manual").out
PAGE = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")

LIST = "deal: B deals\nturned: KD 9S AS 8C AC 3H 8S JH\nplayed: QD 5D, QS 3S, 2C QC\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a file that holds, and one that does not, for each command that is asked."""
    place = tmp_path_factory.mktemp("statuses")
    good = place / "good.jsonl"
    run("simulate", "parlett", "--players", "random", "--seed", 1, "--records", good)
    text = good.read_text(encoding="utf-8")
    (place / "bad.jsonl").write_text(text.replace('"winner":"', '"winner":"X'), encoding="utf-8")
    (place / "bad.json").write_bytes((place / "bad.jsonl").read_bytes())
    (place / "good.yaml").write_text("id: good\nextends: parlett\n", encoding="utf-8")
    (place / "bad.yaml").write_text("id: bad\nextends: parlet\n", encoding="utf-8")
    (place / "none.txt").write_text(LIST + "points: A 60, B 60\n", encoding="utf-8")
    write(place, copy_of("C74"), name="good.xml")
    write(place, copy_of("C74").replace("Faces", "Paces").replace("Face", "Pace"), name="bad.xml")
    run("schema", "--write", place / "schema")
    (place / "stale").mkdir()
    return place


YES = {
    "validate": "validate {}/good.yaml",
    "schema": "schema --check {}/schema",
    "which": "which {}/good.jsonl",
    "replay": "replay {}/good.jsonl",
    "rescore": "rescore {}/good.jsonl --variant pagat",
    "convert": "convert {}/good.jsonl",
    "sources check": "sources check {}/good.xml",
}
NO_OF = {
    "validate": ["validate {}/bad.yaml", "validate {}/bad.yaml --json", "validate {}/bad.jsonl"],
    "schema": ["schema --check {}/stale"],
    "which": ["which {}/none.txt", "which {}/none.txt --json", "which {}/bad.jsonl"],
    "replay": ["replay {}/bad.jsonl", "replay {}/bad.jsonl --json"],
    "rescore": ["rescore {}/bad.jsonl --variant pagat"],
    "convert": ["convert {}/bad.jsonl", "convert {}/bad.jsonl --out {}/none.jsonl"],
    "advise": ["advise {}/bad.jsonl --player greedy"],
    "solve": ["solve {}/bad.jsonl"],
    "play": ["play --plain --load {}/bad.json"],
    "sources check": ["sources check {}/bad.xml", "sources check {}/bad.xml --json"],
}
WRONG = [
    "",
    "nothing",
    "variants --nothing",
    "variants nobody",
    "variants {}/none.yaml",
    "validate {}/none.yaml",
    "diff parlett",
    "simulate parlett --players nobody",
    "simulate parlett --records {}/none/games.jsonl",
    "schema --check {}/none",
    "replay {}/none.jsonl",
    "replay {}/good.jsonl --game 7",
    "advise {}/good.jsonl --player greedy",
    "rulebook parlett --format docx",
    "cite nobody",
    "sources show nobody",
    "apparatus --point nothing",
    "completion csh",
    "init parlett",
    "play nobody",
    "bench --rounds 0",
]


@pytest.mark.parametrize("name", YES)
def test_yes_and_done_is_0(name, place):
    assert run(*YES[name].format(place).split()).status == 0


@pytest.mark.parametrize("name", NO_OF)
def test_no_is_1(name, place):
    for command in NO_OF[name]:
        if name == "solve":
            pytest.importorskip("numba")
        assert run(*command.replace("{}", str(place)).split()).status == NO, command


def test_a_stale_document_is_a_no(monkeypatch):
    making = "penneech.publishing.making"
    monkeypatch.setattr(f"{making}.made_pages", lambda *_: [])
    monkeypatch.setattr(f"{making}.stale", lambda *_: ["docs/index.md: not what would be made"])
    answer = run("docs", "check")
    assert answer.status == NO
    assert "docs/index.md" in answer.err
    monkeypatch.setattr(f"{making}.stale", lambda *_: [])
    assert run("docs", "check").status == 0


def test_every_command_that_may_say_no_is_tried_here():
    assert set(NEGATIVE) == {*NO_OF, "docs check"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize(
    "command",
    [
        *("which {}", "replay {}", "rescore {} --variant pagat", "convert {}", "solve {}"),
        *("advise {} --player greedy", "validate {}", "play --plain --load {}"),
    ],
)
def test_of_a_file_that_cannot_be_read_the_answer_is_neither_yes_nor_no(command, tmp_path):
    if command.startswith("solve"):
        pytest.importorskip("numba")
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    answer = run(*command.replace("{}", str(pipe)).split())
    assert answer.status == WRONG_USE
    assert "cannot be read: it is a named pipe" in answer.err


@pytest.mark.parametrize("command", WRONG)
def test_what_cannot_be_done_is_2(command, place):
    answer = run(*command.format(place).split())
    assert answer.status == WRONG_USE
    assert answer.err
    assert answer.out == ""


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_ctrl_c_is_130_in_every_command(command, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"{cli.COMMANDS[command][0]}.{command}.make_context", stop)
    assert run(command).status == STOPPED


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
def test_what_is_ended_from_outside_has_the_status_of_its_signal():
    playing = subprocess.Popen(  # our own program
        [sys.executable, "-m", "penneech", "play", "parlett", "--seed", "1", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with playing:
        assert playing.stdout.read(1)
        playing.send_signal(signal.SIGTERM)
        playing.stdin.close()
        assert playing.wait(timeout=60) == 128 + signal.SIGTERM


def test_the_manual_and_the_page_tell_every_status():
    for status, meaning in STATUSES:
        assert f"| {status} | {meaning} |" in PAGE
        assert f".B {status}\n{meaning}".replace("-", "\\-") in MANUAL
    for name, when in NEGATIVE.items():
        assert f"| `penneech {name}` | {when} |" in PAGE
        assert f".B 1 of {name}\n{when}".replace("-", "\\-") in MANUAL

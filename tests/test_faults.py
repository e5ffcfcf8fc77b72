"""Faults from without: a full disk, no network, no home, damaged files of a study, wrong settings.

The page of all faults that were looked for names the test that holds each; that it names none that
is not there is tested here too.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_bench import compiled_code
from test_study import chunk_file, copy, design_of, files_of, played, rows_of, study

from penneech.errors import StudyError
from penneech.study.manifest import opened
from penneech.study.run import run
from penneech.study.store import Store

__all__ = ["copy", "played"]  # fixtures

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "faults.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_test_that_the_page_of_faults_names_is_there():
    text = PAGE.read_text(encoding="utf-8")
    named = NAMED.findall(text)
    assert len(named) > 60
    for file, test in named:
        code = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {test}\(", code, re.MULTILINE), f"{file}::{test}"
    for command in re.findall(r"^python (benchmarks/\w+\.py)", text, re.MULTILINE):
        assert (ROOT / command).is_file(), command
    # Every row of its tables says what holds it.
    rows = [line for line in text.splitlines() if re.match(r"\| \d", line)]
    assert len(rows) == 42
    assert [int(row.split("|")[1]) for row in rows] == list(range(1, 43))
    for row in rows:
        assert NAMED.search(row) or "`.ci/wheel`" in row, row


def alone(*words, before="", cwd=None, env=None):
    """Run `penneech` in a process of its own, after some code."""
    code = f"{before}\nfrom penneech.cli import main\nmain()"
    return subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", code, *map(str, words)],
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**(os.environ if env is None else env), "PYTHONPATH": str(ROOT)},
        timeout=300,
    )


NO_NETWORK = """
import sys
def refuse(event, _):
    if event in {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"}:
        sys.stderr.write(f"asks the network: {event}")
        sys.stderr.flush()
        import os
        os._exit(99)
sys.addaudithook(refuse)
"""


def test_the_guard_against_the_network_is_one():
    asked = alone(before=f"{NO_NETWORK}\nimport socket\nsocket.getaddrinfo('localhost', 1)")
    assert (asked.returncode, asked.stderr) == (99, b"asks the network: socket.getaddrinfo")


@pytest.mark.parametrize(
    "words",
    [
        ("validate", ROOT / "variants", ROOT / "sources"),
        ("rulebook", "parlett", "--format", "html", "--out", "x.html"),
        ("compare", "parlett", "gamerules", "--games", "2", "--workers", "1"),
        ("schema", "--check", ROOT / "variants" / "schema"),
    ],
    ids=lambda words: words[0],
)
def test_nothing_asks_the_network(tmp_path, words):
    done = alone(*words, before=NO_NETWORK, cwd=tmp_path)
    assert done.returncode == 0
    assert b"asks the network" not in done.stderr


def test_without_a_home_and_with_few_letters_the_figures_are_the_same(tmp_path):
    words = ("compare", "parlett", "gamerules", "--games", "4", "--workers", "1", "--json", "--out")
    nobody = "import pathlib\ndef none(): raise RuntimeError('no home')\npathlib.Path.home = none"
    bare = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    bare |= {key: value for key, value in os.environ.items() if key in {"PATH", "SYSTEMROOT"}}
    there = alone(*words, tmp_path / "x")
    here = alone(*words, tmp_path / "y", before=nobody, env=bare, cwd=tmp_path)
    assert (there.returncode, there.stderr, here.returncode, here.stderr) == (0, b"", 0, b"")
    assert here.stdout.isascii()
    one, other = (json.loads(done.stdout) for done in (there, here))
    assert one | {"folder": ""} == other | {"folder": ""}


@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}], ids=["colours", "NO_COLOR"])
def test_no_color_is_heeded_on_a_terminal(colour):
    pytest.importorskip("pty", reason="needs a pseudo terminal")
    sys.path.append(str(Path(__file__).parent / "play"))
    pseudo = pytest.importorskip("pseudo", reason="needs pyte")
    with pseudo.Pseudo("diff", "cotton-1674", "parlett", **colour) as terminal:
        while terminal.process.poll() is None or terminal.read():
            terminal.read()
    coloured = [code for code in re.findall(rb"\x1b\[([\d;]*)m", terminal.written)
                if re.search(rb"(^|;)(3[0-8]|4[0-8]|9\d)", code)]  # fmt: skip
    assert bool(coloured) is not bool(colour)


def _at_the_schema(path):
    """A name of a column becomes one that is no text."""
    path.write_bytes(path.read_bytes().replace(b"score_a", b"score\xffa"))


def _at_the_marks(path):
    path.write_bytes(path.read_bytes().replace(b"parlett", b"parl\xfftt"))


def _filled_with_nothing(path):
    path.write_bytes(bytes(path.stat().st_size))


def _of_another_kind(path):
    path.write_text("game,swapped\n0,0\n", encoding="utf-8")


@pytest.mark.parametrize(
    "spoil", [_at_the_schema, _at_the_marks, _filled_with_nothing, _of_another_kind]
)
def test_a_damaged_file_of_rows_is_named_whatever_the_database_says_of_it(copy, spoil):
    path = chunk_file(copy)
    before = path.read_bytes()
    spoil(path)
    assert path.read_bytes() != before
    with pytest.raises(StudyError, match="is damaged") as told:
        opened(copy, design_of(), "").missing()
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_a_bit_that_turns_over_is_refused_or_changes_nothing(copy):
    path, design = chunk_file(copy), design_of()
    data, wanted = path.read_bytes(), rows_of(Store(copy, design))
    luck, told = random.Random(3), []
    for _ in range(12):
        spoilt = bytearray(data)
        spoilt[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
        path.write_bytes(spoilt)
        try:
            found = rows_of(Store(copy, design))
        except StudyError as error:
            told.append(str(error))
        else:
            assert found == wanted
    assert len(told) > 3
    assert not any("\n" in text for text in told)


def test_files_that_changed_places_between_two_studies_are_each_refused(copy, tmp_path):
    other = study(tmp_path / "other", design_of(seed=6))
    one, two = chunk_file(copy), chunk_file(other.folder)
    data = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(data)
    for folder, design in ((copy, design_of()), (other.folder, design_of(seed=6))):
        with pytest.raises(StudyError, match="no part of this study"):
            opened(folder, design, "").missing()


@pytest.mark.parametrize("room", [1000, 4500])
def test_a_disk_that_takes_no_more_is_told_and_what_is_written_later_is_whole(
    played, tmp_path, room
):
    """No file may grow larger than so many bytes, which the files of rows have."""
    resource = pytest.importorskip("resource", reason="only there can a file be kept small")
    folder, design = tmp_path / "x", design_of()
    store = opened(folder, design, "")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(StudyError, match="cannot be written") as told:
            run(design, store, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "\n" not in str(told.value)
    assert ".parquet" in str(told.value)
    assert not list(folder.rglob("*.part"))
    assert all(path.read_bytes() == played.folder.joinpath(path.relative_to(folder)).read_bytes()
               for path in folder.rglob("*.parquet"))  # fmt: skip
    study(folder)
    assert files_of(folder) == files_of(played.folder)


def test_a_clock_that_is_set_back_changes_no_study(played, tmp_path, monkeypatch):
    ticks = iter(range(10**9, 0, -1000))
    monkeypatch.setattr("time.time", lambda: next(ticks))
    study(tmp_path / "x")
    assert files_of(tmp_path / "x") == files_of(played.folder)


ASK = "from penneech.kernel.bits import FORM; print(FORM)"


@compiled_code
@pytest.mark.parametrize("form", ["plain", "1"])
def test_a_form_of_the_kernel_that_nobody_knows_is_refused_in_one_sentence(form):
    done = alone("bench", "--rounds", "1", env={**os.environ, "PENNEECH_KERNEL_FORM": form})
    assert (done.returncode, done.stdout) == (2, b"")
    told = done.stderr.decode()
    assert told.count("\n") == 1
    assert f"PENNEECH_KERNEL_FORM is '{form}'; it may be portable or deposit" in told


@compiled_code
def test_the_form_of_the_kernel_that_is_asked_for_is_had_or_refused():
    for form in ("portable", "deposit", ""):
        done = subprocess.run(  # noqa: S603  # our own script
            [sys.executable, "-c", ASK],
            env={**os.environ, "PENNEECH_KERNEL_FORM": form, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            assert form == "deposit"
            assert "this processor is not quick or which it lacks" in done.stderr
        else:
            assert done.stdout.strip() == form or (not form and done.stdout.strip())

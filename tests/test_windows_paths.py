r"""Paths as Windows has them: `\`, drive letters, blanks, names of devices; tried on any system."""

from __future__ import annotations

import re
from pathlib import Path, PureWindowsPath

import duckdb
import pytest
from commands import run

from penneech import variant_names
from penneech.api.comparing import TABLE
from penneech.apparatus import load_sources
from penneech.cli import documents
from penneech.cli.edition import APPARATUS_FORMATS
from penneech.cli.naming import command_of
from penneech.errors import Fault, visible
from penneech.files.typed import as_typed
from penneech.schema.filefaults import is_reserved

MINE = r"C:\Users\Anna Rossi\my variants\new.yaml"


@pytest.mark.parametrize(
    "path", [MINE, r".\new.yaml", r"..\new.yml", r"variants\new", "C:new.yaml"]
)
def test_what_has_a_backslash_or_an_ending_is_a_path_and_no_name(path):
    assert variant_names.path_meant(path) == Path(path)


def test_a_path_stands_in_a_message_as_it_was_typed():
    assert visible(MINE) == MINE
    told = run("variants", MINE).err
    assert MINE in told
    assert "no variant is called" not in told


def test_line_and_column_are_found_behind_a_drive_letter():
    told = str(Fault(MINE, 3, 5, "rules.honours", "it is not known: a, b"))
    # As editors read it: from the right, since a drive letter has a colon, too.
    found = re.match(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): ", told)
    assert found.groupdict() == {"file": MINE, "line": "3", "column": "5"}


@pytest.mark.parametrize(
    ("out", "form"),
    [
        (r"C:\out put\apparatus.HTML", "html"),
        (r"apparatus.xml", "tei"),
        (r"C:\out.html\all", None),
        ("C:\\out.html\\", None),
        (r"\\server\share\a.csv", "csv"),
    ],
)
def test_the_ending_of_a_path_tells_the_format(out, form, monkeypatch):
    monkeypatch.setattr(documents, "Path", PureWindowsPath)
    assert documents.file_format(out, APPARATUS_FORMATS) == form


@pytest.mark.parametrize("between", ["/", "\\"])
def test_the_variant_of_a_row_is_told_by_its_folder_whatever_stands_between(between):
    place = between.join(["C:", "my studies", "rows", "parlett", "00000000.parquet"])
    part = re.search(r"parse_path\(filename, '\w+'\)\[-2\]", TABLE)[0]
    question = f"select {part} from (select ? as filename)"  # noqa: S608  # our own words
    with duckdb.connect() as database:
        assert database.execute(question, [place]).fetchall() == [("parlett",)]


def test_the_command_that_makes_a_study_again_keeps_paths_whole():
    path = r"C:\Users\Anna Rossi\mine.yaml"
    assert as_typed(path, posix=False) == rf'"{path}"'
    command = command_of("compare", path, "--games", "3")
    assert command == f"penneech compare {as_typed(path)} --games 3"


@pytest.mark.parametrize("name", ["con", "nul", "aux", "prn", "com1", "lpt9"])
def test_what_windows_calls_a_device_is_no_name_anywhere(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = run("init", name)
    assert answer.status == 2
    assert f"{name} is what Windows calls a device" in answer.err
    assert not list(tmp_path.iterdir())
    own = tmp_path / f"{name}.yaml"
    own.write_text(f"id: {name}\nextends: parlett\n", encoding="utf-8")
    answer = run("validate", own)
    assert answer.status == 1
    assert answer.err.startswith(f"{name}.yaml:1:")
    assert "choose another" in answer.err


def test_no_name_that_is_shipped_is_that_of_a_device():
    shipped = [*variant_names.variant_files(None), *load_sources()]
    assert not [name for name in shipped if is_reserved(name)]
    assert not is_reserved("nullo")

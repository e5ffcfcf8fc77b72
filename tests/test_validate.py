"""`validate` and its kin: what users see of good and bad files."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import shutil
import tracemalloc
from pathlib import Path

import pytest
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loading import CASES, child, not_hanging, run, source, write

from penneech import validation
from penneech.paths import shipped
from penneech.validation import check_file

NAMES = sorted(path.stem for path in CASES.glob("*.yaml"))
SHIPPED = sorted([*shipped("variants").glob("*.yaml"), *shipped("sources").glob("*.yaml")])
# What is known grows with every source and variant; the cases are about the rest.
_KNOWN = re.compile(r"known: [^;\n]*")

links = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_file_is_answered_line_by_line(name, monkeypatch, capsys):
    """Each case has beside it what is to be said of it, fault by fault."""
    monkeypatch.chdir(CASES)
    with not_hanging():
        status, out, err = run(monkeypatch, capsys, "validate", f"{name}.yaml")
    assert (status, out) == (1, "")
    expected = (CASES / f"{name}.txt").read_text(encoding="utf-8")
    assert _KNOWN.sub("known: ...", err) == expected


def test_every_case_has_its_answer():
    assert sorted(path.stem for path in CASES.glob("*.txt")) == NAMES


def test_a_bomb_of_aliases_takes_little_memory(tmp_path):
    bomb = tmp_path / "bomb.yaml"
    bomb.write_bytes(b"# never read before\n" + (CASES / "alias-bomb.yaml").read_bytes())
    check_file(SHIPPED[0])  # what is imported and read once is not the bomb's
    tracemalloc.start()
    try:
        assert check_file(bomb).faults
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10_000_000  # bytes


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_file_is_valid(path):
    checked = check_file(path)
    assert checked.is_valid, checked.faults
    assert checked.name == path.stem


def test_good_files_are_named_with_their_kind(monkeypatch, capsys):
    monkeypatch.chdir(shipped("variants").parent)
    status, out, err = run(
        monkeypatch, capsys, "validate", "variants/parlett.yaml", "sources/C74.yaml"
    )
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "variants/parlett.yaml: ok (variant parlett)",
        "sources/C74.yaml: ok (source C74)",
    ]


def test_a_folder_stands_for_its_files_but_not_for_the_schemas(monkeypatch, capsys):
    status, out, err = run(monkeypatch, capsys, "validate", shipped("variants"))
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 15
    assert "schema" not in out


def test_faults_go_to_the_other_stream_and_good_files_are_still_named(
    monkeypatch, capsys, tmp_path
):
    good = write(tmp_path / "good.yaml", child("good"))
    bad = write(tmp_path / "bad.yaml", child("bad", following="fre"))
    status, out, err = run(monkeypatch, capsys, "validate", good, bad)
    assert status == 1
    assert out == f"{good}: ok (variant good)\n"
    assert err.startswith(f"{bad}:7:14: rules.following.reading: ")
    assert len(err.splitlines()) == 1


def test_a_file_that_is_not_there_is_wrong_use(monkeypatch, capsys, tmp_path):
    status, _, err = run(monkeypatch, capsys, "validate", tmp_path / "none.yaml")
    assert status == 2
    assert err == f"{tmp_path / 'none.yaml'}: no such file or folder\n"


def test_a_folder_that_cannot_be_read_is_told_and_the_others_are_checked(
    monkeypatch, capsys, tmp_path
):
    for name in ("closed", "open"):
        (tmp_path / name).mkdir()
        write(tmp_path / name / f"{name}.yaml", child(name))
    scandir = os.scandir

    def refusing(folder="."):
        if Path(folder).name == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refusing)
    status, out, err = run(monkeypatch, capsys, "validate", tmp_path)
    assert (status, out) == (2, f"{tmp_path / 'open' / 'open.yaml'}: ok (variant open)\n")
    assert err == f"{tmp_path / 'closed'}: cannot be read: permission denied\n"


@links
def test_a_file_that_cannot_be_read_is_told_and_the_others_are_checked(
    monkeypatch, capsys, tmp_path
):
    write(tmp_path / "good.yaml", child("good"))
    (tmp_path / "broken.yaml").symlink_to("nowhere.yaml")
    (tmp_path / "broken.json").symlink_to("nowhere.json")
    write(tmp_path / "long.yaml", {"id": "long", "extends": "k" * 300})
    status, out, err = run(monkeypatch, capsys, "validate", tmp_path)
    assert (status, out) == (2, f"{tmp_path / 'good.yaml'}: ok (variant good)\n")
    first, second, third = err.splitlines()
    assert first.startswith(f"{tmp_path / 'broken.json'}: cannot be read: no such file")
    assert second.startswith(f"{tmp_path / 'broken.yaml'}: cannot be read: no such file")
    assert third == f"{tmp_path / 'long.yaml'}:2:10: extends: too long; at most 64"


def test_what_the_system_refuses_in_the_midst_of_a_check_is_the_fault_of_that_file(
    monkeypatch, tmp_path
):
    def failing(_path):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(validation, "read_yaml", failing)
    path = write(tmp_path / "good.yaml", child("good"))
    (fault,) = check_file(path).faults
    assert str(fault) == f"{path}: cannot be read: input/output error"


@links
def test_where_a_source_of_ones_own_is_faulty_variants_are_checked_without_it(
    monkeypatch, capsys, tmp_path
):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "Msb.yaml").symlink_to("nowhere.yaml")
    bad = write(tmp_path / "bad.yaml", child("bad", following="fre"))
    status, _, err = run(monkeypatch, capsys, "validate", bad, bad, "--sources", tmp_path / "own")
    assert status == 1
    first, second = err.splitlines()
    assert first.startswith(f"{bad}:7:14: rules.following.reading: ")
    assert second.startswith(f"{tmp_path / 'own' / 'Msb.yaml'}: cannot be read: ")


def test_a_source_descends_from_sources_beside_it_and_from_no_variant(
    monkeypatch, capsys, tmp_path
):
    def descending(parent):
        return source("Msb", descends=[{"from": parent, "link": "reprint", "certainty": "likely"}])

    write(tmp_path / "Msa.yaml", source("Msa"))
    write(tmp_path / "mine.yaml", child("mine"))
    path = write(tmp_path / "Msb.yaml", descending("Msa"))
    assert run(monkeypatch, capsys, "validate", path)[0] == 0
    write(path, descending("mine"))
    status, _, err = run(monkeypatch, capsys, "validate", path)
    assert status == 1
    assert 'descends[0].from: no source has the siglum "mine"' in err


def test_a_name_in_capitals_is_read_like_any_other(monkeypatch, capsys, tmp_path):
    path = write(tmp_path / "good.YAML", child("good"))
    status, out, _ = run(monkeypatch, capsys, "validate", tmp_path)
    assert (status, out) == (0, f"{path}: ok (variant good)\n")


def test_nothing_is_called_null_as_files_call_it(monkeypatch, capsys, tmp_path):
    data = child("bad", following=None, last_turn_up=None)
    path = write(tmp_path / "bad.yaml", data)
    err = run(monkeypatch, capsys, "validate", path)[2]
    assert "rules.last_turn_up.reading: null is not known; allowed: " in err
    assert "None" not in err


def test_a_folder_with_nothing_to_check_is_wrong_use(monkeypatch, capsys, tmp_path):
    assert run(monkeypatch, capsys, "validate", tmp_path)[0] == 2


def test_a_fault_of_a_parent_is_told_once(monkeypatch, capsys, tmp_path):
    write(tmp_path / "a.yaml", child("a", following="fre"))
    write(tmp_path / "b.yaml", child("b", "a"))
    write(tmp_path / "c.yaml", child("c", "b"))
    status, out, err = run(monkeypatch, capsys, "validate", tmp_path)
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1


def test_a_program_reads_the_answer_as_json(monkeypatch, capsys, tmp_path):
    good = write(tmp_path / "good.yaml", child("good"))
    bad = write(tmp_path / "bad.yaml", child("bad", following="fre"))
    status, out, err = run(monkeypatch, capsys, "validate", "--json", good, bad)
    assert (status, err) == (1, "")
    first, second = json.loads(out)
    assert first == {
        "file": str(good),
        "valid": True,
        "kind": "variant",
        "name": "good",
        "faults": [],
    }
    assert (second["faults"][0]["line"], second["faults"][0]["column"]) == (7, 14)
    assert second["faults"][0]["path"] == "rules.following.reading"


def test_ones_own_variants_and_sources_are_found_in_named_folders(monkeypatch, capsys, tmp_path):
    for name in ("variants", "sources", "work"):
        (tmp_path / name).mkdir()
    write(tmp_path / "variants" / "parent.yaml", child("parent", redeal="never"))
    passage = {"id": "cut", "locator": {"page": "1"}, "says": {"en": "The lower cut deals."}}
    write(tmp_path / "sources" / "Msb.yaml", source("Msb", passages=[passage]))
    data = child("mine", "parent")
    data["rules"]["first_dealer"] = {
        "reading": "cut_lowest_ace_low",
        "basis": "stated",
        "cites": ["Msb.cut"],
    }
    mine = write(tmp_path / "work" / "mine.yaml", data)
    assert run(monkeypatch, capsys, "validate", mine)[0] == 1
    options = ("--variants", tmp_path / "variants", "--sources", tmp_path / "sources")
    assert run(monkeypatch, capsys, "validate", mine, *options)[0] == 0
    monkeypatch.setenv("PENNEECH_VARIANTS", str(tmp_path / "variants"))
    monkeypatch.setenv("PENNEECH_SOURCES", str(tmp_path / "sources"))
    assert run(monkeypatch, capsys, "validate", mine)[0] == 0


def test_another_ending_is_refused_with_the_endings_that_are_read(monkeypatch, capsys, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("id: mine\n", encoding="utf-8")
    status, _, err = run(monkeypatch, capsys, "validate", path)
    assert status == 1
    assert ".yaml" in err
    assert ".jsonl" in err


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"{}", b'{"format": 1}', b"[" * 100_000])
@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_what_is_no_record_is_refused_in_few_lines(monkeypatch, capsys, tmp_path, data, ending):
    path = tmp_path / f"game.{ending}"
    path.write_bytes(data)
    status, out, err = run(monkeypatch, capsys, "validate", path)
    assert (status, out) == (1, "")
    assert 1 <= len(err.splitlines()) <= 12
    assert "Traceback" not in err


def test_records_are_counted_and_a_wrong_one_is_found_by_its_line(monkeypatch, capsys, tmp_path):
    path = tmp_path / "games.jsonl"
    simulate = ("simulate", "parlett", "--players", "random,random", "--games", 3, "--seed", 1)
    assert run(monkeypatch, capsys, *simulate, "--records", path)[0] == 0
    status, out, err = run(monkeypatch, capsys, "validate", path)
    assert (status, out, err) == (0, f"{path}: ok (record of 3 games)\n", "")
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[1] = lines[1].replace('"plays"', '"palys"', 1)
    path.write_text("\n".join(lines), encoding="utf-8")
    status, out, err = run(monkeypatch, capsys, "validate", path)
    assert (status, out) == (1, "")
    assert err.startswith(f"{path}:2:")
    assert "did you mean plays?" in err


def test_a_binary_file_is_refused_in_one_line(monkeypatch, capsys, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_bytes(random.Random(7).randbytes(4096))
    status, _, err = run(monkeypatch, capsys, "validate", path)
    assert status == 1
    assert len(err.splitlines()) == 1


LONG = {
    "keys": "".join(f"  honors{i}: {i}\n" for i in range(4_900)),
    "citations": "  honours:\n    reading: trumps_only\n    basis: stated\n    cites:\n"
    + "".join(f"      - C74.honors{i}\n" for i in range(9_900)),
    "a note": f"  honours: {{note: {{en: '{'long ' * 80_000}'}}}}\n",
    "too many keys": "".join(f"  honors{i}: {i}\n" for i in range(25_000)),
    "a key": f"  ? {'honours' * 60_000}\n  : 1\n",
}


@pytest.mark.parametrize("what", LONG)
def test_a_long_file_of_nonsense_is_answered_in_few_lines(monkeypatch, capsys, tmp_path, what):
    path = tmp_path / "long.yaml"
    path.write_text(f"id: long\nextends: cotton-1674\nrules:\n{LONG[what]}", encoding="utf-8")
    with not_hanging():
        status, _, err = run(monkeypatch, capsys, "validate", path)
    assert status == 1
    assert len(err.splitlines()) <= 101
    assert max(map(len, err.splitlines())) < 2000


def mutated(data, chance):
    """The bytes of a file with a few of them changed, taken out, or put in."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                del data[at : at + chance.randint(1, 40)]
            case 2:
                data[at:at] = chance.choice(MARKS)
            case _:
                other = chance.randrange(len(data))
                data[at:at] = data[other : other + chance.randint(1, 60)]
    return bytes(data)


MARKS = [b"\t", b": ", b"&a ", b"*a ", b"!t ", b"\n", b"{", b"}", b"[", b"'", b'"', b"- ", b"\0"]
MARKS += [b"<<: ", b"---\n", b"%", b"\xff", b"\r", b"|", b"? ", b"#", b"061", b"null", b"  "]


@settings(examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_no_change_of_a_few_bytes_does_anything_but_fail(tmp_path, seed):
    chance = random.Random(seed)
    original = chance.choice(SHIPPED)
    path = tmp_path / original.name
    path.write_bytes(mutated(original.read_bytes(), chance))
    with not_hanging():
        checked = check_file(path)
    for fault in checked.faults:
        assert "\n" not in str(fault)


def test_the_working_folder_does_not_matter(monkeypatch, capsys, tmp_path):
    shutil.copy(CASES / "forbidden-pair.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    status, _, err = run(monkeypatch, capsys, "validate", "forbidden-pair.yaml")
    assert status == 1
    assert err.startswith("forbidden-pair.yaml:5:28: ")

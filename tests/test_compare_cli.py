"""`penneech compare`, as its users meet it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from loading import HANGS
from rich.console import Console

from penneech.cli import main
from penneech.render.comparison import comparison_page
from penneech.study import summary as summaries
from penneech.study.summary import Summary
from penneech.variants import shipped_variants

WINDOWS = sys.platform == "win32"


@pytest.fixture
def compare(tmp_path, monkeypatch, capsys):
    """Run the command in an empty folder; what it says, what it complains, how it ends."""
    monkeypatch.chdir(tmp_path)

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["penneech", "compare", *words])
        status = 0
        try:
            main()
        except SystemExit as end:
            status = end.code
        said = capsys.readouterr()
        return said.out, said.err, status or 0

    return command


def few(*words):
    return (*words, "--games", "8", "--workers", "1")


def test_the_page_has_outcomes_differences_what_they_rest_on_and_where_they_are(compare, tmp_path):
    out, err, status = compare(*few("cotton-1674", "parlett"))
    assert (err, status) == ("", 0)
    for words in (
        "Outcomes: 95 % intervals that hold for the 4 of a variant at once",
        "Points a deal by source and seat",
        "Differences from cotton-1674",
        "8 games of each variant from the same packs, greedy at both seats, seed 1",
    ):
        assert words in " ".join(out.split())
    folder = next((tmp_path / "studies").iterdir())
    assert folder.name.endswith("-1")
    assert f"Written to {folder.relative_to(tmp_path)}" in out
    assert sorted(path.name for path in folder.iterdir()) == [
        "manifest.json",
        "rows",
        "summary.json",
    ]


def test_without_variants_all_shipped_are_compared_with_cotton(compare):
    out, _, status = compare("--games", "1", "--workers", "1", "--json")
    found = json.loads(out)
    assert status == 0
    assert list(found["variants"]) == [variant.id for variant in shipped_variants()]
    assert found["differences"]["base"] == "cotton-1674"


def test_two_different_players_are_swapped_and_show_skill(compare):
    out, _, _ = compare(*few("parlett", "--players", "greedy,random"))
    assert "8 x 2 games" in out
    assert "skill" in out
    assert "Differences" not in out


def test_one_name_stands_for_both_seats(compare):
    out, _, _ = compare(*few("parlett", "--players", "random"))
    assert "random at both seats" in out


def test_json_is_the_summary_with_its_documented_keys_and_the_folder(compare, tmp_path):
    out, _, _ = compare(*few("cotton-1674", "parlett", "--json", "--out", "mine"))
    found = json.loads(out)
    assert found.pop("folder") == "mine"
    assert found == json.loads((tmp_path / "mine" / "summary.json").read_text())
    assert set(found) == set(Summary.__annotations__)
    assert all(f"`{key}`" in summaries.__doc__ for key in found)
    assert found["seed"] == "1"
    assert found["complete"] is True


def test_the_same_command_shows_the_same_at_once(compare, tmp_path):
    words = few("cotton-1674", "parlett", "--out", "mine")
    first = compare(*words)
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "mine").rglob("*.parquet")}
    assert compare(*words) == first
    assert before == {p: p.stat().st_mtime_ns for p in (tmp_path / "mine").rglob("*.parquet")}


def test_the_same_command_goes_on_where_it_stopped(compare, tmp_path):
    words = few("cotton-1674", "parlett", "--out", "mine")
    first = compare(*words)
    shutil.rmtree(tmp_path / "mine" / "rows" / "parlett")
    assert compare(*words) == first


def test_the_manifest_has_the_command_that_makes_the_study_again(compare, tmp_path):
    compare(*few("cotton-1674", "parlett", "--out", "mine", "--seed", "18446744073709551615"))
    manifest = json.loads((tmp_path / "mine" / "manifest.json").read_text())
    assert manifest["command"] == (
        "penneech compare cotton-1674 parlett --games 8 --players greedy,greedy "
        "--seed 18446744073709551615"
    )
    again = manifest["command"].split()[2:]
    compare(*again, "--out", "again", "--workers", "2")
    for path in sorted((tmp_path / "mine").rglob("*.*")):
        assert (
            path.read_bytes()
            == (tmp_path / "again" / path.relative_to(tmp_path / "mine")).read_bytes()
        )


def test_a_readers_own_variant_by_path_and_by_folder(compare, tmp_path, monkeypatch):
    own = tmp_path / "own folder"
    own.mkdir()
    text = "id: mine\nextends: parlett\nrules:\n  following:\n    reading: free\n"
    text += "    basis: conjecture\n    cites: []\n    note: {en: as we play it}\n"
    (own / "mine.yaml").write_text(text, encoding="utf-8")
    by_path = compare(*few("parlett", str(own / "mine.yaml"), "--json"))
    by_folder = compare(*few("parlett", "mine", "--variants", str(own), "--json"))
    monkeypatch.setenv("PENNEECH_VARIANTS", str(own))
    by_variable = compare(*few("parlett", "mine", "--json"))
    assert by_path[2] == 0
    assert by_path == by_folder == by_variable
    assert list(json.loads(by_path[0])["variants"]) == ["parlett", "mine"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("parlet",), "parlett"),
        (("parlett", "--players", "gredy,random"), "greedy"),
        (("parlett", "--players", "greedy,random,greedy"), "greedy,random"),
        (("parlett", "--players", "human"), "human"),
        (("parlett", "--players", ","), "two players"),
        (("parlett", "--games", "0"), "0 games"),
        (("parlett", "--games", "-1"), "-1 games"),
        (("parlett", "--games", "many"), "many"),
        (("parlett", "--seed", "-1"), "-1"),
        (("parlett", "--seed", "18446744073709551616"), "18446744073709551615"),
        (("parlett", "--workers", "0"), "0"),
        (("./nowhere.yaml",), "nowhere.yaml"),
        (("parlett", "--variants", "nowhere"), "nowhere"),
    ],
)
def test_wrong_use_is_told_in_one_line(compare, tmp_path, words, said):
    out, err, status = compare(*words)
    assert (out, status) == ("", 2)
    assert said in err
    assert sum(line.startswith("Error:") for line in err.splitlines()) == 1
    assert err.splitlines()[-1].startswith("Error:")
    assert not (tmp_path / "studies").exists()


def test_a_folder_of_another_study_is_refused(compare):
    compare(*few("parlett", "--out", "mine"))
    out, err, status = compare(*few("parlett", "--out", "mine", "--seed", "2"))
    assert (out, status) == ("", 2)
    assert err.splitlines() == [
        "Error: mine holds another study (seed 1, not 2); name another folder with --out"
    ]


def test_a_folder_that_cannot_be_written_is_told_in_one_line(compare, tmp_path):
    (tmp_path / "mine").write_text("", encoding="utf-8")
    out, err, status = compare(*few("parlett", "--out", "mine"))
    assert (out, status) == ("", 2)
    assert len(err.splitlines()) == 1
    assert "mine" in err


def test_a_damaged_file_is_told_in_one_line(compare, tmp_path):
    compare(*few("parlett", "--out", "mine"))
    path = next((tmp_path / "mine").rglob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-9])
    out, err, status = compare(*few("parlett", "--out", "mine"))
    assert (out, status) == ("", 2)
    assert len(err.splitlines()) == 1
    assert path.name in err


def penneech(*words, **how):
    return subprocess.Popen(  # noqa: S603  # this very interpreter
        [sys.executable, "-m", "penneech", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        **how,
    )


def lives(group):
    """Whether a process of the group is alive; where that cannot be seen, none is."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rsplit(")", 1)[1].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state != "Z":
            return True
    return False


@pytest.mark.parametrize("to_all", [True, False])
def test_ctrl_c_ends_all_and_says_how_to_go_on(tmp_path, to_all):
    if WINDOWS:
        return
    words = ("compare", "cotton-1674", "parlett", "--games", "400", "--workers", "3")
    with penneech(*words, "--out", "mine", cwd=tmp_path) as process:
        while not any((tmp_path / "mine").rglob("*.parquet")):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.02)
        (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=HANGS)
    assert (process.returncode, out) == (130, "")
    assert len(err.splitlines()) == 1
    assert "of 800 games are played and kept in mine; the same command goes on" in err
    deadline = time.monotonic() + HANGS
    while lives(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not lives(process.pid)


def test_what_goes_to_a_file_has_no_escape_codes_and_no_bar(tmp_path):
    words = ("compare", "cotton-1674", "parlett", "--games", "8")
    environment = {key: value for key, value in os.environ.items() if key != "FORCE_COLOR"}
    with penneech(*words, cwd=tmp_path, env=environment) as process:
        out, err = process.communicate(timeout=120)
    assert (err, process.returncode) == ("", 0)
    assert "\x1b" not in out
    assert all(line == line.rstrip() for line in out.splitlines())


def test_a_console_without_the_letters_gets_others(tmp_path):
    words = ("compare", "cotton-1674", "parlett", "--games", "8", "--workers", "1")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    with penneech(*words, cwd=tmp_path, env=environment) as process:
        out, err = process.communicate(timeout=120)
    assert (err, process.returncode) == ("", 0)
    assert out.isascii()
    assert "+-" in out
    assert "?" not in out
    assert max(map(len, out.splitlines())) <= 100


def test_the_help_is_quick(tmp_path):
    script = (
        "import sys; from penneech.cli.studies import compare\n"
        "slow = {'numpy', 'duckdb', 'rich', 'yaml', 'jsonschema'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(slow)) or 0)"
    )
    done = subprocess.run(  # noqa: S603  # this very interpreter
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("players", ["greedy", "greedy,random"])
def test_every_row_keeps_to_one_line_of_eighty_columns(compare, players):
    out, _, _ = compare("--games", "3", "--workers", "2", "--players", players, "--json")
    page = comparison_page(json.loads(out))
    for width in (80, 100, 120):
        console = Console(width=width, highlight=False, force_terminal=False)
        with console.capture() as caught:
            console.print(page)
        lines = caught.get().splitlines()
        assert max(map(len, lines)) <= width
        for variant in shipped_variants():
            tables = sum(line.split()[:1] == [variant.id] for line in lines)
            assert tables == (3 if variant.id == "cotton-1674" else 5)

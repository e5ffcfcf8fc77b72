"""`penneech compare`, as its users meet it."""

from __future__ import annotations

import copy
import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from loading import HANGS
from rich.console import Console

from penneech.cli import main, studying
from penneech.files import beside as unfinished
from penneech.render.comparison import FURTHER, comparison_page, outcomes_page
from penneech.study import summary as summaries
from penneech.study.design import Entry, plan
from penneech.study.manifest import opened
from penneech.study.run import run
from penneech.study.summary import Summary, summarise
from penneech.variant import shipped_variants

WINDOWS = sys.platform == "win32"

FIGURE = re.compile(r"[+*-]*\d+(?:\.\d+)?±\d+(?:\.\d+)?")

PRIMARY = ("points_a_deal", "dealers_edge", "deals_a_game", "turn_up_share", "skill")


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


def test_the_full_page_has_outcomes_differences_what_they_rest_on_and_where_they_are(
    compare, tmp_path
):
    out, err, status = compare(*few("cotton-1674", "parlett", "--full"))
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
        "report.html",
        "rows",
        "summary.json",
    ]


def test_the_page_has_what_was_played_the_primary_outcomes_and_where_the_rest_is(compare):
    out, err, status = compare(*few("cotton-1674", "parlett", "--out", "mine"))
    assert (err, status) == ("", 0)
    lines = out.splitlines()
    assert lines[0] == "8 games of each variant from the same packs, greedy at both seats, seed 1"
    assert " ".join(lines[1].split()) == "points dealer's deals turn-up"
    assert [len(FIGURE.findall(line)) for line in lines[4:6]] == [4, 4]
    assert [line.split()[0] for line in lines[4:6]] == ["cotton-1674", "parlett"]
    assert "With --full: the differences, points by source and seat" in out
    assert lines[-1] == "Written to mine; every figure is in its summary.json."


def test_the_page_of_all_shipped_variants_fits_a_small_terminal(compare, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    out, _, _ = compare("--games", "40", "--workers", "2")
    assert "*" in out
    assert max(map(len, out.splitlines())) <= 80
    assert len(out.splitlines()) < 24


def test_without_variants_all_shipped_are_compared_with_cotton(compare):
    out, _, status = compare("--games", "1", "--workers", "1", "--json")
    assert status == 0
    found = json.loads(out)
    assert found["players"] == ["greedy", "greedy"]
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


def test_a_manifest_that_a_shorter_run_has_written_over_knows_of_both_in_the_end(
    compare, tmp_path, monkeypatch
):
    few_games = ("cotton-1674", "--players", "greedy", "--workers", "1", "--out", "mine", "--games")
    compare(*few_games, "4")
    manifest = tmp_path / "mine" / "manifest.json"
    shorter, played = manifest.read_bytes(), studying.run

    def raced(*words, **named):
        complete = played(*words, **named)
        manifest.write_bytes(shorter)
        return complete

    monkeypatch.setattr(studying, "run", raced)
    compare(*few_games, "8")
    found = json.loads(manifest.read_bytes())
    assert (found["asked"], found["games"]) == ([4, 8], 8)
    assert json.loads((tmp_path / "mine" / "summary.json").read_bytes())["games"] == 8


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


def refuse_writing(monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("penneech.study.store.beside", refuse)
    monkeypatch.setattr("penneech.files.beside.beside", refuse)


@pytest.mark.parametrize("words", [(), ("--full",), ("--json",)])
def test_a_finished_study_is_shown_from_a_folder_that_cannot_be_written(
    compare, monkeypatch, words
):
    words = few("cotton-1674", "parlett", "--out", "mine", *words)
    before = compare(*words)
    with monkeypatch.context() as patch:
        refuse_writing(patch)
        assert compare(*words) == before


def test_what_cannot_be_written_of_a_finished_study_is_shown_and_said(compare, monkeypatch):
    compare(*few("cotton-1674", "parlett", "--out", "mine"))
    turned = few("parlett", "cotton-1674", "--out", "mine")
    refuse_writing(monkeypatch)
    out, err, status = compare(*turned)
    assert status == 0
    assert "points" in out
    assert "Written" not in out
    assert len(err.splitlines()) == 1
    assert err.startswith(f"Note: {Path('mine') / 'summary.json'} cannot be written")


def test_a_summary_that_cannot_be_written_after_playing_is_an_error_and_yet_shown(
    compare, monkeypatch
):
    put = unfinished.beside

    def refuse(target):
        if target.name == "summary.json":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return put(target)

    monkeypatch.setattr(unfinished, "beside", refuse)
    out, err, status = compare(*few("cotton-1674", "parlett", "--out", "mine"))
    assert status == 2
    assert "points" in out
    assert err.startswith("Error: mine")
    assert os.strerror(errno.ENOSPC) in err
    assert len(err.splitlines()) == 1


def test_ctrl_c_before_the_files_are_read_through_does_not_read_them_to_tell(compare, monkeypatch):
    compare(*few("parlett", "--out", "mine"))

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("penneech.study.rowfiles.RowFiles.contents", stop)
    out, err, status = compare(*few("parlett", "--out", "mine"))
    assert (out, status) == ("", 130)
    assert err == "Stopped; what was played is kept in mine, and the same command goes on.\n"


def test_ctrl_c_leaves_a_partial_report_and_tells_how_to_see_what_there_is(
    compare, monkeypatch, tmp_path
):
    from penneech.study import run as running  # noqa: PLC0415  # its own name for it is replaced

    play, played = running.play_chunk, []

    def play_and_stop(chunk, stopped):
        played.append(chunk)
        if len(played) == 4:
            signal.raise_signal(signal.SIGINT)
        return play(chunk, stopped)

    monkeypatch.setattr(running, "play_chunk", play_and_stop)
    words = ("cotton-1674", "parlett", "--workers", "1", "--out", "mine")
    out, err, status = compare(*words, "--games", "60")
    assert (out, status) == ("", 130)
    assert "75 of 120 games are played and kept in mine" in err
    assert err.endswith("With --games 25 it shows what all variants have.\n")
    partial = json.loads((tmp_path / "mine" / "summary.json").read_text())
    assert (partial["games"], partial["asked"], partial["complete"]) == (25, 60, False)
    page = (tmp_path / "mine" / "report.html").read_text(encoding="utf-8")
    assert "This study is not complete: 60 games of each variant were asked for" in page
    out, _, status = compare(*words, "--games", "25")
    assert out.startswith("25 games of each variant")
    assert len(played) == 4


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


def shown(page, width):
    console = Console(width=width, highlight=False, force_terminal=False)
    with console.capture() as caught:
        console.print(page)
    return caught.get().splitlines()


@pytest.fixture(scope="module")
def summary(tmp_path_factory):
    """The summary of a small study of all shipped variants, by two players."""
    folder = tmp_path_factory.mktemp("all")
    entries = [Entry(one.id, one.rules) for one in shipped_variants()]
    design = plan(entries, ("greedy", "random"), 3, 20)
    store = opened(folder, design, "")
    run(design, store, 1)
    return summarise(design, store, "cotton-1674")


@pytest.mark.parametrize("page", [outcomes_page, comparison_page])
@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 120])
def test_no_name_and_no_figure_is_cut_however_narrow_the_screen_is(summary, page, width):
    wide, narrow = shown(page(summary), 300), shown(page(summary), width)
    assert max(map(len, narrow)) <= width
    assert "…" not in "".join(narrow)
    assert FIGURE.findall("\n".join(narrow)) == FIGURE.findall("\n".join(wide))
    if width > max(map(len, summary["variants"])):
        for variant in summary["variants"]:
            assert any(line.split("  ")[0].split(",")[0] == variant for line in narrow)


def test_on_a_narrow_screen_each_variant_is_a_block(summary):
    lines = shown(outcomes_page(summary), 40)
    start = lines.index("parlett")
    titles = ["points a deal", "dealer's edge", "deals a game", "turn-up share %", "skill %"]
    for line, title in zip(lines[start + 1 : start + 6], titles, strict=True):
        assert line.startswith(f"  {title} ")
        assert FIGURE.search(line)
    assert not lines[start + 6].startswith(" ")


def test_a_star_marks_the_differences_that_are_worth_naming(summary):
    lines = shown(outcomes_page(summary), 100)
    for variant, gaps in summary["differences"]["variants"].items():
        row = next(line for line in lines if line.split()[:1] == [variant])
        marked = [figure.startswith("*") for figure in row.split()[1:]]
        assert marked == [gaps[name]["worth_naming"] for name in PRIMARY]
    base = next(line for line in lines if line.split()[:1] == ["cotton-1674"])
    assert "*" not in base
    assert "* differs from cotton-1674" in " ".join(lines)


def changed(summary, name, **figures):
    """The summary with another difference of one variant, which is not worth naming."""
    other = copy.deepcopy(summary)
    gap = other["differences"]["variants"]["parlett"][name]
    gap.update(called=False, worth_naming=False, **figures)
    return other


def test_a_difference_without_an_interval_is_no_dot(summary):
    page = " ".join(" ".join(shown(comparison_page(summary), 100)).split())
    assert "- stands where" not in page
    assert "· stands where there is no difference, where its interval includes zero, and" in page
    untold = changed(summary, "choice", value=1.0, low=None, high=None)
    lines = shown(comparison_page(untold), 100)
    rows = [line.split() for line in lines if line.split()[:1] == ["parlett"]]
    assert rows[-1][1 + FURTHER.index("choice")] == "-"
    assert "- stands where a difference has no interval" in " ".join(lines)
    none = changed(summary, "choice", value=0.0, low=None, high=None)
    lines = shown(comparison_page(none), 100)
    rows = [line.split() for line in lines if line.split()[:1] == ["parlett"]]
    assert rows[-1][1 + FURTHER.index("choice")] == "·"


@pytest.mark.parametrize("full", [(), ("--full",)])
def test_one_game_gives_no_intervals_and_tells_no_difference(compare, full):
    words = ("cotton-1674", "parlett", "pagat", "--games", "1", "--workers", "1", *full)
    out, _, status = compare(*words)
    assert status == 0
    assert "1 game of each variant" in out
    assert out.count("One game gives no intervals, and tells no difference") == 1
    for wrong in (
        "·",
        "*",
        "did not vary",
        "every game the same",
        "Differences from",
        "the differences",
    ):
        assert wrong not in out


def test_a_figure_that_never_varies_is_said_to_be_one(compare):
    words = ("honours-turned-up-only", "cotton-1674", "--games", "8", "--workers", "1")
    out, _, _ = compare(*words)
    assert "did not vary" not in out
    out, _, _ = compare(*words, "--full")
    assert " 0.00 " in out
    assert "A figure without an interval is one that did not vary between the games." in out


@pytest.mark.parametrize("players", ["greedy", "greedy,random"])
def test_every_row_keeps_to_one_line_of_eighty_columns(compare, players):
    out, _, _ = compare("--games", "3", "--workers", "2", "--players", players, "--json")
    page = comparison_page(json.loads(out))
    for width in (80, 100, 120):
        lines = shown(page, width)
        assert max(map(len, lines)) <= width
        for variant in shipped_variants():
            tables = sum(line.split()[:1] == [variant.id] for line in lines)
            assert tables == (3 if variant.id == "cotton-1674" else 5)

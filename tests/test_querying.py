"""The how-to on questions to a study: each of its blocks is run, as a reader would."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import duckdb
import pytest
from commands import run as penneech

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "query-a-study.md"
BLOCKS = re.findall(
    r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
*QUESTIONS, OF_ALL = (text for kind, text in BLOCKS if kind == "sql")
PROGRAMS = [text for kind, text in BLOCKS if kind == "python"]
(COMMAND,) = (text for kind, text in BLOCKS if kind == "bash")
GAMES = 60


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder in which the page's own command was run, with fewer games."""
    folder = tmp_path_factory.mktemp("query")
    words = COMMAND.split()[1:]
    words[words.index("--games") + 1] = str(GAMES)
    words[words.index("--out") + 1] = str(folder / "studies" / "mine")
    assert penneech(*words).status == 0
    return folder


@pytest.fixture
def asked(place, monkeypatch):
    """Ask a question, with the view that the page makes."""
    monkeypatch.chdir(place)
    view = PROGRAMS[0].split('"""')[1]
    with duckdb.connect() as database:
        database.sql(view)
        yield lambda question: database.sql(question).fetchall()


@pytest.fixture
def summary(place):
    text = (place / "studies" / "mine" / "summary.json").read_text(encoding="utf-8")
    return json.loads(text)["variants"]


def test_there_are_five_questions():
    assert len(QUESTIONS) == 5


def test_the_lengths_of_games_are_those_of_the_summary(asked, summary):
    found = {variant: rest for variant, *rest in asked(QUESTIONS[0])}
    assert set(found) == set(summary)
    for variant, (mean, (p5, _, p95), longest) in found.items():
        wanted = summary[variant]
        assert mean == pytest.approx(wanted["outcomes"]["deals_a_game"]["value"], abs=0.006)
        assert (p5, p95) == (wanted["deals_a_game"]["p5"], wanted["deals_a_game"]["p95"])
        assert longest >= p95


def test_the_share_of_the_first_dealer_is_that_of_the_summary(asked, summary):
    for variant, share in asked(QUESTIONS[1]):
        wanted = summary[variant]["outcomes"]["first_dealer_wins"]["value"]
        assert share == pytest.approx(100 * wanted, abs=0.06)


def test_the_share_of_turn_ups_is_that_of_the_summary(asked, summary):
    found = asked(QUESTIONS[2])
    assert len(found) == 3
    for variant, turned, *others in found:
        wanted = summary[variant]["outcomes"]["turn_up_share"]["value"]
        assert turned == pytest.approx(100 * wanted, abs=0.06)
        # Each part is rounded; together they are all points.
        assert turned + sum(others) == pytest.approx(100, abs=0.25)


def test_the_games_that_part_most_are_games_of_the_study(asked):
    found = asked(QUESTIONS[3])
    assert len(found) == 10
    apart = [abs(one - other) for _, one, other, _ in found]
    assert apart == sorted(apart, reverse=True)
    assert {game for game, *_ in found} <= set(range(GAMES))


def test_the_margins_of_the_games_are_asked_of_every_variant(asked, summary):
    found = asked(QUESTIONS[4])
    assert {variant for variant, *_ in found} == set(summary)
    assert all(0 <= changed <= 100 and margin > 0 for _, changed, margin, _ in found)


def test_the_programs_of_the_page_run(place, monkeypatch, capsys):
    monkeypatch.chdir(place)
    for program in PROGRAMS:
        exec(compile(program, PAGE.name, "exec"), {})  # noqa: S102  # our own page
    out = capsys.readouterr().out
    assert "cotton-1674" in out
    with (place / "mine.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * GAMES
    assert rows[0]["variant"] == "cotton-1674"

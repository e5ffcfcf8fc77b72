"""The report of a study: one page, a table under every plot, nothing asked for elsewhere."""

from __future__ import annotations

import copy
import errno
import json
import os
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from lxml import etree

from penneech.errors import StudyError
from penneech.render.distribution import Spread, bins, class_name
from penneech.render.plots import MOST_ROWS, cut, forest, scale
from penneech.render.report import report_page, write_report, write_results
from penneech.study.design import Entry, plan
from penneech.study.manifest import opened
from penneech.study.run import run
from penneech.study.summary import summarise
from penneech.variant import load_variant

VARIANTS = ("cotton-1674", "parlett", "gamerules", "pagat")
COMMAND = "penneech compare cotton-1674 parlett --games 40"
VOID = {"meta", "br", "hr", "img", "input", "link", "wbr"}


class Page(HTMLParser):
    """What a page has: its elements with where they stand, and its text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.text, self.faults = [], [], "", []
        self.feed(text)
        self.close()
        self.faults += self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID and not self.get_starttag_text().endswith("/>"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}>")

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attrs for name, attrs, _ in self.elements if name == tag]


def studied(folder, *variants, games=40, players=("greedy", "greedy")):
    entries = [Entry(name, load_variant(name).rules) for name in variants]
    design = plan(entries, players, 1, games)
    store = opened(folder, design, COMMAND)
    assert run(design, store, 1)
    return store, summarise(design, store)


@pytest.fixture(scope="module")
def summary(tmp_path_factory):
    return studied(tmp_path_factory.mktemp("study"), *VARIANTS)[1]


@pytest.fixture(scope="module")
def page(summary):
    return report_page(summary, COMMAND)


def many(summary, number):
    """The same study with so many other variants, each a copy that differs a little more."""
    found = copy.deepcopy(summary)
    gaps, variants = found["differences"]["variants"], found["variants"]
    for nth in range(number - len(gaps)):
        name = f"copy-{nth:03d}"
        variants[name] = variants["parlett"]
        gaps[name] = copy.deepcopy(gaps["parlett"])
        for gap in gaps[name].values():
            gap["value"] = (gap["value"] or 0) + nth / 100
    return found


def tables(page):
    """Of each table its caption and its rows, cell by cell; figures as they are unrounded."""
    found = []
    for table in etree.HTML(page).iter("table"):
        rows = [
            [
                [float(data.get("value")) for data in cell.iter("data")]
                or "".join(cell.itertext()).strip()
                for cell in row
            ]
            for row in table.find("tbody")
        ]
        found.append(("".join(table.find("caption").itertext()), rows))
    return found


def test_nothing_is_asked_for_from_outside(page):
    seen = Page(page)
    addresses = [
        value
        for _, attrs, _ in seen.elements
        for name, value in attrs.items()
        if name in {"src", "href", "srcset", "action", "data", "poster", "xlink:href"}
    ]
    assert addresses
    assert all(value.startswith("#") for value in addresses)
    assert set(re.findall(r"url\(([^)]*)\)", page)) == {f"#part-{n}" for n in range(4)}
    assert "@import" not in page
    assert "://" not in page
    assert not seen.all("script")
    assert "default-src 'none'" in page


def test_every_tag_is_closed_and_every_picture_is_whole_in_itself(page):
    assert Page(page).faults == []
    pictures = re.findall(r'<svg class="plot.*?\n</svg>\n<(?:fig|svg class="plot)', page, re.DOTALL)
    assert pictures
    for picture in pictures:
        etree.fromstring(picture.rpartition("</svg>")[0] + "</svg>")


def test_every_plot_is_named_and_described_and_has_a_caption_and_a_table(page):
    document = etree.HTML(page)
    plots = [one for one in document.iter("svg") if one.get("role") == "img"]
    assert plots
    ids = [one.get("id") for one in document.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    for plot in plots:
        named = {one.get("id"): one.text for one in plot if one.tag in {"title", "desc"}}
        assert list(named) == plot.get("aria-labelledby").split()
        assert all(named.values())
        figure = plot.getparent()
        assert figure.tag == "figure"
        assert figure.find("figcaption").text
        assert figure.getparent().find(".//table") is not None


def test_tables_have_captions_and_heads_with_scopes_and_headings_skip_no_rank(page):
    document = etree.HTML(page)
    assert document.get("lang") == "en"
    for table in document.iter("table"):
        assert table.find("caption").text
        assert {one.get("scope") for one in table.find("thead").iter("th")} == {"col"}
        assert {one.get("scope") for one in table.find("tbody").iter("th")} == {"row"}
    ranks = [int(one.tag[1]) for one in document.iter("h1", "h2", "h3", "h4")]
    assert ranks[0] == 1
    assert ranks.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(ranks))


def test_the_tables_have_the_very_figures_of_the_summary(page, summary):
    found = {caption.partition(",")[0].lower(): rows for caption, rows in tables(page)}
    gaps = summary["differences"]["variants"]
    for name, outcome in summary["outcomes"].items():
        title = outcome["title"]
        rows = found[f"points a deal: {title}" if "." in name else title]
        assert [row[0] for row in rows] == list(summary["variants"])
        for row in rows:
            figures = [summary["variants"][row[0]]["outcomes"][name]]
            figures += [gaps[row[0]][name]] if row[0] in gaps else []
            for place, one in zip((1, 3), figures, strict=False):
                ends = [one["low"], one["high"]]
                assert row[place] == [one["value"]]
                assert row[place + 1] == ("\N{EN DASH}" if None in ends else ends)


def test_the_table_under_the_distribution_counts_all_games(page, summary):
    rows = next(rows for caption, rows in tables(page) if "Games by" in caption)
    for name, *counts in rows:
        assert sum(count for (count,) in counts) == summary["games"]
        wanted = [games for _, games in summary["variants"][name]["games_by_deals"]]
        assert [count for (count,) in counts if count] == wanted


def test_the_parts_of_a_bar_are_the_points_by_source(page):
    rows = next(rows for caption, rows in tables(page) if "by source" in caption)
    for _, *parts, whole in rows:
        assert sum(part for (part,) in parts) == pytest.approx(whole[0])
    kinds = set(re.findall(r"fill=\"url\(#(part-\d)\)", page))
    assert kinds == {"part-0", "part-1", "part-2", "part-3"}


def test_it_says_what_was_played_and_how_to_make_it_again(page, summary):
    text = " ".join(Page(page).text.split())
    assert "40 games of each variant from the same packs: greedy at both seats, seed 1." in text
    for words in (COMMAND, summary["digest"], summary["generator"], *VARIANTS):
        assert words in text
    for one in summary["variants"].values():
        assert one["digest"][:16] in text


def test_it_says_which_intervals_are_simultaneous_and_marks_the_exploratory_outcomes(page, summary):
    text = " ".join(Page(page).text.split())
    assert "all 4 of one variant, or of one comparison, hold at once in 95 of 100 studies" in text
    further = [one["title"] for one in summary["outcomes"].values() if not one["primary"]]
    folded = re.findall(r'<h3>([^<]*)</h3> <span class="mark">exploratory</span>', page)
    assert len(folded) == len(further)
    captions = [caption for caption, _ in tables(page)]
    assert sum("(simultaneous intervals)" in one for one in captions) == 4
    assert sum("(exploratory)" in one for one in captions) == len(further)


def test_every_outcome_is_defined(page, summary):
    text = " ".join(Page(page).text.split())
    for one in summary["outcomes"].values():
        assert one["definition"] in text


def test_a_dot_is_filled_where_a_difference_is_worth_naming(summary):
    gaps = {name: one["points_a_deal"] for name, one in summary["differences"]["variants"].items()}
    (plot,) = forest([(name, "", gap) for name, gap in gaps.items()], 0.5, 1)
    assert [row.filled for row in plot.rows] == [gap["worth_naming"] for gap in gaps.values()]
    assert {True, False} == {row.filled for row in plot.rows}


def test_an_unfinished_study_says_so(summary):
    partial = {**summary, "asked": 100, "complete": False}
    text = " ".join(Page(report_page(partial, COMMAND)).text.split())
    assert (
        "This study is not complete: 100 games of each variant were asked for, and these figures "
        "are of the first 40" in text
    )
    assert "not complete" not in report_page(summary, COMMAND)


def test_of_many_variants_those_that_differ_most_are_drawn_and_all_are_told(summary):
    found = many(summary, 120)
    page = report_page(found, COMMAND)
    assert "Of 120 variants the 40 that differ most are drawn; the table has all." in page
    drawn = re.search(r'id="outcome-points_a_deal">.*?</figure>', page, re.DOTALL)[0]
    names = re.findall(r'<text class="name"[^>]*>([^<]*)', drawn)
    assert len(names) == MOST_ROWS
    gaps = found["differences"]["variants"]
    sizes = sorted((abs(gap["points_a_deal"]["value"]) for gap in gaps.values()), reverse=True)
    assert sorted(abs(gaps[name]["points_a_deal"]["value"]) for name in names) == sorted(
        sizes[:MOST_ROWS]
    )
    rows = next(rows for caption, rows in tables(page) if caption.startswith("Points a deal, in"))
    assert len(rows) == 121
    assert Page(page).faults == []


def test_a_study_of_one_variant_has_its_figures_and_no_differences(tmp_path):
    page = report_page(studied(tmp_path, "parlett", games=5)[1], COMMAND)
    assert Page(page).faults == []
    assert "forest" not in page.partition("</style>")[2]
    assert "difference" not in "".join(row[0] for row in tables(page))
    assert "Penneech: parlett" in page


def test_a_single_game_and_two_different_players_are_set_too(tmp_path):
    one = report_page(studied(tmp_path / "one", "parlett", "pagat", games=1)[1], COMMAND)
    assert "One game gives no intervals, and tells no difference." in one
    two = studied(tmp_path / "two", "parlett", "pagat", games=4, players=("greedy", "random"))[1]
    page = report_page(two, COMMAND)
    assert "each played twice with the players exchanged: greedy against random" in page
    assert 'id="outcome-skill"' in page


def test_what_stands_in_the_command_is_text_and_nothing_else(summary):
    page = report_page(summary, 'penneech compare "<script>alert(1)</script>\u202e.yaml"')
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\ufffd" in page
    assert not Page(page).all("script")


def test_the_same_study_has_the_same_bytes_however_it_was_played(tmp_path):
    names = ("cotton-1674", "parlett")
    whole, _ = studied(tmp_path / "whole", *names, games=60)
    write_results(whole, summarise(whole.design, whole), COMMAND)
    entries = whole.design.entries
    for games in (10, 60):
        design = plan(entries, ("greedy", "greedy"), 1, games)
        store = opened(tmp_path / "resumed", design, COMMAND)
        assert run(design, store, 1)
        write_results(store, summarise(design, store), COMMAND)
    for name in ("summary.json", "report.html"):
        one, other = ((tmp_path / one / name).read_bytes() for one in ("whole", "resumed"))
        assert one == other


def test_a_report_that_cannot_be_written_is_one_sentence_and_leaves_the_old_one(
    tmp_path, summary, monkeypatch
):
    write_report(tmp_path, summary, COMMAND)
    before = (tmp_path / "report.html").read_bytes()

    def refuse(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("penneech.files.beside.beside", refuse)
    write_report(tmp_path, summary, COMMAND)  # the same again needs no writing
    with pytest.raises(StudyError) as caught:
        write_report(tmp_path, summary, f"{COMMAND} --seed 2")
    assert len(str(caught.value).splitlines()) == 1
    assert os.strerror(errno.ENOSPC).lower() in str(caught.value)
    assert (tmp_path / "report.html").read_bytes() == before


def test_a_summary_that_was_read_from_its_file_gives_the_same_page(summary, page):
    assert report_page(json.loads(json.dumps(summary)), COMMAND) == page


def test_a_scale_begins_and_ends_at_round_figures_and_has_few():
    assert [tick.label for tick in scale([-0.3, 3.9], "+g").ticks] == [
        "-1", "0", "+1", "+2", "+3", "+4",
    ]  # fmt: skip
    assert [tick.label for tick in scale([0.0, 0.34], "g", 100).ticks] == [
        "0", "10", "20", "30", "40",
    ]  # fmt: skip
    assert scale([2.0, 2.0]).low < 2 < scale([2.0, 2.0]).high
    by = scale([0.0, 4.0])
    assert (by.x(0), by.x(2), by.x(4), by.x(9)) == ("3.00%", "50.00%", "97.00%", "97.00%")


def test_classes_of_deals_are_numbers_where_they_are_few_and_the_longest_games_have_one():
    short = Spread(((3, 5), (4, 10), (6, 5)))
    assert (short.games, short.quantile(0.05), short.quantile(0.5), short.quantile(0.95)) == (
        20, 3, 4, 6,
    )  # fmt: skip
    assert [class_name(*one) for one in bins([short])] == ["3", "4", "5", "6"]
    assert [short.between(*one) for one in bins([short])] == [5, 10, 0, 5]
    long = Spread((*((n, 1000) for n in range(1, 61)), (1000, 1)))
    classes = bins([long])
    assert [class_name(*one) for one in classes[:2]] == ["1\u20132", "3\u20134"]
    assert class_name(*classes[-1]) == "61+"
    assert sum(long.between(*one) for one in classes) == long.games


def test_long_names_keep_both_ends():
    assert cut("a" * 20 + "b" * 20) == "a" * 14 + "\u2026" + "b" * 15

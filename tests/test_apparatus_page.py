"""The apparatus as documents and rows: what stands in them, and that nothing in them acts."""

from __future__ import annotations

import csv
import io
import re

import pytest
from apparatus_parts import nasty_apparatus, shipped_apparatus
from rulebook_parts import spaced, text_of

from penneech.edition.beside import side_by_side
from penneech.edition.critical import ALL_POINTS
from penneech.render.critical.page import SILENT, compose_apparatus, page_with_stemma
from penneech.render.critical.rows import COLUMNS, apparatus_csv, sides_csv
from penneech.render.critical.sides import compose_sides
from penneech.render.html import render_html
from penneech.render.markdown import render_markdown

LANGUAGES = ("en", "it")


def section(name, language="en"):
    document = compose_apparatus(shipped_apparatus(), language)
    found = next(one for one in document.sections if one.id == name)
    return spaced(text_of(found))


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_an_entry_has_all_that_is_known_of_its_point():
    said = section("following")
    for words in (
        "What may the second player to a trick play?",
        "The witnesses are divided.",
        "None: C74, C87 were read and are silent.",
        "known from WpE, not read itself ; certainty medium",
        "Read and silent C74 , C87",
        "younger follows in suit as at Whisk",
        "In no witness of this edition, and in no analogy: Any card",
        "by analogy: C74.picket_follow",
        "from it cotton-counted",
        "The largest silence of the chapter.",
    ):
        assert words in said, words


def test_lemmas_stand_with_the_pages_of_both_editions():
    assert "The Ace and Coat-Cards of Trumps ( C74, p. 148 ; C87, p. 104 )" in section("honours")


def test_a_point_on_which_all_agree_is_marked_and_so_are_other_possible_readings():
    said = section("penneech-in-hand")
    assert "Every witness that was read on it agrees." in said
    assert "Other readings are possible in C74, C87, WpI." in said
    assert "It is the same in every variant." in section("ace-high")


def test_a_conjecture_is_told_apart_from_the_witnesses():
    assert "is a conjecture of excess-with-turn-ups." in section("excess-cards")


def test_the_table_has_a_column_for_each_witness_that_was_read_and_a_row_for_each_point():
    document = compose_apparatus(shipped_apparatus(), "en")
    tables = [block for block in document.sections[0].blocks if block.kind == "table"]
    assert sum(len(table.rows) for table in tables) == len(ALL_POINTS)
    heads = [text_of(cell) for cell in tables[0].head]
    read = ["C74", "C87", "Par", "WpE20", "WpE", "GmR", "Pag", "WpI"]
    assert heads == ["Point", "Agreement", *read]
    following = next(row for row in tables[0].rows if text_of(row[0]) == "following")
    assert [text_of(cell) for cell in following[2:5]] == [SILENT, SILENT, "follow_or_trump"]


def test_the_lost_letter_and_the_date_of_the_rules_are_told():
    document = compose_apparatus(shipped_apparatus(), "en")
    everything = spaced(text_of((*document.sections, *document.after)))
    assert "till all the seven after C87; the copy has till all the seve•" in everything
    assert "Parlett dates the rules to 1676, but the chapter already stands in C74" in everything


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_an_anchor_for_every_point_the_stemma_and_no_outside_request(language):
    page = page_with_stemma(shipped_apparatus(), language)
    for name in ALL_POINTS:
        assert f'id="{name.replace("_", "-")}"' in page
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count("<svg ") == 1
    assert set(re.findall(r'href="(#[^"]+)"', page)) <= {f"#{one}" for one in ids}
    assert not re.search(r"\ssrc=|url\(", page)
    assert len(page.encode()) < 300_000


def test_nothing_in_a_text_acts_in_any_format():
    apparatus = nasty_apparatus()
    for text in (
        page_with_stemma(apparatus, "en"),
        render_markdown(compose_apparatus(apparatus, "en")),
        apparatus_csv(apparatus, "en"),
    ):
        assert "\u202e" not in text
        assert "\x07" not in text
    assert "<b>" not in page_with_stemma(apparatus, "it")
    assert not re.search(r"(?<!\\)<b>", render_markdown(compose_apparatus(apparatus, "it")))


def test_a_cell_that_a_spreadsheet_would_work_out_is_made_text():
    from penneech.render.critical.rows import as_csv  # noqa: PLC0415  # beside what it is about

    text = as_csv(("a", "b"), [("=1+1", " @SUM(A1)"), ("-2", "first_dealer")])
    assert list(csv.reader(io.StringIO(text)))[1:] == [
        ["'=1+1", "' @SUM(A1)"],
        ["'-2", "first_dealer"],
    ]


def test_the_rows_are_one_for_each_point_and_witness():
    found = rows(apparatus_csv(shipped_apparatus(), "en"))
    assert list(found[0]) == list(COLUMNS)
    keys = [(row["point"], row["witness"]) for row in found]
    assert len(keys) == len(set(keys)) == len(ALL_POINTS) * len(shipped_apparatus().sources)
    by_key = dict(zip(keys, found, strict=True))
    par = by_key["following", "Par"]
    assert (par["standing"], par["reading"], par["certainty"]) == (
        "speaks",
        "follow_or_trump",
        "medium",
    )
    assert (par["who_says_so"], par["reported_by"]) == ("report", "WpE")
    assert "parlett" in par["chosen_by"].split()
    c74 = by_key["honours", "C74"]
    assert c74["other_readings"] == "turned_up_only (low: C74.honours C74.turned_honour)"
    assert (by_key["following", "C74"]["standing"], by_key["following", "C74"]["reading"]) == (
        "silent",
        "",
    )
    assert by_key["following", "Bal"]["standing"] == "unseen"


def test_two_witnesses_are_set_beside_each_other_in_every_format():
    apparatus = shipped_apparatus()
    both = side_by_side(apparatus, "C74", "Par")
    text = render_markdown(compose_sides(both, apparatus, "en"))
    assert "# Penneech: C74 and Par side by side" in text
    assert "Different (2)" in text
    assert "Diverso (2)" in render_html(compose_sides(both, apparatus, "it"))
    found = rows(sides_csv(both, "en"))
    assert len(found) == len(ALL_POINTS)
    assert next(row for row in found if row["point"] == "honours")["comparison"] == "different"


def test_the_same_files_give_the_same_bytes():
    for language in LANGUAGES:
        pages = {page_with_stemma(shipped_apparatus(), language) for _ in range(2)}
        assert len(pages) == 1

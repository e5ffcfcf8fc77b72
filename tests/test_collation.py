"""Two copies of the chapter collated: what is set aside, what is a difference, and of what kind."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from collation_parts import FIRST, books, made_up
from fixture_tei import chapter, tei, write
from lxml import etree

from penneech.apparatus import load_sources
from penneech.edition.collation import MOST_WORDS, Kind, collate_copies
from penneech.errors import PenneechError
from penneech.render.critical.collated import collation_csv, compose_collation
from penneech.render.critical.tei.collation import collation_tei
from penneech.render.html import render_html
from penneech.render.markdown import render_markdown
from penneech.transcription.plain import LOST_LETTER
from penneech.transcription.tei import read_book

TEXTS = os.environ.get("PENNEECH_TEI_DIR", "")
TEI = "{http://www.tei-c.org/ns/1.0}"


def told(collated):
    """The differences: kind, and the words of both sides."""
    return [
        (
            one.pair.kind,
            one.pair.a and one.pair.a.printed,
            one.pair.b and one.pair.b.printed,
        )
        for one in collated.differences
    ]


def test_long_s_line_ends_and_capitals_are_no_differences():
    forms = {
        (one.a.printed.replace("\u00ad", "-"), one.b.printed)
        for one in made_up().pairs
        if one.agrees and not one.is_alike
    }
    assert forms == {
        ("ONe", "One"),
        ("\u017fays", "says"),
        ("first", "fir\u017ft"),
        ("play-ers", "players"),
    }


def test_every_other_difference_is_told_with_its_kind():
    assert told(made_up()) == [
        (Kind.NUMBER, "XXII", "XXI"),
        (Kind.LOST, f"o{LOST_LETTER}hers", "others"),
        (Kind.POINT, ":", ";"),
        (Kind.WORD, "red", "black"),
        (Kind.ABSENT, None, "old"),
        (Kind.ABSENT, "long", None),
        (Kind.ABSENT, ".", None),
    ]


def test_words_and_points_are_counted_apart():
    collated = made_up()
    assert (collated.a.words, collated.a.points) == (32, 9)
    words = sum(pair.is_word for pair in collated.pairs)
    differing = sum(one.pair.is_word for one in collated.differences)
    assert collated.agreeing(words=True) == words - differing


def test_a_copy_agrees_with_itself(tmp_path):
    collated = collate_copies(books(tmp_path, FIRST, FIRST), load_sources())
    assert collated.differences == ()
    assert collated.alike == collated.a.words == collated.b.words
    assert "There is no difference." in render_markdown(compose_collation(collated, "en"))


def test_the_page_says_how_many_agree_and_lists_the_differences_with_their_pages():
    text = render_markdown(compose_collation(made_up(), "en"))
    assert "There are 7 differences." in text
    assert "“red”, p. 148 | “black”, p. 104 | another word" in text
    assert "not in one" in text
    html = render_html(compose_collation(made_up(), "it"))
    assert "Ci sono 7 differenze." in html
    assert "lettera perduta" in html


def test_the_rows_have_every_word_of_both():
    rows = [line.split(",") for line in collation_csv(made_up()).splitlines()]
    assert rows[0][:3] == ["number", "kind", "page_a"]
    assert sum(row[1] == "same" for row in rows) == sum(pair.agrees for pair in made_up().pairs)


def test_each_witness_can_be_read_whole_out_of_the_tei():
    root = etree.fromstring(collation_tei(made_up(), "en").encode())
    block = root.find(f".//{TEI}ab")
    for copy, side in ((made_up().a, "a"), (made_up().b, "b")):
        found = text_of(block, f"#{copy.siglum}")
        wanted = [
            token.normal for pair in made_up().pairs if (token := getattr(pair, side)) is not None
        ]
        assert "".join(found.split()).lower() == "".join(wanted).lower()


def text_of(element, witness):
    """The text of a witness, as an edition in this form is read."""
    text = element.text or ""
    for child in element:
        name = etree.QName(child).localname
        if name == "gap":
            text += LOST_LETTER
        elif name == "app":
            text += next(
                text_of(one, witness) for one in child if witness in one.get("wit").split()
            )
        text += child.tail or ""
    return text


def test_a_copy_without_the_chapter_is_refused(tmp_path):
    book = read_book(write(tmp_path, tei("<div><head>Of Whist.</head><p>No.</p></div>")))
    with pytest.raises(PenneechError, match="no chapter whose heading names Penneech"):
        collate_copies([book, book], load_sources())


def test_a_chapter_as_long_as_a_book_is_refused(tmp_path):
    long = chapter("word " * (MOST_WORDS + 1))
    with pytest.raises(PenneechError, match="at most 3,000 are collated"):
        collate_copies(books(tmp_path, long), load_sources())


def test_without_collatex_one_line_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "collatex", None)
    with pytest.raises(PenneechError, match=r'install it by: .*\[collation\]"$'):
        collate_copies(books(tmp_path), load_sources())


@pytest.mark.skipif(not TEXTS, reason="PENNEECH_TEI_DIR does not name the two transcriptions")
def test_c74_and_c87_differ_in_the_chapter_number_and_the_lost_letter_alone():
    read = [read_book(Path(TEXTS) / f"{name}.xml") for name in ("A34637", "B02403")]
    collated = collate_copies(read, load_sources())
    assert (collated.a.siglum, collated.b.siglum) == ("C74", "C87")
    assert [one.pair.kind for one in collated.differences] == [Kind.NUMBER, Kind.LOST]
    assert collated.a.words == collated.b.words == collated.agreeing(words=True) + 2
    assert collated.a.points == collated.b.points == collated.agreeing(words=False)


@pytest.mark.skipif(not TEXTS, reason="PENNEECH_TEI_DIR does not name the two transcriptions")
def test_a_loss_stands_in_its_copy_as_it_is_recorded_and_whole_in_the_other():
    files = {"C74": "A34637", "C87": "B02403"}
    for source in load_sources().values():
        for loss in source.losses:
            for siglum, words in ((loss.siglum, loss.reads), (loss.by, loss.supplied)):
                book = read_book(Path(TEXTS) / f"{files[siglum]}.xml").print
                places = list(book.find(words, book.whole))
                assert [place.lost for place in places] == [siglum == loss.siglum]

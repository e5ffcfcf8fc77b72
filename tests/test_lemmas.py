"""The lemmas of the sources, in copies made for the test and in a reader's real ones."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from fixture_tei import HYPHEN, NUMBERS, chapter, copy_of, gap, tei, write
from loading import not_hanging

from penneech.apparatus import Locator, load_sources
from penneech.errors import PenneechError, UnknownNameError
from penneech.render.collation import collation_lines
from penneech.transcription.compositor import LETTERS_LIMIT
from penneech.transcription.lemmas import Recognition, Status, collate, find_chapter, heads_near
from penneech.transcription.tei import read_book

FOLDER = "PENNEECH_TEI_DIR"
TITLES = {
    "C74": ("The compleat gamester, or, Instructions how to play", "1674"),
    "C87": ("Instructions how to play at billiards, trucks, bowls", "1687"),
}

both_printings = pytest.mark.parametrize("siglum", sorted(NUMBERS))


def words(text, change):
    return " ".join(map(change, text.split()))


def lose_a_letter(word):
    return word[:2] + gap() + word[3:] if len(word) > 4 else word


SETTINGS = {
    "as quoted": escape,
    "with long s": lambda text: re.sub(r"s(?=\w)", "\u017f", text),
    "each word on a line": lambda text: "\n".join(text.split()),
    "each word in italics": lambda text: words(text, lambda word: f"<hi>{word}</hi>"),
    "words broken, lines kept": lambda text: words(
        text, lambda word: f"{word[:2]}{HYPHEN}{word[2:]}\n" if len(word) > 4 else word
    ),
    "words broken, lines not kept": lambda text: words(
        text, lambda word: f"{word[:3]}{HYPHEN}{word[3:]}" if len(word) > 4 else word
    ),
    "a letter lost in long words": lambda text: words(text, lose_a_letter),
}


def collated(tmp_path, text, siglum=None, name="copy.xml"):
    return collate(read_book(write(tmp_path, text, name)), load_sources(), siglum)


def finding(collation, cite):
    return next(one for one in collation.findings if one.passage.cite == cite)


def lemma(cite):
    siglum, _, name = cite.partition(".")
    return load_sources()[siglum].passage(name).lemma


@both_printings
@pytest.mark.parametrize("how", SETTINGS)
def test_every_lemma_is_found_however_it_is_set(tmp_path, siglum, how):
    collation = collated(tmp_path, copy_of(siglum, SETTINGS[how]))
    assert collation.source.siglum == siglum
    assert collation.findings
    assert not collation.wanting


def test_a_lemma_with_a_lost_letter_is_found_and_the_loss_is_known(tmp_path):
    collation = collated(tmp_path, copy_of("C87", lose_a_letter_in_all))
    assert all(one.place.lost for one in collation.findings)


def lose_a_letter_in_all(text):
    return words(text, lose_a_letter) if gap() in words(text, lose_a_letter) else gap() + text[1:]


def test_the_copy_is_known_by_its_catalogue_number(tmp_path):
    text = copy_of("C87", title=TITLES["C74"][0], year="1674")
    collation = collated(tmp_path, text)
    assert (collation.source.siglum, collation.recognition) == ("C87", Recognition.NUMBER)


def test_the_copy_is_known_by_the_number_in_its_file_name(tmp_path):
    collation = collated(tmp_path, copy_of("C74", number=""), name="A34637.headed.xml")
    assert (collation.source.siglum, collation.recognition) == ("C74", Recognition.NUMBER)


@both_printings
def test_the_copy_is_known_by_title_and_year(tmp_path, siglum):
    title, year = TITLES[siglum]
    collation = collated(tmp_path, copy_of(siglum, number="", title=title, year=year))
    assert (collation.source.siglum, collation.recognition) == (siglum, Recognition.TITLE)


def test_a_title_of_another_year_is_another_printing(tmp_path):
    text = copy_of("C74", number="", title=TITLES["C74"][0], year="1676")
    assert collated(tmp_path, text).recognition is Recognition.LEMMAS


@both_printings
def test_the_copy_is_known_by_its_lemmas_if_by_nothing_else(tmp_path, siglum):
    collation = collated(tmp_path, copy_of(siglum, number=""))
    assert (collation.source.siglum, collation.recognition) == (siglum, Recognition.LEMMAS)


def test_a_named_source_is_compared_whatever_the_copy_is(tmp_path):
    collation = collated(tmp_path, copy_of("C74"), "C87")
    assert (collation.source.siglum, collation.recognition) == ("C87", Recognition.CHOSEN)
    assert {one.status for one in collation.findings} == {Status.OTHER_PAGE}


def test_a_book_of_no_source_is_refused_with_the_sources_that_have_lemmas(tmp_path):
    with pytest.raises(PenneechError, match=r"no known source \(C74, C87\).*PENEECH"):
        collated(tmp_path, tei(chapter("A card.", heads="<head>PENEECH</head>")))


def test_a_source_without_lemmas_cannot_be_compared(tmp_path):
    with pytest.raises(PenneechError, match="Par has no lemmas to check; these have: C74, C87"):
        collated(tmp_path, copy_of("C74"), "Par")


def test_an_unknown_siglum_is_told_with_the_nearest(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean C74"):
        collated(tmp_path, copy_of("C74"), "C47")


def test_the_chapter_is_known_by_its_heading_and_not_by_its_number(tmp_path):
    other = '<div n="22" type="chapter"><head>POST and PAIR.</head><p>Cards.</p></div>'
    book = read_book(write(tmp_path, tei(other + chapter("The game.", n="3"))))
    assert find_chapter(book).head == "CHAP. XXII. A Game called PENNEECH."


@pytest.mark.parametrize(
    ("head", "is_it"),
    [
        ("A Game called <hi>Penneech.</hi>", True),
        (f"PEN{HYPHEN}NEECH", True),
        (f"PENNEE{gap()}H", True),
        (gap(8), False),
        ("PENNEECHES", False),
        ("Penny-Gleek", False),
    ],
)
def test_a_heading_must_have_the_whole_name_but_for_lost_letters(tmp_path, head, is_it):
    book = read_book(write(tmp_path, tei(chapter("A card.", heads=f"<head>{head}</head>"))))
    assert (find_chapter(book) is not None) == is_it


def test_an_entry_of_the_contents_is_no_chapter(tmp_path):
    contents = "<div><head>Contents</head><list><item>Penneech. p. 148.</item></list></div>"
    assert find_chapter(read_book(write(tmp_path, tei(contents)))) is None


def test_without_the_chapter_its_lemmas_are_not_found_and_near_headings_are_told(tmp_path):
    collation = collated(tmp_path, copy_of("C74").replace("PENNEECH", "PENEECHE"))
    assert collation.chapter is None
    assert {one.passage.game for one in collation.wanting} == {None}
    assert all(one.whole for one in collation.wanting)
    assert heads_near(collation.book) == ("CHAP. XXII. A Game called PENEECHE.",)


def test_a_lemma_on_the_game_must_stand_in_its_chapter(tmp_path):
    text = copy_of("C74").replace("A Game called PENNEECH", "A Game")
    elsewhere = chapter("Another card.", heads="<head>PENNEECH</head>")
    collation = collated(tmp_path, text.replace("</body>", f"{elsewhere}</body>"))
    assert finding(collation, "C74.deal").status is Status.NOT_FOUND
    assert finding(collation, "C74.all_fours_jack").status is Status.FOUND


def test_a_lemma_on_another_game_must_stand_on_its_page(tmp_path):
    text = copy_of("C74").replace('<pb n="145"', '<pb n="146"')
    (wrong,) = collated(tmp_path, text).wanting
    assert (wrong.passage.cite, wrong.status) == ("C74.lanterloo_revoke", Status.OTHER_PAGE)
    assert str(wrong.place) == "p. 146"


def test_a_lemma_that_is_spelled_otherwise_is_not_found_but_its_place_is(tmp_path):
    wanted = lemma("C74.game")
    text = copy_of("C74").replace(wanted, wanted.replace("sixty", "fixty"))
    (wrong,) = collated(tmp_path, text).wanting
    assert (wrong.passage.cite, wrong.status) == ("C74.game", Status.NOT_FOUND)
    assert str(wrong.place) == "p. 149"
    assert not wrong.whole


def test_of_several_places_the_one_on_the_right_page_counts(tmp_path):
    wanted = lemma("C74.deal")
    text = copy_of("C74").replace(HEADS_END, f"{HEADS_END}<p>{wanted}</p>", 1)
    place = finding(collated(tmp_path, text), "C74.deal").place
    assert str(place) == "p. 148"


HEADS_END = '<head type="sub">A Game called PENNEECH.</head>'


@pytest.mark.parametrize(
    ("page", "stands"),
    [("148", False), ("149", False), ("148-149", True), ("140-150", True), ("148, 149", True)],
)
def test_a_lemma_that_runs_over_a_page_needs_both_pages(tmp_path, page, stands):
    source = load_sources()["C74"]
    passages = [
        replace(one, locator=Locator(page, None))
        for one in source.passages
        if one.id == "last_turn"
    ]
    book = read_book(write(tmp_path, copy_of("C74")))
    collation = collate(book, {"C74": replace(source, passages=tuple(passages))})
    assert (not collation.wanting) == stands


def test_so_many_headings_near_the_games_are_told_and_no_more(tmp_path):
    heads = "".join(f"<div><head>PENEECH {n}</head></div>" for n in range(1000))
    assert heads_near(read_book(write(tmp_path, tei(heads)))) == tuple(
        f"PENEECH {n}" for n in range(5)
    )


WORDS = [word for one in load_sources()["C74"].passages for word in (one.lemma or "").split()]
HOSTILE = {
    "words of lemmas in disorder": " ".join(WORDS[n * 7919 % len(WORDS)] for n in range(110_000)),
    "one word again and again": "the " * 149_000,
    "one lemma again and again": "Lift for dealing " * 35_000,
    "short words": "a b " * 149_000,
    "words that are all unlike": " ".join(f"{n:x}" for n in range(110_000)),
    "lost letters": "dea\u2022t seven Ca\u2022ds to every one of them all " * 13_000,
    "lost words": "\u3008\u25ca\u3009 lowest Trump and so all this is his " * 13_000,
    "points without an end of a sentence": ". " * 290_000,
    "a lemma among points": ("dealt seven Cards apiece" + ". " * 2_000) * 140,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_book_within_the_limits_hangs(tmp_path, name):
    with not_hanging():
        collation = collated(tmp_path, tei(chapter(HOSTILE[name]), number=NUMBERS["C74"]))
        shown = "\n".join(line.plain for line in collation_lines(collation, "en"))
    assert len(collation.findings) == 53
    assert len(shown) < LETTERS_LIMIT


@both_printings
def test_every_lemma_stands_in_the_readers_real_copy(siglum):
    folder = os.environ.get(FOLDER)
    if not folder:
        pytest.skip(f"{FOLDER} names no folder with the readers' copies A34637.xml and B02403.xml")
    book = read_book(Path(folder) / f"{NUMBERS[siglum]}.xml")
    collation = collate(book, load_sources())
    assert (collation.source.siglum, collation.recognition) == (siglum, Recognition.NUMBER)
    assert [one.passage.cite for one in collation.wanting] == []

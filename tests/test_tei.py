"""A reader's TEI file: set again as it was printed, and never trusted."""

from __future__ import annotations

import gzip
import re
import tracemalloc

import pytest
from fixture_tei import HYPHEN, NAMESPACE, chapter, gap, tei, write
from loading import not_hanging

from penneech.errors import FileFaultsError
from penneech.render.asprinted import as_printed, bare
from penneech.transcription.compositor import CHAPTERS_LIMIT, LETTERS_LIMIT, PAGES_LIMIT
from penneech.transcription.tei import ELEMENTS_LIMIT, read_book

BOMB = "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "trump">' for n in range(10)
)


def book(tmp_path, *paragraphs):
    return read_book(write(tmp_path, tei(chapter(*paragraphs, heads="")))).print


def shown(tmp_path, *paragraphs, width=72):
    text = book(tmp_path, *paragraphs)
    return bare(as_printed(text, text.whole, width=width))


def refusal(path, **how):
    with pytest.raises(FileFaultsError) as caught:
        read_book(path, **how)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(str(path))


def test_a_line_broken_at_a_hyphen_is_broken_there_again(tmp_path):
    text = f"A short line of\nprint, and one that is bro{HYPHEN}ken,\nand the last\none."
    assert shown(tmp_path, text) == (
        "A short line of\nprint, and one that is bro-\nken, and the last\none."
    )


def test_where_lines_are_not_kept_a_broken_word_is_marked(tmp_path):
    assert shown(tmp_path, f"One line of \u017fixty, bro{HYPHEN}ken once.") == (
        "One line of \u017fixty, bro-|ken once."
    )


def test_where_lines_are_not_kept_they_are_made_anew(tmp_path):
    assert shown(tmp_path, "one two three four", width=9) == "one two\nthree\nfour"


def test_a_page_that_ends_in_a_broken_word_begins_with_the_rest_of_it(tmp_path):
    text = f'Some words are\nbroken at the ve{HYPHEN}ry\n<pb n="9"/>\nend of a\npage.'
    assert shown(tmp_path, text) == (
        "Some words are\nbroken at the ve-\n[p. 9]\nry end of a\npage."
    )
    (place,) = book(tmp_path, text).find("end of a page", book(tmp_path, text).whole)
    assert str(place) == "p. 9"


def test_a_page_break_between_paragraphs_begins_the_next_one(tmp_path):
    text = shown(tmp_path, "One.", '<pb n="3"/>Two.')
    assert text == "One.\n\n[p. 3]\nTwo."


def test_white_space_of_a_program_is_no_line_of_print(tmp_path):
    text = '\n        <hi>\n          <seg rend="decorInit">A</seg>ND</hi>\n        so on.\n      '
    assert shown(tmp_path, text) == "AND so on."


def test_verses_keep_their_lines(tmp_path):
    verse = (
        f"<lg>\n  <l>A trump in hand, how{HYPHEN}ever low,</l>\n  <l>is worth a king.</l>\n</lg>"
    )
    assert shown(tmp_path, verse) == "A trump in hand, how-\never low,\nis worth a king."


def test_what_an_encoder_added_is_left_out(tmp_path):
    text = (
        "The <choice><sic>Dealler</sic><corr>Dealer</corr></choice> turns<note>In the margin."
        "</note> a Card<figure><figDesc>A picture.</figDesc></figure><!-- so --> up"
    )
    assert shown(tmp_path, text) == "The Dealler turns a Card\n\nup"


def test_a_lost_letter_is_shown_as_lost(tmp_path):
    assert shown(tmp_path, f"the lowe{gap()}t of{gap(2)}") == "the lowe•t of••"


def test_a_repeated_page_of_the_images_is_no_loss_of_text(tmp_path):
    repeated = '<gap reason="duplicate" extent="1 page"><desc>〈1 page duplicate〉</desc></gap>'
    assert shown(tmp_path, f"A {repeated}card.") == "A card."


def test_nothing_in_a_file_steers_the_screen(tmp_path):
    assert shown(tmp_path, "a\u009b31mred\u202ecard") == "a31mredcard"


def test_a_chapter_has_the_headings_of_its_division_and_not_of_lists_in_it(tmp_path):
    body = chapter("<list><head>Penneech</head><item>One</item></list>", heads="<head>Lists</head>")
    assert [one.head for one in read_book(write(tmp_path, tei(body))).chapters] == ["Lists"]


def test_the_header_tells_numbers_titles_and_the_year_of_the_print(tmp_path):
    text = tei(chapter("A card."), number="A34637", title="Of\n  Games", year="1674")
    read = read_book(write(tmp_path, text))
    assert (read.numbers, read.titles, read.years) == (("A34637",), ("Of Games",), (1674,))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_line_ends_of_windows_are_read(tmp_path, encoding, end):
    text = tei(chapter("Two \u017fhort lines\nof print\nin all.")).replace("\n", end)
    read = read_book(write(tmp_path, text.encode(encoding))).print
    assert bare(as_printed(read, read.whole)).endswith("Two \u017fhort lines\nof print\nin all.")


def test_a_document_type_without_entities_is_read_and_not_fetched(tmp_path):
    text = '<!DOCTYPE TEI SYSTEM "http://127.0.0.1:9/tei.dtd">\n' + tei(chapter("A card."))
    assert "A card." in read_book(write(tmp_path, text)).print.plain


@pytest.mark.parametrize(
    ("subset", "use"),
    [
        ('<!ENTITY x SYSTEM "file:///etc/hostname">', "&x;"),
        (BOMB, "&l9;"),
        ('<!ENTITY % p SYSTEM "http://127.0.0.1:9/p.dtd"> %p;', ""),
        (f'<!ENTITY a "{"trump" * 20_000}">', "&a;" * 20_000),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_in_one_line(tmp_path, subset, use, encoding):
    text = f"<!DOCTYPE TEI [{subset}]>{tei(chapter(use))}"
    message = refusal(write(tmp_path, text.encode(encoding)))
    assert "entit" in message
    assert "trump" not in message


def test_entities_in_attributes_are_refused_too(tmp_path):
    text = f'<!DOCTYPE TEI [{BOMB}]><TEI xmlns="{NAMESPACE}" n="&l9;"/>'
    assert "declares entities" in refusal(write(tmp_path, text))


def test_an_entity_of_a_document_type_elsewhere_is_named_with_its_line(tmp_path):
    text = '<!DOCTYPE TEI SYSTEM "tei.dtd">\n' + tei(chapter("Cards &mdash; all"))
    assert "uses the entity &mdash;" in refusal(write(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<TEI>\n  <text></p></text></TEI>", ":2:13: not well-formed XML: Opening and ending tag"),
        (tei("&undefined;"), "not well-formed XML: Entity 'undefined' not defined"),
        (tei("A & B"), "not well-formed XML: "),
        (tei("")[:300], "not well-formed XML: Premature end of data"),
        (tei("<p>" * 3000 + "</p>" * 3000), "not well-formed XML: Excessive depth"),
        ('<?xml version="1.0" encoding="klingon"?><TEI/>', 'the encoding "klingon" is not read'),
        (tei("").encode().replace(b"Games", b"G\xe4mes"), "not well-formed XML: "),
        (bytes(range(256)), "not well-formed XML: "),
        ("", ": the file is empty; a TEI copy of a witness is wanted"),
        (" \n", ": the file is empty; a TEI copy of a witness is wanted"),
        ("<html><body/></html>", ":1:1: this is a web page (HTML); the text's TEI file, in XML"),
        ("<book><body/></book>", ":1:1: not a TEI P5 file: it begins with <book>, not <TEI>"),
        (
            '<TEI xmlns="urn:other"/>',
            ":1:1: not a TEI P5 file: its <TEI> is not in the namespace "
            '"http://www.tei-c.org/ns/1.0" but in "urn:other"',
        ),
        ("<!DOCTYPE html><html></html>", ":1:1: this is a web page (HTML); the text's TEI file"),
        (
            f'<?xml version="1.0"{" " * 200}encoding="UTF-7"?><TEI/>',
            ':1:1: the encoding "UTF-7" is not read; save the file as UTF-8',
        ),
        ("TEI", ":1:1: not well-formed XML: it does not begin with <"),
        (f'<TEI xmlns="{NAMESPACE}"><teiHeader/></TEI>', ": TEI without a <text>"),
        (gzip.compress(b"<TEI/>", mtime=0), ": a compressed file; unpack it first"),
    ],
)
def test_a_file_that_is_no_tei_is_refused_in_one_line(tmp_path, text, message):
    assert message in refusal(write(tmp_path, text))


def test_a_file_over_the_limit_is_refused_before_it_is_parsed(tmp_path):
    path = write(tmp_path, "<" * 2000)
    assert refusal(path, limit=1000) == ": more than 1,000 bytes, which is the most that is read"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<p/>" * ELEMENTS_LIMIT, f"more than {ELEMENTS_LIMIT:,} elements and references"),
        ("&amp;" * ELEMENTS_LIMIT, f"more than {ELEMENTS_LIMIT:,} elements and references"),
        ("a" * (LETTERS_LIMIT + 1), f"a print of more than {LETTERS_LIMIT:,} letters"),
        (
            '<gap reason="illegible" extent="20 words"/>' * (LETTERS_LIMIT // 60),
            f"a print of more than {LETTERS_LIMIT:,} letters",
        ),
        ("<pb/>" * (PAGES_LIMIT + 1), f"a print of more than {PAGES_LIMIT:,} pages"),
        (
            "<div><head>A</head></div>" * (CHAPTERS_LIMIT + 1),
            f"a print of more than {CHAPTERS_LIMIT:,} chapters",
        ),
    ],
    ids=["elements", "references", "letters", "lost words", "pages", "chapters"],
)
def test_what_is_larger_than_any_book_is_refused_in_one_line(tmp_path, body, message):
    assert message in refusal(write(tmp_path, tei(body)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "declaration", ["<!ELEMENT p ANY>", "<!ATTLIST p n CDATA 'x'>", "<!NOTATION n SYSTEM 'x'>"]
)
def test_declarations_are_refused_with_their_line(tmp_path, declaration, encoding):
    text = f"<!DOCTYPE TEI [\n {declaration}\n]>{tei(chapter('A card.'))}"
    message = refusal(write(tmp_path, text.encode(encoding)))
    assert message.startswith(":2:2: declares elements or attributes")


@pytest.mark.parametrize("encoding", ["utf-7", "utf-32", "shift_jis", "\u009b31m"])
def test_an_encoding_in_which_marks_can_hide_is_refused(tmp_path, encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>{tei(chapter("A card."))}'
    message = refusal(write(tmp_path, text))
    assert re.fullmatch(r':1:1: the encoding ".*" is not read; save the file as UTF-8', message)
    assert message.isprintable()


@pytest.mark.parametrize("encoding", ["latin1", "iso-8859-15", "windows-1252", "us-ascii"])
def test_the_old_encodings_of_a_byte_a_letter_are_read(tmp_path, encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>{tei(chapter("A card."))}'
    assert "A card." in read_book(write(tmp_path, text.encode(encoding))).print.plain


def test_the_number_of_a_page_is_short_and_does_not_steer_the_screen(tmp_path):
    text = book(tmp_path, f'One.<pb n="\u009b31m{"1" * 5000}" facs="\u202e{"x" * 5000}"/>Two.')
    page = text.pages[-1]
    assert str(page).isprintable()
    assert len(page.number) < 40
    assert len(page.image) < 40


HOSTILE = {
    "accents on one letter": "a" + "\u0301\u0323" * 250_000,
    "blanks between elements": "<a/> " * 70_000,
    "pages in a long word": f"a{HYPHEN}{'b' * 500_000}{'<pb/>' * 4_000}",
    "headings": "<div>" + "<head>a</head>" * 40_000 + "</div>",
    "headings in headings": ("<div><head>" * 100 + "a" * 5000 + "</head></div>" * 100) * 19,
    "a long reference": f'<g ref="{"#" * 4_000_000}"/>',
    "a long extent": f'<gap extent="{"1" * 4_000_000}"/>',
    "attributes": "<p" + "".join(f' a{n}=""' for n in range(300_000)) + "/>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_within_the_limits_hangs(tmp_path, name):
    with not_hanging():
        assert read_book(write(tmp_path, tei(HOSTILE[name]))).print.whole.end < LETTERS_LIMIT


@pytest.mark.parametrize("tag", ["idno", "title"])
def test_no_header_hangs(tmp_path, tag):
    long = f"<{tag}>{'A' * 4_000_000}</{tag}><{tag}"
    text = tei("A card.", number="A34637").replace(f"<{tag}", long, 1)
    with not_hanging():
        read = read_book(write(tmp_path, text))
    assert max(map(len, (*read.numbers, *read.titles))) <= 1000


def test_a_print_takes_little_memory(tmp_path):
    path = write(tmp_path, tei("ab " * (LETTERS_LIMIT // 3 - 10)))
    tracemalloc.start()
    try:
        read_book(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 40 * LETTERS_LIMIT  # bytes


def test_a_file_that_is_not_there_is_refused_in_one_line(tmp_path):
    assert ": cannot be read: no such file" in refusal(tmp_path / "none.xml")

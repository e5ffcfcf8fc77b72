"""The rulebook in print: PDF/UA, whole, inert, the same bytes, and its signs can be copied."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest
import typst
from jinja2 import UndefinedError
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject
from rulebook_forms import reader_of, squeezed
from rulebook_parts import BASE
from test_rulebook_forms import BAD, NASTY, with_texts

import penneech.render.pdf
from penneech.cards import PACK
from penneech.errors import PenneechError
from penneech.evidence import Text
from penneech.render import fonts
from penneech.render.content import Order
from penneech.render.html import render_html
from penneech.render.inert import INSTEAD
from penneech.render.markdown import render_markdown
from penneech.render.pdf import as_data, render_pdf, set_by_typst
from penneech.render.rulebook import compose_rulebook
from penneech.variant import load_variant, shipped_variants

LANGUAGES = ("en", "it")


@pytest.fixture(scope="module", params=LANGUAGES)
def book(request):
    """A rulebook, and the same read back."""
    document = compose_rulebook(load_variant("parlett"), request.param)
    return document, reader_of(document)


def structure(reader):
    """Every element of the structure that a screen reader walks."""

    def walk(node):
        node = node.get_object()
        if isinstance(node, ArrayObject):
            for one in node:
                yield from walk(one)
        elif isinstance(node, DictionaryObject) and "/S" in node:
            yield node
            yield from walk(node.get("/K", ArrayObject()))

    return list(walk(reader.trailer["/Root"]["/StructTreeRoot"]["/K"]))


def test_it_is_tagged_and_says_its_language_and_its_title(book):
    document, reader = book
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == document.language
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata.title.startswith("Penneech: ")
    about = root["/Metadata"].get_data().decode()
    assert "<pdfuaid:part>1</pdfuaid:part>" in about
    assert f"<rdf:li>{document.language}</rdf:li>" in about


def test_it_has_no_date(book):
    _, reader = book
    assert not {"/CreationDate", "/ModDate"} & reader.metadata.keys()
    assert "Date>" not in reader.trailer["/Root"]["/Metadata"].get_data().decode()


def test_headings_go_down_step_by_step_and_tables_have_heads(book):
    _, reader = book
    kinds = [one["/S"] for one in structure(reader)]
    levels = [int(kind[2:]) for kind in kinds if re.fullmatch(r"/H\d", kind)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert kinds.count("/Table") == kinds.count("/THead") >= 6
    assert kinds.count("/Note") == len(book[0].notes)


def test_every_drawing_says_which_cards_it_shows(book):
    document, reader = book
    spoken = [one.get("/Alt") for one in structure(reader) if one["/S"] == "/Figure"]
    assert all(spoken)
    order = next(one for one in document.sections[0].blocks if isinstance(one, Order))
    for ranking in order.rankings:
        assert ", ".join(face.name for face in ranking.cards) in spoken


def test_every_note_stands_on_a_page_as_a_footnote_with_a_way_to_it(book):
    document, reader = book
    pages = [page.extract_text() for page in reader.pages]
    text = squeezed(" ".join(pages))
    for number, note in enumerate(document.notes, start=1):
        (title,) = note.title
        assert f"{number}{squeezed(title.text)}." in text
    links = [one.get_object() for page in reader.pages for one in page.get("/Annots", ())]
    assert len(links) > 2 * len(document.notes)


def test_cards_are_found_and_copied_by_their_signs(book):
    _, reader = book
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert re.search(r"7♦", text)
    drawn = re.sub(r"\s+", "", text)
    assert not [card.sign for card in PACK if card.sign not in drawn]


def test_its_fonts_are_all_in_it(book):
    _, reader = book
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            for inner in font["/DescendantFonts"]:
                described = inner["/FontDescriptor"]
                assert {"/FontFile2", "/FontFile3"} & described.keys()
            assert "/ToUnicode" in font


def test_the_same_document_gives_the_same_bytes(tmp_path):
    words = ["rulebook", "wikipedia-it", "--lang", "it", "--out", "book.pdf"]
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        subprocess.run(  # noqa: S603  # our own command
            [sys.executable, "-m", "penneech", *words],
            cwd=folder,
            env=environment,
            check=True,
            capture_output=True,
        )
        made.append((folder / "book.pdf").read_bytes())
    assert made[0] == made[1] == render_pdf(compose_rulebook(load_variant("wikipedia-it"), "it"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_file_holds_is_set_as_text(language):
    tame = reader_of(compose_rulebook(with_texts(Text("x", "x")), language))
    reader = reader_of(compose_rulebook(with_texts(Text(NASTY, NASTY)), language))
    text = " ".join(page.extract_text() for page in reader.pages)
    # Text from right to left has marks about it that set it apart, and nothing else that acts.
    assert not BAD.search(re.sub("[\u202a-\u202e\u2066-\u2069]", "", text))
    for part in (
        "<svg/onload=alert(1)>",
        "# hash",
        "$m$",
        "{{ 7 * 7 }}",
        "*s* _e_",
        "\\",
        "a@b.test",
    ):
        assert squeezed(part) in squeezed(text)
    assert [len(one.outline) for one in (tame, reader)] == [len(tame.outline)] * 2
    for page in reader.pages:
        for annotation in page.get("/Annots", ()):
            inner = annotation.get_object()
            assert inner["/Subtype"] == "/Link"
            assert "/URI" not in inner.get("/A", {}) or "x.test" not in inner["/A"]["/URI"]
    assert not {"/OpenAction", "/AA"} & reader.trailer["/Root"].keys()
    assert "/JavaScript" not in reader.trailer["/Root"].get("/Names", {})


@pytest.mark.parametrize("word", ["x" * 600, "ab-" * 200, "/".join(["path"] * 120), "é" * 300])
def test_a_long_word_is_broken_and_copied_whole(word):
    document = compose_rulebook(with_texts(Text(word, word)), "en")
    reader = reader_of(replace(document, sections=document.sections[:1], after=()))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert squeezed(word) in squeezed(text)
    # The measure holds fewer than a hundred and sixty letters of the smallest size.
    assert max(map(len, text.split())) < 160


def test_a_letter_of_no_font_is_replaced_and_others_stay():
    assert fonts.shown("漢字 a 😀") == f"{INSTEAD}{INSTEAD} a {INSTEAD}"
    kept = "é ł ő “x” — … ♠♥ שלום αβγ жук العربية"
    assert fonts.shown(kept) == kept
    many = "".join(map(chr, range(0x4E00, 0x4E40)))
    assert fonts.shown(f"a{many}b") == f"a{INSTEAD * len(many)}b"


def test_the_letters_that_are_taken_for_granted_are_in_the_fonts(monkeypatch):
    known = [chr(n) for n in range(0x20, 0x2700) if fonts._KNOWN.fullmatch(chr(n))]  # noqa: SLF001  # what is set shows in no other way
    assert len(known) > 300
    monkeypatch.setattr(fonts, "_KNOWN", re.compile("[a-z]*"))
    assert fonts.shown("".join(known)) == "".join(known)


def test_shipped_rulebooks_hold_no_letter_that_must_be_looked_up(monkeypatch):
    monkeypatch.setattr(fonts, "_missing", pytest.fail)
    for told in shipped_variants()[:4]:
        for language in LANGUAGES:
            as_data(compose_rulebook(told, language))


@pytest.fixture(scope="module")
def data():
    return as_data(compose_rulebook(BASE, "en"))


def test_typst_has_nothing_to_warn_of(data, monkeypatch):
    heard = []
    whole = penneech.render.pdf._compiler()  # noqa: SLF001  # what is set shows in no other way

    def listened(**words):
        made, warnings = whole.compile_with_warnings(**words)
        heard.extend(warnings)
        return made

    monkeypatch.setattr(penneech.render.pdf, "_compiler", lambda: SimpleNamespace(compile=listened))
    set_by_typst(data)
    assert heard == []


NAMES = ("language", "title", "description", "name", "running", "device", "opening", "sections")
NAMES += ("after", "notes", "labels", "faces")


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_part_stops_the_pdf(data, name):
    assert data.keys() == set(NAMES)
    less = {key: value for key, value in data.items() if key != name}
    with pytest.raises(PenneechError, match="cannot be set as PDF") as told:
        set_by_typst(less)
    assert "dictionary does not contain key" in str(told.value)
    assert len(str(told.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("block", "part"),
    [
        ({"kind": "paragraph", "leads": False}, "inlines"),
        ({"kind": "steps", "leads": False}, "items"),
        ({"kind": "fans", "leads": False}, "rows"),
        ({"kind": "table", "leads": False, "figures": [], "widths": [1], "rows": []}, "caption"),
        ({"kind": "paragraph", "leads": False, "inlines": [{"kind": "plain"}]}, "text"),
        (
            {"kind": "paragraph", "leads": False, "inlines": [{"kind": "given", "text": "x"}]},
            "lang",
        ),
        ({"kind": "poem", "leads": False}, "no such block: poem"),
        ({"kind": "paragraph", "leads": False, "inlines": [{"kind": "sung"}]}, "no such content"),
    ],
)
def test_a_block_without_its_part_stops_the_pdf(data, block, part):
    section = {"id": "one", "title": [], "blocks": [block]}
    with pytest.raises(PenneechError, match=part):
        set_by_typst({**data, "sections": [section], "after": []})


@pytest.mark.parametrize("field", ["title", "language", "opening", "sections", "notes", "labels"])
def test_a_missing_part_stops_the_page_and_the_markdown(field):
    document = compose_rulebook(BASE, "en")
    names = [name for name in document.__dataclass_fields__ if name != field]
    less = SimpleNamespace(**{name: getattr(document, name) for name in names})
    with pytest.raises((UndefinedError, AttributeError)):
        render_html(less)
    if field != "language":  # Markdown has no place for it
        with pytest.raises((UndefinedError, AttributeError)):
            render_markdown(less)


def test_what_typst_cannot_set_is_told_in_one_sentence(monkeypatch, data):
    def fails(**_):
        raise typst.TypstError("page is on fire\nsecond line")

    monkeypatch.setattr(penneech.render.pdf, "_compiler", lambda: SimpleNamespace(compile=fails))
    with pytest.raises(PenneechError) as told:
        set_by_typst(data)
    assert str(told.value) == "Penneech: Cotton, 1674 cannot be set as PDF: page is on fire"


def test_a_pdf_is_read_by_others():
    made = render_pdf(compose_rulebook(load_variant("pagat"), "it"))
    assert made.startswith(b"%PDF-1.7")
    assert len(PdfReader(io.BytesIO(made)).pages) > 10
    assert len(made) < 1_000_000

"""The two forms of a rulebook: inert whatever a file holds, whole, the same bytes every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest
from commands import run
from lxml import html
from markdown_it import MarkdownIt

from penneech.cards import Suit
from penneech.evidence import Text
from penneech.render.html import is_web_address, render_html
from penneech.render.inert import inert
from penneech.render.markdown import begun, escaped, render_markdown
from penneech.render.rulebook import compose_rulebook
from penneech.variant import load_variant, shipped_variants

LANGUAGES = ("en", "it")
BASE = load_variant("cotton-1674")
NASTY = (
    "<svg/onload=alert(1)> & \"quotes\" 'single' | pipe # hash `code` [x](javascript:alert(1)) "
    "![i](x) <https://x.test> https://y.test www.z.test a@b.test *s* _e_ ~~d~~ $m$ &amp; \\ "
    "\u202eevil\u2066 \x07\x1b[31m \u05e9\u05dc\u05d5\u05dd \ud800 {{ 7 * 7 }} {% raw %}"
)
BAD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066\u2067\ud800-\udfff]")


def with_texts(text):
    """A variant that has a text in every place where its author may write one."""
    tables = {
        name: {key: replace(one, note=text) for key, one in getattr(BASE, name).items()}
        for name in ("settings", "parameters", "invariants")
    }
    return replace(BASE, title=text, summary=text, **tables)


@pytest.fixture(scope="module")
def nasty():
    told = with_texts(Text(NASTY, NASTY))
    return {language: compose_rulebook(told, language) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_a_text_becomes_markup_in_html(nasty, language):
    page = render_html(nasty[language])
    assert not BAD.search(page)
    tree = html.fromstring(page)
    plain = html.fromstring(render_html(compose_rulebook(BASE, language)))
    kinds = {element.tag for element in tree.iter() if isinstance(element.tag, str)}
    assert kinds <= {element.tag for element in plain.iter() if isinstance(element.tag, str)}
    for element in tree.iter("a"):
        assert element.get("href")[0] == "#"
    assert not [name for element in tree.iter() for name in element.attrib if name[:2] == "on"]
    title = " ".join(tree.findtext(".//title").split())
    assert title.startswith("Penneech: <svg/onload=alert(1)> & \"quotes\" 'single' | pipe # hash")
    assert "{{ 7 * 7 }}" in title
    assert all(one.getparent().tag != "h1" or one.tag == "bdi" for one in tree.findall(".//h1/*"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_a_text_becomes_markup_in_markdown(nasty, language):
    text = render_markdown(nasty[language])
    assert not BAD.search(text)
    tokens = MarkdownIt("gfm-like", {"linkify": False, "html": True}).parse(text)
    inner = [inner for token in tokens for inner in token.children or ()]
    assert not [token for token in (*tokens, *inner) if token.type.startswith("html")]
    assert not [token for token in inner if token.type in {"image", "s_open"}]
    captions = re.findall(r"^\*\S.*\*$", text, re.MULTILINE)
    assert len([token for token in inner if token.type == "em_open"]) == len(captions)
    links = [token.attrs["href"] for token in inner if token.type == "link_open"]
    assert links == []
    assert len([token for token in tokens if token.type == "heading_open"]) == len(
        re.findall(r"^#+ ", text, re.MULTILINE)
    )
    # Right-to-left letters stay within their own text.
    for line in text.splitlines():
        for letters in re.finditer("\u05e9", line):
            before = line[: letters.start()]
            assert before.count("\u2068") == before.count("\u2069") + 1


@pytest.mark.parametrize(
    "line",
    [
        "# a",
        "- a",
        "+ a",
        "1. a",
        "12) a",
        "> a",
        "=== ",
        "--- ",
        "    a",
        ": a",
        "% a",
        "~~~",
        "| a",
    ],
)
def test_a_text_that_begins_a_paragraph_begins_nothing_else(line):
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(begun(escaped(line.strip())))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "https://a b",
        'https://a"b',
        "https://a>b",
        "//x",
        "http://[",
        "",
    ],
)
def test_only_addresses_of_the_web_become_links(url):
    assert not is_web_address(url)
    assert is_web_address("https://pagat.com/pointtrk/penneech.html")


def test_controls_and_turns_of_direction_are_replaced_and_scripts_are_not():
    assert inert("a\u202eb\u2066c\x07d\ud800e\ufeff") == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffd"
    scripts = "é “x” שלום ♦ 漢 👩\u200d🎓"
    assert inert(scripts) == scripts
    assert inert("a\r\nb\tc") == "a b c"


def test_a_text_without_italian_shows_the_english_marked_as_such():
    told = with_texts(Text("An English text"))
    document = compose_rulebook(told, "it")
    page = render_html(document)
    assert '<bdi lang="en">An English text</bdi> <span class="mark">[in inglese]</span>' in page
    assert "An English text \\[in inglese\\]" in render_markdown(document)
    assert "in inglese" not in render_html(compose_rulebook(told, "en"))


@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_a_page_is_whole_and_asks_for_nothing(told):
    for language in LANGUAGES:
        page = render_html(compose_rulebook(told, language))
        assert len(page.encode()) < 300_000
        assert not re.search(r"\bsrc=|url\(|@import|<script|<link|<iframe|\bstyle=", page)
        tree = html.fromstring(page)
        assert tree.get("lang") == language
        levels = [int(one.tag[1]) for one in tree.iter("h1", "h2", "h3", "h4")]
        assert levels.count(1) == 1
        assert all(low - high <= 1 for high, low in pairwise(levels))
        assert all(cell.get("scope") in {"row", "col"} for cell in tree.iter("th"))
        assert len(tree.findall(".//caption")) == len(tree.findall(".//table"))
        ids = [one.get("id") for one in tree.iter() if one.get("id")]
        assert len(ids) == len(set(ids))
        inner = [one.get("href")[1:] for one in tree.iter("a") if one.get("href")[0] == "#"]
        assert set(inner) <= set(ids)
        signs = tree.findall(".//*[@role='img']")
        assert all(one.get("aria-label") for one in signs)
        notes = tree.findall(".//ol[@class='notes']/li")
        assert all(note.findall(".//a[@role='doc-backlink']") for note in notes)


@pytest.mark.parametrize("told", shipped_variants()[:6], ids=lambda told: told.id)
def test_every_marker_in_markdown_has_its_note(told):
    for language in LANGUAGES:
        text = render_markdown(compose_rulebook(told, language))
        markers = set(re.findall(r"\[\^(\w+)\](?!:)", text))
        notes = re.findall(r"^\[\^(\w+)\]:", text, re.MULTILINE)
        assert markers == set(notes)
        assert len(notes) == len(set(notes))
        assert all(
            len(re.findall(r"(?<!\\)\|", row)) in {3, 4, 5, 8}
            for row in text.splitlines()
            if row[:1] == "|"
        )


def test_suits_have_their_colours_and_names():
    page = render_html(compose_rulebook(BASE, "it"))
    for suit, colour, name in (
        (Suit.HEARTS, "red", "fante di cuori"),
        (Suit.SPADES, "black", "fante di picche"),
    ):
        sign = f"J{suit.sign}\ufe0e"
        assert f'<span class="card {colour}" role="img" aria-label="{name}">{sign}</span>' in page
    assert 'aria-label="sette di quadri, il penneech"' in page


def test_the_same_variant_gives_the_same_bytes_whatever_the_order_of_sets():
    words = ("rulebook", "wikipedia-it", "--format", "html")
    another = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    told = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, "-m", "penneech", *words],
        env={**os.environ, "PYTHONHASHSEED": another, "PYTHONUTF8": "1"},
        capture_output=True,
        check=True,
    )
    assert told.stdout.decode("utf-8").replace(os.linesep, "\n") == run(*words).out

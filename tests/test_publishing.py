"""Generated documents: what is stale is named and mended, and what is missing fails the build."""

from __future__ import annotations

import json
import shutil
from pathlib import Path, PurePosixPath

import pytest
from commands import run

from penneech.errors import InstallationError
from penneech.evidence import LANGUAGES
from penneech.publishing import links
from penneech.publishing.checkout import Checkout, this_checkout
from penneech.publishing.formats import format_page
from penneech.publishing.makers import MAKERS
from penneech.publishing.making import (
    Bench,
    Home,
    Maker,
    MakingError,
    made_by,
    made_pages,
    stale,
    write_pages,
)
from penneech.publishing.outside import PAGE, addresses_in
from penneech.publishing.passages import MARK
from penneech.render.html import is_web_address
from penneech.rules import RULE_POINTS
from penneech.schema.schemas import KINDS, schema_text
from penneech.variant import shipped_variants


@pytest.fixture(scope="module")
def pages():
    """All generated pages of this checkout, made anew."""
    return made_pages(this_checkout(), MAKERS)


@pytest.fixture
def checkout(tmp_path):
    """A small checkout with one page that is made and one that people write."""
    (tmp_path / "docs" / "made").mkdir(parents=True)
    (tmp_path / "docs" / "conf.py").touch()
    (tmp_path / "docs" / "written.md").write_text("# Written\n", encoding="utf-8")
    return this_checkout(tmp_path)


def maker(*outputs, make=None, **more):
    """A maker of pages with a line each."""
    given = make or (lambda bench: ((name, f"# {name}\n") for name in outputs))  # noqa: ARG005  # the signature
    return Maker("pages", ("a list",), ("made/*.md",), Home.PAGES, given, **more)


def test_what_is_committed_is_what_would_be_made(pages):
    assert stale(this_checkout(), MAKERS, pages) == []


def test_the_same_bytes_are_made_twice(pages):
    assert made_pages(this_checkout(), MAKERS) == pages


def test_every_variant_has_a_rulebook_in_each_language(pages):
    for variant in shipped_variants():
        for folder in ("", "it/"):
            assert PurePosixPath(f"{folder}rulebooks/{variant.id}.md") in pages
    assert len(LANGUAGES) == 2


def test_a_missing_page_a_changed_one_and_one_too_many_are_each_named(checkout):
    makers = [maker("made/a.md", "made/b.md")]
    made = made_pages(checkout, makers)
    (checkout.docs / "made" / "a.md").write_text("# made/a.md\nby hand\n", encoding="utf-8")
    (checkout.docs / "made" / "old.md").touch()
    assert list(map(str, stale(checkout, makers, made))) == [
        "docs/made/a.md: differs at line 2 (made of a list)",
        "docs/made/b.md: is missing (made of a list)",
        "docs/made/old.md: is made no more (made of a list)",
    ]


def test_building_mends_what_was_stale_and_leaves_alone_what_people_write(checkout):
    makers = [maker("made/a.md")]
    (checkout.docs / "made" / "old.md").touch()
    made = made_pages(checkout, makers)
    assert len(write_pages(checkout, makers, made)) == 2
    assert write_pages(checkout, makers, made) == []
    assert sorted(map(str, checkout.pages())) == ["made/a.md", "written.md"]


def test_line_ends_of_windows_are_no_change(checkout):
    makers = [maker("made/a.md")]
    (checkout.docs / "made" / "a.md").write_bytes(b"# made/a.md\r\n")
    assert stale(checkout, makers, made_pages(checkout, makers)) == []


def test_a_maker_keeps_to_what_is_its_own(checkout):
    for outputs in (("written.md",), ("made/a.md", "made/a.md"), ("made/../../a.md",)):
        with pytest.raises(MakingError, match="may not make it"):
            made_by(maker(*outputs), Bench(checkout))


def test_a_maker_without_its_extra_says_how_to_install_it(checkout):
    with pytest.raises(MakingError, match=r"pages needs no_such; install it with: .*\[docs\]"):
        made_pages(checkout, [maker("made/a.md", needs="no_such")])


def test_a_later_maker_sees_what_an_earlier_one_made(checkout):
    first = maker("made/a.md")
    second = maker(make=lambda bench: [("made/b.md", bench.text(PurePosixPath("made/a.md")) * 2)])
    made = made_pages(checkout, [first, second])
    assert made[PurePosixPath("made/b.md")] == b"# made/a.md\n# made/a.md\n"


def test_without_a_checkout_one_sentence_says_so(tmp_path):
    with pytest.raises(InstallationError, match="no part of an installed Penneech"):
        this_checkout(tmp_path)


def test_check_names_what_is_stale_and_the_command_that_mends_it(tmp_path, monkeypatch):
    root = this_checkout().root
    shutil.copytree(root / "docs", tmp_path / "docs")
    page = tmp_path / "docs" / "rulebooks" / "parlett.md"
    page.write_text(page.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    (tmp_path / "docs" / "it" / "sources" / "C74.md").unlink()
    monkeypatch.setattr("penneech.publishing.checkout.this_checkout", lambda: Checkout(tmp_path))
    answer = run("docs", "check")
    assert answer.status == 1
    assert "docs/rulebooks/parlett.md: differs at line" in answer.err
    assert "docs/it/sources/C74.md: is missing" in answer.err
    assert answer.err.splitlines()[-1] == "To mend: penneech docs build --pages"
    mended = run("docs", "build", "--pages")
    assert mended.status == 0
    assert "2 of them new" in mended.out
    assert run("docs", "check").status == 0


def test_pages_alone_have_no_folder():
    answer = run("docs", "build", "--pages", "--out", "site")
    assert answer.status == 2
    assert "--pages makes no site" in answer.err


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_without_a_description_fails_the_build(kind):
    whole = json.loads(schema_text(kind))
    assert format_page(kind, whole).startswith("# ")
    for key in whole["properties"]:
        short = json.loads(schema_text(kind))
        found = short["properties"][key]
        told = found.pop("description", None)
        if told is None:
            continue
        with pytest.raises(MakingError, match=f"{kind}.schema.json: the key {key} has no desc"):
            format_page(kind, short)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_a_schema_stands_on_its_page(kind):
    page = format_page(kind, json.loads(schema_text(kind)))

    def keys(schema):
        for key, inner in schema.get("properties", {}).items():
            yield key
            yield from keys(inner)
            yield from keys(inner.get("items", {}))

    for key in keys(json.loads(schema_text(kind))):
        assert f"`{key}`" in page or key in RULE_POINTS, key


def test_every_reading_stands_on_the_page_of_rule_points(pages):
    for folder in ("", "it/"):
        text = pages[PurePosixPath(f"{folder}reference/rule-points.md")].decode()
        for point, readings in RULE_POINTS.items():
            assert f"\n## {point}\n" in text
            for reading in readings:
                assert f"\n- `{reading.value}`, " in text
        assert "{{" not in text


def test_the_help_of_every_command_stands_on_its_page(pages):
    from penneech.cli import COMMANDS  # noqa: PLC0415  # the command line, as a reader has it

    text = pages[PurePosixPath("reference/command-line.md")].decode()
    for name in COMMANDS:
        assert f"\n## penneech {name}\n" in text
    assert "\n## penneech docs check\n" in text
    assert MARK in text


def test_links_that_lead_outside_are_listed_and_are_addresses(pages):
    bench = Bench(this_checkout(), pages)
    listed = addresses_in(pages[PAGE].decode())
    assert listed == sorted(listed)
    for path in bench.pages():
        for address in addresses_in(bench.text(path)):
            assert is_web_address(address)
            assert address in listed


def test_a_broken_link_a_missing_place_and_a_request_outside_are_faults(tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html">b</a> <a href="#top">up</a> <a href="#none">x</a>'
        '<a href="a.html#top">a</a> <a href="https://a.example/">out</a>'
        '<img src="https://b.example/x.png"><link rel="stylesheet" href="//c.example/s.css">'
        '<style>@import "https://d.example/s.css"; p { background: url(none.png) }</style>',
        encoding="utf-8",
    )
    (tmp_path / "s.css").write_text("p { background: url('https://e.example/x') }", "utf-8")
    assert links.faults_in(tmp_path) == [
        "a.html: asks https://b.example/x.png of the world outside",
        "a.html: asks //c.example/s.css of the world outside",
        "a.html: asks https://d.example/s.css of the world outside",
        "a.html: b.html leads nowhere",
        "a.html: #none: there is no such place on that page",
        "s.css: asks https://e.example/x of the world outside",
    ]


def test_a_folder_that_holds_something_else_is_not_replaced(tmp_path):
    pytest.importorskip("sphinx")
    kept = tmp_path / "mine.txt"
    kept.touch()
    answer = run("docs", "build", "--out", tmp_path)
    assert answer.status == 2
    assert "holds something else than a site" in answer.err
    assert kept.is_file()


def test_a_page_in_which_code_stands_says_what_it_gave(checkout):
    pytest.importorskip("cogapp")
    page = Path(checkout.docs / "made" / "sum.md")
    page.write_text(
        "# Sum\n<!-- [[[cog\nimport cog\ncog.outl(str(2 + 2))\n]]] -->\n5\n<!-- [[[end]]] -->\n",
        encoding="utf-8",
    )
    made = made_pages(checkout, [one for one in MAKERS if one.within])
    assert b"]]] -->\n4\n<!--" in made[PurePosixPath("made/sum.md")]


def test_a_passage_that_is_begun_and_not_ended_is_named(checkout):
    pytest.importorskip("cogapp")
    page = checkout.docs / "made" / "sum.md"
    page.write_text("# Sum\n<!-- [[[cog\nprint(2)\n]]] -->\n", encoding="utf-8")
    with pytest.raises(MakingError, match=r"docs/made/sum\.md\(4\): Missing"):
        made_pages(checkout, [one for one in MAKERS if one.within])

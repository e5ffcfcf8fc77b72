"""Citations: of the edition, of a reading, of a source; each form read back."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs

import pytest
import yaml
from citeproc import CitationStylesStyle
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from penneech import __version__
from penneech.apparatus import load_sources
from penneech.cli import penneech
from penneech.csl import STANDARD_FIELDS, TYPES
from penneech.edition.citing import (
    MAKERS,
    TITLE,
    cited_sources,
    part,
    reading,
    source,
    study,
    toolkit,
)
from penneech.render.bibliography import STYLE, reference, reference_html
from penneech.render.citation import FORMS, citations, coins, page_metadata
from penneech.render.html import render_html
from penneech.render.report import report_page
from penneech.render.rulebook import compose_rulebook
from penneech.variant import load_variant, shipped_variants

SOURCES = load_sources()
COTTON = load_variant("cotton-1674")
NASTY = 'A <b>&amp; "B" {C} \\end $x_1^2$ 100 % #~|> and\r\nER  - \u202e\x07'


def run(*arguments):
    return CliRunner().invoke(penneech, ["cite", *arguments], catch_exceptions=False)


def ris_records(text):
    """RIS read as the format says: a tag of two letters, two spaces, a stroke, a space."""
    records, record = [], []
    for line in text.split("\r\n"):
        if line == "ER  - ":
            records.append(record)
            record = []
        elif line:
            assert re.fullmatch(r"[A-Z][A-Z0-9]  - [^\r\n]+", line), line
            record.append((line[:2], line[6:]))
    assert not record
    return records


def bib_entries(text):
    """BibTeX read as BibTeX does: a field ends where its braces are closed, whatever is in them."""
    entries = {}
    for kind, key, body in re.findall(
        r"^@(\w+)\{([^,\s]+),\n(.*?)\n\}$", text, re.MULTILINE | re.DOTALL
    ):
        fields = entries.setdefault(key, (kind, {}))[1]
        rest = body
        while rest:
            name, rest = re.fullmatch(r"\s*(\w+) = \{(.*)", rest, re.DOTALL).groups()
            open_braces, end = 1, 0
            while open_braces:
                open_braces += {"{": 1, "}": -1}.get(rest[end], 0)
                end += 1
            fields[name] = rest[: end - 1]
            assert rest[end:].startswith(",\n") or end == len(rest)
            rest = rest[end + 1 :]
    return entries


def test_the_style_is_valid_csl():
    # A style that does not keep to the schema makes citeproc warn, and a warning is an error here.
    CitationStylesStyle(str(STYLE), locale="en-GB", validate=True)


def test_a_reading_is_cited_with_its_version_its_id_and_its_digest():
    text = run("parlett").stdout
    for words in (MAKERS, __version__, "parlett", load_variant("parlett").digest()):
        assert words in text


def test_with_no_name_the_edition_itself_is_cited():
    assert run().stdout == f"{MAKERS}. {TITLE['en']}. Version {__version__}.\n"
    assert run("--lang", "it").stdout.startswith(f"{MAKERS}. {TITLE['it']}. Versione")


def test_a_source_is_cited_by_its_siglum():
    text = run("C74").stdout
    assert text.startswith("Cotton, Charles. The Compleat Gamester: or, ")
    assert "1674" in text
    assert "ESTC R23124" in text


def test_months_are_of_the_language():
    assert "12 May 1998" in run("HG98").stdout
    assert "12 maggio 1998" in run("HG98", "--lang", "it").stdout


def test_a_date_that_is_not_sure_and_a_span_say_so():
    assert "c. 1625\N{EN DASH}1640" in run("Bal").stdout


def test_a_readers_own_variant_is_cited_without_an_author(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text(
        "id: mine\nextends: cotton-1674\ntitle: {en: Mine}\nsummary: {en: Mine.}\n",
        encoding="utf-8",
    )
    result = run(str(own))
    assert MAKERS not in result.stdout
    assert load_variant(own).digest() in result.stdout
    assert "write your name before the title" in result.stderr


def test_a_name_that_nobody_knows_is_told_with_a_guess():
    with pytest.raises(Exception, match="C7"):
        run("C7")


@pytest.mark.parametrize("variant", shipped_variants(), ids=lambda one: one.id)
def test_what_invariants_and_analogies_cite_stands_in_the_bibliography(variant):
    sigla = {one.siglum for one in cited_sources(variant, SOURCES)}
    every = (*variant.settings.values(), *variant.parameters.values())
    for setting in (*every, *variant.invariants.values()):
        assert {cite.partition(".")[0] for cite in setting.cites} <= sigla
    document = compose_rulebook(variant, "en", SOURCES)
    terms = next(one for one in document.after if one.id == "sources").blocks[0].items
    assert {term[0].text for term, _ in terms} == sigla
    cited = {words for name, words in document.metadata if name == "DC.references"}
    assert cited == {reference(source(SOURCES[siglum])) for siglum in sigla}


def test_with_sources_all_that_a_variant_rests_on_is_cited_once():
    found = json.loads(run("pagat", "--with-sources", "--json").stdout)
    assert [one["id"] for one in found] == ["penneech-pagat", "Pag", "C74"]


def test_csl_is_what_the_files_hold():
    found = json.loads(run(*SOURCES, "--format", "csl").stdout)
    assert found == [{**one.csl, "id": one.siglum} for one in SOURCES.values()]


def test_bibtex_is_read_back():
    found = bib_entries(citations([toolkit(), *map(source, SOURCES.values())], "bibtex"))
    assert list(found) == ["penneech", *SOURCES]
    kind, fields = found["C74"]
    assert kind == "book"
    assert fields["title"] == f"{{{SOURCES['C74'].csl['title']}}}"
    assert fields["author"] == "Cotton, Charles"
    assert fields["year"] == "1674"
    assert found["penneech"][1]["author"] == f"{{{MAKERS}}}"
    assert found["Par"][1]["url"] == SOURCES["Par"].csl["URL"]
    assert found["HG98"][1]["month"] == "5"


def test_ris_is_read_back():
    found = ris_records(citations(list(map(source, SOURCES.values())), "ris"))
    assert [dict(one)["ID"] for one in found] == list(SOURCES)
    first = dict(found[list(SOURCES).index("C74")])
    assert first["TY"] == "BOOK"
    assert first["AU"] == "Cotton, Charles"
    assert first["PY"] == "1674"
    assert first["TI"] == SOURCES["C74"].csl["title"]


def test_what_a_text_holds_acts_in_no_form():
    nasty = {"id": "x, y}", "type": "book", "title": NASTY, "note": NASTY}
    nasty |= {"author": [{"family": NASTY, "given": NASTY}], "URL": "javascript:alert(1)"}
    html = citations([nasty], "html")
    assert "<b>" not in html
    assert "href" not in html
    assert all("\u202e" not in citations([nasty], form) for form in FORMS if form != "csl")
    (record,) = ris_records(citations([nasty], "ris"))
    assert [tag for tag, _ in record] == ["TY", "ID", "AU", "TI", "UR", "N1"]
    found = bib_entries(citations([nasty, toolkit()], "bibtex"))
    assert list(found) == ["x-y", "penneech"]
    assert list(found["x-y"][1]) == ["author", "title", "url", "note"]
    assert not re.search(r"(?<!\\)[&%#$_]|[~^<>|]", found["x-y"][1]["title"])


def test_an_address_becomes_a_link_where_it_is_one():
    html = citations([source(SOURCES["Par"])], "html")
    assert '<a href="https://parlettgames.uk/histocs/penneech.html" rel="noreferrer">' in html


def test_zotero_reads_title_author_and_date_in_the_span():
    found = parse_qs(coins(source(SOURCES["C74"])))
    assert found["rft.btitle"] == [SOURCES["C74"].csl["title"]]
    assert found["rft.au"] == ["Cotton, Charles"]
    assert found["rft.date"] == ["1674"]
    assert found["rft_val_fmt"] == ["info:ofi/fmt:kev:mtx:book"]


class Meta(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "meta" and "name" in attributes:
            self.found.append((attributes["name"], attributes["content"]))


def metadata_of(page):
    parser = Meta()
    parser.feed(page)
    return parser.found


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_rulebooks_page_says_what_it_is_to_a_reference_manager(language):
    found = metadata_of(render_html(compose_rulebook(COTTON, language, SOURCES)))
    assert ("citation_title", reading(COTTON, language)["title"]) in found
    assert ("citation_author", MAKERS) in found
    assert ("DC.language", language) in found
    assert any(COTTON.digest() in content for name, content in found if name == "DC.description")


def test_a_part_of_the_edition_is_cited_as_one():
    found = dict(page_metadata(part("apparatus", "The critical apparatus")))
    assert found["citation_title"] == "The critical apparatus"
    assert found["citation_inbook_title"] == TITLE["en"]
    assert found["DC.type"] == "Text"


def test_what_is_not_known_has_no_tag():
    assert all(content for _, content in page_metadata({"id": "x", "type": "book", "title": "X"}))


def test_a_study_is_cited_by_its_digest_and_without_an_author():
    said = study("Penneech: 15 variants compared", "ab" * 32)
    assert "author" not in said
    assert "ab" * 32 in reference(said)
    assert report_page.__module__ == "penneech.render.report"


def test_the_citation_file_says_the_same():
    said = yaml.safe_load(Path("CITATION.cff").read_text("utf-8"))
    cited = toolkit()
    assert said["title"] == cited["title"]
    assert said["version"] == cited["version"]
    assert [one["name"] for one in said["authors"]] == [one["literal"] for one in cited["author"]]
    first = said["references"][0]
    assert first["year"] == SOURCES["C74"].csl["issued"]["date-parts"][0][0]
    assert first["title"] in SOURCES["C74"].csl["title"]
    for number in ("Wing C6382", "ESTC R23124", "EEBO-TCP A34637"):
        assert number in first["notes"]
        assert number in SOURCES["C74"].csl["note"]


def test_the_ending_of_a_file_tells_the_form(tmp_path):
    path = tmp_path / "it.bib"
    run("C74", "--out", str(path))
    assert path.read_text("utf-8").startswith("@book{C74,")


_WORDS = st.text(max_size=12)
_NAMES = st.lists(
    st.dictionaries(
        st.sampled_from(["family", "given", "suffix", "literal", "dropping-particle"]), _WORDS
    ),
    max_size=2,
)
_NUMBER = st.one_of(st.integers(-3000, 3000), _WORDS)
_DATES = st.fixed_dictionaries(
    {},
    optional={
        "date-parts": st.lists(st.lists(_NUMBER, min_size=1, max_size=3), min_size=1, max_size=2),
        "circa": st.one_of(st.booleans(), _WORDS),
        "literal": _WORDS,
        "raw": _WORDS,
    },
)
_FORMS_OF = {"names": _NAMES, "date": _DATES, "number": _NUMBER, "text": _WORDS}


@given(
    st.fixed_dictionaries(
        {"id": st.text(min_size=1), "type": st.sampled_from(TYPES), "title": st.text(min_size=1)},
        optional={
            name: _FORMS_OF[form] for name, form in STANDARD_FIELDS.items() if form in _FORMS_OF
        },
    )
)
def test_whatever_a_source_holds_can_be_cited_in_every_form(csl):
    for form in FORMS:
        assert citations([csl], form)
    ris_records(citations([csl], "ris"))
    assert "<script" not in reference_html(csl)
    assert coins(csl)

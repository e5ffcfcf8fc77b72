"""The built site: the same bytes twice, no dead link, nothing asked outside, no fault for axe."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from penneech.publishing.checkout import Checkout, this_checkout
from penneech.publishing.links import faults_in
from penneech.publishing.makers import MAKERS
from penneech.publishing.site import LIST, build_site

pytest.importorskip("furo")
pytest.importorskip("myst_parser")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="there is no chromium here"
)

ONE_OF_EACH_KIND = (
    "index",
    "how-to/own-variant",
    "rulebooks/index",
    "rulebooks/parlett",
    "sources/C74",
    "reference/python",
    "reference/format-source",
    "it/quick-start",
    "search",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The whole site, built as `penneech docs build` does: once, for all who test at a time."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    place, failed = shared / "site", shared / "site-failed"
    try:
        (shared / "site-begun").mkdir()
    except FileExistsError:
        while not place.is_dir() and not failed.exists():
            time.sleep(1)
        assert not failed.exists()
        return place
    try:
        build_site(this_checkout(), MAKERS, place)
    except BaseException:
        failed.touch()
        raise
    return place


@pytest.fixture(scope="module")
def browser():
    playwright_api = pytest.importorskip("playwright.sync_api")
    with playwright_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def test_every_page_is_there_and_every_rulebook_in_one_file(site):
    checkout = this_checkout()
    for page in checkout.pages():
        assert (site / page.with_suffix(".html")).is_file(), page
    for page in checkout.pages("rulebooks/*.md"):
        if page.stem != "index":
            for language in ("en", "it"):
                assert (site / "files" / f"{page.stem}.{language}.html").is_file()


def test_links_lead_somewhere_and_nothing_is_asked_outside(site):
    assert faults_in(site) == []


def test_no_page_tells_where_or_when_it_was_built(site):
    root = str(this_checkout().root).encode()
    for path in site.rglob("*"):
        if path.suffix in {".html", ".js", ".css", ".inv"}:
            data = path.read_bytes()
            assert root not in data, path
            assert not re.search(rb"Last updated on", data), path


@needs_chromium
def test_a_browser_asks_nothing_outside_and_no_page_is_too_wide(site, browser):
    page = browser.new_context(viewport={"width": 360, "height": 800}).new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for name in ONE_OF_EACH_KIND:
        page.goto((site / f"{name}.html").as_uri())
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, name
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_kind_of_page_has_a_fault_that_axe_finds(site, browser, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = browser.new_context(color_scheme=scheme).new_page()
    for name in ONE_OF_EACH_KIND:
        page.goto((site / f"{name}.html").as_uri())
        found = axe.run(page).response["violations"]
        assert [(name, one["id"], one["nodes"][0]["html"]) for one in found] == []


@needs_chromium
def test_the_search_finds_a_page_without_a_server(site, browser):
    page = browser.new_context().new_page()
    page.goto((site / "search.html").as_uri() + "?q=turn_up_credit")
    page.wait_for_selector("#search-results li a")
    found = page.eval_on_selector_all("#search-results li a", "all => all.map(a => a.href)")
    assert any("rule-points.html" in address for address in found)


def test_an_italian_page_says_that_it_is_italian(site):
    text = (site / "it" / "rulebooks" / "parlett.html").read_text(encoding="utf-8")
    assert '<div lang="it">' in text
    assert 'href="../../files/parlett.it.html"' in text
    assert '<div lang="en">' in (site / "index.html").read_text(encoding="utf-8")


def test_a_site_built_elsewhere_has_the_same_bytes(site, tmp_path):
    """From a copy in another place, by a process in which sets have another order."""
    root = this_checkout().root
    for folder in ("docs", "penneech", "variants", "sources"):
        shutil.copytree(
            root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(root / "SECURITY.md", tmp_path)  # a page of the site is it
    again = tmp_path / "site"
    shutil.copytree(site / "files", again / "files")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", "-d"]
    command += [str(tmp_path / "trees"), "-D", f"files_folder={again / 'files'}"]
    subprocess.run(  # noqa: S603  # our own words
        [*command, str(Checkout(tmp_path).docs), str(again)],
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        check=True,
    )
    ours = {path.relative_to(site): path for path in site.rglob("*") if path.is_file()}
    made = ours.pop(Path(LIST)).read_text(encoding="utf-8").splitlines()
    assert made == sorted(path.as_posix() for path in ours)
    theirs = {path.relative_to(again): path for path in again.rglob("*") if path.is_file()}
    assert ours.keys() == theirs.keys()
    assert [
        str(name) for name in ours if ours[name].read_bytes() != theirs[name].read_bytes()
    ] == []

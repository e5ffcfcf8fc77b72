"""The page of a rulebook in a real browser: no wider than the window, and clean to axe."""

from __future__ import annotations

import os
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright
from rulebook_parts import RANKS, variant
from test_rulebook_forms import NASTY, with_texts

from penneech.evidence import Text
from penneech.render.html import render_html
from penneech.render.rulebook import compose_rulebook
from penneech.variant import load_variant

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DEAREST = {"card": "TS", "turned_up": 100, "in_hand": 100}
LONG = variant(hand_size=17, target=1000, card_points=dict.fromkeys(RANKS, 99), penneech=DEAREST)
BOOKS = {
    "gamerules": (load_variant("gamerules"), "it"),
    "long": (LONG, "en"),
    "nasty": (with_texts(Text(f"{NASTY} {'x' * 300}")), "it"),
}

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="there is no chromium here"
)


@pytest.mark.parametrize("book", BOOKS)
def test_it_fits_the_window_and_axe_finds_no_fault(tmp_path, book):
    file = tmp_path / "book.html"
    file.write_text(render_html(compose_rulebook(*BOOKS[book])), encoding="utf-8")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for scheme in ("light", "dark"):
                page = chromium.new_page(bypass_csp=True, color_scheme=scheme)
                asked = []
                page.on("request", lambda request, asked=asked: asked.append(request.url))
                page.goto(file.as_uri())
                for width in (360, 700, 1440):
                    page.set_viewport_size({"width": width, "height": 800})
                    assert page.locator("html").evaluate("html => html.scrollWidth") <= width
                assert asked == [file.as_uri()]
                found = Axe().run(page).response["violations"]
                assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        finally:
            chromium.close()

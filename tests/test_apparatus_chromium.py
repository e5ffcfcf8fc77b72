"""The pages of the critical edition in a real browser: at every width, in light and in dark."""

from __future__ import annotations

import os
import shutil

import pytest
from apparatus_parts import shipped_apparatus
from axe_playwright_python.sync_playwright import Axe
from collation_parts import made_up
from playwright.sync_api import sync_playwright

from penneech.edition.beside import side_by_side
from penneech.render.critical.collated import compose_collation
from penneech.render.critical.page import page_with_stemma
from penneech.render.critical.sides import compose_sides
from penneech.render.html import render_html

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDTHS = (360, 1280)


def pages():
    """Every kind of page, with its file's name."""
    # Axe takes its time over a page; these points have every kind of part.
    apparatus = shipped_apparatus(("penneech_in_hand", "excess_cards", "target", "ace_high"))
    both = side_by_side(apparatus, "C74", "Par")
    yield "apparatus.html", page_with_stemma(apparatus, "it")
    yield "sides.html", render_html(compose_sides(both, apparatus, "en"))
    yield "collation.html", render_html(compose_collation(made_up(), "en"))


@pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="there is no chromium here"
)
def test_no_page_has_a_fault_that_axe_finds_or_is_wider_than_the_window(tmp_path):
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for scheme, width in (("light", WIDTHS[0]), ("dark", WIDTHS[1])):
                context = chromium.new_context(
                    bypass_csp=True,
                    color_scheme=scheme,
                    viewport={"width": width, "height": 900},
                )
                for name, text in pages():
                    (tmp_path / name).write_text(text, "utf-8")
                    page = context.new_page()
                    page.goto((tmp_path / name).as_uri())
                    found = Axe().run(page).response["violations"]
                    faults = [(one["id"], [n["html"] for n in one["nodes"]]) for one in found]
                    assert faults == [], (name, scheme)
                    assert page.evaluate("document.documentElement.scrollWidth") == width
                    page.close()
        finally:
            chromium.close()

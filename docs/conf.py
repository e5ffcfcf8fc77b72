"""How Sphinx builds the site: `penneech docs build`, or `python -m sphinx -W docs build/site`."""
# ruff: noqa: INP001  # Sphinx's own file, no module of the package

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the pages on Python are of this checkout, whatever is installed

from penneech import __version__  # noqa: E402  # found by the line above

project = "Penneech"
author = "The Penneech project"
project_copyright = "The Penneech project"
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_templates"]
templates_path = ["_templates"]
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", ".*")
]  # types of the standard library, and those not documented here
suppress_warnings = [
    "ref.python"
]  # a name that two modules have, like Source, leads to one of them
default_role = "code"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
myst_footnote_transition = False
myst_links_external_new_tab = False

autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Penneech"
html_static_path = ["_static"]
html_css_files = ["penneech.css"]
html_js_files = ["penneech.js"]
html_domain_indices = False
html_use_index = False
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_last_updated_fmt = None  # a date would change the bytes
html_show_search_summary = (
    False  # the summaries are fetched, which a browser refuses without a server
)
html_theme_options = {
    "navigation_with_keys": False,
    "top_of_page_buttons": [],
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

_LISTED = re.compile(
    r"^<!-- contents(?:: (?P<caption>.+?))? -->\n(?:#[^\n]*\n)?(?P<list>.*?)(?=^<!-- |^#|\Z)",
    re.MULTILINE | re.DOTALL,
)
_LINK = re.compile(r"\[(?P<words>[^\]]+)\]\((?P<page>(?!\.\.)[^)#:]+)\.md\)")


def with_contents(app: Sphinx, docname: str, source: list[str]) -> None:
    """Make contents of plain lists of links, which readers of the bare Markdown see as lists.

    Under `<!-- contents: Caption -->` stands a list; the pages that it links come, in its order,
    into the contents beside every page.
    """
    del app, docname
    text = source[0]
    hidden = []
    for found in _LISTED.finditer(text):
        pages = {link["page"]: _entry(link) for link in _LINK.finditer(found["list"])}
        caption = f":caption: {found['caption']}\n" if found["caption"] else ""
        listed = "\n".join(pages.values())
        hidden.append(f"```{{toctree}}\n:hidden:\n{caption}\n{listed}\n```\n")
    if hidden:
        source[0] = "\n\n".join([text.rstrip(), *hidden])


def _entry(link: re.Match[str]) -> str:
    """A line of the contents: the link's own words, or the page's title where they are its name."""
    words, page = link["words"].replace("\\", ""), link["page"]
    return page if words == page.rpartition("/")[2] else f"{words[0].upper()}{words[1:]} <{page}>"


def with_language_and_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: object
) -> None:
    """Tell the language of a page, and under a rulebook's title the files that hold it whole."""
    del templatename, doctree
    context["page_language"] = "it" if pagename.startswith("it/") else "en"
    context["in_one_file"] = []
    folder = Path(app.config.files_folder) if app.config.files_folder else None
    found = re.fullmatch(r"(it/)?rulebooks/(.+)", pagename)
    if folder is not None and found is not None:
        names = sorted(folder.glob(f"{found[2]}.{context['page_language']}.*"))
        context["in_one_file"] = [(path.suffix[1:].upper(), f"files/{path.name}") for path in names]


def setup(app: Sphinx) -> None:
    """Register what this file does beside settings."""
    app.add_config_value("files_folder", "", "", str)
    app.connect("source-read", with_contents)
    app.connect("html-page-context", with_language_and_files)

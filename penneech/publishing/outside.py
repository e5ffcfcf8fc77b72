"""The links of the documents that lead outside, on one page: none of them is ever followed here."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from penneech.publishing.making import MakingError
from penneech.render.html import is_web_address

if TYPE_CHECKING:
    from penneech.publishing.making import Bench, Made

PAGE = PurePosixPath("reference/outside-links.md")

_FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_ADDRESS = re.compile(r"(?:\]\(|<)(https?:[^\s)>]+)")
"""An address that a page links: in brackets after the words, or in pointed brackets."""


def outside_page(bench: Bench) -> Made:
    """The page of all outside links, each with the pages that have it.

    Raises:
        MakingError: for an address that is none.
    """
    pages: dict[str, list[PurePosixPath]] = {}
    for path in bench.pages():
        if path != PAGE:
            for address in addresses_in(bench.text(path)):
                if not is_web_address(address):
                    raise MakingError(f"docs/{path}: {address} is no address of the web")
                pages.setdefault(address, []).append(path)
    lines = [
        "# Links that lead outside",
        "",
        "Every link from these pages to the world outside, and the pages that have it. No page",
        "needs one of them to be read. How they are written is checked; whether they still lead",
        "anywhere is not.",
        "",
        *(_line(address, found) for address, found in sorted(pages.items())),
    ]
    yield str(PAGE), "\n".join(lines) + "\n"


def addresses_in(text: str) -> list[str]:
    """The addresses that a page in Markdown links, each once, in order.

    >>> addresses_in("[a](https://a.example/) and <http://b.example>, `https://c.example`")
    ['https://a.example/', 'http://b.example']
    """
    return list(dict.fromkeys(_ADDRESS.findall(_FENCED.sub("", text))))


def _line(address: str, pages: list[PurePosixPath]) -> str:
    named = ", ".join(f"[{page.with_suffix('')}](../{page})" for page in pages[:3])
    more = f" and {len(pages) - 3} more" if len(pages) > 3 else ""  # noqa: PLR2004  # as many are named
    return f"- <{address}>: {named}{more}"

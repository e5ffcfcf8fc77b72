"""Whether a built site holds together: inner links lead somewhere, and nothing is asked outside."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from penneech.render.html import is_web_address

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ASKING = {"src", "srcset", "poster", "data", "action", "formaction"}
"""Attributes that make a browser ask for something, or send it, without a click on a link."""
_LINKED = {"alternate", "canonical", "author", "next", "prev", "license"}
"""What a page says it is linked with: a browser does not fetch it."""
_IN_STYLES = re.compile(
    r"url\(\s*['\"]?\s*((?:https?:)?//[^)'\"]*)|@import\s+['\"]((?:https?:)?//[^'\"]*)"
)


@dataclass(slots=True)
class _Page:
    """What a page has that links are about."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = _Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        self.page.ids |= {given[name] for name in ("id", "name") if name in given}
        self.page.styles += [given["style"]] if "style" in given else []
        self.page.asked += [given[name] for name in _ASKING if name in given]
        if "href" in given:
            kinds = set(given.get("rel", "").split())
            is_fetched = tag == "link" and not kinds & _LINKED
            (self.page.asked if is_fetched else self.page.links).append(given["href"])

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.page.styles.append(data)


def faults_in(site: Path) -> list[str]:
    """All that is wrong with the links of a built site, page by page.

    Args:
        site: the folder of the site.

    Returns:
        A line for each fault: the page, the link, and what is the matter with it.
    """
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    found = [
        f"{path.relative_to(site).as_posix()}: {fault}"
        for path, page in pages.items()
        for fault in _faults_of(path, page, pages)
    ]
    styles = sorted(site.rglob("*.css"))
    return found + [
        f"{path.relative_to(site).as_posix()}: asks {address} of the world outside"
        for path in styles
        for address in _asked_by_style(path.read_text(encoding="utf-8"))
    ]


def _read(path: Path) -> _Page:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader.page


def _faults_of(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    outside = [*page.asked, *(found for text in page.styles for found in _asked_by_style(text))]
    for address in outside:
        if _leads_outside(address):
            yield f"asks {address} of the world outside"
        elif fault := _inner_fault(path, address, pages):
            yield fault
    for address in dict.fromkeys(page.links):
        if _leads_outside(address):
            if not is_web_address(address) and not address.startswith("mailto:"):
                yield f"{address} is no address of the web"
        elif fault := _inner_fault(path, address, pages):
            yield fault


def _leads_outside(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return True
    return bool(parts.netloc) or parts.scheme not in ("", "data")


def _inner_fault(path: Path, address: str, pages: dict[Path, _Page]) -> str | None:
    parts = urlsplit(address)
    if parts.scheme == "data":
        return None
    target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
    if not target.is_file():
        return f"{address} leads nowhere"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].ids:
        return f"{address}: there is no such place on that page"
    return None


def _asked_by_style(text: str) -> list[str]:
    return [one or other for one, other in _IN_STYLES.findall(text)]

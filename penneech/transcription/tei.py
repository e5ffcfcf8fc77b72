"""A reader's own TEI copy of a printed book: read safely, with its letters, pages and chapters.

Nothing but the file itself is opened, no entity is resolved, and no more is read than a book needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from penneech.errors import Fault, FileFaultsError, reason
from penneech.files.opening import open_file
from penneech.files.spelling import shown
from penneech.transcription.compositor import Compositor, TooMuchPrintError

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from penneech.transcription.compositor import Chapter
    from penneech.transcription.printed import Print

NAMESPACE = "http://www.tei-c.org/ns/1.0"
SIZE_LIMIT = 6_000_000
"""Bytes; a copy of the book takes a third of a million, or four million with each word marked."""
ELEMENTS_LIMIT = 80_000
"""Elements; a copy of the book has three thousand, or fifty thousand if each word is marked."""

_NO_ENTITIES = "declares entities, which are not read: write the characters themselves"
_DECLARED = "declares elements or attributes, which are not read: take these declarations out"
_DECLARATIONS = {
    b"<!ENTITY": _NO_ENTITIES,
    **dict.fromkeys((b"<!ELEMENT", b"<!ATTLIST", b"<!NOTATION"), _DECLARED),
}
_BYTE_ORDER = re.compile(rb"\xef\xbb\xbf|\xff\xfe|\xfe\xff")
_ENCODING = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"'>]{0,40})")
# In these every mark of the markup is a byte of ASCII, between zeros or not: it can be counted.
_PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_READ = re.compile(r"utf-?(8|16)([bl]e)?|(us-?)?ascii|iso-?8859-\d\d?|latin-?\d\d?|windows-125\d")
_HEADER_TEXTS = 100
_HEADER_LETTERS = 1000


@dataclass(frozen=True, slots=True)
class Book:
    """A transcribed book: what its header says of it, its print, and its chapters in order."""

    file: str
    numbers: tuple[str, ...]
    titles: tuple[str, ...]
    years: tuple[int, ...]
    print: Print
    chapters: tuple[Chapter, ...]


def read_book(path: Path, *, limit: int = SIZE_LIMIT) -> Book:
    """Read a TEI file; nothing but the file itself is opened, and no entity is resolved.

    Args:
        path: the file.
        limit: the most bytes that it may have.

    Raises:
        FileFaultsError: when it cannot be read, is too large, is no well-formed XML, declares or
            uses entities, or is not TEI; the text is one sentence with the place.
    """
    file = str(path)
    root = tei_root(path, limit=limit)
    text = root.find(f"{_space(root)}text")
    if text is None:
        raise _refused(file, "TEI without a <text>: a header alone has no passages to check")
    compositor = Compositor()
    try:
        compositor.take(text)
    except TooMuchPrintError as error:
        raise _refused(file, f"{error}, which is the most that is read") from error
    return Book(
        file,
        _header(root, "fileDesc/publicationStmt/idno"),
        _header(root, "fileDesc/titleStmt/title"),
        _years(root),
        compositor.printed(),
        tuple(sorted(compositor.chapters, key=lambda chapter: chapter.span.start)),
    )


def tei_root(path: Path, *, limit: int = SIZE_LIMIT) -> _Element:
    """Read a TEI file as a tree of elements, as safely as `read_book` does.

    Raises:
        FileFaultsError: as there.
    """
    file = str(path)
    return _parse(_read(path, file, limit), file)


def _refused(file: str, message: str, line: int = 0, column: int = 0) -> FileFaultsError:
    return FileFaultsError([Fault(file, line, column, "", message)])


def _read(path: Path, file: str, limit: int) -> bytes:
    try:
        with open_file(path) as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        raise _refused(file, f"cannot be read: {reason(error)}") from error
    if len(data) > limit:
        raise _refused(file, f"more than {limit:,} bytes, which is the most that is read")
    if data.startswith((b"\x1f\x8b", b"PK\x03\x04")):
        raise _refused(file, "a compressed file; unpack it first")
    _look_at(data.replace(b"\0", b""), file)
    return data


def _look_at(data: bytes, file: str) -> None:
    """Refuse what a parser should not be troubled with; zeros between the bytes are taken out."""
    marks = data[len(found[0]) :] if (found := _BYTE_ORDER.match(data)) else data
    if not marks.strip():
        raise _refused(file, "the file is empty; a TEI copy of a witness is wanted")
    if not marks.lstrip().startswith(b"<"):
        raise _refused(file, "not well-formed XML: it does not begin with <", 1, 1)
    if _PAGE.match(marks):
        raise _refused(
            file, "this is a web page (HTML); the text's TEI file, in XML, is wanted", 1, 1
        )
    declared = _ENCODING.match(marks)
    encoding = declared[1].decode("ascii", "replace") if declared else "utf-8"
    if not _READ.fullmatch(encoding.lower()):
        message = f"the encoding {shown(encoding)} is not read; save the file as UTF-8"
        raise _refused(file, message, 1, 1)
    for mark, message in _DECLARATIONS.items():
        if (at := data.find(mark)) >= 0:
            line = data.count(b"\n", 0, at) + 1
            raise _refused(file, message, line, at - data.rfind(b"\n", 0, at))
    if data.count(b"<") - data.count(b"</") + data.count(b"&") > ELEMENTS_LIMIT:
        message = f"more than {ELEMENTS_LIMIT:,} elements and references, the most that is read"
        raise _refused(file, message)


def _parse(data: bytes, file: str) -> _Element:
    from lxml import etree  # noqa: PLC0415  # heavy, and no other command needs it

    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _malformed(error, file) from error
    entity = next(root.iter(etree.Entity), None)
    if entity is not None:
        message = f"uses the entity {entity.text} which is not read: write the character itself"
        raise _refused(file, message, entity.sourceline or 0, 1)
    _refuse_other_roots(root, file)
    return root


def _refuse_other_roots(root: _Element, file: str) -> None:
    from lxml import etree  # noqa: PLC0415  # see above

    name = etree.QName(root)
    if name.localname != "TEI":
        found = name.localname[:40]
        raise _refused(file, f"not a TEI P5 file: it begins with <{found}>, not <TEI>", 1, 1)
    if name.namespace not in (None, NAMESPACE):
        message = f'not a TEI P5 file: its <TEI> is not in the namespace "{NAMESPACE}" '
        raise _refused(file, f"{message}but in {shown(name.namespace)}", 1, 1)


def _malformed(error: SyntaxError, file: str) -> FileFaultsError:
    """Turn the parser's complaint into one sentence with its place."""
    said = re.sub(r", line \d+, column \d+$", "", " ".join(str(error.msg).split()))
    said = re.sub(r",? (use|see) .*", "", said)  # advice to programmers
    # The parser counts columns from 0.
    line, column = error.lineno or 1, (error.offset or 0) + 1
    return _refused(file, f"not well-formed XML: {said[:160]}", line, column)


def _space(root: _Element) -> str:
    return f"{{{NAMESPACE}}}" if str(root.tag).startswith("{") else ""


def _header(root: _Element, path: str) -> tuple[str, ...]:
    """The texts at a path of the header, as many and as long as a book may need."""
    space = _space(root)
    steps = "/".join(f"{space}{step}" for step in ("teiHeader", *path.split("/")))
    found = (
        " ".join("".join(map(str, element.itertext())).split())[:_HEADER_LETTERS]
        for element in islice(root.iterfind(steps), _HEADER_TEXTS)
    )
    return tuple(text for text in found if text)


def _years(root: _Element) -> tuple[int, ...]:
    """The years of the printing; the transcription's own date stands elsewhere in the header."""
    printing = _header(root, "fileDesc/editionStmt/edition/date")
    source = _header(root, "fileDesc/sourceDesc/biblFull/publicationStmt/date")
    found = re.findall(r"\b1[4-8]\d\d\b", " ".join((*printing, *source)))
    return tuple(dict.fromkeys(map(int, found)))

"""The stemma drawn as SVG: time downwards, sources in lanes, broken lines for the uncertain."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from penneech.render.critical.lanes import spots
from penneech.render.inert import inert
from penneech.witnesses import LinkCertainty, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from penneech.edition.stemma import Line, Stemma
    from penneech.render.critical.lanes import Spot
    from penneech.render.critical.naming import Naming
    from penneech.witnesses import Source

_STYLE = """
.stemma{--paper:#fbf7ee;--ink:#221d17;--soft:#6a5f52;--band:#f4eddf;--accent:#7a1f1d}
@media (prefers-color-scheme:dark){
.stemma{--paper:#191613;--ink:#ece3d4;--soft:#b3a794;--band:#221e1a;--accent:#f0a79c}
}
.stemma text{font:13px Georgia,"DejaVu Serif",serif;fill:var(--ink)}
.stemma .small{font-size:11px;fill:var(--soft)}
.stemma .year{text-anchor:end}
.stemma .siglum{text-anchor:middle;font:bold 12px sans-serif}
.stemma .read .siglum{fill:var(--paper)}
.stemma .paper{fill:var(--paper)}
.stemma .band{fill:var(--band)}
.stemma .mark{stroke:var(--accent);stroke-width:1.5}
.stemma .read .mark{fill:var(--accent)}
.stemma .unread .mark{fill:var(--paper)}
.stemma .axis{stroke:var(--soft);fill:none}
.stemma .line{stroke:var(--ink);stroke-width:1.6;fill:none}
.stemma .line{stroke-linecap:round;stroke-linejoin:round}
.stemma .also{stroke:var(--soft);stroke-width:1.2}
.stemma .likely{stroke-dasharray:8 5}
.stemma .inferred{stroke-dasharray:.1 5;stroke-width:2}
""".strip()

_ROW, _TOP, _HIGH = 46, 30, 24
_LETTER, _NARROWEST = 8.5, 46
_AXIS = 104
_TITLE_LETTER, _SMALL_LETTER = 7.0, 5.9
_LEGEND = 74
_APART = 4
"""Pixels between lines that run side by side."""
_FEW = 5
"""So many lines from one source have room below it at their usual distance."""


def stemma_svg(stemma: Stemma, naming: Naming) -> str:
    """Draw the stemma as an SVG file of its own.

    It follows the reader's choice of light or dark, and says all that it shows in its description.
    """
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + drawn_stemma(stemma, naming)


def drawn_stemma(stemma: Stemma, naming: Naming) -> str:
    """Draw the stemma as an `svg` element, for a page."""
    return _Drawn(stemma, naming).svg()


def stemma_lines(stemma: Stemma) -> tuple[Line, ...]:
    """The lines as they are drawn, the main ones last, on top of the others."""
    return tuple(sorted(stemma.lines, key=lambda line: line.is_main))


def lines_of_text(stemma: Stemma, naming: Naming) -> Iterator[str]:
    """Say the stemma in words, a line for each source, in the order of time."""
    for source in stemma.sources:
        title, date = source.title.get(naming.language), naming.dated(source)
        said = descent_in_words(source, stemma, naming)
        yield f"{source.siglum}, {date}: {title}. {said[:1].upper()}{said[1:]}."


def descent_in_words(source: Source, stemma: Stemma, naming: Naming) -> str:
    """Say what a source descends from, each line with its certainty."""
    words = naming.words
    lines = stemma.lines_to(source.siglum)
    if not lines:
        return words.text("stemma.alone" if stemma.stands_alone(source.siglum) else "stemma.first")
    return "; ".join(_line_in_words(line, naming) for line in lines)


def _line_in_words(line: Line, naming: Naming) -> str:
    link = naming.words.text(f"link.{line.descent.link}", parent=line.parent)
    return f"{link} ({naming.words.text(f'linked.{line.descent.certainty}')})"


class _Drawn:
    """A stemma that is being drawn."""

    def __init__(self, stemma: Stemma, naming: Naming) -> None:
        self._stemma, self._naming = stemma, naming
        self._spots: Mapping[str, Spot] = spots(stemma)
        longest = max((len(one.siglum) for one in stemma.sources), default=0)
        self._wide = max(_NARROWEST, round(longest * _LETTER + 12))
        self._pitch = self._wide + 12
        lanes = max((one.lane for one in self._spots.values()), default=0) + 1
        self._bends = [line for line in stemma.lines if not line.is_main and self._is_bent(line)]
        self._left = _AXIS + 26 + _APART * (len(self._bends) + 1)
        self._labels = self._left + lanes * self._pitch + 4
        self._foot = _TOP + _ROW * len(stemma.sources)

    def svg(self) -> str:
        texts = [self._texts(source) for source in self._stemma.sources]
        width = self._labels + max(
            (max(len(title) * _TITLE_LETTER, len(below) * _SMALL_LETTER) for title, below in texts),
            default=0,
        )
        legend = list(self._legend())
        width, height = round(max(width, 560) + 16), self._foot + _LEGEND
        title = _safe(self._naming.words.text("stemma.title"))
        told = " ".join(
            (self._naming.words.text("stemma.intro"), *lines_of_text(self._stemma, self._naming))
        )
        parts = [
            '<svg xmlns="http://www.w3.org/2000/svg" class="stemma" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'lang="{self._naming.language}" role="img" '
            'aria-labelledby="stemma-name stemma-told">',
            f'<title id="stemma-name">{title}</title>',
            f'<desc id="stemma-told">{_safe(told)}</desc>',
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            *self._bands(width),
            *self._axis(),
            *(self._drawn_line(line) for line in stemma_lines(self._stemma)),
            *(part for source in self._stemma.sources for part in self._source(source)),
            *legend,
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def _texts(self, source: Source) -> tuple[str, str]:
        title = source.title.get(self._naming.language)
        return inert(title), inert(descent_in_words(source, self._stemma, self._naming))

    def _y(self, siglum: str) -> int:
        return _TOP + _ROW * self._spots[siglum].row + _ROW // 2

    def _x(self, siglum: str) -> float:
        return self._left + self._spots[siglum].lane * self._pitch + self._wide / 2

    def _bands(self, width: float) -> Iterator[str]:
        for row in range(1, len(self._stemma.sources), 2):
            yield f'<rect class="band" y="{_TOP + _ROW * row}" width="{width}" height="{_ROW}"/>'

    def _axis(self) -> Iterator[str]:
        """The years, with a tick for each that is known; the axis ends in an arrow."""
        x, foot = _AXIS, self._foot
        yield f'<path class="axis" d="M{x} {_TOP}V{foot + 6}m-4 -7l4 7l4 -7"/>'
        for source in self._stemma.sources:
            y = self._y(source.siglum)
            kind = "year" if "issued" in source.csl else "year small"
            text = _safe(self._naming.dated(source))
            yield f'<text class="{kind}" x="{x - 10}" y="{y + 4}">{text}</text>'
            if "issued" in source.csl:
                yield f'<path class="axis" d="M{x - 4} {y}h8"/>'

    def _drawn_line(self, line: Line) -> str:
        kinds = ["line", line.descent.certainty.value]
        if line.is_main:
            path = self._straight(line)
        else:
            kinds.append("also")
            path = self._bent(line) if self._is_bent(line) else self._across(line)
        told = f"{line.child}: {_line_in_words(line, self._naming)}"
        return f'<path class="{" ".join(kinds)}" d="{path}"><title>{_safe(told)}</title></path>'

    def _is_bent(self, line: Line) -> bool:
        """Whether a line that is not the main one must go round what stands in its lane."""
        return self._spots[line.parent].lane == self._spots[line.child].lane

    def _straight(self, line: Line) -> str:
        """From below the parent across to the child's lane, and down; no two lines on one another.

        The line to the lane that is farthest off runs above the others, and begins to their right.
        """
        x1, x2 = self._x(line.parent), self._x(line.child)
        y1, y2 = self._y(line.parent) + _HIGH / 2, self._y(line.child) - _HIGH / 2
        if x1 == x2:
            return f"M{x1:g} {y1:g}V{y2:g}"
        lanes = sorted(
            self._spots[one.child].lane
            for one in self._stemma.lines
            if one.is_main and one.parent == line.parent
            if self._spots[one.child].lane != self._spots[line.parent].lane
        )
        nearest = lanes.index(self._spots[line.child].lane)
        out = min(_APART * (nearest + 1), self._wide / 2 - 4)
        down = max((_ROW - _HIGH - 5) / len(lanes), 1) if len(lanes) > _FEW else 3
        corner = y1 + 3 + down * (len(lanes) - 1 - nearest)
        return f"M{x1 + out:g} {y1:g}V{corner:g}H{x2 - 4:g}q4 0 4 4V{y2:g}"

    def _bent(self, line: Line) -> str:
        """Round what stands between a parent and a child in the same lane, on its left."""
        number = self._bends.index(line)
        y1, y2 = self._y(line.parent) + _APART, self._y(line.child) - _APART
        side = self._x(line.parent) - self._wide / 2
        far = side - 14 - _APART * (len(self._bends) - number)
        return f"M{side:g} {y1:g}H{far + 8:g}q-8 0 -8 8V{y2 - 8:g}q0 8 8 8H{side:g}"

    def _across(self, line: Line) -> str:
        """Down the parent's lane, and across to the child just above it."""
        x1, x2 = self._x(line.parent), self._x(line.child)
        y1, y2 = self._y(line.parent) + _HIGH / 2, self._y(line.child) - _HIGH / 2
        to = x2 + (10 if x1 > x2 else -10)
        return f"M{x1:g} {y1:g}V{y2 - 12:g}q0 4 {-4 if x1 > x2 else 4} 4H{to:g}V{y2:g}"

    def _source(self, source: Source) -> Iterator[str]:
        x, y = self._x(source.siglum), self._y(source.siglum)
        title, below = self._texts(source)
        kind = "unread" if source.seen is Seen.UNSEEN else "read"
        yield (
            f'<g class="{kind}"><rect class="mark" x="{x - self._wide / 2:g}" '
            f'y="{y - _HIGH / 2:g}" width="{self._wide}" height="{_HIGH}" rx="6"/>'
            f'<text class="siglum" x="{x:g}" y="{y + 4}">{_safe(source.siglum)}</text></g>'
        )
        yield f'<text x="{self._labels}" y="{y - 2}">{escape(title)}</text>'
        yield f'<text class="small" x="{self._labels}" y="{y + 13}">{escape(below)}</text>'

    def _legend(self) -> Iterator[str]:
        words, x, y = self._naming.words, 24.0, self._foot + 46
        for certainty, key in (
            (LinkCertainty.CERTAIN, "solid"),
            (LinkCertainty.LIKELY, "dashed"),
            (LinkCertainty.INFERRED, "dotted"),
        ):
            text = words.text(f"stemma.{key}")
            yield f'<path class="line {certainty}" d="M{x:g} {y}h44"/>'
            yield f'<text class="small" x="{x + 52:g}" y="{y + 4}">{_safe(text)}</text>'
            x += 72 + len(text) * _SMALL_LETTER
        text = words.text("stemma.hollow")
        yield (
            f'<g class="unread"><rect class="mark" x="{x:g}" y="{y - 8}" width="30" height="16" '
            f'rx="5"/></g><text class="small" x="{x + 38:g}" y="{y + 4}">{_safe(text)}</text>'
        )


def _safe(text: str) -> str:
    return escape(inert(text))

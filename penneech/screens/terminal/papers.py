"""What is laid over the table to be read: the help, the rules, the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.text import Text
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from penneech.screens.rulings import Ruling
    from penneech.screens.voice import Voice


class Paper(ModalScreen[None]):
    """A text to be read; Escape, Enter or q lays it aside."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q", "dismiss", ""),
        ("up,k", "scroll(-1)", ""),
        ("down,j", "scroll(1)", ""),
        ("pageup", "scroll(-12)", ""),
        ("pagedown,space", "scroll(12)", ""),
    ]

    def __init__(self, title: str, content: RenderableType, closing: str) -> None:
        self._heading, self._content, self._way_out = title, content, closing
        super().__init__()

    def compose(self) -> ComposeResult:
        """The text, with its title above and how it is laid aside below."""
        with VerticalScroll(id="paper"):
            yield Static(Text(self._heading, "bold"), id="paper-title")
            yield Static(self._content, id="paper-text")
            yield Static(Text(self._way_out, "dim"), id="paper-end")

    def write(self, content: RenderableType) -> None:
        """Put another text in its place."""
        self.query_one("#paper-text", Static).update(content)

    def action_scroll(self, lines: int) -> None:
        """Move the text up or down."""
        self.query_one("#paper", VerticalScroll).scroll_relative(y=lines, animate=False)


def help_text(voice: Voice) -> Text:
    """The keys and what they do."""
    throw, keep = (voice.text(f"typed.{name}").split()[0] for name in ("throw", "keep"))
    keys = [
        ("h", "hint"), ("u", "undo"), ("r", "rule"), ("s", "save"), (f"{throw} {keep}", "answer"),
        ("v", "review"), ("m", "again"), ("l", "colours"), ("PgUp PgDn", "turn"), ("q", "quit"),
    ]  # fmt: skip
    wide = max(len(key) for key, _ in keys)
    lines = [Text(voice.text("help.keys_card")), Text()]
    for key, name in keys:
        lines.append(Text.assemble((f"  {key:<{wide}}  ", "bold"), voice.text(f"help.{name}")))
    target = voice.session.rules.target
    lines += [Text(), Text(voice.text("help.scores", target=target))]
    weak = voice.why_weak()
    lines += [Text(weak)] if weak else []
    return Text("\n").join(lines)


def rules_text(found: Iterable[Ruling], end: str) -> RenderableType:
    """Rules, each with its grounds."""
    parts: list[RenderableType] = []
    for ruling in found:
        parts += [Text(ruling.title, "bold underline"), Text(ruling.sentence)]
        parts += [Text(ground, "italic") for ground in ruling.grounds]
        parts.append(Text())
    return Group(*parts, Text(end))

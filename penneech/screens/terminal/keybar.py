"""The last line of the screen: the keys that do something now; a click on one does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from penneech.screens.session import Session
    from penneech.screens.voice import Voice

FIGURES = 10
"""So many cards have a key with a figure."""

_KEYS = {
    Waits.CARD: ("play", "hint", "undo", "rule", "save", "help", "quit"),
    Waits.ANSWER: ("throw", "keep", "hint", "rule", "save", "help", "quit"),
    Waits.COMPUTER: ("undo", "rule", "save", "help", "quit"),
    Waits.OTHER: (),  # at a screen apart, which a terminal is not
    Waits.CURTAIN: ("next", "undo", "save", "help", "quit"),
    Waits.DEAL: ("next", "rule", "save", "help", "quit"),
    Waits.NOTHING: ("again", "review", "rule", "save", "help", "quit"),
}
_LETTERS = {
    "hint": "h", "undo": "u", "rule": "r", "save": "s", "help": "?", "quit": "q",
    "again": "m", "review": "v",
}  # fmt: skip
_ACTIONS = {
    "play": "go_on", "quit": "leave", "next": "go_on", "throw": "answer(True)",
    "keep": "answer(False)",
}  # fmt: skip


def keys_text(session: Session, voice: Voice) -> Text:
    """The keys that do something now."""
    told = Text()
    for name in _KEYS[session.waits]:
        if name == "undo" and not session.may_undo:
            continue
        told.append("  " if told else "")
        key = _key(name, session, voice)
        told.append_text(_link(f"{key} {voice.text(f'keys.{name}')}", name))
    return told


def leaving_text(voice: Voice) -> Text:
    """The keys where the question is whether to leave."""
    options = [("s", "save"), ("q", "leave"), ("Esc", "stay")]
    return Text("  ".join(f"{key} {voice.text(f'leave.{name}')}" for key, name in options))


def _key(name: str, session: Session, voice: Voice) -> str:
    if name == "play":
        face = session.face
        return _ranges([place for place, card in enumerate(face.hand, 1) if card in face.legal])
    if name == "next":
        return voice.text("keys.enter")
    return _LETTERS.get(name) or voice.text(f"typed.{name}").split()[0]


def _ranges(numbers: list[int]) -> str:
    """The cards that have a key, like 1-3,6."""
    runs: list[list[int]] = []
    for number in numbers:
        if number > FIGURES:
            break
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    ends = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return ",".join(ends) or "Enter"


def _link(text: str, name: str) -> Text:
    """A key with what it does, which can be clicked."""
    action = f"screen.{_ACTIONS.get(name, name)}"
    return Text.assemble((text, Style(meta={"@click": action})))

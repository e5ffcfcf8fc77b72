"""The first screen where no variant is named: the list, with the summary of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from penneech.errors import PenneechError
from penneech.screens.refusing import told
from penneech.screens.session import OPPONENTS
from penneech.screens.sitting import PERSON
from penneech.screens.terminal.beside import in_thread
from penneech.variant import variant_ids

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from penneech.screens.opening import Opening
    from penneech.variant import Variant


class Choosing(Screen["Opening | None"]):
    """Lets the person choose a variant and an opponent."""

    class Loaded(Message):
        """The variants were read."""

        def __init__(self, found: list[Variant] | PenneechError) -> None:
            self.found = found
            super().__init__()

    BINDINGS: ClassVar[list[BindingType]] = [
        ("o", "opponent", ""),
        ("l", "app.colours", ""),
        ("q,escape", "leave", ""),
    ]

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self._variants: dict[str, Variant] = {}
        super().__init__()

    def compose(self) -> ComposeResult:
        """The list on the left, the summary on the right, the keys below."""
        words = self._opening.words
        yield Static(Text(words.text("play.choose.title"), "bold"), id="title")
        with Horizontal(id="chooser"):
            ids = variant_ids(self._opening.variants_dir)
            yield OptionList(*[Option(name, id=name) for name in ids], id="variants")
            with VerticalScroll(id="summary", can_focus=False):
                yield Static(id="summary-text")
        yield Static(id="message")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show the list at once, and read the variants meanwhile."""
        self.query_one(OptionList).focus()
        self._show_opponent()
        in_thread(self._read)

    def _read(self) -> None:
        try:
            self.post_message(self.Loaded(self._opening.offered()))
        except PenneechError as error:
            self.post_message(self.Loaded(error))

    def on_choosing_loaded(self, event: Loaded) -> None:
        """Show the summary of the one that is marked."""
        if isinstance(event.found, PenneechError):
            self._say(told(event.found, self._opening.words))
            return
        self._variants = {one.id: one for one in event.found}
        self._show_summary()

    def on_option_list_option_highlighted(self) -> None:
        """Another variant is marked."""
        self._say("")
        self._show_summary()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A variant is chosen."""
        chosen = self._opening.of(str(event.option.id))
        try:
            chosen.check()
        except PenneechError as error:
            self._say(told(error, self._opening.words))
        else:
            self.dismiss(chosen)

    def action_opponent(self) -> None:
        """Take the next opponent."""
        every = (*OPPONENTS, PERSON)
        now = self._opening.opponent
        after = every[(every.index(now) + 1) % len(every)] if now in every else every[0]
        self._opening = self._opening.of(self._opening.variant or "", after)
        self._show_opponent()

    def action_leave(self) -> None:
        """Choose nothing."""
        self.dismiss(None)

    def _show_opponent(self) -> None:
        words, name = self._opening.words, self._opening.opponent
        called = words.text("play.choose.two") if name == PERSON else name
        opponent = words.text("play.choose.opponent", name=called)
        keys = [
            (words.text("play.keys.enter"), "choose"),
            ("o", "opponent"),
            ("l", "colours"),
            ("q", "quit"),
        ]
        told = "   ".join(f"{key} {words.text(f'play.keys.{name}')}" for key, name in keys)
        self.query_one("#keys", Static).update(Text(told))
        self._say(opponent)

    def _show_summary(self) -> None:
        marked = self.query_one(OptionList).highlighted_option
        found = None if marked is None else self._variants.get(str(marked.id))
        if found is None:
            return
        language = self._opening.language
        title = Text(found.title.get(language), "bold")
        summary = Text(found.summary.get(language))
        witnesses = Text(", ".join(found.witnesses), "dim")
        page = Text("\n\n").join([title, summary, witnesses])
        self.query_one("#summary-text", Static).update(page)

    def _say(self, text: str) -> None:
        words, name = self._opening.words, self._opening.opponent
        called = words.text("play.choose.two") if name == PERSON else name
        line = text or words.text("play.choose.opponent", name=called)
        self.query_one("#message", Static).update(Text(line))

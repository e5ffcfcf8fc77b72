"""Where lines are written and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import RenderableType


class Console(Protocol):
    """Where lines are written and read."""

    def say(self, line: str = "") -> None:
        """Write a line."""
        ...

    def clear(self) -> None:
        """Take away what stands there, where that can be done, so that the other cannot read it."""
        ...

    def ask(self, prompt: str) -> str | None:
        """Write a prompt and read a line; None when there is no other."""
        ...

    def show(self, content: RenderableType) -> None:
        """Write a table."""
        ...

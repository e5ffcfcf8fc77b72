"""The pictures of the terminal that stand in the guide: made anew, or asked whether they are old.

    python tests/play/terminal_pictures.py            # writes docs/how-to/pictures/terminal-*.svg
    python tests/play/terminal_pictures.py --check    # says which are no longer what is shown

Two of them need the extra `fast`. They refer to nothing outside themselves.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

from penneech.screens.opening import Opening
from penneech.screens.sitting import Waits
from penneech.screens.terminal.app import PlayApp

FOLDER = Path(__file__).parents[2] / "docs" / "how-to" / "pictures"
SIZE = (80, 24)
WAIT = 6000
"""Times that something is waited for a hundredth of a second."""

PARLETT = Opening("parlett", "greedy", seed=5)
COTTON = Opening("cotton-1674", "greedy", seed=5)
UNNAMED = Opening(None, "greedy", seed=5)


async def until(pilot, holds):
    """Wait until something holds, and all is drawn."""
    for _ in range(WAIT):
        if holds():
            await pilot.pause()
            return
        await pilot.pause(0.01)
    raise TimeoutError


async def press(pilot, *keys):
    """Press keys, the computer player replying in between."""
    for key in keys:
        await pilot.press(key)
        await calm(pilot)


async def calm(pilot):
    session = pilot.app.session
    await until(pilot, lambda: session is None or session.waits is not Waits.COMPUTER)


async def to_the_end(pilot):
    while not pilot.app.session.is_over:
        await press(pilot, "y" if pilot.app.session.waits is Waits.ANSWER else "enter")


async def table(pilot):
    await press(pilot, "2", "2", "1")


async def hint(pilot):
    await press(pilot, "2", "h")
    message = pilot.app.screen.query_one("#message")
    await until(pilot, lambda: "would play" in str(message.render()))


async def rule(pilot):
    await press(pilot, "r")


async def choosing(pilot):
    summary = pilot.app.screen.query_one("#summary-text")
    await until(pilot, lambda: str(summary.render()))
    await pilot.press("down")
    await pilot.pause()


async def summary(pilot):
    await to_the_end(pilot)
    await press(pilot, "v")
    sheet = pilot.app.screen
    await until(pilot, lambda: sheet.query_one("#paper").max_scroll_y > 0)


PICTURES = {
    "table": (PARLETT, table, False),
    "hint": (PARLETT, hint, True),
    "rule": (COTTON, rule, False),
    "choosing": (UNNAMED, choosing, False),
    "summary": (PARLETT, summary, False),
}
"""What each shows: how the game is opened, what is done then, and whether in light colours."""

NEEDS_FAST = {"hint", "summary"}


def picture(name):
    """Make one, as text."""
    opening, play, light = PICTURES[name]

    async def make():
        app = PlayApp(opening, light=light, pause=0.0)
        async with app.run_test(size=SIZE) as pilot:
            await calm(pilot)
            await play(pilot)
            return app.export_screenshot(title="Penneech")

    # The fonts would be fetched from elsewhere; a remark names a place there, too.
    drawn = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->", "", asyncio.run(make()), flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in drawn.splitlines()).strip() + "\n"


def path_of(name):
    """The file of one."""
    return FOLDER / f"terminal-{name}.svg"


def main(check):
    """Write all, or say which are old."""
    os.environ.pop("NO_COLOR", None)
    old = []
    for name in PICTURES:
        drawn, path = picture(name), path_of(name)
        if check:
            old += [path.name] if path.read_text(encoding="utf-8") != drawn else []
        else:
            path.write_text(drawn, encoding="utf-8", newline="\n")
    for name in old:
        sys.stdout.write(f"{name} is old; without --check it is made anew\n")
    return len(old)


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))

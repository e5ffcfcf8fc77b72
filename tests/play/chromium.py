"""Real browsers, and servers for them: as the command starts it, or within the test itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from browser import served
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds in which a server must begin, and in which it must end."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="there is no chromium here"
)


@contextmanager
def serving(folder):
    """The server as its command starts it: the address of its first page, and its process."""
    process = subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-m", "penneech", "serve", "--port", "0", "--db", str(folder / "games")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    )
    # A server that says nothing is not waited for.
    unheard = threading.Timer(PATIENCE, process.kill)
    unheard.start()
    try:
        address = re.search(r"http://\S+/", process.stdout.readline())
        unheard.cancel()
        assert address, process.communicate()[1]
        yield address[0], process
    finally:
        unheard.cancel()
        process.kill()
        process.communicate()


class House:
    """A server within the test: its address, and its tables, at which games can be laid out."""

    def __init__(self, address, tables):
        self.address, self.tables = address, tables

    def seat(self, page, session):
        """Give a browser the first seat of a game as it stands, and the address of the game."""
        game, token = self.tables.begin(session)
        return self.sit(page, game, token)

    def sit(self, page, game, token):
        """Give a browser a seat by its token."""
        page.context.add_cookies(
            [{"name": "seat", "value": token, "domain": "127.0.0.1", "path": f"/games/{game}"}]
        )
        return f"{self.address}games/{game}"


@contextmanager
def housed(folder, **more):
    """A server within the test."""
    app, tables = served(folder, **more)
    config = uvicorn.Config(app, port=0, log_level="warning", lifespan="off")
    server, begun = uvicorn.Server(config), threading.Event()
    startup = server.startup

    async def started(sockets=None):
        await startup(sockets)
        begun.set()

    server.startup = started
    # A thread that is a daemon keeps no test run from its end.
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        assert begun.wait(PATIENCE)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield House(f"http://127.0.0.1:{port}/", tables)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not end"


@contextmanager
def browsing(number=1, *, scripts=False, **more):
    """So many browsers; without scripts, unless the test itself needs them."""
    more = {"locale": "en"} | more | {"java_script_enabled": scripts}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield [chromium.new_context(**more).new_page() for _ in range(number)]
        finally:
            chromium.close()


def go_on(page):
    """Press whatever is to be pressed, with the keyboard; False when the game is over."""
    if page.locator("form[action$='/again']").count():
        return False
    button = page.locator("button.card, .actions form button").first
    button.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    return True

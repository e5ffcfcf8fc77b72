"""A terminal that is none: a program runs in it, and its screen can be read."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory

import pyte
import pytest

fcntl = pytest.importorskip("fcntl", reason="this system has no pseudo-terminals")
termios = pytest.importorskip("termios")
pty = pytest.importorskip("pty")

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds after which something that should come is given up."""


class Pseudo:
    """`penneech` with some words in a terminal of that size; to be used in a `with` statement."""

    def __init__(self, *words, columns=80, lines=24, cwd=None, **environment):
        self.screen = pyte.Screen(columns, lines)
        self._folder = TemporaryDirectory()
        self._stream = pyte.ByteStream(self.screen)
        self._own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        plain = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.process = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-m", "penneech", *map(str, words)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            cwd=cwd or self._folder.name,  # a game that is broken off is kept there
            env={**plain, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
            | {key: str(value) for key, value in environment.items()},
        )
        os.close(theirs)
        self.written = b""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.close()
        self._folder.cleanup()

    def close(self):
        """Close the window."""
        if self._own >= 0:
            os.close(self._own)
        self._own = -1

    @property
    def text(self):
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def read(self, seconds=0.1):
        """Take in what comes within some seconds."""
        ready, _, _ = select([self._own], [], [], seconds)
        if not ready:
            return b""
        try:
            data = os.read(self._own, 1 << 16)
        except OSError:  # the program has ended
            return b""
        self.written += data
        self._stream.feed(data)
        return data

    def settle(self, seconds=0.15):
        """Take in what comes until nothing more does."""
        while self.read(seconds):
            pass

    def until(self, *texts):
        """Wait until one of some texts stands on the screen, and give it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for text in texts:
                if text in self.text:
                    return text
            if not self.read() and self.process.poll() is not None:
                break
        raise AssertionError(f"none of {texts} on the screen:\n{self.text}")

    def type(self, keys):
        """Type some keys: text, or bytes."""
        os.write(self._own, keys if isinstance(keys, bytes) else keys.encode())

    def end(self):
        """Wait for the end, and give the exit status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        self.settle()
        return self.process.wait(timeout=1)

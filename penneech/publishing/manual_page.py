"""The manual page, as the command line prints it of itself."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penneech.publishing.making import Bench, Made


def manual_page(bench: Bench) -> Made:
    """The manual page, for `man`; a wheel brings it where systems look for it."""
    command = [sys.executable, "-m", "penneech", "manual"]
    # The command of this very checkout, whatever else is installed.
    there = {**os.environ, "PYTHONPATH": str(bench.checkout.root), "PYTHONIOENCODING": "utf-8"}
    page = subprocess.run(command, env=there, check=True, capture_output=True)  # noqa: S603  # the program itself
    yield "penneech.1", page.stdout.replace(b"\r\n", b"\n")

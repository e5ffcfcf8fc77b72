"""Runs the command line inside the tests, as a user would."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest import mock

from penneech.cli import main


class Answer(NamedTuple):
    """The exit status, and what stood on standard output and standard error."""

    status: int
    out: str
    err: str


def run(*words, encoding="utf-8"):
    """Run `penneech` with these words, on a console of that encoding that is no terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in range(2))
    argv = ["penneech", *map(str, words)]
    with mock.patch.object(sys, "argv", argv), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = end.code or 0
    return Answer(status, _text(out, encoding), _text(err, encoding))


def _text(stream, encoding):
    stream.flush()
    return stream.buffer.getvalue().decode(encoding)

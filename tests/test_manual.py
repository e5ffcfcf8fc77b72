"""The manual page: every command and option is in it, and no text is taken for a request."""

from __future__ import annotations

import re
import shutil
import subprocess

import click
import pytest
from commands import run

from penneech.cli import context_of_all


def commands(context, name="penneech"):
    group = context.command
    for under in group.list_commands(context):
        command = group.get_command(context, under)
        yield f"{name} {under}", command
        if isinstance(command, click.Group):
            inner = click.Context(command, info_name=under, parent=context)
            yield from commands(inner, f"{name} {under}")


@pytest.mark.parametrize(("name", "command"), list(commands(context_of_all())), ids=str)
def test_every_command_stands_in_the_manual_with_its_options(name, command):
    page = run("manual").out
    head = re.escape(name) + r"(?: [A-Z\[][^\n]*)?"
    (section,) = re.findall(rf"^\.SS {head}\n((?:(?!\.S[SH] ).*\n)*)", page, re.MULTILINE)
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            assert option.opts[0].replace("-", "\\-") in section


def test_no_line_of_the_text_is_a_request():
    for line in run("manual").out.splitlines():
        if line.startswith((".", "'")):
            assert re.match(r"\.(?:TH|SH|SS|PP|TP|B )", line) or line in {".", ".B penneech"}


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed here")
def test_man_has_nothing_to_say_against_it(tmp_path):
    page = tmp_path / "penneech.1"
    page.write_text(run("manual").out, "utf-8")
    done = subprocess.run(  # noqa: S603  # our own program
        ["man", "--warnings", "-l", str(page)],  # noqa: S607  # the reader's own `man`
        capture_output=True,
        text=True,
        check=True,
        env={"MANPAGER": "cat", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
    )
    assert done.stderr == ""
    assert "EXIT STATUS" in done.stdout

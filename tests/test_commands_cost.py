"""What each command costs: every command has an example that parses, and a line in the table."""

from __future__ import annotations

import importlib.util
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from test_docs_commands import parsed

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reference" / "commands-cost.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script():
    """The script that measures; its name is that of a module of the tests."""
    spec = importlib.util.spec_from_file_location(
        "measured_commands", ROOT / "benchmarks" / "commands.py"
    )
    found = importlib.util.module_from_spec(spec)
    path = [*sys.path]
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    yield found
    sys.path[:] = path
    del sys.modules[spec.name]


def test_every_command_has_an_example_and_there_is_no_other(script):
    assert sorted(script.EXAMPLES) == sorted(script.commands())


def test_a_command_without_an_example_is_an_error(script, monkeypatch):
    monkeypatch.delitem(script.EXAMPLES, "sources check")
    with pytest.raises(RuntimeError, match="sources check"):
        script.measured(1, ())


def test_every_example_parses(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("games.jsonl", "game.json", "copy.xml"):
        (tmp_path / name).touch()
    (tmp_path / "studies" / "one").mkdir(parents=True)
    for name, example in script.EXAMPLES.items():
        try:
            parsed([*name.split(), *shlex.split(example)])
        except click.UsageError as error:
            pytest.fail(f"{name} {example}: {error.format_message()}")


def test_every_command_has_a_line_of_five_cells_in_the_table_and_as_it_is_tried(script):
    rows = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| `")]
    shown = {row[0]: row[1:] for row in rows}
    for name in script.EXAMPLES:
        cells = shown.pop(f"`{script.line_of(name)}`")
        assert [float(cell) > 0 for cell in cells] == [True] * 4
    assert list(shown) == ["`penneech --help`"]


SLOW = {"duckdb", "jinja2", "jsonschema", "lxml", "numba", "numpy", "rich", "textual", "yaml"}


def test_no_command_imports_what_is_slow_before_it_is_used():
    code = """
import sys
import click
from penneech.cli import context_of_all, penneech

def ask(group, context):
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        command.get_help(click.Context(command, info_name=name, parent=context))
        if isinstance(command, click.Group):
            ask(command, context)

ask(penneech, context_of_all())
print(*sys.modules)
"""
    out = subprocess.check_output([sys.executable, "-c", code], text=True)  # noqa: S603  # our own program
    assert set(out.split()) & SLOW == set()

"""The how-tos of the research interfaces, of OpenSpiel and of PettingZoo, are run and compared."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from penneech.research.numbers import FIELDS, size_of

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs" / "how-to"


def text_of(name):
    return (HOW_TO / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["openspiel", "pettingzoo"])
def test_the_python_of_the_how_to_runs(name, capsys):
    blocks = re.findall(r"^```python\n(.*?)^```$", text_of(name), flags=re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, name, "exec"), {})  # noqa: S102  # what a reader would run
    assert blocks
    assert capsys.readouterr().out


def test_the_how_to_of_pettingzoo_tells_every_field():
    text = text_of("pettingzoo")
    rows = [
        f"| `{field.name}` | {' x '.join(map(str, field.shape))} | {field.says} |"
        for field in FIELDS
    ]
    assert "\n".join(rows) in text
    assert f"has {1 + size_of(FIELDS)} numbers" in text


@pytest.mark.parametrize(
    ("command", "few"),
    [
        ("openspiel_ladder.py ismcts", "--deals 1 --simulations 3 --against random,greedy"),
        ("openspiel_ladder.py qlearner", "--deals 3 --episodes 20 --against random"),
        ("openspiel_exploitability.py", "--players greedy --iterations 4"),
        (
            "openspiel_learning.py",
            "--learn 20 --layers 8 --deals 2 --against random",
        ),
    ],
)
def test_the_commands_of_the_how_to_of_openspiel_run(command, few, monkeypatch, capsys):
    assert f"python benchmarks/{command}" in text_of("openspiel")
    if "learning" in command:
        pytest.importorskip("torch")
        pytest.importorskip("tree")
    assert "| --- |" in printed_by(f"{command} {few}", monkeypatch, capsys)


def printed_by(command, monkeypatch, capsys):
    script, *words = command.split()
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    monkeypatch.setattr(sys, "argv", [script, *words])
    runpy.run_path(str(ROOT / "benchmarks" / script), run_name="__main__")
    return capsys.readouterr().out


def test_what_could_be_won_by_the_how_to_of_openspiel_is_what_is_reckoned(monkeypatch, capsys):
    command = "openspiel_exploitability.py --players random,greedy --iterations 0"
    *_, random, greedy = printed_by(command, monkeypatch, capsys).splitlines()
    assert random.startswith("| random |")
    assert f"\n{random}\n{greedy}\n" in text_of("openspiel")


def test_the_learner_says_in_one_line_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match=r"^this needs torch; install it with: pip install torch"):
        runpy.run_path(str(ROOT / "benchmarks" / "openspiel_learning.py"))


def test_a_missing_package_is_told_in_one_line_with_the_command(monkeypatch):
    for module, package in (("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")):
        monkeypatch.setitem(sys.modules, package, None)
        monkeypatch.delitem(sys.modules, f"penneech.research.{module}", raising=False)
        with pytest.raises(ImportError, match=r'install it with: .*\[research\]"$'):
            runpy.run_module(f"penneech.research.{module}")

"""Completion: what may stand at each place, asked of the command and in the shells themselves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from commands import run
from test_json_keys import every_command

from penneech.cli import completing, penneech
from penneech.cli.options import COMPLETION
from penneech.rules import RULE_POINTS

ROOT = Path(__file__).parents[1]

# What people write of themselves: names, numbers, addresses, places of files that are not there.
FREE = {
    "init name", "simulate scores", "compare games", "compare seed", "compare cluster",
    "claims games", "claims seed", "explain games", "explain seed", "cruxes games", "cruxes deals",
    "cruxes seed", "serve host", "serve names",
}  # fmt: skip


def suggested(line):
    """What may stand at the end of a line; `<file>` where the shell is to offer files."""
    *words, last = line.split(" ")
    asked = ShellComplete(penneech, {}, "penneech", COMPLETION)
    return [
        one.value if one.type == "plain" else f"<{one.type}>"
        for one in asked.get_completions(words, last)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("var", ["variants"]),
        ("diff cotton-1674 par", ["parlett"]),
        ("diff ./mi", ["<file>"]),
        ("rescore games.jsonl --variant gam", ["gamerules"]),
        ("simulate parlett --players greedy,ran", ["greedy,random"]),
        ("compare --players gre", ["greedy"]),
        ("advise game.json --player inf", ["infer:128"]),
        ("play --opponent pimc:3", ["pimc:32"]),
        ("apparatus --point foll", ["following"]),
        ("apparatus --point following,honours_", ["following,honours_credit"]),
        ("apparatus --between C74,Pa", ["C74,Pag", "C74,Par"]),
        ("apparatus --format md,ht", ["md,html"]),
        ("rulebook parlett --format p", ["pdf"]),
        ("rulebook parlett --lang en,", ["en,en", "en,it"]),
        ("sources show C7", ["C74", "C76"]),
        ("sources check a.xml --source C8", ["C80", "C87"]),
        ("cite C7", ["C74", "C76"]),
        ("cite parl", ["parlett"]),
        ("explain a b --outcome deals_", ["deals_a_game"]),
        ("cruxes --space att", ["attested"]),
        ("cruxes --space my", ["<file>"]),
        ("schema sou", ["source"]),
        ("simulate parlett --records ga", ["<file>"]),
        ("variants --lang i", ["it"]),
        ("completion z", ["zsh"]),
    ],
)
def test_a_line_goes_on_with(line, expected):
    assert suggested(line) == expected


def test_ones_own_variants_and_those_of_a_study_are_offered(tmp_path, monkeypatch):
    (tmp_path / "mine.yaml").write_text("id: mine\nextends: parlett\n", encoding="utf-8")
    assert "mine" in suggested(f"variants --variants {tmp_path} mi")
    monkeypatch.setenv("PENNEECH_VARIANTS", str(tmp_path))
    assert suggested("rulebook mi") == ["mine"]
    run("compare", "pagat", "parlett", "--games", 1, "--workers", 1, "--out", tmp_path / "study")
    assert suggested(f"trace {tmp_path / 'study'} --variant pa") == ["pagat", "parlett"]
    assert suggested(f"trace {tmp_path} --variant pa") == []


@pytest.mark.skipif(sys.platform != "linux", reason="no file may be called so everywhere")
def test_what_can_be_no_id_is_not_offered_as_one(tmp_path):
    names = [b"mine", b"$(touch pwned)", b"two\nlines", b"caf\xe9", b"Upper", b"a b", b"mine-2"]
    for name in names:
        file = os.fsdecode(name)
        (tmp_path / f"{file}.yaml").write_text("extends: parlett\n", encoding="utf-8")
    shipped = suggested("variants ")
    offered = suggested(f"variants --variants {tmp_path} ")
    assert set(offered) - set(shipped) == {"mine", "mine-2"}


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"COMP_WORDS": "penneech var"},
        {"COMP_WORDS": "penneech var", "COMP_CWORD": "abc"},
        {"COMP_WORDS": b"penneech validate caf\xe9", "COMP_CWORD": "2"},
        {"COMP_WORDS": b"penneech diff caf\xe9", "COMP_CWORD": "2"},
    ],
)
def test_whatever_a_shell_asks_it_gets_no_traceback(told):
    if os.name == "nt" and any(isinstance(value, bytes) for value in told.values()):
        pytest.skip("there the environment is text")
    environment = {key: os.environ[key] for key in os.environ if not key.startswith("COMP_")}
    done = subprocess.run(
        [sys.executable, "-m", "penneech"],
        env={**environment, COMPLETION: "bash_complete", **told},
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert done.stdout.strip() in {b"", b"file,"}


def test_a_faulty_folder_does_not_end_completion(monkeypatch):
    monkeypatch.setenv("PENNEECH_VARIANTS", "no-such-folder")
    assert suggested("rulebook parl") == ["parlett"]


def test_every_place_for_a_name_is_completed():
    lacking = set()
    for name, command in every_command():
        for option in command.params:
            offers = isinstance(option.type, (click.Choice, click.Path, click.types.IntRange))
            is_flag = getattr(option, "is_flag", False) or option.name == "help"
            own = vars(option)["_custom_shell_complete"]
            if not offers and not is_flag and own is None:
                lacking.add(f"{name} {option.name}")
    assert lacking <= FREE


# --- In the shells themselves --------------------------------------------------------------------

SHELLS = {
    "bash": """
        eval "$(penneech completion bash)"
        COMP_WORDS=({words}) COMP_CWORD={place} COMPREPLY=()
        _penneech_completion penneech
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """,
    "fish": """
        penneech completion fish | source
        complete --do-complete "{line}"
    """,
    # zsh completes in a window only: one is made by its own module, and Tab is pressed in it.
    "zsh": r"""
        zmodload zsh/zpty
        zpty -b window zsh -f -i
        zpty -w window 'PS1= RPS1= TERM=dumb; autoload -Uz compinit; compinit -u -d "$HOME/dump"'
        zpty -w window 'zstyle ":completion:*" list-colors ""; setopt no_beep'
        zpty -w window 'eval "$(penneech completion zsh)"; print rea""dy'
        zpty -r -m window seen '*ready*'
        zpty -n -w window $'{line}\t'
        repeat 300; do
            sleep 0.1
            while zpty -r -t window more 2>/dev/null; do seen+=$more; done
            [[ $seen == *{wanted}* ]] && break
        done
        zpty -d window
        print -r -- $seen
    """,
}


def completed(shell, line, wanted, home):
    """What a shell makes of a line when Tab is pressed at its end."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = home / "bin" / "penneech"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m penneech "$@"\n', "utf-8")
    program.chmod(0o755)
    words = line.split(" ")
    script = SHELLS[shell].format(
        line=line, words=" ".join(f"'{word}'" for word in words), place=len(words) - 1,
        wanted=wanted,
    )  # fmt: skip
    there = {**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(home)}
    there["PATH"] = f"{program.parent}{os.pathsep}{there['PATH']}"
    bare = {"bash": ["--noprofile", "--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    done = subprocess.run(  # noqa: S603  # the shell that is installed here
        [shell, *bare, "-c", script],
        env=there,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout


def test_the_lines_that_go_into_a_shells_file_stand_whole_in_the_help():
    lines = [line.strip() for line in run("completion", "--help").out.splitlines()]
    assert set(completing.SHELLS.values()) <= set(lines)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("penneech rulebook cotton-al", "cotton-all-fours"),
        ("penneech apparatus --point followi", "following"),
        ("penneech simulate parlett --players greedy,ran", "greedy,random"),
    ],
)
def test_in_a_shell_a_line_goes_on_with(shell, line, wanted, tmp_path):
    assert wanted in completed(shell, line, wanted, tmp_path)


def test_every_point_is_offered_in_bash(tmp_path):
    out = completed("bash", "penneech apparatus --point ", "", tmp_path)
    assert set(RULE_POINTS) <= set(re.split(r"[\s,]+", out))


def test_the_shells_that_may_be_named_are_told_in_the_line_of_the_fault():
    answer = run("completion")
    assert answer.status == 2
    told = "Error: Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish"
    assert answer.err.splitlines()[-1] == told

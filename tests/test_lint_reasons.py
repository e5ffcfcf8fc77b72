"""What the linters are told to overlook: each exception says in words why it is one."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("penneech", "tests", "benchmarks", "docs")

_CODES = r"[A-Z]+[0-9]+(?:, ?[A-Z]+[0-9]+)*"
EXCEPTION = re.compile(
    rf"#\s*(?:noqa(?:: ?{_CODES})?|type: ?ignore(?:\[[a-z, -]+\])?|pragma: ?no \w+|nosec)"
    r"(?P<rest>.*)"
)
"""An exception in a comment, and what follows on it: other exceptions, and the reason."""

SETTING = re.compile(r"ignore_\w+ = true|[A-Z]+\d* = \[|\"[A-Z]+\d*\",?|.*= \[\"[A-Z]+\d+\"")
"""A line of the settings by which something is overlooked: a code, or a truth."""

TABLES = ("tool.ruff.lint", "tool.deptry.per_rule_ignores", "tool.mypy.overrides")


def lacks_reason(text):
    """Whether an exception stands in a comment with no words after the last one of it."""
    found = EXCEPTION.search(text)
    if found is None:
        return False
    rest = found["rest"]
    return lacks_reason(rest) if EXCEPTION.search(rest) else not re.match(r"  # .*[a-z]", rest)


def unreasoned(source):
    """The numbers of the lines that have an exception without a reason."""
    if not any(map(lacks_reason, source.splitlines())):
        return []  # what seems to be one may stand in a text: only the tokens can tell
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [token for token in tokens if token.type == tokenize.COMMENT]
    return [token.start[0] for token in comments if lacks_reason(token.string)]


def unreasoned_settings(text):
    """The lines of the settings by which something is overlooked, and that do not say why.

    The reason stands on the line; a line that is a whole setting may have it above, in its table.
    """
    found, is_meant, is_said = [], False, False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            is_meant, is_said = line.strip("[]").startswith(TABLES), False
        elif line.startswith("#"):
            is_said = True
        elif is_meant and SETTING.match(line) and not re.search(r"# .*[a-z]", line):
            is_whole = " = " in line
            if not (is_whole and is_said):
                found.append(line)
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_exception_in_the_code_says_why(folder):
    faults = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in unreasoned(path.read_text(encoding="utf-8"))
    ]
    assert faults == []


def test_every_exception_in_the_settings_says_why():
    assert unreasoned_settings((ROOT / "pyproject.toml").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("comment", "is_fault"),
    [
        ("# noqa: S603", True),
        ("# noqa", True),
        ("# noqa: S603, S607", True),
        ("# type: ignore[misc]", True),
        ("# type: ignore[arg-type, misc]", True),
        ("# pragma: no cover", True),
        ("# noqa: S603  #", True),
        ("# noqa: S603  # S607", True),
        ("# type: ignore[misc]  # noqa: S603", True),
        ("# noqa: S603  # our own program", False),
        ("# type: ignore[misc]  # noqa: S603  # our own program", False),
        ("# pragma: no cover  # only on Windows", False),
        ("# a comment that speaks of noqa", False),
    ],
)
def test_a_reason_is_words_after_the_exception(comment, is_fault):
    assert unreasoned(f"x = 1  {comment}\n") == [1] * is_fault


def test_an_exception_in_a_text_is_none():
    assert unreasoned('x = "# noqa: S603"\n') == []


def test_a_setting_without_a_reason_is_found():
    text = '[tool.ruff.lint]\nignore = [\n  "A1", # why not\n  "B2",\n]\n'
    assert unreasoned_settings(text) == ['"B2",']
    text = '[tool.deptry.per_rule_ignores]\nDEP004 = ["pandas"]\n'
    assert unreasoned_settings(text.replace("pandas", "X")) == ['DEP004 = ["X"]']

"""The page of promises names tests that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[^`]+)`", PAGE)))


@pytest.mark.parametrize("named", NAMED)
def test_every_test_that_it_names_is_there(named):
    file, _, name = named.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert (
        name in functions
        if name
        else any(one.startswith("test_") for one in functions) or ("TestRoom" in ast.unparse(tree))
    )


def test_every_promise_names_one():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "---" not in line]
    promises = [row for row in rows if not row.startswith("| promise |")]
    assert len(promises) > 20
    assert [row for row in promises if "`tests/" not in row] == []


def test_it_names_no_address():
    assert not re.search(r"[\w.]+@[\w.]+\.\w|https?://", PAGE)

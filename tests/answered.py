"""The page of keys, docs/reference/json.md, read as what it promises, and answers held against it.

A promise is a tree: at each node the kinds that a value may have, the keys or items under it, and
whether it may be missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "json.md"
LINK = re.compile(r"\[([^\]]+)\]\(#[^)]+\)")
SCALARS = {
    "text": lambda value: isinstance(value, str),
    "whole number": lambda value: type(value) is int,
    "number": lambda value: type(value) in {int, float},
    "yes": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "any object": lambda value: isinstance(value, dict),
}
STRUCTURES = {"list", "object", "no"}  # what is under them says all; the second word of yes or no


@dataclass
class Node:
    """One place of an answer."""

    kinds: set = field(default_factory=set)
    words: list = field(default_factory=list)
    under: dict = field(default_factory=dict)
    optional: bool = False
    seen: bool = False
    shared: str = ""  # the piece that it comes from, where the section itself does not name it

    def at(self, token, shared=""):
        """What stands under a key, or `[]` for an item; made where it is not there yet."""
        optional = token.endswith("?")
        node = self.under.setdefault(token.removesuffix("?"), Node(shared=shared))
        node.optional |= optional
        return node


def tokens_of(key):
    """`a.b[].c?` as its steps, and `[]` is one of them."""
    steps = [part for part in key.replace("[]", ".[]").split(".") if part]
    return [step.removesuffix("?") + "?" * step.endswith("?") for step in steps]


class Page:
    """The page, section by section."""

    def __init__(self, text):
        self.rows, self.whole = {}, {}
        for block in re.split(r"^#{2,3} ", text, flags=re.MULTILINE)[1:]:
            name, _, body = block.partition("\n")
            self.rows[name] = [
                [cell.strip() for cell in line.strip("|").split(" | ")]
                for line in body.splitlines()
                if line.startswith("| `")
            ]
            lead = re.search(r"^An? (\[.*\]\(#.*\)), and:", body, flags=re.MULTILINE)
            self.whole[name] = lead and LINK.match(lead[1])[1]

    def tree(self, name):
        """What the section of that name promises."""
        root = Node()
        self._fill(root, name)
        return root

    def _fill(self, root, name, shared=""):
        assert name in self.rows, f"no section {name!r}"
        if self.whole[name]:
            self._fill(root, self.whole[name], self.whole[name])
        for keys, kind, _ in self.rows[name]:
            for key in re.findall(r"`([^`]+)`", keys):
                node = root
                for token in tokens_of(key):
                    node = node.at(token, shared)
                self._give(node, kind, shared)

    def _give(self, node, kind, shared):
        node.kinds |= {"null"} if kind.endswith(" or null") else set()
        kind = kind.removesuffix(" or null")
        if kind.startswith("`"):
            node.words += re.findall(r"`([^`]+)`", kind)
            return
        if kind.startswith("list of "):
            self._give(node.at("[]", shared), kind.removeprefix("list of "), shared)
            return
        for one in kind.split(" or "):
            if LINK.fullmatch(one):
                self._fill(node, LINK.fullmatch(one)[1], LINK.fullmatch(one)[1])
            elif one not in STRUCTURES:
                assert one in SCALARS, f"no kind {one!r}"
                node.kinds.add(one)


def faults(value, node, place="answer"):
    """Every place at which an answer is not what was promised."""
    node.seen = True
    if any(SCALARS[kind](value) for kind in node.kinds) or value in node.words:
        return
    if isinstance(value, dict):
        yield from _of_object(value, node, place)
    elif isinstance(value, list):
        if "[]" not in node.under:
            yield f"{place}: a list"
            return
        node.under["[]"].seen |= not value  # an empty list shows nothing of its items
        for item in value:
            yield from faults(item, node.under["[]"], f"{place}[]")
    else:
        yield f"{place}: {value!r}, not {sorted(node.kinds) + node.words}"


def _of_object(value, node, place):
    named = next((child for key, child in node.under.items() if key.startswith("<")), None)
    if not node.under or "[]" in node.under:
        yield f"{place}: an object"
        return
    for key, child in node.under.items():
        if key not in value and not child.optional and child is not named:
            yield f"{place}.{key}: missing"
    for key, inner in value.items():
        child = node.under.get(key, named)
        if child is None:
            yield f"{place}.{key}: not on the page"
        else:
            yield from faults(inner, child, f"{place}.{key}")


def unseen(node, place="answer"):
    """Every place that is promised, and that no answer had.

    What a shared piece has may be missing in one answer: another one shows it.
    """
    if not node.seen:
        if not (node.shared and node.optional):
            yield place
        return
    for key, child in node.under.items():
        yield from unseen(child, f"{place}.{key}")


def shown(node):
    """The pieces with those of their keys that some answer had."""
    for key, child in node.under.items():
        if child.seen:
            yield child.shared, key
            yield from shown(child)

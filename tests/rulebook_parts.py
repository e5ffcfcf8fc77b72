"""What the tests of rulebooks share: a variant to change, and the text of a document."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace

from penneech.cards import Card
from penneech.evidence import Basis
from penneech.rules import Rules
from penneech.variant import load_variant

LANGUAGES = ("en", "it")
RANKS = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
BASE = load_variant("cotton-1674")
FIGURES = {
    "hand_size": 11,
    "target": 97,
    "card_points": {"A": 23, "K": 29, "Q": 41, "J": 43},
    "penneech": {"card": "4C", "turned_up": 53, "in_hand": 59},
    "excess_over": 13,
}
"""Figures that are nowhere else in a rulebook, so that one that is left behind is seen."""


def text_of(node):
    """All text below a node of a document, with cards as they are written."""
    if isinstance(node, Card):
        return node.sign
    if isinstance(node, str):
        return node
    if isinstance(node, tuple):
        return " ".join(map(text_of, node))
    if is_dataclass(node):
        names = [field.name for field in fields(node) if field.name not in {"id", "kind", "lang"}]
        return " ".join(text_of(getattr(node, name)) for name in names)
    return ""


def spaced(text):
    """Text with white space evened out, since parts of a text tree are joined by spaces."""
    return re.sub(r"\s+", " ", text)


def section(document, name):
    return spaced(text_of(next(part for part in document.sections if part.id == name)))


def body(document):
    return " ".join(section(document, part.id) for part in document.sections[:-1])


def variant(rules=(), **figures):
    """A variant with these readings and figures and no words of its editor's."""
    resolved = {**BASE.resolved(), **figures}
    resolved["rules"] = {**resolved["rules"], **dict(rules)}
    evidence = {"basis": Basis.STATED, "cites": (), "note": None}
    tables = {
        name: {key: replace(one, **evidence) for key, one in getattr(BASE, name).items()}
        for name in ("settings", "parameters", "invariants")
    }
    return replace(BASE, rules=Rules.from_resolved(resolved), witnesses=(), **tables)

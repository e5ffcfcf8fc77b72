"""What is said of a value that does not fit, whatever the kind of the file."""

from __future__ import annotations

import pytest
from loading import child, write

from penneech.errors import FileFaultsError
from penneech.files.yamlfile import read_text
from penneech.schema.filefaults import finding, told, twice
from penneech.schema.parts import LONGEST_NAME
from penneech.variant import load_variant

TYPOGRAPHIC = 'these are typographic quotation marks; write "'


def said_of(tmp_path, old, new):
    path = write(tmp_path / "mine.yaml", child("mine", following="free"))
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(FileFaultsError) as caught:
        load_variant(path)
    return [(fault.path, fault.message) for fault in caught.value.faults]


@pytest.mark.parametrize(
    "value",
    [
        "\N{LEFT DOUBLE QUOTATION MARK}free\N{RIGHT DOUBLE QUOTATION MARK}",
        "free\N{RIGHT DOUBLE QUOTATION MARK}",
        "\N{LEFT SINGLE QUOTATION MARK}free",
    ],
)
def test_a_value_in_typographic_quotation_marks_is_told_that_these_are_the_fault(tmp_path, value):
    said = said_of(tmp_path, "reading: free", f"reading: {value}")
    assert said == [("rules.following.reading", TYPOGRAPHIC)]


def test_a_key_in_typographic_quotation_marks_is_told_that_these_are_the_fault(tmp_path):
    key = "\N{LEFT DOUBLE QUOTATION MARK}following\N{RIGHT DOUBLE QUOTATION MARK}"
    ((_, message),) = said_of(tmp_path, "following:", f"{key}:")
    assert message == TYPOGRAPHIC


def test_what_is_found_is_told_at_its_value_and_in_the_order_of_the_file():
    document = read_text("a: 1\nb:\n  c: 2\n", "f.yaml")
    faults = told(document, [finding(("b", "c"), "second"), finding(("a",), "first")])
    assert [str(fault) for fault in faults] == ["f.yaml:1:4: a: first", "f.yaml:3:6: b.c: second"]


def test_of_a_name_that_stands_again_each_place_after_the_first_is_told():
    names = [(("x", 0), "one"), (("x", 1), "two"), (("x", 2), "one"), (("x", 3), 7), (("x", 4), 7)]
    assert [(found.path, found.say()) for found in twice(names, "the id")] == [
        (("x", 2), "the id one stands twice")
    ]


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("k" * LONGEST_NAME, "k" * LONGEST_NAME),
        ("k" * (LONGEST_NAME + 1), f'"{"k" * 40}..."'),
    ],
)
def test_a_name_too_long_to_be_one_is_quoted_in_short(name, named):
    (found,) = twice([(("x", 0), name), (("x", 1), name)], "the id")
    assert found.say() == f"the id {named} stands twice"

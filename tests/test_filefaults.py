"""What is said of a value that does not fit, whatever the kind of the file."""

from __future__ import annotations

import pytest
from loading import child, write

from penneech.errors import FileFaultsError
from penneech.files.shape import Finding
from penneech.files.yamlfile import read_text
from penneech.schema.filefaults import entries, finding, is_reserved, own_name, told, twice, unknown
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


def named(text, stem):
    document = read_text(text, "f.yaml")
    return [(found.path, found.say()) for found in own_name(document, "id", stem)]


DEVICE = "{} is what Windows calls a device, and no file can have it there; choose another"


@pytest.mark.parametrize(
    ("text", "stem", "said"),
    [
        ("id: mine", "mine", []),
        ("id: mine", "yours", ["id is mine, but the file is named yours; they must agree"]),
        (
            "id: mine",
            "mine.yaml",
            ["the name of the file must end in .yaml: rename it to mine.yaml"],
        ),
        ("id: mine", "Mine.YML", ["the name of the file must end in .yaml: rename it to Mine.YML"]),
        ("id: nul", "nul", [DEVICE.format("nul")]),
        (
            "id: Com1",
            "mine",
            [DEVICE.format("Com1"), "id is Com1, but the file is named mine; they must agree"],
        ),
        (
            "id: 7",
            "7",
            [],
        ),  # of what is no text, or too short or long for a name, the schema speaks
        ("id: ''", "mine", []),
        ("id: k", "mine", ["id is k, but the file is named mine; they must agree"]),
        (f"id: {'k' * 65}", "mine", []),
        (
            f"id: {'k' * 64}",
            "mine",
            [f"id is {'k' * 64}, but the file is named mine; they must agree"],
        ),
        ("siglum: mine", "yours", []),
    ],
)
def test_a_file_is_called_by_its_own_id(text, stem, said):
    assert named(text, stem) == [(("id",), one) for one in said]


@pytest.mark.parametrize("name", ["con", "PRN", "aux", "nul", "com0", "com9", "lpt0", "Lpt9"])
def test_what_windows_calls_a_device_is_no_name(name):
    assert is_reserved(name)
    assert not is_reserved(f"{name}x")
    assert not is_reserved(f"x{name}")


def test_each_set_of_entries_in_a_list_is_given_with_its_place():
    value = [{"a": 1}, 7, {"b": 2}]
    assert list(entries(value, "x", "y")) == [(("x", "y", 0), {"a": 1}), (("x", "y", 2), {"b": 2})]
    assert list(entries({"a": {}}, "x")) == []
    assert list(entries(None)) == []


def test_what_was_refused_while_reading_is_no_fault_a_second_time():
    document = read_text("a: !t {b: 1}\nc: 1\n", "f.yaml")
    found = [finding(("a",), "no"), finding(("a", "b"), "no"), finding(("c",), "yes")]
    assert [str(fault) for fault in told(document, found)] == [
        "f.yaml:1:4: a: !t: tags are not read; leave it out",
        "f.yaml:2:4: c: yes",
    ]


def test_beyond_a_hundred_findings_only_their_number_is_told():
    document = read_text("a: 1\nb: &x 2\n", "f.yaml")

    def untold():
        pytest.fail("it was said, and not told")

    found = [Finding(("b",), of_key=False, say=untold)] * 3
    found += [finding(("a",), f"number {number}") for number in range(100)]
    faults = told(document, found)
    assert [fault.message for fault in faults[:100]] == [f"number {n}" for n in range(100)]
    assert faults[100].message == "and 4 more faults; mend these first"
    # With the anchor these are one more than a hundred, and nothing is beyond.
    assert told(document, found[3:])[100].message == "&x: anchors are not read; leave it out"


def test_of_more_than_a_hundred_findings_the_first_by_their_places_are_told():
    document = read_text("a: 1\n", "f.yaml")
    found = [Finding(("a",), of_key=True, say=lambda: "at the key")]
    found += [finding((), f"number {number}") for number in range(100)]
    assert "at the key" in [fault.message for fault in told(document, found)]


@pytest.mark.parametrize(
    ("path", "place"),
    [(("b",), (1, 1)), (("l", 5), (2, 1)), (("a", "b"), (1, 1)), (("a", 0), (1, 1)), ((), (1, 1))],
)
def test_what_is_found_where_nothing_stands_is_told_as_it_is(path, place):
    document = read_text("a: 1\nl: [x]\n", "f.yaml")
    (fault,) = told(document, [finding(path, "so")])
    assert ((fault.line, fault.column), fault.message) == (place, "so")


def test_a_finding_of_a_key_stands_at_the_key():
    document = read_text("a: {b: 1, c: 2}\n", "f.yaml")
    found = [
        Finding(("a", "c"), of_key=True, say=lambda: "second"),
        finding(("a", "b"), "first"),
    ]
    assert [(fault.column, fault.message) for fault in told(document, found)] == [
        (8, "first"),
        (11, "second"),
    ]


def test_an_unknown_name_is_said_with_those_known_and_the_nearest():
    found = unknown(("a", 0), "no source is called", "C47", ["C74", "C87"])
    assert (found.path, found.of_key) == (("a", 0), False)
    assert found.say() == 'no source is called "C47"; known: C74, C87; did you mean C74?'
    assert finding(("a",), "so")[:2] == (("a",), False)

"""Reading YAML: what a plain scalar means, where things stand, and what is refused."""

from __future__ import annotations

import hashlib
import re
from io import BytesIO
from pathlib import Path
from stat import S_IFREG

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from loading import not_hanging

from penneech.errors import Fault, FileFaultsError, UnreadableFileError
from penneech.files import yamlfile
from penneech.files.yamlfile import (
    FAULT_LIMIT,
    SIZE_LIMIT,
    Document,
    dotted,
    file_name,
    in_order,
    read_text,
    read_yaml,
    stamp,
)
from penneech.files.yamlscalar import code, plain_value
from penneech.files.yamlsyntax import explain
from penneech.files.yamltree import DEPTH_LIMIT, VALUE_LIMIT
from penneech.paths import shipped

PARSERS = [yaml.SafeLoader, yaml.CSafeLoader] if yaml.__with_libyaml__ else [yaml.SafeLoader]


def test_the_parser_in_c_reads_where_there_is_one():
    assert yamlfile.LOADER is PARSERS[-1]


@pytest.fixture(params=PARSERS, ids=lambda parser: parser.__name__)
def either_parser(request, monkeypatch):
    """Both parsers of PyYAML: an installation may have only the one in Python."""
    monkeypatch.setattr(yamlfile, "LOADER", request.param)


def refusal(text):
    """The faults of a text, from a reading that breaks off or from one that goes through."""
    try:
        return list(read_text(text, "f.yaml").faults)
    except FileFaultsError as error:
        return list(error.faults)


def one_refusal(text):
    (fault,) = refusal(text)
    return fault


def refused_file(path):
    with pytest.raises(FileFaultsError) as caught:
        read_yaml(path)
    (fault,) = caught.value.faults
    return fault


def binary(tmp_path, data):
    path = tmp_path / "f.yaml"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None),
        ("nULL", "nULL"), ("true", True), ("True", True), ("TRUE", True), ("false", False),
        ("False", False), ("FALSE", False), ("tRUE", "tRUE"),
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"), ("NO", "NO"),
        ("0", 0), ("61", 61), ("-7", -7), ("+7", 7), ("0x1F", 31), ("0o17", 15), ("0b11", "0b11"),
        ("-0x1F", "-0x1F"), ("1:1", "1:1"), ("20:30:15", "20:30:15"), ("1_000", "1_000"),
        ("1,000", "1,000"), ("0.5", 0.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0),
        ("-1.5E-1", -0.15), ("1674-05-01", "1674-05-01"), ("7D", "7D"), ("=", "="), ("<<", "<<"),
        ("1e", "1e"), (".", "."), ("\u0661", "\u0661"), ("0_1", "0_1"),
    ],
)  # fmt: skip
def test_a_plain_scalar_means_what_the_core_schema_of_yaml_1_2_says(text, value):
    read = plain_value(text)
    assert (read, type(read)) == (value, type(value))


LEADING = (
    "{} has a leading zero, which some programs take for octal; write {}, or {} if it is a text"
)


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("061", "61"),
        ("-007", "-7"),
        ("+01", "+1"),
        ("00", "0"),
        ("00.5", "0.5"),
        ("01e3", "1e3"),
    ],
)
def test_a_number_with_leading_zeros_is_refused(text, better):
    with pytest.raises(ValueError, match="leading zero") as caught:
        plain_value(text)
    assert str(caught.value) == LEADING.format(text, better, f'"{text}"')


def test_the_refusal_of_061_says_what_to_write():
    fault = one_refusal("target: 061\n")
    assert (fault.line, fault.column, fault.path) == (1, 9, "target")
    assert 'write 61, or "061"' in fault.message


@pytest.mark.parametrize("text", [".inf", "-.INF", "+.Inf", ".nan", ".NaN", ".NAN"])
def test_what_is_no_figure_is_refused(text):
    with pytest.raises(ValueError, match="figure") as caught:
        plain_value(text)
    said = f"{text} is no figure; write a number, or put the text in quotes"
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1e999", "1e999 is too large a number"),
        ("-1e999", "-1e999 is too large a number"),
        ("9" * 31, "a number of 31 characters; none here has more than 30"),
        ("0x" + "F" * 29, "a number of 31 characters; none here has more than 30"),
        ("0." + "1" * 29, "a number of 31 characters; none here has more than 30"),
        ("0" * 31, "a number of 31 characters; none here has more than 30"),
    ],
)
def test_a_number_too_large_or_too_long_is_refused(text, said):
    with pytest.raises(ValueError, match="number") as caught:
        plain_value(text)
    assert str(caught.value) == said


@pytest.mark.parametrize("text", ["9" * 30, "0x" + "F" * 28])
def test_a_number_may_have_thirty_characters(text):
    assert plain_value(text) == int(text, 0)


@pytest.mark.parametrize(
    ("mark", "name"), [("\0", "U+0000"), ("\x9b", "U+009B"), ("\U0001f0a1", "U+1F0A1")]
)
def test_a_character_that_cannot_be_shown_is_named(mark, name):
    assert code(mark) == name


@pytest.mark.usefixtures("either_parser")
def test_quotes_make_text_of_anything():
    document = read_text("a: '061'\nb: \"no\"\nc: '~'\nd: |\n  12\n", "f")
    assert document.top == {"a": "061", "b": "no", "c": "~", "d": "12\n"}
    assert not document.faults


@pytest.mark.usefixtures("either_parser")
def test_keys_are_text_even_where_they_look_like_numbers():
    assert read_text("{7: 3, true: 1, A: 5}", "f").top == {"7": 3, "true": 1, "A": 5}


@pytest.mark.usefixtures("either_parser")
def test_every_value_and_key_has_its_place():
    text = "à: è\nrules:\n  honours: {reading: trumps_only,\n    cites: [C74.a, C74.b]}\n"
    document = read_text(text, "f.yaml")
    assert document.place(("à",)) == (1, 4)
    assert document.place(("rules", "honours", "reading")) == (3, 22)
    assert document.place(("rules", "honours", "cites", 1)) == (4, 20)
    assert document.place(("rules", "honours"), of_key=True) == (3, 3)


def test_what_is_missing_is_missed_at_the_key_around_it():
    document = read_text("# c\nrules:\n  honours: {basis: stated, cites: [a, 061]}\n", "f.yaml")
    honours = ("rules", "honours")
    assert document.place((*honours, "reading"), of_key=True) == (3, 3)
    assert document.place((*honours, "reading")) == (3, 3)
    assert document.place((*honours, "note", "en")) == (3, 3)
    assert document.place((*honours, "cites", 7)) == (3, 28)
    assert document.place((*honours, "cites", 1)) == (3, 39)
    assert document.place((*honours, "cites", 1), of_key=True) == (3, 39)
    assert document.place(honours) == (3, 12)
    assert document.place(("rules",), of_key=True) == (2, 1)
    assert document.place(("rules",)) == (3, 3)
    assert document.place(("parameters",), of_key=True) == (2, 1)
    assert document.place(()) == (2, 1)
    assert Document("f", {}, {}, {}, (), frozenset()).place(("a",)) == (1, 1)


def test_a_fault_has_the_place_of_its_value_or_its_key():
    document = read_text("a: 1\nb: {c: [x]}\n", "f.yaml")
    assert document.fault(("b", "c", 0), "so") == Fault("f.yaml", 2, 9, "b.c[0]", "so")
    assert document.fault(("b", "c"), "so") == Fault("f.yaml", 2, 8, "b.c", "so")
    assert document.fault(("b", "c"), "so", of_key=True) == Fault("f.yaml", 2, 5, "b.c", "so")
    assert document.fault((), "so") == Fault("f.yaml", 1, 1, "", "so")


def test_a_value_is_found_by_its_path():
    document = read_text("a: 1\nb: {c: [x, {d: y}]}\n", "f.yaml")
    assert document.value_at(("b", "c", 1, "d")) == "y"
    assert document.value_at(("b", "c")) == ["x", {"d": "y"}]
    assert document.value_at(()) == document.top
    with pytest.raises(KeyError):
        document.value_at(("c",))


def test_what_stands_in_a_refused_value_is_refused_with_it():
    document = read_text("a: !t {b: [1]}\nc: [061, 2]\n", "f.yaml")
    refused = {path: document.is_refused(path) for path in document.values}
    assert [path for path, is_refused in refused.items() if is_refused] == [
        ("a",),
        ("a", "b"),
        ("a", "b", 0),
        ("c", 0),
    ]
    assert read_text("!t\na: 1\n", "f.yaml").is_refused(("a",))


def test_a_path_is_written_with_dots_and_positions():
    assert dotted(("rules", "honours", "cites", 0)) == "rules.honours.cites[0]"
    assert dotted(("a\nb", "c")) == '"a\\nb".c'
    assert dotted(("a", "b.c", 3, 4)) == 'a."b.c"[3][4]'
    assert dotted((0, "a b-(c), _d")) == "[0].a b-(c), _d"
    assert dotted(("",)) == '""'
    assert dotted(()) == ""
    assert dotted(("k" * 60,)) == "k" * 60
    assert dotted(("k" * 61,)) == f'"{"k" * 40}..."'


@pytest.mark.usefixtures("either_parser")
def test_a_key_that_stands_twice_is_refused_with_both_lines():
    fault = one_refusal("a: 1\nb: 2\na: 3\n")
    assert (fault.line, fault.path) == (3, "a")
    assert "line 1" in fault.message
    assert "line 3" in fault.message


@pytest.mark.usefixtures("either_parser")
def test_a_key_that_stands_twice_deep_down_is_refused():
    faults = refusal("a: {b: {c: 1, c: 2}, b: {d: 1, d: 2}}\n")
    assert [fault.path for fault in faults] == ["a.b.c", "a.b", "a.(line 1, column 22).d"]


def test_the_first_of_two_equal_keys_is_kept():
    assert read_text("a: 1\na: {b: 2}\n", "f").top == {"a": 1}


@pytest.mark.usefixtures("either_parser")
def test_keys_that_are_equal_once_read_stand_twice():
    assert "stands twice" in one_refusal("{a: 1, 'a': 2}").message
    assert "stands twice" in one_refusal('{a: 1, "\\x61": 2}').message


SECOND = "a second document begins here; keep one document in a file; the reading stopped here"
NO_KEY = (
    "a list or a set of entries stands where a key should; a text that begins with [ or { wants "
    "quotation marks"
)
UNREAD = {
    "&": "&{}: anchors are not read; leave it out",
    "*": "*{}: aliases are not read; write it out in full",
    "!": "!{}: tags are not read; leave it out",
}


def unread(name):
    return UNREAD[name[0]].format(name[1:])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: 1\n---\na: 1\n", [(2, 1, "", SECOND)]),
        ("---\na: 1\n  \n--- \n---\n", [(4, 1, "", SECOND)]),
        ("a: 1\n...\n---\n", [(3, 1, "", SECOND)]),
        (
            "%TAG ! tag:example.org,2000:\n%TAG !e! tag:e\n---\na: 1\n",
            [
                (1, 1, "", '%TAG "!" is refused: tags are not read'),
                (1, 1, "", '%TAG "!e!" is refused: tags are not read'),
            ],
        ),
        ("%YAML 1.1\n---\na: 1\n", [(1, 1, "", "%YAML 1.1: files are read as YAML 1.2")]),
        ("%YAML 1.2\n---\na: 1\n", []),
        ("a: &x 1\n", [(1, 4, "a", unread("&x"))]),
        ("a: &x [1]\nb: &y {}\n", [(1, 4, "a", unread("&x")), (2, 4, "b", unread("&y"))]),
        ("a:\n  &x b: 1\n", [(2, 3, "a", unread("&x"))]),
        ("a: *x\n", [(1, 4, "a", unread("*x"))]),
        ("*x : 1\n", [(1, 1, "(line 1, column 1)", unread("*x"))]),
        ("a: {*x : 1}\n", [(1, 5, "a.(line 1, column 5)", unread("*x"))]),
        ("? *x\n: 1\n? *x\n: 2\n", [(1, 3, "(line 1, column 3)", unread("*x"))]),
        ("a: !!python/name:os.system x\n", [(1, 4, "a", unread("!!python/name:os.system"))]),
        ("a: !mine {b: 1}\n", [(1, 4, "a", unread("!mine"))]),
        ("!t\na: 1\n", [(1, 1, "", unread("!t"))]),
        (
            "a: {!!str b: !!int 7}\n",
            [(1, 5, "a", unread("!!str")), (1, 14, "a.b", unread("!!int"))],
        ),
        (
            f"a: !<{'tag:yaml.org,2002:' * 2}x> 1\n",
            [(1, 4, "a", unread("!!tag:yaml.org,2002:x"))],
        ),
        (f"a: !{'t' * 40} 1\n", [(1, 4, "a", unread("!" + "t" * 39))]),
        (f"a: &{'t' * 41} 1\n", [(1, 4, "a", unread("&" + "t" * 40))]),
        (f"a: *{'t' * 41} \n", [(1, 4, "a", unread("*" + "t" * 40))]),
        (
            "a: {<<: {b: &x 1}}\n",
            [
                (1, 5, 'a."<<"', "merge keys (<<) are not read; write the entries out"),
                (1, 13, "a.(line 1, column 5).b", unread("&x")),
            ],
        ),
        ("a: {'<<': 1}\n", []),
        (
            "? [a, {b: !x c}]\n: {d: &e 1}\n",
            [
                (1, 3, "", NO_KEY),
                (1, 11, "(line 1, column 3)[1].b", unread("!x")),
                (2, 7, "(line 1, column 3).d", unread("&e")),
            ],
        ),
        ("a: {{b}: 1}\n", [(1, 5, "a", NO_KEY)]),
        (
            "? {b: 1, b: 2}\n: 3\n",
            [
                (1, 3, "", NO_KEY),
                (
                    *(1, 10, "(line 1, column 3).b"),
                    'the key "b" stands twice, in line 1, columns 4 and 10; keep one',
                ),
            ],
        ),
        (
            'a: {"\\e": {c: 061}}\n',
            [
                (1, 5, "a", "a key here has an unprintable character"),
                (1, 15, "a.(line 1, column 5).c", LEADING.format("061", "61", '"061"')),
            ],
        ),
        ('a: "\\e"\n', [(1, 4, "a", "the text has the unprintable character U+001B")]),
        ("a: [{b: 061}]\n", [(1, 9, "a[0].b", LEADING.format("061", "61", '"061"'))]),
        (
            "a: 1\nb: 2\na: {c: &x 1}\n",
            [
                (3, 1, "a", 'the key "a" stands twice, in line 1 and in line 3; keep one'),
                (3, 8, "(line 3, column 1).c", unread("&x")),
            ],
        ),
        (
            "{a: 1, a: 2}",
            [(1, 8, "a", 'the key "a" stands twice, in line 1, columns 2 and 8; keep one')],
        ),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_what_the_files_do_not_need_is_refused_in_its_place(text, told):
    assert [(f.line, f.column, f.path, f.message) for f in refusal(text)] == told


@pytest.mark.parametrize(
    ("text", "top", "refused"),
    [
        ("a: !t 1\nb: 2\n", {"a": "1", "b": 2}, {("a",)}),
        ("a: [061, .nan, 7, *x]\n", {"a": [None, None, 7, None]}, {("a", 0), ("a", 1), ("a", 3)}),
        ("a: [*x, *x]\n", {"a": [None, None]}, {("a", 0), ("a", 1)}),
        ('a: "\\e"\n', {"a": "\x1b"}, {("a",)}),
        ("a: &x 1\n", {"a": 1}, set()),  # it can be read for all that
        (
            "*x : 1\nb: {*y : 2}\n",
            {"b": {}},
            {("(line 1, column 1)",), ("b", "(line 2, column 5)")},
        ),
        ("x: 1\n? [a]\n: {b: 2}\ny: 3\n", {"x": 1, "y": 3}, set()),
        ('"\\e": 1\na: 2\n', {"a": 2}, set()),
        ("a: {<<: 1, b: 2}\n", {"a": {"b": 2}}, set()),
        ("&x a: 1\n", {"a": 1}, set()),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_what_is_refused_is_known_by_its_path_and_the_rest_is_read(text, top, refused):
    document = read_text(text, "f.yaml")
    assert document.top == top
    assert document.refused == refused


@pytest.mark.usefixtures("either_parser")
def test_a_list_item_that_is_an_alias_is_refused_once_by_name():
    faults = refusal("a: &x [1]\nb: [*x, *x, *x, *y]\nc: *x\n")
    assert [fault.path for fault in faults] == ["a", "b[0]", "b[3]"]


COLON = (
    "a colon where no key can stand: a text with a colon and a space in it wants quotation marks; "
    "else look at the indent of this line and the one above"
)
LIST = "a list begins where none can: put `- ` on a line of its own"
QUOTE = "a text in quotation marks that does not end; close the quotation mark"
BACKSLASH = (
    "a backslash in double quotation marks begins an escape that does not exist; write it twice, "
    "or use single quotation marks"
)
ESCAPE = "an escape in double quotation marks is not complete, or names no character"
BRACKET = "a bracket or brace that is not closed, or a comma that is missing"
ALIAS = "a text that begins with * or & wants quotation marks"
NO_COLON = "a key without its colon, or a text that goes on at too small an indent"
ITEM = (
    "a line among the items of a list that is no item: begin it with `- `, or indent it "
    "(what breaks off here began in line {})"
)
UNFIT = (
    "this line does not fit the lines above: look at its indent, and at the quotation marks "
    "before it"
)
OVER = (
    "something is left over after the end of the values: a bracket or brace too many, or an "
    "indent too small"
)
NOTHING = "a bracket or brace that is not closed, or nothing where a value should stand"
TAG = "a text that begins with ! wants quotation marks; tags are not read"
PERCENT = "a line that begins with % wants quotation marks"
TAB = "a tab in the indent; YAML is indented with spaces"
TAB_WITHIN = "a tab where none can stand; write spaces"
SPACE = "a space is missing after the colon"
IN_FLOW = "a text with a colon and a space in it wants quotation marks"
APOSTROPHE = (
    "an apostrophe ends a text in single quotation marks; such a text wants quotation marks of the "
    'double kind: "..."'
)
TYPOGRAPHIC = 'these are typographic quotation marks; write "'
BEGAN = " (what breaks off here began in line {})"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: b: c\n", (1, 5), COLON),
        ("title: Cotton: the text\n", (1, 14), COLON),
        ("a: 1\n b: 2\n", (2, 3), COLON),
        ("a: http://x: y\n", (1, 12), COLON),  # no key has strokes after its colon
        ("abc\ndef\nb: 1\n", (3, 2), COLON),
        ("a: Xb: c\n", (1, 6), COLON),
        ("- a:b\n- c\n- d: e: f\n", (3, 7), COLON),  # what is two lines above is no slip
        ("id:mine\n\ntitle: {en: x}\n", (1, 3), SPACE),  # the line above, an empty one between
        ("a: 1\nb: c: d", (2, 5), COLON),
        ("a: 1\r\nb: c: d\r\n", (2, 5), COLON),
        ("a: 1\rb: c: d\r", (2, 5), COLON),
        ("a: - b\n", (1, 4), LIST),
        ("a: 'x\nb: 1\n", (1, 4), QUOTE),
        ('\na: "x\n\n', (2, 4), QUOTE),
        ("a: [1, 2\nb: 3\n", (2, 2), BRACKET + BEGAN.format(1)),
        ("a: {b: 1\nc: 2\n", (2, 2), BRACKET + BEGAN.format(1)),
        ("a: {\nb: 1\nc: 2: 3}\n", (3, 2), BRACKET + BEGAN.format(1)),
        ("\na: [b\n\n\n", (5, 1), BRACKET + BEGAN.format(2)),
        ("{a", (1, 3), BRACKET),
        ("a: 1\nb: [{c: d, e", (2, 13), BRACKET),
        ("a: {b: [c}\n", (1, 10), BRACKET),
        ("a: [\n", (2, 1), NOTHING),
        ("a: ]\n", (1, 4), NOTHING),
        ("a: [1,,2]\n", (1, 7), NOTHING),
        ("a: *\n", (1, 5), ALIAS),
        ("a: &! b\n", (1, 5), ALIAS),
        ("a: 1\nb\nc: 2\n", (3, 1), NO_COLON + BEGAN.format(2)),
        ("- a\nb: 1\n", (2, 1), ITEM.format(1)),
        ("a:\n  - b\n  c: d\n", (3, 3), ITEM.format(2)),
        ("a:\n  b: 1\n c: 2\n", (3, 2), UNFIT + BEGAN.format(1)),
        ("a: 'b' c\n", (1, 8), UNFIT),
        ("{a: 1}}\n", (1, 7), OVER),
        ("a: !<x b\n", (1, 7), TAG),
        ("a: !foo!bar b\n", (1, 4), TAG),
        ("%YAML x\n---\na: 1\n", (1, 7), PERCENT),
        ("%YAML 2.0\n---\na: 1\n", (1, 1), "files are read as YAML 1.2"),
        ("a: @x\n", (1, 4), 'a text that begins with "@" wants quotation marks'),
        ("a: 1\n`: %x\n", (2, 1), 'a text that begins with "`" wants quotation marks'),
        ("\ta: 1\n", (1, 1), TAB),
        ("a:\n\tb: 1\n", (2, 1), TAB),
        ("a:\n  b: 1\n \tc: 1\n", (3, 1), TAB),
        ("a: 'x'\n\ty\nb: 1\n", (2, 1), TAB),
        ("a:\n\t- b\nc\n", (2, 1), TAB),
        ("a: [\n\tc\n", (2, 1), TAB),  # the parser in C goes on to the end
        ("a: 1\n\tb: 2", (2, 1), TAB),
        ("a:\r\n  b: 1\r\n\tc: 1\r\n", (3, 1), TAB),
        ("a:\r  b: 1\r\tc: 1\r", (3, 1), TAB),
        ("a:b\nc: 1\n", (1, 2), SPACE),
        ("c: 1\na:b\n", (2, 2), SPACE),
        ("a: 1\n\n  \nb2:2\n\n\nc: 3\n", (4, 3), SPACE),
        ("x: y\n- a:b\n  c: 1\n", (2, 1), UNFIT + BEGAN.format(1)),
        ("- a:b\n  c: 1\n", (1, 4), SPACE),
        ("a: \u201cx\u201d y: z\n", (1, 4), TYPOGRAPHIC),
        ("a: [\u2018b: c\u2019, d: e: f]\n", (1, 5), TYPOGRAPHIC),
        ("a: {\u201eb, c\u201c: x: y}\n", (1, 5), TYPOGRAPHIC),
        ("- \u201ca: b: c\n", (1, 3), TYPOGRAPHIC),
        ("x: y\n  \u201da: b: c\n", (2, 3), TYPOGRAPHIC),
        ("x: y\u201d a: b\n", (1, 8), COLON),  # no mark at the beginning
        ("a: {title: Cotton: x}\n", (1, 18), IN_FLOW),
        ("a: [Cotton: b: c]\n", (1, 14), IN_FLOW),
        ("{\n  x: y: z}\n", (2, 7), IN_FLOW),
        ("{x\n: : z}\n", (2, 1), IN_FLOW),
        ("{ x : : z}\n", (1, 7), NOTHING),
        ("a: 'it's'\n", (1, 8), APOSTROPHE),
        ("a: {b: 'it's'}\n", (1, 12), APOSTROPHE),
        ("'a'b: 1\n", (1, 4), APOSTROPHE),
        ("a: 'x' 'y'\n", (1, 8), UNFIT),
        ("a: 'x'2\n", (1, 7), UNFIT),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_a_fault_of_syntax_is_explained_in_its_place(text, place, message):
    fault = one_refusal(text)
    assert ((fault.line, fault.column), fault.path, fault.message) == (place, "", message)


IN_C_AND_IN_PYTHON = [
    # What the parser in C leads to, and what the one in Python does.
    ('a: "\\q"\n', ((1, 5), BACKSLASH), ((1, 6), BACKSLASH)),
    ('a: "\\x4"\n', ((1, 7), ESCAPE), ((1, 7), ESCAPE)),
    (
        'b: "\\U99999999"\n',
        ((1, 7), ESCAPE),
        ((1, 1), "an escape in double quotation marks names no character"),
    ),
    ("%TAG x\n---\n", ((1, 6), TAG), ((1, 6), PERCENT)),
    ("%a: 1\n", ((1, 3), PERCENT), ((1, 3), ALIAS)),
    ("a: \t- b\n", ((1, 5), LIST), ((1, 4), TAB_WITHIN)),
    (
        "a: 1\nb: |x\n c\n",
        (
            (2, 5),
            "not YAML: while scanning a block scalar did not find expected comment or line break",
        ),
        (
            (2, 5),
            "not YAML: while scanning a block scalar expected chomping or indentation indicators, "
            "but found 'x'",
        ),
    ),
]


@pytest.mark.parametrize(("text", "in_c", "in_python"), IN_C_AND_IN_PYTHON)
def test_where_the_parsers_differ_each_is_understood(monkeypatch, text, in_c, in_python):
    for parser in PARSERS:
        monkeypatch.setattr(yamlfile, "LOADER", parser)
        fault = one_refusal(text)
        expected = in_python if parser is yaml.SafeLoader else in_c
        assert ((fault.line, fault.column), fault.message) == expected


def test_a_parser_that_bounds_the_nesting_itself_is_understood():
    error = yaml.MarkedYAMLError(
        "in a list", None, "exceeded max nesting", yaml.Mark("", 2, 0, 2, "", 0)
    )
    assert explain(error, "[[[[") == ((1, 3), "nested far too deep")


@pytest.mark.parametrize(
    ("context", "problem", "said"),
    [
        ("While  it\n read", "x" * 500, "while it read " + "x" * 186),
        (None, "found Nothing", "found nothing"),
        ("while it read", None, "while it read"),
    ],
)
def test_what_a_parser_says_is_quoted_on_one_line_and_in_short(context, problem, said):
    error = yaml.MarkedYAMLError(context, None, problem, yaml.Mark("", 4, 0, 4, "", 0))
    assert explain(error, "abcd") == ((1, 5), f"not YAML: {said}")


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n", "---\n", "~\n"])
@pytest.mark.usefixtures("either_parser")
def test_an_empty_file_is_refused_in_one_line(text):
    said = "the file is empty; a variant begins with `id:`, a source with `siglum:`"
    assert one_refusal(text) == Fault("f.yaml", 0, 0, "", said)


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("- a\n", (1, 1), "a list"),
        ("\n []", (2, 2), "a list"),
        ("a", (1, 1), '"a"'),
        ("# c\n7", (2, 1), "7"),
        ("'x'", (1, 1), '"x"'),
        ("true", (1, 1), "true"),
        ("id:x", (1, 3), "a space is missing after the colon"),
        ("Id:x", (1, 3), "a space is missing after the colon"),
        ("\n  id2:x y\n", (2, 6), "a space is missing after the colon"),
        ("http://x", (1, 1), '"http://x"'),
        ("x id:y", (1, 1), '"x id:y"'),
        ("- id:x", (1, 1), "a list"),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_a_file_that_is_no_mapping_is_refused(text, place, found):
    said = f"{found}, where lines of `key: value` should stand"
    assert one_refusal(text) == Fault("f.yaml", *place, "", said)


@pytest.mark.usefixtures("either_parser")
def test_a_file_that_is_no_mapping_is_told_its_other_faults_alone():
    assert [fault.message for fault in refusal("- &x a\n")] == [unread("&x")]


@pytest.mark.usefixtures("either_parser")
def test_what_was_found_before_the_reading_broke_off_is_told_too():
    faults = refusal("a: 061\nb: [\n")
    assert [(fault.line, fault.message) for fault in faults] == [
        (1, LEADING.format("061", "61", '"061"')),
        (3, NOTHING),
    ]


def test_a_byte_order_mark_and_line_ends_of_windows_are_read(tmp_path):
    path = binary(tmp_path, b"\xef\xbb\xbfid: x\r\nrules:\r\n  following: {reading: 061}\r\n")
    document = read_yaml(path)
    assert document.place(("rules", "following"), of_key=True) == (3, 3)
    assert [fault.line for fault in document.faults] == [3]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_its_mark_is_read(tmp_path, encoding):
    path = binary(tmp_path, "\ufeffid: perché\n".encode(encoding))
    assert read_yaml(path).top == {"id": "perché"}


BYTE = "byte {} is not UTF-8 (in Windows-1252 it is {}); save the file as UTF-8"
BINARY = "a binary file, not a text: it has NUL bytes"
BROKEN = "not a text: broken UTF-16; save the file as UTF-8"


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (b"id: x\nnote: perch\xe9 y\n", (2, 12), BYTE.format("E9", '"é"')),
        ("è: è\n".encode() + b"\xc3\xa8 \xe9", (2, 3), BYTE.format("E9", '"é"')),
        (b"\xe9", (1, 1), BYTE.format("E9", '"é"')),
        (b"id: x\n\xff\xfe", (2, 1), BYTE.format("FF", '"ÿ"')),
        (b"id: \x9d", (1, 5), "byte 9D is not UTF-8; save the file as UTF-8"),
        (b"id: \xe2\x82", (1, 5), BYTE.format("E2", '"â"')),  # it breaks off
        # A mark at the beginning takes no room, and a line may end in either way.
        (b"\xef\xbb\xbfid: \xe9", (1, 5), BYTE.format("E9", '"é"')),
        (b"\xef\xbb\xbfid: x\r\nnote: \xe9", (2, 7), BYTE.format("E9", '"é"')),
        (b"id: x\r\rnote: \xe9", (3, 7), BYTE.format("E9", '"é"')),
        (b"id: x\nnote: a\x07b\n", (2, 8), "the unprintable character U+0007; is it a text?"),
        (b"a: 1\r\nb: 2\r\rc\x7f", (4, 2), "the unprintable character U+007F; is it a text?"),
        (b"\xef\xbb\xbf\x01", (1, 1), "the unprintable character U+0001; is it a text?"),
        ("id: a\u2028b\n".encode(), (1, 6), "the unprintable character U+2028; is it a text?"),
        (b"\xff\xfei\x00d\x00:", (0, 0), BROKEN),
        (b"\xfe\xff\x00i\x00", (0, 0), BROKEN),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", (0, 0), BINARY),
        (b"PK\x03\x04\x14\x00\x00\x00", (0, 0), BINARY),
        (bytes(range(256)), (0, 0), BINARY),
        (
            b"{\\rtf1 id: x}",
            (0, 0),
            "this is RTF, as word processors write it; save it as plain text",
        ),
    ],
)
def test_what_is_no_text_is_refused_where_it_is_none(tmp_path, data, place, message):
    path = binary(tmp_path, data)
    assert refused_file(path) == Fault(str(path), *place, "", message)


@pytest.mark.parametrize("escape", ["\\e[31m", "\\0", "\\u202e", "\\r", "\\x9b", "\\b"])
@pytest.mark.usefixtures("either_parser")
def test_an_escape_cannot_bring_in_what_moves_a_terminal(escape):
    assert "unprintable" in one_refusal(f'a: "{escape}"').message
    assert "unprintable" in one_refusal(f'"{escape}": 1').message


@pytest.mark.usefixtures("either_parser")
def test_half_a_character_is_refused():
    assert refusal('a: "\\ud800"')


def test_a_large_file_is_refused_before_it_is_read(tmp_path, monkeypatch):
    path = binary(tmp_path, b"#" * (SIZE_LIMIT + 1))
    monkeypatch.setattr(type(path), "open", lambda *_: pytest.fail("it was opened"))
    said = "500,001 bytes; a file of Penneech has at most 500,000"
    assert refused_file(path) == Fault(str(path), 0, 0, "", said)


def test_a_file_may_have_half_a_million_bytes(tmp_path):
    path = binary(tmp_path, b"a: 1\n".ljust(SIZE_LIMIT, b"#"))
    assert read_yaml(path).top == {"a": 1}


def test_a_file_without_end_is_refused():
    read = []

    class Stream(BytesIO):
        def close(self):
            read.append(self.tell())
            super().close()

    class Endless:
        """A device tells no size."""

        def stat(self):
            return type("State", (), {"st_size": 0, "st_mtime_ns": 0, "st_mode": S_IFREG})

        def open(self, _mode):
            return Stream(b"#" * 2 * SIZE_LIMIT)

        def is_absolute(self):
            return False

    fault = refused_file(Endless())
    assert fault.message == "longer than 500,000 bytes, the most that a file may have"
    assert read[0] == SIZE_LIMIT + 1
    assert (fault.line, fault.column, fault.path) == (0, 0, "")


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("none.yaml", UnreadableFileError, "cannot be read: no such file"),
        (".", UnreadableFileError, "cannot be read: "),
        ("a\0b.yaml", FileFaultsError, "cannot be read: "),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_one_line(tmp_path, name, kind, said):
    with pytest.raises(FileFaultsError) as caught:
        read_yaml(tmp_path / name)
    (fault,) = caught.value.faults
    assert type(caught.value) is kind
    assert (fault.file, fault.line, fault.column) == (str(tmp_path / name), 0, 0)
    assert fault.path == ""
    assert fault.message.startswith(said)


def test_a_file_below_the_working_folder_has_a_short_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert file_name(tmp_path / "within" / "f.yaml") == str(Path("within/f.yaml"))
    assert file_name(tmp_path.parent / "f.yaml") == str(tmp_path.parent / "f.yaml")
    assert file_name(Path("../f.yaml")) == str(Path("../f.yaml"))
    binary(tmp_path, b"a: 061\nb: [")
    with pytest.raises(FileFaultsError) as caught:
        read_yaml(tmp_path / "f.yaml")
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [
        ("f.yaml", 1),
        ("f.yaml", 2),
    ]


def test_where_the_working_folder_is_gone_a_file_has_its_whole_name(tmp_path, monkeypatch):
    def gone(_):
        raise FileNotFoundError

    monkeypatch.setattr(type(tmp_path), "cwd", gone)
    assert file_name(tmp_path / "f.yaml") == str(tmp_path / "f.yaml")


def test_a_file_has_the_same_stamp_as_long_as_it_holds_the_same(tmp_path):
    path = binary(tmp_path, b"a: 1\n")
    first = stamp(path)
    assert first == hashlib.sha256(b"a: 1\n").hexdigest()
    assert stamp(binary(tmp_path, b"a: 2\n")) != first
    assert stamp(tmp_path / "none.yaml") == ""


def test_a_changed_file_is_read_again(tmp_path):
    path = binary(tmp_path, b"a: 1\n")
    assert read_yaml(path).top == {"a": 1}
    path.write_bytes(b"a: 2\n")  # of the same length, in the same moment
    assert read_yaml(path).top == {"a": 2}


HOSTILE = {
    "flow lists in lists": ("a: " + "[" * 100_000, 1, "nested (more than|far too)"),
    "flow mappings in mappings": ("{" * 100_000, 1, "nested (more than|far too)"),
    "mapping keys in mapping keys": ("? " * 100_000, 1, "nested (more than|far too)"),
    "block lists in lists": ("- " * 100_000, 1, "nested (more than|far too)"),
    "block mappings in mappings": (
        "\n".join(" " * i + "a:" for i in range(600)),
        DEPTH_LIMIT + 1,
        "nested more than",
    ),
    "keys of nonsense": (
        "\n".join(f"k{i}: {i}" for i in range(30_000)),
        VALUE_LIMIT // 2,
        "keys and values",
    ),
    "one key again and again": ("k: 1\n" * 70_000, 2, "stands twice"),
    "documents": ("---\n" * 100_000, 2, "second document"),
    "a long tag": ("!" * 400_000, 1, "!"),
    "a long anchor": ("a: &" + "b" * 400_000, 1, "anchors are not read"),
    "a long key": ("'" + "b" * 400_000 + "': 1", 1, "colon"),
    "backslashes": ('a: "' + "\\" * 400_001, 1, "does not exist"),
    "empty lines": ("\r" * 400_000, 0, "the file is empty"),
    "list items": ("- \n" * 150_000, VALUE_LIMIT, "keys and values"),
    "commas": ("[" + "," * 400_000, 1, "nothing where a value should stand"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.usefixtures("either_parser")
def test_no_hostile_text_hangs_or_breaks_anything(name):
    text, line, words = HOSTILE[name]
    with not_hanging():
        faults = in_order(refusal(text))
    assert len(faults) <= FAULT_LIMIT + 1
    assert any(fault.line == line and re.search(words, fault.message) for fault in faults)
    assert max(len(str(fault)) for fault in faults) < 800


@pytest.mark.usefixtures("either_parser")
def test_a_text_of_many_lines_is_read_whole():
    lines = 100_000
    with not_hanging():
        document = read_text("a: |\n" + " x\n" * lines, "f.yaml")
    assert document.top == {"a": "x\n" * lines}


@pytest.mark.usefixtures("either_parser")
def test_values_may_be_nested_so_deep_and_no_deeper():
    deepest = "[" * (DEPTH_LIMIT - 1) + "]" * (DEPTH_LIMIT - 1)
    assert not refusal(f"a: {deepest}")
    said = "nested more than 32 deep; the reading stopped here"
    assert one_refusal(f"a: [{deepest}]") == Fault("f.yaml", 1, 3 + DEPTH_LIMIT, "", said)


@pytest.mark.usefixtures("either_parser")
def test_there_may_be_so_many_values_and_no_more():
    # The mapping itself, the key and the list are three.
    most = ", ".join(["1"] * (VALUE_LIMIT - 3))
    assert not refusal(f"a: [{most}]")
    said = "more than 10,000 keys and values; divide the file; the reading stopped here"
    assert one_refusal(f"a: [{most},\n x]") == Fault("f.yaml", 2, 2, "", said)


def test_of_many_faults_a_hundred_are_told_and_the_rest_are_counted():
    document = read_text("k: 1\n" * 1101, "f.yaml")
    told = in_order(document.faults)
    assert told[:-1] == list(document.faults[:FAULT_LIMIT])
    assert told[-1] == Fault("f.yaml", 0, 0, "", "and 1,000 more faults; mend these first")


def faults_in(*lines):
    return [Fault("f.yaml", line, 1, "", "so") for line in lines]


def test_a_hundred_faults_are_told_and_nothing_is_counted():
    assert in_order(faults_in(*range(1, 101))) == faults_in(*range(1, 101))


def test_the_rest_is_counted_under_the_name_of_the_first_file():
    (*told, last) = in_order([Fault("a.yaml", 7, 1, "", "so"), *faults_in(*range(1, 103))])
    assert (told[0].file, told[1].file, len(told)) == ("a.yaml", "f.yaml", FAULT_LIMIT)
    assert last == Fault("a.yaml", 0, 0, "", "and 3 more faults; mend these first")


def test_where_one_fault_more_than_a_hundred_is_found_it_is_told_too():
    assert in_order(faults_in(*range(1, 102))) == faults_in(*range(1, 102))
    assert in_order(faults_in(*range(1, 103)))[FAULT_LIMIT:] == [
        Fault("f.yaml", 0, 0, "", "and 2 more faults; mend these first")
    ]


def test_faults_that_were_not_even_said_are_counted_with_the_others():
    assert in_order(faults_in(*range(1, 101)), beyond=1)[FAULT_LIMIT:] == [
        Fault("f.yaml", 0, 0, "", "and 1 more fault; mend these first")
    ]
    assert in_order(faults_in(*range(1, 121)), beyond=3)[FAULT_LIMIT:] == [
        Fault("f.yaml", 0, 0, "", "and 23 more faults; mend these first")
    ]


def test_faults_are_told_once_and_in_the_order_of_their_places():
    given = [
        Fault("b", 1, 1, "", "1"),
        Fault("a", 2, 1, "x", "5"),
        Fault("a", 1, 9, "x", "3"),
        Fault("a", 2, 1, "b", "4"),
        Fault("a", 1, 2, "y", "2"),
        Fault("a", 2, 1, "x", "5"),
    ]
    assert [fault.message for fault in in_order(given)] == ["2", "3", "4", "5", "1"]
    assert in_order([]) == []


NODES = {yaml.SafeLoader: yaml.BaseLoader}
if yaml.__with_libyaml__:
    NODES[yaml.CSafeLoader] = yaml.CBaseLoader

REFUSALS = re.compile(
    "not read|stands twice|second document|unprintable|leading zero|figure|too large|characters"
    "|nested more than|keys and values|where a key should|lines of `key: value`|file is empty"
    "|YAML 1.2"
)
"""What our reading refuses beyond what the library refuses."""


def check_reading(text, parser):
    """Compare our reading of a text with the library's own nodes, in which each scalar is a text.

    What we read without a fault must be the same to the library, and in the same places; what the
    library cannot read must be a fault; what it can read must be refused for a reason of our own.
    """
    try:
        node, is_yaml = yaml.compose(text, NODES[parser]), True
    except (yaml.YAMLError, ValueError, OverflowError):
        node, is_yaml = None, False
    faults = refusal(text)
    lines = re.split(r"\r\n|[\r\n\x85\u2028\u2029]", text)
    for fault in faults:
        assert "\n" not in str(fault)
        assert fault.line <= len(lines)
        assert not fault.line or 1 <= fault.column <= len(lines[fault.line - 1]) + 1
    if not faults:
        assert is_yaml
        document = read_text(text, "f.yaml")
        values, keys = {}, {}
        assert means(document.top, node, (), values, keys)
        assert (document.values, document.keys) == (values, keys)
    elif is_yaml:
        assert any(REFUSALS.search(fault.message) for fault in faults)


def means(ours, node, path, values, keys):
    """Whether a value is what a node says, by the core schema; gathers the places of nodes."""
    values[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
    match node:
        case yaml.MappingNode():
            for key, _ in node.value:
                keys[*path, key.value] = (key.start_mark.line + 1, key.start_mark.column + 1)
            return list(ours) == [key.value for key, _ in node.value] and all(
                means(ours[key.value], inner, (*path, key.value), values, keys)
                for key, inner in node.value
            )
        case yaml.SequenceNode():
            return len(ours) == len(node.value) and all(
                means(one, inner, (*path, n), values, keys)
                for n, (one, inner) in enumerate(zip(ours, node.value, strict=True))
            )
        case _ if not node.style:  # a plain one
            return ours == plain_value(node.value) and type(ours) is type(plain_value(node.value))
        case _:
            return ours == node.value


PLAIN = ["no", "1:1", "~", "7", "7D", "0x1F", "-0.5", "true", "two words", "\u00e8", "''", "'~'"]
PLAIN += ['"\\x41"', "'it''s'", '"7"', "", "a-b", "1674-05-01"]
MARKS = "{}[]:,-?&*!|>'\"%@`#ab1 \t\n\\"


def in_flow(one):
    match one:
        case dict():
            return "{" + ", ".join(f"{key}: {in_flow(value)}" for key, value in one.items()) + "}"
        case list():
            return "[" + ",\n  ".join(map(in_flow, one)) + "]"
        case _:
            return one or "''"


def in_block(one, indent=""):
    match one:
        case dict() if one:
            return "".join(
                f"\n{indent}{key}: {in_block(value, indent + '  ')}" for key, value in one.items()
            )
        case list() if one:
            return "".join(f"\n{indent}- {in_flow(value)}" for value in one)
        case dict() | list():
            return in_flow(one)
        case _:
            return one


KEYS = st.sampled_from(["a", "b", "rules", "'quoted'", "7", "it"])
VALUES = st.recursive(
    st.sampled_from(PLAIN),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(KEYS, VALUES, min_size=1, max_size=4)


@pytest.mark.parametrize("parser", PARSERS)
@given(document=DOCUMENTS, data=st.data())
def test_what_is_written_is_read_with_its_places(parser, document, data):
    text = data.draw(st.sampled_from([in_flow, in_block]))(document)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yamlfile, "LOADER", parser)
        assert not refusal(text)
        check_reading(text, parser)


@pytest.mark.parametrize("parser", PARSERS)
@given(document=DOCUMENTS, data=st.data())
def test_a_text_with_marks_put_in_does_nothing_but_fail_or_be_read(parser, document, data):
    text = data.draw(st.sampled_from([in_flow, in_block]))(document)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text(alphabet=MARKS, min_size=1, max_size=4)) + text[at:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yamlfile, "LOADER", parser)
        check_reading(text, parser)


@pytest.mark.parametrize("parser", PARSERS)
@given(text=st.text(max_size=200))
def test_no_text_does_anything_but_fail_or_be_read(parser, text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yamlfile, "LOADER", parser)
        check_reading(text, parser)


@pytest.mark.parametrize("parser", PARSERS)
@given(text=st.text(alphabet=MARKS, max_size=60))
def test_no_text_of_marks_does_anything_but_fail_or_be_read(parser, text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yamlfile, "LOADER", parser)
        check_reading(text, parser)


def test_both_parsers_read_the_shipped_files_alike(monkeypatch):
    for path in [*shipped("variants").glob("*.yaml"), *shipped("sources").glob("W*.yaml")]:
        read = []
        for parser in PARSERS:
            monkeypatch.setattr(yamlfile, "LOADER", parser)
            document = read_text(path.read_text(encoding="utf-8"), "f")
            read.append((document.top, dict(document.values), dict(document.keys)))
        assert read[0] == read[-1]

"""Reading YAML: what a plain scalar means, where things stand, and what is refused."""

from __future__ import annotations

import re
from io import BytesIO
from stat import S_IFREG

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from loading import not_hanging

from penneech.errors import FileFaultsError
from penneech.files import yamlfile
from penneech.files.yamlfile import FAULT_LIMIT, SIZE_LIMIT, dotted, in_order, read_text, read_yaml
from penneech.files.yamlscalar import plain_value
from penneech.files.yamltree import DEPTH_LIMIT, VALUE_LIMIT
from penneech.paths import shipped

PARSERS = [yaml.SafeLoader, yaml.CSafeLoader] if yaml.__with_libyaml__ else [yaml.SafeLoader]


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
        ("nULL", "nULL"), ("true", True), ("True", True), ("FALSE", False), ("tRUE", "tRUE"),
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"), ("NO", "NO"),
        ("0", 0), ("61", 61), ("-7", -7), ("+7", 7), ("0x1F", 31), ("0o17", 15), ("0b11", "0b11"),
        ("-0x1F", "-0x1F"), ("1:1", "1:1"), ("20:30:15", "20:30:15"), ("1_000", "1_000"),
        ("1,000", "1,000"), ("0.5", 0.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0),
        ("-1.5E-1", -0.15), ("1674-05-01", "1674-05-01"), ("7D", "7D"), ("=", "="), ("<<", "<<"),
        ("1e", "1e"), (".", "."), ("\u0661", "\u0661"),
    ],
)  # fmt: skip
def test_a_plain_scalar_means_what_the_core_schema_of_yaml_1_2_says(text, value):
    read = plain_value(text)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("text", ["061", "-007", "+01", "00", "00.5", "01e3", "0_1"])
def test_a_number_with_leading_zeros_is_refused(text):
    if "_" in text:
        assert plain_value(text) == text
    else:
        with pytest.raises(ValueError, match="leading zero"):
            plain_value(text)


def test_the_refusal_of_061_says_what_to_write():
    fault = one_refusal("target: 061\n")
    assert (fault.line, fault.column, fault.path) == (1, 9, "target")
    assert 'write 61, or "061"' in fault.message


@pytest.mark.parametrize("text", [".inf", "-.INF", ".nan", ".NaN", "1e999", "9" * 5000])
def test_what_is_no_finite_figure_is_refused(text):
    with pytest.raises(ValueError, match=r"figure|large|characters"):
        plain_value(text)


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
    document = read_text("rules:\n  honours: {basis: stated}\n", "f.yaml")
    assert document.place(("rules", "honours", "reading"), of_key=True) == (2, 3)
    assert document.place(("parameters",), of_key=True) == (1, 1)


def test_a_path_is_written_with_dots_and_positions():
    assert dotted(("rules", "honours", "cites", 0)) == "rules.honours.cites[0]"
    assert dotted(("a\nb", "c")) == '"a\\nb".c'


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


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a: &x 1\n", "anchors"),
        ("&x a: 1\n", "anchors"),
        ("a: *x\n", "aliases"),
        ("*x : 1\n", "aliases"),
        ("a: {<<: {b: 1}}\n", "merge"),
        ("a: !!python/name:os.system x\n", "tags"),
        ("a: !mine {b: 1}\n", "tags"),
        ("!!str a: 1\n", "tags"),
        ("%TAG ! tag:example.org,2000:\n---\na: 1\n", "tags"),
        ("%YAML 1.1\n---\na: 1\n", "YAML 1.2"),
        ("a: 1\n---\na: 1\n", "second document"),
        ("a: 1\n...\n---\n", "second document"),
        ("? [a]\n: 1\n", "key"),
        ("{{a}}: 1\n", "key"),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_what_the_files_do_not_need_is_refused(text, word):
    assert any(word in fault.message for fault in refusal(text))


@pytest.mark.usefixtures("either_parser")
def test_a_list_item_that_is_an_alias_is_refused_once_by_name():
    faults = refusal("a: &x [1]\nb: [*x, *x, *x]\nc: *x\n")
    assert [fault.path for fault in faults] == ["a", "b[0]"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a:\n\tb: 1\n", 2, "a tab in the indent"),
        ("a:\n  b: 1\n\tc: 1\n", 3, "a tab in the indent"),
        ("a: @x\n", 1, "quotation marks"),
        ("a: b: c\n", 1, "a colon"),
        ("title: Cotton: the text\n", 1, "a colon"),
        ("a: 'x\nb: 1\n", 1, "does not end"),
        ("a: [1, 2\nb: 3\n", 2, "began in line 1"),
        ('a: "\\q"\n', 1, "backslash"),
        ("a: - b\n", 1, "line of its own"),
        ("a: 1\n b: 2\n", 2, "indent"),
        ("a:\n  b: 1\n c: 2\n", 3, "indent"),
        ("- a\nb: 1\n", 2, "item"),
        ("{a: 1}}\n", 1, "left over"),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_a_fault_of_syntax_is_explained_at_its_line(text, line, words):
    fault = one_refusal(text)
    assert fault.line == line
    assert words in fault.message


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n", "---\n", "~\n"])
@pytest.mark.usefixtures("either_parser")
def test_an_empty_file_is_refused_in_one_line(text):
    assert "empty" in one_refusal(text).message


@pytest.mark.parametrize("text", ["- a\n", "[]", "a", "7", "'x'", "true"])
@pytest.mark.usefixtures("either_parser")
def test_a_file_that_is_no_mapping_is_refused(text):
    fault = one_refusal(text)
    assert fault.line == 1
    assert "key: value" in fault.message


def test_a_byte_order_mark_and_line_ends_of_windows_are_read(tmp_path):
    path = binary(tmp_path, b"\xef\xbb\xbfid: x\r\nrules:\r\n  following: {reading: 061}\r\n")
    document = read_yaml(path)
    assert document.place(("rules", "following"), of_key=True) == (3, 3)
    assert [fault.line for fault in document.faults] == [3]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_its_mark_is_read(tmp_path, encoding):
    path = binary(tmp_path, "\ufeffid: perché\n".encode(encoding))
    assert read_yaml(path).top == {"id": "perché"}


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"id: x\nnote: perch\xe9\n", 2, 'E9 is not UTF-8 (in Windows-1252 it is "é")'),
        (b"id: x\n\xff\xfe", 2, "FF is not UTF-8"),
        (b"\xff\xfei\x00d\x00:", 0, "UTF-16"),
        (b"id: x\nnote: a\x07b\n", 2, "U+0007"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 0, "binary"),
        (b"PK\x03\x04\x14\x00\x00\x00", 0, "binary"),
        (bytes(range(256)), 0, "binary"),
        ("id: a\u2028b\n".encode(), 1, "U+2028"),
    ],
)
def test_what_is_no_text_is_refused_where_it_is_none(tmp_path, data, line, words):
    fault = refused_file(binary(tmp_path, data))
    assert fault.line == line
    assert words in fault.message


@pytest.mark.parametrize("escape", ["\\e[31m", "\\0", "\\u202e", "\\r", "\\x9b", "\\b"])
@pytest.mark.usefixtures("either_parser")
def test_an_escape_cannot_bring_in_what_moves_a_terminal(escape):
    assert "unprintable" in one_refusal(f'a: "{escape}"').message
    assert "unprintable" in one_refusal(f'"{escape}": 1').message


@pytest.mark.usefixtures("either_parser")
def test_half_a_character_is_refused():
    assert refusal('a: "\\ud800"')


def test_a_large_file_is_refused_before_it_is_read(tmp_path, monkeypatch):
    path = binary(tmp_path, b"#" * 10_000_000)
    monkeypatch.setattr(type(path), "open", lambda *_: pytest.fail("it was opened"))
    assert "10,000,000 bytes" in refused_file(path).message


def test_a_file_without_end_is_refused():
    class Endless:
        """A device tells no size."""

        def stat(self):
            return type("State", (), {"st_size": 0, "st_mtime_ns": 0, "st_mode": S_IFREG})

        def open(self, _mode):
            return BytesIO(b"#" * (SIZE_LIMIT + 1))

        def is_absolute(self):
            return False

    assert "longer than" in refused_file(Endless()).message


def test_a_file_that_is_not_there_or_is_a_folder_is_refused_in_one_line(tmp_path):
    assert "no such file" in refused_file(tmp_path / "none.yaml").message
    assert "cannot be read" in refused_file(tmp_path).message
    assert "cannot be read" in refused_file(tmp_path / "a\0b.yaml").message


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
    assert "nested" in one_refusal(f"a: [{deepest}]").message


def test_of_many_faults_a_hundred_are_told_and_the_rest_are_counted():
    document = read_text("k: 1\n" * 1000, "f.yaml")
    told = in_order(document.faults)
    assert len(told) == FAULT_LIMIT + 1
    assert told[-1].message.startswith("and 899 more")
    assert [fault.line for fault in told[:3]] == [2, 3, 4]


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

"""Texts altered by chance: their bytes, their lines and words, the values that stand in them.

Everything is drawn from a `random.Random` that is handed in, so the same one gives the same text.
"""

from __future__ import annotations

import json
import re

LONGEST = 600_000
"""Bytes beyond which nothing is made longer: more than a YAML file may have."""

MARKS = [
    "\ufeff", "\0", "\r\n", "\r", "\n", "\t", "\x0b", "\x0c", "\x1b[2J", "\x85", "\xa0", "\xad",
    "\u200b", "\u200f", "\u2028", "\u2029", "\u202e", "\u2066", "\ufffe", "\uffff", "\ufe0f",
    "\U0001f0c1", "\U000e0041", "\u0661", "\uff11", "\u00b2", "\u2460", "\u0130", "\u00df",
    "\u201c", "\u2019", "e\u0301", "\u05d0",
]  # fmt: skip
"""Characters that readers of texts have stumbled over."""

BYTES = [
    b"\0", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc0\x80", b"\xed\xa0\x80",
    b"\xed\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xe2\x80", b"\x80", b"\x1a",
    b"\x1b[31m", b"\r", b"\r\n", b"\n\n", b"\x92", b"\xa0", b"{\\rtf1", b"PK\x03\x04",
]  # fmt: skip
"""Pieces that are no text, or only in some encodings."""

ENCODINGS = (
    "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "latin-1", "cp1252",
    "cp1251", "mac-roman", "shift-jis", "cp037",
)  # fmt: skip


class Raw(str):
    """A piece that stands in a text as it is, without quotation marks."""

    __slots__ = ()


class Pairs(list):
    """A mapping whose keys may stand twice: a list of lists of key and value."""


NUMBERS = [
    0, -1, 1, 2, 7, 61, 52, 255, 2**31, 2**53 + 1, 2**63, 2**64 - 1, 2**64, 10**25, -(10**30), 0.5,
    1e300, 5e-324, *map(Raw, ("-0", "7.0", "1e999", "-1e999", "1e-999", "1E2", "9" * 31)),
    Raw("9" * 4299), Raw("9" * 4301), Raw("1" * 20_000), Raw("0." + "3" * 40),
]  # fmt: skip
CONSTANTS = [None, True, False, *map(Raw, ("NaN", "Infinity", "-Infinity"))]
TEXTS = [
    "", " ", "0", "-1", "061", "1:30", "no", "yes", "null", "~", "nobody", "none", "??",
    "7D", "10D",
    "td", "7\u2666\ufe0f", "ZZ", "1D", "A", "B", "a", "C", "<svg/onload=alert(1)>",
    "{{7*7}}", "%s%n",
    "../../etc/passwd", "/dev/stdin", "./broken.yaml", "con", "__class__", "=1+1", "a: b", "- a",
    "# a", "*a", "&a", "!a", "a\nb", "a\tb", "\\", '"', "'", "`a`", "x" * 65, "x" * 300,
    "y " * 3000,
    "z" * 50_000, "9" * 21, "[" * 300, *MARKS,
]  # fmt: skip
ESCAPES = [
    Raw(f'"{one}"') for one in (r"\ud800", r"\udfff\ud800", r"a\u0000b", r"\u202e", r"\u001b[2J")
]
"""Texts by escapes that both JSON and YAML have."""

YAML = [
    *map(Raw, (
        ".nan", ".inf", "-.Inf", "0x10", "0o17", "0b1", "017", "1_000", "1:30", "+1",
        "0x" + "f" * 40,
        "2024-01-01", "yes", "~", "Null", "*a", "&a x", "&a [*a]", "!!str 1", "!!int x", "!a x",
        "!!python/object/apply:os.system [x]", "!!binary aGk=", "!!set {a, b}", "!!omap [a: 1]",
        '"\\x07"', '"\\UFFFFFFFF"', '"\\U00110000"', '"\\q"', "'", '"', "@a", "`a`", "%a",
        "|", ">-",
        "? [a, b]", "{<<: {a: 1}}", "<<", "---", "...", "{? {a: b} : c}", "[[]]: x",
        "\u201ca\u201d",
        "\u0661", "[" * 40 + "]" * 40, "{a: " * 40 + "}" * 40, "[" * 5000, "{" * 5000,
    )),
]  # fmt: skip
"""Pieces of YAML that are read otherwise than they look, or not at all."""

JSON = [
    *map(Raw, (
        "01", "+1", ".5", "1.", "0x10", "1_0", "'a'", "nul", "True", "undefined",
        '"\\x41"', '"\\u12"',
        '"a\nb"', "[1,]", "{,}", "//", "/**/", "[" * 17 + "]" * 17, '{"a":' * 20 + "1" + "}" * 20,
        "[" * 3000 + "]" * 3000, "[" * 100_000, '{"a":' * 3000, "{} {}", '{"a":1,"a":2}',
        "\u201ca\u201d",
    )),
]  # fmt: skip


# Values ---------------------------------------------------------------------


def grown(value):
    """Plain data as what can be altered: mappings as `Pairs`."""
    match value:
        case dict():
            return Pairs([[key, grown(inner)] for key, inner in value.items()])
        case list():
            return [grown(inner) for inner in value]
        case _:
            return value


def plain(value):
    """The data again; of a key that stands twice the last holds."""
    match value:
        case Pairs():
            return {str(key): plain(inner) for key, inner in value}
        case list():
            return [plain(inner) for inner in value]
        case _:
            return value


def slots(value, path=()):
    """Every place in a value: what holds it, its index there, and its path; of lists `*`."""
    if isinstance(value, Pairs):
        for pair in value:
            way = (*path, str(pair[0]))
            yield pair, 1, way
            yield from slots(pair[1], way)
    elif isinstance(value, list):
        way = (*path, "*")
        for index, inner in enumerate(value):
            yield value, index, way
            yield from slots(inner, way)


def kept_by_path(values):
    """What stands in some values at each path."""
    found = {}
    for value in values:
        for holder, index, path in slots(value):
            found.setdefault(path, []).append(holder[index])
    return found


def copied(value):
    """A copy that shares nothing that can be altered."""
    if isinstance(value, Pairs):
        return Pairs([[key, copied(inner)] for key, inner in value])
    return [copied(inner) for inner in value] if isinstance(value, list) else value


def altered_value(chance, value, by_path, words, odd):
    """A value altered in one place.

    Args:
        chance: what is drawn from.
        value: the value, which is altered itself.
        by_path: what other values have at each path.
        words: what stands anywhere in other values.
        odd: scalars at the bounds of what can be read.
    """
    places = list(slots(value))
    if not places:
        return chance.choice([copied(chance.choice(words)), chance.choice(odd)])
    holder, index, path = chance.choice(places)
    here = holder[index]
    way = chance.randrange(14)
    if way < 7:
        other, at, _ = chance.choice(places)
        new = (
            chance.choice(by_path.get(path, words)),  # what another has in this place
            chance.choice(by_path.get(path, words)),
            chance.choice(odd),
            chance.choice(words),
            other[at],
            _wrapped(chance, here),
            _near(chance, here),
        )[way]
        if way == 4:
            other[at] = copied(here)
        holder[index] = copied(new)
    elif way < 9:
        (_renamed, _added)[way - 7](chance, value, words, odd)
    else:
        (_dropped, _doubled, _shuffled, _multiplied, _dropped)[way - 9](chance, value)
    return value


def _lists(value, *, mappings=True):
    found = [value] if isinstance(value, list) else []
    found += [h[i] for h, i, _ in slots(value) if isinstance(h[i], list)]
    return [one for one in found if one and (mappings or not isinstance(one, Pairs))]


def _dropped(chance, value):
    if holders := _lists(value):
        holder = chance.choice(holders)
        del holder[chance.randrange(len(holder))]


def _doubled(chance, value):
    if holders := _lists(value):
        holder = chance.choice(holders)
        holder.insert(chance.randrange(len(holder) + 1), copied_pair(chance.choice(holder)))


def copied_pair(one):
    """A copy of an element, or of a key and its value."""
    return [copied(inner) for inner in one] if type(one) is list else copied(one)


def _renamed(chance, value, words, odd):
    pairs = [pair for one in _lists(value) if isinstance(one, Pairs) for pair in one]
    if not pairs:
        return
    pair = chance.choice(pairs)
    other = [chance.choice(pairs)[0], chance.choice(words), chance.choice(odd), f"{pair[0]}s"]
    pair[0] = _as_key(chance.choice([*other, str(pair[0]).upper(), str(pair[0])[:-1]]))


def _as_key(value):
    return "key" if isinstance(value, list) else value


def _added(chance, value, words, odd):
    if holders := _lists(value):
        holder = chance.choice(holders)
        new = copied(chance.choice(words)) if chance.random() < 0.5 else chance.choice(odd)
        if isinstance(holder, Pairs):
            new = [_as_key(chance.choice(words)), new]
        holder.insert(chance.randrange(len(holder) + 1), new)


def _shuffled(chance, value):
    if holders := _lists(value):
        chance.shuffle(chance.choice(holders))


def _wrapped(chance, value):
    for _ in range(chance.choice([1, 1, 2, 16, 33, 100])):
        value = [value] if chance.random() < 0.5 else Pairs([["a", value]])
    return value


def _near(chance, value):
    """A scalar altered a little: a figure by one, a text by a letter."""
    if isinstance(value, bool | float) or value is None:
        return not value
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 10, -value, value, 2**64])
    return _near_text(chance, value) if isinstance(value, str) else str(chance.randrange(10))


def _near_text(chance, value):
    text = list(value)
    at = chance.randrange(len(text) + 1)
    match chance.randrange(5):
        case 0:
            text.insert(at, chance.choice(MARKS))
        case 1:
            del text[at : at + chance.randrange(1, 4)]
        case 2:
            return value.swapcase()
        case 3:
            return f" {value}\n"
        case _:
            text[at:at] = chance.choice(TEXTS)
    return "".join(text)


def _multiplied(chance, value):
    """Makes a list or a mapping long; with keys that differ, or all the same."""
    holders = _lists(value)
    if not holders:
        return
    holder = chance.choice(holders)
    one = chance.choice(holder)
    times = chance.choice([3, 30, 300, 3000])
    if times * max(1, sum(1 for _ in slots(one if isinstance(one, list) else [one]))) > 30_000:
        times = 30
    differ = chance.random() < 0.5
    for number in range(times):
        new = copied_pair(one)
        if differ and isinstance(holder, Pairs):
            new[0] = f"{new[0]}{number}"
        holder.append(new)


def flow(value, gap=" "):
    """The value in one line, as JSON has it, which is YAML too."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Pairs):
        return (
            "{" + f",{gap}".join(f"{_key(key)}:{gap}{flow(one, gap)}" for key, one in value) + "}"
        )
    if isinstance(value, list):
        return "[" + f",{gap}".join(flow(one, gap) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)


def _key(key):
    return str(key) if isinstance(key, Raw) else json.dumps(str(key), ensure_ascii=False)


def block(value, indent=""):
    """The value line by line, as people write YAML."""
    inner = f"{indent}  "
    if len(indent) < 120 and isinstance(value, Pairs) and value:
        return "".join(f"{indent}{_plain_key(key)}:{_under(one, inner)}" for key, one in value)
    if len(indent) < 120 and isinstance(value, list) and value:
        return "".join(f"{indent}-{_under(one, inner)}" for one in value)
    return f"{indent}{flow(value)}\n"


def _under(value, indent):
    if isinstance(value, list) and value and len(indent) < 120:
        return "\n" + block(value, indent)
    return f" {flow(value)}\n"


def _plain_key(key):
    return key if re.fullmatch(r"[A-Za-z_][\w-]*", str(key)) else _key(key)


# Texts and bytes ---------------------------------------------------------------------

_TOKEN = re.compile(r"\s+|[\w.@?-]+|.", re.DOTALL)


def altered_lines(chance, text, tokens, others):
    """A text with its lines or words altered in one place.

    Args:
        chance: what is drawn from.
        text: the text.
        tokens: words of other texts.
        others: other texts.
    """
    if chance.random() < 0.4:
        lines = text.split("\n")
        _pieces(chance, lines, chance.choice(others).split("\n"))
        return "\n".join(lines)
    words = _TOKEN.findall(text)
    _pieces(chance, words, tokens)
    return "".join(words)


def _pieces(chance, pieces, others):
    if not pieces:
        pieces.append(chance.choice(others))
        return
    at, to = chance.randrange(len(pieces)), chance.randrange(len(pieces))
    match chance.randrange(9):
        case 0:
            del pieces[at : at + chance.choice([1, 1, 2, 5])]
        case 1:
            pieces.insert(to, pieces[at])
        case 2:
            pieces[at], pieces[to] = pieces[to], pieces[at]
        case 3:
            pieces[at] = chance.choice(others)
        case 4:
            pieces.insert(at, chance.choice(others))
        case 5:
            pieces.insert(at, chance.choice(chance.choice([TEXTS, MARKS])))
        case 6:
            pieces[at] = chance.choice([" ", "  ", "\t", "\n", "\u3000"]) + pieces[at]
        case 7:
            pieces[at] = pieces[at].swapcase()
        case _:
            times = chance.choice([2, 10, 100, 2000])
            pieces[at] *= times if len(pieces[at]) * times < LONGEST // 4 else 2


def altered_bytes(chance, data, others):  # noqa: PLR0911  # one a way
    """Bytes altered in one place, or all of them by another encoding."""
    at = chance.randrange(len(data) + 1)
    to = min(len(data), at + chance.choice([1, 2, 8, 64, 1024]))
    match chance.randrange(11):
        case 0 | 1 if data:
            at = min(at, len(data) - 1)
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        case 2:
            return data[:at] + chance.randbytes(chance.choice([1, 1, 2, 16])) + data[at:]
        case 3:
            return data[:at] + data[to:]
        case 4:
            return data[:to] + data[at:]
        case 5 | 6:
            return data[:at] + chance.choice(BYTES) + data[at:]
        case 7:
            return data[:at]
        case 8:
            other = chance.choice(others)
            return data[:at] + other[chance.randrange(len(other) + 1) :]
        case 9:
            return data.replace(b"\n", chance.choice([b"\r\n", b"\r", b"\n\r", b" \n", b""]))
        case _:
            encoding = chance.choice(ENCODINGS)
            return data.decode("utf-8", "replace").encode(encoding, "replace")

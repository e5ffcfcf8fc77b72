"""Reads a game in notation: its heading, its deals, its end, each value with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from penneech.errors import FileFaultsError, PenneechError
from penneech.files.spelling import listed, meant, shown
from penneech.records.notation.dealing import DEAL_KEYS, DealNotes
from penneech.records.notation.figures import pairs_of, score_of, whole
from penneech.records.notation.lines import Entry, NotationError, Word, entries_of
from penneech.rules import PARAMETERS, RULE_POINTS, FirstDealer, Rules
from penneech.schema.parts import CARD
from penneech.schema.record import FORMAT, VERSION
from penneech.variant import load_variant, shipped_variants

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path

BEGINNING = "penneech"
"""The first word of a game, where a file has several."""

_TRUTHS = {"yes": True, "no": False}
_NOBODY, _NOTHING = ("nobody", "none"), "none"


@dataclass(slots=True)
class Noted:
    """The plain data of a game, as a record in JSON has them, and where each value stands.

    Args:
        data: the data.
        offsets: where in the text the value at a path begins.
    """

    data: dict[str, Value] = field(default_factory=dict)
    offsets: dict[Path, int] = field(default_factory=dict)

    def put(self, path: Path, value: Value, offset: int) -> None:
        """Note the value of a key of the heading, or of one in it."""
        holder = self.data
        for name in path[:-1]:
            made = holder.setdefault(str(name), {})
            assert isinstance(made, dict)  # noqa: S101  # every holder of the heading is one
            holder = made
        holder[str(path[-1])] = value
        for length in range(1, len(path)):
            self.offsets.setdefault(path[:length], offset)
        self.offsets[path] = offset

    def offset(self, path: Path) -> int:
        """Where the value at a path begins; of what is not there, what should hold it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.offsets:
                return self.offsets[path[:length]]
        return 0


def noted(text: str) -> Noted:
    """Read a game in notation.

    What is left out of the rules is that of the variant that is named; where none is, the record
    has no rules but the parameters that all historical readings share.

    Raises:
        NotationError: at the first thing that does not fit, with its place.
    """
    found = Noted()
    found.put(("format",), FORMAT, 0)
    found.put(("version",), VERSION, 0)
    deals: list[DealNotes] = []
    seen: set[str] = set()
    for entry in entries_of(text):
        if entry.key == f"{BEGINNING} ":
            _begin(entry, seen)
        elif entry.key == "deal":
            deals.append(DealNotes.begun(entry, len(deals)))
        elif deals and entry.key in DEAL_KEYS:
            deals[-1].take(entry)
        else:
            _once(entry, seen)
            _take(found, entry)
    if not deals and f"{BEGINNING} " not in seen:
        raise NotationError("there is no deal; a deal begins with a line like `deal: B deals`", 0)
    _complete(found)
    _put_deals(found, deals)
    if deals:
        _let_first_dealer_be_told(found, deals[0])
    return found


def _begin(entry: Entry, seen: set[str]) -> None:
    if entry.text != str(VERSION) or seen:
        text = f"a game begins with the line `{BEGINNING} {VERSION}`"
        raise NotationError(text, entry.offset)
    seen.add(entry.key)


def _once(entry: Entry, seen: set[str]) -> None:
    if entry.key in seen and entry.key != "rules":
        raise NotationError(f"{entry.key} is said twice in this game", entry.offset)
    seen.add(entry.key)


def _take(found: Noted, entry: Entry) -> None:
    """Note one entry of the heading or of the end."""
    taker = _TAKERS.get(entry.key)
    if taker is None or entry.number is not None:
        if entry.key in DEAL_KEYS:
            text = f"`{entry.key}` belongs to a deal, which begins with a line like `deal: B deals`"
            raise NotationError(text, entry.offset)
        names = ("deal", *DEAL_KEYS, *_TAKERS)
        name = entry.key.strip()
        if re.fullmatch(CARD, name.strip(",;")):
            text = "cards stand behind what they are: `turned: KD 9S`, `played: QD 5D, QS 3S`"
            raise NotationError(text, entry.offset)
        # Whoever knows none of them needs the last as much as the first.
        text = f"no line begins with {shown(entry.begins)}; there are {', '.join(names)}"
        text += meant(name, names)
        raise NotationError(text, entry.offset)
    if not entry.text:
        raise NotationError(f"{entry.key} says nothing; leave the line out", entry.offset)
    taker(found, entry)


def _text(key: str) -> Callable[[Noted, Entry], None]:
    return lambda found, entry: found.put((key,), entry.text, entry.at)


def _number(key: str) -> Callable[[Noted, Entry], None]:
    return lambda found, entry: found.put((key,), whole(Word(entry.text, entry.at)), entry.at)


def _two_texts(key: str) -> Callable[[Noted, Entry], None]:
    def take(found: Noted, entry: Entry) -> None:
        a, mark, b = entry.text.partition(",")
        if not mark or "," in b or not a.strip() or not b.strip():
            text = f"{key} are two, A's and B's, with a comma between them"
            raise NotationError(text, entry.at)
        found.put((key,), {"A": a.strip(), "B": b.strip()}, entry.at)

    return take


def _take_rules(found: Noted, entry: Entry) -> None:
    for group in entry.groups(","):
        text = "".join(word.text for word in group)
        point, mark, reading = text.partition("=")
        at = group[0].offset if group else entry.at
        if not mark or point not in RULE_POINTS:
            names = listed(RULE_POINTS)
            raise NotationError(
                f"{shown(text)} is no rule; write point=reading, like following=must_follow, with "
                f"commas between them (points: {names})",
                at,
            )
        found.put(("rules", point), reading, at)


def _take_points(found: Noted, entry: Entry) -> None:
    found.put(("card_points",), {}, entry.at)
    if entry.text.lower() == _NOTHING:
        return
    for letter, points in pairs_of(entry, "a rank and its points, like A 5"):
        found.put(("card_points", letter.text.upper()), whole(points), letter.offset)


def _take_penneech(found: Noted, entry: Entry) -> None:
    words = entry.words()
    if len(words) != 3:  # noqa: PLR2004  # the card and two figures
        text = "the penneech is its card, its points turned up and in hand, like 7D 14 7"
        raise NotationError(text, entry.at)
    card, turned, held = words
    found.put(("penneech", "card"), card.card, card.offset)
    found.put(("penneech", "turned_up"), whole(turned), turned.offset)
    found.put(("penneech", "in_hand"), whole(held), held.offset)


def _take_truth(found: Noted, entry: Entry) -> None:
    answer = _TRUTHS.get(entry.text.lower())
    if answer is None:
        raise NotationError(f"{entry.key} is yes or no", entry.at)
    found.put((entry.key,), answer, entry.at)


def _take_start(found: Noted, entry: Entry) -> None:
    found.put(("start", "score"), score_of(entry), entry.at)


def _take_first_dealer(found: Noted, entry: Entry) -> None:
    found.put(("start", "dealer"), entry.text.upper(), entry.at)


def _take_cut(found: Noted, entry: Entry) -> None:
    cuts: list[Value] = []
    for place, group in enumerate(entry.groups(",")):
        if len(group) != 2:  # noqa: PLR2004  # A's and B's
            at = group[0].offset if group else entry.at
            raise NotationError("a cut is two cards, A's and B's, like 5C 9H", at)
        for name, word in zip("AB", group, strict=True):
            found.offsets["cut", place, name] = word.offset
        cuts.append({"A": group[0].card, "B": group[1].card})
    found.put(("cut",), cuts, entry.at)


def _take_score(found: Noted, entry: Entry) -> None:
    found.put(("score",), score_of(entry), entry.at)


def _take_winner(found: Noted, entry: Entry) -> None:
    name = entry.text.upper()
    found.put(("winner",), None if name.lower() in _NOBODY else name, entry.at)


_TAKERS: dict[str, Callable[[Noted, Entry], None]] = {
    "generator": _text("generator"),
    "variant": _text("variant"),
    "rules": _take_rules,
    "digest": _text("digest"),
    "hand_size": _number("hand_size"),
    "target": _number("target"),
    "card_points": _take_points,
    "penneech": _take_penneech,
    "excess_over": _number("excess_over"),
    "names": _two_texts("names"),
    "players": _two_texts("players"),
    "seed": _text("seed"),
    "game": _number("game"),
    "swapped": _take_truth,
    "start": _take_start,
    "first dealer": _take_first_dealer,
    "cut": _take_cut,
    "score": _take_score,
    "winner": _take_winner,
}


def _complete(found: Noted) -> None:
    """Fill in what the variant says of the rules, or else the parameters of the history."""
    given, name = found.data, found.data.get("variant")
    own_rules = given.get("rules")
    start = given.get("start")
    if isinstance(start, dict):
        start.setdefault("score", {"A": 0, "B": 0})
    whole_rules = isinstance(own_rules, dict) and set(own_rules) == set(RULE_POINTS)
    if whole_rules or name is None:
        _fill(found, shipped_variants()[0].rules, rules_too=False)
        return
    try:
        rules = load_variant(str(name)).rules
    except PenneechError as error:
        text = f"{_in_short(error)}; or write all rule points in lines that begin with `rules:`"
        raise NotationError(text, found.offset(("variant",))) from error
    _fill(found, rules, rules_too=True)


def _in_short(error: PenneechError) -> str:
    """What is wrong with a variant; of a file that has many faults the first."""
    if not isinstance(error, FileFaultsError) or len(error.faults) == 1:
        return str(error)
    return f"{error.faults[0]} (and more, which penneech validate tells)"


def _fill(found: Noted, rules: Rules, *, rules_too: bool) -> None:
    resolved = rules.resolved()
    for key in (*PARAMETERS, *(["rules"] if rules_too else [])):
        value, own = resolved[key], found.data.get(key)
        if isinstance(value, dict) and isinstance(own, dict):
            found.data[key] = {**value, **own} if key != "card_points" else own
        else:
            found.data.setdefault(key, cast("Value", value))


def _put_deals(found: Noted, deals: list[DealNotes]) -> None:
    data: list[Value] = []
    for place, deal in enumerate(deals):
        done = deal.done(found.data)
        data.append(done)
        found.offsets["deals", place] = deal.offset
        for path, offset in deal.offsets.items():
            found.offsets["deals", place, *path] = offset
    found.data["deals"] = data
    found.offsets["deals",] = deals[0].offset if deals else 0


def _let_first_dealer_be_told(found: Noted, first: DealNotes) -> None:
    """Take the dealer of the first deal for the first dealer, where people wrote of no cut.

    The program's own records say all of it: what they leave out was left to luck.
    """
    rules = found.data.get("rules")
    if not isinstance(rules, dict) or rules.get("first_dealer") == FirstDealer.RANDOM:
        return
    start = cast("dict[str, Value]", found.data.get("start", {"score": {"A": 0, "B": 0}}))
    if "dealer" in start or {"cut", "seed", "generator"} & set(found.data):
        return
    thrown = cast("list[dict[str, Value]]", first.data.get("thrown_up", []))
    start["dealer"] = thrown[0].get("dealer") if thrown else first.dealer
    found.data["start"] = start
    found.offsets["start",] = found.offsets["start", "dealer"] = first.offset

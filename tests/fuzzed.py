"""Files altered by chance, the readers that are given them, and what must be true of every answer.

A reader either takes a file or refuses it in the project's own words, with a place; what it takes
can be written, read again, and shown. Each file is made of the name of its reader, a seed and its
number alone, so that any of them can be made again.
"""

from __future__ import annotations

import io
import json
import random
import re
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fixture_tei import copy_of
from mutations import (
    CONSTANTS,
    ESCAPES,
    JSON,
    LONGEST,
    NUMBERS,
    TEXTS,
    YAML,
    Pairs,
    altered_bytes,
    altered_lines,
    altered_value,
    block,
    copied,
    flow,
    grown,
    kept_by_path,
    plain,
    slots,
)
from strategies import Dice, thrown_rules

from penneech.api import Variant
from penneech.apparatus import load_sources
from penneech.cards import PACK
from penneech.chance import shuffled
from penneech.edition.citing import source as cited
from penneech.errors import FileFaultsError, PenneechError, RecordError
from penneech.events import Player
from penneech.files.yamlfile import read_text
from penneech.paths import shipped
from penneech.players.simple import RandomPlayer
from penneech.readings import asked_records, which_of_all
from penneech.records import Viewed, checked_records, read_packs, record_text, record_to_data
from penneech.records.notation import NotationError, notation_of, noted
from penneech.records.writing import check_of
from penneech.render.citation import citations
from penneech.render.remaining import fit_of, remaining_data, remaining_lines
from penneech.render.scoresheet import game_sheet, view_sheet
from penneech.render.screen import show
from penneech.render.script import Script
from penneech.render.source_data import source_data
from penneech.render.source_tables import source_page
from penneech.render.variant_data import variant_data
from penneech.render.variant_tables import variant_page
from penneech.rules import Rules
from penneech.screens.withheld import withheld
from penneech.source_files import read_source
from penneech.study.match import Match, record_of_game
from penneech.study.spacefile import read_space
from penneech.transcription.tei import read_book
from penneech.validation import check_file
from penneech.variant import load_variant, shipped_variants

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "golden"
LONGEST_FAULT = 1_200
"""Letters of one fault, the name of its file not counted: a long sentence with lists in it."""
MOST_FAULTS = 240
"""Faults of one file: a hundred of its own, as many of a parent, and what was left out."""
NOTHING_TO_POINT_AT = re.compile(
    r"empty: it holds no|the file is empty|not a text|a binary file|[\d,]+ bytes; a file"
    r"|longer than|neither a variant|this is RTF|and [\d,]+ more|cannot be read"
    r"|more than [\d,]+ bytes"
    r"|a compressed file|more than [\d,]+ elements|no such"
)
"""How faults begin that are of a whole file; every other has a line and a column."""
_ACTING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
RESPELT = 0.15
"""The part of the files that mean the same as one that holds, and are only written otherwise."""
SHOWN = 60
"""Of so many files that are taken one is shown in every form; the others are written and read."""


class Made(NamedTuple):
    """A file: its bytes, and whether they mean the same as a file that holds."""

    data: bytes
    must_hold: bool = False


class BrokenPromiseError(AssertionError):
    """An answer that no reader may give."""


@dataclass(frozen=True)
class Reader:
    """A reader, and what it is given.

    Args:
        name: of the reader.
        file: how the file is called.
        seeds: files that hold, as texts.
        load: makes plain data of a text; None where the text has no such data.
        odd: scalars at the bounds.
        writers: write altered data as a text.
        read: reads a file; what it gives is handed to `hold`.
        hold: looks at what was read; it is told whether to show it in every form.
        beside: other files of the folder.
        mend: makes data whole again that were altered.
        respell: writes a text otherwise that means the same; None where nothing is known to.
    """

    name: str
    file: str
    seeds: tuple[str, ...]
    load: Callable | None
    odd: tuple
    writers: tuple[Callable, ...]
    read: Callable
    hold: Callable
    beside: dict[str, str] = field(default_factory=dict)
    mend: Callable = lambda chance, value: value  # noqa: ARG005  # mends nothing
    respell: Callable | None = None

    @cached_property
    def values(self):
        """The seeds as data that can be altered."""
        return [grown(self.load(text)) for text in self.seeds]

    @cached_property
    def by_path(self):
        """What the seeds have at each path."""
        return kept_by_path(self.values)

    @cached_property
    def words(self):
        """Everything that stands anywhere in the seeds: keys, and values that are not long."""
        found = [one for kept in self.by_path.values() for one in kept]
        keys = [path[-1] for path in self.by_path if path[-1] != "*"]
        return [one for one in found if len(flow(one)) < 400] + keys

    @cached_property
    def tokens(self):
        """The words of the seeds."""
        return sorted({word for text in self.seeds for word in re.findall(r"[^\s,;=]+", text)})

    @cached_property
    def bytes(self):
        """The seeds as bytes."""
        return [text.encode() for text in self.seeds]

    def made(self, seed, number):
        """A file by its number: its bytes, and whether it means the same as one that holds."""
        chance = random.Random(f"{self.name} {seed} {number}")
        if self.respell is not None and chance.random() < RESPELT:
            return Made(self.respell(chance, chance.choice(self.seeds)), must_hold=True)
        return Made(self._altered(chance), must_hold=False)

    def _altered(self, chance):
        level = chance.random()
        if self.load is not None and level < 0.6:
            value = copied(chance.choice(self.values))
            for _ in range(chance.choice([1, 1, 1, 2, 3])):
                value = altered_value(chance, value, self.by_path, self.words, self.odd)
            text = chance.choice(self.writers)(self.mend(chance, value))
        else:
            text = chance.choice(self.seeds)
        if self.load is None or level >= 0.55:
            for _ in range(chance.choice([0, 1, 1, 2, 4]) if level < 0.8 else 0):
                text = altered_lines(chance, text, self.tokens, self.seeds)
        data = text.encode("utf-8", "surrogatepass")[:LONGEST]
        for _ in range(chance.choice([1, 1, 2, 4]) if level >= 0.8 else 0):
            data = altered_bytes(chance, data, self.bytes)[:LONGEST]
        return data

    def furnish(self, folder):
        """Write the other files of the folder."""
        for name, text in self.beside.items():
            (folder / name).write_text(text, "utf-8")

    def answer(self, made, folder, *, shown=None):
        """Whether a file is taken; every answer that no reader may give is an error.

        Args:
            made: the file.
            folder: where it is put; `furnish` has been there.
            shown: whether what is taken is shown in every form; by its bytes unless told.

        Raises:
            BrokenPromiseError: for a refusal that is told badly, or for something that was taken
                and does not hold.
            Exception: whatever else the reader raises.
        """
        data, must_hold = made
        path = folder / self.file
        path.write_bytes(data)
        try:
            found = self.read(path)
        except PenneechError as error:
            told_well(error, data, path)
            if must_hold:
                raise BrokenPromiseError(f"refused, though nothing is wrong: {error}") from error
            return False
        whether = sum(data) % SHOWN == 0 if shown is None else shown
        self.hold(found, path, shown=whether)
        return True


def told_well(error, data, path):
    """See that a refusal is of sensible length, has a place, and nothing in it acts on a screen."""
    if not isinstance(error, FileFaultsError):
        _is_short(str(error), path)
        return
    if not 0 < len(error.faults) <= MOST_FAULTS:
        raise BrokenPromiseError(f"{len(error.faults)} faults")
    lines = len(
        re.split(b"\r\n|\r|\n|\xe2\x80\xa8|\xe2\x80\xa9|\xc2\x85", data.replace(b"\0", b""))
    )
    for fault in error.faults:
        _is_short(str(fault), path)
        if not fault.message.strip():
            raise BrokenPromiseError("a fault without a word")
        if Path(fault.file).name != path.name:
            continue  # of a parent
        if not fault.line and not NOTHING_TO_POINT_AT.match(fault.message):
            raise BrokenPromiseError(f"no place: {fault.message}")
        if fault.line > lines or (fault.line and fault.column < 1):
            raise BrokenPromiseError(f"no such place: {fault} of {lines} lines")


def _is_short(text, path):
    bare = text.replace(str(path.parent), "")
    if len(bare) > LONGEST_FAULT:
        raise BrokenPromiseError(f"a message of {len(bare)} characters: {bare[:300]}")
    if found := _ACTING.search(bare):
        raise BrokenPromiseError(f"{found[0]!r} in a message: {bare[:300]!r}")


def _printed(content):
    """What is shown on a screen, which must be such as a file can hold."""
    out = io.StringIO()
    with redirect_stdout(out):
        show(content)
    _written(out.getvalue())


def _written(text):
    text.encode()
    if found := re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text):
        raise BrokenPromiseError(
            f"{found[0]!r} is shown: {text[max(0, found.start() - 60) :][:120]!r}"
        )


def _same(one, other, what):
    if one != other:
        raise BrokenPromiseError(f"{what} is not as it was: {one!r:.200} and {other!r:.200}")


# Variants, sources, spaces ----------------------------------------------------------------------


def _read_variant(path):
    checked = check_file(path)
    if checked.faults:
        raise FileFaultsError(checked.faults)
    if checked.kind != "variant":
        raise BrokenPromiseError(f"a {checked.kind} was taken for a variant")
    return load_variant(path)


def _hold_variant(variant, _path, *, shown):
    _same(Rules.from_resolved(json.loads(json.dumps(variant.resolved()))), variant.rules, "rules")
    _written(json.dumps(variant_data(variant)))
    if not shown:
        return
    sources = load_sources()
    for language in ("en", "it"):
        _printed(variant_page(variant, sources, language))
    told = Variant.of(variant)
    _written(told.sheet().html() + told.sheet().markdown())
    for form in ("md", "html"):
        _written(told.rulebook("en", form))


def _read_source(path):
    checked = check_file(path)
    if checked.faults:
        raise FileFaultsError(checked.faults)
    return read_source(path, set(load_sources()) | {"Beside"})


def _hold_source(source, _path, *, shown):
    _written(json.dumps(source_data(source)))
    csl = cited(source)
    for form in ("csl", "bibtex", "ris"):
        _written(citations([csl], form).replace("\r\n", "\n"))  # RIS has lines of that kind
    if not shown:
        return
    for language in ("en", "it"):
        _printed(source_page(source, language))
        for form in ("text", "html"):
            _written(citations([csl], form, language))


def _hold_space(space, _path, *, shown):
    _written(repr(space) if shown else str(space.name))


def _read_space(path):
    return read_space(path, shipped_variants()[0].rules, load_sources(), None)


def _named(text, key, name):
    return re.sub(rf"(?m)^{key}: .*$", f"{key}: {name}", text, count=1)


def _cut_down(chance, value):
    """A small file of a large one: what is found in it is found sooner."""
    lists = [h[i] for h, i, _ in slots(value) if type(h[i]) is list and len(h[i]) > 3]
    for one in lists:
        if chance.random() < 0.6:
            del one[chance.randrange(3, len(one)) :]
    return value


def variants():
    """The reader of variants, and what lies in the same folder as its file."""
    texts = [path.read_text("utf-8") for path in sorted(shipped("variants").glob("*.yaml"))]
    return Reader(
        name="variants",
        file="fuzzed.yaml",
        seeds=tuple(_named(text, "id", "fuzzed") for text in texts),
        load=_yaml,
        odd=(*NUMBERS, *CONSTANTS, *TEXTS, *ESCAPES, *YAML, "ring", "broken", "fuzzed"),
        writers=(flow, block, block, lambda value: flow(value, "\n")),
        read=_read_variant,
        hold=_hold_variant,
        beside={
            "ring.yaml": "id: ring\nextends: fuzzed\ntitle: {en: A ring}\n",
            "broken.yaml": "id: broken\nextends: parlett\nrules:\n"
            + "".join(f"  honours{n}: {{reading: x, basis: y}}\n" for n in range(150)),
        },
    )


def sources():
    """The reader of sources."""
    texts = [path.read_text("utf-8") for path in sorted(shipped("sources").glob("*.yaml"))]
    # The longest would take most of the time; of its passages a few come in.
    texts = [text if len(text) < 20_000 else _beginning(text) for text in texts]
    return Reader(
        name="sources",
        file="C74.yaml",  # one of the two that may be quoted
        seeds=tuple(_of_nobody(_named(text, "siglum", "C74")) for text in texts),
        load=_yaml,
        odd=(*NUMBERS, *CONSTANTS, *TEXTS, *ESCAPES, *YAML, "Beside", "C74"),
        writers=(flow, block, block, lambda value: flow(value, "\n")),
        read=_read_source,
        hold=_hold_source,
        beside={
            "Beside.yaml": "siglum: Beside\nkind: web\nseen: part\ntitle: {en: A page}\n"
            "csl: {id: Beside, type: webpage, title: A page}\nlicence: {id: unknown}\n"
            "descends: [{from: C74, link: description, certainty: certain}]\n"
        },
        mend=_cut_down,
    )


def _of_nobody(text):
    """The same source, descending from such as descend from nothing themselves."""
    names = iter(("E22", "HG98", "Bal", "E22"))
    return re.sub(r"from: \w+", lambda _: f"from: {next(names)}", text)


def _beginning(text):
    value = grown(_yaml(text))
    for pair in value:
        if type(pair[1]) is list:
            del pair[1][6:]
    return block(value)


def spaces():
    """The reader of declared spaces."""
    texts = (
        "others: attested\nrules:\n  following: {must_follow: 3, follow_or_trump: 1}\n"
        "  honours: [trumps_only, all_suits]\n  game_end: first_to_peg\n"
        "parameters:\n  target: [61, {value: 31, weight: 0.5}]\n",
        "title: {en: Mine}\nothers: parlett\nrules: {redeal: [never, no_ace_or_face]}\n",
        "others: coherent\nparameters:\n  hand_size: [5, 7]\n  penneech: {card: 7D, turned_up: 14, "
        "in_hand: 7}\n  card_points: [{A: 5}, {value: {K: 4, Q: 1}, weight: 2}]\n"
        "  excess_over: 7\n",
    )
    return Reader(
        name="spaces",
        file="fuzzed.yaml",
        seeds=texts,
        load=_yaml,
        odd=(*NUMBERS, *CONSTANTS, *TEXTS, *ESCAPES, *YAML),
        writers=(flow, block),
        read=_read_space,
        hold=_hold_space,
    )


def _yaml(text):
    return dict(read_text(text, "seed").top)


# Records, notation, lists, packs ----------------------------------------------------------------


@cache
def _records():
    """Games that hold: the golden ones, by dice under any rules, and some that leave much out."""
    found = [
        one.record for path in sorted(GOLDEN.glob("*.jsonl")) for _, one in checked_records(path)
    ]
    for number in range(60):
        dice = Dice(1674, number)
        by = Rules.from_resolved(thrown_rules(dice))
        match = Match(
            rules=by,
            variant="a-variant",
            players=(RandomPlayer(), RandomPlayer()),
            seed=dice.throw(2**63),
            games=1,
            packs=tuple(shuffled(dice.throw(2**63), 0, n, 0) for n in range(1 + dice.throw(3))),
            score=(dice.throw(by.target), dice.throw(by.target)),
            dealer=dice.pick([None, *Player]),
        )
        found.append(record_of_game(match, 0, swapped=bool(dice.throw(2))))
    return tuple(found)


def _views():
    return [withheld(record, Player(n % 2)) for n, record in enumerate(_records()[::4])]


def _sparse(data):
    """A record as people write one: without much of what the rules determine."""
    for key in ("check", "digest", "score", "winner", "generator"):
        data.pop(key, None)
    for deal in data["deals"]:
        deal.pop("events", None)
        deal.pop("score", None)
    return data


def _checked(chance, value):
    """Data with the check that belongs to them, or without one; now and then with a wrong one."""
    if not isinstance(value, Pairs):
        return value
    kept = Pairs([pair for pair in value if pair[0] not in ("check", "digest")])
    match chance.randrange(4):
        case 0:
            return value
        case 1:
            try:
                return Pairs([*kept, ["check", check_of(plain(kept))]])
            except (ValueError, TypeError):
                return kept
        case _:
            return kept


def _read_games(path):
    return list(checked_records(path))


def _hold_games(found, path, *, shown):
    again = path.with_name("again.jsonl")
    games = [one.record for _, one in found]
    again.write_text("".join(record_text(one) + "\n" for one in games), "utf-8")
    _same([one.record for _, one in checked_records(again)], games, "a record")
    for game in games:
        _same_in_notation(game, path.with_name("again.txt"))
    if not shown:
        return
    for line, one in found:
        for script in (Script(signs=True), Script(signs=False, colours=False)):
            sheet = view_sheet if isinstance(one, Viewed) else game_sheet
            _printed(sheet(one, script, None, line))
        if not isinstance(one, Viewed):
            _tell_which([one.record])


def _same_in_notation(game, path):
    try:
        text = notation_of(game)
    except RecordError as error:  # a name for which notation has no place
        _is_short(str(error), path)
        return
    path.write_text(text, "utf-8")
    ((_, back),) = checked_records(path)
    _same(_said(back.record), _said(game), "a game in notation")


def _said(game):
    """What a game says, however it was written."""
    data = record_to_data(game)
    return {key: value for key, value in data.items() if key != "check"}


def _tell_which(games):
    try:
        remaining = which_of_all(("", game) for game in games)
    except RecordError as error:
        _is_short(str(error), Path("/nowhere/file"))
        return
    judged = [game.rules for game in games]
    fits = [fit_of(one.id, one.rules, remaining, judged) for one in shipped_variants()]
    _written(json.dumps(remaining_data(remaining, len(judged), fits)))
    _written("\n".join(remaining_lines(remaining, len(judged), fits, str)))


def records():
    """The reader of records in JSON."""
    whole = [record_to_data(game) for game in (*_records(), *_views())]
    texts = [json.dumps(data) for data in whole if len(json.dumps(data)) < 12_000]
    texts += [json.dumps(_sparse(json.loads(text)), indent=1) for text in texts[::3]]
    return Reader(
        name="records",
        file="fuzzed.json",
        seeds=tuple(texts),
        load=json.loads,
        odd=(*NUMBERS, *CONSTANTS, *TEXTS, *ESCAPES, *JSON),
        writers=(flow, flow, lambda value: flow(value, "\n")),
        read=_read_games,
        hold=_hold_games,
        mend=_checked,
        respell=_respelt_json,
    )


_SIGNS = dict(zip("CDHS", "\u2663\u2666\u2665\u2660", strict=True))


def _respelt_card(chance, card):
    """A card in another of the ways in which people write it."""
    rank, suit = card[0], card[1]
    rank = chance.choice([rank, rank.lower(), "10" if rank == "T" else rank])
    return rank + chance.choice([suit, suit.lower(), _SIGNS[suit], _SIGNS[suit] + "\ufe0f"])


def _respelt_json(chance, text):
    """A record with its keys in another order, other blanks, cards spelt otherwise, no check."""

    def otherwise(value):
        match value:
            case dict():
                pairs = [(key, otherwise(inner)) for key, inner in value.items()]
                return dict(chance.sample(pairs, len(pairs)))
            case list():
                return [otherwise(inner) for inner in value]
            case str() if _CARD.fullmatch(value) and chance.random() < 0.2:
                return _respelt_card(chance, value)
            case _:
                return value

    data = otherwise(json.loads(text))
    for key in ("check", "digest", "generator", "names", "variant", "game"):
        if key == "check" or chance.random() < 0.3:
            data.pop(key, None)
    gap = chance.choice([None, None, 1, "\t"])
    written = json.dumps(data, indent=gap, ensure_ascii=chance.random() < 0.5)
    return _otherwise_kept(chance, written)


def _otherwise_kept(chance, text):
    """The bytes of a text with other ends of lines, and with a mark before it or none."""
    text = text.replace("\n", chance.choice(["\n", "\r\n"]))
    text += chance.choice(["", "\n", "\r\n", " \n\n"])
    return text.encode(chance.choice(["utf-8", "utf-8", "utf-8-sig"]))


_CARD = re.compile(r"[2-9TJQKA][CDHS]")
_IN_NOTATION = re.compile(rf"(?<![\w]){_CARD.pattern}(?![\w])")


def _respelt_notation(chance, text):
    """A game in notation with remarks, other blanks, other capitals, cards spelt otherwise."""
    found = []
    for line in text.split("\n"):
        if not re.match(r"variant|generator|names|players", line):
            line = _IN_NOTATION.sub(  # noqa: PLW2901  # altered step by step
                lambda card: _respelt_card(chance, card[0]) if chance.random() < 0.2 else card[0],
                line,
            )
        key, colon, rest = line.partition(":")
        if colon and "#" not in key and chance.random() < 0.2:
            key, rest = key.upper(), f" \t {rest}  "
        remark = chance.choice(["", "", "", "  # a remark: 7D, of course", "\t#"])
        found += [
            key + colon + rest + (remark if line.strip() else ""),
            *[""] * chance.choice([0, 0, 0, 1]),
        ]
        found += ["# a line of its own"] * (chance.random() < 0.1)
    return _otherwise_kept(chance, "\n".join(found))


def lines():
    """The reader of files with a record in each line."""
    one = records()
    several = [
        "\n".join(text.replace("\n", "") for text in one.seeds[n : n + 2]) for n in range(0, 60, 2)
    ]
    return replace(
        one, name="lines", file="fuzzed.jsonl", seeds=tuple(several), load=None, respell=None
    )


def _notations():
    found = []
    for game in (*_records(), *_views()):
        text = notation_of(game)
        if len(text) < 6_000:
            found.append(text)
    return found


PLAIN = [
    "# from a notebook\ndeal: B deals\nturned: KD 9S AS 8C AC 3H 8S JH\n"
    "played: QD 5D, QS 3S, 2C QC, 4S 3C, TC 9D, AH TH, 4C TD\npoints: A 28, B 7\n",
    "deal: B deals\nturned: 6H JS KC JC 9C 5D 8S\n"
    "played: 4S KH, 8D 9D, 4D KD, 2D AD, 5S QD, TC QC, 9H AH\n",
    "variant: parlett\nhand_size: 2\ndeal 1: a deals\nturned: 7\u2666 10s\n"
    "played: B 2c 3C,\n  ah 4D\n",
    "variant: pagat\nrules: following=free, penneech_rank=top_diamond\ncard_points: A 5, K 4\n"
    "excess_over: 7\nhand_size: 2\n"
    "penneech: 7D 14 7\ntarget: 31\nfirst dealer: A\nnames: Ann, Ben\nstart: A 3, B 4\n"
    "deal: A deals\nA holds: 2C 3C\nB holds: 4C ??\nturned: 9D 5H\nplayed: 4C 2C\nscored: nothing\n"
    "points: A 0, B 0\n\nscore: A 3, B 4\nwinner: nobody\n",
]


def notation():
    """The reader of games in notation."""
    return Reader(
        name="notation",
        file="fuzzed.txt",
        seeds=(*_notations(), PLAIN[3], "\n".join(_notations()[:3])),
        load=None,
        odd=(),
        writers=(),
        read=_read_games,
        hold=_hold_games,
        beside={"broken.yaml": variants().beside["broken.yaml"]},
        respell=_respelt_notation,
    )


def _plain_list(text):
    """A game with no more of it than somebody saw: the dealer, what was turned, what was played."""
    whole = text.replace("\n  ", " ")
    return re.sub(r"(?m)^(?!deal|turned|played|points).*\n", "", whole)


def _holds(text):
    try:
        return "??" not in text and bool(noted(text).data["deals"])
    except NotationError:
        return False


def lists():
    """The reader of plain lists of cards, whose rules are asked."""
    kept = [text for text in map(_plain_list, _notations()) if _holds(text)]
    return Reader(
        name="lists",
        file="fuzzed.txt",
        seeds=(*PLAIN * 3, *[text for text in kept if len(text) < 1_500]),
        load=None,
        odd=(),
        writers=(),
        read=lambda path: [game for _, game in asked_records(path)],
        hold=lambda games, _path, *, shown: _tell_which(games) if shown else None,
        respell=_respelt_notation,
    )


def packs():
    """The reader of packs."""
    texts = [
        json.dumps([[str(card) for card in shuffled(n, 0, d, 0)] for d in range(n)])
        for n in (1, 2, 3)
    ]
    texts.append(json.dumps([[str(card) for card in PACK]]))
    return Reader(
        name="packs",
        file="fuzzed.json",
        seeds=tuple(texts),
        load=json.loads,
        odd=(*NUMBERS, *CONSTANTS, *TEXTS, *ESCAPES, *JSON),
        writers=(flow,),
        read=read_packs,
        hold=lambda found, _path, *, shown: [_same(len(set(pack)), 52, "a pack") for pack in found],  # noqa: ARG005  # all of them are called alike
    )


def transcriptions():
    """The reader of transcriptions in TEI."""
    return Reader(
        name="transcriptions",
        file="fuzzed.xml",
        seeds=(copy_of("C74"), copy_of("C87")),
        load=None,
        odd=(),
        writers=(),
        read=read_book,
        hold=_hold_book,
    )


def _hold_book(book, _path, *, shown):
    repr(book) if shown else repr(book.titles)


READERS = {
    one.__name__: one
    for one in (variants, sources, records, lines, notation, lists, packs, spaces, transcriptions)
}
"""The readers by name; each is made when it is wanted."""

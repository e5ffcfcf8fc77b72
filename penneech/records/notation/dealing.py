"""One deal in notation: what was dealt, turned, led and played, and the points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from penneech.files.spelling import shown
from penneech.records.notation.figures import score_of, whole
from penneech.records.notation.lines import Entry, NotationError, Word
from penneech.records.notation.tricks import NotedTrick, leaders_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path

DEAL_KEYS = ("thrown up", "a holds", "b holds", "pack", "turned", "played", "scored", "points")
"""What the lines of a deal begin with."""

_PLAYERS = ("A", "B")
_TRICK = "two cards, after the letter of who led if you like: A QC 2C"
_SCORED = "player, points, source, card if any, and @ with the tricks taken: B 4 turn_up KD @0"
_THROWN_UP = "who threw up, who had dealt, both hands: by A; dealer B; A 2C 3D; B 4H 5S; turned KD"


@dataclass(slots=True)
class DealNotes:
    """What the lines of one deal have said so far.

    Args:
        dealer: who dealt.
        offset: where the deal begins.
        data: its plain data.
        offsets: where in the text the values stand, by their paths in the deal.
        tricks: the tricks as they were written.
        said: the keys of its lines.
    """

    dealer: str
    offset: int
    data: dict[str, Value] = field(default_factory=dict)
    offsets: dict[Path, int] = field(default_factory=dict)
    tricks: list[NotedTrick] = field(default_factory=list)
    said: set[str] = field(default_factory=set)

    @classmethod
    def begun(cls, entry: Entry, place: int) -> DealNotes:
        """The deal that a line begins, and its place in the game, from 0.

        Raises:
            NotationError: when it does not say who deals, or has another number.
        """
        words = [word.text.upper() for word in entry.words()]
        if len(words) != 2 or words[0] not in _PLAYERS or words[1] != "DEALS":  # noqa: PLR2004  # `A deals`
            raise NotationError("say who deals, like `deal: B deals`", entry.at)
        if entry.number not in (None, place + 1):
            text = f"this is deal {place + 1} of its game, not {entry.number}"
            raise NotationError(text, entry.offset)
        notes = cls(words[0], entry.offset)
        notes._put(("dealer",), words[0], entry.at)
        return notes

    def take(self, entry: Entry) -> None:
        """Note a line of the deal.

        Raises:
            NotationError: when it does not fit.
        """
        if entry.number is not None:
            raise NotationError(f"{entry.key} has no number", entry.offset)
        if entry.key in self.said and entry.key != "thrown up":
            raise NotationError(f"{entry.key} is said twice in this deal", entry.offset)
        self.said.add(entry.key)
        match entry.key:
            case "a holds" | "b holds":
                name = entry.key[0].upper()
                self._hands()[name] = self._cards(("hands", name), entry.words())
                self.offsets["hands", name] = entry.at
            case "pack":
                self._put(("pack",), self._cards(("pack",), entry.words()), entry.at)
            case "turned":
                self._put(("turn_ups",), self._cards(("turn_ups",), entry.words()), entry.at)
            case "played":
                self._take_tricks(entry)
            case "scored":
                self._take_events(entry)
            case "thrown up":
                self._take_thrown_up(entry)
            case _:
                self._put(("score",), score_of(entry), entry.at)

    def done(self, game: dict[str, Value]) -> dict[str, Value]:
        """The deal's plain data; hands that nobody wrote down are those that were played.

        Args:
            game: the data of the game, with its parameters, and its rules where they are known.

        Raises:
            NotationError: when they cannot be known.
        """
        for key in ("thrown_up", "plays"):
            self.data.setdefault(key, [])
        if "pack" in self.data:
            return self.data
        self.data.setdefault("turn_ups", [])
        hands = self._hands()
        if set(hands) == set(_PLAYERS):
            return self.data
        size = game["hand_size"]
        if len(self.tricks) != size:
            text = (
                "the hands are wanted, in lines like `A holds: 4C QD`; they can only be left out "
                f"where every card is played, in {size} tricks"
            )
            raise NotationError(text, self.offset)
        turned = cast("list[str]", self.data["turn_ups"])
        for name, trick in leaders_of(self.tricks, turned, self.dealer, game, self.offset):
            other = "AB"[name == "A"]
            for player, word in zip((name, other), trick.cards, strict=True):
                if f"{player.lower()} holds" not in self.said:
                    cast("list[Value]", hands.setdefault(player, [])).append(word.card)
        return self.data

    def _hands(self) -> dict[str, Value]:
        return cast("dict[str, Value]", self.data.setdefault("hands", {}))

    def _put(self, path: Path, value: Value, offset: int) -> None:
        self.data[str(path[0])] = value
        self.offsets[path] = offset

    def _cards(self, path: Path, words: Sequence[Word]) -> list[Value]:
        for place, word in enumerate(words):
            self.offsets[*path, place] = word.offset
        return [word.card for word in words]

    def _take_tricks(self, entry: Entry) -> None:
        played: list[Word] = []
        groups = [group for group in entry.groups(",") if group]
        for number, group in enumerate(groups, 1):
            named = group[0].text.upper() in _PLAYERS
            cards = group[1:] if named else group
            is_last = number == len(groups)
            if len(cards) != 2 and not (is_last and len(cards) == 1):  # noqa: PLR2004  # a trick
                raise NotationError(f"trick {number} is {_TRICK}", group[0].offset)
            leader = group[0].text.upper() if named else ""
            if len(cards) == 2:  # noqa: PLR2004  # the same
                self.tricks.append(NotedTrick(leader, (cards[0], cards[1]), group[0].offset))
            played += cards
        self._put(("plays",), self._cards(("plays",), played), entry.at)

    def _take_events(self, entry: Entry) -> None:
        events: list[Value] = []
        groups = [] if entry.text.lower() == "nothing" else entry.groups(",")
        for place, group in enumerate(groups):
            events.append(self._event(("events", place), group, entry))
        self._put(("events",), events, entry.at)

    def _event(self, path: Path, group: list[Word], entry: Entry) -> dict[str, Value]:
        at = group[0].offset if group else entry.at
        if len(group) not in (4, 5) or not group[-1].text.startswith("@"):
            raise NotationError(f"a score is {_SCORED}", at)
        player, points, source, *card, trick = group
        for name, word in zip(("player", "points", "source"), group, strict=False):
            self.offsets[*path, name] = word.offset
        self.offsets[*path, "card"] = card[0].offset if card else at
        self.offsets[*path, "trick"] = trick.offset
        self.offsets[path] = at
        return {
            "player": player.text.upper(),
            "points": whole(points),
            "source": source.text.lower(),
            "card": card[0].card if card else None,
            "trick": whole(Word(trick.text[1:], trick.offset)),
        }

    def _take_thrown_up(self, entry: Entry) -> None:
        entries = cast("list[Value]", self.data.setdefault("thrown_up", []))
        path = ("thrown_up", len(entries))
        data: dict[str, Value] = {"turn_ups": []}
        hands: dict[str, Value] = {}
        for group in entry.groups(";"):
            name, *rest = group or [Word("", entry.at)]
            match name.text.lower():
                case "by" | "dealer" if len(rest) == 1:
                    data[name.text.lower()] = rest[0].text.upper()
                    self.offsets[*path, name.text.lower()] = rest[0].offset
                case "a" | "b":
                    hands[name.text.upper()] = self._cards(
                        (*path, "hands", name.text.upper()), rest
                    )
                case "turned":
                    data["turn_ups"] = self._cards((*path, "turn_ups"), rest)
                case _:
                    text = f"{shown(name.text)} does not fit; write {_THROWN_UP}"
                    raise NotationError(text, name.offset)
        if set(hands) != set(_PLAYERS) or not {"by", "dealer"} <= set(data):
            raise NotationError(f"a hand thrown up is {_THROWN_UP}", entry.at)
        data["hands"] = hands
        self.offsets[path] = entry.at
        self.offsets[*path, "hands"] = entry.at
        self.offsets.setdefault(("thrown_up",), entry.at)
        entries.append(data)

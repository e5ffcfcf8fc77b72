"""The rule space: every rule point, every reading of it, the parameters, and nothing else.

This module is the sole contract between files and engines. What a reading means is written in the
catalogue (`catalogue.yaml`) for people and in the engine for play; here are the names, the bounds,
and the two forbidden combinations.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Self, TypeAlias, cast

from penneech.cards import PACK, Card, Rank, Suit, parse_card
from penneech.errors import CardError, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RuleFault: TypeAlias = tuple[tuple[str, ...], str]
"""Where in a resolved variant a value is wrong, and what is allowed there."""


class FirstDealer(StrEnum):
    """Who deals first."""

    CUT_LOWEST_ACE_LOW = "cut_lowest_ace_low"
    CUT_LOWEST_ACE_HIGH = "cut_lowest_ace_high"
    CUT_HIGHEST_ACE_HIGH = "cut_highest_ace_high"
    RANDOM = "random"


class Redeal(StrEnum):
    """Which hands may be thrown up."""

    NEVER = "never"
    NO_ACE_OR_FACE = "no_ace_or_face"
    NOTHING_ABOVE_TEN = "nothing_above_ten"


class RedealTiming(StrEnum):
    """Whether a hand is thrown up before or after the first turn-up is seen."""

    BEFORE_TURN_UP = "before_turn_up"
    AFTER_TURN_UP = "after_turn_up"


class RedealScope(StrEnum):
    """Whether both hands are dealt again, or the thrown hand alone is replaced."""

    BOTH_HANDS = "both_hands"
    OWN_HAND = "own_hand"


class RedealDealer(StrEnum):
    """Who deals again when both hands are void."""

    SAME_DEALER = "same_dealer"
    NEXT_DEALER = "next_dealer"
    THROWER = "thrower"


class PenneechRank(StrEnum):
    """Where the penneech ranks in its suit."""

    TOP_DIAMOND = "top_diamond"
    TOP_WHEN_TRUMP = "top_when_trump"
    PLAIN = "plain"


class Following(StrEnum):
    """What the second player to a trick may play."""

    FREE = "free"
    MUST_FOLLOW = "must_follow"
    FOLLOW_OR_TRUMP = "follow_or_trump"
    FOLLOW_OR_TRUMP_FORCED = "follow_or_trump_forced"
    FOLLOW_ELSE_TRUMP = "follow_else_trump"


class Honours(StrEnum):
    """Which honours score when won in tricks."""

    ALL_SUITS = "all_suits"
    TRUMPS_ONLY = "trumps_only"
    TURNED_UP_ONLY = "turned_up_only"


class HonoursCredit(StrEnum):
    """Who scores an honour in a trick."""

    TRICK_WINNER = "trick_winner"
    HOLDER = "holder"


class PenneechInHand(StrEnum):
    """When the penneech scores its in-hand points."""

    WON_WHEN_TRUMP = "won_when_trump"
    WON_IF_EVER_TRUMP = "won_if_ever_trump"
    HELD_WHEN_TRUMP = "held_when_trump"


class TurnUpCredit(StrEnum):
    """Who scores a turned-up honour or penneech."""

    TURNER = "turner"
    TRICK_WINNER = "trick_winner"


class FirstTurnUp(StrEnum):
    """Who scores the turn-up that the dealer turns."""

    NOBODY = "nobody"
    DEALER = "dealer"
    FIRST_TRICK_WINNER = "first_trick_winner"


class LastTurnUp(StrEnum):
    """What the card turned after the last trick is worth to its winner."""

    HONOURS_AND_PENNEECH = "honours_and_penneech"
    HONOURS_ONLY = "honours_only"
    NOTHING = "nothing"


class ExcessCards(StrEnum):
    """What a player counts at the end of the deal."""

    TRICK_CARDS = "trick_cards"
    TRICK_CARDS_AND_TURN_UPS = "trick_cards_and_turn_ups"


class ExcessClaim(StrEnum):
    """Who may score for counted cards in excess."""

    EITHER_PLAYER = "either_player"
    TRICK_MAJORITY = "trick_majority"


class GameEnd(StrEnum):
    """How points are pegged and how the game is won."""

    FIRST_TO_PEG = "first_to_peg"
    TURN_UPS_THEN_COUNT = "turn_ups_then_count"
    DEAL_END_HIGHER = "deal_end_higher"
    DEAL_END_ELDER_FIRST = "deal_end_elder_first"


RULE_POINTS: dict[str, type[StrEnum]] = {
    "first_dealer": FirstDealer,
    "redeal": Redeal,
    "redeal_timing": RedealTiming,
    "redeal_scope": RedealScope,
    "redeal_dealer": RedealDealer,
    "penneech_rank": PenneechRank,
    "following": Following,
    "honours": Honours,
    "honours_credit": HonoursCredit,
    "penneech_in_hand": PenneechInHand,
    "turn_up_credit": TurnUpCredit,
    "first_turn_up": FirstTurnUp,
    "last_turn_up": LastTurnUp,
    "excess_cards": ExcessCards,
    "excess_claim": ExcessClaim,
    "game_end": GameEnd,
}
"""The sixteen rule points in the order of the catalogue, each with its readings."""

PARAMETERS = ("hand_size", "target", "card_points", "penneech", "excess_over")
"""The parameters in the order of the catalogue."""

INVARIANTS = (
    "two_players",
    "pack_52",
    "ace_high",
    "deal_singly",
    "elder_first_card",
    "elder_leads",
    "winner_leads",
    "deal_alternates",
    "turn_up_is_trumps",
)
"""What is the same in every reading, though not all of it is stated."""

FORBIDDEN: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = (
    (("first_turn_up", "dealer"), ("turn_up_credit", "turner")),
    (("first_turn_up", "first_trick_winner"), ("turn_up_credit", "trick_winner")),
)
"""The two combinations that make no sense: a reading, and the only reading it goes with."""

BOUNDS = {
    "hand_size": (1, 17),
    "target": (1, 1000),
    "card_points": (0, 100),
    "penneech": (0, 100),
    "excess_over": (0, 60),
}
"""The least and the greatest value of each figure (for `card_points` and `penneech`: of points)."""

PACK_SIZE = 52


@dataclass(frozen=True, slots=True)
class Penneech:
    """The card that is the penneech, and its points turned up and in hand."""

    card: Card
    turned_up: int
    in_hand: int


@dataclass(frozen=True, slots=True)
class Rules:
    """One reading for each rule point, plus the parameters: all that an engine needs to know.

    Raises:
        RulesError: when a figure is out of its bounds or a combination is forbidden.
    """

    first_dealer: FirstDealer
    redeal: Redeal
    redeal_timing: RedealTiming
    redeal_scope: RedealScope
    redeal_dealer: RedealDealer
    penneech_rank: PenneechRank
    following: Following
    honours: Honours
    honours_credit: HonoursCredit
    penneech_in_hand: PenneechInHand
    turn_up_credit: TurnUpCredit
    first_turn_up: FirstTurnUp
    last_turn_up: LastTurnUp
    excess_cards: ExcessCards
    excess_claim: ExcessClaim
    game_end: GameEnd
    hand_size: int
    target: int
    card_points: tuple[tuple[Rank, int], ...]
    penneech: Penneech
    excess_over: int
    _honour_points: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The engine asks for a card's points several times a trick: one look-up, made once here.
        points = dict(self.card_points)
        table = tuple(
            0 if card is self.penneech.card else points.get(card.rank, 0) for card in PACK
        )
        object.__setattr__(self, "_honour_points", table)
        found = faults(self.resolved())
        if found:
            raise RulesError(found)

    @property
    def penneech_suit(self) -> Suit:
        """The suit of the penneech, diamonds in every historical variant."""
        return self.penneech.card.suit

    def honour_points(self, card: Card) -> int:
        """What the card is worth as an honour; the penneech is never one.

        Args:
            card: any card of the pack.

        Returns:
            Points, 0 for a card that is no honour.
        """
        return self._honour_points[card.index]

    def reading(self, point: str) -> str:
        """The reading of one rule point, by the point's id."""
        return str(getattr(self, point))

    def resolved(self) -> dict[str, object]:
        """The resolved form: plain data, with no id and no evidence."""
        return {
            "rules": {point: str(getattr(self, point)) for point in RULE_POINTS},
            "hand_size": self.hand_size,
            "target": self.target,
            "card_points": {rank.letter: value for rank, value in self.card_points},
            "penneech": {
                "card": str(self.penneech.card),
                "turned_up": self.penneech.turned_up,
                "in_hand": self.penneech.in_hand,
            },
            "excess_over": self.excess_over,
        }

    def digest(self) -> str:
        """The SHA-256, in hexadecimal, of the canonical text of the resolved form."""
        return hashlib.sha256(canonical_text(self.resolved()).encode("ascii")).hexdigest()

    @classmethod
    def from_resolved(cls, resolved: Mapping[str, object]) -> Self:
        """Make rules from the resolved form.

        Raises:
            RulesError: with every fault of the data at once.
        """
        found = faults(resolved)
        if found:
            raise RulesError(found)
        rules = cast("Mapping[str, str]", resolved["rules"])
        points = cast("Mapping[str, int]", resolved["card_points"])
        penneech = cast("Mapping[str, int | str]", resolved["penneech"])
        by_rank = {Rank.of(letter): value for letter, value in points.items()}
        readings = {point: kind(rules[point]) for point, kind in RULE_POINTS.items()}
        figures = {
            "hand_size": resolved["hand_size"],
            "target": resolved["target"],
            "card_points": tuple(sorted(by_rank.items(), reverse=True)),
            "penneech": Penneech(
                parse_card(str(penneech["card"])),
                int(penneech["turned_up"]),
                int(penneech["in_hand"]),
            ),
            "excess_over": resolved["excess_over"],
        }
        return cls(**readings, **figures)  # type: ignore[arg-type]  # checked by faults() above


def canonical_text(value: object) -> str:
    """The canonical text of plain data: JSON with sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def cards_needed(hand_size: int, scope: str) -> int:
    """How many cards a deal can use: two hands, a turn-up a trick, one after the last trick.

    With `own_hand` two hands more may be drawn.
    """
    hands = 5 if scope == RedealScope.OWN_HAND else 3
    return hands * hand_size + 1


def faults(resolved: Mapping[str, object]) -> list[RuleFault]:
    """Everything that is wrong with a resolved form, each with its path; empty if nothing is.

    Args:
        resolved: plain data, in any state.
    """
    found = _key_faults(resolved, ("rules", *PARAMETERS), ())
    found += list(_reading_faults(resolved.get("rules")))
    for name in ("hand_size", "target", "excess_over"):
        if name in resolved:
            found += _figure_faults(resolved[name], BOUNDS[name], (name,))
    found += list(_points_faults(resolved.get("card_points")))
    found += list(_penneech_faults(resolved.get("penneech")))
    return found or [*forbidden_faults(resolved), *_pack_faults(resolved)]


def forbidden_faults(resolved: Mapping[str, object]) -> Iterator[RuleFault]:
    """The forbidden combinations among the readings of a resolved form."""
    rules = cast("Mapping[str, str]", resolved["rules"])
    for (point, reading), (other, needed) in FORBIDDEN:
        if rules[point] == reading and rules[other] != needed:
            yield (
                ("rules", point),
                f"{point}: {reading} goes only with {other}: {needed}, not with {rules[other]}",
            )


def _pack_faults(resolved: Mapping[str, object]) -> Iterator[RuleFault]:
    rules = cast("Mapping[str, str]", resolved["rules"])
    size, scope = cast("int", resolved["hand_size"]), rules["redeal_scope"]
    need = cards_needed(size, scope)
    if need > PACK_SIZE:
        hands = need // size
        most = (PACK_SIZE - 1) // hands
        yield (
            ("hand_size",),
            f"a deal with redeal_scope: {scope} can use {hands} x {size} + 1 = {need} cards of "
            f"the {PACK_SIZE}; hand_size is at most {most} there",
        )


def _key_faults(
    value: Mapping[str, object], known: tuple[str, ...], path: tuple[str, ...]
) -> list[RuleFault]:
    unknown = [(path, f"unknown key {key!r}") for key in value if key not in known]
    return unknown + [(path, f"{key!r} is missing") for key in known if key not in value]


def _reading_faults(rules: object) -> Iterator[RuleFault]:
    if not isinstance(rules, dict):
        yield (("rules",), "give a reading for each of the sixteen rule points")
        return
    yield from _key_faults(rules, tuple(RULE_POINTS), ("rules",))
    for point, kind in RULE_POINTS.items():
        allowed = [reading.value for reading in kind]
        if point in rules and rules[point] not in allowed:
            yield (("rules", point), f"{rules[point]!r} is not one of {', '.join(allowed)}")


def _figure_faults(
    value: object, bounds: tuple[int, int], path: tuple[str, ...]
) -> list[RuleFault]:
    least, most = bounds
    # bool is an int to Python, and True would pass for 1.
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return []
    return [(path, f"{value!r} is not a whole number from {least} to {most}")]


def _points_faults(points: object) -> Iterator[RuleFault]:
    if not isinstance(points, dict):
        yield (("card_points",), "give points by rank, like {A: 5, K: 4, Q: 3, J: 2}")
        return
    letters = [rank.letter for rank in Rank]
    for letter, value in points.items():
        if letter in letters:
            yield from _figure_faults(value, BOUNDS["card_points"], ("card_points", letter))
        else:
            yield (
                ("card_points",),
                f"{letter!r} is not a rank; ranks are {' '.join(letters)}",
            )


def _penneech_faults(penneech: object) -> Iterator[RuleFault]:
    if not isinstance(penneech, dict):
        yield (("penneech",), "give it as {card: 7D, turned_up: 14, in_hand: 7}")
        return
    yield from _key_faults(penneech, ("card", "turned_up", "in_hand"), ("penneech",))
    for name in ("turned_up", "in_hand"):
        if name in penneech:
            yield from _figure_faults(penneech[name], BOUNDS["penneech"], ("penneech", name))
    if "card" in penneech:
        try:
            parse_card(str(penneech["card"]))
        except CardError as error:
            yield (("penneech", "card"), str(error))

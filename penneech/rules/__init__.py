"""The rule space: every rule point, every reading of it, the parameters, and nothing else.

This package is the sole contract between files and engines. What a reading means is written in the
catalogue (`catalogue.yaml`) for people and in the engine for play. Here are the names
(`points.py`), the bounds and the two forbidden combinations (`bounds.py`), and the rules of one
variant.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Self, cast

from penneech.cards import PACK, Card, Rank, Suit, parse_card
from penneech.errors import RulesError
from penneech.rules.bounds import (
    BOUNDS,
    FORBIDDEN,
    PACK_SIZE,
    RuleFault,
    cards_needed,
    faults,
    forbidden_faults,
)
from penneech.rules.points import (
    INVARIANTS,
    PARAMETERS,
    RULE_POINTS,
    ExcessCards,
    ExcessClaim,
    FirstDealer,
    FirstTurnUp,
    Following,
    GameEnd,
    Honours,
    HonoursCredit,
    LastTurnUp,
    PenneechInHand,
    PenneechRank,
    Redeal,
    RedealDealer,
    RedealScope,
    RedealTiming,
    TurnUpCredit,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "BOUNDS",
    "FORBIDDEN",
    "INVARIANTS",
    "PACK_SIZE",
    "PARAMETERS",
    "RULE_POINTS",
    "ExcessCards",
    "ExcessClaim",
    "FirstDealer",
    "FirstTurnUp",
    "Following",
    "GameEnd",
    "Honours",
    "HonoursCredit",
    "LastTurnUp",
    "Penneech",
    "PenneechInHand",
    "PenneechRank",
    "Redeal",
    "RedealDealer",
    "RedealScope",
    "RedealTiming",
    "RuleFault",
    "Rules",
    "TurnUpCredit",
    "canonical_text",
    "cards_needed",
    "faults",
    "forbidden_faults",
]


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
        return _digest(self)

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


@lru_cache(maxsize=1024)
def _digest(rules: Rules) -> str:
    return hashlib.sha256(canonical_text(rules.resolved()).encode("ascii")).hexdigest()


def canonical_text(value: object) -> str:
    """The canonical text of plain data: JSON with sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)

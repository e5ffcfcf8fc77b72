"""What is played: the rules, the pack, who deals first, how many deals, and for what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from penneech.engine.state import MAX_DEALS, MAX_REDEALS
from penneech.errors import PenneechError, quoted
from penneech.files.spelling import listed, meant, shown
from penneech.research.packs import TINY_HAND, pack_named
from penneech.rules import Redeal, RedealScope, Rules, cards_needed
from penneech.variant import Variant, load_variant

if TYPE_CHECKING:
    from penneech.cards import Card


class FirstDeal(StrEnum):
    """Who deals first: as the rules have it, by a cut or by luck; by luck; or one who is named."""

    CUT = "cut"
    COIN = "coin"
    A = "a"
    B = "b"


class Utility(StrEnum):
    """What is played for: to win the game, or for points more than the other."""

    WIN = "win"
    POINTS = "points"


AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Table:
    """What is played.

    Args:
        rules: the rules that are played by.
        pack: the cards that are played with, in pack order.
        first_deal: who deals first.
        deals: after how many deals play stops, if nobody has won before; 0 for a whole game.
        utility: what is played for.

    Raises:
        PenneechError: when the pack is too small for a deal, or another figure is out of bounds.
    """

    rules: Rules
    pack: tuple[Card, ...]
    first_deal: FirstDeal
    deals: int
    utility: Utility

    def __post_init__(self) -> None:
        size, scope = self.rules.hand_size, self.rules.redeal_scope
        need = cards_needed(size, scope)
        if len(self.pack) < need:
            raise PenneechError(
                f"a deal with hand_size {size} can use {need} cards, and the pack has "
                f"{len(self.pack)}; give a larger pack or a smaller hand_size"
            )
        if not 0 <= self.deals <= MAX_DEALS:
            raise PenneechError(
                f"deals is {self.deals}; give 0 for a whole game, or 1 to {MAX_DEALS}"
            )

    @classmethod
    def of(  # noqa: PLR0913  # all that can be told
        cls,
        variant: str | Path | Rules | Variant,
        *,
        hand_size: int = 0,
        target: int = 0,
        pack: str = "full",
        first_deal: str = FirstDeal.CUT,
        deals: int = 0,
        utility: str = AUTO,
        redeal: str = AUTO,
    ) -> Self:
        """What is played, as interfaces are told it; 0 and `auto` mean the usual.

        Args:
            variant: a variant, its id, the path of its file, or rules.
            hand_size: how many cards each player gets; else as the variant has it, or two of
                the pack `tiny`.
            target: how many points win; else as the variant has it.
            pack: `full`, `tiny`, or ranks and suits like `AKQ7-DS`.
            first_deal: `cut`, `coin`, `a` or `b`.
            deals: after how many deals play stops; 0 for a whole game.
            redeal: a reading of the rule point of that name, like `never`, in the place of the
                variant's; where hands are thrown up again and again no tree ends soon.
            utility: `win`, `points`, or `auto`: to win a whole game, points for some deals.

        Raises:
            PenneechError: when something cannot be; the text says what is allowed.
        """
        rules = rules_meant(variant)
        size = hand_size or (TINY_HAND if pack == "tiny" else rules.hand_size)
        goal = target or rules.target
        bad_hands = rules.redeal if redeal == AUTO else _one_of(Redeal, redeal, "redeal", AUTO)
        if (size, goal, bad_hands) != (rules.hand_size, rules.target, rules.redeal):
            rules = replace(rules, hand_size=size, target=goal, redeal=bad_hands)
        usual = Utility.POINTS if deals else Utility.WIN
        aim = usual if utility == AUTO else _one_of(Utility, utility, "utility", AUTO)
        return cls(
            rules, pack_named(pack), _one_of(FirstDeal, first_deal, "dealer"), deals,
            aim,
        )  # fmt: skip

    @property
    def most_deals(self) -> int:
        """How many deals there can be."""
        return self.deals or MAX_DEALS

    @property
    def most_choices(self) -> int:
        """How many choices both players can have in a game, at the most."""
        return self.most_deals * (2 * self.rules.hand_size + self._most_answers)

    @property
    def most_draws(self) -> int:
        """How many draws of chance there can be in a game, at the most: cuts, cards dealt, turned.

        Every attempt that is thrown up has used two hands, and a turn-up where it is seen before.
        """
        need = cards_needed(self.rules.hand_size, self.rules.redeal_scope)
        again = self._most_redeals * (2 * self.rules.hand_size + 1)
        return 2 + self.most_deals * (need + again)

    @property
    def most_points(self) -> int:
        """How many points a player can be ahead at the end, at the most: a bound, not a record."""
        rules = self.rules
        need = min(len(self.pack), cards_needed(rules.hand_size, RedealScope.BOTH_HANDS))
        penneech = rules.penneech.turned_up + rules.penneech.in_hand
        dearest = sorted((rules.honour_points(card) for card in self.pack), reverse=True)[:need]
        a_deal = sum(dearest) + penneech + 3 * rules.hand_size
        return min(self.most_deals * a_deal, rules.target - 1 + a_deal)

    @property
    def _most_redeals(self) -> int:
        void = self.rules.redeal_scope is RedealScope.BOTH_HANDS
        return MAX_REDEALS if void and self.rules.redeal is not Redeal.NEVER else 0

    @property
    def _most_answers(self) -> int:
        """How many times the players can be asked about throwing up in a deal."""
        return 0 if self.rules.redeal is Redeal.NEVER else 2 * max(1, self._most_redeals)


def rules_meant(variant: str | Path | Rules | Variant) -> Rules:
    """The rules that are meant by a variant, its id, the path of its file, or rules.

    Raises:
        PenneechError: when it is none of these, nobody knows it, or its file has faults.
    """
    match variant:
        case Rules():
            return variant
        case Variant():
            return variant.rules
        case str() | Path():
            return load_variant(variant).rules
        case _:
            allowed = "give a variant, its id, the path of its file, or rules"
            raise PenneechError(f"variant is {quoted(variant)}; {allowed}")


Kind = TypeVar("Kind", bound=StrEnum)


def _one_of(kind: type[Kind], word: str, name: str, *besides: str) -> Kind:
    known = [*besides, *map(str, kind)]
    if word not in known:
        raise PenneechError(f"{name} is {shown(word)}; give {listed(known)}{meant(word, known)}")
    return kind(word)

"""A variant in one language, with all that its documents are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from penneech.catalogue import load_catalogue
from penneech.engine.scoring import excess
from penneech.events import Player
from penneech.render.content import Marker
from penneech.render.wording import Words
from penneech.rules import (
    RULE_POINTS,
    Honours,
    Redeal,
    RedealScope,
    Rules,
)

if TYPE_CHECKING:
    from penneech.apparatus import Sources
    from penneech.catalogue import Catalogue, Entry
    from penneech.evidence import Setting
    from penneech.render.content import Inline, Inlines
    from penneech.render.wording import Piece
    from penneech.variant import Variant


@dataclass(frozen=True)
class Edition:
    """What the parts of a rulebook are composed from."""

    variant: Variant
    sources: Sources
    language: str

    @property
    def rules(self) -> Rules:
        """The variant's rules."""
        return self.variant.rules

    @cached_property
    def words(self) -> Words:
        """The words of the language."""
        return Words(self.language)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The catalogue of rules."""
        return load_catalogue()

    @cached_property
    def figures(self) -> dict[str, Piece]:
        """What sentences are filled with."""
        return self.words.figures(self.rules)

    @cached_property
    def moot(self) -> dict[str, str]:
        """The settings that make no difference under the others: each with the reason's name."""
        return moot_settings(self.rules)

    def setting(self, name: str) -> Setting | None:
        """The setting of a rule point, parameter or invariant, if the variant has one."""
        variant = self.variant
        for table in (variant.settings, variant.parameters, variant.invariants):
            if name in table:
                return table[name]
        return None

    def entry(self, name: str) -> Entry:
        """What the catalogue says of a setting: of a rule point, its reading's entry."""
        if name in RULE_POINTS:
            return self.catalogue.readings[name][self.rules.reading(name)]
        return self.catalogue.entry(name)

    def sentence(self, name: str) -> Inlines:
        """The sentence of a setting, with the marker of its note."""
        template = self.words.of(self.entry(name).sentence)
        filled = self.words.filled(template, self.figures)
        marker: tuple[Inline, ...] = () if self.setting(name) is None else (Marker(name),)
        return (*filled, *marker)


def moot_settings(rules: Rules) -> dict[str, str]:
    """The settings that make no difference under the others, each with the reason's name."""
    moot: dict[str, str] = {}
    if rules.redeal is Redeal.NEVER:
        moot |= dict.fromkeys(("redeal_timing", "redeal_scope", "redeal_dealer"), "never")
    elif rules.redeal_scope is RedealScope.OWN_HAND:
        moot["redeal_dealer"] = "own_hand"
    if not rules.card_points:
        moot |= dict.fromkeys(("honours", "honours_credit"), "no_honours")
    elif rules.honours is Honours.TURNED_UP_ONLY:
        moot["honours_credit"] = "turned_up_only"
    if rules.hand_size == 1:
        moot |= dict.fromkeys(("turn_up_credit", "winner_leads"), "one_trick")
    return moot


def can_exceed(rules: Rules) -> bool:
    """Whether anybody can ever score for cards in excess."""
    counts = ((won, rules.hand_size - won) for won in range(rules.hand_size + 1))
    return any(excess(rules, tricks, Player.A) for tricks in counts)

"""The rules of a variant as numbers and tables, for code that knows no names.

Every ruling that does not depend on the play is made here, once for each variant: which card beats
which, what each is worth under each suit of trumps, what may be played, when the pegs win. The
compiled code looks them up. The reference engine's rulings (`engine/umpire.py`) are made elsewhere
and on their own; the twin tests compare the two in play.

A card's *code* is 16 x suit + rank - 2, which is its bit in a set of cards. A table *by trumps and
card* has 256 places, 64 x suit of trumps + the card's code.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from penneech.cards import PACK, Rank, Suit
from penneech.rules import (
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
    Rules,
    TurnUpCredit,
    cards_needed,
)
from penneech.space import with_readings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from penneech.cards import Card

Packed: TypeAlias = np.record
"""A value of the type `PACKED`."""

Table: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

TRICK_FIELD, IN_HAND_FIELD, TRICKS_FIELD = 14, 28, 36
"""Where the fields of a packed sum begin: turn-ups from bit 0, honours in tricks, how many times
the penneech is scored in hand, tricks won. The most that a deal can bring is 1,800, 3,400, 1 and
17."""

SCALE = 52
"""`greedy` reckons in 52nds of a point, as `players/greedy.py` does."""

ABOVE_THE_ACE, MOST_TRICKS = 15, 17
SUITS = tuple(Suit)
EVERY_CARD = 0x1FFF_1FFF_1FFF_1FFF
ALL = (1 << 64) - 1


PACKED = np.dtype([
    # The parameters of these names, and how many cards a deal can use.
    ("hand_size", np.int64), ("target", np.int64), ("need", np.int64),
    # Each reading's place in its rule point.
    ("first_dealer", np.int64), ("redeal_dealer", np.int64),
    # Any of these cards keeps a hand from being thrown up.
    ("keeps", np.uint64),
    # Only the thrown hand is replaced; the turn-up is seen before. Truths are 0 or 1.
    ("own_hand", np.int64), ("turn_up_seen", np.int64),
    # `following`, as masks of all bits or none: any card may be played; trumps beside the suit led;
    # free is only who holds neither suit led nor trump; who has not the suit led plays a trump.
    ("any_card", np.uint64), ("or_trump", np.uint64), ("trump_binds", np.uint64),
    ("else_trump", np.uint64),
    # Honours in tricks go to who played them.
    ("holder_scores", np.int64),
    # Who is credited with a turn-up, and whether a card is turned after the last trick.
    ("dealer_scores_first", np.int64), ("turner_scores", np.int64),
    ("winner_scores_first", np.int64), ("turns_last", np.int64),
    # The penneech as a set of one, its suit (0 to 3), and its points in hand.
    ("penneech", np.uint64), ("penneech_suit", np.int64), ("in_hand", np.int64),
    # The readings of `penneech_in_hand` and of `game_end` other than the first.
    ("held_counts", np.int64), ("ever_counts", np.int64),
    ("pegs_win", np.int64), ("counts_later", np.int64), ("elder_first", np.int64),
    # What `greedy` reckons, in 52nds of a point.
    ("next_turn", np.int64), ("last_turn", np.int64), ("counted", np.int64),
    # By trumps and card led: the set of cards that beat it.
    ("beaters", np.uint64, 256),
    # By trumps and card: its rank in its suit.
    ("strengths", np.int64, 256),
    # By trumps and card: its points in a trick, where the winner scores them, and where its
    # player does.
    ("won", np.int64, 256), ("held", np.int64, 256),
    # By card: its points turned up for a trick, and after the last.
    ("turned", np.int64, 64), ("turned_last", np.int64, 64),
    # By tricks won: the points of the excess.
    ("excess", np.int64, 18),
    # By trumps and card: what falls to the winner, as a packed sum, to which the card led brings
    # the trick itself; what falls to the player of the card.
    ("led_sums", np.uint64, 256), ("reply_sums", np.uint64, 256), ("holder_sums", np.uint64, 256),
    # By trumps and card led: the cards that may be played by who holds any of those that bind.
    ("allowed", np.uint64, 256), ("binding", np.uint64, 256),
    # At 0, 64 and 128 + the card: the first, a later and the last card turned.
    ("turn_sums", np.uint64, 192),
])  # fmt: skip
"""The rules of one variant as the compiled code takes them.

A *packed sum* has fields for points of turn-ups, points of honours in tricks, how many times the
penneech is scored in hand, and tricks won.
"""


def code(card: Card) -> int:
    """A card's bit in a set: 16 x suit + rank - 2."""
    return card.index // 13 * 16 + card.index % 13


def card_of(number: int) -> Card:
    """The card that has this code."""
    return PACK[number // 16 * 13 + number % 16]


def set_of(cards: Sequence[Card]) -> int:
    """The set of these cards, as a word."""
    return sum(1 << code(card) for card in cards)


@lru_cache(maxsize=512)
def packed(rules: Rules) -> Packed:
    """The rules as numbers; asked again for the same rules, the same come."""
    record = np.zeros(1, PACKED).view(np.recarray)[0]
    for name, figure in _figures(rules).items():
        record[name] = figure
    # Of the whole space few tables are different: each is made once, and copied from then on.
    for tables, points in _TABLES:
        for name, table in tables(_only(rules, points)).items():
            record[name] = table
    return cast("Packed", record)


def _figures(rules: Rules) -> dict[str, int]:
    """What is no table."""
    masks = _following(rules.following)
    three = rules.excess_cards is ExcessCards.TRICK_CARDS_AND_TURN_UPS
    return {
        "hand_size": rules.hand_size,
        "target": rules.target,
        "need": cards_needed(rules.hand_size, rules.redeal_scope),
        "first_dealer": list(FirstDealer).index(rules.first_dealer),
        "redeal_dealer": list(RedealDealer).index(rules.redeal_dealer),
        "keeps": _keeps(rules),
        "own_hand": int(rules.redeal_scope is RedealScope.OWN_HAND),
        "turn_up_seen": int(rules.redeal_timing is RedealTiming.AFTER_TURN_UP),
        "any_card": masks[0],
        "or_trump": masks[1],
        "trump_binds": masks[2],
        "else_trump": masks[3],
        "holder_scores": int(rules.honours_credit is HonoursCredit.HOLDER),
        "dealer_scores_first": int(rules.first_turn_up is FirstTurnUp.DEALER),
        "turner_scores": int(rules.turn_up_credit is TurnUpCredit.TURNER),
        "winner_scores_first": int(rules.first_turn_up is FirstTurnUp.FIRST_TRICK_WINNER),
        "turns_last": int(rules.last_turn_up is not LastTurnUp.NOTHING),
        "penneech": set_of([rules.penneech.card]),
        "penneech_suit": SUITS.index(rules.penneech.card.suit),
        "in_hand": rules.penneech.in_hand,
        "held_counts": int(rules.penneech_in_hand is PenneechInHand.HELD_WHEN_TRUMP),
        "ever_counts": int(rules.penneech_in_hand is PenneechInHand.WON_IF_EVER_TRUMP),
        "pegs_win": int(rules.game_end in {GameEnd.FIRST_TO_PEG, GameEnd.TURN_UPS_THEN_COUNT}),
        "counts_later": int(rules.game_end is GameEnd.TURN_UPS_THEN_COUNT),
        "elder_first": int(rules.game_end is GameEnd.DEAL_END_ELDER_FIRST),
        "counted": (3 if three else 2) * SCALE // 2,
    }


def _only(rules: Rules, points: frozenset[str]) -> Rules:
    """The rules with these readings and, of the other rule points, the first reading each."""
    return with_readings(
        rules,
        [
            getattr(rules, point) if point in points else next(iter(kind))
            for point, kind in RULE_POINTS.items()
        ],
    )


@lru_cache(maxsize=64)
def _rank_tables(rules: Rules) -> dict[str, Table]:
    return {
        "beaters": _table(_by_trumps(lambda led, trumps: _beaters(rules, led, trumps))),
        "strengths": _table(_by_trumps(lambda card, trumps: _strength(rules, card, trumps))),
    }


@lru_cache(maxsize=64)
def _following_tables(rules: Rules) -> dict[str, Table]:
    masks = _following(rules.following)
    return {
        "allowed": _table(_by_trumps(lambda led, by: _suits(masks[1], masks[0], led, by))),
        "binding": _table(_by_trumps(lambda led, by: _suits(masks[2], 0, led, by))),
    }


@lru_cache(maxsize=256)
def _trick_tables(rules: Rules) -> dict[str, Table]:
    """What the cards of a trick bring."""
    figures = {
        "won": _won,
        "held": _held,
        "led_sums": _led_sum,
        "reply_sums": _winner_sum,
        "holder_sums": _holder_sum,
    }
    return {name: _table(_by_trumps(partial(figure, rules))) for name, figure in figures.items()}


@lru_cache(maxsize=256)
def _turn_tables(rules: Rules) -> dict[str, Table]:
    """What the cards bring that are turned up."""
    turned, last = _turned(rules), _turned_last(rules)
    turner = rules.turn_up_credit is TurnUpCredit.TURNER
    return {
        "turned": _table(_by_card(turned)),
        "turned_last": _table(_by_card(last)),
        "turn_sums": _table(_turn_sums(rules)),
        "next_turn": _table(sum(turned.values()) if turner else 0),
        "last_turn": _table(sum(last.values())),
    }


@lru_cache(maxsize=64)
def _excess_tables(rules: Rules) -> dict[str, Table]:
    points = [_excess(rules, won) for won in range(rules.hand_size + 1)]
    return {"excess": _table(points + [0] * (MOST_TRICKS - rules.hand_size))}


_TABLES: tuple[tuple[Callable[[Rules], dict[str, Table]], frozenset[str]], ...] = (
    (_rank_tables, frozenset({"penneech_rank"})),
    (_following_tables, frozenset({"following"})),
    (_trick_tables, frozenset({"honours", "honours_credit", "penneech_in_hand"})),
    (_turn_tables, frozenset({"turn_up_credit", "first_turn_up", "last_turn_up"})),
    (_excess_tables, frozenset({"excess_cards", "excess_claim"})),
)
"""What makes the tables, and the rule points that each looks at: it is given no others."""


def _table(figures: int | list[int]) -> Table:
    return np.array(figures, np.uint64)


def _by_card(points: dict[Card, int]) -> list[int]:
    table = [0] * 64
    for card, value in points.items():
        table[code(card)] = value
    return table


def _by_trumps(figure: Callable[[Card, Suit], int]) -> list[int]:
    """The figure for every suit of trumps and card; places of no card hold 0."""
    table: list[int] = []
    for trumps in SUITS:
        table += _by_card({card: figure(card, trumps) for card in PACK})
    return table


def _keeps(rules: Rules) -> int:
    """Any of these cards keeps a hand from being thrown up."""
    if rules.redeal is Redeal.NEVER:
        return EVERY_CARD
    keeps = set_of([card for card in PACK if card.rank > Rank.TEN])
    if rules.redeal is Redeal.NOTHING_ABOVE_TEN:
        keeps |= set_of([rules.penneech.card])
    return keeps


def _following(reading: Following) -> tuple[int, int, int, int]:
    """The masks `any_card`, `or_trump`, `trump_binds` and `else_trump`."""
    return {
        Following.FREE: (ALL, 0, 0, 0),
        Following.MUST_FOLLOW: (0, 0, 0, 0),
        Following.FOLLOW_OR_TRUMP: (0, ALL, 0, 0),
        Following.FOLLOW_OR_TRUMP_FORCED: (0, ALL, ALL, 0),
        Following.FOLLOW_ELSE_TRUMP: (0, 0, 0, ALL),
    }[reading]


def _suits(trumps_too: int, whole: int, led: Card, trumps: Suit) -> int:
    """The suit led, with the trumps and all the others where the masks say so."""
    suits = {led.suit, trumps} if trumps_too else {led.suit}
    return set_of([card for card in PACK if whole or card.suit in suits])


def _strength(rules: Rules, card: Card, trumps: Suit) -> int:
    above = {
        PenneechRank.TOP_DIAMOND: True,
        PenneechRank.TOP_WHEN_TRUMP: card.suit is trumps,
        PenneechRank.PLAIN: False,
    }[rules.penneech_rank]
    return ABOVE_THE_ACE if above and card is rules.penneech.card else int(card.rank)


def _beaters(rules: Rules, led: Card, trumps: Suit) -> int:
    """The replies that beat a card led: higher ones of its suit, and trumps to another suit."""
    least = _strength(rules, led, trumps)
    return set_of([
        card
        for card in PACK
        if (card.suit is led.suit and _strength(rules, card, trumps) > least)
        or (card.suit is not led.suit and card.suit is trumps)
    ])  # fmt: skip


def _worth(rules: Rules, card: Card, trumps: Suit) -> int:
    """The points of a card in a trick, the penneech's included."""
    if card is rules.penneech.card:
        won = rules.penneech_in_hand is PenneechInHand.WON_WHEN_TRUMP and card.suit is trumps
        return rules.penneech.in_hand if won else 0
    counts = {
        Honours.ALL_SUITS: True,
        Honours.TRUMPS_ONLY: card.suit is trumps,
        Honours.TURNED_UP_ONLY: False,
    }[rules.honours]
    return rules.honour_points(card) if counts else 0


def _held(rules: Rules, card: Card, trumps: Suit) -> int:
    """What the player of a card scores for it, whoever takes the trick."""
    holder = rules.honours_credit is HonoursCredit.HOLDER
    return _worth(rules, card, trumps) if holder and card is not rules.penneech.card else 0


def _won(rules: Rules, card: Card, trumps: Suit) -> int:
    """What the winner of a trick scores for a card of it."""
    return _worth(rules, card, trumps) - _held(rules, card, trumps)


def _turned(rules: Rules) -> dict[Card, int]:
    points = {card: rules.honour_points(card) for card in PACK}
    return points | {rules.penneech.card: rules.penneech.turned_up}


def _turned_last(rules: Rules) -> dict[Card, int]:
    match rules.last_turn_up:
        case LastTurnUp.HONOURS_AND_PENNEECH:
            return _turned(rules)
        case LastTurnUp.HONOURS_ONLY:
            return _turned(rules) | {rules.penneech.card: 0}
        case LastTurnUp.NOTHING:
            return dict.fromkeys(PACK, 0)


def _excess(rules: Rules, won: int) -> int:
    if rules.excess_claim is ExcessClaim.TRICK_MAJORITY and 2 * won <= rules.hand_size:
        return 0
    each = 3 if rules.excess_cards is ExcessCards.TRICK_CARDS_AND_TURN_UPS else 2
    return max(0, each * won - rules.excess_over)


def _winner_sum(rules: Rules, card: Card, trumps: Suit) -> int:
    """What the winner of a trick gets for a card of it; the penneech is counted, not priced."""
    if card is not rules.penneech.card:
        return _won(rules, card, trumps) << TRICK_FIELD
    counts = {
        PenneechInHand.WON_WHEN_TRUMP: card.suit is trumps,
        PenneechInHand.WON_IF_EVER_TRUMP: True,
        PenneechInHand.HELD_WHEN_TRUMP: False,
    }[rules.penneech_in_hand]
    return int(counts) << IN_HAND_FIELD


def _led_sum(rules: Rules, card: Card, trumps: Suit) -> int:
    return _winner_sum(rules, card, trumps) | 1 << TRICKS_FIELD


def _holder_sum(rules: Rules, card: Card, trumps: Suit) -> int:
    return _held(rules, card, trumps) << TRICK_FIELD


def _turn_sums(rules: Rules) -> list[int]:
    """The first card turned, if anybody scores it; the later ones; the last."""
    turned = _by_card(_turned(rules))
    first = [0] * 64 if rules.first_turn_up is FirstTurnUp.NOBODY else turned
    return [*first, *turned, *_by_card(_turned_last(rules))]

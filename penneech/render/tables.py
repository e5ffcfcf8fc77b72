"""The tables of a rulebook: the order of the cards, what they are worth, every way to score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from penneech.cards import PACK, Suit
from penneech.engine import scoring
from penneech.engine.trick import strength
from penneech.render.content import Inlines, Order, Paragraph, Plain, Ranking, Table
from penneech.render.edition import can_exceed
from penneech.rules import (
    FirstTurnUp,
    GameEnd,
    Honours,
    HonoursCredit,
    LastTurnUp,
    PenneechInHand,
    PenneechRank,
    TurnUpCredit,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.cards import Card
    from penneech.render.content import Block
    from penneech.render.edition import Edition
    from penneech.render.wording import Piece
    from penneech.rules import Rules


def card_order(edition: Edition) -> tuple[Block, ...]:
    """The cards of each suit from the highest down, with their points; the penneech's suit first.

    A suit that ranks in one way as trumps and in another otherwise stands there twice.
    """
    special = edition.rules.penneech_suit
    rankings = list(_penneech_suit(edition, special))
    rankings += [_ranking(edition, suit, suit, "suit") for suit in Suit if suit is not special]
    return (Paragraph(edition.words.say("order.caption")), Order(tuple(rankings)))


def _penneech_suit(edition: Edition, suit: Suit) -> Iterator[Ranking]:
    match edition.rules.penneech_rank:
        case PenneechRank.TOP_DIAMOND:
            yield _ranking(edition, suit, suit, "always")
        case PenneechRank.TOP_WHEN_TRUMP:
            other = next(one for one in Suit if one is not suit)
            yield _ranking(edition, suit, suit, "as_trumps")
            yield _ranking(edition, suit, other, "otherwise")
        case PenneechRank.PLAIN:
            yield _ranking(edition, suit, suit, "suit")
        case _:
            assert_never(edition.rules.penneech_rank)


def _ranking(edition: Edition, suit: Suit, trumps: Suit, key: str) -> Ranking:
    words, rules = edition.words, edition.rules
    cards = [card for card in PACK if card.suit is suit]
    cards.sort(key=lambda card: strength(rules, card, trumps), reverse=True)
    faces = tuple(words.face(card, marked=card is rules.penneech.card) for card in cards)
    worth = tuple(_worth(rules, card) for card in cards)
    return Ranking(words.say(f"order.{key}", suit=words.suit(suit)), faces, worth)


def _worth(rules: Rules, card: Card) -> str:
    """The points of a card in short; of the penneech, turned up and in hand."""
    if card is rules.penneech.card:
        return f"{rules.penneech.turned_up}/{rules.penneech.in_hand}"
    points = dict(rules.card_points).get(card.rank, 0)
    return str(points) if points else ""


def card_values(edition: Edition) -> Table:
    """What each card is worth."""
    words, rules = edition.words, edition.rules
    rows = []
    the_penneech = words.the_card(rules.penneech.card)
    for rank, points in rules.card_points:
        is_penneech = rank is rules.penneech.card.rank
        letter = words.face(PACK[rank - 2]).card.sign[:-1]
        key = "values.rank_of_penneech" if is_penneech else "values.rank"
        title = words.say(key, rank=words.rank(rank), letter=letter, penneech=the_penneech)
        rows.append((title, words.inlines(points)))
    for key, points in (
        ("turned_up", rules.penneech.turned_up),
        ("in_hand", rules.penneech.in_hand),
    ):
        rows.append((words.say(f"values.{key}", penneech=the_penneech), words.inlines(points)))
    rows.append((words.say("values.others"), words.inlines(0)))
    head = (words.say("values.card"), words.say("values.points"))
    return Table(words.say("values.caption"), head, tuple(rows), figures=(1,))


class Way(NamedTuple):
    """One way to score: names of phrases for what, who and when; the points in words."""

    what: str
    points: str
    who: str
    when: str


def ways_to_score(edition: Edition) -> tuple[Block, ...]:
    """Every way to score, as a table."""
    words, rules = edition.words, edition.rules
    ways = [way for way in _ways(edition) if way.points not in ("", "0")]
    if not ways:
        return (Paragraph(words.say("score.empty")),)
    head = tuple(words.say(f"score.{name}") for name in ("what", "points", "who", "when"))
    names: dict[str, Piece] = {
        "suit": words.suit(rules.penneech_suit),
        "excess_over": rules.excess_over,
    }
    rows: tuple[tuple[Inlines, ...], ...] = tuple(
        (
            words.say(f"what.{way.what}", **names),
            (Plain(way.points),),
            words.say(f"who.{way.who}"),
            words.say(f"when.{way.when}"),
        )
        for way in ways
    )
    table = Table(words.say("score.caption"), head, rows)
    return (Paragraph(words.say("score.intro")), table)


def _ways(edition: Edition) -> Iterator[Way]:
    rules = edition.rules
    honours = _honour_points(edition)
    penneech = str(rules.penneech.turned_up)
    for when, who, at in _turnings(rules):
        worth = scoring.last_turn_up if when == "last" else scoring.turn_up
        honour = any(worth(rules, card) for card in PACK if card is not rules.penneech.card)
        yield Way(f"{when}_honour", honours if honour else "", who, at)
        literal = not worth(rules, rules.penneech.card)
        yield Way(f"{when}_penneech", "" if literal else penneech, who, at)
    yield from _in_tricks(rules, honours)
    yield _in_hand(rules)
    if can_exceed(rules):
        yield Way("excess", "1", rules.excess_claim.value, _counted(rules, "end"))


def _honour_points(edition: Edition) -> str:
    """The values of the honours in short: A 5, K 4."""
    worth = [
        f"{'10' if rank.letter == 'T' else rank.letter}\N{NO-BREAK SPACE}{points}"
        for rank, points in edition.rules.card_points
        if points
    ]
    return ", ".join(worth)


def _turnings(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """When a turn-up scores: which one it is, who scores it, at what moment."""
    match rules.first_turn_up:
        case FirstTurnUp.NOBODY:
            pass
        case FirstTurnUp.DEALER:
            yield "first", "dealer", "turned"
        case FirstTurnUp.FIRST_TRICK_WINNER:
            yield "first", "first_trick_winner", "taken"
        case _:
            assert_never(rules.first_turn_up)
    if rules.hand_size > 1:
        turner = rules.turn_up_credit is TurnUpCredit.TURNER
        yield ("later", "turner", "turned") if turner else ("later", "under", "taken")
    if rules.last_turn_up is not LastTurnUp.NOTHING:
        yield "last", "last", "turned"


def _in_tricks(rules: Rules, honours: str) -> Iterator[Way]:
    if rules.honours is not Honours.TURNED_UP_ONLY:
        holder = rules.honours_credit is HonoursCredit.HOLDER
        who = "player" if holder else "trick_winner"
        yield Way(f"honour_{rules.honours}", honours, who, _counted(rules, "taken"))


def _in_hand(rules: Rules) -> Way:
    reading = rules.penneech_in_hand
    match reading:
        case PenneechInHand.WON_WHEN_TRUMP:
            who, when = "trick_winner", "taken"
        case PenneechInHand.WON_IF_EVER_TRUMP:
            who, when = "trick_winner", "before_excess"
        case PenneechInHand.HELD_WHEN_TRUMP:
            who, when = "holder", "turned_suit"
        case _:
            assert_never(reading)
    return Way(f"penneech_{reading}", str(rules.penneech.in_hand), who, _counted(rules, when))


def _counted(rules: Rules, when: str) -> str:
    """The moment of what is no turn-up: in the count, where there is one."""
    return "count" if rules.game_end is GameEnd.TURN_UPS_THEN_COUNT else when

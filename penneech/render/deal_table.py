"""A whole deal in an example: the hands, a row a trick, and every point in the order of pegging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.events import Player, Source
from penneech.render.content import (
    Fans,
    Inlines,
    Paragraph,
    Plain,
    Points,
    Steps,
    Table,
)

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.render.content import Block
    from penneech.render.story import Peg, ToldDeal, ToldTrick
    from penneech.render.telling import Teller

COUNT = -1
"""The row of what is counted after the play."""


def whole_deal(teller: Teller, deal: ToldDeal) -> tuple[Block, ...]:
    """Tell a deal from the first card to the last point."""
    words = teller.words
    begins = words.say(
        "whole.begins",
        dealer=deal.dealer.name,
        elder=deal.elder.name,
        score=teller.score(deal.before),
    )
    hands = [
        teller.fan("trick.holds", player, deal.hands[player])
        for player in (deal.elder, deal.dealer)
    ]
    blocks: list[Block] = [Paragraph(begins), Fans(tuple(hands)), _table(teller, deal)]
    last = last_turned(teller, deal)
    if deal.pegs:
        blocks.append(Paragraph(words.say("whole.order")))
        blocks.append(Steps(tuple(teller.peg(peg, last) for peg in deal.pegs)))
    idle = tuple(teller.worthless(deal))
    if idle:
        blocks += [Paragraph(words.say("whole.nothing")), Points(idle)]
    return tuple(blocks)


def last_turned(teller: Teller, deal: ToldDeal) -> Card | None:
    """The card that was turned after the last trick, if one was."""
    size = teller.rules.hand_size
    return deal.turn_ups[size] if len(deal.turn_ups) > size else None


def _table(teller: Teller, deal: ToldDeal) -> Table:
    words, size = teller.words, teller.rules.hand_size
    names = ("trick", "turn_up", "led", "played", "taken")
    head = [words.say(f"whole.{name}") for name in names]
    head += [words.inlines(player.name) for player in Player]
    rows = []
    for row, card in enumerate(deal.turn_ups, start=1):
        title = words.say("whole.after") if row > size else words.inlines(row)
        trick = deal.tricks[row - 1] if row <= len(deal.tricks) else None
        rows.append((title, words.inlines(card), *_cards(teller, trick), *_sums(deal, row)))
    nothing = (words.say("whole.none"),) * 4
    if any(peg.counted for peg in deal.pegs):
        rows.append((words.say("whole.count"), *nothing, *_sums(deal, COUNT)))
    rows.append((words.say("whole.total"), *nothing, *_sums(deal, None)))
    return Table(words.say("whole.caption"), tuple(head), tuple(rows), figures=(5, 6), total=True)


def _cards(teller: Teller, trick: ToldTrick | None) -> tuple[Inlines, ...]:
    words = teller.words
    if trick is None:
        return (words.say("whole.none"),) * 3
    plays = ((trick.leader, trick.led), (trick.leader.other, trick.reply))
    cards = [words.say("whole.card_of", player=player.name, card=card) for player, card in plays]
    return (*cards, words.inlines(trick.winner.name))


def _sums(deal: ToldDeal, row: int | None) -> tuple[Inlines, ...]:
    """What each player pegged in a row of the table; in the whole deal for None."""
    pegs = [peg for peg in deal.pegs if row is None or _row(deal, peg) == row]
    sums = [
        sum(peg.scored.points for peg in pegs if peg.scored.player is player) for player in Player
    ]
    return tuple((Plain(str(points)),) for points in sums)


def _row(deal: ToldDeal, peg: Peg) -> int:
    """The row of a peg: that of its turn-up or its trick, or that of the count."""
    scored = peg.scored
    if peg.counted:
        return COUNT
    if scored.source is Source.TURN_UP and scored.card is not None:
        return deal.turn_ups.index(scored.card) + 1
    played = any(
        scored.card in (trick.led, trick.reply)
        for trick in deal.tricks
        if trick.number == scored.trick
    )
    # A penneech that scores by being held stands with the turn-up for which it scored.
    return scored.trick if played else scored.trick + 1

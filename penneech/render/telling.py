"""Tells what happened in words: who may play what, who wins and why, what is pegged and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from penneech.engine import scoring
from penneech.events import Source
from penneech.render.content import Fan, Fans, Inlines, Points
from penneech.render.wording import sequence
from penneech.rules import (
    FirstTurnUp,
    Following,
    PenneechInHand,
    TurnUpCredit,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.cards import Card
    from penneech.events import Pair, Player, Scored
    from penneech.render.content import Block
    from penneech.render.story import Peg, ToldDeal, ToldTrick
    from penneech.render.wording import Words
    from penneech.rules import Rules


@dataclass(frozen=True, slots=True)
class Teller:
    """Who tells examples of a variant in one language."""

    words: Words
    rules: Rules

    def fan(self, key: str, player: Player, cards: Iterable[Card], *, aside: bool = False) -> Fan:
        """A row of cards after what a player does with them."""
        faces = tuple(self.words.face(card) for card in cards)
        return Fan(self.words.say(key, player=player.name), faces, aside)

    def score(self, pair: Pair) -> str:
        """Both players' totals."""
        return self.words.text("peg.score", a=pair[0], b=pair[1])

    def trick(self, deal: ToldDeal, told: ToldTrick, *, choice: bool) -> tuple[Block, ...]:
        """A trick: its turn-up and what that brings, its cards, who wins it and why, its points.

        Args:
            deal: the deal that it is of.
            told: the trick.
            choice: whether to show what the second player might have played.
        """
        replier = told.leader.other
        turned = Fan(self.words.say("trick.turn_up"), (self.words.face(told.turn_up),))
        trumps = self.words.say("trick.trumps", suit=self.words.suit(told.turn_up.suit))
        before = (*self.turn_up(deal, told.number - 1), trumps)
        fans = [self.fan("trick.leads", told.leader, (told.led,))]
        if choice:
            fans.append(self.fan("trick.holds", replier, told.reply_hand))
            fans.append(self.fan("trick.may", replier, told.legal))
            barred = [card for card in told.reply_hand if card not in told.legal]
            if barred:
                fans.append(self.fan("trick.may_not", replier, barred, aside=True))
        else:
            fans.append(self.fan("trick.played", replier, (told.reply,)))
        lines = [*self.taking(told)]
        if choice:
            plays = self.words.say("trick.plays", player=replier.name, card=told.reply)
            lines = [self._duty(told), plays, *lines]
        return (Fans((turned,)), Points(before), Fans(tuple(fans)), Points(tuple(lines)))

    def turn_up(self, deal: ToldDeal, number: int) -> Iterator[Inlines]:
        """What a turn-up brings as it is turned, or that it brings nothing.

        Args:
            deal: the deal that it is of.
            number: which it is, from 0: the number of tricks played when it was turned.
        """
        card = deal.turn_ups[number]
        last = card if number == self.rules.hand_size else None
        yield from (self.peg(peg, last) for peg in deal.brought[number])
        yield from self.worthless_turn_up(deal, card)

    def taking(self, told: ToldTrick) -> Iterator[Inlines]:
        """Who takes a trick and why, what it brings, and which of its cards bring nothing."""
        yield self.winner(told)
        yield from (self.peg(peg, None) for peg in told.earned)
        yield from self.worthless_in(told)

    def both_cards(self, told: ToldTrick) -> Inlines:
        """What was led and what was played to it."""
        return self.words.say(
            "trick.leads_and_plays",
            leader=told.leader.name,
            led=told.led,
            replier=told.leader.other.name,
            reply=told.reply,
        )

    def _duty(self, told: ToldTrick) -> Inlines:
        trumps, led = told.turn_up.suit, told.led.suit
        follows = any(card.suit is led for card in told.reply_hand)
        has_trump = any(card.suit is trumps for card in told.reply_hand)
        key = duty(self.rules.following, follows=follows, has_trump=has_trump)
        suit = self.words.suit(led)
        return self.words.say(f"duty.{key}", player=told.leader.other.name, suit=suit)

    def winner(self, told: ToldTrick) -> Inlines:
        """Who wins the trick, and why."""
        won_by_led = told.winner is told.leader
        card, other = (told.led, told.reply) if won_by_led else (told.reply, told.led)
        penneech = self.rules.penneech.card
        if card.suit is not other.suit:
            key = "led" if won_by_led and card.suit is not told.turn_up.suit else "trump"
        elif card is penneech and other.rank > card.rank:
            key = "penneech"
        elif other is penneech:
            key = "plain_penneech"
        else:
            key = "higher"
        return self.words.say(
            f"won.{key}",
            winner=told.winner.name,
            card=card,
            other=other,
            suit=self.words.suit(card.suit),
        )

    def peg(self, peg: Peg, last: Card | None) -> Inlines:
        """What a player pegs and why; or will count after the play.

        Args:
            peg: what was earned.
            last: the card turned after the last trick of the deal, if one was.
        """
        scored = peg.scored
        return self.words.say(
            "peg.later" if peg.total is None else "peg.now",
            player=scored.player.name,
            points=self.words.count("points", scored.points),
            why=self.why(scored, last),
            score="" if peg.total is None else self.score(peg.total),
        )

    def why(self, scored: Scored, last: Card | None) -> Inlines:
        """What points were scored for; `last` as for `peg`."""
        if scored.card is None:
            over = self.rules.excess_over
            return self.words.say("why.excess", n=scored.points, excess_over=over)
        key = self._why(scored, scored.card, last)
        suit = self.words.suit(self.rules.penneech_suit)
        return self.words.say(f"why.{key}", card=scored.card, player=scored.player.name, suit=suit)

    def _why(self, scored: Scored, card: Card, last: Card | None) -> str:
        match scored.source:
            case Source.TURN_UP:
                turner = self.rules.turn_up_credit is TurnUpCredit.TURNER
                by = "turner" if turner or card is last else "under"
                return f"{by}_penneech" if card is self.rules.penneech.card else by
            case Source.TRICK:
                return self.rules.honours_credit.value
            case Source.PENNEECH_IN_HAND:
                return self.rules.penneech_in_hand.value
            case Source.EXCESS:
                return "excess"
            case _:
                assert_never(scored.source)

    def worthless_in(self, told: ToldTrick) -> Iterator[Inlines]:
        """The cards of a trick that have a value, and yet score nothing in it."""
        for card in (told.led, told.reply):
            if card is self.rules.penneech.card:
                yield from self._worthless_penneech(told)
            elif self._is_worthless(card, told):
                yield self.words.say(f"nothing.{self.rules.honours}", cards=card)

    def worthless(self, deal: ToldDeal) -> Iterator[Inlines]:
        """The cards of a deal that have a value, and yet scored nothing."""
        for card in (deal.turn_ups[0], deal.turn_ups[-1]):
            yield from self.worthless_turn_up(deal, card)
        idle = [
            self.words.say("nothing.trick", card=card, trick=told.number)
            for told in deal.tricks
            for card in (told.led, told.reply)
            if self._is_worthless(card, told)
        ]
        if idle:
            yield self.words.say(f"nothing.{self.rules.honours}", cards=sequence(idle))
        yield from self.worthless_penneech_of(deal)

    def worthless_turn_up(self, deal: ToldDeal, card: Card) -> Iterator[Inlines]:
        """A card that was turned up and has a value, if the variant gives it to nobody."""
        rules, size = self.rules, self.rules.hand_size
        first = card is deal.turn_ups[0]
        last = len(deal.turn_ups) > size and card is deal.turn_ups[size]
        if first and rules.first_turn_up is FirstTurnUp.NOBODY and scoring.turn_up(rules, card):
            yield self.words.say("nothing.first_turn_up", card=card)
        if last and scoring.turn_up(rules, card) > scoring.last_turn_up(rules, card):
            what = "penneech" if card is rules.penneech.card else "honour"
            yield self.words.say(f"nothing.last_{what}", card=card)

    def worthless_penneech_of(self, deal: ToldDeal) -> Iterator[Inlines]:
        """The penneech, if it was played and scored nothing in the deal."""
        card, reading = self.rules.penneech.card, self.rules.penneech_in_hand
        turned = tuple(told.turn_up for told in deal.tricks)
        at_end = reading is PenneechInHand.WON_IF_EVER_TRUMP and deal.complete
        for told in deal.tricks:
            if card in (told.led, told.reply) and self.rules.penneech.in_hand:
                if reading is PenneechInHand.WON_WHEN_TRUMP:
                    yield from self._worthless_penneech(told)
                elif at_end and not scoring.penneech_at_end(self.rules, turned):
                    yield self._penneech_line(reading)

    def _worthless_penneech(self, told: ToldTrick) -> Iterator[Inlines]:
        trumps, reading = told.turn_up.suit, self.rules.penneech_in_hand
        if not self.rules.penneech.in_hand or scoring.penneech_in_trick(self.rules, trumps):
            return
        if reading is not PenneechInHand.WON_IF_EVER_TRUMP:
            yield self._penneech_line(reading)

    def _penneech_line(self, reading: PenneechInHand) -> Inlines:
        suit = self.words.suit(self.rules.penneech_suit)
        return self.words.say(f"nothing.{reading}", card=self.rules.penneech.card, suit=suit)

    def _is_worthless(self, card: Card, told: ToldTrick) -> bool:
        worth = self.rules.honour_points(card)
        return worth > 0 and not scoring.honour_in_trick(self.rules, card, told.turn_up.suit)


def duty(following: Following, *, follows: bool, has_trump: bool) -> str:
    """What the second player is bound to: the name of a phrase."""
    match following:
        case Following.FREE:
            return "free"
        case Following.MUST_FOLLOW:
            return "follow" if follows else "any"
        case Following.FOLLOW_OR_TRUMP:
            return "follow_or_trump" if follows else "any_need_not"
        case Following.FOLLOW_OR_TRUMP_FORCED:
            bound = "follow_or_trump" if follows else "trump"
        case Following.FOLLOW_ELSE_TRUMP:
            bound = "follow" if follows else "trump"
        case _:
            assert_never(following)
    return bound if follows or has_trump else "neither"

"""The worked examples in words: what `examples.py` found, told by `telling.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import in_pack_order
from penneech.events import Player, Source
from penneech.render.content import Example, Fans, Inlines, Paragraph, Points
from penneech.render.deal_table import whole_deal
from penneech.render.examples import SEED, examples_of
from penneech.render.telling import Teller
from penneech.render.wording import sequence
from penneech.rules import (
    ExcessCards,
    GameEnd,
    PenneechInHand,
    Redeal,
    RedealScope,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.render.content import Block
    from penneech.render.story import ToldDeal
    from penneech.render.wishes import Cutting, Found
    from penneech.render.wording import Words
    from penneech.rules import Rules


def worked_examples(words: Words, rules: Rules) -> tuple[Block, ...]:
    """All examples of a variant in the order of its rulebook, after a line on their origin."""
    found, teller = examples_of(rules), Teller(words, rules)
    examples: list[Example | None] = [
        None if found.cuts is None else _cut(teller, found.cuts),
        None if found.redeal is None else _redeal(teller, found.redeal),
        _following(teller, found.following, found.void),
        _penneech(teller),
        None if found.deal is None else _whole(teller, found.deal),
        None if found.excess is None else _excess(teller, found.excess),
        None if found.end is None else _end(teller, found.end),
    ]
    intro = Paragraph(words.say("examples.intro", seed=SEED))
    return (intro, *(example for example in examples if example is not None))


def _cut(teller: Teller, cutting: Cutting) -> Example:
    words = teller.words
    (*ties, last), dealer = cutting
    lines = [words.say("cut.tie", a=tie.a, b=tie.b) for tie in ties]
    reading = teller.rules.first_dealer
    lines.append(words.say(f"cut.{reading}", a=last.a, b=last.b, dealer=dealer.name))
    return Example(words.say("examples.cut"), (Points(tuple(lines)),), "example-cut")


def _redeal(teller: Teller, deal: ToldDeal) -> Example:
    words, rules = teller.words, teller.rules
    at = next(i for i, throwing in enumerate(deal.throwings) if throwing.thrown)
    throwing = deal.throwings[at]
    thrown = throwing.thrown[0]
    names = {"dealer": throwing.dealer.name, "elder": throwing.dealer.other.name}
    player = thrown.player.name
    fans = [teller.fan("redeal.hand", thrown.player, in_pack_order(thrown.hand))]
    before = [words.say("redeal.dealt", **names)]
    if throwing.turned is not None:
        before.append(words.say("redeal.turned", dealer=names["dealer"], card=throwing.turned))
    lines = [words.say(f"redeal.{rules.redeal}", player=player)]
    if rules.redeal is Redeal.NO_ACE_OR_FACE and rules.penneech.card in thrown.hand:
        lines.append(words.say("redeal.with_penneech"))
    if rules.redeal_scope is RedealScope.BOTH_HANDS:
        again = deal.throwings[at + 1].dealer.name
        lines.append(words.say("redeal.both_hands", dealer=again))
    else:
        other = thrown.player.other.name
        lines.append(words.say("redeal.own_hand", player=player, other=other))
        fans.append(teller.fan("redeal.drawn", thrown.player, in_pack_order(thrown.drawn)))
    if throwing.turned is not None:
        stays = rules.redeal_scope is RedealScope.OWN_HAND
        key = "turn_up_stays" if stays else "void_turn_up"
        lines.append(words.say(f"redeal.{key}", card=throwing.turned))
        if stays:
            lines += teller.turn_up(deal, 0)
    begins = Paragraph(sequence(before, " "))
    blocks = (begins, Fans(tuple(fans)), Points(tuple(lines)), _place(teller, deal))
    return Example(words.say("examples.redeal"), blocks, "example-redeal")


def _following(teller: Teller, holds: Found | None, void: Found | None) -> Example | None:
    parts = [
        Example(
            teller.words.say(f"examples.{name}"),
            (*teller.trick(found.deal, found.told, choice=True), _place(teller, found.deal)),
            f"example-{name}",
        )
        for name, found in (("holds", holds), ("void", void))
        if found is not None
    ]
    title = teller.words.say("examples.following")
    return Example(title, tuple(parts), "example-following") if parts else None


def _penneech(teller: Teller) -> Example | None:
    found = examples_of(teller.rules)
    suit = teller.words.suit(teller.rules.penneech_suit)
    parts: list[tuple[str, Found, tuple[Block, ...]]] = []
    for name in ("penneech_turned", "penneech_held"):
        turned: Found | None = getattr(found, name)
        if turned is not None:
            parts.append((name, turned, (Points(tuple(_turning(teller, turned))),)))
    for name in ("penneech_as_trump", "penneech_else"):
        trick: Found | None = getattr(found, name)
        if trick is not None:
            told = teller.trick(trick.deal, trick.told, choice=False)
            after = tuple(_at_the_end(teller, trick.deal))
            parts.append((name, trick, (*told, Points(after)) if after else told))
    examples = tuple(
        Example(
            teller.words.say(f"examples.{name}", suit=suit),
            (*blocks, _place(teller, shown.deal)),
            f"example-{name.replace('_', '-')}",
        )
        for name, shown, blocks in parts
    )
    title = teller.words.say("examples.penneech")
    return Example(title, examples, "example-penneech") if examples else None


def _turning(teller: Teller, found: Found) -> Iterator[Inlines]:
    """A card is turned up, and the trick under it is played: a penneech scores by the one or other.

    Told from the turning to the last point of the trick, or of the turning if it was the last.
    """
    words, deal, card = teller.words, found.deal, found.turned
    is_last = found.trick == teller.rules.hand_size
    player = deal.tricks[found.trick - 1].winner if found.trick else deal.dealer
    key = "dealer_turns" if not found.trick else "turns_last" if is_last else "winner_turns"
    suit = words.suit(card.suit)
    yield words.say(f"trick.{key}", player=player.name, card=card, suit=suit)
    yield from teller.turn_up(deal, found.trick)
    if not is_last:
        told = deal.tricks[found.trick]
        yield teller.both_cards(told)
        yield from teller.taking(told)


def _at_the_end(teller: Teller, deal: ToldDeal) -> Iterator[Inlines]:
    """Under `won_if_ever_trump` the penneech is reckoned when the deal is over."""
    if teller.rules.penneech_in_hand is not PenneechInHand.WON_IF_EVER_TRUMP:
        return
    scored = [peg for peg in deal.pegs if peg.scored.source is Source.PENNEECH_IN_HAND]
    for peg in scored:
        yield teller.words.say(
            "peg.at_the_end",
            player=peg.scored.player.name,
            points=teller.words.count("points", peg.scored.points),
            why=teller.why(peg.scored, None),
        )
    if not scored:
        yield from teller.worthless_penneech_of(deal)


def _whole(teller: Teller, deal: ToldDeal) -> Example:
    key = "deal" if deal.complete else "part_of_a_deal"
    blocks = (*whole_deal(teller, deal), _place(teller, deal))
    return Example(teller.words.say(f"examples.{key}"), blocks, "example-deal")


def _excess(teller: Teller, deal: ToldDeal) -> Example:
    rules = teller.rules
    each = 3 if rules.excess_cards is ExcessCards.TRICK_CARDS_AND_TURN_UPS else 2
    lines = [teller.words.say(f"excess_example.{rules.excess_cards}")]
    by_player = rules.game_end is GameEnd.TURN_UPS_THEN_COUNT
    if by_player:
        lines.append(teller.words.say("excess_example.elder_first", elder=deal.elder.name))
    rest = [peg for peg in deal.pegs if peg.counted and peg.scored.source is not Source.EXCESS]
    for player in (deal.elder, deal.dealer):
        before = [peg for peg in rest if not by_player or peg.scored.player is player]
        lines += [teller.peg(peg, None) for peg in before]
        rest = [peg for peg in rest if peg not in before]
        lines.append(_count(teller, deal, player, each * deal.won(player)))
    blocks = (Points(tuple(lines)), _place(teller, deal))
    return Example(teller.words.say("examples.excess"), blocks, "example-excess")


def _count(teller: Teller, deal: ToldDeal, player: Player, cards: int) -> Inlines:
    """What a player counts, and what that brings."""
    words, over = teller.words, teller.rules.excess_over
    excess = [peg for peg in deal.pegs if peg.scored.source is Source.EXCESS]
    peg = next((peg for peg in excess if peg.scored.player is player), None)
    pegged = 0 if peg is None else peg.scored.points
    key = "counts" if pegged else "not_over" if cards <= over else "no_majority"
    return words.say(
        f"excess_example.{key}",
        player=player.name,
        tricks=words.count("tricks", deal.won(player)),
        cards=words.count("cards", cards),
        over=pegged,
        excess_over=over,
        points=words.count("points", pegged),
        score="" if peg is None or peg.total is None else teller.score(peg.total),
    )


def _end(teller: Teller, deal: ToldDeal) -> Example:
    ending = Paragraph(sequence(_ending(teller, deal), " "))
    blocks = (*whole_deal(teller, deal), ending, _place(teller, deal, begun_there=True))
    return Example(teller.words.say("examples.end"), blocks, "example-end")


def _ending(teller: Teller, deal: ToldDeal) -> Iterator[Inlines]:
    """Who has won the game, and why."""
    words, rules, winner = teller.words, teller.rules, deal.winner
    if winner is None:
        return
    names = {"winner": winner.name, "other": winner.other.name}
    figures = {"score": deal.after[winner], "others": deal.after[winner.other]}
    yield words.say(
        f"end.{_ending_key(rules, deal, winner)}", target=rules.target, **names, **figures
    )
    left = rules.hand_size - len(deal.tricks)
    if left:
        yield words.say("end.left", n=left)


def _ending_key(rules: Rules, deal: ToldDeal, winner: Player) -> str:
    if rules.game_end in (GameEnd.FIRST_TO_PEG, GameEnd.TURN_UPS_THEN_COUNT):
        if rules.game_end is GameEnd.FIRST_TO_PEG or not deal.pegs[-1].counted:
            return "at_once"
        return "elder_counts" if winner is deal.elder else "dealer_counts"
    if min(deal.after) < rules.target:
        return "one_there"
    return "higher" if rules.game_end is GameEnd.DEAL_END_HIGHER else "elder_first"


def _place(teller: Teller, deal: ToldDeal, *, begun_there: bool = False) -> Paragraph:
    """Where a deal is found: games by their numbers in records, deals as `replay` counts them."""
    key = "examples.begun" if begun_there else "examples.place"
    return Paragraph(teller.words.say(key, seed=SEED, game=deal.game, deal=deal.number + 1))

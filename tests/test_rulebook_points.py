"""The points told in worked examples are those of the engine, all of them, each in its turn."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from commands import run
from rulebook_parts import BASE, LANGUAGES
from strategies import Dice, thrown_rules

from penneech.cards import parse_card
from penneech.events import Played, Player, Scored, Source, TrickWon, TurnedUp
from penneech.players.greedy import GreedyPlayer
from penneech.players.table import cut_for_deal, packs_of, play_game, seated
from penneech.render.content import CardFace, Example, Fans, Paragraph, Plain, Points, Steps
from penneech.render.rulebook import compose_rulebook
from penneech.rules import Rules
from penneech.variant import load_variant, shipped_variants

SEED = 1674
CARD = r"((?:10|[2-9AKQJ])[♣♦♥♠])"
PEG = re.compile(r"\b([AB]) (?:pegs|segna) (\d+) (?:points?|punt[oi])\b.*\(A (\d+), B (\d+)\)\.$")
LATER = re.compile(rf"^([AB]) (?:will count|conterà) (\d+) .*? (?:for|per) {CARD}")
AT_THE_END = re.compile(r"\b([AB]) (?:will peg|segnerà) (\d+) ")
TURNED = re.compile(rf"(?:turns up|scopre)(?: one card more,| ancora una carta,)? {CARD}")
BOTH = re.compile(rf"([AB]) (?:leads|esce con) {CARD}, ([AB]) (?:plays|gioca) {CARD}\.$")
REPLY = re.compile(rf"^([AB]) (?:plays|gioca) {CARD}\.$")
WON = re.compile(r"^([AB]) (?:wins the trick|vince la presa):")
PLACE = re.compile(r"(?:game|partita) (\d+) \(.*?(?:deal|smazzata) (\d+) \(")
STANDS = re.compile(r"A (\d+), B (\d+)\.$")


def line(inlines):
    """A line as it is read, cards by their signs."""
    return "".join(
        part.card.sign if isinstance(part, CardFace) else part.text
        for part in inlines
        if isinstance(part, CardFace | Plain)
    ).replace("\N{NO-BREAK SPACE}", " ")


def innermost(blocks):
    """The examples that have no others within them."""
    for block in blocks:
        if isinstance(block, Example):
            inner = list(innermost(block.blocks))
            yield from inner or [block]


def told(example):
    """All that an example says, line by line."""
    for block in example.blocks:
        match block:
            case Paragraph():
                yield line(block.inlines)
            case Points() | Steps():
                yield from map(line, block.items)
            case Fans():
                for fan in block.fans:
                    yield f"{line(fan.label)}: {' '.join(face.card.sign for face in fan.cards)}"


FANS = {
    "turned": re.compile(rf"^(?:Turn-up|Carta scoperta): {CARD}$"),
    "led": re.compile(rf"^(?:[AB]) (?:leads|esce con): {CARD}$"),
    "reply": re.compile(rf"^(?:[AB]) (?:plays|gioca): {CARD}$"),
}


def tokens(lines):
    """The facts among the lines, each as a short tuple."""
    for text in lines:
        if found := PEG.search(text):
            who, points, a, b = found.groups()
            yield ("peg", who, int(points), (int(a), int(b)))
        elif found := BOTH.search(text):
            yield from (("led", found[2]), ("reply", found[4]))
        elif found := TURNED.search(text):
            yield ("turned", found[1])
        elif found := REPLY.search(text):
            yield ("reply", found[2])
        elif found := WON.search(text):
            yield ("won", found[1])
        else:
            yield from ((kind, hit[1]) for kind, form in FANS.items() if (hit := form.search(text)))


def happened(facts, score):
    """The engine's facts in the same form, each with the fact itself."""
    leading = True
    for fact in facts:
        match fact:
            case Played():
                yield ("led" if leading else "reply", fact.card.sign), fact
                leading = not leading
            case TurnedUp():
                yield ("turned", fact.card.sign), fact
            case TrickWon():
                yield ("won", fact.player.name), fact
            case Scored():
                pegged = [fact.points * (player is fact.player) for player in Player]
                score = (score[0] + pegged[0], score[1] + pegged[1])
                yield ("peg", fact.player.name, fact.points, score), fact
            case _:
                yield ("other",), fact


@cache
def deals_of(rules, game, dealer, score):
    """The facts of each deal of a game, with the score before it."""
    deals, facts = [], []
    players = (GreedyPlayer(), GreedyPlayer())
    packs, luck = packs_of(SEED, game), seated(SEED, game)
    for state, more in play_game(rules, dealer, players, packs, luck, score):
        facts += more
        if state.over or (state.needs_pack and state.attempt == 0):
            deals.append((score, facts))
            score, facts = state.score, []
    return deals


def deal_told(rules, example, lines):
    """The engine's facts of the deal that an example is from."""
    game, number = map(int, next(hit for text in lines if (hit := PLACE.search(text))).groups())
    if example.id == "example-end":
        # Who deals in the end may not be who dealt at first.
        dealer, score = Player(game % 2), tuple(map(int, STANDS.search(lines[0]).groups()))
    else:
        dealer, score = cut_for_deal(rules, SEED, game)[1], (0, 0)
    before, facts = deals_of(rules, game, dealer, score)[number - 1]
    return list(happened(facts, before))


def is_counted(rules, fact):
    """Whether these points belong to the closing count."""
    at_end = {Source.EXCESS}
    if rules.game_end == "turn_ups_then_count":
        at_end |= {Source.TRICK, Source.PENNEECH_IN_HAND}
    if rules.penneech_in_hand == "won_if_ever_trump":
        at_end.add(Source.PENNEECH_IN_HAND)
    return isinstance(fact, Scored) and fact.source in at_end


def assert_told_whole(rules, example):
    """Every point from the first to the last fact told, in its turn, and none that is not there."""
    lines = list(told(example))
    found, events = list(tokens(lines)), deal_told(rules, example, lines)
    pegs = [token for token, fact in events if isinstance(fact, Scored)]
    if example.id in {"example-deal", "example-end"}:
        assert found == pegs
        return
    if example.id == "example-excess":
        assert found == [token for token, fact in events if is_counted(rules, fact)]
        return
    if not found:
        assert example.id == "example-redeal"
        return
    sequence = [token for token, _ in events]
    places = []
    for token in found:
        places.append(sequence.index(token, places[-1] + 1 if places else 0))
    stretch = sequence[places[0] : places[-1] + 1]
    assert [token for token in found if token[0] == "peg"] == [
        token for token in stretch if token[0] == "peg"
    ]
    # Nor does it break off while something is still pegged for the last thing told.
    if places[-1] + 1 < len(events):
        after = events[places[-1] + 1][1]
        assert not isinstance(after, Scored) or is_counted(rules, after)
    assert_promises_are_kept(rules, lines, found, events)


def assert_promises_are_kept(rules, lines, found, events):
    """What is said to be counted later is what the trick told was counted for."""
    scored = [fact for _, fact in events if isinstance(fact, Scored)]
    later = [(hit[1], int(hit[2]), hit[3]) for text in lines if (hit := LATER.search(text))]
    counted = rules.game_end == "turn_ups_then_count"
    assert later == (list(promised(rules, found, events, scored)) if counted else [])
    at_end = [(hit[1], int(hit[2])) for text in lines if (hit := AT_THE_END.search(text))]
    in_hand = [
        (fact.player.name, fact.points) for fact in scored if fact.source is Source.PENNEECH_IN_HAND
    ]
    assert at_end in ([], in_hand)


def promised(rules, found, events, scored):
    """What a trick brings that is counted after the play: a penneech held, the lead, the reply."""
    turned = {token[1]: fact.trick for token, fact in events if isinstance(fact, TurnedUp)}
    before = turned[next(token[1] for token in found if token[0] == "turned")]
    cards = [token[1] for token in found if token[0] in {"led", "reply"}]
    sources = {Source.TRICK, Source.PENNEECH_IN_HAND}
    if rules.penneech_in_hand == "won_if_ever_trump":
        sources.remove(Source.PENNEECH_IN_HAND)
    held = rules.penneech_in_hand == "held_when_trump"
    # A penneech that is held is earned when the trick's turn-up is turned, before the trick.
    earned = [(rules.penneech.card.sign, before)] * held + [(card, before + 1) for card in cards]
    for card, trick in earned:
        for fact in scored:
            if fact.source in sources and (fact.card.sign, fact.trick) == (card, trick):
                yield (fact.player.name, fact.points, card)


def examples(variant, language):
    return list(innermost(compose_rulebook(variant, language).sections[-1].blocks))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", shipped_variants(), ids=lambda variant: variant.id)
def test_an_example_tells_every_point_of_its_stretch_in_its_turn(variant, language):
    found = examples(variant, language)
    assert len(found) >= 6
    for example in found:
        if example.id != "example-cut":
            assert_told_whole(variant.rules, example)


FIXED = [
    {},
    {"game_end": "turn_ups_then_count"},
    {"game_end": "turn_ups_then_count", "penneech_in_hand": "held_when_trump"},
    {"redeal_scope": "own_hand", "redeal_timing": "after_turn_up", "redeal": "no_ace_or_face"},
    {"turn_up_credit": "trick_winner", "first_turn_up": "first_trick_winner"},
    {"penneech_in_hand": "won_if_ever_trump", "game_end": "turn_ups_then_count"},
]


@pytest.mark.parametrize("dice", range(3))
@pytest.mark.parametrize("fixed", FIXED, ids=lambda fixed: "-".join(fixed.values()) or "any")
def test_so_it_does_under_any_rules(fixed, dice):
    rules = Rules.from_resolved(thrown_rules(Dice(dice, FIXED.index(fixed)), **fixed))
    for language in LANGUAGES:
        for example in examples(replace(BASE, rules=rules), language):
            if example.id != "example-cut":
                assert_told_whole(rules, example)


def test_the_honour_that_falls_to_a_penneech_turned_up_is_pegged_after_it():
    parlett = load_variant("parlett")
    example = next(one for one in examples(parlett, "en") if one.id == "example-penneech-turned")
    found = [token[:3] for token in tokens(told(example))]
    assert found[0] == ("turned", "7♦")
    assert found[1][0] == "peg"
    assert ("reply", "A♦") in found
    assert found[-1] == ("peg", found[-2][1], 5)
    assert parse_card("AD").sign == "A♦"


def test_a_place_under_an_example_is_one_that_replay_shows(tmp_path):
    parlett = load_variant("parlett")
    example = next(one for one in examples(parlett, "en") if one.id == "example-penneech-turned")
    lines = list(told(example))
    game, deal = next(hit for text in lines if (hit := PLACE.search(text))).groups()
    file = tmp_path / "games.jsonl"
    games = ("--players", "greedy,greedy", "--games", int(game) + 1, "--seed", SEED)
    assert run("simulate", "parlett", *games, "--records", file).status == 0
    shown = run("replay", file, "--game", game, "--deal", deal).out
    assert f"Game {game} · seed {SEED}" in shown
    assert f"Deal {deal} · " in shown
    led, reply = (token[1] for token in tokens(lines) if token[0] in {"led", "reply"})
    assert re.search(rf"7♦ +[AB] {led} +[AB] {reply}", shown)

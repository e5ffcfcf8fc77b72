"""The order of scoring in a rulebook: it is the engine's, and names only what the variant has."""

from __future__ import annotations

from itertools import product

import pytest
from rulebook_parts import LANGUAGES, section, text_of, variant
from strategies import Dice, thrown_rules

from penneech.events import Scored, Source
from penneech.players.simple import RandomPlayer
from penneech.players.table import cut_for_deal, packs_of, play_game, seated
from penneech.render.order import order_items
from penneech.render.rulebook import compose_rulebook
from penneech.render.wording import Words
from penneech.rules import Rules
from penneech.variant import load_variant, shipped_variants

GAMES = 12
TOGETHER = {
    "first_to_peg": {
        "penneech_in_trick",
        "turn_up_of_the_trick",
        "turned_next",
        "turned_last",
        "penneech_held",
        "penneech_at_end",
        "excess",
        "excess_by_turns",
        "led_then_played",
    },
    "turn_ups_then_count": {"cards", "cards_led_first", "penneech_at_end", "excess"},
}


def steps(rules, games=GAMES):
    """What was scored in each step of some games, in order, with the state after it."""
    for game in range(games):
        dealer = cut_for_deal(rules, 7, game)[1]
        players = (RandomPlayer(), RandomPlayer())
        played = play_game(rules, dealer, players, packs_of(7, game), seated(7, game))
        for state, facts in played:
            yield state, [fact for fact in facts if isinstance(fact, Scored)]


IN_HAND = {
    "won_when_trump": {"penneech_in_trick", "led_then_played", "cards", "cards_led_first"},
    "won_if_ever_trump": {"penneech_at_end"},
    "held_when_trump": {"penneech_held", "cards", "cards_led_first"},
}


def item_of(rules, state, scored):
    """Under which item of the list the engine's points fall; several names are the same place."""
    match scored.source:
        case Source.EXCESS:
            return {"excess", "excess_by_turns"}
        case Source.TRICK:
            return {"led_then_played", "cards", "cards_led_first"}
        case Source.PENNEECH_IN_HAND:
            return IN_HAND[rules.penneech_in_hand]
        case Source.TURN_UP if scored.card in state.deal.turn_ups[scored.trick :]:
            return {"turned_next", "turned_last"}
        case _:
            return {"turn_up_of_the_trick"}


def place_of(items, rules, state, scored):
    (place,) = [
        number for number, item in enumerate(items) if item in item_of(rules, state, scored)
    ]
    return place


def assert_order_is_the_engines(rules):
    items = order_items(rules)
    for state, scored in steps(rules):
        if rules.game_end == "turn_ups_then_count":
            scored = [one for one in scored if one.source is not Source.TURN_UP]  # noqa: PLW2901  # what is left of it
            elder = state.deal.dealer.other
            halves = [
                [one for one in scored if (one.player is elder) is first] for first in (True, False)
            ]
            assert scored == [*halves[0], *halves[1]]
        else:
            halves = [scored]
        for half in halves:
            places = [place_of(items, rules, state, one) for one in half]
            assert places == sorted(places)


@pytest.mark.parametrize("dice", range(12))
@pytest.mark.parametrize("game_end", TOGETHER)
def test_what_is_scored_together_is_scored_in_the_order_that_is_told(game_end, dice):
    assert_order_is_the_engines(
        Rules.from_resolved(thrown_rules(Dice(dice, 11), game_end=game_end))
    )


CHOICES = {
    "honours": ("all_suits", "trumps_only", "turned_up_only"),
    "penneech_in_hand": ("won_when_trump", "won_if_ever_trump", "held_when_trump"),
    "turn_up_credit": ("turner", "trick_winner"),
    "first_turn_up": ("nobody", "dealer", "first_trick_winner"),
    "last_turn_up": ("honours_and_penneech", "honours_only", "nothing"),
    "excess_cards": ("trick_cards", "trick_cards_and_turn_ups"),
    "excess_claim": ("either_player", "trick_majority"),
    "honours_credit": ("trick_winner", "holder"),
}
ALL = [
    chosen
    for readings in product(*CHOICES.values())
    if (chosen := dict(zip(CHOICES, readings, strict=True)))
    if (chosen["first_turn_up"], chosen["turn_up_credit"])
    not in {("dealer", "trick_winner"), ("first_trick_winner", "turner")}
]
SOME = ALL[:: len(ALL) // 60]


def seen_in_play(rules):
    """What is scored in play after the first turn-up, by the names of the list."""
    seen = set()
    for state, scored in steps(rules, games=3):
        for one in scored:
            seen |= {item for item in item_of(rules, state, one) if item != "excess_by_turns"}
            if one.source is Source.TURN_UP and one.trick == rules.hand_size:
                seen.add("last")
        if sum(one.source is Source.EXCESS for one in scored) == 2:
            seen.add("excess_by_turns")
    return seen


def wanted_by_play(rules):
    """The list of `first_to_peg` as play alone would write it."""
    seen = seen_in_play(rules)
    honours = rules.honours != "turned_up_only"
    seen.discard("penneech_in_trick" if honours else "led_then_played")
    seen.discard("excess" if "excess_by_turns" in seen else "")
    turner = rules.turn_up_credit == "turner"
    seen.discard("turned_last" if turner else "turned_next")
    return seen & TOGETHER["first_to_peg"]


@pytest.mark.parametrize("readings", SOME, ids=lambda chosen: "-".join(chosen.values()))
def test_the_order_names_exactly_what_is_scored_in_play(readings):
    rules = variant({**readings, "game_end": "first_to_peg"}, target=600).rules
    assert set(order_items(rules)) == wanted_by_play(rules)


def phrases(language, told):
    """Every item in words."""
    words = Words(language)
    suit = words.suit(told.rules.penneech_suit)
    return {
        item: text_of(words.say(f"order_of_scoring.{item}", suit=suit))
        for item in set().union(*TOGETHER.values())
    }


@pytest.mark.parametrize("game_end", TOGETHER)
@pytest.mark.parametrize("readings", SOME[::4], ids=lambda chosen: "-".join(chosen.values()))
def test_the_section_on_the_end_says_the_order_and_nothing_else(monkeypatch, readings, game_end):
    monkeypatch.setattr("penneech.render.rulebook.worked_examples", lambda *_: ())
    told = variant({**readings, "game_end": game_end})
    items = order_items(told.rules)
    for language in LANGUAGES:
        game = compose_rulebook(told, language).sections[7]
        assert game.id == "game"
        listed = [
            text_of(item) for block in game.blocks[1:] for item in getattr(block, "items", ())
        ]
        assert listed == [phrases(language, told)[item] for item in items]


@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_a_penneech_held_is_spoken_of_only_where_holding_it_scores(told):
    held = told.rules.penneech_in_hand == "held_when_trump"
    for language, words in (("en", "held in hand"), ("it", "tenuto in mano")):
        spoken = words in section(compose_rulebook(told, language), "game")
        assert spoken == (held and told.rules.game_end == "first_to_peg")


def test_where_only_one_thing_is_scored_at_a_time_no_order_is_told():
    bare = {"card": "7D", "turned_up": 0, "in_hand": 0}
    told = variant({"honours": "turned_up_only"}, excess_over=60, penneech=bare)
    assert len(compose_rulebook(told, "en").sections[7].blocks) == 1
    assert len(compose_rulebook(load_variant("wikipedia-it"), "en").sections[7].blocks) == 1

"""The rule space: readings, parameters, bounds, forbidden combinations, and the resolved form."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
import math
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from strategies import resolved_rules
from table import PARAMETERS, READINGS, resolved, rules
from written import READINGS as WRITTEN

from penneech.cards import PACK, Rank, Suit, parse_card
from penneech.errors import PenneechError, RulesError
from penneech.rules import (
    BOUNDS,
    FORBIDDEN,
    RULE_POINTS,
    Penneech,
    Rules,
    canonical_text,
    cards_needed,
    faults,
)


def faults_of(**changes):
    """The faults of the usual rules with these changes, each as "path: text"."""
    return [f"{'.'.join(path)}: {text}" for path, text in faults(resolved(**changes))]


# --- The space -----------------------------------------------------------------------------------


def test_sixteen_rule_points_and_their_readings_are_those_of_the_catalogue():
    ids = {
        point: " ".join(reading.value for reading in kind) for point, kind in RULE_POINTS.items()
    }
    assert ids == WRITTEN
    assert list(ids) == list(WRITTEN)


def test_labels_of_the_space_number_7464960():
    credit, first = RULE_POINTS["turn_up_credit"], RULE_POINTS["first_turn_up"]
    pairs = [
        one
        for one in ({"turn_up_credit": a, "first_turn_up": b} for a in credit for b in first)
        if not any(
            one[point] == reading and one[other] != needed
            for (point, reading), (other, needed) in FORBIDDEN
        )
    ]
    others = RULE_POINTS.keys() - {"turn_up_credit", "first_turn_up"}
    assert len(pairs) == 4
    assert len(pairs) * math.prod(len(RULE_POINTS[point]) for point in others) == 7_464_960


def test_every_reading_has_a_ruling_among_the_engines_tests():
    folder = Path(__file__).parent / "engine"
    rulings = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    missing = [
        f"{point}: {reading}"
        for point, kind in RULE_POINTS.items()
        for reading in kind
        if f'"{reading}"' not in rulings
    ]
    assert not missing


# --- What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("point", RULE_POINTS)
def test_reading_of_another_name_is_refused_with_those_that_there_are(point):
    allowed = WRITTEN[point].replace(" ", ", ")
    found = faults_of(**{point: "sometimes"})
    assert found == [f"rules.{point}: 'sometimes' is not one of {allowed}"]


@pytest.mark.parametrize(
    ("first", "needed", "given"),
    [("dealer", "turner", "trick_winner"), ("first_trick_winner", "trick_winner", "turner")],
)
def test_first_turn_up_goes_only_with_its_credit(first, needed, given):
    assert faults_of(first_turn_up=first, turn_up_credit=given) == [
        f"rules.first_turn_up: first_turn_up: {first} goes only with turn_up_credit: {needed}, "
        f"not with {given}"
    ]
    assert faults_of(first_turn_up=first, turn_up_credit=needed) == []
    assert faults_of(first_turn_up="nobody", turn_up_credit=given) == []


@pytest.mark.parametrize(
    ("name", "least", "most"), [("hand_size", 1, 17), ("target", 1, 1000), ("excess_over", 0, 60)]
)
def test_figures_keep_their_bounds(name, least, most):
    assert BOUNDS[name] == (least, most)
    for good in (least, most):
        assert faults_of(**{name: good}) == []
    for bad in (least - 1, most + 1, -1, 7.0, "7", None, True, [7]):
        assert faults_of(**{name: bad}) == [
            f"{name}: {bad!r} is not a whole number from {least} to {most}"
        ]


@pytest.mark.parametrize("points", [-1, 101, 5.0, "5", None, True])
def test_points_of_honours_and_penneech_are_whole_numbers_to_a_hundred(points):
    text = f"{points!r} is not a whole number from 0 to 100"
    assert faults_of(card_points={"A": points}) == [f"card_points.A: {text}"]
    penneech = {"card": "7D", "turned_up": points, "in_hand": points}
    assert faults_of(penneech=penneech) == [
        f"penneech.turned_up: {text}",
        f"penneech.in_hand: {text}",
    ]


@pytest.mark.parametrize("points", [0, 100])
def test_points_may_be_none_and_a_hundred(points):
    penneech = {"card": "7D", "turned_up": points, "in_hand": points}
    assert faults_of(card_points={"A": points}, penneech=penneech) == []


def test_any_ranks_may_have_points_and_no_others():
    assert faults_of(card_points={rank.letter: 1 for rank in Rank}) == []
    assert faults_of(card_points={}) == []
    assert faults_of(card_points={"10": 1, "a": 1}) == [
        "card_points: '10' is not a rank; ranks are 2 3 4 5 6 7 8 9 T J Q K A",
        "card_points: 'a' is not a rank; ranks are 2 3 4 5 6 7 8 9 T J Q K A",
    ]


def test_penneech_is_a_card():
    (fault,) = faults_of(penneech={"card": "1D", "turned_up": 14, "in_hand": 7})
    assert fault.startswith("penneech.card: '1D' is not a card; write rank then suit")


@pytest.mark.parametrize("value", [None, [], "x", 7])
def test_parts_of_the_wrong_kind_are_refused(value):
    assert faults_of(card_points=value) == [
        "card_points: give points by rank, like {A: 5, K: 4, Q: 3, J: 2}"
    ]
    assert faults_of(penneech=value) == [
        "penneech: give it as {card: 7D, turned_up: 14, in_hand: 7}"
    ]
    with_rules = resolved() | {"rules": value}
    assert [text for _, text in faults(with_rules)] == [
        "give a reading for each of the sixteen rule points"
    ]


def test_keys_that_are_missing_and_keys_that_nobody_knows_are_faults():
    data = resolved()
    del data["target"], data["rules"]["honours"], data["penneech"]
    data |= {"penneech": {"card": "7D", "turned_up": 14, "worth": 3}, "colour": "red"}
    assert [f"{'.'.join(path)}: {text}" for path, text in faults(data)] == [
        ": unknown key 'colour'",
        ": 'target' is missing",
        "rules: 'honours' is missing",
        "penneech: unknown key 'worth'",
        "penneech: 'in_hand' is missing",
    ]


def test_all_faults_are_told_at_once():
    found = faults_of(honours="none", hand_size=0, card_points={"A": 101, "B": 1})
    assert [fault.split(":")[0] for fault in found] == [
        "rules.honours",
        "hand_size",
        "card_points.A",
        "card_points",
    ]


@pytest.mark.parametrize(
    ("scope", "size", "need"), [("both_hands", 7, 22), ("own_hand", 7, 36), ("both_hands", 17, 52)]
)
def test_a_deal_uses_three_hands_and_a_card_or_five_hands_and_a_card(scope, size, need):
    assert cards_needed(size, scope) == need


def test_own_hand_leaves_ten_cards_a_hand_at_most_with_the_arithmetic():
    assert faults_of(redeal_scope="own_hand", hand_size=10) == []
    assert faults_of(redeal_scope="own_hand", hand_size=11) == [
        "hand_size: a deal with redeal_scope: own_hand can use 5 x 11 + 1 = 56 cards of the 52; "
        "hand_size is at most 10 there"
    ]
    assert faults_of(redeal_scope="both_hands", hand_size=11) == []


# --- Rules as values -----------------------------------------------------------------------------


def test_rules_out_of_the_space_cannot_be_made():
    with pytest.raises(
        RulesError, match="target: 0 is not a whole number from 1 to 1000"
    ) as refused:
        rules(target=0)
    assert refused.value.faults == ((("target",), "0 is not a whole number from 1 to 1000"),)
    assert isinstance(refused.value, PenneechError)
    good = rules()
    with pytest.raises(RulesError, match="hand_size: 18"):
        dataclasses.replace(good, hand_size=18)
    with pytest.raises(RulesError, match="goes only with"):
        dataclasses.replace(good, turn_up_credit=RULE_POINTS["turn_up_credit"]("trick_winner"))


def test_resolved_form_with_faults_is_refused_with_all_of_them():
    data = resolved(target=0)
    del data["hand_size"]
    with pytest.raises(RulesError) as refused:
        Rules.from_resolved(data)
    assert [path for path, _ in refused.value.faults] == [(), ("target",)]


def test_honours_stand_from_the_highest_down():
    made = rules(card_points={"J": 2, "A": 5, "T": 1, "K": 4})
    assert made.card_points == ((Rank.ACE, 5), (Rank.KING, 4), (Rank.KNAVE, 2), (Rank.TEN, 1))


def test_rules_are_not_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules().target = 31


def test_every_reading_and_parameter_is_kept():
    for point, kind in RULE_POINTS.items():
        for reading in kind:
            # What would be a forbidden combination is given the only credit that it goes with.
            credit = {("first_turn_up", "first_trick_winner"): "trick_winner"}
            changes = {"first_turn_up": "nobody", point: reading.value}
            if (point, reading.value) in credit:
                changes["turn_up_credit"] = "trick_winner"
            made = rules(**changes)
            assert made.reading(point) == reading.value
            assert getattr(made, point) is reading
    made = rules(hand_size=5, target=31, excess_over=4, card_points={"T": 10})
    assert (made.hand_size, made.target, made.excess_over) == (5, 31, 4)
    assert made.card_points == ((Rank.TEN, 10),)


def test_penneech_is_kept_and_has_a_suit():
    made = rules(penneech={"card": "2C", "turned_up": 9, "in_hand": 3})
    assert made.penneech == Penneech(parse_card("2C"), 9, 3)
    assert made.penneech_suit is Suit.CLUBS
    assert rules().penneech_suit is Suit.DIAMONDS


def test_card_that_is_the_penneech_is_never_an_honour():
    made = rules(
        card_points={"A": 5, "7": 1}, penneech={"card": "AD", "turned_up": 1, "in_hand": 1}
    )
    worth = {str(card): made.honour_points(card) for card in PACK}
    assert {card for card, points in worth.items() if points == 5} == {"AC", "AH", "AS"}
    assert {card for card, points in worth.items() if points == 1} == {"7C", "7D", "7H", "7S"}
    assert worth["AD"] == 0
    assert rules(card_points={"7": 1}).honour_points(parse_card("7D")) == 0


def test_historical_honours_are_ace_king_queen_and_knave():
    worth = {str(card): rules().honour_points(card) for card in PACK}
    points = {"A": 5, "K": 4, "Q": 3, "J": 2}
    assert worth == {str(card): points.get(str(card)[0], 0) for card in PACK}


def test_equal_rules_are_equal_whatever_the_order_in_which_they_are_written():
    one = rules(card_points={"A": 5, "K": 4})
    other = rules(card_points={"K": 4, "A": 5})
    assert (one, hash(one), one.digest()) == (other, hash(other), other.digest())
    assert one != rules(card_points={"A": 5})


def test_rules_survive_copies_and_pickles():
    made = rules(target=31)
    assert copy.deepcopy(made) == made
    again = pickle.loads(pickle.dumps(made))  # noqa: S301  # our own bytes
    assert again == made
    assert again.honour_points(parse_card("AS")) == 5


# --- The resolved form ---------------------------------------------------------------------------


def test_canonical_text_has_sorted_keys_no_spaces_and_is_ascii():
    assert canonical_text({"b": [1, "é"], "a": {"z": None}}) == (
        '{"a":{"z":null},"b":[1,"\\u00e9"]}'
    )


def test_digest_is_the_sha_256_of_the_canonical_text():
    made = rules()
    text = json.dumps(
        {"rules": READINGS, **PARAMETERS}, sort_keys=True, separators=(",", ":"), ensure_ascii=True
    )
    assert canonical_text(made.resolved()) == text
    assert made.digest() == hashlib.sha256(text.encode()).hexdigest()


@settings(max_examples=60, deadline=None)
@given(resolved_rules())
def test_resolving_a_resolved_variant_gives_the_same_bytes(data):
    made = Rules.from_resolved(data)
    again = Rules.from_resolved(made.resolved())
    assert canonical_text(made.resolved()) == canonical_text(data)
    assert (again, again.digest()) == (made, made.digest())


def test_card_in_any_spelling_resolves_to_one():
    spelled = rules(penneech={"card": "10♦", "turned_up": 14, "in_hand": 7})
    assert (
        spelled.digest() == rules(penneech={"card": "TD", "turned_up": 14, "in_hand": 7}).digest()
    )

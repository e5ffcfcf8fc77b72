"""Views: records with hidden cards are checked as far as the cards that are seen go, no further."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest
from commands import run
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import played_records, resolved_rules
from table import rules as usual_rules

from penneech.cards import PACK, Suit
from penneech.chance import shuffled
from penneech.errors import FileFaultsError, RecordError
from penneech.events import Player, Source
from penneech.players.simple import RandomPlayer
from penneech.records import (
    read_records,
    record_from_data,
    record_of,
    record_to_data,
    verify,
    verify_view,
)
from penneech.records.choosing import one_for_each
from penneech.rules import Rules
from penneech.study.match import Match, record_of_game

A, B = Player
HIDDEN = "??"


# --- A true view is accepted ---------------------------------------------------------------------


@st.composite
def broken_off_records(draw, **fixed):
    """The record of a game as it was after any of its steps."""
    record = draw(played_records(**fixed))
    steps = [step for deal in verify(record).deals for step in deal]
    return record_of(record.rules, record.heading, steps[: draw(st.integers(0, len(steps)))])


def pair(seat, hidden, shown):
    return (hidden, shown) if seat is A else (shown, hidden)


def seen_from(record, seat, *, played):
    """The record as the player at a seat has seen it.

    Args:
        record: the whole record.
        seat: the player.
        played: whether the cards that the other player has played are shown in the hand.
    """
    other = seat.other

    def hide(hands, plays=()):
        hand = tuple([card if played and card in plays else None for card in hands[other]])
        return pair(other, hand, hands[seat])

    return replace(
        record,
        deals=tuple(
            replace(
                deal,
                hands=hide(deal.hands, deal.plays),
                thrown_up=tuple(
                    replace(entry, hands=hide(entry.hands)) for entry in deal.thrown_up
                ),
            )
            for deal in record.deals
        ),
    )


@examples(100)
@given(
    record=st.one_of(broken_off_records(), broken_off_records(penneech_in_hand="held_when_trump")),
    seat=st.sampled_from(Player),
    played=st.booleans(),
)
def test_what_a_player_has_seen_of_a_true_game_is_accepted(record, seat, played):
    view = seen_from(record, seat, played=played)
    assume(view.is_view)
    found = verify_view(view)
    assert found.record == view


@examples(30)
@given(record=broken_off_records())
def test_a_true_game_is_accepted_with_all_hands_hidden(record):
    view = seen_from(seen_from(record, A, played=False), B, played=False)
    assume(view.is_view)
    verify_view(view)


@examples(30)
@given(record=played_records(redeal="never"), seat=st.sampled_from(Player))
def test_of_deals_played_out_nothing_remains_unchecked(record, seat):
    size = 2 * record.rules.hand_size
    deals = tuple([deal for deal in record.deals if len(deal.plays) == size])
    view = seen_from(record, seat, played=False)
    assume(len(deals) == len(record.deals) > 0)
    assert verify_view(view).unchecked == ()


# --- A false one is refused exactly if no cards at all could make it true ------------------------


@st.composite
def small_views(draw):
    """A view with one hidden place or two in small hands, and something of it altered or not."""
    data = draw(resolved_rules())
    data["rules"]["penneech_in_hand"] = draw(
        st.sampled_from(["held_when_trump", data["rules"]["penneech_in_hand"]])
    )
    data |= {"hand_size": draw(st.integers(1, 3)), "target": draw(st.sampled_from([5, 20, 1000]))}
    seed = draw(st.integers(0, 2**32))
    packs = [shuffled(seed, 0, number, 0) for number in range(4)]
    low = sorted(PACK, key=lambda card: (card.rank, card.suit))
    packs = [tuple(low) if draw(st.booleans()) else pack for pack in packs]
    match = Match(
        rules=Rules.from_resolved(data),
        variant="a-variant",
        players=(RandomPlayer(), RandomPlayer()),
        seed=seed,
        games=1,
        packs=tuple(packs),
        dealer=draw(st.sampled_from(Player)),
    )
    whole = record_of_game(match, 0)
    steps = [step for deal in verify(whole).deals for step in deal]
    steps = steps[: draw(st.integers(max(0, len(steps) - 8), len(steps)))]
    plain = record_to_data(record_of(whole.rules, whole.heading, steps))
    for _ in range(1 + (draw(st.integers(0, 4)) == 0)):
        put(plain, HIDDEN, draw(st.sampled_from(places(plain) or [()])))
    if draw(st.integers(0, 3)):
        alter(draw, plain)
    for key in ("digest", "check"):
        plain.pop(key, None)
    return record_from_data(plain)


def hands_of(plain):
    """The hands of a record as data, with their paths: of its last deals, and those thrown up."""
    for i, deal in list(enumerate(plain["deals"]))[-2:]:
        yield ("deals", i, "hands")
        for j in range(len(deal["thrown_up"])):
            yield ("deals", i, "thrown_up", j, "hands")


def places(plain):
    return [
        (*path, seat, i)
        for path in hands_of(plain)
        for seat in "AB"
        for i in range(len(at(plain, path)[seat]))
    ]


def at(plain, path):
    for key in path:
        plain = plain[key]
    return plain


def put(plain, value, path):
    assume(path)
    at(plain, path[:-1])[path[-1]] = value


CARDS = st.sampled_from([str(card) for card in PACK])
SEATS = st.sampled_from("AB")
ALTERED = {
    "points": st.integers(1, 20),
    "source": st.sampled_from([source.value for source in Source]),
    "player": SEATS,
    "by": SEATS,
    "dealer": SEATS,
    "trick": st.integers(0, 3),
    "winner": st.sampled_from(["A", "B", None]),
}


def alter(draw, plain):
    """Change, add or leave out something of the last deals."""
    i = draw(st.integers(max(0, len(plain["deals"]) - 2), max(0, len(plain["deals"]) - 1)))
    deal = plain["deals"][i] if plain["deals"] else {}
    leaves = [("winner",), ("score", "A"), ("score", "B")]
    leaves += [("deals", i, *path) for path in leaves_of(deal)]
    path = draw(st.sampled_from(leaves))
    match draw(st.sampled_from(["change", "change", "change", "drop", "add"])):
        case "drop" if deal:
            some = deal[draw(st.sampled_from(["plays", "turn_ups", "events", "thrown_up"]))]
            del some[draw(st.integers(0, len(some))) :]
        case "add" if deal:
            deal[draw(st.sampled_from(["plays", "turn_ups"]))].append(draw(CARDS))
        case _:
            key = path[-1]
            whole = "score" in path
            put(plain, draw(st.integers(0, 30) if whole else ALTERED.get(key, CARDS)), path)


def leaves_of(value, path=()):
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from leaves_of(inner, (*path, key))
    elif value != HIDDEN and path[-1] != "start":
        yield path


def completions(view):
    """Every record that a view can be of, whether it holds or not."""
    for cards in product(PACK, repeat=view.hidden):
        given = iter(cards)

        def fill(hands, given=given):
            return tuple(
                tuple([next(given) if card is None else card for card in hand]) for hand in hands
            )

        yield replace(
            view,
            deals=tuple(
                replace(
                    deal,
                    thrown_up=tuple(
                        replace(entry, hands=fill(entry.hands)) for entry in deal.thrown_up
                    ),
                    hands=fill(deal.hands),
                )
                for deal in view.deals
            ),
        )


def holds(check, record):
    try:
        check(record)
    except RecordError:
        return False
    return True


@examples(15)
@given(view=small_views())
def test_a_view_is_refused_exactly_if_no_cards_could_make_it_hold(view):
    assume(view.is_view)
    assert holds(verify_view, view) == any(holds(verify, record) for record in completions(view))


@examples(50)
@given(wants=st.lists(st.lists(st.sampled_from(PACK[:4]), max_size=3), max_size=4))
def test_a_card_is_found_for_each_place_whenever_there_are_any(wants):
    found = one_for_each(wants)
    possible = any(len(set(cards)) == len(cards) for cards in product(*wants))
    assert (found is not None) == possible
    if found is not None:
        assert len(set(found)) == len(found) == len(wants)
        assert all(card in some for card, some in zip(found, wants, strict=True))


# --- What is said of it --------------------------------------------------------------------------

A_HAND = ["7D", "KD", "2S"]
RULINGS = {"following": "must_follow", "hand_size": 3, "target": 60, "redeal": "no_ace_or_face"}


def small_view(**changes):
    """Two tricks of three under `must_follow`; A deals, and B's hand is hidden but for one card."""
    deal = {
        "dealer": "A",
        "hands": {"A": A_HAND, "B": ["AD", HIDDEN, HIDDEN]},
        "turn_ups": ["3S", "KS", "4H"],
        "plays": ["AD", "7D", "KD", "9C"],
        "score": {"A": 13, "B": 0},
    }
    return {
        "format": "penneech-record",
        "version": 1,
        **usual_rules(**RULINGS).resolved(),
        "start": {"score": {"A": 0, "B": 0}, "dealer": "A"},
        "deals": [deal | changes],
    }


def said_of(data):
    """What is said of a view that is refused."""
    with pytest.raises(RecordError) as caught:
        verify_view(record_from_data(json.loads(json.dumps(data))))
    return str(caught.value)


def test_the_small_view_holds_as_far_as_it_can_be_checked():
    unchecked = verify_view(record_from_data(small_view())).unchecked
    assert unchecked == ("whether B kept to following=must_follow in deal 1",)


def with_b(*hand):
    """Hands of which B's is this one."""
    return {"A": A_HAND, "B": list(hand)}


EVENT = {"player": "B", "points": 5, "source": "trick", "card": "AD", "trick": 1}
THROWN = {"by": "B", "dealer": "A", "hands": with_b("AH", HIDDEN, HIDDEN)}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"hands": with_b("AD", HIDDEN)},
            "deal 1, before trick 1: B's hand has 2 cards (AD ??); hand_size is 3",
        ),
        (
            {"hands": with_b("KD", HIDDEN, HIDDEN)},
            "deal 1, before trick 1: KD is there twice: in A's hand and in B's hand",
        ),
        (
            {"hands": with_b("3S", HIDDEN, HIDDEN)},
            "deal 1, before trick 1: 3S is there twice: in B's hand and turned for trick 1",
        ),
        (
            {"hands": with_b("8C", "8D", HIDDEN)},
            "deal 1, trick 2: 9C is not in B's hand: 8C or 8D",
        ),
        (
            {"hands": with_b("AD", "5D", HIDDEN)},
            "deal 1, trick 2: 9C breaks following=must_follow: 5D",
        ),
        ({"plays": ["AD", "9D"]}, "deal 1, trick 1: 9D is not in A's hand: 7D or KD or 2S"),
        (
            {"plays": ["AD", "7D", "KD", "2S"]},
            "deal 1, trick 2: 2S is not in B's hand, but in A's hand",
        ),
        (
            {"plays": ["AD", "7D", "AD"]},
            "deal 1, trick 2: AD is not in A's hand, but played to trick 1",
        ),
        (
            {"plays": ["AD", "7D", "KS"]},
            "deal 1, trick 2: KS is not in A's hand, but turned for trick 2",
        ),
        (
            {"plays": ["AD", "2S"], "turn_ups": ["3S", "KS"]},
            "deal 1, trick 1: 2S breaks following=must_follow: 7D or KD",
        ),
        (
            {"turn_ups": ["3S", "KS"]},
            "deal 1, trick 2, 9C: a card is turned then; the record has 2 turn-ups",
        ),
        (
            {"score": {"A": 0, "B": 13}},
            "deal 1, trick 2, 9C: the deal's score is A 13, B 0; the record has A 0, B 13",
        ),
        (
            {"events": [EVENT]},
            "deal 1, trick 1, 7D: event 1 is A 5 (trick AD, trick 1); "
            "the record has B 5 (trick AD, trick 1)",
        ),
        ({"dealer": "B"}, "it is A's turn to deal; the record has B"),
        (
            {"thrown_up": [THROWN]},
            "throwing up 1: B may not throw up AH ?? ?? now: redeal=no_ace_or_face",
        ),
    ],
)
def test_what_is_false_whatever_is_hidden_is_refused_with_its_place(changes, said):
    assert said in said_of(small_view(**changes))


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        (["AD", "2C"], "deal 1, trick 1: 2C is not in A's hand, but thrown up by A"),
        (["3C"], "deal 1, trick 1: 3C is not in B's hand, but thrown up by A"),
    ],
)
def test_a_card_that_was_thrown_up_is_not_played(plays, said):
    thrown = {"by": "A", "dealer": "A"}
    thrown["hands"] = {"A": ["2C", "3C", "4C"], "B": ["AD", HIDDEN, HIDDEN]}
    view = small_view(thrown_up=[thrown], plays=plays, turn_ups=["3S"])
    del view["deals"][0]["score"]
    by = usual_rules(**RULINGS, redeal_scope="own_hand").resolved()
    assert said in said_of(view | by)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"winner": "A"}, "deal 1, trick 2, 9C: A is to play, and no card follows"),
        ({"score": {"A": 1, "B": 13}}, "deal 1, trick 2, 9C: the game's score is A 13, B 0"),
        ({"cut": [{"A": "2C", "B": "3C"}]}, "nobody cuts, since start has the dealer"),
    ],
)
def test_what_surrounds_the_deals_of_a_view_is_compared(more, said):
    assert said in said_of(small_view() | more)


@examples(30)
@given(view=small_views())
def test_no_card_is_named_that_the_view_does_not_show(view):
    assume(view.is_view and not holds(verify_view, view))
    with pytest.raises(RecordError) as caught:
        verify_view(view)
    shown = json.dumps(record_to_data(view))
    said = str(caught.value)
    assert all(f'"{card}"' in shown for card in PACK if str(card) in said.split(":", 1)[-1])


def test_hidden_hands_for_which_the_replies_leave_no_cards_are_refused():
    by_suit = {suit: [str(card) for card in PACK if card.suit is suit] for suit in Suit}
    clubs, diamonds, hearts, spades = by_suit.values()
    view = small_view(
        hands={"A": [HIDDEN] * 13, "B": [*hearts[:5], *diamonds[:4], *spades[:3], clubs[0]]},
        turn_ups=hearts[5:9],
        plays=[hearts[0], clubs[1], diamonds[0], clubs[2], spades[0], clubs[3]],
    )
    del view["deals"][0]["score"]
    view |= usual_rules(following="must_follow", hand_size=13, target=1000).resolved()
    # A had none of the suits led, so that all 13 cards would be clubs; but B has one of those.
    assert "no cards can be the hidden ones, if every reply kept to following=must_fol" in said_of(
        view
    )
    view["deals"][0]["hands"]["B"][-1] = hearts[9]
    verify_view(record_from_data(view))


def test_a_view_says_that_it_is_one_and_what_was_not_checked(tmp_path):
    path = tmp_path / "view.json"
    path.write_text(json.dumps(small_view()))
    answer = run("validate", path)
    assert answer.status == 0
    unchecked = "not checked: whether B kept to following=must_follow in deal 1"
    assert f"ok (record of 1 game, a view; {unchecked})" in answer.out
    shown = run("replay", path)
    told = f"A view, with 2 cards hidden: what it shows holds; {unchecked}."
    assert told in " ".join(shown.out.split())
    (tmp_path / "views.jsonl").write_text((json.dumps(small_view()) + "\n") * 2)
    answer = run("validate", tmp_path / "views.jsonl")
    assert "of 2 games, 2 of them views, checked as far as the hidden cards allow" in answer.out


def test_hands_that_were_thrown_up_hidden_are_counted_among_what_was_not_checked():
    thrown = [THROWN | {"hands": with_b(HIDDEN, HIDDEN, HIDDEN)}] * 2
    unchecked = verify_view(record_from_data(small_view(thrown_up=thrown))).unchecked
    assert unchecked[-1] == "whether 2 hidden hands could be thrown up (redeal=no_ace_or_face)"


def test_a_view_that_does_not_hold_is_refused_when_it_is_read(tmp_path):
    path = tmp_path / "view.json"
    path.write_text(json.dumps(small_view(score={"A": 0, "B": 13})))
    with pytest.raises(FileFaultsError, match="the deal's score is A 13, B 0"):
        list(read_records(path))
    for command in ("validate", "replay"):
        answer = run(command, path)
        assert answer.status == 1
        assert "deals[0].score: deal 1, trick 2, 9C: the deal's score" in answer.err


def test_one_deal_of_a_view_can_be_shown_alone(tmp_path):
    first = small_view(
        plays=["AD", "7D", "KD", "9C", "2S", "9S"], turn_ups=["3S", "KS", "4H", "5H"]
    )
    del first["deals"][0]["score"]
    first["deals"].append({
        "dealer": "B", "hands": {"A": [HIDDEN] * 3, "B": ["AD", "AC", "AS"]}, "turn_ups": ["3S"],
    })  # fmt: skip
    path = tmp_path / "view.json"
    path.write_text(json.dumps(first))
    answer = run("replay", path, "--deal", 2)
    assert answer.status == 0
    assert "Deal 2" in answer.out
    assert "Deal 1" not in answer.out
    assert run("replay", path, "--deal", 3).status == 2

"""Records: what is written is read again, and nothing false is read."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from dataclasses import replace
from itertools import permutations

import pytest
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from loading import not_hanging
from strategies import played_records, unfinished_records
from table import rules as usual_rules

from penneech.cards import PACK, Rank, Suit, in_pack_order
from penneech.chance import shuffled
from penneech.engine.state import MAX_DEALS, MAX_REDEALS, Phase
from penneech.errors import FileFaultsError, RecordError
from penneech.events import Player, Source
from penneech.players.registry import player_named
from penneech.records import (
    faulty,
    look_through,
    read_packs,
    read_records,
    record_from_data,
    record_of,
    record_text,
    record_to_data,
    verify,
)
from penneech.records.faulty import LOOKED_THROUGH
from penneech.records.files import SIZE_LIMIT, partial_of, replacing
from penneech.records.strictjson import offsets_of
from penneech.records.writing import check_of
from penneech.schema.record import (
    DEALS_LIMIT,
    EVENTS_LIMIT,
    PLAYS_LIMIT,
    THROWN_UP_LIMIT,
    TURN_UPS_LIMIT,
)
from penneech.schema.schemas import validator
from penneech.study.match import Match, record_of_game, records_of

A, B = Player
SOME = examples(20)
NAMED = re.compile(r"deal \d+, (before trick 1|trick \d+, [2-9TJQKA][CDHS]|trick \d+: .*[CDHS])")


@pytest.fixture(scope="module")
def match():
    """Two players at a table under the usual rules, hands thrown up."""
    players = (player_named("greedy"), player_named("random"))
    by = usual_rules(redeal="no_ace_or_face")
    return Match(by, "a-variant", players, seed=11, games=4)


@pytest.fixture(scope="module")
def game(match):
    """A finished game of several deals."""
    return record_of_game(match, 2)


@pytest.fixture
def written(tmp_path):
    """A function that writes a file and gives its path."""

    def write(content, name="game.json"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def refused(path, **options):
    """What is said of a file that is refused."""
    with pytest.raises(FileFaultsError) as caught:
        list(read_records(path, **options))
    return str(caught.value)


def false(data):
    """What is said of data that have the form but do not hold; their check is left aside."""
    with pytest.raises(RecordError) as caught:
        verify(record_from_data(data, check=False))
    return str(caught.value)


# --- Writing and reading -------------------------------------------------------------------------


@SOME
@given(record=played_records())
def test_a_record_survives_writing_and_reading(record):
    text = record_text(record)
    again = record_from_data(json.loads(text))
    assert again == record
    assert record_text(again) == text
    assert verify(again).record == record


def test_a_file_of_records_gives_them_in_order(match, written):
    records = list(records_of(match))
    path = written("".join(record_text(record) + "\n" for record in records), "games.jsonl")
    assert list(read_records(path)) == records


def test_a_record_says_all_that_the_format_has(game):
    data = record_to_data(game)
    assert list(data) == [
        "format", "version", "generator", "variant", "digest",
        "rules", "hand_size", "target", "card_points", "penneech", "excess_over",
        "names", "players", "seed", "game", "swapped", "start", "cut",
        "deals", "score", "winner", "check",
    ]  # fmt: skip
    deal = ["dealer", "thrown_up", "hands", "turn_ups", "plays", "events", "score"]
    assert all(list(found) == deal for found in data["deals"])
    assert data["seed"] == "11"
    assert len(data["rules"]) == 16


def test_the_check_is_the_digest_of_the_canonical_text_without_it(game):
    data = record_to_data(game)
    check = data.pop("check")
    assert check == check_of(data)


def test_a_record_fits_its_schema(game):
    assert validator("record").is_valid(record_to_data(game))


def test_a_record_with_a_byte_order_mark_and_windows_line_ends_is_read(game, written):
    text = json.dumps(record_to_data(game), indent=1).replace("\n", "\r\n")
    path = written(b"\xef\xbb\xbf" + text.encode())
    assert list(read_records(path)) == [game]


def test_cards_may_be_written_as_people_write_them(game):
    data = record_to_data(game)
    plain = json.dumps(data)
    for suit in Suit:
        plain = re.sub(rf'"T{suit}"', f'"10{suit.sign}"', plain)
    assert record_from_data(json.loads(plain), check=False) == game


def test_a_cut_is_left_out_when_the_dealer_is_given(match):
    given_dealer = record_of_game(replace(match, dealer=B), 0)
    assert "cut" not in record_to_data(given_dealer)
    assert record_to_data(given_dealer)["start"] == {"score": {"A": 0, "B": 0}, "dealer": "B"}


def test_a_record_needs_no_variant_file(game):
    data = record_to_data(game)
    del data["variant"], data["digest"], data["check"]
    assert verify(record_from_data(data)).game.winner is game.winner


# --- What may be left out ------------------------------------------------------------------------


@SOME
@given(record=played_records())
def test_a_pack_may_stand_for_hands_and_turn_ups(record):
    data = record_to_data(record)
    for deal, steps in zip(data["deals"], verify(record).deals, strict=True):
        deal["pack"] = [str(card) for card in steps[-1][0].deal.pack]
        del deal["hands"], deal["turn_ups"]
    replayed = verify(record_from_data(data, check=False))
    assert [replace(deal, pack=None) for deal in replayed.record.deals] == list(record.deals)


@SOME
@given(record=played_records())
def test_totals_alone_can_be_read_and_events_filled_in(record):
    data = record_to_data(record)
    for deal in data["deals"]:
        del deal["events"]
    read = record_from_data(data, check=False)
    assert all(deal.events is None for deal in read.deals)
    assert verify(read).record == record


def test_a_game_set_up_by_hand_may_leave_out_all_that_follows_from_the_rest(game):
    data = record_to_data(game)
    for key in ("generator", "variant", "digest", "names", "players", "seed", "game", "swapped"):
        del data[key]
    for key in ("score", "winner", "check"):
        del data[key]
    for deal in data["deals"]:
        del deal["events"], deal["score"]
    replayed = verify(record_from_data(data))
    assert replayed.record.deals == game.deals
    assert (replayed.record.score, replayed.record.winner) == (game.score, game.winner)


def test_a_view_loads_for_reading_but_not_for_play(game, written):
    data = record_to_data(game)
    data["deals"] = data["deals"][:1]
    data["deals"][0]["hands"]["B"] = ["??"] * 7
    data |= {"score": data["deals"][0]["score"], "winner": None}
    data["check"] = check_of(data)
    (view,) = read_records(written(data))
    assert view.is_view
    assert view.deals[0].hands[B] == (None,) * 7
    assert record_to_data(view) == data
    with pytest.raises(RecordError, match="view"):
        verify(view)


def test_a_card_that_was_turned_cannot_be_hidden(game, written):
    data = record_to_data(game)
    data["deals"][0]["turn_ups"][0] = "??"
    assert "deals[0].turn_ups[0]" in refused(written(data))


# --- Altered records -----------------------------------------------------------------------------


@st.composite
def altered(draw, record):
    """The record with one score, play or event altered, as data."""
    data = record_to_data(record)
    number = draw(st.integers(0, len(record.deals) - 1))
    deal = data["deals"][number]
    kinds = ["score"] + ["plays"] * bool(deal["plays"]) + ["events"] * bool(deal["events"])
    match draw(st.sampled_from(kinds)):
        case "score":
            where = draw(st.sampled_from([data, deal]))["score"]
            where[draw(st.sampled_from("AB"))] += draw(st.integers(1, 9))
        case "plays":
            i = draw(st.integers(0, len(deal["plays"]) - 1))
            others = [str(card) for card in PACK if str(card) != deal["plays"][i]]
            deal["plays"][i] = draw(st.sampled_from(others))
        case "events":
            event = deal["events"][draw(st.integers(0, len(deal["events"]) - 1))]
            key, values = draw(
                st.sampled_from(
                    [
                        ("player", st.sampled_from("AB")),
                        ("points", st.integers(1, 200)),
                        ("source", st.sampled_from([source.value for source in Source])),
                        ("card", st.sampled_from([None, *map(str, PACK)])),
                        ("trick", st.integers(0, 17)),
                    ]
                )
            )
            was = event[key]
            event[key] = draw(values.filter(lambda value: value != was))
    return data


@examples(40)
@given(data=st.data())
def test_one_altered_play_score_or_event_is_refused_by_name(data):
    # In a deal that the game's end broke off, another losing card may have been played as well.
    record = data.draw(unfinished_records())
    said = false(data.draw(altered(record)))
    assert NAMED.search(said), said


@examples(40)
@given(data=st.data())
def test_one_altered_card_of_a_hand_is_refused_by_name(data):
    record = data.draw(unfinished_records())
    plain = record_to_data(record)
    hand = data.draw(st.sampled_from(plain["deals"]))["hands"][data.draw(st.sampled_from("AB"))]
    i = data.draw(st.integers(0, len(hand) - 1))
    hand[i] = data.draw(st.sampled_from([str(card) for card in PACK if str(card) != hand[i]]))
    said = false(plain)
    assert NAMED.search(said), said


def test_what_does_not_hold_is_told_with_the_number_of_the_game(game):
    data = record_to_data(game)
    assert data["game"] == 2
    data["deals"][0]["score"]["A"] += 1
    assert false(data).startswith("game 2, deal 1, trick 7, ")
    del data["cut"]
    assert false(data).startswith("game 2: cut is missing")
    del data["game"]
    assert false(data).startswith("cut is missing")


@SOME
@given(data=st.data())
def test_any_alteration_at_all_is_noticed_by_the_check(data):
    record = data.draw(played_records())
    plain = record_to_data(record)
    path, value = data.draw(st.sampled_from(list(leaves(plain))))
    assume(path != ("check",))
    inner = plain
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = data.draw(others(value))
    with pytest.raises((FileFaultsError, RecordError)):
        verify(record_from_data(plain))


def leaves(value, path=()):
    """Every value of some data that holds no others, with its path."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def others(value):
    """Values of the same kind, but not this one."""
    if isinstance(value, str):
        return st.sampled_from(["A", "B", "7D", "KS", "2C", "random", "free", "0", ""]).filter(
            lambda other: other != value
        )
    return st.sampled_from([None, True, False, 0, 1, 2, 60, "A"]).filter(
        lambda other: other is not value and (other != value or isinstance(other, bool))
    )


RULINGS = usual_rules(following="must_follow", hand_size=2, target=40)


def small_game(**changes):
    """A deal of two tricks under `must_follow`, A dealing, as data."""
    deal = {
        "dealer": "A",
        "thrown_up": [],
        "hands": {"A": ["7D", "KD"], "B": ["AD", "9C"]},
        "turn_ups": ["3S", "KS", "2H"],
        "plays": ["AD", "7D", "KD", "9C"],
        "events": [
            {"player": "A", "points": 5, "source": "trick", "card": "AD", "trick": 1},
            {"player": "A", "points": 4, "source": "turn_up", "card": "KS", "trick": 1},
            {"player": "A", "points": 4, "source": "trick", "card": "KD", "trick": 2},
        ],
        "score": {"A": 13, "B": 0},
    }
    data = {
        "format": "penneech-record",
        "version": 1,
        **RULINGS.resolved(),
        "start": {"score": {"A": 0, "B": 0}, "dealer": "A"},
        "deals": [deal | changes],
        "score": {"A": 13, "B": 0},
        "winner": None,
    }
    return json.loads(json.dumps(data))


def test_the_small_game_holds():
    assert verify(record_from_data(small_game())).game.score == (13, 0)


def changed(data, value, *path):
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


def without(data, *path):
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return data


DEAL = ("deals", 0)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("plays",), ["AD", "9C"], "deal 1, trick 1: 9C is not in A's hand: 7D or KD"),
        (("plays",), ["AD", "7D", "9C"], "deal 1, trick 2: 9C is not in A's hand: KD"),
        (("plays",), ["AD", "7D", "KD"], "deal 1, trick 2, KD: no card is turned any more"),
        (
            ("plays",),
            ["AD", "7D", "KD", "9C", "2C"],
            "deal 1, trick 3: 2C cannot be played now: no card is due",
        ),
        (
            ("hands", "A"),
            ["7D", "9C"],
            "deal 1, before trick 1: 9C is there twice: in A's hand and in B's hand",
        ),
        (
            ("hands", "A"),
            ["7D", "KS"],
            "deal 1, before trick 1: KS is there twice: in A's hand and turned for trick 2",
        ),
        (
            ("hands", "A"),
            ["7D", "KD", "5D"],
            "deal 1, before trick 1: A's hand has 3 cards (7D KD 5D); hand_size is 2",
        ),
        (("hands", "A"), ["7D", "5D"], "deal 1, trick 2: KD is not in A's hand: 5D"),
        (
            ("turn_ups",),
            ["3S", "KS"],
            "deal 1, trick 2, 9C: a card is turned then; the record has 2 turn-ups",
        ),
        (
            ("turn_ups",),
            ["3S", "KS", "2H", "2S"],
            "deal 1, trick 2, 9C: no card is turned any more; the record has 2S",
        ),
        (
            ("turn_ups",),
            ["3S", "QS", "2H"],
            "deal 1, trick 1, 7D: event 2 is A 3 (turn_up QS, trick 1); "
            "the record has A 4 (turn_up KS, trick 1)",
        ),
        (
            ("turn_ups",),
            ["3S", "KS", "AD"],
            "deal 1, before trick 1: AD is there twice: in B's hand and turned after trick 2",
        ),
        (("dealer",), "B", "deal 1, before trick 1: it is A's turn to deal; the record has B"),
        (
            ("events",),
            [],
            "deal 1, trick 1, 7D: event 1 is A 5 (trick AD, trick 1); "
            "the record has no more events",
        ),
        (
            ("score",),
            {"A": 12, "B": 0},
            "deal 1, trick 2, 9C: the deal's score is A 13, B 0; the record has A 12, B 0",
        ),
    ],
)
def test_what_the_rules_determine_is_compared(path, value, said):
    assert said in false(changed(small_game(), value, *DEAL, *path))


def test_a_card_against_the_following_rule_is_refused_with_what_was_allowed():
    data = small_game(hands={"A": ["7D", "9C"], "B": ["AD", "KD"]}, plays=["AD", "9C"])
    assert "deal 1, trick 1: 9C breaks following=must_follow: 7D" in false(data)


def test_events_must_stand_in_the_order_in_which_they_were_earned():
    data = small_game()
    events = data["deals"][0]["events"]
    events[0], events[1] = events[1], events[0]
    assert "deal 1, trick 1, 7D: event 1 is A 5 (trick AD, trick 1)" in false(data)


def test_an_event_too_many_is_refused():
    data = small_game()
    events = data["deals"][0]["events"]
    events.append(events[-1])
    said = false(data)
    assert "deal 1, trick 2, 9C: nothing more is scored" in said
    assert "A 4 (trick KD, trick 2)" in said


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("score",), {"A": 13, "B": 1}, "deal 1, trick 2, 9C: the game's score is A 13, B 0"),
        (("winner",), "A", "deal 1, trick 2, 9C: nobody has won by the rules; by the record A"),
        (("start", "dealer"), "B", "it is B's turn to deal; the record has A"),
        (("cut",), [{"A": "2C", "B": "3C"}], "nobody cuts, since start has the dealer"),
    ],
)
def test_what_surrounds_the_deals_is_compared(path, value, said):
    assert said in false(changed(small_game(), value, *path))


@pytest.mark.parametrize(
    ("cut", "said"),
    [
        ([("3C", "2C")], "it is B's turn to deal; the record has A"),
        ([("3C", "3D")], "cut 1: 3C and 3D are equal, and no cut follows"),
        ([("2C", "3C"), ("2C", "3C")], "cut 1: 2C and 3C decide, and yet a cut follows"),
        ([("2C", "2C")], "cut 1: 2C is cut twice from one pack"),
        ([], "cut is missing: first_dealer=cut_lowest_ace_low needs it"),
    ],
)
def test_the_cut_names_the_dealer(cut, said):
    data = changed(small_game(), None, "start", "dealer")
    if cut:
        data["cut"] = [{"A": a, "B": b} for a, b in cut]
    assert said in false(data)


@pytest.mark.parametrize("winner", ["A", "B", None])
def test_the_winner_is_compared_where_the_score_is_left_out(winner, game, written):
    data = without(record_to_data(game), "score")
    del data["check"]
    data["winner"] = winner
    for deal in data["deals"]:
        del deal["score"]
    if winner == game.winner.name:
        (read,) = read_records(written(data))
        assert (read.score, read.winner) == (game.score, game.winner)
    else:
        who = f"{winner or 'nobody'} has won"
        said = f"winner: game 2, deal {len(game.deals)}"
        text = refused(written(data))
        assert text.endswith(f"{game.winner.name} has won by the rules; by the record {who}")
        assert said in text or winner is None


def test_a_winner_of_a_game_that_is_not_over_is_refused_without_a_score():
    data = without(changed(small_game(), "A", "winner"), "score")
    assert "nobody has won by the rules; by the record A has won" in false(data)


def test_a_deal_after_the_game_was_over_is_refused(game):
    data = record_to_data(game)
    data["deals"].append(data["deals"][-1])
    assert f"the game is over, and yet deal {len(game.deals) + 1} follows" in false(data)


def test_only_the_last_deal_may_be_broken_off(game):
    data = record_to_data(game)
    plays = data["deals"][0]["plays"]
    last = plays[-2]
    del plays[-1]
    said = false(data)
    assert f"deal 1, trick 7, {last}:" in said
    assert "is to play, and no card follows" in said


@SOME
@given(data=st.data())
def test_a_game_may_be_broken_off_after_any_card(data):
    record = data.draw(played_records())
    assume(record.deals)
    last = record.deals[-1]
    kept = data.draw(st.integers(0, len(last.plays)))
    assume(kept < len(last.plays))
    steps = [step for deal in verify(record).deals for step in deal]
    steps = steps[: len(steps) - (len(last.plays) - kept)]
    broken = verify(record_again(record, steps))
    assert broken.record.deals[:-1] == record.deals[:-1]
    assert broken.record.deals[-1].plays == last.plays[:kept]
    left, there = steps[-1][0].deal, broken.game.deal
    # The record does not know the rest of the stock, and nobody else does.
    assert there._replace(pack=left.pack) == left


def record_again(record, steps):
    again = record_of(record.rules, record.heading, steps)
    return record_from_data(json.loads(record_text(again)))


def test_a_record_broken_off_at_the_question_of_throwing_up_leaves_it_open():
    by = usual_rules(redeal="no_ace_or_face", hand_size=2, target=40)
    data = small_game(plays=[], events=[], turn_ups=[], score={"A": 0, "B": 0})
    data |= {**by.resolved(), "score": {"A": 0, "B": 0}}
    data["deals"][0]["hands"] = {"A": ["2D", "3D"], "B": ["4D", "5D"]}
    assert verify(record_from_data(data)).game.deal.phase is Phase.THROW_UP
    data["deals"][0]["turn_ups"] = ["2S"]
    assert verify(record_from_data(data)).game.deal.phase is Phase.LEAD


# --- Throwing up ---------------------------------------------------------------------------------


def thrown_up_game(scope, timing):
    """A small game in which B, the elder hand, throws up 2C 3C; as data."""
    by = usual_rules(
        redeal="no_ace_or_face", redeal_scope=scope, redeal_timing=timing, hand_size=2, target=40
    )
    seen = ["2S"] if timing == "after_turn_up" else []
    own = scope == "own_hand"
    kept = ["7D", "KD"] if own else ["8D", "JD"]
    entry = {"by": "B", "dealer": "A", "hands": {"A": kept, "B": ["2C", "3C"]}, "turn_ups": seen}
    data = small_game(thrown_up=[entry])
    if own and seen:
        data["deals"][0]["turn_ups"][0] = "2S"
    return data | by.resolved()


BOTH_SCOPES = pytest.mark.parametrize("scope", ["both_hands", "own_hand"])
BOTH_TIMINGS = pytest.mark.parametrize("timing", ["before_turn_up", "after_turn_up"])


@BOTH_SCOPES
@BOTH_TIMINGS
def test_a_thrown_up_hand_is_read_and_written(scope, timing):
    data = thrown_up_game(scope, timing)
    record = verify(record_from_data(data)).record
    assert record_to_data(record)["deals"] == data["deals"]


@BOTH_SCOPES
@BOTH_TIMINGS
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("by",), "A"),
        (("dealer",), "B"),
        (("hands", "B"), ["2C", "AC"]),
        (("turn_ups",), ["5S", "6S"]),
    ],
)
def test_an_altered_throwing_up_is_refused(scope, timing, path, value):
    data = thrown_up_game(scope, timing)
    changed(data, value, *DEAL, "thrown_up", 0, *path)
    assert false(data).startswith("deal 1, before trick 1: ")


@BOTH_TIMINGS
def test_the_turn_up_seen_before_throwing_up_is_compared(timing):
    data = thrown_up_game("both_hands", timing)
    entry = data["deals"][0]["thrown_up"][0]
    entry["turn_ups"] = [] if entry["turn_ups"] else ["2S"]
    assert "deal 1, before trick 1: throwing up 1: " in false(data)


def test_a_hand_that_may_not_be_thrown_up_is_named():
    data = thrown_up_game("both_hands", "before_turn_up")
    data["deals"][0]["thrown_up"][0]["hands"]["B"] = ["2C", "AC"]
    said = false(data)
    assert "throwing up 1: B may not throw up 2C AC now: redeal=no_ace_or_face" in said


# --- Properties of games -------------------------------------------------------------------------

SWAPS = [(0, 1), (1, 0)]


@SOME
@given(data=st.data())
def test_seats_swapped_and_plain_suits_permuted_give_the_same_game(data):
    record = data.draw(played_records())
    plain = [suit for suit in Suit if suit is not record.rules.penneech_suit]
    others = data.draw(st.sampled_from(list(permutations(plain))))
    suits = dict(zip(plain, others, strict=True)) | {record.rules.penneech_suit: None}
    by_seat = data.draw(st.sampled_from(SWAPS))

    def card(found):
        suit = None if found is None else suits[found.suit]
        return (
            found
            if suit is None
            else next(other for other in PACK if other.suit is suit and other.rank is found.rank)
        )

    def some(found):
        return tuple(card(one) for one in found)

    def pair(found):
        return found[by_seat[0]], found[by_seat[1]]

    def player(found):
        return None if found is None else Player(by_seat[found])

    def hands(found):
        return pair((some(found[0]), some(found[1])))

    heading = record.heading
    first = verify(record).deals[0][0][0].deal.dealer if record.deals else A
    mirrored = replace(
        record,
        heading=replace(
            heading,
            cut=(),
            start_score=pair(heading.start_score),
            start_dealer=player(first),
        ),
        deals=tuple(
            replace(
                deal,
                dealer=player(deal.dealer),
                thrown_up=tuple(
                    replace(
                        entry,
                        by=player(entry.by),
                        dealer=player(entry.dealer),
                        hands=hands(entry.hands),
                        turn_ups=some(entry.turn_ups),
                    )
                    for entry in deal.thrown_up
                ),
                hands=hands(deal.hands),
                turn_ups=some(deal.turn_ups),
                plays=some(deal.plays),
                events=tuple(
                    event._replace(player=player(event.player), card=card(event.card))
                    for event in deal.events
                ),
                score=pair(deal.score),
            )
            for deal in record.deals
        ),
        score=pair(record.score),
        winner=player(record.winner),
    )
    assert verify(mirrored).record == mirrored


@SOME
@given(record=played_records())
def test_the_52_cards_are_conserved(record):
    for steps in verify(record).deals:
        for game, _ in steps:
            deal = game.deal
            played = [card for trick in deal.history for card in (trick.led, trick.reply)]
            led = [] if deal.led is None else [deal.led]
            everywhere = [*deal.hands[0], *deal.hands[1], *deal.laid_aside[0]]
            everywhere += [*deal.laid_aside[1], *deal.turn_ups, *played, *led]
            everywhere += deal.pack[deal.top :]
            assert in_pack_order(everywhere) == PACK


@SOME
@given(record=played_records())
def test_points_by_source_add_up(record):
    total = list(record.heading.start_score)
    for deal in record.deals:
        by_source = {
            (player, source): sum(
                event.points
                for event in deal.events
                if event.player is player and event.source is source
            )
            for player in Player
            for source in Source
        }
        for player in Player:
            points = sum(by_source[player, source] for source in Source)
            assert points == deal.score[player]
            total[player] += points
    assert tuple(total) == record.score


# --- Files that hold no record -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "empty: it holds no record"),
        (" \n\n", "empty: it holds no record"),
        ("[]", "game.json:1:1: a list stands where a mapping is wanted"),
        ("null", "game.json:1:1: nothing stands where a mapping is wanted"),
        ("7", "game.json:1:1: 7 stands where a mapping is wanted"),
        ('{"format": ', "game.json:1:12: the text breaks off here: the file was cut off"),
        ('{"format": "penn', "game.json:1:12: the text that begins here has no end"),
        ('{"a": 1,\n "b": NaN}', "game.json:2:7: NaN is not a number in JSON"),
        ('{"a": -Infinity}', "game.json:1:7: -Infinity is not a number in JSON"),
        (
            '{"a": [0],\n "b": {"c": 1, "d": [{"e": "["}], "c": 2}}',
            'game.json:2:35: the key "c" stands twice; first at 2:8',
        ),
        ("[" * 100_000, "game.json:1:1: nested more deeply than any record is"),
        ('{"a": ' * 100_000, "game.json:1:1: nested more deeply than any record is"),
        ('{"a": 1} {"a": 2}', "game.json:1:10: a second value begins here"),
        ("{'a': 1}", "game.json:1:2: not JSON: expecting property name"),
        ('{"a": ' + "9" * 5000 + "}", "a number has too many figures"),
        (b"\xff\xfe{\x00}\x00", "game.json:1:1: byte FF is not UTF-8"),
        (b'{"a": "\xe9"}', "game.json:1:8: byte E9 is not UTF-8"),
        (b"\x00\x01\x02", "game.json:1:1: not JSON"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(content, said, written, monkeypatch):
    path = written(content)
    monkeypatch.chdir(path.parent)
    text = refused(path)
    assert said in text
    assert "\n" not in text
    assert look_through(path).faults


def test_a_file_that_is_too_large_is_refused(written):
    said = refused(written(b" " * (SIZE_LIMIT + 1)))
    assert "for one record" in said
    assert "a file with a record in each line is named .jsonl" in said
    said = refused(written(b"[" * (SIZE_LIMIT + 1), "games.jsonl"))
    assert "games.jsonl:1:1: more than 2,097,152 bytes for one record" in said


def test_the_longest_game_has_room_twice():
    """Nobody scores, so that the game goes on for 1,000 deals, and most hands can be thrown up."""
    nothing = {"card_points": {}, "penneech": {"card": "7D", "turned_up": 0, "in_hand": 0}}
    by = usual_rules(
        hand_size=1, target=1000, excess_over=60, redeal="no_ace_or_face",
        redeal_timing="after_turn_up", **nothing,
    )  # fmt: skip
    players = (player_named("random"), player_named("random"))
    longest = record_of_game(Match(by, "a-variant", players, seed=1, games=1), 0)
    assert len(longest.deals) == DEALS_LIMIT
    assert sum(len(deal.thrown_up) for deal in longest.deals) > 10 * DEALS_LIMIT * 9 / 10
    assert 2 * len(record_text(longest)) < SIZE_LIMIT


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    assert "missing.json: cannot be read: no such file" in refused(tmp_path / "missing.json")
    assert "cannot be read" in refused(tmp_path)


def test_a_fault_in_a_file_of_games_has_its_line(game, written, monkeypatch):
    good = record_text(game)
    bad = record_to_data(game)
    bad["deals"][1]["score"]["A"] += 1
    path = written(f"{good}\n\n{json.dumps(bad)}\n{good[:-20]}\n", "games.jsonl")
    monkeypatch.chdir(path.parent)
    found = look_through(path).faults
    assert [fault.line for fault in found] == [3, 4]
    assert found[0].path == "deals[1].score"
    assert str(found[0]).startswith("games.jsonl:3:")
    assert json.dumps(bad)[found[0].column - 1 :].startswith('{"A":')
    assert "deal 2, trick 7, " in found[0].message


def test_all_faults_of_the_form_are_told_at_once(game, written):
    data = record_to_data(game)
    data["deals"][0]["plays"][3] = "1D"
    data["deals"][1]["events"][0]["point"] = 3
    data["penneech"]["card"] = 7
    del data["rules"]["following"]
    text = refused(written(data))
    for path in (
        "deals[0].plays[3]",
        "deals[1].events[0].point",
        "penneech.card",
        "rules.following",
    ):
        assert path in text
    assert "did you mean points?" in text


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("version",), 2, "version"),
        (("version",), True, "version"),
        (("format",), "pgn", "format"),
        (("target",), 61.5, "target"),
        (("target",), 0, "target"),
        (("hand_size",), 18, "hand_size"),
        (("excess_over",), True, "excess_over"),
        (("card_points", "Z"), 3, "card_points"),
        (("rules", "honours"), "some", "rules.honours"),
        (("rules", "first_turn_up"), "first_trick_winner", "rules.first_turn_up"),
        (("penneech", "turned_up"), 101, "penneech.turned_up"),
        (("digest",), "0" * 64, "digest"),
        (("digest",), "xyz", "digest"),
        (("seed",), 11, "seed"),
        (("seed",), "18446744073709551616", "seed"),
        (("game",), -1, "game"),
        (("swapped",), 0, "swapped"),
        (("names",), {"A": "x"}, "names.B"),
        (("start", "score", "A"), 61, "start.score"),
        (("start", "score", "A"), -1, "start.score"),
        (("start", "dealer"), "C", "start.dealer"),
        (("cut",), {}, "cut"),
        (("winner",), "C", "winner"),
        (("score",), [1, 2], "score"),
        (("more",), 1, "more"),
        (("deals",), {}, "deals"),
        (("deals", 0, "hands"), None, "deals[0].hands"),
        (("deals", 0, "pack"), ["7D"] * 52, "deals[0].pack"),
        (("deals", 0, "events", 0, "points"), 0, "deals[0].events[0].points"),
        (("deals", 0, "events", 0, "points"), "4", "deals[0].events[0].points"),
        (("deals", 0, "plays", 0), ["7D"], "deals[0].plays[0]"),
        (("deals", 0, "plays", 0), " 7D", "deals[0].plays[0]"),
        (("deals", 0, "plays", 0), "??", "deals[0].plays[0]"),
        (("deals", 0, "thrown_up"), [{}] * 101, "deals[0].thrown_up"),
    ],
)
def test_a_value_that_has_not_the_form_is_refused_with_its_path(path, value, said, game, written):
    text = refused(written(changed(record_to_data(game), value, *path)), check=False)
    assert re.search(rf"game\.json:1:\d+: {re.escape(said)}[:.\[]", text), text


EVENT = {"player": "A", "points": 5, "source": "trick", "card": "AD", "trick": 1}
HANDS = {"A": ["2C"], "B": ["3C"]}
SHORTEST = {"dealer": "A", "hands": HANDS, "turn_ups": []}
THROWN = {"by": "A", "dealer": "A", "hands": HANDS}


@pytest.mark.parametrize(
    ("path", "value", "most"),
    [
        (("deals", 0, "hands", "A"), ["7D"] * 18, 17),
        (("deals", 0, "turn_ups"), ["7D"] * 19, 18),
        (("deals", 0, "plays"), ["7D"] * 35, 34),
        (("deals", 0, "plays"), ["7D"] * 80_000, 34),
        (("deals", 0, "events"), [EVENT] * 55, 54),
        (("deals", 0, "thrown_up"), [THROWN] * 101, 100),
        (("deals",), [SHORTEST] * 1001, 1000),
        (("cut",), [{"A": "2C", "B": "2D"}] * 101, 100),
        (("cut",), [{"A": "2C", "B": "2D"}] * 25_000, 100),
    ],
)
def test_a_list_longer_than_any_game_makes_it_is_refused_with_the_bound(
    path, value, most, game, written
):
    data = changed(record_to_data(game), value, *path)
    said = refused(written(data), check=False)
    assert said.endswith(f": too long; at most {most}")
    assert f"{'.'.join(map(str, path)).replace('.0', '[0]')}: " in said
    with pytest.raises(FileFaultsError, match=f"too long; at most {most}"):
        record_from_data(data, check=False)


def test_the_bounds_of_a_record_are_those_of_the_game():
    assert (DEALS_LIMIT, THROWN_UP_LIMIT) == (MAX_DEALS, MAX_REDEALS)
    # Every card has points, and so every card that is played or turned scores once.
    by = usual_rules(
        hand_size=17, target=1000, excess_over=0, penneech_in_hand="won_if_ever_trump",
        card_points={rank.letter: 1 for rank in Rank},
    )  # fmt: skip
    players = (player_named("random"), player_named("random"))
    played = [
        deal
        for record in records_of(Match(by, "a-variant", players, seed=1, games=2))
        for deal in record.deals
    ]
    assert max(len(deal.plays) for deal in played) == PLAYS_LIMIT
    assert max(len(deal.turn_ups) for deal in played) == TURN_UPS_LIMIT
    assert max(len(deal.events) for deal in played) == EVENTS_LIMIT


def test_of_a_very_long_record_the_first_fault_is_told(game, written):
    data = record_to_data(game)
    del data["check"]
    data["version"], data["more"] = 2, 1
    short = refused(written(data))
    assert short.count("\n") == 1
    data["names"]["A"] = "a" * LOOKED_THROUGH
    long = refused(written(data))
    assert "\n" not in long
    assert re.search(r"game\.json:1:\d+: more: unknown key", long)


def test_after_many_faults_the_lines_that_follow_are_only_counted(written, monkeypatch):
    looked_at = []
    parse = faulty.parse

    def counting(text):
        looked_at.append(text)
        return parse(text)

    monkeypatch.setattr(faulty, "parse", counting)
    found = look_through(written("[]\n" * 1_000, "games.jsonl")).faults
    assert len(looked_at) == 100
    assert [fault.line for fault in found] == [*range(1, 101), 0]
    assert found[-1].message == "and 900 more lines that were not looked at"


def test_the_first_lines_of_a_long_file_are_told_of_and_the_good_ones_counted(game, written):
    good = record_text(game)
    found = look_through(written(f"{good}\n[]\n{good}\n", "games.jsonl"))
    assert found.games == 2
    assert [fault.line for fault in found.faults] == [2]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([["7D", "8D"]], "a list of packs stands where a record is wanted; `simulate --pack`"),
        ([["7D"] * 60_000], "a list of packs stands where a record is wanted; `simulate --pack`"),
        ([{"format": "penneech-record"}], "several records stand in a .jsonl file, one in each"),
        ([1], "game.json:1:1: a list stands where a mapping is wanted"),
    ],
)
def test_a_list_is_no_record_but_may_be_of_use_elsewhere(content, said, written):
    path = written(content)
    assert said in refused(path)
    assert said in "\n".join(map(str, look_through(path).faults))


def test_who_may_have_won_is_listed_as_the_file_writes_it(game, written):
    said = refused(written(changed(record_to_data(game), "C", "winner")))
    assert '"C" is not known; allowed: A, B, null' in said


ANY_JSON = st.recursive(
    st.sampled_from([None, True, False, -1, 0, 1, 7, 52, 61.0, "", "A", "7D", "??", "free"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.just("A"), inner, max_size=1),
    max_leaves=3,
)


@examples(50)
@given(data=st.data())
def test_reading_and_the_schema_give_the_same_verdict(data, game):
    plain = deepcopy(record_to_data(game))
    path, _ = data.draw(st.sampled_from(list(leaves(plain))))
    cut_short = path[: data.draw(st.integers(1, len(path)))]
    inner = plain
    for key in cut_short[:-1]:
        inner = inner[key]
    match data.draw(st.sampled_from(["change", "drop", "add"])):
        case "change":
            inner[cut_short[-1]] = data.draw(ANY_JSON)
        case "drop":
            del inner[cut_short[-1]]
        case "add" if isinstance(inner, dict):
            inner["more"] = data.draw(ANY_JSON)
        case "add":
            inner.append(data.draw(ANY_JSON))
    said = form_faults(plain)
    # What a schema cannot say is said besides.
    beyond = ("digest", "pack", "score", "rules")
    fits = validator("record").is_valid(plain)
    assert fits == (not said) or any(word in said for word in beyond)


def form_faults(data):
    """What is said of the form of some data; nothing if it is right."""
    try:
        record_from_data(data, check=False)
    except FileFaultsError as error:
        return str(error)
    return ""


# --- Files and packs -----------------------------------------------------------------------------


def test_a_file_is_replaced_only_when_the_new_one_is_whole(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    with replacing(path) as stream:
        stream.write("new")
        stream.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert [found.name for found in tmp_path.iterdir()] == ["games.jsonl"]


def write_and_stop(path, error):
    with replacing(path) as stream:
        stream.write("new")
        raise error


def test_a_file_stays_as_it_was_when_the_writing_fails(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    with pytest.raises(ValueError, match="broken"):
        write_and_stop(path, ValueError("broken"))
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["games.jsonl"]


def test_what_was_written_is_kept_when_the_work_is_stopped(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_and_stop(path, KeyboardInterrupt())
    assert path.read_text() == "old"
    assert partial_of(path).read_text() == "new"


def test_packs_are_read_from_a_file(written):
    packs = [shuffled(1, number, 0, 0) for number in range(2)]
    path = written([[str(card) for card in pack] for pack in packs])
    assert read_packs(path) == tuple(packs)


@pytest.mark.parametrize(
    ("packs", "said"),
    [
        ({}, "a list is wanted"),
        ({"format": "penneech-record"}, "a record stands where packs are wanted"),
        ([["7D"] * 60_000], "[0]: too long; at most 52"),
        ([], "it is empty"),
        (["7D"], "[0]: a list is wanted"),
        ([["7D", "7D"]], "[0][1]: 7D is twice in the pack"),
        ([["7D", "8D"]], "[0]: 2 cards, where a pack has 52"),
        ([["7D", 8]], "[0][1]: write a card rank then suit"),
    ],
)
def test_packs_that_are_none_are_refused(packs, said, written):
    with pytest.raises(FileFaultsError, match=re.escape(said)):
        read_packs(written(packs))


@examples(50)
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=12,
    ),
    indent=st.sampled_from([None, 0, 2]),
    ascii_only=st.booleans(),
)
def test_the_place_of_every_value_is_found(value, indent, ascii_only):
    assume(not any(isinstance(one, float) and abs(one) == float("inf") for _, one in walk(value)))
    text = " \n" + json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found = offsets_of(text, [path for path, _ in walk(value)])
    decoder = json.JSONDecoder()
    for path, inner in walk(value):
        span = found[path]
        assert decoder.raw_decode(text, span.value)[0] == inner
        if path and isinstance(path[-1], str):
            assert decoder.raw_decode(text, span.key)[0] == path[-1]


def walk(value, path=()):
    """Every value in some data, with its path."""
    yield path, value
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from walk(inner, (*path, key))


def test_the_place_of_a_value_is_found_in_the_text():
    text = '{"a": [1, {"b": "]}", "c": []}, 2], "d": {}}'
    places = {("a", 1, "b"): '"]}"', ("a", 2): "2]", ("d",): "{}}", (): "{", ("a", 1, "z"): '{"b"'}
    found = offsets_of(text, places)
    for path, begins in places.items():
        assert text[found[path].value :].startswith(begins)
    assert text[found["d",].key :].startswith('"d"')


@pytest.mark.parametrize(
    "content",
    [
        '{"deals": [' + "0," * 1_000_000 + "0]}",
        '{"a": [' + "0," * 1_000_000 + '0], "b": {"c": 1, "c": 2}}',
        '{"a": [' + '{"c": 1},' * 200_000 + '{"c": 1, "c": 2}]}',
        "{" + ",".join(f'"k{i}": 0' for i in range(100_000)) + "}",
        "{" + ",".join(f'"k{i}": 0' for i in range(100_000)) + ', "k99999": 0}',
        '{"a":' * 900 + "[" + "0," * 250_000 + '{"c": 1, "c": 2}]' + "}" * 900,
        '{"rules": ' + "[" * 900 + "]" * 900 + "}",
        '{"deals": [' + "[], " * 500_000 + "[]]}",
    ],
)
def test_a_long_file_of_nonsense_is_refused_like_a_short_one(content, written):
    path = written(content)
    with not_hanging():
        assert look_through(path).faults

"""The same cards scored under another reading: what differs, and what would not have been."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from commands import run
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Dice, other_readings, played_records
from table import cards
from table import rules as usual_rules

from penneech.engine.game import deal_pack, new_game, play
from penneech.errors import PenneechError, RecordError
from penneech.events import Player, Scored, Source
from penneech.paths import shipped
from penneech.players.simple import RandomPlayer
from penneech.players.table import cut_for_deal, packs_of, play_game, seated
from penneech.readings.rescore import rescore
from penneech.readings.twofold import Kind, Twice, beside
from penneech.records import Heading, record_of, verify
from penneech.rules import RULE_POINTS
from penneech.space import is_allowed, with_readings

A, B = Player


def record_played(in_hand, stock, plays, **changes):
    """The record of a deal by A: A's hand and B's, the stock, and what was led and played."""
    hands = [cards(part) for part in in_hand.split(" / ")]
    rules = usual_rules(hand_size=len(hands[0]), following="free", **changes)
    dealt = [card for pair in zip(hands[1], hands[0], strict=True) for card in pair]
    known = (*dealt, *cards(stock))
    step = deal_pack(new_game(rules, A), known)
    steps = [step]
    for card in cards(plays):
        step = play(step[0], card)
        steps.append(step)
    return record_of(rules, Heading(start_dealer=A), steps)


def game_of(rules, seed):
    """The record of a game between random players."""
    cuts, dealer = cut_for_deal(rules, seed, 0)
    players = (RandomPlayer(), RandomPlayer())
    steps = play_game(rules, dealer, players, packs_of(seed, 0), seated(seed, 0))
    return record_of(rules, Heading(cut=cuts), steps)


def rescored(record, **changes):
    """The record scored under its own rules but for these changes."""
    readings = {point: changes.get(point, getattr(record.rules, point)) for point in RULE_POINTS}
    figures = {name: value for name, value in changes.items() if name not in RULE_POINTS}
    members = [RULE_POINTS[point](reading) for point, reading in readings.items()]
    return rescore(record, replace(with_readings(record.rules, members), **figures))


def notes(game):
    return [(deal.number, note.trick, note.kind) for deal in game.deals for note in deal.notes]


def different(game):
    return [twice for deal in game.deals for twice in deal.scores if twice.differs]


# --- Properties


@examples(15)
@given(played_records())
def test_under_its_own_rules_nothing_differs(record):
    game = rescore(record, record.rules)
    assert not game.differs
    assert not notes(game)
    assert game.score_was == game.score_would_be == (record.score or (0, 0))
    assert game.winner_was is game.winner_would_be is record.winner


@examples(25)
@given(played_records(), st.integers(0, 2**32))
def test_what_other_rules_allow_is_scored_as_the_engine_scores_it(record, seed):
    dice = Dice(seed)
    readings = {point: getattr(record.rules, point) for point in RULE_POINTS}
    for _ in range(1 + dice.throw(3)):
        point = dice.pick(list(RULE_POINTS))
        readings[point] = dice.pick(list(RULE_POINTS[point]))
    other = with_readings(record.rules, readings.values())
    assume(is_allowed(other))
    bare = [replace(deal, events=None, score=None) for deal in record.deals]
    asked = replace(record, rules=other, deals=tuple(bare), score=None, winner=None)
    game = rescore(record, other)
    try:
        replayed = verify(asked)
    except PenneechError:
        return
    would_be = [
        [twice.would_be for twice in deal.scores if twice.would_be is not None]
        for deal in game.deals
    ]
    for deal, scores in zip(replayed.record.deals, would_be, strict=True):
        assert sorted(deal.events, key=repr) == sorted(scores, key=repr)
    assert game.score_would_be == (replayed.record.score or game.score_would_be)
    assert game.winner_would_be is replayed.game.winner
    kinds = {kind for _, _, kind in notes(game)}
    if other.redeal_scope is not record.rules.redeal_scope:
        # One hand alone was new, as it might happen, once in a great while, where both are dealt.
        kinds.discard(Kind.THROWN_UP)
    assert kinds <= {Kind.ORDER, Kind.GAME_OVER, Kind.GOES_ON}


@examples(15)
@given(st.data())
def test_points_and_totals_add_up_under_any_rules(data):
    record = data.draw(played_records())
    game = rescore(record, data.draw(other_readings(record.rules)))
    was = would_be = record.heading.start_score
    for deal in game.deals:
        was = (was[0] + deal.was[0], was[1] + deal.was[1])
        assert deal.total_was == was
        if deal.would_be is not None:
            would_be = (would_be[0] + deal.would_be[0], would_be[1] + deal.would_be[1])
            assert deal.total_would_be == would_be
    assert (game.score_was, game.score_would_be) == (was, would_be)
    assert [deal.events for deal in verify(record).record.deals] == [
        tuple(sorted(scores, key=deal_order(deal))) for deal, scores in told(record, game)
    ]


def told(record, game):
    for deal, twice in zip(verify(record).record.deals, game.deals, strict=True):
        yield deal, [one.was for one in twice.scores if one.was is not None]


def deal_order(deal):
    return deal.events.index


# --- Rulings


def test_a_reply_that_other_rules_forbid_is_told_at_its_trick():
    record = record_played("9C 2H / KH 3S", "4D 5C 8C", "KH 9C")
    game = rescored(record, following="must_follow")
    assert notes(game) == [(1, 1, Kind.ILLEGAL)]
    assert str(game.deals[0].notes[0].text) == "9C may not be played; 2H must be"


def test_a_trick_that_would_go_to_the_other_player_keeps_the_recorded_leader():
    record = record_played("7D 2H / AD KS", "4C 5C 8C", "AD 7D 2H KS")
    game = rescored(record, penneech_rank="plain")
    assert notes(game) == [(1, 1, Kind.TRICK_WINNER)]
    text = str(game.deals[0].notes[0].text)
    assert text == "the winner of the trick would be B, not A"
    ace, king = (
        next(twice for twice in game.deals[0].scores if twice.either.card is card)
        for card in cards("AD KS")
    )
    assert (ace.was.player, ace.would_be.player) == (A, B)
    assert (king.was.player, king.would_be.player) == (A, A)


def test_a_game_that_would_be_over_sooner_ends_there():
    record = record_played("7D 2H / AD KS", "4C KC 8C", "AD 7D 2H KS")
    game = rescored(record, target=5)
    assert notes(game) == [(1, 1, Kind.GAME_OVER)]
    assert game.winner_would_be is A
    assert game.score_would_be == (5, 0)
    assert [twice.would_be for twice in game.deals[0].scores].count(None) == len(
        game.deals[0].scores
    ) - 1


def test_a_game_that_would_not_be_over_goes_on():
    record = record_played("7D 2H / AD KS", "KC KH 8C", "", target=4)
    assert record.winner is A
    game = rescored(record, first_turn_up="nobody")
    assert notes(game) == [(1, 0, Kind.GOES_ON)]
    assert game.winner_would_be is None


def test_after_the_end_of_the_game_no_deal_is_scored():
    record = game_of(usual_rules(), 5)
    assert len(record.deals) > 2
    game = rescored(record, target=20)
    ends = [deal.number for deal in game.deals if deal.would_be is None]
    assert ends == list(range(ends[0], len(record.deals) + 1))
    assert all(
        twice.would_be is None for deal in game.deals[ends[0] - 1 :] for twice in deal.scores
    )


def test_a_last_turn_up_that_the_record_lacks_is_not_made_up():
    record = record_played("9C 2H / KH 3S", "4D 5C KC", "KH 2H 3S 9C", last_turn_up="nothing")
    game = rescored(record, last_turn_up="honours_and_penneech")
    assert notes(game) == [(1, 2, Kind.TURN_UP)]
    assert not different(game)


def test_a_last_turn_up_that_other_rules_do_not_turn_scores_nothing():
    record = record_played("9C 2H / KH 3S", "4D 5C KC", "KH 2H 3S 9C")
    game = rescored(record, last_turn_up="nothing")
    assert notes(game) == [(1, 2, Kind.TURN_UP)]
    assert [(twice.was.card, twice.would_be) for twice in different(game)] == [
        (cards("KC")[0], None)
    ]


def test_the_same_points_in_another_order_are_said_to_be_so():
    record = record_played("9C 2H / KH 3S", "4D QC KC", "KH 2H 3S 9C")
    game = rescored(record, game_end="turn_ups_then_count")
    assert notes(game) == [(1, 2, Kind.ORDER)]


def test_a_first_dealer_whom_other_rules_would_not_have_is_told():
    records = [game_of(usual_rules(), seed) for seed in range(9)]
    higher = [rescored(record, first_dealer="cut_highest_ace_high") for record in records]
    assert {kind for game in higher for _, _, kind in notes(game)} == {Kind.FIRST_DEALER}
    by_luck = rescored(records[0], first_dealer="random")
    assert notes(by_luck) == [(1, 0, Kind.FIRST_DEALER)]
    assert not different(by_luck)


@pytest.mark.parametrize(
    ("reading", "says"),
    [
        ({"redeal": "never"}, "could not throw up "),
        ({"redeal_scope": "own_hand"}, "that hand alone would be replaced"),
        ({"redeal_timing": "after_turn_up"}, "the first turn-up would be seen"),
        ({"redeal_dealer": "next_dealer"}, "would deal again, not "),
    ],
)
def test_a_hand_that_other_rules_would_not_have_thrown_up_so_is_told(reading, says):
    rules = usual_rules(redeal="no_ace_or_face", hand_size=2)
    record = game_of(rules, 3)
    thrown = [number for number, deal in enumerate(record.deals, 1) if deal.thrown_up]
    assert thrown
    game = rescored(record, **reading)
    assert {deal.number for deal in game.deals if deal.notes} == set(thrown)
    (note, *_) = game.deals[thrown[0] - 1].notes
    assert note.point == next(iter(reading))
    assert says in str(note.text)


def test_scores_for_the_same_card_stand_beside_each_other():
    king, queen = cards("KC QC")
    was = [Scored(A, 4, Source.TURN_UP, king, 1), Scored(A, 1, Source.EXCESS, None, 7)]
    would_be = [
        Scored(B, 4, Source.TURN_UP, king, 2),
        Scored(B, 3, Source.TRICK, queen, 3),
        Scored(B, 1, Source.EXCESS, None, 7),
    ]
    assert beside(was, would_be) == (
        Twice(was[0], would_be[0]),
        Twice(None, would_be[1]),
        Twice(was[1], None),
        Twice(None, would_be[2]),
    )


def test_hands_of_another_size_and_a_target_that_is_passed_are_refused():
    record = record_played("9C 2H / KH 3S", "4D 5C KC", "KH 2H")
    with pytest.raises(PenneechError, match="have 2 cards; these rules deal 3"):
        rescore(record, usual_rules(hand_size=3))
    late = replace(record, heading=replace(record.heading, start_score=(30, 0)), score=(30, 0))
    with pytest.raises(PenneechError, match="from 0 to 19"):
        rescore(replace(late, score=None), usual_rules(hand_size=2, target=20))


def test_a_view_is_refused():
    record = record_played("9C 2H / KH 3S", "4D 5C KC", "KH 2H")
    hidden = replace(record.deals[0], hands=(record.deals[0].hands[0], (None, None)))
    with pytest.raises(RecordError, match="view"):
        rescore(replace(record, deals=(hidden,)), record.rules)


# --- The command


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    assert run("simulate", "parlett", "--games", "3", "--seed", "5", "--records", path).status == 0
    return path


def test_the_command_shows_the_difference_in_80_columns(games):
    answer = run("rescore", games, "--variant", "gamerules", "--game", "0")
    assert answer.status == 0
    assert answer.out.startswith("Game 0: parlett, scored by gamerules")
    assert "Deal 1" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80
    assert "Game 1:" not in answer.out
    assert "Game 2:" in run("rescore", games, "--variant", "gamerules").out


def test_notes_stand_under_the_reading_that_they_are_about(games):
    out = run("rescore", games, "--variant", "cotton-1674").out
    notes = [line for line in out.splitlines() if line.startswith("  ") and ": " in line]
    assert "  following: must_follow" in notes
    said = r"^    deal \d, trick \d: \S+ may not be played; \S+ must be$"
    assert re.search(said, out, re.MULTILINE)
    assert all("=" not in line for line in notes)
    assert re.search("[♣♦♥♠] may not be played", out)
    letters = run("rescore", games, "--variant", "cotton-1674", encoding="cp1252").out
    assert re.search("[2-9TJQKA][CDHS] may not be played; [2-9TJQKA][CDHS]", letters)
    data = json.loads(run("rescore", games, "--variant", "cotton-1674", "--json").out)
    told = [note for game in data["games"] for deal in game["deals"] for note in deal["notes"]]
    assert {note["point"] for note in told} >= {"following"}
    assert all(note["text"].isascii() for note in told)


def test_games_without_numbers_are_called_and_asked_for_by_their_lines(games, tmp_path):
    path = tmp_path / "unnumbered.jsonl"
    records = [json.loads(line) for line in games.read_text(encoding="ascii").splitlines()]
    for record in records:
        del record["game"], record["check"]
    path.write_text("\n".join(map(json.dumps, records)), encoding="ascii")
    words = ("rescore", path, "--variant", "gamerules")
    assert run(*words, "--game", "2").out.startswith("Line 2: parlett, scored by gamerules")
    data = json.loads(run(*words, "--json").out)
    assert [(game["game"], game["line"]) for game in data["games"]] == [
        (None, 1), (None, 2), (None, 3),
    ]  # fmt: skip
    one = path.with_suffix(".json")
    one.write_text(json.dumps(records[0]), encoding="ascii")
    assert run("rescore", one, "--variant", "gamerules").out.startswith("A game: parlett")


def test_a_game_that_cannot_be_scored_so_is_named(games, tmp_path):
    text = (shipped("variants") / "parlett.yaml").read_text(encoding="utf-8")
    small = re.sub(r"(hand_size:\s+value:) 7", r"\1 5", text.replace("id: parlett", "id: small"))
    (tmp_path / "small.yaml").write_text(small, encoding="utf-8")
    answer = run("rescore", games, "--variant", "small", "--variants", tmp_path)
    assert answer.status == 2
    assert answer.err.startswith("Error: game 0: the hands of this record have 7 cards")


def test_the_command_shows_cards_in_letters_where_signs_cannot_be(games):
    answer = run("rescore", games, "--variant", "gamerules", encoding="ascii")
    assert answer.status == 0
    assert "?" not in answer.out


def test_the_command_answers_as_data(games):
    data = json.loads(run("rescore", games, "--variant", "gamerules", "--json").out)
    assert [game["game"] for game in data["games"]] == [0, 1, 2]
    game = data["games"][0]
    assert game.keys() == {"game", "line", "variant", "differs", "score", "winner", "deals"}
    assert [game["line"] for game in data["games"]] == [1, 2, 3]
    deal = game["deals"][0]
    assert deal.keys() == {"deal", "dealer", "differs", "notes", "events", "score", "total"}
    both = {"recorded", "rescored"}
    assert game["score"].keys() == game["winner"].keys() == deal["score"].keys() == both
    event = deal["events"][0]
    assert event.keys() == {"source", "card", "differs", *both}
    same = json.loads(run("rescore", games, "--variant", "parlett", "--json").out)
    assert not any(game["differs"] for game in same["games"])


def test_the_command_refuses_a_game_that_is_not_there_and_a_record_that_does_not_hold(games):
    assert run("rescore", games, "--variant", "gamerules", "--game", "9").status == 2
    spoilt = games.with_name("spoilt.json")
    record = json.loads(games.read_text(encoding="ascii").splitlines()[0])
    record["score"]["A"] += 1
    spoilt.write_text(json.dumps(record), encoding="ascii")
    answer = run("rescore", spoilt, "--variant", "gamerules")
    assert answer.status == 1
    assert answer.err.startswith("Error: ")
    assert "Traceback" not in answer.err

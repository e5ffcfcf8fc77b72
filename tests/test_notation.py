"""Games in notation: what is written is read again; what does not fit is told with its place."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from commands import run
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import played_records

import penneech
from penneech.errors import FileFaultsError, RecordError
from penneech.readings import asked_records, which_of_all
from penneech.records import Heading, read_records, record_to_data, verify
from penneech.records.notation import NotationError, notation_of, noted

PLAIN = """\
# copied from a notebook
deal: B deals
turned: 6H JS KC JC 9C 5D 8S
played: 4S KH, 8D 9D, 4D KD, 2D AD, 5S QD, TC QC, 9H AH
"""


def written(tmp_path, text, name="game.txt"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("variant", [one.id for one in penneech.variants()])
def test_every_game_is_read_as_it_was_written(variant, tmp_path):
    games = [penneech.play(variant, "random,greedy", seed=8, game=n) for n in range(4)]
    path = written(tmp_path, "\n".join(notation_of(one) for one in games))
    assert list(penneech.read_records(path)) == games
    assert [record_to_data(one) for one in read_records(path)] == [one.to_dict() for one in games]


@given(record=played_records())
@settings(max_examples=60, deadline=None)
def test_games_under_any_rules_come_back_whole(record):
    given = record_to_data(record)
    told = noted(notation_of(record)).data
    for key in ("check", "start"):
        given.pop(key, None), told.pop(key, None)
    assert told == given


def test_a_game_of_which_nothing_was_dealt_comes_back(tmp_path):
    record = replace(penneech.play("parlett", seed=1), deals=(), score=(0, 0), winner=None)
    assert noted(notation_of(record)).data["deals"] == []
    assert run("convert", written(tmp_path, notation_of(record)), "--to", "json").status == 0


def test_a_plain_list_of_cards_tells_whose_they_were(tmp_path):
    ((_, record),) = asked_records(written(tmp_path, PLAIN))
    a, b = ([str(card) for card in hand] for hand in record.deals[0].hands)
    assert a == ["4S", "9D", "4D", "AD", "5S", "TC", "AH"]
    assert b == ["KH", "8D", "KD", "2D", "QD", "QC", "9H"]
    remaining = which_of_all(iter([("", record)]))
    assert "must_follow" in remaining.readings("following")
    assert "follow_or_trump_forced" not in remaining.readings("following")


def test_a_plain_list_is_scored_once_it_says_by_which_rules(tmp_path):
    path = written(tmp_path, "variant: cotton-1674\n" + PLAIN.replace("8S", "8S 2C"))
    answer = run("rescore", str(path), "--variant", "parlett")
    assert answer.status == 0
    assert "cotton-1674, scored by parlett" in answer.out
    whole = penneech.play("parlett", seed=3)
    deal = replace(whole.deals[0], events=None, score=None)
    one = replace(whole, heading=Heading(variant="parlett"), deals=(deal,), score=None, winner=None)
    lines = [line for line in notation_of(one).splitlines() if " holds" not in line]
    path = written(tmp_path, "\n".join(lines))
    found = penneech.read_records(path)[0]
    assert found.deals[0].events == whole.deals[0].events
    assert set(found.deals[0].hands[0]) == set(whole.deals[0].hands[0])


def test_without_its_rules_a_game_is_judged_but_not_replayed(tmp_path):
    path = written(tmp_path, PLAIN)
    assert run("which", str(path)).status == 0
    answer = run("replay", str(path))
    assert answer.status == 1
    assert f"{path}:1:1: nothing says by which rules this game was played" in answer.err


def test_who_led_is_asked_for_where_it_hangs_on_the_rank_of_the_penneech(tmp_path):
    text = (
        "deal: B deals\nturned: 6S JS KC JC 9C 5D 8S\n"
        "played: 7D 9D, 4D KD, 2D AD, 5S QD, TC QC, 9H AH, 3C 4C\n"
    )
    with pytest.raises(FileFaultsError, match=r":3:16: who led trick 2 hangs on how high the"):
        list(asked_records(written(tmp_path, text)))
    told = text.replace("4D KD", "A 4D KD")
    ((_, record),) = asked_records(written(tmp_path, told))
    assert str(record.deals[0].hands[0][0]) == "7D"
    by_rules = f"variant: parlett\n{text}"
    assert noted(by_rules).data["deals"][0]["hands"]["A"][:2] == ["7D", "4D"]


@pytest.mark.parametrize("before", ["", "deal: A deals\n"])
def test_all_that_a_line_may_begin_with_is_offered_wherever_it_stands(before):
    with pytest.raises(NotationError, match="no line begins with") as caught:
        noted(f"{before}B dealt\n")
    offered = str(caught.value).partition("there are ")[2].split(", ")
    assert {"deal", "turned", "played", "points", "variant", "winner"} <= set(offered)
    assert caught.value.offset == len(before)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("penneech 2\ndeal: A deals\n", "1:1: a game begins with the line `penneech 1`"),
        ("variant: parlett\n", "1:1: there is no deal; a deal begins with a line like"),
        ("variant: parlet\ndeal: A deals\n", "1:10: no variant is called"),
        ("variat: parlett\ndeal: A deals\n", '1:1: no line begins with "variat"'),
        ("B dealt the cards\n", '1:1: no line begins with "B"; there are '),
        ("Dealer : B\n", '1:1: no line begins with "Dealer"; there are '),
        (" x\n", "1:1: a line that begins with a blank goes on"),
        ("deal: C deals\n", "1:7: say who deals, like `deal: B deals`"),
        ("deal 2: A deals\n", "1:1: this is deal 1 of its game, not 2"),
        ("played: 2C 3C\ndeal: A deals\n", "1:1: `played` belongs to a deal"),
        ("deal: A deals\nplayed: 2C 3C 4C\n", "2:9: trick 1 is two cards"),
        ("deal: A deals\nplayed: 2C, 4C\n", "2:9: trick 1 is two cards"),
        ("deal: A deals\nturned: 2C\nturned: 3C\n", "3:1: turned is said twice in this deal"),
        ("seed: 1\nseed: 2\ndeal: A deals\n", "2:1: seed is said twice in this game"),
        ("seed:\ndeal: A deals\n", "1:1: seed says nothing; leave the line out"),
        ("target: many\ndeal: A deals\n", '1:9: "many" is no number'),
        ("names: Anna\ndeal: A deals\n", "1:8: names are two, A's and B's"),
        ("rules: following\ndeal: A deals\n", '1:8: "following" is no rule; write point=reading'),
        ("swapped: maybe\ndeal: A deals\n", "1:10: swapped is yes or no"),
        ("penneech: 7D\ndeal: A deals\n", "1:11: the penneech is its card, its points"),
        ("cut: 2C\ndeal: A deals\n", "1:6: a cut is two cards"),
        ("start: A 3\ndeal: A deals\n", "1:8: write the points of A and of B"),
        ("deal: A deals\npoints: A 3, A 4\n", "2:14: A is said twice"),
        ("deal: A deals\nscored: A 3\n", "2:9: a score is player, points, source"),
        ("deal: A deals\nthrown up: by A\n", "2:12: a hand thrown up is who threw up"),
        ("deal: A deals\nthrown up: by A; then B\n", '2:18: "then" does not fit'),
        ("deal: A deals\nplayed: 2C 3C\n", "1:1: the hands are wanted"),
        (PLAIN.replace("turned", "# turned"), "2:1: who took the tricks cannot be told without"),
        (PLAIN.replace("8D 9D", "A 8D 9D"), "4:16: B leads trick 2, not A"),
        (PLAIN.replace("KD", "1D"), "is not a card"),
        ("target: 9999\n" + PLAIN, "target"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(text, fault, tmp_path):
    path = written(tmp_path, text)
    with pytest.raises(FileFaultsError) as caught:
        list(asked_records(path))
    assert fault in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_what_the_rules_refuse_is_told_at_its_card(tmp_path):
    whole = notation_of(penneech.play("cotton-1674", seed=5))
    lines = whole.splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("played:"))
    cards = lines[number].split()
    wrong = lines[number].replace(cards[2], "??" if cards[2] == "2C" else "2C", 1)
    path = written(tmp_path, "\n".join([*lines[:number], wrong, *lines[number + 1 :]]))
    with pytest.raises(FileFaultsError, match=rf":{number + 1}:11: "):
        list(read_records(path))


def test_of_several_games_the_faulty_one_is_told_by_its_lines(tmp_path):
    good = notation_of(penneech.play("parlett", seed=5))
    bad = good.replace("points: A", "points: C", 1)
    path = written(tmp_path, f"{good}\n{bad}")
    place = (
        len(good.splitlines())
        + 1
        + bad.splitlines().index(next(line for line in bad.splitlines() if "points: C" in line))
    )
    with pytest.raises(FileFaultsError, match=rf":{place + 1}:9: write the points of A and of B"):
        list(read_records(path))


def test_a_record_is_converted_and_back(tmp_path):
    run("simulate", "gamerules", "--games", "3", "--seed", "2", "--records", tmp_path / "a.jsonl")
    assert run("convert", tmp_path / "a.jsonl", "--out", tmp_path / "a.txt").status == 0
    assert run("convert", tmp_path / "a.txt", "--out", tmp_path / "b.jsonl").status == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert run("validate", tmp_path / "a.txt").out.strip().endswith("ok (record of 3 games)")
    assert run("convert", tmp_path / "a.jsonl").out == (tmp_path / "a.txt").read_text("utf-8")
    several = run("convert", tmp_path / "a.txt", "--out", tmp_path / "c.json")
    assert several.status == 2
    assert "a .json file holds one game" in several.err
    assert not (tmp_path / "c.json").exists()


def test_an_ending_that_records_do_not_have_is_refused_unless_the_form_is_said(tmp_path):
    game = written(tmp_path, WHOLE)
    answer = run("convert", game, "--out", tmp_path / "game.pdf")
    assert answer.status == 2
    assert "game.pdf: the ending tells how games are written" in answer.err
    assert not (tmp_path / "game.pdf").exists()
    assert run("convert", game, "--out", tmp_path / "game.pgn", "--to", "text").status == 0
    assert (tmp_path / "game.pgn").read_text("utf-8") == WHOLE
    assert run("convert", game, "--out", tmp_path / "game").status == 0


def test_an_own_variant_takes_its_rules_with_it(tmp_path):
    own = tmp_path / "mine.yaml"
    rule = "{reading: free, basis: conjecture, note: {en: x}}"
    own.write_text(f"id: mine\nextends: parlett\nrules: {{following: {rule}}}\n", "utf-8")
    variant = penneech.load(own)
    record = penneech.play(variant, seed=1)
    text = notation_of(record)
    assert "following=free" in text
    assert penneech.read_records(written(tmp_path, text)) == (record,)


@pytest.mark.parametrize("name", ["a,b", "two\nlines", " blank", "#sharp", "x #y", ""])
def test_a_name_that_notation_cannot_give_back_is_refused(name):
    record = penneech.play("parlett", seed=1)
    named = replace(record, heading=replace(record.heading, names=(name, "b")))
    with pytest.raises(RecordError, match="cannot be written in notation"):
        notation_of(named)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_text_that_was_spoilt_is_read_or_refused_and_nothing_else(data):
    text = WHOLE
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(text))
        piece = luck.choice(
            ["", "\n", " ", ":", ",", ";", "=", "#", "@", "A", "7D", "\0", "é", "9" * 30]
        )
        text = text[:at] + piece + text[at + luck.randint(0, 6) :]
    try:
        places = noted(text).offsets.values()
    except NotationError as error:
        places = [error.offset]
    assert all(0 <= offset <= len(text) for offset in places)


WHOLE = notation_of(penneech.play("cotton-1674", "random", seed=12))


def test_a_view_keeps_its_hidden_cards():
    record = penneech.play("parlett", seed=1)
    deal = record.deals[0]
    hidden = replace(deal, hands=(deal.hands[0], (None,) * 7), plays=(), events=(), score=(0, 0))
    hidden = replace(hidden, turn_ups=deal.turn_ups[:1])
    view = replace(record, deals=(hidden,), score=(0, 0), winner=None)
    text = notation_of(view)
    assert "B holds: ?? ?? ?? ?? ?? ?? ??" in text
    assert noted(text).data["deals"][0]["hands"]["B"] == ["??"] * 7


def test_a_view_that_tells_who_won_and_no_totals_comes_back(tmp_path):
    whole = penneech.play("parlett", seed=1)
    last = whole.deals[-1]
    hidden = replace(last, hands=(last.hands[0], (None,) * len(last.hands[1])))
    view = replace(whole, deals=(*whole.deals[:-1], hidden), score=None)
    assert view.winner is not None
    for name, text in (("view.json", json.dumps(view.to_dict())), ("view.txt", notation_of(view))):
        assert penneech.read_records(written(tmp_path, text, name)) == (view,)


def test_standard_input_may_be_either(monkeypatch):
    for text in (notation_of(penneech.play("parlett", seed=1)), "# x\npenneech 1\n" + PLAIN):
        stream = io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8")
        monkeypatch.setattr(sys, "stdin", stream)
        assert run("which", "-").status == 0


def test_what_verify_fills_in_is_written_too(tmp_path):
    whole = penneech.play("parlett", seed=1)
    bare = replace(whole.deals[0], events=None, score=None)
    record = replace(whole, deals=(bare, *whole.deals[1:]))
    assert penneech.Record.of(verify(record).record) == whole
    path = written(tmp_path, notation_of(record))
    assert penneech.read_records(path) == (whole,)


EXAMPLES = re.findall(
    r"^```text\n(.*?)^```$",
    (Path(__file__).parents[1] / "docs" / "reference" / "notation.md").read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)[:2]


def test_the_game_of_the_documents_holds(tmp_path):
    path = written(tmp_path, EXAMPLES[0])
    assert run("replay", path).status == 0
    assert "parlett" in penneech.which(penneech.read_records(path)).variants


def test_the_plain_list_of_the_documents_is_judged_shown_and_scored(tmp_path):
    path = written(tmp_path, EXAMPLES[1])
    (found,) = (record for _, record in asked_records(path))
    remaining = which_of_all(iter([("", found)]))
    assert remaining.fits(penneech.load("parlett").rules)
    path = written(tmp_path, "variant: parlett\n" + EXAMPLES[1])
    assert run("replay", path).status == 0
    assert run("rescore", path, "--variant", "gamerules").status == 0


def test_a_bare_list_of_cards_is_told_what_stands_before_it(tmp_path):
    bare = tmp_path / "bare.txt"
    bare.write_text("QD 5D, QS 3S\n", encoding="utf-8")
    answer = run("which", bare)
    assert answer.status == 1
    assert "bare.txt:1:1: cards stand behind what they are: `turned: " in answer.err

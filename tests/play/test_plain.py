"""Play line by line: all that can be typed, and whole games through a pipe and a terminal."""

from __future__ import annotations

import io
import json
import re
import sys
from itertools import chain, repeat
from pathlib import Path

import pytest
from commands import run

from penneech import kernel
from penneech.records import read_records
from penneech.screens.keeping import quoted

SEEDED = ("play", "parlett", "--plain", "--seed", 5)


@pytest.fixture
def typing(monkeypatch):
    """Run the command with these lines on its standard input."""

    def typed(lines, *words):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run(*words)

    return typed


def ends_with(answer, *lines):
    assert answer.status == 0, answer.err
    for line in lines:
        assert line in answer.out, answer.out


def test_a_whole_game_is_played_by_typing_the_first_card_that_may_be(typing):
    # What may not be played is refused, and the next figure is tried.
    figures = list(chain.from_iterable(repeat([*"1234567"], 120)))
    answer = typing(figures, *SEEDED)
    assert answer.status == 0
    assert re.search(r"(You win|greedy wins) the game, \d+ to \d+\.", answer.out)
    assert "may not be played. " in answer.out
    assert "(following: follow_or_trump)" in answer.out


def test_the_hand_is_told_card_by_card_in_words_with_what_may_not_be_played(typing):
    answer = typing([], *SEEDED)
    ends_with(
        answer,
        "greedy leads knave of diamonds.",
        "  1 two of diamonds\n",
        "  3 four of hearts (may not be played)\n",
        "Follow suit: diamonds.\n",
    )
    assert not set(answer.out) & set("♣♦♥♠")


def test_a_card_may_be_named_as_well_as_numbered(typing):
    assert "You play queen of diamonds." in typing(["QD"], *SEEDED).out
    assert "You play queen of diamonds." in typing(["q♦"], *SEEDED).out


@pytest.mark.parametrize(
    "typed", ["9", "0", "AS", "11111111111111111111", "00010", "x\x1b[2J", "²"]
)
def test_what_is_no_card_of_the_hand_is_told_so(typing, typed):
    answer = typing([typed], *SEEDED)
    ends_with(answer, "is not a card in your hand")
    assert "\x1b" not in answer.out


def test_a_hint_names_a_card_and_what_each_is_worth(typing):
    answer = typing(["h", "hint"], *SEEDED)
    ends_with(answer, "would play queen of diamonds.\nWorth, in points of the deal")


def test_the_rule_is_told_with_its_reading_and_its_citation(typing):
    ends_with(
        typing(["r"], *SEEDED),
        "Following suit (following: follow_or_trump). The second player to a trick",
        "Cited: Par, Penneech",
    )
    ends_with(
        typing(["r"], "play", "cotton-1674", "--plain", "--seed", 5),
        "C74, p. 148",
    )


def test_a_lead_can_be_taken_back_before_the_reply_and_not_after(typing):
    lines = ["2", "1", "u", "1", "", "u"]
    answer = typing(lines, *SEEDED)
    ends_with(answer, "Enter shows the reply, u takes the lead back", "Your lead is taken back.")
    first, _, rest = answer.out.partition("Your lead is taken back.")
    assert "greedy plays" not in first.rpartition("You lead")[2]
    assert "Nothing can be taken back" in rest


def test_a_game_is_saved_and_gone_on_with(typing, tmp_path):
    kept = tmp_path / "kept.json"
    saved = typing(["2", f"save {kept}", "q"], *SEEDED)
    ends_with(saved, f"Saved as {kept}.")
    (record,) = read_records(kept)
    assert record.winner is None
    assert record.heading.players == ("human", "greedy")
    loaded = typing(["t", "r"], "play", "--load", kept, "--plain")
    ends_with(loaded, "Deal 1, trick 2.", "Cited: Par, Penneech")
    assert "not saved" not in loaded.err, "nothing has been played since"
    whole = typing(["2", "t"], *SEEDED)
    assert loaded.out.partition("Stock:")[2][:60] == whole.out.rpartition("Stock:")[2][:60]


def test_a_game_without_a_name_for_its_file_never_replaces_another(typing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "penneech-game.json").write_text("mine", encoding="ascii")
    ends_with(typing(["s", "2", "s"], *SEEDED), "Saved as penneech-game-2.json.")
    assert (tmp_path / "penneech-game.json").read_text(encoding="ascii") == "mine"
    assert not (tmp_path / "penneech-game-3.json").exists()


def test_a_lead_that_was_taken_back_since_is_not_what_was_saved(typing, tmp_path):
    lines = ["2", "1", f"s {tmp_path / 'kept.json'}"]
    assert "not saved" not in typing(lines, *SEEDED).err
    assert "not saved" not in typing([*lines, "u", "1"], *SEEDED).err
    assert "not saved" in typing([*lines, "u", "2"], *SEEDED).err


def test_an_edited_game_is_gone_on_with_where_that_is_wanted(typing, tmp_path):
    kept = tmp_path / "kept.json"
    typing(["s " + str(kept)], *SEEDED)
    kept.write_text(kept.read_text(encoding="utf-8").replace("greedy", "random"), encoding="utf-8")
    refused = typing([], "play", "--plain", "--load", kept)
    assert refused.status == 1
    assert "--no-check reads it all the same" in refused.err
    ends_with(typing([], "play", "--plain", "--load", kept, "--no-check"), "against random.")


def test_where_nothing_can_be_written_the_game_goes_on(typing, tmp_path):
    answer = typing([f"s {tmp_path / 'no' / 'kept.json'}", "2"], *SEEDED)
    assert "cannot be written" in answer.out
    assert "You play queen of diamonds." in answer.out


def test_the_help_tells_every_command(typing):
    out = typing(["?"], *SEEDED).out
    for word in ("hint", "undo", "rule", "table", "save", "help", "quit"):
        assert f", {word}: " in out


def test_the_end_of_the_input_is_no_fault_and_tells_what_is_lost(typing):
    answer = typing(["2"], *SEEDED)
    assert answer.status == 0
    assert "the game is not saved" in answer.err
    assert "penneech play parlett --seed 5 --opponent greedy" in answer.err
    assert "not saved" not in typing(["q"], *SEEDED).err


def test_two_people_hand_the_screen_over_and_see_only_their_own_hands(typing):
    lines = ["", "1", "u", "2", "", ""]
    answer = typing(lines, "play", "parlett", "--two", "--plain", "--seed", 5)
    ends_with(answer, "for A and B at one screen")
    first, second, third = answer.out.split("A, press Enter when nobody else looks")
    assert first.index("B, press Enter") < first.index("B\u2019s hand:")
    assert "Your lead is taken back." in second
    assert "A\u2019s hand:" not in first + second
    assert "A\u2019s hand:" in third
    assert "B\u2019s hand:" not in third


def test_a_hand_may_be_thrown_up_or_kept(typing):
    words = ("play", "parlett", "--plain", "--seed", 7)
    kept = typing(["", "perhaps", "r", "h", "n"], *words)
    ends_with(
        kept,
        "Throw the hand up? It holds no card above the ten.",
        "“perhaps” is not understood",
        "(redeal: nothing_above_ten)",
        "would throw the hand up",
        " are trumps.",
    )
    thrown = typing(["y", ""], *words)
    ends_with(thrown, "You throw up four of clubs, ", "The deal is void", "deals again.")
    assert "g la getta" in typing([], *words, "--lang", "it").out
    assert "Getti quattro di fiori" in typing(["g"], *words, "--lang", "it").out


def test_without_a_variant_it_is_chosen_from_the_list_by_number_or_name(typing):
    answer = typing(["nonsense", "00099", "2"], "play", "--plain")
    ends_with(
        answer, "1 cotton-1674: ", "There is no variant “nonsense”.",
        "There is no variant “00099”.", "by the rules of parlett",
    )  # fmt: skip
    ends_with(typing(["parlett"], "play", "--plain"), "by the rules of parlett")
    assert typing(["q"], "play", "--plain").status == 0
    assert typing([], "play", "--plain").status == 0


def test_italian_speaks_italian(typing):
    answer = typing(["r", "h", "consiglio", "3", "aiuto"], *SEEDED, "--lang", "it")
    ends_with(
        answer,
        "La tua mano:",
        "due di quadri",
        "non si può giocare",
        "Rispondere al seme: quadri.",
        "un consiglio",
    )
    assert "Your" not in answer.out


def test_after_the_game_there_is_a_summary_and_another_game(typing):
    figures = list(chain.from_iterable(repeat([*"1234567"], 120)))
    played = typing(figures, *SEEDED).out
    used = played.count("Your card: ") + played.count("Enter shows") + played.count("Enter goes on")
    answer = typing([*figures[:used], "v", "m", "q"], *SEEDED)
    assert "by the rules of parlett" in answer.out.partition("the game, ")[2]
    if kernel.available():
        assert "A is you, and B is greedy." in answer.out
        assert "gave away" in answer.out
    assert "--seed 5 --opponent greedy --game 1" in answer.err


def test_the_summary_without_numba_says_what_is_missing(typing, monkeypatch):
    figures = list(chain.from_iterable(repeat([*"1234567"], 120)))
    played = typing(figures, *SEEDED).out
    used = played.count("Your card: ") + played.count("Enter shows") + played.count("Enter goes on")
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert 'pip install "penneech[fast]"' in typing([*figures[:used], "v"], *SEEDED).out


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("parlet",), 2, "no variant is called"),
        (("parlett", "--opponent", "open"), 2, "sees all cards"),
        (("parlett", "--opponent", "x"), 2, "no player is called"),
        (("--opponent", "x"), 2, "no player is called"),
        (("parlett", "--two", "--opponent", "greedy"), 2, "leave --opponent out"),
        (("parlett", "--seed", "-1"), 2, "--seed"),
        (("parlett", "--game", str(2**64)), 2, "--game"),
        (("parlett", "--no-check"), 2, "name it with --load"),
        (("--load", "nowhere.json"), 2, "does not exist"),
    ],
)
def test_wrong_use_is_told_in_one_line(typing, words, status, told):
    answer = typing([], "play", *words, "--plain")
    assert answer.status == status
    assert told in answer.err
    assert answer.out == ""


def test_a_file_that_holds_no_game_is_told_so(typing, tmp_path):
    kept = tmp_path / "kept.json"
    typing(["2", f"s {kept}"], *SEEDED)
    data = json.loads(kept.read_text(encoding="ascii"))
    data["deals"][0]["plays"].reverse()
    kept.write_text(json.dumps(data), encoding="ascii")
    answer = typing([], "play", "--load", kept, "--plain")
    assert answer.status == 1
    assert "kept.json" in answer.err
    kept.write_text("", encoding="ascii")
    assert typing([], "play", "--load", kept, "--plain").status == 1


def test_a_game_is_not_gone_on_with_by_other_rules(typing, tmp_path):
    kept = tmp_path / "kept.json"
    typing(["2", f"s {kept}"], *SEEDED)
    answer = typing([], "play", "pagat", "--load", kept, "--plain")
    assert answer.status == 2
    assert "was not begun by the rules of pagat" in answer.err
    answer = typing([], "play", "--load", kept, "--seed", 1, "--plain")
    assert answer.status == 2


def test_an_own_variant_is_played_and_its_rules_are_told_without_evidence_elsewhere(
    typing, tmp_path
):
    mine, kept = tmp_path / "mine.yaml", tmp_path / "kept.json"
    mine.write_text(
        'id: mine\ntitle: {en: "Mine"}\nextends: parlett\nrules:\n  following:\n'
        "    reading: free\n    basis: conjecture\n    cites: []\n    note: {en: An experiment.}\n",
        encoding="ascii",
    )
    answer = typing(["r", f"s {kept}"], "play", mine, "--plain", "--seed", 5)
    ends_with(answer, "(following: free)", "An experiment.", "Any card may be played.")
    loaded = typing(["r"], "play", "--load", kept, "--plain")
    ends_with(loaded, "(following: free)", "their variant mine is not at hand")


def test_a_whole_game_in_a_terminal_line_by_line():
    from pseudo import Pseudo  # noqa: PLC0415  # where there are no terminals this alone is skipped

    with Pseudo("play", "parlett", "--plain", "--seed", 5, "--opponent", "random", lines=60) as it:
        figures, cards = iter("1234567" * 200), 0
        while True:
            last = it.until(": ") and _prompt(it)
            if last.startswith("m another game"):
                break
            it.type(next(figures) + "\n" if last.startswith("Your card") else "\n")
            cards += 1
        assert "the game, " in it.text
        it.type("q\n")
        assert it.end() == 0
        assert cards > 20


def _prompt(it):
    """The prompt that waits in the last line of a terminal."""
    while True:
        it.settle()
        line = it.screen.display[it.screen.cursor.y]
        if line.rstrip().endswith(":"):
            return line
        assert it.process.poll() is None, it.text


def test_the_command_that_goes_on_with_a_saved_game_can_be_pasted():
    assert quoted(Path("my game.json")) == '"my game.json"'
    assert quoted(Path("mine.json")) == "mine.json"

"""Play line by line: all that can be typed, and whole games through a pipe and a terminal."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import pytest
from commands import run

from penneech import kernel
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.files.typed import as_typed
from penneech.records import read_records, record_text
from penneech.render.wording import Words
from penneech.screens.keeping import Keeping
from penneech.screens.opening import Opening
from penneech.screens.voice import PHRASES
from penneech.screens.withheld import withheld

SEEDED = ("play", "parlett", "--plain", "--seed", 5)


@pytest.fixture
def typing(monkeypatch, tmp_path):
    """Run the command with these lines on its standard input, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

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
    assert "not saved" not in typing(lines, *SEEDED).out
    (tmp_path / "kept.json").unlink()
    assert "not saved" not in typing([*lines, "u", "1"], *SEEDED).out
    assert "not saved" in typing([*lines, "u", "2"], *SEEDED).out


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


def test_at_the_end_of_the_input_the_game_is_kept_in_a_file_that_goes_on(typing, tmp_path):
    answer = typing(["2"], *SEEDED)
    ends_with(answer, "it is kept as penneech-game.json", "penneech play --load penneech-game.json")
    assert "penneech play parlett --seed 5 --opponent greedy" in answer.err
    ends_with(typing(["t"], "play", "--load", "penneech-game.json", "--plain"), "Deal 1, trick 2.")
    assert "kept" not in typing(["2", "s mine.json"], *SEEDED).out
    assert sorted(tmp_path.iterdir()) == [tmp_path / "mine.json", tmp_path / "penneech-game.json"]


def test_a_game_that_goes_on_unsaved_is_kept_beside_its_file_and_not_in_it(typing, tmp_path):
    typing(["2", "s mine.json", "q"], *SEEDED)
    before = (tmp_path / "mine.json").read_bytes()
    ends_with(typing(["1", ""], "play", "--load", "mine.json", "--plain"), "kept as penneech-game")
    assert (tmp_path / "mine.json").read_bytes() == before


def test_where_nothing_can_be_kept_it_is_said(typing, tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "nowhere")
    monkeypatch.setattr("penneech.screens.underway.free_name", lambda folder: folder / "no" / "x")
    ends_with(typing(["2"], *SEEDED), "The game is not saved: no/x cannot be written")


def test_nothing_is_kept_or_asked_where_no_card_was_played(typing, tmp_path):
    for lines in ([], ["q"]):
        assert "not saved" not in typing(lines, *SEEDED).out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("lines", "files", "said"),
    [
        (["q", "q"], 0, "Enter stays"),
        (["q", "s"], 1, "Saved as penneech-game.json."),
        (["q"], 1, "it is kept as penneech-game.json"),
        (["q", "perhaps", "q"], 0, "“perhaps” is not understood"),
        (["q", "", "t", "q", "q"], 0, "Deal 1, trick 2."),
    ],
)
def test_whoever_leaves_an_unsaved_game_is_asked(typing, tmp_path, lines, files, said):
    ends_with(typing(["2", *lines], *SEEDED), "The game is not saved. s saves it", said)
    assert len(list(tmp_path.iterdir())) == files


def test_without_numba_a_hint_says_that_it_is_weak_and_how_a_strong_one_is_had(typing, monkeypatch):
    monkeypatch.setattr(kernel, "available", lambda: False)
    answer = typing(["h", "?"], *SEEDED)
    ends_with(answer, "looks no further than this trick", 'with: pip install "penneech[fast]"')


@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_game_that_is_told_to_stop_is_kept(tmp_path, number):
    from pseudo import Pseudo  # noqa: PLC0415  # where there are no terminals this alone is skipped

    with Pseudo(*SEEDED, cwd=tmp_path) as it:
        it.until("Your card:")
        it.type("2\n")
        it.until("You lead")
        it.settle(0.5)
        it.process.send_signal(getattr(signal, number))
        assert it.end() == 128 + getattr(signal, number)
        assert "kept as penneech-game.json" in it.text.replace("\n", " ")
    (record,) = read_records(tmp_path / "penneech-game.json")
    assert len(record.deals[0].plays) >= 2


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
        "che cosa farebbe un giocatore",
    )
    assert "Your" not in answer.out


def test_after_the_game_there_is_a_summary_and_another_game(typing):
    figures = list(chain.from_iterable(repeat([*"1234567"], 120)))
    played = typing(figures, *SEEDED).out
    used = played.count("Your card: ") + played.count("Enter shows") + played.count("Enter goes on")
    answer = typing([*figures[:used], "v", "m", "q"], *SEEDED)
    assert "by the rules of parlett" in answer.out.partition("the game, ")[2]
    if kernel.available():
        assert re.search(r"You gave \d+ points? away", answer.out)
        assert "a strong player who sees no more" in answer.out
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


ITALIAN = {
    ("parlet",): 'nessuna variante si chiama "parlet"; ci sono cotton-1674, ',
    ("parlett", "--opponent", "open"): "open vede tutte le carte, perciò non fa da avversario",
    ("parlett", "--opponent", "gredy"): 'nessun giocatore si chiama "gredy"; ci sono random, ',
    ("parlett", "--opponent", "pimc:0"): "non dice quanti mondi estrarre",
    ("pagat", "--load", "begun.json"): "begun.json non è cominciata con le regole di pagat",
    ("--load", "several.jsonl"): "several.jsonl contiene 2 partite",
    ("--load", "over.json"): "over.json: la partita è finita",
    ("--load", "nobody.json"): "non gioca una persona, ma random e random",
    ("--load", "view.json"): "in view.json mancano le carte coperte",
    ("--load", "altered.json"): "altered.json: il verbale è stato modificato",
    ("--load", "empty.json"): "empty.json non si può usare.",
    ("--load", "other.json", "--no-check"): "non sono quelle del seed di questo verbale",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Games with which nobody can go on, each for another reason."""
    folder = tmp_path_factory.mktemp("files")
    session = Opening("parlett", "greedy", seed=5).session()
    session.deal()
    session.go_on()
    session.play(session.legal[0])
    begun = folder / "begun.json"
    Keeping().save(session, begun)
    text = begun.read_text(encoding="ascii")
    (folder / "several.jsonl").write_text(text + text, encoding="ascii")
    (folder / "altered.json").write_text(text.replace('"greedy"', '"random"'), encoding="ascii")
    (folder / "other.json").write_text(text.replace('"seed":"5"', '"seed":"6"'), encoding="ascii")
    (folder / "empty.json").write_text("", encoding="ascii")
    view = record_text(withheld(session.save(), Player.A))
    (folder / "view.json").write_text(view, encoding="ascii")
    words = ("--players", "random", "--games", 1, "--seed", 1)
    run("simulate", "parlett", *words, "--records", folder / "nobody.jsonl")
    (played,) = read_records(folder / "nobody.jsonl")
    names = (("nobody", played.heading.players), ("over", ("human", "random")))
    for name, players in names:
        heading = replace(played.heading, players=players, names=players)
        deals = played.deals if name == "over" else ()
        record = replace(played, heading=heading, deals=deals, score=None, winner=None)
        (folder / f"{name}.json").write_text(record_text(record), encoding="ascii")
    return folder


@pytest.mark.parametrize("words", ITALIAN)
def test_what_goes_wrong_before_a_game_is_told_in_its_language(typing, files, monkeypatch, words):
    monkeypatch.chdir(files)
    italian = typing([], "play", *words, "--plain", "--lang", "it")
    english = typing([], "play", *words, "--plain")
    assert ITALIAN[words] in italian.err
    assert italian.status == english.status
    assert english.status in {1, 2}
    assert italian.err != english.err


def test_an_error_has_the_same_english_where_it_is_raised_and_among_the_phrases(files):
    def raised(*words, **more):
        with pytest.raises(PenneechError) as caught:
            Opening(*words, **more).check()
        return caught.value

    words = Words("en", PHRASES)
    load = {"variant": None, "opponent": "greedy"}
    errors = [
        raised("xyzzy", "greedy"), raised("parlett", "open"), raised("parlett", "gredy"),
        raised("parlett", "pimc:0"), raised("pagat", "greedy", load=files / "begun.json"),
        *[
            raised(**load, load=files / name, edited=True)
            for name in ("several.jsonl", "over.json", "nobody.json", "view.json", "other.json")
        ],
    ]  # fmt: skip
    for error in errors:
        sentence = words.text(f"play.errors.{error.key}", **error.figures)
        assert sentence.replace("4096", "4,096") in str(error)


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
@pytest.mark.parametrize("name", ["mine", "my game", "a$(touch pwned)b", "`x`", "l'\"altro", "é"])
def test_the_command_that_goes_on_with_a_saved_game_can_be_pasted(typing, name):
    saved = typing(["2", f"save {name}.json", "q"], *SEEDED)
    command = saved.out.partition("Go on with: ")[2].splitlines()[0]
    told = subprocess.run(  # noqa: S603  # our own words
        ["/bin/sh", "-c", command.replace("penneech play --load", "printf %s")],
        capture_output=True,
        check=True,
    )
    assert told.stdout.decode() == f"{name}.json"
    assert not Path("pwned").exists()


def test_in_windows_double_quotes_alone_quote():
    assert [as_typed(word, posix=False) for word in ("mine.json", "my & game")] == [
        "mine.json",
        '"my & game"',
    ]


def test_a_file_that_is_there_is_not_replaced_but_by_the_same_game(typing):
    Path("mine.txt").write_text("mine", encoding="ascii")
    lines = ["save mine.txt", "save own.json", "2", "save own.json", "s other.json", "s own.json"]
    answer = typing(lines, *SEEDED)
    ends_with(answer, "mine.txt is there already, and is left as it is; name another")
    assert Path("mine.txt").read_text(encoding="ascii") == "mine"
    assert answer.out.count("Saved as own.json") == 3
    ends_with(typing(["s own.json"], "play", "--plain", "--load", "own.json"), "Saved as own.json")
    ends_with(typing(["s own.json"], *SEEDED), "own.json is there already")

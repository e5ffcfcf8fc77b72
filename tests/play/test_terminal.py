"""The game on the whole screen: what it shows, what the keys and the mouse do, and whole games."""

from __future__ import annotations

import asyncio
import re
import signal
import threading

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from penneech import kernel
from penneech.events import Player
from penneech.records import read_records
from penneech.screens.opening import Opening
from penneech.screens.sitting import Waits
from penneech.screens.terminal.app import PlayApp
from penneech.screens.terminal.choosing import Choosing
from penneech.screens.terminal.hand import HandView
from penneech.screens.terminal.papers import Paper
from penneech.screens.terminal.pegboard import hole_of, pegboard
from penneech.screens.terminal.strokes import SIGNS

PARLETT = Opening("parlett", "greedy", seed=5)
SIZE = (80, 24)


def on_screen(opening, play, *, size=SIZE, **options):
    """Run the application without a terminal and let a coroutine play it."""

    async def run():
        app = PlayApp(opening, pause=options.pop("pause", 0.0), **options)
        async with app.run_test(size=size) as pilot:
            await calm(pilot)
            return await play(app, pilot)

    return asyncio.run(run())


async def calm(pilot):
    """Wait until the computer player has played, and all is drawn."""
    await pilot.pause()
    for _ in range(2000):
        session = pilot.app.session
        if session is None or session.waits is not Waits.COMPUTER or pilot.app.pause:
            break
        await pilot.pause(0.01)
    await pilot.pause()


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await calm(pilot)


async def told(pilot, text):
    """Wait until a text is in the message."""
    for _ in range(3000):
        if text in message(pilot.app):
            return
        await pilot.pause(0.01)
    raise AssertionError(message(pilot.app))


def text_of(app, name):
    return str(app.screen.query_one(name).render())


def message(app):
    return text_of(app, "#message")


def happened(app):
    """All that has happened, as the log has it."""
    return "\n".join(str(page.render()) for page in app.screen.query("#log Static"))


def screen(app):
    """All that stands on the screen, line by line."""
    drawn = app.export_screenshot()
    lines = re.findall(r"<text[^>]*>(.*?)</text>", drawn)
    return " ".join(lines).replace("&#160;", " ")


@pytest.fixture
def pictures(snapshot):
    class Picture(SingleFileSnapshotExtension):
        file_extension = "svg"
        _write_mode = WriteMode.TEXT

    return snapshot.use_extension(Picture)


def picture(app):
    """The screen as a picture, without the fonts that it would fetch from elsewhere."""
    return re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)


async def in_the_middle(app, pilot):
    await press(pilot, "2", "2")
    return picture(app)


def test_the_screen_in_dark_colours(pictures):
    assert on_screen(PARLETT, in_the_middle) == pictures


def test_the_screen_in_light_colours(pictures):
    assert on_screen(PARLETT, in_the_middle, light=True) == pictures


def test_the_screen_without_colours(pictures, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    drawn = on_screen(PARLETT, in_the_middle)
    assert drawn == pictures
    colours = set(re.findall(r"#[0-9a-f]{6}", drawn.partition("terminal-")[2]))
    grey = {colour for colour in colours if colour[1:3] == colour[3:5] == colour[5:7]}
    frame = {"#ff5f57", "#febc2e", "#28c840", "#c5c8c6"}
    assert colours - grey <= frame, "the picture draws a window round the screen, in colours"


def test_the_screen_in_letters(pictures):
    opening = Opening("parlett", "greedy", seed=5, letters=True)
    drawn = on_screen(opening, in_the_middle)
    assert drawn == pictures
    assert not set("".join(re.findall(r">([^<]*)<", drawn))) & set("♣♦♥♠╭╮╰╯│─░●○▲·")
    assert "greedy leads" in drawn.replace("&#160;", " "), "what happened stands there, too"


def test_the_screen_in_italian(pictures):
    opening = Opening("parlett", "greedy", seed=5, language="it")
    assert on_screen(opening, in_the_middle) == pictures


def test_a_window_that_is_too_small_says_how_large_it_must_be(pictures):
    async def play(app, pilot):
        drawn = picture(app)
        assert "80" in text_of(app, "#small")
        await pilot.resize_terminal(80, 24)
        await calm(pilot)
        assert not app.screen.has_class("small")
        assert "Follow suit" in message(app)
        return drawn

    assert on_screen(PARLETT, play, size=(60, 20)) == pictures


def test_the_title_is_as_wide_as_the_window():
    async def play(app, pilot):
        lengths = [len(text_of(app, "#title"))]
        for width in (120, 80):
            await pilot.resize_terminal(width, 24)
            await calm(pilot)
            lengths.append(len(text_of(app, "#title")))
        return lengths

    assert on_screen(PARLETT, play) == [78, 118, 78]


def test_the_list_of_variants(pictures):
    async def play(app, pilot):
        for _ in range(500):
            if str(app.screen.query_one("#summary-text").render()):
                break
            await pilot.pause(0.01)
        await press(pilot, "down", "o")
        drawn = picture(app)
        await press(pilot, "enter")
        assert app.session.heading.variant == "parlett"
        assert app.session.players == ("human", "random")
        return drawn

    assert on_screen(Opening(None, "greedy", seed=5), play) == pictures


def test_leaving_the_list_plays_nothing():
    async def play(app, pilot):
        assert isinstance(app.screen, Choosing)
        await press(pilot, "q")
        return app.session

    assert on_screen(Opening(None, "greedy"), play) is None


@pytest.mark.parametrize("variant", ["parlett", "cotton-counted", "gamerules", "seven-in-hand"])
def test_a_whole_game_is_played_to_its_end(variant):
    async def play(app, pilot):
        while not app.session.is_over:
            await press(pilot, "y" if app.session.waits is Waits.ANSWER else "enter")
        assert "the game" in message(app)
        assert "another game" in text_of(app, "#keys")
        number = app.session.heading.game
        await press(pilot, "m")
        assert app.session.heading.game == number + 1
        assert app.session.score == (0, 0)

    on_screen(Opening(variant, "greedy", seed=5), play)


@pytest.mark.skipif(not kernel.available(), reason="best play needs the extra fast")
def test_the_summary_sets_every_card_beside_best_play():
    async def play(app, pilot):
        while not app.session.is_over:
            await press(pilot, "y" if app.session.waits is Waits.ANSWER else "enter")
        await press(pilot, "v")
        assert isinstance(app.screen, Paper)
        for _ in range(3000):
            if "infer:128" in screen(app):
                break
            await pilot.pause(0.01)
        assert re.search(r"greedy gave \d+ points? away", screen(app))
        await press(pilot, "escape")
        assert not isinstance(app.screen, Paper)

    on_screen(PARLETT, play)


def test_a_card_that_may_not_be_played_is_refused_with_the_rule():
    async def play(app, pilot):
        before = app.session.moment
        await press(pilot, "3")
        assert message(app) == (
            "4♥ may not be played. Follow suit: diamonds. (following: follow_or_trump)"
        )
        assert app.session.moment == before

    on_screen(PARLETT, play)


def test_the_arrows_pass_over_what_may_not_be_played():
    async def play(app, pilot):
        hand = app.screen.query_one(HandView)
        legal = app.session.legal
        chosen = [hand.card]
        for key in ("right", "right", "left", "left"):
            await press(pilot, key)
            chosen.append(hand.card)
        assert chosen == [legal[0], legal[1], legal[0], legal[1], legal[0]]

    on_screen(PARLETT, play)


def test_a_click_plays_a_card_and_a_click_on_a_key_does_what_it_says():
    async def play(app, pilot):
        card = app.session.face.hand[1]
        await pilot.click(HandView, offset=(1 + 6 + 2, 2))
        await calm(pilot)
        assert app.session.face.history[0].reply is card
        place = text_of(app, "#keys").index("? help")
        await pilot.click("#keys", offset=(place + 3, 0))
        await calm(pilot)
        assert isinstance(app.screen, Paper)

    on_screen(PARLETT, play)


def test_a_lead_is_taken_back_while_the_reply_waits():
    async def play(app, pilot):
        app.pause = 60.0
        app.screen.reply.pause = 60.0  # the reply shall not come by itself
        while app.session.face.led is not None or app.session.waits is not Waits.CARD:
            await press(pilot, "enter")
        await press(pilot, "1")
        assert app.session.waits is Waits.COMPUTER
        assert "u take back" in text_of(app, "#keys")
        log = happened(app)
        assert "You lead" in log.splitlines()[-1]
        await press(pilot, "u")
        assert app.session.waits is Waits.CARD
        assert "taken back" in message(app)
        assert happened(app) == "\n".join(log.splitlines()[:-1])
        await press(pilot, "u")
        assert "Nothing can be taken back" in message(app)

    on_screen(PARLETT, play)


def test_the_hint_the_rule_and_the_help_are_shown():
    async def play(app, pilot):
        await pilot.press("h")
        await told(pilot, "would play Q♦")
        await press(pilot, "r")
        assert "follow_or_trump" in screen(app)
        assert "Cited: Par" in screen(app)
        await press(pilot, "escape", "question_mark")
        assert "take your lead back" in screen(app)
        await press(pilot, "q")
        assert app.session.waits is Waits.CARD

    on_screen(PARLETT, play)


def test_a_game_is_saved_before_it_is_left_if_the_person_wishes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def play(app, pilot):
        await press(pilot, "2", "q")
        assert "not saved" in message(app)
        await press(pilot, "escape")
        assert "Follow suit" in message(app) or "lead" in message(app)
        await press(pilot, "q", "s")

    on_screen(PARLETT, play)
    (record,) = read_records(tmp_path / "penneech-game.json")

    async def go_on(app, pilot):
        assert app.session.save() == record
        await press(pilot, "s", "q")
        assert "not saved" not in message(app)

    on_screen(Opening(None, "greedy", load=tmp_path / "penneech-game.json"), go_on)


def test_while_the_screen_is_handed_over_no_card_of_a_hand_is_on_it():
    async def play(app, pilot):
        while app.session.waits is not Waits.CARD:
            await press(pilot, "enter")
        await press(pilot, "1")
        assert app.session.waits is Waits.CURTAIN
        assert "is to play. Let" in message(app)
        hidden = app.session._sitting.game.deal.hands  # noqa: SLF001  # none of them may be seen
        drawn = screen(app)
        assert not [card for hand in hidden for card in hand if card.sign in drawn]
        await press(pilot, "enter")
        mine = hidden[app.session.facing]
        assert all(card.sign in screen(app) for card in mine)

    on_screen(Opening("parlett", "human", seed=5), play)


@pytest.mark.skipif(not kernel.available(), reason="pimc needs the extra fast")
def test_a_long_thought_is_told_and_the_screen_goes_on(monkeypatch):
    from penneech.screens.session import Session  # noqa: PLC0415  # only here is it held up

    goes_on, think = threading.Event(), Session.think

    def slowly(session):
        goes_on.wait(60)
        return think(session)

    monkeypatch.setattr(Session, "think", slowly)

    async def play(app, pilot):
        await told(pilot, "is being made ready")
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Paper)
        await pilot.press("escape")
        assert app.is_still_thinking
        goes_on.set()
        app.pause = 0.0
        await calm(pilot)
        assert app.session.waits is not Waits.COMPUTER

    async def begin():
        app = PlayApp(Opening("parlett", "pimc:1", seed=5), pause=0.01)
        async with app.run_test(size=SIZE) as pilot:
            await play(app, pilot)

    asyncio.run(begin())


def test_a_hint_that_takes_long_says_so_and_the_game_goes_on(monkeypatch):
    from penneech.screens.session import Session  # noqa: PLC0415  # only here is it held up

    goes_on, advise = threading.Event(), Session.advise

    def slowly(session):
        goes_on.wait(60)
        return advise(session)

    monkeypatch.setattr(Session, "advise", slowly)

    async def play(app, pilot):
        await pilot.press("h")
        await told(pilot, "which takes some seconds")
        await press(pilot, "2")
        assert app.session.face.history[0].reply is not None
        before = message(app)
        goes_on.set()
        await pilot.pause(0.3)
        assert message(app) == before, "the hint is about another choice"

    on_screen(PARLETT, play)


def test_a_hint_that_does_not_fit_is_laid_on_the_table(monkeypatch):
    monkeypatch.setattr("penneech.screens.terminal.view.MESSAGE_LINES", 1)

    async def play(app, pilot):
        await pilot.press("h")
        for _ in range(3000):
            if isinstance(app.screen, Paper):
                break
            await pilot.pause(0.01)
        assert "would play Q" in screen(app)
        assert "Worth" in screen(app)

    on_screen(PARLETT, play)


def test_without_numba_a_hint_says_that_it_is_weak_and_the_help_how_a_strong_one_is_had(
    monkeypatch,
):
    monkeypatch.setattr(kernel, "available", lambda: False)

    async def play(app, pilot):
        await pilot.press("h")
        await told(pilot, "looks no further than this trick")
        await press(pilot, "question_mark")
        assert 'with: pip install "penneech[fast]"' in screen(app).replace("&quot;", '"')

    on_screen(PARLETT, play)


def test_the_key_line_names_the_cards_that_may_be_played():
    async def play(app, pilot):
        session = app.session
        names = []
        for _ in range(14):
            await press(pilot, "enter")
            if session.waits is Waits.CARD:
                may = [n for n, card in enumerate(session.face.hand, 1) if card in session.legal]
                named = text_of(app, "#keys").partition(" play")[0].strip()
                names.append(named)
                ends = [part.split("-") for part in named.split(",")]
                assert may == [n for a, *b in ends for n in range(int(a), int((b or [a])[0]) + 1)]
        return names

    assert {"1-6"} < set(on_screen(PARLETT, play))


def test_the_help_names_every_key():
    from penneech.screens.terminal.game import GameScreen  # noqa: PLC0415  # only its keys are asked

    async def play(app, pilot):
        await press(pilot, "question_mark")
        return str(app.screen.query_one("#paper-text").render())

    told_of = on_screen(PARLETT, play)
    keys = {key for keys, *_ in GameScreen.BINDINGS for key in keys.split(",")}
    named = {line.split("  ")[1].strip() for line in told_of.splitlines() if line.startswith("  ")}
    named = {key for keys in named for key in keys.split()}
    known = {"PgUp": "pageup", "PgDn": "pagedown"}
    unnamed = keys - {known.get(key, key) for key in named}
    spoken_of = {"left", "right", "enter", "space", "question_mark", "g", "escape"}
    assert unnamed <= spoken_of


def test_the_log_of_a_game_that_is_gone_on_with_has_all_of_it(tmp_path):
    session = PARLETT.session()
    while session.face.number < 2:
        match session.waits:
            case Waits.DEAL:
                session.deal()
            case Waits.COMPUTER:
                session.go_on()
            case Waits.ANSWER:
                session.throw_up(wanted=False)
            case _:
                session.play(session.legal[0])
    kept = tmp_path / "kept.json"
    PARLETT.keeping(session).save(session, kept)

    async def play(app, pilot):
        voice = app.underway.opening.shown(app.session, signs=True)
        assert happened(app) == "\n".join(voice.happened())
        await press(pilot, "pageup", "pagedown")
        while app.session.face.number < 3:
            await press(pilot, "y" if app.session.waits is Waits.ANSWER else "enter")
        assert happened(app) == "\n".join(voice.happened())

    on_screen(Opening(None, "greedy", load=kept), play)


def docs_pictures():
    import terminal_pictures  # noqa: PLC0415  # beside this file

    return terminal_pictures


@pytest.mark.parametrize("name", ["table", "hint", "rule", "choosing", "summary"])
def test_the_pictures_of_the_guide_show_what_the_screen_shows(name, monkeypatch):
    pictures = docs_pictures()
    assert name in pictures.PICTURES
    if name in pictures.NEEDS_FAST and not kernel.available():
        pytest.skip("this picture needs the extra fast")
    monkeypatch.delenv("NO_COLOR", raising=False)
    kept = pictures.path_of(name).read_text(encoding="utf-8")
    assert kept == pictures.picture(name), "python tests/play/terminal_pictures.py makes it anew"
    assert re.findall(r"https?://[^\s\"']+", kept) == ["http://www.w3.org/2000/svg"]


def test_seventeen_cards_fit_on_the_screen(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        'id: mine\ntitle: {en: "Mine"}\nextends: parlett\nparameters:\n  hand_size:\n'
        "    value: 17\n    basis: conjecture\n    cites: []\n    note: {en: Large.}\n",
        encoding="ascii",
    )

    async def play(app, pilot):
        await press(pilot, "enter", "enter")
        drawn = screen(app)
        shown = [
            card for card in app.session.face.hand if card.rank.letter + card.suit.sign in drawn
        ]
        assert len(shown) == len(app.session.face.hand) >= 15

    on_screen(Opening(str(mine), "greedy", seed=5), play)


@pytest.mark.parametrize("target", [1, 5, 31, 60, 61, 62, 121, 1000])
def test_a_board_has_eighty_columns_at_most_whatever_the_target(target):
    from dataclasses import replace  # noqa: PLC0415  # only here a face is made by hand

    session = PARLETT.session()
    voice = PARLETT.shown(session, signs=True)
    rules = replace(session.rules, target=target)
    face = replace(session.face, rules=rules, pegs=((0, target), (1, 3)), score=(target + 20, 3))
    lines = pegboard(face, voice, SIGNS)
    assert len(lines) == 3
    assert all(line.cell_len <= 80 for line in lines)
    other, mine = lines[1:]
    assert mine.plain.rstrip("0123456789 ").endswith("●"), "the last hole is the target"
    assert other.plain.count("●") == 1
    assert session.facing is Player.A


def test_pegs_stand_in_the_hole_of_their_points():
    assert [hole_of(points, 1, 61) for points in (0, 1, 60, 61, 70)] == [0, 1, 60, 61, 61]
    assert [hole_of(points, 2, 61) for points in (0, 1, 2, 3, 121, 122)] == [0, 1, 1, 2, 61, 61]


def test_a_whole_game_in_a_real_terminal():
    from pseudo import Pseudo  # noqa: PLC0415  # where there are no terminals this alone is skipped

    with Pseudo("play", "parlett", "--seed", 5, "--opponent", "random") as it:
        it.until("Follow suit", "You lead")
        for _ in range(600):
            it.settle(0.02)
            if "wins the game" in it.text or "You win the game" in it.text:
                break
            it.type("y" if "Throw the hand up?" in it.text else "\r")
        it.until("the game, ")
        it.type("r")
        it.until("game_end")
        it.type("\x1b")
        it.settle(1.0)  # Escape with a key right behind it would be another key
        it.until("another game")
        it.type("q")
        assert it.end() == 0
        assert b"penneech play parlett --seed 5 --opponent random" in it.written
        assert b"\x1b[?1049l" in it.written, "the terminal is given back"


def is_given_back(it):
    """Whether the terminal is as it was: its own screen, no reports of the mouse, the cursor."""
    last = it.written.rpartition(b"\x1b[?1049h")[2]
    modes = (b"?1049l", b"?1000l", b"?1003l", b"?1006l", b"?25h")
    return all(b"\x1b[" + mode in last for mode in modes)


def test_ctrl_c_gives_the_terminal_back_and_keeps_the_game(tmp_path):
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, cwd=tmp_path) as it:
        it.until("Follow suit")
        it.type("2")
        it.until("You lead: any card")
        it.type("\x03")
        assert it.end() == 0
        assert is_given_back(it)
        assert b"kept as penneech-game.json" in it.written
    assert read_records(tmp_path / "penneech-game.json")


def test_bytes_that_are_no_utf_8_are_passed_over(tmp_path):
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, cwd=tmp_path) as it:
        it.until("Follow suit")
        it.type(b"\xff")
        it.settle()
        it.type(b"\xe9")
        it.settle()
        it.type("2")  # taken, though it ends what began like a letter
        it.until("You lead: any card")
        it.type("\x03")
        assert it.end() == 0
        assert is_given_back(it)
        assert b"Traceback" not in it.written


@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("leaving", [False, True])
def test_told_to_stop_it_gives_the_terminal_back_and_keeps_the_game(tmp_path, number, leaving):
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, cwd=tmp_path) as it:
        it.until("Follow suit")
        it.type("2")
        it.until("You lead: any card")
        if leaving:  # nothing has been said yet
            it.type("q")
            it.until("not saved")
        it.process.send_signal(getattr(signal, number))
        assert it.end() == 128 + getattr(signal, number)
        assert is_given_back(it)
        assert b"penneech play --load penneech-game.json" in it.written
        assert b"Traceback" not in it.written
    (record,) = read_records(tmp_path / "penneech-game.json")
    assert len(record.deals[0].plays) >= 2


def test_a_game_is_kept_when_its_window_is_closed(tmp_path):
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, cwd=tmp_path) as it:
        it.until("Follow suit")
        it.type("2")
        it.until("You lead: any card")
        it.close()
        it.process.send_signal(signal.SIGHUP)
        it.process.wait(timeout=60)
    assert read_records(tmp_path / "penneech-game.json")


def test_before_a_card_is_played_there_is_nothing_to_keep(tmp_path):
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, cwd=tmp_path) as it:
        it.until("Follow suit")
        it.process.send_signal(signal.SIGTERM)
        assert it.end() == 128 + signal.SIGTERM
        assert is_given_back(it)
    assert not list(tmp_path.iterdir())


def test_whoever_says_that_the_game_may_be_lost_finds_no_file_of_it(tmp_path):
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, cwd=tmp_path) as it:
        it.until("Follow suit")
        it.type("2")
        it.until("You lead: any card")
        it.type("q")
        it.until("not saved")
        it.type("q")
        assert it.end() == 0
    assert not list(tmp_path.iterdir())


def test_a_dumb_terminal_is_played_in_line_by_line():
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, TERM="dumb") as it:
        it.until("Your card:")
        it.type("q\n")
        assert it.end() == 0
        assert b"\x1b[?1049h" not in it.written


def test_letters_are_written_where_the_terminal_has_no_signs():
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    with Pseudo("play", "parlett", "--seed", 5, PYTHONIOENCODING="latin-1") as it:
        it.until("Follow suit")
        assert "|QD |" in it.text
        it.type("\x03")
        assert it.end() == 0
        assert all(byte < 128 for byte in it.written)


@pytest.mark.skipif(not kernel.available(), reason="pimc needs the extra fast")
def test_a_game_can_be_left_while_a_player_is_being_compiled(tmp_path):
    from pseudo import Pseudo  # noqa: PLC0415  # as above

    words = ("play", "parlett", "--seed", 5, "--opponent", "pimc:32")
    with Pseudo(*words, XDG_CACHE_HOME=tmp_path, NUMBA_CACHE_DIR="") as it:
        it.until("is being made ready")
        it.type("q")
        assert it.end() == 0
        assert b"\x1b[?1049l" in it.written
        assert "compiling" not in it.text


def test_after_a_lead_is_taken_back_nobody_replies_to_it():
    async def play(app, pilot):
        app.screen.reply.pause = 0.3  # long enough to take the lead back
        while app.session.face.led is not None or app.session.waits is not Waits.CARD:
            await press(pilot, "enter")
        await pilot.press("1", "u")
        await pilot.pause(0.6)
        return app.session.waits, message(app)

    waits, said = on_screen(PARLETT, play)
    assert waits is Waits.CARD
    assert "taken back" in said

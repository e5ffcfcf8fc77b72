"""What pages tell: languages, hints, refusals, reviews, figures."""

from __future__ import annotations

import re
import threading
from dataclasses import replace

import pytest
from browser import (
    MANY,
    Browser,
    session_of,
)
from strategies import Dice
from test_session import step

from penneech.edition.figures import Figure, Played
from penneech.events import Player
from penneech.players.greedy import GreedyPlayer
from penneech.records import record_text
from penneech.render.script import Script
from penneech.screens import review
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.screens.voice import Voice
from penneech.screens.web import figures, reviews
from penneech.variant import load_variant


def test_a_card_that_may_not_be_played_is_refused_with_the_rule(server):
    app, tables = server
    browser = Browser(app).begin()
    for _ in range(MANY):
        session = session_of(tables, browser)
        barred = set(session.face.hand) - set(session.legal)
        if session.waits is Waits.CARD and barred:
            break
        browser.press(browser.buttons[-1] if session.is_over else browser.buttons[0])
        if session.is_over:
            browser.begin()
    number = tables.place(browser.id, Player.A).number
    card = str(min(barred, key=str))
    answer = browser.post(f"{browser.game}/play", {"number": number, "card": card})
    assert answer.status_code == 422
    assert "(following: " in answer.text
    assert session_of(tables, browser).save() == session.save()


def test_pages_speak_italian_when_asked_and_keep_to_it(server):
    app, _ = server
    browser = Browser(app)
    assert "Comincia la partita" in browser.get("/?language=it").text
    assert "Comincia la partita" in browser.get("/").text
    fresh = Browser(app)
    assert "Comincia" in fresh.get("/", headers={"accept-language": "it-IT,en;q=0.5"}).text
    assert "Begin the game" in fresh.get("/", headers={"accept-language": "de"}).text
    browser.begin()
    assert '<html lang="it">' in browser.page.text


def test_a_hint_is_given_and_changes_nothing(server):
    app, tables = server
    browser = Browser(app).begin()
    while session_of(tables, browser).waits is not Waits.CARD:
        browser.press(browser.buttons[0])
    before = session_of(tables, browser).save()
    assert " would play " in browser.get(f"{browser.game}/hint").text
    assert session_of(tables, browser).save() == before


def test_a_refusal_is_told_in_the_readers_language(server):
    app, _ = server
    italian = Browser(app)
    italian.get("/?language=it")
    session = Session.new(load_variant("parlett").rules, variant="parlett", seed=11)
    dice = Dice(3)
    while not session.is_over:
        step(session, dice)
    over = session.save()
    for record, said in (
        (over, "La partita è finita"),
        (replace(over, heading=replace(over.heading, players=("greedy", "greedy"))), "persona"),
        (replace(over, heading=replace(over.heading, seed=None)), "mancano i giocatori"),
    ):
        files = {"record": ("game.json", record_text(record).encode(), "application/json")}
        answer = italian.post("/games/load", files=files)
        assert answer.status_code == 422
        assert said in answer.text
    italian.begin()
    while not any("play" in where for where, _ in italian.buttons):
        italian.press(italian.buttons[0])
    _, fields = italian.buttons[0]
    told = italian.post(f"{italian.game}/deal", fields)
    assert told.status_code == 422
    assert "Ora non si può fare" in told.text
    assert "Non si può ritirare nulla" in italian.post(f"{italian.game}/undo", fields).text


def ended(secretly, seed):
    """A game against greedy in which the first legal card is played every time."""
    session = Session.new(load_variant("cotton-1674").rules, seed=seed, secretly=secretly)
    while not session.is_over:
        if session.waits is Waits.DEAL:
            session.deal()
        elif session.waits is Waits.COMPUTER:
            session.go_on()
        elif session.waits is Waits.ANSWER:
            session.throw_up(wanted=False)
        else:
            session.play(session.legal[0])
    return session


def test_a_deal_that_is_won_midway_is_solved_although_its_packs_are_secret(monkeypatch):
    monkeypatch.setattr(review, "opponent_named", lambda _: GreedyPlayer())
    games = (ended(secretly=True, seed=None) for _ in range(200))
    session, plays = next(
        (one, plays) for one in games
        if 0 < (plays := len(one.save().deals[-1].plays)) < 2 * one.rules.hand_size - 4
    )  # fmt: skip
    deal = review.solved(session)[-1]
    assert (deal.unsolved, len(deal.moves), deal.played_out) == ("", plays, False)


@pytest.mark.parametrize(("language", "said"), [("en", "No card was"), ("it", "non si è giocata")])
def test_a_deal_that_is_won_before_the_first_lead_says_so(language, said, server, monkeypatch):
    monkeypatch.setattr(review, "opponent_named", lambda _: GreedyPlayer())
    session = next(
        one for one in (ended(secretly=False, seed=seed) for seed in range(40))
        if not one.save().deals[-1].plays
    )  # fmt: skip
    voice = Voice(session, language, str)
    deal = review.solved(session)[-1]
    assert said in review.why_unsolved(voice, deal)
    *_, line = review.sheet(voice, [deal], Script(signs=False)).renderables
    assert said in str(line)
    monkeypatch.setattr(review, "solved", lambda _: [deal])
    app, _ = server
    browser = Browser(app).begin()
    while browser.buttons:
        browser.press(browser.buttons[0])
    assert said in browser.get(f"{browser.game}/review?language={language}").text


def test_a_review_that_is_being_made_answers_at_once_and_is_shown_when_it_is_there(
    server, monkeypatch
):
    app, _ = server
    begun, done = threading.Event(), threading.Event()

    def slow(_):
        begun.set()
        assert done.wait(60)
        return []

    monkeypatch.setattr(reviews, "QUICK", 0.0)
    monkeypatch.setattr(review, "solved", slow)
    browser = Browser(app).begin()
    while browser.buttons:
        browser.press(browser.buttons[0])
    waiting = browser.get(f"{browser.game}/review")
    assert waiting.status_code == 202
    assert waiting.headers["refresh"].endswith(f"url={browser.game}/review")
    assert begun.wait(60)
    # Meanwhile everybody is answered, and who asks again does not begin another.
    assert Browser(app).begin().page.status_code == 200
    assert browser.get(f"{browser.game}/review").status_code == 202
    done.set()
    monkeypatch.setattr(reviews, "QUICK", 60.0)
    assert browser.get(f"{browser.game}/review").status_code == 200


def test_a_variant_tells_its_figures_or_the_command_that_makes_them(server, monkeypatch):
    app, _ = server
    one = Figure("deals_a_game", "deals a game", "deals", value=5.02, low=4.75, high=5.29)
    parlett = load_variant("parlett").digest()
    monkeypatch.setattr(figures, "figures", lambda digest: (one,) if digest == parlett else ())
    monkeypatch.setattr(figures, "under_all", lambda _: ())
    monkeypatch.setattr(
        figures, "played", lambda: Played(("greedy", "greedy"), 100, "penneech compare")
    )
    told = Browser(app).get("/variants/parlett/figures?language=it").text
    assert "5,0" in told
    assert "4,8" in told
    assert "100 partite" in told
    assert (
        "penneech compare parlett gamerules" in Browser(app).get("/variants/gamerules/figures").text
    )
    assert Browser(app).get("/variants/nowhere/figures").status_code == 404


def test_an_interval_is_seen_in_every_figure(server):
    app, _ = server
    for variant in ("parlett", "cotton-1674"):
        told = Browser(app).get(f"/variants/{variant}/figures?language=en").text
        bounds = re.findall(r"<small>\((\S+(?: %)?) to (\S+(?: %)?)\)</small>", told)
        assert len(bounds) > 3
        assert not [one for one in bounds if one[0] == one[1]]
    # As many decimals under every variant, so that a column can be read down.
    assert "3.90" in told
    assert "5.00" in told


def test_a_player_at_both_seats_is_named_once(server, monkeypatch):
    app, _ = server
    page = "/variants/parlett/figures?language="
    assert "player infer:128 at both seats" in Browser(app).get(f"{page}en").text
    assert "infer:128 a entrambi i posti" in Browser(app).get(f"{page}it").text
    monkeypatch.setattr(figures, "played", lambda: Played(("greedy", "random"), 100, "-"))
    assert "players greedy and random" in Browser(app).get(f"{page}en").text
    assert "greedy e random" in Browser(app).get(f"{page}it").text


def test_a_lead_that_was_taken_back_is_told_in_no_language(server):
    app, tables = server
    browser = Browser(app).begin(variant="cotton-1674")
    for _ in range(MANY):
        session = session_of(tables, browser)
        if session.waits is Waits.CARD and session.face.led is None and len(session.legal) > 1:
            break
        browser.press(browser.buttons[0])
    first, second = session.legal[:2]

    def do(what, **more):
        number = tables.place(browser.id, Player.A).number
        browser.post(f"{browser.game}/{what}", {"number": number, **more})

    do("play", card=str(first))
    assert browser.get(f"{browser.game}?language=it").status_code == 200
    browser.get(f"{browser.game}?language=en")
    do("undo")
    do("play", card=str(second))
    do("reply")
    for language in ("en", "it"):
        log = browser.get(f"{browser.game}?language={language}").text
        leads = re.findall(r"<li>(?:You lead|Esci con) (.*?)</li>", log)
        assert first.sign not in " ".join(re.sub(r"<.*?>", "", lead) for lead in leads[:1])


def test_a_file_of_games_that_fails_is_told_on_a_page(server, caplog):
    app, tables = server
    browser = Browser(app).begin()
    tables._store._base.execute("DROP TABLE seats")  # noqa: SLF001  # as somebody else might
    answer = browser.get(browser.game)
    assert answer.status_code == 500
    assert "Something went wrong at the server" in answer.text
    assert "no such table: seats" in caplog.text

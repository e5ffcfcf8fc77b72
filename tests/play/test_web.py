"""The game in the browser: whole games by forms alone, seats, and what leaves the server."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from browser import (
    MANY,
    Browser,
    forms_in,
    session_of,
    tell_nothing_hidden,
)
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice
from test_session import SEEDS, TELLTALE, exchanged, moments

from penneech.events import Dealt, Player
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.screens.web import pages
from penneech.screens.web.pages import Reader
from penneech.screens.web.tables import Place
from penneech.variant import variant_ids


@pytest.mark.parametrize("variant", variant_ids())
def test_a_whole_game_is_played_by_forms_alone_and_tells_no_hidden_card(server, variant):
    app, tables = server
    browser, dice = Browser(app).begin(variant), Dice(len(variant))
    for _ in range(MANY):
        tell_nothing_hidden(tables, browser)
        if session_of(tables, browser).is_over:
            break
        if not dice.throw(6):
            browser.get(f"{browser.game}/rules")
        if not dice.throw(6):
            browser.get(f"{browser.game}/record")
        assert browser.press(dice.pick(browser.buttons)).status_code == 200
    assert session_of(tables, browser).is_over
    assert browser.buttons == []


@given(TELLTALE, st.sampled_from(["greedy", "human"]), SEEDS, st.sampled_from(["en", "it"]))
def test_pages_are_the_same_whatever_the_hidden_cards_and_the_seed_are(
    some_rules, opponent, seed, language
):
    reader = Reader(language, "/")
    for session in moments(some_rules, opponent, seed, most=12):
        for player in Player if opponent == "human" else [Player.A]:
            seat = session.seen_by(player, apart=opponent == "human")
            sitting = seat._sitting  # noqa: SLF001  # its hidden cards are exchanged
            if sitting.game.deal is None or seat.waits is Waits.NOTHING:
                continue
            *before, (game, facts) = sitting.steps
            other = exchanged(game, player, seed)
            facts = tuple(concealed(fact, other, player) for fact in facts)
            before = [(old, tuple(concealed(f, other, player) for f in fs)) for old, fs in before]
            changed = Session(
                sitting.__class__(
                    sitting.rules,
                    replace(sitting.heading, seed=7, game=3),
                    sitting.opening,
                    (*before, (other, facts)),
                    player,
                    sitting.apart,
                )
            )
            one, two = (Place("game", place, 5) for place in (seat, changed))
            assert pages.game_page(one, reader) == pages.game_page(two, reader)
            assert pages.rules_page(one, reader, None) == pages.rules_page(two, reader, None)


def concealed(fact, game, player):
    """A fact with the other's hand as it is in another game."""
    if not isinstance(fact, Dealt):
        return fact
    hands = [fact.hands[0], fact.hands[1]]
    hands[player.other] = game.deal.hands[player.other]
    return fact._replace(hands=tuple(hands))


def test_a_repeated_or_late_move_gets_409_and_changes_nothing(server):
    app, tables = server
    browser = Browser(app).begin()
    old = None
    for _ in range(12):
        button = browser.buttons[0]
        browser.press(button)
        before = session_of(tables, browser).save()
        for stale in (button, old):
            if stale is not None:
                answer = browser.post(*stale)
                assert answer.status_code == 409
                assert "nothing was changed" in answer.text
        assert session_of(tables, browser).save() == before
        assert [what for _, what in forms_in(browser.look().text)]
        old = button


def test_of_many_that_send_one_move_at_once_one_is_heard(server):
    app, _ = server
    browser = Browser(app).begin()
    where, what = browser.buttons[0]
    cookies = dict(browser.client.cookies)
    answers = []

    def send():
        # Each thread is a tab of the same browser.
        tab = Browser(app)
        tab.client.cookies.update(cookies)
        answers.append(tab.client.post(where, data=what, follow_redirects=False).status_code)

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, *[409] * 7]


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("play", {"card": "7X"}, 400),
        ("play", {"card": "7D", "number": "x"}, 400),
        ("play", {}, 400),
        ("burn", {}, 400),
        ("keep", {}, 422),
        ("undo", {}, 422),
        ("reply", {}, 422),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence_and_changes_nothing(
    server, what, fields, status
):
    app, tables = server
    browser = Browser(app).begin()
    while session_of(tables, browser).waits is not Waits.CARD:
        browser.press(browser.buttons[0])
    before = session_of(tables, browser).save()
    number = tables.place(browser.id, Player.A).number
    answer = browser.post(f"{browser.game}/{what}", {"number": str(number), **fields})
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert session_of(tables, browser).save() == before


def test_a_rematch_has_a_seed_of_its_own(server):
    app, tables = server
    browser = Browser(app).begin()
    while browser.buttons:
        browser.press(browser.buttons[0])
    old = session_of(tables, browser).heading
    again = next(form for form in forms_in(browser.page.text) if "/again" in form[0])
    browser.press(again)
    new = session_of(tables, browser).heading
    assert new.seed != old.seed
    assert new.players == old.players


def test_a_lead_is_taken_back_until_the_reply_is_shown(server):
    app, tables = server
    browser = Browser(app).begin()
    while not any("undo" in where for where, _ in browser.buttons):
        browser.press(browser.buttons[0])
    undo = next(form for form in browser.buttons if "undo" in form[0])
    moment = session_of(tables, browser).moment
    assert browser.press(undo).status_code == 200
    assert session_of(tables, browser).moment == moment - 1
    assert browser.post(*undo).status_code == 409

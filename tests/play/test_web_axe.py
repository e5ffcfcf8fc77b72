"""What axe finds on the pages: nothing, on any of them, light in English and dark in Italian."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import browsing, housed, needs_chromium
from strategies import Dice
from test_session import step

from penneech.events import Player
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.screens.web import ending, guard
from penneech.screens.web.reviews import Reviews
from penneech.variant import load_variant


def played(until, opponent="greedy", variant="parlett"):
    """A game that has come to a point."""
    session = Session.new(load_variant(variant).rules, opponent, variant=variant, seed=5)
    dice = Dice(5)
    while not until(session):
        step(session, dice)
    return session


def faults(page, where):
    """What axe finds, with where it was."""
    found = Axe().run(page).response["violations"]
    return [(where, one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def sent(page, number):
    """Send the first form of a page with another number in it; the status of the answer."""
    with page.expect_navigation() as there:
        page.evaluate(
            """number => {
              const form = document.querySelector("form[action*='/games/']");
              form.elements.number.value = number;
              const card = document.createElement("input");
              [card.name, card.value] = ["card", "7D"];
              form.append(card);
              form.submit();
            }""",
            number,
        )
    return there.value.status


def moments(house, page):
    """The pages of a game, with a name each."""
    session = played(lambda one: one.waits is Waits.CARD and one.face.history)
    for name in ("to move", "hint", "rules"):
        yield name, house.seat(page, session) + {"hint": "/hint", "rules": "/rules"}.get(name, "")
    yield "void hands", house.seat(page, played(asked, variant="cotton-1674"))
    led = played(lambda one: one.waits is Waits.COMPUTER and one.may_undo)
    yield "a lead", house.seat(page, led)
    yield "between deals", house.seat(page, played(lambda one: between(one) and one.moment))
    over = played(lambda one: one.is_over)
    yield "over", house.seat(page, over)
    yield "review", house.seat(page, over) + "/review"
    yield "card refused", house.seat(page, session)


def asked(session):
    return session.waits is Waits.ANSWER or session.is_over


def between(session):
    return session.waits is Waits.DEAL and session.face.history


def two_people(house, page):
    """The pages of a game of two people, with a name each."""
    session = played(lambda one: one.waits is Waits.CURTAIN, "human")
    game, token = house.tables.begin(session)
    here = house.sit(page, game, token)
    invitation = f"{here}/invitation/{house.tables.invitation(game, token)}"
    yield "waiting, nobody there", here
    yield "invitation", invitation
    other = house.tables.take_seat(game, invitation.rpartition("/")[2])
    yield "waiting", here
    yield "invitation used", invitation
    house.sit(page, game, other)
    yield "the other's turn", here
    assert session.facing is Player.A


@needs_chromium
@pytest.mark.parametrize(("scheme", "language"), [("light", "en"), ("dark", "it")])
def test_no_page_has_a_fault_that_axe_finds(tmp_path, monkeypatch, scheme, language):
    found = []
    with (
        housed(tmp_path) as house,
        # axe itself is put into the page as a script.
        browsing(scripts=True, bypass_csp=True, color_scheme=scheme, locale=language) as [page],
    ):

        def see(name, address, status=200):
            assert page.goto(address).status == status, name
            assert page.locator("html").get_attribute("lang") == language
            found.extend(faults(page, name))

        see("chooser", house.address)
        see("rulebook", f"{house.address}variants/parlett/rulebook")
        see("figures", f"{house.address}variants/parlett/figures")
        for name, address in moments(house, page):
            see(name, address)
        for name, address in two_people(house, page):
            see(name, address, 410 if "used" in name else 200)
        see("404", f"{house.address}nowhere", 404)
        game = house.seat(page, played(lambda one: one.waits is Waits.CARD))
        see("409, not over", f"{game}/review", 409)
        for number, status in (("x", 400), ("7777", 409)):
            page.goto(game)
            assert sent(page, number) == status
            found += faults(page, status)
        page.context.clear_cookies()
        see("403", game, 403)
        monkeypatch.setattr(Reviews, "of", lambda *_: None)
        monkeypatch.setattr(ending, "LOOK_AGAIN", 600)
        over = house.seat(page, played(lambda one: one.is_over))
        see("review being made", f"{over}/review", 202)
        page.goto("about:blank")  # and it asks no more
        monkeypatch.setattr(guard, "BURST", 0.0)
        see("429", house.address, 429)
    assert found == [], found

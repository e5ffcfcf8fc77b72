"""Whatever is sent, in whatever order, by whomever: the games go on by legal moves alone."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from unittest.mock import patch

from browser import HERE, Browser, cards_in, invited, served, tell_nothing_hidden
from examples import examples
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from test_session import seen_by

from penneech.cards import PACK
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.screens.sitting import Waits
from penneech.variant import variant_ids

CHANGES = {
    "play": lambda session, card: session.play(card),
    "throw": lambda session, _: session.throw_up(wanted=True),
    "keep": lambda session, _: session.throw_up(wanted=False),
    "deal": lambda session, _: session.deal(),
    "undo": lambda session, _: session.undo(),
    "reply": lambda session, _: session.go_on(),
}
PAGES = st.sampled_from(["", "/rules", "/record", "/review", "?language=it", "?seen=x"])
REFUSED = {400, 403, 404, 405, 409, 410, 413, 421, 422}
LONG_SEEDS = st.integers(2**60, 2**64 - 1)
"""No page has the figures of such a seed by chance."""

ODD = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "-1", "1e9", "٣", "0x1", "1" * 40, "null", "7D7D", "\x00", "🂱"]),
)


class Room(RuleBasedStateMachine):
    """A server with one game, the people at it, a stranger, and a session beside it."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.app, self.tables = served(self.folder)
        self.stranger = Browser(self.app)

    @initialize(
        variant=st.sampled_from(variant_ids()),
        opponent=st.sampled_from(["greedy", "human"]),
        seed=LONG_SEEDS,
    )
    def begin(self, variant, opponent, seed):
        # The cards are the same when the same requests are tried again.
        with (
            patch("penneech.screens.session.secrets.randbits", return_value=seed),
            patch("penneech.screens.session.secrets.token_bytes", return_value=seed.to_bytes(32)),
        ):
            one = Browser(self.app).begin(variant, opponent)
        self.people = {Player.A: one}
        self.game = one.game
        if opponent == "human":
            two = self.people[Player.B] = Browser(self.app)
            two.page = two.post(invited(one))
        self.session = self.tables.place(one.id, Player.A).session
        self.number = 0

    def seat(self, who):
        """A person who sits there, and the session beside, seen from there."""
        player = Player.B if who and Player.B in self.people else Player.A
        return self.people[player], self.session.seen_by(player, apart=self.session.is_apart)

    def sends(self, who, what, card, late):
        """Send a move, and see that it is answered as the session beside answers it."""
        browser, session = self.seat(who)
        status = 200
        try:
            CHANGES[what](session, card)
        except PenneechError:
            status = 422
        fields = {"number": str(self.number - late), "card": str(card)}
        answer = browser.client.post(f"{self.game}/{what}", data=fields)
        assert answer.status_code == (409 if late else status)
        if answer.status_code == 200:
            browser.hear(answer)
            while session.waits is Waits.COMPUTER and not session.may_undo:
                session.go_on()
            self.session, self.number = session, self.number + 1
        else:
            # A refusal may name the card that was sent, which tells nothing to who sent it.
            assert cards_in(answer.text) - {card} <= seen_by(session, session.facing)

    @rule(who=st.booleans(), data=st.data())
    @precondition(lambda self: not self.session.is_over)
    def a_button_is_pressed(self, who, data):
        browser, _ = self.seat(who)
        browser.look()
        if browser.buttons:
            where, fields = data.draw(st.sampled_from(browser.buttons))
            card = fields.get("card")
            cards = [one for one in PACK if str(one) == card] or [PACK[0]]
            assert fields["number"] == str(self.number)
            self.sends(who, where.rpartition("/")[2], cards[0], 0)

    @rule(
        who=st.booleans(),
        what=st.sampled_from(list(CHANGES)),
        card=st.sampled_from(PACK),
        late=st.sampled_from([0, 0, 1, 2, -1]),
    )
    def any_move_is_sent(self, who, what, card, late):
        if self.number >= late:
            self.sends(who, what, card, late)

    @rule(who=st.booleans(), what=st.text("abcehlnpty/.%", max_size=8), number=ODD, card=ODD)
    def what_nobody_understands_is_sent(self, who, what, number, card):
        browser, _ = self.seat(who)
        for last in (what, "play"):
            if last in CHANGES and last != "play":
                continue
            sent = {"number": number, "card": card} if last == "play" else {"number": "x"}
            if number == str(self.number):
                continue
            answer = browser.client.post(f"{self.game}/{last}", data=sent)
            assert answer.status_code in REFUSED

    @rule(who=st.booleans(), body=st.binary(max_size=200), odd=st.booleans())
    def bytes_are_sent(self, who, body, odd):
        browser, _ = self.seat(who)
        kind = "multipart/form-data; boundary=b" if odd else "application/x-www-form-urlencoded"
        for where in ("play", "again"):
            if where == "again" and self.session.is_over:
                continue
            address = f"{self.game}/{where}"
            answer = browser.client.post(address, content=body, headers={"content-type": kind})
            assert answer.status_code in REFUSED

    @rule(who=st.booleans(), where=PAGES, method=st.sampled_from(["GET", "GET", "HEAD", "PUT"]))
    def a_page_is_asked_for(self, who, where, method):
        browser, _ = self.seat(who)
        answer = browser.hear(browser.client.request(method, self.game + where))
        assert answer.status_code in ({405} if method == "PUT" else {200, 202, 409})

    @rule(what=st.sampled_from([*CHANGES, "again"]), card=st.sampled_from(PACK), where=PAGES)
    def a_stranger_is_shown_and_changes_nothing(self, what, card, where):
        fields = {"number": str(self.number), "card": str(card)}
        for answer in (
            self.stranger.post(f"{self.game}/{what}", fields),
            self.stranger.get(self.game + where),
            self.stranger.post(f"{self.game}/invitation/{'x' * 43}"),
        ):
            assert answer.status_code in {403, 410}
            assert not cards_in(answer.text)

    @rule(who=st.booleans(), card=st.sampled_from(PACK))
    def a_page_of_somebody_elses_sends_a_move(self, who, card):
        browser, _ = self.seat(who)
        fields = {"number": str(self.number), "card": str(card)}
        for heads, status in (
            ({"origin": "https://evil.example"}, 403),
            ({"origin": HERE, "sec-fetch-site": "cross-site"}, 403),
            ({"host": "evil.example"}, 421),
        ):
            answer = browser.client.post(f"{self.game}/play", data=fields, headers=heads)
            assert answer.status_code == status
            assert not cards_in(answer.text)

    @invariant()
    def the_game_is_as_the_session_beside_has_it_and_tells_nothing_hidden(self):
        if not hasattr(self, "session"):
            return
        for player, browser in self.people.items():
            place = self.tables.place(self.game.removeprefix("/games/"), player)
            beside = self.session.seen_by(player, apart=self.session.is_apart)
            assert place.number == self.number
            assert place.session.face == beside.face
            assert place.session.save() == beside.save()
            tell_nothing_hidden(self.tables, browser, player)

    def teardown(self):
        shutil.rmtree(self.folder, ignore_errors=True)


TestRoom = Room.TestCase
TestRoom.settings = settings(examples(6), stateful_step_count=30)

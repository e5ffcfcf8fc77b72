"""Packs that nobody can foretell; and how those of a seed are foretold."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from browser import Browser, session_of
from hypothesis import given
from hypothesis import strategies as st

from penneech.cards import PACK
from penneech.chance import GOLDEN, MASK, PACKS, mix, shuffled
from penneech.events import Player
from penneech.records import record_from_data
from penneech.screens.dealing import secret_packs
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.screens.withheld import withheld
from penneech.variant import load_variant

SECRETS = st.binary(min_size=32, max_size=32)


@given(SECRETS, st.integers(0, 1000), st.integers(0, 100), st.integers(0, 52))
def test_a_pack_has_every_card_once_and_its_top_is_the_same_however_much_is_asked(
    secret, deal, attempt, count
):
    packs = secret_packs(secret)
    whole = packs(deal, attempt, 52)
    assert sorted(whole, key=PACK.index) == list(PACK)
    assert packs(deal, attempt, count) == whole[:count]


def test_every_secret_deal_and_attempt_has_a_pack_of_its_own():
    packs = [
        secret_packs(bytes([n]) * 32)(deal, attempt, 52)
        for n in range(4)
        for deal in range(12)
        for attempt in range(12)
    ]
    assert len(set(packs)) == 4 * 12 * 12


def test_every_card_comes_to_every_place():
    packs = secret_packs(bytes(32))
    many = [packs(deal, 0, 52) for deal in range(5_200)]
    for place in (0, 1, 7, 30, 50, 51):
        found = Counter(pack[place] for pack in many)
        assert len(found) == 52
        assert 60 < min(found.values()) <= max(found.values()) < 145  # 100 are expected


def turned_round(z):
    """What `mix` made into this."""
    z = z ^ (z >> 31) ^ (z >> 62)
    z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
    z = z ^ (z >> 27) ^ (z >> 54)
    z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
    return z ^ (z >> 30) ^ (z >> 60)


def all_turned_round(z):
    """The same of many at once."""
    first, second = (
        np.uint64(pow(odd, -1, 1 << 64)) for odd in (0x94D049BB133111EB, 0xBF58476D1CE4E5B9)
    )
    z = (z ^ (z >> np.uint64(31)) ^ (z >> np.uint64(62))) * first
    z = (z ^ (z >> np.uint64(27)) ^ (z >> np.uint64(54))) * second
    return z ^ (z >> np.uint64(30)) ^ (z >> np.uint64(60))


def reckoned(cards):
    """The seed of a game whose first deal begins with these cards, as anyone reckons it.

    Eight cards tell the first 45 bits of a word; each of the words that are left is turned round to
    a key, whose next word must bring the next cards.
    """
    pack, low, many = list(PACK), 0, 1
    for i, card in enumerate(cards[:8]):
        j = pack.index(card)
        low, many = low * (52 - i) + j - i, many * (52 - i)
        pack[i], pack[j] = pack[j], pack[i]
    words = np.arange(-(-(low << 64) // many), -(-((low + 1) << 64) // many), dtype=np.uint64)
    keys = all_turned_round(words) - np.uint64(GOLDEN)
    second = keys + np.uint64(2 * GOLDEN & MASK)
    for shift, odd in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        second = (second ^ (second >> np.uint64(shift))) * np.uint64(odd)
    second ^= second >> np.uint64(31)
    # The ninth card alone leaves one in 44, and those are few enough to be looked at one by one.
    wanted = pack.index(cards[8]) - 8
    first = -(-(wanted << 64) // 44)
    near = (second >= np.uint64(first)) & (second - np.uint64(first) < np.uint64((1 << 64) // 44))
    for key in keys[near].tolist():
        seed = int(key)
        for number in (0, 0, PACKS):  # the deal with its attempt, the game, the purpose
            seed = turned_round(seed) - GOLDEN & MASK ^ number
        seed = turned_round(seed) - GOLDEN & MASK
        if shuffled(seed, 0, 0, 0, len(cards)) == cards:
            return seed
    return None


def dealt_cards(record):
    """The first cards of the first pack, as a record tells them to who has seen the whole deal."""
    deal = record.deals[0]
    hands = (deal.hands[deal.dealer.other], deal.hands[deal.dealer])
    return tuple(card for pair in zip(*hands, strict=True) for card in pair)


def one_deal(session):
    while not session.moment or session.waits is not Waits.DEAL:
        if session.waits is Waits.DEAL:
            session.deal()
        elif session.waits is Waits.COMPUTER:
            session.go_on()
        elif session.waits is Waits.ANSWER:  # a secret may deal a hand that may be thrown up
            session.throw_up(wanted=False)
        else:
            session.play(session.legal[0])
    return session


@pytest.mark.parametrize("secretly", [False, True])
def test_from_the_cards_of_one_deal_a_seed_is_reckoned_and_a_secret_is_not(secretly):
    cards = (None,)
    while None in cards:  # of a hand that was thrown up, as a secret may have it, not all is seen
        session = one_deal(
            Session.new(load_variant("gamerules").rules, secretly=secretly, seed=2**63 + 1674)
        )
        cards = dealt_cards(withheld(session.save(), Player.A))
    assert turned_round(mix(1674)) == 1674
    assert reckoned(cards) == (None if secretly else 2**63 + 1674)


def test_a_game_of_the_server_is_dealt_by_a_secret_of_its_own(server):
    app, tables = server
    browser, other = Browser(app).begin("gamerules"), Browser(app).begin("gamerules")
    while not session_of(tables, browser).save().deals:
        browser.press(browser.buttons[0])
    session = session_of(tables, browser)
    assert session.secret != session_of(tables, other).secret
    assert len(session.secret) == 32
    seed, recorded = session.heading.seed, session.save()
    assert dealt_cards(recorded) != shuffled(seed, 0, 0, 0, len(dealt_cards(recorded)))


def test_a_game_of_the_server_that_is_over_names_no_seed_and_another_has_another_secret(server):
    app, tables = server
    browser = Browser(app).begin()
    while browser.buttons:
        browser.press(browser.buttons[0])
    record = record_from_data(browser.get(f"{browser.game}/record").json())
    assert (record.heading.seed, record.heading.game) == (None, None)
    before = session_of(tables, browser).secret
    browser.page = browser.post(f"{browser.game}/again")
    assert session_of(tables, browser).secret != before
    with pytest.raises(ValueError, match="secret"):
        session_of(tables, browser).rematch()

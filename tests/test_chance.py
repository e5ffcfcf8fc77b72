"""Packs, cuts and luck: the generator does what its page says, evenly, and from its place alone."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penneech import chance
from penneech.cards import PACK, Suit, in_pack_order
from penneech.chance import GENERATOR, Luck, checked_game, checked_seed, coin, cut, shuffled
from penneech.errors import SeedError
from penneech.events import Player

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "randomness.md"

seeds = st.integers(0, 2**64 - 1)
games = st.integers(0, 10**9)
deals = st.integers(0, 999)
attempts = st.integers(0, 100)
places_in_a_game = st.tuples(deals, st.integers(0, 16), st.integers(1, 17))

# --- A second, plain reckoning -------------------------------------------------------------------
# From the page, with fractions for words: it shares no trick of arithmetic with the program.

G = 0x9E3779B97F4A7C15
PLAIN_PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def plain_mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def plain_key(*numbers):
    key = 0
    for number in numbers:
        key = plain_mix(((key ^ number) + G) % 2**64)
    return key


def plain_word(key, i):
    return plain_mix((key + (i + 1) * G) % 2**64)


def plain_pack(seed, game, deal, attempt):
    key, pack = plain_key(seed, 1, game, 128 * deal + attempt), list(PLAIN_PACK)
    for place in range(51):
        if place % 8 == 0:
            rest = Fraction(plain_word(key, place // 8), 2**64)
        rest *= 52 - place
        chosen = place + int(rest)
        rest -= int(rest)
        pack[place], pack[chosen] = pack[chosen], pack[place]
    return " ".join(pack)


def plain_cut(seed, game, time):
    rest = 52 * Fraction(plain_word(plain_key(seed, 2, game), time), 2**64)
    first = int(rest)
    others = PLAIN_PACK[:first] + PLAIN_PACK[first + 1 :]
    return f"{PLAIN_PACK[first]} {others[int(51 * (rest - first))]}"


def plain_coin(seed, game):
    return "A" if plain_word(plain_key(seed, 2, game), 2**64 - 2) < 2**63 else "B"


def plain_luck(seed, game, player, *place):
    deal, tricks, among = place
    word = plain_word(plain_key(seed, 3, game, player, deal), tricks // 3)
    lot = word // 2 ** (21 * (tricks % 3)) % 2**21
    return lot * among // 2**21


# --- The program against the page and the plain reckoning ----------------------------------------


def vectors():
    """The lines of the page: what is made, of which numbers, and what comes of it."""
    (block,) = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    joined = re.sub(r"\n +", " ", block)
    found = re.findall(r"^(\w+)\((.*?)\) = +(.*)$", joined, re.MULTILINE)
    assert len(found) == len([line for line in joined.splitlines() if line])
    return [
        (kind, tuple(part.strip().split()[-1] for part in given.split(",")), result.strip())
        for kind, given, result in found
    ]


BY_PROGRAM = {
    "word": lambda key, i: str(chance.word(key, i)),
    "key": lambda *numbers: f"{key_of(*numbers):x}",
    "pack": lambda *place: " ".join(str(card) for card in shuffled(*place)),
    "cut": lambda *place: " ".join(str(card) for card in cut(*place)),
    "coin": lambda seed, game: coin(seed, game).name,
    "luck": lambda seed, game, player, *place: str(
        Luck.of(seed, game, Player(player)).pick(*place)
    ),
}
BY_HAND = {
    "word": lambda key, i: str(plain_word(key, i)),
    "key": lambda *numbers: f"{plain_key(*numbers):x}",
    "pack": plain_pack,
    "cut": plain_cut,
    "coin": plain_coin,
    "luck": lambda *place: str(plain_luck(*place)),
}


def key_of(*numbers):
    key = 0
    for number in numbers:
        key = chance.absorb(key, number)
    return key


@pytest.mark.parametrize(("kind", "given", "result"), vectors())
def test_page_says_what_the_program_and_a_plain_reckoning_give(kind, given, result):
    numbers = [{"A": 0, "B": 1}.get(text) if text in "AB" else int(text) for text in given]
    assert BY_PROGRAM[kind](*numbers) == result
    assert BY_HAND[kind](*numbers) == result


def test_page_has_vectors_of_every_kind_and_names_the_generator():
    assert {kind for kind, _, _ in vectors()} == set(BY_PROGRAM)
    assert (f"`{GENERATOR}`" in PAGE.read_text(encoding="utf-8"), GENERATOR) == (True, "penneech-1")
    assert ("pack", ("1", "0", "0", "0")) in [(kind, given) for kind, given, _ in vectors()]


def test_words_are_those_published_for_splitmix64_begun_at_1234567():
    assert [chance.word(1234567, i) for i in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@settings(max_examples=60, deadline=None)
@given(seeds, games, deals, attempts)
def test_pack_is_what_a_plain_reckoning_gives(seed, game, deal, attempt):
    pack = " ".join(str(card) for card in shuffled(seed, game, deal, attempt))
    assert pack == plain_pack(seed, game, deal, attempt)


@settings(max_examples=100, deadline=None)
@given(seeds, games, st.integers(0, 30))
def test_cut_and_coin_are_what_a_plain_reckoning_gives(seed, game, time):
    assert " ".join(str(card) for card in cut(seed, game, time)) == plain_cut(seed, game, time)
    assert coin(seed, game).name == plain_coin(seed, game)


@settings(max_examples=100, deadline=None)
@given(seeds, games, st.sampled_from(Player), places_in_a_game)
def test_luck_is_what_a_plain_reckoning_gives(seed, game, player, place):
    picked = Luck.of(seed, game, player).pick(*place)
    assert picked == plain_luck(seed, game, player, *place)
    assert 0 <= picked < place[-1]


# --- Seeds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_seeds_from_nought_to_two_to_the_sixty_fourth_less_one_are_good(seed):
    assert checked_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**64), 10**30])
def test_other_seeds_are_refused_with_the_bounds(seed):
    with pytest.raises(SeedError) as refused:
        checked_seed(seed)
    assert str(refused.value) == (
        f"the seed {seed} is out of bounds; give a whole number from 0 to 18446744073709551615"
    )


# --- Packs ---------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(seeds, games, deals, attempts, st.integers(0, 52))
def test_first_cards_of_a_pack_do_not_depend_on_how_many_are_wanted(
    seed, game, deal, attempt, count
):
    whole = shuffled(seed, game, deal, attempt)
    assert in_pack_order(whole) == PACK
    assert shuffled(seed, game, deal, attempt, count) == whole[:count]


def test_every_seed_game_deal_and_attempt_has_a_pack_of_its_own():
    places = [
        (seed, game, deal, attempt)
        for seed in (0, 1, 2, 2**32, 2**64 - 1)
        for game in (0, 1, 2, 3, 127, 128, 10**6)
        for deal in (0, 1, 2, 3, 127, 128, 999)
        for attempt in (0, 1, 2, 99, 100)
    ]
    packs = {shuffled(*place) for place in places}
    assert len(packs) == len(places) == 1225


def test_pack_does_not_depend_on_what_was_made_before_it():
    before = shuffled(3, 5, 2, 1)
    for game in range(100):
        shuffled(4, game, 0, 0)
        cut(3, game, 0)
        Luck.of(3, game, Player.A).pick(0, 0, 7)
    assert shuffled(3, 5, 2, 1) == before


def even(counts, cells, *, least, most):
    """Whether counts are as even as chance makes them: chi-square within fixed bounds."""
    expected = sum(counts.values()) / cells
    found = [counts.get(cell, 0) for cell in range(cells)]
    return least < sum((count - expected) ** 2 for count in found) / expected < most


# With 51 degrees of freedom a fair generator is outside 20 to 95 less than once in 2,000 tables;
# with one suit more or less in a pack it would be far outside. The seeds are fixed.
FAIR = {"least": 20, "most": 95}


@pytest.mark.parametrize("place", [0, 1, 7, 8, 14, 21, 35, 50, 51])
def test_every_card_is_as_likely_as_any_other_at_a_place_of_the_pack(place):
    counts = Counter(shuffled(2, game, 0, 0)[place].index for game in range(2600))
    assert even(counts, 52, **FAIR)


def test_cards_next_to_each_other_are_drawn_evenly_from_the_others():
    # How far the second card of a word's draws lies above the first, round the pack.
    for first, second in ((0, 1), (6, 7), (7, 8), (48, 51)):
        packs = (shuffled(3, game, 0, 0) for game in range(2550))
        apart = Counter((pack[second].index - pack[first].index) % 52 - 1 for pack in packs)
        assert even(apart, 51, **FAIR)


def test_suit_turned_up_is_as_likely_as_any_other():
    suits = list(Suit)
    turned = Counter(suits.index(shuffled(5, game, 0, 0, 22)[14].suit) for game in range(2000))
    assert even(turned, 4, least=0, most=16)


def test_deals_of_a_game_are_as_even_as_games_of_a_seed():
    by_deal = Counter(shuffled(6, 0, deal, 0, 1)[0].index for deal in range(1000))
    by_attempt = Counter(shuffled(6, deal, 0, 77, 1)[0].index for deal in range(1000))
    by_seed = Counter(shuffled(seed, 0, 0, 0, 1)[0].index for seed in range(1000))
    for counts in (by_deal, by_attempt, by_seed):
        assert even(counts, 52, **FAIR)


# --- Cuts ----------------------------------------------------------------------------------------


def test_two_different_cards_are_cut():
    for game in range(3000):
        a, b = cut(1, game, 0)
        assert a is not b


def test_either_players_card_may_be_any_card():
    cuts = [cut(4, game, 0) for game in range(2600)]
    assert even(Counter(cut.a.index for cut in cuts), 52, **FAIR)
    assert even(Counter(cut.b.index for cut in cuts), 52, **FAIR)
    apart = Counter((cut.b.index - cut.a.index) % 52 - 1 for cut in cuts)
    assert even(apart, 51, **FAIR)


def test_cuts_of_one_game_differ_and_have_luck_of_their_own():
    assert len({cut(1, 0, time) for time in range(20)}) > 15
    tops = sum(cut(1, game, 0).a is shuffled(1, game, 0, 0, 1)[0] for game in range(1000))
    # By chance A cuts the top card of the first pack once in 52 games: 19 times are expected.
    assert tops < 45


def test_coin_falls_both_ways_alike():
    heads = sum(coin(1, game) is Player.A for game in range(2000))
    assert 900 < heads < 1100


# --- Players' luck -------------------------------------------------------------------------------


@pytest.mark.parametrize("among", [2, 3, 7, 17])
@pytest.mark.parametrize("tricks", [0, 1, 2, 3, 16])
def test_every_choice_is_as_likely_as_any_other(among, tricks):
    picks = Counter(Luck.of(1, game, Player.A).pick(0, tricks, among) for game in range(2000))
    # The greatest of the bounds, for 17 choices, is passed by a fair one less than once in 10,000.
    assert even(picks, among, least=-1, most={2: 15, 3: 19, 7: 28, 17: 46}[among])


def test_luck_remembers_nothing():
    luck = Luck.of(1, 0, Player.A)
    places = [
        (deal, tricks, among) for deal in range(9) for tricks in range(17) for among in (2, 17)
    ]
    forwards = [luck.pick(*place) for place in places]
    backwards = [Luck.of(1, 0, Player.A).pick(*place) for place in reversed(places)]
    assert forwards == backwards[::-1]


def test_luck_differs_by_seed_game_player_deal_and_trick():
    def lots(seed=1, game=0, player=Player.A, deal=0):
        return tuple(Luck.of(seed, game, player).pick(deal, tricks, 2**20) for tricks in range(17))

    usual = lots()
    assert len(set(usual)) == 17
    for other in (lots(seed=2), lots(game=1), lots(player=Player.B), lots(deal=1)):
        assert not set(usual) & set(other)


def test_one_choice_is_no_choice():
    assert {Luck.of(1, game, Player.B).pick(0, 0, 1) for game in range(50)} == {0}


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_no_pack_cut_or_luck_comes_from_a_seed_out_of_bounds(seed):
    for draw in (
        lambda: shuffled(seed, 0, 0, 0),
        lambda: cut(seed, 0, 0),
        lambda: Luck.of(seed, 0, Player.A),
    ):
        with pytest.raises(SeedError):
            draw()


def test_numbers_of_other_libraries_become_pythons_own():
    for of in (checked_seed, checked_game):
        for number in (np.uint64(2**64 - 1), np.int32(7), True):
            assert of(number) == number
            assert type(of(number)) is int
        for wrong in (1.0, "1", None):
            with pytest.raises(TypeError, match="is a whole number, not"):
                of(wrong)
        for out in (-1, 2**64):
            with pytest.raises(SeedError, match="from 0 to 18446744073709551615"):
                of(out)

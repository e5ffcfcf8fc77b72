"""All compiled code that plays: packs, choices, deals and games, under any rules of the space.

It is written twice over. `play_game` goes through a game event by event, as a rulebook does, pegs
every point in its turn, and can write down all that happens; the reference engine is its twin.
`play_deals` only adds up what many deals bring, with the whole of each deal played out: there the
order of pegging does not matter, so that points are added as packed sums and many deals are carried
forward trick by trick, side by side, which keeps the processor busy while each waits for its own
cards. The two are tested against each other.

Numbers of cards are codes (16 x suit + rank - 2), sets of cards are words with a bit for each code.
All arithmetic on words is unsigned throughout: a word and a signed number would make a fraction.
Rules are a `packing.Packed`. Nothing is remembered between calls and nothing shared by threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from penneech.kernel.bits import (
    GOLDEN,
    NO_CARD,
    ONE,
    WORD,
    absorb,
    first_of,
    high_product,
    mix,
    nth_of,
    size_of,
    word,
)
from penneech.kernel.caching import compiled
from penneech.kernel.packing import IN_HAND_FIELD, SCALE, TRICK_FIELD, TRICKS_FIELD

if TYPE_CHECKING:
    from penneech.kernel.packing import Figures, Packed, Words

inlined = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)

# --- What stands where ---------------------------------------------------------------------------

(GAME, SWAPPED, FIRST_DEALER, WINNER, SCORE, SCORE_B, ENDED, DEALS, DEALINGS, REDEALS, FORCED,
 POINTS) = range(12)  # fmt: skip
DECISIONS, LEGAL_CARDS, ONLY_ONE, LEAD_CHANGES = range(19, 23)
ROW = 23
"""A game's tally begins with its row, in the order of `study.rows.COLUMNS`."""

DEALER, ATTEMPT, MARGIN, AHEAD, TRACED, PUT_OFF, TAPED, TRICKS_A, TRICKS_B = range(ROW, ROW + 9)
TALLY = ROW + 9
"""After the row stands what a game must remember while it is played."""

TURN_UP, TRICK, IN_HAND, EXCESS = range(4)
"""Sources of points, in the order of `events.Source`."""

DEALT, THROWN_UP, TURNED_UP, PLAYED, TRICK_WON, SCORED, DEAL_ENDED, GAME_ENDED, CUT = range(9)
"""Events as they are written down; `tracing.py` reads them."""

RANDOM, GREEDY, TAPE = range(3)
"""Who chooses: the players of those names, or a tape of numbers."""

MOST_REDEALS, MOST_DEALS = 100, 1000
NOBODY = -1
NO_CARD_CODE = -1
LARGEST_COUNT = 64
"""More than can be put off to the count of one deal."""

LOT_BITS, LOT = WORD(21), WORD((1 << 21) - 1)
SUIT, SUIT_BITS, SUIT_SHIFT = WORD(0x1FFF), WORD(48), WORD(4)
TRUMPS_SHIFT = WORD(2)
EVERY_CARD = WORD(0x1FFF_1FFF_1FFF_1FFF)
PLACES = 64
"""A pack lies in 64 bytes: 52 cards, and room for places that are drawn and never looked at."""

DRAWS = 8
THREE, SEVEN, PACK_CARDS = WORD(3), WORD(7), WORD(52)
LAST_WORD, LAST_DRAWS = WORD(6), 3

ORDER = np.array([16 * suit + rank for suit in range(4) for rank in range(13)] + [0] * 12, np.uint8)
"""The codes of the pack in pack order."""

# --- Packs and cuts ------------------------------------------------------------------------------


@inlined
def lay_out(packs, at):
    """Put a pack in pack order into the 64 places from `at`."""
    for i in range(PLACES):
        packs[at + WORD(i)] = ORDER[i]


@inlined
def draw(packs, at, key, begin, end):
    """Shuffle the places 8 x begin to 8 x end - 1 of a pack, whose key this is, from the top down.

    One word draws for eight places. The seventh has only three to draw for, as the last card of a
    pack is what is left.
    """
    for i in range(begin, end):
        nth = WORD(i)
        luck = mix(key + (nth + ONE) * GOLDEN)
        place = at + (nth << THREE)
        left = PACK_CARDS - (nth << THREE)
        if nth == LAST_WORD:
            for _ in range(LAST_DRAWS):
                luck = draw_one(packs, place, left, luck)
                place += ONE
                left -= ONE
        else:
            for _ in range(DRAWS):
                luck = draw_one(packs, place, left, luck)
                place += ONE
                left -= ONE


@inlined
def draw_one(packs, place, left, luck):
    """Let one of the cards that are left change places with the card at `place`."""
    chosen = place + high_product(luck, left)
    card = packs[chosen]
    packs[chosen] = packs[place]
    packs[place] = card
    return luck * left


@inlined
def words_for(cards):
    """How many words draw so many cards."""
    return (cards + (DRAWS - 1)) // DRAWS


@compiled
def shuffle_packs(keys, packs):
    """Shuffle a whole pack for each key, into rows of 64 places of which 52 count."""
    flat = packs.reshape(packs.size)
    for i in range(keys.size):
        at = WORD(i * PLACES)
        lay_out(flat, at)
        draw(flat, at, keys[i], 0, 7)


@inlined
def cut_cards(key, nth):
    """The two cards that are cut, by their numbers in pack order."""
    luck = word(key, nth)
    first = high_product(luck, PACK_CARDS)
    second = high_product(luck * PACK_CARDS, PACK_CARDS - ONE)
    if second >= first:
        second += ONE
    return np.int64(first), np.int64(second)


@inlined
def cut_for_deal(rules, tally, trace, key):
    """Who deals first: by cuts, repeated while the ranks are equal, or by luck alone."""
    if rules.first_dealer == 3:
        return np.int64(word(key, ~ONE) >> WORD(63))
    nth = WORD(0)
    while True:
        first, second = cut_cards(key, nth)
        nth += ONE
        if trace.size:
            note(tally, trace, CUT)
            note(tally, trace, first)
            note(tally, trace, second)
        a, b = first % 13, second % 13
        if a != b:
            if rules.first_dealer == 0:
                a, b = (a + 1) % 13, (b + 1) % 13
            lower = np.int64(b < a)
            return 1 - lower if rules.first_dealer == 2 else lower


# --- Writing down and pegging --------------------------------------------------------------------


@inlined
def note(tally, trace, number):
    """Write one number down; what does not fit is only counted."""
    at = tally[TRACED]
    if at < trace.size:
        trace[at] = number
    tally[TRACED] = at + 1


@inlined
def note_three(tally, trace, kind, player, code, number):
    """Write down an event of a player and a card."""
    if trace.size:
        note(tally, trace, kind)
        note(tally, trace, player)
        note(tally, trace, code)
        note(tally, trace, number)


@inlined
def note_set(tally, trace, cards):
    """Write down the cards of a set, in pack order."""
    while cards:
        note(tally, trace, np.int64(first_of(cards)))
        cards &= cards - ONE


@inlined
def peg(rules, tally, trace, player, points, source, code, trick):
    """Peg points, count them by source and seat, and see who is ahead and whether that wins."""
    tally[SCORE + player] += points
    tally[POINTS + 2 * source + np.int64(player == tally[DEALER])] += points
    margin = tally[MARGIN] + (-points if player else points)
    tally[MARGIN] = margin
    if margin:
        ahead = np.int64(margin > 0)
        tally[LEAD_CHANGES] += tally[AHEAD] == 1 - ahead
        tally[AHEAD] = ahead
    if trace.size:
        note(tally, trace, SCORED)
        note(tally, trace, player)
        note(tally, trace, points)
        note(tally, trace, source)
        note(tally, trace, code)
        note(tally, trace, trick)
    if rules.pegs_win and tally[SCORE + player] >= rules.target:
        tally[WINNER] = player


@inlined
def earn(rules, tally, put_off, trace, player, points, source, code, trick):
    """Peg what a player has earned, now or at the count; no points are no event."""
    if points == 0 or tally[WINNER] >= 0:
        return
    if rules.counts_later and source != TURN_UP:
        at = tally[PUT_OFF]
        put_off[at, 0] = player
        put_off[at, 1] = points
        put_off[at, 2] = source
        put_off[at, 3] = code
        put_off[at, 4] = trick
        tally[PUT_OFF] = at + 1
    else:
        peg(rules, tally, trace, player, points, source, code, trick)


@inlined
def count_put_off(rules, tally, put_off, trace):
    """Peg what was put off: the elder hand's whole count first, then the dealer's."""
    for turn in range(2):
        player = tally[DEALER] if turn else 1 - tally[DEALER]
        for at in range(tally[PUT_OFF]):
            if put_off[at, 0] == player and tally[WINNER] < 0:
                peg(rules, tally, trace, player, put_off[at, 1], put_off[at, 2], put_off[at, 3],
                    put_off[at, 4])  # fmt: skip
    tally[PUT_OFF] = 0


# --- Choosing ------------------------------------------------------------------------------------


@inlined
def may_follow(rules, hand, led, trumps):
    """The cards of a hand that may be played to a card led; `trumps` is the set of their suit."""
    suit = SUIT << (led & SUIT_BITS)
    bound = hand & (suit | (trumps & rules.trump_binds))
    if bound:
        return hand & (suit | (trumps & rules.or_trump) | rules.any_card)
    forced = hand & trumps & rules.else_trump
    return forced if forced else hand


@inlined
def lot_of(luck, trick):
    """The 21 bits of a player's word that choose in this trick (from 0)."""
    return (luck >> (LOT_BITS * (trick % THREE))) & LOT


@inlined
def by_lot(cards, many, lot):
    """A card of a set of so many, by lot, as a set of one."""
    return nth_of(cards, (lot * many) >> LOT_BITS)


@inlined
def stake_of(rules, trick, turned_at):
    """What a trick (from 0) is worth to its winner beside its two cards, in 52nds of a point."""
    stake = rules.counted
    stake += rules.last_turn if trick + 1 == rules.hand_size else rules.next_turn
    if not rules.turner_scores and (trick or rules.winner_scores_first):
        stake += SCALE * rules.turned[turned_at]
    return stake


@inlined
def greedy_lead(rules, hand, unseen, row, stake):
    """The card that `greedy` leads: most in this trick by the chance of being beaten."""
    hidden, held = np.int64(size_of(unseen)), np.int64(size_of(hand))
    best, choice = np.int64(-(1 << 62)), hand
    while hand:
        card = hand & (~hand + ONE)
        at = row + first_of(hand)
        beaten = min(hidden, held * np.int64(size_of(rules.beaters[at] & unseen)))
        value = SCALE * rules.held[at] * hidden
        value += (stake + SCALE * rules.won[at]) * (hidden - 2 * beaten)
        merit = (value << 4) - rules.strengths[at]
        if merit > best:
            best, choice = merit, card
        hand ^= card
    return choice


@inlined
def greedy_reply(rules, legal, led, row, stake):
    """The card that `greedy` plays to the card led: most in this trick, then the lowest."""
    at = row + led
    beaters = rules.beaters[at]
    stake += SCALE * rules.won[at]
    best, choice = np.int64(-(1 << 62)), legal
    while legal:
        card = legal & (~legal + ONE)
        at = row + first_of(legal)
        value = stake + SCALE * rules.won[at]
        if not beaters & card:
            value = -value
        value += SCALE * rules.held[at]
        merit = (value << 4) - rules.strengths[at]
        if merit > best:
            best, choice = merit, card
        legal ^= card
    return choice


# --- A game, event by event ----------------------------------------------------------------------


@inlined
def choose(rules, tally, policy, tape, lot, legal, hand, gone, turned_at, trick, led):
    """Choose a card for whoever is to move and count the decision; `led` is -1 for the leader."""
    many = size_of(legal)
    tally[DECISIONS] += 1
    tally[LEGAL_CARDS] += np.int64(many)
    if many == ONE:
        tally[ONLY_ONE] += 1
    if policy == TAPE:
        taped = tape[tally[TAPED] % tape.size]
        tally[TAPED] += 1
        return nth_of(legal, WORD(taped % np.int64(many)))
    if policy == RANDOM:
        return by_lot(legal, many, lot)
    row = (turned_at & SUIT_BITS) << TRUMPS_SHIFT
    stake = stake_of(rules, trick, turned_at)
    if led < 0:
        return greedy_lead(rules, hand, EVERY_CARD & ~(gone | hand), row, stake)
    return greedy_reply(rules, legal, WORD(led), row, stake)


@inlined
def deal_out(rules, tally, pack, hands, trace):
    """Deal one by one, the elder hand first."""
    dealer = tally[DEALER]
    hands[0] = NO_CARD
    hands[1] = NO_CARD
    if trace.size:
        note(tally, trace, DEALT)
        note(tally, trace, dealer)
        note(tally, trace, tally[ATTEMPT])
        note(tally, trace, rules.hand_size)
    for i in range(2 * rules.hand_size):
        to = dealer if i % 2 else 1 - dealer
        hands[to] |= ONE << WORD(pack[i])
        if trace.size:
            note(tally, trace, np.int64(pack[i]))


@inlined
def throw_up(rules, tally, pack, hands, trace, player, top):
    """A hand is thrown up; under `own_hand` its owner takes as many cards from the stock.

    Returns:
        The cards that are laid aside.
    """
    thrown = hands[player]
    if trace.size:
        note(tally, trace, THROWN_UP)
        note(tally, trace, player)
        note(tally, trace, rules.hand_size)
        note(tally, trace, rules.hand_size if rules.own_hand else 0)
        note_set(tally, trace, thrown)
    if rules.own_hand:
        hands[player] = NO_CARD
        for i in range(top, top + rules.hand_size):
            hands[player] |= ONE << WORD(pack[i])
            if trace.size:
                note(tally, trace, np.int64(pack[i]))
    return thrown


@inlined
def deals_again(rules, dealer, thrower):
    """Who deals after both hands were void."""
    if rules.redeal_dealer == 0:
        return dealer
    return 1 - dealer if rules.redeal_dealer == 1 else thrower


@inlined
def open_deal(rules, tally, pack, hands, trace):
    """Deal a pack and ask who throws up; every hand that may be thrown up is.

    Returns:
        The place of the first turn-up, from which the turn-ups follow one another, and the cards
        that are laid aside; the place is -1 for a deal that is void.
    """
    dealer, size = tally[DEALER], rules.hand_size
    deal_out(rules, tally, pack, hands, trace)
    top, gone, thrown = 2 * size, NO_CARD, 0
    if rules.turn_up_seen:
        note_three(tally, trace, TURNED_UP, dealer, np.int64(pack[top]), 0)
        top += 1
    tally[DEALINGS] += 1
    for turn in range(2):
        player = dealer if turn else 1 - dealer
        if hands[player] & rules.keeps:
            continue
        if tally[ATTEMPT] == MOST_REDEALS:
            tally[FORCED] += 1
            continue
        gone |= throw_up(rules, tally, pack, hands, trace, player, top)
        tally[REDEALS] += 1 - thrown
        thrown = 1
        if not rules.own_hand:
            tally[DEALER] = deals_again(rules, dealer, player)
            return NOBODY, gone
        top += size
    if not rules.turn_up_seen:
        note_three(tally, trace, TURNED_UP, dealer, np.int64(pack[top]), 0)
        return top, gone
    # Drawn cards lie between the first turn-up and the next: it joins those that follow.
    pack[top - 1] = pack[2 * size]
    return top - 1, gone


@inlined
def earn_held(rules, tally, put_off, trace, hands, trick):
    """The penneech is scored by who holds it when its suit is turned for the first time."""
    for player in range(2):
        if hands[player] & rules.penneech:
            earn(rules, tally, put_off, trace, player, rules.in_hand, IN_HAND,
                 np.int64(first_of(rules.penneech)), trick)  # fmt: skip


@inlined
def earn_card(rules, tally, put_off, trace, player, winner, code, row, trick):
    """A card of a trick, led or played."""
    at = row + code
    source = IN_HAND if ONE << code == rules.penneech else TRICK
    number = np.int64(code)
    earn(rules, tally, put_off, trace, winner, rules.won[at], source, number, trick)
    earn(rules, tally, put_off, trace, player, rules.held[at], source, number, trick)


@inlined
def play_deal(rules, tally, put_off, pack, hands, gone, base, keys, policies, tape, trace):
    """Play a deal from its first turn-up, at `base` in the pack, to its end or the game's."""
    size, dealer = rules.hand_size, tally[DEALER]
    elder = 1 - dealer
    turned = WORD(pack[base])
    ever = False
    penneech_winner = NOBODY
    tally[TRICKS_A] = 0
    tally[TRICKS_B] = 0
    tally[PUT_OFF] = 0
    if rules.dealer_scores_first:
        earn(rules, tally, put_off, trace, dealer, rules.turned[turned], TURN_UP,
             np.int64(turned), 0)  # fmt: skip
    luck_a = luck_b = NO_CARD
    leader = elder
    for trick in range(size):
        number = trick + 1
        trumps = turned & SUIT_BITS
        if not ever and np.int64(trumps) == 16 * rules.penneech_suit:
            ever = True
            if rules.held_counts:
                earn_held(rules, tally, put_off, trace, hands, trick)
        if tally[WINNER] >= 0:
            return
        gone |= ONE << turned
        if trick % 3 == 0:
            luck_a = word(absorb(keys[1], WORD(tally[DEALS])), WORD(trick // 3))
            luck_b = word(absorb(keys[2], WORD(tally[DEALS])), WORD(trick // 3))
        replier = 1 - leader
        lot = lot_of(luck_b if leader else luck_a, WORD(trick))
        card = choose(rules, tally, policies[leader], tape, lot, hands[leader], hands[leader],
                      gone, turned, trick, -1)  # fmt: skip
        led = first_of(card)
        hands[leader] ^= card
        gone |= card
        note_three(tally, trace, PLAYED, leader, np.int64(led), number)
        legal = may_follow(rules, hands[replier], led, SUIT << trumps)
        lot = lot_of(luck_a if leader else luck_b, WORD(trick))
        card = choose(rules, tally, policies[replier], tape, lot, legal, hands[replier], gone,
                      turned, trick, np.int64(led))  # fmt: skip
        reply = first_of(card)
        hands[replier] ^= card
        gone |= card
        note_three(tally, trace, PLAYED, replier, np.int64(reply), number)
        row = trumps << TRUMPS_SHIFT
        winner = replier if rules.beaters[row + led] & card else leader
        tally[TRICKS_A + winner] += 1
        if trace.size:
            note(tally, trace, TRICK_WON)
            note(tally, trace, winner)
            note(tally, trace, number)
            note(tally, trace, np.int64(trumps >> SUIT_SHIFT))
            note(tally, trace, np.int64(led))
            note(tally, trace, np.int64(reply))
        if rules.penneech == card or rules.penneech == ONE << led:
            penneech_winner = winner
        earn_card(rules, tally, put_off, trace, leader, winner, led, row, number)
        earn_card(rules, tally, put_off, trace, replier, winner, reply, row, number)
        if not rules.turner_scores and (trick or rules.winner_scores_first):
            earn(rules, tally, put_off, trace, winner, rules.turned[turned], TURN_UP,
                 np.int64(turned), number)  # fmt: skip
        if tally[WINNER] < 0 and (number < size or rules.turns_last):
            turned = WORD(pack[base + number])
            note_three(tally, trace, TURNED_UP, winner, np.int64(turned), number)
            points = rules.turned_last[turned] if number == size else np.int64(0)
            if number < size and rules.turner_scores:
                points = rules.turned[turned]
            earn(rules, tally, put_off, trace, winner, points, TURN_UP, np.int64(turned), number)
        leader = winner
        if tally[WINNER] >= 0 and number < size:
            return
    if rules.ever_counts and ever and penneech_winner >= 0:
        earn(rules, tally, put_off, trace, penneech_winner, rules.in_hand, IN_HAND,
             np.int64(first_of(rules.penneech)), size)  # fmt: skip
    for turn in range(2):
        player = dealer if turn else elder
        points = rules.excess[tally[TRICKS_A + player]]
        earn(rules, tally, put_off, trace, player, points, EXCESS, NO_CARD_CODE, size)
    count_put_off(rules, tally, put_off, trace)
    if tally[WINNER] < 0 and not rules.pegs_win:
        tally[WINNER] = winner_after_deal(rules, tally, elder)


@inlined
def winner_after_deal(rules, tally, elder):
    """Who has won when scores are compared at the end of a deal; -1 for nobody."""
    a, b = tally[SCORE], tally[SCORE_B]
    if a >= rules.target and b >= rules.target:
        if rules.elder_first:
            return elder
        if a == b:
            return np.int64(NOBODY)
        return np.int64(b > a)
    if a >= rules.target:
        return np.int64(0)
    return np.int64(1) if b >= rules.target else np.int64(NOBODY)


@inlined
def next_pack(rules, tally, pack, packs, taken, key):
    """Shuffle the next pack, or take the next of those that are given; False when none is left."""
    if packs.shape[0] == 0:
        lay_out(pack, NO_CARD)
        number = (WORD(tally[DEALS]) << SEVEN) | WORD(tally[ATTEMPT])
        draw(pack, NO_CARD, absorb(key, number), 0, words_for(min(rules.need, 51)))
        return True
    if taken >= packs.shape[0]:
        return False
    for i in range(52):
        pack[i] = packs[taken, i]
    return True


@inlined
def end_deal(rules, tally, trace):
    """Write down that the deal is over, and the game if it is; say whether it is."""
    played_out = tally[TRICKS_A] + tally[TRICKS_B] == rules.hand_size
    if trace.size and played_out:
        note(tally, trace, DEAL_ENDED)
        note(tally, trace, tally[SCORE])
        note(tally, trace, tally[SCORE_B])
    over = tally[WINNER] >= 0 or tally[DEALS] + 1 == MOST_DEALS
    if trace.size and over:
        note(tally, trace, GAME_ENDED)
        note(tally, trace, tally[WINNER])
        note(tally, trace, tally[SCORE])
        note(tally, trace, tally[SCORE_B])
    return over


@inlined
def play_out(rules, tally, put_off, pack, hands, packs, keys, policies, tape, trace):
    """Play a game out, from the scores and the dealer in its tally, or until no pack is left."""
    tally[FIRST_DEALER] = tally[DEALER]
    tally[WINNER] = NOBODY
    tally[MARGIN] = 0
    tally[AHEAD] = NOBODY
    tally[ATTEMPT] = 0
    taken = 0
    while next_pack(rules, tally, pack, packs, taken, keys[0]):
        taken += 1
        base, gone = open_deal(rules, tally, pack, hands, trace)
        if base < 0:
            tally[ATTEMPT] += 1
            continue
        play_deal(rules, tally, put_off, pack, hands, gone, base, keys, policies, tape, trace)
        if end_deal(rules, tally, trace):
            break
        tally[DEALS] += 1
        tally[ATTEMPT] = 0
        tally[DEALER] = 1 - tally[DEALER]
    tally[ENDED] = np.int64(tally[WINNER] >= 0)
    tally[DEALS] += 1


@compiled
def play_games(rules, keys, policies, first, swapped, dealer, score, packs, tape, trace, rows):
    """Play games, one for each row.

    Args:
        rules: the rules, packed.
        keys: the keys of packs, cuts and players of the seed, before a game's number is absorbed.
        policies: who chooses for A and for B.
        first: the number of the first game.
        swapped: what the rows shall have in that column.
        dealer: who deals first; -1 for whoever the cut names.
        score: the points that A and B begin with.
        packs: packs of codes to be dealt one after the other; none to shuffle by the seed.
        tape: numbers that choose cards, for those who choose by tape.
        trace: where events are written down, if it has any place; one game only.
        rows: where the rows go.

    Returns:
        How many places of the trace are used, or would be if there were as many.
    """
    tally = np.zeros(TALLY, np.int64)
    put_off = np.zeros((LARGEST_COUNT, 5), np.int64)
    pack = np.zeros(PLACES, np.uint8)
    hands = np.zeros(2, np.uint64)
    game_keys = np.zeros(3, np.uint64)
    for i in range(rows.shape[0]):
        tally[:] = 0
        tally[GAME] = first + i
        tally[SWAPPED] = swapped
        tally[SCORE] = score[0]
        tally[SCORE_B] = score[1]
        number = WORD(first + i)
        players = absorb(keys[2], number)
        game_keys[0] = absorb(keys[0], number)
        game_keys[1] = absorb(players, NO_CARD)
        game_keys[2] = absorb(players, ONE)
        tally[DEALER] = dealer
        if dealer < 0:
            tally[DEALER] = cut_for_deal(rules, tally, trace, absorb(keys[1], number))
        play_out(rules, tally, put_off, pack, hands, packs, game_keys, policies, tape, trace)
        for column in range(ROW):
            rows[i, column] = tally[column]
    return tally[TRACED]

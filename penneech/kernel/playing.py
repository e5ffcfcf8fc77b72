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

import numpy as np

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
from penneech.kernel.parts import always, part

# --- What stands where ---------------------------------------------------------------------------

(GAME, SWAPPED, FIRST_DEALER, WINNER, SCORE, SCORE_B, ENDED, DEALS, DEALINGS, REDEALS, FORCED,
 POINTS) = range(12)  # fmt: skip
DECISIONS, LEGAL_CARDS, ONLY_ONE, LEAD_CHANGES = range(19, 23)
ROW = 23
"""A game's book begins with its row, in the order of `study.rows.COLUMNS`."""

(DEALER, ATTEMPT, MARGIN, AHEAD, TAPED, TRICKS, TRICKS_B, POLICY, POLICY_B, EARNED, PUT_OFF, TRACED,
 EARNINGS) = range(ROW, ROW + 13)  # fmt: skip
"""After the row stands what a game must remember while it is played."""

NOTE = 5
"""What is earned is noted in five places: player, points, source, card, trick."""

LARGEST_COUNT = 64
"""More than can be earned in one deal."""

TRACE = EARNINGS + NOTE * LARGEST_COUNT
"""From here on events are written down, as far as there is room in the book."""

HANDS, KEYS, LUCK = 0, 2, 5
WORDS = 7
"""A game's words: both hands, the keys of packs and of both players, both players' luck."""

TURN_UP, TRICK, IN_HAND, EXCESS = range(4)
"""Sources of points, in the order of `events.Source`."""

DEALT, THROWN_UP, TURNED_UP, PLAYED, TRICK_WON, SCORED, DEAL_ENDED, GAME_ENDED, CUT = range(9)
"""Events as they are written down; `tracing.py` reads them."""

RANDOM, GREEDY, TAPE = range(3)
"""Who chooses: the players of those names, or a tape of numbers."""

MOST_REDEALS, MOST_DEALS = 100, 1000
NOBODY = -1
NO_CODE = -1

LOT_BITS, LOT = WORD(21), WORD((1 << 21) - 1)
SUIT, SUIT_BITS, SUIT_SHIFT = WORD(0x1FFF), WORD(48), WORD(4)
TRUMPS_SHIFT, TRUMPS_ROW = WORD(2), WORD(192)
EVERY_CARD = WORD(0x1FFF_1FFF_1FFF_1FFF)
PLACES = 64
"""A pack lies in 64 bytes: 52 cards, and room for places that are drawn and never looked at."""

DRAWS = 8
THREE, SEVEN, PACK_CARDS = WORD(3), WORD(7), WORD(52)

ORDER = np.array([16 * suit + rank for suit in range(4) for rank in range(13)] + [0] * 12, np.uint8)
"""The codes of the pack in pack order."""

CARDS_LEFT = np.array([max(1, 52 - place) for place in range(56)], np.uint64)
"""How many cards are left to be drawn for a place; below the pack, the one that is there. It is
looked up, since compilers that reckon it along make one long product of all draws."""

# --- Packs and cuts ------------------------------------------------------------------------------


@always
def lay_out(packs, at):
    """Put a pack in pack order into the 64 places from `at`."""
    for i in range(PLACES):
        packs[at + WORD(i)] = ORDER[i]


@part
def draw(packs, at, key, begin, end):
    """Shuffle the places 8 x begin to 8 x end - 1 of the pack of this key, from the top down."""
    for nth in range(begin, end):
        draw_word(packs, at, key, nth)


@always
def draw_word(packs, at, key, nth):
    """Shuffle the eight places for which one word of the key draws."""
    luck = word(key, WORD(nth))
    for j in range(DRAWS):
        place = (WORD(nth) << THREE) + WORD(j)
        luck = draw_one(packs, at + place, CARDS_LEFT[place], luck)


@always
def draw_one(packs, place, left, luck):
    """Let one of the cards that are left change places with the card at `place`."""
    chosen = place + high_product(luck, left)
    card = packs[chosen]
    packs[chosen] = packs[place]
    packs[place] = card
    return luck * left


@always
def least(a, b):
    """The smaller of two numbers; `min` would cost a compilation of its own each time."""
    return a if a < b else b  # noqa: FURB136  # compiled, `min` is slower


@part
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


@part
def cut_cards(key, nth):
    """The two cards that are cut, by their numbers in pack order."""
    luck = word(key, nth)
    first = high_product(luck, PACK_CARDS)
    second = high_product(luck * PACK_CARDS, PACK_CARDS - ONE)
    if second >= first:
        second += ONE
    return np.int64(first), np.int64(second)


@part
def cut_for_deal(rules, book, key):
    """Who deals first: by cuts, repeated while the ranks are equal, or by luck alone."""
    if rules.first_dealer == 3:
        return np.int64(word(key, ~ONE) >> WORD(63))
    nth = WORD(0)
    while True:
        first, second = cut_cards(key, nth)
        nth += ONE
        note_event(book, 3, CUT, first, second, 0, 0, 0)
        a, b = first % 13, second % 13
        if a != b:
            if rules.first_dealer == 0:
                a, b = (a + 1) % 13, (b + 1) % 13
            lower = np.int64(b < a)
            return 1 - lower if rules.first_dealer == 2 else lower


# --- Writing down and pegging --------------------------------------------------------------------


@part
def note(book, number):
    """Write one number down; what finds no room is only counted."""
    at = TRACE + book[TRACED]
    if at < book.size:
        book[at] = number
    book[TRACED] += 1


@part
def note_event(book, many, kind, one, two, three, four, five):
    """Write down an event of so many numbers, where events are written down."""
    if book.size > TRACE:
        numbers = (kind, one, two, three, four, five)
        for i in range(many):
            note(book, numbers[i])


@part
def note_set(book, cards):
    """Write down the cards of a set, in pack order."""
    while cards:
        note(book, np.int64(first_of(cards)))
        cards &= cards - ONE


@part
def earn(book, player, points, source, code, trick):
    """Note what a player has earned, to be pegged at once or at the count."""
    if points:
        at = EARNINGS + NOTE * (book[PUT_OFF] + book[EARNED])
        book[at] = player
        book[at + 1] = points
        book[at + 2] = source
        book[at + 3] = code
        book[at + 4] = trick
        book[EARNED] += 1


@part
def peg(rules, book, at):
    """Peg what is noted there: count it by source and seat, see who is ahead and if that wins."""
    player, points, source = book[at], book[at + 1], book[at + 2]
    book[SCORE + player] += points
    book[POINTS + 2 * source + np.int64(player == book[DEALER])] += points
    margin = book[MARGIN] + (-points if player else points)
    book[MARGIN] = margin
    if margin:
        ahead = np.int64(margin > 0)
        book[LEAD_CHANGES] += np.int64(book[AHEAD] == 1 - ahead)
        book[AHEAD] = ahead
    note_event(book, 6, SCORED, player, points, source, book[at + 3], book[at + 4])
    if rules.pegs_win and book[SCORE + player] >= rules.target:
        book[WINNER] = player


@always
def settle(rules, book, counting):
    """Peg what has been earned, as long as nobody has won; put off what is to be counted later.

    When it is time to count, the elder hand's whole count comes first, then the dealer's.
    """
    put_off = book[PUT_OFF]
    begin = 0 if counting else put_off
    end = put_off + book[EARNED]
    book[EARNED] = 0
    for turn in range(2 if counting else 1):
        player = book[DEALER] if turn else 1 - book[DEALER]
        for i in range(begin, end):
            at = EARNINGS + NOTE * i
            if book[WINNER] >= 0 or (counting and book[at] != player):
                continue
            if counting or not rules.counts_later or book[at + 2] == TURN_UP:
                peg(rules, book, at)
                continue
            to = EARNINGS + NOTE * put_off
            for j in range(NOTE):
                book[to + j] = book[at + j]
            put_off += 1
    book[PUT_OFF] = 0 if counting else put_off


# --- Choosing ------------------------------------------------------------------------------------


@always
def may_follow(rules, hand, led, trumps):
    """The cards of a hand that may be played to a card led; `trumps` is the set of their suit."""
    suit = SUIT << (led & SUIT_BITS)
    bound = hand & (suit | (trumps & rules.trump_binds))
    if bound:
        return hand & (suit | (trumps & rules.or_trump) | rules.any_card)
    forced = hand & trumps & rules.else_trump
    return forced or hand


@always
def lot_of(luck, trick):
    """The 21 bits of a player's word that choose in this trick (from 0)."""
    return (luck >> (LOT_BITS * (trick % THREE))) & LOT


@always
def by_lot(cards, many, lot):
    """A card of a set of so many, by lot, as a set of one."""
    return nth_of(cards, (lot * many) >> LOT_BITS)


@part
def stake_of(rules, trick, turned_at):
    """What a trick (from 0) is worth to its winner beside its two cards, in 52nds of a point."""
    stake = rules.counted
    stake += rules.last_turn if trick + 1 == rules.hand_size else rules.next_turn
    if not rules.turner_scores and (trick or rules.winner_scores_first):
        stake += SCALE * rules.turned[turned_at]
    return stake


@part
def greedy_lead(rules, hand, unseen, row, stake):
    """The card that `greedy` leads: most in this trick by the chance of being beaten."""
    hidden, held = np.int64(size_of(unseen)), np.int64(size_of(hand))
    best, choice = np.int64(-(1 << 62)), hand
    while hand:
        card = hand & (~hand + ONE)
        at = row + first_of(hand)
        beaten = least(hidden, held * np.int64(size_of(rules.beaters[at] & unseen)))
        value = SCALE * rules.held[at] * hidden
        value += (stake + SCALE * rules.won[at]) * (hidden - 2 * beaten)
        merit = (value << 4) - rules.strengths[at]
        if merit > best:
            best, choice = merit, card
        hand ^= card
    return choice


@part
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


@always
def choose(rules, book, tape, player, legal, hand, lot, gone, turned, trick, led):
    """Choose a card for whoever is to move and count the decision; `led` is -1 for the leader."""
    many = size_of(legal)
    book[DECISIONS] += 1
    book[LEGAL_CARDS] += np.int64(many)
    book[ONLY_ONE] += np.int64(many == ONE)
    policy = book[POLICY + player]
    if policy == RANDOM:
        return by_lot(legal, many, lot)
    if policy == TAPE:
        taped = tape[book[TAPED] % tape.size]
        book[TAPED] += 1
        return nth_of(legal, WORD(taped % np.int64(many)))
    row = (turned & SUIT_BITS) << TRUMPS_SHIFT
    stake = stake_of(rules, trick, turned)
    if led < 0:
        return greedy_lead(rules, hand, EVERY_CARD & ~(gone | hand), row, stake)
    return greedy_reply(rules, legal, WORD(led), row, stake)


@part
def deal_out(rules, book, pack, words):
    """Deal one by one, the elder hand first."""
    words[HANDS] = NO_CARD
    words[HANDS + 1] = NO_CARD
    note_event(book, 4, DEALT, book[DEALER], book[ATTEMPT], rules.hand_size, 0, 0)
    for i in range(2 * rules.hand_size):
        to = book[DEALER] ^ (1 - (i & 1))
        words[HANDS + to] |= ONE << WORD(pack[i])
        if book.size > TRACE:
            note(book, np.int64(pack[i]))


@part
def throw_up(rules, book, pack, words, player, top):
    """A hand is thrown up; under `own_hand` its owner takes as many cards from the stock.

    Returns:
        The cards that are laid aside.
    """
    thrown = words[HANDS + player]
    drawn = rules.hand_size if rules.own_hand else 0
    note_event(book, 4, THROWN_UP, player, rules.hand_size, drawn, 0, 0)
    if book.size > TRACE:
        note_set(book, thrown)
    if drawn:
        words[HANDS + player] = NO_CARD
    for i in range(top, top + drawn):
        words[HANDS + player] |= ONE << WORD(pack[i])
        if book.size > TRACE:
            note(book, np.int64(pack[i]))
    return thrown


@part
def deals_again(rules, dealer, thrower):
    """Who deals after both hands were void."""
    if rules.redeal_dealer == 0:
        return dealer
    return 1 - dealer if rules.redeal_dealer == 1 else thrower


@part
def open_deal(rules, book, pack, words):
    """Deal a pack and ask who throws up; every hand that may be thrown up is.

    Returns:
        The place of the first turn-up, from which the turn-ups follow one another, and the cards
        that are laid aside; the place is -1 for a deal that is void.
    """
    dealer, size = book[DEALER], rules.hand_size
    deal_out(rules, book, pack, words)
    first, top, gone, thrown = 2 * size, 2 * size + rules.turn_up_seen, NO_CARD, 0
    if rules.turn_up_seen:
        note_event(book, 4, TURNED_UP, dealer, np.int64(pack[first]), 0, 0, 0)
    book[DEALINGS] += 1
    for turn in range(2):
        player = dealer if turn else 1 - dealer
        if words[HANDS + player] & rules.keeps:
            continue
        if book[ATTEMPT] == MOST_REDEALS:
            book[FORCED] += 1
            continue
        gone |= throw_up(rules, book, pack, words, player, top)
        book[REDEALS] += 1 - thrown
        thrown = 1
        if not rules.own_hand:
            book[DEALER] = deals_again(rules, dealer, player)
            return np.int64(NOBODY), gone
        top += size
    if not rules.turn_up_seen:
        note_event(book, 4, TURNED_UP, dealer, np.int64(pack[top]), 0, 0, 0)
        return top, gone
    # Drawn cards may lie between the first turn-up and the next: it joins those that follow.
    pack[top - 1] = pack[first]
    return top - 1, gone


@always
def play_trick(rules, book, tape, words, leader, turned, trick, gone):
    """Let both play to a trick (numbered from 0); the cards led and played, as numbers."""
    led, reply = NO_CARD, NO_CARD
    for turn in range(2):
        player = leader ^ turn
        hand = words[HANDS + player]
        legal = may_follow(rules, hand, led, SUIT << (turned & SUIT_BITS)) if turn else hand
        lot = lot_of(words[LUCK + player], WORD(trick))
        card = choose(
            rules, book, tape, player, legal, hand, lot, gone, turned, trick,
            np.int64(led) if turn else np.int64(NO_CODE),
        )  # fmt: skip
        words[HANDS + player] = hand ^ card
        gone |= card
        reply = first_of(card)
        note_event(book, 4, PLAYED, player, np.int64(reply), trick + 1, 0, 0)
        if not turn:
            led = reply
    return led, reply


@part
def earn_trick(rules, book, leader, winner, led, reply, turned, number):
    """The card led, the card played, and then the turn-up, if the trick's winner reckons it."""
    row = (turned & SUIT_BITS) << TRUMPS_SHIFT
    for turn in range(2):
        card = reply if turn else led
        source = IN_HAND if ONE << card == rules.penneech else TRICK
        held = rules.held[row + card]
        points = held + rules.won[row + card]
        earn(book, leader ^ turn if held else winner, points, source, np.int64(card), number)
    if not rules.turner_scores and (number > 1 or rules.winner_scores_first):
        earn(book, winner, rules.turned[turned], TURN_UP, np.int64(turned), number)


@part
def earn_held(rules, book, words, trick):
    """The penneech is scored by who holds it when its suit is turned for the first time."""
    for player in range(2):
        if words[HANDS + player] & rules.penneech:
            code = np.int64(first_of(rules.penneech))
            earn(book, player, rules.in_hand, IN_HAND, code, trick)


@part
def turn(rules, book, winner, turned, number):
    """The winner of a trick turns the next card, and reckons it where the turner does."""
    note_event(book, 4, TURNED_UP, winner, np.int64(turned), number, 0, 0)
    points = np.int64(0)
    if number == rules.hand_size:
        points = rules.turned_last[turned]
    elif rules.turner_scores:
        points = rules.turned[turned]
    earn(book, winner, points, TURN_UP, np.int64(turned), number)


@part
def play_deal(rules, book, tape, pack, words, base, gone):
    """Play a deal from its first turn-up, at `base` in the pack, to its end or the game's."""
    size, dealer = rules.hand_size, book[DEALER]
    turned, ever, holder = WORD(pack[base]), False, np.int64(NOBODY)
    book[TRICKS] = book[TRICKS_B] = book[PUT_OFF] = book[EARNED] = 0
    leader = 1 - dealer
    if rules.dealer_scores_first:
        earn(book, dealer, rules.turned[turned], TURN_UP, np.int64(turned), 0)
    for trick in range(size):
        if not ever and np.int64(turned >> SUIT_SHIFT) == rules.penneech_suit:
            ever = True
            if rules.held_counts:
                earn_held(rules, book, words, trick)
        settle(rules, book, False)
        if book[WINNER] >= 0:
            return
        gone |= ONE << turned
        if trick % 3 == 0:
            for player in range(2):
                key = absorb(words[KEYS + 1 + player], WORD(book[DEALS]))
                words[LUCK + player] = word(key, WORD(trick // 3))
        led, reply = play_trick(rules, book, tape, words, leader, turned, trick, gone)
        gone |= ONE << led | ONE << reply
        row = (turned & SUIT_BITS) << TRUMPS_SHIFT
        winner = leader ^ np.int64((rules.beaters[row + led] >> reply) & ONE)
        book[TRICKS + winner] += 1
        if rules.penneech & (ONE << led | ONE << reply):
            holder = winner
        trumps = np.int64(turned >> SUIT_SHIFT)
        note_event(book, 6, TRICK_WON, winner, trick + 1, trumps, np.int64(led), np.int64(reply))
        earn_trick(rules, book, leader, winner, led, reply, turned, trick + 1)
        settle(rules, book, False)
        leader = winner
        if book[WINNER] < 0 and (trick + 1 < size or rules.turns_last):
            turned = WORD(pack[base + trick + 1])
            turn(rules, book, winner, turned, trick + 1)
    settle(rules, book, False)
    if rules.ever_counts and ever and holder >= 0:
        code = np.int64(first_of(rules.penneech))
        earn(book, holder, rules.in_hand, IN_HAND, code, size)
    for seat in range(2):
        player = dealer if seat else 1 - dealer
        earn(book, player, rules.excess[book[TRICKS + player]], EXCESS, NO_CODE, size)
    settle(rules, book, False)
    if rules.counts_later:
        settle(rules, book, True)
    if book[WINNER] < 0 and not rules.pegs_win:
        book[WINNER] = winner_after_deal(rules, book, 1 - dealer)


@part
def winner_after_deal(rules, book, elder):
    """Who has won when scores are compared at the end of a deal; -1 for nobody."""
    a, b = book[SCORE], book[SCORE_B]
    if a >= rules.target and b >= rules.target:
        if rules.elder_first:
            return elder
        if a == b:
            return np.int64(NOBODY)
        return np.int64(b > a)
    if a >= rules.target:
        return np.int64(0)
    return np.int64(1) if b >= rules.target else np.int64(NOBODY)


@part
def next_pack(rules, book, pack, packs, taken, key):
    """Shuffle the next pack, or take the next of those that are given; False when none is left."""
    if packs.shape[0] == 0:
        lay_out(pack, NO_CARD)
        number = (WORD(book[DEALS]) << SEVEN) | WORD(book[ATTEMPT])
        draw(pack, NO_CARD, absorb(key, number), 0, words_for(least(rules.need, 51)))
        return True
    if taken >= packs.shape[0]:
        return False
    for i in range(52):
        pack[i] = packs[taken, i]
    return True


@part
def end_deal(rules, book):
    """Write down that the deal is over, and the game if it is; say whether it is."""
    a, b = book[SCORE], book[SCORE_B]
    if book[TRICKS] + book[TRICKS_B] == rules.hand_size:
        note_event(book, 3, DEAL_ENDED, a, b, 0, 0, 0)
    over = book[WINNER] >= 0 or book[DEALS] + 1 == MOST_DEALS
    if over:
        note_event(book, 4, GAME_ENDED, book[WINNER], a, b, 0, 0)
    return over


@part
def play_out(rules, book, tape, pack, packs, words):
    """Play a game out, from the scores and the dealer in its book, or until no pack is left."""
    book[FIRST_DEALER] = book[DEALER]
    book[WINNER] = book[AHEAD] = NOBODY
    taken = 0
    while next_pack(rules, book, pack, packs, taken, words[KEYS]):
        taken += 1
        base, gone = open_deal(rules, book, pack, words)
        if base < 0:
            book[ATTEMPT] += 1
            continue
        play_deal(rules, book, tape, pack, words, base, gone)
        if end_deal(rules, book):
            break
        book[DEALS] += 1
        book[ATTEMPT] = 0
        book[DEALER] = 1 - book[DEALER]
    book[ENDED] = np.int64(book[WINNER] >= 0)
    book[DEALS] += 1


@compiled
def play_games(rules, seed_keys, begin, packs, tape, book, pack, words, rows):
    """Play games, one for each row.

    Args:
        rules: the rules, packed.
        seed_keys: the keys of packs, cuts and players of the seed, before a game is absorbed.
        begin: the number of the first game; what the rows shall have under `swapped`; who deals
            first, -1 for whoever the cut names; the points of A and of B; who chooses for A and
            for B.
        packs: packs of codes to be dealt one after the other; none to shuffle by the seed.
        tape: numbers that choose cards, for those who choose by tape.
        book: room for `TRACE` numbers; what it has beyond is filled with events, and book[TRACED]
            tells how many places they need.
        pack: room for `PLACES` numbers.
        words: room for `WORDS` numbers.
        rows: where the rows go.
    """
    for i in range(rows.shape[0]):
        for place in range(EARNINGS):
            book[place] = 0
        book[GAME] = begin[0] + i
        book[SWAPPED] = begin[1]
        book[SCORE], book[SCORE_B] = begin[3], begin[4]
        book[POLICY], book[POLICY_B] = begin[5], begin[6]
        number = WORD(begin[0] + i)
        players = absorb(seed_keys[2], number)
        words[KEYS] = absorb(seed_keys[0], number)
        words[KEYS + 1] = absorb(players, NO_CARD)
        words[KEYS + 2] = absorb(players, ONE)
        book[DEALER] = begin[2]
        if begin[2] < 0:
            book[DEALER] = cut_for_deal(rules, book, absorb(seed_keys[1], number))
        play_out(rules, book, tape, pack, packs, words)
        for column in range(ROW):
            rows[i, column] = book[column]


# --- Many deals, side by side --------------------------------------------------------------------

(SUM_DEALS, SUM_DEALINGS, SUM_REDEALS, SUM_FORCED, SUM_POINTS) = range(5)
(SUM_ELDER_SQUARED, SUM_DEALER_SQUARED, SUM_PRODUCT, SUM_TRICKS, SUM_LEGAL, SUM_ONLY_ONE) = range(
    12, 18
)
SUMS = 18
"""What many deals add up to; `DealSums` in the wall says what each is."""

LANES = 60
"""So many deals are carried forward side by side. What they need stays in the nearest cache; with
a power of two, places used together would lie so that the processor takes one for another."""

(L_HANDS, L_KEYS, L_LUCK, L_SUMS) = (WORD(2 * LANES * i) for i in range(4))
(L_LEADER, L_BASE, L_GONE, L_POLICY, L_FIRST, L_PACK, L_KEY, L_DEALER, L_LEFT, L_LED) = (
    WORD(8 * LANES + LANES * i) for i in range(10)
)
(L_DEALERS_HAND, L_DEALERS_KEY, L_DEALERS_SUM) = (L_HANDS + ONE, L_KEYS + ONE, L_SUMS + ONE)
LANE_PLACES, A_PACK = LANES * PLACES, WORD(PLACES)
LANE_WORDS = 18 * LANES
"""The words of all lanes.

By lane and seat (elder 0, dealer 1): hands, keys of the players, their luck, packed sums. By lane:
the seat that leads, the place of the first turn-up, the cards that both have seen, who chooses (two
bits), the trick for which the penneech's suit is turned first, the keys of the game's packs and of
this pack, who deals, a list of the lanes whose hands are still to be dealt, the place of the card
led in tables by trumps and card.
"""

TRICK_SHIFT, IN_HAND_SHIFT = WORD(TRICK_FIELD), WORD(IN_HAND_FIELD)
TRICKS_SHIFT = WORD(TRICKS_FIELD)
POINTS_MASK, COUNT_MASK = WORD((1 << 14) - 1), WORD((1 << 8) - 1)
WIDE_MASK = WORD((1 << 28) - 1)
HONOURS_MASK, IN_HAND_MASK = POINTS_MASK << TRICK_SHIFT, COUNT_MASK << IN_HAND_SHIFT
TWO = WORD(2)


@part
def draw_in_lanes(packs, words, left, begin, end):
    """Draw with some words in the lanes that are listed, the first so many of the list.

    It goes word by word and not pack by pack: each draw may need the card that the one before it
    has put away, and while it waits for that card, draws for other lanes can be made.
    """
    for nth in range(begin, end):
        for i in range(left):
            lane = words[L_LEFT + WORD(i)]
            draw_word(packs, lane * A_PACK, words[L_KEY + lane], nth)


@part
def begin_lanes(rules, seed_keys, begin, done, lanes, packs, words, sums):
    """Deal to every lane, again where both hands are void, and make it ready for the first lead."""
    game, first_dealer, a, b = WORD(begin[0] + done), WORD(begin[2]), WORD(begin[3]), WORD(begin[4])
    for i in range(lanes):
        lane = WORD(i)
        words[L_PACK + lane] = absorb(seed_keys[0], game + lane)
        words[L_KEYS + lane] = absorb(seed_keys[2], game + lane)
        words[L_DEALER + lane] = first_dealer
        words[L_GONE + lane] = NO_CARD
        words[L_LEADER + lane] = NO_CARD
        words[L_LEFT + lane] = lane
    left, attempt, need = lanes, 0, least(3 * rules.hand_size + 1, 51)
    # Hands may be void, but not under `own_hand`: there the turn-ups can be drawn with them.
    hands = need if rules.own_hand else 2 * rules.hand_size
    while left:
        sums[SUM_DEALINGS] += left
        for i in range(left):
            lane = words[L_LEFT + WORD(i)]
            lay_out(packs, lane * A_PACK)
            words[L_KEY + lane] = absorb(words[L_PACK + lane], WORD(attempt))
        draw_in_lanes(packs, words, left, 0, words_for(hands))
        left = open_lanes(rules, left, attempt, packs, words, sums)
        attempt += 1
    for i in range(lanes):
        lane = WORD(i)
        words[L_LEFT + lane] = lane
    draw_in_lanes(packs, words, lanes, words_for(hands), words_for(need))
    for i in range(lanes - 1, -1, -1):
        lane = WORD(i)
        players, dealer = words[L_KEYS + lane], words[L_DEALER + lane]
        at = lane + lane
        words[L_KEYS + at] = absorb(absorb(players, dealer ^ ONE), NO_CARD)
        words[L_DEALERS_KEY + at] = absorb(absorb(players, dealer), NO_CARD)
        first = NO_CARD
        if rules.dealer_scores_first:
            first = rules.turn_sums[packs[words[L_BASE + lane]]]
        words[L_SUMS + at] = NO_CARD
        words[L_DEALERS_SUM + at] = first
        words[L_POLICY + lane] = (a | b << ONE) if dealer else (b | a << ONE)
    if rules.held_counts or rules.ever_counts:
        for i in range(lanes):
            lane = WORD(i)
            words[L_FIRST + lane] = first_of_suit(rules, packs, words, lane)


@part
def open_lanes(rules, left, attempt, packs, words, sums):
    """Look at hands just dealt, as `open_deal` does; list the lanes whose hands are both void."""
    size, keeps, again = rules.hand_size, rules.keeps, 0
    for i in range(left):
        lane = words[L_LEFT + WORD(i)]
        place = lane * A_PACK
        elders, dealers = NO_CARD, NO_CARD
        for _ in range(size):
            elders |= ONE << WORD(packs[place])
            dealers |= ONE << WORD(packs[place + ONE])
            place += TWO
        words[L_HANDS + TWO * lane] = elders
        words[L_DEALERS_HAND + TWO * lane] = dealers
        words[L_BASE + lane] = place
        if elders & keeps and dealers & keeps:
            continue
        elder_throws = not elders & keeps
        if attempt == MOST_REDEALS:
            sums[SUM_FORCED] += np.int64(elder_throws) + np.int64(not dealers & keeps)
            continue
        sums[SUM_REDEALS] += 1
        if rules.own_hand:
            replace_hands(rules, lane, packs, words)
            continue
        dealer = np.int64(words[L_DEALER + lane])
        dealer = deals_again(rules, dealer, 1 - dealer if elder_throws else dealer)
        words[L_DEALER + lane] = WORD(dealer)
        words[L_LEFT + WORD(again)] = lane
        again += 1
    return again


@part
def replace_hands(rules, lane, packs, words):
    """Replace each hand of a lane that is thrown up from the stock, as `open_deal` does."""
    size, at = rules.hand_size, lane * A_PACK
    begun = words_for(least(3 * size + 1, 51))
    draw(packs, at, absorb(words[L_PACK + lane], NO_CARD), begun, words_for(rules.need))
    first = at + WORD(2 * size)
    top = first + WORD(rules.turn_up_seen)
    for seat in range(2):
        hand = L_HANDS + WORD(seat) + TWO * lane
        if words[hand] & rules.keeps:
            continue
        words[L_GONE + lane] |= words[hand]
        drawn = NO_CARD
        for _ in range(size):
            drawn |= ONE << WORD(packs[top])
            top += ONE
        words[hand] = drawn
    if rules.turn_up_seen:
        top -= ONE
        packs[top] = packs[first]
    words[L_BASE + lane] = top


@part
def earn_held_in_lanes(rules, trick, lanes, words):
    """As `earn_held`, in every lane in which the penneech's suit is turned for this trick first."""
    penneech, shift = rules.penneech, first_of(rules.penneech)
    for i in range(lanes):
        lane = WORD(i)
        at = lane + lane
        now = WORD(words[L_FIRST + lane] == WORD(trick)) << IN_HAND_SHIFT
        # Added whether it is nothing or not: whether it is cannot be guessed.
        words[L_SUMS + at] += ((words[L_HANDS + at] & penneech) >> shift) * now
        words[L_DEALERS_SUM + at] += ((words[L_DEALERS_HAND + at] & penneech) >> shift) * now


@always
def trick_of_lanes(rules, trick, lanes, plain, players, packs, words, legal_cards, only_one):
    """Play a trick before the last in every lane, without a branch that is hard to guess.

    Args:
        rules: the rules, packed.
        trick: its number, from 0.
        lanes: how many lanes there are.
        plain: true where both players are `random`, the holder scores nothing, and nobody must
            trump; what need not be asked then is left out by the compiler.
        players: 0 where both players are `random`.
        packs: the lanes' packs.
        words: the lanes' words.
        legal_cards: legal cards, added up over the replies so far.
        only_one: replies so far with a single legal card.

    Returns:
        The two counts.
    """
    beaters, led_sums, reply_sums = rules.beaters, rules.led_sums, rules.reply_sums
    turn_sums, allowed, binding = rules.turn_sums, rules.allowed, rules.binding
    holder_scores, else_trump = rules.holder_scores, rules.else_trump
    nth, turner = WORD(trick), WORD(rules.turner_scores)
    left = WORD(rules.hand_size - trick)
    lot_shift = LOT_BITS * (nth % THREE)
    turn_row = WORD(64) if trick + rules.turner_scores else WORD(0)
    # Leads and replies are passes of their own, since a processor sees only so far ahead: the
    # shorter a lane's way through a pass, the more lanes are under way at once.
    for i in range(lanes):
        lane = WORD(i)
        leader = words[L_LEADER + lane]
        mine = lane + lane + leader
        hand = words[L_HANDS + mine]
        turned = WORD(packs[words[L_BASE + lane] + nth])
        row = (turned & SUIT_BITS) << TRUMPS_SHIFT
        lot = (words[L_LUCK + mine] >> lot_shift) & LOT
        card = nth_of(hand, (lot * left) >> LOT_BITS)
        if not plain and players and (words[L_POLICY + lane] >> leader) & ONE:
            gone = words[L_GONE + lane] | (ONE << turned) | hand
            stake = stake_of(rules, trick, turned)
            card = greedy_lead(rules, hand, EVERY_CARD & ~gone, row, stake)
        words[L_HANDS + mine] = hand ^ card
        words[L_LED + lane] = row + first_of(card)
    for i in range(lanes):
        lane = WORD(i)
        at = lane + lane
        leader = words[L_LEADER + lane]
        other = at + (leader ^ ONE)
        answer, led = words[L_HANDS + other], words[L_LED + lane]
        row = led & TRUMPS_ROW
        place = words[L_BASE + lane] + nth
        wide, other_cards = answer & allowed[led], answer
        if not plain:
            forced = answer & (SUIT << (row >> TRUMPS_SHIFT)) & else_trump
            other_cards = forced or answer
        legal = wide if answer & binding[led] else other_cards
        many = size_of(legal)
        legal_cards += many
        only_one += WORD(many == ONE)
        lot = (words[L_LUCK + other] >> lot_shift) & LOT
        second = nth_of(legal, (lot * many) >> LOT_BITS)
        if not plain and players:
            turned = WORD(packs[place])
            if (words[L_POLICY + lane] >> (leader ^ ONE)) & ONE:
                stake = stake_of(rules, trick, turned)
                second = greedy_reply(rules, legal, led - row, row, stake)
            played = (ONE << turned) | (ONE << (led - row)) | second
            words[L_GONE + lane] |= played
        reply = first_of(second)
        words[L_HANDS + other] = answer ^ second
        leader ^= (beaters[led] >> reply) & ONE
        words[L_LEADER + lane] = leader
        if not plain and holder_scores:
            words[L_SUMS + (other ^ ONE)] += rules.holder_sums[led]
            words[L_SUMS + other] += rules.holder_sums[row + reply]
        gained = led_sums[led] + reply_sums[row + reply]
        gained += turn_sums[turn_row + WORD(packs[place + turner])]
        words[L_SUMS + at + leader] += gained
    return legal_cards, only_one


@part
def last_trick_of_lanes(rules, lanes, packs, words):
    """Play the last trick in every lane: nobody has a choice any more."""
    led_sums, reply_sums, turn_sums = rules.led_sums, rules.reply_sums, rules.turn_sums
    beaters, holder_sums, holder_scores = rules.beaters, rules.holder_sums, rules.holder_scores
    nth, turner = WORD(rules.hand_size - 1), WORD(rules.turner_scores)
    turn_row = WORD(64)
    if turner:
        turn_row = WORD(128)
    elif rules.hand_size == 1:
        turn_row = WORD(0)
    for i in range(lanes):
        lane = WORD(i)
        at = lane + lane
        leader = words[L_LEADER + lane]
        mine = at + leader
        other = at + (leader ^ ONE)
        place = words[L_BASE + lane] + nth
        row = (WORD(packs[place]) & SUIT_BITS) << TRUMPS_SHIFT
        led = row + first_of(words[L_HANDS + mine])
        second = words[L_HANDS + other]
        reply = row + first_of(second)
        if holder_scores:
            words[L_SUMS + mine] += holder_sums[led]
            words[L_SUMS + other] += holder_sums[reply]
        leader ^= WORD((beaters[led] & second) != NO_CARD)
        words[L_LEADER + lane] = leader
        gained = led_sums[led] + reply_sums[reply]
        gained += turn_sums[turn_row + WORD(packs[place + turner])]
        words[L_SUMS + at + leader] += gained


@part
def renew_luck(trick, lanes, words):
    """Both players' words for three tricks more, in every lane."""
    step = (WORD(trick // 3) + ONE) * GOLDEN
    for i in range(2 * lanes):
        at = WORD(i)
        words[L_LUCK + at] = mix(words[L_KEYS + at] + step)


@compiled
def play_deals(rules, seed_keys, begin, packs, words, sums):
    """Play deals out, the first of a game each, and add up what they bring.

    Args:
        rules: the rules, packed.
        seed_keys: the keys of packs, cuts and players of the seed, before a game is absorbed.
        begin: the number of the first game, how many deals, who deals, who chooses for A and for B.
        packs: room for `LANE_PLACES` numbers.
        words: room for `LANE_WORDS` numbers.
        sums: what is added to.
    """
    size, count, done = rules.hand_size, begin[1], 0
    legal_cards, only_one = WORD(0), WORD(0)
    players = begin[3] | begin[4]
    plain = not (players or rules.holder_scores or rules.else_trump)
    while done < count:
        lanes = least(LANES, count - done)
        begin_lanes(rules, seed_keys, begin, done, lanes, packs, words, sums)
        for trick in range(size):
            if rules.held_counts:
                earn_held_in_lanes(rules, trick, lanes, words)
            if trick + 1 == size:
                last_trick_of_lanes(rules, lanes, packs, words)
                break
            if trick % 3 == 0:
                renew_luck(trick, lanes, words)
            if plain:
                legal_cards, only_one = trick_of_lanes(
                    rules, trick, lanes, True, 0, packs, words, legal_cards, only_one
                )
            else:
                legal_cards, only_one = trick_of_lanes(
                    rules, trick, lanes, False, players, packs, words, legal_cards, only_one
                )
        add_up(rules, lanes, packs, words, sums)
        done += lanes
    sums[SUM_DEALS] += count
    # Leads may be of any card, and the last reply is of the last card: they need no counting.
    sums[SUM_LEGAL] += np.int64(legal_cards) + count * (size * (size + 1) // 2 + 1)
    sums[SUM_ONLY_ONE] += np.int64(only_one) + count * 2


@part
def first_of_suit(rules, packs, words, lane):
    """The trick for which the penneech's suit is turned first; the hand's size if for none."""
    base, suit = words[L_BASE + lane], WORD(rules.penneech_suit)
    first = WORD(rules.hand_size)
    for trick in range(rules.hand_size - 1, -1, -1):
        nth = WORD(trick)
        first = nth if WORD(packs[base + nth]) >> SUIT_SHIFT == suit else first
    return first


@part
def add_up(rules, lanes, packs, words, sums):
    """Add the points of the lanes' deals, by source and seat, to the sums."""
    size, turner, ever_counts = rules.hand_size, rules.turner_scores, rules.ever_counts
    in_hand, excess, turn_sums = rules.in_hand, rules.excess, rules.turn_sums
    elder_tricks, dealer_tricks, elder_rest, dealer_rest = NO_CARD, NO_CARD, NO_CARD, NO_CARD
    elder_squared, dealer_squared, product = np.int64(0), np.int64(0), np.int64(0)
    elder_excess, dealer_excess = np.int64(0), np.int64(0)
    for i in range(lanes):
        lane = WORD(i)
        at = L_SUMS + lane + lane
        elder, dealer = words[at], words[at + ONE]
        if not turner:
            last = turn_sums[WORD(128) + WORD(packs[words[L_BASE + lane] + WORD(size)])]
            dealers = NO_CARD - words[L_LEADER + lane]
            elder += last & ~dealers
            dealer += last & dealers
        if ever_counts and words[L_FIRST + lane] == WORD(size):
            elder &= ~IN_HAND_MASK
            dealer &= ~IN_HAND_MASK
        # Honours in tricks are added up apart: so the other fields have room for many deals.
        elder_tricks += elder & HONOURS_MASK
        dealer_tricks += dealer & HONOURS_MASK
        elder_rest += elder & ~HONOURS_MASK
        dealer_rest += dealer & ~HONOURS_MASK
        won = excess[elder >> TRICKS_SHIFT]
        elder_excess += won
        elder_total = total_of(elder, in_hand) + won
        won = excess[dealer >> TRICKS_SHIFT]
        dealer_excess += won
        dealer_total = total_of(dealer, in_hand) + won
        elder_squared += elder_total * elder_total
        dealer_squared += dealer_total * dealer_total
        product += elder_total * dealer_total
    sums[SUM_POINTS] += np.int64(elder_rest & WIDE_MASK)
    sums[SUM_POINTS + 1] += np.int64(dealer_rest & WIDE_MASK)
    sums[SUM_POINTS + 2] += np.int64(elder_tricks >> TRICK_SHIFT)
    sums[SUM_POINTS + 3] += np.int64(dealer_tricks >> TRICK_SHIFT)
    sums[SUM_POINTS + 4] += np.int64((elder_rest >> IN_HAND_SHIFT) & COUNT_MASK) * in_hand
    sums[SUM_POINTS + 5] += np.int64((dealer_rest >> IN_HAND_SHIFT) & COUNT_MASK) * in_hand
    sums[SUM_POINTS + 6] += elder_excess
    sums[SUM_POINTS + 7] += dealer_excess
    sums[SUM_ELDER_SQUARED] += elder_squared
    sums[SUM_DEALER_SQUARED] += dealer_squared
    sums[SUM_PRODUCT] += product
    sums[SUM_TRICKS] += np.int64(elder_rest >> TRICKS_SHIFT)


@always
def total_of(packed_sum, in_hand):
    """The points of a packed sum, in which the penneech is counted and not priced."""
    turns = np.int64(packed_sum & POINTS_MASK)
    tricks = np.int64((packed_sum >> TRICK_SHIFT) & POINTS_MASK)
    return turns + tricks + np.int64((packed_sum >> IN_HAND_SHIFT) & COUNT_MASK) * in_hand

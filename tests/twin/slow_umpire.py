"""A second opinion on a game of Penneech, for the engines to be tested against.

An engine carries a game forward from state to state. This umpire keeps no state but the list of
the cards played: whenever it has to know how things stand, it writes the deal out from its first
card, passes over it once for each rule point, notes every scoring event with the moment at which
it is earned, puts the notes in order, and only then asks who has reached the target. It works on
strings and dicts alone, is slow, and shares no line with the package.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from written import READINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Choose: TypeAlias = "Callable[[int, list[str]], str]"
Throws: TypeAlias = "Callable[[int, str], bool]"

RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
OTHER = {"A": "B", "B": "A"}
MOST_REDEALS = 100
MOST_DEALS = 1000

# What can be earned once a certain number of tricks is completed, in the order of earning.
(LED, REPLY, ITS_TURN_UP, NEXT_TURN_UP, HELD, EVER_TRUMP, ELDER_EXCESS, DEALER_EXCESS) = range(8)


class Penneech(TypedDict):
    """The penneech card, and its points turned up and in hand."""

    card: str
    turned_up: int
    in_hand: int


class Resolved(TypedDict):
    """A variant in its resolved form."""

    rules: dict[str, str]
    hand_size: int
    target: int
    card_points: dict[str, int]
    penneech: Penneech
    excess_over: int


class Event(TypedDict):
    """One card or one count that scored."""

    player: str
    points: int
    source: str
    card: str | None
    trick: int


class ThrownUp(TypedDict):
    """One throwing up of a hand, and what lay on the table then."""

    by: str
    dealer: str
    hands: dict[str, list[str]]
    turn_ups: list[str]


class Deal(TypedDict):
    """A deal as a record shows it."""

    dealer: str
    thrown_up: list[ThrownUp]
    hands: dict[str, list[str]]
    turn_ups: list[str]
    plays: list[str]
    events: list[Event]
    score: dict[str, int]


class Game(TypedDict):
    """The parts of a record that the umpire decides."""

    deals: list[Deal]
    score: dict[str, int]
    winner: str | None


class Opening(TypedDict):
    """What stands when nobody throws up any more; the stock begins with the first turn-up."""

    dealer: str
    thrown_up: list[ThrownUp]
    hands: dict[str, list[str]]
    stock: list[str]


class Trick(TypedDict):
    """A completed trick."""

    trumps: str
    cards: list[tuple[str, str]]  # (who played it, the card), the lead first
    winner: str


class Note(TypedDict):
    """An event with the moment of its earning: tricks completed, and place among those below."""

    moment: tuple[int, int]
    event: Event


# --- The whole game ------------------------------------------------------------------------------


def umpire_game(  # noqa: PLR0913, PLR0917  # a game has these six givens
    resolved: Resolved,
    packs: Iterable[list[str]],
    first_dealer: str,
    start: Mapping[str, int],
    choose: Choose,
    throws: Throws,
) -> Game:
    """Play and judge a game; `choose` and `throws` are told the deal by number, the first 0.

    `packs` gives one pack for each deal or redeal, the first card dealt first. `choose` is asked
    for every card played and for none after the game is over; `throws` only of a player who may
    throw up. Raises ValueError for givens that are no game.
    """
    refuse_what_is_no_game(resolved, start)
    supply, dealer = iter(packs), first_dealer
    deals: list[Deal] = []
    total, winner = dict(start), None
    while winner is None and len(deals) < MOST_DEALS:
        opening = open_deal(resolved, supply, dealer, len(deals), throws)
        if opening is None:
            break
        deal = play_deal(resolved, opening, total, len(deals), choose)
        deals.append(deal)
        total = {player: total[player] + deal["score"][player] for player in "AB"}
        winner = winner_after_deal(resolved, total, OTHER[deal["dealer"]])
        dealer = OTHER[deal["dealer"]]
    return {"deals": deals, "score": total, "winner": winner}


def refuse_what_is_no_game(resolved: Resolved, start: Mapping[str, int]) -> None:
    """Raise ValueError where the rules or the scores given are outside the rule space."""
    rules = resolved["rules"]
    if rules.keys() != READINGS.keys():
        raise ValueError(sorted(rules.keys() ^ READINGS.keys()))
    for point, reading in rules.items():
        if reading not in READINGS[point].split():
            raise ValueError(f"{point}: {reading}")
    if (rules["first_turn_up"], rules["turn_up_credit"]) in {
        ("dealer", "trick_winner"),
        ("first_trick_winner", "turner"),
    }:
        raise ValueError("this first_turn_up does not go with this turn_up_credit")
    if max(start.values()) >= resolved["target"]:
        raise ValueError(f"the game is over before it begins: {dict(start)}")


def winner_after_deal(resolved: Resolved, total: Mapping[str, int], elder: str) -> str | None:
    """Say who has won: of two players at the target, as `game_end` reads.

    Where the game stops at the event that reaches the target, only one player can be there.
    """
    there = [player for player in "AB" if total[player] >= resolved["target"]]
    if len(there) < len("AB"):
        return there[0] if there else None
    if resolved["rules"]["game_end"] == "deal_end_elder_first":
        return elder
    if total["A"] == total["B"]:
        return None
    return max("AB", key=lambda player: total[player])


def first_dealer_from_cut(
    reading: str, cut_pairs: Iterable[Mapping[str, str] | tuple[str, str]]
) -> str | None:
    """Say who deals first by the first cut of unequal ranks; None if no cut says."""
    if reading == "random":
        return None
    if reading not in READINGS["first_dealer"].split():
        raise ValueError(reading)
    upwards = "A23456789TJQK" if reading == "cut_lowest_ace_low" else "23456789TJQKA"
    for pair in cut_pairs:
        cut_a, cut_b = pair if isinstance(pair, tuple) else (pair["A"], pair["B"])
        if cut_a == cut_b:
            raise ValueError(f"{cut_a} was cut twice from one pack")
        if cut_a[0] == cut_b[0]:
            continue
        lower = "A" if upwards.index(cut_a[0]) < upwards.index(cut_b[0]) else "B"
        return OTHER[lower] if reading == "cut_highest_ace_high" else lower
    return None


# --- Dealing, and throwing up --------------------------------------------------------------------


def open_deal(
    resolved: Resolved, supply: Iterator[list[str]], dealer: str, number: int, throws: Throws
) -> Opening | None:
    """Deal until both players keep what they hold; None if the packs run out before."""
    thrown_up: list[ThrownUp] = []
    for pack in supply:
        opening = cards_dealt(resolved, pack, dealer, thrown_up)
        void_by = None
        for player in (OTHER[dealer], dealer):
            if void_by is not None or len(thrown_up) == MOST_REDEALS:
                break
            if may_throw_up(resolved, opening["hands"][player]) and throws(number, player):
                void_by = throw_up(resolved, opening, player)
        if void_by is None:
            return opening
        dealer = {
            "same_dealer": dealer,
            "next_dealer": OTHER[dealer],
            "thrower": void_by,
        }[resolved["rules"]["redeal_dealer"]]
    return None


def cards_dealt(
    resolved: Resolved, pack: Sequence[str], dealer: str, thrown_up: list[ThrownUp]
) -> Opening:
    """Deal one by one, the elder hand first; what is left is the stock."""
    if len(pack) != len(PACK) or set(pack) != set(PACK):
        raise ValueError(f"not a pack of 52 cards: {pack}")
    dealt = 2 * resolved["hand_size"]
    hands = {OTHER[dealer]: list(pack[0:dealt:2]), dealer: list(pack[1:dealt:2])}
    stock = list(pack[dealt:])
    return {"dealer": dealer, "thrown_up": thrown_up, "hands": hands, "stock": stock}


def may_throw_up(resolved: Resolved, hand: Sequence[str]) -> bool:
    """Say whether a hand may be thrown up."""
    no_ace_or_face = not any(card[0] in "AKQJ" for card in hand)
    return {
        "never": False,
        "no_ace_or_face": no_ace_or_face,
        "nothing_above_ten": no_ace_or_face and resolved["penneech"]["card"] not in hand,
    }[resolved["rules"]["redeal"]]


def throw_up(resolved: Resolved, opening: Opening, player: str) -> str | None:
    """Note a throwing up; the player's name if the deal is void, None after a draw of new cards."""
    lying = 1 if resolved["rules"]["redeal_timing"] == "after_turn_up" else 0
    hands, stock = opening["hands"], opening["stock"]
    opening["thrown_up"].append(
        {
            "by": player,
            "dealer": opening["dealer"],
            "hands": {seat: list(hands[seat]) for seat in "AB"},
            "turn_ups": stock[:lying],
        }
    )
    if resolved["rules"]["redeal_scope"] == "both_hands":
        return player
    below = lying + resolved["hand_size"]
    hands[player] = stock[lying:below]
    del stock[lying:below]
    return None


# --- Playing -------------------------------------------------------------------------------------


def play_deal(
    resolved: Resolved, opening: Opening, before: Mapping[str, int], number: int, choose: Choose
) -> Deal:
    """Ask for one card after another until all are played or an event ends the game."""
    plays: list[str] = []
    while True:
        tricks = tricks_played(resolved, opening, plays)
        notes = notes_in_order(resolved, opening, tricks)
        end = place_of_game_end(resolved, before, notes)
        if end is not None or len(plays) == 2 * resolved["hand_size"]:
            break
        legal = legal_cards(resolved, opening, tricks, plays)
        card = choose(number, list(legal))
        if card not in legal:
            raise ValueError(f"{card} was chosen out of {legal}")
        plays.append(card)
    events = [note["event"] for note in notes[: None if end is None else end + 1]]
    return {
        "dealer": opening["dealer"],
        "thrown_up": opening["thrown_up"],
        "hands": {player: opening["hands"][player] for player in "AB"},
        "turn_ups": cards_turned(resolved, opening, None if end is None else notes[end]),
        "plays": plays,
        "events": events,
        "score": {who: sum(e["points"] for e in events if e["player"] == who) for who in "AB"},
    }


def tricks_played(resolved: Resolved, opening: Opening, plays: Sequence[str]) -> list[Trick]:
    """Write out the completed tricks: the elder hand leads to the first, then each winner."""
    tricks: list[Trick] = []
    leader = OTHER[opening["dealer"]]
    for turned, led, reply in zip(opening["stock"], plays[0::2], plays[1::2], strict=False):
        wins = led if winning_card(resolved, turned[1], led, reply) == led else reply
        winner = leader if wins == led else OTHER[leader]
        cards = [(leader, led), (OTHER[leader], reply)]
        tricks.append({"trumps": turned[1], "cards": cards, "winner": winner})
        leader = winner
    return tricks


def winning_card(resolved: Resolved, trumps: str, led: str, reply: str) -> str:
    """Highest trump wins, else the highest card of the suit led."""
    trump_cards = [card for card in (led, reply) if card[1] == trumps]
    led_suit = [card for card in (led, reply) if card[1] == led[1]]
    penneech = resolved["penneech"]["card"]
    raised = {
        "top_diamond": True,
        "top_when_trump": trumps == penneech[1],
        "plain": False,
    }[resolved["rules"]["penneech_rank"]]
    ascending = [rank + suit for rank in RANKS for suit in "CDHS"]
    if raised:
        ascending = [card for card in ascending if card != penneech] + [penneech]
    return max(trump_cards or led_suit, key=ascending.index)


def legal_cards(
    resolved: Resolved, opening: Opening, tricks: Sequence[Trick], plays: Sequence[str]
) -> list[str]:
    """List what may be played next, in pack order: any card to lead, else as `following` reads."""
    leader = tricks[-1]["winner"] if tricks else OTHER[opening["dealer"]]
    leading = len(plays) == 2 * len(tricks)
    player = leader if leading else OTHER[leader]
    held = [card for card in PACK if card in opening["hands"][player] and card not in plays]
    if leading:
        return held
    trumps = opening["stock"][len(tricks)][1]
    suit = [card for card in held if card[1] == plays[-1][1]]
    trump = [card for card in held if card[1] == trumps]
    either = [card for card in held if card in suit or card in trump]
    return {
        "free": held,
        "must_follow": suit or held,
        "follow_or_trump": either if suit else held,
        "follow_or_trump_forced": either or held,
        "follow_else_trump": suit or trump or held,
    }[resolved["rules"]["following"]]


def cards_turned(resolved: Resolved, opening: Opening, end: Note | None) -> list[str]:
    """List the cards turned, up to the event that ended the game if one did."""
    nothing_last = resolved["rules"]["last_turn_up"] == "nothing"
    whole = opening["stock"][: resolved["hand_size"] + (0 if nothing_last else 1)]
    if end is None or is_counted_after_the_play(resolved, end):
        return whole
    tricks_completed, place = end["moment"]
    return whole[: tricks_completed + (1 if place >= NEXT_TURN_UP else 0)]


# --- One pass for each rule point ----------------------------------------------------------------


def note(moment: tuple[int, int], player: str, points: int, source: str, card: str | None) -> Note:
    """Note one event, whatever its points."""
    event: Event = {
        "player": player,
        "points": points,
        "source": source,
        "card": card,
        "trick": moment[0],
    }
    return {"moment": moment, "event": event}


def honour_points(resolved: Resolved, card: str) -> int:
    """Give what a card is worth as an honour; the penneech never is one."""
    if card == resolved["penneech"]["card"]:
        return 0
    return resolved["card_points"].get(card[0], 0)


def turned_points(resolved: Resolved, card: str) -> int:
    """Give what a card is worth when it is turned."""
    if card == resolved["penneech"]["card"]:
        return resolved["penneech"]["turned_up"]
    return honour_points(resolved, card)


def by_first_turn_up(
    resolved: Resolved, opening: Opening, tricks: Sequence[Trick]
) -> Iterator[Note]:
    """Note the card that the dealer turns."""
    card = opening["stock"][0]
    points = turned_points(resolved, card)
    reading = resolved["rules"]["first_turn_up"]
    if reading == "dealer":
        yield note((0, NEXT_TURN_UP), opening["dealer"], points, "turn_up", card)
    if reading == "first_trick_winner" and tricks:
        yield note((1, ITS_TURN_UP), tricks[0]["winner"], points, "turn_up", card)


def by_turn_up_credit(
    resolved: Resolved, opening: Opening, tricks: Sequence[Trick]
) -> Iterator[Note]:
    """Note the cards turned between two tricks."""
    between = opening["stock"][1 : resolved["hand_size"]]
    if resolved["rules"]["turn_up_credit"] == "turner":
        for number, (card, trick_before) in enumerate(zip(between, tricks, strict=False), 1):
            points = turned_points(resolved, card)
            yield note((number, NEXT_TURN_UP), trick_before["winner"], points, "turn_up", card)
    else:
        for number, (card, trick_under) in enumerate(zip(between, tricks[1:], strict=False), 2):
            points = turned_points(resolved, card)
            yield note((number, ITS_TURN_UP), trick_under["winner"], points, "turn_up", card)


def by_last_turn_up(
    resolved: Resolved, opening: Opening, tricks: Sequence[Trick]
) -> Iterator[Note]:
    """Note the card turned after the last trick."""
    last = resolved["hand_size"]
    if len(tricks) < last:
        return
    card = opening["stock"][last]
    points = {
        "honours_and_penneech": turned_points(resolved, card),
        "honours_only": honour_points(resolved, card),
        "nothing": 0,
    }[resolved["rules"]["last_turn_up"]]
    yield note((last, NEXT_TURN_UP), tricks[-1]["winner"], points, "turn_up", card)


def by_honours(resolved: Resolved, opening: Opening, tricks: Sequence[Trick]) -> Iterator[Note]:
    """Note the honours won in tricks, to whom `honours_credit` gives them."""
    del opening
    for number, trick in enumerate(tricks, 1):
        for place, (holder, card) in zip((LED, REPLY), trick["cards"], strict=True):
            counts = {
                "all_suits": True,
                "trumps_only": card[1] == trick["trumps"],
                "turned_up_only": False,
            }[resolved["rules"]["honours"]]
            credited = {"trick_winner": trick["winner"], "holder": holder}
            player = credited[resolved["rules"]["honours_credit"]]
            points = honour_points(resolved, card) if counts else 0
            yield note((number, place), player, points, "trick", card)


def by_penneech_won(
    resolved: Resolved, opening: Opening, tricks: Sequence[Trick]
) -> Iterator[Note]:
    """Note the penneech where it scores for being won: `won_when_trump`, `won_if_ever_trump`."""
    del opening
    reading, last = resolved["rules"]["penneech_in_hand"], resolved["hand_size"]
    penneech, points = resolved["penneech"]["card"], resolved["penneech"]["in_hand"]
    ever_trumps = penneech[1] in [trick["trumps"] for trick in tricks]
    for number, trick in enumerate(tricks, 1):
        for place, (_, card) in zip((LED, REPLY), trick["cards"], strict=True):
            if card != penneech:
                continue
            winner = trick["winner"]
            if reading == "won_when_trump" and trick["trumps"] == penneech[1]:
                yield note((number, place), winner, points, "penneech_in_hand", card)
            if reading == "won_if_ever_trump" and ever_trumps and len(tricks) == last:
                yield note((last, EVER_TRUMP), winner, points, "penneech_in_hand", card)


def by_penneech_held(
    resolved: Resolved, opening: Opening, tricks: Sequence[Trick]
) -> Iterator[Note]:
    """Note the penneech where it scores for being held, at the first turn-up that makes it so."""
    if resolved["rules"]["penneech_in_hand"] != "held_when_trump":
        return
    penneech, points = resolved["penneech"]["card"], resolved["penneech"]["in_hand"]
    holders = [player for player in "AB" if penneech in opening["hands"][player]]
    turned_for_tricks = opening["stock"][: min(len(tricks) + 1, resolved["hand_size"])]
    for completed, card in enumerate(turned_for_tricks):
        gone = [played for trick in tricks[:completed] for _, played in trick["cards"]]
        if holders and penneech not in gone and card[1] == penneech[1]:
            yield note((completed, HELD), holders[0], points, "penneech_in_hand", penneech)
            return


def by_excess(resolved: Resolved, opening: Opening, tricks: Sequence[Trick]) -> Iterator[Note]:
    """Note what each player counts over the cards of a hand."""
    last = resolved["hand_size"]
    if len(tricks) < last:
        return
    a_trick = {"trick_cards": 2, "trick_cards_and_turn_ups": 3}[resolved["rules"]["excess_cards"]]
    elder, dealer = OTHER[opening["dealer"]], opening["dealer"]
    for place, player in ((ELDER_EXCESS, elder), (DEALER_EXCESS, dealer)):
        won = [trick["winner"] for trick in tricks].count(player)
        claims = {"either_player": True, "trick_majority": won > last - won}
        over = a_trick * won - resolved["excess_over"]
        points = over if claims[resolved["rules"]["excess_claim"]] else 0
        yield note((last, place), player, points, "excess", None)


PASSES = (
    by_first_turn_up,
    by_turn_up_credit,
    by_last_turn_up,
    by_honours,
    by_penneech_won,
    by_penneech_held,
    by_excess,
)


# --- The order of the events, and the end of the game --------------------------------------------


def notes_in_order(resolved: Resolved, opening: Opening, tricks: Sequence[Trick]) -> list[Note]:
    """Put every event earned so far in the order in which it is pegged or counted."""
    noted = [found for a_pass in PASSES for found in a_pass(resolved, opening, tricks)]
    scoring = [found for found in noted if found["event"]["points"] > 0]
    scoring.sort(key=lambda found: found["moment"])
    moments = [found["moment"] for found in scoring]
    if any(one == next_one for one, next_one in pairwise(moments)):
        raise AssertionError(f"two events at one moment: {scoring}")
    pegged = [found for found in scoring if not is_counted_after_the_play(resolved, found)]
    if len(tricks) < resolved["hand_size"]:
        return pegged
    counted = [found for found in scoring if is_counted_after_the_play(resolved, found)]
    elder, dealer = OTHER[opening["dealer"]], opening["dealer"]
    elders_count = [found for found in counted if found["event"]["player"] == elder]
    dealers_count = [found for found in counted if found["event"]["player"] == dealer]
    return pegged + elders_count + dealers_count


def is_counted_after_the_play(resolved: Resolved, found: Note) -> bool:
    """Say whether an event waits for the count: all but turn-ups, under `turn_ups_then_count`."""
    waits = resolved["rules"]["game_end"] == "turn_ups_then_count"
    return waits and found["event"]["source"] != "turn_up"


def place_of_game_end(
    resolved: Resolved, before: Mapping[str, int], notes: Sequence[Note]
) -> int | None:
    """Find the event that takes a player to the target, where such an event ends the game."""
    if resolved["rules"]["game_end"] in {"deal_end_higher", "deal_end_elder_first"}:
        return None
    for place in range(len(notes)):
        so_far = [found["event"] for found in notes[: place + 1]]
        scorer = so_far[-1]["player"]
        points = sum(event["points"] for event in so_far if event["player"] == scorer)
        if before[scorer] + points >= resolved["target"]:
            return place
    return None

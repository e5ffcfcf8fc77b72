"""Checks records: the engine plays them again, and nothing may differ.

Everything that the rules determine is compared at the moment at which it happens, so that the first
difference is told with its deal, trick and card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from penneech.engine.game import first_dealer, new_game
from penneech.errors import RecordError
from penneech.events import Cut, Player
from penneech.records.hidden import HiddenDeal
from penneech.records.model import UNSEEN, Record, Replayed, Viewed
from penneech.records.naming import game_name
from penneech.records.replaying import Replay, score_text, wrong_dealer
from penneech.records.writing import record_of
from penneech.rules import FirstDealer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from penneech.engine.state import Game
    from penneech.records.model import DealRecord, Step
    from penneech.rules import Rules

Ways: TypeAlias = "Callable[[Game, DealRecord, int], Iterable[DealRecord]]"
"""After such a game, the deals that a deal of that number in the record can have been."""


def verify(record: Record) -> Replayed:
    """Play a record again with the engine.

    Returns:
        The engine's steps, and the record with what it left out filled in.

    Raises:
        RecordError: when something in it cannot be, or differs from what the rules make of its
            cards; the text names game, deal, trick and card.
    """
    if record.is_view:
        text = f"this is a view, with cards hidden ({UNSEEN}): it can be read, but not played"
        raise RecordError(_named(record, text))
    deals, game = _play_again(record, lambda _, deal, __: (deal,))
    return Replayed(_filled(record, deals), tuple(deals), game)


def verify_view(record: Record) -> Viewed:
    """Check all of a view that is the same whatever its hidden cards were.

    Raises:
        RecordError: when it cannot be with any cards in the hidden places; the text names game,
            deal, trick and card.
    """
    deals: list[HiddenDeal] = []

    def ways(game: Game, deal: DealRecord, number: int) -> Iterable[DealRecord]:
        # Of a wrong dealer the cards would seem to be in the wrong hands.
        first = deal.thrown_up[0] if deal.thrown_up else deal
        wrong = wrong_dealer(game.dealer, first.dealer)
        if wrong:
            path = ("thrown_up", 0, "dealer") if deal.thrown_up else ("dealer",)
            raise RecordError(f"before trick 1: {wrong}", path=path)
        deals.append(HiddenDeal(record.rules, deal, is_open=_broken_off(record, number)))
        yield from deals[-1].ways()

    _play_again(record, ways)
    return Viewed(record, tuple(_unchecked(record.rules, deals)))


def possible_games(record: Record) -> Iterator[Game]:
    """The game as a view leaves it, with cards in the hidden places.

    It comes once for each way that makes a difference and that holds: who is asked to throw up, and
    who holds the penneech. Which cards are in the hidden places means nothing.
    """
    last = len(record.deals)

    def ways(deal: DealRecord, number: int) -> Iterable[DealRecord]:
        return HiddenDeal(record.rules, deal, is_open=_broken_off(record, number)).ways()

    for left in ways(record.deals[-1], last) if last else ():

        def chosen(
            _: Game, deal: DealRecord, number: int, left: DealRecord = left
        ) -> Iterable[DealRecord]:
            return (left,) if number == last else ways(deal, number)

        try:
            _, game = _play_again(record, chosen)
        except RecordError:
            continue
        yield game


def _unchecked(rules: Rules, deals: list[HiddenDeal]) -> Iterable[str]:
    """What depends on the hidden cards, and so was not checked."""
    for number, deal in enumerate(deals, 1):
        if deal.unsure:
            names = " and ".join(player.name for player in deal.unsure)
            yield f"whether {names} kept to following={rules.following} in deal {number}"
    thrown = sum(deal.thrown for deal in deals)
    if thrown:
        hands = "1 hidden hand" if thrown == 1 else f"{thrown:,} hidden hands"
        yield f"whether {hands} could be thrown up (redeal={rules.redeal})"


def _named(record: Record, text: str) -> str:
    name = game_name(record.heading)
    return f"{name}: {text}" if name else text


def _play_again(record: Record, ways: Ways) -> tuple[list[tuple[Step, ...]], Game]:
    """Play all deals again, each in the first of its ways that holds."""
    name = game_name(record.heading)
    try:
        dealer = dealer_of(record)
    except RecordError as error:
        raise RecordError(_named(record, str(error)), path=error.path) from error
    game = new_game(record.rules, dealer, record.heading.start_score)
    deals: list[tuple[Step, ...]] = []
    place = f"{name}, before deal 1" if name else "before deal 1"
    for number in range(1, len(record.deals) + 1):
        if game.over:
            raise RecordError(
                f"{place}: the game is over, and yet deal {number} follows",
                path=("deals", number - 1),
            )
        replay = _first_that_holds(record, number, game, ways)
        deals.append(tuple(replay.steps))
        game, place = replay.game, replay.place
    if not record.deals:
        _compare_end(record, game, place)
    return deals, game


def _first_that_holds(record: Record, number: int, game: Game, ways: Ways) -> Replay:
    """Play a deal again in the ways in which it can have been, until one holds.

    Raises:
        RecordError: when none holds; it is about the last.
    """
    deal, name = record.deals[number - 1], game_name(record.heading)
    found: RecordError | None = None
    for way in _placed(ways(game, deal, number), number, name):
        broken_off = _broken_off(record, number)
        replay = Replay(game, way, number, name, broken_off=broken_off, shown=deal)
        try:
            replay.run()
            if number == len(record.deals):
                _compare_end(record, replay.game, replay.place)
        except RecordError as error:
            found = error
        else:
            return replay
    assert found is not None  # noqa: S101  # a deal can have been in one way at least
    raise found


def _placed(ways: Iterable[DealRecord], number: int, name: str) -> Iterable[DealRecord]:
    """The ways of a deal; what is said against them all is said of its place."""
    try:
        yield from ways
    except RecordError as error:
        there = f"{name}, deal {number}" if name else f"deal {number}"
        path = ("deals", number - 1, *error.path)
        raise RecordError(f"{there}, {error}", path=path) from error


def dealer_of(record: Record) -> Player:
    """Who deals first: the one who is given, whom the cut names, or whom luck alone chose.

    Raises:
        RecordError: when the cuts are not such as `first_dealer` asks for.
    """
    heading, reading = record.heading, record.rules.first_dealer
    if heading.start_dealer is None and reading is not FirstDealer.RANDOM:
        return _cut_dealer(heading.cut, reading)
    if heading.cut:
        why = f"first_dealer={reading}" if heading.start_dealer is None else "start has the dealer"
        raise RecordError(f"nobody cuts, since {why}", path=("cut",))
    if heading.start_dealer is not None:
        return heading.start_dealer
    # Where luck decided, the record is believed.
    if not record.deals:
        return Player.A
    first = record.deals[0]
    return first.thrown_up[0].dealer if first.thrown_up else first.dealer


def _cut_dealer(cuts: tuple[Cut, ...], reading: FirstDealer) -> Player:
    if not cuts:
        text = f"cut is missing: first_dealer={reading} needs it, unless start has the dealer"
        raise RecordError(text, path=("cut",))
    for i, cut in enumerate(cuts):
        if cut.a is cut.b:
            raise RecordError(f"cut {i + 1}: {cut.a} is cut twice from one pack", path=("cut", i))
        dealer, last = first_dealer(reading, cut), i + 1 == len(cuts)
        if dealer is not None and last:
            return dealer
        if dealer is not None or last:
            why = "are equal, and no cut follows" if last else "decide, and yet a cut follows"
            raise RecordError(f"cut {i + 1}: {cut.a} and {cut.b} {why}", path=("cut", i))
    raise AssertionError(cuts)


def _broken_off(record: Record, number: int) -> bool:
    """Whether a deal may stop before its end: the last one of a game without a winner."""
    return number == len(record.deals) and record.winner is None


def _compare_end(record: Record, game: Game, place: str) -> None:
    score = record.heading.start_score if game.deal is None else game.deal.score
    if record.score is None and record.winner is None:
        return  # both may be left out
    if record.score not in (None, score):
        text = f"the game's score is {score_text(score)}; the record has {score_text(record.score)}"
        raise RecordError(f"{place}: {text}", path=("score",))
    if record.winner is not game.winner:
        text = f"{_won(game.winner)} by the rules; by the record {_won(record.winner)}"
        raise RecordError(f"{place}: {text}", path=("winner",))


def _won(player: Player | None) -> str:
    return "nobody has won" if player is None else f"{player.name} has won"


def _filled(record: Record, deals: list[tuple[Step, ...]]) -> Record:
    """The record with the hands, turn-ups, events and scores that it leaves out."""
    if record.score is not None and not any(_leaves_out(deal) for deal in record.deals):
        return record
    steps = [step for deal in deals for step in deal]
    whole = record_of(record.rules, record.heading, steps)
    packs = [deal.pack for deal in record.deals]
    return replace(
        whole,
        deals=tuple(
            [replace(deal, pack=pack) for deal, pack in zip(whole.deals, packs, strict=True)]
        ),
    )


def _leaves_out(deal: DealRecord) -> bool:
    return deal.pack is not None or deal.events is None or deal.score is None

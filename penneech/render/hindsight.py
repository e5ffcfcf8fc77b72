"""A game beside best play with all cards seen, on a screen or as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from penneech.events import Player
from penneech.records import game_title
from penneech.render.columns import Column, Columns
from penneech.render.tally import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from penneech.advice.hindsight import Move, SolvedDeal
    from penneech.events import Pair
    from penneech.records import Heading
    from penneech.render.script import Script

_SHOWN = 4
"""Of more cards that are equally good only how many there are is told."""


def solved_data(
    deals: Sequence[SolvedDeal], heading: Heading, line: int, player: str, seed: int
) -> dict[str, object]:
    """A game beside best play as plain data.

    Args:
        deals: its deals.
        heading: what its record says of it.
        line: the number of its line in a file of many records, else 0.
        player: the name of the player who did not see all cards.
        seed: the seed of that player's luck.
    """
    given, by_player = _sums(deals)
    return {
        "game": heading.game,
        "line": line or None,
        "player": player,
        "seed": str(seed),
        "deals": [_deal_data(deal) for deal in deals],
        "given_away": _pair(given),
        "player_would_give": _pair(by_player),
    }


def _deal_data(deal: SolvedDeal) -> dict[str, object]:
    return {
        "deal": deal.number,
        "dealer": deal.dealer.name,
        "elder": deal.elder.name,
        "unsolved": deal.unsolved or None,
        "value": deal.value,
        "as_played": deal.came,
        "points": _pair(deal.points),
        "given_away": _pair(deal.given),
        "player_would_give": _pair(deal.given_by_choice),
        "plays": [_move_data(move) for move in deal.moves],
    }


def _move_data(move: Move) -> dict[str, object]:
    return {
        "trick": move.trick,
        "player": move.player.name,
        "card": str(move.card),
        "gave_away": move.given,
        "value": move.worths[move.card],
        "best_value": max(move.worths.values()),
        "best": [str(card) for card in move.best],
        "values": {str(card): worth for card, worth in move.worths.items()},
        "player_card": str(move.choice),
        "player_would_give": move.given_by(move.choice),
    }


def _pair(points: Pair) -> dict[str, int]:
    return {player.name: points[player] for player in Player}


def _sums(deals: Sequence[SolvedDeal]) -> tuple[Pair, Pair]:
    def sums(pairs: list[Pair]) -> Pair:
        return sum(a for a, _ in pairs), sum(b for _, b in pairs)

    return sums([deal.given for deal in deals]), sums([deal.given_by_choice for deal in deals])


def solved_sheet(  # noqa: PLR0913, PLR0917  # all that stands on it
    deals: Sequence[SolvedDeal],
    heading: Heading,
    line: int,
    player: str,
    seed: int,
    script: Script,
) -> RenderableType:
    """A game beside best play, for a screen of 80 columns; arguments as above."""
    dot = script.between()
    title = Text(f"{game_title(heading, line)}{dot}best play with all cards seen", style="bold")
    beside = f"Beside it {player}, who does not see them (seed {seed})"
    parts: list[RenderableType] = [title, Text(beside)]
    for deal in deals:
        parts += [Text(), *_deal_sheet(deal, player, script)]
    solved = [deal for deal in deals if deal.moves]
    if len(solved) > 1:
        parts += [Text(), *_ending(solved, player)]
    if solved:
        parts += [Text(), *map(Text, _legend(player))]
    return Group(*parts)


def _deal_sheet(deal: SolvedDeal, player: str, script: Script) -> list[RenderableType]:
    title = Text(f"Deal {deal.number}", style="bold")
    dot, elder = script.between(), deal.elder.name
    title.append(f"{dot}{deal.dealer.name} deals, {elder} is the elder hand", style="not bold")
    if deal.unsolved:
        return [title, Text(f"  Not solved: {deal.unsolved}.", style="italic")]
    hands = [_labelled(f"{who.name}'s hand", script.hand(deal.hands[who])) for who in Player]
    value = _labelled("best play", Text(_worth(deal.value or 0, deal)))
    if deal.came is not None:
        value.append(f"; as it was played {_worth(deal.came, deal)}")
    heads = (
        Column("trick", on_right=True), Column("turned"), Column("played"),
        Column("gave away", on_right=True), Column("best"), Column(player),
        Column("would give", on_right=True),
    )  # fmt: skip
    rows = [_row(move, script) for move in deal.moves]
    (a, b), (by_a, by_b) = deal.given, deal.given_by_choice
    given = f"A {a}, B {b}; {player} in their places: A's {by_a}, B's {by_b}"
    return [title, *hands, value, Columns(heads, rows), _labelled("gave away", Text(given))]


def _labelled(label: str, text: Text) -> Text:
    return Text().append(f"  {label:<12}", style="dim").append_text(text)


def _worth(value: int, deal: SolvedDeal) -> str:
    """What the elder hand's difference comes to."""
    if not value:
        return "both alike"
    ahead = deal.elder if value > 0 else deal.dealer
    return f"{ahead.name} {abs(value)} more"


def _row(move: Move, script: Script) -> list[Text]:
    trumps = move.turn_up.suit
    played = Text(f"{move.player.name} ").append_text(script.card(move.card, trumps))
    would_give = move.given_by(move.choice)
    return [
        Text(str(move.trick) if move.is_lead else ""),
        script.card(move.turn_up) if move.is_lead else Text(),
        played,
        Text(str(move.given) if move.given else ""),
        _best(move, script),
        script.card(move.choice, trumps),
        Text(str(would_give) if would_give else ""),
    ]


def _best(move: Move, script: Script) -> Text:
    best = move.best
    if len(move.worths) == 1:
        return Text("only card", style="dim")
    if len(best) == len(move.worths):
        return Text("all alike", style="dim")
    if len(best) > _SHOWN:
        return Text(f"{len(best)} of {len(move.worths)}", style="dim")
    return Text(" ").join(script.card(card, move.turn_up.suit) for card in best)


def _ending(deals: Sequence[SolvedDeal], player: str) -> list[RenderableType]:
    """Where each lost points, deal by deal."""
    heads = (
        Column("deal", on_right=True), Column("A gave", on_right=True),
        Column("B gave", on_right=True), Column(f"{player} in A's place", on_right=True),
        Column("in B's place", on_right=True),
    )  # fmt: skip
    rows = [
        [Text(str(figure)) for figure in (deal.number, *deal.given, *deal.given_by_choice)]
        for deal in deals
    ]
    given, by_player = _sums(deals)
    sums = [Text(str(figure), style="bold") for figure in (*given, *by_player)]
    rows.append([Text("all", style="bold"), *sums])
    title = Text(f"Points given away in {counted(len(deals), 'deal')}", style="bold")
    return [title, Columns(heads, rows)]


def _legend(player: str) -> list[str]:
    return [
        "  Best play is worth what it brings from the first lead on, one player's points",
        "  less the other's; the target is ignored. A card gave away what a best card was",
        f"  worth more to its player. {player}: its card there, from what the player saw.",
    ]

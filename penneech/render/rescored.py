"""A game scored twice, on a screen or as data: the difference, event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from penneech.events import Player, Source
from penneech.readings.said import Reason
from penneech.records.replaying import score_text
from penneech.render.tally import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from penneech.events import Pair, Scored
    from penneech.readings.twofold import DealTwice, GameTwice, Twice
    from penneech.render.script import Script
    from penneech.rules import Rules

_FOR = {
    Source.TURN_UP: "turned up",
    Source.TRICK: "in a trick",
    Source.PENNEECH_IN_HAND: "penneech in hand",
    Source.EXCESS: "excess of cards",
}
_NOTHING = "-"


def twice_data(game: GameTwice, number: int | None, line: int, under: str) -> dict[str, object]:
    """A game scored twice as plain data.

    Args:
        game: the game.
        number: the game's own number, if it has one.
        line: the number of its line in a file of many records, else 0.
        under: the other variant's id.
    """
    return {
        "game": number,
        "line": line or None,
        "variant": under,
        "differs": game.differs,
        "score": _both(_pair(game.score_was), _pair(game.score_would_be)),
        "winner": _both(_name(game.winner_was), _name(game.winner_would_be)),
        "deals": [_deal_data(deal) for deal in game.deals],
    }


def twice_sheet(game: GameTwice, heading: str, names: tuple[str, str], script: Script) -> Group:
    """A game scored twice, for a screen of 80 columns.

    Args:
        game: the game.
        heading: what stands above it.
        names: what the two ways of scoring are called.
        script: how cards are written.
    """
    parts: list[RenderableType] = [Text(heading, style="bold")]
    for deal in game.deals:
        parts += [Text(), *_deal_sheet(deal, game.rules, names, script)]
    parts += [Text(), *_ending(game, names)]
    return Group(*parts)


def _deal_data(deal: DealTwice) -> dict[str, object]:
    return {
        "deal": deal.number,
        "dealer": deal.dealer.name,
        "differs": deal.differs,
        "notes": [
            {
                "trick": note.trick,
                "kind": note.kind.value,
                "point": note.point or None,
                "text": str(note.text),
            }
            for note in deal.notes
        ],
        "events": [_twice_data(twice) for twice in deal.scores],
        "score": _both(_pair(deal.was), _pair(deal.would_be)),
        "total": _both(_pair(deal.total_was), _pair(deal.total_would_be)),
    }


def _twice_data(twice: Twice) -> dict[str, object]:
    either = twice.either
    return {
        "source": either.source.value,
        "card": None if either.card is None else str(either.card),
        "differs": twice.differs,
        **_both(_scored_data(twice.was), _scored_data(twice.would_be)),
    }


def _both(was: object, would_be: object) -> dict[str, object]:
    return {"recorded": was, "rescored": would_be}


def _scored_data(scored: Scored | None) -> dict[str, object] | None:
    if scored is None:
        return None
    return {"player": scored.player.name, "points": scored.points, "trick": scored.trick}


def _pair(score: Pair | None) -> dict[str, int] | None:
    return None if score is None else {player.name: score[player] for player in Player}


def _name(player: Player | None) -> str | None:
    return None if player is None else player.name


def _deal_sheet(
    deal: DealTwice, rules: Rules, names: tuple[str, str], script: Script
) -> Iterator[RenderableType]:
    title = Text(f"Deal {deal.number}", style="bold")
    title.append(f"{script.between()}{deal.dealer.name} dealt", style="not bold")
    different = [twice for twice in deal.scores if twice.differs]
    if not deal.differs:
        same = counted(len(deal.scores), "score")
        title.append(f"{script.between()}no difference in {same}", style="not bold")
    yield title
    if deal.would_be is None:
        yield Text("  the game is over before this deal", style="italic")
    elif different:
        yield _table(deal, different, names, script)
    for point in dict.fromkeys(note.point for note in deal.notes):
        yield Text(f"  {point}: {rules.reading(point)}" if point else "  the end of the game")
        for note in deal.notes:
            if note.point == point:
                said = Reason(note.text, deal.number, note.trick).written(script.written)
                yield Padding(Text(said, style="italic"), (0, 0, 0, 4))


def _table(
    deal: DealTwice, different: Iterable[Twice], names: tuple[str, str], script: Script
) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_footer=True)
    rows = list(different)
    table.add_column("trick", justify="right", header_style="dim")
    table.add_column("card", header_style="dim")
    same = len(deal.scores) - len(rows)
    table.add_column("for", Text(f"{same} more alike", style="dim"), header_style="dim")
    for name, points in zip(names, (deal.was, deal.would_be), strict=True):
        footer = "" if points is None else score_text(points)
        table.add_column(name, footer, header_style="dim", overflow="fold", max_width=20)
    for twice in rows:
        either = twice.either
        table.add_row(
            str(either.trick),
            Text() if either.card is None else script.card(either.card),
            _FOR[either.source],
            _cell(twice.was, either.trick),
            _cell(twice.would_be, either.trick),
        )
    return table


def _cell(scored: Scored | None, trick: int) -> str:
    if scored is None:
        return _NOTHING
    later = "" if scored.trick == trick else f", trick {scored.trick}"
    return f"{scored.player.name} {scored.points}{later}"


def _ending(game: GameTwice, names: tuple[str, str]) -> Iterator[RenderableType]:
    sides = (
        (names[0], game.score_was, game.winner_was),
        (names[1], game.score_would_be, game.winner_would_be),
    )
    width = max(map(len, names))
    for name, score, winner in sides:
        won = "no winner" if winner is None else f"{winner.name} wins"
        yield Text(f"{name:<{width}}  {score_text(score)}, {won}", style="bold")
    if not game.differs:
        yield Text("The two score this game alike, event by event.")

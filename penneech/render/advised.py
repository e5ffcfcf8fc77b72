"""What a player advises, in a few lines or as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from penneech.advice.counsel import Measure
from penneech.records import game_title
from penneech.render.columns import Column, Columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from penneech.advice.counsel import Advice, Worth
    from penneech.players.view import View
    from penneech.records import Heading
    from penneech.render.script import Script


def advice_data(advice: Advice, heading: Heading) -> dict[str, object]:
    """The advice as plain data, the card that is played first among the values."""
    view = advice.view
    return {
        "game": heading.game,
        "deal": view.number + 1,
        "trick": None if advice.card is None else len(view.history) + 1,
        "to_move": view.me.name,
        "question": "throw_up" if advice.card is None else "card",
        "player": advice.player,
        "seed": str(advice.seed),
        "card": None if advice.card is None else str(advice.card),
        "throws_up": advice.throws_up,
        "measure": advice.measure.value,
        "values": [_worth_data(worth) for worth in advice.worths],
    }


def _worth_data(worth: Worth) -> dict[str, object]:
    return {
        "card": str(worth.card),
        "value": _rounded(worth.value),
        "standard_error": _rounded(worth.error),
        "behind": _rounded(worth.behind),
        "behind_standard_error": _rounded(worth.behind_error),
    }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 4)


def advice_sheet(advice: Advice, heading: Heading, line: int, script: Script) -> RenderableType:
    """The advice for a screen of 80 columns."""
    view = advice.view
    parts: list[RenderableType] = [
        Text(game_title(heading, line) + script.between() + _situation(view), style="bold")
    ]
    if view.turn_ups:
        turned = Text(" ").join(script.card(card) for card in view.turn_ups)
        parts.append(_labelled("turned", turned))
    if view.led is not None:
        parts.append(_labelled("led", script.card(view.led, view.trumps)))
    parts.append(_labelled(f"{view.me.name}'s hand", script.hand(view.hand)))
    parts += [Text(), _said(advice, script)]
    if advice.worths:
        parts += [Text(), _table(advice, script), *map(Text, _legend(advice, script))]
    return Group(*parts)


def _situation(view: View) -> str:
    place = f"deal {view.number + 1}"
    if not view.legal:
        return f"{place}: {view.me.name} may throw up the hand"
    what = "lead" if view.led is None else "reply"
    return f"{place}, trick {len(view.history) + 1}: {view.me.name} is to {what}"


def _labelled(label: str, text: Text) -> Text:
    return Text().append(f"  {label:<12}", style="dim").append_text(text)


def _said(advice: Advice, script: Script) -> Text:
    said = Text(advice.player, style="bold")
    if advice.card is None:
        said.append(" throws it up" if advice.throws_up else " keeps it")
    else:
        said.append(" leads " if advice.view.led is None else " plays ")
        said.append_text(script.card(advice.card, advice.view.trumps))
    return said.append(f" (seed {advice.seed})", style="not bold")


def _table(advice: Advice, script: Script) -> RenderableType:
    sampled = any(worth.error is not None for worth in advice.worths)
    heads = [Column("card"), Column("value", on_right=True)]
    heads += [Column("error", on_right=True)] if sampled else []
    heads += [Column("behind", on_right=True)]
    heads += [Column("error", on_right=True)] if sampled else []
    rows = []
    for worth in advice.worths:
        cells = [f"{worth.value:+.2f}"]
        cells += [_error(worth.error)] if sampled else []
        is_choice = worth.card is advice.card
        cells += ["" if is_choice else f"{worth.behind:.2f}"]
        cells += ["" if is_choice else _error(worth.behind_error)] if sampled else []
        card = script.card(worth.card, advice.view.trumps)
        rows.append([Text("  ").append_text(card), *map(Text, cells)])
    heads[0] = Column("  card")
    return Columns(heads, rows) if advice.measure is not Measure.NONE else Text(_alike(advice))


def _alike(advice: Advice) -> str:
    count = len(advice.worths)
    if count == 1:
        return "  It is the only card that may be played."
    return f"  Its {count} legal cards are all alike to it."


def _error(error: float | None) -> str:
    return "" if error is None else f"{error:.2f}"


def _legend(advice: Advice, script: Script) -> Iterator[str]:
    """What the figures are; nothing where there are none."""
    me, other = advice.view.me.name, advice.view.me.other.name
    if advice.measure is Measure.DEAL:
        worlds = advice.player.partition(":")[2]
        yield ""
        yield f"  value   {me}'s points less {other}'s, from this card to the end of the deal: the"
        yield f"          mean over {worlds} ways in which the hidden cards may lie"
        yield f"  behind  the mean difference from {_written(advice, script)} in the same ways"
        yield "  error   the standard error of the mean before it"
    elif advice.measure is Measure.TRICK:
        yield ""
        yield f"  value   {me}'s points less {other}'s, as greedy reckons this trick alone; of"
        yield "          cards that are alike it plays the lowest"
        yield f"  behind  the difference from {_written(advice, script)}"


def _written(advice: Advice, script: Script) -> str:
    return "" if advice.card is None else script.written(advice.card)

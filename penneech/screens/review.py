"""A game after its end: every card beside best play, and what each player gave away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from penneech import kernel
from penneech.advice.hindsight import UNPLAYED, solved_deals
from penneech.players.pimc import MOST_CARDS
from penneech.players.registry import STRONGEST, opponent_named
from penneech.records import verify
from penneech.render.columns import Column, Columns
from penneech.screens.session import Session
from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from penneech.advice.hindsight import Move, SolvedDeal
    from penneech.render.script import Script
    from penneech.rules import Rules
    from penneech.screens.voice import Voice

_SHOWN = 4
"""Of more cards that are equally good only how many there are is told."""


def review(voice: Voice, script: Script) -> RenderableType:
    """The summary of a game, or a line that says why there is none.

    It takes as long as compiling takes the first time, so a screen asks for it in another thread.
    """
    why = unsolvable(voice)
    return Text(why) if why else sheet(voice, solved(voice.session), script)


def unsolvable(voice: Voice) -> str:
    """Why best play cannot be found for a game here; empty where it can."""
    why = voice.session.why_weak
    return voice.text(f"review.{why}", n=MOST_CARDS) if why else ""


def solved(session: Session) -> list[SolvedDeal]:
    """The deals of a game beside best play."""
    replayed = verify(session.save())
    seed = replayed.record.heading.seed or 0
    player = opponent_named(STRONGEST)
    # A game that ends amid a deal leaves cards unturned; of secret packs no record tells them.
    return list(solved_deals(replayed, player, seed, packs=session.packs))


def why_unsolved(voice: Voice, deal: SolvedDeal) -> str:
    """Why a deal has no best play beside it, as a sentence."""
    return voice.text("web.unplayed" if deal.unsolved == UNPLAYED else "web.unsolved")


def sheet(voice: Voice, deals: Sequence[SolvedDeal], script: Script) -> RenderableType:
    """The deals of a game, card by card, in the language of the game and 76 columns."""
    parts: list[RenderableType] = [Text(line, "bold") for line in _given(voice, deals)]
    parts += [Text(), Text(voice.text("web.review_about"))]
    parts.append(Text(voice.text("review.beside", name=STRONGEST)))
    for deal in deals:
        parts.append(Text())
        title = voice.text("table.place_between", deal=deal.number).capitalize()
        if deal.unsolved:
            parts += [Text(title, "bold"), Text(why_unsolved(voice, deal))]
            continue
        given = " ".join(_given(voice, [deal]))
        parts.append(Text.assemble((title, "bold"), f". {given}"))
        parts.append(Columns(_heads(voice), [_row(voice, move, script) for move in deal.moves]))
    return Group(*parts)


def _given(voice: Voice, deals: Sequence[SolvedDeal]) -> Iterator[str]:
    """What each player gave away in some deals, the person before the screen first."""
    me = voice.session.facing
    for player in (me, me.other):
        points = sum(deal.given[player] for deal in deals if not deal.unsolved)
        yield voice.text("web.gave", name=voice.name(player), n=points)


def _heads(voice: Voice) -> tuple[Column, ...]:
    return (
        Column(voice.text("table.trick"), on_right=True),
        Column(voice.text("table.turn_up")),
        Column(voice.text("web.played")),
        Column(""),
        Column(voice.text("web.gave_away"), on_right=True),
        Column(voice.text("web.best")),
        Column(STRONGEST),
    )


def _row(voice: Voice, move: Move, script: Script) -> list[Text]:
    trumps = move.turn_up.suit
    return [
        Text(str(move.trick) if move.is_lead else ""),
        script.card(move.turn_up) if move.is_lead else Text(),
        Text(voice.name(move.player)),
        script.card(move.card, trumps),
        Text(str(move.given) if move.given else "", "bold"),
        _best(voice, move, script),
        script.card(move.choice, trumps),
    ]


def _best(voice: Voice, move: Move, script: Script) -> Text:
    best, every = move.best, len(move.worths)
    if every == 1:
        return Text(voice.text("web.only_card"), "dim")
    if len(best) == every:
        return Text(voice.text("web.all_alike"), "dim")
    if len(best) > _SHOWN:
        return Text(voice.text("review.some", n=len(best), every=every), "dim")
    return Text(" ").join(script.card(card, move.turn_up.suit) for card in best)


def make_ready(rules: Rules) -> None:
    """Compile or fetch what hints and reviews need, so that the first one need not wait for it.

    Args:
        rules: any that they can be given by.
    """
    if not kernel.available():
        return
    session = Session.new(rules, seed=0)
    session.deal()
    advised = False
    while session.waits is not Waits.DEAL and not session.is_over:
        if session.waits is Waits.COMPUTER:
            session.go_on()
        elif session.waits is Waits.ANSWER:
            session.throw_up(wanted=False)
        else:
            if not advised:
                session.advise()
            advised = True
            session.play(session.legal[0])
    solved(session)

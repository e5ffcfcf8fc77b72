"""A game after its end: every card beside best play, and what each player gave away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from penneech import kernel
from penneech.advice.hindsight import solved_deals
from penneech.events import Player
from penneech.players.pimc import MOST_CARDS
from penneech.players.registry import STRONGEST, opponent_named
from penneech.records import verify
from penneech.render.hindsight import solved_sheet
from penneech.screens.session import Session
from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from rich.console import RenderableType

    from penneech.advice.hindsight import SolvedDeal
    from penneech.render.scoresheet import Script
    from penneech.rules import Rules
    from penneech.screens.voice import Voice


def review(voice: Voice, script: Script) -> RenderableType:
    """The summary of a game, or a line that says why there is none.

    It takes as long as compiling takes the first time, so a screen asks for it in another thread.
    """
    session = voice.session
    why = unsolvable(voice)
    if why:
        return Text(why)
    seed = session.heading.seed or 0
    sheet = solved_sheet(solved(session), session.heading, 0, STRONGEST, seed, script)
    if session.has_two_people:
        return sheet
    a, b = (voice.name(player).lower() for player in Player)
    return Group(Text(voice.text("review.who", a=a, b=b)), Text(), sheet)


def unsolvable(voice: Voice) -> str:
    """Why best play cannot be found for a game here; empty where it can."""
    if not kernel.available():
        return voice.text("review.without_numba")
    if voice.session.rules.hand_size > MOST_CARDS:
        return voice.text("review.too_large", n=MOST_CARDS)
    return ""


def solved(session: Session) -> list[SolvedDeal]:
    """The deals of a game beside best play."""
    replayed = verify(session.save())
    seed = replayed.record.heading.seed or 0
    return list(solved_deals(replayed, opponent_named(STRONGEST), seed))


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

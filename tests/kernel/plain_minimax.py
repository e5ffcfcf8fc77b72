"""Best play by trying everything: plain minimax over the reference engine's own transitions.

It knows nothing of the rules. The deal is played to its end whatever the score, as `solving` does:
the umpire is told that no peg wins.
"""

from __future__ import annotations

from dataclasses import replace

from penneech.engine.deal import deal_hands, play, throw_up
from penneech.engine.state import Phase
from penneech.engine.umpire import umpire_of
from penneech.events import Player


def begun(rules, pack):
    """The deal of this pack, dealt by A, when B is to lead and nobody has thrown up a hand."""
    umpire = replace(umpire_of(rules), pegs_win=False)
    deal, _ = deal_hands(umpire, Player.A, pack, (0, 0))
    while deal.phase is Phase.THROW_UP:
        deal, _ = throw_up(deal, wanted=False)
    return deal


def earned(deal):
    """B's points less A's of all that has been earned, counted or not."""
    put_off = sum(scored.points * (1 if scored.player else -1) for scored in deal.put_off)
    return deal.score[1] - deal.score[0] + put_off


def worths(deal, known):
    """What each card that may be played gains its player from here on, under best play."""
    before, sign = earned(deal), 1 if deal.to_move else -1
    return {card: sign * (after - before) for card, after in ahead(deal, known).items()}


def ahead(deal, known):
    """What B has then earned in the whole deal, after each card that may be played."""
    found = {}
    for card in deal.legal:
        after, _ = play(deal, card)
        found[card] = earned(after) + rest(after, known)
    return found


def rest(deal, known):
    """B's gain from here to the end of the deal, under best play."""
    if deal.phase is Phase.OVER:
        return 0
    penneech = deal.umpire.penneech
    taken = [trick.winner for trick in deal.history if penneech in (trick.led, trick.reply)]
    # All that the future can depend on, while the pack is the same.
    state = deal.hands, deal.to_move, deal.led, deal.tricks, *taken
    if state not in known:
        best = max if deal.to_move else min
        known[state] = best(ahead(deal, known).values()) - earned(deal)
    return known[state]

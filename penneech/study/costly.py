"""The outcomes that need the chance of winning, the solver or other players: `compare --all`.

Each is a ratio of two totals over the rows of a table, like those of `outcomes.py`. All are
exploratory.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from penneech.study.chances import MILLION
from penneech.study.choices import WORLDS
from penneech.study.outcomes import Outcome, Parts, skill
from penneech.study.replays import GAPS, cards_and_all

if TYPE_CHECKING:
    from penneech.study.outcomes import Rows


def drama(rows: Rows) -> Parts:
    """How far behind the winners were: over games won, the mean of each game's drama.

    That is the mean of the root of 1/2 - V over the ends of deals with V < 1/2, and 0 where there
    are none; V is the chance that the later winner had of winning.
    """
    return Parts(rows["drama"], MILLION * rows["ended"])


def decisiveness(rows: Rows) -> Parts:
    """Deals that were still to come when the winner's chance rose above 0.8 for good, over deals.

    Deals of games that were won; the chance is looked at when deals are over.
    """
    return Parts(rows["to_come"], rows["deals"] * rows["ended"])


def security(rows: Rows) -> Parts:
    """Ends of deals at which the later winner's chance was 1/2 or more, over ends of deals.

    The end of a game's last deal is not counted, at which nothing is open any more.
    """
    return Parts(rows["ahead"], rows["ends"])


def comeback(rows: Rows) -> Parts:
    """Games whose winner's chance had been below 0.2 at the end of some deal, over games won."""
    return Parts(rows["comeback"], rows["ended"])


def uneven_deals(rows: Rows) -> Parts:
    """Deals that moved the chance of winning by 0.3 or more, over the deals of games won.

    The last deal moves it to 1 or to 0.
    """
    return Parts(rows["uneven"], rows["deals"] * rows["ended"])


def spread(rows: Rows) -> Parts:
    """Points between the best and the worst legal card, over decisions; 0 where one card is legal.

    A card is worth what it brings to the end of the deal by best play with all cards seen, on the
    mean of 32 worlds that fit what the player sees.
    """
    return Parts(rows["spread"], WORLDS * rows["decisions"])


def cards_share(rows: Rows) -> Parts:
    """How much of the variance of a deal's score difference the cards alone explain.

    The same deal is played by greedy and random in all four seatings, each with luck of its own;
    the share is what two different ones have in common, over the variance of one.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    return Parts(*cards_and_all(np.stack([rows[name] for name in GAPS], axis=1)))


OF_CHANCES = (
    Outcome("drama", "drama", "root of chance", drama, 0.01),
    Outcome("decisiveness", "decisiveness", "share", decisiveness, 0.02),
    Outcome("security", "security", "share", security, 0.02),
    Outcome("comeback", "comeback", "share", comeback, 0.02),
    Outcome("uneven_deals", "uneven deals", "share", uneven_deals, 0.02),
)
OF_CHOICES = (Outcome("spread", "spread", "points", spread, 0.5),)
OF_REPLAYS = (Outcome("cards_share", "cards' share", "share", cards_share, 0.02),)

LADDER = ("pimc:1", "pimc:2", "pimc:4", "pimc:8", "pimc:16")
"""Players, each of which looks at twice as many worlds as the one below."""


def _of_step(better: str, lesser: str) -> Outcome:
    """The outcome of a step of the ladder."""

    def ladder(rows: Rows) -> Parts:
        return skill(rows)

    ladder.__doc__ = f"Games that {better} won against {lesser}, over games won by either."
    return Outcome(f"ladder.{better}.{lesser}", f"{better} over {lesser}", "share", ladder, 0.02)


STEPS = tuple((better, lesser, _of_step(better, lesser)) for lesser, better in pairwise(LADDER))
"""For each step of the ladder the better player, the lesser, and the outcome."""

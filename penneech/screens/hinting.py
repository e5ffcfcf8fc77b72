"""A strong player asked for a hint, from what the person before the screen sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import kernel
from penneech.advice.counsel import counsel
from penneech.errors import PenneechError
from penneech.players.pimc import MOST_CARDS
from penneech.players.registry import STRONGEST, WITHOUT_NUMBA
from penneech.players.view import view_of
from penneech.screens.sitting import Waits, computer

if TYPE_CHECKING:
    from penneech.advice.counsel import Advice
    from penneech.rules import Rules
    from penneech.screens.sitting import Sitting


def why_weak(rules: Rules) -> str:
    """Why no strong player can advise: `without_numba`, `too_large` hands; empty if one can."""
    if not kernel.available():
        return "without_numba"
    return "" if rules.hand_size <= MOST_CARDS else "too_large"


def hint(sitting: Sitting) -> Advice:
    """What a player would do in the person's place: the strongest, or greedy where it cannot.

    Raises:
        PenneechError: when the person is not to choose.
    """
    if sitting.waits not in {Waits.ANSWER, Waits.CARD}:
        raise PenneechError("there is nothing to choose now").known_as("nothing_to_choose")
    weak = why_weak(sitting.rules)
    player = computer(WITHOUT_NUMBA if weak else STRONGEST, sitting.rules)
    seed, game = sitting.heading.seed, sitting.heading.game
    assert seed is not None and game is not None  # noqa: PT018, S101  # every sitting has them
    return counsel(view_of(sitting.game), game, player, seed)

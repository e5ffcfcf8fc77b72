"""Penneech as a game of OpenSpiel, `python_penneech(variant=...)`: importing this registers it.

Chance cuts, deals and turns; the players play, and throw up where the variant lets them choose. The
parameters are those of `Table.of`: `variant`, `deals`, `hand_size`, `target`, `pack`, `dealer` (who
deals first), `redeal` and `utility`. What the strings and tensors hold is told in
docs/how-to/openspiel.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penneech.events import Player
from penneech.research import missing

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing(error) from None

from penneech.cards import PACK
from penneech.research.choices import choices_under, word_for
from penneech.research.numbers import fill, observed, places_in, size_of
from penneech.research.position import Position
from penneech.research.resampling import resampled
from penneech.research.table import Table, Utility
from penneech.research.words import told, whole, word_for_draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.players.view import View
    from penneech.research.numbers import Numbers
    from penneech.research.position import Outcomes

NAME = "python_penneech"
PARAMETERS = {
    "variant": "parlett", "deals": 0, "hand_size": 0, "target": 0, "pack": "full", "dealer": "cut",
    "redeal": "auto", "utility": "auto",
}  # fmt: skip
"""The parameters and what they are unless told; 0 and `auto` mean the usual."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Penneech",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=PARAMETERS,
    default_loadable=True,
)


class PenneechGame(pyspiel.Game):  # type: ignore[misc]  # it comes without types
    """The game under one variant.

    Args:
        params: the parameters that OpenSpiel was told, by name.

    Raises:
        PenneechError: when something cannot be played; the text says what is allowed.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        told = {**PARAMETERS, **(params or {})}
        self.table = Table.of(
            told["variant"], hand_size=told["hand_size"], target=told["target"], pack=told["pack"],
            first_deal=told["dealer"], deals=told["deals"], redeal=told["redeal"],
            utility=told["utility"],
        )  # fmt: skip
        self.start = Position.start(self.table)
        most = 1 if self.table.utility is Utility.WIN else self.table.most_points
        info = pyspiel.GameInfo(
            num_distinct_actions=choices_under(self.table.rules),
            max_chance_outcomes=len(PACK),
            num_players=len(Player),
            min_utility=-float(most),
            max_utility=float(most),
            utility_sum=0.0,
            max_game_length=self.table.most_choices,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> PenneechState:
        """The state before anything is drawn."""
        return PenneechState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many draws of chance there can be, at the most."""
        return self.table.most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PenneechObserver:  # noqa: ANN401  # as OpenSpiel calls it
        """An observer of what a player sees."""
        usual = pyspiel.IIGObservationType(perfect_recall=False)
        return PenneechObserver(self.table, iig_obs_type or usual, params)


class PenneechState(pyspiel.State):  # type: ignore[misc]  # it comes without types
    """A state of the game: a `Position`, which is all that it has."""

    def __init__(self, game: PenneechGame) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> int:
        """Who is to move."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.position.to_move
        return int(pyspiel.PlayerId.CHANCE) if player is None else int(player)

    def view(self, player: int) -> View | None:
        """The table as a player sees it, as our own players know it; None before the first deal."""
        return self.position.view(Player(player))

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # only the mover is asked for
        return self.position.choices

    def chance_outcomes(self) -> Outcomes:
        """What chance can bring, each with its probability."""
        return self.position.outcomes

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(self.position.checked(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return word_for(action)
        return word_for_draw(self.position, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """What each player has got."""
        return list(self.position.returns())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> PenneechState:
        """A state that the player cannot tell from this one, with the hidden cards drawn anew.

        Args:
            player: who cannot tell.
            sampler: gives numbers from 0 up to 1, each as likely as the others.
        """
        steps = self.history()[: self.position.before]
        state: PenneechState = self.get_game().new_initial_state()
        for step in (*steps, *resampled(self.position, Player(player), sampler)):
            state.apply_action(step)
        return state

    def __str__(self) -> str:
        return whole(self.position)


class PenneechObserver:
    """What a player sees, as OpenSpiel's observers give it: numbers by field, and a string.

    Args:
        table: what is played.
        kind: whether what both see, what one sees, and what went before belong to it.
        params: none are known.

    Raises:
        ValueError: for parameters, and where both players' secrets are asked for.
    """

    def __init__(self, table: Table, kind: Any, params: Any = None) -> None:  # noqa: ANN401  # as OpenSpiel calls it
        if params:
            raise ValueError(f"an observer of {NAME} takes no parameters, and was given {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError(f"an observer of {NAME} shows one player's cards, never both players'")
        self._recalls = kind.perfect_recall
        self._secret = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._open = kind.public_info
        fields = observed(table.rules.hand_size, in_order=kind.perfect_recall)
        self._fields = [f for f in fields if (self._secret if f.is_secret else self._open)]
        whose = 2 if self._secret else 0
        self.tensor: Numbers = np.zeros(whose + 1 + size_of(self._fields), np.float32)
        self.dict = places_in(self._fields, self.tensor[whose + 1 :])
        if self._secret:
            self.dict = {"player": self.tensor[:2], "asked": self.tensor[2:3], **self.dict}

    def set_from(self, state: PenneechState, player: int) -> None:
        """Put into the numbers what a player sees."""
        self.tensor.fill(0)
        view = state.view(player)
        if self._secret:
            self.dict["player"][player] = 1
            self.dict["asked"][0] = state.position.is_asked(Player(player))
        if view is not None:
            fill(self._fields, self.dict, view, (Player.A, Player.B))

    def string_from(self, state: PenneechState, player: int) -> str:
        """What a player sees, in words: all that was shown, or the table as it is."""
        me = Player(player)
        if self._recalls and self._secret and self._open:
            return f"{me.name}: " + "; ".join(state.position.logs[me])
        return told(state.position, me, secret=self._secret, public=self._open)


pyspiel.register_game(GAME_TYPE, PenneechGame)

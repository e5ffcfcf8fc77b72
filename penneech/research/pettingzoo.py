"""Penneech as an environment of PettingZoo, for any variant: `env(variant="parlett")`.

Two agents, `player_0` at A and `player_1` at B, choose by turns. An observation is a dictionary: in
`observation` what the agent sees, as docs/how-to/pettingzoo.md tells field by field, the agent's
own side first; in `action_mask` 1 for each choice that is open to it, none while the other is to
choose. A choice is a card by its place in pack order (0 to 51), and where the variant lets a hand
be thrown up 52 for throwing it up and 53 for keeping it.
"""

from __future__ import annotations

import secrets
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

from penneech.research import missing

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing(error) from None

from penneech.chance import MASK, Luck
from penneech.engine.game import deal_pack, new_game
from penneech.engine.state import Phase
from penneech.errors import PenneechError, SeedError, quoted
from penneech.events import Player, Scored
from penneech.files.spelling import listed, shown
from penneech.players.registry import opponent_named
from penneech.players.table import cut_for_deal, packs_of
from penneech.research.choices import (
    checked_choice,
    choices_under,
    chosen,
    open_choices,
    whole_number,
)
from penneech.research.numbers import fill, observed, places_in, size_of
from penneech.research.players import choice_of
from penneech.research.seen import view_for
from penneech.research.table import Table
from penneech.research.words import seen_by
from penneech.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.events import Event
    from penneech.players.view import View
    from penneech.rules import Rules

NEVER_CHANGING = {"table", "fields", "game", "_packs", "_luck", "_owed"}
"""What a copy of an environment may share with it: values, which are replaced and never altered."""

AGENTS = ("player_0", "player_1")
REWARDS = ("points", "win")
RENDER_MODES = ("human", "ansi")


def env(**told: Any) -> AECEnv[str, dict[str, Any], int | None]:  # noqa: ANN401  # raw_env has them
    """The environment as it is meant to be used: it checks actions, and the order of calls.

    An illegal action ends the game; it costs the agent one and the other nothing.

    Args:
        told: as for `raw_env`.
    """
    checked = wrappers.TerminateIllegalWrapper(raw_env(**told), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, dict[str, Any], "int | None"], EzPickle):  # type: ignore[misc]  # noqa: N801  # PettingZoo's own name, and no types
    """The environment without wrappers.

    A copy is the environment with the game in progress; what comes back from a pickle is the
    environment as it was told, to be reset.

    Args:
        variant: a variant, its id, the path of its file, or rules.
        hand_size: how many cards each player gets; 0 as the variant has it.
        target: how many points win; 0 as the variant has it.
        deals: after how many deals the game ends, if nobody has won before; 0 for a whole game.
        rewards: `points`, after each choice the points that it let the agent peg less those that it
            let the other peg; or `win`, 1 and -1 when the game is won, and 0 before. A game that
            ends with its last deal has no winner.
        max_cycles: after how many choices the game is cut short; 0 for never.
        render_mode: `human` prints the table after each choice, `ansi` gives it as text, None
            renders nothing.

    Raises:
        PenneechError: when something cannot be played; the text says what is allowed.
    """

    metadata = {  # noqa: RUF012  # PettingZoo's own form
        "render_modes": list(RENDER_MODES),
        "name": "penneech_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(  # noqa: PLR0913  # all that can be told
        self,
        variant: str | Path | Rules | Variant = "parlett",
        *,
        hand_size: int = 0,
        target: int = 0,
        deals: int = 0,
        rewards: str = "points",
        max_cycles: int = 0,
        render_mode: str | None = None,
    ) -> None:
        # Of a variant the rules are kept: what it rests on is not played, and cannot be pickled.
        told = variant.rules if isinstance(variant, Variant) else variant
        EzPickle.__init__(
            self, told, hand_size=hand_size, target=target, deals=deals, rewards=rewards,
            max_cycles=max_cycles, render_mode=render_mode,
        )  # fmt: skip
        super().__init__()
        self.table = Table.of(variant, hand_size=hand_size, target=target, deals=deals)
        self.reward = _one_of(REWARDS, rewards, "rewards")
        self.render_mode = render_mode and _one_of(RENDER_MODES, render_mode, "render_mode")
        self.max_cycles = max_cycles
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.fields = observed(self.table.rules.hand_size)
        actions = choices_under(self.table.rules)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {agent: _space(self.table, actions) for agent in AGENTS}
        self._seed, self._number = secrets.randbits(63), -1

    def __copy__(self) -> Self:
        """Copy what can change as well: an environment that shares it is of no use."""
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy the game in progress too; else it would be made anew, as from a pickle."""
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        for name, value in vars(self).items():
            setattr(twin, name, value if name in NEVER_CHANGING else deepcopy(value, memo))
        return twin

    def observation_space(self, agent: str) -> spaces.Dict:
        """What the agent's observations can be."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What the agent's choices can be."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first of a seed, or the next one of the seed that was given last.

        Args:
            seed: 0 to 2^64 - 1. Cut and packs are those of `penneech simulate --seed`.
            options: `{"game": n}` begins the game of that number, from 0.

        Raises:
            SeedError: for another seed or number; what was being played stays.
        """
        begun, number = self._seed, self._number + 1
        if seed is not None:
            begun, number = _checked(seed, "the seed"), 0
        if options and "game" in options:
            number = _checked(options["game"], "the number of the game")
        self._seed, self._number = begun, number
        _, dealer = cut_for_deal(self.table.rules, self._seed, self._number)
        self._packs = packs_of(self._seed, self._number)
        self._luck = tuple([Luck.of(self._seed, self._number, player) for player in Player])
        self._cycles = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.game = new_game(self.table.rules, dealer)
        # Nobody is to choose where the first turn-up wins; then this is the first to be told so.
        self.agent_selection, self._skip_agent_selection = AGENTS[0], None
        self._owed = self._carry_on([])
        if self._is_over():
            self._accumulate_rewards()
        else:
            # What is pegged before anybody has chosen comes with what the first choice brings.
            self.rewards = dict.fromkeys(AGENTS, 0.0)

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is choose.

        Raises:
            ChoiceError: for what is no choice, or not open; the message names the rule. It is an
                IllegalPlayError and a ValueError, and leaves the game as it was.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choice = checked_choice(self.game, action)
        self._cumulative_rewards[agent] = 0.0
        self._cycles += 1
        self.game, facts = chosen(self.game, choice)
        self._carry_on([*self._owed, *facts])
        self._owed = []
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what is open to it."""
        player = Player(AGENTS.index(agent))
        numbers = np.zeros(1 + size_of(self.fields), np.float32)
        view = view_for(self.game, player)
        numbers[0] = self._is_asked(player)
        if view is not None:
            fill(self.fields, places_in(self.fields, numbers[1:]), view, (player, player.other))
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if agent == self.agent_selection and not self._is_over():
            mask[open_choices(self.game)] = 1
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | None:
        """The table as the agent whose turn it is sees it; None where it is printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render_mode; give human or ansi")
            return None
        player = Player(AGENTS.index(self.agent_selection))
        view = view_for(self.game, player)
        text = "" if view is None else seen_by(view, asked=self._is_asked(player))
        if self.render_mode == "human":
            print(text, end="\n\n")  # noqa: T201  # what the mode is for
            return None
        return text

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    def view(self) -> View:
        """What the agent whose turn it is sees, as the computer players know it.

        Raises:
            ValueError: when nobody is to choose.
        """
        view = view_for(self.game, Player(AGENTS.index(self.agent_selection)))
        if view is None or self._is_over():
            raise ValueError("nobody is to choose")
        return view

    def choice_of(self, name: str) -> int:
        """What a computer player would choose in the place of the agent whose turn it is.

        Args:
            name: the player's name, like `greedy` or `pimc:16`.

        Raises:
            PenneechError: when there is no such player, or it would see all cards.
        """
        view = self.view()
        asked = self._is_asked(view.me)
        return choice_of(opponent_named(name), view, self._luck[view.me], asked=asked)

    def _carry_on(self, happened: list[Event]) -> list[Event]:
        """Deal where a pack is wanted, reckon the rewards, and see whose turn it is.

        Args:
            happened: what has happened since rewards were last reckoned.

        Returns:
            The same with what happened now.
        """
        while self.game.needs_pack and not self._is_over():
            game = self.game
            pack = self._packs(game.number, game.attempt, game.umpire.need)
            assert pack is not None  # noqa: S101  # a seed has packs without end
            self.game, more = deal_pack(game, pack)
            happened = [*happened, *more]
        self.rewards = dict(zip(AGENTS, self._earned(happened), strict=True))
        over = self._is_over()
        if over:
            undecided = self.game.over and self.game.winner is None
            self.terminations = dict.fromkeys(AGENTS, not undecided)
            self.truncations = dict.fromkeys(AGENTS, undecided)
        elif 0 < self.max_cycles <= self._cycles:
            self.truncations = dict.fromkeys(AGENTS, True)
        deal = self.game.deal
        if deal is not None and not over:
            self.agent_selection = AGENTS[deal.to_move]
        return happened

    def _earned(self, facts: list[Event]) -> tuple[float, float]:
        ahead = 0.0
        if self.reward == "points":
            for fact in facts:
                if isinstance(fact, Scored):
                    ahead += fact.points if fact.player is Player.A else -fact.points
        elif self.game.winner is not None:
            ahead = 1.0 - 2.0 * self.game.winner
        return ahead, -ahead

    def _is_over(self) -> bool:
        game, deals = self.game, self.table.deals
        return game.over or (game.needs_pack and 0 < deals <= game.number)

    def _is_asked(self, player: Player) -> bool:
        deal = self.game.deal
        return deal is not None and deal.phase is Phase.THROW_UP and deal.to_move is player


def _space(table: Table, actions: int) -> spaces.Dict:
    """The bounds of an observation: shares, and scores that may pass the target."""
    fields = observed(table.rules.hand_size)
    high = np.ones(1 + size_of(fields), np.float32)
    most = 1 + table.most_points / table.rules.target
    places = places_in(fields, high[1:])
    for name in ("score", "later"):
        places[name][:] = most
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def _checked(value: object, name: str) -> int:
    """A number that the packs of a game can depend on; learning programs give numpy's as well."""
    number = whole_number(value)
    if number is None or not 0 <= number <= MASK:
        text = f"{name} is {quoted(value)}; give a whole number from 0 to {MASK}"
        raise SeedError(text)
    return number


def _one_of(known: tuple[str, ...], word: str, name: str) -> str:
    if word not in known:
        raise PenneechError(f"{name} is {shown(word)}; give {listed(known)}")
    return word

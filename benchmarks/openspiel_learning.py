"""Who wins: OpenSpiel's DQN, which has learnt by playing against itself, against our ladder.

    python benchmarks/openspiel_learning.py [--variant cotton-1674] [--learn 80000]
        [--checkpoints FOLDER] [--net FILE] [--deals 1000] [--seed 1674]

A deep Q-network keeps in a small net what each choice is worth, so that, unlike the tabular learner
of `openspiel_ladder.py`, it can learn with all 52 cards. It is `open_spiel.python.pytorch.dqn`, and
what comes into the net is what a player sees, its own side first, in the fields of docs/how-to/
pettingzoo.md, so that one net plays at both seats. It learns from single deals, dealt by either
side, by both of their players: one of them is the agent itself, the other chooses by the same net
and hands over what it has met with. A reward is the points pegged less those that the other pegged
since the last choice, by ten.

With --checkpoints the net is kept after each tenth of the learning, and --net plays with one that
was kept. The same seed, packages and machine give the same net; how long it took is printed and is
no part of the result. Matches are those of `openspiel_ladder.py`: each number twice, the same cards
with the seats exchanged, points ahead in a deal with a 95 % interval clustered by number. Their
cards are not those of the learning.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyspiel

try:
    import torch
    from open_spiel.python.pytorch import dqn
except ImportError as error:
    needs = (error.name or "PyTorch").partition(".")[0]
    sys.exit(f"this needs {needs}; install it with: pip install torch dm-tree")

from open_spiel.python import rl_environment
from openspiel_ladder import OfLadder, match, shown

from penneech.cards import PACK
from penneech.engine.game import deal_pack, new_game
from penneech.engine.state import Phase
from penneech.events import Player
from penneech.research.choices import choices_under, chosen, open_choices
from penneech.research.numbers import fill, observed, places_in, size_of
from penneech.research.openspiel import NAME
from penneech.research.seen import view_for

if TYPE_CHECKING:
    from penneech.engine.state import Game
    from penneech.research.numbers import Numbers
    from penneech.research.openspiel import PenneechState
    from penneech.rules import Rules

LADDER = ("random", "greedy", "pimc:16", "pimc:128", "infer:128")
SEED = 1674
SCALE = 10.0
"""The points that count as one: about the spread of a deal's."""

CHOICES_A_DEAL = 8
"""About how many times the agent steps in a deal: its seven cards, and the end."""

TENTHS = 10


class Learner:
    """OpenSpiel's DQN, at either seat of a deal.

    Args:
        rules: what is played by.
        layers: the sizes of the hidden layers of its net.
        learn: how many deals it is to learn from, by which its daring falls.
        seed: of its net, its daring, and the packs it learns from.
    """

    def __init__(self, rules: Rules, layers: list[int], learn: int, seed: int) -> None:
        self.rules, self.learn = rules, learn
        self.fields = observed(rules.hand_size)
        self.numbers = np.zeros(1 + size_of(self.fields), np.float32)
        self.places = places_in(self.fields, self.numbers[1:])
        self.dice = np.random.RandomState(seed)
        self.agent = dqn.DQN(
            player_id=0,
            state_representation_size=self.numbers.size,
            num_actions=choices_under(rules),
            hidden_layers_sizes=layers,
            batch_size=128,
            replay_buffer_capacity=200_000,
            learning_rate=5e-4,
            update_target_network_every=1000,
            learn_every=8,
            min_buffer_size_to_learn=2_000,
            epsilon_start=0.5,
            epsilon_end=0.05,
            epsilon_decay_duration=max(1, CHOICES_A_DEAL * learn * 2 // 3),
            epsilon_decay_schedule_str="linear",
            optimizer_str="adam",
            loss_str="huber",
            seed=seed,
            gradient_clipping=10.0,
        )

    def learn_all(self, checkpoints: Path | None) -> None:
        """Learn from all deals; tell how far it is, and keep the net, after each tenth."""
        began, each = time.perf_counter(), max(1, self.learn // TENTHS)
        for number in range(1, self.learn + 1):
            self._deal(Player(number % 2))
            if number % each == 0 or number == self.learn:
                took = time.perf_counter() - began
                print(f"{number:,} deals learnt from, {took:.0f} s", file=sys.stderr, flush=True)
                if checkpoints is not None:
                    self.agent.save(checkpoints / f"dqn-{number}.pt", save_optimiser=False)

    def load(self, path: Path) -> None:
        """Take the net that was kept in this file."""
        # The agent's own `load` looks for names that its own `save` does not write.
        self.agent._q_network.load_state_dict(  # noqa: SLF001  # OpenSpiel has no other way to it
            torch.load(path, weights_only=True)["model"]
        )

    def choice(self, state: PenneechState) -> int:
        """The choice that it takes to be worth most."""
        game, me = state.position.game, state.position.to_move
        step = self._step(game, me, 0.0, len(state.position.table.pack))
        return int(self.agent.step(step, is_evaluation=True).action)

    def _deal(self, seat: Player) -> None:
        """Play one deal and learn from it; the agent sits here, and its net at both seats."""
        game = self._dealt(new_game(self.rules, Player(self.dice.randint(2))))
        other: tuple[rl_environment.TimeStep, int] | None = None
        ahead = [0, 0]
        while not _is_over(game):
            me = game.deal.to_move
            now = _ahead(game, me)
            step = self._step(game, me, now - ahead[me])
            ahead[me] = now
            if me is seat:
                choice = self.agent.step(step).action
            else:
                if other is not None:
                    self.agent.add_transition(*other, step)
                choice = self._dares(step)
                other = step, choice
            game = self._dealt(chosen(game, choice)[0])
        for me in Player:
            step = self._step(game, me, _ahead(game, me) - ahead[me])
            if me is seat:
                self.agent.step(step)
            elif other is not None:
                self.agent.add_transition(*other, step)

    @torch.inference_mode()
    def _dares(self, step: rl_environment.TimeStep) -> int:
        """What the net chooses at the other seat, as daring as the agent is by now."""
        daring = self.agent.epsilon_schedule(self.agent.step_counter)
        seen = step.observations
        choice, _ = self.agent.act_epsilon_greedy(
            seen["info_state"][0], seen["legal_actions"][0], daring
        )
        return int(choice)

    def _dealt(self, game: Game) -> Game:
        """The game with a pack dealt where one is wanted for this deal."""
        while game.needs_pack and not _is_over(game):
            pack = tuple([PACK[place] for place in self.dice.permutation(len(PACK))])
            game, _ = deal_pack(game, pack)
        return game

    def _step(
        self, game: Game, me: Player, earned: float, size: int = len(PACK)
    ) -> rl_environment.TimeStep:
        """What the agent is shown at this seat: it takes itself for the only player."""
        over = _is_over(game)
        legal = [] if over else open_choices(game)
        return rl_environment.TimeStep(
            {"info_state": [self._seen(game, me, size)], "legal_actions": [legal],
             "current_player": 0},
            [earned / SCALE],
            [0.0 if over else 1.0],
            rl_environment.StepType.LAST if over else rl_environment.StepType.MID,
        )  # fmt: skip

    def _seen(self, game: Game, me: Player, size: int) -> Numbers:
        view = view_for(game, me, size)
        self.numbers.fill(0)
        self.numbers[0] = game.deal.phase is Phase.THROW_UP
        fill(self.fields, self.places, view, (me, me.other))
        return self.numbers.copy()


def _is_over(game: Game) -> bool:
    """Whether the first deal, which is the only one, has been played."""
    return game.over or game.number > 0


def _ahead(game: Game, me: Player) -> int:
    score = game.score if _is_over(game) else game.deal.score
    return score[me] - score[me.other]


def main() -> None:
    """Learn, play the matches, and print a line of a table for each, as it is played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="cotton-1674")
    parser.add_argument("--learn", type=int, default=80_000, metavar="N", help="deals")
    parser.add_argument("--layers", default="128,128", help="sizes of the net's hidden layers")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--checkpoints", type=Path, metavar="FOLDER")
    parser.add_argument("--net", type=Path, metavar="FILE", help="one that was kept")
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help="numbers of a match")
    parser.add_argument("--against", default=",".join(LADDER))
    told = parser.parse_args()
    torch.set_num_threads(1)
    game = pyspiel.load_game(NAME, {"variant": told.variant, "deals": 1})
    layers = [int(size) for size in told.layers.split(",")]
    learner = Learner(game.table.rules, layers, told.learn, told.seed)
    if told.checkpoints is not None:
        told.checkpoints.mkdir(parents=True, exist_ok=True)
    if told.net is not None:
        learner.load(told.net)
    else:
        learner.learn_all(told.checkpoints)
    print(f"DQN, {told.net or f'{told.learn:,} deals'}; {told.variant}")
    print("| against | deals | points ahead in a deal | deals won of a hundred |")
    print("| --- | --- | --- | --- |")
    for other in told.against.split(","):
        ahead, won = match(game, learner, OfLadder(other), told.deals)
        figures = f"{shown(ahead, 1, 2)} | {shown(won, 100, 1)}"
        print(f"| {other} | {2 * told.deals:,} | {figures} |", flush=True)


if __name__ == "__main__":
    main()

"""Who wins: OpenSpiel's ISMCTS and a tabular Q-learner of OpenSpiel's against our ladder.

    python benchmarks/openspiel_ladder.py ismcts [--deals 40] [--simulations 100]
    python benchmarks/openspiel_ladder.py qlearner [--deals 1000] [--episodes 30000]

Single deals are played for points, each number twice: the same cards with the seats exchanged. A
figure is the mean of the points by which the first player is ahead at the end of a deal, with its
95 % interval clustered by number, and the share of deals in which it pegged more, a deal with as
many for both counted as half. ISMCTS plays with all 52 cards; its playouts are random. A Q-learner
keeps a value for everything that it has ever seen, so that it can learn only where things come
again: it plays the pack `tiny`, two cards each, where A always deals, and has learnt by playing
against itself.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Protocol

import numpy as np
import pyspiel
from open_spiel.python import rl_environment, rl_tools
from open_spiel.python.algorithms import ismcts, tabular_qlearner

from penneech.cards import PACK
from penneech.events import Player
from penneech.research.choices import chosen, open_choices
from penneech.research.openspiel import NAME
from penneech.research.players import SeatedPlayer
from penneech.study.intervals import Estimate, Totals, estimate
from penneech.study.outcomes import Parts

if TYPE_CHECKING:
    from penneech.research.openspiel import PenneechState

LADDER = ("random", "greedy", "pimc:16", "pimc:128", "infer:128")
SEED = 1674
FAIR_C = 10.0
"""The weight of the unexplored in ISMCTS: about the spread of a deal's points."""


class Chooser(Protocol):
    """Whoever chooses in a state in which it is to move."""

    def choice(self, state: PenneechState) -> int:
        """What it chooses."""
        ...


class OfLadder:
    """A computer player of the ladder."""

    def __init__(self, name: str) -> None:
        self.player = SeatedPlayer(name, SEED)

    def choice(self, state: PenneechState) -> int:
        """What it chooses by what it sees."""
        return self.player.choice(state.position)


class Playouts:
    """Plays on at random from a state, by the engine, with a stock that is shuffled at once."""

    def __init__(self, dice: np.random.RandomState) -> None:
        self.dice = dice

    def prior(self, state: PenneechState) -> list[tuple[int, float]]:
        """Every choice as likely as the others."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def evaluate(self, state: PenneechState) -> list[float]:
        """The points by which each player is ahead at the end of this deal."""
        position = state.position
        game, drawn = position.game, position.pack.drawn()
        gone = set(drawn.values())
        rest = [card for card in position.table.pack if card not in gone]
        self.dice.shuffle(rest)
        pack = tuple([drawn.get(place) or rest.pop() for place in range(len(position.table.pack))])
        game = game._replace(deal=game.deal._replace(pack=pack))
        while choices := open_choices(game):
            game, _ = chosen(game, choices[self.dice.randint(len(choices))])
        ahead = float(game.deal.score[0] - game.deal.score[1])
        return [ahead, -ahead]


class Searching:
    """OpenSpiel's ISMCTS."""

    def __init__(self, game: pyspiel.Game, simulations: int) -> None:
        dice = np.random.RandomState(SEED)
        self.bot = ismcts.ISMCTSBot(
            game, Playouts(dice), FAIR_C, simulations, random_state=dice,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )  # fmt: skip

    def choice(self, state: PenneechState) -> int:
        """What it chooses by its search."""
        return int(self.bot.step(state))


class Learnt:
    """Two of OpenSpiel's tabular Q-learners, one for each player, that have played each other."""

    def __init__(self, game: pyspiel.Game, episodes: int) -> None:
        np.random.seed(SEED)  # noqa: NPY002  # what OpenSpiel's learner draws from
        world = rl_environment.Environment(
            game, chance_event_sampler=rl_environment.ChanceEventSampler(SEED)
        )
        self.agents = [
            tabular_qlearner.QLearner(
                player, game.num_distinct_actions(), step_size=0.1,
                epsilon_schedule=rl_tools.LinearSchedule(0.5, 0.05, 2 * episodes),
            )
            for player in range(2)
        ]  # fmt: skip
        for episode in range(episodes):
            time = world.reset()
            while not time.last():
                time = world.step([self.agents[time.current_player()].step(time).action])
            for agent in self.agents:
                agent.step(time)
            if episode % 5000 == 0:
                print(f"  learnt {episode} deals", file=sys.stderr, flush=True)

    def choice(self, state: PenneechState) -> int:
        """The choice of the greatest value; the first in pack order among equals."""
        player = state.current_player()
        known = self.agents[player]._q_values[str(state.information_state_tensor(player))]  # noqa: SLF001
        return max(state.legal_actions(), key=lambda action: known.get(action, 0.0))


def one_deal(game: pyspiel.Game, choosers: tuple[Chooser, Chooser], number: int) -> float:
    """Play a deal with the cards of that number; give A's points less B's."""
    dice, state = np.random.RandomState([SEED, number]), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            draws, chances = zip(*state.chance_outcomes(), strict=True)
            place = np.searchsorted(np.cumsum(chances), dice.random_sample(), side="right")
            state.apply_action(draws[min(int(place), len(draws) - 1)])
        else:
            state.apply_action(choosers[state.current_player()].choice(state))
    return state.returns()[Player.A]


def match(
    game: pyspiel.Game, one: Chooser, other: Chooser, numbers: int
) -> tuple[Estimate, Estimate]:
    """The points by which one is ahead in a deal, and its share of the deals."""
    ahead, won = Totals(), Totals()
    deals = np.array(
        [
            (one_deal(game, (one, other), number), -one_deal(game, (other, one), number))
            for number in range(numbers)
        ]
    )
    played = np.full(numbers, 2)
    ahead.add(Parts(deals.sum(axis=1).astype(np.int64), played))
    won.add(Parts((np.sign(deals) + 1).sum(axis=1).astype(np.int64), 2 * played))
    return estimate(ahead), estimate(won)


def shown(found: Estimate, scale: float, digits: int) -> str:
    """A figure and the reach of its interval."""
    reach = "" if found.half_width is None else f" ± {scale * found.half_width:.{digits}f}"
    return f"{scale * (found.value or 0):.{digits}f}{reach}"


def main() -> None:
    """Play the matches and print a line of a table for each, as it is played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("who", choices=("ismcts", "qlearner"))
    parser.add_argument("--variant", default="parlett")
    parser.add_argument("--deals", type=int, metavar="N", help="deal numbers of each match")
    parser.add_argument("--simulations", type=int, default=100, metavar="N")
    parser.add_argument("--episodes", type=int, default=30_000, metavar="N")
    parser.add_argument("--against", default=",".join(LADDER))
    told = parser.parse_args()
    deal = {"variant": told.variant, "deals": 1}
    if told.who == "ismcts":
        game = pyspiel.load_game(NAME, deal)
        one: Chooser = Searching(game, told.simulations)
        name, numbers = f"ISMCTS, {told.simulations} simulations", told.deals or 40
    else:
        game = pyspiel.load_game(NAME, {**deal, "pack": "tiny", "dealer": "a", "redeal": "never"})
        one = Learnt(game, told.episodes)
        name, numbers = f"Q-learner, {told.episodes:,} deals", told.deals or 1000
    print(f"{name}; {told.variant}, {len(game.table.pack)} of {len(PACK)} cards")
    print("| against | deals | points ahead in a deal | deals won of a hundred |")
    print("| --- | --- | --- | --- |")
    for other in told.against.split(","):
        ahead, won = match(game, one, OfLadder(other), numbers)
        figures = f"{shown(ahead, 1, 2)} | {shown(won, 100, 1)}"
        print(f"| {other} | {2 * numbers:,} | {figures} |", flush=True)


if __name__ == "__main__":
    main()

"""Who wins: OpenSpiel's ISMCTS and a tabular Q-learner of OpenSpiel's against our ladder.

    python benchmarks/openspiel_ladder.py ismcts [--deals 25] [--simulations 100]
    python benchmarks/openspiel_ladder.py qlearner [--deals 1000] [--episodes 60000]

Single deals are played for points, each number twice: the same cards with the seats exchanged. A
figure is the mean of the points by which the first player is ahead at the end of a deal, with its
95 % interval clustered by number, and the share of deals in which it pegged more, a deal with as
many for both counted as half. ISMCTS plays with all 52 cards; its playouts are random. A Q-learner
keeps a value for everything that it has ever seen, so that it can learn only where things come
again: it plays with seven cards, two each, where A always deals, and has learnt by playing
against itself.
"""

from __future__ import annotations

import argparse
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
    from penneech.research.position import Outcomes, Position

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
        self.dice = np.random.RandomState(SEED)
        self.agents = [
            tabular_qlearner.QLearner(
                player, game.num_distinct_actions(), step_size=0.1,
                epsilon_schedule=rl_tools.LinearSchedule(0.5, 0.05, 2 * episodes),
            )
            for player in range(2)
        ]  # fmt: skip
        for _ in range(episodes):
            self._learn(game.start)

    def _learn(self, position: Position) -> None:
        """Play one deal, each learner by what it knows so far, and learn from it."""
        while not position.is_over:
            if position.is_chance:
                position = position.after(drawn(position.outcomes, self.dice))
            else:
                agent = self.agents[position.to_move]
                position = position.after(agent.step(time_step(position)).action)
        for agent in self.agents:
            agent.step(time_step(position))

    def choice(self, state: PenneechState) -> int:
        """The choice that it takes to be worth most."""
        position = state.position
        agent = self.agents[position.to_move]
        return int(agent.step(time_step(position), is_evaluation=True).action)


def time_step(position: Position) -> rl_environment.TimeStep:
    """What OpenSpiel's agents are shown: the string of the information state stands for a tensor.

    The two tell the same, and a table that is looked up by strings is filled much sooner.
    """
    over = position.is_over
    seen = [(player.name, *position.logs[player]) for player in Player]
    legal = [position.choices if player is position.to_move else [] for player in Player]
    mover = pyspiel.PlayerId.TERMINAL if over else position.to_move
    return rl_environment.TimeStep(
        {"info_state": seen, "legal_actions": legal, "current_player": mover},
        list(position.returns()),
        [0.0 if over else 1.0] * 2,
        rl_environment.StepType.LAST if over else rl_environment.StepType.MID,
    )


def drawn(outcomes: Outcomes, dice: np.random.RandomState) -> int:
    """What chance brings."""
    draws, chances = zip(*outcomes, strict=True)
    place = int(np.searchsorted(np.cumsum(chances), dice.random_sample(), side="right"))
    return draws[min(place, len(draws) - 1)]


def one_deal(game: pyspiel.Game, choosers: tuple[Chooser, Chooser], number: int) -> float:
    """Play a deal with the cards of that number; give A's points less B's."""
    dice, state = np.random.RandomState([SEED, number]), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state.chance_outcomes(), dice))
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
    parser.add_argument("--episodes", type=int, default=60_000, metavar="N")
    parser.add_argument("--pack", default="AK7-DS+Q-S", help="of the Q-learner")
    parser.add_argument("--against", default=",".join(LADDER))
    told = parser.parse_args()
    deal = {"variant": told.variant, "deals": 1}
    if told.who == "ismcts":
        game = pyspiel.load_game(NAME, deal)
        name, numbers = f"ISMCTS, {told.simulations} simulations", told.deals or 25
    else:
        game = pyspiel.load_game(
            NAME, {**deal, "pack": told.pack, "hand_size": 2, "dealer": "a", "redeal": "never"}
        )
        learnt = Learnt(game, told.episodes)
        name, numbers = f"Q-learner, {told.episodes:,} deals", told.deals or 1000
    print(f"{name}; {told.variant}, {len(game.table.pack)} of {len(PACK)} cards")
    print("| against | deals | points ahead in a deal | deals won of a hundred |")
    print("| --- | --- | --- | --- |")
    for other in told.against.split(","):
        # A search begins with the same luck in each match, so that matches can be played apart.
        searches = told.who == "ismcts"
        one: Chooser = Searching(game, told.simulations) if searches else learnt
        ahead, won = match(game, one, OfLadder(other), numbers)
        figures = f"{shown(ahead, 1, 2)} | {shown(won, 100, 1)}"
        print(f"| {other} | {2 * numbers:,} | {figures} |", flush=True)


if __name__ == "__main__":
    main()

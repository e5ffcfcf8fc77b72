"""A game with people in it, as a frozen value, and what can become of it.

Whatever happens gives a new value; an old one is still what it was, so that a computer player can
think over one in another thread while people go on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech import __version__
from penneech.engine.game import deal_pack, new_game, play, throw_up
from penneech.engine.state import Phase
from penneech.errors import IllegalPlayError, PenneechError
from penneech.events import Played, Player, ThrownUp
from penneech.players.pimc import MOST_CARDS, SamplingPlayer
from penneech.players.registry import opponent_named
from penneech.players.table import cut_for_deal, packs_of, seated
from penneech.players.view import view_of
from penneech.screens.dealing import secret_packs

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.state import Game
    from penneech.events import Cut
    from penneech.players.protocol import PlayerAtTable
    from penneech.players.table import Packs
    from penneech.records import Heading, Step
    from penneech.rules import Rules


PERSON = "human"
"""How records name a player who is a person."""

Choice: TypeAlias = "Card | bool"
"""A card that is played; or whether a hand is thrown up."""


class Waits(Enum):
    """What a game waits for.

    `CURTAIN`: of two people at one screen the other is to sit down before it. `ANSWER` and `CARD`:
    the person who sits there throws the hand up or keeps it, plays a card. `COMPUTER`: the computer
    player does one of these. `OTHER`: the other person does, at a screen apart. `DEAL`: cards are
    to be dealt. `NOTHING`: the game is over.
    """

    DEAL = auto()
    CURTAIN = auto()
    ANSWER = auto()
    CARD = auto()
    COMPUTER = auto()
    OTHER = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game in progress, from its beginning.

    Args:
        rules: the rules that are played by.
        heading: who plays, the seed and the number of the game, and how it began.
        opening: the game before its first deal.
        steps: the game after each deal and each choice, with the facts that happened.
        facing: the person who sits before the screen.
        apart: whether two people play, each at a screen of their own.
        secret: what the packs are drawn by, where nobody may reckon them from the cards that were
            shown; None where they are those of the heading's seed.
    """

    rules: Rules
    heading: Heading
    opening: Game
    steps: tuple[Step, ...]
    facing: Player
    apart: bool = False
    secret: bytes | None = None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.steps[-1][0] if self.steps else self.opening

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players at A and at B."""
        assert self.heading.players is not None  # noqa: S101  # every sitting has them
        return self.heading.players

    @property
    def packs(self) -> Packs:
        """Where the packs come from."""
        if self.secret is None:
            return packs_of(*_numbers(self.heading))
        return secret_packs(self.secret)

    def is_person(self, player: Player) -> bool:
        """Whether a person plays there."""
        return self.players[player] == PERSON

    @property
    def has_chosen(self) -> bool:
        """Whether a person has played a card or thrown a hand up."""
        return any(
            isinstance(fact, (Played, ThrownUp)) and self.is_person(fact.player)
            for _, facts in self.steps
            for fact in facts
        )

    @property
    def waits(self) -> Waits:
        """What the game waits for."""
        game = self.game
        if game.over:
            return Waits.NOTHING
        if game.needs_pack or game.deal is None:
            return Waits.DEAL
        if not self.is_person(game.deal.to_move):
            return Waits.COMPUTER
        if game.deal.to_move is not self.facing:
            return Waits.OTHER if self.apart else Waits.CURTAIN
        return Waits.ANSWER if game.deal.phase is Phase.THROW_UP else Waits.CARD

    @property
    def may_take_back(self) -> bool:
        """Whether the person before the screen may take the last card back.

        A lead can be taken back until the reply is there, or the other sits down before the screen.
        Nothing else can: who replies sees the next card turned, and who answers whether to throw up
        learns from what follows what the other hand is like. At a screen apart the other person has
        seen the lead at once.
        """
        if self.apart:
            return False
        deal = self.game.deal
        replies = deal is not None and deal.phase is Phase.REPLY
        return replies and deal is not None and deal.to_move.other is self.facing


class Thought(NamedTuple):
    """What a computer player has chosen, and the sitting over which it thought."""

    over: Sitting
    choice: Choice


def begin(rules: Rules, heading: Heading, secret: bytes | None = None) -> Sitting:
    """Sit down to a new game; of what the heading leaves out the cut for the deal is made.

    Args:
        rules: the rules that are played by.
        heading: has at least `players`, `seed` and `game`; one of the players is a person.
        secret: what the packs are drawn by, if not by the seed.

    Raises:
        PenneechError: for players that there are not, or that cannot play by these rules; where the
            heading leaves out what is needed.
    """
    if None in (heading.players, heading.seed, heading.game) or heading.players is None:
        raise PenneechError("a game that is played needs its players, a seed and a number")
    people = [player for player in Player if heading.players[player] == PERSON]
    if not people:
        raise PenneechError(
            f"no person plays in this game, but {' and '.join(heading.players)}; "
            f"one of its players must be {PERSON}"
        ).known_as("no_person", a=heading.players[0], b=heading.players[1], person=PERSON)
    for name in heading.players:
        if name != PERSON:
            computer(name, rules)
    cuts: tuple[Cut, ...] = ()
    dealer = heading.start_dealer
    if dealer is None:
        cuts, dealer = cut_for_deal(rules, *_numbers(heading))
    heading = replace(
        heading,
        names=heading.names or heading.players,
        swapped=bool(heading.swapped),
        cut=cuts,
        generator=heading.generator or f"penneech {__version__}",
    )
    opening = new_game(rules, dealer, heading.start_score)
    return Sitting(rules, heading, opening, (), people[0], secret=secret)


def computer(name: str, rules: Rules) -> PlayerAtTable:
    """The computer player of that name, if it can play by these rules.

    Raises:
        PenneechError: when there is none, when Numba is missing that it needs, or when the hands
            are too large for it.
    """
    player = opponent_named(name)
    if isinstance(player, SamplingPlayer) and rules.hand_size > MOST_CARDS:
        raise PenneechError(
            f"{name} plays with hands of at most {MOST_CARDS} cards; these have "
            f"{rules.hand_size}: let greedy play"
        ).known_as("large_hands", name=name, most=MOST_CARDS, size=rules.hand_size)
    return player


def dealt(sitting: Sitting) -> Sitting:
    """Deal the next pack.

    Raises:
        IllegalPlayError: when none is to be dealt.
    """
    game = sitting.game
    if not game.needs_pack:
        raise IllegalPlayError("no pack is to be dealt now", rule="deal")
    pack = sitting.packs(game.number, game.attempt, game.umpire.need)
    assert pack is not None  # noqa: S101  # neither a seed nor a secret has an end of packs
    return _after(sitting, deal_pack(game, pack))


def chosen(sitting: Sitting, choice: Choice) -> Sitting:
    """Play a card, or throw a hand up or keep it, for the player to move.

    Raises:
        IllegalPlayError: when that may not be done; the message names the rule.
    """
    if isinstance(choice, bool):
        return _after(sitting, throw_up(sitting.game, wanted=choice))
    return _after(sitting, play(sitting.game, choice))


def thought(sitting: Sitting) -> Thought:
    """What the computer player to move chooses, by what it may see; nothing is changed.

    Raises:
        ValueError: when nobody is to move.
    """
    view = view_of(sitting.game)
    player = computer(sitting.players[view.me], sitting.rules)
    luck = seated(*_numbers(sitting.heading))[view.me]
    if not view.legal:
        return Thought(sitting, player.throws_up(view, luck))
    return Thought(sitting, player.card(view, luck))


def taken_back(sitting: Sitting) -> Sitting:
    """Take the lead back.

    Raises:
        IllegalPlayError: when nothing can be taken back.
    """
    if not sitting.may_take_back:
        raise IllegalPlayError(
            "nothing can be taken back: a lead can, until the reply is shown", rule="undo"
        )
    return replace(sitting, steps=sitting.steps[:-1])


def handed_over(sitting: Sitting) -> Sitting:
    """Let the other person sit down before the screen.

    Raises:
        IllegalPlayError: when it is not the other person's turn.
    """
    if sitting.waits is not Waits.CURTAIN:
        raise IllegalPlayError("the other player is not to move", rule="turn")
    return replace(sitting, facing=sitting.facing.other)


def _after(sitting: Sitting, step: Step) -> Sitting:
    return replace(sitting, steps=(*sitting.steps, step))


def _numbers(heading: Heading) -> tuple[int, int]:
    assert heading.seed is not None and heading.game is not None  # noqa: PT018, S101  # see begin
    return heading.seed, heading.game

"""The session: one game with people in it, as the screens and the tests drive it.

It is a thin object over the frozen values and pure transitions of `sitting.py`, and shows what
`face.py` lets be seen. No screen is in it, and no rule: the engine has them.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from penneech.chance import game_after
from penneech.errors import IllegalPlayError
from penneech.events import Dealt, Player
from penneech.players.registry import SAMPLING
from penneech.records import Heading
from penneech.screens.face import face_of, facts_shown
from penneech.screens.hinting import hint, why_weak
from penneech.screens.saving import record_of_sitting, restored, sitting_of
from penneech.screens.sitting import (
    PERSON,
    Waits,
    begin,
    chosen,
    dealt,
    handed_over,
    taken_back,
    thought,
)

if TYPE_CHECKING:
    from penneech.advice.counsel import Advice
    from penneech.cards import Card
    from penneech.engine.legality import Hand
    from penneech.events import Event, Pair
    from penneech.players.table import Packs
    from penneech.records import Record
    from penneech.rules import Rules
    from penneech.screens.face import Face
    from penneech.screens.sitting import Choice, Sitting, Thought

OPPONENTS = ("greedy", "random", "pimc:32", "pimc:128")
"""The computer players that are offered to people."""

SECRET_BYTES = 32
"""Of what secret packs are drawn by: nobody tries out 2^256."""

SEARCHING = tuple(SAMPLING)
"""How the names of the players begin that have something to compile before their first card."""


def searches(player: str) -> bool:
    """Whether a player of that name thinks for a while over a card."""
    return player.startswith(SEARCHING)


class Session:
    """One game in progress.

    Args:
        sitting: where it begins; `new` and `load` make one.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting

    @classmethod
    def new(  # noqa: PLR0913  # all that a game may begin with
        cls,
        rules: Rules,
        opponent: str = "greedy",
        *,
        variant: str | None = None,
        seed: int | None = None,
        game: int = 0,
        secretly: bool = False,
    ) -> Self:
        """Begin a game; a person plays as A.

        Args:
            rules: the rules that are played by.
            opponent: who plays as B: a computer player, or `human` for two people at one screen.
            variant: the id of the variant, for people.
            seed: 0 to 2^64 - 1; a fresh one where none is given.
            game: the number of the game under that seed.
            secretly: whether the packs are drawn by a secret of this game alone and not by the
                seed, which can be reckoned from the cards of one deal.

        Raises:
            PenneechError: when there is no such opponent, or it cannot play by these rules.
        """
        luck = secrets.randbits(64) if seed is None else seed
        heading = Heading(variant=variant, players=(PERSON, opponent), seed=luck, game=game)
        secret = secrets.token_bytes(SECRET_BYTES) if secretly else None
        return cls(begin(rules, heading, secret))

    @classmethod
    def load(cls, record: Record) -> Self:
        """Go on with a game that was saved.

        Raises:
            PenneechError: when that cannot be; the text says why.
        """
        return cls(sitting_of(record))

    @classmethod
    def restore(
        cls, record: Record, moment: int, *, apart: bool, secret: bytes | None = None
    ) -> Self:
        """Go on with a game, over or not, where `save` kept it.

        Args:
            record: what `save` gave.
            moment: the moment at which it did.
            apart: whether each player has a screen.
            secret: that of the game, if it has one.

        Raises:
            PenneechError: when that cannot be; the text says why.
        """
        return cls(replace(restored(record, moment, secret), apart=apart))

    def seen_by(self, player: Player, *, apart: bool) -> Session:
        """The game as it stands, with a person at a screen; what is done there is done there alone.

        Args:
            player: who sits there.
            apart: whether the other is a person too, at another screen.
        """
        return Session(replace(self._sitting, facing=player, apart=apart))

    def save(self) -> Record:
        """The game as a record; every card that was dealt is in it, hidden ones too."""
        return record_of_sitting(self._sitting)

    def rematch(self) -> Session:
        """Another game by the same rules, between the same players: the seed's next game.

        After the last number comes the first: a record can have no other, so that the game stays
        one that can be kept.

        Raises:
            ValueError: for a game that has a secret, of which there is no next.
        """
        if self.secret is not None:
            raise ValueError("a game of which the packs are secret is begun anew")
        heading = self._sitting.heading
        assert heading.game is not None  # noqa: S101  # every sitting has it
        new = replace(heading, game=game_after(heading.game), cut=(), start_score=(0, 0))
        return Session(begin(self._sitting.rules, new))

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self._sitting.rules

    @property
    def heading(self) -> Heading:
        """Who plays, the seed, and how the game began."""
        return self._sitting.heading

    @property
    def packs(self) -> Packs:
        """Where its packs come from; who has that knows every card to come."""
        return self._sitting.packs

    @property
    def secret(self) -> bytes | None:
        """What the packs are drawn by; None where they are the seed's."""
        return self._sitting.secret

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players at A and at B."""
        return self._sitting.players

    @property
    def has_two_people(self) -> bool:
        """Whether both players are people, at one screen."""
        return not self._sitting.apart and self._sitting.players == (PERSON, PERSON)

    @property
    def waits(self) -> Waits:
        """What the game waits for."""
        return self._sitting.waits

    @property
    def is_apart(self) -> bool:
        """Whether two people play, each at a screen of their own."""
        return self._sitting.apart

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.waits is Waits.NOTHING

    @property
    def has_chosen(self) -> bool:
        """Whether a person has played a card or thrown a hand up."""
        return self._sitting.has_chosen

    @property
    def facing(self) -> Player:
        """The person who sits before the screen."""
        return self._sitting.facing

    @property
    def face(self) -> Face:
        """The table as that person sees it."""
        return face_of(self._sitting)

    @property
    def legal(self) -> Hand:
        """The cards that this person may play now."""
        return self.face.legal

    @property
    def score(self) -> Pair:
        """The totals as pegged so far, A's first."""
        return self.face.score

    @property
    def moment(self) -> int:
        """How many deals and choices there have been so far."""
        return len(self._sitting.steps)

    @property
    def deal_began(self) -> int:
        """The moment before the deal that is on the table, or was there last."""
        steps = self._sitting.steps
        for moment in range(len(steps) - 1, -1, -1):
            facts = steps[moment][1]
            if any(isinstance(fact, Dealt) and not fact.attempt for fact in facts):
                return moment
        return 0

    def events(self, since: int = 0, until: int | None = None) -> tuple[Event, ...]:
        """What has happened since a moment, as far as the person before the screen was shown it.

        Args:
            since: the moment; the cuts come before the first.
            until: the moment at which the account ends; that of the game where it is left out.
        """
        return facts_shown(self._sitting, since, until)

    def deal(self) -> None:
        """Deal the next pack.

        Raises:
            IllegalPlayError: when none is to be dealt.
        """
        self._sitting = dealt(self._sitting)

    def play(self, card: Card) -> None:
        """Lead a card or play one to the card led.

        Raises:
            IllegalPlayError: when it may not be played; the message names the rule.
        """
        self._choose(card)

    def throw_up(self, *, wanted: bool) -> None:
        """Throw the hand up, or keep it.

        Raises:
            IllegalPlayError: when nobody is asked.
        """
        self._choose(wanted)

    def hand_over(self) -> None:
        """Let the other person sit down before the screen.

        Raises:
            IllegalPlayError: when it is not the other person's turn.
        """
        self._sitting = handed_over(self._sitting)

    @property
    def may_undo(self) -> bool:
        """Whether the person before the screen may take the last card back."""
        return self._sitting.may_take_back

    def undo(self) -> None:
        """Take the lead back; that can be done until the reply is shown.

        Raises:
            IllegalPlayError: when nothing can be taken back.
        """
        self._sitting = taken_back(self._sitting)

    def think(self) -> Thought:
        """What the computer player to move chooses; the session stays as it is.

        It may be called in another thread, and the answer given to `go_on`.

        Raises:
            PenneechError: when the computer player is not to move.
        """
        sitting = self._sitting
        if sitting.waits is not Waits.COMPUTER:
            raise IllegalPlayError("the computer player is not to move", rule="turn")
        return thought(sitting)

    def go_on(self, chosen_so: Thought | None = None) -> bool:
        """Let the computer player make its choice.

        Args:
            chosen_so: what it has chosen; it thinks now where this is left out.

        Returns:
            Whether it was made: not when the game has meanwhile become another, since a lead was
            taken back.
        """
        made = self.think() if chosen_so is None else chosen_so
        if made.over is not self._sitting:
            return False
        self._sitting = chosen(self._sitting, made.choice)
        return True

    def advise(self) -> Advice:
        """What a strong player would do in this person's place, from what the person sees.

        The session stays as it is, and it may be called in another thread.

        Raises:
            PenneechError: when the person is not to choose.
        """
        return hint(self._sitting)

    @property
    def why_weak(self) -> str:
        """Why no strong player can advise: `without_numba`, `too_large` hands; empty if one can."""
        return why_weak(self.rules)

    def _choose(self, choice: Choice) -> None:
        # Where nobody is asked, or something else, the engine says so.
        if self._sitting.waits in (Waits.COMPUTER, Waits.CURTAIN):
            raise IllegalPlayError("it is not this person's turn to do that", rule="turn")
        self._sitting = chosen(self._sitting, choice)

"""How a game is opened: by which rules, against whom, or from which file."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from penneech.errors import FileFaultsError, PenneechError
from penneech.players.registry import opponent_named
from penneech.render.wording import Words
from penneech.screens.keeping import Keeping, kept_record
from penneech.screens.session import Session
from penneech.screens.sitting import PERSON
from penneech.screens.voice import PHRASES, Voice
from penneech.variant import load_variant, variant_ids, variant_titles

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.cards import Card
    from penneech.records import Record
    from penneech.screens.rulings import Grounds
    from penneech.variant import Title, Variant


@dataclass(frozen=True, slots=True)
class Opening:
    """What was asked for.

    Args:
        variant: the id or the path of a variant; None where it is still to be chosen.
        opponent: the name of a computer player, or `human`.
        seed: the seed, if one is given.
        game: the number of the game under that seed.
        load: the file of a game that is gone on with.
        edited: whether that game's own check is passed over, as after editing it.
        language: `en` or `it`.
        letters: whether suits are written in letters.
        variants_dir: the folder of the reader's own variants.
        sources_dir: the folder of the reader's own sources.
    """

    variant: str | None
    opponent: str
    seed: int | None = None
    game: int = 0
    load: Path | None = None
    edited: bool = False
    language: str = "en"
    letters: bool = False
    variants_dir: Path | None = None
    sources_dir: Path | None = None

    @property
    def is_chosen(self) -> bool:
        """Whether it is known by which rules the game is played."""
        return self.variant is not None or self.load is not None

    @property
    def words(self) -> Words:
        """The words of the language."""
        return Words(self.language, PHRASES)

    def of(self, variant: str, opponent: str | None = None) -> Opening:
        """The same, by the rules of another variant, or against another player."""
        return replace(self, variant=variant, opponent=opponent or self.opponent)

    def titles(self) -> tuple[Title, ...]:
        """What the variants to choose from call themselves, before anything of them is checked."""
        return variant_titles(self.variants_dir)

    def offered(self) -> list[Variant]:
        """The variants to choose from."""
        return [self.found(name) for name in variant_ids(self.variants_dir)]

    def found(self, name: str) -> Variant:
        """A variant by its id or path.

        Raises:
            UnknownNameError: when nobody knows the name.
            FileFaultsError: with all faults of its file.
        """
        return load_variant(name, variants_dir=self.variants_dir, sources_dir=self.sources_dir)

    def check(self) -> None:
        """See that the game can begin.

        Raises:
            PenneechError: when it cannot; the text says why.
        """
        if self.is_chosen:
            self.session()
        elif self.opponent != PERSON:
            # Whether its hands are too large for a player a variant will tell.
            opponent_named(self.opponent)

    def session(self) -> Session:
        """The game.

        Raises:
            PenneechError: when it cannot begin, or be gone on with.
        """
        if self.load is None:
            assert self.variant is not None  # noqa: S101  # it has been chosen
            found = self.found(self.variant)
            return Session.new(
                found.rules, self.opponent, variant=found.id, seed=self.seed, game=self.game
            )
        try:
            session = Session.load(self._kept(self.load))
        except FileFaultsError:  # it names the file
            raise
        except PenneechError as error:
            if str(self.load) in str(error):
                raise
            placed = PenneechError(f"{self.load}: {error}")
            raise placed.known_as(error.key, place=str(self.load), **error.figures) from error
        if self.variant is not None and self.found(self.variant).rules != session.rules:
            raise PenneechError(
                f"{self.load} was not begun by the rules of {self.variant}; leave the variant out"
            ).known_as("other_rules", file=str(self.load), variant=self.variant)
        return session

    def _kept(self, path: Path) -> Record:
        return kept_record(path, check=not self.edited)

    def keeping(self, session: Session) -> Keeping:
        """Where the game is saved, which has just been opened."""
        return Keeping() if self.load is None else Keeping(self.load, session.save())

    def grounds(self) -> Grounds | None:
        """Where the evidence for the rules is; None where their variant is not at hand."""
        from penneech.screens.rulings import Grounds  # noqa: PLC0415  # a server is to start quickly

        rules = None
        name = self.variant
        if self.load is not None:
            record = self._kept(self.load)
            rules, name = record.rules, name or record.heading.variant
        try:
            found = None if name is None else self.found(name)
        except PenneechError:
            return None
        if found is None or (rules is not None and found.rules != rules):
            return None
        return Grounds(found, self.sources_dir)

    def spoken(self, session: Session) -> Voice:
        """The voice that names cards in words: seven of diamonds."""
        words = self.words
        return Voice(session, self.language, lambda card: words.face(card).name)

    def shown(self, session: Session, *, signs: bool) -> Voice:
        """The voice that writes cards as the screen shows them: 7♦, or 7D."""
        return Voice(session, self.language, partial(_written, signs=signs))

    def command(self, session: Session) -> str:
        """The command that begins the same game again; empty for one that no command begins."""
        heading, (me, other) = session.heading, session.players
        if me != PERSON or heading.start_dealer is not None or heading.start_score != (0, 0):
            return ""
        name = self.variant or heading.variant or "VARIANT"
        words = ["penneech", "play", name, "--seed", str(heading.seed)]
        words += ["--two"] if other == PERSON else ["--opponent", other]
        words += ["--game", str(heading.game)] if heading.game else []
        return shlex.join(words)


def _written(card: Card, *, signs: bool) -> str:
    return card.sign if signs else str(card)

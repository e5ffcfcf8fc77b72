"""The pages: what a game shows to the person at one seat, set in HTML.

All that a page knows of a game comes from the `Face` and the `Voice` of that seat.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined

from penneech.events import Played, Player, ThrownUp
from penneech.render.card_drawings import BACK, SYMBOLS, picture
from penneech.screens.bearing import bearing
from penneech.screens.session import OPPONENTS
from penneech.screens.sitting import PERSON, Waits
from penneech.screens.voice import Voice, words_in
from penneech.screens.web.figures import beside, figures_of
from penneech.screens.web.guard import POLICY
from penneech.screens.web.log import lines_of
from penneech.screens.web.pictures import board_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from penneech.advice.hindsight import SolvedDeal
    from penneech.cards import Card
    from penneech.render.wording import Words
    from penneech.screens.rulings import Grounds
    from penneech.screens.web.tables import Place
    from penneech.variant import Title, Variant

HTMX = (
    '{"prefix": "data-hx-", "implicitInheritance": true, "history": false, '
    '"includeIndicatorCSS": false, "morphIgnore": ["data-htmx-powered", "open"]}'
)
"""How htmx behaves: it adds no style and no step back, and leaves open what the reader opened."""

WAITING = 4
"""Seconds after which a page looks again that waits for the other person."""

WAITING_LONG = 30
"""The same without scripts while nobody has taken the other seat: the page is read anew, and the
invitation is still to be copied."""

TEXT_FORM = "\N{VARIATION SELECTOR-15}"
LANGUAGES = ("en", "it")

USUAL = "parlett"
"""The variant that is marked where one is chosen."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a page: the language, and the address to which the page belongs."""

    language: str
    here: str

    @property
    def words(self) -> Words:
        """The words of the language."""
        return words_in(self.language)

    def text(self, key: str, **figures: str | int) -> str:
        """A phrase of the play."""
        return self.words.text(f"play.{key}", **figures)


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("penneech.screens.web"),
        undefined=StrictUndefined,
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals.update(
        picture=picture, back=BACK, symbols=SYMBOLS, languages=LANGUAGES, Waits=Waits, htmx=HTMX
    )
    return pages


def _set(name: str, reader: Reader, **content: object) -> str:
    text, words = reader.text, reader.words
    return _pages().get_template(name).render(reader=reader, text=text, words=words, **content)


def written(card: Card) -> str:
    """A card as a page writes it within a line."""
    return card.sign + TEXT_FORM


def voice_at(place: Place, reader: Reader) -> Voice:
    """The voice that tells of a game on a page."""
    return Voice(place.session, reader.language, written)


def home_page(reader: Reader, offered: Sequence[Title], fault: str = "") -> str:
    """Where a game is begun: the variants, the opponents, and a game that was saved."""
    return _set(
        "home.html.j2",
        reader,
        offered=offered,
        opponents=[*OPPONENTS, PERSON],
        usual=USUAL,
        fault=fault,
    )


def game_page(  # noqa: PLR0913  # all that a page may tell besides
    place: Place,
    reader: Reader,
    *,
    note: str = "",
    hint: list[str] | None = None,
    invitation: str | None = None,
    has_rulebook: bool = False,
) -> str:
    """A game as it stands.

    Args:
        place: the game for who sits there.
        reader: who reads.
        note: what is to be said before all else.
        hint: a hint, if one was asked for.
        invitation: the address of the invitation to the other seat, while it can be used.
        has_rulebook: whether the rulebook of its variant is at hand.
    """
    session, voice = place.session, voice_at(place, reader)
    face = session.face
    now, before = lines_of(voice, place.log)
    undoing = face.waits is Waits.COMPUTER and session.may_undo
    waits = session.is_apart and face.waits in (Waits.OTHER, Waits.DEAL)
    turn = reader.text("web.reply", name=voice.name(face.me.other)) if undoing else voice.turn(face)
    return _set(
        "game.html.j2",
        reader,
        place=place,
        session=session,
        voice=voice,
        face=face,
        board=board_of(face),
        turn=turn,
        told="" if note else " ".join([*(hint or _since_own(place, reader)), turn]),
        waiting=waits and (WAITING_LONG if invitation else WAITING),
        pause=WAITING,
        seen=seen(place, invitation),
        undoing=undoing,
        now=now,
        before=before,
        note=note,
        hint=hint or [],
        invitation=invitation,
        has_rulebook=has_rulebook,
        seats=(face.me.other, face.me),
    )


def seen(place: Place, invitation: str | None) -> str:
    """What a page shows, in short: while it is the same, a page that waits need not be made anew.

    Args:
        place: the game for who sits there.
        invitation: as for `game_page`.
    """
    return f"{place.number}-{'open' if invitation else 'taken'}"


def _since_own(place: Place, reader: Reader) -> list[str]:
    """What has happened since the reader last chose, that choice too, with cards in words."""
    session, words = place.session, reader.words
    voice = Voice(session, reader.language, lambda card: words.face(card).name)
    since = session.deal_began
    for moment in range(session.moment - 1, since, -1):
        first = session.events(moment)[:1]
        if first and isinstance(first[0], Played | ThrownUp) and first[0].player is session.facing:
            since = moment
            break
    return list(voice.happened(since))


def rules_page(place: Place, reader: Reader, grounds: Grounds | None) -> str:
    """The rules that bear on the moment, and what they rest on."""
    from penneech.screens.rulings import rulings  # noqa: PLC0415  # a server is to start quickly

    session, voice = place.session, voice_at(place, reader)
    last = session.events(max(session.moment - 1, 0))
    found = rulings(voice, bearing(session.face, last), grounds)
    return _set("rules.html.j2", reader, place=place, session=session, found=found, grounds=grounds)


def review_page(place: Place, reader: Reader, deals: list[SolvedDeal], why: str = "") -> str:
    """The game card by card beside best play; or why that cannot be told."""
    from penneech.screens.review import why_unsolved  # noqa: PLC0415  # a server is to start quickly

    voice = voice_at(place, reader)
    given = [sum(deal.given[player] for deal in deals) for player in Player]
    return _set(
        "review.html.j2", reader, place=place, voice=voice, deals=deals, why=why, given=given,
        seats=tuple(Player), why_unsolved=why_unsolved,
    )  # fmt: skip


def making_page(place: Place, reader: Reader) -> str:
    """That the review of a game is being made."""
    return _set("making.html.j2", reader, place=place)


def invitation_page(reader: Reader, *, is_open: bool) -> str:
    """Where the other seat of a game is taken."""
    return _set("invitation.html.j2", reader, is_open=is_open)


def problem_page(reader: Reader, what: str, game: str = "") -> str:
    """What cannot be done, in a sentence.

    Args:
        reader: who reads.
        what: the sentence.
        game: the id of the game to which the way back leads, if there is one.
    """
    return _set("problem.html.j2", reader, what=what, game=game)


def figures_page(variant: Variant, offered: Iterable[Variant], reader: Reader) -> str:
    """A variant in figures, and beside the others."""
    return _set(
        "figures.html.j2", reader, variant=variant, figures=figures_of(variant, reader),
        others=beside(offered, reader),
    )  # fmt: skip


@cache
def _rulebook(variant: Variant, language: str, sources_dir: Path | None) -> str:
    from penneech.apparatus import load_sources  # noqa: PLC0415  # a server is to start quickly
    from penneech.render.html import render_html  # noqa: PLC0415  # the same
    from penneech.render.rulebook import compose_rulebook  # noqa: PLC0415  # the same

    return render_html(compose_rulebook(variant, language, load_sources(sources_dir)))


_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def rulebook_page(
    variant: Variant, reader: Reader, sources_dir: Path | None, game: str = ""
) -> tuple[str, str]:
    """The rulebook of a variant, and the policy under which its own style is allowed.

    Args:
        variant: the variant.
        reader: who reads.
        sources_dir: where the sources are found.
        game: the id of the game from which the reader comes, to which a way leads back.
    """
    page = _rulebook(variant, reader.language, sources_dir)
    back = _set("leaving.html.j2", reader, game=game if _GAME.fullmatch(game) else "")
    page = page.replace("<body>\n", f"<body>\n{back}\n", 1)
    hashes = [
        base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        for style in _STYLE.findall(page)
    ]
    styles = " ".join(["style-src", "'self'", *(f"'sha256-{name}'" for name in hashes)])
    return page, f"{POLICY}; {styles}"

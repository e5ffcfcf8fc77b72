"""What the tests of the critical apparatus share."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from penneech.apparatus import load_sources
from penneech.edition.critical import critical_apparatus
from penneech.evidence import Text
from penneech.variant import shipped_variants

NASTY = "<b>&amp; \u202e\x07 ]]> \"' | =1+1"
"""A text that means something to every format, and that would act where it can."""


@cache
def shipped_apparatus(points=()):
    return critical_apparatus(load_sources(), shipped_variants(), points)


def point(name):
    return next(one for one in shipped_apparatus().points if one.id == name)


def nasty_apparatus():
    """An apparatus with a variant and a source whose texts are all of the worst kind."""
    own, sources = shipped_variants()[0], load_sources()
    settings = {name: replace(one, note=Text(NASTY)) for name, one in own.settings.items()}
    own = replace(own, summary=Text(NASTY), title=Text(NASTY), settings=settings)
    old = sources["Par"]
    passages = tuple(
        replace(
            one,
            says=Text(NASTY),
            readings=tuple(replace(each, note=Text(NASTY), resp=NASTY) for each in one.readings),
        )
        for one in old.passages
    )
    csl = {**old.csl, "title": NASTY, "URL": f"https://example.org/{NASTY}", "note": NASTY}
    source = replace(old, title=Text(NASTY), copy=Text(NASTY), passages=passages, csl=csl)
    return critical_apparatus({**sources, "Par": source}, [own])

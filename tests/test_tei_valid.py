"""Every TEI document that is written is valid against the TEI schema, where it is at hand."""

from __future__ import annotations

import os

import pytest
from apparatus_parts import nasty_apparatus, shipped_apparatus
from collation_parts import made_up
from lxml import etree

from penneech.render.critical.tei.collation import collation_tei
from penneech.render.critical.tei.document import apparatus_tei

SCHEMA = os.environ.get("PENNEECH_TEI_SCHEMA", "")


def documents():
    """The documents, each with a name."""
    for language in ("en", "it"):
        for points in ((), ("following",), ("target", "ace_high")):
            name = f"apparatus, {language}, {points or 'all points'}"
            yield name, apparatus_tei(shipped_apparatus(points), language)
        yield f"collation, {language}", collation_tei(made_up(), language)
    yield "apparatus of strangers' texts", apparatus_tei(nasty_apparatus(), "it")


@pytest.mark.skipif(not SCHEMA, reason="PENNEECH_TEI_SCHEMA does not name tei_all.rng")
def test_every_document_is_valid_tei():
    # One test, since the schema takes ten seconds to be read.
    schema = etree.RelaxNG(etree.parse(SCHEMA))
    for name, text in documents():
        assert schema.validate(etree.fromstring(text.encode())), f"{name}: {schema.error_log}"

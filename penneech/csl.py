"""The vocabulary of CSL-JSON (CSL 1.0.2), the form in which reference managers exchange data."""

from __future__ import annotations

TYPES = (
    "article",
    "article-journal",
    "article-magazine",
    "article-newspaper",
    "bill",
    "book",
    "broadcast",
    "chapter",
    "classic",
    "collection",
    "dataset",
    "document",
    "entry",
    "entry-dictionary",
    "entry-encyclopedia",
    "event",
    "figure",
    "graphic",
    "hearing",
    "interview",
    "legal_case",
    "legislation",
    "manuscript",
    "map",
    "motion_picture",
    "musical_score",
    "pamphlet",
    "paper-conference",
    "patent",
    "performance",
    "periodical",
    "personal_communication",
    "post",
    "post-weblog",
    "regulation",
    "report",
    "review",
    "review-book",
    "software",
    "song",
    "speech",
    "standard",
    "thesis",
    "treaty",
    "webpage",
)
"""What a thing can be."""

NAME_PARTS = (
    "family",
    "given",
    "dropping-particle",
    "non-dropping-particle",
    "suffix",
    "comma-suffix",
    "static-ordering",
    "literal",
    "parse-names",
)
"""The parts of a person's name."""

_NAMES = """author chair collection-editor compiler composer container-author contributor curator
director editor editorial-director executive-producer guest host illustrator interviewer narrator
organizer original-author performer producer recipient reviewed-author script-writer
series-creator translator"""
_DATES = "accessed available-date event-date issued original-date submitted"
_NUMBERS = """chapter-number citation-number collection-number edition first-reference-note-number
issue locator number number-of-pages number-of-volumes page page-first part printing section
supplement version volume year-suffix"""
_TEXTS = """DOI ISBN ISSN PMCID PMID URL abstract annote archive archive-place archive_collection
archive_location authority call-number citation-key citation-label collection-title
container-title container-title-short dimensions division event event-place event-title genre
journalAbbreviation jurisdiction keyword language medium note original-publisher
original-publisher-place original-title part-title publisher publisher-place references
reviewed-genre reviewed-title scale shortTitle source status title-short volume-title
volume-title-short"""

STANDARD_FIELDS = {
    **dict.fromkeys(_NAMES.split(), "names"),
    **dict.fromkeys(_DATES.split(), "date"),
    **dict.fromkeys(_NUMBERS.split(), "number"),
    **dict.fromkeys(_TEXTS.split(), "text"),
    "categories": "list",
}
"""What can be said of it beside `id`, `type` and `title`, and the form of each."""

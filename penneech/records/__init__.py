"""Records: games written down, read again, and checked card by card by the engine."""

from penneech.records.checking import possible_games, verify, verify_view
from penneech.records.files import partial_of, replacing
from penneech.records.model import (
    DealRecord,
    Heading,
    Record,
    Replayed,
    Step,
    ThrownUpEntry,
    Viewed,
    seen,
)
from penneech.records.naming import game_name, game_title, number_of
from penneech.records.packs import packs_of
from penneech.records.reading import (
    checked_records,
    look_through,
    numbered_records,
    read_packs,
    read_records,
    record_from_data,
)
from penneech.records.writing import points_of, record_of, record_text, record_to_data

__all__ = [
    "DealRecord",
    "Heading",
    "Record",
    "Replayed",
    "Step",
    "ThrownUpEntry",
    "Viewed",
    "checked_records",
    "game_name",
    "game_title",
    "look_through",
    "number_of",
    "numbered_records",
    "packs_of",
    "partial_of",
    "points_of",
    "possible_games",
    "read_packs",
    "read_records",
    "record_from_data",
    "record_of",
    "record_text",
    "record_to_data",
    "replacing",
    "seen",
    "verify",
    "verify_view",
]

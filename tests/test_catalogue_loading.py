"""The catalogue as the program reads it: whole, in order, and refused where it does not fit."""

from __future__ import annotations

import pytest

from penneech.catalogue import FILE, filled, load_catalogue
from penneech.errors import FileFaultsError
from penneech.events import Source
from penneech.evidence import Basis
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS


def broken(tmp_path, old, new):
    path = tmp_path / "catalogue.yaml"
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FileFaultsError) as caught:
        load_catalogue(path)
    return [(fault.path, fault.message) for fault in caught.value.faults]


def test_every_name_of_the_rule_space_has_its_entry_in_order():
    catalogue = load_catalogue()
    assert list(catalogue.points) == list(RULE_POINTS)
    assert list(catalogue.parameters) == list(PARAMETERS)
    assert list(catalogue.invariants) == list(INVARIANTS)
    assert list(catalogue.bases) == list(Basis)
    assert list(catalogue.point_sources) == list(Source)
    for point, kind in RULE_POINTS.items():
        assert list(catalogue.readings[point]) == [reading.value for reading in kind]
        assert catalogue.points[point].question.it
        assert all(entry.sentence.it for entry in catalogue.readings[point].values())


def test_an_entry_is_found_whatever_it_is_of():
    catalogue = load_catalogue()
    assert catalogue.entry("following") is catalogue.points["following"]
    assert catalogue.entry("target") is catalogue.parameters["target"]
    assert catalogue.entry("ace_high") is catalogue.invariants["ace_high"]
    with pytest.raises(KeyError):
        catalogue.entry("jokers")


def test_a_reading_without_its_entry_is_told(tmp_path):
    found = broken(tmp_path, "      must_follow:\n", "      must_folow:\n")
    paths = [path for path, _ in found]
    assert "rules.following.readings.must_follow.sentence.it" in paths
    assert "rules.following.readings.must_folow" in paths


def test_a_name_is_filled_with_its_figure_and_no_name_is_left_open():
    assert filled("up to {{ target }}", {"target": "61"}) == "up to 61"
    with pytest.raises(KeyError):
        filled("up to {{ target }}", {})

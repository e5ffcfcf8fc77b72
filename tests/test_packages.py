"""The packages that this needs: the lowest and the newest versions named are the tested ones."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def needed():
    """Every requirement of the base and of the extras, but those that are extras of our own."""
    texts = [*PROJECT["dependencies"], *(text for extra in EXTRAS.values() for text in extra)]
    found = [Requirement(text) for text in texts]
    return [one for one in found if one.name != PROJECT["name"]]


def listed(name):
    """The versions in a list of constraints, by the packages' names."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(package): Version(version) for package, version in pairs}


@pytest.mark.parametrize("one", needed(), ids=str)
def test_a_lower_bound_is_the_version_that_is_tested_as_the_lowest(one):
    (bound,) = one.specifier
    assert bound.operator == ">="
    assert listed("constraints-lowest.txt")[canonicalize_name(one.name)] == Version(bound.version)


@pytest.mark.parametrize("one", needed(), ids=str)
def test_the_version_that_is_installed_by_the_lines_of_the_readme_is_within_bounds(one):
    assert listed("constraints.txt")[canonicalize_name(one.name)] in one.specifier


def test_the_lists_are_versions_alone():
    for name in ("constraints.txt", "constraints-lowest.txt"):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            assert line.startswith("#") or line.count("==") == 1, f"{name}: {line}"


def test_all_is_every_extra_but_dev():
    (everything,) = map(Requirement, EXTRAS["all"])
    assert everything.extras == set(EXTRAS) - {"all", "dev"}

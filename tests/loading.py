"""What the tests of the loader share: the command as a user runs it, and variant files to break."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from pathlib import Path

import yaml

from penneech.cli import main
from penneech.paths import shipped

CASES = Path(__file__).parent / "cases" / "loader"
NOTE = {"en": "For this test."}
HANGS = 60
"""Seconds after which something is taken to hang; how fast it is stands in benchmarks/files.py."""


@contextmanager
def not_hanging():
    """Fail if what is done here takes the processor as long as if it would never end."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < HANGS


def run(monkeypatch, capsys, *arguments):
    """Run the command; give its exit status, and what it wrote on either stream."""
    monkeypatch.setattr(sys, "argv", ["penneech", *map(str, arguments)])
    status = 0
    try:
        main()
    except SystemExit as stop:
        status = stop.code
    written = capsys.readouterr()
    return status, written.out, written.err


class _PlainDumper(yaml.SafeDumper):
    """Writes everything out: what stands in two places of the data is no anchor and alias."""

    def ignore_aliases(self, _data):
        return True


def write(path, data):
    path.write_text(yaml.dump(data, Dumper=_PlainDumper, sort_keys=False), encoding="utf-8")
    return path


def base(name="base", **changes):
    """A base variant as data, with other readings where they are given."""
    text = (shipped("variants") / "cotton-1674.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text) | {"id": name}
    data["rules"] |= {point: conjecture(reading) for point, reading in changes.items()}
    return data


def child(name, extends="cotton-1674", **changes):
    """A child as data."""
    rules = {point: conjecture(reading) for point, reading in changes.items()}
    return {"id": name, "extends": extends, "title": {"en": name}, "rules": rules}


def conjecture(reading, key="reading"):
    return {key: reading, "basis": "conjecture", "note": dict(NOTE)}


def source(siglum, **more):
    """A small source as data."""
    return {
        "siglum": siglum,
        "kind": "manuscript",
        "seen": "part",
        "title": {"en": f"The commonplace book {siglum}"},
        "csl": {"id": siglum, "type": "manuscript", "title": "A commonplace book"},
        "licence": {"id": "unknown"},
    } | more

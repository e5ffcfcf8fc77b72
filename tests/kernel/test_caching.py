"""The folder of compiled code is its owner's alone, since what is read there is run."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("numba")

from penneech.kernel import caching

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights are other things there")


@pytest.fixture
def caches(tmp_path, monkeypatch):
    monkeypatch.setattr(caching, "user_caches", lambda: tmp_path / "caches")
    monkeypatch.setattr(caching.numba.config, "DISABLE_JIT", 0)
    caching.folder.cache_clear()
    yield tmp_path / "caches"
    caching.folder.cache_clear()


def test_it_is_made_for_its_owner_alone(caches):
    place = caching.folder()
    assert place.parent.parent == caches
    for one in (place, place.parent):
        assert one.stat().st_mode & 0o077 == 0


def test_others_are_shut_out_of_a_folder_of_ones_own(caches):
    (caches / "penneech").mkdir(parents=True)
    (caches / "penneech").chmod(0o777)
    assert caching.folder() is not None
    assert (caches / "penneech").stat().st_mode & 0o022 == 0


@pytest.mark.usefixtures("caches")
def test_a_folder_of_somebody_else_is_not_used(monkeypatch):
    other = caching.os.geteuid() + 1
    monkeypatch.setattr(caching.os, "geteuid", lambda: other)
    assert caching.folder() is None


def test_a_folder_that_is_a_link_is_not_used(caches, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    caches.mkdir()
    (caches / "penneech").symlink_to(tmp_path / "elsewhere")
    assert caching.folder() is None

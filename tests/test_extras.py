"""Extras: what is missing is told in one line, with a command that installs it where one is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import lacking
import pytest

from penneech import extras
from penneech.extras import installing, installing_package

HERE = Path(__file__).parent


def test_the_table_knows_every_extra_and_what_it_brings():
    assert lacking.extras() == set(lacking.BROUGHT) == set(lacking.ROWS)


def test_without_extras_all_that_needs_one_tells_the_command_and_the_base_is_enough():
    ended = subprocess.run(  # noqa: S603  # our own interpreter, and our own script
        [sys.executable, HERE / "lacking.py", *lacking.ROWS],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(HERE.parent), str(HERE)))},
        check=False,
        timeout=240,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(ended.stdout.splitlines()) == len(lacking.BASE) + sum(
        map(len, lacking.ROWS.values())
    )


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An installation of Penneech in an environment of its own, as installers leave it."""
    prefix = tmp_path / "env"
    (prefix / "bin").mkdir(parents=True)
    (prefix / "bin" / "python").touch()
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(sys, "executable", str(prefix / "bin" / "python"))
    monkeypatch.setenv("PATH", os.fspath(prefix / "nothing"))
    monkeypatch.setattr(extras, "_PACKAGE", (tmp_path / "folder" / "penneech").resolve())
    (tmp_path / "folder" / "penneech").mkdir(parents=True)
    came_from(monkeypatch, None)
    return prefix


NEEDED = [
    "click>=8.1.7",
    "sphinx>=8.0; extra == 'docs'",
    "typst>=0.14.8; extra == 'docs'",
    "typst>=0.14.8; extra == 'pdf'",
    "numba>=0.61; python_version < '3.99' and extra == 'fast'",
    "starlette>=1.3.1; extra == 'web'",
    "uvicorn>=0.30; extra == 'web'",
    "numba>=0.61; extra == 'all'",
]


def came_from(monkeypatch, told, package=None, there=()):
    """Penneech's metadata say that it came from there, or nothing, and what is beside it."""

    class Distribution:
        requires = NEEDED

        def read_text(self, name):
            assert name == "direct_url.json"
            return told if told is None or isinstance(told, str) else json.dumps(told)

        def locate_file(self, _):
            return package or extras._PACKAGE  # noqa: SLF001  # it is what is stood in for

    def distribution(name):
        if name not in {"penneech", *there}:
            raise PackageNotFoundError(name)
        return Distribution()

    monkeypatch.setattr("importlib.metadata.distribution", distribution)


def test_an_environment_that_is_active_has_its_pip_at_hand(place, monkeypatch):
    (place / "bin" / "pip").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(place / "bin"))
    assert installing("web") == 'pip install "penneech[web]"'
    assert installing_package("pandas") == "pip install pandas"


def test_another_pip_than_that_of_the_environment_is_never_named(place):
    assert installing("web") == f'{place}/bin/python -m pip install "penneech[web]"'


def test_what_stands_in_this_folder_is_named_from_here(place, monkeypatch):
    came_from(
        monkeypatch,
        {"url": (place.parent / "folder").as_uri(), "dir_info": {"editable": True}},
    )
    monkeypatch.chdir(place.parent)
    assert installing("pdf") == 'env/bin/python -m pip install -e "./folder[pdf]"'
    monkeypatch.chdir(place.parent / "folder")
    assert installing("pdf").endswith(' -m pip install -e ".[pdf]"')
    monkeypatch.chdir("/")
    assert installing("pdf").endswith(f' -m pip install -e ".{place.parent}/folder[pdf]"')


def test_a_wheel_is_named_again_while_it_is_there(place, monkeypatch):
    wheel = place.parent / "penneech-1-py3-none-any.whl"
    wheel.touch()
    came_from(monkeypatch, {"url": wheel.as_uri(), "archive_info": {}})
    assert installing("pdf").endswith(f' -m pip install "{wheel}[pdf]"')
    wheel.unlink()
    assert installing("pdf").endswith(' -m pip install "penneech[pdf]"')


@pytest.mark.parametrize("told", ["{", "[]", '{"url": "https://example.org/p"}', '{"url": 1}'])
def test_an_origin_that_says_nothing_gives_the_name_alone(place, monkeypatch, told):
    came_from(monkeypatch, told)
    assert installing("pdf") == f'{place}/bin/python -m pip install "penneech[pdf]"'


def test_a_copy_that_is_run_beside_the_installed_one_is_not_taken_for_it(place, monkeypatch):
    told = {"url": place.as_uri(), "dir_info": {"editable": True}}
    came_from(monkeypatch, told)
    assert installing("pdf").endswith('"penneech[pdf]"')


def test_what_pipx_installed_it_installs_anew(place):
    (place / "pipx_metadata.json").touch()
    assert installing("web") == 'pipx install --force "penneech[web]"'
    assert installing_package("pandas") == "pipx inject penneech pandas"


def test_a_tool_of_uv_is_installed_anew_by_uv(place):
    (place / "uv-receipt.toml").touch()
    assert installing("web") == 'uv tool install --force "penneech[web]"'
    assert installing_package("pandas") == 'uv tool install --force --with pandas "penneech"'


def test_under_uvx_the_command_is_another_one(place, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(place.parent / "archive-v0" / "x"))
    assert installing("web") == 'uvx --from "penneech[web]" penneech'
    assert installing_package("pandas") == 'uvx --with pandas --from "penneech" penneech'


@pytest.mark.parametrize(
    ("installer", "begins", "ends"),
    [
        ("uv-receipt.toml", "uv tool install --force ", ""),
        ("pipx_metadata.json", "pipx install --force ", ""),
        (None, "uvx --from ", " penneech"),
    ],
)
def test_an_environment_that_is_made_anew_keeps_the_extras_that_it_had(
    installer, begins, ends, place, monkeypatch
):
    there = ("starlette", "uvicorn", "numba", "typst")
    came_from(monkeypatch, None, there=there)
    if installer is None:
        monkeypatch.setattr(sys, "prefix", str(place.parent / "archive-v0" / "x"))
    else:
        (place / installer).touch()
    # Of `docs` a package is missing, and `all` says no more than the others.
    assert installing("docs") == f'{begins}"penneech[docs,fast,pdf,web]"{ends}'
    assert installing("web") == f'{begins}"penneech[fast,pdf,web]"{ends}'
    came_from(monkeypatch, None, there=there[1:])
    assert installing("pdf") == f'{begins}"penneech[fast,pdf]"{ends}'


def test_a_package_beside_it_takes_no_extra_away(place, monkeypatch):
    came_from(monkeypatch, None, there=("typst",))
    (place / "uv-receipt.toml").touch()
    told = 'uv tool install --force --with pandas "penneech[pdf]"'
    assert installing_package("pandas") == told
    monkeypatch.setattr(sys, "prefix", str(place.parent / "archive-v0" / "x"))
    assert installing_package("pandas") == 'uvx --with pandas --from "penneech[pdf]" penneech'


@pytest.mark.usefixtures("place")
def test_what_is_installed_into_what_is_there_names_the_one_extra(monkeypatch):
    came_from(monkeypatch, None, there=("typst",))
    assert installing("web").endswith(' -m pip install "penneech[web]"')


def test_an_environment_without_pip_is_filled_by_uv(place, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert installing("web") == (f'uv pip install --python "{place}/bin/python" "penneech[web]"')


def test_a_path_that_a_shell_would_read_is_quoted(place, monkeypatch):
    wheel = place.parent / "a $HOME.whl"
    wheel.touch()
    came_from(monkeypatch, {"url": wheel.as_uri(), "archive_info": {}})
    assert installing("pdf").endswith(f" -m pip install '{wheel}[pdf]'")

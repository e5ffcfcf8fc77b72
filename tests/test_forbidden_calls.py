"""What runs data as a program, or hands words to a shell, is in no module but with a reason."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MODULES = {
    "pickle", "cPickle", "_pickle", "cloudpickle", "dill", "joblib", "marshal", "shelve", "dbm",
    "subprocess", "pty", "code", "codeop", "runpy", "ctypes", "cffi", "imp", "importlib",
    "socket", "urllib", "http", "ftplib", "smtplib", "xmlrpc", "telnetlib", "requests", "httpx",
    "httpx2", "aiohttp", "tarfile", "zipfile", "xml", "commands",
}  # fmt: skip
"""Modules of which one has to think: they run data, start programs, ask a network, unpack."""

HARMLESS = {"importlib.metadata", "importlib.resources", "importlib.util", "urllib.parse"}
"""Parts of them that do none of it."""

CALLS = {"eval", "exec", "compile", "__import__", "execfile", "input"}
METHODS = {
    ("os", "system"), ("os", "popen"), ("os", "fork"), ("yaml", "load"), ("yaml", "load_all"),
    ("yaml", "unsafe_load"), ("yaml", "full_load"), ("numpy", "load"), ("np", "load"),
    ("pd", "read_pickle"), ("pandas", "read_pickle"), ("tempfile", "mktemp"), ("etree", "parse"),
    ("etree", "XML"), ("etree", "iterparse"), ("etree", "HTML"),
}  # fmt: skip

ALLOWED = {
    ("penneech/__init__.py", "importlib"): "fetches our own `penneech.api` when it is asked for",
    ("penneech/cli/__init__.py", "importlib"): "fetches our own commands, by a table of them",
    ("penneech/extras.py", "importlib"): "asks by which means this copy was installed",
    ("penneech/extras.py", "urllib"): "makes a path of the address of a file; it asks nothing",
    ("penneech/render/bibliography.py", "importlib"): "fetches citeproc, which has no types",
    ("penneech/publishing/site.py", "subprocess"): "runs Sphinx by our own words, without a shell",
    ("penneech/publishing/manual_page.py", "subprocess"): "runs penneech itself, without a shell",
    ("penneech/screens/web/serving.py", "socket"): "takes the address at which the server answers",
}
"""Where one of these is, and why."""


@cache
def nodes_of(path):
    return [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def found_in(path):
    """What a module has of these."""
    for node in nodes_of(path):
        match node:
            case ast.Import(names=names):
                yield from ((of(name.name), node.lineno) for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield of(module), node.lineno
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield f"{name}()", node.lineno
            case ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr=name)):
                if (held, name) in METHODS:
                    yield f"{held}.{name}()", node.lineno
            case ast.keyword(arg="shell" | "allow_pickle"):
                yield f"{node.arg}=", node.value.lineno
            case _:
                pass


def of(module):
    return module if module in HARMLESS else module.partition(".")[0]


def is_one(name):
    return name in MODULES or name.endswith(("()", "="))


def package():
    return sorted((ROOT / "penneech").rglob("*.py"))


def test_no_module_runs_data_or_a_shell_but_those_that_are_listed_with_a_reason():
    found = {}
    for path in package():
        where = path.relative_to(ROOT).as_posix()
        for name, line in found_in(path):
            if is_one(name):
                found.setdefault((where, name), line)
    more = [f"{where}:{line}: {name}" for (where, name), line in found.items()
            if (where, name) not in ALLOWED]  # fmt: skip
    assert more == []
    assert set(ALLOWED) - set(found) == set()


@pytest.mark.parametrize(
    "text",
    [
        "import pickle",
        "from pickle import loads",
        "def f():\n    import marshal as m",
        "import xml.etree.ElementTree",
        "eval(text)",
        "import yaml\nyaml.load(text, Loader=yaml.Loader)",
        "run(words, shell=True)",
        "np.load(path, allow_pickle=True)",
        "os.system(words)",
    ],
)
def test_each_of_them_is_found(tmp_path, text):
    path = tmp_path / "module.py"
    path.write_text(text)
    assert any(is_one(name) for name, _ in found_in(path))


def test_of_a_web_page_and_of_a_document_everything_that_is_filled_in_is_escaped():
    """A template of ours that does not escape is one of Markdown, which escapes in its own way."""
    plain = {}
    for path in package():
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Environment":
                told = {word.arg: word.value for word in node.keywords}
                escapes = told.get("autoescape")
                if not (isinstance(escapes, ast.Constant) and escapes.value is True):
                    plain[path.relative_to(ROOT).as_posix()] = node.lineno
    assert set(plain) <= {"penneech/render/markdown.py", "penneech/render/studied/pages.py"}


def test_no_template_is_made_of_a_text_that_a_user_wrote():
    for path in package():
        text = path.read_text(encoding="utf-8")
        assert "from_string(" not in text, path

"""Change the engine and the loader in thousands of small ways, and see whether a test notices.

    pip install "mutmut>=3.8"
    python benchmarks/mutating.py engine            # or variants, files; goes on where it stopped
    python benchmarks/mutating.py engine --again    # tries the survivors once more, by new tests
    python benchmarks/mutating.py engine --report   # only says how far it has come

mutmut makes the mutants and runs the tests. It works in copies of the project, in `build/mutants/`,
and what it has found stays there: a run that is stopped goes on where it was, and a function that
has changed is tried anew. The tests of the part's first stage are run against every mutant, those
that take least first, until one fails; the later stages see only what the earlier ones let live.
The examples of Hypothesis are the same each time (`CI`).

Two things hide faults from mutmut, and are seen to here. Functions with a decorator are passed
over: in the copy `@lru_cache` above a function becomes `f = lru_cache(f)` below it. And what
`lru_cache` kept before a mutant was born knows nothing of it: as a plugin of pytest this file
empties the caches of the mutated modules before every test, and all of them where a mutant begins.
What only mypy reads is no rule: in the copy `cast("Path", value)` is `(value)`.

A third is not for mutmut at all: values that stand outside functions. They are changed here, in
a copy of their own: a number is one more, a text is another, an entry of a table is left out; and
the tests of all stages are run in a process of their own until one fails.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutants"
COPIED = ("penneech", "tests", "variants", "sources", "docs")
LIVES, NO_TEST, KILLED = 0, 33, (1, 3)
MANY_NUMBERS = 4_194_304
LONGEST = 600
"""Seconds that the tests of one stage may take against a changed value."""


@dataclass(frozen=True)
class Part:
    """What is mutated, and by which tests, stage after stage."""

    modules: tuple[str, ...]
    stages: tuple[tuple[str, ...], ...]


PARTS = {
    "engine": Part(("penneech/engine/*",), (("tests/engine",), ("tests/twin",))),
    "variants": Part(
        (
            "penneech/variant.py",
            "penneech/variant_files.py",
            "penneech/variant_names.py",
            "penneech/inheritance.py",
            "penneech/schema/filefaults.py",
        ),
        (
            (
                "tests/test_variants.py",
                "tests/test_variant_names.py",
                "tests/test_filefaults.py",
                "tests/test_validate.py",
            ),
            ("tests/test_variants_shown.py", "tests/test_many_variants.py", "tests/test_init.py"),
        ),
    ),
    "files": Part(
        ("penneech/files/shape.py", "penneech/files/spelling.py", "penneech/files/yaml*"),
        (
            (
                "tests/test_shape.py",
                "tests/test_spelling.py",
                "tests/test_yamlfile.py",
                "tests/test_catalogue_loading.py",
                "tests/test_validate.py",
            ),
            ("tests/test_variants.py",),
        ),
    ),
}


# --- As a plugin of pytest ----------------------------------------------------------------------


def _kept(only: str | None) -> Iterator[object]:
    """The caches that stand in the modules of the package, or in those that are mutated."""
    for name, module in list(sys.modules.items()):
        place = name.replace(".", "/") + ".py"
        if name.partition(".")[0] != "penneech":
            continue
        if only is None or any(fnmatch(place, pattern) for pattern in only.split()):
            yield from (value for value in vars(module).values() if hasattr(value, "cache_clear"))


def pytest_sessionstart() -> None:
    """Forget all that was known before this mutant was born."""
    for cache in _kept(None):
        cache.cache_clear()


def pytest_runtest_setup() -> None:
    """Let no test know what another has found out by the mutated functions."""
    for cache in _kept(os.environ.get("PENNEECH_MUTATED", "")):
        cache.cache_clear()


# --- The copy -----------------------------------------------------------------------------------


def undecorated(text: str) -> str:
    """The text with each decorator but the plain ones as a call below its function.

    Every line keeps its number: the call takes the place of the empty line after the function.
    """
    lines = text.split("\n")
    bodies = [ast.parse(text).body]
    while bodies:
        for node in bodies.pop():
            if isinstance(node, ast.ClassDef):
                bodies.append(node.body)
            if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
                continue
            names = [ast.unparse(one) for one in node.decorator_list]
            after = node.end_lineno or 0
            if {"staticmethod", "classmethod"} & set(names) or "".join(lines[after : after + 1]):
                continue
            for number in range(node.decorator_list[0].lineno - 1, node.lineno - 1):
                lines[number] = ""
            made = node.name
            for name in reversed(names):
                made = f"{name}({made})"
            lines[after : after + 1] = [f"{' ' * node.col_offset}{node.name} = {made}"]
    return "\n".join(lines)


def uncast(text: str) -> str:
    """The text without its casts, of which mypy alone takes notice; every line keeps its number."""
    edits = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "cast":
            value = node.args[1]
            edits += [
                (_offset(text, node), _offset(text, value), "("),
                (_offset(text, value, end=True), _offset(text, node, end=True), ")"),
            ]
    for first, last, mark in sorted(edits, reverse=True):
        ends = "\n" * text.count("\n", first, last)
        kept = f"{mark}{ends}" if mark == "(" else f"{ends}{mark}"
        text = f"{text[:first]}{kept}{text[last:]}"
    return text


def copied(part: Part, tests: tuple[str, ...], place: Path) -> None:
    """Bring the copy up to date; what has not changed keeps its time, by which mutmut knows it."""
    place.mkdir(parents=True, exist_ok=True)
    files = [
        path
        for folder in COPIED
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    for path in [*files, ROOT / "pyproject.toml"]:
        name = path.relative_to(ROOT).as_posix()
        data = path.read_bytes()
        is_mutated = any(fnmatch(name, pattern) for pattern in part.modules)
        if is_mutated:
            data = uncast(undecorated(data.decode())).encode()
        target = place / name
        is_new = is_mutated and not (place / "mutants" / f"{name}.meta").is_file()
        if is_new or not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            if is_mutated:  # of its new functions nobody knows yet which tests come to them
                (place / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    wanted = {path.relative_to(ROOT).as_posix() for path in files}
    for folder in COPIED:
        for path in [*(place / folder).rglob("*")]:
            if path.is_file() and path.relative_to(place).as_posix() not in wanted:
                path.unlink()
    for folder in COPIED[1:]:  # mutmut copies what is new and removes nothing
        shutil.rmtree(place / "mutants" / folder, ignore_errors=True)
    (place / "setup.cfg").write_text(settings(part, tests))


def settings(part: Part, tests: tuple[str, ...]) -> str:
    """The settings of mutmut for one stage."""
    lists = {
        "only_mutate": part.modules,
        "also_copy": COPIED[1:],
        "pytest_add_cli_args": ("-p", "no:cacheprovider", "-p", "mutating"),
        "pytest_add_cli_args_test_selection": tests,
        # What can never be reached: only mypy reads it.
        "do_not_mutate_patterns": ("case _:", "assert_never"),
    }
    said = "\n".join(
        f"{key}=\n" + "\n".join(f"    {value}" for value in values) for key, values in lists.items()
    )
    plain = "source_paths=penneech\ntimeout_constant=4\ntrack_dependencies=false"
    return f"[mutmut]\n{plain}\n{said}\n"


# --- The stages ---------------------------------------------------------------------------------


def run_stage(name: str, stage: int, mutants: list[str], children: int) -> None:
    """Let mutmut try what it has not tried, or these mutants alone."""
    part = PARTS[name]
    place = WORK / f"{name}-{stage + 1}"
    copied(part, part.stages[stage], place)
    env = os.environ | {
        "CI": "true",
        "PYTHONPATH": str(ROOT / "benchmarks"),
        "PENNEECH_MUTATED": " ".join(part.modules),
    }
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children), *mutants]
    subprocess.run(command, cwd=place, env=env, check=True)  # noqa: S603  # our own words


def results(name: str, stage: int) -> dict[str, int | None]:
    """What became of each mutant: the code with which its tests ended."""
    found: dict[str, int | None] = {}
    for path in sorted((WORK / f"{name}-{stage + 1}" / "mutants").rglob("*.py.meta")):
        found |= json.loads(path.read_text())["exit_code_by_key"]
    return found


def verdicts(name: str) -> dict[str, int | None]:
    """What became of each mutant after the last stage that saw it."""
    found = results(name, 0)
    for stage in range(1, len(PARTS[name].stages)):
        later = results(name, stage)
        for mutant, code in found.items():
            if code in {LIVES, NO_TEST} and later.get(mutant) not in {None, NO_TEST}:
                found[mutant] = later[mutant]
    return found


def run(name: str, children: int, *, again: bool) -> None:
    """Run all stages of a part."""
    run_stage(name, 0, [], children)
    if again:
        living = [one for one, code in results(name, 0).items() if code not in KILLED]
        if living:
            run_stage(name, 0, living, children)
    for stage in range(1, len(PARTS[name].stages)):
        known = results(name, stage)
        living = [one for one, code in verdicts(name).items() if code in {LIVES, NO_TEST}]
        wanted = [one for one in living if again or known.get(one) is None]
        if wanted:
            run_stage(name, stage, wanted, children)
    run_values(name, again=again)


# --- Values outside functions ---------------------------------------------------------------------


def changed_values(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Each text with one value outside functions changed: line, old value, new value, text."""
    tree = ast.parse(text)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in [*tree.body, *(one for each in classes for one in each.body)]:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        if "TypeAlias" in ast.unparse(node) or "__slots__" in ast.unparse(node):
            continue
        first, last = _offset(text, node.value), _offset(text, node.value, end=True)
        for made in _variations(node.value):
            whole = ast.unparse(made)
            # In brackets, since what goes over several lines may stand in some already.
            changed = f"{text[:first]}({whole}){text[last:]}"
            yield node.lineno, ast.unparse(node.value), whole, changed


def _offset(text: str, node: ast.expr, *, end: bool = False) -> int:
    line = (node.end_lineno if end else node.lineno) or 0
    column = (node.end_col_offset if end else node.col_offset) or 0
    before = text.split("\n")[: line - 1]
    return sum(len(one) + 1 for one in before) + len(
        text.split("\n")[line - 1].encode()[:column].decode()
    )


def _variations(value: ast.expr) -> Iterator[ast.expr]:
    """The value with one thing in it changed."""
    for index, node in enumerate(ast.walk(value)):
        lists = [name for name in ("elts", "keys") if len(getattr(node, name, ())) > 1]
        for place in range(len(getattr(node, lists[0])) if lists else 0):
            made, there = _copy(value, index)
            for name in ("elts", "keys", "values"):
                if hasattr(there, name):
                    getattr(there, name).pop(place)
            yield made
        if isinstance(node, ast.Constant) and isinstance(node.value, int | str):
            made, there = _copy(value, index)
            is_text = isinstance(node.value, str)
            there.value = f"XX{node.value}XX" if is_text else int(node.value) + 1
            yield made


def _copy(value: ast.expr, index: int) -> tuple[ast.expr, Any]:
    made = deepcopy(value)
    return made, list(ast.walk(made))[index]


def run_values(name: str, *, again: bool) -> None:
    """Try every value outside functions that has not been tried."""
    part, place = PARTS[name], WORK / f"{name}-values"
    copied(part, (), place)
    known = values_found(name)
    done = {"killed", "by time"} if again else {"killed", "by time", "lives"}
    for path in _mutated_files(part):
        text = (ROOT / path).read_text()
        for line, old, new, made in changed_values(text):
            key = f"{path}:{line}\n    - {old}\n    + {new}"
            if known.get(key) in done:
                continue
            (place / path).write_text(made)
            known[key] = _fate(part, place)
            (place / path).write_text(text)
            (WORK / f"{name}-values.json").write_text(json.dumps(known, indent=1))
            print(known[key], key, flush=True)


def _fate(part: Part, place: Path) -> str:
    env = os.environ | {"CI": "true", "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    for tests in part.stages:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            done = subprocess.run(  # noqa: S603  # our own words
                command, cwd=place, env=env, capture_output=True, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return "by time"
        if done.returncode:
            return "killed"
    return "lives"


def values_found(name: str) -> dict[str, str]:
    """What became of the values: by where each stands, what it is, and what it was made."""
    kept = WORK / f"{name}-values.json"
    return json.loads(kept.read_text()) if kept.is_file() else {}


def _mutated_files(part: Part) -> list[str]:
    names = (path.relative_to(ROOT).as_posix() for path in (ROOT / "penneech").rglob("*.py"))
    return sorted(name for name in names if any(fnmatch(name, one) for one in part.modules))


# --- The report ---------------------------------------------------------------------------------


def change(name: str, mutant: str) -> tuple[str, int, str, str]:
    """Where a mutant differs: file, line, what stands there, and what the mutant has."""
    module, _, function = mutant.rpartition(".")
    file = module.replace(".", "/") + ".py"
    made = WORK / f"{name}-1" / "mutants" / file
    spans = json.loads(made.with_suffix(".py.spans").read_text())["spans"]
    lines = made.read_text().split("\n")
    stem = function.rpartition("__mutmut_")[0]

    def body(which: str) -> list[str]:
        first, last = spans[which]
        return [line.replace(which, stem).strip() for line in lines[first - 1 : last]]

    old, new = body(f"{stem}__mutmut_orig"), body(function)
    kinds = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    _, i, j, k, m = next(one for one in kinds if one[0] != "equal")
    return file, _first_line(file, stem) + i, " ".join(old[i:j]), " ".join(new[k:m])


def _first_line(file: str, stem: str) -> int:
    """The line in which the function of that mangled name begins."""
    *classes, wanted = stem.removeprefix("x_").removeprefix("xǁ").split("ǁ")
    for node in ast.walk(ast.parse((ROOT / file).read_text())):
        inside = node.body if isinstance(node, ast.ClassDef) and node.name in classes else ()
        for one in (node, *inside) if not classes else inside:
            if isinstance(one, ast.FunctionDef) and one.name == wanted:
                return one.lineno
    return 0


def report(name: str) -> None:
    """Print the survivors, and then how many there are in each module."""
    found, first = verdicts(name), results(name, 0)
    living = [one for one, code in found.items() if code in {LIVES, NO_TEST}]
    for file, line, old, new in sorted(change(name, one) for one in living):
        print(f"{file}:{line}\n    - {old}\n    + {new}")
    values = values_found(name)
    for key in sorted(key for key, fate in values.items() if fate == "lives"):
        print(key)
    print(f"\n{'module':40} mutants  killed  by time  later stages  survive  untried")
    rows: dict[str, Counter[str]] = {}
    for one, code in found.items():
        row = rows.setdefault(one.rpartition(".")[0], Counter())
        kind = "survive" if code in {LIVES, NO_TEST} else "untried" if code is None else (
            "killed" if code in KILLED else "by time")  # fmt: skip
        row[kind] += 1
        row["later"] += kind not in {"survive", "untried"} and first[one] in {LIVES, NO_TEST}
        row["mutants"] += 1
    for module, row in [*sorted(rows.items()), (name, sum(rows.values(), Counter()))]:
        print(f"{module:40} {row['mutants']:7} {row['killed']:7} {row['by time']:8} "
              f"{row['later']:13} {row['survive']:8} {row['untried']:8}")  # fmt: skip
    fates = Counter(values.values())
    print(f"{'values outside functions':40} {len(values):7} {fates['killed']:7} "
          f"{fates['by time']:8} {'':13} {fates['lives']:8}")  # fmt: skip


def warn_of_short_numbers() -> None:
    """Say that another program may be hit, where numbers of processes soon come round again.

    When its time is up mutmut sends a signal to the number that a mutant had, ended or not.
    """
    most = Path("/proc/sys/kernel/pid_max")
    if most.is_file() and int(most.read_text()) < MANY_NUMBERS:
        print(
            f"mutating.py: {most} is small, and mutmut may stop other programs whose number a "
            f"mutant had before; as root: echo {MANY_NUMBERS} > {most}",
            file=sys.stderr,
        )


def main() -> None:
    """Run what is asked for, and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS], default=[*PARTS])
    parser.add_argument("--again", action="store_true", help="try the survivors once more")
    parser.add_argument("--report", action="store_true", help="only say how far it has come")
    parser.add_argument("--at-once", type=int, default=1, help="how many mutants are tried at once")
    asked = parser.parse_args()
    if not asked.report:
        warn_of_short_numbers()
    for name in asked.parts:
        if not asked.report:
            run(name, asked.at_once, again=asked.again)
        report(name)


if __name__ == "__main__":
    main()

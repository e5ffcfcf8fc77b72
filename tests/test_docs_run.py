"""What the documents tell a reader to type is typed: every command of every block, page by page.

What is not run here stands in `NOT_RUN`, each with the reason. Numbers of games are made small.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run
from fixture_tei import copy_of, write
from test_advise import at_trick, game_of, written
from test_docs_commands import FENCED, SAVED, words_of

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(
    str(path.relative_to(DOCS))
    for path in (
        *DOCS.glob("*.md"),
        *(DOCS / "it").glob("*.md"),
        *(DOCS / "how-to").glob("*.md"),
        *(path for path in (DOCS / "reference").glob("*.md") if path.stem != "command-line"),
    )
)

NOT_RUN = {
    r"pip install .*|python -m pip install .*|pip wheel .*|npm install .*": "asks a network",
    r"python3? -m venv .*|py -m venv .*": "is for the reader's own machine",
    r"source .*|export .*|\$env:.*|.venv.Scripts.*": "is for the reader's own shell",
    r"dask .*|penneech compare .*--cluster .*": "wants machines; tests/test_cluster.py has its own",
    r"jupyter lab": "opens a window; tests/api/test_notebook.py runs the notebook",
    r"python benchmarks/.*|PENNEECH_KERNEL_FORM=.* python benchmarks/.*": "measures a machine; "
    "those of the how-tos are run in tests/research/test_how_tos.py and tests/play",
    r"coverage .*": "is the suite itself",
    r"time .*|ls .*|python -X importtime .*": "measures a machine",
    r"check-jsonschema .*": "is run on every file by the tests of the whole, and in .ci",
    r"penneech play.*": "asks a person; tests/play plays",
    r"penneech serve.*": "runs until it is stopped; tests/play asks it",
    r"penneech cruxes": "plays 29,160 readings; tests/test_cruxes.py has small spaces",
    r"penneech rulebook .*pdf.*": "makes many books; tests/test_rulebook_pdf.py makes one",
    r"penneech docs .*": "writes into the project; tests/test_site.py makes the site",
    r"python -c .*": "is run as it stands in tests/test_docs_run.py, below",
}
FEW = {"compare": "3", "claims": "3", "explain": "3"}


def blocks_of(page):
    return FENCED_OR_BARE.findall((DOCS / page).read_text(encoding="utf-8"))


FENCED_OR_BARE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def lines_of(page):
    """Every line that is to be typed, without its remark."""
    for kind, block in blocks_of(page):
        typed = kind in {"bash", "powershell"} or (
            kind in {"", "text"} and re.match(r"penneech [a-z]|npm |check-jsonschema ", block)
        )
        if typed and not re.match(r"penneech \d", block):
            for line in block.replace("\\\n", " ").splitlines():
                bare = re.sub(r"\s+# .*$", "", line).strip()
                if bare and not bare.startswith("#"):
                    yield bare


def reason_of(line):
    """Why a line is not run; None where it is."""
    return next((why for pattern, why in NOT_RUN.items() if re.fullmatch(pattern, line)), None)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with what the pages take for granted."""
    monkeypatch.chdir(tmp_path)
    for siglum, name in (("C74", "A34637.xml"), ("C87", "B02403.xml")):
        write(tmp_path, copy_of(siglum), name=name)
    for name in ("mine", "mia"):  # but what a page makes, it makes itself
        (tmp_path / f"{name}.yaml").write_text(f"id: {name}\nextends: parlett\n", encoding="utf-8")
    written(tmp_path, at_trick(game_of(), 2), "unfinished.json")
    return tmp_path


@pytest.mark.parametrize("page", [page for page in PAGES if list(lines_of(page))])
def test_what_a_page_tells_to_type_does_what_it_is_to_do(page, place):
    for name, content in SAVED.findall((DOCS / page).read_text(encoding="utf-8")):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(content, encoding="utf-8")
    if page == "how-to/python.md":
        run("simulate", "parlett", "--seed", 1, "--records", "game.json")
    if any(line.startswith("penneech init mine") for line in lines_of(page)):
        (place / "mine.yaml").unlink()
    study = "studies/NAME"
    for line in lines_of(page):
        if reason_of(line) is not None:
            continue
        assert line.startswith("penneech "), f"{line}: neither run nor in NOT_RUN"
        words = [
            word.replace("studies/NAME", study) for word in words_of(line.partition(" && ")[0])
        ]
        if words[0] in {"solve", "advise"}:
            pytest.importorskip("numba")
        if words[0] in FEW:
            words = few(words)
        words = ["2" if word == "7" and "trace" in words else word for word in words]
        answer = run(*words)
        assert answer.status == 0, f"{line}: {answer.err}"
        if made := re.search(r"studies/[0-9a-f]{16}-\d+", answer.out):
            study = made[0]


def few(words):
    """The same with few games in one process; of all variants claims are tried on one."""
    if "--games" in words:
        place = words.index("--games")
        words = words[:place] + words[place + 2 :]
    if words == ["claims"]:
        words = ["claims", "parlett"]
    return [*words, "--games", FEW[words[0]], "--workers", "1"]


def test_every_reason_is_needed():
    lines = {line for page in PAGES for line in lines_of(page)}
    assert len(lines) > 90
    for pattern in NOT_RUN:
        assert any(re.fullmatch(alone, line) for alone in pattern.split("|") for line in lines)


@pytest.mark.parametrize("page", ["reference/apparatus.md", "reference/prospects.md"])
def test_the_python_of_a_page_of_reference_runs(page, place):
    if page == "reference/prospects.md":
        pytest.importorskip("numba")
    assert run("apparatus", "--format", "tei", "--out", place / "apparatus.en.xml").status == 0
    blocks = [block for kind, block in FENCED.findall((DOCS / page).read_text("utf-8"))
              if kind == "python"]  # fmt: skip
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})  # noqa: S102  # our own page


def test_the_line_that_turns_rows_into_a_table_of_text_does(place):
    (line,) = [line for line in lines_of("quick-start.md") if line.startswith("python -c")]
    compared = run("compare", "parlett", "pagat", "--games", 2, "--workers", 1)
    study = re.search(r"studies/[0-9a-f]{16}-\d+", compared.out)[0]
    code = shlex.split(line)[2].replace("studies/NAME", study)
    # A process of its own, as whoever types it has: DuckDB has one connection for a whole process.
    subprocess.run([sys.executable, "-c", code], check=True, cwd=place)  # noqa: S603  # our own page
    rows = (place / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("variant,")
    assert {row.partition(",")[0] for row in rows[1:]} == {"parlett", "pagat"}

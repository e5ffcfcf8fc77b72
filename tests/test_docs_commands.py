"""What the documents tell a reader to type: every command line parses, and the quick ones run."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import click
import pytest
from commands import run

from penneech.cli import context_of_all, penneech

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
    if not {"rulebooks", "sources"} & set(path.parts) and path.name != "command-line.md"
)
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(penneech (?!\d)[^`]+)`")


def lines_of(text):
    """Every line of a page that begins with the command, from blocks and from within sentences."""
    for kind, block in FENCED.findall(text):
        if kind in {"bash", "powershell"}:
            whole = block.replace("\\\n", " ")
            yield from (line for line in whole.splitlines() if line.startswith("penneech "))
    bare = FENCED.sub("", text)
    yield from (re.sub(r"\s+", " ", line) for line in INLINE.findall(bare))


def words_of(line):
    """The words of a command line, up to a pipe or another command."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|>;")
    lexer.whitespace_split = True
    words = []
    for word in lexer:
        if set(word) <= set("|>;"):
            break
        words.append(word)
    return words[1:]


EVERY = sorted(
    {
        (str(path.relative_to(ROOT)), line)
        for path in PAGES
        for line in lines_of(path.read_text(encoding="utf-8"))
    }
)


def parsed(words):
    """Parse words as the command line would, and do nothing."""
    context = context_of_all()
    command = penneech
    while isinstance(command, click.Group):
        name, command, words = command.resolve_command(context, list(words))
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=name, parent=context)
    return command.make_context(name, list(words), parent=context)


@pytest.mark.parametrize(("page", "line"), EVERY)
def test_a_command_line_in_the_documents_is_one(page, line, tmp_path, monkeypatch):
    words = words_of(line)
    if len(words) == 1:
        known = [*penneech.list_commands(context_of_all()), "--help"]
        assert words[0] in known, page
        return
    # What an example has is made empty, since options ask whether it is there.
    monkeypatch.chdir(tmp_path)
    for before, word in pairwise(words):
        if re.fullmatch(r"[\w-]+\.(jsonl?|txt|xml|yaml)|RECORD", word) and before != "--out":
            Path(word).touch()
        if word.startswith("studies/"):
            Path(word).mkdir(parents=True)
    words = ["7" if word == "N" else word for word in words]
    try:
        parsed(words)
    except click.exceptions.Exit as end:
        assert end.exit_code == 0, page  # noqa: PT017  # the other ends are no fault
    except click.UsageError as error:
        # A sentence may name a command with a part of its words: what it lacks is no fault.
        lacks = isinstance(error, click.MissingParameter) or "requires an argument" in str(error)
        if not lacks:
            pytest.fail(f"{page}: {line}: {error.format_message()}")


def test_there_are_command_lines_to_check():
    assert len(EVERY) > 100


SAVED = re.compile(
    r"[Ss]ave this as `([^`]+)`[^\n]*:\n\n```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


def set_up(page, place):
    """Save the files that a page tells its reader to save."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = SAVED.findall(text)
    assert found, page
    for name, content in found:
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return text


@pytest.mark.parametrize("page", ["how-to/own-variant.md", "how-to/own-source.md"])
def test_a_how_to_works_from_its_first_line_to_its_last(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = set_up(page, tmp_path)
    blocks = [block for kind, block in FENCED.findall(text) if kind == "bash"]
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("penneech")]
    assert len(lines) >= 5
    for line in lines:
        words = words_of(line)
        if "--games" in words:
            words[words.index("--games") + 1] = "3"
        answer = run(*words)
        assert answer.status == 0, f"{line}: {answer.err}"


def test_the_faults_that_a_how_to_invites_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    set_up("how-to/own-variant.md", tmp_path)
    file = Path("nobody-deals-well.yaml")
    text = file.read_text(encoding="utf-8").replace("nobody\n", "nobdy\n")
    file.write_text(text, encoding="utf-8")
    answer = run("validate", file)
    assert answer.status == 1
    assert "did you mean nobody?" in answer.err


def test_the_how_to_on_python_runs_block_by_block(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "how-to" / "python.md").read_text(encoding="utf-8")
    text = re.sub(r"games=\d+", "games=5", text).replace("range(20)", "range(2)")
    names = {}
    for kind, block in FENCED.findall(text):
        if kind == "python":
            exec(compile(block, "python.md", "exec"), names)  # noqa: S102  # our own page
        for line in block.splitlines() if kind == "bash" else ():
            if line.startswith("penneech"):
                answer = run(*words_of(line))
                assert answer.status == 0, f"{line}: {answer.err}"
    printed = capsys.readouterr().out
    assert "trumps_only 81983a347eab" in printed
    assert "deals_a_game" in printed
    assert "<html" in Path("parlett.html").read_text(encoding="utf-8")
    assert "<svg" in Path("why.svg").read_text(encoding="utf-8")

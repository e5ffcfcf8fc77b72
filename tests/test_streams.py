"""Standard output and standard error as they may be: full, closed, unread, of few letters."""

from __future__ import annotations

import errno
import html
import io
import json
import os
import signal
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Thread
from unittest import mock

import click
import pytest
from commands import run

from penneech import cli
from penneech.cli import main
from penneech.cli.fallback import stand_in
from penneech.cli.streams import other_threads_unheard
from penneech.errors import Fault, FileFaultsError, PenneechError, visible
from penneech.files.spelling import shown
from penneech.render.files import write_document

on_posix = pytest.mark.skipif(
    os.name == "nt", reason="signals, pipes and devices as POSIX has them"
)
with_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

COMMANDS = (
    "--help",
    "--version",
    "variants",
    "variants pagat --json",
    "diff pagat parlett",
    "diff pagat parlett --json",
    "validate {variant}",
    "validate {variant} --json",
    "schema record",
    "schema --write {folder}",
    "simulate parlett --seed 1",
    "simulate parlett --seed 1 --records -",
    "which {games}",
    "which {games} --json",
    "replay {games}",
    "rescore {games} --variant pagat",
    "rulebook pagat",
    "rulebook pagat --format html",
    "rulebook pagat --out {folder}",
    "sources list",
    "sources show C74 --json",
    "compare pagat parlett --games 2 --workers 1 --out {study}",
    "replay {games} --json",
    "convert {games}",
    "apparatus --point following --json",
    "stemma --format svg",
    "cite parlett --with-sources",
    "init own{number} --out {folder}",
    "completion zsh",
    "manual",
)


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    folder = tmp_path_factory.mktemp("streams")
    games = folder / "games.jsonl"
    run("simulate", "parlett", "--players", "random", "--games", 1, "--seed", 1, "--records", games)
    variant = folder / "mine.yaml"
    variant.write_text(own("mine"), encoding="utf-8")
    there = {"games": games, "variant": variant, "folder": folder / "f", "study": folder / "s"}
    return {**there, "numbers": count()}


def own(name):
    return (
        f"id: {name}\nextends: cotton-1674\ntitle: {{en: Mine}}\n"
        "summary: {en: At home we play to 40.}\n"
        "parameters:\n  target: {value: 40, basis: conjecture, note: {en: No time.}}\n"
    )


class Failing(io.RawIOBase):
    """Takes nothing, and says why."""

    def __init__(self, number):
        super().__init__()
        self.number = number

    def writable(self):
        return True

    def write(self, _):
        raise OSError(self.number, os.strerror(self.number))


def failing(number):
    return io.TextIOWrapper(io.BufferedWriter(Failing(number)), "utf-8")


def status_with(words, out, err):
    """Run the command with these streams, and give its exit status."""
    with (
        mock.patch.object(sys, "argv", ["penneech", *map(str, words)]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            return end.code or 0
        return 0


def words_of(command, places):
    # What is written may be there once.
    number = next(places["numbers"])
    return [str(word).format(**places, number=number) for word in command.split()]


def process(*words, unbuffered="", **settings):
    """The command in a process of its own; without buffers a fault comes at another moment."""
    return subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "penneech", *map(str, words)],
        check=False,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        **settings,
    )


# --- Full, unread, closed ------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_output_is_one_line_and_no_success(command, places):
    err = io.StringIO()
    assert status_with(words_of(command, places), failing(errno.ENOSPC), err) == 2
    assert err.getvalue().splitlines()[-1] == (
        f"Error: standard output cannot be written: {os.strerror(errno.ENOSPC)}"
    )
    assert err.getvalue().count("Error") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_who_leaves_is_no_fault(command, places):
    out, err = failing(errno.EPIPE), io.StringIO()
    assert status_with(words_of(command, places), out, err) == 0
    assert "Error" not in err.getvalue()
    assert out.closed  # or the interpreter would try again as it ends, and complain


@pytest.mark.parametrize("command", COMMANDS)
def test_with_closed_streams_the_work_is_done_quietly(command, places):
    assert status_with(words_of(command, places), None, None) == 0
    assert status_with(words_of(command, places), io.StringIO(), None) == 0


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE])
def test_messages_that_nobody_can_get_do_not_change_the_status(number, places):
    for words, status in ((["variants", "nobody"], 2), (["variants"], 0), (["variants", "-x"], 2)):
        assert status_with(words, io.StringIO(), failing(number)) == status
    missing = ["validate", "no-such.yaml", places["variant"]]
    assert status_with(missing, io.StringIO(), failing(number)) == 2


def test_on_windows_a_reader_who_left_is_an_invalid_argument(monkeypatch):
    monkeypatch.setattr("penneech.cli.streams.READER_GONE", {errno.EINVAL})
    err = io.StringIO()
    assert status_with(["variants"], failing(errno.EINVAL), err) == 0
    assert err.getvalue() == ""


@with_full_device
@pytest.mark.parametrize(
    ("command", "unbuffered"), [("--help", ""), ("--version", "1"), ("rulebook pagat", "")]
)
def test_on_a_full_device_the_interpreter_has_nothing_to_add(command, unbuffered):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = process(*command.split(), stdout=full, unbuffered=unbuffered)
    reason = os.strerror(errno.ENOSPC)
    assert done.stderr.decode() == f"Error: standard output cannot be written: {reason}\n"
    assert done.returncode == 2


@on_posix
def test_a_text_that_is_half_written_is_not_taken_for_whole(tmp_path):
    def with_little_room():
        import resource  # noqa: PLC0415  # Windows has none

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    with (tmp_path / "page").open("wb") as page:
        done = process(
            "rulebook", "pagat", unbuffered="1", stdout=page, preexec_fn=with_little_room
        )
    told = f"Error: standard output cannot be written: {os.strerror(errno.EFBIG)}\n"
    assert (done.returncode, done.stderr.decode()) == (2, told)


@on_posix
@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [
        ("--help", "1"),
        ("variants", ""),
        ("which {games}", "1"),
        ("compare pagat parlett --games 2 --workers 2 --out {study}", ""),
    ],
)
def test_a_pipe_that_nobody_reads_is_left_in_peace(command, unbuffered, places):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process(*words_of(command, places), stdout=writing, unbuffered=unbuffered)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@on_posix
def test_a_process_without_any_stream_writes_its_file_and_nothing_else_into_it(tmp_path):
    command = [sys.executable, "-m", "penneech", "simulate", "parlett", "--seed", "1"]
    command += ["--records", str(tmp_path / "a.jsonl")]
    closing = 'exec "$@" <&- >&- 2>&-'
    done = subprocess.run(["/bin/sh", "-c", closing, "sh", *command], check=False)  # noqa: S603  # our own program
    assert done.returncode == 0
    assert json.loads((tmp_path / "a.jsonl").read_bytes())["format"] == "penneech-record"


# --- Stopped as it begins ------------------------------------------------------------------------

STOPPED_WHILE_LOADING = """
import runpy, sys

class Stopping:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stopping())
runpy.run_module("penneech", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("module", ["penneech.cli", "click", "penneech.errors"])
def test_ctrl_c_while_the_command_is_loaded_is_quiet(module):
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", STOPPED_WHILE_LOADING, module], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.split()) == (130, b"", [b"Stopped."])


def test_the_installed_command_loads_nothing_before_it_can_be_stopped():
    project = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8"))
    module, _, name = project["project"]["scripts"]["penneech"].partition(":")
    assert callable(getattr(import_module(module), name))
    look = f"import {module}, sys; print({{'click', 'penneech.cli', 'json'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, check=True)  # noqa: S603  # our own program
    assert done.stdout.split() == [b"set()"]


# --- What the system refuses ---------------------------------------------------------------------

LONG = "a" * 300


@pytest.mark.parametrize(
    "words",
    [
        ["validate", f"{LONG}.yaml"],
        ["variants", f"./{LONG}.yaml"],
        ["variants", "--variants", LONG],
        ["sources", "list", "--sources", LONG],
        ["sources", "check", f"{LONG}.xml"],
        ["diff", f"./{LONG}.yaml", "pagat"],
        ["replay", f"{LONG}.jsonl"],
        ["which", f"{LONG}.jsonl"],
        ["rescore", f"{LONG}.jsonl", "--variant", "pagat"],
        ["simulate", "pagat", "--records", f"{LONG}.jsonl"],
        ["simulate", "pagat", "--pack", f"{LONG}.json"],
        ["rulebook", "pagat", "--out", LONG],
        ["rulebook", "pagat", "--out", f"{LONG}.md"],
        ["rulebook", f"./{LONG}.yaml"],
        ["schema", "--write", LONG],
        ["convert", f"{LONG}.jsonl"],
        ["apparatus", "--out", f"{LONG}.html"],
        ["stemma", "--out", LONG],
        ["cite", "--out", f"{LONG}.bib"],
        ["init", "mine", "--out", LONG],
        ["advise", f"{LONG}.json"],
        ["trace", LONG, "--variant", "pagat", "--game", "0"],
        ["compare", "pagat", "--games", "1", "--workers", "1", "--out", LONG],
    ],
)
def test_a_name_that_is_too_long_is_told_in_a_line(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = run(*words)
    assert answer.status == 2
    *usage, told = answer.err.splitlines()
    assert LONG in told
    assert not usage or usage[0].startswith("Usage: ")
    assert list(tmp_path.iterdir()) == []


def test_schemas_go_into_a_folder_or_nowhere(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    for target in (file, file / "in"):
        answer = run("schema", "--write", target)
        assert answer.status == 2
        assert answer.err.startswith(f"Error: {target} cannot be written: ")
        assert len(answer.err.splitlines()) == 1
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_folder_that_takes_no_schema_is_named(tmp_path, monkeypatch, number):
    def refuses(*_, **__):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "write_text", refuses)
    old = tmp_path / "record.schema.json"
    old.write_bytes(b"old")
    answer = run("schema", "--write", tmp_path)
    reason = os.strerror(number).lower()
    assert answer == (2, "", f"Error: {tmp_path} cannot be written: {reason}\n")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_whatever_file_the_system_refuses_is_named(monkeypatch):
    for error, told in (
        (PermissionError(errno.EACCES, "Permission denied", "a\nb"), r"a\nb: permission denied"),
        (OSError(errno.EMFILE, "Too many open files"), "too many open files"),
        (OSError("odd"), "odd"),
    ):
        # It is not standard output that has no room.
        monkeypatch.setattr(cli.penneech, "main", mock.Mock(side_effect=error))
        assert run("variants") == (2, "", f"Error: {told}\n")


def test_a_file_that_may_not_be_looked_at_does_not_hide_the_others(monkeypatch, places):
    refused = places["folder"] / "secret.yaml"
    stat = Path.stat

    def refusing(path, **settings):
        if path == refused:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, **settings)

    monkeypatch.setattr(Path, "stat", refusing)
    answer = run("validate", refused, places["variant"])
    assert answer.status == 2
    assert answer.out == f"{places['variant']}: ok (variant mine)\n"
    assert answer.err == f"{refused}: cannot be read: permission denied\n"


# --- What would act on a screen ------------------------------------------------------------------

ACTING = "\x1b[2J\x9b\x7f\u202e\u2028\u2066\ud800\n\r"
AS_ESCAPES = r"\x1b[2J\x9b\x7f\u202e\u2028\u2066\ud800\n\r"
LETTERS = "caffè 日本 עברית می\u200cروم ♦ e\u0301"


def test_what_would_act_is_shown_by_its_escape_and_letters_as_they_are():
    assert visible(ACTING) == AS_ESCAPES
    assert visible(LETTERS) == LETTERS
    assert visible(visible(ACTING)) == visible(ACTING)
    assert shown("\x9b\u202e\x7f") == r'"\x9b\u202e\x7f"'


def test_each_error_is_inert_and_each_fault_is_one_line():
    assert str(PenneechError(ACTING)) == AS_ESCAPES
    fault = Fault(ACTING, 1, 2, ACTING, ACTING)
    assert str(fault) == f"{AS_ESCAPES}:1:2: {AS_ESCAPES}: {AS_ESCAPES}"
    assert str(FileFaultsError([fault, fault])).splitlines() == [str(fault)] * 2


HARMFUL = "x\x1b[2J\x9b\u202e\x7f\u2028y"


@pytest.mark.parametrize(
    "words",
    [
        [HARMFUL],
        ["variants", HARMFUL],
        ["variants", f"./{HARMFUL}.yaml"],
        ["variants", f"--{HARMFUL}"],
        ["variants", "--lang", HARMFUL],
        ["variants", "pagat", HARMFUL],
        ["diff", HARMFUL, "pagat"],
        ["validate", HARMFUL],
        ["schema", HARMFUL],
        ["schema", "--check", HARMFUL],
        ["replay", HARMFUL],
        ["rescore", HARMFUL, "--variant", "pagat"],
        ["simulate", HARMFUL],
        ["simulate", "pagat", "--players", HARMFUL],
        ["simulate", "pagat", "--records", f"{HARMFUL}/no"],
        ["simulate", "pagat", "--scores", f"{HARMFUL},1"],
        ["compare", "pagat", "--players", f"{HARMFUL},{HARMFUL}"],
        ["rulebook", HARMFUL],
        ["rulebook", "pagat", "--lang", HARMFUL],
        ["sources", HARMFUL],
        ["sources", "show", HARMFUL],
        ["sources", "check", HARMFUL],
        ["cite", HARMFUL],
        ["cite", "--out", f"{HARMFUL}.docx"],
        ["apparatus", "--point", HARMFUL],
        ["apparatus", "--between", f"{HARMFUL},C74"],
        ["apparatus", "--format", HARMFUL],
        ["stemma", "--format", HARMFUL],
        ["convert", HARMFUL],
        ["completion", HARMFUL],
        ["init", HARMFUL],
        ["trace", HARMFUL, "--variant", "pagat", "--game", "0"],
        ["explain", HARMFUL, "pagat"],
        ["explain", "pagat", "parlett", "--outcome", HARMFUL],
        ["cruxes", "--space", HARMFUL],
        ["claims", HARMFUL],
        ["play", HARMFUL],
        ["advise", HARMFUL],
        ["docs", HARMFUL],
        ["variants", "--variants", HARMFUL, "--variants", HARMFUL],
    ],
)
def test_nothing_that_a_message_quotes_acts_on_the_screen(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = run(*words)
    assert answer.status in {1, 2}
    assert r"\u202e" in answer.err
    assert set(answer.err + answer.out).isdisjoint("\x1b\x9b\u202e\x7f\u2028")


@on_posix
def test_names_of_files_that_hold_do_not_act_either(tmp_path, monkeypatch, places):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / HARMFUL
    folder.mkdir()
    (folder / "mine.yaml").write_text(own("mine"), encoding="utf-8")
    (folder / "two\nlines.yaml").write_text("id: mine", encoding="utf-8")
    for words in (
        ["validate", folder],
        ["schema", "--write", folder],
        ["rulebook", folder / "mine.yaml", "--out", folder],
        ["simulate", "pagat", "--seed", "1", "--records", folder / "games.jsonl"],
        ["replay", folder / "games.jsonl"],
        ["rescore", folder / "games.jsonl", "--variant", "parlett"],
        ["which", folder / "games.jsonl", places["games"]],
        ["compare", "pagat", "--games", "1", "--workers", "1", "--out", folder / "study"],
    ):
        answer = run(*words)
        assert set(answer.err + answer.out).isdisjoint("\x1b\x9b\u202e\x7f\u2028")
        assert "\nlines" not in answer.err


# --- Few letters ---------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-16"])
def test_a_page_is_right_in_any_encoding(encoding, places):
    words = ("rulebook", places["variant"], "--lang", "it", "--format", "html")
    page, whole = run(*words, encoding=encoding).out, run(*words).out
    assert page.isascii()
    assert html.unescape(page) == html.unescape(whole)
    assert not whole.isascii()
    # In these a reference would not be read as one.
    assert "<script" not in whole
    assert whole[whole.index("<style") : whole.index("</style>")].isascii()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    "words",
    [
        ["schema", "variant"],
        ["variants", "--json"],
        ["sources", "show", "C74", "--json"],
        ["validate", "{variant}", "--json"],
        ["apparatus", "--point", "following", "--json"],
        ["stemma", "--json"],
        ["cite", "parlett", "C74", "--json"],
        ["replay", "{games}", "--json"],
    ],
)
def test_json_is_json_in_any_encoding(words, encoding, places):
    words = [word.format(**places) for word in words]
    answer = run(*words, encoding=encoding)
    assert answer.out.isascii()
    assert json.loads(answer.out) == json.loads(run(*words).out)


def test_a_rulebook_in_few_letters_has_stand_ins(places):
    words = ("rulebook", places["variant"], "--lang", "it")
    text, whole = run(*words, encoding="ascii").out, run(*words).out
    assert "«" in whole
    assert text.count("?") == whole.count("?")
    assert text.isascii()


def test_quotation_marks_and_joiners_have_stand_ins():
    assert (
        "".join(map(stand_in, "«a»„b‟\u2039c\u203a\u00a0e\u0301\u00ad\u200d\ufe0e"))
        == '"a""b"\'c\' e'
    )


# --- Files that are none -------------------------------------------------------------------------


@on_posix
def test_a_pipe_or_a_device_is_written_straight(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for words, begins in (
        (["simulate", "pagat", "--seed", "1", "--records", fifo], b'{"format":"penneech-record"'),
        (["rulebook", "pagat", "--out", fifo], b"# Penneech: "),
    ):
        # Opened so, it need not wait for a writer, and holds what has been written.
        reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(reading, "rb") as stream:
            done = process(*words, stdout=subprocess.PIPE)
            assert (done.returncode, done.stderr) == (0, b"")
            assert stream.read().startswith(begins)
        assert done.stdout.endswith(f"Written to {fifo}.\n".encode())
        assert fifo.is_fifo()
    assert run("simulate", "pagat", "--seed", "1", "--records", os.devnull).status == 0
    assert run("rulebook", "pagat", "--out", os.devnull).status == 0
    assert not Path(os.devnull).is_file()


@on_posix
def test_standard_output_is_known_by_its_other_names(tmp_path):
    for name in ("/dev/stdout", "/dev/fd/1"):
        kept = tmp_path / "kept"
        for words in (
            ["simulate", "pagat", "--seed", "1", "--records"],
            ["rulebook", "pagat", "--out"],
        ):
            assert run(*words, name) == run(*words, "-")
            kept.write_bytes(b"before\n")
            with kept.open("ab") as stream:
                assert process(*words, name, stdout=stream).returncode == 0
            assert kept.read_bytes() == b"before\n" + run(*words, "-").out.encode()


@on_posix
def test_what_stands_behind_a_descriptor_is_written_straight():
    reading, writing = os.pipe()
    try:
        write_document(Path(f"/dev/fd/{writing}"), "a text ♦")
    finally:
        os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        assert stream.read() == "a text ♦".encode()


def test_a_long_name_that_the_system_takes_is_taken(tmp_path):
    name = "♦" * 83 + ".md"  # 252 bytes
    write_document(tmp_path / name, "text")
    assert [path.name for path in tmp_path.iterdir()] == [name]


# --- Two rulebooks of one name -------------------------------------------------------------------


def test_two_variants_of_one_id_are_refused_before_anything_is_written(tmp_path):
    one, other = tmp_path / "a" / "mine.yaml", tmp_path / "b" / "mine.yaml"
    for path in (one, other):
        path.parent.mkdir()
        path.write_text(own("mine"), encoding="utf-8")
    out = tmp_path / "out"
    answer = run("rulebook", one, "pagat", other, "--out", out)
    assert answer.status == 2
    assert answer.out == ""
    assert len(answer.err.splitlines()) == 1
    assert f"{one} and {other} both have the id mine" in answer.err
    assert not out.exists()


def test_a_variant_named_twice_is_one_rulebook():
    assert run("rulebook", "pagat", "pagat") == run("rulebook", "pagat")


# --- Narrow terminals ----------------------------------------------------------------------------


def test_messages_are_not_broken_into_lines(monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.chdir(tmp_path)
    Path("a-file-of-a-rather-long-name.yaml").write_text("id: [1, 2]\n", encoding="utf-8")
    for words in (
        ["validate", "a-file-of-a-rather-long-name.yaml"],
        ["variants", "a-file-of-a-rather-long-name"],
        ["variants", "--no-such-option-exists-in-here"],
    ):
        told = run(*words).err.splitlines()
        assert max(map(len, told)) > 40


# --- Every command, in every console -------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
@pytest.mark.parametrize(
    "words",
    [
        ["apparatus", "--lang", "it", "--point", "following"],
        ["apparatus", "--lang", "it", "--point", "following", "--format", "html"],
        ["apparatus", "--lang", "it", "--point", "following", "--format", "csv"],
        ["stemma", "--lang", "it"],
        ["stemma", "--lang", "it", "--format", "svg"],
        ["cite", "wikipedia-it", "--lang", "it", "--with-sources"],
        ["cite", "wikipedia-it", "--lang", "it", "--format", "bibtex"],
        ["convert", "{games}"],
        ["diff", "pagat", "parlett", "--lang", "it"],
        ["manual"],
        ["completion", "bash"],
    ],
)
def test_no_console_has_too_few_letters(words, encoding, places):
    answer = run(*[word.format(**places) for word in words], encoding=encoding)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out


@on_posix
@pytest.mark.parametrize("command", ["stemma --lang it", "cite C74", "diff pagat parlett"])
def test_in_the_c_locale_the_answer_is_the_same(command):
    there = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "penneech", *command.split()],
        env={**os.environ, **there},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("ascii") == run(*command.split(), encoding="ascii").out


@pytest.mark.parametrize("command", ["variants", "diff pagat parlett", "replay {games}"])
def test_what_goes_to_no_terminal_has_no_colours(command, places, monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert "\x1b" not in run(*words_of(command, places)).out


def test_what_other_threads_say_is_not_heard(capsys):
    with other_threads_unheard():
        other = Thread(target=lambda: sys.stderr.write("compiling"))
        other.start()
        other.join()
        click.echo("kept in a file", err=True)
    sys.stderr.write("and after\n")
    assert capsys.readouterr().err == "kept in a file\nand after\n"

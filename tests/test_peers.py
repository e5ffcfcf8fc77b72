"""The speeds beside the peers: who is not there is named, and the others are measured."""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from penneech import kernel

PEERS = Path(__file__).parents[1] / "benchmarks" / "peers.py"


@pytest.fixture
def peers(monkeypatch):
    """The script, on a machine that has only what a test gives it."""
    spec = importlib.util.spec_from_file_location("peers_of_the_field", PEERS)
    script = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, script)
    spec.loader.exec_module(script)
    monkeypatch.setattr(kernel, "available", lambda: False)
    monkeypatch.setattr(sys, "argv", ["peers.py", "--rounds", "3", "--seconds", "0"])
    return script


def nobody(package):
    raise PackageNotFoundError(package)


def test_a_peer_that_is_not_installed_is_named_and_left_out(peers, monkeypatch, capsys):
    monkeypatch.setattr(peers, "version", nobody)
    peers.main()
    lines = capsys.readouterr().out.splitlines()
    left_out = [line for line in lines if line.startswith("left out: ")]
    assert len(left_out) == 1 + len(peers.PEERS)
    for peer in peers.PEERS:
        assert any(f"pip install {peer.package}" in line for line in left_out)
    assert any(line.startswith("reference engine and its events, random") for line in lines)


def test_a_peer_that_wants_something_else_is_left_out_with_the_reason(peers, monkeypatch, capsys):
    def wanting():
        raise ModuleNotFoundError("No module named 'flask'")

    monkeypatch.setattr(peers, "version", lambda _: "1.2")
    monkeypatch.setattr(peers, "PEERS", (peers.Peer("whist", wanting),))
    assert set(peers.rows()) == set(peers.engine_rows())
    assert "left out: whist 1.2 (it cannot be loaded: No module named 'flask')" in (
        capsys.readouterr().out
    )


def test_each_ratio_is_the_median_of_the_ratios_of_its_rounds(peers, monkeypatch, capsys):
    def counting(moves):
        return lambda: {"schnapsen": peers.Row("a peer", lambda *_: (1, next(moves)), 1)}

    ours, theirs = iter([0, 8, 6, 90]), iter([0, 4, 2, 9])
    monkeypatch.setattr(peers, "version", lambda _: "1.2")
    monkeypatch.setattr(peers, "PEERS", (peers.Peer("whist", counting(theirs)),))
    rows = {"engine": peers.Row("ours", lambda *_: (1, next(ours)), 1)}
    monkeypatch.setattr(peers, "engine_rows", lambda: rows)
    ticks = iter(range(100))
    monkeypatch.setattr(peers, "clock", lambda: next(ticks))
    peers.main()
    assert "    3.00 in moves: ours / whist 1.2: a peer" in capsys.readouterr().out.splitlines()


class Dealt:
    """A state as OpenSpiel has them, with so many moves to the end."""

    def __init__(self, left):
        self.left = left

    def is_chance_node(self):
        return False

    def is_terminal(self):
        return self.left == 0

    def legal_actions(self):
        return [1, 2]

    def apply_action(self, _):
        self.left -= 1

    def clone(self):
        return Dealt(self.left)


def test_openspiel_is_counted_in_moves_of_both_simulations(peers, monkeypatch):
    """A search of two simulations plays out the state, and the state after its first move."""
    game = SimpleNamespace(new_initial_state=lambda: Dealt(56))
    pyspiel = Mock(load_game=lambda _: game)
    monkeypatch.setattr(peers, "import_module", lambda _: pyspiel)
    some = peers.openspiel_rollouts("spades")
    assert some(0, 3) == (3 * 2 * peers.ROLLOUTS, 3 * peers.ROLLOUTS * (56 + 55))
    assert pyspiel.MCTSBot.call_args.kwargs["max_simulations"] == 2
    assert pyspiel.RandomRolloutEvaluator.call_args.args[0] == peers.ROLLOUTS


def test_a_game_whose_playouts_differ_in_length_is_not_counted(peers, monkeypatch):
    class Uneven(Dealt):
        def clone(self):
            self.left += 1
            return Dealt(self.left)

    game = SimpleNamespace(new_initial_state=lambda: Uneven(5))
    monkeypatch.setattr(peers, "import_module", lambda _: Mock(load_game=lambda _: game))
    with pytest.raises(RuntimeError, match="not of one length"):
        peers.openspiel_rollouts("euchre")

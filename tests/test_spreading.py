"""Work that is spread over threads: every piece once, and Ctrl-C between two answers."""

from __future__ import annotations

import signal

import pytest

from penneech.study.spreading import spread

PIECES = range(-50, 0)


@pytest.mark.parametrize("workers", [1, 2])
def test_every_piece_is_done_once(workers):
    found = list(spread(abs, PIECES, workers, compiled=True))
    assert sorted(found) == [(piece, abs(piece)) for piece in PIECES]


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_waits_until_the_answer_in_hand_is_written_down(workers):
    before, written = signal.getsignal(signal.SIGINT), []

    def write_down(answer):
        if not written:
            signal.raise_signal(signal.SIGINT)
        written.append(answer)

    with pytest.raises(KeyboardInterrupt):
        any(write_down(answer) for _, answer in spread(abs, PIECES, workers, compiled=True))
    assert 0 < len(written) < len(PIECES)
    assert signal.getsignal(signal.SIGINT) is before

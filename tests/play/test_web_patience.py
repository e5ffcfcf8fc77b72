"""Who opens connections and asks for nothing keeps nobody else from being answered."""

from __future__ import annotations

import socket
import threading
import time

import pytest
import uvicorn

from penneech.screens.web import patience
from penneech.screens.web.patience import PatientProtocol

HALF = b"GET / HTTP/1.1\r\nHost: 127"


MUCH = b"x" * 100_000


async def app(scope, receive, send):
    if scope["method"] == "POST":
        while (await receive()).get("more_body"):
            pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(400 if scope["path"] == "/much" else 0):
        await send({"type": "http.response.body", "body": MUCH, "more_body": True})
    await send({"type": "http.response.body", "body": b"here"})


@pytest.fixture
def port():
    config = uvicorn.Config(
        app, port=0, http=PatientProtocol, log_level="error", lifespan="off", timeout_keep_alive=5
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def connected(port):
    one = socket.create_connection(("127.0.0.1", port))
    one.settimeout(20)
    return one


def answered(one):
    one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    heard = b""
    while b"here" not in heard and (more := one.recv(1000)):
        heard += more
    return b"200 OK" in heard


def test_a_request_that_does_not_end_is_not_waited_for(port, monkeypatch):
    monkeypatch.setattr(patience, "PATIENCE", 0.2)
    with connected(port) as half, connected(port) as silent:
        half.sendall(HALF)
        assert half.recv(1000) == b""
        assert silent.recv(1000) == b""


def test_a_connection_that_goes_on_asking_is_kept(port, monkeypatch):
    monkeypatch.setattr(patience, "PATIENCE", 0.4)
    with connected(port) as one:
        for _ in range(4):
            assert answered(one)
            time.sleep(0.2)
        one.sendall(HALF)
        assert one.recv(1000) == b""


def test_one_address_has_so_many_connections_and_no_more(port, monkeypatch):
    monkeypatch.setattr(patience, "MOST_OF_ONE", 3)
    first = [connected(port) for _ in range(3)]
    try:
        assert all(map(answered, first))
        with connected(port) as more:
            assert more.recv(1000) == b""
        first.pop().close()
        for _ in range(100):  # the server hears of it a moment later
            with connected(port) as again:
                try:
                    if answered(again):
                        break
                except OSError:
                    pass
            time.sleep(0.02)
        else:
            pytest.fail("a connection that was closed is still counted")
    finally:
        for one in first:
            one.close()


def ends(one):
    """Read until the server ends the connection, and say what came; what it cuts off is an end."""
    heard = b""
    try:
        while more := one.recv(1 << 20):
            heard += more
    except ConnectionError:
        pass
    return heard


@pytest.mark.parametrize("said", [b"Content-Length: 100", b"Transfer-Encoding: chunked"])
def test_a_body_that_does_not_end_is_not_waited_for(port, monkeypatch, said):
    monkeypatch.setattr(patience, "BODY_PATIENCE", 0.2)
    with connected(port) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n" + said + b"\r\n\r\n")
        assert ends(one) == b""


def test_a_body_that_ends_in_time_is_answered_and_what_is_asked_next_too(port, monkeypatch):
    monkeypatch.setattr(patience, "BODY_PATIENCE", 0.3)
    with connected(port) as one:
        for _ in range(3):
            one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
            time.sleep(0.05)
            one.sendall(b"b")
            heard = b""
            while b"here" not in heard:
                heard += one.recv(1000)
            time.sleep(0.3)
        assert answered(one)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 200_000,
        b"GET / HTTP/1.1\r\nX: " + b"a" * 2_000_000,
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 200_000,
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: a\r\n" * 200_000,
    ],
)
def test_a_head_that_is_too_long_is_not_read_to_its_end(port, head):
    with connected(port) as one:
        try:
            one.sendall(b"%b\r\n\r\n" % head)
        except ConnectionError:
            return
        assert b"200 OK" not in ends(one)


def test_a_request_that_is_wrapped_in_too_much_is_not_read_to_its_end(port, monkeypatch):
    monkeypatch.setattr(patience, "MOST_WHOLE", 50_000)
    with connected(port) as one:
        try:
            one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            one.sendall(b"1;" + b"x" * 200_000 + b"\r\na\r\n0\r\n\r\n")
        except ConnectionError:
            return
        assert b"200 OK" not in ends(one)


def test_an_answer_that_nobody_takes_is_not_kept_for_ever(port, monkeypatch):
    monkeypatch.setattr(patience, "TAKING_PATIENCE", 0.3)
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(20)
        one.connect(("127.0.0.1", port))
        one.sendall(b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in range(200):
            if not patience._open:  # noqa: SLF001  # the server has let go of it
                break
            time.sleep(0.05)
        else:
            pytest.fail("it is kept")


def test_an_answer_that_is_taken_slowly_comes_whole(port):
    with connected(port) as one:
        one.sendall(b"GET /much HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        time.sleep(0.3)
        assert len(ends(one)) > 400 * len(MUCH)


def test_all_addresses_have_so_many_connections_and_no_more(port, monkeypatch):
    monkeypatch.setattr(patience, "MOST_IN_ALL", 3)
    first = [connected(port) for _ in range(3)]
    try:
        assert all(map(answered, first))
        with connected(port) as more:
            assert ends(more) == b""
    finally:
        for one in first:
            one.close()

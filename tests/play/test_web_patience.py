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


async def app(scope, receive, send):  # noqa: ARG001  # as every application is called
    await send({"type": "http.response.start", "status": 200, "headers": []})
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

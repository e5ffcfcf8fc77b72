"""What strangers send to a real server, byte by byte: it answers nothing that it should not."""

from __future__ import annotations

import logging
import re
import socket
import threading
import time

import pytest
import uvicorn
from browser import cards_in, served

from penneech.screens.web.patience import PatientProtocol
from penneech.screens.web.serving import settings

FORM = b"variant=parlett&opponent=greedy"


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    app, _ = served(tmp_path_factory.mktemp("games"))
    server = uvicorn.Server(uvicorn.Config(app, port=0, **settings()))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


class Answer:
    """The first answer on a connection, and how many there were."""

    def __init__(self, heard):
        self.many = heard.count(b"HTTP/1.1 ")
        head, _, self.body = heard.decode("latin-1").partition("\r\n\r\n")
        first, *lines = head.split("\r\n")
        self.status = int(first.split()[1]) if first else 0
        self.heads = [tuple(line.lower().split(": ", 1)) for line in lines]

    def all(self, name):
        return [value for head, value in self.heads if head == name]


def sent(port, line, heads=(), body=b"", host=None):
    """Send bytes as they are, and read until the server ends the connection."""
    told = [f"Host: 127.0.0.1:{port}".encode() if host is None else host, *heads]
    told += [b"Connection: close"]
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        one.sendall(b"\r\n".join([line + b" HTTP/1.1", *told, b"", b""]) + body)
        heard = b""
        while more := one.recv(65536):
            heard += more
    return Answer(heard)


def is_guarded(answer):
    assert answer.all("content-security-policy")[0].startswith("default-src 'self'; ")
    assert answer.all("x-content-type-options") == ["nosniff"]
    assert answer.all("referrer-policy") == ["same-origin"]
    assert answer.all("access-control-allow-origin") == []
    assert answer.all("server") == []
    return True


@pytest.mark.parametrize(
    "path",
    [
        b"/static/../../store.py",
        b"/static/%2e%2e/%2e%2e/store.py",
        b"/static/..%2f..%2fstore.py",
        b"/static/..%5c..%5cstore.py",
        b"/static//etc/passwd",
        b"/static/%2fetc/passwd",
        b"/static/%00",
        b"/static/vendor/",
        b"/static/",
        b"/variants/..%2f..%2fetc%2fpasswd/rulebook",
        b"/variants/%2e%2e/rulebook",
        b"/../games.sqlite3",
        b"/games/%00",
        b"/games/%ff%fe",
        b"/games/" + b"a" * 20_000,
        b"//evil.example/",
        b"/games//evil.example/",
    ],
)
def test_no_way_leads_out_of_what_is_served(port, path):
    answer = sent(port, b"GET " + path)
    assert answer.status == 404
    assert is_guarded(answer)
    assert not re.search(r"root:|import |SQLite", answer.body)


@pytest.mark.parametrize(
    "path",
    [
        b"/games/x/",
        b"/games/%0d%0aSet-Cookie:%20a=b/",
        b"/games/%0aX:%20y/",
        b"/variants/parlett/rulebook/",
        b"/static",
        b"/games/%2f%2fevil.example/",
        b"/games/x/?language=%0d%0aX:y",
    ],
)
@pytest.mark.parametrize("heads", [(), (b"X-Forwarded-Host: evil.example", b"Forwarded: host=e")])
def test_nobody_is_sent_elsewhere_and_no_head_is_brought_in(port, path, heads):
    answer = sent(port, b"GET " + path, heads)
    assert answer.status in (307, 404)
    assert is_guarded(answer)
    assert answer.all("set-cookie") == answer.all("x") == []
    for where in answer.all("location"):
        assert where.startswith(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize("scheme", [b"javascript", b"https://evil.example/?", b"http\t"])
def test_what_a_proxy_says_of_the_scheme_leads_nowhere_else(port, scheme):
    answer = sent(port, b"GET /games/x/", [b"X-Forwarded-Proto: " + scheme])
    assert all(where.startswith(f"http://127.0.0.1:{port}/") for where in answer.all("location"))
    assert "evil" not in answer.body


def test_behind_a_server_with_https_a_seat_is_sent_over_https_alone(port):
    kind = [b"Content-Type: application/x-www-form-urlencoded"]
    for proxy, secure in (((), False), ((b"X-Forwarded-Proto: https",), True)):
        heads = [*kind, *proxy, b"Content-Length: %d" % len(FORM)]
        answer = sent(port, b"POST /games", heads, FORM)
        assert answer.status == 303
        (cookie,) = answer.all("set-cookie")
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert f"path={answer.all('location')[0]};" in cookie
        assert ("secure" in cookie) is secure


@pytest.mark.parametrize("method", [b"OPTIONS", b"TRACE", b"PUT", b"DELETE", b"PATCH", b"FOO"])
@pytest.mark.parametrize("path", [b"/", b"/games", b"/games/x/play", b"/static/seven.svg"])
def test_a_method_that_is_not_used_does_nothing_and_repeats_nothing(port, method, path):
    answer = sent(port, method + b" " + path, [b"X-Secret: repeated", b"Cookie: seat=repeated"])
    assert answer.status in (400, 405)
    assert "repeated" not in answer.body
    assert answer.all("set-cookie") == []


def test_a_form_without_a_page_of_this_server_is_refused_by_any_method(port):
    for method in (b"POST", b"PUT", b"DELETE", b"OPTIONS"):
        answer = sent(port, method + b" /games", [b"Origin: http://evil.example"])
        assert answer.status == 403
        assert is_guarded(answer)


NEXT = b"GET /next HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize(
    ("heads", "body"),
    [
        ((b"Content-Length: 5", b"Transfer-Encoding: chunked"), b"0\r\n\r\n" + NEXT),
        ((b"Content-Length: 5", b"Content-Length: 6"), b"abcdef" + NEXT),
        ((b"Content-Length: +5",), b"abcde" + NEXT),
        ((b"Content-Length: -1",), NEXT),
        ((b"Content-Length: 0x5",), b"abcde" + NEXT),
        ((b"Transfer-Encoding: xchunked",), b"0\r\n\r\n" + NEXT),
        ((b"Transfer-Encoding: chunked", b"Transfer-Encoding: identity"), b"0\r\n\r\n" + NEXT),
        ((b"Transfer-Encoding : chunked",), b"0\r\n\r\n" + NEXT),
        ((b"Transfer-Encoding: chunked",), b"FFFFFFFFFFFFFFFFF\r\nabc" + NEXT),
        ((b"Transfer-Encoding: chunked",), b"-1\r\nabc" + NEXT),
        ((b"X: a\r\n b",), NEXT),
        ((b"X: a\nTransfer-Encoding: chunked",), b"0\r\n\r\n" + NEXT),
    ],
)
def test_where_a_request_ends_is_never_open(port, heads, body):
    """What two servers could understand differently is refused, and nothing after it is heard."""
    answer = sent(port, b"POST /games", heads, body)
    assert answer.many == 1
    assert answer.status == 400


def test_a_request_by_no_name_or_by_two_is_refused(port):
    own = f"Host: 127.0.0.1:{port}".encode()
    for host in (b"X: y", own + b"\r\nHost: evil.example", own + b"\r\n" + own, b"Host:"):
        answer = sent(port, b"GET /", host=host)
        assert answer.status == 421
        assert is_guarded(answer)


@pytest.mark.parametrize("protocol", [b"websocket", b"h2c", b"TLS/1.0"])
def test_no_other_protocol_is_changed_to(port, protocol):
    heads = [b"Upgrade: " + protocol, b"Connection: Upgrade", b"Sec-WebSocket-Version: 13"]
    assert sent(port, b"GET /", heads).status in (200, 400)


def test_what_is_packed_is_not_unpacked(port):
    heads = [b"Content-Encoding: gzip", b"Content-Length: 4"]
    heads += [b"Content-Type: application/x-www-form-urlencoded"]
    assert sent(port, b"POST /games", heads, b"\x1f\x8b\x08\x00").status == 422


def test_who_goes_away_or_sends_no_form_leaves_no_line_behind(port, caplog, capfd):
    """Neither a stack of calls nor a line for each: strangers would fill the log."""
    with caplog.at_level(logging.WARNING):
        with socket.create_connection(("127.0.0.1", port)) as one:
            kind = b"Content-Type: application/x-www-form-urlencoded"
            heads = [b"POST /games HTTP/1.1", f"Host: 127.0.0.1:{port}".encode(), kind]
            one.sendall(b"\r\n".join([*heads, b"Content-Length: 100", b"", b"va"]))
        form = b'--c\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--c--\r\n'
        heads = [b"Content-Type: multipart/form-data; boundary=b", b"Content-Length: 68"]
        assert sent(port, b"POST /games/load", heads, form).status == 400
        assert sent(port, b"NONSENSE").status == 400
        assert sent(port, b"GET /", [b"Upgrade: websocket", b"Connection: Upgrade"]).status == 200
        assert sent(port, b"GET /").status == 200
    assert [one.getMessage() for one in caplog.records] == []
    assert capfd.readouterr().err == ""


def test_nothing_that_is_asked_is_written_down(port, caplog, capfd):
    """Neither an invitation in an address, nor a seat in a cookie, nor a page that led here."""
    with caplog.at_level(logging.DEBUG):
        for where in (b"/games/agame/invitation/asecret", b"/games/agame", b"/asecret"):
            heads = [b"Cookie: seat=asecret", b"Referer: http://127.0.0.1/games/agame/asecret"]
            answer = sent(port, b"GET " + where, heads)
            assert answer.status in (403, 404, 410)
            assert not cards_in(answer.body)
    written = "".join(one.getMessage() for one in caplog.records) + "".join(capfd.readouterr())
    assert "asecret" not in written
    assert "agame" not in written


def test_the_server_begins_as_these_tests_have_it():
    chosen = settings()
    assert chosen["http"] is PatientProtocol
    assert chosen["ws"] == "none"
    assert chosen["access_log"] is False
    assert chosen["server_header"] is False

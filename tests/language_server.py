"""Speaks with yaml-language-server, as an editor does: over standard input and output."""

from __future__ import annotations

import json
import subprocess
from itertools import count


class Editor:
    """An editor with one folder open; use it as a context."""

    def __init__(self, program, folder):
        self._numbers, self._told = count(1), {}
        self._server = subprocess.Popen(  # noqa: S603  # the server that is installed here
            [program, "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._folder = folder

    def __enter__(self):
        abilities = {
            "textDocument": {
                "hover": {"contentFormat": ["markdown", "plaintext"]},
                "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
                "publishDiagnostics": {},
            },
        }
        self._ask(
            "initialize",
            processId=None,
            rootUri=self._folder.as_uri(),
            capabilities=abilities,
        )
        self._say("initialized")
        # No schema from the network: what helps here is the line in the file itself.
        settings = {"yaml": {"schemaStore": {"enable": False}, "validate": True, "hover": True}}
        self._say("workspace/didChangeConfiguration", settings=settings)
        return self

    def __exit__(self, *_):
        self._server.kill()
        self._server.communicate()

    def open(self, path, text):
        """Open a file with a text in it, saved or not, and give what the server finds wrong."""
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self._told.pop(path.as_uri(), None)
        self._say("textDocument/didOpen", textDocument=document)
        while path.as_uri() not in self._told:
            self._read()
        return self._told[path.as_uri()]

    def complete(self, path, line, column):
        """What may stand at a place, lines and columns from 0."""
        found = self._ask("textDocument/completion", **_at(path, line, column))
        return found["items"] if isinstance(found, dict) else found

    def hover(self, path, line, column):
        """What is told of a place."""
        found = self._ask("textDocument/hover", **_at(path, line, column))
        return found["contents"]["value"] if found else ""

    def _ask(self, method, **about):
        number = next(self._numbers)
        self._send(id=number, method=method, params=about)
        while True:
            told = self._read()
            if told.get("id") == number and "method" not in told:
                return told.get("result")

    def _say(self, method, **about):
        self._send(method=method, params=about)

    def _send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._server.stdin.flush()

    def _read(self):
        """The next message; what the server asks is answered with nothing."""
        length = 0
        while line := self._server.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        assert length, "the server has ended"
        told = json.loads(self._server.stdout.read(length))
        if told.get("method") == "textDocument/publishDiagnostics":
            self._told[told["params"]["uri"]] = told["params"]["diagnostics"]
        elif "method" in told and "id" in told:
            asked = told["params"].get("items") if isinstance(told.get("params"), dict) else None
            self._send(id=told["id"], result=[None] * len(asked) if asked else None)
        return told


def _at(path, line, column):
    place = {"line": line, "character": column}
    return {"textDocument": {"uri": path.as_uri()}, "position": place}

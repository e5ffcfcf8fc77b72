"""The addresses of the server as OpenAPI has them: all of them, and what each may answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from browser import HERE, Browser, served, session_of
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from penneech.records import record_text
from penneech.screens.web.app import ADDRESSES
from penneech.screens.web.forms import change_in

DOCS = Path(__file__).parents[2] / "docs" / "reference"
DESCRIBED = yaml.safe_load((DOCS / "server.openapi.yaml").read_text("utf-8"))
STATIC = "/static/{file}"
IN_ADDRESS = st.text(st.characters(exclude_characters="/"), min_size=1, max_size=12)


def followed(part):
    """A part of the description, or what it refers to."""
    for name in part.get("$ref", "#").split("/")[1:]:
        part = (DESCRIBED if name == "components" else part)[name]
    return part


def parameters(path, where):
    every = [followed(one) for one in DESCRIBED["paths"][path]["parameters"]]
    return {one["name"] for one in every if one["in"] == where}


def operations():
    for path, ways in DESCRIBED["paths"].items():
        yield from ((path, method, way) for method, way in ways.items() if method != "parameters")


def test_every_address_is_described_and_no_other():
    told = {(path, method.upper()) for path, method, _ in operations()}
    known = {(path, method) for path, methods, _ in ADDRESSES for method in methods}
    assert told == known | {(STATIC, "GET")}


def test_what_stands_in_an_address_is_described():
    for path in DESCRIBED["paths"]:
        named = {part[1:-1] for part in path.split("/") if part.startswith("{")}
        assert parameters(path, "path") == named


def test_everything_has_a_sentence_and_only_a_server_without_room_is_at_fault():
    for _, _, way in operations():
        assert way["summary"].endswith(".")
        assert all(followed(one)["description"] for one in way["responses"].values())
        assert {status for status in way["responses"] if status[0] == "5"} <= {"503"}


def test_the_moves_described_are_those_that_are_made():
    moves = followed({"$ref": "#/components/parameters/what"})["schema"]["enum"]
    assert all(change_in(move, {"card": "7D"}) for move in moves)
    assert change_in("again", {}) is None


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/games/load", "POST"),
        ("POST", "/games/x/record", "GET, HEAD"),
        ("DELETE", "/games/x/invitation/y", "GET, HEAD, POST"),
        ("OPTIONS", "/", "GET, HEAD"),
    ],
)
def test_what_is_not_done_at_an_address_is_refused_there(app, method, path, allowed):
    answer = TestClient(app, base_url=HERE, headers={"origin": HERE}).request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return served(tmp_path_factory.mktemp("games"))[0]


@given(data=st.data())
def test_whatever_is_asked_for_is_answered_as_described(app, data):
    """What nobody has a seat at; the games themselves are played in test_web_property.py."""
    path, method, way = data.draw(st.sampled_from(list(operations())))
    names = {name: data.draw(IN_ADDRESS) for name in sorted(parameters(path, "path"))}
    if path == STATIC:
        names["file"] = data.draw(st.sampled_from(["penneech.css", names["file"]]))
    where = path
    for name, text in names.items():
        where = where.replace(f"{{{name}}}", _quoted(text))
    client = TestClient(app, base_url=HERE, headers={"origin": HERE}, follow_redirects=False)
    fields = data.draw(
        st.dictionaries(st.sampled_from(["number", "card", "variant"]), st.text(max_size=9))
    )
    more = {"data": fields} if method == "post" else {"params": fields}
    answer = client.request(method.upper(), where, **more)
    assert str(answer.status_code) in way["responses"], where
    said = followed(way["responses"][str(answer.status_code)])
    kinds = set(said.get("content", {}))
    kind = answer.headers.get("content-type", "").partition(";")[0]
    assert not kinds or kind in kinds
    assert set(said["headers"]) <= set(answer.headers)


def _quoted(text):
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "replace"))


@pytest.mark.parametrize("key", ["variant", "generator"])
def test_a_saved_game_with_half_of_a_character_in_it_is_refused(key, tmp_path):
    app, tables = served(tmp_path)
    browser = Browser(app).begin()
    record = json.loads(record_text(session_of(tables, browser).save()))
    record.pop("check")
    assert browser.client.post("/games/load", files=_file(record)).status_code == 200
    record[key] = "\ud800"
    assert browser.client.post("/games/load", files=_file(record)).status_code == 422


def test_a_saved_game_with_a_key_that_stands_twice_is_refused(tmp_path):
    app, tables = served(tmp_path)
    browser = Browser(app).begin()
    text = record_text(session_of(tables, browser).save())
    twice = f'{text[:-1]}, "version": 1}}'
    assert browser.client.post("/games/load", files={"record": ("g", twice)}).status_code == 422


def _file(record):
    return {"record": ("game.json", json.dumps(record))}

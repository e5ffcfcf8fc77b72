"""The JSON Schemas: generated, current, understood by others, and what is said by them."""

from __future__ import annotations

import copy
import json
import random
import re
import subprocess
import sys

import jsonschema
import pytest
import yaml
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from loading import run

from penneech.cards import PACK
from penneech.catalogue import load_catalogue
from penneech.errors import UnknownNameError
from penneech.evidence import Basis
from penneech.files.shape import findings
from penneech.paths import shipped
from penneech.records.model import FORMAT, VERSION
from penneech.rules import BOUNDS, RULE_POINTS, Rules
from penneech.schema.schemas import KINDS, drifted, schema, schema_text, validator, write_schemas
from penneech.variant import load_variant

FOLDER = shipped("variants") / "schema"
FILES = {
    "variant": sorted(shipped("variants").glob("*.yaml")),
    "source": sorted(shipped("sources").glob("*.yaml")),
}

# To JSON Schema 7.0 is a whole number; to our files it is a figure with a fraction.
STRICT = jsonschema.validators.extend(
    jsonschema.Draft7Validator,
    type_checker=jsonschema.Draft7Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    ),
)


def record():
    """A record in the form of the files, with everything that one may have."""
    texts = [str(card) for card in PACK]
    hands = {"A": texts[:7], "B": [*texts[7:13], "??"]}
    event = {"player": "A", "points": 4, "source": "turn_up", "card": "KS", "trick": 0}
    excess = {"player": "B", "points": 3, "source": "excess", "card": None, "trick": 7}
    deal = {
        "dealer": "A",
        "thrown_up": [{"by": "B", "dealer": "A", "hands": hands, "turn_ups": []}],
        "hands": hands,
        "turn_ups": ["KS", "10♦"],
        "plays": ["7D", "as"],
        "events": [event, excess],
        "score": {"A": 4, "B": 3},
    }
    return {
        "format": "penneech-record",
        "version": 1,
        "generator": "penneech 0.1.0",
        "variant": "parlett",
        "digest": load_variant("parlett").digest(),
        **load_variant("parlett").resolved(),
        "names": {"A": "Anne", "B": "Bess"},
        "players": {"A": "greedy", "B": "random"},
        "seed": "18446744073709551615",
        "game": 0,
        "swapped": False,
        "start": {"score": {"A": 0, "B": 0}, "dealer": None},
        "cut": [{"A": "5C", "B": "5H"}, {"A": "2C", "B": "KD"}],
        "deals": [deal],
        "score": {"A": 4, "B": 3},
        "winner": None,
        "check": "0" * 64,
    }


def documents(kind):
    if kind == "record":
        return [record()]
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES[kind]]


each_kind = pytest.mark.parametrize("kind", KINDS)


def test_the_shipped_schemas_are_what_would_be_written_now():
    assert drifted(FOLDER) == []


def test_a_schema_that_was_changed_by_hand_is_named(tmp_path):
    paths = write_schemas(tmp_path)
    assert drifted(tmp_path) == []
    paths[0].write_text(paths[0].read_text(encoding="utf-8").replace("61", "60"), encoding="utf-8")
    paths[1].unlink()
    assert drifted(tmp_path) == paths[:2]


def test_line_ends_of_windows_are_no_drift(tmp_path):
    for path in write_schemas(tmp_path):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert drifted(tmp_path) == []


@each_kind
def test_a_schema_is_one_of_draft_7(kind):
    jsonschema.Draft7Validator.check_schema(json.loads(schema_text(kind)))
    assert json.loads(schema_text(kind))["$schema"] == "http://json-schema.org/draft-07/schema#"


@each_kind
def test_a_schema_hides_no_cause_and_ignores_nothing(kind):
    text = schema_text(kind)
    assert not re.search(
        r'"(oneOf|anyOf|\$defs|patternProperties|unevaluated\w+|dependent\w+)"', text
    )
    assert text == schema_text(kind)
    assert text.endswith("}\n")
    # In draft 7 whatever stands beside a reference is not read.
    for found in re.finditer(r"\{[^{}]*\"\$ref\"[^{}]*\}", text):
        assert len(json.loads(found[0])) == 1


@each_kind
def test_every_description_is_for_people_and_filled(kind):
    assert "{{" not in schema_text(kind)


def test_every_reading_and_its_sentence_stand_in_the_schema_of_variants():
    made = json.loads(schema_text("variant"))["properties"]["rules"]["properties"]
    assert list(made) == list(RULE_POINTS)
    for point, kind in RULE_POINTS.items():
        reading = made[point]["properties"]["reading"]
        assert reading["enum"] == [name.value for name in kind]
        assert len(reading["enumDescriptions"]) == len(kind)
        assert made[point]["description"] == load_catalogue().points[point].question.en


def test_the_bounds_stand_in_the_schema_of_variants():
    made = json.loads(schema_text("variant"))["properties"]["parameters"]["properties"]
    for name in ("hand_size", "target", "excess_over"):
        value = made[name]["properties"]["value"]
        assert (value["minimum"], value["maximum"]) == BOUNDS[name]


@each_kind
def test_what_we_ship_fits_for_us_and_for_others(kind):
    theirs = STRICT(json.loads(schema_text(kind)))
    for document in documents(kind):
        assert validator(kind).is_valid(document)
        assert theirs.is_valid(document)


def test_a_record_that_was_played_fits(monkeypatch, capsys, tmp_path):
    path = tmp_path / "games.jsonl"
    for name in ("wikipedia-it", "gamerules"):
        simulate = ("simulate", name, "--players", "greedy,random", "--games", 5, "--seed", 1)
        assert run(monkeypatch, capsys, *simulate, "--records", path)[0] == 0
        for line in path.read_text(encoding="utf-8").splitlines():
            assert validator("record").is_valid(json.loads(line))


def test_a_record_may_give_the_pack_instead_of_hands_but_not_beside_them():
    made, fits = record(), validator("record").is_valid
    deal = made["deals"][0]
    deal["pack"] = [str(card) for card in PACK]
    assert not fits(made)
    del deal["hands"], deal["turn_ups"]
    assert fits(made)
    del deal["pack"]
    assert not fits(made)


def test_a_record_may_be_without_what_only_a_simulation_knows():
    made = record()
    for key in ("generator", "variant", "digest", "names", "players", "seed", "game", "swapped"):
        del made[key]
    for key in ("start", "cut", "score", "winner", "check"):
        del made[key]
    del made["deals"][0]["events"], made["deals"][0]["thrown_up"]
    assert validator("record").is_valid(made)


STRANGE = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 2000), st.sampled_from([0.5, 7.0, 1e9]),
    st.sampled_from(["", "trumps_only", "7D", "??", "C74.honours", "stated", "A", "no", "x" * 70]),
    st.sampled_from([[], {}, [1, 1], ["A", "B"], {"en": "x"}, {"en": ""}, {"A": 5}]),
)  # fmt: skip


@examples(60)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 2**32), strange=STRANGE)
def test_whatever_does_not_fit_is_told_in_its_place(kind, seed, strange):
    """One value changed, taken out or put in: each error of the library is in a finding."""
    chance = random.Random(seed)
    document = copy.deepcopy(chance.choice(DOCUMENTS[kind]))
    holder = chance.choice(list(holders(document)))
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    if keys and chance.random() < 0.7:
        key = chance.choice(keys)
        if chance.random() < 0.3:
            del holder[key]
        else:
            holder[key] = strange
    elif isinstance(holder, dict):
        holder[chance.choice(["en", "id", "note", "basis", "pack", "other"])] = strange
    else:
        holder.append(strange)
    told = {}
    for found in findings(document, validator(kind)):
        told.setdefault(found.path, []).append(found.say())
    errors = list(VALIDATORS[kind].iter_errors(document))
    assert bool(told) == bool(errors)
    assert all(is_told(error, told) for error in errors)


def is_told(error, told):
    """Whether a finding tells of an error: of a missing or unknown key, by its name."""
    path = tuple(error.absolute_path)
    match error.validator:
        case "required":
            key = error.message.split("'")[1]
            said = [*told.get((*path, key), ()), *told.get(path, ())]
            return any(re.search(rf"\b{key}\b.* (is|are) missing", text) for text in said)
        case "additionalProperties":
            unknown = set(error.instance) - set(error.schema["properties"])
            return all(told[(*path, key)][0].startswith("unknown key") for key in unknown)
        case _:
            return path in told


def holders(value):
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from holders(inner)


DOCUMENTS = {kind: documents(kind) for kind in KINDS}
VALIDATORS = {kind: STRICT(schema(kind)) for kind in KINDS}


def test_the_library_that_checks_is_imported_only_to_check():
    script = "import sys, penneech.validation, penneech.cli; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0  # noqa: S603  # ours


def test_an_unknown_kind_is_answered_with_those_that_there_are():
    with pytest.raises(UnknownNameError, match="did you mean variant"):
        schema("variants")


def test_the_schema_command_prints_writes_and_checks(monkeypatch, capsys, tmp_path):
    assert run(monkeypatch, capsys, "schema", "record") == (0, schema_text("record"), "")
    status, out, _ = run(monkeypatch, capsys, "schema", "--write", tmp_path / "new")
    assert status == 0
    assert len(out.splitlines()) == 3
    assert run(monkeypatch, capsys, "schema", "--check", tmp_path / "new") == (0, "", "")
    (tmp_path / "new" / "source.schema.json").unlink()
    status, _, err = run(monkeypatch, capsys, "schema", "--check", tmp_path / "new")
    assert status == 1
    assert "source.schema.json" in err
    assert run(monkeypatch, capsys, "schema")[0] == 2
    assert run(monkeypatch, capsys, "schema", "variants")[0] == 2


def test_the_schema_and_the_reader_of_records_agree_on_the_format():
    properties = schema("record")["properties"]
    assert properties["format"]["const"] == FORMAT
    assert properties["version"]["const"] == VERSION


def test_every_basis_stands_in_the_schema():
    assert schema("variant")["definitions"]["basis"]["enum"] == [basis.value for basis in Basis]
    assert isinstance(load_variant("parlett").rules, Rules)

"""What does not fit a schema: where it is found, and how it is said in words."""

from __future__ import annotations

import pytest
from jsonschema import Draft7Validator
from loading import not_hanging

from penneech.files.shape import findings, validator_of


@pytest.mark.parametrize(
    ("value", "given_schema", "said"),
    [
        ("x", {"type": "integer"}, 'the text "x" stands where a whole number is wanted'),
        (None, {"type": ["string", "null"]}, None),
        (True, {"type": "integer"}, "true stands where a whole number is wanted"),
        (True, {"enum": [1]}, "true is not known; allowed: 1"),
        (1, {"const": True}, "1 is not known; allowed: true"),
        (5, {"type": "integer", "minimum": 6, "maximum": 7},
         "5 is out of bounds; allowed: a whole number from 6 to 7"),
        ("a\n", {"pattern": "^a$", "patternErrorMessage": "write a"},
         '"a\\n" is not allowed; write a'),
        ("a$", {"pattern": "^a\\$$", "patternErrorMessage": "write a$"}, None),
        ([1, 1], {"uniqueItems": True}, "the same stands twice in the list"),
        ([1, "1", None, True], {"uniqueItems": True}, None),
        ([], {"minItems": 1}, "it is empty"),
        ([1], {"minItems": 2}, "too short; at least 2"),
        (0, {"type": "integer", "minimum": 1},
         "0 is out of bounds; allowed: a whole number from 1 up"),
        (7.0, {"type": "integer"}, "7.0 stands where a whole number is wanted"),
        ({"a": 7.0}, {"properties": {"a": {"$ref": "#/definitions/b"}},
                      "definitions": {"b": {"type": "integer"}}},
         "7.0 stands where a whole number is wanted"),
        ("abc", {"maxLength": 2}, "too long; at most 2"),
        ({"hoonours": 1}, {"properties": {"honours": {}}, "additionalProperties": False},
         'unknown key "hoonours"; allowed: honours; did you mean honours?'),
        ({}, {"required": ["a"]}, "a is missing"),
        ({}, {"required": ["a", "b"], "errorMessage": "give both"}, "a, b are missing; give both"),
    ],
)  # fmt: skip
def test_a_fault_of_shape_is_said_in_words(value, given_schema, said):
    found = [one.say() for one in findings(value, validator_of(given_schema))]
    assert found == ([] if said is None else [said])


@pytest.mark.parametrize("given_schema", [{"oneOf": [{}, {}]}, {"format": "date", "not": {}}])
def test_a_keyword_without_words_of_its_own_is_not_passed_over(given_schema):
    assert len(list(findings("x" * 1000, validator_of(given_schema)))) == 1


def test_a_value_without_words_of_its_own_is_said_shortly():
    (found,) = findings("x" * 1000, validator_of({"oneOf": []}))
    assert len(found.say()) < 100


def test_a_long_list_of_all_kinds_of_items_is_not_compared_item_by_item():
    items = [item for number in range(50_000) for item in (number, str(number), [number])]
    with not_hanging():
        assert validator_of({"uniqueItems": True}).is_valid(items)


def found_in(value, schema):
    """What is found in a value: where, whether at the key, and what is said of it."""
    return [(one.path, one.of_key, one.say()) for one in findings(value, validator_of(schema))]


def test_a_definition_stands_in_the_place_of_each_reference_to_it():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"card": {"$ref": "#/definitions/text"}, "text": {"type": "string"}},
        "properties": {"card": {"$ref": "#/definitions/card"}},
        "items": [{"$ref": "#/definitions/text"}, True],
        "required": ["card"],
    }
    assert validator_of(schema).schema == {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"card": {"type": "string"}},
        "items": [{"type": "string"}, True],
        "required": ["card"],
    }


def test_what_the_checks_are_stricter_in_holds_for_no_other_validator():
    assert not validator_of({"type": "integer"}).is_valid(7.0)
    assert Draft7Validator({"type": "integer"}).is_valid(7.0)


@pytest.mark.parametrize(
    ("value", "given_schema"),
    [
        (7, {"pattern": "^a$"}),  # only a text can have a pattern
        ("a$b", {"pattern": r"^a\$b$"}),
        ("aa", {"uniqueItems": True}),  # only a list has items
        ([1, 1], {"uniqueItems": False}),
        ([1, 1.0], {"uniqueItems": True}),  # not written alike
        ({}, {"properties": {"a": {"type": "integer"}}}),
    ],
)
def test_what_fits_has_no_finding(value, given_schema):
    assert found_in(value, given_schema) == []


def test_each_value_that_does_not_fit_is_found_in_its_place():
    schema = {"properties": {"a": {"items": {"type": "string"}}, "b": {"maximum": 2}}}
    schema["properties"]["b"]["type"] = "number"
    assert found_in({"a": ["x", 1, None], "b": 3}, schema) == [
        (("a", 1), False, "1 stands where text is wanted"),
        (("a", 2), False, "nothing stands where text is wanted"),
        (("b",), False, "3 is out of bounds; allowed: a number"),
    ]


def test_one_missing_key_is_missed_at_its_own_place():
    schema = {"properties": {"a": {"required": ["b", "c"]}}}
    assert found_in({"a": {"b": 1}}, schema) == [(("a", "c"), True, "c is missing")]


def test_several_missing_keys_are_one_finding_where_they_should_stand():
    schema = {"properties": {"a": {"required": ["b", "c", "d"], "errorMessage": "give all"}}}
    assert found_in({"a": {"c": 1}}, schema) == [
        (("a",), True, "b, d are missing; give all"),
    ]


def test_keys_that_are_missed_for_different_reasons_are_findings_of_their_own():
    one, two = {"required": ["a", "b"]}, {"required": ["c"], "errorMessage": "so it was agreed"}
    assert found_in({}, {"allOf": [one, two]}) == [
        ((), True, "a, b are missing"),
        (("c",), True, "c is missing; so it was agreed"),
    ]
    assert found_in([{}, {}], {"items": {"required": ["a", "b"]}}) == [
        ((0,), True, "a, b are missing"),
        ((1,), True, "a, b are missing"),
    ]


def test_a_value_with_two_faults_has_two_findings():
    schema = {"minLength": 3, "pattern": "^a", "patternErrorMessage": "begin with a"}
    assert found_in("b", schema) == [
        ((), False, "too short; at least 3"),
        ((), False, '"b" is not allowed; begin with a'),
    ]


def test_each_unknown_key_is_found_at_the_key():
    schema = {"properties": {"honours": {}, "redeal": {}}, "additionalProperties": False}
    assert found_in(
        {"rules": {"honors": 1, "redeal": 2, "zzz": 3}}, {"properties": {"rules": schema}}
    ) == [
        (
            ("rules", "honors"),
            True,
            'unknown key "honors"; allowed: honours, redeal; did you mean honours?',
        ),
        (("rules", "zzz"), True, 'unknown key "zzz"; allowed: honours, redeal'),
    ]
    assert found_in({"a": 1}, {"additionalProperties": False}) == [
        (("a",), True, 'unknown key "a"; allowed: ')
    ]


INDENTED = {
    "properties": {
        "title": {},
        "rules": {"properties": {"honours": {}}},
        "parameters": {"properties": {"target": {}}},
    },
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"rules": None, "honours": 1}, "indent honours under rules"),
        ({"title": None, "rules": None, "honours": 1}, "indent honours under rules"),
        ({"rules": None, "parameters": None, "target": 1}, "indent target under parameters"),
        (
            {"rules": {}, "honours": 1},
            'unknown key "honours"; allowed: title, rules, parameters',
        ),
        ({"honours": 1}, 'unknown key "honours"; allowed: title, rules, parameters'),
        (
            {"rules": None, "target": 1},
            'unknown key "target"; allowed: title, rules, parameters',
        ),
        (
            {"title": 1, "as it says": None},
            '"as it says" is no key; a text with a comma in it wants quotation marks',
        ),
        ({"as it says": 1}, 'unknown key "as it says"; allowed: title, rules, parameters'),
        ({"title:A": 1}, "a space is missing after the colon of title"),
        ({"title:": 1}, "a space is missing after the colon of title"),
        ({"title:a:b": 1}, "a space is missing after the colon of title"),
        (
            {"titel:A": 1},
            'unknown key "titel:A"; allowed: title, rules, parameters; did you mean title?',
        ),
    ],
)
def test_what_was_meant_by_an_unknown_key_is_guessed_by_what_is_around_it(value, said):
    assert [text for _, _, text in found_in(value, INDENTED)] == [said]


@pytest.mark.parametrize(
    ("value", "given_schema", "said"),
    [
        ("x", {"enum": ["a", 1, None, True]}, '"x" is not known; allowed: a, 1, null, true'),
        ("abx", {"const": "abc"}, '"abx" is not known; allowed: abc; did you mean abc?'),
        ("x", {"enum": ["a"], "errorMessage": "hint"}, '"x" is not known; allowed: a'),
        (1, {"type": "object"}, "1 stands where a set of entries like `key: value` is wanted"),
        (1, {"type": "array"}, "1 stands where a list is wanted"),
        ([], {"type": "string"}, "a list stands where text is wanted"),
        (None, {"type": "number"}, "nothing stands where a number is wanted"),
        (1, {"type": "boolean"}, "1 stands where true or false is wanted"),
        ("", {"type": "null"}, 'the text "" stands where null is wanted'),
        (
            1,
            {"type": ["string", "null"], "errorMessage": "say which"},
            "1 stands where text or null is wanted; say which",
        ),
        (
            9,
            {"type": "integer", "maximum": 7, "errorMessage": "of the hand"},
            "9 is out of bounds; allowed: a whole number; of the hand",
        ),
        ("b", {"pattern": "a", "errorMessage": "hint"}, '"b" is not allowed; hint'),
        (
            "b",
            {"pattern": "a", "errorMessage": "hint", "patternErrorMessage": "better"},
            '"b" is not allowed; better',
        ),
        ("", {"minLength": 2, "errorMessage": "hint"}, "it is empty; hint"),
        ("a", {"minLength": 2, "errorMessage": "hint"}, "too short; at least 2; hint"),
        ([1, 2], {"maxItems": 1, "errorMessage": "hint"}, "too long; at most 1; hint"),
        ([1, 1], {"uniqueItems": True, "errorMessage": "x"}, "the same stands twice in the list"),
        (6, {"multipleOf": 4}, "6 does not fit the schema's multipleOf"),
        (6, {"multipleOf": 4, "errorMessage": "in fours"},
         "6 does not fit the schema's multipleOf; in fours"),
    ],
)  # fmt: skip
def test_a_fault_of_shape_is_said_with_the_hint_of_its_schema(value, given_schema, said):
    assert found_in(value, given_schema) == [((), False, said)]


def test_what_may_not_stand_at_all_is_found_at_its_key():
    schema = {"properties": {"a": {"not": {}, "errorMessage": "leave it out"}}}
    assert found_in({"a": 1}, schema) == [(("a",), True, "leave it out")]


def test_where_nothing_at_all_fits_what_stands_there_is_told():
    (found,) = findings({"a": 1}, validator_of({"properties": {"a": False}}))
    assert found.say().startswith("1 does not fit the schema")


def test_what_is_nested_beyond_measure_is_found_at_the_whole_value():
    value = []
    for _ in range(100_000):
        value = [value]
    assert found_in(value, {"type": "string"}) == [
        ((), False, "nested more deeply than any file here")
    ]

"""Agreement: for how many pairs of players a conclusion holds, and the studies it is drawn from."""

from __future__ import annotations

import json
import shutil

import pytest
from commands import run as penneech

from penneech.study.agreement import Conclusion, Kept, agreement, conclusions
from penneech.study.design import Entry, plan
from penneech.study.manifest import NAME
from penneech.study.pairs import Pair
from penneech.variant import load_variant

OUTCOMES = {"points": True, "deals": True, "skill": True, "choice": False}
PAIRS = ("--players", "greedy", "--players", "greedy,random")


def summary(gaps, outcomes=tuple(OUTCOMES)):
    """As much of a summary as agreement asks for; a gap of None is one that is not called."""
    return {
        "outcomes": {name: {"primary": OUTCOMES[name]} for name in outcomes},
        "differences": {
            "base": "base",
            "variants": {
                variant: {
                    name: {"value": 0.1 if gap is None else gap, "called": gap is not None}
                    for name, gap in zip(outcomes, found, strict=True)
                }
                for variant, found in gaps.items()
            },
        },
    }


HAND_WORKED = (
    summary({"a": (2.0, 0.5, 0.1, None), "b": (None, -1.0, None, 0.3)}),
    summary({"a": (1.0, -0.5, 0.2, 0.4), "b": (None, -2.0, None, 0.2)}),
    summary({"a": (3.0, None, None), "b": (None, -1.5, 0.1)}, ("points", "deals", "choice")),
)
"""Three pairs of players, the third of them the same at both seats: it shows no skill.

Under a all three say more points; of deals the first says more, the second less, the third nothing;
of choice the second alone says more. Under b all say fewer deals and more choice.
"""


def test_agreement_of_the_hand_worked_studies():
    assert conclusions(HAND_WORKED) == [
        Conclusion("a", "points", primary=True, sign=1, holds=3, against=0, pairs=3),
        Conclusion("a", "deals", primary=True, sign=1, holds=1, against=1, pairs=3),
        Conclusion("a", "deals", primary=True, sign=-1, holds=1, against=1, pairs=3),
        Conclusion("a", "choice", primary=False, sign=1, holds=1, against=0, pairs=3),
        Conclusion("b", "deals", primary=True, sign=-1, holds=3, against=0, pairs=3),
        Conclusion("b", "choice", primary=False, sign=1, holds=3, against=0, pairs=3),
    ]
    assert agreement(conclusions(HAND_WORKED)) == Kept(3, 6)
    assert agreement(conclusions(HAND_WORKED), primary=True) == Kept(2, 4)
    assert Kept(2, 4).share == 0.5


def test_one_pair_agrees_with_itself_and_no_conclusion_has_no_share():
    assert agreement(conclusions(HAND_WORKED[:1])).share == 1
    assert agreement(conclusions([summary({"a": (None,) * 4})])).share is None


def test_a_difference_of_nothing_has_no_sign_though_it_were_called():
    assert conclusions([summary({"a": (0.0, None, None, None)})]) == []


@pytest.mark.parametrize(
    ("players", "folder"),
    [
        (("greedy", "greedy"), "greedy"),
        (("greedy", "random"), "greedy-vs-random"),
        (("greedy", "pimc:64"), "greedy-vs-pimc-64"),
    ],
)
def test_the_folder_of_a_pair_has_a_name_that_every_system_takes(players, folder):
    entries = [Entry("parlett", load_variant("parlett").rules)]
    assert Pair(plan(entries, players, 1, 1), "").folder == folder


def compare(folder, *words):
    return penneech("compare", "cotton-1674", "parlett", "--workers", "1", "--out", folder, *words)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A study by two pairs, and what was said of it."""
    folder = tmp_path_factory.mktemp("pairs") / "mine"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        return folder, compare(folder, *PAIRS, "--games", "40")


@pytest.fixture
def copy(whole, tmp_path):
    return shutil.copytree(whole[0], tmp_path / "mine")


def files_of(folder):
    return {
        path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_agreement_is_told_in_a_table_of_eighty_columns(whole):
    answer = whole[1]
    assert answer.status == 0
    lines = answer.out.splitlines()
    assert max(len(line) for line in lines if not line.startswith("Written")) <= 80
    start = next(i for i, line in enumerate(lines) if line.startswith("Agreement of 2 pairs"))
    told = "\n".join(lines[start:])
    assert "greedy (40 games), greedy against random (40 games)" in " ".join(told.split())
    (row,) = [line for line in lines[start:] if line.startswith("parlett ")]
    assert "+2/2" in row
    assert "conclusions keep their sign for every pair" in " ".join(told.split())
    assert "Written to " in told


def test_each_pair_has_an_ordinary_study_of_its_own(whole, tmp_path):
    folder, _ = whole
    alone = tmp_path / "alone"
    answer = compare(alone, "--players", "greedy,random", "--games", "40")
    assert answer.status == 0
    assert files_of(alone) == files_of(folder / "greedy-vs-random")
    traced = penneech(
        "trace", folder / "greedy", "--variant", "parlett", "--game", "7", "--records", "-"
    )
    assert json.loads(traced.out)["game"] == 7


def test_all_pairs_play_the_same_packs(whole):
    folder, _ = whole
    manifests = [
        json.loads((path / NAME).read_text()) for path in sorted(folder.iterdir()) if path.is_dir()
    ]
    assert len(manifests) == 2
    assert len({(one["seed"], one["chance"]) for one in manifests}) == 1


def test_agreement_json_says_for_how_many_pairs_each_conclusion_holds(whole):
    folder, _ = whole
    found = json.loads((folder / "agreement.json").read_text())
    assert found["pairs"] == [
        {"players": ["greedy", "greedy"], "folder": "greedy", "games": 40, "complete": True},
        {
            "players": ["greedy", "random"],
            "folder": "greedy-vs-random",
            "games": 40,
            "complete": True,
        },
    ]
    assert "skill" not in found["outcomes"]
    for which, drawn in (
        ("all", found["conclusions"]),
        ("primary", [one for one in found["conclusions"] if one["primary"]]),
    ):
        kept = sum(one["holds"] == 2 for one in drawn)
        assert found["agreement"][which] == {
            "conclusions": len(drawn), "kept": kept, "share": kept / len(drawn)
        }  # fmt: skip
    summaries = [
        json.loads((folder / pair["folder"] / "summary.json").read_text())
        for pair in found["pairs"]
    ]
    for one in found["conclusions"]:
        gaps = [s["differences"]["variants"][one["variant"]][one["outcome"]] for s in summaries]
        signs = [gap["called"] and ("more" if gap["value"] > 0 else "less") for gap in gaps]
        assert one["holds"] == signs.count(one["sign"]) > 0


def test_agreement_as_json_has_it_all(copy):
    answer = compare(copy, *PAIRS, "--games", "40", "--json")
    found = json.loads(answer.out)
    assert found["agreement"] == json.loads((copy / "agreement.json").read_text())
    assert list(found["studies"]) == ["greedy", "greedy-vs-random"]


def test_a_study_by_pairs_goes_on_where_it_stopped(whole, copy):
    for path in (copy / "greedy-vs-random" / "rows").rglob("*.parquet"):
        path.unlink()
    (copy / "agreement.json").unlink()
    answer = compare(copy, *PAIRS, "--games", "40")
    assert answer.status == 0
    assert files_of(copy) == files_of(whole[0])


def test_the_order_of_the_pairs_makes_no_other_study(copy):
    before = {path: data for path, data in files_of(copy).items() if path.name != "agreement.json"}
    assert compare(copy, *PAIRS[2:], *PAIRS[:2], "--games", "40").status == 0
    after = files_of(copy)
    changed = [path for path, data in before.items() if after[path] != data]
    assert [path.name for path in changed] in ([], [NAME])


def test_a_look_at_fewer_games_leaves_a_study_by_pairs_as_it_is(copy):
    before = files_of(copy)
    answer = compare(copy, *PAIRS, "--games", "20")
    assert (answer.status, answer.err) == (0, "")
    assert "A look at 20 of the 40 games that were asked for" in answer.out
    assert files_of(copy).keys() == before.keys()
    changed = [path for path, data in files_of(copy).items() if before[path] != data]
    assert {path.name for path in changed} <= {NAME}
    kept = json.loads((copy / NAME).read_text())
    assert [one["games"] for one in kept["pairs"]] == [40, 40]
    assert "--games 40" in kept["command"]


def test_more_games_are_added_for_every_pair(copy):
    assert compare(copy, *PAIRS, "--games", "50").status == 0
    assert {one["games"] for one in json.loads((copy / "agreement.json").read_text())["pairs"]} == {
        50
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (PAIRS[:2], "holds a study of each of several pairs of players"),
        (
            (*PAIRS, "--players", "random"),
            "pairs greedy and greedy-vs-random, not greedy and greedy-vs-random and random",
        ),
        ((*PAIRS, "--seed", "2"), "seed 1, not 2"),
        ((*PAIRS, "gamerules"), "it lacks gamerules"),
    ],
)
def test_a_folder_of_other_pairs_is_refused_in_one_line(copy, words, said):
    before = files_of(copy)
    answer = compare(copy, *words, "--games", "40")
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1
    assert files_of(copy) == before


def test_a_study_by_one_pair_is_not_turned_into_one_by_several(copy):
    answer = compare(copy / "greedy", *PAIRS, "--games", "40")
    assert answer.status == 2
    assert "holds a study by one pair of players" in answer.err


def test_trace_of_a_folder_of_pairs_names_the_folders_of_the_pairs(copy):
    answer = penneech("trace", copy, "--variant", "parlett", "--game", "1")
    assert answer.status == 2
    assert str(copy / "greedy") in answer.err
    assert len(answer.err.splitlines()) == 1


def test_an_altered_manifest_of_pairs_is_refused(copy):
    kept = json.loads((copy / NAME).read_text())
    (copy / NAME).write_text(json.dumps({**kept, "digest": "0"}))
    answer = compare(copy, *PAIRS, "--games", "40")
    assert answer.status == 2
    assert "was altered: digest is not as it was written" in answer.err


def test_a_pair_that_is_named_twice_plays_once(tmp_path):
    words = ("--players", "greedy", "--players", "greedy,greedy", "--games", "2")
    assert compare(tmp_path / "x", *words).status == 0
    assert (tmp_path / "x" / "summary.json").exists()

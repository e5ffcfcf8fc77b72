"""The pages of docs/comparison: true of the stored figures, and refused when those are of old."""

import json
import re
import shutil
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from penneech import kernel
from penneech.edition.figures import figures, played
from penneech.render.studied import assertions, discussion, players, points, readings
from penneech.render.studied.pages import comparison_pages
from penneech.render.studied.stored import FOLDER, StoredStudyError, stored_studies
from penneech.variant import load_variant, shipped_variants

DOCS = Path(__file__).parents[1] / "docs"
VARIANTS = {one.id: one for one in shipped_variants()}
STUDIES = stored_studies()
MADE = dict(comparison_pages())
PAGES = {name: text for name, text in MADE.items() if name.endswith(".md")}
PLOTS = {name: text for name, text in MADE.items() if name.endswith(".svg")}
EXPLAINED = points.explained(STUDIES.explained, VARIANTS)


def changed(name, change, folder):
    """The stored studies in a folder of their own, one of them changed."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    data = json.loads((folder / name).read_text("utf-8"))
    change(data)
    (folder / name).write_text(json.dumps(data), "utf-8")
    return folder


def summary_with(variant, outcome, **figures_):
    summary = deepcopy(STUDIES.strongest)
    summary["differences"]["variants"][variant][outcome].update(figures_)
    return summary


NOT_NAMED = {"value": 0.0, "low": -0.01, "high": 0.01, "called": False, "worth_naming": False}


def test_the_pages_that_stand_are_those_that_are_made():
    for name, text in MADE.items():
        assert (DOCS / name).read_text("utf-8") == text, name
    assert {path.name for path in (DOCS / "comparison").iterdir()} == {
        name.partition("/")[2] for name in MADE
    }


def test_the_same_figures_make_the_same_bytes():
    assert dict(comparison_pages()) == MADE


def test_pages_are_made_of_what_is_stored_where_no_player_can_search(monkeypatch):
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert dict(comparison_pages()) == MADE


def test_the_sample_of_a_figure_is_one_of_the_study_the_pages_are_of():
    cell = readings.outcome_table(STUDIES.strongest, "points_a_deal").splitlines()[2].split("|")[2]
    assert f"`{cell.strip()}`" in PAGES["comparison/index.md"]


@pytest.mark.parametrize(
    "name", [name for name in PLOTS if "cruxes" in name or "cotton-and-parlett" in name]
)
def test_a_plot_writes_figures_with_the_signs_of_the_tables(name):
    figures_ = re.findall(r">([^<>]*[\d.]+[^<>]*)</text>", PLOTS[name])
    assert not [one for one in figures_ if re.match(r"-[\d.]|.*\S±|.*±\S", one)]


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_says_what_it_shows_and_asks_for_nothing_outside(name):
    text = PLOTS[name]
    root = ET.fromstring(text)  # noqa: S314  # made here
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.find(f"{space}title").text
    assert root.find(f"{space}desc").text
    # A background of its own, so that it is read by night as well.
    assert root.find(f"{space}rect").get("style") == "fill:#fff"
    assert not re.search(r"href|url\(|@import|<script|<image", text)


@pytest.mark.parametrize("name", PAGES)
def test_under_every_figure_stands_the_command_that_makes_it(name):
    parts = re.split(r"^!\[", PAGES[name], flags=re.MULTILINE)[1:]
    commands = set(STUDIES.commands.values())
    for part in parts:
        assert any(f"`{command}`" in part for command in commands)
        assert f"({part.partition('](')[2].partition(')')[0]})" in part
        assert part.count("|") > 10, "a table under the plot"


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)#]+)\)", PAGES[name]):
        place = (Path(name).parent / target).as_posix()
        is_made = place in MADE
        assert is_made or (DOCS / name).parent.joinpath(target).exists(), target


def test_commands_say_what_was_played():
    for name, command in STUDIES.commands.items():
        data = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        number = data.get("games", data.get("number"))
        assert f"--players {data['players'][0]} --games {number} --seed {data['seed']}" in command
    assert "--space benchmarks/three-points.yaml" in STUDIES.commands["cruxes-three"]
    space = yaml.safe_load((DOCS.parent / "benchmarks" / "three-points.yaml").read_text("utf-8"))
    assert set(space["rules"]) == set(STUDIES.weighed_few["space"]["factors"])


def test_studies_are_whole():
    for player, summary in STUDIES.compared.items():
        assert summary["players"] == [player, player]
        assert summary["complete"], player
        assert list(summary["variants"]) == list(VARIANTS)


@pytest.mark.parametrize("name", ["compare-greedy", "explain", "claims", "figures"])
def test_a_study_of_other_rules_is_refused_with_the_command_that_plays_it_again(name, tmp_path):
    def change(data):
        one = data["variants"]["parlett"]
        if isinstance(one, dict):
            one["digest"] = "0" * 64
        else:
            data["variants"]["parlett"] = "0" * 64

    folder = changed(f"{name}.json", change, tmp_path)
    with pytest.raises(StoredStudyError) as refused:
        list(comparison_pages(folder))
    message = str(refused.value)
    assert f"penneech/stored/{name}.json" in message
    assert "parlett" in message
    assert STUDIES.commands[name] in message
    assert "keep_studies" in message


def test_a_vote_that_changed_makes_the_cruxes_stale(tmp_path):
    def change(data):
        data["space"]["factors"]["honours"]["levels"][0]["weight"] = 0.9

    with pytest.raises(StoredStudyError, match="attested readings"):
        stored_studies(changed("cruxes.json", change, tmp_path))


def test_a_base_that_changed_makes_the_few_points_stale(tmp_path):
    def change(data):
        data["space"]["held"]["game_end"] = "deal_end_higher"

    with pytest.raises(StoredStudyError, match="cotton-1674"):
        stored_studies(changed("cruxes-three.json", change, tmp_path))


def test_a_claim_that_changed_makes_the_trial_stale(tmp_path):
    def change(data):
        data["claims"][0]["expect"] = {"at_least": 99}

    with pytest.raises(StoredStudyError, match="claims of the sources"):
        stored_studies(changed("claims.json", change, tmp_path))


def test_a_variant_that_was_not_played_makes_the_studies_stale(tmp_path):
    def change(data):
        del data["variants"]["pagat"]

    with pytest.raises(StoredStudyError, match="pagat"):
        stored_studies(changed("compare-random.json", change, tmp_path))


def test_a_study_that_is_missing_is_named(tmp_path):
    with pytest.raises(StoredStudyError, match="is missing; make it with"):
        stored_studies(tmp_path)


# Sentences hold of the figures: a figure that changes changes them.


def test_a_difference_that_is_gone_is_not_named():
    outcome = "points_a_deal"
    named = readings.sort(STUDIES.strongest, outcome).named[0]
    before = " ".join(readings.outcome_sentences(STUDIES.strongest, outcome))
    summary = summary_with(named, outcome, **NOT_NAMED)
    after = list(readings.outcome_sentences(summary, outcome))
    assert f"`{named}`" in before.partition(".")[0] + before
    assert not any(f"`{named}`" in one for one in after if "worth naming:" in one)
    assert any(f"`{named}`" in one for one in after if "can be told" in one)


def test_where_nothing_is_worth_naming_that_is_said():
    summary = deepcopy(STUDIES.strongest)
    for gaps in summary["differences"]["variants"].values():
        gaps["points_a_deal"].update(NOT_NAMED)
    first = next(readings.outcome_sentences(summary, "points_a_deal"))
    assert first == "No reading differs from `cotton-1674` by what is worth naming."


def test_a_reading_that_does_nothing_is_quiet_and_one_that_does_is_not():
    name = readings.others(STUDIES.strongest)[0]
    summary = deepcopy(STUDIES.strongest)
    for outcome in summary["intervals"]["simultaneous"]:
        summary["differences"]["variants"][name][outcome].update(NOT_NAMED)
    assert f"`{name}`" in discussion.quiet(summary)
    assert f"`{name}`" in readings.unnamed_sentence(summary)
    loud = deepcopy(summary)
    for gaps in loud["differences"]["variants"].values():
        gaps["points_a_deal"]["worth_naming"] = True
    assert discussion.quiet(loud) == ""


def test_readings_of_the_same_rules_are_told_by_their_digests():
    assert readings.same_rules(STUDIES.strongest) == ("pagat",)
    assert "`pagat`" in readings.same_sentence(STUDIES.strongest)
    summary = deepcopy(STUDIES.strongest)
    summary["variants"]["pagat"]["digest"] = "0" * 64
    assert readings.same_sentence(summary) == ""


def test_the_point_that_decides_is_the_one_with_most_of_the_variance():
    weighed = deepcopy(STUDIES.weighed)
    said = " ".join(discussion.weighty(weighed))
    outcome = weighed["outcomes"]["points_a_deal"]
    first = points.matters(outcome)[0]
    assert f"`{first}`" in said
    assert "points a deal" in said
    outcome["factors"][first]["alone"].update(value=0.3, low=0.2, high=0.4)
    assert "points a deal" not in " ".join(discussion.weighty(weighed))
    outcome["factors"][first]["total"].update(value=0.0, low=-0.1, high=0.1)
    assert f"Most hangs on `{first}`" not in next(points.crux_sentences(outcome))


def test_a_point_that_does_something_is_not_called_light():
    weighed = deepcopy(STUDIES.weighed)
    assert "`redeal_dealer`" in discussion.light(weighed)
    for outcome in weighed["outcomes"].values():
        outcome["factors"]["redeal_dealer"]["total"].update(value=0.3, low=0.2, high=0.4)
    assert "`redeal_dealer`" not in discussion.light(weighed)


def test_who_carries_a_difference_is_who_has_the_largest_share():
    stored = deepcopy(STUDIES.explained)
    place = next(i for i, one in enumerate(stored["factors"]) if one["names"] == ["honours"])
    assert any("`honours` carries" in one for one in points.share_sentences(EXPLAINED))
    for outcome in stored["outcomes"].values():
        outcome["shares"][place] = {"value": 0.0, "low": -0.1, "high": 0.1}
    shown = points.explained(stored, VARIANTS)
    assert not any("`honours` carries" in one for one in points.share_sentences(shown))
    assert "`honours` in" not in " ".join(discussion.carried(shown)).partition("That the two")[0]
    for outcome in stored["outcomes"].values():
        outcome["whole"] = {"value": 0.1, "low": -1.0, "high": 1.2}
    shown = points.explained(stored, VARIANTS)
    assert all("can be told" in one for one in points.share_sentences(shown))


def test_shares_add_up_as_they_stand_in_the_table():
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in points.share_table(EXPLAINED).splitlines()[2:]
    ]
    for column in range(1, len(rows[0])):
        values = [
            round(1000 * float(re.match(r"[+-]?[\d.]+", row[column].replace("\u2212", "-"))[0]))
            for row in rows
        ]
        first, *parts, whole, last = values
        assert sum(parts) == whole == last - first


def test_the_turned_up_share_names_the_least_and_the_most():
    summary = deepcopy(STUDIES.strongest)
    summary["variants"]["pagat"]["outcomes"]["turn_up_share"]["value"] = 0.999
    assert "to 99.9 in `pagat`" in discussion.turned_up(summary)


def test_the_first_dealer_is_told_to_win_only_where_half_is_excluded():
    summary = deepcopy(STUDIES.strongest)
    for found in summary["variants"].values():
        found["outcomes"]["first_dealer_wins"].update(value=0.5, low=0.48, high=0.52)
    assert discussion.first_dealer(summary).startswith("In no reading")
    summary["variants"]["parlett"]["outcomes"]["first_dealer_wins"].update(low=0.51, high=0.55)
    assert "one reading" in discussion.first_dealer(summary)
    assert "`parlett`" in discussion.first_dealer(summary)


def test_verdicts_are_counted():
    claim = deepcopy(next(one for one in STUDIES.claims["claims"] if not one.get("curve")))
    for answer in claim["variants"].values():
        answer["verdict"] = "holds"
    assert list(assertions.claim_sentences(claim)) == ["It holds under all fifteen readings."]
    claim["variants"]["parlett"]["verdict"] = "fails"
    said = list(assertions.claim_sentences(claim))
    assert "It fails under one reading: `parlett`." in said
    claims = {"games": 100, "claims": [claim]}
    assert "one fails under some" in discussion.claimed(claims)


def test_the_sentence_of_a_curve_says_what_its_table_counts():
    claims = {one["claim"]: one for one in STUDIES.claims["claims"]}
    great = deepcopy(claims["C74.turn_up_great_advantage"])
    most = max(point["reached"] for point in great["curve"])
    at = max(point["figure"] for point in great["curve"] if point["reached"] == most)
    # Intervals are counted, and not figures, and sentence and table say so.
    assert most == sum(one["low"] >= at for one in great["variants"].values())
    assert f"{at:g} points at least by the whole of their interval" in assertions.curve_sentence(
        great
    )
    assert "whose whole interval" in assertions.curve_table(great)
    great["curve"][0]["reached"] = 1
    for point in great["curve"][1:]:
        point["reached"] = 0
    assert "one comes to 0 points at least by the whole of its" in assertions.curve_sentence(great)
    time = claims["WpE.playing_time"]
    highest = max(point["within"] for point in time["curve"])
    paces = [f"{one['pace']:g}" for one in time["curve"] if one["within"] == highest]
    assert f"at {' and '.join(paces)} seconds a card" in assertions.curve_sentence(time)


def test_a_conclusion_that_turns_round_is_told():
    compared = deepcopy(STUDIES.compared)
    kept = next(one for one in players.drawn(compared) if one.is_kept)
    gap = compared["random"]["differences"]["variants"][kept.variant][kept.outcome]
    gap.update(value=-gap["value"], low=-gap["high"], high=-gap["low"])
    assert any(
        (one.variant, one.outcome) == (kept.variant, kept.outcome) and one.is_reversed
        for one in players.lost(compared)
    )
    said = " ".join(players.agreement_sentences(compared))
    assert "say the opposite of each other" in said
    assert f"`{kept.variant}`" in players.lost_table(compared)
    assert players.agreement_sentences(compared) != players.agreement_sentences(STUDIES.compared)
    assert discussion.held(compared) != discussion.held(STUDIES.compared)


def test_caution_names_what_two_players_make_something_else_of():
    compared = deepcopy(STUDIES.compared)
    for outcome in compared["greedy"]["intervals"]["simultaneous"]:
        for variant, gaps in compared["greedy"]["differences"]["variants"].items():
            strong = compared["infer:128"]["differences"]["variants"][variant]
            gaps[outcome] = dict(strong[outcome])
    assert players.caution(compared, "greedy", VARIANTS).startswith("What single points do is much")
    far = {"value": 9.0, "low": 8.9, "high": 9.1, "called": True, "worth_naming": True}
    compared["greedy"]["differences"]["variants"]["cotton-all-fours"]["points_a_deal"] = far
    assert "`following` in points a deal" in players.caution(compared, "greedy", VARIANTS)


def test_every_finding_stands_on_the_page():
    page = PAGES["comparison/what-follows.md"]
    for sentence in discussion.findings(STUDIES, EXPLAINED, VARIANTS):
        assert f"- {sentence}\n" in page
    assert "no evidence of history" in page


# The few figures for whoever chooses a reading.


def test_a_reading_has_its_figures_by_its_rules():
    found = {one.outcome: one for one in figures(load_variant("parlett").digest())}
    stored = STUDIES.strongest["variants"]["parlett"]["outcomes"]["deals_a_game"]
    assert found["deals_a_game"].value == stored["value"]
    assert found["deals_a_game"].low == stored["low"]
    assert figures("0" * 64) == ()
    assert played().players == ("infer:128", "infer:128")
    assert played().games == STUDIES.strongest["games"]

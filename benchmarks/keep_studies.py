"""Plays the studies of docs/comparison and keeps what the pages need in penneech/stored/.

    python benchmarks/keep_studies.py FOLDER

Each study is played into FOLDER by its own command, which goes on where it stopped; then its
figures are kept, rounded to six places, with the command and the digests of the rules. On two
processors it takes an hour or two; with all of it played, some seconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

STORED = Path(__file__).parents[1] / "penneech" / "stored"

SEED = "1"
PLAYERS = ("infer:128", "greedy", "random")
GAMES = "2000"
PAIR = ("cotton-1674", "parlett")
EXPLAINED = ("points_a_deal", "dealers_edge", "deals_a_game", "turn_up_share", "choice")
FEW, FEW_GAMES = "benchmarks/three-points.yaml", "100"
EXPLAINED_GAMES, WEIGHED_GAMES, CLAIMED_GAMES = "500", "300", "100"
PARTS = ("turn_up", "trick", "penneech_in_hand", "excess")
FURTHER = (
    "first_dealer_wins",
    "redeals",
    "choice",
    "only_one_card",
    "lead_changes",
    "minutes_a_game",
)
FIGURES = (
    "points_a_deal",
    "dealers_edge",
    "deals_a_game",
    "turn_up_share",
    "choice",
    "minutes_a_game",
)
"""What the pages show beside the primary outcomes, and what a reader sees who chooses a reading."""


def compare_command(player: str) -> list[str]:
    """The command of the study by one player at both seats."""
    return ["compare", "--players", player, "--games", GAMES, "--seed", SEED]


def explain_command() -> list[str]:
    """The command that shares out the difference between the two variants."""
    outcomes = [word for name in EXPLAINED for word in ("--outcome", name)]
    words = ["explain", *PAIR, "--players", PLAYERS[0], "--games", EXPLAINED_GAMES, "--seed", SEED]
    return [*words, *outcomes]


def cruxes_command() -> list[str]:
    """The command that plays the whole attested space, which only the quicker player can."""
    return ["cruxes", "--players", PLAYERS[1], "--games", WEIGHED_GAMES, "--seed", SEED]


def few_command() -> list[str]:
    """The command that asks the strongest player about three points."""
    words = ["cruxes", "--space", FEW, "--players", PLAYERS[0], "--games", FEW_GAMES]
    return [*words, "--seed", SEED]


def claims_command() -> list[str]:
    """The command that puts the claims to the test."""
    return ["claims", "--players", PLAYERS[0], "--games", CLAIMED_GAMES, "--seed", SEED]


def kept_name(player: str) -> str:
    """The file of a player's study."""
    return f"compare-{player.replace(':', '-')}.json"


def main(folder: Path) -> None:
    """Play what is missing, and keep what the pages need."""
    folder.mkdir(parents=True, exist_ok=True)
    for player in PLAYERS:
        place = folder / player.replace(":", "-")
        found = played(compare_command(player), place, folder / kept_name(player))
        keep(kept_name(player), compare_command(player), slim(found))
        if player == PLAYERS[0]:
            keep("figures.json", compare_command(player), figures(found))
    keep(
        "explain.json", explain_command(), played(explain_command(), None, folder / "explain.json")
    )
    asked = played(claims_command(), folder / "claims", folder / "claims.json")
    keep(
        "claims.json", claims_command(), {**asked, "claims": list(map(in_english, asked["claims"]))}
    )
    weighed = played(cruxes_command(), folder / "cruxes", folder / "cruxes.json")
    keep("cruxes.json", cruxes_command(), weighed)
    few = played(few_command(), folder / "cruxes-three", folder / "cruxes-three.json")
    keep("cruxes-three.json", few_command(), few)


def played(command: list[str], place: Path | None, answer: Path) -> dict:
    """Run a command, unless its answer is there; give what it answers as JSON."""
    if not answer.exists():
        out = [] if place is None else ["--out", str(place)]
        words = [sys.executable, "-m", "penneech", *command, *out, "--json"]
        found = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603  # our own
        answer.write_bytes(found)
    return json.loads(answer.read_text("utf-8"))


def slim(summary: dict) -> dict:
    """A summary with the outcomes that the pages show."""
    shown = [*summary["intervals"]["simultaneous"], *FURTHER]
    shown += [f"points_a_deal.{part}" for part in PARTS]

    def few(of: dict) -> dict:
        return {name: of[name] for name in shown}

    variants = {
        name: {**found, "games_by_deals": [], "outcomes": few(found["outcomes"])}
        for name, found in summary["variants"].items()
    }
    gaps = {name: few(found) for name, found in summary["differences"]["variants"].items()}
    return {
        **{key: value for key, value in summary.items() if key != "folder"},
        "outcomes": few(summary["outcomes"]),
        "variants": variants,
        "differences": {**summary["differences"], "variants": gaps},
    }


def in_english(claim: dict) -> dict:
    """A claim in the language of the pages."""
    texts = {key: {"en": claim[key]["en"]} for key in ("says", "fails") if claim[key]}
    return {**claim, **texts}


def figures(summary: dict) -> dict:
    """Of each variant the few figures that help to choose one."""
    return {
        "format": "penneech-figures",
        "version": 1,
        **{key: summary[key] for key in ("generator", "chance", "seed", "players", "games")},
        "outcomes": {
            name: {key: summary["outcomes"][name][key] for key in ("title", "unit")}
            for name in FIGURES
        },
        "variants": {
            name: {
                "digest": found["digest"],
                "figures": {one: found["outcomes"][one] for one in FIGURES},
            }
            for name, found in summary["variants"].items()
        },
    }


def keep(name: str, command: list[str], found: dict) -> None:
    """Keep a study's figures with its command, a line a value of the second rank."""
    data = rounded({"command": " ".join(["penneech", *command]), **found})
    data.pop("folder", None)
    lines = []
    for key, value in data.items():
        if isinstance(value, dict):
            rows = ",\n".join(
                f"  {json.dumps(one)}: {json.dumps(what)}" for one, what in value.items()
            )
            lines.append(f" {json.dumps(key)}: {{\n{rows}\n }}")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (STORED / name).write_text(text, encoding="utf-8", newline="\n")


def rounded(value: object) -> object:
    """Plain data with six figures of every fraction, which is more than any page shows."""
    match value:
        case float():
            return float(f"{value:.6g}")
        case dict():
            return {key: rounded(one) for key, one in value.items()}
        case list():
            return [rounded(one) for one in value]
        case _:
            return value


if __name__ == "__main__":
    main(Path(sys.argv[1]))

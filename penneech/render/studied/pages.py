"""The pages of docs/comparison, each with its figures as SVG files beside it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from penneech.render.amounts import capital
from penneech.render.claims_data import NO_HISTORY
from penneech.render.grounds import played, who
from penneech.render.heatmap import heat_map
from penneech.render.markdown import escaped
from penneech.render.studied import assertions, discussion, players, points, readings
from penneech.render.studied.stored import file_name, stored_studies
from penneech.render.studied.tables import code, figure, in_words, table
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from jinja2 import Template

    from penneech.render.studied.stored import Studies
    from penneech.variant import Variant

    Made = Iterator[tuple[str, str]]
    Shown = Mapping[str, Any]

PLACE = "comparison"
_DIGITS = 16


def comparison_pages(folder: Path | None = None) -> Made:
    """The pages and figures of docs/comparison, each with its path from docs/.

    Args:
        folder: of stored studies; those that are shipped unless told.

    Raises:
        StoredStudyError: when one was played under other rules than those that are shipped.
    """
    studies = stored_studies() if folder is None else stored_studies(folder)
    variants = {one.id: one for one in shipped_variants()}
    for make in (_index, _readings, _cruxes, _explained, _claims, _players, _discussion):
        for name, text in make(studies, variants):
            yield f"{PLACE}/{name}", text


def _index(studies: Studies, variants: Mapping[str, Variant]) -> Made:
    strongest = studies.strongest
    base, (sample, *_) = strongest["differences"]["base"], strongest["intervals"]["simultaneous"]
    said = strongest["outcomes"][sample]
    rows = [
        (
            code(name),
            escaped(variants[name].title.en),
            code(found["digest"][:_DIGITS]),
        )
        for name, found in strongest["variants"].items()
    ]
    yield (
        "index.md",
        _page(
            "index",
            studies,
            readings=table(("reading", "title", "digest of its rules"), rows, (1, 2)),
            digits=_DIGITS,
            sample=figure(strongest["variants"][base]["outcomes"][sample], said["unit"]),
            sampled=said["title"],
            same=readings.same_sentence(strongest),
            commands=list(dict.fromkeys(studies.commands.values())),
        ),
    )


def _readings(studies: Studies, variants: Mapping[str, Variant]) -> Made:
    summary = studies.strongest
    command = studies.commands[file_name(summary["players"][0])]
    figures = []
    for name in summary["intervals"]["simultaneous"]:
        path = f"readings-{name}.svg"
        yield path, readings.outcome_plot(summary, name)
        figures.append(
            {
                "title": capital(summary["outcomes"][name]["title"]),
                "definition": summary["outcomes"][name]["definition"],
                "sentences": list(readings.outcome_sentences(summary, name)),
                "path": path,
                "alt": _alt(_differences(summary["outcomes"][name]["title"])),
                "table": readings.outcome_table(summary, name),
            }
        )
    yield (
        "readings.md",
        _page(
            "readings",
            studies,
            command=command,
            figures=figures,
            lines=list(readings.reading_lines(summary, variants)),
            same=readings.same_sentence(summary),
            quiet=readings.unnamed_sentence(summary),
            parts=readings.parts_table(summary),
            further=readings.further_table(summary),
        ),
    )


def _cruxes(studies: Studies, variants: Mapping[str, Variant]) -> Made:
    shown = {}
    for name, weighed in (("cruxes", studies.weighed), ("cruxes-three", studies.weighed_few)):
        grounds = _cruxes_grounds(weighed)
        shown[name] = [_crux(name, key, one, weighed) for key, one in weighed["outcomes"].items()]
        for key, outcome in weighed["outcomes"].items():
            if points.matters(outcome):
                yield f"{name}-{key}.svg", heat_map(outcome, grounds)
    quick = studies.weighed["players"][0]
    yield (
        "cruxes.md",
        _page(
            "cruxes",
            studies,
            commands=studies.commands,
            weighed=studies.weighed,
            few=studies.weighed_few,
            caution=players.caution(studies.compared, quick, variants),
            figures=shown["cruxes"],
            few_figures=shown["cruxes-three"],
        ),
    )


def _cruxes_grounds(weighed: Mapping[str, Any]) -> str:
    """What shares rest on, in words."""
    space = weighed["space"]
    name = f"{space['name']} space" if space["name"] == "attested" else "a few points"
    return (
        f"{name}, {weighed['number']:,} games of each of {space['readings']:,} readings, "
        f"{who(weighed['players'])}, seed {weighed['seed']}"
    )


def _crux(name: str, key: str, outcome: Mapping[str, Any], weighed: Mapping[str, Any]) -> Shown:
    """What the page shows of an outcome: sentences, a heat map, tables."""
    title = outcome["title"]
    shown: dict[str, Any] = {
        "title": capital(title),
        "sentences": list(points.crux_sentences(outcome)),
    }
    if points.matters(outcome):
        shown |= {
            "path": f"{name}-{key}.svg",
            "alt": _alt(f"{capital(title)}: shares of the variance by pairs of rule points"),
            "table": points.crux_table(outcome),
            "levels": points.levels_table(outcome, weighed["space"]),
        }
    return shown


def _explained(studies: Studies, variants: Mapping[str, Variant]) -> Made:
    shown = points.explained(studies.explained, variants)
    yield "cotton-and-parlett.svg", points.share_plot(shown)
    yield (
        "cotton-and-parlett.md",
        _page(
            "cotton-and-parlett",
            studies,
            command=studies.commands["explain"],
            stored=studies.explained,
            sentences=list(points.share_sentences(shown)),
            table=points.share_table(shown),
            factors=[
                (
                    " + ".join(map(code, one["names"])),
                    " + ".join(map(code, one["first"])),
                    " + ".join(map(code, one["second"])),
                )
                for one in studies.explained["factors"]
            ],
            names=shown.names,
        ),
    )


def _claims(studies: Studies, variants: Mapping[str, Variant]) -> Made:  # noqa: ARG001  # the same
    stored = studies.claims
    grounds = played(stored["players"], stored["games"], stored["seed"])
    paths = {
        one["claim"]: f"claims-{one['claim'].replace('.', '-')}.svg"
        for one in stored["claims"]
        if not one.get("curve")
    }
    for claim in stored["claims"]:
        if claim["claim"] in paths:
            yield paths[claim["claim"]], assertions.claim_plot(claim, grounds)
    found = [
        {
            "path": paths.get(claim["claim"], ""),
            "name": claim["claim"],
            "locator": escaped(claim["locator"]),
            "says": escaped(claim["says"]["en"]),
            "expects": assertions.expectation(claim),
            "threshold": claim["threshold"],
            "fails": "" if claim["fails"] is None else escaped(claim["fails"]["en"]),
            "sentences": list(assertions.claim_sentences(claim)),
            "table": assertions.claim_table(claim),
            "curve": assertions.curve_table(claim) if claim.get("curve") else "",
        }
        for claim in stored["claims"]
    ]
    yield (
        "claims.md",
        _page(
            "claims",
            studies,
            command=studies.commands["claims"],
            claims=found,
            stored=studies.claims,
        ),
    )


def _players(studies: Studies, variants: Mapping[str, Variant]) -> Made:  # noqa: ARG001  # the same
    compared = studies.compared
    summary = studies.strongest
    figures = []
    for name in summary["intervals"]["simultaneous"]:
        path = f"players-{name}.svg"
        yield path, players.players_plot(compared, name)
        title = capital(summary["outcomes"][name]["title"])
        figures.append(
            {
                "title": title,
                "path": path,
                "alt": _alt(f"{title}: the difference of each reading, as each player finds it"),
                "table": players.players_table(compared, name),
            }
        )
    yield (
        "players.md",
        _page(
            "players",
            studies,
            commands=[studies.commands[file_name(one)] for one in compared],
            sentences=[*players.agreement_sentences(compared), players.size_sentence(compared)],
            lost=players.lost_table(compared) if players.lost(compared) else "",
            figures=figures,
        ),
    )


def _discussion(studies: Studies, variants: Mapping[str, Variant]) -> Made:
    shown = points.explained(studies.explained, variants)
    yield (
        "what-follows.md",
        _page("what-follows", studies, findings=discussion.findings(studies, shown, variants)),
    )


def _page(name: str, studies: Studies, **said: object) -> str:
    strongest = studies.strongest
    return _template(name).render(
        strongest=strongest,
        base=strongest["differences"]["base"],
        player=strongest["players"][0],
        compared=studies.compared,
        weighed_by=studies.weighed["players"][0],
        no_history=NO_HISTORY,
        code=code,
        in_words=in_words,
        **said,
    )


def _differences(title: str) -> str:
    return f"{capital(title)}: the difference of each reading, with its interval"


def _alt(text: str) -> str:
    """A description that stands in place of a figure; brackets would end it."""
    return text.replace("[", "(").replace("]", ")")


@cache
def _template(name: str) -> Template:
    environment = Environment(
        loader=PackageLoader("penneech.render"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Markdown, and whoever fills it escapes
    )
    environment.filters["code"] = code
    return environment.get_template(f"studied/{name}.md.j2")

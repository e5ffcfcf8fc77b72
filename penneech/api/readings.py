"""Variants for programs and notebooks: loaded, listed, set side by side, written out."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, fields, replace
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from penneech.api.asked import folder_of, path_of
from penneech.api.sheets import Grid, Sheet, Shown
from penneech.apparatus import load_sources
from penneech.catalogue import load_catalogue
from penneech.comparing import Difference, differences, other_evidence
from penneech.errors import UnknownNameError, quoted
from penneech.evidence import LANGUAGES
from penneech.files.spelling import listed, meant, shown
from penneech.render.html import render_html
from penneech.render.markdown import render_markdown
from penneech.render.rulebook import compose_rulebook
from penneech.render.variant_data import difference_data, heading_data, variant_data
from penneech.variant import Variant as _Variant
from penneech.variant import load_variant, variant_ids
from penneech.variant_names import path_meant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from penneech.apparatus import Sources
    from penneech.evidence import Setting

_RENDERERS = {"html": render_html, "md": render_markdown}
_DIGEST = 16
_BY_ID = ("settings", "parameters", "invariants")


class Variant(_Variant, Shown):
    """A reconstruction of the game: its rules, and for each of them what it rests on.

    `load` and `variants` give them. It is what the rest of the package calls a variant, and a
    notebook shows it.
    """

    __slots__ = ()

    @classmethod
    def of(cls, variant: _Variant) -> Self:
        """The same variant, fit to be shown, and closed: its rules would not follow a change."""
        given = {field.name: getattr(variant, field.name) for field in fields(variant)}
        return cls(**{**given, **{name: _closed(given[name]) for name in _BY_ID}})

    def __reduce__(self) -> tuple[Callable[[_Variant], Self], tuple[_Variant]]:
        # What is closed cannot be copied or pickled: what is open is, and closed again.
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        plain = _Variant(**{**given, **{name: dict(given[name]) for name in _BY_ID}})
        return type(self).of, (plain,)

    def __repr__(self) -> str:
        return f"<Variant {self.id}: {self.title.en}>"

    def setting(self, name: str) -> Setting:
        """The setting of a rule point, parameter or invariant.

        Raises:
            UnknownNameError: when this variant has none; the text has those that it has.
        """
        known("rule", name, [*self.settings, *self.parameters, *self.invariants])
        return _Variant.setting(self, name)

    def to_dict(self) -> dict[str, Any]:
        """The resolved rules and the evidence as plain data, as `penneech variants ID --json`."""
        return deepcopy(variant_data(self))

    def rulebook(self, language: str = "en", form: str = "html") -> str:
        """The rulebook, with worked examples and the evidence as notes.

        Args:
            language: `en` or `it`.
            form: `html`, a page by itself, or `md`.

        Raises:
            UnknownNameError: for another language or form.
        """
        known("language", language, LANGUAGES)
        known("form of a rulebook", form, _RENDERERS)
        return _RENDERERS[form](compose_rulebook(self, language))

    def sheet(self) -> Sheet:
        """What a notebook shows of it: each rule, its basis, and what it cites."""
        follows = ", ".join(self.witnesses) if self.extends is None else f"{self.extends}, altered"
        settings = {**self.settings, **self.parameters}
        rows = tuple([(one.id, *_stated(one)) for one in settings.values()])
        return Sheet(
            title=f"{self.title.en} ({self.id})",
            lead=(*([self.summary.en] if self.summary.en else []), f"Follows {follows}."),
            grids=(Grid(("rule", "reading", "basis", "cites"), rows),),
            notes=(f"Digest {self.digest()[:_DIGEST]}",),
        )


@dataclass(frozen=True, slots=True, repr=False)
class Diff(Shown):
    """Two variants side by side.

    Args:
        a: the one.
        b: the other.
        rules: the rule points and parameters at which they differ, in the order of the rule space.
        grounds: those that are the same in both, but not on the same basis.
    """

    a: Variant
    b: Variant
    rules: tuple[Difference, ...]
    grounds: tuple[Difference, ...]

    def __repr__(self) -> str:
        return f"<Diff {self.a.id}, {self.b.id}: {', '.join(one.id for one in self.rules)}>"

    def __len__(self) -> int:
        """At how many rule points and parameters they differ."""
        return len(self.rules)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as `penneech diff A B --json`."""
        return {
            "a": heading_data(self.a),
            "b": heading_data(self.b),
            "differences": [difference_data(one) for one in self.rules],
            "other_evidence": [difference_data(one) for one in self.grounds],
        }

    def sheet(self) -> Sheet:
        """What a notebook shows of it: the question, and each side's answer with its basis."""
        catalogue = load_catalogue()
        rows = tuple(
            [
                (one.id, catalogue.entry(one.id).question.en, _side(one.a), _side(one.b))
                for one in self.rules
            ]
        )
        same = len(self.a.settings) + len(self.a.parameters) - len(rows)
        note = f"Rule points and parameters that are the same in both: {same}."
        names = ", ".join(one.id for one in self.grounds)
        return Sheet(
            title=f"{self.a.id} and {self.b.id}",
            grids=(Grid(("rule", "question", self.a.id, self.b.id), rows),) if rows else (),
            notes=(note, f"The same on different grounds: {names}.") if names else (note,),
        )


def load(
    name_or_path: str | Path | _Variant,
    *,
    variants_dir: str | Path | None = None,
    sources_dir: str | Path | None = None,
) -> Variant:
    """Load a variant by its id or by the path of its file.

    Args:
        name_or_path: an id like `parlett`, or the path of a YAML file; a variant is itself.
        variants_dir: the folder of your own variants; else what PENNEECH_VARIANTS names.
        sources_dir: the folder of your own sources; else what PENNEECH_SOURCES names.

    Raises:
        UnknownNameError: when nobody knows the name.
        FileFaultsError: with all faults of the file, each with its place.

    >>> load("parlett").rules.following.value
    'follow_or_trump'
    """
    if isinstance(name_or_path, Variant):
        return name_or_path
    if isinstance(name_or_path, _Variant):
        return Variant.of(name_or_path)
    return Variant.of(
        load_variant(
            _name(name_or_path),
            variants_dir=folder_of(variants_dir),
            sources_dir=folder_of(sources_dir),
        )
    )


def variants(
    *, variants_dir: str | Path | None = None, sources_dir: str | Path | None = None
) -> tuple[Variant, ...]:
    """All variants: the shipped ones in the order of the edition, then your own.

    Raises:
        FileFaultsError: with all faults of a file of yours.

    >>> [one.id for one in variants()][:3]
    ['cotton-1674', 'parlett', 'wikipedia-en']
    """
    return tuple(
        [
            load(name, variants_dir=variants_dir, sources_dir=sources_dir)
            for name in variant_ids(folder_of(variants_dir))
        ]
    )


def sources(sources_dir: str | Path | None = None) -> Sources:
    """The witnesses by their sigla: what each says, where it is silent, what was not seen.

    They are the caller's own: what is done to them changes nothing elsewhere.

    >>> sources()["C74"].title.en
    'Cotton, The Compleat Gamester, 1674'
    """
    return deepcopy(dict(load_sources(folder_of(sources_dir))))


def diff(a: str | Path | _Variant, b: str | Path | _Variant) -> Diff:
    """The rule points at which two variants differ, with the evidence of each side.

    Args:
        a: a variant, its id, or the path of its file.
        b: the other.

    >>> diff("cotton-1674", "parlett").rules[0].id
    'redeal'
    """
    one, other = found(a), found(b)
    return Diff(one, other, differences(one, other), other_evidence(one, other))


def found(variant: str | Path | _Variant) -> Variant:
    """The variant that is meant: itself, or the one of that name."""
    return load(variant)


def known(kind: str, name: str, names: Iterable[str]) -> None:
    """Refuse a name that is not among those there are.

    Raises:
        UnknownNameError: with the names that there are.
    """
    every = list(names)
    if name not in every:
        raise UnknownNameError(
            f"there is no {kind} {shown(name)}; there are {listed(every)}{meant(name, every)}"
        )


def _closed(settings: Mapping[str, Setting]) -> Mapping[str, Setting]:
    """The same settings, with values that nobody else has: a file is read once for many."""
    own = {name: replace(one, value=deepcopy(one.value)) for name, one in settings.items()}
    return MappingProxyType(own)


def _name(name: str | Path) -> str | Path:
    """The name or path of a variant, which is a text or a path.

    Raises:
        TypeError: for anything else.
    """
    if isinstance(name, str):
        # A name that no file can have is refused as a name; a path as a path.
        return name if path_meant(name) is None else path_of(name)
    if isinstance(name, PathLike):
        return path_of(name)
    several = "; name each by itself, not in a list" if isinstance(name, list | tuple | set) else ""
    raise TypeError(
        "a variant is its id, the path of its file, or what penneech.load gives, "
        f"not {quoted(name)}{several}"
    )


def _stated(setting: Setting) -> tuple[str, str, str]:
    basis = load_catalogue().bases[setting.basis].title.en
    return setting.reading, basis, ", ".join(setting.cites)


def _side(setting: Setting) -> str:
    reading, basis, cites = _stated(setting)
    return f"{reading} ({basis}{': ' if cites else ''}{cites})"

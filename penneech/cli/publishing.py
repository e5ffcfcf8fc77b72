"""The commands of the documents: `docs build` and `docs check`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from penneech.cli.options import NO
from penneech.errors import PenneechError, reason, visible

SITE = Path("build") / "site"
MEND = "penneech docs build --pages"


@click.group()
def docs() -> None:
    """Make the generated documents again, or check that they are up to date.

    They are made of the variants, the sources and the code, in a copy of the project's folder.
    """


@docs.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the site; build/site in the project's folder unless told.",
)
@click.option("--pages", "pages_only", is_flag=True, help="Only the pages in docs/, and no site.")
def build(
    out: Path | None,
    pages_only: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Make everything generated again: the pages in docs/, then the site as HTML.

    The site is a folder that is opened without a server and asks for nothing from outside. The same
    files give the same bytes. It needs the extra docs.
    """
    from penneech.publishing.checkout import this_checkout  # noqa: PLC0415  # keeps --help quick
    from penneech.publishing.makers import MAKERS  # noqa: PLC0415  # the same
    from penneech.publishing.making import made_pages, write_pages  # noqa: PLC0415  # the same
    from penneech.publishing.site import build_site  # noqa: PLC0415  # the same

    if pages_only and out is not None:
        raise click.UsageError("--pages makes no site, so it goes without --out")
    checkout = this_checkout()
    pages = made_pages(checkout, MAKERS)
    try:
        written = write_pages(checkout, MAKERS, pages)
    except OSError as error:
        raise PenneechError(f"docs/ cannot be written: {reason(error)}") from error
    for one in written:
        click.echo(visible(f"docs/{one.path}"))
    click.echo(f"{len(pages)} generated pages in docs/, {len(written)} of them new.")
    if not pages_only:
        place = checkout.root / SITE if out is None else out
        build_site(checkout, MAKERS, place)
        click.echo(visible(f"The site begins at {place / 'index.html'}."))


@docs.command()
def check() -> None:
    """Check that the generated pages in docs/ are what would be made now.

    Nothing is written. Exit status 1 if one is stale: each is named, and the command that mends it.
    """
    from penneech.publishing.checkout import this_checkout  # noqa: PLC0415  # keeps --help quick
    from penneech.publishing.makers import MAKERS  # noqa: PLC0415  # the same
    from penneech.publishing.making import made_pages, stale  # noqa: PLC0415  # the same

    checkout = this_checkout()
    pages = made_pages(checkout, MAKERS)
    found = stale(checkout, MAKERS, pages)
    for one in found:
        click.echo(str(one), err=True)
    if found:
        click.echo(f"To mend: {MEND}", err=True)
        sys.exit(NO)
    click.echo(f"{len(pages)} generated pages are up to date.")

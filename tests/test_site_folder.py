"""The folder of the site: it is replaced, and nothing in it that was not made with it."""

from __future__ import annotations

import pytest

from penneech.errors import PenneechError
from penneech.publishing import site
from penneech.publishing.checkout import this_checkout


@pytest.fixture
def build(monkeypatch, tmp_path):
    """Build a site of some pages, without Sphinx."""

    def built(*names):
        def run(checkout, new, trees):  # noqa: ARG001  # as it is called
            for name in ("objects.inv", *names):
                site.write_file(new / name, b"made")

        monkeypatch.setattr(site, "_run_sphinx", run)
        monkeypatch.setattr(site, "_refuse_missing", lambda: None)
        site.build_site(this_checkout(), (), tmp_path / "site")
        return site._files(tmp_path / "site")  # noqa: SLF001  # all that is there

    return built


def test_a_page_that_is_made_no_more_goes(build):
    build("index.html", "old/page.html")
    assert build("index.html") == {"index.html", "objects.inv", site.LIST}


@pytest.mark.parametrize("is_listed", [True, False])
def test_what_was_laid_in_a_site_is_named_and_kept(build, tmp_path, is_listed):
    before = build("index.html")
    if not is_listed:
        (tmp_path / "site" / site.LIST).unlink()
        before.remove(site.LIST)
    laid = tmp_path / "site" / "files" / "CNAME"
    laid.parent.mkdir()
    laid.write_text("mine", encoding="utf-8")
    with pytest.raises(PenneechError, match=r"CNAME was not made with the site, and would be lost"):
        build("index.html")
    assert laid.read_text(encoding="utf-8") == "mine"
    assert site._files(tmp_path / "site") == {*before, "files/CNAME"}  # noqa: SLF001  # as above
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    laid.unlink()
    assert site.LIST in build("index.html")

"""What the tests of the browser game stand on."""

from __future__ import annotations

import pytest


@pytest.fixture
def server(tmp_path):
    from browser import served  # noqa: PLC0415  # only these tests need its extra

    return served(tmp_path)

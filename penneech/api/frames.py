"""Tables of figures: as data frames, where pandas is there, and the heads of their columns."""

from __future__ import annotations

from typing import Any

from penneech.errors import PenneechError
from penneech.extras import installing_package


def headed(title: str, unit: str) -> str:
    """The head of a column; what is no share is counted in what the title says."""
    return f"{title} (%)" if unit == "share" else title


def pandas() -> Any:  # noqa: ANN401  # a module
    """Pandas, if it is installed.

    Raises:
        PenneechError: where it is not.
    """
    try:
        import pandas as pd  # noqa: PLC0415  # slow, and not everybody has it
    except ImportError:
        raise PenneechError(
            f"pandas is not installed; install it with: {installing_package('pandas')}"
        ) from None
    return pd

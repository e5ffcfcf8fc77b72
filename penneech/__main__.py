"""The command `penneech`, and `python -m penneech`: what loads the rest and can be stopped at once.

Nothing else is imported here, so that Ctrl-C is quiet from the beginning.
"""

from __future__ import annotations

import sys

STOPPED = 130
"""The exit status of what Ctrl-C has stopped, as shells know it."""


def main() -> None:
    """Run the command line; Ctrl-C is no fault, even while it is being loaded."""
    try:
        from penneech.cli import main as run  # noqa: PLC0415  # this is what may be stopped

        run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("Stopped.\n")
        sys.exit(STOPPED)


if __name__ == "__main__":
    main()

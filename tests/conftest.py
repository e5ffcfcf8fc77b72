"""What all tests stand on.

How many examples Hypothesis tries: few as a rule, very many with `HYPOTHESIS_PROFILE=long`. Where
`CI` is set the same examples are tried each time, so that nothing fails there by luck.
"""

from __future__ import annotations

import os
import signal

from examples import USUAL
from hypothesis import HealthCheck, settings

# A shell lets nobody stop what it runs behind itself by Ctrl-C, nor nohup by a closed window, nor
# either what that starts; tests do.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("SIGHUP", "SIGTERM"):
    if getattr(signal, name, None) and signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, name), signal.SIG_DFL)

settings.register_profile(
    "usual",
    max_examples=USUAL,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("usual"), derandomize=True)
settings.register_profile("long", settings.get_profile("usual"), max_examples=40 * USUAL)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "usual")
)

# What is printed must not depend on the window in which the tests are run.
os.environ.pop("COLUMNS", None)

"""Takes the pictures of docs/how-to/serve.md, in Chromium, of games that are always the same.

python tests/play/pictures.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from chromium import browsing, housed
from PIL import Image
from strategies import Dice
from test_session import step

from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.variant import load_variant

ROOT = Path(__file__).parents[2]
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 360, "height": 780}
SEED = 1674
COLOURS = 256
SHOW = "link => document.querySelectorAll('#link').forEach(one => { one.value = link; })"
LINK = "http://192.168.1.7:8674/games/fUYvIoruNgum/invitation/57f18b13f64026094ad88deeeb309"


def played(until, opponent="greedy"):
    """A game by the usual rules that has come to a point."""
    session = Session.new(load_variant("parlett").rules, opponent, variant="parlett", seed=SEED)
    dice = Dice(SEED)
    while not until(session):
        step(session, dice)
    return session


def in_third_trick(session):
    return session.waits is Waits.CARD and session.face.led and len(session.face.history) >= 2


def other_leads(session):
    return session.waits is Waits.CURTAIN and len(session.face.history) >= 1


def small(picture, path):
    """Keep a picture with as few colours as it needs."""
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def take(folder):
    """Take every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as games, housed(Path(games)) as house:
        for scheme in ("light", "dark"):
            with browsing(color_scheme=scheme) as [page]:

                def shot(name, address, size, page=page, **more):
                    page.set_viewport_size(size)
                    page.goto(address)
                    # Its real address is another each time.
                    page.evaluate(SHOW, LINK)
                    small(page.screenshot(**more), folder / f"{name}.png")

                game = house.seat(page, played(in_third_trick))
                if scheme == "dark":
                    shot("serve-dark", game, WIDE)
                    continue
                shot("serve-chooser", house.address, WIDE)
                shot("serve-game", game, WIDE)
                shot("serve-telephone", game, NARROW, full_page=True)
                over = house.seat(page, played(lambda one: one.is_over))
                page.goto(f"{over}/review")
                page.get_by_role("table").first.wait_for(timeout=300_000)
                shot("serve-review", f"{over}/review", WIDE)
                two = house.tables.begin(played(other_leads, "human"))
                here = house.sit(page, *two)
                shot("serve-invitation", here, WIDE)
                second = house.tables.take_seat(
                    two[0],
                    house.tables.invitation(*two),
                )
                house.sit(page, two[0], second)
                shot("serve-second-person", here, WIDE)


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "how-to" / "pictures")

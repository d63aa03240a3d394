"""What is told to be light to add is light: patches to a copy of the program, and what they add, in use."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pygame
import pytest

ROOT = Path(__file__).parents[1]


class Part(NamedTuple):
    """Lines that are added to a file."""

    path: str
    before: str
    """The line, or its beginning, before which they are added; empty: they are all of it."""
    lines: str


class Addition(NamedTuple):
    """Something that is added to the program."""

    patch: Sequence[Part]
    lines: int
    """The most that it may take, in `files`."""
    files: int
    used: Callable[[], None]
    """Uses it, in a process of the copy."""


def a_command() -> None:
    """It is on the page of keys, has a button, a key that can be changed, a pad's button and a line in the
    help, and does what it says by each of them."""
    from game.rules.acht_mal_acht import WASTE, AchtMalAcht  # noqa: PLC0415 - of the copy
    from game.ui.rulebook.page import HelpScene  # noqa: PLC0415
    from game.ui.settings.keys import SLOTS  # noqa: PLC0415
    from tests.ui.pilot import described  # noqa: PLC0415
    from tests.ui.play.patience.solotable import Alone  # noqa: PLC0415

    table = Alone(AchtMalAcht(), seed=3)
    assert SLOTS["two"].label == "Two back"
    [button] = [each for each in described(table.scene).controls if each["label"] == "Two back"]
    assert button["key"] == "M"
    ways: list[Callable[[], None]] = [
        lambda: table.key(pygame.K_m),
        lambda: table.press("two"),
        lambda: table.pad("x"),
    ]
    for way in ways:
        table.key(pygame.K_v, pygame.K_v)
        way()
        assert not table.ranks(WASTE)
    table.ctx.settings.keys = {"two": "q"}
    table.ctx.apply_settings()
    table.key(pygame.K_v, pygame.K_v, pygame.K_m)
    assert len(table.ranks(WASTE)) == 2
    table.key(pygame.K_q, pygame.K_F1)
    assert not table.ranks(WASTE)
    assert isinstance(table.top, HelpScene)
    assert ("Q", "two back") in table.top.words.devices[0][1]


def a_moment() -> None:
    """Who lays a king is cheered on its pile, which nobody else is, and not for long."""
    from game.core.cards import HEARTS, Card  # noqa: PLC0415 - of the copy
    from game.core.table import Moved  # noqa: PLC0415
    from tests.ui.pilot import told  # noqa: PLC0415
    from tests.ui.play.match.test_toasts import seated  # noqa: PLC0415

    table, pile = seated(2), 14
    stage = table.stage
    assert stage
    for rank, words in (12, ""), (13, "King!"):
        stage.piles[1][-1].card = card = Card(rank, HEARTS)
        table.show([Moved(0, 1, pile, (card,), up=True)], 1.0)
        assert told(stage, "king") == words
    assert stage.card(pile).colliderect(stage.canvas.tags["king"].rect)
    stage.overlay.step(2.4)
    assert told(stage, "king")
    stage.overlay.step(2.6)
    assert "king" not in stage.canvas.tags


def a_setting() -> None:
    """It is on its page, and seen at a table as soon as it is switched on there, and no longer than that."""
    from game.ui.settings.scene import SettingsScene  # noqa: PLC0415 - of the copy
    from tests.ui.pilot import draw, labelled, labels, press, told  # noqa: PLC0415
    from tests.ui.play.match.test_table import Evening  # noqa: PLC0415

    evening = Evening(1, bots=1)
    assert not told(evening.scene.stage, "time")
    settings = SettingsScene(evening.scene)
    evening.ctx.push(settings)
    draw(evening.ctx)
    while "Time" not in labels(settings.tree):
        press(evening.ctx, pygame.K_PAGEDOWN)
        draw(evening.ctx)
    switch = labelled(settings.tree, "Time").control
    assert switch
    switch.step_by(1)
    settings.back()
    evening.wait(0.1)
    assert told(evening.scene.stage, "time")[2:3] == ":"
    evening.ctx.settings.time = False  # type: ignore[attr-defined]
    evening.wait(0.1)
    assert not told(evening.scene.stage, "time")


def a_screen() -> None:
    """It is reached by its button, lists what there is, and each of its buttons does its part."""
    from game.storage.result import Result  # noqa: PLC0415 - of the copy
    from game.ui.engine import requests  # noqa: PLC0415
    from tests.ui.pilot import context, draw, labelled  # noqa: PLC0415

    ctx = context()
    for day, seed in (("2026-11-27", 1), ("2026-11-28", 2), ("2026-11-28", 3)):
        won = {"rules": {}, "won": True, "placed": 52, "cards": 52, "time": 9, "penalty": 0, "when": 0}
        ctx.archive.results.add(Result(game="paare", seed=seed, day=day, **won))  # type: ignore[arg-type]
    ctx.open(requests.Records("paare"))
    draw(ctx)

    def press(label: str) -> None:
        ctx.scene.renew()  # type: ignore[union-attr]
        control = labelled(ctx.scene.tree, label).control  # type: ignore[union-attr]
        assert control
        control.act()

    press("Days")
    draw(ctx)
    days = ctx.scene
    assert [row.value for row in days.rows] == ["2026-11-28 · 2", "2026-11-27 · 1"]  # type: ignore[union-attr]
    press("First")
    assert days.chosen == "2026-11-27"  # type: ignore[union-attr]
    press("Latest")
    assert days.chosen == "2026-11-28"  # type: ignore[union-attr]
    press("Back")
    assert ctx.scene is not days


SCREEN = """\
\"\"\"The days on which somebody played.\"\"\"

from collections import Counter

from game.i18n import _
from game.ui.view.leaves import Button
from game.ui.view.node import Node
from game.ui.view.page import Columns, ListScreen


class DaysScene(ListScreen):
    \"\"\"Lists them, and how many deals were played on each.\"\"\"

    def resume(self) -> None:
        \"\"\"Count the deals.\"\"\"
        self.columns, self.empty = Columns((_("Day"), _("Deals")), (60, 35)), _("None yet.")
        days = Counter(each.day for each in self.ctx.archive.results.latest())
        self.rows = [self.row(day, day, (day, str(days[day]))) for day in sorted(days, reverse=True)]

    def view(self) -> Node:
        latest = Button(_("Latest"), lambda: self.choose(self.rows[0].name))
        first = Button(_("First"), lambda: self.choose(self.rows[-1].name))
        return self.listed(_("Days"), "", latest, first)

    def open(self) -> None:
        \"\"\"There is no more to see.\"\"\"
"""
RECORDS = "game/ui/menu/records.py"
MOMENT = """\
\"\"\"Kings are cheered.\"\"\"
from game.core.cards import KING
from game.core.state import Event
from game.core.table import Moved
from game.i18n import _
from game.ui.cards.labels import burst
from game.ui.cards.moments import SLAMS, AtPile
from game.ui.play.scene import Extra

class Kings(Extra):
    def follow(self, event: Event, at: float) -> None:
        if isinstance(event, Moved) and event.cards[-1].rank == KING:
            king = burst(_("King!"), 38)
            self.stage.overlay.say("king", king, AtPile(event.dst), until=at + 1.5, enters=SLAMS)
"""
TABLES = "game/ui/play/match/tables.py"
PATIENCE = "game/ui/play/patience/game.py"
ADDITIONS = {
    "a command": Addition(
        [
            Part(PATIENCE, "    CALL,\n    PAUSE,", """    Slot("two", "M", N_("Two back"), pad="x"),\n"""),
            Part(
                PATIENCE,
                "        if run.may.hint:",
                """        yield Command(SLOTS["two"], partial(self._undo, run, 2), _("two back"))\n""",
            ),
        ],
        lines=4,
        files=1,
        used=a_command,
    ),
    "a moment": Addition(
        [
            Part("game/ui/play/match/kings.py", "", MOMENT),
            Part(TABLES, "from game.ui.play.match.round_end", "from game.ui.play.match.kings import Kings\n"),
            Part(TABLES, "        Tension(),", "        Kings(),\n"),
        ],
        lines=15,
        files=2,
        used=a_moment,
    ),
    "a setting": Addition(
        [
            Part("game/storage/settings.py", "    fullscreen: bool", "    time: bool = False\n"),
            Part(
                "game/ui/settings/pages.py",
                '        rows.switch(\n            "high_contrast"',
                """        rows.switch("time", _("Time"), _("The time of day, at the table.")),\n""",
            ),
            Part(
                "game/ui/play/match/extras.py",
                "        told = [self._streak] if at < self._until else []",
                """\
        told = here().clock.written("%H:%M") if self.table.ctx.settings.time else ""
        overlay.say("time", Text(told, HEARD) if told else None, At("topleft", (9, 9)))
""",
            ),
        ],
        lines=6,
        files=3,
        used=a_setting,
    ),
    "a screen": Addition(
        [
            Part("game/ui/menu/days.py", "", SCREEN),
            Part(RECORDS, "from game.ui.menu.played", "from game.ui.menu.days import DaysScene\n"),
            Part(
                RECORDS,
                """                Button(_("All runs"), self.open, icon="list", help=help),""",
                """                Button(_("Days"), lambda: self.ctx.push(DaysScene())),\n""",
            ),
        ],
        lines=35,
        files=2,
        used=a_screen,
    ),
}
"""By what CONTRIBUTING.md calls it."""


@pytest.mark.real
@pytest.mark.parametrize("name", ADDITIONS)
def test_it_is_light_and_does_what_it_should(name: str, tmp_path: Path) -> None:
    added = ADDITIONS[name]
    for each in ROOT.iterdir():
        if each.name == "game":
            shutil.copytree(each, tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (tmp_path / each.name).symlink_to(each)
    for path, before, lines in added.patch:
        old = (tmp_path / path).read_text("utf-8") if before else "\n"
        assert old.count(f"\n{before}") == 1, f"{path}: {before}"
        (tmp_path / path).write_text(old.replace(f"\n{before}", f"\n{lines}{before}"), "utf-8")
    assert sum(part.lines.replace("\n\n", "\n").count("\n") for part in added.patch) <= added.lines
    assert len({part.path for part in added.patch}) <= added.files
    subprocess.run(
        [sys.executable, "-c", f"from {__name__} import ADDITIONS; ADDITIONS[{name!r}].used()"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=True,
    )


def test_contributing_tells_of_each() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert all(f"\n| {name} |" in told for name in ADDITIONS)

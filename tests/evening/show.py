"""One evening told act by act, and what all windows show in the end: pictures and descriptions."""

import json
from functools import partial
from pathlib import Path

import pygame

from tests.evening import acts
from tests.evening.acts import Evening
from tests.evening.looking import state_of
from tests.evening.party import Party, played


def show(evening: Evening, folder: Path) -> int:
    """Play it, tell it, and write the windows into the folder; 1: it fell."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "evening.txt").write_text(acts.write(evening), "utf-8")
    party = played(evening, told=partial(print, flush=True), ends=partial(_write, folder))
    for which, what in party.found:
        print(f"{which}: {what}")
    return 1 if party.found else 0


def _write(folder: Path, party: Party) -> None:
    for program in party.programs:
        print(state_of(program))
        if (seen := program.look()) and program.ctx and program.machine:
            with party.world.at_window(program.machine):
                program.ctx.changed = True
            party.world.sleep(0.1)
            pygame.image.save(program.ctx.window.surface, folder / f"{program.name}.png")
            said = json.dumps(seen.said, ensure_ascii=False, indent=1)
            (folder / f"{program.name}.json").write_text(said, "utf-8")

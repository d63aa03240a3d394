"""One evening told act by act, and what all windows show in the end: pictures and descriptions."""

import json
from functools import partial
from pathlib import Path

import pygame

from tests.evening import acts
from tests.evening.acts import Evening
from tests.evening.looking import state_of
from tests.evening.party import Party, played

_WORDS = {
    "kill": "is killed, back after {} s",
    "close": "closes the window, back after {} s",
    "damage": "is killed, a file is cut in two, back after {1} s",
    "leave": "leaves the table",
    "bye": "leaves for tonight",
    "freeze": "hangs for {} s",
    "lid": "shuts the lid for {} s",
    "unplug": "pulls the cable for {} s",
    "offline": "is without a network for {} s",
    "cut": "is in another part of the network for {} s",
    "lossy": "loses {} of what is sent for {} s",
    "late": "is {} s late for {} s",
    "doubled": "sends {} of all twice for {} s",
    "move": "has another address",
    "calendar": "sets the clocks by {} s",
    "full": "has a full disk for {} s",
    "locked": "may not write for {} s",
    "idle": "does nothing for {} s",
    "poke": "presses anything",
    "pile": "clicks on a pile",
    "click": "clicks somewhere",
    "key": "presses {}",
    "size": "makes the window {}",
    "set": "sets {} to {}",
    "choose": "sets {} to {}",
    "handicap": "changes a handicap",
}
"""What somebody does, or what befalls them, by the name of the act."""


def in_words(evening: Evening) -> str:
    """An evening for who reads: who comes, and what they do."""
    told = list[str]()
    for number, guest in enumerate(evening.guests):
        settings = [
            f"{name} {value:g}" if isinstance(value, float) else value for name, value in guest.settings
        ]
        told.append(f"{guest.name} {'comes' if number else 'opens'} ({', '.join([guest.mood, *settings])})")
    for second, who, (kind, *more) in evening.acts:
        words = [f"{each:g}" if isinstance(each, float) else each for each in more]
        does = _WORDS.get(str(kind), " ".join([str(kind), *words])).format(*words)
        told.append(f"at {second:g} s {who} {does.replace('back after 1000 s', 'for good')}")
    return " · ".join(told)


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

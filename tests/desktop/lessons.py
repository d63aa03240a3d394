"""A learner who does what a lesson says and lights."""

from tests.desktop.program import Program
from tests.desktop.seen import Seen

_KEYS = {"V": "v", "D": "d", "F": "f", "J": "j"}


def follow(game: Program, keys: bool = False, steps: int | None = None) -> int:
    """Take so many steps of a lesson, or all; returns how many there were. `keys`: by keyboard where piles
    have keys, else by mouse."""
    taken = 0
    while steps is None or taken < steps:
        seen = game.wait(lambda seen: seen if seen.still or not seen.lesson else None, "standstill")
        if not seen.lesson:
            break
        _take(game, seen, keys)
        taken += 1
        game.wait(lambda now, seen=seen: _went_on(seen, now), f"the end of step {taken}")  # type: ignore[misc]
    return taken


def _went_on(before: Seen, now: Seen) -> bool:
    return not now.lesson or not before.lesson or now.lesson["step"] != before.lesson["step"]


def _take(game: Program, seen: Seen, keys: bool) -> None:
    assert seen.lesson
    piles = [seen.piles[number] for number in seen.lesson["piles"]]
    if rect := seen.lesson["button"]:
        x, y, w, h = rect
        game.click_at(x + w // 2, y + h // 2)
    elif keys and all(pile.key for pile in piles):
        for pile in piles:
            game.key(_KEYS.get(pile.key, pile.key.lower()))
    elif len(piles) == 1:
        game.click_at(*piles[0].target)
    else:
        game.drag(seen.card(seen.lesson["card"]), piles[1].target)

"""The buttons of gamepads, and what is printed on them."""

from typing import Final, Literal

from game.i18n import N_, _

PadButton = Literal[
    "up", "down", "left", "right", "a", "b", "x", "y", "l", "r", "lt", "rt", "select", "start"
]
"""A button by its place, as on an Xbox pad: a below, b at the right; l and r the shoulders, lt and rt the
triggers. The left stick presses the directions, too."""
Make = Literal["xbox", "playstation", "nintendo"]
"""Whose names are on the buttons."""

_VENDORS: Final[dict[str, Make]] = {"4c05": "playstation", "7e05": "nintendo", "5e04": "xbox"}
"""The makers' USB numbers as they stand in a pad's GUID."""
_NAMED: Final[dict[str, Make]] = {
    "playstation": "playstation",
    "dualshock": "playstation",
    "dualsense": "playstation",
    "ps3": "playstation",
    "ps4": "playstation",
    "ps5": "playstation",
    "nintendo": "nintendo",
    "switch": "nintendo",
    "joy-con": "nintendo",
}
_OWN_NAMES: Final[dict[Make, dict[PadButton, str]]] = {
    "xbox": {"l": "LB", "r": "RB", "lt": "LT", "rt": "RT", "select": "View", "start": "Menu"},
    "playstation": {
        "a": N_("Cross"),
        "b": N_("Circle"),
        "x": N_("Square"),
        "y": N_("Triangle"),
        "l": "L1",
        "r": "R1",
        "lt": "L2",
        "rt": "R2",
        "select": "Share",
        "start": "Options",
    },
    "nintendo": {"l": "L", "r": "R", "lt": "ZL", "rt": "ZR", "select": "−", "start": "+"},
}


def button_name(button: PadButton, make: Make) -> str:
    """What is printed on the button."""
    return _(_OWN_NAMES[make].get(button, button.upper()))


def make_of(name: str, guid: str) -> Make:
    """Whose names are on the buttons of a pad, by its name and SDL's GUID; Xbox names are on most."""
    if by_vendor := _VENDORS.get(guid[8:12]):
        return by_vendor
    return next((make for part, make in _NAMED.items() if part in name.lower()), "xbox")

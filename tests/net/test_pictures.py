"""The picture in ARCHITECTURE.md is that of the table of transitions; `python -m tests.net.test_pictures`
draws it anew."""

import re
from pathlib import Path

from game.lan.failover import GUEST, HOSTING, TRANSITIONS

PAGE = Path(__file__).parents[2] / "ARCHITECTURE.md"


def picture() -> str:
    """The states as a Mermaid diagram."""
    begins = [f"[*] --> {state}" for state in (GUEST, HOSTING)]
    ways = [f"{one} --> {to}: {what}" for one, ways in TRANSITIONS.items() for what, to in ways.items()]
    return "stateDiagram-v2\n" + "".join(f"    {line}\n" for line in [*begins, *ways])


def drawn(page: str) -> str:
    """The page with that picture."""
    return re.sub(r"(?<=```mermaid\n).*?(?=```)", picture(), page, flags=re.DOTALL)


def test_picture_of_the_states_is_that_of_the_table() -> None:
    page = PAGE.read_text("utf-8")
    assert picture() in page, "draw it anew"
    assert drawn(page) == page


def test_every_state_can_be_reached_and_left() -> None:
    assert {to for ways in TRANSITIONS.values() for to in ways.values()} == set(TRANSITIONS)
    assert all(TRANSITIONS.values())


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text("utf-8")), "utf-8")

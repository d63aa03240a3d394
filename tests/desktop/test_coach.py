"""After a round that is watched, a card that could have gone sooner is laid again."""

import re

import pytest

from tests.desktop.everywhere import REPLAY, coached
from tests.desktop.program import Start

pytestmark = pytest.mark.journey


def test_a_moment_of_a_round_is_practised(program: Start) -> None:
    with program("watch", str(REPLAY)) as game:
        coached("Practise")(game)
        game.wait_scene("practice")
        for key in "12345":  # nobody else plays, so there is time to try each pile
            game.key(key)
            game.key("7")
        said = [each.label for each in game.wait_scene("coach").controls if "Practised: " in each.label]
        assert len(said) == 1
        took = re.search(r"Practised: ([\d.]+)\s", said[0])
        assert took and 0 < float(took[1]) < 30

"""Opening is a request, and each has a screen that answers it."""

import inspect
from typing import get_args

import pytest

from game.ui.engine import requests
from game.ui.engine.requests import Request, answer
from game.ui.engine.scene import Context, Scene


@pytest.mark.parametrize("kind", get_args(Request), ids=lambda kind: kind.__name__)
def test_what_a_request_holds_is_what_its_screen_is_made_of(kind: type[Request]) -> None:
    held: list[object] = [*kind._fields]
    answers = answer(kind._make(held))
    if not isinstance(answers, type):
        held = [Context, *held]
    else:
        assert issubclass(answers, Scene)
    inspect.signature(answers).bind(*held)


def test_every_request_is_answered_and_no_other() -> None:
    assert set(get_args(Request)) == set(requests._ANSWERS)

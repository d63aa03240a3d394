"""What is written beside the own piles."""

import pytest

from game.ui.engine import text
from tests.ui.table import test_toasts
from tests.ui.table.test_toasts import seated


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
@pytest.mark.parametrize("name", ["Åsa Öberg", "Maximiliane Königsbergen", "Wolf"])
def test_name_and_round_are_apart_from_each_other_and_from_the_buttons(
    name: str, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_toasts, "NAMES", (name, "Otto"))
    text.adapt(1.0, scale)
    scene = seated(2)
    text.adapt(1.0, 1.0)
    assert scene.stage
    tags = scene.stage.canvas.tags
    written, line, knock = (tags[key].rect for key in ("own name", "own line", "shape knock"))
    assert written.bottom <= line.top
    assert line.bottom <= knock.top

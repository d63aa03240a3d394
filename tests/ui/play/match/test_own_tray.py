"""What is written beside the own piles."""

import pytest

from game.ui.engine import text
from tests.ui.play.match import test_toasts
from tests.ui.play.match.test_toasts import seated


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
@pytest.mark.parametrize("name", ["Åsa Öberg", "Maximiliane Königsbergen", "Wolf"])
def test_name_and_round_are_apart_from_each_other_and_from_the_buttons(
    name: str, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_toasts, "NAMES", (name, *"BCDEF"))
    text.adapt(text.Letters(1.0, scale))
    scene = seated(6)  # where no corner is free for the round
    assert scene.stage
    tags, hud = scene.stage.canvas.tags.items(), scene.game.hud
    named = hud._overlay.places["name 0"]
    below, x, above = named.bottom, named.x, max(rect.bottom for rect in hud.buttons.values())
    texts = [tag.rect for key, tag in tags if key.startswith("seat 0") and tag.rect.x == x]
    written, line = sorted((rect for rect in texts if rect.top >= above), key=lambda rect: rect.y)
    assert written.bottom <= below
    assert written.bottom <= line.top
    assert line.bottom <= 720

"""The scene of a game for one, with every game there is and one it has never heard of."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import pygame
import pytest

from game.core.cards import Pile, pack
from game.core.rules import Outcome, Rules, Spot
from game.core.shuffle import Seed, Stream, shuffled
from game.core.table import Move, Table
from game.i18n import LANGUAGES, set_language
from game.rules import games
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.zahlenpatience import Zahlenpatience
from game.sessions.live_run import LiveRun
from game.solve.hints.cache import Hint
from game.solve.verdict import HOPELESS, UNDECIDED, WON
from game.storage.run_replay import Progress
from game.ui.covers.cover import PauseScene
from game.ui.engine import text
from game.ui.input.keys import pile_keys
from game.ui.play.patience.free_end import SoloEnd
from game.ui.play.patience.game import solo_table
from game.ui.play.patience.layout import solo_layout
from game.ui.rulebook.page import HelpScene
from tests.ui.pilot import context, told
from tests.ui.play.patience.positions import FIRST, watched
from tests.ui.play.patience.solotable import Alone, stroll

GAMES = pytest.mark.parametrize("name", sorted(games()))


@GAMES
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160), (1280, 1024), (2560, 1080)])
def test_places_lie_apart_on_the_table(name: str, size: tuple[int, int]) -> None:
    rules = games()[name]()
    found = solo_layout(size, rules.spots(1))
    boxes = [pygame.Rect(place.box) for place in found.places]
    assert found.areas[0].card >= 0.06 * min(size[0], size[1] * 16 / 9), "cards are large"
    for place, box in zip(found.places, boxes, strict=True):
        tail = place.room if place.fan == "right" else 0
        assert box.x >= 0
        assert box.right + tail <= found.panel.x
        assert box.bottom <= size[1]
    for one, other in combinations(boxes, 2):
        assert not one.colliderect(other)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_columns_show_the_suits_while_there_is_room_and_seldom_move(size: tuple[int, int]) -> None:
    found = solo_layout(size, AchtMalAcht().spots(1))
    place, high = found.places[FIRST], found.places[FIRST].box.h
    steps = []
    for count in range(2, 21):
        tops = [found.at(FIRST, count, count, index)[1] for index in range(count)]
        assert tops[-1] + high <= size[1]
        assert tops[0] == place.box.y
        assert tops == sorted(set(tops))
        steps.append(round((tops[2 if count > 2 else 1] - tops[1 if count > 2 else 0]) / high, 2))
    assert all(step >= 0.31 for step in steps[:7]), "eight cards, as dealt"
    assert len(set(steps[:10])) <= 4
    assert steps[9] >= 0.21


@GAMES
def test_the_stage_follows_a_game_there_and_back(name: str) -> None:
    rules = games()[name]()
    table = Alone(rules)
    stream = Stream(5)
    for count in range(60):
        if (move := stroll(rules, table.table, stream)) is None or table.session.over:
            break
        table.session.play(move)
        table.wait(0.02 * stream.below(3))
        if count % 9 == 8 and not rules.reflex:
            table.session.undo(1 + stream.below(4))
            table.wait(0.02 * stream.below(3))
    table.wait(0.9)
    if table.top is table.scene:
        table.check()


@GAMES
def test_every_pile_that_plays_a_part_has_a_key(name: str) -> None:
    rules = games()[name]()
    roles = [spot.role for spot in rules.spots(1)]
    keys = pile_keys(roles)
    assert set(keys) == {i for i, role in enumerate(roles) if role not in ("row", "finished")}
    single = [key for pile_, key in keys.items() if roles[pile_] != "foundation"]
    assert len(set(single)) == len(single)


@GAMES
def test_help_and_menu_can_be_drawn(name: str) -> None:
    table = Alone(games()[name]())
    table.key(pygame.K_F1)
    assert [type(scene) for scene in table.ctx.stack[1:]] == [HelpScene]
    table.key(pygame.K_F1)
    table.key(pygame.K_ESCAPE)
    assert [type(scene) for scene in table.ctx.stack[1:]] == [PauseScene]
    table.key(pygame.K_ESCAPE)
    assert table.ctx.stack == [table.scene]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_is_whole_in_every_language(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    text.start_recording()
    fit = text.fit

    def noting(words: str, px: float, room: float) -> tuple[str, int]:
        found = fit(words, px, room)
        if found[0] != words:
            cut.append(words)
        return found

    monkeypatch.setattr(text, "fit", noting)
    set_language(lang)
    for kind in games().values():
        if 1 in kind.seats:
            table = Alone(kind(), ghost=Progress([0], [5]))
            table.session.hints.indicates = True
            move = next(table.session.rules.moves(table.table, 0))
            for found in (WON, HOPELESS, UNDECIDED):
                table.session.hints.advice = Hint(found, move, 0 if found == WON else 12)
                table.scene.renew()
                buttons = list(table.panel.buttons.values())
                tags = table.stage.canvas.tags.items()
                below = [tag.rect for key, tag in tags if key.startswith("below") and text.spans(tag.surface)]
                said = [rect for rect in below if not any(each.contains(rect) for each in buttons)]
                spans = {span.words for _key, tag in tags for span in text.spans(tag.surface)}
                for words in (table.scene.commands[name].words for name in table.panel.buttons):
                    assert spans & {words, words.partition(" (")[0]}
                assert all(not a.colliderect(b) for a, b in combinations([*buttons, *said], 2))
    watched()
    assert cut == []


@pytest.mark.parametrize("name", [name for name, kind in games().items() if 1 in kind.seats])
def test_in_large_letters_what_has_no_tag_is_in_the_menu(name: str) -> None:
    text.adapt(text.Letters(1.0, 1.6))
    table = Alone(games()[name]())
    shown = {name for name in table.panel.buttons if name in table.scene.commands}
    told = {name for name, each in table.scene.commands.items() if each.words and each.can}
    assert shown | {each.name for each in table.panel.hidden} >= told
    assert len(shown) <= 4


@dataclass(frozen=True)
class Down(Rules):
    """A game that the screen has never heard of: one card after the other goes aside."""

    name: ClassVar[str] = "down"
    title: ClassVar[str] = "Down"
    seats: ClassVar[range] = range(1, 2)

    def spots(self, seats: int) -> tuple[Spot, ...]:
        return (Spot("heap", 0, 0, "down", 0), Spot("foundation", 1.3, 0, "", 0))

    def deal(self, seed: Seed, seats: int) -> Table:
        cards = shuffled(pack()[:13], Stream(seed))
        return Table((Pile(cards, 13), Pile()))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        if table.piles[0].cards:
            yield Move(0, 1)

    def outcome(self, table: Table) -> Outcome | None:
        return None if table.piles[0].cards else Outcome("won", 0, (13,))


def test_a_game_it_has_never_heard_of_can_be_played() -> None:
    table = Alone(Down())
    table.click(0)
    assert len(table.table.piles[1].cards) == 1
    table.key(pygame.K_h)
    table.press("finish")
    assert table.session.won
    table.wait(5)
    assert isinstance(table.top, SoloEnd)


@pytest.mark.parametrize(("lang", "queen"), [("en", "Q"), ("de", "D"), ("sv", "D")])
def test_what_comes_next_is_named_as_the_cards_are(
    lang: str, queen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Zahlenpatience, "notes", lambda rules, table: {2: "Q"})
    set_language(lang)
    assert told(Alone(Zahlenpatience()).stage, "note2") == queen


@GAMES
def test_help_opens_before_the_first_frame(name: str) -> None:
    ctx = context()
    ctx.push(scene := solo_table(LiveRun(games()[name](), 3, lambda: 0.0)))
    scene.receive(pygame.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0), 0.0)
    assert isinstance(ctx.scene, HelpScene)

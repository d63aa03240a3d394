"""All that is said over a table: at each kind of table, with each number of own seats, in each scene and each
size of the window it lies in the window, and on nothing that has to be seen meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, product
from typing import Any, Final

import pygame
import pytest
from pygame import Rect

from game.challenges.level_files import named
from game.core import match
from game.core.race import finished
from game.core.state import PLAYING, SHOUTS, Dud, Shouted
from game.i18n import N_, Lang, Notice, set_language
from game.lan.join import join_table
from game.lan.table import SILENT, RemoteTable
from game.net.wire.messages import HouseRules
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.storage.settings import Settings
from game.system import here
from game.ui.engine import text, theme
from game.ui.engine.scene import Scene
from game.ui.engine.sound import Sounds
from game.ui.play.match import said
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import match_table
from game.ui.play.pair import SplitScreen
from game.ui.play.race.end import DealEnd
from game.ui.play.race.table import RaceExtra
from game.ui.play.scene import PlayScene
from tests.bench.screens import SIZES
from tests.desktop.texts import fits
from tests.many import many
from tests.ui.lobby import conftest
from tests.ui.lobby.screens import Party, Screen
from tests.ui.lobby.test_lan_duel import judged, right, session
from tests.ui.pilot import context, described

party, short_rounds = conftest.party, conftest.short_rounds

SHORT, LONG = (
    Notice(N_("{name} is the host now."), name="Maximiliane"),
    Notice(
        N_("The network was cut, and the table split: another half of it plays on at {address}."),
        address="192.168.178.123:41234",
    ),
)
SHAPES: Final[Sequence[tuple[Lang, float, tuple[int, int]]]] = (
    *(("en", 1.0, size) for size in SIZES[1 : 1 + many(1)]),
    *(("de", 1.6, size) for size in SIZES[: many(1)]),
)
"""Languages, sizes of text and of the window: the longest words where there is the least room. `TIMES=5`
looks at all."""
SAID: Final = "notice", "news", "captions 0.0", "drop_notice", "lines", "get ready", "prompt"
"""What may be said at the same time, by the tags on a table's canvas."""
ASIDE: Final = "notice", "news", "captions 0.0"
"""Those of it that cover no button, no name, no total and no card of a match but the last of long fans."""


class Watched:
    """A screen at which everything is said at once, and what is wrong with it."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._ctx = screen, screen.ctx
        self._ctx.settings.captions = True
        self._ctx.sounds = Sounds(muted=True)
        self.wrong: list[str] = []

    def look(self, scene: str, say: Callable[[], object] = lambda: None) -> None:
        """Look at this scene in windows of all sizes; `say` is done in each."""
        for lang, scale, size in SHAPES:
            set_language(lang)
            self._ctx.settings.text_scale = scale
            self._ctx.window.surface = pygame.display.set_mode(size)
            text.adapt(text.Letters(theme.unit(size), scale))
            self._draw()
            self._ctx.notices.clear()
            self._ctx.seen = 0
            for notice in (SHORT, LONG):
                self._ctx.notify(notice)
            for sound in ("knock", "king", "dud"):
                self._ctx.sounds.play(sound)
            say()
            self._draw()
            self.wrong += [f"{scene} {size} {lang} {scale}: {each}" for each in self._problems()]
        set_language("en")

    def _draw(self) -> None:
        """Let it be seen what there is to be seen, and then all of it be drawn anew."""
        self._screen.turn()
        text.erase(self._ctx.window.surface)
        self._ctx.redraw()
        self._screen.turn()

    def _problems(self) -> Iterator[str]:
        scene, window = self._screen.scene, self._ctx.window.surface.get_rect()
        assert scene
        if isinstance(scene, SplitScreen):
            for number, table in enumerate(scene.tables):
                yield from over(table, scene._part(number).size)
        elif isinstance(scene, PlayScene):
            yield from over(scene, window.size)
        else:
            for each in fits(window, text.spans(self._ctx.window.surface)):
                if each.kind == "outside":
                    yield f"{each}"
            controls = [Rect(each["rect"]) for each in described(scene).controls]
            for one, two in combinations(controls, 2):
                if one.colliderect(two):
                    yield f"the control at {one} is on that at {two}"


def over(table: PlayScene[Any], size: tuple[int, int]) -> Iterator[str]:
    """What is wrong with what is said over a table that has so much room."""
    assert table.stage
    tags, part = table.stage.canvas.tags, Rect((0, 0), size)
    said = {name: tags[name].rect for name in SAID if name in tags}
    for name, rect in said.items():
        if not part.contains(rect):
            yield f"{name} at {rect} is not in {part}"
    for (one, first), (two, second) in combinations(said.items(), 2):
        if first.colliderect(second):
            yield f"{one} at {first} is on {two} at {second}"
    kept = {each["label"]: Rect(each["rect"]) for each in described(table).controls}
    if hud := getattr(table.game, "hud", None):
        kept |= hud._overlay.places
        piles = enumerate(table.stage.layout.places)
        kept |= {f"{place.role} {pile}": Rect(place.box) for pile, place in piles if place.shown}
    for name, (label, rect) in product(ASIDE, kept.items()):
        if name in said and said[name].colliderect(rect):
            yield f"{name} at {said[name]} is on {label} at {rect}"


@pytest.fixture(autouse=True)
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    text.start_recording()
    monkeypatch.setattr(match, "COUNTDOWN", 1_800_000)
    monkeypatch.setattr(match, "DEALING", 100_000)


def guests(party: Party, people: int, left_handed: bool = False) -> Screen:
    """So many at one screen as guests."""
    server = party.screens[0].lan.server
    assert server
    at = "127.0.0.1", server.ports.port

    def come(settings: Settings) -> RemoteTable:
        settings.players, settings.second_name = people, "Wilhelmina"
        settings.left_handed = left_handed
        return join_table(settings, None, at)

    screen = party._come(Screen("Maximiliane", come, party.window, party.cards))
    party.until(lambda: len(screen.lan.local_tables) == people)
    party.until(lambda: all(one.place is not None for one in screen.lan.local_tables))
    return screen


def knock(party: Party) -> None:
    """Everyone knocks, and the countdown has begun."""
    for screen in party.screens:
        screen.key(pygame.K_SPACE)
    party.until(lambda: all(begins(screen.scene) for screen in party.screens))


def begins(scene: Scene | None) -> bool:
    """Whether a number is shown."""
    table: Any = scene.tables[0] if isinstance(scene, SplitScreen) else scene
    return isinstance(table, PlayScene) and bool(table.stage and "count" in table.stage.canvas.tags)


@contextmanager
def alarmed(screen: Screen, monkeypatch: pytest.MonkeyPatch, asks: bool = True) -> Iterator[None]:
    """The host is silent, and how good the lines are is looked at; not where a game of speed has half a
    window: in its narrow margin the longest notice reaches up to there."""
    if asks:
        screen.table.receive(pygame.Event(pygame.KEYDOWN, key=pygame.K_F9, mod=0), 0.0)
    with monkeypatch.context() as silence:
        silence.setattr(RemoteTable, "status", SILENT)
        yield
    if asks:
        screen.table.receive(pygame.Event(pygame.KEYDOWN, key=pygame.K_F9, mod=0), 0.0)


@pytest.mark.usefixtures("short_rounds")
@pytest.mark.parametrize(("own", "left_handed"), [(1, False), (1, True), (2, False)])
def test_over_a_table_of_haisty(
    party: Party, monkeypatch: pytest.MonkeyPatch, own: int, left_handed: bool
) -> None:
    anna = party.open(own + 1, rounds=1)
    watched = Watched(guest := guests(party, own, left_handed))
    monkeypatch.setattr(match, "COUNTDOWN", 1_800_000)
    knock(party)
    watched.look("count-in")
    party.until(party.all_play)
    with alarmed(guest, monkeypatch):
        watched.look("play")
    anna.key(pygame.K_SPACE)
    party.until(lambda: guest.table.still)
    watched.look("freeze")
    party.until(lambda: isinstance(guest.scene, RoundEnd))
    watched.look("count")
    party.until(guest.labels)
    watched.look("standings")
    party.until(guest.labels)
    guest.key(pygame.K_SPACE)
    party.until(lambda: isinstance(guest.scene, MatchEnd))
    watched.look("podium rises")
    party.until(guest.labels)
    watched.look("podium")
    assert not watched.wrong


RACES = ("zahlenpatience-01", 1), ("farbwechsel-01", 1), ("zahlenpatience-01", 2), ("farbwechsel-01", 2)


@pytest.mark.parametrize(("name", "own"), [*RACES, ("zahlenpatience-01", 3), ("zahlenpatience-01", 4)])
def test_over_tables_of_a_race(party: Party, monkeypatch: pytest.MonkeyPatch, name: str, own: int) -> None:
    anna = party.open(own + 1)
    watched = Watched(guest := guests(party, 1))
    anna.lan.ask(HouseRules(0, 1, {"undo": True, "hints": True}, f"race:{name}"))
    party.until(lambda: guest.lan.room and guest.lan.room.terms.game)
    guest.ctx.settings.players = own
    party.until(lambda: len(guest.lan.local_tables) == own)
    party.until(lambda: all(one.place is not None for one in guest.lan.local_tables))
    knock(party)
    watched.look("count-in")
    run: Any = anna.table.session
    party.until(lambda: run.opens)
    monkeypatch.setattr(Screen, "table", property(first_table))
    with alarmed(guest, monkeypatch, asks=(name, own) != ("farbwechsel-01", 2)):
        watched.look("race")
    for move in named(name).line():
        run.play(move)
        anna.turn(drawn=False)
    assert run.won
    party.until(lambda: finished(guest.lan.state.table))
    watched.look("news", lambda: come_out(guest))
    for table in tables(guest):
        table.session.give_up()
    party.until(lambda: isinstance(guest.scene, DealEnd))
    watched.look("standings")
    guest.key(pygame.K_SPACE)
    party.until(lambda: isinstance(guest.scene, MatchEnd))
    party.until(guest.labels)
    watched.look("podium")
    assert not watched.wrong


@pytest.mark.parametrize("own", [1, 2])
def test_over_the_table_of_a_duel(party: Party, monkeypatch: pytest.MonkeyPatch, own: int) -> None:
    anna = party.open(own + 1)
    watched = Watched(guest := guests(party, own))
    anna.lan.ask(HouseRules(0, 1, {}, "duel:paare"))
    party.until(lambda: guest.lan.room and guest.lan.room.terms.game)
    knock(party)
    watched.look("count-in")
    party.until(lambda: all(session(screen).begun for screen in party.screens))
    with alarmed(guest, monkeypatch):
        watched.look("duel")
    while party.match.state.phase == PLAYING:
        judged(party, anna, right(anna))
    party.until(lambda: isinstance(guest.scene, DealEnd))
    watched.look("standings")
    guest.key(pygame.K_SPACE)
    party.until(lambda: isinstance(guest.scene, MatchEnd))
    party.until(guest.labels)
    watched.look("podium")
    assert not watched.wrong


def tables(screen: Screen) -> list[Any]:
    scene = next(scene for scene in screen.ctx.stack if isinstance(scene, SplitScreen | PlayScene))
    return list(scene.tables) if isinstance(scene, SplitScreen) else [scene]


def first_table(screen: Screen) -> Any:
    return tables(screen)[0]


def come_out(screen: Screen) -> None:
    """Say once more who has come out: nothing is said on a stage that is laid out anew."""
    for table in tables(screen):
        next(each for each in table.extras if isinstance(each, RaceExtra))._come_out(
            0, here().clock.seconds()
        )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("own", [1, 2])
@pytest.mark.parametrize("others", [1, 6])
def test_what_one_says_or_is_told_stands_at_the_own_seat(
    size: tuple[int, int], own: int, others: int
) -> None:
    ctx, seats = context(size=size), own + others
    names, levels = (
        tuple(f"Maximiliane {each}" for each in range(seats)),
        dict.fromkeys(range(own, seats), "easy"),
    )
    played = match.Match(Haisty(), seats, 7)
    session = LocalSession(played, levels, names, (0,) * seats, lambda: 0.0, lambda: None, people=own)
    ctx.push(scene := match_table(session))
    scene.draw(ctx.window.surface, 0, 0, True)
    assert scene.stage
    tags, layout = scene.stage.canvas.tags, scene.stage.layout
    boxes = {area.seat: Rect(area.box) for area in layout.areas}
    plates = [rect for name, rect in scene.game.hud._overlay.places.items() if not name.startswith("face")]
    for seat in range(seats):
        for shout in range(SHOUTS + 1):
            if shout < SHOUTS:
                scene.show([Shouted(seat, shout)], 1.0)
            else:
                said.shout(scene.stage, scene.game.hud, seat, "Speltorka!", theme.GOLD, 1.0)
            bubble = tags[f"bubble{seat}"].rect
            assert ctx.window.surface.get_rect().contains(bubble)
            assert bubble.collidelist(plates) < 0, "no name and no total is covered"
            assert bubble.collidelist([box for each, box in boxes.items() if each != seat]) < 0
    for seat in range(own):
        scene.show([Dud(seat)], 1.0)
        note, block = tags["note"].rect, scene.game.hud.block(seat)
        assert block and note.colliderect(block), "where the eyes are"
        assert boxes[seat].x <= note.x and note.right <= boxes[seat].right, "not at the other's buttons"
        assert ctx.window.surface.get_rect().contains(note)
    for pile, owner in enumerate(scene.stage.owners):
        if owner is None:
            said.duel(scene.stage, "Maximiliane 1 war schneller! −999 ms", pile, theme.GOLD, 1.0)
            said.streak(scene.stage, 0, 24, pile, 1.0)
            for name in ("duel", "streak0"):
                assert ctx.window.surface.get_rect().contains(tags[name].rect)

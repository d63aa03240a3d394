"""What a patched host says of a race or a duel ends no window."""

from collections.abc import Iterator

import msgspec
import pytest

from game.core.cards import SPADES, Card, Pile
from game.core.duel import LAID, TURNED
from game.core.rules import Rules
from game.core.solo import UNDO, Act
from game.core.state import PLAYING, SCORED, Dealt, Ready, Sat, State
from game.core.table import Move, Moved, Standing, Table
from game.lan.hosting import bind, make_table, rules_of
from game.lan.join import join_table
from game.lan.race_deals import draw_patience
from game.lan.race_round import WatchedRun
from game.lan.server import Server
from game.net.wire.acts import packed_acts
from game.net.wire.codec import encode_down
from game.net.wire.messages import RunActs, RunDeal, SeatInfo, ToClient
from game.net.wire.snapshot import snapshot
from game.storage.settings import Settings
from game.system import here
from game.ui.engine.scene import Context
from game.ui.lobby.lobby import LobbyScene
from game.ui.menu.title import TitleScene
from game.ui.play.race.end import RaceEnd
from game.ui.play.scene import PlayScene
from tests.net.races import terms_for
from tests.ui.pilot import context
from tests.ui.play.match.test_hostile_table import LONG, Liar
from tests.waiting import until


@pytest.fixture
def ctx() -> Iterator[Context]:
    ctx = context(name="Bo")
    ctx.push(TitleScene())
    yield ctx
    ctx.quit()


class RaceLiar(Liar):
    """Of a race or a duel, which its visitor watches."""

    def __init__(self, ctx: Context, race: str) -> None:
        terms = terms_for(race, {}, 3)
        self.ctx, self.race, self.rules = ctx, race, rules_of(terms)
        self.server = Server(make_table("Liar", 4, terms), bind(0), lambda *_: None)
        self.lan = join_table(Settings(name="Bo"), None, ("127.0.0.1", self.server.ports.port), watch=True)
        until(lambda: self.lan.room, meanwhile=self.server.step)
        ctx.push(LobbyScene(self.lan))

    def tell(self, state: State) -> None:
        assert self.lan.room
        places = tuple(SeatInfo("person", f"P{i}", i, False, None, 100 + i) for i in range(4))
        terms = msgspec.structs.replace(self.lan.room.terms, game=self.race, house={})
        self.say(msgspec.structs.replace(self.lan.room, places=places, playing=True, terms=terms))
        if not self.race.startswith("duel"):
            patience = draw_patience(self.race, 0, 1)
            self.say(RunDeal(1, patience.name, patience.seed))
        self.say(snapshot(state, 9))

    def at_once(self, *messages: ToClient) -> None:
        """Say all of this before the screen is looked at."""
        for member in self.server.table.members.all.values():
            assert member.peer
            for message in messages:
                member.peer.endpoint.send(encode_down(message), self.server.now)
        for _ in range(5):
            self.server.step()
        for _ in range(30):
            self.show()


def state_of(rules: Rules, liar: RaceLiar) -> State:
    return State(SCORED, 1, rules.deal(1, 2), (0, 0), 0, liar.server.now, (), (0, 0))


def test_a_card_taken_by_a_seat_that_has_just_come_in_a_duel(ctx: Context) -> None:
    liar = RaceLiar(ctx, "duel:farbwechsel")
    state = state_of(liar.rules, liar)
    liar.insist(state)
    assert isinstance(ctx.scene, PlayScene)
    liar.at_once(Sat(2), Moved(2, TURNED, LAID, state.table.piles[TURNED].cards))
    liar.end()


def test_a_run_of_a_seat_that_has_just_come_in_a_race(ctx: Context) -> None:
    liar = RaceLiar(ctx, "race:paare-01")
    state = state_of(liar.rules, liar)
    liar.insist(state)
    assert isinstance(ctx.scene, PlayScene)
    liar.at_once(Sat(2), Standing(2, 255, 0, 5), Standing(3, 52))
    liar.end()


@pytest.mark.parametrize("phase", [PLAYING, SCORED])
def test_seats_are_taken_away_in_mid_deal(ctx: Context, phase: str) -> None:
    liar = RaceLiar(ctx, "race:paare-01")

    def state(seats: int) -> State:
        zeros = (0,) * seats
        return State(phase, 1, liar.rules.deal(1, seats), zeros, 15, liar.server.now, (), zeros)

    liar.insist(state(4))
    if isinstance(ctx.scene, PlayScene):
        for _ in range(2):  # the last of them is watched
            ctx.scene.do("slower", 0.0)
    end = here().clock.seconds() + LONG
    while phase == SCORED and not isinstance(ctx.scene, RaceEnd):
        assert here().clock.seconds() < end
        liar.tell(state(4))
    liar.at_once(snapshot(state(2), 9))
    liar.end()


@pytest.mark.parametrize(("mode", "rank"), [(0b1111, 1), (255, 13), (0b1110, 9)])
def test_a_cup_that_cannot_be_is_shown_to_its_end(ctx: Context, mode: int, rank: int) -> None:
    liar, end = RaceLiar(ctx, "cup:paare"), here().clock.seconds() + LONG
    table = liar.rules.deal(1, 4)
    piles = [Pile((Card(rank, SPADES, 3),), 1) if pile.up else pile for pile in table.piles]
    totals, scores = (10**9, -(10**9), 5, 5), (0, 10**9, -5, 2)
    told = State(
        SCORED, 1, Table((*piles,), mode=mode), totals, 255, liar.server.now, (), scores, "x", 1, None
    )
    liar.insist(told)
    while not isinstance(ctx.scene, RaceEnd):
        assert here().clock.seconds() < end
        liar.tell(told)
        liar.show()
    liar.at_once(Ready(3), snapshot(State(SCORED, 1, liar.rules.deal(1, 2), (8, 0), 0, 0, (), (1, 2)), 9))
    liar.at_once(Ready(7), Dealt(2, liar.rules.deal(1, 2)._replace(mode=mode)))
    liar.end()


def tell(liar: RaceLiar, race: str) -> None:
    """Tell of a match of this in play."""
    rules, places = (
        rules_of(terms_for(race, {})),
        [SeatInfo("person", f"P{i}", i, False, None, 100 + i) for i in range(4)],
    )
    assert liar.lan.room
    terms = msgspec.structs.replace(liar.lan.room.terms, game=race, house={})
    room = msgspec.structs.replace(liar.lan.room, places=tuple(places), playing=True, terms=terms)
    liar.say(room)
    if race.startswith("race"):
        patience = draw_patience(race, 0, 1)
        liar.say(RunDeal(1, patience.name, patience.seed))
    liar.say(snapshot(State(PLAYING, 1, rules.deal(1, 2), (1, 0), 0, liar.server.now), 9))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("race:paare-01", "duel:paare"),
        ("duel:paare", "race:paare-01"),
        ("race:paare-01", ""),
        ("duel:paare", ""),
    ],
)
def test_the_game_changes_in_mid_round(ctx: Context, first: str, second: str) -> None:
    liar = RaceLiar(ctx, first)
    end = here().clock.seconds() + LONG
    while not isinstance(ctx.scene, PlayScene):
        assert here().clock.seconds() < end
        tell(liar, first)
        liar.show()
    tell(liar, second)
    for _ in range(20):
        liar.show()
        here().clock.pause(0.005)
    liar.end()


def test_a_run_that_cannot_be_is_shown_as_far_as_it_can_be_and_not_again_in_every_frame(ctx: Context) -> None:
    liar, patience = RaceLiar(ctx, "race:acht-mal-acht-30"), draw_patience("race:acht-mal-acht-30", 0, 1)
    first = next(iter(patience.rules.moves(patience.rules.deal(patience.seed, 1), 0)))
    acts = [Act(0, first), Act(0, Move(0, 0, 1)), *(Act(n, UNDO if n % 2 else first) for n in range(40))]
    end = here().clock.seconds() + LONG
    watched: WatchedRun | None = None
    while not watched or not watched.solo.log:  # the real host goes on telling, too
        assert here().clock.seconds() < end
        liar.insist(State(PLAYING, 1, liar.rules.deal(1, 2), (0, 0), 0, liar.server.now))
        if isinstance(ctx.scene, PlayScene):
            session = ctx.scene.session
            assert isinstance(session, WatchedRun)
            watched = session
            liar.at_once(RunActs(1, watched.watched, 0, packed_acts(acts)))
    assert watched.solo.log == acts[:1]
    assert watched.poll() == []
    liar.end()

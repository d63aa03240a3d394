"""A host that says anything: the screen shows a table, or says in words that it cannot be understood."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import msgspec
import pytest

from game.core.limits import SEATS
from game.core.state import PLAYING, SCORED, WAITING, WON, Dealt, State
from game.lan.hosting import bind, make_table
from game.lan.join import join_table
from game.lan.server import Server
from game.net.transport.channel import Overflow
from game.net.wire import codec
from game.net.wire.codec import decode_down, encode_down
from game.net.wire.fields import PILES, WireError
from game.net.wire.messages import HouseRules, SeatInfo, ToClient
from game.net.wire.snapshot import snapshot
from game.rules.haisty import Haisty
from game.storage.settings import Settings
from game.system import here
from game.ui.engine.scene import Context
from game.ui.lobby.lobby import LobbyScene
from game.ui.menu.title import TitleScene
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.scene import PlayScene
from tests.net.messages import drawn, fields, pick
from tests.ui.pilot import STEP, context, draw
from tests.waiting import until

LONG = 60.0
EVENTS = [each for each in codec.DOWN.items() if each[1] in codec.FORMS]
PLACES, SAID = 4, 60
"""At the table; and messages that are said to one who visits it."""


@pytest.fixture
def ctx() -> Iterator[Context]:
    ctx = context(name="Bo")
    ctx.push(TitleScene())
    yield ctx
    ctx.quit()


class Liar:
    """A host, and a visitor whose screen shows what it says."""

    def __init__(self, ctx: Context, rng: Random) -> None:
        self.ctx, self.rng = ctx, rng
        self.server = Server(make_table("Liar", PLACES, HouseRules(100, 0, {})), bind(0), lambda *_: None)
        self.lan = join_table(Settings(name="Bo"), None, ("127.0.0.1", self.server.ports.port))
        until(lambda: self.lan.room, meanwhile=self.server.step)
        ctx.push(LobbyScene(self.lan))

    def say(self, message: ToClient) -> None:
        """Say it, if it is a message at all, and let the screen show what comes of it."""
        for member in self.server.table.members.all.values():
            try:
                if member.peer:
                    member.peer.endpoint.send(encode_down(message), self.server.now)
            except (WireError, Overflow):
                return
        self.server.step()
        self.show()

    def show(self) -> None:
        """Two frames."""
        for _ in range(2):
            assert self.ctx.scene
            here().clock.pause(STEP)
            self.ctx.scene.step(here().clock.seconds())
            draw(self.ctx)

    def begin(self) -> None:
        """Tell of a match in its middle."""
        seats, now = 2 + int(self.rng.random() * 3), self.server.now
        phase = (PLAYING, PLAYING, PLAYING, SCORED, WAITING, WON)[int(self.rng.random() * 6)]
        scores = (1,) * seats if phase in (SCORED, WON) else ()
        self.tell(State(phase, 1, Haisty().deal(1, seats), (0,) * seats, 0, now, (), scores))

    def tell(self, state: State) -> None:
        """Tell of a match that stands like this."""
        room = self.lan.room
        assert room
        places = tuple(SeatInfo("person", f"P{i}", i, False, None, i) for i in range(PLACES))
        self.say(msgspec.structs.replace(room, places=places, playing=True))
        self.say(snapshot(state, 9))

    def insist(self, state: State) -> None:
        """Tell of it until the table is shown: the real host goes on telling, too."""
        end = here().clock.seconds() + LONG
        self.show()
        while isinstance(self.ctx.scene, LobbyScene):
            assert here().clock.seconds() < end
            self.tell(state)

    def lie(self) -> None:
        """Say something."""
        client = self.lan.client.table
        room, state = client.room, client.state
        assert room
        if self.rng.random() < 0.1:
            kinds = ("empty", "person", "bot", "away")
            places = [
                SeatInfo(kinds[int(self.rng.random() * 4)], "ß" * n, n, True, "hard", n)  # type: ignore[arg-type]
                for n in range(3 + int(self.rng.random() * 6))
            ]
            playing = self.rng.random() < 0.9
            self.say(
                msgspec.structs.replace(
                    room, places=tuple(places), playing=playing, owner=int(self.rng.random() * 9) - 1
                )
            )
        elif state.table.piles:
            self.say_event(state)

    def say_event(self, state: State) -> None:
        """Say what could happen to the seats and piles of this match, were its rules forgotten."""
        seats, (number, kind) = len(state.totals), pick(self.rng, EVENTS)
        if kind is Dealt:
            self.say(Dealt(state.round + 1, Haisty().deal(1, seats).view()))
            return
        nearer = {SEATS - 1: seats - 1, SEATS: seats, PILES - 1: len(state.table.piles) - 1}
        values = drawn(self.rng, fields(kind), self.server.now, nearer=nearer)
        with suppress(WireError):
            self.say(decode_down(bytes((number,)) + msgspec.msgpack.encode(values)))

    def end(self) -> None:
        """Leave its table."""
        for scene in self.ctx.stack[1:2]:
            self.ctx.pop(scene)
        self.server.ports.close()


def test_who_comes_to_a_count_after_somebody_has_sat_down_sees_it(ctx: Context) -> None:
    liar = Liar(ctx, Random(1))
    state = State(SCORED, 1, Haisty().deal(1, 2), (5, 3, 0), 0, liar.server.now, (), (5, 3))
    end = here().clock.seconds() + LONG
    while not isinstance(ctx.scene, RoundEnd):
        assert here().clock.seconds() < end
        liar.insist(state)
    assert (ctx.scene.scored.totals, ctx.scene.scored.before) == ((5, 3), (0, 0))
    liar.end()


def test_totals_of_fewer_seats_than_are_shown_leave_the_others_their_own(ctx: Context) -> None:
    liar = Liar(ctx, Random(1))
    liar.insist(State(PLAYING, 1, Haisty().deal(1, 3), (1, 2, 3), 0, liar.server.now, (), ()))
    scene = ctx.scene
    assert isinstance(scene, PlayScene)
    scene.game.show_totals((4, 5))
    assert [seat.total for seat in scene.game.hud.view.seats] == [4, 5, 3]
    liar.end()


@pytest.mark.parametrize("seed", range(4))
def test_the_screen_bears_whatever_a_host_says(ctx: Context, seed: int) -> None:
    for visit in range(4):
        liar = Liar(ctx, Random(4 * seed + visit))
        liar.begin()
        for _ in range(SAID):
            if len(ctx.stack) == 2 and not isinstance(ctx.scene, LobbyScene):
                break  # it has been left
            liar.lie()
        liar.end()
        assert len(ctx.stack) == 1

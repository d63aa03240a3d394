"""Races in simulated time, and what a patched client says in them."""

from collections.abc import Callable, Sequence
from typing import Final

from game.challenges.level_files import named
from game.core.race import done, finished, give_up
from game.core.rules import Rules
from game.core.solo import HINT, REDO, UNDO, Act
from game.core.state import FLIGHT, HAND, PLAYING, Knock, State
from game.core.table import Move
from game.lan.hosting import make_table, rules_of
from game.net.server.live_race import LiveRace
from game.net.server.race_judge import RaceJudge
from game.net.wire.acts import packed_acts
from game.net.wire.messages import Acts, HouseRules, RunDeal
from tests.net.impair import LAN, Way
from tests.net.simnet import SECOND, Client, Net

PATIENCE: Final = "staffelpatience-51"
LINE: Final = named(PATIENCE).line()
OTHER: Final = named("staffelpatience-58").line()
STRICT, KIND = {"undo": False, "hints": False}, {"undo": True, "hints": True}


def terms_for(race: str, house: dict[str, bool] = STRICT, rounds: int = 1) -> HouseRules:
    """What a table is for that is for this race."""
    target = int(race.startswith("cup"))
    return HouseRules(target, 0 if target else rounds, house, race)


def rules_for(race: str) -> Rules:
    """The rules of this race."""
    return rules_of(terms_for(race))


def judge_of(net: Net) -> RaceJudge:
    """That of the round."""
    runs = net.table.room.stage.runs
    assert isinstance(runs, LiveRace) and runs.judge
    return runs.judge


class Racing(Net):
    """A race whose seats the test moves; it has just begun."""

    def __init__(
        self,
        *ways: Way,
        race: str = f"race:{PATIENCE}",
        house: dict[str, bool] = STRICT,
        rounds: int = 1,
        watch: bool = False,
        seats: int = 0,
        seed: int = 7,
        drift: int = 0,
        begin: bool = True,
    ) -> None:
        table = make_table("Race", seats or len(ways), terms_for(race, house, rounds), seed=seed)
        super().__init__(table, seed)
        for number, way in enumerate(ways):
            self.join(way, way, level=None, rules=rules_of, drift=drift * (number % 3 - 1))
            self.seat_all()
        if watch:
            self.join(level=None, rules=rules_of, watch=True)
        if begin:
            self.start()

    def start(self) -> None:
        """All knock, and the race begins."""
        self.begin()
        self.run(5, lambda: self.judge.clock(self.now) > SECOND // 10)

    @property
    def judge(self) -> RaceJudge:
        """Of the round."""
        return judge_of(self)

    @property
    def state(self) -> State:
        """The match."""
        return self.match.state

    @property
    def came(self) -> list[int]:
        """The seats that have come out, in their order."""
        return finished(self.state.table)

    @property
    def done(self) -> list[int]:
        """How many cards each seat has placed."""
        return [done(self.state.table, seat) for seat in range(self.match.seats)]

    def deal_at(self, client: Client) -> RunDeal:
        """What it was told is played."""
        assert client.table.runs.deal
        return client.table.runs.deal

    def clock(self, client: Client) -> int:
        """The clock of the runs as it shows there."""
        raced = client.table.run_clock(client.clock(self.now))
        assert raced is not None
        return raced

    def act(self, client: Client, *whats: Move | str) -> None:
        """Its player does this now."""
        at = self.clock(client)
        self.tell(client, [Act(at, what) for what in whats])

    def tell(self, client: Client, acts: Sequence[Act]) -> None:
        """It tells of these as its own."""
        client.table.tell(acts, client.clock(self.now))
        self.flush(client)
        client.wakes = self.now

    def race(self, client: Client, line: Sequence[Move], pause: float = 0.05) -> None:
        """Its player makes these moves, one after the other."""
        for move in line:
            self.act(client, move)
            self.run(pause)

    def say(self, client: Client, first: int, acts: Sequence[Act], number: int = 0) -> None:
        """It says this, whatever it has said before; `number`: of the round, if it is another."""
        for start in range(0, len(acts), 40):
            some = packed_acts(acts[start : start + 40])
            self.ask(client, Acts(number or self.state.round, first + start, some))

    def counted(self, seat: int) -> list[Act]:
        """The run as the host counts it."""
        return self.judge.runs[seat].solo.log


def race_for(net: Racing, *seats: int, quit: Sequence[int] = ()) -> None:
    """These come out in this order, or give up, and the deal ends."""
    for seat in quit:
        net.press(net.clients[seat], give_up(seat))
    for seat in seats:
        net.race(net.clients[seat], named(net.judge.patience.name).line(), 0.035)
    assert net.run(70, lambda: net.state.phase != PLAYING)


def next_deal(net: Racing, *seats: int) -> None:
    """These knock, and the next deal begins."""
    assert not net.run(1, lambda: net.state.phase == PLAYING)
    for seat in seats:
        net.ask(net.clients[seat], Knock())
    assert net.run(8, lambda: net.state.phase == PLAYING and net.now > (net.state.starts or 0) + SECOND // 10)


def _timed(line: Sequence[Move], begin: int = 0, pause: int = HAND) -> list[Act]:
    return [Act(begin + pause * number, move) for number, move in enumerate(line)]


def _win(net: Racing, foe: Client) -> bool:
    for src in range(4):
        for dst in range(4):
            for count in range(3):
                net.press(foe, Move(src, dst, count) if src != 1 or dst != 1 else Move(1, 1, count + 1))
                net.run(0.02)
    return bool(net.came or net.done[1] or net.state.table.standing(1).gave_up)


def _past(net: Racing, foe: Client) -> bool:
    net.run(10)
    begun = net.judge.clock(net.now)
    net.say(foe, 0, _timed(LINE))
    net.run(10)
    return net.counted(1)[0].at < begun - FLIGHT or net.counted(1)[-1].at < begun + HAND * (len(LINE) - 6)


def _dated_back(net: Racing, foe: Client) -> bool:
    """Out right after the other, and says: before."""
    net.say(foe, 0, _timed(LINE[:-1], net.judge.clock(net.now)))
    net.race(net.clients[0], LINE[:-1])
    net.act(net.clients[0], LINE[-1])
    net.run(0.105)
    net.say(foe, len(LINE) - 1, [Act(net.clock(foe) - 140_000, LINE[-1])])
    net.run(1)
    return [run.told for run in net.judge.runs] != sorted(run.told or 0 for run in net.judge.runs)


def _future(net: Racing, foe: Client) -> bool:
    net.say(foe, 0, [Act(60 * SECOND, LINE[0])])
    net.run(0.1)
    return [act.at > net.judge.clock(net.now) for act in net.counted(1)] != [False]


def _table(net: Racing, foe: Client) -> bool:
    net.say(foe, 0, [Act(0, Move(src, dst, 1)) for src in range(20) for dst in range(20) if src != dst][:40])
    net.say(foe, 0, [Act(0, Move(127, 127, 63))])
    net.run(0.2)
    legal: list[Move | str] = list(net.judge.patience.rules.moves(net.judge.runs[0].solo.table, 0))
    return any(act.what not in legal for act in net.counted(1)[:1])


def _order(net: Racing, foe: Client) -> bool:
    net.say(foe, 0, _timed(LINE[::-1]))
    net.run(1)
    net.say(foe, 0, _timed([*LINE[60:], *LINE[:60]]))
    net.run(5)
    return bool(net.came)


def _deal(net: Racing, foe: Client) -> bool:
    net.say(foe, 0, _timed(OTHER))
    net.say(foe, 0, _timed(LINE), number=2)
    net.run(8)
    return bool(net.came)


def _skip(net: Racing, foe: Client) -> bool:
    net.say(foe, len(LINE) - 20, _timed(LINE[-20:]))
    net.say(foe, 0, _timed(LINE[-20:]))
    net.run(3)
    return bool(net.counted(1) and net.came)


def _double(net: Racing, foe: Client) -> bool:
    net.say(foe, 0, _timed(LINE))
    net.run(8)
    before = net.came, net.counted(1)[-1].at, net.state.totals
    for first in (0, len(LINE), len(LINE) - 1):
        net.say(foe, first, _timed(LINE))
    net.run(3)
    return (net.came, net.counted(1)[-1].at, net.state.totals) != before


def _helped(net: Racing, foe: Client) -> bool:
    net.say(foe, 0, [Act(0, LINE[0])])
    for what in (UNDO, REDO, HINT):
        net.say(foe, 1, [Act(0, what), Act(0, LINE[1])])
    net.run(0.3)
    return [act.what for act in net.counted(1)] != [LINE[0]]


def _speed(net: Racing, foe: Client) -> bool:
    begun = net.judge.clock(net.now)
    net.say(foe, 0, [Act(0, move) for move in LINE])
    net.run(0.5)
    early = bool(net.came)
    net.run(8)
    return early or net.counted(1)[-1].at < begun - FLIGHT + HAND * (len(LINE) - 1)


def _other_seat(net: Racing, foe: Client) -> bool:
    net.press(foe, give_up(0))
    net.run(0.2)
    return bool(net.state.table.standings)


def _given_up(net: Racing, foe: Client) -> bool:
    net.press(foe, give_up(1))
    net.run(0.3)
    net.say(foe, 0, _timed(LINE))
    net.run(8)
    return bool(net.came or net.done[1] or not net.state.table.standing(1).gave_up)


FORGERIES: dict[str, Callable[[Racing, Client], bool]] = {
    "a win": _win,
    "a time in the past": _past,
    "dated back": _dated_back,
    "a time in the future": _future,
    "a table": _table,
    "an order": _order,
    "another deal": _deal,
    "acts skipped": _skip,
    "out twice": _double,
    "undo and hints": _helped,
    "quicker than a hand": _speed,
    "somebody else's seat": _other_seat,
    "after giving up": _given_up,
}
"""What a patched client tries; each says whether the host took it."""


def accepted(name: str, way: Way = LAN) -> bool:
    """Whether a host takes this from the second of two seats."""
    net = Racing(way, way)
    assert net.state.phase == PLAYING
    return FORGERIES[name](net, net.clients[1])

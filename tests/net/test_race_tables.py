"""A race between programs on real sockets, as a screen plays it: through sessions."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.challenges.level_files import named
from game.core.match import COUNTDOWN, Match
from game.core.race import Race, done, finished, give_up
from game.core.solo import Act
from game.core.state import PLAYING, WON, Play
from game.lan.hosting import bind, make_table
from game.lan.join import join_table
from game.lan.race_deals import draw_patience
from game.lan.server import Server, ServerThread
from game.lan.table import RemoteTable
from game.net.server.live_race import LiveRace
from game.net.server.match_server import BotPlayer, SeatView
from game.net.wire.messages import HouseRules
from game.rules import games
from game.storage.replay_writer import ReplayKeeper
from game.storage.settings import Settings
from tests.net.programs import Programs
from tests.net.races import rules_for
from tests.waiting import until

RACE = "race:farbwechsel-01"


def all_poll(tables: list[RemoteTable], holds: Callable[[], bool]) -> None:
    """Wait until it holds, while all tables are looked at."""

    def seen() -> bool:
        for table in tables:
            table.poll()
        return holds()

    until(seen)


def raced(lan: RemoteTable) -> int:
    """What the clock of the runs shows; less than 0 before they begin."""
    with lan.client.at_table() as (table, now):
        clock = table.run_clock(now)
    return -1 if clock is None else clock


def tell(lan: RemoteTable, act: Act) -> None:
    """Tell the host that the player has done this."""
    with lan.client.at_table() as (table, now):
        table.tell([act], now)


def test_a_race_is_played_through_sessions(tmp_path: Path) -> None:
    table = make_table("Race", 2, HouseRules(0, 1, {"undo": True}, RACE))
    thread = ServerThread(Server(table, bind(0), ReplayKeeper(tmp_path / "host").save))
    at = "127.0.0.1", thread.server.ports.port
    both = [join_table(Settings(name=name), tmp_path / name, at) for name in ("Ann", "Bo")]
    try:
        all_poll(both, lambda: all(lan.place is not None for lan in both))
        for lan in both:
            lan.knock()
        all_poll(both, lambda: all(lan.deal is not None for lan in both))
        ann, bo = sorted(both, key=lambda lan: lan.place or 0)
        assert ann.deal == bo.deal and ann.room and ann.room.terms.game == RACE
        assert raced(ann) < 0
        all_poll(both, lambda: min(map(raced, both)) >= 0)
        bo.take_seats()
        line = named("farbwechsel-01").line()
        for count, move in enumerate(line, 1):
            all_poll(both, lambda: raced(ann) >= 33_000 * count)  # noqa: B023 - looked at before it changes
            tell(ann, Act(33_000 * count, move))
        assert not bo.client.table.runs.told.get(0)
        all_poll(both, lambda: bool(finished(bo.state.table)))
        assert done(bo.state.table, 0) == 52 and bo.state.phase == PLAYING
        tell(bo, Act(raced(bo), "hint"))  # none are allowed here
        all_poll(both, lambda: bo.client.table.runs.own.replaced == [])
        bo.play(give_up(1))
        all_poll(both, lambda: all(lan.state.phase == WON for lan in both))
        all_poll(both, lambda: [act.what for act in bo.client.table.runs.told.get(0, ())] == list(line))
        assert ann.state.scores == (2, 0) and len([*(tmp_path / "host").rglob("*.replay")]) == 1
    finally:
        for lan in both:
            lan.leave()
        thread.close()


def test_a_bot_whose_run_has_been_played_on_by_another_gives_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, asked = Programs(tmp_path, 2, terms=HouseRules(0, 1, {}, "race:farbwechsel-01")), list[object]()
    try:
        programs.until(lambda: all(table.runs.own.acts for table in programs.tables))
        table = programs.tables[0]
        ask = table.ask

        def heard(request: Any, now: int) -> None:
            asked.append(request)
            ask(request, now)

        monkeypatch.setattr(table, "ask", heard)
        table.runs.own.replaced = list(table.runs.own.acts)
        programs.run(3)
        assert [type(request) for request in asked] == [Play]
        assert programs.states[1].table.standing(table.seat or 0).gave_up
    finally:
        programs.close()


@pytest.mark.parametrize("game", sorted(games()))
def test_bots_race_every_patience_to_the_end(game: str) -> None:
    terms = f"race:{game}-01"
    rules = rules_for(terms)
    assert isinstance(rules, Race)
    match = Match(rules, 2, 7, 0, 1)
    match.start()
    for seat in (0, 1):
        match.ready(seat, 0)
    race = LiveRace(match, rules, partial(draw_patience, terms), {})
    bots, now = {seat: BotPlayer("hard", "Ann", SeatView(2)) for seat in (0, 1)}, COUNTDOWN
    while match.state.phase == PLAYING:
        for standing in race.due(bots, now):
            match.stand(standing, now)
        now = race.next_time(now) or now + 1
    assert match.state.phase == WON and race.judge
    first = finished(match.state.table)[0]
    assert first == match.state.winner
    assert race.judge.runs[first].told == min(run.time for run in race.judge.runs if run.out)

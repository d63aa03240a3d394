"""A race against a host that tells of runs that nobody played: it is shown, and nothing of it is written."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from game.challenges.ladder import Ladder
from game.challenges.level import SECOND, Challenge
from game.challenges.level_files import DAILY, named
from game.core.solo import Act
from game.net.server import live_race
from game.net.wire.acts import packed_acts
from game.net.wire.codec import encode_down
from game.net.wire.messages import PackedActs, RunActs, ToClient
from game.net.wire.snapshot import snapshot
from game.storage.replay_writer import FOLDER
from game.storage.result import Result
from game.system import here
from game.ui.play.race.end import RaceEnd
from tests.ui.lobby.screens import Party, Screen
from tests.ui.play.race.test_race import ended, play, race, run, said, started


def of_these_days() -> Challenge:
    """The daily deal of this week that comes out soonest."""
    today = here().clock.today()
    days = [named(f"{DAILY}-{today - timedelta(days=back)}") for back in range(7)]
    return min(days, key=lambda level: len(level.line()))


def authors(level: Challenge) -> list[Act]:
    """A run within the author's time, at an even pace."""
    line, (_author, time) = level.line(), level.medals[0]
    return [Act(time * number // (len(line) + 1), move) for number, move in enumerate(line, 1)]


def tell(party: Party, screen: Screen, *messages: ToClient) -> None:
    """The host's program, changed, tells this player."""
    server = party.screens[0].lan.server
    assert server
    for member in server.table.members.all.values():
        if member.number == screen.lan.member and member.peer:
            for message in messages:
                member.peer.endpoint.send(encode_down(message), server.now)


def plant(party: Party, screen: Screen, acts: Sequence[Act]) -> None:
    """It says that these are the player's acts, until its screen shows them."""
    table = screen.lan.client.table
    assert table.runs.deal and screen.lan.member is not None
    number = table.runs.deal.round
    tell(party, screen, RunActs(number, screen.lan.seat, 0, packed_acts(acts)))
    party.until(lambda: [act.what for act in run(screen).solo.log] == [act.what for act in acts])


def ladder(party: Party, tmp_path: Path, level: Challenge) -> list[Screen]:
    """Both race for that, each with a folder of their own."""
    screens = race(party, level.id, rounds=1)
    for screen in screens:
        screen.ctx.folder = tmp_path / screen.lan.names[screen.lan.seat]
        vars(screen.ctx).pop(
            "archive", None
        )  # the lobby has looked without a folder for what was played tonight
    started(party)
    return screens


def written(party: Party, screen: Screen) -> tuple[Sequence[Result], list[Path], int]:
    """The results, the replays and how many runs on the ladder are this player's, once all is written."""
    folder = screen.ctx.folder
    assert folder
    party.until(lambda: not screen.ctx.archive.recording)
    entries = Ladder(folder).entries(here().clock.today())
    return screen.ctx.archive.results.latest(), sorted(folder.glob(f"{FOLDER}/*")), len(entries)


def end(party: Party) -> None:
    """All who still play give up, and the standings come."""
    for screen in party.screens:
        if not isinstance(screen.scene, RaceEnd) and screen.table.session.plays:
            run(screen).give_up()
    party.until(lambda: all(isinstance(screen.scene, RaceEnd) for screen in party.screens))


@pytest.mark.parametrize("own", [0, 3])
def test_a_run_that_the_host_tells_of_is_shown_and_not_written(
    party: Party, tmp_path: Path, own: int
) -> None:
    level = of_these_days()
    _anna, bo = ladder(party, tmp_path, level)
    play(bo, level.line()[:own])
    plant(party, bo, authors(level))
    assert run(bo).won
    end(party)
    assert written(party, bo) == ([], [], 0)


def test_whoever_plays_on_from_what_the_host_tells_of_has_nothing_written(
    party: Party, tmp_path: Path
) -> None:
    level = of_these_days()
    _anna, bo = ladder(party, tmp_path, level)
    plant(party, bo, authors(level)[:-1])
    play(bo, level.line()[-1:])
    assert run(bo).won
    end(party)
    assert written(party, bo) == ([], [], 0)


def test_what_the_host_cuts_off_is_not_written_and_the_rest_with_the_own_times(
    party: Party, tmp_path: Path
) -> None:
    level = of_these_days()
    _anna, bo = ladder(party, tmp_path, level)
    play(bo, level.line()[:6])
    kept = run(bo).solo.log[:4]
    plant(party, bo, [Act(0, act.what) for act in kept])
    assert run(bo).solo.log == kept
    play(bo, level.line()[4:])
    last = run(bo).elapsed
    end(party)
    (result,), replays, on_ladder = written(party, bo)
    assert (result.won, len(replays), on_ladder) == (True, 1, 1)
    assert result.time == last >= kept[-1].at


def test_the_clock_is_the_own_one_whatever_the_host_says_of_the_time(party: Party, tmp_path: Path) -> None:
    level = of_these_days()
    _anna, bo = ladder(party, tmp_path, level)
    begun, server = here().clock.seconds(), party.screens[0].lan.server
    assert server
    line = level.line()
    for number, move in enumerate(line):
        state = bo.lan.client.table.confirmed.state
        if number % 10 == 0:  # the runs begin only now
            count = bo.lan.client.table.confirmed.count
            tell(party, bo, snapshot(state._replace(starts=server.now), count))
        until = here().clock.seconds() + 0.1
        party.until(lambda: here().clock.seconds() > until)  # noqa: B023
        play(bo, (move,))
    took = here().clock.seconds() - begun
    assert run(bo).won
    end(party)
    (result, *_), _replays, _count = written(party, bo)
    assert abs(result.time / SECOND - took) < 0.3


def win_and_see(party: Party, level: Challenge) -> list[RaceEnd]:
    """Both come out, Anna first; the standings at each screen."""
    for screen in party.screens:
        play(screen, level.line())
        assert run(screen).won
    party.until(lambda: all(isinstance(screen.scene, RaceEnd) for screen in party.screens))
    return [screen.scene for screen in party.screens if isinstance(screen.scene, RaceEnd)]


def test_times_are_final_once_the_moves_of_the_others_have_given_them(party: Party, tmp_path: Path) -> None:
    level = of_these_days()
    ladder(party, tmp_path, level)
    ends = win_and_see(party, level)
    party.until(lambda: not any(end._open for end in ends))
    first, second = ([end._now(seat, line).sum for seat, line in end.lines] for end in ends)
    assert first == second and not any("(" in each for each in first)


@pytest.mark.parametrize("told", ["nothing", "slower", "not out"])
def test_a_time_that_no_moves_give_is_in_brackets(
    party: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    right = packed_acts

    def packed(acts: Sequence[Act]) -> PackedActs:
        acts = [act for act in acts if told != "nothing"][: -1 if told == "not out" else None]
        return right([Act(at + 10_000 * (told == "slower"), what) for at, what in acts])

    level = of_these_days()
    _anna, bo = ladder(party, tmp_path, level)
    monkeypatch.setattr(live_race, "packed_acts", packed)
    end = win_and_see(party, level)[1]
    until = here().clock.seconds() + 5
    party.until(lambda: here().clock.seconds() > until)
    sums = {line.own: end._now(seat, line).sum for seat, line in end.lines}
    assert sums[False].startswith("(") and not sums[True].startswith("(")
    assert "the host’s word" in said(ended(bo))

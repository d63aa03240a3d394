"""Games kept for later: written as they are played, gone on with to the last act, and nobody gains by it."""

import subprocess
import sys
from pathlib import Path

import pytest

from game.challenges.challenge import begin_run
from game.challenges.level_files import FOLDER as LEVELS
from game.challenges.level_files import read_level
from game.rules.acht_mal_acht import AchtMalAcht
from game.sessions.live_run import LiveRun, RunKeeper
from game.storage.data_folder import KEPT as FOLDER
from game.storage.data_folder import BackgroundWriter
from game.storage.kept_games import KeptGames, kept_name
from game.storage.replay_format import ReplayError
from game.storage.run_replay import RunReplay

ROOT = Path(__file__).parents[2]
NAME = kept_name("acht-mal-acht", 7, {})


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def unwanted(notice: object) -> None:
    """Nothing is to be told."""
    pytest.fail(str(notice))


class Desk:
    """A program with one table of Acht mal Acht at which the first legal move is made again and again."""

    def __init__(self, folder: Path | None) -> None:
        self.clock = Clock()
        self.background = BackgroundWriter(unwanted)
        self.kept = KeptGames(folder, self.background)
        self.session: LiveRun

    def begin(self, kept: RunReplay | None = None) -> LiveRun:
        keeper = RunKeeper(self.kept, NAME, "", "Ada")
        self.session = LiveRun(AchtMalAcht(), 7, self.clock, keeper=keeper, kept=kept)
        self.session.poll()
        return self.session

    def play(self, moves: int, pace: float = 2.0) -> None:
        for _ in range(moves):
            self.wait(pace)
            self.session.play(next(iter(self.session.rules.moves(self.session.solo.table, 0))))
            self.session.poll()

    def wait(self, seconds: float) -> None:
        self.clock.time += seconds
        self.session.poll()

    def go_on(self) -> LiveRun:
        (game,), notices = self.kept.games()
        assert not notices
        return self.begin(self.kept.read(game)[0])


def test_a_game_is_gone_on_with_clock_undo_and_redo(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    before = desk.begin()
    desk.play(5)
    before.undo()
    desk.wait(1.5)
    before.close()
    desk.background.flush()

    later = Desk(tmp_path)
    after = later.go_on()
    assert after.solo.log == before.solo.log
    assert after.solo.table == before.solo.table
    assert (after.now, after.elapsed) == (before.now, before.elapsed) == (9_500_000, 14_500_000)
    later.wait(1)
    assert after.now == 10_500_000
    after.redo()
    after.undo(5)
    assert after.solo.table == before.rules.deal(7, 1)


def test_the_clock_stands_until_the_table_is_seen(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    desk.play(1)
    desk.session.close()
    kept = desk.kept.read(desk.kept.games()[0][0])[0]
    session = LiveRun(AchtMalAcht(), 7, desk.clock, kept=kept)
    desk.clock.time += 60
    assert session.begun
    assert session.now == 0
    session.poll()
    desk.clock.time += 3
    assert session.now == 3_000_000


def test_a_hint_that_was_paid_is_not_paid_again() -> None:
    level = read_level(LEVELS / "zahlenpatience-01.toml")
    desk = Desk(None)
    keeper = RunKeeper(desk.kept, "a.run", level.id, "")
    before = begin_run(level, desk.clock, 0, None, keeper)
    before.play(level.line()[0])
    before.hint()
    before.close()
    assert before.solo.hints == 1
    after = begin_run(level, desk.clock, 0, None, keeper, desk.kept.read(desk.kept.games()[0][0])[0])
    after.poll()
    after.hint()
    assert after.advice
    assert after.advice.move
    assert after.solo.hints == 1


def test_who_thinks_and_is_killed_gains_five_seconds_at_most(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    desk.play(1)
    for _ in range(600):
        desk.wait(0.1)
    desk.background.flush()  # then it is killed
    assert Desk(tmp_path).go_on().now >= 55_000_000


def test_a_run_begun_again_is_not_kept_before_its_first_move(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    desk.play(3)
    desk.background.flush()
    desk.session.restart()
    desk.wait(1)
    desk.background.flush()
    assert desk.kept.games() == ([], [])
    assert not list((tmp_path / FOLDER).iterdir())
    desk.play(1)
    desk.background.flush()
    assert len(Desk(tmp_path).go_on().solo.log) == 1


def test_an_ended_game_is_not_offered_and_its_file_goes_once_it_is_recorded(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    desk.play(3)
    desk.kept.end(NAME)
    assert desk.kept.games() == ([], [])
    assert desk.kept.find(NAME) is None
    desk.background.flush()
    assert (tmp_path / FOLDER / NAME).exists()
    desk.kept.forget(NAME)
    desk.background.flush()
    assert not (tmp_path / FOLDER / NAME).exists()


def test_a_deal_played_again_at_once_is_kept_though_the_first_run_is_recorded_later(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    desk.play(3)
    desk.kept.end(NAME)
    desk.begin()
    desk.play(1)
    desk.kept.forget(NAME)  # the first run is on disk now
    desk.background.flush()
    assert len(Desk(tmp_path).go_on().solo.log) == 1


def test_without_a_folder_games_are_kept_as_long_as_the_program_runs() -> None:
    desk = Desk(None)
    desk.begin()
    desk.play(2)
    desk.session.close()
    assert len(desk.go_on().solo.log) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("= open", "= ended"),
        ("= open 2/104 ", "= open 3/104 "),
        ("haisty-run 1", "haisty-run 2"),
        ('"seed":7', '"seed":8'),
        ("2000000 ", "x "),
        ("4000000 ", "1000000 "),
    ],
)
def test_a_damaged_game_is_put_aside_with_one_line_and_the_others_stay(
    tmp_path: Path, old: str, new: str
) -> None:
    desk = Desk(tmp_path)
    desk.begin()
    desk.play(4)
    desk.background.flush()
    path = tmp_path / FOLDER / NAME
    whole = path.read_text().rpartition("sha256")[0]
    (path.with_name("free-acht-mal-acht-9.run")).write_text(whole.replace('"seed":7', '"seed":9'))
    assert old in whole
    path.write_text(whole.replace(old, new, 1))

    kept = KeptGames(tmp_path, desk.background)
    games, notices = kept.games()
    told = [str(notice) for notice in notices]
    for game in games:
        if game.name == NAME:
            with pytest.raises(ReplayError) as refused:
                kept.read(game)
            told.append(str(refused.value))
    (line,) = told
    assert "put aside" in line
    assert "\n" not in line
    assert path.with_stem(f"{path.stem}-damaged-1").read_text() == whole.replace(old, new, 1)
    assert [game.name for game in kept.games()[0]] == ["free-acht-mal-acht-9.run"]
    assert kept.games()[1] == []


@pytest.mark.real
def test_killed_at_any_moment_a_program_leaves_a_whole_game(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tests.storage.test_kept_games import Desk\n"
        "desk = Desk(Path(sys.argv[1])); desk.begin()\n"
        "while True:\n"
        "    desk.play(1, 0.1)\n"
        "    print(len(desk.session.solo.log), flush=True)\n"
    )
    for count in (1, 5, 20):
        command = [sys.executable, "-c", code, str(tmp_path / str(count))]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout
            for _ in range(count):
                played = int(program.stdout.readline())
            while not list((tmp_path / str(count)).glob(f"{FOLDER}/*.run")):
                program.stdout.readline()
            program.kill()
        log = Desk(tmp_path / str(count)).go_on().solo.log
        assert log
        assert played == count


def test_names_tell_deals_and_house_rules_apart() -> None:
    names = {
        kept_name("paare", 10, {}),
        kept_name("paare", 11, {}),
        kept_name("paare", 10, {"passes": 1}),
        kept_name("paare", 10, {"passes": 2}),
        kept_name("paare", 10, {}, "paare-10"),
    }
    assert len(names) == 5

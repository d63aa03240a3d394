"""Faults of the program: each is kept with its traceback, players read one line, and what can go on does."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game import faults
from game.challenges import ladder, level_files
from game.core.match import Match
from game.core.state import PLAYING, Knock
from game.i18n import LANGUAGES, set_language
from game.lan.client import LanClient
from game.lan.hosting import bind, make_table, rules_of
from game.lan.join import join_table, open_table
from game.lan.run_store import RunFolder
from game.lan.server import BORNE, Server
from game.lan.table import CLOSED, JOINED
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules, Join
from game.rules.haisty import Haisty
from game.solve.hints.process import SolverClient
from game.storage.data_folder import LADDER, BackgroundWriter, DataFolderError
from game.storage.identity import load_key
from game.storage.match_replay import Company
from game.storage.packed_run import pack
from game.storage.settings import Settings
from game.system import here
from tests.challenges.forged import KIM, file, played
from tests.waiting import until

ROOT = Path(__file__).parents[1]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Faults are kept in the folder; what a player with a window is told."""
    told: list[object] = []
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(faults, "tell", told.append)
    faults.keep(lambda: tmp_path)
    yield told


def written(folder: Path) -> str:
    path = folder / faults.FILE
    return path.read_text("utf-8") if path.exists() else ""


def fail(*_anything: object) -> None:
    raise RuntimeError("no such luck")


def test_fault_of_who_has_no_folder_is_printed_whole_and_the_next_job_is_done(
    kept: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    def homeless() -> Path:
        raise DataFolderError("no home")

    faults.keep(homeless)
    done: list[bool] = []
    work = BackgroundWriter(kept.append)
    work.do("one", fail)
    work.do("two", lambda: done.append(True))
    work.flush()
    assert done and not kept
    assert "RuntimeError: no such luck" in capsys.readouterr().err


@pytest.mark.real
@pytest.mark.parametrize("window", [False, True])
def test_fault_that_ends_the_program_is_one_line_and_its_traceback_is_kept(
    tmp_path: Path, window: bool
) -> None:
    where = "game.ui.menu.title:TitleScene.step" if window else "game.challenges.ladder:Ladder.standings"
    code = (
        "import sys, main, pkgutil; sys.argv = sys.argv[2:]\n"
        "def fail(*_anything): raise ZeroDivisionError('too\\n\\x1b[2Jmany')\n"
        "def break_(name):\n"
        "    owner, _, what = name.rpartition('.')\n"
        "    setattr(pkgutil.resolve_name(owner), what, fail)\n"
        f"break_({where!r})\n"
        "sys.exit(main.main())"
    )
    words = [] if window else ["ladder"]
    ended = subprocess.run(
        [sys.executable, "-c", code, "", "main.py", *words, "--data", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PATH": "", "LC_ALL": "C.UTF-8", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
    )
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("main.py: That was a fault in the program (ZeroDivisionError(")
    assert str(tmp_path / faults.FILE) in line
    told = written(tmp_path)
    assert told.count("Traceback (most recent call last)") == 1
    assert "ZeroDivisionError: too" in told and "main.py" in told


@pytest.mark.real
def test_fault_in_a_thread_is_told_in_the_window_and_kept(
    kept: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    (notice,) = kept
    said = {set_language(code): str(notice) for code in LANGUAGES}
    set_language("en")
    assert len(set(said.values())) == len(LANGUAGES)
    assert all("no such luck" in each and faults.FILE in each for each in said.values())
    assert "Traceback" in written(tmp_path)
    assert capsys.readouterr().err.count("\n") == 1


def test_faults_in_each_frame_fill_no_disk(kept: list[object], tmp_path: Path) -> None:
    for number in range(10_000):
        try:
            raise RuntimeError(f"frame {number}")
        except RuntimeError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    assert written(tmp_path).count("Traceback") == 1
    for number in range(100):  # each elsewhere, and as long as can be
        code = compile("\n" * number + "raise RuntimeError('x' * 10**5)", "frame", "exec")
        try:
            exec(code)
        except RuntimeError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    assert 10**5 < len(written(tmp_path)) < 10**6


@pytest.mark.real
def test_fault_is_no_worse_where_nothing_can_be_written(tmp_path: Path, kept: list[object]) -> None:
    (tmp_path / faults.FILE).mkdir()
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert len(kept) == 1


def test_the_next_job_is_done_after_one_that_failed(kept: list[object], tmp_path: Path) -> None:
    done: list[object] = []
    writer = BackgroundWriter(done.append)
    writer.do("one", fail)
    writer.do("other", lambda: done.append(1))
    writer.flush()
    assert done == [1]
    assert "no such luck" in written(tmp_path) and len(kept) == 1


@pytest.mark.real
def test_process_that_fails_says_so_in_the_file_and_nowhere_else(
    kept: list[object], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    class Unknown(Haisty):
        name = "unknown"

    solver = SolverClient()
    solver.ask(Unknown(), Haisty().deal(46, 1), 1)
    until(lambda: solver.poll() is not None)
    until(lambda: kept)
    solver.close()
    assert "KeyError: 'unknown'" in written(tmp_path)
    assert capfd.readouterr().err.count("\n") == 1


class Hosted:
    """A server in a thread, two who play, and what it has saved."""

    def __init__(self, anew: Callable[[], TableServer] | None = None) -> None:
        self.saved: list[Match] = []

        def save(match: Match, _company: Company) -> None:
            self.saved.append(match)

        self.server = Server(make_table("Ours", 2, HouseRules(100, 0, {})), bind(0), save, anew=anew)
        self.table = self.server.table
        self.stopped = False
        self.thread = here().jobs.start(self.server.run, lambda: self.stopped)
        at = "127.0.0.1", self.server.ports.port
        self.clients = [LanClient(at, Join(name, 0), "", rules=rules_of) for name in ("Ada", "Bo")]
        self.until(lambda: all(client.table.seat is not None for client in self.clients))
        for client in self.clients:
            client.ask(Knock())
        self.until(lambda: all(client.table.state.phase == PLAYING for client in self.clients))

    def until(self, done: Callable[[], object]) -> None:
        def listen() -> None:
            for client in self.clients:
                client.listen(0.002)
                client.update()

        until(done, "it", listen)

    def close(self) -> None:
        self.stopped = True
        for client in self.clients:
            client.close()
        self.thread.join(5)


@pytest.fixture
def hosted(kept: list[object]) -> Iterator[Hosted]:
    hosted = Hosted()
    yield hosted
    hosted.close()


def test_table_goes_on_after_a_fault_that_nobody_has_caused(
    hosted: Hosted, kept: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, update, failed = hosted.table.room, hosted.table.room.update, 0

    def now_and_then(now: int) -> object:
        nonlocal failed
        if failed < 5:
            failed += 1
            fail()
        return update(now)

    monkeypatch.setattr(room, "update", now_and_then)
    hosted.until(lambda: failed == 5 and not hosted.table.fault)
    assert hosted.thread.is_alive() and not hosted.server.failed
    assert written(tmp_path).count("RuntimeError: no such luck") == len(kept) == 1
    match, rules = room.match, rules_of(HouseRules(1, 0, {}))
    assert match
    hosted.until(lambda: match.state.starts and hosted.server.now > match.state.starts + 100_000)
    for client in hosted.clients:
        with client.at_table() as (table, now):
            table.press(next(iter(rules.moves(table.state.table, table.seat or 0))), rules, now)
    hosted.until(lambda: len(match.log) > 1)
    assert all(client.table.seat is not None and not client.table.closed for client in hosted.clients)


def test_table_that_fails_for_ever_is_closed_and_everybody_told(
    hosted: Hosted, kept: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = hosted.server.now
    monkeypatch.setattr(hosted.table.room, "update", fail)
    hosted.until(lambda: hosted.server.failed)
    assert hosted.server.now - begun > BORNE * 1e6
    hosted.until(lambda: all(client.table.closed == "left" for client in hosted.clients))
    hosted.thread.join(5)
    assert not hosted.thread.is_alive()
    assert hosted.saved
    assert {sock.fileno() for sock in hosted.server.ports.sockets} == {-1}
    assert written(tmp_path).count("RuntimeError: no such luck") == len(kept) == 1


def test_nobody_is_shown_out_for_a_table_that_fails_by_itself(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever happened to speak last was dropped, one after the other."""
    monkeypatch.setattr(hosted.table.room, "update", fail)
    until(lambda: hosted.table.fault)
    for client in hosted.clients:
        client.ask(Knock())
    hosted.until(lambda: hosted.server.failed)
    assert len(hosted.table.members.all) == 2


def test_served_table_that_fails_for_ever_is_followed_by_another(
    kept: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = Hosted(anew=lambda: make_table("Anew", 2, HouseRules(100, 0, {})))
    monkeypatch.setattr(hosted.table.room, "update", fail)
    hosted.until(lambda: hosted.server.table is not hosted.table)
    hosted.until(lambda: all(client.table.closed == "left" for client in hosted.clients))
    new = LanClient(("127.0.0.1", hosted.server.ports.port), Join("Cleo", 0), "", rules=rules_of)
    hosted.clients.append(new)
    hosted.until(lambda: new.table.seat is not None)
    hosted.close()


def test_whatever_fails_in_a_step_is_borne(
    hosted: Hosted, kept: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted.server, "_save", fail)
    monkeypatch.setattr(hosted.server, "_keep", fail)
    hosted.until(lambda: hosted.server.failed)
    hosted.until(lambda: all(client.table.closed == "left" for client in hosted.clients))
    assert len(kept) == 1


@pytest.mark.real
def test_player_at_the_failing_host_is_told_that_the_table_is_closed(
    kept: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    lan = open_table(Settings(name="Anna"), None, "Ours", 2, 0, port=0)
    until(lambda: lan.status == JOINED)
    assert lan.server
    other = join_table(Settings(name="Bo"), None, ("127.0.0.1", lan.server.ports.port))
    until(lambda: other.status == JOINED and other.place is not None)
    for each in (lan, other):
        each.knock()
    table = lan.server.table
    until(lambda: table.room.match and table.room.match.state.phase == PLAYING)
    until(lambda: table.room.match and table.room.match.state.starts and not table._speaker)
    monkeypatch.setattr(table.room, "update", fail)
    until(lambda: lan.status == CLOSED)
    until(lambda: other.server is not None, "another host")
    until(lambda: other.status == JOINED)
    lan.close()
    other.close()


@pytest.mark.parametrize("broken", ["ladder", "levels", "program"])
def test_after_a_failure_of_the_own_disk_or_program_a_friends_next_run_counts(
    broken: str, kept: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_key(tmp_path)
    store, run = RunFolder(tmp_path, Settings()), pack(file(played(here().clock.today()), KIM))
    with monkeypatch.context() as breaks:
        if broken == "ladder":
            (tmp_path / LADDER).touch()
        elif broken == "levels":
            ladder._level.cache_clear()
            breaks.setattr(level_files.daily, "__defaults__", (tmp_path / "levels",))
        else:
            breaks.setattr(ladder, "check_run", fail)
        store.offer(run)
        store.offer(run[:-9])
        store._work.flush()
        assert bool(kept) == (broken == "program")
    (tmp_path / LADDER).unlink() if broken == "ladder" else None
    store.offer(run)
    store._work.flush()
    assert len(ladder.Ladder(tmp_path).entries(here().clock.today())) == 1

"""Programs that are killed, stopped or gone mad, over real sockets: the table goes on."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.state import PLAYING, fold_match, opening
from game.core.table import Moved
from game.lan.join import join_table
from game.net.wire.packet import CAP, CONNECT, DATA, HELLO, plain
from game.net.wire.snapshot import digest
from game.storage.settings import Settings
from game.system import here
from tests.waiting import until

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(sys.platform == "win32", reason="stops processes by signals"),
]


class Game:
    """A host, players and an onlooker, who is in this process and sees everything."""

    def __init__(self, folder: Path, players: int) -> None:
        self.folder, self.count, self.processes = folder, players, list[subprocess.Popen[str]]()
        host = self._start(
            "main.py", "serve", "--port", "0", "--seats", str(players), "--data", str(folder / "host")
        )
        assert host.stdout
        self.port = int(host.stdout.readline().split("port ")[1].split(".")[0])
        self.players = [self.player(number) for number in range(players)]
        self.digests: set[int] = set()
        self.landings: list[float] = []
        """When cards came to lie, by this process' clock."""
        self.seen = 0.0
        self._stop = here().jobs.event()
        # It follows the table: a host that a busy machine does not let run is taken for lost.
        self.onlooker = join_table(Settings(name="Eve"), folder / "eve", ("127.0.0.1", self.port), watch=True)
        self._thread = here().jobs.start(self._look)
        for player in self.players:
            assert self.said(player)["seat"] is not None

    def player(self, number: int) -> subprocess.Popen[str]:
        """The program of a player; the same number is the same player."""
        folder = self.folder / f"player{number}"
        options = {"port": self.port, "folder": str(folder), "name": f"P{number}", "players": self.count}
        return self._start("-m", "tests.net.player", json.dumps(options))

    @staticmethod
    def said(player: subprocess.Popen[str]) -> Any:
        """What the program says next."""
        assert player.stdout
        return json.loads(player.stdout.readline())

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        env = os.environ | {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, *arguments]
        self.processes.append(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=env))
        return self.processes[-1]

    def _look(self) -> None:
        state = opening(0)
        while not self._stop.is_set():
            here().clock.pause(0.01)
            for event in self.onlooker.poll():
                if isinstance(event, Moved):
                    self.landings.append(here().clock.seconds())
                state = fold_match(state, event)
                self.digests.add(digest(state))

    @property
    def kinds(self) -> list[str]:
        """What the places are."""
        room = self.onlooker.room
        return [place.kind for place in room.places] if room else []

    def goes_on(self, moves: int = 4) -> None:
        """Prove that play goes on."""
        count = len(self.landings)
        until(lambda: len(self.landings) > count + moves, "more play")

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.onlooker.close()
        for process in self.processes:
            process.kill()
            process.communicate()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """One match, in which one thing after the other goes wrong."""
    game = Game(tmp_path_factory.mktemp("game"), 3)
    try:
        until(lambda: game.onlooker.state.phase == PLAYING)
        game.goes_on(5)
        yield game
    finally:
        game.close()


def test_killed_player_is_away_and_is_back_at_the_same_seat(game: Game) -> None:
    game.players[1].send_signal(signal.SIGKILL)
    until(lambda: "away" in game.kinds)
    seat = game.kinds.index("away")
    game.goes_on()
    game.players[1] = game.player(1)
    back = game.said(game.players[1])
    assert back["seat"] == seat
    until(lambda: back["digest"] in game.digests)
    until(lambda: "away" not in game.kinds)
    game.goes_on()


def test_stopped_player_does_not_stop_the_others_and_is_back_when_it_wakes(game: Game) -> None:
    game.players[2].send_signal(signal.SIGSTOP)
    game.goes_on()
    until(lambda: "away" in game.kinds)
    game.goes_on()
    game.players[2].send_signal(signal.SIGCONT)
    until(lambda: "away" not in game.kinds)
    assert game.kinds.count("person") == 3
    game.goes_on()


def test_flood_from_a_stranger_does_not_stop_the_game(game: Game) -> None:
    junk = [
        plain(HELLO, here().entropy.draw(8), padded=True),
        plain(CONNECT, here().entropy.draw(300), padded=True),
        bytes((DATA,)) + here().entropy.draw(100),
        here().entropy.draw(CAP),
    ]
    with here().net.socket(socket.AF_INET) as stranger:
        stranger.bind(("127.0.0.1", 0))
        begun = len(game.landings)
        for _ in range(400):
            for data in junk:
                stranger.sendto(data, game.onlooker.client.address)
            here().clock.pause(0.001)
        until(lambda: len(game.landings) > begun)
    game.goes_on()
    assert game.kinds.count("person") == 3

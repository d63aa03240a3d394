"""Files read as they are, whether or not what they state is true."""

from pathlib import Path

from game.storage import replay_format
from game.storage.match_replay import MatchReplay, _MatchParser
from game.storage.run_replay import RunReplay, _RunParser


def read_match(path: Path) -> MatchReplay:
    return replay_format.read(path, _MatchParser())


def read_run(path: Path) -> RunReplay:
    return replay_format.read(path, _RunParser())

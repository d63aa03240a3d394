"""Write a data folder as this program keeps it, with a file of each kind: python -m tests.released.write

The files of a version are renewed until its release, and never after it: every later program reads them.
"""

import shutil
from datetime import date
from pathlib import Path

from game.challenges.ladder import Ladder
from game.challenges.level_files import daily, named
from game.cli.demo import play_match
from game.core.match import Match
from game.core.solo import Solo
from game.core.state import PLAYING, WON
from game.lan.known_hosts import KnownHosts
from game.lan.seat_tokens import SeatTokens
from game.net.keys import HostKey
from game.program import VERSION
from game.rules.haisty import Haisty
from game.rules.options import non_default
from game.storage.data_folder import BackgroundWriter
from game.storage.identity import load_key
from game.storage.kept_games import KeptGames, kept_name
from game.storage.match_replay import Company, Origin
from game.storage.replay_writer import ReplayWriter
from game.storage.result import MatchResult, Opponent, Result
from game.storage.results import open_results
from game.storage.results_writer import save_result
from game.storage.run_replay import RunReplay
from game.storage.settings import Settings, save_settings
from tests.challenges.forged import file
from tests.net.fair_rounds import table_of
from tests.net.impair import LAN
from tests.storage.test_taken_over import taken_over

FOLDER = Path(__file__).parent
TODAY = date(2026, 12, 24)
PATIENCES = (
    "acht-mal-acht",
    "farbwechsel",
    "haisty",
    "paare",
    "rot-und-schwarz",
    "staffelpatience",
    "zahlenpatience",
)
CHALLENGES = (*(f"{name}-01" for name in PATIENCES), "daily")
ADDRESS = ("192.168.1.7", 41313)
CHOSEN = Settings(
    name="Åke", lang="sv", size=(1600, 900), fullscreen=True, volume=0.5, hosts=("192.168.1.7",)
)
CHOSEN.house = {"haisty": {"any_part": True}, "paare": {}}
TABLE, TOKEN = bytes(range(16)), bytes(range(16, 32))
HOST = HostKey(b"s" * 32, b"x" * 32)
MATCH = MatchResult(
    key="match", lan=True, won=True, place=1, points=103, rounds=9, fastest=61_000_000,
    opponents=(Opponent("Bo", "", 88), Opponent("Ines", "hard", -4)), when=1_798_000_000,
    duels_won=7, duels_lost=5,
)  # fmt: skip


def run_of(challenge: str, acts: int | None = None, slow: int = 1_500_000) -> RunReplay:
    """The run that plays the stored line, or the first acts of it."""
    level = daily(TODAY) if challenge == "daily" else named(challenge)
    solo = Solo(level.variant(), level.seed)
    for number, move in enumerate(level.line()[:acts], 1):
        solo.play(move, number * slow + number % 7 * 10_000)
    return RunReplay.from_solo(solo, solo.log[-1].at, level.id, "Åke", ended=acts is None)


def result_of(run: RunReplay) -> Result:
    """What stands in the records of it."""
    rules = non_default(run.rules)
    how, head = run.result, run.header
    return Result(
        game=head.game, seed=head.seed, rules=rules, challenge=head.challenge, won=how.placed == how.cards,
        placed=how.placed, cards=how.cards, time=how.time, medal="silver", when=1_798_000_000, day=f"{TODAY}",
    )  # fmt: skip


def write(folder: Path) -> None:
    """Write a file of each kind into an empty folder."""
    save_settings(folder, CHOSEN)
    SeatTokens(folder).keep(TABLE, TOKEN, "sesame")
    KnownHosts(folder).remember(HOST, "Kitchen", TABLE, TODAY, ADDRESS)
    match = Match(Haisty(any_part=True), 3, 5, target=0, rounds=1)
    play_match(match)
    ReplayWriter(folder, match, Company(("Åke", "Bo", "Ines"), (0, 1, 5))).save()
    net = table_of(LAN, LAN)
    net.begin()
    assert net.run(900, lambda: net.match.state.phase == WON)
    names, backs = ("Åke", "Bo"), (0, 1)
    ReplayWriter(folder, net.match, Company(names, backs, Origin(net.table.id.hex(), 0))).save()
    ReplayWriter(folder, taken_over(PLAYING), Company(names, backs, Origin(TABLE.hex(), 1))).save()
    results, notice = open_results(folder)
    assert notice is None
    for run in map(run_of, CHALLENGES):
        assert not save_result(run, result_of(run), results, folder).problems
    results.matches.add(MATCH)
    results.close()
    Ladder(folder).add(file(run_of("daily"), load_key(folder)[0]), TODAY)
    background = BackgroundWriter(print)
    kept = run_of("haisty-02", acts=20)
    KeptGames(folder, background).keep(kept_name("haisty", 0, {}, "haisty-02"), kept, 1_798_000_000.0)
    background.flush()


if __name__ == "__main__":
    shutil.rmtree(FOLDER / VERSION, ignore_errors=True)
    (FOLDER / VERSION).mkdir()
    write(FOLDER / VERSION)

"""Replays of matches that another machine went on with: they begin with what it knew."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.cli.check import checked
from game.core.cards import HIDDEN
from game.core.match import Match
from game.core.state import FLIGHT, PLAYING, SCORED, WON, State
from game.core.table import Table
from game.rules.haisty import Haisty
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import Company, Origin, check_match, match_text, read_checked_match, read_match
from game.storage.replay_format import Mismatch
from tests.written import refused, written

NAMES, BACKS, ORIGIN = ("Ada", "Bo"), (3, 0), Origin("00ff", 1)
RULES = Haisty(any_part=True)


def play(match: Match, until: str, now: int = 0, most: int = 10**9) -> int:
    """Both play whatever comes first, and after a while call that they are stuck, until the phase is reached;
    returns the time."""
    end = now + most
    while match.state.phase != until and now < end:
        now += 2 * FLIGHT
        for seat in range(2):
            match.ready(seat, now)
            moves = sorted(match.rules.moves(match.state.table, seat))
            laying = [move for move in moves if match.rules.flies(match.state.table, seat, move)]
            turning = [move for move in moves if move.src == 7 * seat + 5]
            if choice := laying or turning:
                late = now - (match.state.starts or now) > 10_000_000
                match.claim(seat, choice[0 if late else -1], now, now)
        match.settle(now + FLIGHT)
    return now


def known(phase: str) -> State:
    """What all know of a match of two rounds in that phase."""
    match = Match(RULES, 2, 7, rounds=2)
    match.start()
    now = play(match, PLAYING)
    play(match, SCORED, now, 10**9 if phase == SCORED else 6_000_000)
    assert match.state.phase == phase
    return match.state._replace(table=match.state.table.view())


def taken_over(phase: str, to_the_end: bool = True) -> Match:
    match = Match(RULES, 2, bytes(range(32)), rounds=2)
    match.resume(known(phase), 5_000)
    play(match, WON if to_the_end else SCORED, 5_000)
    return match


@pytest.mark.parametrize("phase", [PLAYING, SCORED])
def test_a_match_taken_over_replays_from_there(phase: str, tmp_path: Path) -> None:
    match = taken_over(phase)
    assert match.results
    text = match_text(match, Company(NAMES, BACKS, ORIGIN))
    replay, again = read_checked_match(written(tmp_path, text))
    assert (again.state, again.log, again.results) == (match.state, match.log, match.results)
    assert replay.header.origin == ORIGIN
    assert match_text(again, Company(NAMES, BACKS, ORIGIN)) == text


def test_check_says_how_far_it_goes(tmp_path: Path) -> None:
    match = taken_over(SCORED)
    line = checked(written(tmp_path, match_text(match, Company(NAMES, BACKS, ORIGIN))))["text"]
    before = ", ".join(map(str, known(SCORED).totals))
    assert f"; only since it was taken over in round 1 at {before}" in line
    assert "1 round," in line


def test_a_file_of_a_match_played_here_is_as_before() -> None:
    match = Match(RULES, 2, 7, rounds=2)
    match.start()
    header = json.loads(match_text(match, Company(NAMES, BACKS)).split("\n")[1])
    assert list(header) == ["game", "rules", "seats", "seed", "target", "rounds", "names", "backs"]


def test_nobody_reads_in_it_what_lay_face_down_before(tmp_path: Path) -> None:
    replay = read_match(written(tmp_path, match_text(taken_over(PLAYING), Company(NAMES, BACKS))))
    assert replay.header.known
    assert replay.header.known == taken_over(PLAYING, to_the_end=False).resumed
    assert any(HIDDEN in pile.cards for pile in replay.header.known.table.piles)


def test_it_can_be_watched_from_the_takeover_to_the_end(tmp_path: Path) -> None:
    match = taken_over(PLAYING)
    replay = read_match(written(tmp_path, match_text(match, Company(NAMES, BACKS))))
    playback = MatchPlayback(replay, lambda: 0.0)
    assert (playback.state.phase, playback.rounds) == (PLAYING, 2)
    assert match.resumed
    shown = [sum(card != HIDDEN for card in pile.cards) for pile in playback.state.table.piles]
    assert shown == [pile.up for pile in match.resumed.table.piles]
    for _ in range(4):
        playback.skip()
        playback.poll()
    assert (playback.state.phase, playback.state.totals) == (WON, match.state.totals)


def damaged(change: dict[str, Any]) -> str:
    """The replay with other fields of what was known, or of the table then."""
    magic, header, *rest = match_text(taken_over(PLAYING), Company(NAMES, BACKS)).split("\n")
    facts = json.loads(header)
    for where, fields in ((facts["known"], State._fields), (facts["known"][2], Table._fields)):
        for name in change.keys() & {*fields}:
            where[fields.index(name)] = change[name]
    return "\n".join([magic, json.dumps(facts), *rest])


@pytest.mark.parametrize(
    "change",
    [
        {"piles": []},
        {"piles": [[[[0, 0, 0]], 0]] * 63},
        {"piles": [[[[0, 0, 0]], 1]] * 22},
        {"piles": [[[[1, 0, 0]], 1]] * 22},
        {"piles": [[[[14, 0, 0]], 1]] * 22},
        {"piles": [[[[1, 0]], 1]] * 22},
        {"piles": [[]] * 22},
        {"totals": [0]},
        {"totals": [2**40, 0]},
        {"phase": "asleep"},
        {"round": 0},
        {"starts": None},
        {"knocker": 2},
        {"ready": 4},
        {"starts": -1},
        {"scores": [1]},
        {"air": [[0, [0, 1, 1], [], 5000, 0]]},
        {"delay": 80_001},
        {"calls": 4},
        {"mode": 2**40},
        {"table": 1},
    ],
)
def test_what_no_host_can_have_known_is_damage(change: dict[str, Any], tmp_path: Path) -> None:
    told = refused(read_match, written(tmp_path, damaged(change)))
    assert "line 2: the header is damaged" in told


def test_another_secret_deals_other_cards(tmp_path: Path) -> None:
    text = match_text(taken_over(PLAYING), Company(NAMES, BACKS)).replace("1e1f", "1e20")
    with pytest.raises(Mismatch):
        check_match(read_match(written(tmp_path, text)))

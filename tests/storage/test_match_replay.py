"""Replays: written, read, played again; damage and lies are told apart."""

from pathlib import Path

import pytest

from game.cli.check import checked
from game.core.match import Match
from game.core.portraits import Portrait
from game.core.shuffle import Seed
from game.core.state import FLIGHT
from game.rules.haisty import Haisty
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import Company, check_match, match_text, read_match
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import ReplayWriter
from tests.written import refused, written

NAMES, BACKS = ("Åsa|Öberg", "Jürgen"), (3, 0)


def played(rounds: int = 1, seed: Seed = 99) -> Match:
    """A short match of two who play whatever comes first; it ends when both are stuck."""
    match = Match(Haisty(any_part=True), 2, seed, rounds=rounds)
    while match.state.phase != "won":
        play_on(match)
    return match


def play_on(match: Match) -> None:
    """Play one round of it."""
    if not match.state.round:
        match.start()
    now, rounds = match.log[-1].at if match.log else 0, len(match.results)
    while len(match.results) == rounds and now < 10**10:
        now += 2 * FLIGHT
        for seat in range(2):
            match.ready(seat, now)
            moves = sorted(match.rules.moves(match.state.table, seat))
            laying = [move for move in moves if match.rules.flies(match.state.table, seat, move)]
            turning = [move for move in moves if move.src == 7 * seat + 5]
            if choice := laying or turning:
                match.claim(seat, choice[now // FLIGHT // 2 % len(choice)], now, now)
        match.settle(now + FLIGHT)


@pytest.fixture(scope="module")
def match() -> Match:
    return played()


def test_replay_round_trips_and_gives_the_same_end(match: Match, tmp_path: Path) -> None:
    text = match_text(match, Company(NAMES, BACKS))
    replay = read_match(written(tmp_path, text))
    assert replay.header.names == NAMES
    assert replay.finished
    again = check_match(replay)
    assert again.state == match.state
    assert again.log == match.log
    assert match_text(again, Company(NAMES, BACKS)) == text


def test_a_replay_keeps_the_faces_and_without_any_a_bot_has_that_of_its_name(
    match: Match, tmp_path: Path
) -> None:
    faces: tuple[Portrait, ...] = ("otto", "tove")
    told = Company(NAMES, BACKS, portraits=faces)
    assert read_match(written(tmp_path, match_text(match, told))).header.portraits == faces
    older = read_match(written(tmp_path, match_text(match, Company(("Maja", *NAMES[1:]), BACKS))))
    assert MatchPlayback(older, lambda: 0.0).portraits[0] == "maja"
    few = match_text(match, Company(NAMES, BACKS, portraits=faces[1:]))
    with pytest.raises(ReplayError):
        read_match(written(tmp_path, few))


def test_match_dealt_from_a_secret_replays_from_it(tmp_path: Path) -> None:
    match = played(seed=bytes(range(32)))
    replay = read_match(written(tmp_path, match_text(match, Company(NAMES, BACKS))))
    assert check_match(replay).log == match.log
    assert replay.match().seed == match.seed
    assert bytes(range(32)).hex() not in ReplayWriter(tmp_path, match, Company(NAMES, BACKS)).path.name
    other = match_text(match, Company(NAMES, BACKS)).replace("1e1f", "1e20")
    with pytest.raises(Mismatch):
        check_match(read_match(written(tmp_path, other)))


@pytest.mark.parametrize("seed", ['"00"', '"%s"' % ("z" * 64), '"%s"' % ("A" * 64), "null", "1.5"])
def test_seed_that_is_none_is_damage(match: Match, seed: str, tmp_path: Path) -> None:
    text = match_text(match, Company(NAMES, BACKS)).replace('"seed":99', f'"seed":{seed}')
    with pytest.raises(ReplayError):
        read_match(written(tmp_path, text))


def test_unfinished_match_replays_too(tmp_path: Path) -> None:
    match = played(rounds=2)
    match.log[-1:] = []
    match.results[-1:] = []
    match.state = match.state._replace(phase="playing")
    replay = read_match(written(tmp_path, match_text(match, Company(NAMES, BACKS))))
    assert not replay.finished
    assert check_match(replay).state.phase == "playing"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("haisty-replay 1", "haisty-replay 2"),
        ('"seats":2', '"seats":9'),
        ('"seats":2', '"seats":3'),
        ('"seed":99', '"seed":"x"'),
        ('"any_part":true', '"any_part":7'),
        ('"any_part"', '"any_thing"'),
        ('"game":"haisty"', '"game":"whist"'),
        (" ready", " reddy"),
        ("S>W", "S>Q"),
        ("\nend\n", "\n"),
        ("\n= ", "\n? "),
        ("\n= ", "\n= knock 0 9 9\n= "),
        ('"backs":[3,0]', '"backs":[3,8]'),
        ('"Jürgen"', '"Jür\\ngen"'),
        ('"Jürgen"', '"Jürgen der Siebzehnte"'),
        (" 0 ready", f"{10**400} 0 ready"),
    ],
)
def test_damage_is_one_line_that_names_the_file(match: Match, tmp_path: Path, old: str, new: str) -> None:
    text = match_text(match, Company(NAMES, BACKS))
    assert old in text
    refused(read_match, written(tmp_path, text.replace(old, new)))


def test_a_name_may_hold_what_some_take_for_the_end_of_a_line(match: Match, tmp_path: Path) -> None:
    names = ("A\u2028B", "C\x85D")
    assert read_match(written(tmp_path, match_text(match, Company(names, BACKS)))).header.names == names


def test_what_is_no_replay_is_said_to_be_none(tmp_path: Path) -> None:
    binary = tmp_path / "x.replay"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (binary, tmp_path, tmp_path / "missing", written(tmp_path, "")):
        with pytest.raises(ReplayError):
            read_match(path)


@pytest.mark.parametrize(
    ("old", "new"), [('"seed":99', '"seed":98'), ("\n= stuck -", "\n= knock 0"), ("\nend\n", "\nopen\n")]
)
def test_a_readable_replay_that_does_not_come_to_what_it_states(
    match: Match, tmp_path: Path, old: str, new: str
) -> None:
    text = match_text(match, Company(NAMES, BACKS))
    assert old in text
    with pytest.raises(Mismatch):
        check_match(read_match(written(tmp_path, text.replace(old, new))))


def test_lines_after_the_end_have_no_place(match: Match, tmp_path: Path) -> None:
    text = match_text(match, Company(NAMES, BACKS)).replace(
        "\nend\n", f"\n{match.log[-1].at + 5} 0 S>Wx3\nend\n"
    )
    with pytest.raises(Mismatch, match="no place"):
        check_match(read_match(written(tmp_path, text)))


GOLDEN = sorted((Path(__file__).parents[1] / "replays").glob("*.replay"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_game_still_comes_to_the_same_end(path: Path) -> None:
    replay = read_match(path)
    match = check_match(replay)
    played = match_text(match, Company(replay.header.names, replay.header.backs))
    assert played.splitlines()[2:] == path.read_text("utf-8").splitlines()[2:]


def test_handicaps_are_kept_and_played_again_and_impossible_ones_are_refused(tmp_path: Path) -> None:
    match = Match(Haisty(), 2, 5, rounds=2)
    match.handicap((13, 7))
    play_on(match)
    match.handicap((10, 13))
    play_on(match)
    assert match.state.handicaps == (10, 13)
    text = match_text(match, Company(NAMES, BACKS))
    replay = read_match(written(tmp_path, text))
    assert check_match(replay).state == match.state
    assert match_text(check_match(replay), Company(NAMES, BACKS)) == text
    found = checked(written(tmp_path, text))
    assert found["handicaps"] == {"1": [13, 7], "2": [10, 13]}
    assert "from round 2 on, 13-piles of 10, 13 cards" in found["text"]
    for other in ("[13,9]", "[13,7,7]"):
        refused(read_match, written(tmp_path, text.replace("[13,7]", other)))
    with pytest.raises(Mismatch):
        check_match(read_match(written(tmp_path, text.replace("[13,7]", "[7,13]"))))

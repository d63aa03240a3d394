"""Whatever comes late, together or out of turn: the log of a match gives the same match again."""

import random

import pytest

from game.core.match import COUNTDOWN, Match
from game.core.state import FLIGHT, PLAYING, SCORED, WON, Knock, Play
from game.core.table import Move
from game.net.server.match_server import GRACE, MatchServer
from game.rules.haisty import STOCK, Haisty

RULES = Haisty()


def begun(seats: int, seed: bytes, rounds: int = 1) -> MatchServer:
    """A match in its countdown."""
    server = MatchServer(Match(RULES, seats, seed, 0, rounds))
    server.start()
    for seat in range(seats):
        server.ask(seat, Knock(), 0)
    return server


def again(match: Match) -> Match:
    """The match that its log gives."""
    other = Match(match.rules, match.opened, match.seed, match.target, match.rounds)
    other.start()
    for entry in match.log:
        other.redo(entry)
    return other


def test_what_a_hand_does_after_its_throw_has_landed_is_judged_after_the_landing() -> None:
    server, start, turn = begun(2, b"x" * 32), COUNTDOWN + 1000, Move(STOCK, STOCK + 1, 3)
    match = server.match
    place = len(match.state.table.piles) - 1
    throw = Move(0, place)
    assert RULES.flies(match.state.table, 0, throw)
    server.ask(0, Play(throw, start), start)
    now = start + FLIGHT + GRACE // 2
    server.ask(0, Play(turn, now), now)
    server.settle(now, {0: now, 1: start})  # the other seat has been silent since
    assert not match.log[2:]
    server.settle(now, {0: now, 1: now})
    assert [entry.move for entry in match.log[2:]] == [throw, turn]
    assert again(match).log == match.log


@pytest.mark.parametrize("seed", [0, 26, 47])
def test_log_of_any_claims_gives_the_match_again(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4))
    server = begun(seats, rng.randbytes(32), rounds=2)
    match, now, heard = server.match, COUNTDOWN, [0] * seats
    for _ in range(2000):
        now += rng.choice((0, 300, 1000, 5000, 13_000))
        if match.state.phase == WON:
            break
        if match.state.phase == SCORED:
            for seat in range(seats):
                server.ask(seat, Knock(), now)
        together = now - rng.choice((0, 500, 20_000, 90_000, 149_000))
        for seat in range(seats):
            heard[seat] = max(heard[seat], now - rng.choice((500, 2000, 10_000, 40_000, 160_000)))
            if match.state.phase == PLAYING and rng.random() < 0.6:
                press = max(heard[seat], together + rng.choice((-1000, 0, 0, 700, 1000, 2000)))
                server.ask(seat, Play(any_move(match, seat, rng), press), now)
        server.settle(now, {seat: heard[seat] for seat in range(seats) if rng.random() < 0.95})
    assert len(match.log) > 10
    assert (again(match).log, again(match).state.table) == (match.log, match.state.table)


def any_move(match: Match, seat: int, rng: random.Random) -> Move:
    """One that the rules allow, more often through the air; sometimes any at all."""
    moves = list(RULES.moves(match.state.table, seat))
    if not moves or rng.random() < 0.03:
        return Move(rng.randrange(30), rng.randrange(30), rng.randrange(4))
    thrown = [move for move in moves if RULES.flies(match.state.table, seat, move)]
    return rng.choice(thrown if thrown and rng.random() < 0.7 else moves)

"""Nobody is waited for without a way on: where all others have knocked, they go on without who does not, who
keeps points and place, sees the round and knocks for the next."""

from pathlib import Path

import pytest

from game.challenges.race import DUELS
from game.core.match import Match
from game.core.state import PLAYING, SCORED, WON, Knock, Started
from game.core.table import Move
from game.lan.hosting import rules_of
from game.net import waiting
from game.net.client.deal_verdict import PROVED, DealVerdict
from game.net.migration import heritage
from game.net.wire.messages import GoOn, HouseRules, Leave, SetBot
from game.rules.haisty import ONES, Haisty
from game.storage.match_replay import Company, Origin, check_match, match_text, read_match
from game.storage.replay_format import Mismatch, ReplayError
from tests.net.fair_rounds import SEED
from tests.net.impair import LAN
from tests.net.races import Racing, next_deal, race_for
from tests.net.simnet import SECOND, Net, lobby, new_table

OWNER = b"the host's player"[:16]
PATIENCE = 2 * SECOND
"""Microseconds after which the others may go on: fewer than in earnest."""


@pytest.fixture(autouse=True)
def soon(short_rounds: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays, or waits, for long."""
    assert waiting.PATIENCE == 15 * SECOND
    monkeypatch.setattr("game.net.server.game_room.PATIENCE", PATIENCE)


def table(people: int = 3, rounds: int = 3) -> Net:
    """A match of people whom bots play, who check what they are told; the first is at the host."""
    net = Net(new_table(people, rounds, SEED, owner=OWNER), 3, quick=True)
    for number in range(people):
        net.join(token=None if number else OWNER, person=True, rules=rules_of)
        net.run(0.3)
    return net


def scored(net: Net, away: int) -> tuple[int, ...]:
    """A round is over, and all have knocked for the next but this player, who is away; the totals."""
    assert net.run(900, lambda: net.match.state.phase == SCORED)
    net.clients[away].level = None
    everyone = (1 << net.match.seats) - 1
    assert net.run(30, lambda: net.match.state.ready == everyone & ~(1 << away))
    net.run(0.2)
    return net.match.state.totals


def wait_for(net: Net, micros: int) -> None:
    """Let just so much time pass since the last one knocked."""
    assert net.match.log[-1].move is None
    net.run((net.match.log[-1].at + micros - net.now) / SECOND)


def goes_on(net: Net, by: int) -> bool:
    """Whether the others go on as this player asks for it."""
    number = net.match.state.round
    net.ask(net.clients[by], GoOn())
    return net.run(0.3, lambda: net.match.state.round > number and net.match.state.phase == PLAYING)


def test_the_others_go_on_15_s_after_the_last_of_them_has_knocked() -> None:
    net = table()
    net.begin()
    before = scored(net, 2)
    wait_for(net, PATIENCE - SECOND // 2)
    assert not goes_on(net, 0), "too early"
    assert not goes_on(net, 1), "it is the host's to ask"
    assert not goes_on(net, 2), "nor the one's who is waited for"
    assert net.match.state.totals == before and net.match.state.phase == SCORED
    assert goes_on(net, 0)
    net.run(0.5)
    assert [each.table.state.out for each in net.clients] == [0b100] * 3
    starts = [[event for _, event in each.events if isinstance(event, Started)] for each in net.clients]
    assert [each[-1].out for each in starts] == [0b100] * 3, "told to all who know the match"
    assert all(pile.cards for pile in net.match.state.table.piles[14:20]), "the cards lie there"

    didi = net.clients[2]
    net.run(2)
    lies = net.match.state.table.piles[14:21]
    didi.level = "hard"  # the player is back, and tries to play
    assert net.run(900, lambda: net.match.state.phase == SCORED)
    assert didi.asked and net.match.state.table.piles[14:21] == lies
    assert net.match.state.scores[2] == 0 and net.match.state.totals[2] == before[2]
    assert net.match.state.totals != before
    assert net.run(30, lambda: net.match.state.phase == PLAYING), "who is back has knocked"
    assert net.match.state.out == 0
    net.play()
    net.run(3)
    found = {each.table.witness.verdict(number) for number in (1, 2, 3) for each in net.clients}
    assert found == {DealVerdict(PROVED)}


def test_where_the_hosts_player_is_away_the_first_who_has_knocked_may_ask_and_no_other() -> None:
    net = table(4)
    net.begin()
    scored(net, 0)
    wait_for(net, PATIENCE + SECOND)
    assert [goes_on(net, seat) for seat in (0, 3, 2)] == [False] * 3
    assert goes_on(net, 1)
    assert net.match.state.out == 0b1
    assert net.table.members.owner == net.clients[0].welcome.member, "nobody takes a living host over"


def test_of_two_who_do_not_knock_the_time_runs_from_the_last_who_did_and_both_sit_out() -> None:
    net = table(4)
    net.begin()
    assert net.run(900, lambda: net.match.state.phase == SCORED)
    for seat in (1, 2, 3):
        net.clients[seat].level = None
    totals = net.match.state.totals
    net.run(PATIENCE / SECOND - 1)
    net.ask(net.clients[2], Knock())
    net.run(1.5)
    assert not goes_on(net, 0), "since that knock it is too early"
    wait_for(net, PATIENCE + SECOND)
    assert goes_on(net, 0) and net.match.state.out == 0b1010
    assert [net.match.state.totals[seat] for seat in (1, 3)] == [totals[seat] for seat in (1, 3)]


def test_somebody_is_shown_out_there_and_the_others_go_on_at_once() -> None:
    net = table()
    net.begin()
    scored(net, 2)
    net.ask(net.clients[0], SetBot(2, None))
    assert net.run(5, lambda: net.match.state.round == 2 and net.match.state.phase == PLAYING)
    assert net.clients[2].table.closed == "kicked"


def test_who_knocks_while_the_deal_is_made_has_a_part_in_it() -> None:
    net = table()
    net.begin()
    scored(net, 2)
    wait_for(net, PATIENCE + SECOND)
    net.clients[1].stopped = True  # its number is waited for
    net.ask(net.clients[0], GoOn())
    net.run(0.1)
    assert net.match.state.round == 1
    net.ask(net.clients[2], Knock())
    assert net.run(3, lambda: net.match.state.round == 2 and net.match.state.phase == PLAYING)
    assert net.match.state.out == 0


def test_the_match_begins_without_who_does_not_knock_for_it() -> None:
    net = lobby(3, seats=3, rounds=2, owner=OWNER)
    net.ask(net.clients[1], Knock())
    net.run(PATIENCE / SECOND + 1)
    net.ask(net.clients[0], GoOn())
    net.run(1)
    assert not net.table.room.match, "the host's own player has yet to knock"
    net.ask(net.clients[0], Knock())
    net.run(PATIENCE / SECOND - 1)
    net.ask(net.clients[1], GoOn())
    net.run(2)
    assert not net.table.room.match, "it is the host's to ask"
    net.ask(net.clients[0], GoOn())
    assert net.run(5, lambda: bool(net.table.room.match) and net.match.state.phase == PLAYING)
    assert net.match.state.out == 0b100
    assert net.run(900, lambda: net.match.state.phase == SCORED)
    assert net.match.state.totals[2] == 0


def test_all_call_without_the_seat_that_sits_out() -> None:
    net = table(rounds=2)
    net.begin()
    scored(net, 2)
    for client in net.clients:
        client.level = None
    wait_for(net, PATIENCE + SECOND)
    assert goes_on(net, 0)
    net.run(5)
    for seat in (0, 1):
        net.press(net.clients[seat], Move(7 * seat + 5, 7 * seat + 5, 0))
    assert net.run(2, lambda: net.match.state.table.mode == ONES)
    net.run(0.1)
    for seat in (0, 1):
        net.press(net.clients[seat], Move(7 * seat + 5, 7 * seat + 5, 0))
    assert net.run(2, lambda: net.match.state.phase != PLAYING)
    assert net.match.state.scores == (-6, -6, 0)
    net.run(3)
    assert [each.table.witness.verdict(2) for each in net.clients] == [DealVerdict(PROVED)] * 3


def test_a_replay_with_a_seat_that_sat_out_checks_and_no_other_does(tmp_path: Path) -> None:
    net = table(rounds=2)
    net.begin()
    scored(net, 2)
    wait_for(net, PATIENCE + SECOND)
    assert goes_on(net, 0)
    assert net.run(900, lambda: net.match.state.phase in (SCORED, WON)), "won, but for a tie at the top"
    path = tmp_path / "match.replay"
    company = Company(("Anna", "Bo", "Didi"), (0, 1, 2), Origin(net.table.id.hex(), 0))
    path.write_text(told := match_text(net.match, company))
    replay = read_match(path)
    assert check_match(replay).state.totals == net.match.state.totals
    (out,) = [line for line in told.splitlines() if line.endswith(" 2 out")]
    lines = told.splitlines()[:-1]
    knocked = [line.replace(" 2 out", " 2 ready") for line in lines]
    at = int(lines[-2].split()[0])
    played = [*lines[:-2], f"{at} 2 S>W x3".replace(" x", "x"), *lines[-2:]]
    for other in (knocked, played):
        path.write_text("\n".join([*other, told.splitlines()[-1]]) + "\n")
        with pytest.raises((Mismatch, ReplayError)):
            check_match(read_match(path))
    assert out


def test_at_the_next_host_it_still_sits_out() -> None:
    net = table(rounds=2)
    net.begin()
    scored(net, 2)
    wait_for(net, PATIENCE + SECOND)
    assert goes_on(net, 0)
    net.run(2)
    match = Match(Haisty(), 3, 5, 0, 2)
    match.resume(heritage(net.clients[1].table.confirmed, Haisty()).state, 0)
    assert match.state.sits_out(2) and not match.state.sits_out(1)
    turn = Move(2 * 7 + 5, 2 * 7 + 6, 3)
    assert not [event for event in match.claim(2, turn, 1, 1) if not hasattr(event, "thrown")]
    late = net.join(watch=True)
    assert net.run(5, lambda: late.table.state.phase == PLAYING) and late.table.state.out == 0b100


@pytest.mark.parametrize("cup", [False, True])
def test_in_a_race_who_sits_out_is_as_one_who_gives_up_at_once(cup: bool) -> None:
    race = "cup:paare" if cup else "race:paare-01"
    net = Racing(LAN, LAN, LAN, race=race, rounds=3)
    race_for(net, 0, 1, *(() if cup else (2,)))
    totals = net.state.totals
    for seat in (0, 1):
        net.ask(net.clients[seat], Knock())
    net.run(PATIENCE / SECOND + 1)
    assert goes_on(net, 0)
    net.run(5, lambda: net.now > (net.state.starts or 0) + SECOND // 2)
    assert net.state.sits_out(2) and net.state.table.standing(2).gave_up
    race_for(net, 1, 0)
    assert net.state.totals[2] == totals[2] and net.state.totals[1] > totals[1]
    assert (2 in net.match.rules.eliminated(net.state.totals)) == cup, "the last of a deal is out of the cup"
    if not cup:
        next_deal(net, 0, 1, 2)
        assert net.state.out == 0 and not net.state.table.standings


def test_in_a_duel_who_sits_out_takes_nothing() -> None:
    rules = DUELS["farbwechsel"]
    net = Net(new_table(3, 2, SEED, rules=lambda: rules), 3)
    for _ in range(3):
        net.join(level=None, rules=lambda _: rules)
        net.seat_all()
    net.begin()

    def play(*seats: int) -> None:
        net.run(5, lambda: net.now > (net.match.state.starts or 0) + SECOND // 10)
        while net.match.state.phase == PLAYING:
            for seat in seats:
                client = net.clients[seat]
                for right in list(rules.moves(client.table.state.table, seat))[:1]:
                    net.press(client, right)
                net.run(0.003)
            net.run(0.3)
        net.run(1)

    play(2, 0, 1)
    assert net.match.state.scores[2] > 20
    totals = net.match.state.totals
    for seat in (0, 1):
        net.ask(net.clients[seat], Knock())
    net.run(PATIENCE / SECOND + 1)
    assert goes_on(net, 0)
    play(2, 0, 1)
    assert net.match.state.scores[2] == 0 and net.match.state.totals[2] == totals[2]
    assert sum(net.match.state.scores) == sum(totals)
    net.run(3)
    assert [each.table.witness.verdict(2) for each in net.clients] == [DealVerdict(PROVED)] * 3


def test_a_round_that_ends_as_the_host_agrees_for_somebody_away_is_told_before_its_log() -> None:
    net = table(rounds=1)
    net.begin()
    net.run(2)
    for client in net.clients:
        client.level = None
    net.clients[2].stopped = True
    assert net.run(5, lambda: net.table.members.chairs[2].away)
    for _ in range(2):
        for seat in (0, 1):
            net.press(net.clients[seat], Move(7 * seat + 5, 7 * seat + 5, 0))
        net.run(1)
    assert net.match.state.reason == "stuck"
    net.run(3)
    assert [each.table.witness.verdict(1) for each in net.clients[:2]] == [DealVerdict(PROVED)] * 2


def test_who_has_knocked_last_is_not_left_out_by_a_request_on_its_way() -> None:
    net = table()
    net.begin()
    scored(net, 2)
    wait_for(net, PATIENCE + SECOND)
    net.clients[1].stopped = True  # its number is waited for
    net.ask(net.clients[2], Knock())
    net.run(0.1)
    assert net.match.state.round == 1
    net.ask(net.clients[0], GoOn())
    assert net.run(3, lambda: net.match.state.round == 2 and net.match.state.phase == PLAYING)
    assert net.match.state.out == 0


def test_nobody_goes_on_by_other_rules_than_were_knocked_for() -> None:
    net = lobby(3, seats=3, rounds=2, owner=OWNER)
    for each in net.clients[:2]:
        net.ask(each, Knock())
    net.run(PATIENCE / SECOND + 1)
    anna = net.clients[0]
    for message in (HouseRules(50, 0, {}), GoOn()):
        anna.table.ask(message, anna.clock(net.now))
    net.run(2)
    assert not net.table.room.match


@pytest.mark.parametrize("leaves", [True, False])
def test_a_round_ends_that_the_only_one_who_played_it_has_left(leaves: bool) -> None:
    net = table()
    net.begin()
    assert net.run(900, lambda: net.match.state.phase == SCORED)
    for seat in (0, 2):
        net.clients[seat].level = None
    net.run(PATIENCE / SECOND + 2)
    assert goes_on(net, 1)
    assert net.match.state.out == 0b101
    net.run(5)
    if leaves:
        net.ask(net.clients[1], Leave())
    net.clients[1].stopped = True
    for seat in (0, 2):
        net.clients[seat].level = "hard"
    assert net.run(5 if leaves else 95, lambda: net.match.state.phase == SCORED), "the seat is kept so long"
    assert net.run(30, lambda: net.match.state.phase == PLAYING and net.match.state.out == 0)

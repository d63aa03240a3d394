"""Own moves are shown at once, confirmed by the host, and taken back if it refuses."""

from collections.abc import Iterator

from game.core.cards import HIDDEN
from game.core.match import COUNTDOWN, Match
from game.core.shuffle import Stream
from game.core.state import Event, Play, Returned, Thrown, mask_match
from game.core.table import Mode, Move, Moved, Turned
from game.net.client.prediction import Prediction
from game.net.server.match_server import MatchServer
from game.rules.haisty import Haisty

RULES = Haisty()


def begun(seed: int = 3) -> tuple[Match, Prediction]:
    match = Match(RULES, 2, seed)
    match.start()
    for seat in range(2):
        match.ready(seat, 0)
    return match, Prediction(match.state._replace(table=match.state.table.view()))


def answers(match: Match, move: Move, at: int) -> list[Event]:
    return [mask_match(event) for event in match.claim(0, move, at, at)]


def moves(prediction: Prediction) -> Iterator[Move]:
    return (m for m in RULES.moves(prediction.state.table, 0) if m.count)


def test_a_turn_is_shown_before_its_cards_are_known_and_named_by_the_host() -> None:
    match, prediction = begun()
    turn = Move(5, 6, 3)
    [shown] = prediction.press(RULES, 0, turn, COUNTDOWN)
    assert isinstance(shown, Moved)
    assert shown.cards == (HIDDEN,) * 3
    assert len(prediction.state.table.piles[6].cards) == 3
    assert prediction.base.table.piles[6].cards == ()
    assert [prediction.receive(event) for event in answers(match, turn, COUNTDOWN)] == [None]
    assert prediction.state == prediction.base == match.state._replace(table=match.state.table.view())


def test_what_is_thrown_leaves_the_hand_at_once_and_only_once() -> None:
    match, prediction = begun()
    throw = Move(1, 14, 1)
    [shown] = prediction.press(RULES, 0, throw, COUNTDOWN)
    assert isinstance(shown, Thrown)
    assert prediction.press(RULES, 0, Move(5, 6, 3), COUNTDOWN + 1) == []
    assert [prediction.receive(event) for event in answers(match, throw, COUNTDOWN)] == [None]
    assert prediction.state.air == match.state.air


def test_what_the_host_refuses_comes_back_to_the_hand() -> None:
    _match, prediction = begun()
    before = prediction.state
    throw = Move(1, 14, 1)
    prediction.press(RULES, 0, throw, COUNTDOWN)
    refused = Returned(0, throw, None, thrown=False)
    assert prediction.receive(refused) == refused._replace(thrown=True)
    assert prediction.state == before
    prediction.press(RULES, 0, Move(5, 6, 3), COUNTDOWN)
    assert prediction.receive(Returned(0, Move(5, 6, 3), None, thrown=False))
    assert prediction.state == before


def test_the_others_moves_go_on_between() -> None:
    match, prediction = begun()
    prediction.press(RULES, 0, Move(5, 6, 3), COUNTDOWN)
    others = [mask_match(event) for event in match.claim(1, Move(12, 13, 3), COUNTDOWN, COUNTDOWN)]
    assert [prediction.receive(event) for event in others] == others
    assert len(prediction.state.table.piles[6].cards) == 3
    assert len(prediction.state.table.piles[13].cards) == 3


def test_before_the_start_and_after_another_mode_nothing_is_ahead() -> None:
    _match, prediction = begun()
    assert prediction.press(RULES, 0, Move(5, 6, 3), COUNTDOWN - 1) == []
    prediction.press(RULES, 0, Move(5, 6, 3), COUNTDOWN)
    prediction.receive(Mode(1))
    assert prediction.state == prediction.base


def told(server: MatchServer, now: int) -> list[Event]:
    """What the first seat is told."""
    return [event for event, to, _by in server.settle(now) if 0 in to]


def test_whatever_is_pressed_both_agree_once_the_host_has_spoken() -> None:
    for seed in range(12):
        match, prediction = begun(seed)
        server = MatchServer(match)
        stream = Stream(seed)
        now, late = COUNTDOWN, []
        for _ in range(150):
            now += 20_000 + stream.below(60_000)
            mine = list(moves(prediction))
            late += told(server, now)
            if mine:
                move = mine[stream.below(len(mine))]
                prediction.press(RULES, 0, move, now)
                server.ask(0, Play(move, now), now)
            other = [m for m in RULES.moves(match.state.table, 1) if m.count]
            if other and stream.below(2):
                server.ask(1, Play(other[0], now), now)
            late += told(server, now)
            keep = stream.below(4)
            for event in late[: max(0, len(late) - keep)]:
                prediction.receive(event)
            late = late[max(0, len(late) - keep) :]
        for event in late:
            prediction.receive(event)
        shown = match.state._replace(table=match.state.table.view())
        assert prediction.base == shown
        assert prediction.state.table == shown.table
        # What it still expects shows nowhere, until a later event is taken for it.
        assert not any(isinstance(event, Turned) for event in prediction._expected.get(0, ()))

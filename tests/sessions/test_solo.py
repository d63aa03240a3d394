"""A solo session: its clock, what an act costs, how it ends, and what it knows of a table."""

import pytest

from game.core.cards import ACE, CLUBS, Card, Pile
from game.core.rules import fold_all, play
from game.core.solo import History
from game.core.state import PLAYING, Dealt, Event, Resumed, Returned, fold_match
from game.core.table import Move, Table
from game.rules import games
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.farbwechsel import Farbwechsel
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.sessions.live_run import LiveRun
from game.solve import solve
from game.solve.hints.cache import SolverCache, laying_out
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict
from tests.sessions.clock import Clock
from tests.sessions.dealing import dealing

RULES = AchtMalAcht()
TURN = Move(16, 17)


class Solver:
    """A solver that says what it is given."""

    def __init__(self) -> None:
        self.asked: list[tuple[Table, float]] = []
        self.answer: Verdict | None = None
        self.closed = False
        self.left: tuple[tuple[Move, ...], tuple[Move, ...]] = (), ()

    def ask(
        self, rules: object, table: Table, seconds: float, known: tuple[Move, ...], since: tuple[Move, ...]
    ) -> None:
        self.asked.append((table, seconds))
        self.left = known, since

    def poll(self) -> Verdict | None:
        answer, self.answer = self.answer, None
        return answer

    def says(self, session: LiveRun, verdict: str, *moves: Move) -> None:
        """Answer what the session has asked."""
        self.answer = Verdict(verdict, moves)
        session.poll()

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def solver() -> Solver:
    return Solver()


@pytest.fixture
def time() -> Clock:
    return Clock()


@pytest.fixture
def session(time: Clock) -> LiveRun:
    return LiveRun(RULES, 7, time)


def test_the_clock_starts_with_the_first_move_and_stands_still_in_pauses(
    session: LiveRun, time: Clock
) -> None:
    time.now += 50
    assert (session.now, session.begun) == (0, False)
    session.play(TURN)
    time.now += 3
    assert session.elapsed == 3_000_000
    session.paused = True
    time.now += 60
    assert session.elapsed == 3_000_000
    session.play(TURN)
    assert len(session.solo.history.line) == 1, "nothing can be done under cover"
    session.paused = False
    time.now += 1
    assert session.elapsed == 4_000_000


def test_a_refused_move_starts_no_clock_where_it_costs_nothing(session: LiveRun) -> None:
    session.play(Move(17, 0))
    assert session.poll() == [Returned(0, Move(17, 0), None, thrown=False)]
    assert not session.begun
    assert session.elapsed == 0


def test_a_mistake_costs_where_mistakes_count(time: Clock) -> None:
    session = LiveRun(Farbwechsel(), 1, time)
    wrong = Move(1, 3)
    session.play(wrong)
    assert session.begun
    assert session.elapsed == 2_000_000
    assert session.solo.mistakes == 1
    assert session.state.phase == PLAYING


def test_masked_events_fold_to_the_state(session: LiveRun) -> None:
    state = session.state
    for _ in range(40):
        legal = list(RULES.moves(session.state.table, 0))
        session.play(legal[len(legal) // 2])
        if len(session.solo.history.line) % 7 == 0:
            session.undo()
        for event in session.poll():
            state = fold_match(state, event)
        assert state.table == session.state.table
        assert session.state.table == session.solo.table.view()


def test_undo_gives_the_earlier_table_and_costs_five_seconds(session: LiveRun, time: Clock) -> None:
    before = session.state.table
    session.play(TURN)
    session.poll()
    session.undo()
    events: list[Event] = session.poll()
    assert isinstance(events[0], Resumed)
    assert session.state.table == before
    assert session.elapsed == 5_000_000
    session.redo()
    assert session.elapsed == 5_000_000, "making it again is free"
    assert session.state.table.piles[17].cards


def test_time_out_ends_it_as_it_stands(time: Clock) -> None:
    session = LiveRun(RULES, 7, time, limit=10_000_000)
    session.play(TURN)
    time.now += 11
    session.poll()
    assert session.over
    assert session.timed_out
    assert not session.won
    assert session.elapsed == 10_000_000
    session.undo()
    assert len(session.solo.history.line) == 1


@pytest.mark.parametrize("act", ["play", "undo", "redo", "hint"])
def test_what_comes_after_the_limit_does_not_count_though_nobody_has_looked(time: Clock, act: str) -> None:
    session = LiveRun(RULES, 7, time, limit=20_000_000, solution=(TURN,) * 5)
    session.play(TURN)
    session.play(TURN)
    session.undo()
    log = list(session.solo.log)
    time.now += 15
    {"play": lambda: session.play(TURN)}.get(act, getattr(session, act))()
    assert (session.solo.log, session.timed_out, session.over) == (log, True, True)


def test_giving_up_ends_it_and_the_same_deal_may_be_begun_again(session: LiveRun) -> None:
    first = session.state.table
    session.play(TURN)
    session.give_up()
    assert session.over
    assert not session.won
    session.poll()
    session.restart()
    events = session.poll()
    assert isinstance(events[0], Dealt)
    assert session.state.table == first
    assert (session.over, session.elapsed, session.solo.log) == (False, 0, [])


def test_a_known_solution_gives_hints_at_once_and_wins(time: Clock) -> None:
    rules = Zahlenpatience(must_lay=False)
    found = next(
        (seed, verdict.moves)
        for seed in range(50)
        if (verdict := solve(rules, rules.deal(seed, 1), expansions=20_000)).verdict == WON
    )
    session = LiveRun(rules, found[0], time, solution=found[1])
    assert session.hints.winnable == WON
    while not session.over:
        session.hint()
        assert session.hints.advice
        assert session.hints.advice.move
        session.play(session.hints.advice.move)
    assert session.won
    assert session.solo.history.line == found[1]
    assert session.elapsed == 10_000_000 * len(found[1])


def test_a_hint_off_the_line_asks_and_the_answer_is_kept(time: Clock, solver: Solver) -> None:
    session = LiveRun(RULES, 7, time, solver=solver)
    session.hint()
    assert session.hints.thinking
    assert session.hints.advice is None
    assert session.elapsed == 0, "nothing has been shown yet"
    solver.says(session, WON, TURN, TURN, TURN)
    assert session.elapsed == 10_000_000
    assert session.hints.advice
    assert session.hints.advice.move == TURN
    session.play(TURN)
    assert session.hints.advice is None
    session.poll()  # the rest of the line is worked out bit by bit
    session.undo()
    session.redo()
    assert session.hints.winnable == WON
    assert len(solver.asked) == 1


def test_a_lost_table_stays_lost_and_leads_back_to_one_that_was_not(time: Clock, solver: Solver) -> None:
    line = (TURN, TURN, TURN)
    session = LiveRun(RULES, 7, time, solution=line, solver=solver)
    session.play(TURN)
    other = next(move for move in RULES.moves(session.solo.table, 0) if move != TURN)
    session.play(other)
    session.hint()
    assert session.hints.thinking
    assert solver.left == (line[1:], (other,)), "the search learns where the known line was left"
    solver.says(session, HOPELESS)
    assert session.hints.winnable == HOPELESS
    assert session.hints.advice
    assert (session.hints.advice.move, session.hints.advice.back) == (None, 1)
    session.play(TURN)
    assert session.hints.winnable == HOPELESS
    session.hint()
    assert len(solver.asked) == 1, "what follows from a lost table need not be searched"
    assert session.hints.advice.back == 2
    session.undo(session.hints.advice.back)
    assert session.hints.winnable == WON


def test_what_was_not_decided_is_not_searched_again_for_the_same_table(time: Clock, solver: Solver) -> None:
    session = LiveRun(RULES, 7, time, solver=solver)
    session.hint()
    solver.says(session, UNDECIDED)
    assert session.hints.advice
    assert session.hints.advice.verdict == UNDECIDED
    session.hint()
    assert len(solver.asked) == 1
    assert session.elapsed == 10_000_000, "the same table is paid for once"


def up(text: str) -> Pile:
    """Face-up cards from their ranks and suits, such as `12s`."""
    cards = tuple(Card(int(word[:-1]), "cdhs".index(word[-1])) for word in text.split())
    return Pile(cards, len(cards))


def acht(*columns: str, waste: str = "", stock: str = "") -> Table:
    """A position of Acht mal Acht with the ace of hearts on the first foundation."""
    piles = [*map(up, columns), *[Pile()] * (8 - len(columns))]
    return Table((up("1h"), *[Pile()] * 7, *piles, up(stock)._replace(up=0), up(waste)))


def at(table: Table, time: Clock, solver: Solver | None = None) -> LiveRun:
    return LiveRun(dealing(RULES, table), 7, time, solver=solver)


@pytest.mark.parametrize(
    ("table", "move"),
    [
        (acht("9s", "8d", "5c 2h", stock="4c"), Move(10, 0)),
        (acht("9s", "13c 8d", waste="8h", stock="4c"), Move(17, 8)),
        (acht("9s", "8d", waste="2c", stock="4c"), Move(9, 8)),
        (acht("9s", "13c", "5d", "11c", "3d", "7c", "3s", "7s", waste="9c", stock="4c"), Move(16, 17)),
    ],
    ids=["a card goes home first", "from the waste onto others", "an emptied column", "else it is turned"],
)
def test_a_hint_that_knows_nothing_shows_a_sensible_move_and_says_that_nothing_proves_it(
    time: Clock, solver: Solver, table: Table, move: Move
) -> None:
    session = at(table, time, solver)
    session.hint()
    solver.says(session, UNDECIDED)
    assert session.hints.advice == (UNDECIDED, move, 0)
    assert session.solo.hints == 1


def test_a_sensible_move_does_not_lead_to_a_table_known_to_be_lost(time: Clock, solver: Solver) -> None:
    session = at(acht("9s", "8d", "5c 2h", stock="4c"), time, solver)
    session.play(Move(10, 0))
    session.hint()
    solver.says(session, HOPELESS)
    session.undo()
    session.hint()
    solver.says(session, UNDECIDED)
    assert session.hints.advice
    assert session.hints.advice.move not in (None, Move(10, 0))


def test_a_sensible_move_leads_on_and_not_back(time: Clock, solver: Solver) -> None:
    session = at(acht("9s 8d", "9c"), time, solver)
    session.play(Move(8, 9))
    session.hint()
    solver.says(session, UNDECIDED)
    assert session.hints.advice
    assert session.hints.advice.move
    assert session.hints.advice.move != Move(9, 8)


def test_double_series_are_not_declared_while_a_turn_of_the_stock_leads_to_something_new(
    time: Clock,
) -> None:
    book = up("13c 12d 11c 10d 9c 8d 7c 6d 5c 4d 3c 2d 1c")
    columns = [up("13s"), up("13h"), up("11h"), up("11d"), up("8s"), up("8c"), up("4h")]
    for stock, declares in (("2s 10s", False), ("6s 9s", True)):
        table = Table((*columns, up(stock)._replace(up=0), Pile(), book, *[Pile()] * 3))
        session = LiveRun(dealing(Staffelpatience(), table), 7, time)
        for move in (Move(7, 8), Move(7, 8), Move(8, 7, 2)):
            session.play(move)
        session.hint()
        assert session.hints.advice
        assert session.hints.advice.move == (Move(7, 7, 0) if declares else Move(7, 8))


def test_a_hint_that_shows_nothing_costs_nothing_and_starts_no_clock(time: Clock, solver: Solver) -> None:
    session = at(acht("9s", "9c", stock="4c"), time, solver)
    session.hint()
    solver.says(session, HOPELESS)
    assert session.hints.advice == (HOPELESS, None, 0)
    assert (session.elapsed, session.solo.hints, session.begun) == (0, 0, False)


def test_a_hint_before_the_first_move_is_paid_for_and_starts_no_clock(time: Clock) -> None:
    session = LiveRun(RULES, 7, time, solution=(TURN,))
    session.hint()
    time.now += 5
    assert (session.elapsed, session.now, session.begun) == (10_000_000, 0, False)
    session.play(TURN)
    time.now += 2
    assert session.elapsed == 12_000_000


def test_a_card_that_can_go_home_is_shown_even_where_all_is_lost(time: Clock, solver: Solver) -> None:
    session = at(acht("9s", "5c 2h", stock="4c"), time, solver)
    session.hint()
    solver.says(session, HOPELESS)
    assert session.hints.advice == (HOPELESS, Move(9, 0), 0)
    assert session.solo.hints == 1


@pytest.mark.parametrize("name", sorted(name for name, kind in games().items() if 1 in kind.seats))
def test_hints_show_a_legal_move_as_long_as_there_is_one(name: str, time: Clock) -> None:
    rules = games()[name]()
    if rules.reflex:
        return
    session = LiveRun(rules, 5, time)
    for _ in range(150):
        legal = list(rules.moves(session.solo.table, 0))
        if session.over or not legal:
            return
        session.hint()
        assert session.hints.advice
        assert session.hints.advice.move in legal
        session.play(session.hints.advice.move)


def test_no_answer_is_paid_for_once_it_is_over(time: Clock, solver: Solver) -> None:
    session = LiveRun(RULES, 7, time, solver=solver)
    session.play(TURN)
    session.hint()
    session.give_up()
    solver.says(session, UNDECIDED)
    assert (session.solo.hints, session.hints.advice) == (0, None)


def test_whether_it_can_be_won_is_asked_only_when_it_is_shown_and_the_table_stands(
    time: Clock, solver: Solver
) -> None:
    session = LiveRun(RULES, 7, time, solver=solver)
    session.play(TURN)
    time.now += 5
    session.poll()
    assert not solver.asked
    session.hints.indicates = True
    session.poll()
    assert solver.asked[-1][0] == session.solo.table
    solver.says(session, HOPELESS)
    assert session.hints.winnable == HOPELESS


def test_a_table_that_stands_is_looked_up_once_for_each_answer(
    time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Table] = []
    searched = SolverCache.searched

    def counted(cache: SolverCache, history: History, seconds: float) -> bool:
        looked.append(history.table)
        return searched(cache, history, seconds)

    monkeypatch.setattr(SolverCache, "searched", counted)
    solver = Solver()
    session = LiveRun(RULES, 7, time, solver=solver)
    session.hints.indicates = True
    for turns in (1, 2):
        session.play(TURN)
        time.now += 5
        for _ in range(9):
            session.poll()
        assert [len(looked), len(solver.asked)] == [2 * turns - 1, turns]
        solver.answer = Verdict(UNDECIDED)
        for _ in range(9):
            session.poll()
        assert [len(looked), len(solver.asked)] == [2 * turns, turns]


def test_laying_out_the_rest_needs_nothing_hidden_and_nothing_else() -> None:
    suits = [(suit, pack) for pack in (0, 1) for suit in range(4)]
    kings = [Pile(tuple(Card(rank, *suit) for rank in range(ACE, 13)), 12) for suit in suits]
    columns = [Pile((Card(13, *suit),), 1) for suit in suits]
    table = Table((*kings, *columns, Pile(), Pile()))
    line = laying_out(RULES, table)
    assert len(line) == 8
    for move in line:
        table = fold_all(table, play(RULES, table, 0, move))
    assert RULES.progress(table) == (104, 104)
    hidden = Table((*kings, *columns[:7], Pile(), Pile((Card(13, CLUBS, 1),), 0), Pile()))
    assert laying_out(RULES, hidden) == ()


def test_a_game_without_choice_ends_where_no_move_is_left(time: Clock) -> None:
    rules = Farbwechsel(way="b")
    session = LiveRun(rules, 3, time)
    for _ in range(300):
        if (move := next(rules.moves(session.solo.table, 0), None)) is None:
            break
        session.play(move)
    assert session.over
    assert session.won == (session.placed == (52, 52))


def test_leaving_closes_the_solver(time: Clock, solver: Solver) -> None:
    LiveRun(RULES, 7, time, solver=solver).close()
    assert solver.closed

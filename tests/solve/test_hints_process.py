"""The solver: a real process, asked, replaced, killed and outlived."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from game.core.cards import Pile
from game.core.rules import replay
from game.core.shuffle import Stream
from game.core.table import Table
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import Haisty
from game.rules.paare import Paare
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from game.solve.hints.process import FoundDeal, SolverClient
from game.solve.hints.worker import Answer, Question, _answer
from game.solve.lost import Lost, lost
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict
from game.system import System, here, on
from tests.playout import playout
from tests.seeded import Told
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[2]
RULES = Haisty()
EASY = RULES.deal(46, 1)
"""Comes out within a hundred expansions."""
HARD = RULES.deal(14, 1)
"""Keeps a search busy for far longer than any test takes."""
RARE = Farbwechsel(way="b")
"""One deal in 7,525 comes out."""


@pytest.fixture
def solver() -> Iterator[SolverClient]:
    solver = SolverClient()
    yield solver
    solver.close()


def answer(solver: SolverClient) -> Verdict:
    found: list[Verdict] = []
    until(lambda: found, "an answer", lambda: found.extend(filter(None, [solver.poll()])))
    return found[0]


def wins(verdict: Verdict, table: Table) -> bool:
    return verdict.verdict == WON and RULES.won(replay(RULES, table, verdict.moves))


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that has ended but was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pid: int) -> bool:
    until(lambda: not is_alive(pid), "the end of the process")
    return True


def found(solver: SolverClient) -> FoundDeal:
    deals: list[FoundDeal] = []
    until(lambda: deals, "a deal", lambda: deals.extend(filter(None, [solver.found()])))
    return deals[0]


def started(solver: SolverClient) -> int:
    while solver.pid is None:
        time.sleep(0.01)
    return solver.pid


@pytest.mark.real
def test_one_process_answers_the_last_question_once(solver: SolverClient) -> None:
    assert (solver.pid, solver.poll()) == (None, None), "nothing is started before the first question"
    solver.ask(RULES, HARD, 1000)
    process = started(solver)
    time.sleep(0.6)  # it is in the middle of it
    solver.ask(RULES, EASY, 20)
    assert wins(answer(solver), EASY)
    assert solver.poll() is None
    for _ in range(200):
        solver.ask(RULES, HARD, 1000)
    solver.ask(RULES, EASY, 20)
    assert wins(answer(solver), EASY)
    assert solver.poll() is None
    solver.ask(RULES, HARD, 0.05)
    assert answer(solver).verdict == UNDECIDED, "time that runs out is no verdict"

    rules = Haisty(any_part=True, round_corner=False)
    table = RULES.deal(2**64 - 1, 1)._replace(seed=2**64 - 1, mode=1)
    solver.ask(rules, table, 2)
    verdict = answer(solver)
    assert verdict.verdict == UNDECIDED or rules.won(replay(rules, table, verdict.moves))

    solver.find(RARE, 0, 1.0)
    time.sleep(0.5)
    solver.ask(RULES, EASY, 20)
    assert wins(answer(solver), EASY), "a question ends the looking for a deal"
    solver.find(RARE, 1, 0.3)
    seed, moves, vain = found(solver)
    assert seed >= 1 and (moves, vain) == ((), True), "not looked for longer than was asked"
    solver.find(RULES, 1000, PATIENCE)
    seed, moves, vain = found(solver)
    assert seed >= 1000 and not vain and RULES.won(replay(RULES, RULES.deal(seed, 1), moves))

    patience = Staffelpatience()
    deal = patience.deal(4, 1)
    made, _end = playout(patience, deal, Stream(4))
    where: list[Lost] = []
    solver.seek(patience, deal, made)
    until(lambda: where, "an answer", lambda: where.extend(filter(None, [solver.lost()])))
    assert where == [lost(patience, deal, made, 100)]
    assert (where[0].won, where[0].hopeless) != (None, None)
    assert started(solver) == process


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_a_killed_process_leaves_the_question_undecided_and_the_next_gets_a_new_one(
    solver: SolverClient,
) -> None:
    solver.ask(RULES, HARD, 1000)
    time.sleep(0.3)
    process = started(solver)
    os.kill(process, signal.SIGKILL)
    assert answer(solver) == (UNDECIDED, (), 0)
    solver.ask(RULES, EASY, 20)
    assert wins(answer(solver), EASY)
    assert started(solver) != process
    os.kill(started(solver), signal.SIGKILL)
    solver.ask(RULES, EASY, 20)  # perhaps before anybody knows of the death
    answer(solver)
    solver.ask(RULES, EASY, 20)
    assert wins(answer(solver), EASY)


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGSTOP")
def test_a_process_that_stands_still_holds_nobody_up(solver: SolverClient) -> None:
    solver.ask(RULES, HARD, 1000)
    process = started(solver)
    os.kill(process, signal.SIGSTOP)
    for _ in range(300):
        solver.ask(RULES, HARD, 1000)
        assert solver.poll() is None
    solver.close()
    if sys.platform == "linux":
        assert gone(process)
    assert solver.poll() is None


@pytest.mark.real
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_process_ends_with_its_parent_however_that_ends() -> None:
    code = (
        "import time; from tests.solve.test_hints_process import *\n"
        "solver = SolverClient(); solver.ask(RULES, HARD, 1000); print(started(solver), flush=True)\n"
        "time.sleep(100)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    process = int(parent.stdout.readline())
    time.sleep(0.5)
    assert is_alive(process)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(process)


def test_a_table_of_nothing_has_come_out() -> None:
    question = Question(RULES.name, asdict(RULES), Table((Pile(),) * 12), 5.0)
    assert (_answer(question).verdict, _answer(question).expanded) == (WON, 0)


@pytest.mark.parametrize(("rules", "begin"), [(Paare(), 18_520), (Staffelpatience(), 1000)], ids=str)
def test_a_deal_that_comes_out_is_found_with_its_moves(rules: Any, begin: int) -> None:
    with on(System()):
        end = here().clock.wall() + PATIENCE
        given = _answer(Question(rules.name, asdict(rules), None, PATIENCE, begin, until=end))
    assert given.seed >= begin
    assert rules.won(replay(rules, rules.deal(given.seed, 1), given.moves))


def test_no_deal_is_found_where_no_process_can_be_had(
    solver: SolverClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    solver.find(RULES, 7, 1.0)
    assert found(solver)[:2] == (0, ())


def test_what_the_process_took_to_start_is_part_of_the_time() -> None:
    rules: Any = AchtMalAcht()
    with on(System(Told(lambda: 12.0))):
        given = _answer(Question(rules.name, asdict(rules), None, 2.0, 7, until=11.9))
    assert given == Answer(0, UNDECIDED, (), 0, 7)


@pytest.mark.parametrize(
    ("rules", "seconds", "verdict", "seed", "expanded"),
    [
        (Zahlenpatience(passes=2), 0.003, UNDECIDED, 4, 200),
        (Zahlenpatience(passes=2), 0.01, WON, 5, 574),
        (AchtMalAcht(passes=1), 0.03, UNDECIDED, 3, 450),
        (AchtMalAcht(), 0.3, WON, 1, 4378),
    ],
    ids=str,
)
def test_once_it_has_searched_enough_the_last_deal_is_given_if_it_is_not_hopeless(
    rules: Any, seconds: float, verdict: str, seed: int, expanded: int
) -> None:
    """Whatever the clock says."""
    with on(System(Told(lambda: 0.0))):
        given = _answer(Question(rules.name, asdict(rules), None, seconds, 1, until=1.0))
    assert (given.verdict, given.seed, given.expanded) == (verdict, seed, expanded)
    if rules.name == "zahlenpatience":
        passed = {solve(rules, rules.deal(number, 1)).verdict for number in range(1, seed)}
        assert passed == {HOPELESS}

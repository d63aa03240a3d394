"""Run files: written, read, played again; damage and lies are told apart."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from game.core.rules import IllegalMove, Rules
from game.core.solo import Solo
from game.core.table import Move
from game.rules import games
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import Haisty
from game.signing import signing_key
from game.solve import solve
from game.storage.identity import load_key
from game.storage.replay_format import Mismatch, ReplayError, has_digest
from game.storage.replay_writer import save_run
from game.storage.run_replay import RunReplay, check_run, progress_of, read_checked_run, read_run, run_text
from tests.written import refused, written

SOLO_GAMES = sorted(name for name, game in games().items() if 1 in game.seats)


def played(rules: Rules, seed: int, moves: int = 60) -> Solo:
    """Any moves, some of them taken back and made again, a hint, and what the rules refuse."""
    solo, draw, now = Solo(rules, seed), Random(seed), 0
    for _ in range(moves):
        now += draw.randrange(2_000_000)
        choice = sorted(rules.moves(solo.table, 0))
        if solo.won or not choice:
            break
        act = draw.random()
        if act < 0.1:
            solo.undo(now)
        elif act < 0.2:
            solo.redo(now)
        elif act < 0.25:
            solo.hint(now)
        elif act < 0.3 and rules.penalty:
            with pytest.raises(IllegalMove):
                solo.play(Move(0, 0, 7), now)
        else:
            solo.play(draw.choice(choice), now)
    return solo


def won() -> Solo:
    solo = Solo(Haisty(), 46)
    for number, move in enumerate(solve(solo.rules, solo.table).moves):
        solo.play(move, 700_000 * number)
    return solo


@pytest.mark.parametrize("game", SOLO_GAMES)
def test_a_run_of_any_game_round_trips_and_gives_the_same_end(game: str, tmp_path: Path) -> None:
    solo = played(games()[game](), 5)
    run = RunReplay.from_solo(solo, solo.log[-1].at + 3, "gentle-01", "Åsa|Öberg")
    path = written(tmp_path, run_text(run))
    assert read_run(path) == run
    again = read_checked_run(path)[1]
    assert (again.table, again.log, again.penalty) == (solo.table, solo.log, solo.penalty)
    assert run.result.time == solo.log[-1].at + 3 + solo.penalty


def test_what_came_out_ends_with_its_last_act(tmp_path: Path) -> None:
    solo = won()
    run = RunReplay.from_solo(solo, solo.log[-1].at + 9)
    assert str(run.result) == f"= won 13/13 {solo.log[-1].at}"
    assert read_checked_run(written(tmp_path, run_text(run)))[1].won


def test_a_run_without_an_act_is_one_too(tmp_path: Path) -> None:
    run = RunReplay.from_solo(Solo(Haisty(), 1), 4_000_000)
    path = written(tmp_path, run_text(run))
    assert read_checked_run(path)[0] == run
    assert run.result.time == 4_000_000


def test_the_course_of_a_run_counts_penalties_and_cards() -> None:
    solo = played(Farbwechsel(), 4)
    assert solo.penalty
    placed = progress_of(RunReplay.from_solo(solo, 0)).at
    end = solo.log[-1].at + solo.penalty
    assert (placed(0), placed(end), placed(end * 2)) == (0, *[solo.rules.progress(solo.table)[0]] * 2)
    first = next(act.at for act in solo.log if isinstance(act.what, Move))
    assert placed(first) <= 1
    assert placed(-1) == 0


TEXT = run_text(RunReplay.from_solo(won(), 0, "x", "Kim"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("haisty-run 1", "haisty-run 2"),
        ('"seed":46', '"seed":-1'),
        ('"seed":46', '"seed":18446744073709551616'),
        ('"seed":46', '"seed":46,"more":1'),
        ('"any_part":false', '"any_part":7'),
        ('"any_part"', '"any_thing"'),
        ('"game":"haisty"', '"game":"whist"'),
        ('"Kim"', '"Ki\\nm"'),
        ('"challenge":"x"', '"challenge":"\\n"'),
        ("\n700000 ", "\nsoon "),
        ("\n700000 ", f"\n{10**18 * 9} "),
        ("\n700000 ", "\n700000  "),
        ("\n1400000 ", "\n\n1400000 "),
        (">", ">>"),
        ("\n= won 13/13", "\n= won 13"),
        ("\n= ", "\n? "),
    ],
)
def test_damage_is_one_line_that_names_the_file(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    refused(read_run, written(tmp_path, TEXT.replace(old, new, 1)))


def test_the_line_of_the_damage_is_named(tmp_path: Path) -> None:
    lines = TEXT.split("\n")
    lines[4] = "now S>Q"
    with pytest.raises(ReplayError, match="line 5: not an act of this run: 'now S>Q'"):
        read_run(written(tmp_path, "\n".join(lines)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seed":46', '"seed":47'),
        ("\n1400000 ", "\n600000 "),
        ("\n0 ", "\n0 redo\n0 "),
        ("\n= won 13/13 ", "\n= ended 13/13 "),
        ("\n= won 13/13 ", "\n= won 12/13 "),
        ("\n= won 13/13 ", "\n= won 13/13 1"),
        ("\n= won ", "\n999999999 undo\n= won "),
    ],
)
def test_a_readable_run_that_does_not_come_to_what_it_states(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    path = written(tmp_path, TEXT.replace(old, new, 1))
    read_run(path)
    refused(read_checked_run, path, Mismatch)


def test_a_run_that_did_not_come_out_may_not_be_shorter_than_its_acts(tmp_path: Path) -> None:
    solo = played(Haisty(), 5)
    text = run_text(RunReplay.from_solo(solo, 0))
    assert check_run(read_run(written(tmp_path, text))).log == solo.log
    head, result = text.rstrip("\n").rsplit(" ", 1)
    with pytest.raises(Mismatch):
        check_run(read_run(written(tmp_path, f"{head} {int(result) - 1}\n")))


def test_what_is_no_run_is_said_to_be_none(tmp_path: Path) -> None:
    binary = tmp_path / "x.run"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (binary, tmp_path, tmp_path / "missing", written(tmp_path, "")):
        with pytest.raises(ReplayError):
            read_run(path)


def test_runs_are_kept_under_names_of_their_own(tmp_path: Path) -> None:
    run = RunReplay.from_solo(won(), 0, "haisty-01", "Kim")
    first, second = save_run(tmp_path, run), save_run(tmp_path, run)
    assert first != second
    assert read_checked_run(first)[0] == read_checked_run(second)[0] == replace(run, signer=public(tmp_path))


def public(folder: Path) -> bytes:
    """By what the installation with this data folder is known."""
    return signing_key(load_key(folder)[0]).public_key().public_bytes_raw()


def test_a_run_is_whose_key_has_signed_it(tmp_path: Path) -> None:
    run = RunReplay.from_solo(won(), 0, "haisty-01", "Kim")
    own, others = save_run(tmp_path / "own", run), save_run(tmp_path / "other", run)
    assert read_run(own).signer == public(tmp_path / "own") != read_run(others).signer
    assert has_digest(own)
    *lines, signature = own.read_text("utf-8").splitlines()
    assert read_run(written(tmp_path, "\n".join(lines) + "\n")).signer == b""
    name, _, stated = signature.rpartition(" ")
    for forged in (
        [*lines[:-1], signature],
        ["".join(lines[:1]), lines[1].replace("Kim", "Tim"), *lines[2:], signature],
        [*lines, others.read_text("utf-8").splitlines()[-1].replace(public(tmp_path / "other").hex(), "")],
        [*lines, signature.replace(public(tmp_path / "own").hex(), public(tmp_path / "other").hex())],
        [*lines, f"{name} {'0' * len(stated)}"],
        [*lines, f"{name} {stated[:-2]}"],
        [*lines, f"{name} {stated}x"],
        [*lines, f"{name} {stated} {stated}"],
        [*lines, "ed25519 "],
    ):
        assert "after it was signed" in refused(read_run, written(tmp_path, "\n".join(forged) + "\n"))

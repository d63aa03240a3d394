"""The commands as a player meets them: whole processes, their exit codes and what they say."""

import json
import os
import re
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.challenges.challenge import result_of
from game.challenges.ladder import Ladder
from game.challenges.level_files import daily, levels, named
from game.names.line import line
from game.rules import games
from game.storage.replay_writer import run_path, share_run
from game.storage.results import open_results
from game.storage.results_writer import save_result
from game.storage.solution import paced
from tests.challenges import forged
from tests.cli.program import QUICK, ROOT, begun, call, ended, is_one_line, run, signals
from tests.today import Days
from tests.written import written


def test_demo_prints_one_json_object_and_the_same_seed_the_same_match(tmp_path: Path) -> None:
    command = ("demo", "--fast", "--json", "--seats", "3", "--seed", "11", "--data", str(tmp_path))
    first, second = call(*command), call(*command)
    assert first.returncode == 0
    facts, again = json.loads(first.stdout), json.loads(second.stdout)
    assert list(facts) == ["seats", "seed", "first", "rounds", "totals", "winner", "replay", "seconds"]
    assert (facts["seats"], facts["seed"]) == (3, 11)
    for played in facts["rounds"]:
        assert list(played) == ["ended_by", "knocker", "scores", "ticks"]
        assert (played["ended_by"] == "knock") == (played["knocker"] is not None)
        assert played["ended_by"] in ("knock", "stuck")
        assert played["ticks"] > 0
    assert facts["totals"] == [
        sum(scores) for scores in zip(*(r["scores"] for r in facts["rounds"]), strict=True)
    ]
    assert facts["totals"][facts["winner"]] == max(facts["totals"]) >= 100
    assert (again["rounds"], again["totals"]) == (facts["rounds"], facts["totals"])
    assert again["replay"] != facts["replay"]
    assert call("check", facts["replay"]).returncode == 0


@pytest.mark.real
@pytest.mark.parametrize("name", ["a\u0308" * 24, "  ß ø 😀 "])
def test_served_table_is_found_by_the_name_it_was_given(name: str, tmp_path: Path) -> None:
    served = begun("serve", "--name", name, "--port", "0", "--data", str(tmp_path))
    try:
        assert served.stdout
        assert line(name).strip() in served.stdout.readline()
    finally:
        served.kill()
        served.communicate()


def test_demo_tells_rounds_and_standings_in_the_players_language(tmp_path: Path) -> None:
    told = call("demo", "--fast", "--seats", "2", "--seed", "1", "--lang", "sv", "--data", str(tmp_path))
    assert told.returncode == 0
    assert "vinner" in told.stdout


def test_check_tells_a_lie_from_damage(tmp_path: Path) -> None:
    facts = json.loads(
        call("demo", "--fast", "--json", "--seats", "2", "--seed", "1", "--data", str(tmp_path)).stdout
    )
    path = Path(facts["replay"])
    text = path.read_text().rpartition("sha256")[0]
    path.write_text(text.replace('"seed":1,', '"seed":2,'))
    lies = [call(command, str(path)) for command in ("check", "watch")]
    for lie in lies:
        assert lie.returncode == 1
        assert lie.stdout == ""
        assert is_one_line(lie.stderr)
        assert "does not replay" in lie.stderr
    assert lies[0].stderr == lies[1].stderr
    path.write_text(text[: len(text) // 2])
    for command in ("check", "watch"):
        damage = call(command, str(path))
        assert damage.returncode == 2
        assert is_one_line(damage.stderr)
        assert str(path) in damage.stderr


@pytest.mark.real
def test_only_an_honest_run_can_be_raced(tmp_path: Path) -> None:
    level = named("paare-01")
    path = share_run(tmp_path, paced(level.variant(), level.seed, level.line(), level.id)[0])
    key = Ladder(tmp_path).own.hex()
    assert f"; signed with the key #{key[:6]}" in call("check", str(path)).stdout
    assert json.loads(call("check", str(path), "--json").stdout)["signer"] == key
    assert run("race", str(path)).stdout == f"Against the other run #{key[:6]}\n"
    match = ROOT / "tests" / "replays" / "two-seats-knock.replay"
    head, _, end = path.read_text().partition("sha256")[0].rstrip().rpartition(" ")
    faster = tmp_path / "faster.run"
    faster.write_text(f"{head} {int(end) - 1_000_000}\n")
    changed = tmp_path / "changed.run"
    changed.write_text(path.read_text().replace('"name":""', '"name":"Kim"'))
    for refused, code in ((match, 2), (changed, 2), (faster, 1), (tmp_path / "none.run", 2)):
        raced = call("race", str(refused))
        assert (raced.returncode, raced.stdout) == (code, "")
        assert is_one_line(raced.stderr)


@pytest.mark.real
def test_a_run_is_put_on_the_ladder_and_a_forged_one_is_not(tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    theirs.mkdir()
    path = share_run(theirs, forged.played(date.today()))
    damaged = written(tmp_path, path.read_text().replace("Kim", "Eve"))
    assert json.loads(call("ladder", "--json", "--data", str(mine)).stdout)["players"] == []
    added = call("ladder", "add", str(damaged), str(path), "--data", str(mine))
    assert (added.returncode, added.stdout) == (2, f"{path} is on the ladder\n")
    assert is_one_line(added.stderr)
    again = call("ladder", "add", str(path), "--json", "--data", str(mine))
    assert json.loads(again.stdout) == {"added": [], "known": [str(path)], "refused": []}
    level = daily(date.today())
    index = round(level.pace / (level.par * 0.4), 3)
    (kim,) = json.loads(call("ladder", "--json", "--data", str(mine)).stdout)["players"]
    assert (kim["place"], kim["name"], kim["own"], kim["index"]) == (1, "Kim", False, index)
    assert list(kim["days"]) == [date.today().isoformat()]
    shown = call("ladder", "--data", str(mine)).stdout
    assert re.search(rf"1  Kim .*{index:.2f}    {index:.2f}$", shown.strip())


@pytest.mark.real
def test_solve_prints_one_json_object_that_check_replays(tmp_path: Path) -> None:
    command = ("solve", "haisty", "--seed", "46", "--rule", "any_part=yes", "--seconds", "30", "--json")
    first, second = call(*command), call(*command)
    assert (first.returncode, first.stderr) == (0, "")
    facts, again = json.loads(first.stdout), json.loads(second.stdout)
    assert list(facts) == ["game", "seed", "rules", "verdict", "moves", "expanded", "seconds"]
    assert (facts["game"], facts["seed"], facts["verdict"]) == ("haisty", 46, "won")
    rules = {"any_part": True, "round_corner": True, "auto_knock": False, "speltorka_any_time": False}
    assert facts["rules"] == rules
    assert 0 < facts["seconds"] < 30
    assert all(isinstance(move, str) for move in facts["moves"])
    assert again["moves"] == facts["moves"]
    path = tmp_path / "found.json"
    path.write_text(first.stdout)
    assert call("check", str(path)).returncode == 0
    path.write_text(first.stdout.replace('"seed":46', '"seed":47'))
    lie = call("check", str(path))
    assert (lie.returncode, lie.stdout) == (1, "")
    assert is_one_line(lie.stderr)


def test_solve_tells_verdict_and_moves_as_text() -> None:
    done = call("solve", "paare", "--seed", "18531", "--seconds", "60")
    assert (done.returncode, done.stderr) == (0, "")
    assert "comes out" in done.stdout
    assert done.stdout.split().count("T>Fx2") == 26
    assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.real
@pytest.mark.parametrize(
    ("seed", "seconds", "verdict"), [(1, "60", "hopeless"), (18531, "1e-9", "undecided")]
)
def test_what_is_not_solved_is_exit_code_1(seed: int, seconds: str, verdict: str, tmp_path: Path) -> None:
    done = call("solve", "paare", "--seed", str(seed), "--seconds", seconds, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    facts = json.loads(done.stdout)
    assert (facts["verdict"], facts["moves"]) == (verdict, [])
    path = tmp_path / "found.json"
    path.write_text(done.stdout)
    assert call("check", str(path)).returncode == 1


def test_a_level_is_solved_and_checked(tmp_path: Path) -> None:
    moves = " ".join(json.loads(call("solve", "paare", "--seed", "18531", "--json").stdout)["moves"])
    path = tmp_path / "my.toml"
    times = "limit = 90\nbronze = 30\nsilver = 20\ngold = 10\ngrade = 1"
    path.write_text(f'game = "paare"\nseed = 18531\n{times}\nsolution = "{moves}"\n')
    assert call("check", str(path)).returncode == 0
    assert json.loads(call("solve", str(path), "--json").stdout)["moves"] == moves.split()
    for more in (("--seed", "1"), ("--rule", "a=b")):
        refused = call("solve", str(path), *more)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert is_one_line(refused.stderr)
    path.write_text(path.read_text().replace("18531", "18532"))
    lie = call("check", str(path))
    assert (lie.returncode, lie.stdout) == (1, "")
    assert is_one_line(lie.stderr)
    assert str(path) in lie.stderr


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ('"seed":1,', '"seed":2,', "has no place"),
        ("\nend\n", "\nopen\n", "was won"),
        ('"seats":2', '"seats":9', "do not fit"),
        (" ready\n", " reddy\n", "not a move"),
        ('"any_part"', '"any_thing"', "no option"),
        ('"game":"haisty"', '"game":"whist"', "no game"),
        ('"backs":[0,1]', '"backs":[0,8]', "damaged"),
    ],
)
def test_a_replays_fault_is_said_in_the_language_asked_for(
    replay: str, tmp_path: Path, old: str, new: str, left: str
) -> None:
    path = tmp_path / "match.replay"
    assert old in replay
    path.write_text(replay.replace(old, new))
    english, other = call("check", str(path)), call("check", str(path), "--lang", "de")
    assert left in english.stderr
    assert left not in other.stderr
    assert english.returncode == other.returncode
    assert is_one_line(other.stderr)


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A replay of two seats, as files without a digest are."""
    folder = tmp_path_factory.mktemp("data")
    call(*QUICK, str(folder))
    (path,) = (folder / "replays").glob("*.replay")
    return path.read_text().rpartition("sha256")[0]


@pytest.mark.real
def test_challenges_are_listed_without_a_display(tmp_path: Path) -> None:
    done = run("challenge", "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    listed, grades = done.stdout.split("\n\n")
    lines = listed.splitlines()
    assert len(grades.splitlines()) == 5 * sum(not kind.reflex for kind in games().values())
    assert grades.startswith("acht-mal-acht-01 – 12") and "Gentle: A careful player wins" in grades
    assert lines[0].split() == ["Name", "author", "gold", "silver", "bronze", "Best", "time"]
    assert [line.split()[0] for line in lines[1:-1]] == [level.id for level in levels()[0]]
    assert lines[-1].startswith("daily-2")
    assert all(re.fullmatch(r"(\d+:\d\d ?){4}", " ".join(line.split()[1:])) for line in lines[1:])


@pytest.mark.real
def test_a_name_that_is_offered_is_taken_by_every_command(days: Days) -> None:
    level = daily(days.first)
    offered = call("challenge", "none").stderr
    assert "there are daily, acht-mal-acht-01 … 60," in offered
    assert call("check", "none-01").stderr == offered.replace("'none'", "'none-01'")
    for name in ("daily", level.id):
        checked = call("check", name)
        assert (checked.returncode, checked.stderr) == (0, "")
        assert f"{level.game}, seed {level.seed}" in checked.stdout
        solved = json.loads(call("solve", name, "--json", "--seconds", "1").stdout)
        assert (solved["game"], solved["seed"]) == (level.game, level.seed)
        raced = run("race", name)
        assert raced.stdout == "Against the other run\n"
        assert {run(command, name).stderr for command in ("watch", "challenge")} == {raced.stderr}
        assert "no display" in raced.stderr
    days.turn()
    assert f"seed {daily(days.next).seed}" in call("check", "daily").stdout


@pytest.mark.real
@signals
def test_damaged_files_are_told_beside_the_list_of_challenges_and_a_served_table(tmp_path: Path) -> None:
    (tmp_path / "records.db").write_bytes(b"no database" * 500)
    listed = run("challenge", "--data", str(tmp_path))
    assert listed.returncode == 0
    assert is_one_line(listed.stderr)
    assert "records-damaged-1.db" in listed.stderr
    assert "paare-12" in listed.stdout
    (tmp_path / "settings.json").write_bytes(b"{")
    served = begun("serve", "--port", "0", "--data", str(tmp_path))
    assert served.stdout
    assert "is open" in served.stdout.readline()
    fault = ended(served, signal.SIGTERM)[2]
    assert is_one_line(fault)
    assert "settings.json" in fault


@pytest.mark.real
def test_the_list_of_challenges_shows_the_own_best_and_its_medal_if_its_run_is_there(tmp_path: Path) -> None:
    level = named("paare-01")
    run_won, solo = paced(level.variant(), level.seed, level.line(), level.id)
    won = result_of(run_won, solo, level, 1)
    lost = replace(won, won=False, medal="", time=1_000_000)
    records, _notice = open_results(tmp_path)
    for one in (replace(won, time=90_000_000), lost):
        records.add(one)
    saved = save_result(run_won, won, records, tmp_path).result
    records.close()

    def listed() -> str:
        done = run("challenge", "--data", str(tmp_path), "--lang", "sv")
        return next(line for line in done.stdout.splitlines() if line.startswith("paare-01"))

    assert listed().endswith("0:36 brons")
    run_path(tmp_path, saved.run).unlink()
    assert listed().endswith("0:36"), "anyone could have written that row"


@pytest.mark.real
def test_neither_numpy_nor_the_network_is_on_the_way_to_playing() -> None:
    """Ten megabytes each."""
    code = (
        "import sys, main, game.ui.launch.match; "
        "sys.exit(any(name in sys.modules for name in ('numpy', 'cryptography', 'game.lan')))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.real
def test_nothing_is_prepared_for_other_commands_nor_looked_for_by_pygame_before_the_first_frame(
    tmp_path: Path,
) -> None:
    code = (
        "import sys, main; from game.cli import arguments; from game.ui.engine.window import Window\n"
        "needless = {'zipfile', 'importlib.readers', 'pygame.freetype'}\n"
        "Window.present = lambda *_: sys.exit(7 if needless.isdisjoint(sys.modules) else 8)\n"
        "arguments.parser = lambda *_: sys.exit(9)\n"
        "main.main()"
    )
    command = [sys.executable, "-c", code, "--size", "1280x720", "--data", str(tmp_path)]
    silent = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    assert subprocess.run(command, cwd=ROOT, env=silent, check=False).returncode == 7


def test_a_table_is_looked_for_on_the_port_that_was_said() -> None:
    told = call("find", "--json", "--port", "1")
    assert (told.returncode, json.loads(told.stdout)) == (1, {"tables": []})

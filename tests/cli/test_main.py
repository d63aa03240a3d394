"""The command line as a player meets it: whole processes, exit codes, one line for whatever is wrong."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.challenges.level import named
from game.core.limits import line
from game.storage.results import Result, open_records

ROOT = Path(__file__).parents[2]


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """main.py as a process of its own, without any display."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))
    }
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        env=kept | {"LC_ALL": "C.UTF-8"} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text


def test_demo_prints_one_json_object_and_the_same_seed_the_same_match(tmp_path: Path) -> None:
    command = ("demo", "--fast", "--json", "--seats", "4", "--seed", "11", "--data", str(tmp_path))
    first, second = run(*command), run(*command)
    assert first.returncode == 0
    facts, again = json.loads(first.stdout), json.loads(second.stdout)
    assert list(facts) == ["seats", "seed", "rounds", "totals", "winner", "replay", "seconds"]
    assert (facts["seats"], facts["seed"]) == (4, 11)
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
    assert run("check", facts["replay"]).returncode == 0


@pytest.mark.parametrize("name", ["王" * 24, "a\u0308" * 24, "  ß ø 😀 ", "Maximiliane’s table"])
def test_served_table_is_found_by_the_name_it_was_given(name: str, tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    command = (
        sys.executable,
        "main.py",
        "serve",
        "--name",
        name,
        "--port",
        str(port),
        "--data",
        str(tmp_path),
    )
    served = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert served.stdout
        assert line(name).strip() in served.stdout.readline()
    finally:
        served.send_signal(signal.SIGINT)
        served.wait(20)


def test_demo_tells_rounds_and_standings_in_the_players_language(tmp_path: Path) -> None:
    told = run("demo", "--fast", "--seats", "2", "--seed", "1", "--lang", "sv", "--data", str(tmp_path))
    assert told.returncode == 0
    assert "vinner" in told.stdout


def test_check_tells_a_lie_from_damage(tmp_path: Path) -> None:
    facts = json.loads(
        run("demo", "--fast", "--json", "--seats", "2", "--seed", "1", "--data", str(tmp_path)).stdout
    )
    path = Path(facts["replay"])
    text = path.read_text()
    path.write_text(text.replace('"seed":1,', '"seed":2,'))
    lies = [run(command, str(path)) for command in ("check", "watch")]
    for lie in lies:
        assert lie.returncode == 1
        assert lie.stdout == ""
        assert is_one_line(lie.stderr)
        assert "does not replay" in lie.stderr
    assert lies[0].stderr == lies[1].stderr
    path.write_text(text[: len(text) // 2])
    for command in ("check", "watch"):
        damage = run(command, str(path))
        assert damage.returncode == 2
        assert is_one_line(damage.stderr)
        assert str(path) in damage.stderr


def test_solve_prints_one_json_object_that_check_replays(tmp_path: Path) -> None:
    command = ("solve", "haisty", "--seed", "46", "--rule", "any_part=yes", "--seconds", "30", "--json")
    first, second = run(*command), run(*command)
    assert (first.returncode, first.stderr) == (0, "")
    facts, again = json.loads(first.stdout), json.loads(second.stdout)
    assert list(facts) == ["game", "seed", "rules", "verdict", "moves", "expanded", "seconds"]
    assert (facts["game"], facts["seed"], facts["verdict"]) == ("haisty", 46, "won")
    rules = {"any_part": True, "round_corner": True, "auto_knock": False, "exposed": False}
    assert facts["rules"] == rules
    assert 0 < facts["seconds"] < 30
    assert all(isinstance(move, str) for move in facts["moves"])
    assert again["moves"] == facts["moves"]
    path = tmp_path / "found.json"
    path.write_text(first.stdout)
    assert run("check", str(path)).returncode == 0
    path.write_text(first.stdout.replace('"seed":46', '"seed":47'))
    lie = run("check", str(path))
    assert (lie.returncode, lie.stdout) == (1, "")
    assert is_one_line(lie.stderr)


def test_solve_tells_verdict_and_moves_as_text() -> None:
    done = run("solve", "paare", "--seed", "18531", "--seconds", "60")
    assert (done.returncode, done.stderr) == (0, "")
    assert "comes out" in done.stdout
    assert done.stdout.split().count("T>Fx2") == 26
    assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.parametrize(
    ("seed", "seconds", "verdict"), [(1, "60", "hopeless"), (18531, "1e-9", "undecided")]
)
def test_what_is_not_solved_is_exit_code_1(seed: int, seconds: str, verdict: str, tmp_path: Path) -> None:
    done = run("solve", "paare", "--seed", str(seed), "--seconds", seconds, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    facts = json.loads(done.stdout)
    assert (facts["verdict"], facts["moves"]) == (verdict, [])
    path = tmp_path / "found.json"
    path.write_text(done.stdout)
    assert run("check", str(path)).returncode == 1


def test_a_level_is_solved_and_checked(tmp_path: Path) -> None:
    moves = " ".join(json.loads(run("solve", "paare", "--seed", "18531", "--json").stdout)["moves"])
    path = tmp_path / "my.toml"
    times = "limit = 90\nbronze = 30\nsilver = 20\ngold = 10\ngrade = 1"
    path.write_text(f'game = "paare"\nseed = 18531\n{times}\nsolution = "{moves}"\n')
    assert run("check", str(path)).returncode == 0
    assert json.loads(run("solve", str(path), "--json").stdout)["moves"] == moves.split()
    for more in (("--seed", "1"), ("--rule", "a=b")):
        refused = run("solve", str(path), *more)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert is_one_line(refused.stderr)
    path.write_text(path.read_text().replace("18531", "18532"))
    lie = run("check", str(path))
    assert (lie.returncode, lie.stdout) == (1, "")
    assert is_one_line(lie.stderr)
    assert str(path) in lie.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("whist",),
        ("--nonsense",),
        ("haisty", "--bots", "0"),
        ("haisty", "--bots", "8"),
        ("haisty", "--level", "godlike"),
        ("haisty", "--seed", "-1"),
        ("demo", "--seats", "1"),
        ("demo", "--seats", "9"),
        ("demo", "--seats", "many"),
        ("host", "--name", "x" * 25),
        ("host", "--name", "a\x1b[2J"),
        ("serve", "--name", "\u202eabc"),
        ("join", "--name", "x" * 17),
        ("join", "--name", "a\nb"),
        ("join", "--code", "x" * 65),
        ("host", "--code", "  "),
        ("host", "--code", "\x9b"),
        ("join", "x" * 301),
        ("join", "fe80::1%\x1b[2J"),
        ("--size", "12x9"),
        ("--size", "big"),
        ("--lang", "fr"),
        ("--fullscreen", "--windowed"),
        ("check",),
        ("check", "/nonexistent.replay"),
        ("watch", "/nonexistent.replay"),
        ("demo", "--data", "/dev/null/x"),
        ("--data", "/dev/null/x"),
        ("solve",),
        ("solve", "whist"),
        ("solve", "nolevel.toml"),
        ("solve", "README.md"),
        ("solve", "haisty", "--seed", "-1"),
        ("solve", "haisty", "--seconds", "0"),
        ("solve", "haisty", "--seconds", "nan"),
        ("solve", "haisty", "--seconds", "soon"),
        ("solve", "haisty", "--rule", "any_part"),
        ("solve", "haisty", "--rule", "any_part=perhaps"),
        ("solve", "haisty", "--rule", "any_thing=yes"),
        ("solve", "acht-mal-acht", "--seconds", "1", "--rule", "passes=1", "--rule", "passes=3"),
        ("play", "acht-mal-acht", "--rule", "passes=1", "--rule", "passes=3"),
        ("check", "nolevel.toml"),
        ("check", "pyproject.toml"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert is_one_line(done.stderr)
    assert done.stderr.startswith("main.py")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--lang sv haisty --bots 9", "--bots: '9' är inte ett heltal från 1 till 7"),
        ("demo --seats 9 --lang sv", "--seats: '9' är inte ett heltal från 2 till 8"),
        ("--lang sv --size 10x10", "--size: 10x10 ligger inte mellan 1280x720 och 15360x8640"),
        ("--lang de --size big", "--size: 'big' ist nicht BxH wie 1920x1080"),
        ("--lang sv check nofile", "nofile: filen eller mappen finns inte"),
        ("--lang de watch nofile", "nofile: Datei oder Ordner nicht gefunden"),
        ("check game --lang sv", "game: det är en mapp"),
        ("--lang de check README.md", "README.md ist keine vollständige Aufzeichnung dieser Version"),
        ("--lang sv watch sprites/table.png", "sprites/table.png är ingen inspelning"),
        (
            "--lang sv demo --data main.py/x",
            "det går inte att skriva i main.py/x: en fil ligger på dess plats",
        ),
        ("--lang de haisty", "es gibt keinen Bildschirm zum Spielen; `main.py demo` spielt ohne"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_asked_for(arguments: str, said: str) -> None:
    done = run(*arguments.split(), LC_ALL="C.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    program, _, line = done.stderr.strip().partition(": ")
    assert program in ("main.py", "main.py haisty", "main.py demo")
    assert line == said


@pytest.mark.parametrize("code", ["sv", "de"])
@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ('"seed":1,', '"seed":2,', "has no place"),
        ("\nend\n", "\nopen\n", "was won"),
        ('"seats":2', '"seats":9', "do not fit"),
        (" ready\n", " reddy\n", "not a move"),
        ('"any_part"', '"any_thing"', "no house rule"),
        ('"game":"haisty"', '"game":"whist"', "no game"),
        ('"backs":[0,1]', '"backs":[0,8]', "damaged"),
    ],
)
def test_a_replays_fault_is_said_in_the_language_asked_for(
    replay: str, tmp_path: Path, code: str, old: str, new: str, left: str
) -> None:
    path = tmp_path / "match.replay"
    assert old in replay
    path.write_text(replay.replace(old, new))
    english, other = run("check", str(path)), run("check", str(path), "--lang", code)
    assert left in english.stderr
    assert left not in other.stderr
    assert english.returncode == other.returncode
    assert is_one_line(other.stderr)


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A replay of two seats."""
    folder = tmp_path_factory.mktemp("data")
    run(*QUICK, str(folder))
    (path,) = (folder / "replays").iterdir()
    return path.read_text()


@pytest.mark.parametrize("arguments", [(), ("haisty",)])
def test_without_a_display_one_line_names_the_demo(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*arguments, "--data", str(tmp_path))
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert "main.py demo" in done.stderr


def test_common_options_may_stand_before_the_command(tmp_path: Path) -> None:
    done = run(
        "--data", str(tmp_path), "--lang", "de", "demo", "--fast", "--json", "--seats", "2", "--seed", "1"
    )
    assert done.returncode == 0
    assert str(tmp_path) in json.loads(done.stdout)["replay"]


ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def begun(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """main.py at work in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"LC_ALL": "C.UTF-8"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(program: "subprocess.Popen[str]", number: int) -> tuple[int, str, str]:
    """Its exit code and what it said after the signal."""
    program.send_signal(number)
    said, fault = program.communicate(timeout=20)
    return program.returncode, said, fault


def wait_for(path: Path, name: str) -> Path:
    """The first file of that name there, as soon as there is one."""
    until = time.monotonic() + 30
    while not (found := list(path.glob(name))):
        assert time.monotonic() < until, f"no {name} in {path}"
        time.sleep(0.05)
    return found[0]


@pytest.mark.parametrize("number", ENDS)
def test_a_signal_ends_quietly_and_keeps_what_was_played(number: int, tmp_path: Path) -> None:
    program = begun("demo", "--seed", "1", "--data", str(tmp_path))
    wait_for(tmp_path, "replays")
    time.sleep(4)  # the bots' processes start and come to the table
    assert ended(program, number) == (128 + number, "", "")
    (kept,) = (tmp_path / "replays").iterdir()
    assert run("check", str(kept)).returncode == 0


@pytest.mark.parametrize("number", ENDS)
def test_a_signal_closes_the_window_and_keeps_what_was_played(number: int, tmp_path: Path) -> None:
    program = begun("haisty", "--seed", "1", "--data", str(tmp_path), SDL_VIDEODRIVER="dummy")
    wait_for(tmp_path, "replays")
    time.sleep(1)
    assert ended(program, number) == (128 + number, "", "")
    (kept,) = (tmp_path / "replays").glob("*.replay")
    assert run("check", str(kept)).returncode == 0


@pytest.mark.parametrize("number", ENDS)
def test_a_signal_ends_a_served_table_and_its_bots_are_told(number: int, tmp_path: Path) -> None:
    served = begun("serve", "--port", "0", "--seats", "2", "--bots", "1", "--data", str(tmp_path))
    assert served.stdout
    port = served.stdout.readline().split("port ")[1].split(".")[0]
    bot = begun("join", f"127.0.0.1:{port}", "--bot", "hard", "--data", str(tmp_path / "other"))
    time.sleep(5)  # it sits down, and the first round begins
    code, _said, fault = ended(served, number)
    assert (code, fault) == (128 + number, "")
    assert (bot.communicate(timeout=20), bot.returncode) == (("", ""), 0)
    (kept,) = (tmp_path / "replays").iterdir()
    assert run("check", str(kept)).returncode == 0


@pytest.mark.parametrize("number", ENDS)
def test_a_signal_ends_a_bot_and_a_search(number: int, tmp_path: Path) -> None:
    served = begun("serve", "--port", "0", "--data", str(tmp_path))
    assert served.stdout
    port = served.stdout.readline().split("port ")[1].split(".")[0]
    bot = begun("join", f"127.0.0.1:{port}", "--bot", "hard", "--data", str(tmp_path / "other"))
    search = begun("solve", "acht-mal-acht", "--seed", "1", "--rule", "passes=1", "--seconds", "60")
    time.sleep(3)
    assert ended(bot, number) == (128 + number, "", "")
    assert ended(search, number) == (128 + number, "", "")
    served.kill()
    served.communicate()


def test_ctrl_c_is_quiet_while_the_program_is_still_being_read_in(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text("import time\nprint('here', flush=True)\ntime.sleep(60)\n")
    program = begun("find", PYTHONPATH=str(tmp_path))
    assert program.stdout
    assert program.stdout.readline() == "here\n"
    assert ended(program, signal.SIGINT) == (128 + signal.SIGINT, "", "")


def test_what_nohup_ignores_is_ignored(tmp_path: Path) -> None:
    program = subprocess.Popen(
        ["nohup", sys.executable, "main.py", "serve", "--port", "0", "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    program.stdout.readline()
    program.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert program.poll() is None
    assert ended(program, signal.SIGTERM)[0] == 128 + signal.SIGTERM


QUICK = ("demo", "--fast", "--seats", "2", "--seed", "1", "--data")


@pytest.mark.parametrize("arguments", [QUICK, ("--help",)])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_gone_is_no_fault(
    arguments: tuple[str, ...], unbuffered: str, tmp_path: Path
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "main.py", *arguments, *([str(tmp_path)] if arguments == QUICK else [])],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "main.py", *QUICK, str(tmp_path)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert is_one_line(done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder whose name is no text")
@pytest.mark.parametrize("more", [(), ("--json",), ("--lang", "sv")])
def test_any_folder_and_any_encoding_will_do(more: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff\xc3\xa5")
    done = run(*QUICK, str(folder), *more, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    if "--json" in more:
        assert Path(json.loads(done.stdout)["replay"]).parents[2] == folder


def test_a_folder_for_replays_that_cannot_be_is_told_before_the_match(tmp_path: Path) -> None:
    (tmp_path / "replays").write_text("mine")
    done = run("demo", "--seed", "1", "--data", str(tmp_path))  # in real time: it would take minutes
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert (tmp_path / "replays").read_text() == "mine"


@pytest.mark.parametrize("closed", ["2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"])
@pytest.mark.parametrize(("arguments", "code"), [(QUICK, 0), (("check", "nofile"), 2), (("--help",), 0)])
def test_without_standard_streams_all_goes_as_ever(
    arguments: tuple[str, ...], code: int, closed: str, tmp_path: Path
) -> None:
    data = [str(tmp_path)] if arguments == QUICK else []
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "main.py", *arguments, *data],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    assert bool(done.stdout) == (code == 0 and "1" not in closed)


def test_a_window_opens_without_standard_error(tmp_path: Path) -> None:
    program = subprocess.Popen(
        ["sh", "-c", 'exec "$0" main.py haisty --data "$1" 2>&-', sys.executable, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
    )
    wait_for(tmp_path, "replays")
    time.sleep(1)  # the first frame, then the sounds
    program.terminate()
    assert program.wait(20) == 128 + signal.SIGTERM


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("play whist", "there is no game 'whist'; there are acht-mal-acht, farbwechsel, haisty, "),
        ("solve whist", "there is no game 'whist'; there are acht-mal-acht, farbwechsel, haisty, "),
        ("play haisty --rule moon=yes", "has no house rule 'moon'; it has any_part, round_corner, "),
        ("play paare --rule moon=yes", "paare has no house rule 'moon'; it has none"),
        ("play haisty --rule any_part=perhaps", "any_part is one of false, true, not 'perhaps'"),
        ("challenge whist", "there is no challenge 'whist'; there are daily, acht-mal-acht-01 … 12, "),
        ("whist", "choose from 'haisty', 'play', "),
        ("haisty --level godlike", "choose from 'easy', 'medium', 'hard'"),
        ("--lang sv play whist", "det finns inget spel 'whist'; det finns acht-mal-acht, "),
        ("--lang sv challenge whist", "det finns ingen utmaning 'whist'; det finns daily, "),
        ("--lang sv whist", "välj bland 'haisty', 'play', "),
        ("--lang sv check", "de här argumenten saknas: FIL"),
        ("--lang sv find x", "okända argument: x"),
        ("--lang sv --fullscreen --windowed", "--windowed: går inte ihop med --fullscreen"),
        ("--lang de play paare --rule moon=yes", "paare kennt keine Hausregel 'moon'; es hat keine"),
        ("--lang de haisty --bots", "--bots: ein Wert fehlt"),
        ("--lang de find --json=3", "--json: nimmt keinen Wert an ('3')"),
    ],
)
def test_what_is_wrong_names_what_there_is(arguments: str, said: str) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    assert said in done.stderr


LONG = "9" * 5_000


@pytest.mark.parametrize(
    "arguments",
    [
        ("haisty", "--bots", LONG),
        ("haisty", "--seed", LONG),
        ("--size", f"{LONG}x{LONG}"),
        ("solve", "haisty", "--seconds", LONG),
        ("play", LONG),
        ("play", "haisty", "--rule", f"any_part={LONG}"),
        ("play", "acht-mal-acht", "--rule", f"passes={LONG}"),
        ("challenge", LONG),
        ("check", LONG),
        ("watch", "two\nlines"),
        ("find", "two\nlines"),
        ("two\nlines",),
        ("check", os.fsdecode(b"\xff\xfe")),
        ("join", "two\nlines", "--bot", "hard"),
    ],
)
def test_what_is_wrong_is_one_short_line_however_long_it_is(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert len(done.stderr) < 600


def commands() -> list[str]:
    """The names of all commands, and no name for the program itself."""
    found = run("nosuch").stderr.partition("choose from ")[2]
    return ["", *(name.strip("') \n") for name in found.split(","))]


@pytest.mark.parametrize("code", ["sv", "de"])
def test_help_is_whole_in_every_language(code: str) -> None:
    for command in commands():
        english, other = (run(*filter(None, (command, "--help", "--lang", each))) for each in ("en", code))
        assert other.returncode == 0
        words = [set(re.split(r"\s{2,}|\n", text.stdout)) for text in (english, other)]
        same = {word for word in words[0] & words[1] if " " in word}
        # Options and their one-letter values stay; headings and what is said of them does not.
        left = {word for word in same if not re.fullmatch(r"[]|[]*-.*", word.strip())}
        assert left <= {"acht-mal-acht, rot-und-schwarz, …"}
        assert other.stdout.partition(":")[0] != "usage"


def test_challenges_are_listed_without_a_display(tmp_path: Path) -> None:
    done = run("challenge", "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["Name", "gold", "silver", "bronze", "Best", "time"]
    levels = sorted(path.stem for path in (ROOT / "levels").glob("*.toml"))
    assert [line.split()[0] for line in lines[1:-1]] == levels
    assert lines[-1].startswith("daily-2")
    assert all(re.fullmatch(r"(\d+:\d\d ?){3}", " ".join(line.split()[1:])) for line in lines[1:])


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


def test_the_list_of_challenges_shows_the_own_best(tmp_path: Path) -> None:
    level = named("paare-01")
    records, _notice = open_records(tmp_path)
    for time_taken, won in ((90_000_000, True), (61_900_000, True), (1_000_000, False)):
        records.add(
            Result(
                game="paare",
                seed=level.seed,
                challenge=level.id,
                won=won,
                placed=52,
                cards=52,
                time=time_taken,
                medal="silver" if won else "",
                when=1,
            )
        )
    records.close()
    done = run("challenge", "--data", str(tmp_path), "--lang", "sv")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("paare-01"))
    assert line.endswith("1:01 silver")


def test_help_lists_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    for name in ("haisty", "demo", "solve", "watch", "check"):
        assert name in done.stdout


def test_numpy_is_not_on_the_way_to_playing() -> None:
    code = "import sys, main, game.ui.table.scene, game.sessions.local; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_a_description_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "shown.json"):
        refused = run(
            "--describe", str(path), "--data", str(tmp_path), "--lang", "en", SDL_VIDEODRIVER="dummy"
        )
        assert refused.returncode == 2
        assert is_one_line(refused.stderr)
        assert str(path) in refused.stderr


def test_a_table_is_looked_for_on_the_port_that_was_said() -> None:
    told = run("find", "--json", "--port", "1")
    assert (told.returncode, json.loads(told.stdout)) == (1, {"tables": []})

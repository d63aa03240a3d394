"""What is wrong on the command line is one line, in the language asked for, and names what there is."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.program import call, is_one_line, run


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
        ("serve", "--game", "whist"),
        ("serve", "--game", "x" * 300),
        ("serve", "--game", "paare-99\n"),
        ("host", "--game", "cup:"),
        ("host", "--game", "paare/6"),
        ("host", "--game", "paare+45"),
        ("host", "--game", "daily"),
        ("host", "--game", "duel:paare/2"),
        ("host", "--game", "quick:paare"),
        ("serve", "--game", "paare", "--best-of", "2"),
        ("serve", "--game", "paare", "--best-of", "9"),
        ("serve", "--game", "cup:paare", "--best-of", "3"),
        ("host", "--game", "cup", "--seats", "2"),
        ("host", "--best-of", "3"),
        ("host", "--seats", "2", "--bots", "2"),
        ("serve", "--seats", "2", "--bots", "3"),
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
    done = call(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert is_one_line(done.stderr)
    assert done.stderr.startswith("main.py")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--lang sv haisty --bots 9", "--bots: '9' är inte ett heltal från 1 till 7"),
        ("demo --seats 9 --lang sv", "--seats: '9' är inte ett heltal från 2 till 8"),
        ("--lang sv --size 10x10", "--size: 10x10 ligger inte mellan 1024x600 och 15360x8640"),
        ("--lang de --size big", "--size: 'big' ist nicht BxH wie 1920x1080"),
        ("--lang sv check nofile", "nofile: filen eller mappen finns inte"),
        ("--lang de watch nofile", "nofile: Datei oder Ordner nicht gefunden"),
        ("check game --lang sv", "game: det är en mapp"),
        ("--lang de check README.md", "README.md ist keine vollständige Aufzeichnung dieser Version"),
        ("--lang sv watch sprites/table.png", f"{Path('sprites/table.png')} är ingen textfil i UTF-8"),
        (
            "--lang sv demo --data main.py/x",
            f"det går inte att skriva i {Path('main.py/x')}: en fil ligger på dess plats",
        ),
    ],
)
def test_what_is_wrong_is_said_in_the_language_asked_for(arguments: str, said: str) -> None:
    done = call(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    program, _, line = done.stderr.strip().partition(": ")
    assert program in ("main.py", "main.py haisty", "main.py demo")
    assert line == said


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="there is always a display there")
def test_without_a_display_one_line_names_the_demo(tmp_path: Path) -> None:
    for arguments, said in (
        ((), "there is no display to play on; `main.py demo` plays without one"),
        (("haisty", "--lang", "de"), "es gibt keinen Bildschirm zum Spielen; `main.py demo` spielt ohne"),
        (
            ("serve", "--show", "--json", "--port", "0"),
            "there is no display to show the table on; without --show it is served all the same",
        ),
    ):
        done = run(*arguments, "--data", str(tmp_path))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"main.py: {said}\n"


def test_common_options_may_stand_before_the_command(tmp_path: Path) -> None:
    done = call(
        "--data", str(tmp_path), "--lang", "de", "demo", "--fast", "--json", "--seats", "2", "--seed", "1"
    )
    assert done.returncode == 0
    assert str(tmp_path) in json.loads(done.stdout)["replay"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("play whist", "there is no game 'whist'; there are acht-mal-acht, farbwechsel, haisty, "),
        ("solve whist", "there is no game 'whist'; there are acht-mal-acht, farbwechsel, haisty, "),
        ("play haisty --rule moon=yes", "has no option 'moon'; it has any_part, round_corner, "),
        ("play paare --rule moon=yes", "paare has no option 'moon'; it has none"),
        ("play haisty --rule any_part=perhaps", "any_part is one of false, true, not 'perhaps'"),
        ("check paare-61", "there is no challenge 'paare-61'; there are paare-"),
        ("challenge farbwechsl-07", "there are farbwechsel-07, "),
        ("challenge whist", "there is no challenge 'whist'; there are daily, acht-mal-acht-01 … 60, "),
        ("whist", "choose from 'haisty', 'play', "),
        ("haisty --level godlike", "choose from 'easy', 'medium', 'hard'"),
        ("--lang sv play whist", "det finns inget spel 'whist'; det finns acht-mal-acht, "),
        ("--lang sv challenge whist", "det finns ingen utmaning 'whist'; det finns daily, "),
        ("--lang sv whist", "välj bland 'haisty', 'play', "),
        ("--lang sv check", "de här argumenten saknas: FIL"),
        ("--lang sv find x", "okända argument: x"),
        ("--lang sv --fullscreen --windowed", "--windowed: går inte ihop med --fullscreen"),
        ("--lang de play paare --rule moon=yes", "paare hat keine wählbare Regel 'moon'; es hat keine"),
        ("--lang de haisty --bots", "--bots: ein Wert fehlt"),
        ("join 1.2.3.4.5 --bot easy", "not an IPv4"),
        ("join 127.0.0.1:99999 --bot easy", "port"),
        ("join --bot sly", "sly"),
        ("serve --seats 9", "2"),
        ("serve --code ''", "code"),
        ("serve --name 'a name that is far too long'", "24"),
        ("host --port 65536", "65535"),
        ("--lang de find --json=3", "--json: nimmt keinen Wert an ('3')"),
    ],
)
def test_what_is_wrong_names_what_there_is(arguments: str, said: str) -> None:
    done = call(*shlex.split(arguments))
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
        ("serve", "--game", LONG),
        ("host", "--game", f"{LONG}/9"),
        ("check", LONG),
        ("watch", "two\nlines"),
        ("find", "two\nlines"),
        ("two\nlines",),
        ("check", "\udcff\udcfe"),
        ("join", "two\nlines", "--bot", "hard"),
    ],
)
def test_what_is_wrong_is_one_short_line_however_long_it_is(arguments: tuple[str, ...]) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert len(done.stderr) < 600


def commands() -> list[str]:
    """The names of all commands, and no name for the program itself."""
    found = call("nosuch").stderr.partition("choose from ")[2]
    return ["", *(name.strip("') \n") for name in found.split(","))]


@pytest.mark.parametrize("code", ["sv", "de"])
def test_help_is_whole_in_every_language(code: str) -> None:
    for command in commands():
        english, other = (call(*filter(None, (command, "--help", "--lang", each))) for each in ("en", code))
        assert other.returncode == 0
        words = [set(re.split(r"\s{2,}|\n", text.stdout)) for text in (english, other)]
        same = {word for word in words[0] & words[1] if " " in word}
        # Options and their one-letter values stay; headings and what is said of them does not.
        left = {word for word in same if not re.fullmatch(r"[]|[]*-.*", word.strip())}
        assert left <= {"acht-mal-acht, rot-und-schwarz, …", "add ..."}
        assert other.stdout.partition(":")[0] != "usage"


def test_help_lists_every_command() -> None:
    done = call("--help")
    assert done.returncode == 0
    for name in ("haisty", "demo", "solve", "watch", "check"):
        assert name in done.stdout


@pytest.mark.real
def test_a_description_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "shown.json"):
        refused = run(
            "--describe", str(path), "--data", str(tmp_path), "--lang", "en", SDL_VIDEODRIVER="dummy"
        )
        assert refused.returncode == 2
        assert is_one_line(refused.stderr)
        assert str(path) in refused.stderr

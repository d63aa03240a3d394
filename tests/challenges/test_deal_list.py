"""A list of deals holds what was written, one bad line hides no other, and the names lead into it."""

from pathlib import Path

import pytest
from msgspec.structs import asdict

from game.challenges.level import Deal, LevelError, prove
from game.challenges.level_files import (
    COLUMNS,
    FOLDER,
    chances,
    levels,
    listed,
    named,
    read_level,
    read_list,
)
from game.challenges.replays import check_list, read_replay
from game.core.solo import Solo
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.run_replay import RunReplay
from tests.levelfile import level_text

PAARE = (FOLDER / "paare.toml").read_text("utf-8")
LINES = [line for line in PAARE.splitlines() if line[:1].isdigit()]


def written(folder: Path, text: str, name: str = "paare") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    maker = pytest.importorskip("levels.make_levels", reason="needs numpy, which Wine does not load")
    for path in (FOLDER / "zahlenpatience.toml", FOLDER / "paare.toml"):
        whole = listed(path)
        deals = [Deal(**{field: asdict(level)[field] for field in Deal.__struct_fields__}) for level in whole]
        again = written(tmp_path, maker.list_text(whole[0].game, deals, read_list(path).careful), path.stem)
        assert again.read_text("utf-8") == path.read_text("utf-8")
        assert [level.line() for level in listed(again)] == [level.line() for level in whole]


def test_each_challenge_of_a_list_has_its_number() -> None:
    held = read_list(FOLDER / "paare.toml")
    assert len(held) == len(LINES)
    names = list(held.names())
    assert names[:2] == ["paare-01", "paare-02"]
    third = named("paare-03")
    assert (third.id, third.game, str(third.seed)) == ("paare-03", "paare", LINES[2].split()[0])
    assert read_level(FOLDER / "paare-03.toml") == third, "as if it had a file of its own"
    assert len({level.id for level in listed(FOLDER / "paare.toml")}) == len(LINES)


@pytest.mark.parametrize("name", ["paare", "paare-00", "paare-1", "paare-061", "paare-99", "paare-", "-01"])
def test_other_numbers_name_nothing(name: str) -> None:
    with pytest.raises(LevelError, match="there is no challenge"):
        named(name)


def test_a_list_is_no_single_level() -> None:
    with pytest.raises(LevelError, match="paare-01"):
        read_level(FOLDER / "paare.toml")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_bad_line_is_told_with_its_name_and_hides_no_other(column: str, tmp_path: Path) -> None:
    words = LINES[4].split()
    words[COLUMNS.index(column)] = "-1"
    written(tmp_path, PAARE.replace(LINES[4], " ".join(words)))
    found, errors = levels(tmp_path)
    if column == "solution":
        with pytest.raises(LevelError) as caught:
            prove(found[4])
        told = str(caught.value)
    else:
        assert "paare-05" not in [level.id for level in found]
        (error,) = errors
        told = str(error)
    assert "\n" not in told
    assert str(tmp_path / "paare.toml") in told
    assert "paare-05" in told
    assert column in told
    assert "paare-06" in [level.id for level in found]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('game = "paare"', 'game = "whist"'),
        ('game = "paare"', ""),
        ('game = "paare"', 'game = "paare"\nmoon = 1'),
        ("deals = '''", "deals = '''\nnothing of the kind"),
        ("rules = [\n    {},\n]", "rules = []"),
        ("rules = [\n    {},\n]", "rules = [{ moon = 1 }]"),
        ("\n".join(LINES), ""),
    ],
)
def test_a_bad_list_is_one_line(old: str, new: str, tmp_path: Path) -> None:
    assert old in PAARE
    path = written(tmp_path, PAARE.replace(old, new))
    with pytest.raises(LevelError) as caught:
        listed(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_list_is_checked_deal_by_deal(tmp_path: Path) -> None:
    text = (FOLDER / "haisty.toml").read_text("utf-8")
    assert check_list(written(tmp_path, text)) == len(listed(FOLDER / "haisty.toml"))
    one, other = (line for line in text.splitlines()[-4:-2])
    swapped = " ".join([*one.split()[:-1], other.split()[-1]])
    with pytest.raises(Mismatch, match="paare-"):
        check_list(written(tmp_path, text.replace(one, swapped)))
    with pytest.raises(ReplayError):
        check_list(written(tmp_path, "deals = 3"))
    assert check_list(written(tmp_path, level_text("paare-01"), "mine")) is None


@pytest.mark.parametrize("said", ["paare-02", "daily-2026-11-22"])
def test_a_challenge_is_watched_by_its_name(said: str) -> None:
    run, solo = read_replay(Path(said))
    assert isinstance(run, RunReplay)
    assert (run.header.challenge, run.header.seed) == (said, named(said).seed)
    assert isinstance(solo, Solo)
    assert solo.won


def test_a_name_of_nothing_is_a_missing_file() -> None:
    with pytest.raises(ReplayError, match="paare-99"):
        read_replay(Path("paare-99"))


def test_how_often_deals_come_out_is_known_if_the_list_states_it(tmp_path: Path) -> None:
    written(tmp_path, PAARE)
    assert chances("paare", tmp_path) == chances("nothing", tmp_path) == ()
    written(tmp_path, PAARE.replace("rules = [", "careful = [9, 101]\nrules = [", 1))
    assert chances("paare", tmp_path) == (), "no more than all"


def test_a_line_that_lacks_a_column_is_told(tmp_path: Path) -> None:
    short = " ".join(LINES[0].split()[:-1])
    with pytest.raises(LevelError, match="paare-01: this is not seed rules author"):
        listed(written(tmp_path, PAARE.replace(LINES[0], short)))

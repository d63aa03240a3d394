"""A text file that an editor, a mail or another system has been at is what it was: with a byte order mark,
other line ends, an empty line more or less at the end."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from game.challenges.ladder import Ladder
from game.challenges.replays import read_replay
from game.cli.check import checked
from game.cli.solve import find_solution
from game.program import files as program_files
from game.rules.staffelpatience import Staffelpatience
from game.storage.match_replay import Company, match_text
from game.storage.packed_run import pack
from game.storage.replay_format import with_digest
from game.storage.run_replay import run_text
from game.storage.settings import Settings, load_settings, save_settings
from tests.challenges.forged import EVE, TODAY, file, played
from tests.levelfile import level_text
from tests.listing import listing
from tests.storage.test_match_replay import BACKS, NAMES
from tests.storage.test_match_replay import played as match_played
from tests.written import refused

EDITED: dict[str, Callable[[bytes], bytes]] = {
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "an empty line more": lambda data: data + b"\n",
    "three empty lines more": lambda data: data + b"\n\n\n",
    "no end of the last line": lambda data: data.removesuffix(b"\n"),
    "other line ends": lambda data: data.replace(b"\n", b"\r\n"),
    "all of it": lambda data: b"\xef\xbb\xbf" + (data + b"\n").replace(b"\n", b"\r\n"),
}


def data_of(name: str) -> bytes:
    """What is in a file of that kind."""
    match name:
        case "match.replay":
            return with_digest(match_text(match_played(), Company(NAMES, BACKS)))
        case "older.replay":
            return match_text(match_played(), Company(NAMES, BACKS)).encode()
        case "signed.run":
            return file(played())
        case "older.run":
            return run_text(played()).encode()
        case "solved.json":
            return msgspec.json.encode(find_solution(Staffelpatience(), 4, 20)) + b"\n"
        case "paare-01.toml":
            return level_text("paare-01").encode()
    return (program_files("levels") / "paare.toml").read_bytes()


KINDS = (
    "match.replay", "older.replay", "signed.run", "older.run", "solved.json", "paare-01.toml", "list.toml",
)  # fmt: skip


@pytest.fixture(scope="module")
def plain() -> dict[str, bytes]:
    return {name: data_of(name) for name in KINDS}


@pytest.mark.parametrize("edited", EDITED)
@pytest.mark.parametrize("name", KINDS)
def test_a_replay_a_solution_and_a_level_are_what_they_were(
    name: str, edited: str, plain: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(plain[name])
    told = checked(path)
    run = read_replay(path)[0] if name != "list.toml" else None
    path.write_bytes(EDITED[edited](plain[name]))
    assert checked(path) == told
    if run:
        assert read_replay(path)[0] == run


@pytest.mark.parametrize("edited", EDITED)
def test_a_run_counts_on_the_ladder_and_goes_on_to_others_as_it_was_signed(
    edited: str, tmp_path: Path
) -> None:
    ladder, data = Ladder(tmp_path), file(played(pace=350_000), EVE)
    assert ladder.add(EDITED[edited](data), TODAY)
    (entry,) = Ladder(tmp_path).entries(TODAY).values()
    assert ladder.packed(entry) == Ladder(tmp_path).packed(entry) == pack(data)
    assert not ladder.add(data, TODAY), "it is the same run"


@pytest.mark.parametrize("edited", EDITED)
def test_settings_are_kept(edited: str, tmp_path: Path) -> None:
    settings, path = Settings(name="Åke", lang="sv", bots=7), tmp_path / "settings.json"
    save_settings(tmp_path, settings)
    path.write_bytes(EDITED[edited](path.read_bytes()))
    assert load_settings(tmp_path) == (settings, None)
    save_settings(tmp_path, settings)
    assert [each.name for each in listing(tmp_path)] == ["settings.json"]


def test_what_is_no_text_is_called_so(tmp_path: Path) -> None:
    for name, data in {"a.replay": b"haisty-run 1\n".decode().encode("utf-16"), "a.toml": b"\xff"}.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert "is not a text file in UTF-8" in refused(read_replay, path)

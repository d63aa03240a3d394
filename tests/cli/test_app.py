"""The wiring: what is wrong with the data folder is told in the window, wherever a command leads."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import app
from game.cli import arguments
from game.core.shuffle import SECRET
from game.core.state import WAITING
from game.i18n import set_language
from game.lan.seat_tokens import SeatTokens
from game.storage.match_replay import read_match
from game.storage.settings import Settings, load_settings, save_settings
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.lobby.lobby import LobbyScene
from game.ui.menu.title import TitleScene
from game.ui.play.scene import PlayScene


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


def opened(*words: str) -> Context:
    """The window as the command line opens it, before the loop that would not end."""
    return app._open(arguments.parser(app.COMMANDS).parse_args(words))


def told(ctx: Context) -> list[str]:
    return [str(notice) for notice in ctx.notices]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ("damaged", "defaults", "put aside")),
        ("sv", ("skadad", "Standardvärdena", "läggs undan")),
        ("de", ("beschädigt", "Vorgaben", "beiseitegelegt")),
    ],
)
def test_damaged_settings_are_told_in_the_players_language_and_put_aside(
    code: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{")
    ctx = opened("--data", str(tmp_path), "--lang", code)
    (notice,) = told(ctx)
    assert all(word in notice for word in (*words, str(path)))
    ctx.save_settings()
    ctx.background.flush()
    assert [file.read_text() for file in tmp_path.glob("settings-damaged-*.json")] == ["{"]
    assert load_settings(tmp_path)[1] is None


def test_a_notice_speaks_the_language_chosen_later(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    ctx = opened("--data", str(tmp_path), "--lang", "sv")
    set_language("de")
    assert "beschädigt" in told(ctx)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="the registry says there where the folder is")
def test_an_own_folder_that_cannot_be_written_is_told_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine")
    for name in ("XDG_DATA_HOME", "HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    ctx = opened("--lang", "sv")
    (notice,) = told(ctx)
    assert notice.startswith("Inställningar och inspelningar sparas inte: ")
    assert ctx.folder is None
    ctx.open(requests.BotMatch(1, "easy"))
    assert isinstance(ctx.scene, PlayScene)


def test_a_table_served_to_a_room_leaves_the_players_own_view_as_it_was(tmp_path: Path) -> None:
    args = arguments.parser(app.COMMANDS).parse_args(["serve", "--show", "--data", str(tmp_path)])
    ctx = app._open(args)
    app._shown(args, [])(ctx)
    assert ctx.tv and isinstance(ctx.scene, LobbyScene)
    ctx.settings.name = "Eva"
    ctx.close()
    kept, _damaged = load_settings(tmp_path)
    assert kept.name == "Eva" and not kept.tv


def test_a_match_against_bots_is_dealt_from_a_secret_unless_a_seed_was_given(tmp_path: Path) -> None:
    ctx = opened("--data", str(tmp_path))
    for seed in (None, None, 7):
        ctx.open(requests.BotMatch(1, "easy", seed))
        assert isinstance(ctx.scene, PlayScene)
        ctx.scene.session.close()
    ctx.background.flush()
    replays = (tmp_path / "replays").glob("*.replay")
    seeds = [read_match(path).match().seed for path in replays]
    assert len(set(seeds)) == 3
    assert sorted(isinstance(seed, bytes) and len(seed) == SECRET for seed in seeds) == [False, True, True]
    assert 7 in seeds
    ctx.quit()


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights as Unix has them")
def test_a_folder_that_can_only_be_read_shows_what_it_holds() -> None:
    folder, user = Path(tempfile.mkdtemp()), os.geteuid()
    save_settings(folder, Settings(name="Eva"))
    (folder / "settings.json").chmod(0o444)
    folder.chmod(0o555)
    try:
        if user == 0:
            os.seteuid(65534)
        ctx = opened("--data", str(folder))
        assert ctx.settings.name == "Eva"
        assert told(ctx) == [
            f"Settings and replays will not be kept: cannot write in {folder}: permission denied."
        ]
        ctx.open(requests.BotMatch(1, "easy"))
        assert isinstance(ctx.scene, PlayScene)
        ctx.save_settings()
        ctx.quit()
        ctx.background.flush()
        assert [path.name for path in folder.iterdir()] == ["settings.json"]
    finally:
        if user == 0:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_replay_that_cannot_be_saved_is_told_once(tmp_path: Path) -> None:
    ctx = opened("--data", str(tmp_path), "--lang", "de")
    ctx.push(TitleScene())
    ctx.open(requests.BotMatch(1, "easy"))
    assert told(ctx) == []
    (tmp_path / "replays").rmdir()
    (tmp_path / "replays").write_text("mine")
    for _ in range(2):
        assert isinstance(ctx.scene, PlayScene)
        assert ctx.scene.session.state.phase == WAITING
        ctx.scene.session.close()
        ctx.background.flush()
    (notice,) = told(ctx)
    assert notice.startswith("Die Aufzeichnung dieser Partie konnte nicht gespeichert werden: ")
    ctx.quit()


def test_settings_that_cannot_be_saved_are_told(tmp_path: Path) -> None:
    ctx = opened("--data", str(tmp_path))
    (tmp_path / "settings.json").mkdir()
    (tmp_path / "settings.json" / "full").write_text("")
    ctx.folder = tmp_path / "settings.json" / "full"
    ctx.save_settings()
    ctx.background.flush()
    assert told(ctx)[0].startswith("The settings could not be saved: ")


def test_a_damaged_file_of_seats_is_told_when_a_table_with_a_code_is_chosen(tmp_path: Path) -> None:
    ctx = opened("--data", str(tmp_path))
    (tmp_path / "seats.json").write_text("{")
    assert not SeatTokens(ctx.folder, ctx.notify).at(bytes(8)).code
    (notice,) = told(ctx)
    assert "seats-damaged-1.json" in notice

"""A run handed to a friend: written at the end of a challenge, dropped on the window, raced."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from pygame.event import Event

from game.challenges.level_files import named
from game.i18n import exact_time, set_language
from game.signing import key_mark
from game.storage.replay_format import with_digest
from game.storage.replay_writer import FOLDER, share_run
from game.storage.run_replay import RunReplay, progress_of, read_checked_run, run_text
from game.storage.solution import paced
from game.system import here
from game.ui.engine import requests, text
from game.ui.engine.loop import Loop
from game.ui.engine.scene import Context
from game.ui.menu.title import TitleScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.scene import PlayScene
from tests.ui.menu.challenged import LEVEL, at_table, ended, play_through, said, written
from tests.ui.pilot import described, draw, press

RUN: RunReplay = paced(LEVEL.variant(), LEVEL.seed, LEVEL.line(), LEVEL.id)[0]


def dropped(ctx: Context, path: Path) -> None:
    """Let a file fall on the window, through the loop's own handling."""
    Loop(ctx)._handle(Event(pygame.DROPFILE, file=str(path)), here().clock.seconds())


def on_the_title(ctx: Context) -> None:
    ctx.push(TitleScene())
    draw(ctx)


@pytest.fixture(autouse=True)
def recorded() -> None:
    """Texts are read off the pictures in which they stand."""
    text.start_recording()


def texts(ctx: Context) -> str:
    """All that is written in the window, without spaces and line breaks."""
    draw(ctx)
    assert ctx.scene
    return "".join(each["text"] for each in described(ctx.scene).content["texts"]).replace(" ", "")


def named_run(folder: Path, name: str) -> Path:
    return share_run(folder, replace(RUN, header=replace(RUN.header, name=name)))


def written_run(folder: Path, run: RunReplay) -> Path:
    path = folder / "any.run"
    path.write_bytes(with_digest(run_text(run)))
    return path


def test_a_shared_run_can_be_raced_and_is_never_deleted(ctx: Context) -> None:
    ctx.settings.name = "Zoë / Ö"
    end = ended(ctx, LEVEL.line())
    assert isinstance(end, ChallengeEnd)
    press(ctx, pygame.K_s)
    assert ctx.folder
    (path,) = (ctx.folder / FOLDER).glob("paare-01-Zoë-Ö-*s.run")
    assert path.name in texts(ctx)
    assert read_checked_run(path)[0].header.name == "Zoë / Ö"
    end.close()
    dropped(ctx, path)
    rival = at_table(ctx).game.rival
    assert rival
    assert (rival.name, rival.placed[-1]) == ("Zoë / Ö", at_table(ctx).game.session.placed[1])


def test_whose_run_is_raced_stands_beside_its_bar(ctx: Context, tmp_path: Path) -> None:
    on_the_title(ctx)
    dropped(ctx, named_run(tmp_path, "Wilhelmina-Sofia"))
    assert "Wilhelmina-Sofia" in texts(ctx)
    at_table(ctx).back()
    dropped(ctx, named_run(tmp_path, ""))
    assert "theotherrun" in texts(ctx)


def test_once_more_is_against_the_same_friend(ctx: Context, tmp_path: Path) -> None:
    on_the_title(ctx)
    dropped(ctx, named_run(tmp_path, "Kim"))
    play_through(ctx, LEVEL.line())
    written(ctx)
    press(ctx, pygame.K_r)
    rival = at_table(ctx).game.rival
    assert rival and rival.name == "Kim"


@pytest.mark.parametrize("challenge", [LEVEL.id, ""])
@pytest.mark.parametrize(
    ("pace", "told"), [(0.05, "You have beaten {name}"), (40.0, "{name} has beaten you")]
)
def test_the_end_of_a_race_names_the_friend_and_who_won(
    ctx: Context, tmp_path: Path, challenge: str, pace: float, told: str
) -> None:
    on_the_title(ctx)
    run = replace(RUN, header=replace(RUN.header, name="Kim", challenge=challenge))
    dropped(ctx, path := share_run(tmp_path, run))
    told = told.format(name=f"Kim {key_mark(read_checked_run(path)[0].signer)}")
    at_table(ctx).game.session.play(LEVEL.line()[0])
    here().clock.pause(pace)
    play_through(ctx, LEVEL.line()[1:], 0.05)
    written(ctx)
    assert {told, "Kim", *map(exact_time, progress_of(run).splits)} <= said(ctx)


@pytest.mark.parametrize(
    ("pace", "told"),
    [
        (0.05, {"de": "Du hast den anderen Versuch geschlagen", "sv": "Du slog det andra försöket"}),
        (40.0, {"de": "Der andere Versuch hat dich geschlagen", "sv": "Det andra försöket slog dig"}),
    ],
)
@pytest.mark.parametrize("language", ["de", "sv"])
def test_a_run_without_a_name_is_in_its_case(
    ctx: Context, tmp_path: Path, language: str, pace: float, told: dict[str, str]
) -> None:
    set_language(language)
    on_the_title(ctx)
    dropped(ctx, named_run(tmp_path, ""))
    at_table(ctx).game.session.play(LEVEL.line()[0])
    here().clock.pause(pace)
    play_through(ctx, LEVEL.line()[1:], 0.05)
    written(ctx)
    assert told[language] in said(ctx)


def test_a_run_of_a_deal_that_is_no_challenge_is_raced_in_free_play(ctx: Context, tmp_path: Path) -> None:
    on_the_title(ctx)
    for challenge in ("", "paare-02", "no-such-thing"):
        run = replace(RUN, header=replace(RUN.header, challenge=challenge))
        dropped(ctx, share_run(tmp_path, run))
        session = at_table(ctx).game.session
        assert (session.name, session.seed) == ("", LEVEL.seed)
        at_table(ctx).back()


@pytest.mark.parametrize("lie", ["time", "deal", "words", "signature", "gone", "folder"])
def test_a_file_that_is_no_honest_run_is_one_notice(ctx: Context, tmp_path: Path, lie: str) -> None:
    on_the_title(ctx)
    path = named_run(tmp_path, "Kim")
    said = path.read_text("utf-8")
    bare = said.partition("sha256 ")[0]
    head, _, time_stated = bare.rstrip("\n").rpartition(" ")
    lies = {
        "time": f"{head} {int(time_stated) - 1}\n",
        "deal": bare.replace(str(LEVEL.seed), str(LEVEL.seed + 1)),
        "words": "What a fine run\n",
        "signature": said.replace('"Kim"', '"Tim"'),
    }
    if lie == "gone":
        path.unlink()
    elif lie == "folder":
        path = tmp_path
    else:
        path.write_text(lies[lie], "utf-8")
    dropped(ctx, path)
    assert isinstance(ctx.scene, TitleScene)
    assert len(ctx.notices) == 1
    assert "\n" not in str(ctx.notices[0])


@pytest.mark.parametrize("races", [True, False])
@pytest.mark.parametrize("challenge", ["🂡" * 100, "🂡-" * 49 + "01", "a/b-01", "..-01", "x" * 97 + "-01"])
def test_no_name_of_a_challenge_ends_the_window(
    ctx: Context, tmp_path: Path, challenge: str, races: bool
) -> None:
    """Four bytes a letter: more than any file system takes in a name."""
    on_the_title(ctx)
    run = replace(RUN, header=replace(RUN.header, challenge=challenge))
    path = written_run(tmp_path, run)
    if races:
        dropped(ctx, path)
    else:
        ctx.open(requests.Shown(path, lambda: read_checked_run(path)[0], races=False))
    assert at_table(ctx).session.plays == races
    assert at_table(ctx).game.session.seed == LEVEL.seed
    assert not ctx.notices


@pytest.mark.parametrize("error", [OSError(5, "sometimes"), RuntimeError("a fault"), RecursionError()])
def test_whatever_goes_wrong_with_a_file_is_one_notice(
    ctx: Context, tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_title(ctx)
    path = named_run(tmp_path, "Kim")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("game.ui.launch.solo.level_of", fail)
    ways: list[Callable[[], None]] = [
        lambda: dropped(ctx, path),
        lambda: dropped(ctx, tmp_path / ("x" * 300)),
        lambda: ctx.open(requests.Shown(path, lambda: RUN, races=True)),
        lambda: ctx.open(requests.Shown(path, lambda: RUN, races=False)),
    ]
    for open_it in ways:
        ctx.notices.clear()
        open_it()
        assert isinstance(ctx.scene, TitleScene)
        assert len(ctx.notices) == 1
        assert str(tmp_path) in str(ctx.notices[0])


def test_a_match_is_watched(ctx: Context) -> None:
    on_the_title(ctx)
    (path,) = (Path(__file__).parents[2] / "replays").glob("two-seats-knock.replay")
    dropped(ctx, path)
    assert isinstance(ctx.scene, PlayScene)
    assert not ctx.notices


@pytest.mark.parametrize("watched", [False, True])
def test_a_file_is_taken_where_nothing_would_be_lost(ctx: Context, tmp_path: Path, watched: bool) -> None:
    ended(ctx, LEVEL.line())
    if watched:
        press(ctx, pygame.K_w)
        assert not at_table(ctx).session.plays
    dropped(ctx, named_run(tmp_path, "Kim"))
    assert at_table(ctx).session.plays
    assert not ctx.notices


def test_a_file_dropped_on_a_game_does_not_end_it(ctx: Context, tmp_path: Path) -> None:
    on_the_title(ctx)
    ctx.open(requests.Challenge(named("paare-02").id))
    draw(ctx)
    table = at_table(ctx)
    for covered in (False, True):
        if covered:
            press(ctx, pygame.K_p)
        dropped(ctx, named_run(tmp_path, "Kim"))
        assert ctx.stack[1] is table
        assert len(ctx.notices) == 1

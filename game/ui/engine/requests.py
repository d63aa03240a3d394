"""Opening is a request: a value that says what somebody wants to see, and the one place that says which
screen answers it. Whoever asks imports neither that screen nor what it needs."""

import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.core.limits import Level
    from game.core.rules import Rules
    from game.core.table import Move
    from game.storage.kept_games import KeptGame
    from game.storage.match_replay import MatchReplay
    from game.storage.run_replay import RunReplay


class Settings(NamedTuple):
    """The settings, over a table that goes on beneath if there is one."""

    table: Any = None


class OnScreenKeyboard(NamedTuple):
    """Letters over a Screen, with which a player without a keyboard fills in the field of this name."""

    screen: Any
    field: str


class Attract(NamedTuple):
    """Bots at play until the player touches anything."""


class Lesson(NamedTuple):
    """The lesson of this game."""

    game: str


class HowToPlay(NamedTuple):
    """The games, with their lessons and rules."""


class Rulebook(NamedTuple):
    """The rules of this game, with the player's house rules."""

    game: str


class BotMatch(NamedTuple):
    """A match of one or two people at this screen against bots; without a seed, a random one."""

    bots: int
    level: "Level"
    seed: int | None = None
    people: int = 1
    handicaps: "Sequence[int]" = ()
    """By seat, if any has one."""


class FreePlay(NamedTuple):
    """A patience without a time limit, gone on with if it is kept; without a seed, a random deal. `rival`: a
    checked run of the deal to race; `peaceful`: see Challenge."""

    rules: "Rules"
    seed: int | None = None
    rival: "RunReplay | None" = None
    peaceful: bool | None = None


class Challenge(NamedTuple):
    """The challenge of this name, gone on with if it is kept; against `rival`, a checked run, or the best run
    so far if the player wants that. `peaceful`: played in peace, or against the clock; None: as the player
    has chosen for this game, but against the clock where there is a rival."""

    name: str
    rival: "RunReplay | None" = None
    peaceful: bool | None = None


class GoOn(NamedTuple):
    """A kept game, to go on with."""

    game: "KeptGame"


class Race(NamedTuple):
    """The deal of a checked run, against it."""

    run: "RunReplay"


class PlayBack(NamedTuple):
    """A run, or where it was `lost`. `known`: moves that win the deal."""

    run: "RunReplay"
    lost: bool = False
    known: "Sequence[Move]" = ()


class Shown(NamedTuple):
    """A match, or a run to race or only to see, as it is read from the path."""

    path: Path
    read: "Callable[[], MatchReplay | RunReplay]"
    races: bool


class Dropped(NamedTuple):
    """A file dropped on the window: the run in it raced, the match shown."""

    path: Path


class Challenges(NamedTuple):
    """The challenges of a game, and one of them chosen."""

    game: str = ""
    chosen: str = ""


class Patiences(NamedTuple):
    """A patience to be dealt freely."""

    game: str


class Kept(NamedTuple):
    """The kept games, those of a game first."""

    game: str


class Records(NamedTuple):
    """What was played at a game."""

    game: str


class Week(NamedTuple):
    """The week's ladder."""


class Tonight(NamedTuple):
    """What all who sat at the same tables have played tonight, over the table that goes on beneath. `race`:
    what has them race there next, if anything here does."""

    table: Any
    race: "Callable[[], Callable[[], object] | None]"


class Calendar(NamedTuple):
    """The deals of the days, a month at a time."""


class Tables(NamedTuple):
    """The tables on the network; first the own name, if the player has none."""


_OfTable = BotMatch | FreePlay | Challenge | GoOn | Race | PlayBack | Shown | Dropped | Lesson | Attract
_OfMenu = (
    Challenges
    | Patiences
    | Kept
    | Records
    | Week
    | Tonight
    | Calendar
    | Tables
    | HowToPlay
    | Rulebook
    | Settings
    | OnScreenKeyboard
)
Request = _OfTable | _OfMenu

_ANSWERS: Final[dict[type[Request], str]] = {
    Settings: "settings.scene:SettingsScene",
    OnScreenKeyboard: "covers.on_screen_keyboard:OnScreenKeyboard",
    Attract: "launch.match:attract",
    Lesson: "launch.lesson:lesson",
    HowToPlay: "rulebook.how_to_play:HowToPlayScene",
    Rulebook: "rulebook.page:rulebook",
    BotMatch: "launch.match:bot_match",
    FreePlay: "launch.solo:free_play",
    Challenge: "launch.solo:challenge",
    GoOn: "launch.solo:go_on",
    Race: "launch.solo:race",
    PlayBack: "launch.solo:play_back",
    Shown: "launch.files:shown",
    Dropped: "launch.files:dropped",
    Challenges: "menu.challenges:ChallengesScene",
    Patiences: "menu.patiences:PatiencesScene",
    Kept: "menu.kept:KeptScene",
    Records: "menu.records:RecordsScene",
    Week: "menu.week:WeekScene",
    Tonight: "play.match.tonight:TonightScene",
    Calendar: "menu.calendar:CalendarScene",
    Tables: "lobby.own_name:tables",
}
"""The screen made of what the request holds; or a function of the context and that, which returns a screen or
None, if there is none to be opened: it has notified the player, or made another request."""


def answer(what: Request) -> Callable[..., Any]:
    """What answers a request."""
    answers: Callable[..., Any] = pkgutil.resolve_name(f"game.ui.{_ANSWERS[type(what)]}")
    return answers

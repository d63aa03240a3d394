"""Settings on disk: strict JSON in the data folder; a damaged file is never overwritten."""

from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from game.core.limits import ADDRESS, BACKS, NAME, ROUNDS, SEATS, TARGET, Level
from game.core.portraits import Portrait
from game.core.rules import Rules
from game.i18n import N_, Notice, reason
from game.names.line import LINE, line
from game.rules.options import offered, options
from game.storage import files
from game.storage.data_folder import locked, write

Lang = Literal["sv", "de", "en"]
Fits = Literal["easy", "always", "never"]
TableTop = Literal["baize", "wood", "night", "claret", "slate", "gilt"]
Buffer = Literal[256, 512, 1024, 2048]
Name = Annotated[str, msgspec.Meta(max_length=NAME, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
"""A player's name: one line that fits at a seat. Signs that cannot be seen are left out on reading."""
HostAddress = Annotated[str, msgspec.Meta(min_length=1, max_length=ADDRESS, pattern=LINE)]
"""An address as a player types it."""
SlotName = Annotated[str, msgspec.Meta(max_length=30)]
KeyName = Annotated[str, msgspec.Meta(max_length=30)]
_Width = Annotated[int, msgspec.Meta(ge=1, le=15360)]
_Height = Annotated[int, msgspec.Meta(ge=1, le=8640)]
HOSTS: Final = 5
"""How many addresses are remembered."""
Back = Annotated[int, msgspec.Meta(ge=0, lt=BACKS)]
R = TypeVar("R", bound=Rules)

_FILE = "settings.json"
_SHOWN: Final = 40
_DAMAGED = N_(
    "The settings file {path} is damaged. The defaults are used; "
    "the damaged file is put aside when settings are saved."
)
_PARTLY = N_(
    "The settings file {path} has entries that cannot be used and are ignored: {keys}. "
    "The old file is put aside when settings are saved."
)
_UNREADABLE = N_(
    "The settings file {path} cannot be read ({reason}). The defaults are used; "
    "the old file is put aside when settings are saved."
)


class Settings(msgspec.Struct):
    """The player's choices, from the language to the last match; the defaults are for a new player."""

    name: Name = ""
    """Shown at the seat; empty stands for "You" in the player's language."""
    lang: Lang | None = None
    """None: the language of the environment."""
    fullscreen: bool = False
    size: tuple[_Width, _Height] | None = None
    """The window's last size in pixels; None: chosen from the desktop."""
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    muted: bool = False
    shouts_muted: bool = False
    audio_buffer: Buffer = 512
    """Size in samples: larger if the sound crackles, smaller for less delay."""
    back: Back = 0
    portrait: Portrait = "star"
    level: Level = "easy"
    bots: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)] = 3
    """How many play with those at this machine; 0 only with two of them."""
    target: Annotated[int, msgspec.Meta(ge=1, le=TARGET)] = 100
    """Points that end the match; not used when `rounds` is set."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=ROUNDS)] = 0
    """A fixed number of rounds; 0: play to the target."""
    house: dict[str, dict[str, bool | int | str]] = {}
    """Changed house rules, by the names of the game and of the field."""
    patience: str = "zahlenpatience"
    """The patience chosen last; at first one that a newcomer nearly always wins, in three minutes."""
    comes_out: bool = True
    """Whether free play deals only deals that the solver can win."""
    light: bool = True
    """Whether free play shows that the deal can, or cannot, still be won."""
    table_seats: Annotated[int, msgspec.Meta(ge=2, le=SEATS)] = 4
    table_bots: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)] = 0
    """The number of bots at the last table opened on the network."""
    fits: Fits = "easy"
    """When a carried card shows where it fits: at the easy level and in free play, always, or never."""
    ghost: bool = True
    """Whether challenges race the player's own best run."""
    hosts: Annotated[tuple[HostAddress, ...], msgspec.Meta(max_length=HOSTS)] = ()
    """The latest hosts joined, the most recent first."""
    reduced_motion: bool = False
    """Whether nothing moves for show alone: no shaking, no fanfares of cards, no pulsing."""
    players: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    """How many people play at this machine, in matches."""
    second_name: Name = ""
    second_back: Back = 1
    second_portrait: Portrait = "star"
    taught: bool = False
    """Whether the first lesson has been taken or refused; until then the title offers it."""
    met: tuple[SlotName, ...] = ()
    """The games for one that have been begun, or whose lesson has been taken: any other offers its lesson."""
    peace: dict[SlotName, bool] = {}
    """Games for one, each with whether it is played in peace; without a name, any other."""
    left_handed: bool = False
    """Whether tables are laid out from right to left, for the left hand."""

    table_top: TableTop = "baize"
    """What lies beneath the cards."""
    all_tables: bool = False
    """Whether there are all tables to choose from, also those that medals win."""
    four_colours: bool = False
    """Whether each suit has a colour of its own."""
    large_indices: bool = False
    own_letters: bool = True
    """Whether courts have the letters of the player's language."""
    high_contrast: bool = False
    """Whether text is white, panels are opaque and cards have black edges."""
    text_scale: Annotated[float, msgspec.Meta(ge=0.8, le=1.6)] = 1.0
    """The size of all texts, relative to the one by design."""

    race: bool = True
    """Whether the table of a match shows all 13-piles against each other, and the score as it stands."""
    tv: bool = False
    """Whether who watches a match sees all seats alike, as on a TV."""
    hands: bool = True
    """Whether the table of a match shows where the others' hands are, and tells them of the player's."""
    ladder: bool = True
    """Whether the own daily runs of the week are told at tables on the network, and others' heard."""
    keys: dict[SlotName, KeyName] = {}
    """Keys at the tables that are not the defaults: what they do, and their names as SDL calls them."""
    rumble: bool = True
    """Whether gamepads rumble."""

    strength: Annotated[float, msgspec.Meta(ge=-0.5, le=2.5)] | None = None
    """Of the bots that are as good as the player, after the rounds so far: 0 is easy, 1 hard, 2 hard at
    twice its speed. None: no round yet."""

    @property
    def called(self) -> str:
        """The name shown at the tables of the network: the chosen one, or the user's on this machine."""
        if self.name:
            return self.name
        try:
            import getpass  # noqa: PLC0415 - kept out of the first frame

            return line(getpass.getuser().capitalize())[:NAME].strip()
        except (OSError, KeyError, ImportError):
            return ""

    @property
    def other_back(self) -> int:
        """The second player's back, another than the first one's."""
        return self.second_back if self.second_back != self.back else (self.back + 1) % BACKS

    others_volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    fanfare_volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    """Relative to the volume of all sounds."""
    music: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    """How loud music is; 0: there is none."""
    patience_music: bool = True
    """Whether there is music at games for one, too."""
    captions: bool = False
    """Whether sounds at a table are also told in words."""

    attract: bool = True
    """Whether bots play on the title when nobody touches anything."""

    def rules(self, game: type[R]) -> R:
        """The game with the player's house rules, ignoring those unknown to the game."""
        chosen = self.house.get(game.name, {})
        return game(**{f.name: chosen[f.name] for f in options(game) if offered(f, chosen.get(f.name))})

    def in_peace(self, game: str) -> bool:
        """Whether a game for one is played in peace."""
        return self.peace.get(game, self.peace.get("", False))

    def set_peace(self, game: str, on: bool) -> None:
        """Play a game in peace, or against the clock: who says so before the first patience means all."""
        self.peace[game if self.met else ""] = on

    def set_rule(self, game: type[Rules], field: str, value: bool | int | str) -> None:
        """Change one house rule."""
        self.house.setdefault(game.name, {})[field] = value

    def remember_host(self, host: str) -> None:
        """Put a host first in `hosts`."""
        self.hosts = (host, *(each for each in self.hosts if each != host))[:HOSTS]


def load_settings(folder: Path) -> tuple[Settings, Notice | None]:
    """The settings, and a notice if defaults had to be used or the file has keys unknown to this
    version."""
    path = folder / _FILE
    try:
        settings, unfit = _settings(files.decode(files.read(path), dict[str, msgspec.Raw]))
        return settings, Notice(_PARTLY, path=path, keys=", ".join(unfit)) if unfit else None
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), Notice(_UNREADABLE, path=path, reason=reason(error))
    except ValueError:
        return Settings(), Notice(_DAMAGED, path=path)


def _settings(stated: dict[str, msgspec.Raw]) -> tuple[Settings, list[str]]:
    """The settings from all valid entries, and the keys of the invalid ones."""
    settings, unfit = Settings(), []
    types = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    for key, value in stated.items():
        try:
            setattr(settings, key, files.decode(bytes(value), types[key]))
        except (KeyError, ValueError):
            unfit.append(repr(key[:_SHOWN]))
    settings.name, settings.second_name = line(settings.name), line(settings.second_name)
    return settings, unfit[:_SHOWN]


def save_settings(folder: Path, settings: Settings, before: Settings | None = None) -> None:
    """Write the settings; of those still as in `before`, when they were read or written last, what another
    program has written meanwhile stays. A file that was not fully understood is first moved aside. Raises
    DataFolderError."""
    path, chosen = folder / _FILE, msgspec.to_builtins(settings)
    with locked(folder):
        found, damaged = load_settings(folder)
        if damaged:
            files.set_aside(path)
        elif before and path.exists():
            chosen = _merged(msgspec.to_builtins(found), msgspec.to_builtins(before), chosen)
        write(path, msgspec.json.format(msgspec.json.encode(chosen), indent=2) + b"\n")


def _merged(found: dict[str, Any], before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What was found, with what has changed from before until now; dictionaries within entry by entry."""
    merged = {name: value for name, value in found.items() if name in now or name not in before}
    for name, value in now.items():
        if isinstance(value, dict):
            merged[name] = _merged(merged.get(name, {}), before.get(name, {}), value)
        elif value != before.get(name):
            merged[name] = value
    return merged

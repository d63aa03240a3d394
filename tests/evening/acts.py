"""An evening as text: who comes, then a line for each act, with the second at which it happens.

# Two leave in the same second.
seed 7
lasts 60
Anna family
Bo party players=2 lang=sv text_scale=1.6
at 25 Anna leave
at 25.1 Bo kill 8
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.evening.liars import GUESTS, HOSTS

NAMES = ("Anna", "Bo", "Cleo", "Didi", "Emil", "Fay")

HOST = "host"
"""Stands for whoever is the host when it happens, once a match is played with others."""

Value = str | float
Act = tuple[float, str, tuple[Value, ...]]
"""At which second who does what, or what befalls them."""


@dataclass(frozen=True)
class Guest:
    """Somebody who comes, in which mood, and the settings of their program that are not the usual ones."""

    name: str
    mood: str
    settings: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class Evening:
    """All that an evening follows from."""

    seed: str
    lasts: float
    """Seconds."""
    guests: tuple[Guest, ...]
    acts: tuple[Act, ...] = ()
    about: str = ""
    """What it shows, for the reader."""

    def with_acts(self, acts: tuple[Act, ...]) -> "Evening":
        """The same one with other acts."""
        return replace(self, acts=acts)


def write(evening: Evening) -> str:
    """The text that `read` reads as this evening."""
    lines = [f"# {line}" for line in evening.about.splitlines()]
    lines += [f"seed {evening.seed}", f"lasts {evening.lasts:g}"]
    for guest in evening.guests:
        settings = (f"{name}={_written(value)}" for name, value in guest.settings)
        lines.append(" ".join([guest.name, guest.mood, *settings]))
    lines += [f"at {second:.8g} {who} {' '.join(map(_written, act))}" for second, who, act in evening.acts]
    return "\n".join(lines) + "\n"


def read(text: str) -> Evening:
    """An evening from its text. Raises ValueError for a line that cannot be read."""
    about, guests, acts = list[str](), list[Guest](), list[Act]()
    facts = {"seed": "", "lasts": "60"}
    for line in filter(None, map(str.strip, text.splitlines())):
        first, *more = line.split()
        if first.startswith("#"):
            about.append(line.removeprefix("#").strip())
        elif first == "at" and len(more) > 2:
            acts.append((float(more[0]), more[1], tuple(map(_value, more[2:]))))
        elif first in facts and more:
            facts[first] = more[0]
        elif first in NAMES and more:
            settings = (each.partition("=") for each in more[1:])
            guests.append(Guest(first, more[0], tuple((name, _value(value)) for name, _, value in settings)))
        else:
            raise ValueError(f"not a line of an evening: {line}")
    return Evening(facts["seed"], float(facts["lasts"]), tuple(guests), tuple(acts), "\n".join(about))


def _written(value: Value) -> str:
    return value.replace(" ", "_") if isinstance(value, str) else f"{value:.8g}"


def _value(word: str) -> Value:
    try:
        return float(word)
    except ValueError:
        return word.replace("_", " ") if word[:1].isupper() else word


# -- drawn by chance

_MOODS = (
    "family",
    "party",
    "party",
    "hasty",
    "slow",
    "child",
    "curious",
    "alone",
    "alone",
    "padded",
    "dreamy",
)
_SOCIABLE = ("family", "party", "party", "hasty", "slow", "child", "padded")
_PROGRAMS = (2, 2, 3, 3, 3, 3, 4, 4, 5, 6)
_PLAYERS = (1,) * 8 + (2, 2, 3, 4)
"""How many sit before one program."""
_BURST = ("kill", "leave", "bye", "close", "freeze", "lid", "unplug")
_HOSTS, _ABSENT = (1, 1, 1, 2, 3), ("freeze", "lid", "unplug", "offline")
"""How many hosts are lost, if that is what the evening is for, and how one is gone that may come back."""
_LIES = 0.1
"""How often the first to come, who opens the table, or the second one lies."""
_OTHER_DAY, _QUICK = 0.3, (4, 6, 7)
"""How often it is another day: so many days later, when the deal of the day is soon won."""
_AGAIN, _KNOCK = 0.12, 0.7
"""How often they come for short matches, one after the other, and how likely each of them then knocks for
another; who does not is gone on without, and watches."""
_HERE, _FEWER = 5.0, 0.1
"""The second by which all sit before their windows, and how often one wants a handicap then."""
_AT_ONCE = 0.15
"""How often some of these happen to several, within half a second."""
_SIZES = ("1024x600", "1024x600", "1280x720", "1100x640")
_GAPS = (0.05, 0.2, 0.5, 2.0, 5.0, 10.0, 20.0)
"""Seconds between two acts: many troubles lie in what happens nearly at once."""
_KEYS = (
    *("escape", "space", "return", "tab", "left", "right", "up", "down", "f1", "f2", "f5"),
    *"hptcvqwekl",
)

_WEIGHTS = {
    "kill": 4,
    "leave": 4,
    "bye": 2,
    "close": 2,
    "freeze": 3,
    "lid": 1,
    "unplug": 2,
    "lossy": 1,
    "late": 1,
    "doubled": 1,
    "cut": 1,
    "move": 1,
    "calendar": 1,
    "minimise": 1,
    "unfocus": 1,
    "midnight": 1,
    "damage": 1,
    "full": 1,
    "locked": 1,
    "sound": 1,
    "idle": 2,
    "poke": 4,
    "key": 3,
    "click": 2,
    "pile": 2,
    "size": 1,
    "set": 2,
    "handicap": 2,
}
"""How often people do this, or it befalls them, beside each other."""


_LASTS, _AFTER = 75.0, 25.0
"""Seconds that a drawn evening lasts, and that it goes on after its last act, for all to get on."""
_LOST_FROM, _LOST_BY = 12.0, 26.0
"""When a host is lost, if that is what the evening is for, and everything else has happened."""


def draw(seed: str, lost: bool = False) -> Evening:
    """The evening that follows from a seed: two to six come, and much happens. `lost`: they come to play
    with each other, and the table loses its host."""
    chance = random.Random(f"lost {seed}" if lost else f"evening {seed}")
    names = NAMES[: chance.choice(_PROGRAMS)]
    guests = tuple(_guest(chance, name, _SOCIABLE if lost else _MOODS) for name in names)
    if chance.random() < _LIES:
        liar = chance.randrange(2)
        lies = chance.choice(([*HOSTS], [*GUESTS])[liar])
        guests = (*guests[:liar], replace(guests[liar], mood=lies), *guests[liar + 1 :])
    acts, second = list[Act](), chance.uniform(3, 25)
    if chance.random() < _OTHER_DAY:
        acts.append((0.05, "Anna", ("calendar", 86_400.0 * chance.choice(_QUICK))))
    if stays := not lost and chance.random() < _AGAIN:
        guests = tuple(_for_another_match(chance, each) for each in guests)
        acts += [(_HERE, name, ("again", float(chance.random() < _KNOCK))) for name in names]
    fewer = [name for name in names if chance.random() < _FEWER]
    acts += [(_HERE, name, ("handicap", round(chance.random(), 3))) for name in fewer]
    if kind := 0.0 if stays else chance.choice((0.0, 0.0, 0.0, 1.0, 2.0, 3.0)):
        game = float(chance.randrange(6))
        acts += [(0.5, "Anna", ("choose", "What is played", kind)), (0.5, "Anna", ("choose", "Game", game))]
    end = _LOST_BY if lost else _LASTS - _AFTER
    for at in sorted(chance.uniform(_LOST_FROM, end) for _ in range(chance.choice(_HOSTS) if lost else 0)):
        loss = chance.choice((*_BURST, "kill", "kill", "offline"))
        away = (round(chance.uniform(3, 12), 2),) if loss in _ABSENT else _details(chance, loss)
        acts.append((round(at, 2), HOST, (loss, *away)))
    while second < end:
        if chance.random() < _AT_ONCE:
            for who in chance.sample(names, min(len(names), chance.choice((2, 2, 3)))):
                kind_of_act = chance.choice(_BURST)
                at = round(second + chance.uniform(0, 0.5), 2)
                acts.append((at, who, (kind_of_act, *_details(chance, kind_of_act))))
        else:
            what = chance.choices([*_WEIGHTS], [*_WEIGHTS.values()])[0]
            acts.append((round(second, 2), chance.choice(names), (what, *_details(chance, what))))
        second += chance.choice(_GAPS) * chance.uniform(0.5, 1.5)
    return Evening(seed, end + _AFTER, guests, tuple(acts))


_CHOSEN: tuple[tuple[str, Value], ...] = (
    ("name", ""),
    ("taught", 0.0),
    ("high_contrast", 1.0),
    ("reduced_motion", 1.0),
    ("left_handed", 1.0),
    ("four_colours", 1.0),
    ("captions", 1.0),
    ("ghost", 0.0),
    ("tv", 1.0),
)
"""Settings that few have."""


def _guest(chance: random.Random, name: str, moods: Sequence[str]) -> Guest:
    settings: list[tuple[str, Value]] = [("size", chance.choice(_SIZES))]
    if (players := chance.choice(_PLAYERS)) > 1:
        settings.append(("players", float(players)))
    if (lang := chance.choice(("en", "en", "sv", "de"))) != "en":
        settings.append(("lang", lang))
    if chance.random() < 0.2:
        settings.append(("text_scale", 1.6))
    settings += [one for one in _CHOSEN if chance.random() < 0.06]
    mood = chance.choice(moods)
    settings += [("attract", 1.0)] * (mood == "dreamy" or chance.random() < 0.3)
    settings += [("met", 1.0)] * (mood == "alone" and chance.random() < 0.4)
    return Guest(name, mood, tuple(settings))


def _for_another_match(chance: random.Random, guest: Guest) -> Guest:
    """The same one, in a mood in which a match of one round is soon over."""
    mood = guest.mood if guest.mood in (*GUESTS, *HOSTS) else chance.choice(("hasty", "party"))
    return replace(guest, mood=mood, settings=(*guest.settings, ("rounds", 1.0)))


def _details(chance: random.Random, kind: str) -> tuple[Value, ...]:
    share = round(chance.random(), 3)
    some = round(chance.choice((0.05, 0.3, 1.0, 1.5, 3.0, 8.0, 20.0)) * chance.uniform(0.7, 1.4), 2)
    choices: dict[str, Any] = {
        "kill": lambda: (chance.choice((2.0, 4.0, 8.0, 30.0, 1000.0)),),
        "close": lambda: (chance.choice((2.0, 4.0, 8.0, 30.0, 1000.0)),),
        **dict.fromkeys(("full", "locked", "sound", "unfocus"), lambda: (some,)),
        "freeze": lambda: (some,),
        "lid": lambda: (some * 2,),
        **dict.fromkeys(("unplug", "offline"), lambda: (min(some, 12.0),)),
        "cut": lambda: (some,),
        "lossy": lambda: (chance.choice((0.05, 0.2, 0.5)), some * 2),
        "late": lambda: (chance.choice((0.02, 0.1, 0.3)), some * 2),
        "doubled": lambda: (0.5, some * 2),
        "calendar": lambda: (chance.choice((-90_000.0, -3_600.0, 34_000.0, 90_000.0)),),
        "damage": lambda: (share, 3.0),
        "idle": lambda: (round(chance.uniform(1, 15), 1),),
        "poke": lambda: (share,),
        "pile": lambda: (share,),
        "handicap": lambda: (share,),
        "key": lambda: (chance.choice(_KEYS),),
        "click": lambda: (share, round(chance.random(), 3)),
        "size": lambda: (chance.choice(_SIZES),),
        "set": lambda: chance.choice(_CHANGES),
    }
    drawn = choices.get(kind, tuple)()
    return tuple(drawn)


_CHANGES: tuple[tuple[Value, ...], ...] = (
    ("text_scale", 1.6),
    ("text_scale", 1.0),
    ("high_contrast", 1.0),
    ("reduced_motion", 1.0),
    ("left_handed", 1.0),
    ("table_top", "wood"),
    ("lang", "en"),
    ("lang", "sv"),
    ("captions", 1.0),
    ("tv", 1.0),
    ("players", 1.0),
    ("players", 2.0),
)

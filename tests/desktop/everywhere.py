"""The way to every scene, from the start of a program."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from game.challenges.ladder import Ladder
from game.rules import games
from tests.challenges.forged import EVE, KIM, file, played
from tests.desktop.lessons import follow
from tests.desktop.program import Program
from tests.desktop.seen import Seen

REPLAY = Path(__file__).parents[1] / "replays" / "four-seats-two-rounds-and-a-king.replay"
RUN = Path(__file__).with_name("won.run")
RACE = Path(__file__).with_name("race.replay")
LOST = Path(__file__).with_name("lost.run")
"""A run of Staffelpatience in which move 82 of 120 lost."""
_SOLO = "play", "acht-mal-acht", "--seed", "1"


class Place(NamedTuple):
    """A scene, and how to get there."""

    scene: str
    command: tuple[str, ...]
    go: Callable[[Program], object]
    escape: tuple[str, ...]
    """The scenes that may be shown after Esc."""
    help: str = ""
    """The scene that F1 opens; empty: no other."""
    kind: str = ""
    """What distinguishes it from other places with the same scene."""
    then: tuple[str, ...] = ()
    """The scenes that may have replaced it meanwhile."""
    settings: Mapping[str, Any] = MappingProxyType({})
    """Settings chosen earlier."""
    pads: bool = False
    """Whether it takes a gamepad to get there."""
    times: float = 0
    """How many times as fast the program's clock runs, with quick bots."""


def nothing(_game: Program) -> None:
    """Already there at the start."""


def clicks(*labels: str) -> Callable[[Program], None]:
    """Click one button after the other."""

    def go(game: Program) -> None:
        for label in labels:
            game.click(label)

    return go


def keys(scene: str, *names: str) -> Callable[[Program], None]:
    """Once this scene is shown, press one key after the other."""

    def go(game: Program) -> None:
        game.wait_scene(scene)
        game.wait_still()
        for name in names:
            game.key(name)

    return go


def at_own_table(*names: str) -> Callable[[Program], None]:
    """Once the own table is open, press one key after the other."""

    def go(game: Program) -> None:
        game.wait_control("Knock")
        keys("lobby", *names)(game)

    return go


def through_a_replay(scene: str) -> Callable[[Program], None]:
    """Watch a match: each knock skips to the end of a round, or to the next one."""

    def go(game: Program) -> None:
        while (before := game.wait_scene("table", "round-end", scene)).scene != scene:
            game.key("space")
            game.wait(partial(changed, before), "the way on")

    return go


def through_a_round(scene: str) -> Callable[[Program], None]:
    """Let the bots play a round, and let it be counted."""

    def go(game: Program) -> None:
        game.click("Knock to begin")
        game.wait_scene("round-end", seconds=600)
        through_a_replay(scene)(game)

    return go


def changed(before: Seen, now: Seen) -> bool:
    """Whether something else is shown."""
    return now.scene != before.scene or now.controls != before.controls


def coached(*labels: str) -> Callable[[Program], None]:
    """Watch a round, and open the coach after it; then click these buttons."""

    def go(game: Program) -> None:
        through_a_replay("round-end")(game)
        clicks("Coach", *labels)(game)

    return go


def kept(game: Program) -> None:
    """Leave a run that has begun, and look at what is kept."""
    keys("solo", "v", "Escape")(game)
    clicks("Save for later", "Patiences", "kept")(game)


def where_lost(game: Program) -> None:
    """Ask where the watched run was lost, and wait for the answer."""
    game.click("Where was it lost?")
    game.wait_control("Practise from here")


def practised(game: Program) -> None:
    """Practise from there."""
    where_lost(game)
    game.click("Practise from here")


def given_up(game: Program) -> None:
    """Give up a run that has begun."""
    keys("solo", "v", "g")(game)
    game.wait_scene("solo-ask")
    game.click("Give up")


def by_pad(label: str, role: str) -> Callable[[Program], None]:
    """Press the button of a gamepad on a control."""

    def go(game: Program) -> None:
        game.click_at(*game.wait_control(label, role).middle)
        game.pad("plug 0 xbox")
        game.press("a")

    return go


def through_a_lesson(game: Program) -> None:
    """Take the first lesson to its end."""
    game.click("Show me")
    game.wait_scene("lesson")
    follow(game)


def on_the_ladder(game: Program) -> None:
    """Have met two others, and come back to the title."""
    for key, name in (KIM, "Kim"), (EVE, "Maximiliane Wolf"):
        for back in range(2):
            day = date.today() - timedelta(days=back)
            Ladder(game.data).add(file(played(day, name, 400_000 + 10_000 * key[0]), key), date.today())
    game.click("Settings")
    keys("settings", "Escape")(game)
    game.click("This week")


def racing(game: Program) -> None:
    """Race for a short game against a bot."""
    game.wait_control("Knock", "button")
    for label in "What is played", "Game":
        game.click(label)
        game.wait_still()
    called = "Farbwechsel", "Färgväxling"  # in Swedish
    game.wait(lambda seen: any(each.value in called for each in seen.controls), "that game")
    game.click("Knock", "button")


def to_the_lan_podium(game: Program) -> None:
    """Let the bots of a table on the network play a match of one round."""
    game.click("main")
    game.wait_scene("round-end", seconds=600)
    through_a_replay("match-end")(game)


def paused(game: Program) -> None:
    """Pause a match for all."""
    game.click("main")
    keys("lan-table", "p")(game)
    game.wait_scene("joint-pause")


def raced(game: Program) -> None:
    """Leave a race to a bot, to its end."""
    racing(game)
    game.wait_scene("race")
    game.wait(lambda seen: any(each.enabled and each.key == "G" for each in seen.controls), "the start")
    clicks("Give up")(game)
    game.wait_words("Press once more to give up.")
    clicks("Give up")(game)
    game.wait_scene("race-end", seconds=600)


def duelling(game: Program) -> None:
    """Play a duel against a bot."""
    game.wait_control("Knock")
    clicks("What is played", "What is played", "main")(game)


def duelled(game: Program) -> None:
    """Leave a duel to a bot, to its end."""
    duelling(game)
    game.wait_scene("deal-end", seconds=120)


_EIGHT = "haisty", "--bots", "7", "--level", "hard"

PLACES = [
    Place("title", (), nothing, ("title",), "how-to-play"),
    Place("title", (), nothing, ("title",), "how-to-play", "again", settings={"bots": 3}),
    Place("how-to-play", (), clicks("How to play"), ("title",), "rule-page"),
    Place("rule-page", (), clicks("How to play", "Rules: Haisty Patience"), ("how-to-play",), "how-to-play"),
    Place("lesson", (), clicks("Show me"), ("title",), "help"),
    Place("solo-lesson", (), keys("title", "F1", "Down", "Return"), ("how-to-play",), "solo-help"),
    Place("lesson-end", (), through_a_lesson, ("title",), "help"),
    Place("attract", (), nothing, ("title",), "title", settings={"attract": True, "taught": True}),
    Place("settings", (), clicks("Settings"), ("title",), "how-to-play"),
    Place("keys", (), clicks("Settings", "Controls", "Keys"), ("settings",), "how-to-play"),
    Place("own-name", (), clicks("Play with friends"), ("title",), "rule-page", settings={"name": ""}),
    Place("tables", (), clicks("Play with friends"), ("title",), "rule-page", settings={"name": "Kim"}),
    Place("calling", ("join", "127.0.0.1:9"), nothing, ("title",), "rule-page"),
    Place("lobby", ("host", "--bots", "1"), at_own_table(), ("ask",), "rule-page"),
    Place(
        "lobby",
        ("serve", "--show", "--bots", "2", "--name", "Kitchen"),
        nothing,
        ("ask",),
        "rule-page",
        "for a TV",
    ),
    Place("ask", ("host", "--bots", "1"), at_own_table("Escape"), ("lobby",), "rule-page"),
    Place("invite", ("host", "--bots", "1"), clicks("Invite"), ("lobby",), "rule-page"),
    Place("invite", ("host", "--bots", "1"), clicks("Invite", "Hand over the game"), ("lobby",), "rule-page"),
    Place("handicap", ("host", "--bots", "1"), clicks("handicap"), ("lobby",), "rule-page"),
    Place("letters", ("host",), by_pad("Name", "field"), ("lobby",), "how-to-play", pads=True),
    Place("lan-table", ("host", "--seats", "2", "--bots", "1"), clicks("main"), ("pause",), "help"),
    Place("joint-pause", ("host", "--seats", "8", "--bots", "7"), paused, ("pause",), "help"),
    Place(
        "match-end",
        ("host", "--seats", "4", "--bots", "3"),
        to_the_lan_podium,
        ("ask",),
        "rule-page",
        "at a LAN table",
        settings={"rounds": 1},
        times=3,
    ),
    Place("race", ("host", "--seats", "2", "--bots", "1"), racing, ("pause",), "help"),
    Place("race", ("watch", str(RACE)), nothing, ("solo-pause",), "solo-help", "watched"),
    Place("race-end", ("host", "--seats", "2", "--bots", "1"), raced, ("pause",), "help", times=8),
    Place("duel", ("host", "--seats", "2", "--bots", "1"), duelling, ("pause",), "help"),
    Place("deal-end", ("host", "--seats", "2", "--bots", "1"), duelled, ("pause",), "help", times=4),
    Place("table", ("haisty", "--bots", "2"), clicks("Knock to begin"), ("pause",), "help"),
    Place("pause", ("haisty", "--bots", "2"), keys("table", "Escape"), ("table",), "help"),
    Place("help", ("haisty", "--bots", "2"), keys("table", "F1"), ("table",), "table"),
    Place("table", ("watch", str(REPLAY)), nothing, ("pause",), "help", "watched"),
    Place("table", ("watch", str(REPLAY)), nothing, ("pause",), "help", "for a TV", settings={"tv": True}),
    Place("round-end", ("watch", str(REPLAY)), through_a_replay("round-end"), ("pause",), "help"),
    Place("match-end", ("watch", str(REPLAY)), through_a_replay("match-end"), ("title",), "rule-page"),
    Place("coach", ("watch", str(REPLAY)), coached(), ("round-end",), "help"),
    Place("practice", ("watch", str(REPLAY)), coached("Practise"), ("coach",), "help"),
    Place("round-end", _EIGHT, through_a_round("round-end"), ("pause",), "help", "played", times=3),
    Place(
        "match-end",
        _EIGHT,
        through_a_round("match-end"),
        ("title",),
        "rule-page",
        "played",
        settings={"rounds": 1},
        times=3,
    ),
    Place("week", (), on_the_ladder, ("title",), "how-to-play", settings={"taught": True}),
    Place("calendar", (), clicks("Patiences", "Calendar"), ("challenges",), "how-to-play"),
    Place("challenges", (), clicks("Patiences"), ("title",), "rule-page"),
    Place("patiences", (), clicks("Patiences", "Free play"), ("challenges",), "rule-page"),
    Place("rule-page", (), clicks("Patiences", "Free play", "Rules"), ("patiences",), "patiences", "of one"),
    Place(
        "dealing",
        (),
        clicks("Patiences", "Free play", "Play"),
        ("patiences", "solo-pause"),
        then=("solo", "solo-help", "rule-page"),
    ),
    Place("runs", (), clicks("Patiences", "Records", "All runs"), ("records",), "rule-page"),
    Place("matches", (), clicks("Patiences", "Records", "Haisty matches"), ("records",), "rule-page"),
    Place("kept", _SOLO, kept, ("challenges",), "rule-page"),
    Place("records", (), clicks("Patiences", "Records"), ("challenges",), "rule-page"),
    *(
        Place("solo", ("play", game, "--seed", "1"), nothing, ("solo-pause",), "solo-help", game)
        for game in sorted(games())
    ),
    Place("solo", ("watch", str(RUN)), nothing, ("solo-pause",), "solo-help", "watched"),
    Place("solo", ("watch", str(LOST)), where_lost, ("solo-pause",), "solo-help", "lost"),
    Place("solo-practice", ("watch", str(LOST)), practised, ("solo-pause",), "solo-help"),
    Place("solo-pause", _SOLO, keys("solo", "Escape"), ("solo",), "solo-help"),
    Place("solo-help", _SOLO, keys("solo", "F1"), ("solo",), "solo"),
    Place("solo-rule-page", _SOLO, keys("solo", "i"), ("solo",), "solo"),
    Place("solo-ask", _SOLO, keys("solo", "v", "g"), ("solo",), "solo-help"),
    Place("solo-end", _SOLO, given_up, ("title",), "solo-help"),
    Place("solo", _SOLO, nothing, ("solo-pause",), "solo-help", "in peace", settings={"peace": {"": True}}),
    Place("peace-end", _SOLO, given_up, ("title",), "solo-help", settings={"peace": {"": True}}),
    Place("challenge-end", ("challenge", "acht-mal-acht-01"), given_up, ("challenges",), "solo-help"),
]

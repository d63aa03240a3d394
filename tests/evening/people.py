"""People before the windows. They know nothing of the code: they go by what a program says it shows, in their
own language, and they help the evening on."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import pygame
from pygame.event import Event

from game.i18n import _, ngettext
from tests.desktop.rounds import fits, moves
from tests.desktop.seen import Card, Control, Pile, Seen
from tests.evening.acts import Value
from tests.evening.liars import LIARS
from tests.evening.program import Program, setting, size_of
from tests.gestures import clicked, dragged, struck
from tests.world.world import Machine, world


class Mood(NamedTuple):
    """How somebody is tonight."""

    pace: tuple[float, float]
    """Seconds from one card to the next."""
    lingers: float
    """Seconds that they look at the standings before they knock."""
    pokes: float = 0.0
    """How likely they are to press anything, at each look."""
    roams: float = 0.0
    """How likely they are to try what they have tried least, at each look away from a table."""
    pads: int = 0
    """How many gamepads they have plugged in."""
    alone: bool = False
    """Whether they want to play patiences tonight."""
    dreams: float = 0.0
    """Seconds for which they only look at the title."""


MOODS = {
    "family": Mood((0.3, 0.8), 2.0),
    "party": Mood((0.2, 0.4), 0.3),
    "hasty": Mood((0.05, 0.1), 0.0),
    "slow": Mood((1.0, 2.0), 6.0),
    "child": Mood((0.3, 1.5), 1.0, pokes=0.04),
    "curious": Mood((0.3, 0.8), 2.0, roams=0.8),
    "alone": Mood((0.3, 0.8), 2.0, roams=0.7, alone=True),
    "padded": Mood((0.2, 0.5), 1.0, roams=0.1, pads=2),
    "dreamy": Mood((0.3, 0.8), 4.0, dreams=16.0),
    **dict.fromkeys(LIARS, Mood((0.2, 0.4), 0.3)),
}
_TURNS, _ASKED = 12, 3
"""After so many turns of the hand without a card they call speltorka, and if others have."""
_COMING = 8.0
"""Seconds that they wait in the lobby for the others."""
_AT_PLAY = ("lan-table",)
_RACES = ("race", "duel")
_ALONE = ("table", "solo", "practice", "solo-practice", "lesson", "solo-lesson")
"""Tables at which only those before one window play."""
_ELSEWHERE = ("challenges", "patiences", "kept", "week")
"""Where who has had enough goes back to the title."""
_ENOUGH = 12.0
"""Seconds after which they have enough of a race or a patience, at which they are no good."""
_STAYED = 40.0
"""Seconds for which they wait for another match if they want one: those who do not knock are waited for."""
_HELPED, _AIDS = 0.08, ("Undo", "Undo", "Redo", "Lay out the rest", "Hint")
"""How often one of these is pressed in place of a card."""
_COMPARED = 0.03
"""How often their splits are compared with another run's."""
_WATCHED = 4.0
"""Seconds for which they watch bots on the title."""
_TYPED = ("Zoë", "Wilhelmine-Änne von", "日本", " ", "127.0.0.1:7000", "Kim", "a" * 40)
_WAYS_ON = (
    "Knock for the next round",
    "Knock for the next deal",
    "See the winner",
    "Knock",
    "Knock to go on",
    "Knock for another match",
)
_AWAY = (
    "Back",
    "Cancel",
    "Keep playing",
    "Close the table",
    "Leave the table",
    "Leave the match",
    "Leave the lesson",
    "Menu",
)
"""What leads away from where there may be more to try."""
_BUTTONS = {"a": 0, "b": 1, "x": 2, "y": 3, "select": 4, "l": 9, "r": 10} | {
    name: 11 + number for number, name in enumerate(("up", "down", "left", "right"))
}
"""Those of a gamepad, by SDL's numbers."""


def click(program: Program, at: tuple[int, int], button: int = 1) -> None:
    """Click at a pixel of the window."""
    program.send(*clicked(at, button))


def drag(program: Program, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press at one pixel, and release at another."""
    for events in dragged(start, end):
        program.send(*events)
        world().sleep(0.03)


def strike(program: Program, name: str) -> None:
    """Press a key by its name."""
    with suppress(ValueError):  # a sign on a gamepad
        program.send(*struck(name))


def find(seen: Seen, *labels: str) -> Control | None:
    """The first of these buttons that can be used, in the language of the window."""
    usable = [each for each in seen.controls if each.enabled and each.role == "button"]
    for label in map(_, labels):
        for each in usable:
            if each.label == label:
                return each
    return None


def going_on(seen: Seen) -> list[Control]:
    """What has the others go on without those who do not knock."""
    before, _names, after = _("Carry on without {names}").partition("{names}")
    there = (each for each in seen.controls if each.label.startswith(before))
    return [each for each in there if each.label.endswith(after)]


class Hand:
    """Plays the cards of one seat at this window."""

    def __init__(self, program: Program, chance: random.Random, mood: Mood, keys: bool) -> None:
        """`keys`: by the keys on the piles; else with the mouse."""
        self._program, self._chance, self._mood, self._keys = program, chance, mood, keys
        self._next = world().seconds
        self._turns = 0
        self._tried: tuple[object, ...] = ()

    @property
    def rests(self) -> bool:
        """Whether it is not time for the next card."""
        return world().seconds < self._next

    def play(self, seen: Seen) -> None:
        """Play a card, or turn the hand, if it is time."""
        if self.rests:
            return
        self._next = world().seconds + self._chance.uniform(*self._mood.pace)
        for pile, card, to in moves(seen):
            if (pile, card, to) != self._tried:
                self._tried, self._turns = (pile, card, to), 0
                self._move(pile, card, to)
                return
        self._tried = ()
        if not seen.own("reserve")[0].size:
            self._press(seen, "Knock")
            return
        self._turns += 1
        if self._turns % (_ASKED if _is_asked(seen) else _TURNS) == 0:
            self._press(seen, "Stuck", "Speltorka")
        else:
            self._turn(seen.own("stock")[0], bool(seen.own("reserve")[0].key))

    def _move(self, pile: Pile, card: Card, to: Pile) -> None:
        if self._keys and pile.key and to.key:
            strike(self._program, pile.key)
            twice = to.role == "foundation"  # its key is that of the first of two
            strike(self._program, pile.key if twice else to.key)
        elif to.role == "foundation" and self._chance.random() < 0.5:
            click(self._program, card.middle, button=3)
        else:
            drag(self._program, card.middle, to.target)

    def _turn(self, stock: Pile, by_keys: bool) -> None:
        if self._keys and by_keys:  # on a gamepad only the stock has a button
            strike(self._program, stock.key)
        else:
            click(self._program, stock.target)

    def _press(self, seen: Seen, *labels: str) -> None:
        """Press a button of this seat: with two at the screen, each has one, in the order of the seats."""
        names = set(map(_, labels))
        found = [each for each in seen.controls if each.label in names and each.enabled]
        if found:
            one = found[-1] if self._keys and seen.seat == max(seats_here(seen)) else found[0]
            click(self._program, one.middle)


def _is_asked(seen: Seen) -> bool:
    """Whether others call speltorka, and it is asked whether there is nothing to play here either."""
    one, more = (f"{{names}} {word} speltorka. Nothing to play? Press {{key}}." for word in ("calls", "call"))
    asks = (ngettext(one, more, n).partition("{names}")[2].partition(".")[0] for n in (1, 2))
    return any(words in seen.words for words in asks)


def seats_here(seen: Seen) -> list[int]:
    """The seats that are played at this window: their piles have keys."""
    return sorted({pile.seat for pile in seen.piles if pile.key and pile.seat is not None})


class Person:
    """Who sits before a program, or two of them."""

    def __init__(self, program: Program, guests: tuple[str, ...], opens: bool, heard: list[str]) -> None:
        """`guests`: the names of all who come tonight; `opens`: a table, before anybody else does. `heard`:
        the codes that have been said."""
        self._program, self._guests, self._opens, self._heard = program, guests, opens, heard
        self._chance = random.Random(f"person {world().seed} {program.name} {program.starts}")
        self._mood = MOODS[program.guest.mood]
        self._hands: dict[int, Hand] = {}
        self._scene, self._since = "", world().seconds
        self._tried = Counter[tuple[str, str]]()
        """How often they have used what, by scene and label."""
        self._wishes: list[tuple[str, float]] = []
        """What they step through in the lobby, and how often, before they knock."""
        self._handicaps: list[float] = []
        """Whose handicap they change before they knock, as a share of those that they may change."""
        self.again: bool | None = None
        """Whether they stay on the podium for another match and knock for it, or stay and do not."""
        self.gone = False
        """Whether they have had enough for tonight."""
        self.rests_until = 0.0
        """The second of the evening until which they do nothing."""
        self.acts: list[tuple[Value, ...]] = []
        """What they do next, by the list of acts."""

    def live(self, machine: Machine) -> None:
        """Sit there as long as the program runs."""
        for number in range(self._pads):
            guid = "030000005e0400008e02000000000000"
            self._program.send(Event(pygame.CONTROLLERDEVICEADDED, device_index=number, guid=guid))
        while not machine.dead:
            at_play = self._scene in _AT_PLAY
            quick = self._mood.pace if self._scene in _RACES else (0.25, 0.6)
            world().sleep(0.1 if at_play else self._chance.uniform(*quick))
            if at_play and not self.acts and self._hands and all(each.rests for each in self._hands.values()):
                continue
            seen = self._program.seen
            if not seen:
                continue
            if seen.scene != self._scene:
                self._scene, self._since = seen.scene, world().seconds
            if self.acts:
                self._do(seen, self.acts.pop(0))
            elif world().passed < self.rests_until:
                continue
            elif self._chance.random() < self._mood.pokes * (0.1 if at_play else 1):
                self._poke(seen, self._chance.random())
            elif at_play:
                self._play(seen)
            elif self._pads and self._chance.random() < 0.2:
                self._press_pad()
            elif seen.scene in _ALONE or seen.scene in _RACES:
                self._play_alone(seen)
            elif self._chance.random() < self._mood.roams and self.again is None:
                self._roam(seen)
            else:
                self._go_on(seen)

    @property
    def _waited(self) -> float:
        return world().seconds - self._since

    # -- helping on

    def _play(self, seen: Seen) -> None:
        here = seats_here(seen)
        if self._pads and self._chance.random() < 0.3:
            self._press_pad()
            return
        if _("All players are away. Their seats are kept for {n} s.").format(n=90) in seen.words:
            strike(self._program, "escape")
        for seat in here:
            hand = self._hands.get(seat)
            if not hand:
                hand = self._hands[seat] = Hand(self._program, self._chance, self._mood, len(here) > 1)
            own = Seen(seen.said | {"seat": seat})
            if own.own("reserve") and own.own("stock"):
                hand.play(own)

    def _play_alone(self, seen: Seen) -> None:
        """Play at a table for one, or at the own one in a race, as long as it amuses."""
        if self._press(seen, "Practise from here"):
            return
        if self._waited > _ENOUGH * (2 if self._mood.roams or seen.scene in _RACES else 1):
            if self._chance.random() < self._mood.roams:
                self._roam(seen)
            elif not self._press(seen, "Give up") and seen.scene not in _RACES:
                self._leave(stay=True)
        elif seen.lesson:
            if seen.still:
                self._learn(seen.lesson, seen)
        elif self._chance.random() < _HELPED and self._press(seen, self._chance.choice(_AIDS)):
            pass
        elif self._chance.random() < _COMPARED:
            strike(self._program, "c")
        elif not self._press(seen, "Knock to begin"):
            self._try_a_card(seen)

    def _learn(self, lesson: dict[str, Any], seen: Seen) -> None:
        """Do what a lesson says."""
        piles = [seen.piles[number] for number in lesson["piles"]]
        if lesson["button"]:
            x, y, w, h = lesson["button"]
            click(self._program, (x + w // 2, y + h // 2))
        elif len(piles) > 1 and lesson["card"]:
            drag(self._program, seen.card(lesson["card"]), piles[1].target)
        elif piles:
            click(self._program, piles[0].target)

    def _try_a_card(self, seen: Seen) -> None:
        """Lay a card where it may fit, send it away, or turn the stock."""
        tops = [(pile, pile.top) for pile in seen.piles if pile.top]
        if turned := [pile.top for pile in seen.piles if pile.role == "turned" and pile.top]:
            self._lay(seen, turned[0])
            return
        pairs = [(card, to) for pile, card in tops for to, on in tops if to is not pile and fits(card, on)]
        if pairs and self._chance.random() < 0.5:
            card, to = self._chance.choice(pairs)
            drag(self._program, card.middle, to.target)
        elif tops and self._chance.random() < 0.5:
            click(self._program, self._chance.choice(tops)[1].middle, button=3)
        elif seen.piles:
            stocks = [pile for pile in seen.piles if pile.role == "stock"] or seen.piles
            click(self._program, self._chance.choice(stocks).target)

    def _lay(self, seen: Seen, card: Card) -> None:
        """Strike the key of a pile where a card that has been turned goes: by its colour, mostly."""
        piles = [pile for pile in seen.piles if pile.key]
        fit = [
            pile
            for pile in piles
            if pile.role == "foundation" and not (pile.top and pile.top.red == card.red)
        ]
        aside = [pile for pile in piles if pile.role == "waste"]
        if found := piles if self._chance.random() < 0.05 else fit or aside:
            strike(self._program, self._chance.choice(found).key)

    def _roam(self, seen: Seen) -> None:
        """Use what they have used least until now."""
        usable = [each for each in seen.controls if each.enabled and each.label != _("Quit")]
        if not usable:
            strike(self._program, "escape")
            return
        away = [*map(_, _AWAY)]
        self._chance.shuffle(usable)
        one = min(usable, key=lambda each: self._tried[seen.scene, each.label] + (each.label in away))
        self._tried[seen.scene, one.label] += 1
        self._program.told(f"{seen.scene}: {one.label}")
        x, y = one.middle
        if one.role == "field":
            self._fill(one, self._chance.choice(_TYPED))
            if self._chance.random() < 0.5:
                strike(self._program, "return")
            return
        if one.role != "button":
            x += one.rect[2] // 4 * self._chance.choice((-1, 0, 1))
        click(self._program, (x, y))

    def _fill(self, field: Control, words: str) -> None:
        """Type into a field; a code is said to the others."""
        if field.label == _("Code"):
            self._heard.append(words)
        click(self._program, field.middle)
        self._program.send(*(Event(pygame.TEXTINPUT, text=letter) for letter in words))

    def _press_pad(self) -> None:
        which = {"instance_id": self._chance.randrange(self._pads)}
        which["button"] = _BUTTONS[self._chance.choice([*_BUTTONS])]
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self._program.send(Event(kind, which))

    @property
    def _pads(self) -> int:
        """How many gamepads are plugged in here."""
        return max(self._mood.pads, 2 * (dict(self._program.guest.settings).get("players") in (3.0, 4.0)))

    def _press(self, seen: Seen, *labels: str) -> bool:
        found = find(seen, *labels)
        if found:
            self._program.told(f"{seen.scene}: {found.label}")
            click(self._program, found.middle)
        return bool(found)

    def _go_on(self, seen: Seen) -> None:
        known: dict[str, Callable[[Seen], object]] = {
            "title": self._at_title,
            "tables": self._at_tables,
            "calling": self._calling,
            "lobby": self._in_lobby,
            **dict.fromkeys(("round-end", "race-end", "deal-end", "joint-pause"), self._at_standings),
            "match-end": self._after,
            "handicap": self._at_handicaps,
            "ask": lambda seen: self._press(seen, "OK", "Open another table", "Keep playing", "Cancel"),
            "alone": self._alone,
            "challenges": self._at_challenges,
            "challenge-end": lambda seen: self._press(
                seen, *self._some("Where was it lost?", "All challenges")
            ),
            "kept": lambda seen: self._press(seen, "Carry on", "Back"),
            "week": lambda seen: (
                self._waited > 1 and self._press(seen, *self._some("Race the latest run", "Back"))
            ),
            "own-name": self._tell_name,
            "attract": self._watch,
            "patiences": lambda seen: self._press(seen, "Play"),
            "solo-pause": lambda seen: self._press(seen, "Save for later", "Continue"),
            "pause": self._in_menu,
        }
        if self.gone and seen.scene in _ELSEWHERE and self._press(seen, "Back"):
            return
        if self._handicaps and self._press_named(seen, "handicap"):
            return
        if seen.scene in known:
            known[seen.scene](seen)
        elif self._waited > 1 and not self._press(seen, "Give up"):
            strike(self._program, "escape")

    def _press_named(self, seen: Seen, name: str) -> bool:
        found = [each for each in seen.controls if each.name == name and each.enabled]
        for each in found[:1]:
            self._program.told(f"{seen.scene}: {each.label}")
            click(self._program, each.middle)
        return bool(found)

    def _some(self, *labels: str) -> Sequence[str]:
        """These in any order."""
        return self._chance.sample(labels, len(labels))

    def _at_title(self, seen: Seen) -> None:
        if not self.gone and world().passed > self._mood.dreams:
            alone = self._mood.alone
            self._press(seen, *(self._some("Patiences", "This week") if alone else ["Play with friends"]))

    def _watch(self, _seen: Seen) -> None:
        if self._waited > _WATCHED:
            strike(self._program, "escape")

    def _at_challenges(self, seen: Seen) -> None:
        kept = (ngettext("{n} saved game", "{n} saved games", n).format(n=n) for n in range(1, 4))
        self._press(seen, *self._some(*kept, "Today’s challenge", "Free play"))

    def _tell_name(self, seen: Seen) -> None:
        """Say what they are called, in place of what is proposed."""
        if self._tried[seen.scene, ""]:
            self._press(seen, "Play with friends")
        else:
            self._tried[seen.scene, ""] += 1
            self._fill(next(each for each in seen.controls if each.role == "field"), self._program.name)

    def _at_tables(self, seen: Seen) -> None:
        if self.gone:
            return
        for each in seen.controls:
            if each.enabled and each.role == "button" and any(name in each.label for name in self._guests):
                click(self._program, each.middle)
                return
        if self._waited > (1.0 if self._opens else 20.0 + 4 * self._program.number):
            self._press(seen, "Open the table")

    def _calling(self, seen: Seen) -> None:
        if not self._press(seen, "Join anyway", "Back") and seen.has(_("Code"), "field") and self._waited > 3:
            if self._heard and self._waited < 5 and not seen.control(_("Code"), "field").value:
                self._fill(seen.control(_("Code"), "field"), self._heard[-1])
                strike(self._program, "return")
            else:
                self._press(seen, "Cancel")

    def _in_lobby(self, seen: Seen) -> None:
        if self._wishes:
            label, times = self._wishes.pop(0)
            self._choose(seen, label, times)
            return
        there = all(name in seen.words for name in self._guests)
        if not seen.controls:
            strike(self._program, "f10")  # out of the view for a TV
        elif there or self._waited > _COMING:
            self._press(seen, "Sit down", "Knock")

    def _at_standings(self, seen: Seen) -> None:
        ways = self._ways_on(seen)
        if not ways:
            self._since = world().seconds  # the cards are still being counted
        for each in ways if self._waited >= self._mood.lingers else ():
            click(self._program, each.middle)
            world().sleep(0.2)

    def _ways_on(self, seen: Seen) -> Sequence[Control]:
        """What all here knock by, or have the others go on by."""
        ways_on = *map(_, _WAYS_ON), _("{name}: knock").removeprefix("{name}")
        ways = [each for each in seen.controls if each.enabled and each.label.endswith(ways_on)]
        return ways or going_on(seen)

    def _after(self, seen: Seen) -> None:
        if self._waited > (_ENOUGH if self.again is None else _STAYED):
            self._press(seen, "Leave the table", "Close the table", "Back")
        elif self._waited > 3 and not self._press(seen, "Gracious fanfare", "Sit down for the next match"):
            for each in self._ways_on(seen) if self.again is not False else ():
                click(self._program, each.middle)
                world().sleep(0.2)

    def _at_handicaps(self, seen: Seen) -> None:
        """Change the next one, or be done."""
        choices = [each for each in seen.controls if each.role == "choice" and each.enabled]
        if self._handicaps and choices:
            chosen = choices[int(self._handicaps.pop() * len(choices))]
            self._program.told(f"handicap: {chosen.label}")
            click(self._program, chosen.middle)
        else:
            self._press(seen, "OK")

    def _in_menu(self, seen: Seen) -> None:
        """Let bots play for who is away, one after the other, or go on."""
        head = _("Let a bot play for {name}").partition("{name}")
        named = (each for each in seen.controls if each.label.startswith(head[0]))
        bots = [each for each in named if each.label.endswith(head[2])]
        for each in bots[:1]:
            click(self._program, each.middle)
        if not bots and self._waited > 1:
            strike(self._program, "escape")

    def _alone(self, seen: Seen) -> None:
        if self._waited > 3:
            self._press(seen, "Carry on alone", "Wait")

    # -- acts

    def _poke(self, seen: Seen, share: float) -> None:
        if found := [each for each in seen.controls if each.enabled]:
            click(self._program, found[int(share * len(found))].middle)

    def _leave(self, stay: bool) -> None:
        self.gone = not stay
        labels = "Leave the table", "Close the table", "Leave the match"
        steps = [("wait", 0.4), ("press", *labels), ("wait", 0.4), ("press", *labels), ("wait", 0.4)]
        self.acts[:0] = [("key", "escape"), *steps]

    def _do(self, seen: Seen, act: tuple[Value, ...]) -> None:
        """Do what the list of acts says."""
        match act:
            case ("leave",):
                self._leave(stay=True)
            case ("bye",):
                self._leave(stay=False)
            case "wait", float(seconds):
                world().sleep(seconds)
            case "idle", float(seconds):
                self.rests_until = world().passed + seconds
            case "key", str(name):
                strike(self._program, name)
            case "press", *labels:
                self._press(seen, *map(str, labels))
            case "poke", float(share):
                self._poke(seen, share)
            case "choose", str(label), float(times):
                self._wishes.append((label, times))
            case "handicap", float(share):
                self._handicaps.append(share)
            case "again", float(knocks):
                self.again = bool(knocks)
            case "fill", str(label), str(words) if seen.has(_(label), "field"):
                self._fill(seen.control(_(label), "field"), words)
            case "fill", *_gone:
                pass
            case "pile", float(share):
                if seen.piles:
                    click(self._program, seen.piles[int(share * len(seen.piles))].target)
            case "click", float(x), float(y):
                wide, high = seen.size
                click(self._program, (int(x * wide), int(y * high)))
            case "close", *_back:
                self._program.send(Event(pygame.QUIT))
            case "size", str(words):
                self._program.resize(size_of(words))
            case "unfocus", float(seconds):
                self._program.send(Event(pygame.WINDOWFOCUSLOST))
                self.rests_until = world().passed + seconds
                self.acts[:0] = [("wait", seconds), ("focus",)]
            case ("focus",):
                self._program.send(Event(pygame.WINDOWFOCUSGAINED))
            case ("minimise",):
                for event in (pygame.WINDOWMINIMIZED, pygame.WINDOWFOCUSLOST, pygame.WINDOWRESTORED):
                    self._program.send(Event(event))
            case "set", str(name), value:
                self._set(name, value)
            case _:
                raise ValueError(f"nobody does this: {act}")

    def _choose(self, seen: Seen, label: str, times: float) -> None:
        """Step through a choice, if it is there."""
        for _time in range(int(times)):
            if found := next(seen.controls_of(_(label), "choice"), None):
                click(self._program, found.middle)
                world().sleep(0.1)

    def _set(self, name: str, value: Value) -> None:
        """Change a setting, as its page would."""
        ctx = self._program.ctx
        assert ctx
        if name == "lang":
            ctx.speak(setting(name, value))
        setattr(ctx.settings, name, setting(name, value))
        ctx.apply_settings()
        ctx.redraw()

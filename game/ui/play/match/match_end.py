"""The end of a match: the podium, and what kind of winner the winner is."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Final, Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.portraits import Expression
from game.core.state import GLOATING, GRACIOUS, Cheer, Cheered, Knock
from game.i18n import N_, _
from game.sessions.session import MatchSeat, Session
from game.storage.data_folder import DataFolderError, data_folder, write
from game.storage.tonight import against
from game.story.match_story import RoundStory, round_story
from game.system import here
from game.ui.cards.celebration import GLOATING_MANNER, GRACIOUS_MANNER
from game.ui.cards.labels import figure
from game.ui.engine import text, theme
from game.ui.engine.requests import Tonight
from game.ui.engine.scene import Context
from game.ui.input.commands import Command
from game.ui.input.keys import Slot
from game.ui.play.end import STAGE, End, fan, shine
from game.ui.play.match.commands import GO_ON, KNOCK
from game.ui.play.match.extras import WORDS, caption
from game.ui.play.match.game import Exits, by_itself
from game.ui.play.match.knock import Knockers, is_knock, knocked
from game.ui.play.match.poster import match_poster, png
from game.ui.play.match.standings import Stamp, addressed, of_match, seal, who_played
from game.ui.play.match.tonight import played_tonight
from game.ui.play.match.words import few
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import RulePage
from game.ui.view.boxes import Column, Row, Stack
from game.ui.view.leaves import NOTE, SMALL, Button, Cameo, Gap, Picture, Style, Text
from game.ui.view.node import Action, Node, still
from game.ui.widgets.reveal import Ceremony, Cue, Reveal

_WINNER, _MANNER, _PLACE = Style(70, 70, "gold", True), Style(28, 36), Style(62, 62, lettered=True)
_NAME, _TOTAL, _OTHERS = Style(26, 28), Style(32, 34, "gold"), Style(24, 34)
_CARD: Final = Style(28, 32, "gold")
_HIGH, _BLOCK = (176, 124, 84), 200
"""The heights of the blocks for first, second and third place, and their width, in units."""
_CAPTION, _SIDE, _LIT = 260, 256, 300
"""The widths of the captions in the corner and of what lies beside the podium; and how far down the light
falls, in units."""
_MET = 5
"""The most seats whose contests are told."""
_RISES = ((1.7, 0.7), (0.85, 0.55), (0.2, 0.5))
"""When first, second and third place begin to rise, and how long that takes, in seconds."""
_STANDS = 0.85
"""When in that time a block seems to stand: it slows down towards the end."""
_ROLL, _DRUM = 0.07, -9
"""Seconds between two strokes of the drum, and its pitch: by how many semitones it is below the knock."""
_WORDS = WORDS | {"knock": N_("drum roll")}
"""What is heard, in words."""
_FAN = ("h12", "s13", "d11", "c12")
"""The court cards behind the winner's face."""
_APART, _LARGE = 188, 1.3
"""What lies between the winner's choice and the ways on, in units; and from which scale of letters on there
is no room for that."""
_FACES = 52, 46, 42
"""Of the faces on the podium, from their middle to their rim, in units."""
_NIGHT = 3
"""The most people whose matches of tonight are told."""
_CHOICE = 8.0
"""The most seconds that another match waits for the winner's choice."""


def places(totals: Sequence[int]) -> list[tuple[int, int]]:
    """(place, seat) from the highest total down; equal totals share a place, and the next one is skipped."""
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return [(1 + sum(other > totals[seat] for other in totals), seat) for seat in order]


class Ended(Protocol):
    """What is to be known of a match that has ended."""

    cheered: Cheered | None
    """The winner's fanfare, once it has been received."""
    stories: dict[int, RoundStory]

    @property
    def exits(self) -> Exits:
        """How it is left, and what may follow it."""


class MatchEnd(Ceremony, End):
    """Stays until the player leaves or plays again."""

    music = "podium"
    mat = STAGE
    slots = KNOCK, GO_ON

    def __init__(
        self, table: PlayScene[Any], match: Ended | None = None, session: Session | None = None
    ) -> None:
        """`match` and its `session`, if they are not those of the table."""
        self.table, self.match = table, match or table.game
        self.session: Session = session or table.game.session
        self._cheer: Cheered | None = None
        """The winner's fanfare, once it has been played."""
        self._saved = ""
        """Where the picture of the match has been saved, or why it could not be."""
        self._totals = self.session.state.totals
        """As the match ended: the next one may have other seats before this is left."""
        ranked = places(self._totals)
        self._podium, self._last = ranked[: len(_HIGH)], ranked[-1][0]
        self._wanted: Action | None = None
        self._until = math.inf
        """What leads to the match that the player wants next, and when it does so at the latest."""
        self._tonight: list[tuple[str, int, int]] | None = None

    def enter(self, ctx: Context) -> None:
        """The podium begins to rise."""
        super().enter(ctx)
        assert self.table.stage
        self._deck = self.table.stage.canvas.deck
        halves = self.table.halves if self.session is self.table.game.session else ()
        self._stamp, self._knockers = Stamp(ctx), Knockers(self.legend, ctx.pads, halves)
        u = theme.unit(ctx.window.size)
        for place, seat in self._podium:  # drawn before anything moves
            still(self._face(place, seat), u, _BLOCK * u)
        last = len(self._podium) - 1
        self._rises = [(begin - _RISES[last][0] + 0.2, takes) for begin, takes in _RISES[: last + 1]]
        self.reveal = Reveal(sum(self._rises[0]), list(self._drums()), ctx.settings.reduced_motion)

    def _drums(self) -> Iterator[Cue]:
        """A roll that grows while a place rises, and a stroke when it stands."""
        for begin, takes in self._rises:
            for stroke in range(1, round(_STANDS * takes / _ROLL)):
                at = stroke * _ROLL
                yield begin + at, partial(self._drum, 0.08 + 0.3 * at / takes)
            yield begin + _STANDS * takes, partial(self._drum, 1.0)

    def _drum(self, gain: float) -> None:
        self.ctx.sounds.play("knock", gain, pitch_steps=_DRUM)

    @property
    def _replays(self) -> bool:
        session = self.session
        return not session.plays and session.can_pause

    @property
    def _winner(self) -> MatchSeat | None:
        """The winner, if one plays at this screen."""
        session = self.session
        return next((seat for seat in session.local_seats if seat.seat == session.state.winner), None)

    def _choose(self, kind: int) -> None:
        if winner := self._winner:
            winner.ask(Cheer(kind))

    def _play_fanfare(self) -> None:
        """Do so as soon as it has been received and the winner stands there."""
        if self._cheer or not self.reveal.over or not (cheer := self.match.cheered):
            return
        self._cheer = cheer
        self.ctx.sounds.play("gracious" if cheer.kind == GRACIOUS else "gloating")
        self._throw(cheer.kind)

    def _throw(self, kind: int) -> None:
        """Let the winner's cards fly."""
        manner = GLOATING_MANNER if kind == GLOATING else GRACIOUS_MANNER
        self.throw(manner, self.session.backs[self._podium[0][1]])

    def step(self, now: float) -> None:
        """Let the podium rise and cards fly, and look for the winner's fanfare."""
        self.table.pump(now)
        if self in self.ctx.stack:
            # A replay has no fanfare.
            if self.advance(now) and self._replays and not self.match.cheered:
                self._throw(GRACIOUS)
            self._play_fanfare()
            if self.reveal.over:
                self._stamp.step(of_match(self.session), now)
            self.look()
            if self._wanted:
                self._until = min(self._until, now + _CHOICE)
                if now >= self._until or self.match.cheered or not self.match.exits.awaits_winner:
                    go, self._wanted = self._wanted, None
                    go()

    def facts(self) -> object:
        game, session = self.match, self.session
        exits, at = (game.exits.closed, game.exits.may_again), (self.reveal.at, self.reveal.over)
        asked = session.state.ready, game.exits.watches, [each.words for each in self._late]
        moving = self._stamp.part, caption(self.ctx, _WORDS)
        written = self.ctx.archive.recording
        people = session.names, session.local_seats, asked
        return game.cheered, exits, at, people, of_match(session), moving, bool(self._wanted), written

    def rest(self, now: float) -> float:
        """Steps while anything moves; otherwise it depends on whether the winner's fanfare is still to
        come."""
        if self.moves or self._stamp.moving:
            return 0.0
        if caption(self.ctx, _WORDS):
            return 0.05
        over = self._cheer or self._replays
        return math.inf if over and self.session.can_pause else 0.05

    # -- the scene

    def show_help(self) -> None:
        """The rules of the match."""
        self.ctx.push(RulePage(self.table.session.rules))

    def close(self) -> None:
        """Leave the table."""
        self.match.exits.leave()

    def view(self) -> Node:
        session, (heading, line), over = self.session, self.words(), self.reveal.over
        first, second, *third = map(self._place, range(len(self._podium)))
        found = of_match(session) if over else None
        podium = Row(second, first, *third, gap=15, pack="middle", grow=1)
        others = [self._other(*each) for each in places(self._totals)[3:]]
        left = Column(self._contests() if over else None, pack="end", wide=_SIDE)
        right = Column(*others, self._evening() if over else None, pack="end", wide=_SIDE)
        note = self._saved or self.match.exits.closed or self._awaited
        if self._wanted:
            note = _("{name} is choosing how to win …").format(name=heading)
        told = _plate(Text(note, NOTE)) if note else None
        if found and not told:
            told = _plate(seal(found, session.names, self._stamp.part))
        words = caption(self.ctx, _WORDS)
        ways = self.buttons(wide=240, high=46, align="middle") if over else []
        knocks = self._knocks() if over else []
        apart = Gap(wide=_APART if text.letters.scale < _LARGE else 0)
        choice = [*self._manners(), apart] if self._asks else []
        ways = [each.replaced(wide=None) for each in ways] if choice or self._late else ways
        stage = Column(
            Gap(high=34),
            Stack(self._banner(heading, _("How do you win?") if self._asks else line), high=108),
            Row(left, podium, right, gap=14, pad=(52, 0), grow=1, align="fill"),
            Gap(high=28),
            gap=0,
        )
        foot = (
            Row(_plate(Text(words, NOTE)) if words else None, wide=_CAPTION),
            Row(told, pack="middle", grow=1),
            Gap(wide=_CAPTION),
        )
        return Column(
            Stack(shine(640, _LIT) if over else None, stage, high=586),
            Row(*choice, *knocks, *ways, gap=14, pack="middle", pad=(40, 0), high=84),
            Row(*foot, high=46, pad=(14, 0)),
            wide=1280,
            high=720,
            gap=2,
        )

    def _knocks(self) -> list[Node]:
        """What begins another match where all knock for it: who has, and who may here."""
        exits, session = self.match.exits, self.session
        if not exits.knocks or self._asks or by_itself(self.ctx, session):
            return []
        found: list[Node] = [*knocked(session)]
        if exits.watches:
            words = _("Sit down for the next match")
            return [*found, Button(words, exits.sit, name="sit", align="middle")]
        return found + self._knockers.buttons(session, _("Knock for another match"), self._knock)

    @property
    def _late(self) -> list[Command]:
        """Begins it without those who do not knock."""
        exits = self.match.exits
        return [each for each in exits.late() if each.slot == GO_ON] if exits.knocks else []

    def _knock(self, seat: MatchSeat) -> None:
        seat.ask(Knock())

    @property
    def _awaited(self) -> str:
        """Who has yet to knock for another match, once somebody here has."""
        session, exits = self.session, self.match.exits
        if not any(session.state.ready >> seat.seat & 1 for seat in session.local_seats):
            return ""
        names = [session.names[seat] for seat in exits.awaited]
        return _("Waiting for {names} …").format(names=few(names)) if names else ""

    def handle(self, event: Event, now: float) -> None:
        """A knock is for another match, once that is offered; nobody who watches sits down by it."""
        if self.match.exits.watches and is_knock(event):
            return
        offered = self.reveal.over and self.match.exits.knocks and not self._asks
        key = self.legend.translate(event) if event.type == pygame.KEYDOWN else None
        seats = self._knockers.here(self.session, key) if key and offered else ()
        for seat in seats:
            self._knock(seat)
        if key and offered and not seats and (command := self.heard(key)):
            command.do(now)
        elif not seats:
            super().handle(event, now)

    def _contests(self) -> Node | None:
        """Whom the one at this screen, or the winner, has met at a pile, and who was first how often."""
        session = self.session
        told = addressed(session, who_played(session))
        own = self._podium[0][1] if told is None else told
        met = [each for story in self._rounds for each in story.contests if not each.tie]
        first = Counter(each.loser for each in met if each.landing.seat == own)
        second = Counter(each.landing.seat for each in met if each.loser == own)
        if not (first or second):
            return None
        words, rows = _("{first} won · {second} lost"), list[Node]()
        for seat, _times in (first + second).most_common(_MET):
            how = Text(words.format(first=first[seat], second=second[seat]), SMALL, at="start", wraps=True)
            name = Column(Text(session.names[seat], _OTHERS, at="start"), how, gap=0, grow=1, align="middle")
            rows.append(Row(Cameo(session.portraits[seat], session.backs[seat], 22), name, gap=10))
        whose = (
            _("Your contests")
            if told is not None
            else _("Contests of {name}").format(name=session.names[own])
        )
        head = Text(whose, SMALL, at="start")
        return Column(head, *rows, gap=4, pad=(14, 8), ground="sheet")

    def _evening(self) -> Node | None:
        """How often whom of those here has won tonight, and how often the player here."""
        words = _("{name} {won} : {own} you")
        rows = (words.format(name=name, won=won, own=own) for name, won, own in self._met)
        lines = [Text(row, _OTHERS, at="start") for row in rows]
        if not lines:
            return None
        return Column(Text(_("Tonight"), SMALL, at="start"), *lines, gap=2, pad=(14, 8), ground="sheet")

    def _banner(self, heading: str, line: str) -> Node | None:
        """Who has won, and what kind of winner that is, on paper."""
        words = Text(heading, _WINNER, high=66), Text(line, _MANNER, high=34) if line else None
        sheet = Column(*words, gap=0, pad=(36, 2), pack="middle", ground="sheet", align="middle")
        return sheet if self.reveal.over else None

    @property
    def _again(self) -> bool:
        """Whether this player may start another match."""
        return not self._replays and self.match.exits.may_again

    @property
    def _asks(self) -> bool:
        """Whether the winner has yet to choose how to win."""
        game = self.match
        return self.reveal.over and bool(self._winner) and not game.cheered and not game.exits.closed

    def _manners(self) -> list[Node]:
        """The winner's choice."""
        kinds = (
            (_("Gracious fanfare"), _("thanks for the match"), GRACIOUS),
            (_("Gloating fanfare"), _("ha!"), GLOATING),
        )
        return [
            Button(
                words,
                partial(self._choose, kind),
                primary=True,
                inside=Column(Text(words, _CARD), Text(says, SMALL), gap=0, pad=(16, 4), pack="middle"),
                wide=240,
            )
            for words, says, kind in kinds
        ]

    def commands(self) -> Iterator[Command]:
        """For everyone a way to continue. The way out is last: who presses at once is still here."""
        exits = self.match.exits
        if by_itself(self.ctx, self.session):
            return
        yield from self._late
        if self._again:
            again = partial(self._want, exits.again)
            words = _("The table’s settings") if exits.knocks else _("Play again")
            wanted = not (self._asks or exits.knocks)
            yield Command(Slot("again"), lambda _at: again(), label=words, wanted=wanted)
        if self.ctx.folder and self._rounds:
            yield Command(Slot("picture", "P"), self._save_picture, label=_("Save a picture"))
        if self._met:
            opens = partial(self.ctx.open, Tonight(self.table, self._way_to_race))
            yield Command(Slot("tonight"), lambda _at: opens(), label=_("Tonight"))
        yield Command(Slot("leave"), lambda _at: exits.leave(), label=exits.label(of_all=True))

    def _want(self, way: Action) -> None:
        self._wanted = way

    def _way_to_race(self) -> Action | None:
        """Has those at the table race next, if that is for this player to say."""
        return partial(self._want, race) if (race := self.match.exits.race) else None

    @property
    def _met(self) -> list[tuple[str, int, int]]:
        """The people of the last match, and how many matches of tonight each has won, and the player here."""
        session = self.session
        if self._tonight is None and not self.ctx.archive.recording:
            network = session.plays and not session.can_pause
            played = played_tonight(self.ctx) if network else []
            people = [each for each in played[-1].opponents if not each.level] if played else []
            told = ((each.name, *against(played, each.name, each.key)) for each in people[:_NIGHT])
            self._tonight = list(told)
        return self._tonight or []

    @cached_property
    def _rounds(self) -> Sequence[RoundStory]:
        """The rounds of the match that have been counted, as far as they were seen here."""
        session = self.session
        told = {seen.opening.round: round_story(seen, session.rules) for seen in session.seen}
        return [story for _number, story in sorted((self.match.stories | told).items()) if story.scored]

    def _save_picture(self, _at: float) -> None:
        """Save the picture of the match, as far as it was seen here, in the data folder."""
        session = self.session
        picture = png(match_poster(session.names, session.backs, session.portraits, self._rounds, won=True))
        path = data_folder(self.ctx.folder) / "pictures" / here().clock.written("%Y-%m-%d-%H%M%S.png")
        try:
            write(path, picture)
            self._saved = _("Saved: {path}").format(path=path)
        except DataFolderError as error:
            self._saved = str(error)
        self.renew()

    def words(self) -> tuple[str, str]:
        """Who has won, and what kind of winner they are: addressed to the winner, or about them."""
        session, cheer = self.session, self.match.cheered
        kind = cheer.kind if cheer else None
        winner = places(self._totals)[0][1]
        if [seat.seat for seat in session.local_seats] == [winner]:
            manners = {None: "", GRACIOUS: _("graciously"), GLOATING: _("and let everyone know")}
            return _("You win the cup") if session.rules.knockout_margin else _("You win the match"), manners[
                kind
            ]
        titles = {
            None: _("Winner of the cup") if session.rules.knockout_margin else _("Winner of the match"),
            GRACIOUS: _("A gracious winner"),
            GLOATING: _("A winner who rubs it in"),
        }
        return session.names[winner], titles[kind]

    def _place(self, number: int) -> Node:
        """A block of the podium as far as it has risen, and who stands on it; the number once it stands."""
        (place, seat), session = self._podium[number], self.session
        (begin, takes), first = self._rises[number], place == 1
        part, stands = self.reveal.part(begin, takes), self.reveal.at >= begin + _STANDS * takes
        if not part:
            return Gap(wide=_BLOCK)
        block = Picture(("block", first), partial(_draw_block, first=first, high=_HIGH[place - 1]))
        label = Text(str(place), _PLACE, color=theme.ground("maple").ivory) if stands else None
        named = Text(session.names[seat], _NAME, high=28), Text(self._points(seat, part), _TOTAL, high=34)
        return Column(
            self._face(place, seat),
            Column(*named, gap=0, pad=(16, 1), ground="plate", align="middle"),
            Gap(high=3),
            Stack(block, label, high=part * _HIGH[place - 1]),
            wide=_BLOCK,
            gap=0,
            align="end",
        )

    def _points(self, seat: int, part: float = 1.0) -> str:
        """The total of a seat, as far as it has been counted up; in a cup only places are won."""
        session = self.session
        return "" if session.rules.knockout_margin else figure(round(part * self._totals[seat]))

    def _face(self, place: int, seat: int) -> Node:
        """The seat's face; behind the winner's a fan of court cards."""
        deck, first, r = self._deck, place == 1, _FACES[place - 1]
        face = Cameo(self.session.portraits[seat], self.session.backs[seat], r, self._mood(place))
        standing = Column(face.replaced(align="middle"), pack="end", gap=0)
        behind = fan(deck, _FAN, 66).replaced(wide=None, high=None) if first else None
        return Stack(behind, standing, high=2 * r + (46 if first else 0))

    def _mood(self, place: int) -> Expression:
        """Whoever is last is beaten."""
        return "beaten" if place == self._last > 1 else "calm"

    def _other(self, place: int, seat: int) -> Node:
        """A seat that did not reach the podium."""
        session = self.session
        return Row(
            Text(str(place), _OTHERS, color="mist"),
            Cameo(session.portraits[seat], session.backs[seat], 16, self._mood(place)),
            Text(session.names[seat], _OTHERS, at="start", grow=1),
            Text(self._points(seat), _OTHERS),
            ground="sheet",
            pad=(12, 0),
            gap=8,
        )


def _plate(words: Node) -> Node:
    """What is told on the table."""
    return Column(words, pad=(12, 2), ground="plate", align="middle")


def _draw_block(surface: Surface, rect: Rect, u: float, first: bool, high: float) -> None:
    """What has risen out of the floor of a block that is so high, in units."""
    on, size = theme.ground("maple"), (rect.w, max(rect.h, round(high * u)))
    block = theme.laid(size, u, on._replace(edge=theme.GOLD, line=3) if first else on)
    surface.blit(block, rect, (0, 0, *rect.size))

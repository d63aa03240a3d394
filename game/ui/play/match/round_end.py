"""The end of a round: its photo finish if there was a contest, shown once more from the real presses; the
count, as every card flies home to its owner; then the standings."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.cards import Card
from game.core.limits import Handicap
from game.core.portraits import Expression
from game.core.state import FLIGHT, SCORED, WON, Knock, Scored
from game.i18n import _
from game.sessions.session import MatchSeat, Player, Session
from game.storage.tonight import Guest
from game.story.match_story import Contest
from game.ui.cards.canvas import AIR, SEEN, VEIL
from game.ui.cards.labels import burst, figure
from game.ui.cards.layout import RATIO, TRAY
from game.ui.cards.moments import At
from game.ui.cards.motion import EFFECTS, SHIFT, Pose, Tween
from game.ui.cards.sprite import Sprite
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.input.commands import Command
from game.ui.input.keys import Slot
from game.ui.play.end import End
from game.ui.play.match.coach import Coach
from game.ui.play.match.commands import BEGIN, GO_ON, REMOVE
from game.ui.play.match.game import READ, MatchTable, by_itself
from game.ui.play.match.handicap import HandicapScene, cards_words, of_seat, suggested
from game.ui.play.match.hud import Hud
from game.ui.play.match.knock import is_pad_knock
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.standings import (
    Stamp,
    Standing,
    addressed,
    of_match,
    seal,
    standings,
    tally,
    who_played,
)
from game.ui.play.match.tonight import evening, guests_tonight
from game.ui.play.match.words import closest_of, story_lines
from game.ui.play.scene import Extra
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import TITLE, Button, Cameo, Plate, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.reveal import hurries
from game.ui.widgets.words import lead_words

_FILL, _HASTE = 0.8, 0.35
"""Seconds for the bars to grow, and for those who have cut the count short; only then is there a way on."""
_COACH: Final = Slot("coach", "H", pad="x")
_HANDICAP, _FEWER = Slot("handicap", "K", pad="select"), Slot("fewer", "N", pad="rt")
"""To choose handicaps, and to accept the one that is suggested."""
_DUELS, _TOLD = Style(18, 24), Style(18, 24, "mist")


class Rounds(Extra):
    """Each round is counted once it is over."""

    def show_end(self) -> bool:
        """The table has been seen as it was."""
        if scored := self.table.game.scored:
            self.table.game.tell()
            self.table.ctx.push(RoundEnd(self.table, scored))
        return True


class RoundEnd(End):
    """Lies over the table's own stage, on which the cards are counted."""

    input_delay, first = 0.25, BEGIN.name
    takes_pads = True
    slots = _COACH, _HANDICAP, _FEWER, GO_ON, REMOVE

    def __init__(self, table: MatchTable, scored: Scored) -> None:
        self.table, self.session, self.scored = table, table.game.session, scored
        self._shown = False
        """Whether the standings are shown."""
        self._grown = 0.0
        """How far the bars are, 0 to 1; when they are, what continues is shown."""
        self._fill = _FILL
        """Seconds for the bars to grow."""
        game = table.game
        self._story = game.stories[game.session.state.round]
        self._coaches = game.seen.opening.phase not in (SCORED, WON)
        """Whether anything was seen of the round: who comes after it has nothing to be told of."""
        self._guests: Sequence[Guest] = ()
        """Who has played tonight."""
        self._turned = False
        """Whether that is shown, to a room, instead of the standings."""
        self._photo: PhotoFinish | None = None
        """The closest contest, until it has been shown; then the count begins."""

    def enter(self, ctx: Context) -> None:
        """Begin with the photo finish, if there was a contest."""
        super().enter(ctx)
        assert self.table.stage
        self._stage, game = self.table.stage, self.table.game
        self.count = Count(game.hud, self._stage, self.scored, ctx.sounds)
        self._stamp = Stamp(ctx)
        self._guests = guests_tonight(ctx) if self._by_itself else ()
        if closest := self._story.closest:
            self._photo = PhotoFinish(self._stage, closest, self.session, ctx.sounds)
            self._darken()

    def resume(self) -> None:
        """Resume the time: the covering scene has gone."""
        self.table.resume()

    def step(self, now: float) -> None:
        """Let the cards fly, then show the standings until the next round is dealt."""
        self.table.tick(now)
        if self.ctx.scene is not self:
            return
        over = self.session.state.phase in (SCORED, WON)
        if not over or self.table.game.scored is not self.scored:
            self._clear()
            self.back()
            return
        at = self.table.clock(now)
        if self._photo:
            self._photo.step(at)
            if at >= self._photo.end:
                self._end_photo()
        else:
            self.count.step(at)
        if at >= self.count.end:
            self._grown = min(1.0, (at - self.count.end) / self._fill)
            if not self._shown:
                self._show()
        if self._grown == 1.0:
            self._stamp.step(of_match(self.session, [self.session.state.round]), at)
            turned = bool(self._guests and self._by_itself and (at - self.count.end) // READ % 2)
            if turned != self._turned:
                self._turned = turned
                self.ctx.redraw()
        self.look()
        if self._by_itself and self.session.state.phase == WON and at >= self.count.end + READ:
            self._win()

    @property
    def _by_itself(self) -> bool:
        return by_itself(self.ctx, self.session)

    def facts(self) -> object:
        session, state = self.session, self.session.state
        away = self.table.game.hud.marks
        people = session.names, session.local_seats, session.played, state.ready, state.phase, away
        proof = of_match(session, [state.round]), self._stamp.part
        late = [each.words for each in self.commands()]
        told = people, proof, self.table.legend("Space"), late, session.handicaps
        return self._shown, self._grown, self._turned, told

    def rest(self, now: float) -> float:
        """Steps until the standings are complete."""
        moving = self._stage.moving or self._stamp.moving
        return 0.05 if self._grown == 1.0 and not moving else 0.0

    def _show(self) -> None:
        """Show the standings over the dark table."""
        self._shown = True
        self.ctx.sounds.play("paper", 0.8)
        self.count.clear()
        self.table.game.show_totals(None)
        self._darken()

    def _darken(self) -> None:
        """Darken the table."""
        veil = Plate((*theme.colors.shade[:3], 190), radius=0)
        self._stage.overlay.say("veil", veil, Rect(0, 0, *self._stage.layout.size), level=VEIL)

    def _end_photo(self) -> None:
        """Show no more of the photo finish: the count may begin."""
        if self._photo:
            self._photo.clear()
            self._photo = None
        self._stage.overlay.end("veil")

    def _clear(self) -> None:
        self._end_photo()
        self.count.clear()

    # -- what it shows

    def view(self) -> Node:
        if not self._shown:
            return Text("")
        if self._turned:
            rows = Text(_("Tonight"), TITLE), evening(self._guests)
            return Column(*rows, ground="sheet", wide=820, pad=(34, 24), gap=16)
        state, session = self.session.state, self.session
        bars = 1.0 if self._stage.calm else self._grown
        lines, players = [], who_played(self.session)
        names = tuple(each.name for each in players)
        least, most = min(self.scored.totals), max(self.scored.totals)
        for seat, total in enumerate(self.scored.totals):
            name, back, own, portrait = players[seat]
            ready = _("ready") if state.ready >> seat & 1 and session.names[seat] == name else ""
            now_at = self.scored.before[seat] + (total - self.scored.before[seat]) * bars
            score = self.scored.scores[seat]
            how = _("sat out") if state.sits_out(seat) else tally(score, self.count.lefts[seat])
            brought = figure(score, True)
            closest = closest_of(self._story.contests, seat, names)
            mood: Expression = "beaten" if total == least < most and bars == 1 else "calm"
            facts = how, brought, now_at, ready, own, closest, portrait, mood
            handicap = of_seat(session.handicaps, seat)
            lines.append(Standing(back, name, *facts, handicap))
        lines.sort(key=lambda line: -line.total if bars == 1 else 0)
        found = of_match(session, [state.round])
        told = " ".join(story_lines(self._story, names))
        buttons = {each.name: each for each in self.buttons(align="middle")} if self._grown == 1.0 else {}
        choose, accept = buttons.pop(_HANDICAP.name, None), buttons.pop(_FEWER.name, None)
        below = [
            *self._duels(players),
            *([Text(told, _TOLD, wraps=True)] if told else []),
            *([seal(found, names, self._stamp.part)] if found else []),
            *([Row(Text(self._advice(), _TOLD, at="end", grow=1), accept, gap=14)] if accept else []),
        ]
        how = _("laid − 2 × left") if any(line.sum for line in lines) else ""
        foot = self._foot(buttons) if self._grown == 1.0 else []
        return standings(self._title(players), lines, session.target, below, foot, how, choose)

    def _title(self, players: Sequence[Player]) -> str:
        if self.scored.seat is None:
            return _("Nobody can move")
        own = addressed(self.session, players) == self.scored.seat
        return _("You knocked") if own else _("{name} knocked").format(name=players[self.scored.seat].name)

    def _duels(self, players: Sequence[Player]) -> Iterator[Node]:
        """The duels that each player here has won and lost."""
        match = self.table.game
        for seat in match.own:
            won, lost = match.duels_of(seat, self.session.state.round)
            if won or lost:
                words = _("Contests won: {won} · lost: {lost}").format(won=won, lost=lost)
                yield Text(f"{players[seat].name}: {words}" if match.own[1:] else words, _DUELS)

    def _foot(self, found: dict[str, Button]) -> Sequence[Node]:
        """What continues, and the coach; `found`: the buttons, by name."""
        game, words = self.table.game, _("Knock for the next round")
        if self._by_itself and self.session.state.phase == WON:
            return []
        coach = [found.pop(_COACH.name).replaced(wide=150)] if _COACH.name in found else []
        ways = game.knockers.ways_on(self.session, words, self._go_on, game.hud.marks, [*found.values()])
        return [*ways, *coach]

    def commands(self) -> Iterator[Command]:
        yield from self.table.game.exits.late()
        if self._coaches and not self._by_itself:
            yield Command(_COACH, self._coach, label=_("Coach"))
        session = self.session
        if not self._by_itself and any(map(session.may_handicap, range(len(session.handicaps)))):
            yield Command(_HANDICAP, self._handicap, label=_("Handicap"))
        for seat, cards in self._suggested[:1]:
            accept = partial(self._fewer, seat, cards)
            yield Command(_FEWER, accept, label=_("{cards} from now on").format(cards=cards_words(cards)))

    @property
    def _suggested(self) -> list[tuple[int, Handicap]]:
        """The seats here that a handicap is suggested, and how many cards."""
        here = [each.seat for each in self.session.local_seats]
        found = [(seat, cards) for seat in here if (cards := suggested(self.session, seat))]
        return found if self._coaches else []

    def _advice(self) -> str:
        """That a handicap would help, and whom, where several play here."""
        words = _("Far behind? A smaller 13-pile makes up for it.")
        seat = self._suggested[0][0]
        return f"{self.session.names[seat]}: {words}" if self.session.local_seats[1:] else words

    def _fewer(self, seat: int, cards: Handicap, _at: float) -> None:
        self.session.handicap(seat, cards)

    def _handicap(self, _at: float) -> None:
        self.table.cover(HandicapScene(self.table, self.session, lambda: self.session.names))

    def describe(self, page: Description) -> None:
        """The table, and the buttons."""
        self._stage.describe(page)
        super().describe(page)

    # -- input

    def show_help(self) -> None:
        """The help of the table."""
        self.table.show_help()

    def receive(self, event: Event, now: float) -> None:
        """An input goes to the table's extras first."""
        if not self.table.intercept(event):
            super().receive(event, now)

    def handle(self, event: Event, now: float) -> None:
        """Any of the usual presses leads to the standings at once; there a knock continues."""
        at, event = self.table.clock(now), self.table.legend.translate(event)
        if at < self.count.end and (hurries(event) or is_pad_knock(event)):
            self._end_photo()
            self.count.skip(at)
            self._fill = _HASTE
        elif event.type in (pygame.KEYDOWN, PAD_PRESS):
            seats = self.table.game.knockers.who(self.session, event) if self.tree.controls else ()
            if seats:
                for seat in seats:
                    self._go_on(seat)
                self.step(now)
            elif command := self.heard(event):
                command.do(at)
            elif (command := self.table.heard(event)) and command.name != "skip":
                self.table.carry_out(command, at)
        else:
            super().handle(event, now)

    def _go_on(self, seat: MatchSeat) -> None:
        if self.session.state.phase == WON:
            self._win()
        else:
            seat.ask(Knock())

    def _win(self) -> None:
        self._clear()
        self.ctx.replace(self, MatchEnd(self.table))

    def _coach(self, _at: float) -> None:
        self.table.cover(Coach(self.table, who_played(self.session)))

    # -- drawing

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The table, and the standings above it; after a change of size there is no count any more."""
        changed = self.table.draw(surface, now, alpha, full)
        if self.table.stage and self.table.stage is not self._stage:
            end, full = min(self.count.end, self.table.clock(now)), False
            self._stage, self._grown, self._photo = self.table.stage, 1.0, None
            self.count = Count(self.table.game.hud, self._stage, self.scored, self.ctx.sounds)
            self.count.skip(end)
            self._show()
        if not self._shown:
            return changed
        if changed:
            self.renew()
        if changed and not full:  # beneath the standings, too
            text.erase(surface)
            self.table.draw(surface, now, alpha, True)
        if not (changed or self.tree.stale):
            return []
        return self.tree.draw(surface, bool(changed), over=True, shade=False)


_LONGEST, _GAP = 4.5, 0.06
"""The most seconds for sending all cards home, and the longest interval between two."""
_PENALTY = 1.4
"""Seconds for the cards left in the 13-piles."""
_OCTAVES = 24


class Count:
    """Moves the cards of one stage. Times are seconds of the stage."""

    def __init__(self, hud: Hud, stage: Stage, scored: Scored, sounds: Sounds) -> None:
        self._hud, self._stage, self._scored, self._sounds = hud, stage, scored, sounds
        self._begin = math.nan
        self.end = math.inf
        """When all has been counted."""
        self._penalty_at = math.inf
        self._all = 0
        self._waiting: list[Sprite] = []
        """The cards to be sent home, the next one last."""
        self._times: list[float] = []
        """When each of them sets out."""
        self._flights: list[tuple[float, Sprite]] = []
        """The cards under way, and when they arrive."""
        self._counts = Counter[int]()
        """How many of each seat's cards are home."""
        self.lefts = Counter[int]()
        """How many cards are left in each seat's 13-pile."""
        for pile, owner in enumerate(stage.owners):
            if owner is None or hud.session.state.sits_out(owner):
                continue
            if stage.roles[pile] == "reserve":
                self.lefts[owner] = len(stage.piles[pile])

    def step(self, at: float) -> None:
        """Let the cards fly that are due."""
        if math.isnan(self._begin):
            self._gather(at)
        self._send(at)
        if self._penalty_at <= at:
            self._penalty_at = math.inf
            self._penalties()

    def skip(self, at: float) -> None:
        """Count no further: all cards are home."""
        self._clear_shared()
        for sprite in [*self._waiting, *(flight[1] for flight in self._flights)]:
            if sprite in self._stage.canvas.flying:
                self._stage.canvas.flying.remove(sprite)
        self._waiting, self._times, self._flights = [], [], []
        self._penalty_at, self._begin, self.end = math.inf, at, at

    def clear(self) -> None:
        """Remove what is shown at the seats."""
        for seat in range(len(self._scored.scores)):
            self._stage.overlay.end(f"score{seat}")

    def _gather(self, at: float) -> None:
        stage = self._stage
        self._begin = at
        width, height = stage.layout.size
        size = max(place.box.w for place in stage.layout.places)
        motion = EFFECTS["gather"].motion or SHIFT
        by_owner: dict[int, list[Sprite]] = {}
        for pile, owner in enumerate(stage.owners):
            if owner is not None:
                continue
            sprites = stage.piles[pile][:]
            for i, sprite in enumerate(sprites):
                stage.canvas.set_out(sprite)
                sprite.ghost = i < len(sprites) - SEEN
                to = Pose(width / 2 + i % 3 - 1, height * 0.45 - i % 4, size, sprite.rest.angle * 2)
                stage.travel(sprite, motion, at, to=to)
                sprite.aloft = True
                by_owner.setdefault(sprite.card.pack, []).append(sprite)
        self._clear_shared()
        # One card for each in turn: the player who laid most is still counting when the others are done.
        rounds = zip_longest(*by_owner.values())
        self._waiting = [sprite for turn in rounds for sprite in turn if sprite][::-1]
        self._all = len(self._waiting)
        gap = min(_GAP, _LONGEST / max(1, self._all))
        first = at + motion.time + 0.25
        self._times = [first + gap * i for i in range(self._all)][::-1]
        self._penalty_at = first + gap * self._all + 0.35
        self.end = self._penalty_at + _PENALTY
        self._sounds.play(EFFECTS["gather"].sound, 0.7)

    def _send(self, at: float) -> None:
        """Start the cards whose turn it is, and count those that have arrived."""
        stage = self._stage
        motion = EFFECTS["home"].motion or SHIFT
        if at >= self._begin + motion.time:
            for i, sprite in enumerate(reversed(self._waiting)):
                sprite.ghost = i >= SEEN
        while self._times and self._times[-1] <= at:
            self._times.pop()
            sprite = self._waiting.pop()
            sprite.ghost, sprite.up = False, False
            stage.travel(sprite, motion, at, to=self._home(sprite.card.pack), flip=True)
            self._flights.append((at + motion.time, sprite))
        while self._flights and self._flights[0][0] <= at:
            sprite = self._flights.pop(0)[1]
            stage.canvas.flying.remove(sprite)
            owner = sprite.card.pack
            self._counts[owner] += 1
            self._show_score(owner, f"+{self._counts[owner]}")
            steps = round(_OCTAVES * self._counts.total() / max(1, self._all))
            pan = 2 * self._home(owner).x / stage.layout.size[0] - 1
            self._sounds.play("count", 0.8, pan * 0.7, steps)

    def _home(self, seat: int) -> Pose:
        x, y, w, h = self._stage.layout.places[self._stage.find("stock", seat)].box
        return Pose(x + w / 2, y + h / 2, w)

    def _penalties(self) -> None:
        for seat, score in enumerate(self._scored.scores):
            left = self.lefts[seat]
            words = f"{tally(score, left)} = {figure(score, True)}" if left else figure(score, True)
            self._show_score(seat, words, theme.colors.ivory if left else theme.GOLD)
        self._sounds.play("land", 0.6)

    def _show_score(self, seat: int, words: str, color: theme.Color = theme.GOLD) -> None:
        """Show at the seat what has been counted."""
        layout = self._stage.layout
        u, area = layout.unit, next(area for area in layout.areas if area.seat == seat)
        plate, (x, y) = burst(words, 40, (*theme.colors.plate, 236), color), self._hud.seat_point(seat)
        at = At("center", (x, y))
        if area.kind == TRAY:  # its name and total must stay visible
            at = At("midbottom", (x, y + 7 * u))
        self._stage.overlay.say(f"score{seat}", plate, at, room=area.box.w / u)

    def _clear_shared(self) -> None:
        """Nothing lies on the shared table any more."""
        for pile, owner in enumerate(self._stage.owners):
            if owner is None:
                self._stage.piles[pile].clear()
                self._stage.canvas.touch(pile)


_WAITS, _FLIES, _STAYS = 0.5, 1.9, 2.2
"""Seconds until the winner's card flies, that it takes, and that the picture stands."""
_TITLE, _LEAD, _BY = Style(24, 28, "mist"), Style(64, 68, lettered=True), Style(32, 38, "gold")
_NAME = 24.0
"""The size of a name at a card, in units."""
_BESIDE = 40
"""From the cards to the words, in units."""
_APART = 3
"""Between a card and the name at it, in units."""


class PhotoFinish:
    """Shows a contest on a stage that is dark. Times are seconds of the stage."""

    def __init__(self, stage: Stage, contest: Contest, session: Session, sounds: Sounds) -> None:
        self._stage, self._contest, self._sounds = stage, contest, sounds
        players = who_played(session)
        self._yours = contest.loser == addressed(session, players)
        """Whether it is the loser who is told."""
        seats = {"loser": contest.loser, "winner": contest.landing.seat}
        self._players = {name: players[seat] for name, seat in seats.items()}
        self._names = {
            name: Row(Cameo(player.portrait, player.back, 17), burst(player.name, _NAME, self._color(name)))
            for name, player in self._players.items()
        }
        self._lands = math.nan
        """When the winner's card lands."""
        self.end = math.inf
        self._ways: dict[str, tuple[Sprite, Tween]] = {}
        """The card on the pile, the loser's, and the winner's above them."""

    def step(self, at: float) -> None:
        """Let the cards fly until the winner's lands; then say by how much it was faster."""
        if math.isnan(self._lands):
            self._begin(at + _WAITS)
        seen = self._lands if self._stage.calm else min(at, self._lands)
        for sprite, way in self._ways.values():
            sprite.held = way.pose(seen)
        for name, words in self._names.items():
            self._carry(name, words)
        if seen == self._lands and self.end == math.inf:
            self.end = at + _STAYS
            self._tell()

    def clear(self) -> None:
        """Remove all that it shows."""
        canvas, own = self._stage.canvas, [sprite for sprite, _way in self._ways.values()]
        canvas.flying[:] = [sprite for sprite in canvas.flying if sprite not in own]
        for name in ("words", "pile", *self._players):
            self._stage.overlay.end(f"photo {name}")

    def _begin(self, at: float) -> None:
        """The winner's card sets out then."""
        won, lost = self._contest.landing, self._contest.lost
        self._lands = at + _FLIES
        if won.on:
            self._add("pile", won.on, won.pile, at)
        self._add("loser", Card(*lost.cards[0]), lost.move.src, at + self._contest.lead / FLIGHT * _FLIES)
        self._add("winner", won.card, won.src, at)
        self._say()

    def _add(self, name: str, card: Card, src: int, begin: float) -> None:
        """A card flies from there to the pile."""
        stage, pile = self._stage, self._contest.landing.pile
        rest = stage.rest(pile, 0, card)
        start = stage.rest(src, max(0, len(stage.piles[src]) - 1), card)._replace(angle=rest.angle)
        sprite = Sprite(card, True, stage.backs[card.pack], rest, pile)
        stage.show_owner(sprite)
        motion = (EFFECTS["throw"].motion or SHIFT)._replace(tilt=0.0, settle=0.0)
        self._ways[name] = sprite, Tween(begin, begin + _FLIES, start, rest, motion)
        stage.canvas.set_out(sprite)

    def _color(self, name: str) -> theme.Color:
        player = self._players[name]
        return theme.GOLD if player.here else theme.BACKS[player.back]

    def _carry(self, name: str, words: Node) -> None:
        """Say whose a card is, on the side from which the loser's comes, or on the other one."""
        pose, u, way = self._ways[name][0].pose(0.0), self._stage.layout.unit, self._ways["loser"][1]
        side = 1 if (name == "winner") == (way.a.y < way.b.y) else -1
        edge = pose.x, pose.y + side * (0.5 * pose.w * RATIO + _APART * u)
        self._stage.overlay.say(f"photo {name}", words, At("midtop" if side > 0 else "midbottom", edge))

    def _tell(self) -> None:
        """Say who was faster, and by how much."""
        contest, winner, loser = self._contest, self._players["winner"].name, self._players["loser"].name
        first = self._players["winner"]
        face = Cameo(first.portrait, first.back, 38)
        lead = Row(face, Text(winner, _LEAD), gap=16, align="middle")
        words = _("{time} before you") if self._yours else _("{time} before {name}")
        words = words.format(time=lead_words(contest.lead), name=loser)
        if contest.tie:
            lead = Row(Text(_("Dead heat"), _LEAD), align="middle")
            words = _("The same moment – decided by lot: {name}").format(name=winner)
        self._say(lead, Text(words, _BY))
        color, frame = self._color("winner"), self._stage.overlay.frame
        frame("photo pile", contest.landing.pile, color, AIR, width=0.05)
        self._sounds.play("land")

    def _say(self, *lines: Node) -> None:
        """Show the title and these lines above or below the cards as they will stand, where more room is."""
        stage, u = self._stage, self._stage.layout.unit
        wide, high = stage.layout.size
        poses = [self._ways[name][1].pose(self._lands) for name in self._names]
        top, bottom = (
            round(edge(pose.y + side * (0.5 * pose.w * RATIO + _BESIDE * u) for pose in poses))
            for edge, side in ((min, -1), (max, 1))
        )
        words = Column(Text(_("Photo finish"), _TITLE), *lines, ground="sheet", pad=(34, 12))
        below = high - bottom > top
        at = At("midtop", (wide / 2, bottom)) if below else At("midbottom", (wide / 2, top))
        stage.overlay.say("photo words", words, at)

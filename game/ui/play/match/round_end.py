"""The end of a round: its photo finish if there was a contest, the count, then the standings."""

from collections.abc import Iterator, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.state import SCORED, WON, Knock, Scored
from game.i18n import _
from game.sessions.session import MatchSeat, Player
from game.ui.cards.canvas import VEIL
from game.ui.cards.labels import figure
from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.input.commands import Command
from game.ui.input.keys import Slot
from game.ui.play.end import End
from game.ui.play.match.coach import Coach
from game.ui.play.match.commands import GO_ON, REMOVE
from game.ui.play.match.count import Count
from game.ui.play.match.game import MatchTable
from game.ui.play.match.knocks import is_pad_knock
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.photo import PhotoFinish
from game.ui.play.match.seal import Stamp, of_match, seal
from game.ui.play.match.standings import Standing, addressed, standings, tally, who_played
from game.ui.play.match.words import closest_of, story_lines
from game.ui.play.scene import Extra
from game.ui.view.leaves import Plate, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.reveal import hurries

_FILL, _HASTE = 0.8, 0.35
"""Seconds for the bars to grow, and for those who have cut the count short; only then is there a way on."""
_COACH: Final = Slot("coach", "H", pad="x")
_DUELS, _TOLD = Style(18, 24), Style(18, 24, "mist")


class Rounds(Extra):
    """Each round is counted once it is over."""

    def show_end(self) -> bool:
        """The table has been seen as it was."""
        if scored := self.table.gameplay.scored:
            self.table.gameplay.tell()
            self.table.ctx.push(RoundEnd(self.table, scored))
        return True


class RoundEnd(End):
    """Lies over the table's own stage, on which the cards are counted."""

    input_delay = 0.25
    takes_pads = True
    slots = _COACH, GO_ON, REMOVE

    def __init__(self, table: MatchTable, scored: Scored) -> None:
        self.table, self.session, self.scored = table, table.gameplay.session, scored
        self._shown = False
        """Whether the standings are shown."""
        self._grown = 0.0
        """How far the bars are, 0 to 1; when they are, what continues is shown."""
        self._fill = _FILL
        """Seconds for the bars to grow."""
        game = table.gameplay
        self._story = game.stories[game.session.state.round]
        self._coaches = game.seen.opening.phase not in (SCORED, WON)
        """Whether anything was seen of the round: who comes after it has nothing to be told of."""
        self._photo: PhotoFinish | None = None
        """The closest contest, until it has been shown; then the count begins."""

    def enter(self, ctx: Context) -> None:
        """Begin with the photo finish, if there was a contest."""
        super().enter(ctx)
        assert self.table.stage
        self._stage, game = self.table.stage, self.table.gameplay
        self.count = Count(game.hud, self._stage, self.scored, ctx.sounds)
        self._stamp = Stamp(ctx)
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
        if not over or self.table.gameplay.scored is not self.scored:
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
        self.look()

    def facts(self) -> object:
        session, state = self.session, self.session.state
        away = self.table.gameplay.hud.marks
        people = session.names, session.here, session.played, state.ready, state.phase, away
        proof = of_match(session, [state.round]), self._stamp.part
        late = [each.words for each in self.commands()]
        return self._shown, self._grown, people, proof, self.table.legend("Space"), late

    def rest(self, now: float) -> float:
        """Steps until the standings are complete."""
        moving = self._stage.moving or self._stamp.moving
        return 0.05 if self._grown == 1.0 and not moving else 0.0

    def _show(self) -> None:
        """Show the standings over the dark table."""
        self._shown = True
        self.count.clear()
        self.table.gameplay.show_totals(None)
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
        state, session = self.session.state, self.session
        bars = 1.0 if self._stage.calm else self._grown
        lines, players = [], who_played(self.session)
        names = tuple(each.name for each in players)
        for seat, total in enumerate(self.scored.totals):
            name, back, own = players[seat]
            ready = _("ready") if state.ready >> seat & 1 and session.names[seat] == name else ""
            now_at = self.scored.before[seat] + (total - self.scored.before[seat]) * bars
            score = self.scored.scores[seat]
            how = _("sat out") if state.sits_out(seat) else tally(score, self.count.lefts[seat])
            brought = figure(score, True)
            closest = closest_of(self._story.contests, seat, names)
            lines.append(Standing(back, name, how, brought, now_at, ready, own, closest))
        lines.sort(key=lambda line: -line.total if bars == 1 else 0)
        found = of_match(session, [state.round])
        told = " ".join(story_lines(self._story, names))
        below = [
            *self._duels(players),
            *([Text(told, _TOLD, wraps=True)] if told else []),
            *([seal(found, names, self._stamp.part)] if found else []),
        ]
        return standings(
            self._title(players), lines, session.target, self._stage.canvas.deck, below, self._foot()
        )

    def _title(self, players: Sequence[Player]) -> str:
        if self.scored.seat is None:
            return _("Nobody can go on")
        own = addressed(self.session, players) == self.scored.seat
        return _("You knocked") if own else _("{name} knocked").format(name=players[self.scored.seat].name)

    def _duels(self, players: Sequence[Player]) -> Iterator[Node]:
        """The duels that each player here has won and lost."""
        match = self.table.gameplay
        for seat in match.own:
            won, lost = match.duels_of(seat, self.session.state.round)
            if won or lost:
                words = _("Contests won: {won} · lost: {lost}").format(won=won, lost=lost)
                yield Text(f"{players[seat].name}: {words}" if match.own[1:] else words, _DUELS)

    def _foot(self) -> Sequence[Node]:
        """What continues, and the coach."""
        game, words = self.table.gameplay, _("Knock for the next round")
        if self._grown < 1.0:
            return []
        found = {each.name: each for each in self.buttons(align="middle")}
        coach = [found.pop(_COACH.name).replaced(wide=150)] if self._coaches else []
        ways = game.knockers.ways_on(self.session, words, self._go_on, game.hud.marks, [*found.values()])
        return [*ways, *coach]

    def commands(self) -> Iterator[Command]:
        yield from self.table.gameplay.exits.late()
        if self._coaches:
            yield Command(_COACH, self._coach, label=_("Coach"))

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
        if not any(extra.intercept(event) for extra in self.table.extras):
            super().receive(event, now)

    def handle(self, event: Event, now: float) -> None:
        """Any of the usual presses leads to the standings at once; there a knock continues."""
        at, event = self.table.clock(now), self.table.legend.translate(event)
        if at < self.count.end and (hurries(event) or is_pad_knock(event)):
            self._end_photo()
            self.count.skip(at)
            self._fill = _HASTE
        elif event.type in (pygame.KEYDOWN, PAD_PRESS):
            seats = self.table.gameplay.knockers.who(self.session, event) if self.tree.controls else ()
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
            self._clear()
            self.ctx.replace(self, MatchEnd(self.table))
        else:
            seat.ask(Knock())

    def _coach(self, _at: float) -> None:
        self.table.cover(Coach(self.table, who_played(self.session)))

    # -- drawing

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The table, and the standings above it; after a change of size there is no count any more."""
        changed = self.table.draw(surface, now, alpha, full)
        if self.table.stage and self.table.stage is not self._stage:
            end, full = min(self.count.end, self.table.clock(now)), False
            self._stage, self._grown, self._photo = self.table.stage, 1.0, None
            self.count = Count(self.table.gameplay.hud, self._stage, self.scored, self.ctx.sounds)
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

"""The photo finish: the closest contest of a round once more, slowed down, from the real presses."""

import math

from game.core.cards import Card
from game.core.state import FLIGHT
from game.i18n import _
from game.sessions.session import Session
from game.story.match_story import Contest
from game.ui.cards.canvas import AIR
from game.ui.cards.labels import banner, burst
from game.ui.cards.layout import RATIO
from game.ui.cards.moments import At
from game.ui.cards.motion import EFFECTS, SHIFT, Tween
from game.ui.cards.sprite import Sprite
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.sound import Sounds
from game.ui.play.match.standings import addressed, who_played
from game.ui.view.node import Node

_WAITS, _FLIES, _STAYS = 0.5, 1.9, 2.2
"""Seconds until the winner's card flies, that it takes, and that the picture stands."""
_TITLE, _LEAD, _SMALL, _NAME = 26.0, 80.0, 28.0, 24.0
"""The size of the words, in units."""
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
            name: burst(player.name, _NAME, self._color(name)) for name, player in self._players.items()
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
        lead = f"{winner} +{round(contest.lead / 1000)} ms", _LEAD, self._color("winner")
        words = _("ahead of you") if self._yours else _("ahead of {name}").format(name=loser)
        if contest.tie:
            lead = _("Dead heat"), _LEAD, theme.GOLD
            words = _("The same moment – the lot decided: {name}").format(name=winner)
        self._say(lead, (words, _SMALL, theme.colors.ivory))
        color, frame = self._color("winner"), self._stage.overlay.frame
        frame("photo pile", contest.landing.pile, color, AIR, width=0.05)
        self._sounds.play("land")

    def _say(self, *lines: tuple[str, float, theme.Color]) -> None:
        """Show the title and these lines above or below the cards as they will stand, where more room is."""
        stage, u = self._stage, self._stage.layout.unit
        wide, high = stage.layout.size
        poses = [self._ways[name][1].pose(self._lands) for name in self._names]
        top, bottom = (
            round(edge(pose.y + side * (0.5 * pose.w * RATIO + _BESIDE * u) for pose in poses))
            for edge, side in ((min, -1), (max, 1))
        )
        words = banner((_("Photo finish"), _TITLE, theme.GOLD), *lines)
        below = high - bottom > top
        at = At("midtop", (wide / 2, bottom)) if below else At("midbottom", (wide / 2, top))
        stage.overlay.say("photo words", words, at)

"""The standings of a match: one row per seat, with a bar towards the target; and the seal on them, wax and
words, whether it is proved that nobody chose the deal."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from pygame import Rect, Surface

from game.core.limits import HANDICAPS
from game.core.portraits import Expression, Portrait
from game.i18n import N_, _
from game.net.client import deal_verdict as verdict
from game.net.client.deal_verdict import BROKEN, PROVED, UNPROVABLE, DealVerdict
from game.sessions.session import Player, Session
from game.ui.cards.labels import figure
from game.ui.engine import text, theme
from game.ui.engine.assets import art
from game.ui.engine.scene import Context
from game.ui.play.match.handicap import tag
from game.ui.play.match.words import few
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import SMALL, Cameo, Gap, Picture, Rule, Style, Text
from game.ui.view.node import Node

_TITLE, _NAME, _SCORE, _TOTAL = Style(46, 58, lettered=True), Style(24, 34), Style(21, 34), Style(26, 34)
_SUM, _HEAD = Style(18, 34, "mist"), Style(16, 22, "mist")
_LONG, _SHORT, _POINTS, _SAID = 276, 50, 64, 58
"""The widths of the columns: who, what the round brought, the total, and a remark, in units."""
_ASIDE = 150
"""The room at both sides of a title that something stands beside, in units."""
_MOST, _FEW, _MANY = 5, (52, 23), (38, 17)
"""The most seats that have high rows; how high rows are, and their faces from the middle to the rim, of few
seats and of many, in units."""
_CONTEST, _LARGER = 164, 60
"""The width of a contest, and how much wider it is where text is twice as large, in units."""


class Standing(NamedTuple):
    """One seat: its card back, name, the round's score, its total (perhaps still counting up), a remark, and
    its face."""

    back: int
    name: str
    sum: str
    """How the score came about; empty if there is nothing to explain."""
    score: str
    """Empty: there are no points."""
    total: float
    remark: str = ""
    own: bool = False
    closest: str = ""
    """Its closest contest for a place on the table."""
    portrait: Portrait = "star"
    expression: Expression = "calm"
    handicap: int = HANDICAPS[0]
    """How many cards its 13-pile has in the next round."""


def who_plays(session: Session) -> tuple[Player, ...]:
    """Who has the seats now."""
    here = {each.seat for each in session.local_seats}
    now = enumerate(zip(session.names, session.backs, session.portraits, strict=True))
    return tuple(Player(name, back, seat in here, portrait) for seat, (name, back, portrait) in now)


def who_played(session: Session) -> tuple[Player, ...]:
    """Who played the round: a seat may have somebody else by now."""
    return session.played or who_plays(session)


def addressed(session: Session, players: Sequence[Player]) -> int | None:
    """The seat that is told of as “you”: the only one at this screen, whatever its player is called; in a
    replay that of one who had no name."""
    found = [n for n, each in enumerate(players) if each.here or (session.seen and each.name == _("You"))]
    return found[0] if len(found) == 1 else None


def tally(score: int, left: int) -> str:
    """How a score came about: the cards laid, less the penalty for those left in the 13-pile."""
    return f"{figure(score + 2 * left)} − {f'2×{left}' if left else 0}"


def standings(
    title: str,
    lines: Sequence[Standing],
    target: int,
    below: Sequence[Node],
    foot: Sequence[Node],
    how: str = "",
    beside: Node | None = None,
) -> Node:
    """The lines in the order given; below them what else there is to know, and what continues. `how`: what
    stands above how the scores came about; `beside`: what stands beside the title."""
    most, contested = max(target, *(line.total for line in lines)), any(each.closest for each in lines)
    high, r = _FEW if len(lines) <= _MOST else _MANY
    rows = [node for line in lines for node in (Rule(high=1), _row(line, most, contested, high, r))]
    return Column(
        Row(Gap(wide=_ASIDE), Text(title, _TITLE, grow=1), Row(beside, wide=_ASIDE, pack="end"))
        if beside
        else Text(title, _TITLE),
        _heads(contested, any(line.score for line in lines), how, r),
        Column(*rows, Rule(high=1), gap=2),
        Column(*below, pad=(18, 6), gap=2) if below else None,
        Row(*foot, gap=14, pack="middle", high=66),
        ground="sheet",
        wide=820,
        pad=(12, 10),
        gap=0,
    )


def _heads(contested: bool, scored: bool, how: str, r: float) -> Node:
    """What the columns say."""
    return Row(
        Gap(wide=2 * r),
        Text(how, _HEAD, at="end", wide=_LONG),
        Text(_("Round") if scored else "", _HEAD, at="end", wide=_SHORT),
        Text(_("Closest"), _HEAD, at="start", wide=_contest()) if contested else Gap(wide=4),
        Gap(grow=1),
        Text(_("Total") if scored else "", _HEAD, at="end", wide=_POINTS),
        Gap(wide=_SAID),
        gap=12,
        pad=(12, 0),
    )


def _row(line: Standing, most: float, contested: bool, high: float, r: float) -> Node:
    share = max(0.0, line.total) / most if most > 0 else 0.0
    bar = Picture((share, line.own), partial(_draw_bar, share, line.own), high=10, grow=1, align="middle")
    points = bar, Text(figure(round(line.total)), _TOTAL, at="end", wide=_POINTS)
    name = Text(line.name, _NAME, at="start", grow=1)
    return Row(
        Cameo(line.portrait, line.back, r, line.expression),
        Row(name, tag(line.handicap), Text(line.sum, _SUM) if line.sum else None, gap=12, wide=_LONG),
        Text(line.score, _SCORE, at="end", wide=_SHORT),
        _closest(line.closest) if contested else Gap(wide=4),
        *(points if line.score else (Gap(grow=1),)),
        Text(line.remark, SMALL, color="gold", at="start", wide=_SAID),
        ground="tag" if line.own else "",
        gap=12,
        pad=(12, 0),
        high=high,
    )


def _closest(words: str) -> Node:
    """The contest: where there is too little room, the name gives way, and the lead stays as large as it is
    written elsewhere."""
    lead, unit, name = words.partition(" ms ")
    first = Text(lead + unit.rstrip(), _SUM, firm=True) if unit else None
    return Row(first, Text(name or words, _SUM, at="start", grow=1), wide=_contest())


def _contest() -> float:
    """The width of the column of contests."""
    return _CONTEST + _LARGER * max(0.0, text.letters.scale - 1)


def _draw_bar(share: float, own: bool, surface: Surface, rect: Rect, u: float) -> None:
    on = theme.ground("sheet")
    surface.blit(theme.rounded(rect.size, rect.h // 2, on.rule), rect)
    if share > 0:
        long = max(rect.h, round(share * rect.w))
        color = on.gold if own else on.mist
        surface.blit(theme.rounded((long, rect.h), rect.h // 2, color), rect)


_WORDS = Style(18, 22)
_HIGH, _REST, _PRESS = 46, 0.8, 0.3
"""The seal's height in units, what the wax takes of it, and how many seconds the stamp comes down."""
_THUD = -9
"""By how many semitones its sound is below that of a card."""
_REASONS = {
    verdict.GAP: N_("not provable: this program did not see the whole round"),
    verdict.MOVED: N_("not provable: the host changed"),
    verdict.OPEN: N_("not provable: the host had not committed to a deal"),
    verdict.LATE: N_("not provable: your number for the deal came too late, or was left out"),
    verdict.WITHHELD: N_("not provable: {names} did not open the number for the deal"),
    verdict.AGAIN: N_("not provable: the host asked twice before it dealt"),
    verdict.ONCE: N_("not provable this time"),
    verdict.UNTOLD: N_("does not hold: the host kept its number for the deal to itself"),
    verdict.RETOLD: N_("does not hold: the host told the match anew, and nobody had asked"),
    verdict.SECRET: N_("does not hold: the host’s number for the deal is not the one it promised"),
    verdict.NUMBER: N_("does not hold: somebody’s number for the deal is not the one promised"),
    verdict.LEFT_OUT: N_("does not hold: your number for the deal was left out, or came too late"),
    verdict.DEAL: N_("does not hold: the cards lay otherwise than was drawn"),
}


def words(found: DealVerdict, names: tuple[str, ...]) -> str:
    """The verdict in a sentence."""
    if found.kind == PROVED:
        return _("Proved: nobody could choose the deal")
    whose = few([names[seat] for seat in found.seats if seat < len(names)])
    sentence = _(_REASONS[found.reason]).format(names=whose)
    return sentence[:1].upper() + sentence[1:]


def of_match(session: Session, rounds: Iterable[int] = range(2**31)) -> DealVerdict | None:
    """The worst verdict on these rounds, as it is shown: that something does not hold is said only when it is
    found of two rounds of the match."""
    found = {each: one for each in range(1, session.state.round + 1) if (one := session.verdict(each))}
    order = (BROKEN, UNPROVABLE, PROVED)
    asked = (one for each, one in found.items() if each in rounds)
    worst = min(asked, key=lambda one: order.index(one.kind), default=None)
    if worst and worst.kind == BROKEN and sum(one.kind == BROKEN for one in found.values()) < 2:
        return DealVerdict(UNPROVABLE, verdict.ONCE)
    return worst


class Stamp:
    """Presses the seal as soon as there is a verdict. Times are seconds."""

    def __init__(self, ctx: Context) -> None:
        self._ctx, self._begin = ctx, math.nan
        self.part = 0.0
        """How far it has come down, 0 to 1."""

    @property
    def moving(self) -> bool:
        """Whether it is coming down."""
        return 0 < self.part < 1

    def step(self, found: DealVerdict | None, now: float) -> None:
        """Let it come down, if this verdict can be sealed."""
        if self.part == 1 or found is None:
            return
        if math.isnan(self._begin):
            self._begin = now
        calm = self._ctx.settings.reduced_motion
        self.part = 1.0 if calm else min(1.0, 0.01 + (now - self._begin) / _PRESS)
        if self.part == 1:
            self._ctx.sounds.play("land", 0.7, pitch_steps=_THUD)


def seal(found: DealVerdict, names: tuple[str, ...], pressed: float = 1.0) -> Node:
    """The seal as far as it is pressed, and the words beside it."""
    look = found.kind, pressed
    mark = Picture(look, partial(_draw, *look), wide=_HIGH, high=_HIGH, align="middle")
    color = "gold" if found.kind == BROKEN else "mist"
    said = Text(words(found, names), _WORDS, color=color, at="start", align="middle")
    return Row(mark, said, gap=6, pack="middle")


def _draw(kind: str, pressed: float, surface: Surface, rect: Rect, u: float) -> None:
    """The wax, and the stamped seal as it comes down onto it."""
    for name, part in (("soft", float(pressed < 1)), (kind, pressed)):
        if part:
            wax = art(f"wax/{name}", round(rect.h * (1 - (1 - _REST) * part * part))).copy()
            wax.set_alpha(round(255 * part))
            surface.blit(wax, wax.get_rect(center=rect.center))

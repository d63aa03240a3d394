"""The seal on the standings: whether the deal and all judgements are proved, said by a mark and in words."""

from collections.abc import Iterable
from functools import lru_cache, partial

import pygame
from pygame import Rect, Surface

from game.i18n import N_, _
from game.net.client import round_verdict as verdict
from game.net.client.round_verdict import BROKEN, CHECKING, PROVED, UNPROVABLE, RoundVerdict
from game.sessions.session import Session
from game.ui.engine import theme
from game.ui.play.match.advice import few
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Picture, Style, Text
from game.ui.view.node import Node

_WORDS = Style(18, 22)
_SAMPLES = 4
_MARKS = {
    PROVED: ((0.27, 0.52), (0.44, 0.69), (0.75, 0.33)),
    UNPROVABLE: ((0.3, 0.5), (0.7, 0.5)),
    BROKEN: ((0.5, 0.22), (0.5, 0.58)),
}
"""The line on the mark, in shares of its diameter: a tick, a dash, an exclamation mark without its dot."""
_DOTS = {CHECKING: ((0.28, 0.5), (0.5, 0.5), (0.72, 0.5)), BROKEN: ((0.5, 0.76),)}
_REASONS = {
    verdict.GAP: N_("not provable: this program did not see the whole round"),
    verdict.MOVED: N_("not provable: the host changed"),
    verdict.OPEN: N_("not provable: the host had not committed to a deal"),
    verdict.LATE: N_("not provable: your number for the deal came too late, or was left out"),
    verdict.WITHHELD: N_("not provable: {names} did not open the number for the deal"),
    verdict.LONG: N_("not provable: the round was too long"),
    verdict.AGAIN: N_("not provable: the host asked twice before it dealt"),
    verdict.ONCE: N_("not provable this time"),
    verdict.UNTOLD: N_("does not hold: the host kept its number for the deal to itself"),
    verdict.RETOLD: N_("does not hold: the host told the match anew, and nobody had asked"),
    verdict.SECRET: N_("does not hold: the host’s number for the deal is not the one it promised"),
    verdict.NUMBER: N_("does not hold: somebody’s number for the deal is not the one promised"),
    verdict.LEFT_OUT: N_("does not hold: your number for the deal was left out, or came too late"),
    verdict.DEAL: N_("does not hold: the cards lay otherwise than was drawn"),
    verdict.LOG: N_("does not hold: by the rules the round would have gone otherwise"),
    verdict.ORDER: N_("does not hold: a card landed before its turn"),
    verdict.OWN: N_("does not hold: one of your moves is stated otherwise than you made it"),
}


def words(found: RoundVerdict, names: tuple[str, ...]) -> str:
    """The verdict in a sentence."""
    if found.kind == PROVED:
        return _("Proved: nobody could choose the deal, and the rules were kept")
    if found.kind == CHECKING:
        return _("Being checked …")
    whose = few([names[seat] for seat in found.seats if seat < len(names)])
    sentence = _(_REASONS[found.reason]).format(names=whose)
    return sentence[:1].upper() + sentence[1:]


def of_match(session: Session, rounds: Iterable[int] = range(2**31)) -> RoundVerdict | None:
    """The worst verdict on these rounds, as it is shown: that something does not hold is said only when it is
    found of two rounds of the match."""
    found = {each: one for each in range(1, session.state.round + 1) if (one := session.verdict(each))}
    order = (BROKEN, CHECKING, UNPROVABLE, PROVED)
    asked = (one for each, one in found.items() if each in rounds)
    worst = min(asked, key=lambda one: order.index(one.kind), default=None)
    if worst and worst.kind == BROKEN and sum(one.kind == BROKEN for one in found.values()) < 2:
        return RoundVerdict(UNPROVABLE, verdict.ONCE, late=worst.late)
    return worst


def seal(found: RoundVerdict, names: tuple[str, ...]) -> Node:
    """The mark, and the words beside it; below them, by how much the presses made here counted late."""
    color = "gold" if found.kind == BROKEN else "mist"
    lines, late = [words(found, names)], round(found.late / 1000)
    if late:
        lines.append(_("Your presses were counted {ms} ms late (median)").format(ms=late))
    mark = Picture(
        (found.kind, color), partial(_draw_mark, found.kind, color), wide=22, high=22, align="start"
    )
    said = (Text(line, _WORDS, color=color, at="start") for line in lines)
    return Row(mark, Column(*said, gap=0), gap=9, pack="middle")


def _draw_mark(kind: str, color: str, surface: Surface, rect: Rect, u: float) -> None:
    surface.blit(_mark(kind, rect.h, getattr(theme.colors, color)), rect)


@lru_cache(maxsize=16)
def _mark(kind: str, size: int, color: theme.Color) -> Surface:
    """A ring with the kind's sign; not to be drawn on."""
    wide = size * _SAMPLES
    large = Surface((wide, wide), pygame.SRCALPHA)
    large.fill((*color, 0))
    line = max(1, round(wide * 0.09))
    pygame.draw.circle(large, color, (wide / 2, wide / 2), wide / 2, line)
    points = [(x * wide, y * wide) for x, y in _MARKS.get(kind, ())]
    if points:
        pygame.draw.lines(large, color, False, points, line)
    for x, y in (*points, *((x * wide, y * wide) for x, y in _DOTS.get(kind, ()))):
        dot = line / 2 if (x, y) in points else line * 0.7
        pygame.draw.circle(large, color, (x, y), dot)
    return pygame.transform.smoothscale(large, (size, size)).convert_alpha()

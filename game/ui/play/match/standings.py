"""The standings of a match: one row per seat, with a bar towards the target."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pygame import Rect, Surface

from game.i18n import _
from game.sessions.session import Player, Session
from game.ui.cards.deck import Deck, Look
from game.ui.cards.labels import figure
from game.ui.engine import text, theme
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import SMALL, Gap, Icon, Picture, Style, Text
from game.ui.view.node import Node

_TITLE, _NAME, _SCORE, _TOTAL = Style(32, 70), Style(24, 34), Style(21, 34), Style(26, 34)
_SUM = Style(18, 34, "mist")
_CONTEST, _LARGER = 140, 60
"""The width of a contest, and how much wider it is where text is twice as large, in units."""


class Standing(NamedTuple):
    """One seat: its card back, name, the round's score, its total (perhaps still counting up), a remark."""

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


def who_plays(session: Session) -> tuple[Player, ...]:
    """Who has the seats now."""
    here = {each.seat for each in session.here}
    now = enumerate(zip(session.names, session.backs, strict=True))
    return tuple(Player(name, back, seat in here) for seat, (name, back) in now)


def who_played(session: Session) -> tuple[Player, ...]:
    """Who played the round: a seat may have somebody else by now."""
    return session.played or who_plays(session)


def addressed(session: Session, players: Sequence[Player]) -> int | None:
    """The seat that is told of as “you”: the only one at this screen, whatever its player is called; in a
    replay that of one who had no name."""
    found = [n for n, each in enumerate(players) if each.here or (session.seen and each.name == _("You"))]
    return found[0] if len(found) == 1 else None


def tally(score: int, left: int) -> str:
    """How a score came about if it includes the penalty for cards left in the 13-pile, else an empty text."""
    return f"{figure(score + 2 * left)} − 2×{left}" if left else ""


def standings(
    title: str,
    lines: Sequence[Standing],
    target: int,
    deck: Deck,
    below: Sequence[Node],
    foot: Sequence[Node],
) -> Node:
    """The lines in the order given; below them what else there is to know, and what continues."""
    most = max(target, *(line.total for line in lines))
    return Column(
        Text(title, _TITLE),
        Column(*(_row(line, most, deck, any(each.closest for each in lines)) for line in lines), gap=4),
        Column(*below, pad=(18, 6), gap=2) if below else None,
        Row(*foot, gap=14, pack="middle", high=66),
        ground="sheet",
        wide=820,
        pad=(12, 0),
        gap=0,
    )


def _row(line: Standing, most: float, deck: Deck, contested: bool) -> Node:
    share = max(0.0, line.total) / most if most > 0 else 0.0
    bar = Picture((share, line.own), partial(_draw_bar, share, line.own), high=10, grow=1, align="middle")
    points = bar, Text(figure(round(line.total)), _TOTAL, at="end", wide=64)
    name = Text(line.name, _NAME, at="start", grow=1)
    return Row(
        back_picture(deck, line.back),
        Row(name, Text(line.sum, _SUM) if line.sum else None, gap=12, wide=290),
        Text(line.score, _SCORE, at="end", wide=50),
        _closest(line.closest) if contested else Gap(wide=4),
        *(points if line.score else (Gap(grow=1),)),
        Text(line.remark, SMALL, color="gold", at="start", wide=58),
        ground="raised" if line.own else "",
        gap=12,
        pad=(12, 0),
        high=34,
    )


def _closest(words: str) -> Node:
    """The contest: where there is too little room, the name gives way, and the lead stays as large as it is
    written elsewhere."""
    lead, unit, name = words.partition(" ms ")
    wide = _CONTEST + _LARGER * max(0.0, text.letters.scale - 1)
    return Row(Text(lead + unit.rstrip(), _SUM, firm=True), Text(name, _SUM, at="start", grow=1), wide=wide)


def _draw_bar(share: float, own: bool, surface: Surface, rect: Rect, u: float) -> None:
    surface.blit(theme.rounded(rect.size, rect.h // 2, theme.colors.raised_hover), rect)
    if (long := round(share * rect.w)) >= rect.h:
        color = theme.GOLD if own else theme.colors.mist
        surface.blit(theme.rounded((long, rect.h), rect.h // 2, color), rect)


def back_picture(deck: Deck, back: int) -> Icon:
    """A seat's card back, beside its name."""
    return Icon(("back", back), lambda rect, u: deck.picture(Look(str(back), round(19 * u))), wide=20)

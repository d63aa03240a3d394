"""A match in one picture: its score, who laid cards when, how quick each hand was, and who beat whom."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from statistics import median

import pygame
from pygame import Rect, Surface

from game.core.portraits import Portrait, portrait_of
from game.i18n import _, ngettext
from game.story.match_story import RoundStory
from game.ui.cards.labels import figure
from game.ui.engine import text, theme
from game.ui.engine.tabletop import tabletop
from game.ui.engine.theme import dot, line, sketch
from game.ui.play.match.words import streak_line
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BODY, CELL, HEADING, SMALL, TITLE, Cameo, Gap, Picture, Text
from game.ui.view.node import Node, still
from game.ui.widgets.words import lead_words, short_time

SIZE = (1920, 1080)
"""The picture's size in pixels."""
_NAME, _LANE, _LANES = 170, 50, 200
"""The width of a name beside its lane, the height of a lane, and the most of all lanes, in units."""
_ROWS, _COLUMNS, _DOT, _R = 236, (64, 64, 84, 68), 27, 12
"""The most height of the table's rows, the widths of its columns, and how large a face is from its middle to
its rim, in units."""
Face = tuple[Portrait, int]
"""A portrait and a back."""


def match_poster(
    names: Sequence[str],
    backs: Sequence[int],
    portraits: Sequence[Portrait],
    rounds: Sequence[RoundStory],
    won: bool,
) -> Surface:
    """The picture of these rounds, at least one, all of which have been counted. Without `portraits` only
    bots have a face."""
    u, surface, kept = SIZE[1] / 720, tabletop(SIZE).copy(), text.letters
    faces = [*zip(portraits or map(portrait_of, names), backs, strict=True)]
    text.adapt(text.Letters(u))
    try:
        surface.blit(still(_page(names, faces, rounds, won), u, SIZE[0] / u), (0, 0))
    finally:
        text.adapt(kept)
    return surface


def png(picture: Surface) -> bytes:
    """The picture as a PNG file."""
    file = BytesIO()
    pygame.image.save(picture, file, "match.png")
    return file.getvalue()


def _page(names: Sequence[str], faces: Sequence[Face], rounds: Sequence[RoundStory], won: bool) -> Node:
    scored = [each.scored for each in rounds if each.scored]
    totals = [scored[0].before, *(each.totals for each in scored)]
    totals = [(*line, *(0,) * (len(names) - len(line))) for line in totals]
    colors = [theme.BACKS[back] for _portrait, back in faces]
    seats = sorted(range(len(names)), key=lambda seat: -totals[-1][seat])
    played = sum(each.duration for each in rounds)
    count = ngettext("{n} round", "{n} rounds", len(rounds)).format(n=len(rounds))
    heading = _("Winner: {name}") if won else _("In the lead: {name}")
    if totals[-1].count(totals[-1][seats[0]]) > 1:
        heading = _("A draw")
    chart = Picture(None, partial(_draw_totals, totals, colors, rounds[0].number - 1), grow=1)
    lanes = [
        Row(
            Cameo(*faces[seat], _R),
            Text(names[seat], CELL, color=colors[seat], at="start", wide=_NAME),
            Picture(None, partial(_draw_lane, rounds, seat, colors[seat], played), grow=1),
            high=min(_LANE, _LANES / len(names)),
        )
        for seat in seats
    ]
    told = (Text(line, BODY, at="start", grow=1) for line in _highlights(names, rounds))
    figures = _figures(names, faces, seats, totals[-1], rounds)
    return Column(
        Row(
            Cameo(*faces[seats[0]], 26),
            Text(heading.format(name=names[seats[0]]), TITLE, at="start", grow=1),
            Text(f"Haisty · {count} · {short_time(played)}", BODY, color="mist", at="end"),
            ground="sheet",
            gap=14,
            pad=(18, 5),
        ),
        Row(
            Column(Text(_("Points"), HEADING, at="start"), chart, ground="plate", pad=(18, 10), grow=0.9),
            Column(*figures, ground="plate", pad=(18, 10), gap=0, grow=1),
            gap=14,
            grow=1,
        ),
        Column(
            Row(
                Text(_("Cards laid"), HEADING, at="start", grow=1),
                Text(_("White: beaten to the pile"), SMALL, at="end"),
            ),
            Column(*lanes, gap=0),
            ground="plate",
            pad=(18, 10),
        ),
        Row(*told, ground="sheet", pad=(18, 5)),
        pad=(28, 20),
        gap=14,
        wide=1280,
        high=720,
    )


def _figures(
    names: Sequence[str],
    faces: Sequence[Face],
    seats: Sequence[int],
    totals: Sequence[int],
    rounds: Sequence[RoundStory],
) -> list[Node]:
    """A row for each seat, the best first; the last columns say how often it beat each of the others."""
    contests = [contest for each in rounds for contest in each.contests if not contest.tie]
    beaten = [(contest.landing.seat, contest.loser) for contest in contests]
    landings = [card for each in rounds for card in each.landings]
    headings = _("Points"), _("Cards"), _("Reaction"), _("Beat")
    words = (Text(each, SMALL, at="end", wide=wide) for each, wide in zip(headings, _COLUMNS, strict=True))
    high = min(44, _ROWS / (len(seats) + 1))
    heads = (Cameo(*faces[seat], _R, wide=_DOT) for seat in seats)
    rows = [Row(Gap(grow=1), *words, Gap(wide=8), *heads, gap=0, high=high)]
    for seat in seats:
        waits = [card.waited for card in landings if card.seat == seat]
        pace = f"{median(waits) / 1000:.0f} ms" if waits else "–"
        cells = figure(totals[seat]), str(len(waits)), pace, ""
        against = [beaten.count((seat, other)) for other in seats]
        rows.append(
            Row(
                Text(names[seat], CELL, color=theme.BACKS[faces[seat][1]], at="start", grow=1),
                *(Text(cell, CELL, at="end", wide=wide) for cell, wide in zip(cells, _COLUMNS, strict=True)),
                Gap(wide=8),
                *(
                    Text(str(times or "·"), CELL, color="" if times else "mist", wide=_DOT)
                    for times in against
                ),
                gap=0,
                high=high,
            )
        )
    return [*rows]


def _highlights(names: Sequence[str], rounds: Sequence[RoundStory]) -> list[str]:
    """What is worth telling: the closest contest, and the longest streak."""
    lines = []
    contests = [(each.closest, each.number) for each in rounds if each.closest]
    if contests:
        closest, number = min(contests, key=lambda pair: pair[0].lead)
        fields = {
            "winner": names[closest.landing.seat],
            "loser": names[closest.loser],
            "time": lead_words(closest.lead),
            "n": number,
        }
        words = _("Closest: {winner} and {loser} at the same moment, in round {n}.")
        if not closest.tie:
            words = _("Closest: {winner}, then {loser} {time} later, in round {n}.")
        lines.append(words.format(**fields))
    streaks = [streak for each in rounds for streak in each.streaks]
    if streaks:
        lines.append(streak_line(names, [max(streaks, key=lambda streak: streak[1])]))
    return lines


def _draw_totals(
    totals: Sequence[Sequence[int]],
    colors: Sequence[theme.Color],
    before: int,
    surface: Surface,
    box: Rect,
    u: float,
) -> None:
    """The totals after each round as lines; so many rounds were played before the first one shown."""
    least, most = min(map(min, totals)), max(1, *map(max, totals))
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (most - least) / step <= 6)
    low, top = least // step * step, -(-most // step) * step
    inner = Rect(box.x + round(48 * u), box.y + round(8 * u), box.w - round(64 * u), box.h - round(34 * u))

    def spot(number: int, points: float) -> tuple[float, float]:
        across = number / (len(totals) - 1)
        return across * inner.w, (1 - (points - low) / (top - low)) * inner.h

    for points in range(low, top + 1, step):
        y = inner.y + spot(0, points)[1]
        pygame.draw.line(surface, theme.ground("plate").rule, (inner.x, y), (inner.right, y))
        text.draw(surface, figure(points), 15 * u, theme.ground("plate").mist, midright=(inner.x - 8 * u, y))
    every = -(-len(totals) // 12)
    for number in range(0, len(totals), every):
        x = inner.x + spot(number, low)[0]
        text.draw(
            surface,
            str(before + number),
            15 * u,
            theme.ground("plate").mist,
            midtop=(x, inner.bottom + 6 * u),
        )
    margin = round(6 * u)
    drawn = list[str]()
    for seat, color in enumerate(colors):
        at = [spot(number, each[seat]) for number, each in enumerate(totals)]
        at = [(x + margin, y + margin) for x, y in at]
        drawn += [line(at, color, 2.5 * u), *(dot(each, 3.5 * u, color) for each in at)]
    room = inner.inflate(2 * margin, 2 * margin)
    surface.blit(sketch(room.size, *drawn), room)


def _draw_lane(
    rounds: Sequence[RoundStory],
    seat: int,
    color: theme.Color,
    played: int,
    surface: Surface,
    box: Rect,
    u: float,
) -> None:
    """A tick for each card that the seat laid, a shorter pale one where it was beaten to a pile."""
    begun, thin = 0, max(1, round(1.5 * u))
    scale = box.w / max(1, played)
    surface.fill(theme.ground("plate").rule, (box.x, box.centery, box.w, max(1, round(u / 2))))
    for each in rounds:
        surface.fill(
            theme.ground("plate").mist, (box.x + round(begun * scale), box.y, max(1, round(u / 2)), box.h)
        )
        for card in each.landings:
            if card.seat == seat:
                x = box.x + round((begun + card.at) * scale)
                surface.fill(color, (x, box.y + round(4 * u), thin, box.h - round(8 * u)))
        for contest in each.contests:
            if contest.loser == seat:
                x = box.x + round((begun + contest.landing.at) * scale)
                surface.fill(theme.ground("plate").ivory, (x, box.centery - round(3 * u), thin, round(6 * u)))
        begun += each.duration

"""The rows and tiles of the challenge list: a game, the deal of the day, one challenge."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from game.challenges.level import Challenge
from game.core.rules import Rules
from game.i18n import _, ngettext
from game.storage.kept_games import KeptGame
from game.storage.result import Attempts, Result
from game.storage.settings import Settings
from game.ui.engine import theme
from game.ui.rulebook.tables import SmallTables
from game.ui.view.boxes import Column, Row, Stack
from game.ui.view.leaves import (
    CELL,
    LABEL,
    NOTE,
    SMALL,
    TAB,
    Artwork,
    Button,
    Gap,
    Plate,
    Style,
    Switch,
    Text,
)
from game.ui.view.node import Action, Node
from game.ui.widgets.house_rules import rule_words
from game.ui.widgets.medals import clean_mark, medal_picture, metal_name
from game.ui.widgets.words import deal_words, kept_words, short_time

PIPS: Final = 5
_PIP: Final = 8
"""The height of a pip, and the width of all, in units."""
_MEDAL, _NUMBER = 86, Style(42, 46, lettered=True)
"""How high the medal hung on a challenge is, in units, and the style of its number."""
_DAY = 84
"""The height of the deal of the day, in units."""
_PLATE = Style(22, 28)
_LINES = {False: (24, 21), True: (21, 18)}
"""The heights of the two lines beside a game's table, in units: in a high row, and in a low one."""
_SECOND = 1_000_000
_NONE: Final = Attempts(0, 0)


def pip_count(grade: float, easiest: float, hardest: float) -> int:
    """How many of PIPS pips a difficulty gets, relative to the others of its game."""
    return 1 + round((PIPS - 1) * (grade - easiest) / max(hardest - easiest, 0.1))


def game_row(
    rules: Rules,
    tables: SmallTables,
    action: Action,
    chosen: bool,
    *,
    table: float,
    low: bool = False,
    score: Node | None = None,
    plate: Node | None = None,
) -> Button:
    """A game: its table at the left, `table` units wide; beside it the title with the `score`, and below them
    a `plate`, or else what the title means. `low`: there is little room."""
    title = Row(Text(_(rules.title), CELL, at="start", grow=1), score, high=_LINES[low][0])
    meaning = Text(_(rules.meaning), SMALL, at="start", high=_LINES[low][1]) if rules.meaning else None
    picture = Column(tables.node(rules, chosen, grow=1), pad=(0, 4), wide=table)
    words = Column(title, plate or meaning, pad=(6, 0), gap=0, pack="middle", grow=1)
    return Button(
        _(rules.title),
        action,
        name=rules.name,
        choose=action,
        chosen=chosen,
        help=_(rules.how_to_play[0]) if rules.how_to_play else "",
        inside=Row(picture, words, Gap(wide=TAB - 8), pad=(14, 0)),
        rows=1.5,
        bar="tab",
    )


def grade_tab(
    title: str, action: Action, won: int, of: int, chosen: bool, keys: Sequence[int], meaning: str
) -> Button:
    """A grade of a game, what it means, and how many of its challenges have been won; `chosen`: they are
    shown below."""
    name = Text(title, NOTE, color="ivory" if chosen else "", at="start", grow=1)
    count = Text(str(won), SMALL, color="gold" if won == of else "", at="end")
    return Button(
        title,
        action,
        choose=action,
        chosen=chosen,
        bar="foot",
        help="\n".join(filter(None, [_("{won} of {of} challenges won").format(won=won, of=of), meaning])),
        inside=Row(name, count, pad=(12, 0)),
        keys=keys,
        grow=1,
    )


def day_row(
    level: Challenge,
    title: str,
    best: Result | None,
    days: int,
    kept: KeptGame | None,
    action: Action,
) -> Button:
    """The deal of the day: its game, today's result, and the streak of days."""
    label, words = _("Today’s challenge"), title
    if kept:
        words += " · " + _("continue at {time}").format(time=kept_words(kept))
    elif best and best.won:
        words += f" · {short_time(best.time)}" + (f" · {_('clean')}" if best.clean else "")
    if days and not kept:
        words += " · " + ngettext("{n} day in a row", "{n} days in a row", days).format(n=days)
    lines = Text(label, CELL, at="start"), Text(words, SMALL, at="start")
    mark, medal = _clean(best), medal_picture(best.medal if best else "", 46)
    inside = Row(Column(*lines, pad=(6, 0), gap=0, pack="middle", grow=1), mark, medal, pad=(16, 0))
    told = explained(level, best, kept)
    return Button(label, action, name="today", help=told, primary=True, inside=inside, high=_DAY)


def tile(
    number: int,
    level: Challenge,
    hard: int,
    best: Result | None,
    action: Action,
    kept: KeptGame | None = None,
    name: str = "",
    attempts: Attempts = _NONE,
    peaceful: bool = False,
) -> Button:
    """A challenge: its number, difficulty, the medal won, the best time, and the attempts. `hard`: how many
    pips, if there are grades; `kept`: the game that its action goes on with; `peaceful`: it begins in peace.
    """
    medal = medal_picture(best.medal if best else "", _MEDAL).replaced(align="start")
    head = Row(Text(str(number), _NUMBER, at="start"), _clean(best), gap=14)
    on = theme.ground("tag")
    tints = [on.gold if i < hard else on.rule for i in range(PIPS)]
    dots = (Plate(tint, None, _PIP / 2, wide=_PIP, high=_PIP, align="middle") for tint in tints)
    foot = Row(
        Row(*dots, gap=_PIP / 2) if hard else None,
        Gap(grow=1),
        Text(f"{attempts.all}×", SMALL) if attempts.all > 1 else None,
        Artwork("icons/restart", 15, "mist", wide=15) if attempts.resets else None,
        Text(str(attempts.resets), SMALL, color="mist") if attempts.resets else None,
        gap=5,
    )
    return Button(
        deal_words(level.id),
        action,
        name=name,
        help=explained(level, best, kept, attempts, peaceful),
        inside=Stack(
            Column(head, _result(best, kept) or Gap(), Gap(grow=1), foot, pad=(15, 10), gap=0),
            Row(medal, pack="end", pad=(14, 0)),
        ),
        ground="sheet",
        value=kept_words(kept) if kept else _("clean") if best and best.clean else None,
    )


def _clean(best: Result | None) -> Node | None:
    """The mark of a clean run, if the best one is."""
    return clean_mark(15) if best and best.clean else None


def _result(best: Result | None, kept: KeptGame | None) -> Node | None:
    """What has come of a challenge so far."""
    if kept:
        return Row(kept_plate(kept))
    if best and best.won:
        return Text(short_time(best.time), LABEL, at="start")
    return Text(f"{best.placed} / {best.cards}", NOTE, at="start") if best else None


def kept_plate(kept: KeptGame) -> Node:
    """A plate that says from where on a kept game goes on."""
    arrow = Artwork("sign/chevron", 12, theme.INK, wide=8)
    words = Text(kept_words(kept), _PLATE)
    return Row(arrow, words, ground="gold", gap=7, pad=(10, 0), high=28, align="middle")


def explained(
    level: Challenge,
    best: Result | None,
    kept: KeptGame | None = None,
    attempts: Attempts = _NONE,
    peaceful: bool = False,
) -> str:
    """What to know of a challenge before playing it: house rules, times unless it is played in peace, the own
    best, a kept game, and how often it was attempted."""
    if kept and not kept.peaceful:
        sentence = _("Saved at {time}, with {placed} of {cards} cards: you carry on from there.")
        result = kept.result
        said = sentence.format(time=short_time(result.time), placed=result.placed, cards=result.cards)
        return f"{said}\n{times_line(level)}"
    words = [
        *rule_words(level.variant()),
        _("In peace: no time, no medal") if peaceful else times_line(level),
    ]
    more = [attempts_words(attempts)] if attempts.all > 1 else []
    so_far = kept.result if kept else None if best and best.won else best
    if so_far:
        placed = _("{placed} of {cards} cards so far").format(placed=so_far.placed, cards=so_far.cards)
        more = [placed, *more]
    if more:
        words.append(" · ".join(more))
    return "\n".join([" · ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def attempts_words(attempts: Attempts) -> str:
    """How many there were, and how many of them were begun again."""
    words = ngettext("{n} attempt", "{n} attempts", attempts.all).format(n=attempts.all)
    again = _("{attempts}, {n} restarted").format(attempts=words, n=attempts.resets)
    return again if attempts.resets else words


def times_line(level: Challenge) -> str:
    """The times of the medals and the limit."""
    parts = [f"{metal_name(metal)} {short_time(time)}" for metal, time in level.medals]
    return " · ".join([*parts, _("limit {time}").format(time=short_time(level.limit * _SECOND))])


def peace_switch(settings: Settings, game: str, **how: Any) -> Switch:
    """Whether a game is played in peace."""
    told = _("No clock, no limit, no medals; undo and hints are free. It counts as played only.")
    on = settings.in_peace(game)
    return Switch(_("In peace"), on, partial(settings.set_peace, game), name="peace", help=told, **how)

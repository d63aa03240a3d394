"""The end of a challenge: the medal, the time, the rank among the own results, and what to do next."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from typing import Final

from pygame import Rect, Surface

from game.challenges.challenge import economy, index
from game.challenges.level import MEDALS, Challenge
from game.i18n import N_, _, exact_time, ngettext, tenths
from game.storage.result import PendingResult, Result, SavedResult
from game.storage.run_replay import Progress, RunReplay
from game.storage.settings import TableTop
from game.ui.cards.celebration import GLOATING_MANNER
from game.ui.engine import requests, theme
from game.ui.engine.scene import Context
from game.ui.input.commands import Command
from game.ui.play.patience.free_end import (
    NEXT,
    PatienceEnd,
    friends_splits,
    recorded,
    split_lines,
    who_won,
    won_how,
)
from game.ui.play.patience.game import SLOTS, SoloTable
from game.ui.view.boxes import Column, Row, Stack
from game.ui.view.leaves import CELL, FIGURE, HEADING, NOTE, SMALL, TITLE, Gap, Picture, Rule, Text
from game.ui.view.node import Node
from game.ui.widgets.medals import (
    FALL,
    SETTLED,
    TABLES,
    clean_mark,
    dropped_medal,
    medal_picture,
    to_win,
)
from game.ui.widgets.reveal import Ceremony, Reveal
from game.ui.widgets.words import deal_words, short_time

_SIZE: Final = (1040, 620)
_ROLL: Final = 1.0
"""Seconds in which the time rolls up to its value; then the medal is let go."""
_VERDICT: Final = _ROLL + FALL
"""When the medal has fallen into its place, in seconds; it goes on swinging."""
_STRIKE: Final = _VERDICT + 0.1, 0.35
"""When the old best is struck through, and how long that takes, in seconds."""
_MEDAL: Final = 170
_MISSED: Final = {
    "author": N_("{n} s off the author’s time"),
    "gold": N_("{n} s off gold"),
    "silver": N_("{n} s off silver"),
    "bronze": N_("{n} s off bronze"),
}
"""By how much a medal was missed."""


class ChallengeEnd(Ceremony, PatienceEnd):
    """The result on the left, the own best results on the right."""

    def __init__(
        self,
        table: SoloTable,
        level: Challenge,
        entry: PendingResult,
        following: Challenge | None,
        run: RunReplay,
        rival: Callable[[], Progress | None],
        fiendish: bool = False,
    ) -> None:
        """`following`: the next challenge of the same game; `rival`: the best run by then, which is raced
        next unless this one was against somebody else’s; `fiendish`: this one is among the hardest."""
        super().__init__(table, entry, run)
        self._level, self._following, self._rival = level, following, rival
        medal = entry.result.medal
        self._loud = medal == "author" or (fiendish and medal == "gold")

    def enter(self, ctx: Context) -> None:
        """The time begins to roll."""
        result = self._entry.result
        super().enter(ctx)
        cues = [(_VERDICT, self._land)] if result.medal else []
        still = ctx.settings.reduced_motion or not result.won
        self.reveal = Reveal(_VERDICT, cues, still, settles=SETTLED - FALL)

    def _land(self) -> None:
        """The medal has fallen into its place: the author's is loud, and a golden one of a fiendish
        challenge."""
        play_sound = self.table.game.play_sound
        play_sound(self._entry.result.medal)
        self.music = "medal"
        if self._loud:
            play_sound("gloating")
            self.throw(GLOATING_MANNER, self.ctx.settings.back)

    def step(self, now: float) -> None:
        """Let the time roll and the medal drop."""
        self.advance(now)
        super().step(now)

    def rest(self, now: float) -> float:
        """Nothing moves once all has been shown."""
        return 0.0 if self.moves else super().rest(now)

    @property
    def _judged(self) -> bool:
        """Whether it has been shown what the run is worth."""
        return self.reveal.at >= _VERDICT

    @property
    def _saved(self) -> SavedResult | None:
        """The result and its rank, once it has been recorded and judged."""
        return self._entry.saved if self._judged else None

    def commands(self) -> Iterator[Command]:
        won = self._entry.result.won
        yield Command(SLOTS["restart"], self._again, label=_("Once more"), wanted=not won)
        if self._following:
            yield Command(NEXT, self._on, label=_("Next challenge"), wanted=won)
        *others, leave = self._next(shares=won, leave=_("All challenges"))
        yield from (*others, leave._replace(wanted=won and not self._following))

    def _again(self, _at: float) -> None:
        rival = self.table.game.rival
        self.back()
        self.table.game.again(rival if rival and rival.name else self._rival())

    def _on(self, _at: float) -> None:
        ctx, following = self.ctx, self._following
        self.table.back()
        if following:
            ctx.open(requests.Challenge(following.id))

    def view(self) -> Node:
        foot = Row(*self.buttons(high=44, grow=1.0), gap=8)
        halves = Row(self._result(), self._list(), gap=30, grow=1, align="fill")
        return self.sheet(halves, foot, wide=_SIZE[0], high=_SIZE[1], pad=(30, 22))

    def _result(self) -> Node:
        """Name, medal, time, and what was missing for the next medal."""
        result, reveal, judged = self._entry.result, self.reveal, self._judged
        words, color = self._headline()
        hangs = result.medal and reveal.at > _ROLL
        time = result.time if judged else round(reveal.part(0.0, _ROLL) * result.time)
        return Column(
            Text(_(self.table.game.session.rules.title), CELL),
            dropped_medal(result.medal, _MEDAL, reveal.at - _ROLL) if hangs else medal_picture("", _MEDAL),
            Text(words if judged else "", TITLE, color=color, high=TITLE.line),
            Row(Text(exact_time(time), FIGURE), self._beaten(), gap=20, pack="middle"),
            *(Text(line, NOTE) for line in (self._lines() if judged else ())),
            gap=2,
            grow=1,
        )

    def _beaten(self) -> Node | None:
        """The own best so far, struck through because it is the best no more."""
        result, saved = self._entry.result, self._entry.saved
        before = saved.previous_best if saved else None
        if not (before and before.won and result.won and result.time < before.time):
            return None
        part = self.reveal.part(*_STRIKE)
        strike = Picture(("strike", part), partial(_draw_strike, part))
        return Stack(Text(exact_time(before.time), HEADING, color="mist"), strike)

    def _headline(self) -> tuple[str, str]:
        result, session = self._entry.result, self.table.game.session
        if result.medal:
            cries = _("Author!"), _("Gold!"), _("Silver!"), _("Bronze!")
            return dict(zip(MEDALS, cries, strict=True))[result.medal], "gold"
        if result.won:
            return won_how(result), "gold"
        return (_("Time is up") if session.timed_out else _("Not this time")), "ivory"

    def _lines(self) -> list[str]:
        """How the time is made up; how far away the next medal or the own best is."""
        result, before = self._entry.result, self._saved.previous_best if self._saved else None
        made = [won_how(result)] if result.medal and result.placed < result.cards else []
        if result.penalty:
            made.append(_("{time} of it added").format(time=short_time(result.penalty)))
        for count, words in (
            (result.undos, ngettext("{n} move back", "{n} moves back", result.undos)),
            (result.hints, ngettext("{n} hint", "{n} hints", result.hints)),
            (result.mistakes, ngettext("{n} mistake", "{n} mistakes", result.mistakes)),
        ):
            if count:
                made.append(words.format(n=count))
        lines = [*who_won(self.table, result), *([" · ".join(made)] if made else [])]
        if not result.won:
            lines.append(_("{placed} of {cards} cards").format(placed=result.placed, cards=result.cards))
        elif missed := [(metal, time) for metal, time in self._level.medals if time < result.time]:
            better, time = missed[-1]
            lines.append(_(_MISSED[better]).format(n=tenths((result.time - time) / 1e6)))
        if before and before.won and result.won:
            gained = (before.time - result.time) / 1e6
            words = _("{n} s faster than your best so far") if gained > 0 else _("{n} s behind your best")
            lines.append(words.format(n=tenths(abs(gained))))
        elif result.won and self._saved and not before:
            lines.append(_("Your first time here"))
        if result.won:
            lines += self._judgement(result)
        if result.won and self._saved and (days := self._saved.days) > 1:
            lines.append(ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
        words = _("You have won the table “{table}”.")
        lines += [words.format(table=_(TABLES[table])) for table in self._won_tables()]
        return [*lines, *([" · ".join(facts)] if (facts := self.table.game.facts()) else [])]

    def _judgement(self, result: Result) -> list[str]:
        """Economy and index, whether it was clean; and praise if no line known is as short."""
        percent = economy(self._run, self._level)
        words = [
            _("Economy {n} %").format(n=percent),
            _("Index {n}").format(n=tenths(index(result.time, self._level.pace))),
            *([_("clean")] if result.clean else ()),
        ]
        return [" · ".join(words), *([_("Shorter than the best line known!")] if percent > 100 else ())]

    def _won_tables(self) -> Set[TableTop]:
        """The tables that this medal has won."""
        saved = self._saved
        if not saved or not saved.result.medal or self.ctx.settings.all_tables:
            return set()
        before, best = Counter(saved.medals), saved.previous_best
        before[saved.result.medal] -= 1
        before[best.medal if best else ""] += 1
        return to_win(before).keys() - to_win(saved.medals)

    def _list(self) -> Node:
        """The own best results of this challenge, the new one marked."""
        saved, state = self._saved, Text(recorded(self._entry), SMALL, at="end")
        placed = saved and saved.placing
        words = _("Your results: {place} of {of}").format(place=placed.place, of=placed.of) if placed else ""
        ranking = enumerate(saved.ranking if saved else (), 1)
        return Column(
            Row(Text(words, CELL, at="start", grow=1), state),
            *(_line(i, result, bool(placed and i == placed.place)) for i, result in ranking),
            Gap(grow=1),
            *self._splits(),
            Rule(high=1),
            self._goals(),
            gap=2,
            grow=1,
        )

    def _splits(self) -> Sequence[Node]:
        """The splits of this run, of a friend's that was raced and of the own best so far; what all own runs
        together were capable of; and the best clean run, if the best is not clean."""
        own, rivals = self.table.game.session.solo.splits, self._entry.rivals
        if not (own and self._saved):
            return ()
        lines = [(_("This run"), own), *friends_splits(self.table)]
        if rivals and rivals.best:
            lines.append((_("Best so far"), rivals.best))
        if rivals and rivals.best and rivals.sum_of_best:
            lines.append((_("Sum of best"), (0, 0, 0, rivals.sum_of_best)))
        if rivals and rivals.clean and not self._saved.ranking[0].clean:
            lines.append((_("Best clean"), (0, 0, 0, rivals.clean.time)))
        return split_lines(lines)

    def _goals(self) -> Node:
        """The times of the medals, and the name by which others can play the same deal."""
        goals = (
            Row(
                medal_picture(metal, 34, wide=26),
                Text(short_time(time), NOTE, color="ivory"),
                pack="middle",
                grow=1,
            )
            for metal, time in self._level.medals
        )
        game = _(self.table.game.session.rules.title)
        return Column(
            Row(*goals, pad=(0, 14)),
            Text(f"{game} · {deal_words(self._level.id)}", CELL, color="gold"),
            Text(self._shared or _("By this name others play the same deal."), SMALL, wraps=True),
        )


def _line(place: int, result: Result, new: bool) -> Node:
    """One of the own results."""
    after = "" if result.won else f"{result.placed} / {result.cards}"
    color = "gold" if new and result.won else ""
    return Row(
        Text(f"{place}.", NOTE, at="end", wide=30),
        medal_picture(result.medal, 26, wide=22) if result.medal else Gap(wide=22),
        clean_mark(13) if result.clean else Gap(wide=13),
        Text(exact_time(result.time), CELL, color=color, at="start", grow=1),
        Text(after, SMALL),
        ground="tag" if new else "",
        pad=(8, 0),
        high=32,
    )


def _draw_strike(part: float, surface: Surface, rect: Rect, u: float) -> None:
    """A line through what stands there, as far as it has been drawn."""
    high = max(2, round(3 * u))
    surface.fill(theme.GOLD, (rect.x, rect.centery - high // 2, round(part * rect.w), high))

"""The end of a challenge: the medal, the time, the rank among the own results, and what to do next."""

from collections import Counter
from collections.abc import Callable, Iterator, Set
from functools import partial
from typing import Final

from pygame import Rect, Surface

from game.challenges.challenge import author_run, economy, index
from game.challenges.level import MEDALS, Challenge
from game.i18n import N_, _, exact_time, ngettext, tenths
from game.storage.result import PendingResult, Result, SavedResult
from game.storage.run_replay import Progress, RunReplay
from game.storage.settings import TableTop
from game.ui.cards.celebration import GLOATING_MANNER
from game.ui.engine import requests, theme
from game.ui.engine.scene import Context
from game.ui.input.commands import Command
from game.ui.input.keys import Slot
from game.ui.play.patience.free_end import (
    NEXT,
    PatienceEnd,
    Runs,
    who_won,
    won_how,
)
from game.ui.play.patience.game import SLOTS, SoloTable
from game.ui.view.boxes import Column, Row, Stack
from game.ui.view.leaves import HEADING, Picture, Text
from game.ui.view.node import Node
from game.ui.widgets.medals import (
    FALL,
    SETTLED,
    TABLES,
    dropped_medal,
    medal_picture,
    metal_name,
    to_win,
)
from game.ui.widgets.reveal import Ceremony, Reveal
from game.ui.widgets.ruler import ruler
from game.ui.widgets.words import deal_words, short_time, span_words

_ROLL: Final = 1.0
"""Seconds in which the time rolls up to its value; then the medal is let go."""
_VERDICT: Final = _ROLL + FALL
"""When the medal has fallen into its place, in seconds; it goes on swinging."""
_STRIKE: Final = _VERDICT + 0.1, 0.35
"""When the old best is struck through, and how long that takes, in seconds."""
_MEDAL: Final = 342
_MISSED: Final = {
    "author": N_("{time} off the author’s time"),
    "gold": N_("{time} off gold"),
    "silver": N_("{time} off silver"),
    "bronze": N_("{time} off bronze"),
}
"""By how much a medal was missed."""


class ChallengeEnd(Ceremony, PatienceEnd):
    """The time rolls up while the needle of a ruler goes to it, and then the medal is let go."""

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
        if won:
            yield Command(Slot("author", "A"), self._show_author, label=_("The author’s line"))
        *others, leave = self._next(shares=won, leave=_("All challenges"))
        yield from (*others, leave._replace(wanted=won and not self._following))

    def _show_author(self, _at: float) -> None:
        self.ctx.open(requests.PlayBack(author_run(self._level)))

    def _again(self, _at: float) -> None:
        rival = self.table.game.rival
        self.back()
        self.table.game.again(rival if rival and rival.name else self._rival())

    def _on(self, _at: float) -> None:
        ctx, following = self.ctx, self._following
        self.table.back()
        if following:
            ctx.open(requests.Challenge(following.id))

    def prize(self) -> Node:
        """The medal on its ribbon, once it has been let go."""
        metal, since = self._entry.result.medal, self.reveal.at - _ROLL
        return dropped_medal(metal, _MEDAL, since) if metal and since > 0 else medal_picture("", _MEDAL)

    def lit(self) -> bool:
        return self._judged and bool(self._entry.result.medal)

    def time(self) -> Node:
        """It rolls up; beside it the best that it has beaten."""
        return Row(super().time().replaced(words=exact_time(self._shown)), self._beaten(), gap=20)

    @property
    def _shown(self) -> int:
        """The time as far as it has been counted."""
        time = self._entry.result.time
        return time if self._judged else round(self.reveal.part(0.0, _ROLL) * time)

    def measured(self) -> Iterator[Node]:
        result, level = self._entry.result, self._level
        yield ruler(level.medals, result.time if result.won else None, self._shown, self.reveal.at)
        missed = [(metal, time) for metal, time in level.medals if time < result.time] if result.won else []
        words = ""
        if missed and self._judged:
            better, time = missed[-1]
            words = _(_MISSED[better]).format(time=span_words(result.time - time))
        plate = Row(Text(words, HEADING), pad=(22, 2), ground="plate", align="middle")
        yield Column(plate if words else None, high=48, pack="middle")

    def ahead(self) -> str:
        level = self._following if self._entry.result.won else self._level
        if not level:  # no deal lies ready
            return ""
        medal, gold = metal_name("gold"), short_time(dict(level.medals)["gold"])
        return f"{deal_words(level.id)} · {_('{medal} under {time}').format(medal=medal, time=gold)}"

    def _beaten(self) -> Node | None:
        """The own best so far, struck through because it is the best no more."""
        result, saved = self._entry.result, self._entry.saved
        before = saved.previous_best if saved else None
        if not (before and before.won and result.won and result.time < before.time):
            return None
        part = self.reveal.part(*_STRIKE)
        strike = Picture(("strike", part), partial(_draw_strike, part))
        return Stack(Text(exact_time(before.time), HEADING, color="mist"), strike)

    def headline(self) -> tuple[str, str]:
        if not self._judged:
            return "", ""
        result, session = self._entry.result, self.table.game.session
        if result.medal:
            cries = _("Author!"), _("Gold!"), _("Silver!"), _("Bronze!")
            return dict(zip(MEDALS, cries, strict=True))[result.medal], "gold"
        return (_("Time is up"), "ivory") if session.timed_out else super().headline()

    def lines(self) -> list[str]:
        """How the time is made up; how it compares with the own best, and what else it has won."""
        if not self._judged:
            return []
        result, before = self._entry.result, self._saved.previous_best if self._saved else None
        made = [won_how(result)] if result.medal and result.placed < result.cards else []
        if result.penalty:
            made.append(_("includes {time} in penalties").format(time=short_time(result.penalty)))
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
        if before and before.won and result.won:
            gained = before.time - result.time
            words = _("{time} faster than your previous best") if gained > 0 else _("{time} behind your best")
            lines.append(words.format(time=span_words(abs(gained))))
        elif result.won and self._saved and not before:
            lines.append(_("Your first time here"))
        if result.won:
            lines += self._judgement(result)
        if result.won and self._saved and (days := self._saved.days) > 1:
            lines.append(ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
        words = _("You have won the table “{table}”.")
        lines += [words.format(table=_(TABLES[table])) for table in self._won_tables()]
        if self._saved:
            placing = self._saved.placing
            lines.append(_("Your results: {place} of {of}").format(place=placing.place, of=placing.of))
        return [*lines, *([" · ".join(facts)] if (facts := self.table.game.facts()) else [])]

    def _judgement(self, result: Result) -> list[str]:
        """Economy and index, whether it was clean; and praise if no line known is as short."""
        percent = economy(self._run, self._level)
        words = [
            _("Economy {n} %").format(n=percent),
            _("Index {n}").format(n=tenths(index(result.time, self._level.pace))),
            *([_("clean")] if result.clean else ()),
        ]
        return [" · ".join(words), *([_("Shorter than the best known solution!")] if percent > 100 else ())]

    def _won_tables(self) -> Set[TableTop]:
        """The tables that this medal has won."""
        saved = self._saved
        if not saved or not saved.result.medal or self.ctx.settings.all_tables:
            return set()
        before, best = Counter(saved.medals), saved.previous_best
        before[saved.result.medal] -= 1
        before[best.medal if best else ""] += 1
        return to_win(before).keys() - to_win(saved.medals)

    def runs(self) -> Runs:
        """The splits of this run, of a friend's that was raced and of the own best so far; what all own runs
        together were capable of; and the best clean run, if the best is not clean."""
        if not self._judged:
            return [(_("This run"), ())]
        lines, rivals = [*super().runs()], self._entry.rivals
        if rivals and rivals.best:
            lines.append((_("Best so far"), rivals.best))
        if rivals and rivals.best and rivals.sum_of_best:
            lines.append((_("Sum of best"), (0, 0, 0, rivals.sum_of_best)))
        if rivals and rivals.clean and self._saved and not self._saved.best.clean:
            lines.append((_("Best clean"), (0, 0, 0, rivals.clean.time)))
        return lines


def _draw_strike(part: float, surface: Surface, rect: Rect, u: float) -> None:
    """A line through what stands there, as far as it has been drawn."""
    high = max(2, round(3 * u))
    surface.fill(theme.GOLD, (rect.x, rect.centery - high // 2, round(part * rect.w), high))

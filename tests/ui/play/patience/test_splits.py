"""Against another run: the lead at each quarter of the cards is told for a moment, and the rim is warm."""

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.challenges.challenge import author_run, begin_run, finished_run, sum_of_bests
from game.challenges.level_files import named
from game.core.solo import PARTS
from game.i18n import exact_time, set_language
from game.sessions.run_playback import RunPlayback
from game.storage.results import open_results
from game.storage.results_writer import save_result
from game.storage.run_replay import Progress, progress_of
from game.storage.settings import Settings
from game.storage.solution import PACE, paced
from game.ui.engine import text, theme
from game.ui.play.patience.lost import watched_run
from game.ui.play.time_line import TimeLine
from game.ui.view.boxes import flat
from game.ui.view.leaves import Text
from game.ui.widgets.words import lead
from tests.challenges.test_challenge import Clock
from tests.ui.pilot import described
from tests.ui.play.patience.solotable import Alone
from tests.waiting import until

LEVEL = named("zahlenpatience-02")
RIVAL = paced(LEVEL.variant(), LEVEL.seed, LEVEL.line())[0]
SECOND = PACE / 1e6


class Race(Alone):
    """Plays the stored line against a run of it that makes a move a second."""

    def __init__(self, size: tuple[int, int] = (1280, 720), against: Sequence[Progress | None] = ()) -> None:
        super().__init__(LEVEL.variant(), LEVEL.seed, ghost=progress_of(RIVAL), size=size, against=against)
        text.start_recording()

    def to_split(self, count: int, pace: float) -> None:
        """Play until that split, a move every so many seconds."""
        line, solo = LEVEL.line(), self.session.solo
        while len(solo.splits) < count:
            self.wait(pace)
            self.session.play(line[len(solo.history.line)])
        self.step()
        self.draw()

    def said(self) -> Sequence[str]:
        """The figure and the words of the split that is shown."""
        page = described(self.scene)
        page.read(self.ctx.window.surface)
        words = [each["text"] for each in page.content["texts"]]
        return [each for each in words if each.endswith(" s") or each.split(" · ")[0] in NAMES]

    @property
    def rims(self) -> int:
        return sum(key.startswith("rim ") for key in self.stage.canvas.tags)


NAMES = "A quarter", "Half", "Three quarters", "All cards"


def test_a_split_is_shown_for_a_moment_with_its_sign_and_in_words() -> None:
    race = Race()
    race.to_split(1, 0.5 * SECOND)
    behind = race.session.solo.splits[0] - progress_of(RIVAL).splits[0]
    assert behind < 0
    assert race.said() == [f"−{-behind / 1e6:.1f} s", "A quarter · ahead"]
    race.wait(2.3)
    assert race.said()
    race.wait(0.4)
    assert not race.said()
    race.to_split(2, 2.5 * SECOND)
    figure, words = race.said()
    assert figure.startswith("+") and words == "Half · behind"


def test_the_rim_is_warm_while_ahead_and_drawn_once() -> None:
    race = Race()
    assert not race.rims
    race.to_split(1, 0.5)
    race.wait(0.3)
    assert race.rims > 3
    strips = {key: tag.surface for key, tag in race.stage.canvas.tags.items() if key.startswith("rim ")}
    race.wait(3)
    assert all(race.stage.canvas.tags[key].surface is strip for key, strip in strips.items())
    race.to_split(2, 2.0)
    race.wait(0.3)
    assert not race.rims
    race.to_split(PARTS, 0.01)
    assert race.said()[-1] == "All cards · ahead"


def test_nothing_glows_with_reduced_motion_and_a_new_run_begins_without_a_split() -> None:
    race = Race()
    race.ctx.settings.reduced_motion = True
    race.scene.lay_anew(deals=False)
    race.draw()
    race.to_split(1, 0.5)
    race.wait(0.3)
    assert race.said() and not race.rims
    race.scene.game.restart()
    race.wait(0.2)
    assert not race.said()
    race.to_split(1, 0.5)
    assert race.said()


def test_what_is_less_than_a_tenth_of_a_second_is_no_lead() -> None:
    race = Race()
    race.to_split(1, SECOND)
    game, took = race.scene.game, race.session.solo.splits[0]
    game.again(progress_of(RIVAL)._replace(splits=(took + 20_000,)))
    race.draw()
    race.to_split(1, SECOND)
    assert race.session.solo.splits[0] != took + 20_000
    assert race.said() == ["±0.0 s", "A quarter · level"]


def test_a_run_that_is_watched_has_a_tick_at_each_split() -> None:
    level = named("haisty-01")
    run, solo = paced(level.variant(), level.seed, level.line())
    seen = watched_run(RunPlayback(run, lambda: 0.0), (), asked=False)
    line = next(extra for extra in seen.extras if isinstance(extra, TimeLine))
    assert [tick.at for tick in line._ticks] == solo.splits


def test_no_word_is_cut_off() -> None:
    set_language("de")  # its words are the longest
    race = Race((1024, 600))
    for count in range(1, PARTS + 1):
        race.to_split(count, 2.0)
        assert not [span.words for span in text.spans(race.ctx.window.surface) if span.cut]


def test_a_key_lists_the_splits_against_one_run_after_the_other() -> None:
    author = progress_of(author_run(LEVEL))._replace(name="the author")
    race = Race(against=[None, progress_of(RIVAL), author])
    assert (author.won, author.splits[-1]) == (True, author.times[-1])
    assert author.splits[-1] <= LEVEL.medal_time("author"), "it is worth the medal"
    race.to_split(2, 0.5 * SECOND)
    own = race.session.solo.splits
    for whose, other in (("your best run", progress_of(RIVAL)), ("the author", author)):
        race.key(pygame.K_c)
        race.step()
        race.draw()
        told = [node.words for node in flat(race.scene.said.split) if isinstance(node, Text)]
        leads = [lead(round(now - then, -5)) for now, then in zip(own, other.splits, strict=False)]
        times = [*map(exact_time, (*own, *other.splits[2:]))]
        assert told == [
            *(whose, "¼", leads[0], times[0], "½", leads[1], times[1]),
            *("¾", "", times[2], "1", "", times[3]),
        ]
        assert race.panel._rival == other, "it is raced, too"
    race.wait(9.0)
    assert race.scene.said.split, "it stays"
    race.key(pygame.K_c)
    race.wait(9.0)
    assert not race.scene.said.split and race.panel._rival == progress_of(RIVAL)


def test_what_is_known_of_another_run_only_later_is_listed_then() -> None:
    splits = list[int]()
    race = Race(against=[Progress([0], [0], splits, "Sum of best")])
    race.key(pygame.K_c)

    def times() -> list[str]:
        race.step()
        race.draw()
        told = [node.words for node in flat(race.scene.said.split) if isinstance(node, Text)]
        return told[3::3]

    assert times() == ["–"] * PARTS
    splits.extend(progress_of(RIVAL).splits)
    assert times() == [*map(exact_time, splits)]


def test_without_other_runs_there_is_nothing_to_list() -> None:
    race = Race()
    race.key(pygame.K_c)
    race.step()
    assert "compare" not in race.scene.commands and not race.scene.said.split


def test_the_best_parts_of_all_runs_are_one_that_was_never_played(tmp_path: Path) -> None:
    archive, line = open_results(tmp_path)[0], LEVEL.line()
    for slow in (range(len(line) // 2), range(len(line) // 2, len(line))):
        clock = Clock()
        session = begin_run(LEVEL, clock, 0, None)
        for number, move in enumerate(line):
            clock.time += 2.0 if number in slow else 0.5
            session.play(move)
        run, result = finished_run(session, LEVEL, Settings(), 0)
        save_result(run, result, archive, tmp_path)
    ranked = archive.ranking(result, -1)
    found = sum_of_bests(ranked, tmp_path)
    assert found and found.at(ranked[0].time) in (0, result.cards), "it may be listed at once"
    until(lambda: len(found.splits) == PARTS, "the sum of best")
    assert found.splits[-1] < min(each.time for each in ranked)
    assert [found.at(each) for each in found.splits] == [result.cards * part // PARTS for part in range(1, 5)]
    assert sum_of_bests(ranked, None) is None


@pytest.mark.parametrize(("scale", "beside"), [(1.0, True), (1.6, False)])
def test_a_list_gives_way_to_what_is_said_where_there_is_no_room_for_both(
    scale: float, beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "letters", text.Letters(theme.unit((1280, 720)), scale))
    race = Race(against=[progress_of(RIVAL)])
    race.key(pygame.K_c)
    race.wait(0.1)
    assert race.panel.split
    race.panel.told = "This move leads to a win. H: make this move."
    race.panel.refresh()
    assert all(race.ctx.window.surface.get_rect().contains(each) for each in race.panel.buttons.values())
    tags = race.stage.canvas.tags.values()
    shown = {span.words for tag in tags for span in text.spans(tag.surface)}
    assert ("½" in shown) is beside
    assert any("leads to" in words for words in shown)

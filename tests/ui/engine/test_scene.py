"""The stack of scenes: what is left is left for good, in one step."""

from collections.abc import Callable
from typing import Any

import pytest

from game.ui.engine.scene import Context, Scene
from tests.ui.pilot import context


class Page(Scene):
    """Writes down what happens to it, and may do something when it wakes or goes."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self.log = name, log
        self.on_resume: Callable[[], object] = lambda: None
        self.on_leave: Callable[[], object] = lambda: None

    def enter(self, ctx: Context) -> None:
        super().enter(ctx)
        self.log.append(f"+{self.name}")

    def resume(self) -> None:
        self.log.append(f"!{self.name}")
        self.on_resume()

    def leave(self) -> None:
        self.log.append(f"-{self.name}")
        self.on_leave()


class Pages:
    """Four scenes, a below b below c below d."""

    def __init__(self) -> None:
        self.ctx = context(size=(64, 64))
        self.log: list[str] = []
        self.a, self.b, self.c, self.d = self.all = [Page(name, self.log) for name in "abcd"]
        for page in self.all:
            self.ctx.push(page)
        self.ctx.changed = False
        self.log.clear()


@pytest.fixture
def pages() -> Pages:
    return Pages()


def test_what_lies_above_a_scene_goes_with_it_and_only_the_last_wakes(pages: Pages) -> None:
    pages.b.back()
    assert pages.log == ["-d", "-c", "-b", "!a"]
    assert pages.ctx.stack == [pages.a]
    assert pages.ctx.changed


def test_a_scene_that_opens_another_when_it_wakes_does_not_on_its_way_out(pages: Pages) -> None:
    again = Page("again", pages.log)
    pages.b.on_resume = pages.c.on_resume = lambda: pages.ctx.push(again)
    pages.b.back()
    assert pages.ctx.stack == [pages.a]


def test_a_scene_opens_nothing_on_its_way_out(pages: Pages) -> None:
    pages.c.on_leave = lambda: pages.ctx.push(Page("late", pages.log))
    pages.ctx.pop_to(pages.b)
    assert pages.log == ["-d", "-c", "!b"]
    assert pages.ctx.stack == [pages.a, pages.b]
    pages.ctx.push(pages.c)
    assert pages.ctx.scene is pages.c


def test_a_scene_that_has_gone_takes_no_other_with_it(pages: Pages) -> None:
    pages.d.back()
    pages.d.back()
    pages.ctx.pop_to(pages.d)
    pages.ctx.remove(pages.d)
    pages.ctx.replace(pages.d, Page("late", pages.log))
    assert pages.log == ["-d", "!c"]
    assert pages.ctx.stack == [pages.a, pages.b, pages.c]


def test_going_back_to_the_topmost_changes_nothing(pages: Pages) -> None:
    pages.ctx.pop_to(pages.d)
    assert pages.log == [] and not pages.ctx.changed


def test_a_replaced_scene_takes_what_lies_above_it_along_and_wakes_nobody(pages: Pages) -> None:
    pages.ctx.replace(pages.c, Page("e", pages.log))
    assert pages.log == ["-d", "-c", "+e"]
    assert pages.ctx.stack[:2] == [pages.a, pages.b]


def test_a_scene_is_taken_out_from_under_another_that_stays(pages: Pages) -> None:
    pages.ctx.remove(pages.b)
    assert pages.log == ["-b"]
    assert pages.ctx.stack == [pages.a, pages.c, pages.d]
    pages.ctx.remove(pages.d)
    assert pages.log == ["-b", "-d", "!c"]


def test_quitting_wakes_nobody(pages: Pages) -> None:
    pages.ctx.quit()
    assert pages.log == ["-d", "-c", "-b", "-a"]
    assert pages.ctx.scene is None


def test_what_is_told_while_the_player_is_being_told_is_told_next(pages: Pages) -> None:
    class Told(list[object]):
        """Another thread adds a line as soon as the lines have been read."""

        def __getitem__(self, at: Any) -> Any:
            lines = super().__getitem__(at)
            if "late" not in self:
                self.append("late")
            return lines

    pages.ctx.notices = Told(["early"])
    assert pages.ctx.take_unseen() == ["early"]
    assert pages.ctx.take_unseen() == ["late"]
    assert pages.ctx.take_unseen() == []

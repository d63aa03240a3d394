"""Streaks of the own cards, and who came first by a hair: what a table tells of them."""

from itertools import accumulate

import pytest

from game.core.state import Event, Returned, Thrown
from game.core.table import Move, Moved
from game.ui.engine import text
from game.ui.play.match.achievements import HAIR, STREAK, Leads
from game.ui.play.match.game import MatchTable
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.simnet import at_duel
from tests.ui.pilot import Heard
from tests.ui.play.match.test_toasts import seated

SLOT = 14
"""The first place on the table of two."""
MS = 1000


def throw(scene: MatchTable, seat: int, press: int, dst: int = SLOT) -> Thrown:
    """A seat's top card of its first build pile, thrown."""
    src = 1 + 7 * seat
    return Thrown(seat, Move(src, dst), (scene.session.state.table.piles[src].cards[-1],), press)


def landed(thrown: Thrown) -> list[Event]:
    """A throw that lands."""
    return [thrown, Moved(thrown.seat, *thrown.move[:2], thrown.cards)]  # type: ignore[arg-type]


def said(scene: MatchTable, tag: str) -> str:
    """The words of what is shown for a moment; empty if it is not shown."""
    assert scene.stage
    shown = scene.stage.canvas.tags.get(tag)
    return " ".join(span.words for span in text.spans(shown.surface)) if shown else ""


@pytest.fixture(autouse=True)
def read() -> None:
    """What is written is told."""
    text.start_recording()


def test_a_streak_counts_and_rises_until_a_pause_breaks_it() -> None:
    tones = Heard()
    scene = seated(2, sounds=tones)
    shown = []
    presses = accumulate([0, 400_000, STREAK, STREAK, STREAK + 1, 100_000])
    for number, press in enumerate(presses):
        scene.show(landed(throw(scene, 0, press)), 1.0 + number)
        shown.append(said(scene, "streak0"))
        scene.step(1.5 + number)
        assert not number or said(scene, "streak0") == shown[-1]
        scene.gameplay.toasts.step(
            1.99 + number, False
        )  # the scene's own: other steps would go on with the match
        assert not said(scene, "streak0"), "it stays for a moment"
    assert shown == ["", "×2", "×3", "×4", "", "×2"]
    assert tones.pitches[:3] == sorted(set(tones.pitches[:3])) and tones.pitches[3] == tones.pitches[0]


def test_others_cards_make_no_streak() -> None:
    scene = seated(2)
    for number in range(4):
        scene.show(landed(throw(scene, 1, 100_000 * number)), 1.0)
    assert not said(scene, "streak0")


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize(
    ("lead", "words"),
    [(12_400, "12 ms!"), (300, "<1 ms!"), (-300, "<1 ms!"), (HAIR - 1, "49 ms!"), (HAIR, "")],
)
def test_who_came_first_by_a_hair_is_cheered_on_the_spot(lead: int, words: str, still: bool) -> None:
    scene = seated(2, still=still)
    own, other = throw(scene, 0, 1_000_000), throw(scene, 1, 1_000_000 + lead)
    scene.show([*landed(own), other, Returned(1, other.move, 0)], 1.0)
    assert said(scene, "cheer") == words
    assert not said(scene, "lost")


@pytest.mark.parametrize(("lead", "words"), [(12_400, " was 12 ms faster"), (HAIR, " was faster")])
def test_who_came_second_is_told_by_how_much(lead: int, words: str) -> None:
    scene = seated(2)
    own, other = throw(scene, 0, 1_000_000 + lead), throw(scene, 1, 1_000_000)
    scene.show([*landed(other), own, Returned(0, own.move, 1)], 1.0)
    assert said(scene, "lost") == scene.gameplay.session.names[1] + words
    assert not said(scene, "cheer")


def test_a_card_is_measured_by_the_one_that_was_faster() -> None:
    leads, move = Leads(), Move(1, SLOT)
    early, late = Thrown(1, Move(8, SLOT), (), 0), Thrown(2, Move(15, SLOT), (), 20 * MS)
    for event in (*landed(early), *landed(late), own := Thrown(0, move, (), 30 * MS)):
        leads.follow(event)
    assert leads.lead(Returned(0, move, 2)) == 10 * MS
    assert leads.lead(Returned(0, move, 1)) is None, "something else has been laid there since"
    assert leads.lead(Returned(0, own.move._replace(src=2), 2)) is None, "another card"


@pytest.mark.parametrize("ways", [(LAN, WIFI), (FAR, BUSY), (BUSY, FAR)], ids=["near", "far", "busy"])
def test_both_players_of_a_network_know_how_close_it_was(ways: tuple[Way, Way]) -> None:
    net, lead = at_duel(*ways), 7 * MS
    net.run(12)
    for turn in range(10):
        place = net.match.seats + turn % 2
        net.press(net.clients[turn % 2], Move(turn % 2, place))
        net.run(lead / 1e6)
        net.press(net.clients[1 - turn % 2], Move(1 - turn % 2, place))
        net.run(0.4)
    for client in net.clients:
        leads, found = Leads(), []
        for _at, event in client.events:
            leads.follow(event)
            if isinstance(event, Returned):
                found.append(leads.lead(event))
        assert len(found) == 10
        assert all(each is not None and abs(each - lead) < 3 * MS for each in found), found

"""Streaks, and duels for a place: what a table tells of them."""

from itertools import accumulate

import pygame
import pytest
from pygame import Rect

from game.core.cards import Pile, pack
from game.core.state import Dealt, Event, Returned, Thrown
from game.core.streaks import PAUSE
from game.core.table import Move, Moved, Table
from game.core.table_round import TIE
from game.i18n import set_language
from game.rules.haisty import Haisty
from game.ui.engine import text, theme
from game.ui.play.match.extras import HAIR, Captions, Duel, Duels
from game.ui.play.match.game import MatchTable
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.simnet import at_duel
from tests.sessions.dealing import dealing
from tests.ui.pilot import Heard, told
from tests.ui.play.match.test_table import Evening
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
    return told(scene.stage, tag)


@pytest.fixture(autouse=True)
def read() -> None:
    """What is written is told."""
    text.start_recording()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_streak_counts_and_rises_until_a_pause_breaks_it(seat: int) -> None:
    """An own one in gold, and with a chime; another's in its colour."""
    tones = Heard()
    scene = seated(2, sounds=tones)
    shown = []
    presses = accumulate([0, 400_000, PAUSE, PAUSE, PAUSE + 1, 100_000])
    for number, press in enumerate(presses):
        scene.show(landed(throw(scene, seat, press)), 1.0 + number)
        shown.append(said(scene, f"streak{seat}"))
        scene.step(1.5 + number)
        assert said(scene, f"streak{seat}") == shown[-1]
        assert scene.stage
        scene.stage.overlay.step(1.99 + number)  # other steps would go on with the match
        assert not said(scene, f"streak{seat}"), "it stays for a moment"
    assert shown == ["", "", "×3", "×4", "", ""]
    landings = [pitch for name, pitch in tones.played if name == "land"]
    assert landings[:4] == sorted(set(landings[:4])) and landings[4:] == landings[:2]
    chimes = [pitch for name, pitch in tones.played if name == "chime"]
    assert len(chimes) == (0 if seat else 2) and chimes == sorted(set(chimes))


def test_the_cards_of_two_are_two_streaks_and_a_new_deal_begins_anew() -> None:
    scene = seated(2)
    for number in range(5):
        scene.show(landed(throw(scene, number % 2, 100_000 * number)), 1.0)
    assert (said(scene, "streak0"), said(scene, "streak1")) == ("×3", "")
    scene.show([Dealt(2, scene.session.state.table), *landed(throw(scene, 1, 500_000))], 2.0)
    assert not said(scene, "streak1")


@pytest.mark.parametrize(
    ("code", "words"), [("en", "B: 3 in a row"), ("sv", "B: 3 i rad"), ("de", "B: 3 nacheinander")]
)
def test_captions_say_whose_streak_it_is(code: str, words: str) -> None:
    set_language(code)
    scene = seated(2)
    scene.ctx.settings.captions = True
    captions = next(extra for extra in scene.extras if isinstance(extra, Captions))
    for number in range(3):
        captions.step(1.0)
        assert words not in said(scene, "captions")
        scene.show(landed(throw(scene, 1, 100_000 * number)), 1.0)
    captions.step(1.0)
    assert words in said(scene, "captions")
    captions.step(2.3)
    assert words not in said(scene, "captions")


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize(
    ("lead", "words"),
    [
        (12_400, "12 ms before Maximiliane B"),
        (300, "Dead heat with Maximiliane B!"),
        (-300, "Dead heat with Maximiliane B!"),
        (TIE, "Dead heat with Maximiliane B!"),
        (99_000, "99 ms before Maximiliane B"),
    ],
)
def test_who_came_first_is_cheered_on_the_spot(lead: int, words: str, still: bool) -> None:
    scene = seated(2, still=still)
    own, other = throw(scene, 0, 1_000_000), throw(scene, 1, 1_000_000 + lead)
    scene.show([*landed(own), other, Returned(1, other.move, 0)], 1.0)
    assert said(scene, "duel") == words
    assert color(scene) == theme.GOLD


@pytest.mark.parametrize(("lead", "played"), [(HAIR - 1, True), (HAIR, False)])
def test_a_hair_has_a_tune(lead: int, played: bool) -> None:
    tones = Heard()
    scene = seated(2, sounds=tones)
    own, other = throw(scene, 0, 1_000_000), throw(scene, 1, 1_000_000 + lead)
    scene.show([*landed(own), other, Returned(1, other.move, 0)], 1.0)
    assert bool(tones.pitches) == played


@pytest.mark.parametrize(
    ("lead", "words"), [(12_400, "12 ms after {}"), (180_000, "180 ms after {}"), (999, "Dead heat with {}!")]
)
def test_who_was_beaten_sees_it_in_the_winners_colour(lead: int, words: str) -> None:
    tones = Heard()
    scene = seated(2, sounds=tones)
    scene.game.session.backs = (0, 4)  # type: ignore[misc]
    own, other = throw(scene, 0, 1_000_000 + lead), throw(scene, 1, 1_000_000)
    scene.show([*landed(other), own, Returned(0, own.move, 1)], 1.0)
    assert said(scene, "duel") == words.format(scene.game.session.names[1])
    assert color(scene) == theme.BACKS[4]
    assert "beaten" in tones.names and not tones.pitches


def test_a_card_that_was_in_the_air_when_the_host_was_lost_starts_no_duel() -> None:
    scene = seated(2)
    scene.show([throw(scene, 0, 1_000_000)], 1.0)
    scene.lay_anew(False)
    scene.draw(scene.ctx.window.surface, 1.1, 0, True)
    own, other = throw(scene, 0, 0), throw(scene, 1, 900_000)
    scene.show([*landed(other), Returned(0, own.move, 1)], 2.0)
    assert said(scene, "duel") == f"{scene.game.session.names[1]} was faster"


def color(scene: MatchTable) -> theme.Color:
    """Of the frame around the pile of a duel."""
    assert scene.stage
    frame = scene.stage.canvas.tags["duel pile 0.0"].surface
    return tuple(frame.get_at((frame.width // 2, 1))[:3])


def test_the_pile_flashes_and_all_of_it_ends() -> None:
    scene = seated(2)
    assert scene.stage
    tags = scene.stage.canvas.tags
    own, other = throw(scene, 0, 1_180_000), throw(scene, 1, 1_000_000)
    scene.show([*landed(other), own, Returned(0, own.move, 1)], 1.0)
    shown = []
    for frame in range(120):
        scene.stage.overlay.step(1.0 + frame / 60)
        flash = tags.get("duel flash")
        shown.append(flash.surface.get_at(flash.surface.get_rect().center).a if flash else 0)
    assert shown[0] > 200 and shown == sorted(shown, reverse=True) and not shown[20]
    assert not {"duel", "duel flash", "duel pile 0.0"} & set(tags)


def test_others_duels_are_their_own_business() -> None:
    scene = seated(3)
    first, second = throw(scene, 1, 1_000_000, 21), throw(scene, 2, 1_020_000, 21)
    scene.show([*landed(first), second, Returned(2, second.move, 1)], 1.0)
    assert not said(scene, "duel")


def test_a_card_is_measured_by_the_one_that_was_faster() -> None:
    table = Haisty().deal(1, 3)
    move = Move(1, SLOT)
    early, late = Thrown(1, Move(8, SLOT), (), 0), Thrown(2, Move(15, SLOT), (), 20 * MS)
    own = Thrown(0, move, (), 30 * MS)
    for faster, lead in ((2, 10 * MS), (1, 30 * MS)):
        duels = Duels(Haisty())
        for event in (*landed(early), *landed(late), own):
            duels.follow(event)
        assert duels.returned(Returned(0, move, faster), table) == Duel(faster, 0, SLOT, lead)
        assert duels.returned(Returned(0, move, faster), table) == Duel(faster, 0, SLOT, None), "another card"


class Late(Evening):
    """The first player's 13-pile has an ace and its two on top; the other's one build pile, that two."""

    def __init__(self) -> None:
        ace, two = (next(c for c in pack(0) if c[:2] == (rank, 3)) for rank in (1, 2))
        other = next(c for c in pack(1) if c[:2] == (2, 3))
        piles = [Pile()] * 23
        rest = [c for c in pack(0) if c.suit != 3 and c.rank > 5]
        hers = [c for c in pack(1) if c.suit != 3 and c.rank > 5]
        piles[1:5] = [Pile((rest.pop(),), 1) for _ in range(4)]
        piles[0], piles[5] = Pile((rest.pop(), two, ace), 1), Pile(tuple(rest))
        piles[7], piles[8], piles[12] = Pile(tuple(hers[:9]), 1), Pile((other,), 1), Pile(tuple(hers[9:]))
        super().__init__(bots=1, rules=dealing(Haisty(), Table(tuple(piles))))
        self.me.wake = 10**12
        self.key(pygame.K_SPACE)
        self.until_play()
        self.session.play(Move(0, SLOT))
        self.until(lambda: len(self.state.table.piles[SLOT].cards) == 2, 5)

    def words(self, tag: str) -> str:
        return said(self.scene, tag)

    @property
    def lead(self) -> int:
        """Since the press of the two that has landed, in milliseconds."""
        laid = next(e for e in self.match.log if e.seat == 1 and e.move and e.move.dst == SLOT)
        return (self.session.now - laid.press) // MS


@pytest.mark.parametrize("how", ["drag", "click"])
def test_a_press_shortly_after_the_landing_is_beaten_and_no_mistake(how: str) -> None:
    late = Late()
    late.wait(0.3)
    assert late.scene.stage
    lead, card = late.lead, late.scene.stage.piles[0][-1]
    home, pile = card.rest, Rect(late.scene.stage.layout.places[SLOT].box)
    for turn in range(2):
        if how == "drag":
            late.session.play(Move(0, SLOT))
            late.wait(0.2)
        else:
            late.click_at(Rect(late.scene.stage.layout.places[0].box).center)
            late.wait(0.09)
            assert turn or pile.collidepoint(card.pose(late.time)[:2]), "the card has gone there"
        assert late.words("duel") == f"{lead} ms after B" and lead >= 300
    late.wait(0.8)
    assert card.pose(late.time) == home, "and has come back"
    assert "beaten" in late.sounds.names


def test_long_after_the_landing_it_is_a_mistake() -> None:
    late = Late()
    late.wait(1.6)
    late.session.play(Move(0, SLOT))
    late.wait(0.2)
    assert late.words("note") == "needs a 3" and not late.words("duel")


def test_what_would_never_have_fitted_is_a_mistake() -> None:
    late = Late()
    late.session.play(Move(0, SLOT + 1))
    late.wait(0.2)
    assert late.words("note") == "needs an ace" and not late.words("duel")


def test_who_laid_it_sees_whom_they_beat() -> None:
    scene = Late().scene
    own, table = scene.session, scene.session.state.table
    laid = next(card for card in table.piles[SLOT].cards if card.rank == 2)
    won = Thrown(0, Move(8, SLOT), (laid,), own.now)
    lost = Thrown(1, Move(0, SLOT), (table.piles[0].cards[-1],), own.now + 400 * MS)
    duels = Duels(own.rules)
    for event in (won, Moved(0, 8, SLOT, (laid,)), lost):
        duels.follow(event)
    assert duels.returned(Returned(1, lost.move, None), table) is None, "it is not that seat's card"
    swapped = table._replace(piles=(Pile(), *table.piles[1:7], table.piles[0], *table.piles[8:]))
    duels.follow(moved := lost._replace(move=Move(7, SLOT)))
    assert duels.returned(Returned(1, moved.move, None), swapped) == Duel(0, 1, SLOT, 400 * MS)


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
        duels, found = Duels(net.match.rules), []
        for _at, event in client.events:
            duels.follow(event)
            if isinstance(event, Returned) and (duel := duels.returned(event, net.match.state.table)):
                found.append(duel.lead)
        assert len(found) == 10
        assert all(each is not None and abs(each - lead) < 3 * MS for each in found), found

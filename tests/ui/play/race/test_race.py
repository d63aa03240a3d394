"""A race at the table: what may be done when, what the host makes of it, and what is recorded."""

import pygame
import pytest

from game.challenges.level_files import named
from game.core import match
from game.core.race import done, finished
from game.core.solo import REDO, Act
from game.core.table import Move
from game.lan.race_round import RaceRun, WatchedRun
from game.lan.table import SILENT, RemoteTable
from game.net.client.deal_verdict import PROVED, DealVerdict
from game.net.wire.messages import HouseRules
from game.ui.engine import text
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.patience.game import Patience
from game.ui.play.race import above
from game.ui.play.race.end import RaceEnd
from game.ui.play.scene import PlayScene
from game.ui.view.boxes import flat
from game.ui.view.leaves import Text
from tests.ui.lobby.screens import Party, Screen
from tests.ui.pilot import described

LEVEL = "zahlenpatience-01"


def race(
    party: Party, name: str, seats: int = 2, rounds: int = 3, bots: int = 0, **allowed: bool
) -> list[Screen]:
    """Both at the table when this challenge begins; without rounds three, in a cup."""
    anna = party.open(seats, bots)
    bo = party.visit("Bo")
    kind = "race" if rounds else "cup"
    if not rounds:
        party.visit("Cy")
    house = {"undo": True, "hints": True} | allowed
    anna.lan.ask(HouseRules(int(not rounds), rounds, house, f"{kind}:{name}"))
    party.until(lambda: bo.lan.room and bo.lan.room.terms.game)
    for screen in party.screens:
        screen.key(pygame.K_SPACE)
    party.until(lambda: all(isinstance(screen.scene, PlayScene) for screen in party.screens))
    return party.screens


def started(party: Party) -> None:
    """All may play."""
    party.until(lambda: all(run(screen).opens for screen in party.screens))


def run(screen: Screen) -> RaceRun:
    """The own run."""
    session = screen.table.session
    assert isinstance(session, RaceRun)
    return session


def patience(screen: Screen) -> Patience:
    game: object = screen.table.game
    assert isinstance(game, Patience)
    return game


def play(screen: Screen, line: tuple[Move, ...]) -> None:
    """Make these moves."""
    for move in line:
        run(screen).play(move)
        screen.turn()


def win(screen: Screen) -> None:
    """Bring the own patience out."""
    play(screen, named(run(screen).name).line())
    assert run(screen).won


def test_nothing_is_played_before_the_start_or_begun_again_and_help_only_as_agreed(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "COUNTDOWN", 4_000_000)
    anna, _bo = race(party, LEVEL, undo=False, hints=False)
    first = named(LEVEL).line()[0]
    run(anna).play(first)
    anna.key(pygame.K_g)
    assert anna.scene is anna.table and not run(anna).solo.log, "not yet"
    started(party)
    run(anna).play(first)
    for key in (pygame.K_u, pygame.K_h, pygame.K_r, pygame.K_r):
        anna.key(key)
    assert [act.what for act in run(anna).solo.log] == [first]
    labels = {control["label"] for control in described(anna.table).controls}
    assert labels == {"Menu", "Give up"}
    clock = run(anna).now
    anna.key(pygame.K_ESCAPE)
    assert "Same deal again" not in anna.labels()
    party.until(lambda: run(anna).now > clock + 300_000)


def test_the_table_goes_on_while_it_is_asked_whether_to_give_up(party: Party) -> None:
    anna, bo = race(party, LEVEL)
    started(party)
    play(anna, named(LEVEL).line()[:1])
    anna.key(pygame.K_g)
    assert anna.scene is anna.table and patience(anna).panel.told
    play(bo, named(LEVEL).line()[:8])
    seen = f"{run(bo).placed[0]} / 44"
    party.until(lambda: seen in [each["words"] for each in described(anna.table).race])
    assert patience(anna).panel.told and not run(anna).over
    anna.key(pygame.K_g)
    assert run(anna).over


def test_each_cost_is_told_by_itself(party: Party) -> None:
    text.start_recording()
    anna, _bo = race(party, LEVEL)
    started(party)
    for move in named(LEVEL).line()[:3]:
        run(anna).play(move)
    for _ in range(3):
        anna.key(pygame.K_u)
        anna.turn()
    assert written(anna) >= {"+5 s"} and not written(anna) & {"+10 s", "+15 s"}


def written(screen: Screen) -> set[str]:
    """All that is written on the table."""
    stage = screen.table.stage
    assert stage
    return {span.words for tag in stage.canvas.tags.values() for span in text.spans(tag.surface)}


def test_news_stand_beside_the_streak_of_a_game_of_speed(party: Party) -> None:
    anna, _bo = race(party, "farbwechsel-01")
    started(party)
    for move in named("farbwechsel-01").line()[:6]:
        run(anna).play(move)
        anna.turn()
    anna.ctx.notify("Wilhelmina Oxenstierna is the host now.")
    stage = anna.table.stage
    assert stage
    tags = stage.canvas.tags
    party.until(lambda: "notice" in tags and "streak 0.0" in tags)
    assert not any(tags["notice"].rect.colliderect(tags[name].rect) for name in ("streak 0.0", "tempo 0.0"))


def test_what_is_said_of_a_silent_host_is_drawn_once(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _bo = race(party, LEVEL)
    started(party)
    monkeypatch.setattr(RemoteTable, "status", SILENT)
    anna.turn()
    assert anna.table.stage
    tags = anna.table.stage.canvas.tags
    plate = tags["drop_notice"].surface
    anna.turn()
    assert tags["drop_notice"].surface is plate


def test_what_the_host_does_not_count_is_taken_back(party: Party) -> None:
    anna, bo = race(party, LEVEL)
    started(party)
    line = named(LEVEL).line()
    play(bo, line[:3])
    undone = Act(run(bo).now, REDO)
    with bo.lan.client.at_table() as (table, now):
        table.tell([undone], now)  # nothing was undone: from here on nothing counts
    run(bo).play(line[3])
    assert len(run(bo).solo.log) == 4
    party.until(lambda: len(run(bo).solo.log) == 3)
    play(bo, line[3:20])
    assert bo.cards_lie()
    party.until(lambda: described(anna.table).race[1]["placed"] == run(bo).placed[0] > 0)


def test_of_two_packs_the_others_see_each_card(party: Party) -> None:
    name = "acht-mal-acht-01"
    anna, bo = race(party, name)
    started(party)
    for move in named(name).line():
        if (placed := run(bo).placed[0]) == 3:
            break
        play(bo, (move,))
        seen = f"{run(bo).placed[0]} / 104"
        if run(bo).placed[0] > placed:
            party.until(lambda: seen in [each["words"] for each in described(anna.table).race])  # noqa: B023


def stop(party: Party, **placed: int) -> None:
    """Each gives up with so many cards placed, and the standings are shown."""
    for screen in party.screens:
        if (least := placed.get(screen.lan.names[screen.lan.seat])) is not None:
            line = iter(named(LEVEL).line())
            while run(screen).placed[0] < least:
                play(screen, (next(line),))
            seat = screen.lan.seat
            party.until(lambda: done(screen.lan.state.table, seat) == run(screen).placed[0])  # noqa: B023
            run(screen).give_up()
    party.until(lambda: all(isinstance(screen.scene, RaceEnd) for screen in party.screens))


def said(scene: RaceEnd) -> str:
    """All that is written there."""
    return " ".join(node.words for node in flat(scene.view()) if isinstance(node, Text))


def ended(screen: Screen) -> RaceEnd:
    """The standings that are shown."""
    assert isinstance(screen.scene, RaceEnd)
    screen.scene.renew()
    return screen.scene


def test_a_cup_shows_places_and_who_is_out_and_asks_only_those_left_to_knock(party: Party) -> None:
    anna, bo, cy = race(party, LEVEL, seats=3, rounds=0)
    started(party)
    assert patience(anna).round == "Qualifying"
    stop(party, Anna=2, Bo=1, Cy=0)
    end = ended(anna)
    assert end.heading == "Qualifying · Nobody finished"
    assert [line.name for _seat, line in end.lines] == ["1.  Anna", "2.  Bo", "3.  Cy"]
    assert "Out of the cup" not in said(end)
    for screen in party.screens:
        screen.press("Knock for the next deal")
    party.until(lambda: all(screen.lan.state.round == 2 for screen in party.screens))
    started(party)
    assert patience(cy).round == "Deal 2 · 3 left"
    stop(party, Anna=0, Bo=1, Cy=0)
    end = ended(cy)
    assert [line.name for _seat, line in end.lines] == ["1.  Bo", "2.  Anna", "3.  Cy"]
    assert end.heading == "Deal 2 · 2 left · Nobody finished"
    assert "Out of the cup: Cy" in said(end) and end._remark(end.lines[2][0]) == "out"
    assert not any(line.score for _seat, line in end.lines), "places, not points"
    assert "Knock for the next deal" not in cy.labels() and "Waiting for Anna, Bo …" in said(end)
    for screen in (anna, bo):
        screen.press("Knock for the next deal")
    party.until(lambda: all(screen.lan.state.round == 3 for screen in party.screens))
    party.until(lambda: run(anna).opens and isinstance(cy.table.session, WatchedRun))
    assert patience(cy).round == patience(bo).round == "Final"
    party.until(lambda: described(bo.table).race[cy.lan.seat]["words"] == "watching")
    cy.key(pygame.K_ESCAPE)
    cy.press("Leave the table")
    party.screens.remove(cy)
    party.until(lambda: described(bo.table).race[cy.lan.seat]["words"] == "has left")
    stop(party, Anna=1, Bo=0)
    assert [line.name for _seat, line in ended(bo).lines] == ["1.  Anna", "2.  Bo", "3.  Cy"]
    bo.press("See the winner")
    assert isinstance(bo.scene, MatchEnd) and isinstance(anna.scene, RaceEnd)
    anna.press("See the winner")
    assert isinstance(anna.scene, MatchEnd)
    assert (anna.scene.words()[0], bo.scene.words()[1]) == ("You win the cup", "Winner of the cup")
    assert [seat for _place, seat in bo.scene._podium] == [anna.lan.seat, bo.lan.seat, cy.lan.seat]
    assert [bo.scene._points(seat) for seat in range(3)] == [""] * 3
    for screen, won in ((anna, True), (bo, False)):
        matches = screen.ctx.archive.results.matches
        [kept] = matches.since(0)
        assert (kept.kind, kept.won) == (anna.lan.room.terms.game, won)
        assert kept.kind and matches.all() == [], "it counts tonight, and is no match of Haisty"


def test_a_penalty_runs_on_before_who_is_out_watches_the_others(party: Party) -> None:
    anna, bo = race(party, LEVEL)
    started(party)
    line = named(LEVEL).line()
    play(bo, line[:4])
    run(anna).play(line[0])
    run(anna).undo()
    win(anna)
    party.until(lambda: patience(anna).panel.told.startswith("Penalty time"))
    out = run(anna).elapsed
    party.until(lambda: isinstance(anna.table.session, WatchedRun))
    party.until(lambda: patience(anna).panel.told == "Place 1. You are watching Bo.")
    assert anna.table.session.state.table == bo.table.session.state.table
    run(bo).give_up()
    party.until(lambda: all(isinstance(screen.scene, RaceEnd) for screen in party.screens))
    end = anna.scene
    assert isinstance(end, RaceEnd)
    assert (judged := end.race.standing(0).out) and end.race.standing(1).out is None
    # By the clock of the table, known to half a way there and back; what it hears late counts later.
    assert judged >= out - 1_000
    party.until(lambda: not anna.ctx.archive.recording)
    (result,) = anna.ctx.archive.results.latest()
    assert (result.challenge, result.won, result.time) == (LEVEL, True, out), "as alone"


def test_who_comes_when_somebody_is_out_sees_the_time_and_how_much_is_left(party: Party) -> None:
    anna, bo = race(party, LEVEL, seats=4)
    started(party)
    win(bo)
    party.until(lambda: finished(anna.lan.state.table))
    cy = party.visit("Cy")
    party.until(lambda: isinstance(cy.scene, PlayScene) and patience(cy).panel.split)
    assert described(cy.table).race[1]["words"] == described(anna.table).race[1]["words"] != "1. "
    assert patience(anna).panel.split


def test_whoever_has_given_up_sees_how_long_the_bots_have_left(party: Party) -> None:
    screens = race(party, LEVEL, seats=3, bots=1)
    started(party)
    for screen in screens:
        assert not patience(screen).panel.split
        run(screen).give_up()
    party.until(lambda: all(patience(screen).panel.split for screen in screens))
    shown = [node.words for node in flat(patience(screens[0]).panel.split) if isinstance(node, Text)]
    assert shown[0].endswith("s left") and shown[1] == "Only bots are still racing"


def test_the_standings_name_who_raced_whoever_has_the_seat_by_then(party: Party) -> None:
    anna, bo = race(party, LEVEL, seats=4)
    started(party)
    cy = party.visit("Cy")
    party.until(lambda: isinstance(cy.scene, PlayScene))
    win(bo)
    party.until(lambda: finished(anna.lan.state.table))
    bo.key(pygame.K_ESCAPE)
    bo.press("Leave the table")
    party.screens.remove(bo)
    run(anna).give_up()
    party.until(lambda: all(isinstance(each.scene, RaceEnd) for each in party.screens) and cy.lan.plays)
    assert isinstance(cy.scene, RaceEnd) and cy.lan.names[cy.lan.seat] == "Cy"
    assert cy.scene.heading == "Deal 1 of 3 · Bo finished first"
    assert [(line.name, line.own) for _seat, line in cy.scene.lines] == [
        ("1.  Bo", False),
        ("2.  Anna", False),
    ]


def test_who_gets_a_seat_as_a_deal_ends_moves_nothing_above_its_table(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(above, "_ABREAST", 2)
    anna, bo = race(party, LEVEL, seats=4)
    started(party)
    cy = party.visit("Cy")
    party.until(lambda: isinstance(cy.scene, PlayScene))
    for screen in (anna, bo):
        run(screen).give_up()
    party.until(lambda: anna.lan.seats == 3)
    anna.turn()
    stage = anna.table.stage
    assert stage and isinstance(anna.scene, PlayScene)
    assert all(tag.rect.y >= 0 for tag in stage.canvas.tags.values())


@pytest.mark.parametrize("ended", [False, True])
def test_above_the_table_stands_who_has_left(party: Party, ended: bool) -> None:
    anna, bo = race(party, LEVEL)
    started(party)
    for screen in (anna, bo) if ended else ():
        run(screen).give_up()
    if ended:
        party.until(lambda: isinstance(anna.scene, RaceEnd) and isinstance(bo.scene, RaceEnd))
    bo.key(pygame.K_ESCAPE)
    bo.press("Leave the table")
    party.screens.remove(bo)
    words = "has left" if ended else "0 / 44 · has left"
    party.until(lambda: words in [each["words"] for each in described(anna.table).race])


def test_who_gives_up_while_nobody_hears_it_has_given_up_once_somebody_does(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bo = race(party, LEVEL)
    started(party)
    with monkeypatch.context() as asleep:
        asleep.setattr(RemoteTable, "waking", True)
        run(bo).give_up()
        bo.turn()
    party.until(lambda: anna.lan.state.table.standing(bo.lan.seat).gave_up)


@pytest.mark.parametrize(("raced", "told"), [(LEVEL, False), ("paare/1", True)])
def test_only_of_a_deal_that_was_drawn_it_is_said_that_nobody_chose_it(
    party: Party, raced: str, told: bool
) -> None:
    anna, bo = race(party, raced)
    for number in (1, 2, 3):  # where a machine stops for a moment nothing can be proved
        party.until(lambda: bo.lan.state.round == number)  # noqa: B023
        started(party)
        for screen in (anna, bo):
            run(screen).give_up()
        party.until(lambda: all(isinstance(screen.scene, RaceEnd) for screen in party.screens))
        party.until(lambda: _verdict(bo, number))  # noqa: B023
        if _verdict(bo, number) == DealVerdict(PROVED):
            break
        for screen in (anna, bo):
            screen.press("Knock for the next deal")
    assert _verdict(bo, number) == DealVerdict(PROVED)
    assert bool(bo.lan.verdict(number)) == told


def _verdict(screen: Screen, number: int) -> DealVerdict | None:
    return screen.lan.client.table.witness.verdict(number)


def test_the_lobby_says_what_keys_two_at_one_screen_have_in_a_duel(party: Party) -> None:
    anna = party.open(4)
    anna.ctx.settings.players = 2
    party.until(lambda: anna.lan.partner and anna.lan.partner.place is not None)
    anna.lan.ask(HouseRules(0, 3, {}, "duel:paare"))
    name = "players"
    party.until(lambda: (control := anna.control(name)) and "A S · D F" in control.help)


def test_after_a_tie_there_is_one_deal_more(party: Party) -> None:
    anna, bo = race(party, LEVEL, rounds=1)
    for number in (1, 2):
        party.until(lambda: all(screen.lan.state.round == number for screen in party.screens))  # noqa: B023
        started(party)
        assert patience(anna).round == ("Deal 1 of 1", "Deal 2")[number - 1]
        for screen in (anna, bo):
            run(screen).give_up()
        party.until(lambda: all(isinstance(screen.scene, RaceEnd) for screen in party.screens))
        text.start_recording()
        anna.ctx.redraw()
        anna.turn()
        assert "A tie: one more deal decides." in {span.words for span in text.spans(anna.ctx.window.surface)}
        for screen in (anna, bo):
            screen.press("Knock for the next deal")

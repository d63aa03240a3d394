"""Two keys for two piles: what is right, what a mistake costs, and the rhythm of it."""

import pygame
import pytest

from game.core.rules import Rules
from game.i18n import set_language
from game.rules.farbwechsel import Farbwechsel
from game.rules.paare import Paare
from game.sessions.run_playback import RunPlayback
from game.storage.run_replay import RunReplay
from game.ui.play.patience.lost import watched_run
from game.ui.play.patience.rhythm import window
from tests.ui.pilot import told
from tests.ui.play.patience.solotable import Alone


def right_key(table: Alone, wrong: bool = False) -> int:
    move = next(table.session.rules.moves(table.table, 0))
    left = (move.dst == table.rhythm.left) != wrong
    return pygame.K_LEFT if left else pygame.K_RIGHT


def test_keys_are_on_the_side_of_their_pile() -> None:
    table = Alone(Farbwechsel())
    places = table.stage.layout.places
    assert places[table.rhythm.left].box.x < places[table.rhythm.right].box.x


def test_large_letters_stay_on_a_narrow_table() -> None:
    set_language("de")
    table = Alone(Paare())
    table.ctx.window.surface = pygame.display.set_mode((800, 600))
    table.ctx.settings.text_scale = 1.6
    table.ctx.redraw()
    table.draw()
    felt, tags = pygame.Rect(table.stage.layout.areas[0].box), table.stage.canvas.tags
    assert felt.w < 700
    caps = [tag.rect for name, tag in tags.items() if name.startswith("side")]
    within = pygame.Rect(felt.x, 0, felt.w, 600)
    assert len(caps) > 2 and all(within.contains(cap) for cap in caps)


def test_the_next_card_is_taken_while_the_last_still_flies() -> None:
    table = Alone(Farbwechsel())
    for _ in range(8):
        table.key(right_key(table))
    assert len(table.session.solo.history.line) == 8
    table.wait(1)
    table.check()


def test_clicks_on_the_piles_play_too() -> None:
    table = Alone(Paare())
    move = next(table.session.rules.moves(table.table, 0))
    table.click(move.dst)
    assert table.session.solo.history.line == (move,)


def test_a_mistake_costs_breaks_the_streak_and_shakes_the_table() -> None:
    table = Alone(Farbwechsel())
    for _ in range(5):
        table.key(right_key(table))
        table.wait(0.2)
    assert told(table.stage, "streak") == "5 in a row"
    before = table.session.solo.penalty
    table.key(right_key(table, wrong=True))
    assert table.session.solo.penalty == before + 2_000_000
    assert (table.rhythm.streak, table.rhythm.hits) == (0, 5)
    assert table.rising == ["wrong: +2 s"]
    assert "wrong" in table.sounds.names
    assert table.rhythm.shake(table.time) != 0
    table.wait(1)
    assert table.rhythm.shake(table.time) == 0


def test_tempo_and_pitch_rise_with_quick_hits_and_sink_in_a_rest() -> None:
    table = Alone(Farbwechsel())
    for _ in range(20):
        table.key(right_key(table))
        table.wait(0.3)
    pitches = table.sounds.pitches
    assert sum(pitches[-6:]) > sum(pitches[:6])
    assert "tick" in table.sounds.names
    high = table.rhythm.tempo
    assert high > 12
    assert window(high) < window(0)
    table.wait(8)
    assert table.rhythm.tempo < high


def test_other_keys_do_nothing() -> None:
    table = Alone(Farbwechsel())
    table.key(pygame.K_u, pygame.K_h, pygame.K_1, pygame.K_v)
    assert not table.session.solo.log


def test_the_pace_is_told_once_there_is_something_to_judge_by_and_goes_on() -> None:
    table = Alone(Paare())
    table.key(right_key(table))
    table.wait(0.2)
    assert table.panel.extra == ""
    table.wait(3)
    assert table.panel.extra == "40 cards a minute"
    table.wait(3)
    assert table.panel.extra == "20 cards a minute"


def test_the_same_deal_again_begins_without_a_streak() -> None:
    table = Alone(Farbwechsel())
    for _ in range(5):
        table.key(right_key(table))
        table.wait(1)
    assert (table.rhythm.streak, table.panel.extra) == (5, "60 cards a minute")
    table.scene.game.restart()
    table.wait(0.2)
    assert (table.rhythm.streak, table.rhythm.best) == (0, 0)
    for _ in range(4):
        table.key(right_key(table))
        table.wait(1)
    assert (table.rhythm.best, table.panel.extra) == (4, "60 cards a minute")


def test_a_playback_has_no_keys_for_the_piles_and_no_streak_from_elsewhere() -> None:
    table = Alone(Farbwechsel())
    for _ in range(8):
        table.key(right_key(table))
        table.wait(1)
    run = RunReplay.from_solo(table.session.solo, table.session.now)
    table.ctx.push(watched_run(RunPlayback(run, lambda: table.time), (), asked=False))
    table.watch()
    table.wait(6)
    assert table.rhythm.streak > 5
    assert told(table.stage, f"side{table.rhythm.left}").split("\n")[0] == "Left"
    table.click_at((16, 8))
    table.wait(1.5)
    assert table.rhythm.streak < 3


ASIDE = "does not fit: put it aside"


@pytest.mark.parametrize(
    ("rules", "seed", "said"),
    [
        (
            Farbwechsel(),
            2,
            {
                (ASIDE, "fits: lay it"),
                (ASIDE, "lay it, or else the waste’s top card"),
                ("", "lay the waste’s top card"),
            },
        ),
        (Farbwechsel(way="b"), 2, {(ASIDE, "fits: lay it"), ("", "lay the waste’s top card")}),
        (Paare(), 3, {("one colour: put them aside", "two colours: a pair")}),
    ],
    ids=["way a", "way b", "pairs"],
)
def test_two_keys_play_the_whole_game_and_the_words_say_what_they_mean(
    rules: Rules, seed: int, said: set[tuple[str, str]]
) -> None:
    table = Alone(rules, seed)
    seen = set()
    while not table.session.over:
        seen.add(words(table))
        table.key(right_key(table))
        table.step()
    assert seen == said
    assert table.session.solo.mistakes == 0
    assert table.rhythm.best == table.rhythm.hits == len(table.session.solo.history.line)


def words(table: Alone) -> tuple[str, str]:
    """What stands beneath the two piles."""
    left, right = (told(table.stage, f"side{pile}") for pile in (table.rhythm.left, table.rhythm.right))
    return left.partition("\n")[2], right.partition("\n")[2]


def test_a_key_that_means_nothing_costs_nothing() -> None:
    table = Alone(Farbwechsel(), 2)
    while words(table)[0] and not table.session.over:
        table.key(right_key(table))
        table.step()
    before = list(table.session.solo.log)
    table.key(pygame.K_LEFT)
    assert table.session.solo.log == before
    assert not table.session.over


def test_one_card_a_minute_is_one() -> None:
    table = Alone(Farbwechsel())
    rhythm = table.scene.game.rhythm
    assert rhythm
    rhythm.cards, rhythm._since = 1, table.session.now - 60_000_000
    assert table.scene.game._pace() == "1 card a minute"
    rhythm.cards = 2
    assert table.scene.game._pace() == "2 cards a minute"

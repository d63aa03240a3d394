"""A round may stand still for all; nothing that is measured in it counts the pause."""

from game.core.deal_anew import resumable
from game.core.match import ASKING, COUNTDOWN, Match
from game.core.notation import entry_text, parse_entry, parse_move, pile_names
from game.core.race import Race
from game.core.state import (
    FLIGHT,
    PAUSED,
    PLAYING,
    WON,
    Asked,
    Event,
    Paused,
    Ready,
    Returned,
    Started,
    mask_match,
)
from game.core.table import Moved
from game.net.wire.round_log import packed_log, unpacked_log
from game.rules.haisty import Haisty
from game.story.match_story import round_story
from game.story.seen import Recorder, rounds, told_round
from tests.bots.table import Table
from tests.core.test_match import GO, NAMES, claim, kinds, playing
from tests.story.test_match_story import replay_of

SECOND = 1_000_000
LONG = 600 * SECOND


def test_two_hands_pause_and_one_alone_asks_for_a_while() -> None:
    match = playing()
    assert match.ask_pause(0, GO + 5, False) == [Asked(0, GO + 5)]
    assert match.ask_pause(0, GO + 6, False) == [Asked(0, GO + 6)]
    assert match.ask_pause(1, GO + 7 + ASKING, False) == [Asked(1, GO + 7 + ASKING)]
    assert match.state.phase == PLAYING
    at = GO + 8 + ASKING
    assert match.ask_pause(0, at, False) == [Paused(1, at)], "the one who has asked first"
    assert match.state.phase == PAUSED
    assert match.ask_pause(0, at, True) == []


def test_one_hand_is_enough_for_whom_it_is() -> None:
    match = playing()
    assert match.ask_pause(1, GO + 5, True) == [Paused(1, GO + 5)]


def test_no_race_is_paused() -> None:
    match = Match(Race(52), 2, 1)
    match.start()
    match.ready(0, 0)
    match.ready(1, 0)
    assert match.ask_pause(1, COUNTDOWN, True) == []


def test_nothing_can_be_pressed_in_a_pause_and_what_was_in_the_air_lands() -> None:
    match = playing()
    assert kinds(claim(match, 1, "B1>F1", 5)) == ["Thrown"]
    match.ask_pause(0, GO + 10, True)
    refused = Returned(0, parse_move("R>B1", NAMES[0]), None, thrown=False)
    assert claim(match, 0, "R>B1", 11) == [refused]
    assert kinds(claim(match, 0, "R>B1", 9, now=12)) == ["Moved", "Turned"], "pressed before, known later"
    assert isinstance(match.settle(GO + 5 + FLIGHT)[0], Moved)


def test_all_knock_again_but_for_who_sits_the_round_out() -> None:
    match = playing()
    match.state = match.state._replace(out=0b10)
    match.ask_pause(0, GO + 10, True)
    assert match.ready(1, GO + LONG) == []
    opens = GO + LONG + COUNTDOWN
    assert match.ready(0, GO + LONG) == [Ready(0), Started(opens, 0b10)]
    assert match.state.began == opens - 10, "10 µs had been played"


def test_a_pause_may_be_gone_on_from_without_a_seat() -> None:
    match = playing()
    match.ask_pause(0, GO + 10, True)
    match.ready(1, GO + LONG, out=True)
    assert match.ready(0, GO + LONG)[-1] == Started(GO + LONG + COUNTDOWN, 0b10)


class _Watched(Table):
    """A table of bots whose rounds are recorded."""

    recorder: Recorder | None = None

    def _hear(self, now: int, events: list[Event]) -> None:
        super()._hear(now, events)
        self.recorder = self.recorder or Recorder(self.state)
        self.recorder.follow(list(map(mask_match, events)), now, self.state)

    def pause(self, at: int) -> None:
        """All stands still from then on, until the bots have knocked."""
        self.run(at)
        self._hear(at, self.match.ask_pause(1, at, True))
        assert self.state.phase == PAUSED


def _paused() -> _Watched:
    """A round with two pauses."""
    table = _Watched(("hard", "hard", "easy"), 5)
    table.pause(GO + 8 * SECOND)
    table.run(GO + 20 * SECOND)
    table.pause(GO + 20 * SECOND)
    table.run(LONG)
    assert table.state.phase == WON
    return table


def test_whoever_tells_of_a_round_leaves_its_pauses_out() -> None:
    table = _paused()
    assert table.recorder
    match, played = table.match, table.match.results[0].duration
    events = dict.fromkeys(at for at, event in table.events if isinstance(event, Paused))
    opened = [event.at for _, event in table.events if isinstance(event, Started)]
    stood = sum(until - since for since, until in zip(events, opened[1:], strict=True))
    assert played == table.events[-1][0] - opened[0] - stood and stood > 2 * COUNTDOWN
    live = round_story(table.recorder.seen, match.rules)
    (told,) = told_round(match.rules, match.state, match.seed, match.told_log())
    log = round_story(told, match.rules)
    (seen,) = rounds(replay_of(match))
    kept = round_story(seen, match.rules)
    for story in (live, log, kept):
        assert story.scored and story.duration == played
        assert max(each.waited for each in story.landings) < 8 * SECOND
        presses = [(each.seat, each.card, each.press, each.waited) for each in story.landings]
        assert presses == [(each.seat, each.card, each.press, each.waited) for each in log.landings]
    assert seen.events[-1][0] == opened[0] + played, "a replay does not play them"


def test_a_log_with_pauses_goes_over_the_wire_and_into_a_file() -> None:
    match = _paused().match
    log = unpacked_log(match.state.began, packed_log(match.state.began, match.told_log()))
    assert match.told_log() == log
    lines = [
        entry_text(each, [pile_names(Haisty().spots(3), seat) for seat in range(3)]) for each in match.log
    ]
    assert sum(line.endswith(" 1 pause") for line in lines) == 2
    again = Match(Haisty(), 3, 5, 0, 1)
    again.start()
    names = [pile_names(Haisty().spots(3), seat) for seat in range(3)]
    for line in lines:
        again.redo(parse_entry(line, names))
    assert again.state == match.state


def test_the_next_judge_goes_on_paused() -> None:
    table = _Watched(("hard", "hard"), 5)
    table.pause(GO + 8 * SECOND)
    heir = Match(Haisty(), 2, 7, 0, 1)
    heir.resume(table.state, LONG)
    assert heir.state.phase == PAUSED and heir.state.asks and heir.state.asks.seat == 1
    assert heir.ready(0, LONG + 1) == [Ready(0)]
    assert heir.ready(1, LONG + 2) == [Ready(1), Started(LONG + 2 + COUNTDOWN)]
    assert (heir.state.starts or 0) - heir.state.began == GO + 8 * SECOND - table.state.began
    all_knocked = table.state._replace(ready=0b11, out=0b10)
    assert resumable(all_knocked, (), LONG).ready == 0b10, "its start was not told: they knock again"

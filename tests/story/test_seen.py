"""What a program has seen of a round is what was played, whoever it is."""

import random

import pytest

from game.core.cards import Card
from game.core.match import Match
from game.core.state import PLAYING, WON, Dealt, Event, Knock, Thrown, fold_match, opening
from game.core.table import Move
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.story.match_story import RoundStory, match_story, round_story
from game.story.seen import Recorder, Seen, rounds
from tests.many import many
from tests.net.duel import Duel
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.simnet import Client, Net, at_duel, new_table
from tests.sessions.clock import Clock
from tests.story.test_match_story import replay_of

FRAME = 1 / 60
LOSSY, SLOW = Way(3_000, 2_000, loss=0.2), Way(60_000, 10_000, loss=0.2)


def deeds(story: RoundStory) -> tuple[list[object], list[object]]:
    """Who laid what, pressed when; and who was beaten by how much."""
    laid = [(card.seat, card.pile, card.card, card.press, card.src, card.on) for card in story.landings]
    return [*laid], [(each.landing.press, each.loser, each.lead) for each in story.contests]


def test_what_is_recorded_at_a_table_is_what_its_replay_says() -> None:
    clock = Clock()
    match = Match(Haisty(), 4, 5, target=0, rounds=2)
    levels = dict.fromkeys(range(1, 4), "hard")
    table = LocalSession(match, levels, ("A", "B", "C", "D"), (0, 1, 2, 3), clock, lambda: None)
    table.poll()
    recorder = Recorder(table.state)
    recorded = dict[int, Seen]()
    while table.state.phase != WON:
        if table.state.phase != PLAYING:
            table.ask(Knock())
        clock.now += FRAME
        recorder.follow(table.poll(), table.now, table.state)
        recorded[table.state.round] = recorder.seen
    assert recorder.seen.state(table.now).table == table.state.table
    told = match_story(replay_of(match))
    for seen, other, story in zip(recorded.values(), rounds(replay_of(match)), told, strict=True):
        own = round_story(seen, match.rules)
        assert seen.opening.table == other.opening.table
        assert deeds(own) == deeds(story)
        assert own.scored == story.scored
        waits = [(one.waited, two.waited) for one, two in zip(own.landings, story.landings, strict=True)]
        assert all(abs(one - two) <= 1e6 * FRAME for one, two in waits)


class Guest:
    """Records what a client shows of a round, its own moves at once."""

    def __init__(self, client: Client) -> None:
        self._update, self._table = client.table.update, client.table
        self.recorder = Recorder(opening(0))
        client.eager, client.table.update = True, self.update  # type: ignore[method-assign]

    def update(self, now: int) -> list[Event]:
        """As the client's own."""
        events = self._update(now)
        self.recorder.follow(events, self._table.host_now(now), self._table.state)
        return events


@pytest.mark.parametrize("ways", [(LAN, WIFI, FAR), (LAN, LOSSY, SLOW)], ids=["good", "bad"])
def test_a_guest_tells_the_same_round_as_its_host(ways: tuple[Way, ...]) -> None:
    net = Net(new_table(3), seed=4)
    guests = [Guest(net.join(way, way, rules=lambda *_: Haisty())) for way in ways]
    net.begin()
    net.play()
    (story,) = match_story(replay_of(net.match))
    assert story.contests
    for guest in guests:
        own = round_story(guest.recorder.seen, Haisty())
        assert deeds(own) == deeds(story)
        waits = [abs(one.waited - two.waited) for one, two in zip(own.landings, story.landings, strict=True)]
        assert sorted(waits)[len(waits) // 2] < 2 * SLOW.delay, "it is playable before a guest hears of it"


def test_an_own_press_counts_from_when_the_host_says() -> None:
    shown, counted = (Thrown(0, Move(1, 9), (Card(1, 1, 1),), at) for at in (500, 400))
    state = opening(2)
    recorder = Recorder(state)
    recorder.follow([shown], 500, state := fold_match(state, shown))
    recorder.follow([], 600, state := state._replace(air=(counted,)))
    assert recorder.seen.events == ((500, counted),)


HOST = Way()
PAIRS = {
    "host : 3±2": (HOST, WIFI),
    "host : 10±5": (HOST, BUSY),
    "3±2 : 30±4": (WIFI, FAR),
    "0.3 : 0.3": (LAN, LAN),
}
LONGEST = 60_000
"""The most microseconds between two presses."""


def story_of(client: Client) -> RoundStory:
    """What a client's screen tells of the round."""
    begun = next(i for i, (_at, event) in enumerate(client.events) if isinstance(event, Dealt))
    state = client.table.state
    recorder = Recorder(state._replace(round=0))
    for at, event in client.events[begun:]:
        state = fold_match(state, event)
        recorder.follow([event], at, state)
    return round_story(recorder.seen, Duel())


def leads(ways: tuple[Way, Way], presses: int, seed: int) -> list[tuple[int, int]]:
    """Of so many contests, each as each of the two tells it: the true lead, and the one told; both negative
    if the second one pressed first."""
    net, rng = at_duel(*ways, seed=seed), random.Random(seed)
    net.run(6)
    true = list[int]()
    for number in range(presses):
        first, second = rng.sample(net.clients, 2)
        place = 2 + number % 2
        net.press(first, Move(first.number, place))
        began = net.now
        net.run(rng.randrange(LONGEST) / 1e6)
        net.press(second, Move(second.number, place))
        true.append((net.now - began) * (-1 if first.number else 1))
        net.run(0.2 + rng.random() / 30)
    found = []
    for client in net.clients:
        contests = story_of(client).contests
        assert len(contests) == presses
        for lead, contest in zip(true, contests, strict=True):
            found.append((lead, contest.lead * (-1 if contest.landing.seat else 1)))
    return found


@pytest.mark.parametrize("ways", PAIRS.values(), ids=PAIRS)
def test_everyone_is_told_who_was_faster_by_how_much(ways: tuple[Way, Way]) -> None:
    found = leads(ways, many(60), seed=3)
    errors = sorted(abs(lead - shown) for lead, shown in found)
    assert errors[len(errors) * 98 // 100] <= 1000

"""By how much somebody was faster, as every screen tells it, beside how much it truly was: in simulated time,
from the presses to the story of the round."""

import json
import random
from typing import Any

from game.core.match import TIE
from game.core.state import Dealt, fold_match
from game.core.table import Move
from game.story.match_story import RoundStory, round_story
from game.story.seen import Recorder
from tests.net.duel import Duel
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.simnet import Client, at_duel

HOST = Way()
PAIRS = {
    "host : 3±2": (HOST, WIFI),
    "host : 10±5": (HOST, BUSY),
    "3±2 : 30±4": (WIFI, FAR),
    "0.3 : 0.3": (LAN, LAN),
}
LONGEST = 60_000
"""The most microseconds between two presses."""


def told(client: Client) -> RoundStory:
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
        contests = told(client).contests
        assert len(contests) == presses
        for lead, contest in zip(true, contests, strict=True):
            found.append((lead, contest.lead * (-1 if contest.landing.seat else 1)))
    return found


def measure(matches: int = 5, presses: int = 1000) -> dict[str, Any]:
    """The error of the lead that is shown, in microseconds, for each pair of ways."""
    figures = {}
    for name, ways in PAIRS.items():
        found = [each for seed in range(matches) for each in leads(ways, presses, seed)]
        errors = sorted(abs(lead - shown) for lead, shown in found)
        wrong = sum(lead * shown < 0 and abs(shown) > TIE for lead, shown in found)
        figures[name] = {"n": len(found), "wrong winner": wrong} | {
            f"p{share:g}": errors[int(len(errors) * share / 100)] for share in (50, 99, 99.9)
        }
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))

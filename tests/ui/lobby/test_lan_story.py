"""One story of a round on all screens, at one time: also for who came in its midst or missed a part."""

import pygame
import pytest

from game.core.state import SCORED
from game.net.server import live_match
from game.net.wire.messages import Digest
from game.net.wire.round_log import reveal
from game.story.match_story import RoundStory
from game.system import here
from game.ui.play.match.round_end import RoundEnd
from tests.ui.lobby.screens import Party, Screen


def told(screen: Screen) -> RoundStory:
    """What is told there of the round that has just been counted."""
    return screen.table.game.stories[screen.lan.state.round]


def played(party: Party, acts: int) -> None:
    """Until the bots have done so much more, or are stuck."""
    done = len(party.match.log) + acts
    party.until(lambda: len(party.match.log) > done or party.match.state.table.calls)


def counted(party: Party) -> dict[str, float]:
    """When each screen shows the standings, by the clock of all of them."""
    found: dict[str, float] = {}

    def shown() -> bool:
        for screen in party.screens:
            if isinstance(screen.scene, RoundEnd) and screen.scene._shown:
                found.setdefault(screen.ctx.settings.name, here().clock.seconds())
        return len(found) == len(party.screens)

    party.until(shown)
    return found


@pytest.mark.usefixtures("short_rounds")
def test_all_screens_tell_one_story_also_who_came_late_and_who_missed_a_part(party: Party) -> None:
    anna = party.open(4, bots=2)
    bo = party.visit("Bo")
    party.begin()
    played(party, 30)
    cara = party.visit("Cara", watch=True)
    party.until(party.all_play)
    bo.lan.client.ask(Digest(party.match.state.round, 1))  # the host tells the match again
    played(party, 15)
    anna.key(pygame.K_SPACE)
    party.until(lambda: party.match.state.phase == SCORED)
    at = counted(party)
    assert told(anna) == told(bo) == told(cara)
    assert told(anna).landings
    assert max(at.values()) - min(at.values()) < 1.0


@pytest.mark.usefixtures("short_rounds")
def test_of_a_round_whose_log_no_host_tells_no_screen_tells_a_story(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = lambda deal, starts, _entries: reveal(deal, starts, ())  # noqa: E731 - as of another host's round
    monkeypatch.setattr(live_match, "reveal", other)
    anna = party.open(3, bots=1)
    bo = party.visit("Bo")
    party.begin()
    played(party, 30)
    anna.key(pygame.K_SPACE)
    counted(party)
    for screen in (anna, bo):
        assert not told(screen).landings and told(screen).scored

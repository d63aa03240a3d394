"""The bot of a seat in a race: it knocks and cheers as any bot, and leaves its markers to the host."""

import pytest

from game.bots.duellist import bot_for
from game.bots.racer import plan
from game.challenges.level_files import levels
from game.core.match import Match
from game.core.race import Race
from game.core.solo import Solo
from game.core.state import PLAYING, SCORED, WON, Cheer, Knock, Request, State


def test_a_bot_knocks_for_a_race_and_cheers_and_moves_no_markers() -> None:
    match = Match(Race(4), 2, 5, 0, 1)
    match.start()
    bot = bot_for(match.rules)(match.rules, 0, "hard", 7)

    def asked(state: State) -> list[Request]:
        return [request for _ in range(9) for request in bot.look(state, bot.wake)]

    assert asked(match.state) == [Knock()]
    for seat in range(2):
        match.ready(seat, bot.wake)
    assert match.state.phase == PLAYING and asked(match.state) == []
    [cheer] = asked(match.state._replace(phase=WON, winner=0))
    assert isinstance(cheer, Cheer)


@pytest.mark.parametrize("name", ["rot-und-schwarz", "haisty", "acht-mal-acht", "farbwechsel"])
@pytest.mark.parametrize("undoes", [True, False])
def test_an_easy_bot_makes_mistakes_and_puts_them_right_in_a_person_s_time(name: str, undoes: bool) -> None:
    slips = 0
    for challenge in [level for level in levels()[0] if level.game == name][:12]:
        rules, time, line = challenge.variant(), dict(challenge.medals)["bronze"], challenge.line()
        solo = Solo(rules, challenge.seed)
        solo.replay(plan(rules, challenge.seed, line, "easy", undoes, time, 7))
        assert solo.won and abs(solo.log[-1].at + solo.penalty - time) <= 0.16 * time
        assert bool(solo.mistakes or solo.undos) <= (rules.reflex or undoes)
        slips += solo.mistakes + solo.undos
    assert bool(slips) == (rules.reflex or undoes)


def test_where_somebody_is_out_of_a_cup_a_bot_leaves_time_to_read_unless_another_has_knocked() -> None:
    rules = Race(4, cup=True)
    state = State(SCORED, 2, rules.deal(1, 3), (18, 17, 0), ready=0b100)
    for ready, least, most in ((0b100, 5.5, 7.5), (0b101, 0, 1)):
        bot = bot_for(rules)(rules, 1, "hard", 7)
        while not bot.look(state._replace(ready=ready), now := bot.wake):
            pass
        assert least <= now / 1e6 <= most

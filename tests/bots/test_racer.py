"""The bot of a seat in a race: it knocks and cheers as any bot, and leaves its markers to the host."""

from game.bots.duellist import bot_for
from game.core.match import Match
from game.core.race import Race
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


def test_where_somebody_is_out_of_a_cup_a_bot_leaves_time_to_read_unless_another_has_knocked() -> None:
    rules = Race(4, cup=True)
    state = State(SCORED, 2, rules.deal(1, 3), (18, 17, 0), ready=0b100)
    for ready, least, most in ((0b100, 5.5, 7.5), (0b101, 0, 1)):
        bot = bot_for(rules)(rules, 1, "hard", 7)
        while not bot.look(state._replace(ready=ready), now := bot.wake):
            pass
        assert least <= now / 1e6 <= most

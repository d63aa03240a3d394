"""The bot of one seat in a duel: it sees what is turned, and presses a key."""

from game.bots.bot import IDLE, LINGER, Bot
from game.bots.racer import Racer
from game.core.duel import ASIDE, LAID, Duel, frozen, key_of, turns
from game.core.race import Race
from game.core.rules import Rules
from game.core.state import FLIGHT, Play, Request
from game.core.table import Move, Table

_RARE = 3
"""Of so many slips of the level among cards, one here: there are but two keys."""


class Duellist(Bot):
    """Takes half as long again as a card takes to reach: the hand rests on the keys, but which it is has to
    be recognized first. So medians are 0.47 s (hard), 0.62 s (medium) and 0.92 s (easy)."""

    _tried = -1
    """The turn in which it has pressed a key."""
    _press = 0
    """When it presses the planned one."""

    def _begin(self) -> None:
        super()._begin()
        self._tried = -1

    def _see(self, table: Table, now: int, starts: int) -> list[Request]:
        """See what is turned and choose a key; while the same is still there, the last key was wrong."""
        if turns(table) == self._tried:
            self._tried = -1
            return self._wait(now + frozen(table), now)
        right = next(self._rules.moves(table, self.seat), None)
        if right is None:
            return self._wait(now + IDLE, now)
        (wrong,) = _keys(table, self.seat) - {right}
        slip = self._rng.below(_RARE * 256) < self._profile.slips
        self._plan = wrong if slip else right
        self._press = max(now, starts) + self._pace.reach.draw(self._rng) * 3 // 2
        return self._wait(max(now, starts) + LINGER, now)

    def _act(self, table: Table, now: int) -> list[Request]:
        """Press it when it is time, unless somebody else has been faster: then there is more to see."""
        key = self._plan
        if key is None or key not in _keys(table, self.seat):
            return self._see(table, now, now)
        if now < self._press:
            return self._wait(min(self._press, now + LINGER), now)
        self._plan, self._tried = None, turns(table)
        self._wait(now + FLIGHT + LINGER, now)
        return [Play(key, now)]


def _keys(table: Table, seat: int) -> set[Move]:
    return {key_of(table, seat, pile) for pile in (LAID, ASIDE)}


def bot_for(rules: Rules) -> type[Bot]:
    """What plays a seat by these rules."""
    kinds = {Duel: Duellist, Race: Racer}
    return kinds.get(type(rules), Bot)

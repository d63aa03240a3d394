"""The own run of a bot that plays at another machine's table: it goes by a plan."""

from math import inf

from game.core.race import give_up
from game.core.solo import Act
from game.core.state import Play
from game.lan.race_deals import draw_patience, is_drawn_from
from game.net.client.table_client import TableClient
from game.net.wire.messages import HouseRules


class PlannedRun:
    """Of the round that is played."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._of: tuple[int, str] | None = None
        self._acts: list[Act] = []
        """What it will do yet, the last first."""

    def play(self, table: TableClient, terms: HouseRules, seat: int, now: int) -> float:
        """Do what is due; returns the microseconds until the next act."""
        state, deal, own, clock = table.state, table.runs.deal, table.runs.own, table.run_clock(now)
        if clock is None or not (deal and seat < len(state.totals) and is_drawn_from(terms, deal)):
            return inf
        if self._of != own.of:
            self._of = own.of
            plan = draw_patience(terms.game, 0, deal.round, deal.challenge).plan
            self._acts = plan(deal.round, seat, self._level, terms.house.get("undo", True))[::-1]
        while self._acts and self._acts[-1].at <= clock:
            table.tell([self._acts.pop()], now)
        if own.replaced:  # somebody else has played on here: there is no way back to the plan
            own.replaced, self._acts = None, []
            table.ask(Play(give_up(seat), table.host_now(now)), now)
        return self._acts[-1].at - clock if self._acts else inf

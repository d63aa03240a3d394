"""A bot: sees what its seat sees, takes a person's time, and sends the same requests as a person."""

from math import gcd

from game.bots.choose import Candidates, careful, seat_piles, shared_piles, survey
from game.bots.pace import AIMING, CHEER, CROSSING, START, crossed
from game.bots.skill import FIRST, PLAIN, Personality, Skill, adjusted, skill_of
from game.core.cards import Pile
from game.core.hand import FINEST, Hand
from game.core.rules import Rules
from game.core.shuffle import Seed, Stream
from game.core.state import (
    FLIGHT,
    KINDS_OF_CHEER,
    PAUSED,
    PLAYING,
    SCORED,
    SHOUTS,
    WAITING,
    WON,
    Cheer,
    Knock,
    Play,
    Request,
    Shout,
    State,
)
from game.core.table import Move, Table

IDLE = 500_000
"""Microseconds to the next look when there is nothing to do."""
NAP = 1_000_000
"""Most microseconds between two looks, so that even a slow bot notices the end of a round."""
LINGER = 50_000
"""Microseconds to the next look while its own card is late to arrive."""
DRY = 6
"""After this many fruitless turns of the hand, or when turning one at a time, it looks more carefully."""
QUIET = 20_000_000
"""Least microseconds of silence after a shout."""
HA, OH_NO, QUICK, DRAT, MINE, BRAVO = range(SHOUTS)
"""The numbers of the shouts, in the order in which the table offers them."""


class Bot:
    """The bot of one seat. Its driver calls `look` whenever the host's clock reaches `wake`."""

    def __init__(
        self,
        rules: Rules,
        seat: int,
        level: str,
        seed: Seed,
        personality: Personality = PLAIN,
        strength: float = FIRST,
    ) -> None:
        """The same seed and states give the same requests. Raises KeyError for an unknown level."""
        self.seat = seat
        self.wake = 0
        """The time of the next look, in microseconds of the host's clock."""
        self._rules = rules
        self._level, self._personality = level, personality
        self.adapt(strength)
        self._rng = Stream(seed)
        self._cheer = self._rng.below(len(KINDS_OF_CHEER))
        self._chattiness = 8 + self._rng.below(18)
        """Of 100 occasions to shout, how many it uses."""
        self._quiet = 0
        self._scene = ("", 0)
        self._due: int | None = None
        self._begin()

    def adapt(self, strength: float) -> None:
        """Play with this strength from the next look on, if its level is adaptive."""
        self.become(skill_of(self._level, strength))

    def hurry(self, strength: float) -> None:
        """Have the pace of this strength from the next look on, and no more, if its level is adaptive."""
        self._pace = skill_of(self._level, strength).pace

    def become(self, skill: Skill) -> None:
        """Play with this skill from the next look on."""
        self._profile, self._pace = adjusted(skill.profile, self._personality), skill.pace
        self._careful = careful(self._profile)

    def _begin(self) -> None:
        """Reset for a new round or phase."""
        self._plan: Move | None = None
        self._reach: tuple[Hand, Hand, int] | None = None
        """From where over the shared piles its hand reaches to where, and when it lets go there."""
        self._turns = 0
        """Turns of the hand since it last played a card or the shared table changed."""
        self._shared: tuple[tuple[Pile, ...], int] = (), 0
        self._thrown: tuple[int, Pile] | None = None
        self._extra = self._profile.extra
        self._thrilled = False
        self._turning = False
        """Whether its hand lies on the stock, so that the next turn needs no reach."""
        self._next = 0

    def look(self, state: State, now: int) -> list[Request]:
        """Its requests at this moment; sets `wake` to the time of the next look."""
        if (state.phase, state.round) != self._scene:
            self._scene = state.phase, state.round
            self._due = self._appointment(state, now)
            self._begin()
        if state.phase != PLAYING or state.starts is None:
            return self._meet(state, now)
        if now < self._next:
            return self._wait(self._next, now)
        if any(thrown.seat == self.seat for thrown in state.air):
            return self._wait(now + LINGER, now)
        if self._plan is not None and now >= state.starts:
            return self._act(state.table, now)
        return self._see(state.table, now, state.starts)

    def hand(self, now: int) -> Hand | None:
        """Where its hand is over the shared piles, if it is: it comes with a card, stays until that has
        landed, and goes back."""
        if self._reach is None:
            return None
        (x, y), (to_x, to_y), press = self._reach
        begin, end = press - AIMING - CROSSING, press + FLIGHT
        if not begin <= now < end + CROSSING:
            return None
        done = crossed(now - begin) - crossed(now - end)
        return round(x + (to_x - x) * done), round(y + (to_y - y) * done)

    def _wait(self, until: int, now: int) -> list[Request]:
        self._next = until
        self.wake = min(until, now + NAP)
        return []

    def _appointment(self, state: State, now: int) -> int | None:
        """When to knock for the start or cheer, if there is reason to."""
        if state.phase in (WAITING, PAUSED, SCORED) and state.round:
            return now + START.draw(self._rng)
        if state.phase == WON and state.winner == self.seat:
            return now + CHEER.draw(self._rng)
        return None

    def _meet(self, state: State, now: int) -> list[Request]:
        """Knock for the start, or cheer, when it is time."""
        if self._due is None or now < self._due:
            self.wake = self._due or now + IDLE
            return []
        self._due = None
        self.wake = now + IDLE
        if state.phase == WON:
            return [Cheer(self._cheer)]
        praise = state.phase == SCORED and state.knocker not in (None, self.seat)
        return [*self._shout((BRAVO,) if praise else (), now), Knock()]

    def _see(self, table: Table, now: int, starts: int) -> list[Request]:
        """Survey the table and plan a move; a turn of the hand may follow at once."""
        at = seat_piles(self._rules, len(table.piles), self.seat)
        shared = table.piles[at.foundations.start :], table.mode
        if shared != self._shared:
            self._shared, self._turns = shared, 0
        shouts = self._shouts(table, now)
        profile = self._careful if self._turns > DRY or table.mode else self._profile
        candidates = survey(self._rules, table, self.seat, profile, self._rng)
        hand = len(table.piles[at.stock].cards) + len(table.piles[at.waste].cards)
        self._plan, delay = self._decide(candidates, hand)
        if self._plan is not None and self._plan == candidates.turn:
            if self._turning and now >= starts:
                return shouts + self._act(table, now)
            delay = self._pace.reach.draw(self._rng)
        self._wait(max(now, starts) + delay, now)
        if self._plan is not None and self._plan.dst in at.foundations:
            edge = round((self.seat + 0.5) / len(at.reserves) * FINEST), 0
            goal = shared_piles(self._rules, len(table.piles)).hand(self._plan.dst)
            self._reach = edge, goal, self._next
        return shouts

    def _decide(self, candidates: Candidates, hand: int) -> tuple[Move | None, int]:
        """The next move, if any, and the delay before it, or before the next look if there is none."""
        pace, rng = self._pace, self._rng
        if candidates.knock:
            if not (candidates.lays and self._extra):
                return candidates.knock, pace.knock.draw(rng) * self._personality.waits
            self._extra -= 1
        if candidates.play:
            return candidates.play, pace.reach.draw(rng)
        step = candidates.turn.count if candidates.turn else 1
        if candidates.call and (candidates.turn is None or self._turns >= -(-hand // step)):
            return candidates.call, pace.call.draw(rng)
        # When turning round the corner, other cards come up in each pass, until the order repeats.
        if candidates.turn and self._turns < hand // gcd(hand, step):
            return candidates.turn, 0
        return None, pace.rest.draw(rng)

    def _act(self, table: Table, now: int) -> list[Request]:
        """Make the planned move; what changed during the reach is noticed too late."""
        at = seat_piles(self._rules, len(table.piles), self.seat)
        move, self._plan = self._plan, None
        assert move is not None
        if (
            move == (at.stock, at.stock, 0)
            and (table.piles[at.foundations.start :], table.mode) != self._shared
        ):
            return self._wait(now + self._pace.reach.draw(self._rng), now)  # a card was laid: look again
        free, pause = now, self._pace.after_play
        self._turning = move.src == at.stock
        if self._turning:
            self._turns += 1
            pause = self._pace.after_turn
        else:
            self._turns = 0
            if self._rules.flies(table, self.seat, move):
                free += FLIGHT + self._rules.busy(table, move) + 1
                self._thrown = (move.src, table.piles[move.src]) if move.count else None
        self._wait(max(free, now + pause.draw(self._rng)), now)
        return [Play(move, now)]

    def _shouts(self, table: Table, now: int) -> list[Request]:
        """Now and then, a shout when its card was returned or a 13-pile is nearly empty."""
        cries: tuple[int, ...] = ()
        if self._thrown is not None:
            src, pile = self._thrown
            self._thrown = None
            if table.piles[src] == pile:
                cries = OH_NO, DRAT, MINE
        if not self._thrilled:
            at = seat_piles(self._rules, len(table.piles), self.seat)
            if min([len(table.piles[reserve].cards) for reserve in at.reserves]) < 2:
                self._thrilled = True
                cries = (HA, QUICK) if len(table.piles[at.reserve].cards) < 2 else (OH_NO, QUICK)
        return self._shout(cries, now)

    def _shout(self, cries: tuple[int, ...], now: int) -> list[Request]:
        if not cries or now < self._quiet or self._rng.below(100) >= self._chattiness * self._profile.chatty:
            return []
        self._quiet = now + QUIET // self._profile.chatty
        return [Shout(cries[self._rng.below(len(cries))])]

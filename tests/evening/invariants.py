"""What must hold, at every look or once an evening is over. Each is a small function that yields what does
not."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.core.state import PLAYING, SCORED, WON
from game.lan.table import JOINED, SILENT, RemoteTable
from game.net.client import round_verdict
from game.net.client.connection import BROKEN
from game.ui.engine import text
from game.ui.engine.scene import Context
from game.ui.lobby import room as rooms
from tests.desktop.seen import Seen
from tests.evening.liars import HOSTS
from tests.evening.looking import lan_of, records, scenes, state_of, story_of, tables_of

if TYPE_CHECKING:
    from tests.evening.party import Party
    from tests.evening.program import Program

STUCK = 20.0
"""Seconds within which everyone gets on who stays."""
FORKED = 12.0
"""Seconds within which of two hosts of one table one gives way."""
GIVEN_BACK = 8.0
"""Seconds within which a table that has been left is done with."""
LISTED = 5.0
"""Seconds within which a table is listed, or is not any more."""
LOOKS = 2
"""Sockets of who looks for a table."""
_SETTLED = 3.0
"""Seconds within which a screen shows what its program knows."""
_PAST = 1
"""Pixels by which something may be outside the window."""

Check = Callable[["Party"], Iterator[str]]


def broken(party: "Party") -> Iterator[tuple[str, str]]:
    """By its name, what does not hold now."""
    for check in AT_EACH_LOOK:
        for what in check(party):
            yield check.__name__, what


def broken_at_the_end(party: "Party") -> Iterator[tuple[str, str]]:
    """By its name, what does not hold once the evening is over."""
    for check in AT_THE_END:
        for what in check(party):
            yield check.__name__, what


# -- 1


def no_fault(party: "Party") -> Iterator[str]:
    """No exception in any thread, nothing in the log, and nobody takes what another sends for nonsense."""
    for who, trace in party.world.faults:
        yield f"{who}: {trace.strip().splitlines()[-1]}\n{trace}"
    for who, words in party.world.logged if not party.liars else ():
        yield f"{who} logs: {words}"
    for program, lan in _at_tables(party) if not party.liars else ():
        if lan.client.table.connection.state == BROKEN:
            yield f"{program.name}: its host has sent nonsense"


# -- 2


def nobody_is_stuck(party: "Party") -> Iterator[str]:
    """Whoever sits at a table gets on within a while after the last mishap."""
    for program in party.programs:
        now, before = _progress(program), party.memory.get(f"progress {program.name}")
        if not before or before[0] != now:
            party.memory[f"progress {program.name}"] = now, party.now
            continue
        since = max(before[1], party.calm)
        if now[0] in _GOES_ON and party.now - since > STUCK and not _idle(party, program):
            yield f"{program.name} at {now[0]} for {STUCK:g} s\n" + "\n".join(map(state_of, party.programs))
            return


def both_at_the_table(party: "Party") -> Iterator[str]:
    """Of two at one screen none waits for a host for long while the other plays."""
    for program in party.programs:
        lan = lan_of(program)
        silent = lan is not None and lan.status == JOINED and lan.partner and lan.partner.status == SILENT
        since: float = party.memory.get(f"half {program.name}", party.now)
        party.memory[f"half {program.name}"] = since if silent else party.now
        if party.now - since > STUCK:
            yield f"who sits beside {program.name} hears of no host"


def at_its_match(party: "Party") -> Iterator[str]:
    """Nobody is in the lobby for long whose table plays."""
    for program in party.programs:
        lan = lan_of(program)
        away = not (lan and lan.status == JOINED and lan.room and lan.room.playing and lan.state.round)
        since = party.now if away or "/lobby/" in scenes(program) else party.memory.get(f"in {program.name}")
        party.memory[f"in {program.name}"] = since = party.now if since is None else since
        if party.now - max(since, party.calm) > STUCK / 2:
            yield f"{program.name} is shown the lobby of a table that plays\n{state_of(program)}"


_GOES_ON = ("lan-table", "round-end", "calling", "lobby", "match-end")
"""The scenes in which people who help on get on."""


def _progress(program: "Program") -> tuple[object, ...]:
    """What changes when anything goes on."""
    if not program.alive or not program.ctx or not program.ctx.scene:
        return ("",)
    top, lan = scenes(program).rsplit("/", 1)[-1], lan_of(program)
    if not lan:
        return (top,)
    state = lan.client.table.confirmed.state
    return top, lan.status, lan.room, state._replace(starts=None)


def _idle(party: "Party", program: "Program") -> bool:
    """Whether it is for people who do nothing to go on: those who are alone, or have gone."""
    lan = lan_of(program)
    if not lan or not lan.room:
        return False
    seated = [place for place in lan.room.places if place.kind != "empty"]
    return not lan.room.playing and (len(seated) < 2 or lan.member in rooms.ready(lan.room))


# -- 3


def one_story(party: "Party") -> Iterator[str]:
    """All who have counted a round of a table tell the same totals, log and winner, nobody is said to have
    cheated, and the screens that tell of cards laid tell the same streak and duels."""
    told: dict[object, tuple[object, str]] = party.memory.setdefault("told", {})
    for program, lan in _at_tables(party):
        state = lan.client.table.confirmed.state
        welcome = lan.client.table.welcome
        if lan.status != JOINED or not welcome or state.phase not in (SCORED, WON):
            continue
        facts: dict[str, object] = {"totals": state.totals, "scores": state.scores, "reason": state.reason}
        honest = not any(liar.guest.mood in HOSTS for liar in party.liars)
        if honest and (verdict := lan.verdict(state.round)) and verdict.kind == round_verdict.BROKEN:
            yield f"{program.name} says that somebody has cheated: {verdict}"
        if (told_log := lan.client.table.witness.told) and told_log.round == state.round:
            facts["log"] = told_log
        if state.phase == WON:
            facts["winner"] = state.winner
        if (story := story_of(program, state.round)) and story.landings:
            facts |= {"streak": story.streak, "cards": len(story.landings), "duels": len(story.contests)}
        for fact, value in facts.items():
            seats = len(state.totals)  # somebody may sit down before the next round
            key = welcome.table, welcome.epoch, state.starts, state.round, seats, fact
            earlier, teller = told.setdefault(key, (value, program.name))
            if earlier != value:
                yield f"{fact} of round {state.round}: {earlier} says {teller}, {value} says {program.name}"


def no_lie_is_proved(party: "Party") -> Iterator[str]:
    """No round is called proved whose host cheats."""
    cheats = [lan_of(liar) for liar in party.liars if liar.guest.mood == "cheat"]
    hosts = {lan.server.table.id: lan.server.table.epoch for lan in cheats if lan and lan.server}
    for program, lan in _at_tables(party):
        welcome, verdict = lan.client.table.welcome, lan.verdict(lan.client.table.confirmed.state.round)
        judged = verdict and verdict.kind == round_verdict.PROVED
        if welcome and judged and hosts.get(welcome.table) == welcome.epoch:
            yield f"{program.name} calls the round of a cheat proved"


def one_host(party: "Party") -> Iterator[str]:
    """No two hosts play one table for long."""
    hosts: dict[bytes, list[str]] = {}
    for program, lan in _at_tables(party):
        server = lan.server
        if server and _awake(party, program) and server.table.room.live and not lan.waking:
            hosts.setdefault(server.table.id, []).append(f"{program.name} in epoch {server.table.epoch}")
    forked: dict[bytes, float] = party.memory.setdefault("forked", {})
    for table in [each for each in forked if len(hosts.get(each, ())) < 2]:
        del forked[table]
    for table, names in hosts.items():
        if len(names) > 1 and party.now - max(forked.setdefault(table, party.now), party.calm) > FORKED:
            yield " and ".join(names)


def same_results(party: "Party") -> Iterator[str]:
    """Whoever has a match in the records has the same one: the points of one are those that others say."""
    told: dict[str, tuple[object, str]] = {}
    for program in party.programs:
        for key, points, rounds, opponents in records(program):
            everyone = [points, *(each["points"] for each in json.loads(opponents))]
            story = rounds, sorted(everyone)
            earlier, teller = told.setdefault(key, (story, program.name))
            if earlier != story:
                yield f"match {key}: {earlier} in the records of {teller}, {story} of {program.name}"


# -- 4


def stage_as_the_state(party: "Party") -> Iterator[str]:
    """The piles on the screen have as many cards as those of the table, and in Haisty no card is lost."""
    for program, lan in _at_tables(party):
        if not lan.room or lan.room.terms.race:
            continue
        state, seen = lan.state, program.look()
        cards = sum(len(pile.cards) for pile in state.table.piles)
        if state.phase == PLAYING and cards != 52 * len(state.totals):
            yield f"{program.name}: {cards} cards for {len(state.totals)} seats"
        wrong = ""
        if seen and seen.scene == "lan-table" and seen.still and lan.status == JOINED and len(seen.piles):
            shown = [pile.size for pile in seen.piles]
            known = [len(pile.cards) for pile in state.table.piles]
            if shown != known and not state.air:
                wrong = f"{program.name} shows {shown}, but there are {known}"
        since: tuple[str, float] = party.memory.get(f"stage {program.name}", ("", party.now))
        if wrong != since[0]:
            party.memory[f"stage {program.name}"] = wrong, party.now
        elif wrong and party.now - since[1] > _SETTLED:
            yield wrong


def nothing_outside(party: "Party") -> Iterator[str]:
    """Every control that is shown is in the window."""
    for program, seen, _ctx in _drawn(party):
        wide, high = seen.size
        for each in seen.controls:
            x, y, w, h = each.rect
            if x < -_PAST or y < -_PAST or x + w > wide + _PAST or y + h > high + _PAST:
                yield f"{program.name}, {seen.scene}: {each.label!r} at {each.rect} of {seen.size}"


def nothing_cut(party: "Party") -> Iterator[str]:
    """No text is cut that has no name in it."""
    for program, seen, ctx in _drawn(party):
        for span in text.spans(ctx.window.surface):
            if span.cut and not any(guest.name in span.words for guest in party.evening.guests):
                yield f"{program.name}, {seen.scene}: {span.words!r} is cut"


def _drawn(party: "Party") -> Iterator[tuple["Program", Seen, Context]]:
    """The programs whose window is drawn as it is now."""
    for program in party.programs:
        ctx, seen = program.ctx, program.look()
        if seen and ctx and not ctx.changed:
            yield program, seen, ctx


# -- 5


def tables_listed(party: "Party") -> Iterator[str]:
    """Whoever looks for tables soon sees each that has a host, and none besides."""
    hosted = {lan.server.table.id: program.name for program, lan in _at_tables(party) if lan.server}
    away = [each.name for each in party.programs if not _awake(party, each)]
    for program in party.programs:
        wrong = ""
        if (listed := tables_of(program)) is not None and not (away or party.liars):
            missing, more = hosted.keys() - listed, listed - hosted.keys()
            wrong = " ".join(
                [*(f"without that of {hosted[each]}" for each in sorted(missing)), *["gone"] * len(more)]
            )
        since: tuple[str, float] = party.memory.get(f"listed {program.name}", ("", party.now))
        if wrong != since[0]:
            party.memory[f"listed {program.name}"] = wrong, party.now
        elif wrong and party.now - max(since[1], party.calm) > LISTED:
            yield f"{program.name} sees the tables {wrong}"


# -- 6


def own_records(party: "Party") -> Iterator[str]:
    """No match is in the records but those that were seen to end, each once, and what was there once stays,
    whatever is killed."""
    won: set[tuple[str, int | None]] = party.memory.setdefault("won", set())
    for program, lan in _at_tables(party):
        table = lan.client.table
        if table.confirmed.state.phase == WON and table.welcome:
            won.add((table.welcome.table.hex(), table.confirmed.state.starts))
            if lan.plays and not (lan.room and lan.room.terms.race):
                party.memory.setdefault(f"won {program.name}", {}).setdefault(
                    table.welcome.table.hex(), party.now
                )
    for program in party.programs if int(party.now * 2) % 10 == 0 else ():
        keys = [each[0] for each in records(program)]
        ended = Counter(table for table, _starts in won)
        if more := Counter(key.partition("-")[0] for key in keys) - ended:
            yield f"{program.name} has more matches than were won: {more}"
        before: list[str] = party.memory.get(f"records {program.name}", [])
        damaged = any(act[1] == program.name and act[2][0] == "damage" for act in party.evening.acts)
        if (lost := set(before) - set(keys)) and not damaged:
            yield f"{program.name} has lost the matches {lost}"
        party.memory[f"records {program.name}"] = keys


def matches_kept(party: "Party") -> Iterator[str]:
    """Whoever has seen the end of a match of their own, and was not stopped, has it in the records."""
    for program in party.programs:
        stopped = any(
            act[1] == program.name and act[2][0] in ("kill", "damage") for act in party.evening.acts
        )
        keys = {each[0].partition("-")[0] for each in records(program)}
        for table, since in party.memory.get(f"won {program.name}", {}).items():
            if table not in keys and not stopped and party.now - since > _SETTLED:
                yield f"{program.name} has no record of the match that ended {party.now - since:.0f} s ago"


# -- 7


def all_given_back(party: "Party") -> Iterator[str]:
    """Whoever has been back at the title for a while has no socket open but to look for a kept seat."""
    for program in party.programs:
        machine, (_, since) = program.machine, party.memory.get(f"progress {program.name}", ((), party.now))
        if (
            scenes(program) == "title"
            and machine
            and len(machine.ports) > LOOKS
            and party.now - since > GIVEN_BACK
        ):
            yield f"{program.name} holds the ports {sorted(machine.ports)} at the title"


def _awake(party: "Party", program: "Program") -> bool:
    """Whether its machine is neither frozen nor cut off."""
    machine = program.machine
    return not machine or (max(machine.frozen, machine.unplugged) <= party.world.now and not machine.side)


def _at_tables(party: "Party") -> Iterator[tuple["Program", RemoteTable]]:
    """The programs that are at a table."""
    for program in party.programs:
        if lan := lan_of(program):
            yield program, lan


AT_EACH_LOOK: tuple[Check, ...] = (
    no_fault,
    nobody_is_stuck,
    both_at_the_table,
    at_its_match,
    one_story,
    no_lie_is_proved,
    one_host,
    stage_as_the_state,
    nothing_outside,
    nothing_cut,
    tables_listed,
    own_records,
)
AT_THE_END: tuple[Check, ...] = (same_results, matches_kept, all_given_back)

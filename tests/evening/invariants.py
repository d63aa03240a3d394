"""What must hold, at every look or once an evening is over. Each is a small function that yields what does
not, and stands in the table at the end with the seconds for which that may be so."""

import gc
import json
import math
import re
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pygame import Rect

from game.challenges.race import CUP
from game.core.state import PLAYING, SCORED, WON, State
from game.i18n import _
from game.lan.table import JOINED, SILENT, RemoteTable
from game.net.client import deal_verdict
from game.net.client.connection import BROKEN
from game.net.keys import rank
from game.rules.haisty import OWN, RESERVE
from game.ui.cards.labels import figure
from game.ui.lobby import room as rooms
from game.ui.play.match.handicap import of_seat
from tests.desktop.seen import Seen
from tests.desktop.texts import Finding, fits
from tests.evening.acts import HOST
from tests.evening.alone import (
    alone_as_the_table,
    by_the_own_hand,
    only_won_days_are_signed,
    places_of_a_race,
    runs_as_played,
    runs_kept,
    splits_as_played,
    the_clock_is_right,
)
from tests.evening.liars import HOSTS
from tests.evening.looking import (
    files_of,
    frozen_since,
    is_there,
    lan_of,
    names_at,
    records,
    scenes,
    spans_of,
    state_of,
    story_of,
    tables_of,
    waited_for,
)

if TYPE_CHECKING:
    from tests.evening.party import Party
    from tests.evening.program import Program

STUCK = 20.0
"""Seconds within which everyone gets on who stays."""
_TURNED = 10.0
"""Seconds within which somebody in a round lays a card, turns the hand or calls."""
_AWAY = 5.0
"""Seconds within which all know that somebody has gone."""
_FORKED = 12.0
"""Seconds within which of two hosts of one table one gives way."""
_GIVEN_BACK = 8.0
"""Seconds within which a table that has been left is done with."""
_LISTED = 2.0
"""Seconds within which a table is listed."""
_UNHEARD = 4.0
"""Seconds within which one is not any more: it is asked for three seconds whether it is still there."""
_KNOWN = 1.5
"""Seconds within which a machine knows what it has done itself."""
_SETTLED = 3.0
"""Seconds within which a screen shows what its program knows, and a program knows what its host does."""
_DRAWN = 0.5
"""Seconds within which what is new is drawn."""
_FRAME = 0.02
"""Seconds from one frame to the next, and the way of a datagram."""
_LOOKS = 2
"""Sockets of who looks for a table."""
_THREADS = 4
"""Who sits before the window, the window, what looks for a kept seat, and what writes."""
_FILES = 6
"""The records, with what is written ahead, for reading and for writing."""
_MORE = 3000
"""Objects that a program may hold beyond those it held at first: pictures, and what it has read."""
_MOST = 300
"""Characters of what is told otherwise."""
_PAST = 1
"""Pixels by which something may be outside the window."""

_APART = ("freeze", "lid", "unplug", "offline", "cut", "lossy", "late", "move")
"""What may have cut a network in two."""

Check = Callable[["Party"], Iterator[str]]


def broken(party: "Party") -> Iterator[tuple[str, str]]:
    """By its name, what does not hold: its first line has been said at each look for longer than it may."""
    since: dict[tuple[str, str], float] = party.memory.setdefault("since", {})
    found = set[tuple[str, str]]()
    for checks, calm in (HOLDS, 0.0), (HOLDS_AFTERWARDS, party.calm):
        for check, may in checks.items():
            for what in check(party):
                each = check.__name__, what.partition("\n")[0]
                found.add(each)
                if party.now - max(since.setdefault(each, party.now), calm) >= may:
                    waits = map(state_of, party.programs if calm else ())
                    yield check.__name__, "\n".join([what, *waits])
    for gone in since.keys() - found:
        del since[gone]


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
    """Whoever sits at a table gets on, each of several at one screen, or is told who is waited for and has a
    way on."""
    for program, top, seat, since in _standing_still(party):
        if not (_idle(program) or _may_wait(party, program, seat)):
            yield f"{program.name}, seat {seat}, at {top} since {since:.1f} s"


def each_seat_plays(party: "Party") -> Iterator[str]:
    """What somebody does in a round comes to something, if only the hand is turned."""
    for program, top, seat, since in _standing_still(party):
        lan = lan_of(program)
        state = lan.client.table.confirmed.state if lan and lan.plays and lan.status == JOINED else None
        plays = state and state.phase == PLAYING and not (state.sits_out(seat) or state.table.calls)
        if plays and top == "lan-table":
            yield f"{program.name}, seat {seat}, plays nothing since {since:.1f} s"


def _standing_still(party: "Party") -> Iterator[tuple["Program", str, int, float]]:
    """The seats, each in which scene and since when nothing has changed for it."""
    known: dict[tuple[str, int], tuple[object, float]] = party.memory.setdefault("progress", {})
    for program in party.programs:
        lan, seen = lan_of(program), program.look()
        top = scenes(program).rsplit("/", 1)[-1]
        for at, seat in enumerate(
            [each.seat for each in lan.local_seats] if lan and lan.local_seats else [0]
        ):
            now = (top, *_progress(lan, seen, seat)) if lan and seen else (top,)
            before, since = known.get((program.name, at), (None, 0.0))
            if now != before:
                since = party.now
                known[program.name, at] = now, since
            if top in _GOES_ON:
                yield program, top, seat, since


_GOES_ON = ("lan-table", "round-end", "calling", "lobby", "match-end")
"""The scenes in which people who help on get on."""


def _progress(lan: RemoteTable, seen: Seen, seat: int) -> tuple[object, ...]:
    """What changes when a seat gets on: before and after the play anything at all, and while it sits out what
    the others do."""
    state = lan.client.table.confirmed.state
    if state.phase != PLAYING or not lan.plays:
        return lan.status, lan.room, state._replace(starts=None)
    own = [pile for pile in seen.piles if pile.seat == seat or state.sits_out(seat)]
    gave_up = [each.seat for each in state.table.standings if each.gave_up]
    return lan.status, state.round, state.table.calls, gave_up, [(each.size, each.cards) for each in own]


def _idle(program: "Program") -> bool:
    """Whether it is for people who do nothing to go on: those who are alone, or have gone."""
    lan = lan_of(program)
    if not lan or not lan.room:
        return False
    seated = [place for place in lan.room.places if place.kind != "empty"]
    return not lan.room.playing and (len(seated) < 2 or lan.member in rooms.ready(lan.room))


def _may_wait(party: "Party", program: "Program", seat: int) -> bool:
    """Whether the screen tells a seat that is not waited for itself who is, and somebody may go on without
    them."""
    names, there = [*waited_for(program)], names_at(program)
    if not names or not there or (seat < len(there) and there[seat] in names):
        return False
    labels = [each.label for one in party.programs if (seen := one.look()) for each in seen.controls]
    return any(label.startswith(("Carry on without", "Fortsätt utan", "Ohne")) for label in labels)


def who_is_waited_for_is_there(party: "Party") -> Iterator[str]:
    """Whoever is said to be waited for is at the table."""
    for program, name, other in _waits(party):
        if not other:
            yield f"{program.name} waits for {name}, who is not there"


def who_has_knocked_is_not_waited_for(party: "Party") -> Iterator[str]:
    """Whoever is said to be waited for has not knocked, and knows nothing else."""
    for program, name, other in _waits(party):
        if other and other.room and other.place is not None:
            over, ready = other.state.phase == SCORED, other.state.ready >> other.place & 1
            if over and ready if other.room.playing else other.member in rooms.ready(other.room):
                yield f"{program.name} waits for {name}, who has knocked"


def _waits(party: "Party") -> Iterator[tuple["Program", str, RemoteTable | None]]:
    """Who waits for whom by name, and that one's connection, if there is one to the same table."""
    tables = (table for _, lan in _at_tables(party) for table in lan.local_tables)
    at = {(_id(table), table.member): table for table in tables}
    for program, lan in _at_tables(party) if not party.liars else ():
        places = lan.room.places if lan.room and lan.status == JOINED else ()
        people = {each.name: each.member for each in places if each.kind != "bot"}
        bots = {each.name for each in places} - people.keys()
        for name in waited_for(program) if places else ():
            if name not in bots:
                yield program, name, at.get((_id(lan), people.get(name)))


def both_at_the_table(party: "Party") -> Iterator[str]:
    """Of two at one screen none waits for a host while the other plays."""
    for program, lan in _at_tables(party):
        if lan.status == JOINED and lan.partner and lan.partner.status == SILENT:
            yield f"who sits beside {program.name} hears of no host"


def at_its_match(party: "Party") -> Iterator[str]:
    """Nobody is in the lobby for long whose table plays."""
    for program, lan in _at_tables(party):
        plays = lan.status == JOINED and lan.room and lan.room.playing and lan.state.round
        if plays and "/lobby/" not in scenes(program):
            yield f"{program.name} is shown the lobby of a table that plays"


def at_no_table_that_is_closed(party: "Party") -> Iterator[str]:
    """Nobody asks the own table for a seat, which they have just closed."""
    for program, lan in _at_tables(party):
        if program.machine and lan.client.address[0] in ("127.0.0.1", program.machine.ip) and not lan.server:
            yield f"{program.name} asks the table that it has closed"


# -- 3


def one_story(party: "Party") -> Iterator[str]:
    """All who have counted a round of a table tell the same totals, log and winner, nobody is said to have
    cheated, and the screens that tell of cards laid tell of the same: streaks, duels and fastest hand."""
    told: dict[object, tuple[object, str]] = party.memory.setdefault("told", {})
    for program, lan in _at_tables(party):
        state = lan.client.table.confirmed.state
        welcome = lan.client.table.welcome
        if lan.status != JOINED or not welcome or state.phase not in (SCORED, WON):
            continue
        facts: dict[str, object] = {"totals": state.totals, "scores": state.scores, "reason": state.reason}
        honest = not any(liar.guest.mood in HOSTS for liar in party.liars)
        if honest and (verdict := lan.verdict(state.round)) and verdict.kind == deal_verdict.BROKEN:
            yield f"{program.name} says that somebody has cheated: {verdict}"
        if (told_log := lan.client.table.witness.told) and told_log.round == state.round:
            facts["log"] = told_log
        facts["handicaps"] = state.handicaps
        if state.phase == WON:
            facts["winner"] = state.winner
        if (story := story_of(program, state.round)) and story.landings:
            facts |= {"streaks": story.streaks, "cards": story.landings, "duels": story.contests}
        for fact, value in facts.items():
            seats = len(state.totals)  # somebody may sit down before the next round
            key = welcome.table, welcome.epoch, state.starts, state.round, seats, fact
            earlier, teller = told.setdefault(key, (value, program.name))
            if earlier != value:
                said, other = (str(each)[:_MOST] for each in (value, earlier))
                yield f"{fact} of round {state.round}: {other} says {teller}, {said} says {program.name}"


def no_lie_is_proved(party: "Party") -> Iterator[str]:
    """No round is called proved whose host cheats."""
    cheats = [lan_of(liar) for liar in party.liars if liar.guest.mood == "cheat"]
    hosts = {lan.server.table.id: lan.server.table.epoch for lan in cheats if lan and lan.server}
    for program, lan in _at_tables(party):
        welcome, verdict = lan.client.table.welcome, lan.verdict(lan.client.table.confirmed.state.round)
        judged = verdict and verdict.kind == deal_verdict.PROVED
        if welcome and judged and hosts.get(welcome.table) == welcome.epoch:
            yield f"{program.name} calls the round of a cheat proved"


def who_knocks_for_another_match_plays_it(party: "Party") -> Iterator[str]:
    """Whoever has knocked on the podium has a seat in the next match; who stays and does not watches it."""
    ends: dict[str, tuple[int | None, bool | None]] = party.memory.setdefault("podium", {})
    for program, lan in _at_tables(party):
        rests = party.people[program.name].again is False and program.sent < party.now - _SETTLED
        for number, one in enumerate(lan.local_tables, 1):
            who, state = f"{program.name}, player {number},", one.client.table.confirmed.state
            if one.status != JOINED or not one.room or not one.room.playing:
                ends.pop(who, None)
            elif state.phase == WON and one.place is not None:
                ends[who] = state.starts, bool(state.ready >> one.place & 1) or (False if rests else None)
            elif state.phase == PLAYING and who in ends:
                starts, knocked = ends.pop(who)
                if starts != state.starts and knocked is (one.place is None):
                    yield f"{who} {'watches' if knocked else 'plays'}"


def same_seats(party: "Party") -> Iterator[str]:
    """All at a table say the same of who sits where, and each knows its own place."""
    told: dict[object, tuple[object, str]] = {}
    for program, lan in _at_tables(party):
        welcome, room = lan.client.table.welcome, lan.room
        if lan.status != JOINED or not welcome or not room:
            continue
        places = [(each.kind, each.name, each.member, each.back, each.handicap) for each in room.places]
        earlier, teller = told.setdefault((welcome.table, welcome.epoch), (places, program.name))
        if earlier != places:
            yield f"{program.name} sees other seats than {teller}\n{places}, but {earlier}"
        for table in lan.local_tables:
            found = next((n for n, each in enumerate(room.places) if each.member == table.member), None)
            if found != table.place:
                yield f"{program.name} is at place {table.place} and says that it is at {found}"


def its_own_seat_again(party: "Party") -> Iterator[str]:
    """Whoever comes back to a table has the seat that is kept there for them; who is no longer so many at the
    screen may have said so while nobody heard."""
    for program, lan in _at_tables(party):
        if (
            not program.ctx
            or lan.status != JOINED
            or not lan.room
            or _ever(party, program, "damage", "full", "locked")
        ):
            continue
        many = program.ctx.settings.players
        had: dict[bytes, set[tuple[int, str]]] = party.memory.setdefault(f"seats {program.name} {many}", {})
        before, own = had.setdefault(_id(lan), set()), {each.member for each in lan.local_tables}
        for each in lan.room.places:
            if each.member is None:
                continue
            if each.member in own:
                before.add((each.member, each.name))  # its number may be another's at the next host
            elif each.kind == "away" and (each.member, each.name) in before:
                yield f"{program.name} is member {lan.member}, and was {each.member}, whose seat is kept"


def ready_who_has_knocked(party: "Party") -> Iterator[str]:
    """At the standings it is said of those that they are ready who have knocked."""
    for scene in ("round-end", "race-end", "deal-end"):
        for program, lan, seen in _seen_at(party, scene):
            assert program.machine
            with party.world.at_window(program.machine):
                said = _("ready")
            texts, state = [(span.words, span.rect) for span in spans_of(program)], lan.state
            marks = [rect for words, rect in texts if words == said]
            for seat, player in enumerate(lan.played if seen.controls else ()):
                lines = [
                    rect
                    for words, rect in texts
                    if re.fullmatch(rf"(\d+\.  )?{re.escape(player.name)}", words)
                ]
                knocked = bool(state.ready >> seat & 1) and names_at(program)[seat] == player.name
                shown = any(line.top <= mark.centery <= line.bottom for line in lines for mark in marks)
                if len(lines) == 1 and shown != knocked and state.phase == SCORED:
                    yield f"{program.name} says {'that' if shown else 'not that'} {player.name} is ready"


def one_freeze(party: "Party") -> Iterator[str]:
    """The screens of a table freeze within one frame of each other where no line is bad."""
    begun: dict[object, tuple[float, str]] = party.memory.setdefault("frozen", {})
    for program, lan in _at_tables(party):
        state, since = lan.client.table.confirmed.state, frozen_since(program)
        welcome = lan.client.table.welcome
        if since is None or not welcome or state.phase not in (SCORED, WON):
            continue
        key = welcome.table, welcome.epoch, state.starts, state.round
        earlier, other = begun.setdefault(key, (since, program.name))
        calm = party.now - party.calm > _SETTLED
        if calm and abs(since - earlier) > _FRAME:
            yield f"{program.name} freezes {since - earlier:+.3f} s after {other}"


def standings_as_the_totals(party: "Party") -> Iterator[str]:
    """The standings have a line for each seat, with its total, from the highest down."""
    for program, lan, seen in _seen_at(party, "round-end"):
        state = lan.client.table.confirmed.state
        texts = [(span.words, span.rect) for span in spans_of(program)]
        complete = {words for words, _ in texts} & {each.label for each in seen.controls}
        players, totals = lan.played if complete else (), state.totals[: len(state.scores)]
        found = list[tuple[int, int]]()
        for player, total in zip(players, totals, strict=False):
            named = [rect for words, rect in texts if words == player.name and rect.w > 0]
            line = sorted(named, key=lambda rect: rect.x)[:1]  # a rival's line names others further on
            sums = [rect for words, rect in texts if words == figure(total)]
            rows = [one.centery for one in line for two in sums if one.top <= two.centery <= one.bottom]
            if line and not rows:
                yield f"{program.name} shows no line of {player.name} with {total}"
            found += [(-total, rows[-1])] if rows else []
        if any(one[1] >= two[1] for one, two in pairwise(sorted(found))):
            yield f"{program.name} shows the totals {totals} out of order"


def podium_as_the_totals(party: "Party") -> Iterator[str]:
    """On the podium each stands on the place of its total."""
    for program, lan, seen in _seen_at(party, "match-end"):
        if not seen.controls or (lan.room and lan.room.terms.game.startswith(CUP)):
            continue
        totals, names = lan.client.table.confirmed.state.totals, names_at(program)
        texts = [(span.words, span.rect) for span in spans_of(program)]
        for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat])[:3]:
            place = 1 + sum(other > totals[seat] for other in totals)
            line = [rect for words, rect in texts if words == names[seat]]
            under = {
                words
                for words, rect in texts
                for one in line
                if words in "123" and abs(rect.centerx - one.centerx) < one.h and rect.top > one.bottom
            }
            if line and str(place) not in under:
                yield f"{program.name}: {names[seat]} with {totals[seat]} of {totals} stands on {under}"


def one_host(party: "Party") -> Iterator[str]:
    """No two hosts play one table for long, but where a network was cut and somebody is with each of them:
    whom nobody is with goes to one of a higher rank."""
    hosts: dict[bytes, list[tuple[tuple[bool, int], bool, str]]] = {}
    for program, lan in _at_tables(party):
        thread = lan.connection.server_thread
        if thread and is_there(program) and thread.live and not lan.waking:
            table = thread.server.table
            told = f"{program.name} in epoch {table.epoch}" + ", alone" * thread.alone
            hosts.setdefault(table.id, []).append((rank(table.epoch), thread.alone, told))
    cut = any(_ever(party, program, *_APART) for program in party.programs)
    for each in hosts.values():
        stays = any(alone and host < max(each)[0] for host, alone, _told in each)
        if len(each) > 1 and (stays or not cut):
            yield " and ".join(told for _host, _alone, told in each)


def same_results(party: "Party") -> Iterator[str]:
    """Whoever has a match in the records has the same one: the points of one are those that others say, and
    its place is that of its points."""
    told: dict[str, tuple[object, str]] = {}
    for program in party.programs:
        for row in records(program).get("match_result", ()):
            others = [each["points"] for each in json.loads(row["opponents"])]
            story = row["rounds"], sorted([row["points"], *others])
            earlier, teller = told.setdefault(row["key"], (story, program.name))
            if earlier != story:
                yield f"match {row['key']}: {earlier} in the records of {teller}, {story} of {program.name}"


# -- 4


def cards_conserved(party: "Party") -> Iterator[str]:
    """In Haisty each pack is on the table, at its host card by card, and is counted as it lies there."""
    for program, lan in _at_tables(party):
        if not lan.room or lan.room.terms.game:
            continue
        match = lan.server.table.room.match if lan.server else None
        for where, state in (program.name, lan.state), (f"{program.name} as host", match and match.state):
            if not state or state.phase not in (PLAYING, SCORED, WON):
                continue
            seats = len(state.totals if state.phase == PLAYING else state.scores)
            cards = [card for pile in state.table.piles for card in pile.cards]
            packs = {card for card in cards if card.rank}
            if len(cards) != 52 * seats or len(packs) != sum(1 for card in cards if card.rank):
                yield f"{where}: {len(cards)} cards, {len(packs)} of them known, for {seats} seats"
            if state.phase != PLAYING and (laid := _laid(state)) != state.scores:
                yield f"{where}: {state.scores} are counted, {laid} are laid"


def _laid(state: State) -> tuple[int, ...]:
    """What each seat has on the shared piles, less two for each card on its 13-pile."""
    seats, piles = range(len(state.scores)), state.table.piles
    shared = Counter(card.pack for pile in piles[OWN * len(state.scores) :] for card in pile.cards)
    return tuple(shared[seat] - 2 * len(piles[OWN * seat + RESERVE].cards) for seat in seats)


def stage_as_the_state(party: "Party") -> Iterator[str]:
    """The piles on the screen have as many cards as those of the table, the seats its names, totals and
    handicaps, and no 13-pile more cards than that."""
    for program, lan, seen in _seen_at(party, "lan-table"):
        state = lan.state
        if lan.room and not lan.room.terms.game and seen.piles:
            shown, known = [pile.size for pile in seen.piles], [len(each.cards) for each in state.table.piles]
            if shown != known:
                yield f"{program.name} shows {shown}, which is not what there is\n{known}"
        if state.phase == PLAYING and seen.seats:
            sits = {each["seat"]: (each["name"], each["total"], each["handicap"]) for each in seen.seats}
            dealt = [of_seat(state.handicaps, seat) for seat in range(len(state.totals))]
            there = dict(enumerate(zip(names_at(program), state.totals, dealt, strict=False)))
            piles = [pile for pile in seen.piles if pile.role == "reserve" and pile.seat is not None]
            for pile in piles if lan.room and not lan.room.terms.game else ():
                if pile.size > dealt[pile.seat or 0]:
                    yield f"{program.name} shows {pile.size} cards of seat {pile.seat}, dealt were {dealt}"
            if sits != there:
                yield f"{program.name} shows other seats than there are\n{sits}, but {there}"


def nothing_outside(party: "Party") -> Iterator[str]:
    """Every control that is shown is in the window, and none lies on another."""
    for program, seen, _bounds in _drawn(party):
        wide, high = seen.size
        for each in seen.controls:
            x, y, w, h = each.rect
            if x < -_PAST or y < -_PAST or x + w > wide + _PAST or y + h > high + _PAST:
                yield f"{program.name}, {seen.scene}: {each.label!r} at {each.rect} of {seen.size}"
        for one, two in combinations(seen.controls, 2):
            shared = Rect(one.rect).clip(two.rect)
            if min(shared.size) > _PAST:
                yield f"{program.name}, {seen.scene}: {one.label!r} {one.rect} on {two.label!r} {two.rect}"


def nothing_cut(party: "Party") -> Iterator[str]:
    """No text is cut that has no name in it, none is too small, and none is outside the window."""
    for name, found in _texts(party):
        if found.kind != "overlap":
            yield f"{name}: {found.words!r} {found.kind} {found.detail}"


def texts_apart(party: "Party") -> Iterator[str]:
    """No text lies on another for long but over a table, where what is called out may."""
    tables = {f"{program.name}, {seen.scene}" for program, seen, _ in _drawn(party) if seen.piles}
    for name, found in _texts(party):
        if found.kind == "overlap" and name not in tables:
            yield f"{name}: {found.words!r} lies on {found.detail.partition(' by ')[0]}"


def _texts(party: "Party") -> Sequence[tuple[str, Finding]]:
    """What is wrong with texts, and where; a name that is cut is not, nor what has been typed."""
    if party.memory.get("texts at") != party.now:
        party.memory |= {"texts at": party.now, "texts": [*_wrong_texts(party)]}
    found: Sequence[tuple[str, Finding]] = party.memory["texts"]
    return found


def _wrong_texts(party: "Party") -> Iterator[tuple[str, Finding]]:
    names = [each.ctx.settings.name for each in party.programs if each.ctx]
    names += [seat.name for _, lan in _at_tables(party) for seat in (lan.room.places if lan.room else ())]
    names = [each for each in names if each.strip()] + [guest.name for guest in party.evening.guests]
    for program, seen, bounds in _drawn(party):
        typed = [each.value for each in seen.controls if each.role == "field"]
        for found in fits(bounds, spans_of(program)):
            own = found.words in typed or any(name in found.words for name in names)
            if found.kind != "cut" or not own:
                yield f"{program.name}, {seen.scene}", found


def _drawn(party: "Party") -> Iterator[tuple["Program", Seen, Rect]]:
    """The programs whose window is drawn as it is now."""
    for program in party.programs:
        ctx, seen = program.ctx, program.look()
        if seen and ctx and not ctx.changed:
            yield program, seen, ctx.window.surface.get_rect()


# -- 5


def tables_listed(party: "Party") -> Iterator[str]:
    """Whoever looks for tables sees each whose host they can hear; one that has just been asleep asks first
    whether it is the host still."""
    for program, listed, hosts in _listings(party):
        for table, host in ((table, host) for table, each in hosts.items() for host in each):
            lan = lan_of(host)
            if table not in listed and is_there(host) and not (lan and lan.waking):
                yield f"{program.name} does not see the table of {host.name}"


def no_table_that_has_gone(party: "Party") -> Iterator[str]:
    """Whoever looks for tables sees none but where its host is."""
    for program, listed, hosts in _listings(party):
        for table, address in listed.items():
            there = [host for host in hosts.get(table, ()) if not is_there(host) or host is program]
            ips = [host.machine.ip for host in hosts.get(table, ()) if host.machine]
            if not there and address not in ips:
                yield f"{program.name} sees a table at {address} that is not there"


def _listings(
    party: "Party",
) -> Iterator[tuple["Program", Mapping[bytes, str], Mapping[bytes, Sequence["Program"]]]]:
    """Who looks for tables, those that are listed there, with addresses, and all that have hosts: of a table
    that was split several."""
    hosts: dict[bytes, list[Program]] = {}
    for program, lan in _at_tables(party):
        if lan.server:
            hosts.setdefault(lan.server.table.id, []).append(program)
    for program in party.programs if not party.liars else ():
        if (listed := tables_of(program)) is not None and is_there(program):
            yield program, listed, hosts


# -- 6


def own_records(party: "Party") -> Iterator[str]:
    """No match is in the records but those that were seen to end, each once."""
    won: set[tuple[str, int | None]] = party.memory.setdefault("won", set())
    for _program, lan in _at_tables(party):
        table = lan.client.table
        if table.confirmed.state.phase == WON and table.welcome:
            won.add((table.welcome.table.hex(), table.confirmed.state.starts))
    ended = Counter(table for table, _starts in won)
    for program in party.programs:
        keys = Counter(row["key"].partition("-")[0] for row in records(program).get("match_result", ()))
        if more := keys - ended:
            yield f"{program.name} has more matches than were won: {more}"


def nothing_recorded_is_lost(party: "Party") -> Iterator[str]:
    """What was in the records once stays as it is, whatever is killed."""
    for program in party.programs:
        kept: dict[str, list[Any]] = party.memory.setdefault(f"records {program.name}", {})
        for table, rows in records(program).items():
            lost = [row for row in kept.get(table, ()) if row not in rows]
            if lost and not _ever(party, program, "damage"):
                yield f"{program.name} has lost {lost}"
            kept[table] = rows


def matches_kept(party: "Party") -> Iterator[str]:
    """Whoever has seen the end of a match of their own, and could write then, has it in the records."""
    for program in party.programs:
        ends: dict[str, float] = party.memory.setdefault(f"ends {program.name}", {})
        lan = lan_of(program)
        race = lan and lan.room and lan.room.terms.game
        table = lan.client.table if lan and lan.plays and not race else None
        if table and table.welcome and table.confirmed.state.phase == WON:
            ends.setdefault(table.welcome.table.hex(), party.now)
        keys = {row["key"].partition("-")[0] for row in records(program).get("match_result", ())}
        for missing in (
            ends.keys() - keys if not _ever(party, program, "kill", "damage", "full", "locked") else ()
        ):
            yield f"{program.name} has no record of the match that ended at {ends[missing]:.1f} s"


# -- 7


_HOME = "title", "title/tables"


def all_given_back(party: "Party") -> Iterator[str]:
    """Whoever is back at the title has no socket open but to look for a kept seat, no thread but for that,
    for the window and for what is written, and no file but the records."""
    for program in party.programs:
        if not program.machine or scenes(program) not in _HOME:
            continue
        if len(program.machine.ports) > _LOOKS:
            yield f"{program.name} holds {len(program.machine.ports)} ports at the title"
        if len(program.machine.tasks) > _THREADS:
            yield f"{program.name} has {len(program.machine.tasks)} threads at the title"
        if len(files := files_of(program)) > _FILES:
            yield f"{program.name} has files open at the title: {files}"


def nothing_remembered(party: "Party") -> Iterator[str]:
    """Whoever is back at the title has forgotten the tables that were left, and all that was shown there."""
    for program in party.programs:
        seen: dict[int, Any] = party.memory.setdefault(f"seen {program.name} {program.starts}", {})
        there = [*program.ctx.stack, lan_of(program)] if program.alive and program.ctx else []
        seen |= {id(each): weakref.ref(each) for each in there if each}
        if scenes(program) not in _HOME or len(seen) <= len(there):
            party.memory.pop(f"title {program.name}", None)
            continue
        since = party.memory.setdefault(f"title {program.name}", party.now)
        if party.now - max(since, party.calm) > _GIVEN_BACK:
            gc.collect()
            left = [each for ref in seen.values() if (each := ref()) and each not in there]
            seen.clear()
            for each in left:
                yield f"{program.name} keeps {type(each).__name__} at the title: {_held(each)}"


def memory_given_back(party: "Party") -> Iterator[str]:
    """Whoever is back at the title holds about as many objects as when they were there first."""
    for program in party.programs:
        key = f"objects {program.name} {program.starts}"
        if not program.ctx or scenes(program) not in _HOME:
            party.memory.pop(f"back {key}", None)
            continue
        first = party.memory.get(key) or party.memory.setdefault(key, _held_by(program.ctx))
        since = party.memory.setdefault(f"back {key}", party.now)
        if party.now - max(since, party.calm) > _GIVEN_BACK and since < math.inf:
            party.memory[f"back {key}"] = math.inf  # once a visit
            gc.collect()
            if (now := _held_by(program.ctx)) > first + _MORE:
                yield f"{program.name} holds {now} objects at the title, and held {first} there at first"


def _held_by(what: object) -> int:
    """How many objects of the game can be reached from it, but for modules and classes."""
    seen, found = {id(each.__dict__) for each in [*sys.modules.values()] if type(each) is ModuleType}, [what]
    modules = len(seen)
    while found:
        one = found.pop()
        own = not type(one).__module__.startswith("tests.world")
        if own and id(one) not in seen and not isinstance(one, type | ModuleType):
            seen.add(id(one))
            found += gc.get_referents(one)
    return len(seen) - modules


def _held(what: object) -> Sequence[str]:
    """Who refers to it."""
    return sorted({type(each).__name__ for each in gc.get_referrers(what)})


# -- what is there


def _ever(party: "Party", program: "Program", *kinds: str) -> bool:
    """Whether such a thing befalls the program in this evening."""
    return any(act[1] in (program.name, HOST) and act[2][0] in kinds for act in party.evening.acts)


def _at_tables(party: "Party") -> Iterator[tuple["Program", RemoteTable]]:
    """The programs that are at a table."""
    for program in party.programs:
        if lan := lan_of(program):
            yield program, lan


def _id(lan: RemoteTable) -> bytes:
    """That of the table."""
    welcome = lan.client.table.welcome
    return welcome.table if welcome else b""


def _seen_at(party: "Party", scene: str) -> Iterator[tuple["Program", RemoteTable, Seen]]:
    """Those at a table whose window shows this scene, and who have a host."""
    for program, lan in _at_tables(party):
        if lan.status == JOINED and (seen := program.look()) and seen.scene == scene:
            yield program, lan, seen


HOLDS: Mapping[Check, float] = {
    no_fault: 0,
    who_has_knocked_is_not_waited_for: _SETTLED,
    both_at_the_table: STUCK,
    one_story: 0,
    no_lie_is_proved: 0,
    who_knocks_for_another_match_plays_it: 0,
    one_freeze: 0,
    standings_as_the_totals: 0,
    ready_who_has_knocked: _SETTLED,
    podium_as_the_totals: _DRAWN,
    places_of_a_race: 0,
    alone_as_the_table: _KNOWN,
    the_clock_is_right: 0,
    splits_as_played: _SETTLED,
    runs_as_played: _SETTLED,
    runs_kept: _SETTLED,
    only_won_days_are_signed: _SETTLED,
    by_the_own_hand: 0,
    cards_conserved: 0,
    nothing_outside: 0,
    nothing_cut: 0,
    texts_apart: _SETTLED,
    own_records: 0,
    nothing_recorded_is_lost: 0,
    nothing_remembered: 0,
    memory_given_back: 0,
}
"""With the seconds for which something else may be so."""
HOLDS_AFTERWARDS: Mapping[Check, float] = {
    nobody_is_stuck: STUCK,
    each_seat_plays: _TURNED,
    who_is_waited_for_is_there: _AWAY,
    at_its_match: STUCK / 2,
    at_no_table_that_is_closed: _KNOWN,
    same_seats: _SETTLED,
    its_own_seat_again: _SETTLED,
    one_host: _FORKED,
    stage_as_the_state: _SETTLED,
    tables_listed: _LISTED,
    no_table_that_has_gone: _UNHEARD,
    matches_kept: _SETTLED,
    all_given_back: _GIVEN_BACK,
}
"""The same, counted from the last mishap at the earliest."""
AT_THE_END: Sequence[Check] = (same_results,)

"""Faults put into the program, each with an evening in which its invariant falls: who watches the watchers.
`make evenings ARGS=--faults` puts in one after the other."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from game.challenges.ladder import Ladder
from game.core.state import Event, Scored
from game.i18n import _
from game.lan import failover
from game.lan.failover import TableConnection
from game.lan.table import RemoteTable
from game.lan.udp import Ports
from game.lan.whereabouts import machines_of
from game.net.client.deal_verdict import PROVED, DealVerdict
from game.net.client.prediction import Prediction
from game.net.client.table_client import TableClient
from game.net.confirmed import ConfirmedMatch
from game.net.discovery import finder
from game.net.server import table_server
from game.net.server.members import Members
from game.net.server.table_server import TableServer
from game.net.wire.fields import WireError
from game.net.wire.messages import Room
from game.rules.haisty import Haisty
from game.sessions.live_run import LiveRun
from game.sessions.solo import May
from game.storage.data_folder import LADDER
from game.storage.result import MatchResult, PendingResult
from game.storage.results import Matches
from game.storage.results_writer import ResultsWriter
from game.system import here
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.lobby.lobby import LobbyScene
from game.ui.play.match import knock, match_end, round_end, words
from game.ui.play.match.game import MatchGame
from game.ui.play.match.knock import Freezing
from game.ui.play.match.standings import Standing, standings
from game.ui.play.patience import splits
from game.ui.play.race.end import DealEnd
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Text
from game.ui.view.node import Node, Placing, Space
from tests.evening.acts import Evening, read
from tests.world.world import world

_COUPLE = "seed 1\nlasts 6\nAnna hasty\nBo hasty\n"
_LONG = _COUPLE.replace("lasts 6", "lasts 37")
_PAIR = "seed 1\nlasts 34\nAnna family players=2\nBo family players=2\nat 9 Bo offline 30\n"
_LEFT = f"{_LONG}Cleo hasty\nat 9.8 Anna kill 1000\nat 10 Bo kill 1000\n"
_ROUND = "seed 1\nlasts 60\nAnna hasty rounds=1\nBo hasty rounds=1\n"

_RACE = f"{_LONG}at 0.3 Anna choose What_is_played 1\nat 0.3 Anna choose Game 1\n".replace(
    "lasts 37", "lasts 45"
)
_DUEL = f"{_COUPLE}at 0.3 Anna choose What_is_played 2\n".replace("lasts 6", "lasts 140")
_BYE = _COUPLE.replace("lasts 6", "lasts 25") + "at 8 Bo bye\n"
_LINGERS = f"{_LONG}Cleo slow\n".replace("lasts 37", "lasts 70")
_ALONE = "seed 3\nlasts 45\nBo alone\n"
_AGAIN = f"{_ROUND}Cleo hasty\nat 2 Anna again 1\nat 2 Bo again 1\nat 2 Cleo again 0\n".replace(
    "lasts 60", "lasts 70"
)
_SPEED = (
    "seed 1\nlasts 30\nBo alone\nat 0.3 Bo press Patiences\nat 0.4 Bo wait 0.6\nat 0.5 Bo press Farbwechsel\n"
    "at 0.6 Bo wait 0.6\nat 0.7 Bo press Challenge_3\nat 4 Bo key c\n"
)


class Fault(NamedTuple):
    """What is put in, and where it shows."""

    falls: str
    """The invariant."""
    put: Callable[[], None]
    evening: str

    def played(self) -> Evening:
        """The evening in which it shows."""
        return read(self.evening)


def at_bo(right: Callable[..., Any], wrong: Callable[..., Any]) -> Callable[..., Any]:
    """What does the right thing but at Bo's."""

    def chosen(*args: Any, **more: Any) -> Any:
        machine = world().current.machine
        return (wrong if machine and machine.name == "Bo" else right)(*args, **more)

    return chosen


def _put(owner: Any, name: str, what: object) -> None:
    setattr(owner, name, what)


def _knocking_fails() -> None:
    def knock(_table: RemoteTable) -> None:
        raise KeyError("knock")

    _put(RemoteTable, "knock", knock)


def _host_hears_nonsense() -> None:
    def decode(_data: bytes) -> None:
        raise WireError("nonsense")

    _put(table_server, "decode_up", decode)


def _knocks_are_lost() -> None:
    _put(RemoteTable, "knock", lambda _table: None)


def _the_second_plays_in_vain() -> None:
    _put(RemoteTable, "_play_for_partner", lambda *_args: None)


def _bo_adds_otherwise() -> None:
    right = ConfirmedMatch.add

    def add(match: ConfirmedMatch, event: Event, *rules: Any) -> None:
        if isinstance(event, Scored):
            event = event._replace(totals=tuple(total + 1 for total in event.totals))
        right(match, event, *rules)

    _put(ConfirmedMatch, "add", at_bo(right, add))


def _each_tells_what_it_saw() -> None:
    right = MatchGame.tell

    def tell(game: MatchGame) -> None:
        if game.scored:
            game.stories.setdefault(game.session.state.round, game.told().story)
        right(game)

    _put(MatchGame, "tell", tell)
    _put(RemoteTable, "seen", ())


def _most_must_be_there() -> None:
    _put(failover, "LONELY", math.inf)


def _nobody_looks_here() -> None:
    def elsewhere(*args: Any) -> list[Any]:
        return [one for one in machines_of(*args) if one.address[0] != "127.0.0.1"]

    _put(failover, "machines_of", elsewhere)


def _nobody_joins_another_host() -> None:
    for name in ("_look", "_heard"):
        _put(TableConnection, name, lambda *_args: None)


def _closing_tables_answer() -> None:
    right = TableServer.answer

    def answer(server: TableServer, *question: Any) -> bytes | None:
        server.closes = False
        return right(server, *question)

    _put(TableServer, "answer", answer)


def _bo_stays_in_the_lobby() -> None:
    _put(LobbyScene, "_begin", at_bo(LobbyScene._begin, lambda *_args: None))


def _bo_sees_everything_twice() -> None:
    right = Prediction.receive

    def receive(prediction: Prediction, event: Event) -> Event | None:
        right(prediction, event)
        return right(prediction, event)

    _put(Prediction, "receive", at_bo(right, receive))


def _bo_sees_nothing_move() -> None:
    for name in ("apply", "sync"):
        _put(Stage, name, at_bo(getattr(Stage, name), lambda *_args, **_more: None))


def _letters_are_too_large() -> None:
    right = text.adapt
    _put(text, "adapt", lambda chosen: right(chosen._replace(scale=chosen.scale * 2.4)))


def _layout_is_too_large() -> None:
    right = theme.unit
    _put(theme, "unit", lambda size: right(size) * 1.2)


def _bo_writes_down_more() -> None:
    right = ResultsWriter.save_match

    def save(writer: ResultsWriter, match: MatchResult) -> None:
        right(writer, replace(match, points=match.points + 1))

    _put(ResultsWriter, "save_match", at_bo(right, save))


def _matches_are_counted_again() -> None:
    right = ResultsWriter.save_match

    def save(writer: ResultsWriter, match: MatchResult) -> None:
        right(writer, match)
        right(writer, replace(match, key=match.key + " once more"))

    _put(ResultsWriter, "save_match", save)


def _bo_writes_nothing_down() -> None:
    _put(ResultsWriter, "save_match", at_bo(ResultsWriter.save_match, lambda *_args: None))


def _all_is_proved() -> None:
    _put(RemoteTable, "verdict", lambda _table, _number: DealVerdict(PROVED))


def _host_does_not_answer() -> None:
    _put(TableServer, "answer", lambda *_args: None)


def _bo_waits_for_anna() -> None:
    wrong = _("Waiting for {names} …").format(names="Anna")
    _put(knock, "waiting_for", at_bo(words.waiting_for, lambda *_args: wrong))


def _bo_sees_other_backs() -> None:
    right = TableClient._enter

    def enter(table: TableClient, room: Room) -> None:
        right(table, replace(room, places=tuple(replace(each, back=7) for each in room.places)))

    _put(TableClient, "_enter", at_bo(right, enter))


def _bo_freezes_later() -> None:
    right = Freezing.begin
    _put(Freezing, "begin", at_bo(right, lambda extra, knocker, now: right(extra, knocker, now + 0.05)))


def _bo_sees_the_last_first() -> None:
    def last_first(title: str, lines: Sequence[Standing], *more: Any) -> Node:
        return standings(title, lines[::-1], *more)

    _put(round_end, "standings", at_bo(standings, last_first))


def _bo_sees_the_last_win() -> None:
    right = match_end.places

    def places(totals: Sequence[int]) -> list[tuple[int, int]]:
        return right([-total for total in totals])

    _put(match_end, "places", at_bo(right, places))


def _each_seat_has_a_point_more() -> None:
    right = Haisty.scores
    _put(Haisty, "scores", lambda rules, table: tuple(score + 1 for score in right(rules, table)))


def _are_too_near(box: type[Row] | type[Column], what: type[Node]) -> None:
    right: Callable[..., None] = box.place_children

    def place(each: Row | Column, inner: Space, u: float, out: Placing) -> None:
        near = all(isinstance(child, what) for child in each.children)
        right(each.replaced(gap=-24.0) if near else each, inner, u, out)

    _put(box, "place_children", place)


def _lines_are_too_near() -> None:
    _are_too_near(Column, Text)


def _nothing_leaves_the_list() -> None:
    _put(finder, "LOST", 60_000_000)


def _bo_keeps_one_match() -> None:
    right = Matches.add

    def add(matches: Matches, match: MatchResult) -> None:
        matches._database.execute("DELETE FROM match_result")
        right(matches, match)

    _put(Matches, "add", at_bo(right, add))


def _tables_are_kept() -> None:
    right, kept = RemoteTable.leave, list[RemoteTable]()

    def leave(table: RemoteTable, back: bool = False) -> None:
        kept.append(table)
        right(table, back)

    _put(RemoteTable, "leave", leave)


def _each_visit_is_noted() -> None:
    right = LobbyScene.leave

    def leave(lobby: LobbyScene) -> None:
        setattr(lobby.ctx, "noted", [[each] for each in range(4000)])  # noqa: B010
        right(lobby)

    _put(LobbyScene, "leave", leave)


def _ports_stay_open() -> None:
    _put(Ports, "close", lambda _ports: None)


def _bo_waits_for_nobody() -> None:
    wrong = _("Waiting for {names} …").format(names="Zoë")
    _put(knock, "waiting_for", at_bo(words.waiting_for, lambda *_args: wrong))


def _threads_go_on() -> None:
    right = RemoteTable.leave

    def leave(table: RemoteTable, back: bool = False) -> None:
        for _number in range(4):
            here().jobs.start(here().clock.pause, 1000.0)
        right(table, back)

    _put(RemoteTable, "leave", leave)


def _buttons_lie_on_each_other() -> None:
    _are_too_near(Row, Button)


def _all_are_ready() -> None:
    def ready(title: str, lines: Sequence[Standing], *more: Any) -> Node:
        return standings(title, [line._replace(remark=_("ready")) for line in lines], *more)

    _put(round_end, "standings", at_bo(standings, ready))


def _the_second_is_given_up() -> None:
    _put(TableConnection, "go_on_beside", lambda *_args: False)


def _the_last_is_above() -> None:
    right = DealEnd.view

    def view(end: DealEnd) -> Node:
        end.lines.sort(key=lambda each: each[1].name, reverse=True)
        return right(end)

    _put(DealEnd, "view", view)


def _clocks_go_twice_as_fast() -> None:
    _put(LiveRun, "now", property(lambda run: 2 * run.clock.now))


def _runs_are_recorded_again() -> None:
    right = ResultsWriter.save

    def save(writer: ResultsWriter, *run: Any) -> PendingResult:
        for _time in range(2):
            right(writer, *run)
        return right(writer, *run)

    _put(ResultsWriter, "save", save)


def _runs_are_not_recorded() -> None:
    _put(ResultsWriter, "_do", lambda *_args: None)


def _losers_are_signed() -> None:
    def add(ladder: Ladder, _run: object) -> None:
        ladder._home.joinpath(LADDER).mkdir(exist_ok=True)
        ladder._home.joinpath(LADDER, "2026-09-21-00.run").touch()

    _put(Ladder, "add_own", add)


def _all_is_recorded() -> None:
    _put(May, "_replace", lambda may, **_what: may)


def _who_does_not_knock_plays() -> None:
    _put(Members, "stand", lambda *_args: None)


def _no_split_is_listed() -> None:
    right = splits._listed
    _put(splits, "_listed", lambda whose, own, other: right(whose, own[:0], other))


FAULTS = (
    Fault("who_knocks_for_another_match_plays_it", _who_does_not_knock_plays, _AGAIN),
    Fault("splits_as_played", _no_split_is_listed, _SPEED),
    Fault("who_is_waited_for_is_there", _bo_waits_for_nobody, _LINGERS),
    Fault("all_given_back", _threads_go_on, _BYE),
    Fault("nothing_outside", _buttons_lie_on_each_other, f"{_COUPLE}at 0.9 Bo idle 4\n"),
    Fault("ready_who_has_knocked", _all_are_ready, _LINGERS),
    Fault("its_own_seat_again", _the_second_is_given_up, f"{_PAIR.partition('at')[0]}at 9 Anna unplug 3\n"),
    Fault("places_of_a_race", _the_last_is_above, _RACE),
    Fault("alone_as_the_table", _bo_sees_nothing_move, _ALONE),
    Fault("the_clock_is_right", _clocks_go_twice_as_fast, _ALONE),
    Fault("runs_as_played", _runs_are_recorded_again, _ALONE),
    Fault("runs_kept", _runs_are_not_recorded, _ALONE),
    Fault("only_won_days_are_signed", _losers_are_signed, _ALONE),
    Fault("by_the_own_hand", _all_is_recorded, _RACE.replace("Anna hasty", "Anna planter")),
    Fault("no_fault", _knocking_fails, _COUPLE),
    Fault("no_fault", _host_hears_nonsense, _COUPLE),
    Fault("nobody_is_stuck", _knocks_are_lost, _LONG),
    Fault("each_seat_plays", _the_second_plays_in_vain, _PAIR.partition("at")[0]),
    Fault("one_story", _bo_adds_otherwise, _ROUND),
    Fault("one_story", _each_tells_what_it_saw, f"{_ROUND}Cleo hasty rounds=1\nat 8 Cleo leave\n"),
    Fault("no_lie_is_proved", _all_is_proved, _ROUND.replace("Anna hasty", "Anna cheat")),
    Fault("nobody_is_stuck", _most_must_be_there, _LEFT),
    Fault("both_at_the_table", _nobody_looks_here, _PAIR),
    Fault(
        "at_no_table_that_is_closed",
        _closing_tables_answer,
        f"{_COUPLE}Cleo hasty\nat 8 Bo leave\nat 9.8 Anna leave\n".replace("lasts 6", "lasts 16"),
    ),
    Fault("at_its_match", _bo_stays_in_the_lobby, _LONG),
    Fault("who_has_knocked_is_not_waited_for", _bo_waits_for_anna, f"{_LONG}Cleo hasty\nat 8 Cleo idle 40\n"),
    Fault("same_seats", _bo_sees_other_backs, _COUPLE.replace("lasts 6", "lasts 12")),
    Fault("one_freeze", _bo_freezes_later, _ROUND),
    Fault("standings_as_the_totals", _bo_sees_the_last_first, f"{_ROUND}at 20 Bo idle 20\n"),
    Fault("podium_as_the_totals", _bo_sees_the_last_win, _ROUND),
    Fault("podium_as_the_totals", _bo_sees_the_last_win, _DUEL),
    Fault("cards_conserved", _each_seat_has_a_point_more, _ROUND),
    Fault("texts_apart", _lines_are_too_near, "seed 1\nlasts 9\nAnna hasty\nat 0.3 Anna idle 8\n"),
    Fault("no_table_that_has_gone", _nothing_leaves_the_list, f"{_LONG}at 6 Bo bye\nat 10 Anna bye\n"),
    Fault("nothing_recorded_is_lost", _bo_keeps_one_match, _ROUND.replace("lasts 60", "lasts 90")),
    Fault("nothing_remembered", _tables_are_kept, _BYE),
    Fault("memory_given_back", _each_visit_is_noted, _BYE),
    Fault("one_host", _nobody_joins_another_host, f"{_LONG}Cleo hasty\nat 8 Bo cut 4\n"),
    Fault("cards_conserved", _bo_sees_everything_twice, _COUPLE.replace("lasts 6", "lasts 12")),
    Fault("stage_as_the_state", _bo_sees_nothing_move, _COUPLE.replace("lasts 6", "lasts 12")),
    Fault("nothing_cut", _letters_are_too_large, _COUPLE),
    Fault("nothing_outside", _layout_is_too_large, _COUPLE),
    Fault("tables_listed", _host_does_not_answer, _COUPLE.replace("lasts 6", "lasts 12")),
    Fault("same_results", _bo_writes_down_more, _ROUND),
    Fault("own_records", _matches_are_counted_again, _ROUND),
    Fault("matches_kept", _bo_writes_nothing_down, _ROUND),
    Fault("all_given_back", _ports_stay_open, _BYE),
)

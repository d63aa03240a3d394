"""Matches on this machine: against bots, saved as replays; and replays played back."""

from collections.abc import Sequence
from functools import partial

from game.bots.skill import Adaptation
from game.core.limits import BACKS, ROUNDS, SEATS, Level
from game.core.match import Match
from game.core.portraits import BOT_NAMES, portrait_of
from game.i18n import N_, Notice, _
from game.rules.haisty import Haisty
from game.sessions.local import BotsAlone, LocalSession
from game.sessions.seeds import fresh_secret
from game.storage.data_folder import DataFolderError
from game.storage.match_replay import Company
from game.storage.replay_writer import ReplayWriter
from game.storage.result import MatchResult, fastest_by, match_result
from game.storage.settings import Settings
from game.system import here
from game.ui.engine.scene import Context
from game.ui.play.match.game import MatchTable
from game.ui.play.match.tables import Attract, match_table

_BOTS = 4
"""How many play on the title."""
_NOT_SAVED = N_("The replay of this match could not be saved: {reason}.")


def bot_match(
    ctx: Context, bots: int, level: Level, seed: int | None, people: int, handicaps: Sequence[int] = ()
) -> MatchTable:
    """The table of a new match of one or two people against bots; without a seed, a random one."""
    settings, bots = ctx.settings, min(max(bots, 2 - people), SEATS - people)
    target = 0 if settings.rounds else settings.target
    chosen = fresh_secret() if seed is None else seed
    match = Match(settings.rules(Haisty), bots + people, chosen, target, settings.rounds)
    match.handicap(match.told_handicaps(handicaps))
    own, backs = _people(settings, people)
    names = (*own, *BOT_NAMES[:bots])
    portraits = (*(settings.portrait, settings.second_portrait)[:people], *map(portrait_of, BOT_NAMES[:bots]))
    backs += [back for back in range(BACKS) if back not in backs][:bots]
    replay: ReplayWriter | None = None
    try:
        replay = (
            ReplayWriter(ctx.folder, match, Company(names, tuple(backs), portraits=portraits))
            if ctx.folder
            else None
        )
    except DataFolderError as error:
        ctx.notify(Notice(_NOT_SAVED, reason=error))

    adaptation = Adaptation(settings.strength)

    def save() -> None:
        if adaptation.known:
            settings.strength = adaptation.strength
        if replay:
            replay.save_in(ctx.background, _NOT_SAVED)

    levels = {seat: str(level) for seat in range(people, people + bots)}
    clock = here().clock.seconds
    session = LocalSession(match, levels, names, tuple(backs), clock, save, people, adaptation, portraits)
    table = match_table(session, easy=level == "easy")
    table.game.result = partial(_result, match, names, levels)
    return table


def _people(settings: Settings, people: int) -> tuple[list[str], list[int]]:
    """The names and the different backs of those at this screen."""
    if people == 1:
        return [settings.name or _("You")], [settings.back]
    names = [settings.name, settings.second_name]
    said = [name or _("Player {n}").format(n=n) for n, name in enumerate(names, 1)]
    return said, [settings.back, settings.other_back]


def _result(match: Match, names: tuple[str, ...], levels: dict[int, str]) -> MatchResult:
    """The result for the person, who has the first seat."""
    ended = [(each.seat, each.duration) for each in match.results if each.reason == "knock"]
    return match_result(
        match.state,
        0,
        names,
        [levels.get(seat, "") for seat in range(match.seats)],
        key=f"here-{round(here().clock.calendar() * 1e9)}",
        lan=False,
        fastest=fastest_by(ended, match.seats),
        when=int(here().clock.calendar()),
    )


def attract(ctx: Context) -> MatchTable:
    """Bots at play, for the title."""
    match = Match(Haisty(), _BOTS, fresh_secret(), 0, ROUNDS)
    backs = tuple((ctx.settings.back + n) % BACKS for n in range(_BOTS))
    levels = dict.fromkeys(range(_BOTS), "medium")
    bots = BotsAlone(match, levels, BOT_NAMES[:_BOTS], backs, here().clock.seconds, lambda: None)
    return match_table(bots, extras=[Attract()])

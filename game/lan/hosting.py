"""What hosting a table takes: its rules, seeds, and sockets."""

from functools import partial
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.bots.racer import MEDALS, plan
from game.challenges.level import SECOND, Challenge
from game.challenges.race import BEST_OF, CUP, read_terms
from game.core.portraits import BOT_NAMES
from game.core.race import Race
from game.core.rules import Rules
from game.core.shuffle import Seed, derive
from game.core.solo import Act
from game.i18n import N_, Notice, Notify, drop_notice, reason
from game.lan.client import TableUnavailable
from game.lan.udp import Ports, open_ports
from game.net.server.game_room import TableSettings
from game.net.server.race_judge import Patience
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules, RunDeal
from game.rules.haisty import Haisty
from game.rules.options import choices, rules_from
from game.sessions.seeds import fresh_secret
from game.storage.identity import told_key
from game.storage.settings import Settings

_CUP: Final = f"{CUP}:farbwechsel"
"""A cup if its game is not stated: a short one."""


def own_key(folder: Path | None, notify: Notify = drop_notice) -> X25519PrivateKey:
    """This installation's lasting key."""
    return X25519PrivateKey.from_private_bytes(told_key(folder, notify))


def rules_of(race: str, house: dict[str, bool]) -> Rules:
    """The rules of this race, or without one of Haisty, with these house rules. Raises ValueError."""
    if not race:
        return rules_from(Haisty.name, house)
    terms = read_terms(race)
    if terms.text != race or not house.keys() <= {"undo", "hints"}:
        raise ValueError("there is no such race")
    return terms.rules()


def draw_patience(race: str, seed: Seed, number: int, name: str = "", rounds: int = 0) -> Patience:
    """What is played in a round of this race, of so many, by the seed of its deal and its number, unless its
    name is known. Raises ValueError if it is not of this race."""
    terms = read_terms(race)
    rules = terms.rules()
    drawn = (name or rules.drawn(seed, number, rounds)) if isinstance(rules, Race) else ""
    level = next((one for one in terms.pool if one.id == drawn), None)
    if level is None:
        raise ValueError("that is not raced for")
    return Patience(level.id, level.variant(), level.seed, level.limit * SECOND, partial(_plan_at, level))


def _plan_at(challenge: Challenge, number: int, seat: int, level: str, undoes: bool) -> list[Act]:
    """What a bot does in this round, the same at every host."""
    time = next(time for medal, time in challenge.medals if medal == MEDALS[level])
    rng = derive(challenge.seed, number, seat, use="bot")
    return plan(challenge.variant(), challenge.seed, challenge.line(), level, undoes, time, rng)


def terms_from(settings: Settings) -> HouseRules:
    """The game and house rules of the player's own settings."""
    target, house = 0 if settings.rounds else settings.target, choices(settings.rules(Haisty))
    return HouseRules(target, settings.rounds, house)


def race_terms(race: str, deals: int | None) -> HouseRules:
    """A race as the command line states it, with undo and hints; without a number it has one deal, and a cup
    as many as it takes. Raises ValueError."""
    if deals is not None and (deals not in BEST_OF or not race or race.startswith(CUP)):
        raise ValueError(Notice(N_("--best-of is 1, 3, 5 or 7, and needs a --game that is not a cup")))
    terms = read_terms(_CUP if race == CUP else race)
    cup = terms.kind == CUP
    return HouseRules(int(cup), 0 if cup else deals or 1, {"undo": True, "hints": True}, terms.text)


def is_of_race(race: str, deal: RunDeal) -> bool:
    """Whether what a host says is played in a round is one of the deals raced for."""
    try:
        return draw_patience(race, 0, deal.round, deal.challenge).seed == deal.seed
    except ValueError:
        return False


def make_table(
    name: str,
    seats: int,
    terms: HouseRules,
    code: str = "",
    owner: bytes | None = None,
    identity: tuple[bytes, int] | None = None,
    seed: int | None = None,
    key: X25519PrivateKey | None = None,
) -> TableServer:
    """A table for a match; `seed` is for its first match, all others get secret ones.

    For `identity` and `key` see TableServer.
    """
    seeds = [] if seed is None else [seed]

    def next_seed() -> Seed:
        return seeds.pop() if seeds else fresh_secret()

    supply = TableSettings(rules_of, next_seed, BOT_NAMES, draw_patience)
    return TableServer(name, seats, terms, supply, code, owner, identity, key)


def bind(port: int) -> Ports:
    """A host's sockets. Raises TableUnavailable."""
    try:
        return open_ports(port)
    except OSError as error:
        why = Notice(N_("port {port} cannot be used: {reason}"), port=port, reason=reason(error))
        raise TableUnavailable(why) from None

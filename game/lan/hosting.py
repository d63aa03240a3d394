"""What hosting a table takes: its rules, seeds, and sockets."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.portraits import BOT_NAMES
from game.core.rules import Rules
from game.core.shuffle import Seed
from game.i18n import N_, Notice, Notify, drop_notice, reason
from game.lan.client import TableUnavailable
from game.lan.race_deals import race_rules, runs_of
from game.lan.udp import Ports, open_ports
from game.net.server.game_room import TableSettings
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules
from game.rules.haisty import Haisty
from game.rules.options import choices, rules_from
from game.sessions.seeds import fresh_secret
from game.storage.identity import told_key
from game.storage.settings import Settings


def own_key(folder: Path | None, notify: Notify = drop_notice) -> X25519PrivateKey:
    """This installation's lasting key."""
    return X25519PrivateKey.from_private_bytes(told_key(folder, notify))


def rules_of(terms: HouseRules) -> Rules:
    """The rules that these terms name. Raises ValueError if there is no such match."""
    return race_rules(terms) if terms.game else rules_from(Haisty.name, terms.house)


def terms_from(settings: Settings) -> HouseRules:
    """The game and house rules of the player's own settings."""
    target, house = 0 if settings.rounds else settings.target, choices(settings.rules(Haisty))
    return HouseRules(target, settings.rounds, house)


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

    supply = TableSettings(rules_of, next_seed, BOT_NAMES, runs_of)
    return TableServer(name, seats, terms, supply, code, owner, identity, key)


def bind(port: int) -> Ports:
    """A host's sockets. Raises TableUnavailable."""
    try:
        return open_ports(port)
    except OSError as error:
        why = Notice(N_("port {port} cannot be used: {reason}"), port=port, reason=reason(error))
        raise TableUnavailable(why) from None

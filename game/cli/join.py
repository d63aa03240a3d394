"""`join --bot`: a bot sits down at a table on the network."""

import argparse

from game.cli.find import find_address, first_table, refusing_unavailable
from game.cli.outcome import DONE, Refused, warn
from game.cli.report import MatchLog
from game.i18n import N_, Notice, _
from game.lan.bot_client import BotClient
from game.lan.client import why_refused
from game.lan.hosting import own_key
from game.lan.join import connect
from game.net.client.connection import CONNECTED
from game.net.wire.messages import Join
from game.sessions.seeds import fresh_secret
from game.storage.data_folder import open_folder
from game.storage.settings import load_settings
from game.system import here

_ANSWER = 5.0
"""Seconds within which the host must admit the bot."""


@refusing_unavailable()
def join(args: argparse.Namespace) -> int:
    """Let a bot play at a table until the table closes. Raises Refused if it is not admitted."""
    folder = open_folder(getattr(args, "data", None))
    settings, damaged = load_settings(folder)
    warn(damaged)
    address = find_address(args) if args.host else first_table(args)
    if address is None:
        raise Refused(Notice(N_("no table was found on the network")))
    asked = Join(args.name or _("Bot"), settings.back, bot=args.bot)
    at = connect(address, asked, args.code or "", MatchLog(folder).save, key=own_key(folder, warn))
    seat = BotClient(at, args.bot, fresh_secret())
    begun = here().clock.seconds()
    try:
        seat.run(
            lambda: at.client.table.connection.state != CONNECTED and here().clock.seconds() - begun > _ANSWER
        )
    finally:
        at.take_leave()
        at.close()
    connection = at.client.table.connection
    if connection.state == CONNECTED:
        return DONE
    raise Refused(why_refused(connection.state, connection.reason, connection.seconds))

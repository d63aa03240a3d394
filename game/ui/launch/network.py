"""Tables on the network, opened and joined with the player's settings. Later problems become notices."""

from collections.abc import Callable

from game.lan import join
from game.lan.table import RemoteTable
from game.net.address import Address
from game.net.keys import HostKey
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake


def open_table(ctx: Context, name: str, seats: int, bots: int, code: str, port: int) -> RemoteTable:
    """Open a table and sit down at it. Raises TableUnavailable."""
    return join.open_table(
        ctx.settings, ctx.folder, name, seats, bots, code, port, woken=wake, notify=_notifier(ctx)
    )


def join_table(
    ctx: Context, address: Address, code: str, watch: bool, host: HostKey | None = None
) -> RemoteTable:
    """Join a table, as a player or only to `watch`; `host` if only this one will do. Raises
    TableUnavailable."""
    return join.join_table(ctx.settings, ctx.folder, address, code, watch, wake, _notifier(ctx), host)


def join_beside(ctx: Context, lan: RemoteTable) -> None:
    """Let the second player of this machine join the table too. Raises TableUnavailable."""
    join.join_beside(lan, ctx.settings, ctx.folder, wake, _notifier(ctx))


def knows_code(ctx: Context, table: bytes) -> bool:
    """Whether the code of the table with this id is remembered."""
    return join.knows_code(ctx.folder, table, _notifier(ctx))


def _notifier(ctx: Context) -> Callable[[object], None]:
    """Notifies the player from any thread."""

    def notify(notice: object) -> None:
        ctx.notify(notice)
        wake()

    return notify

"""Tables for one in the positions that the tests need."""

from game.core.cards import Pile
from game.core.table import Move, Table
from game.rules.acht_mal_acht import COLUMNS, STOCK, WASTE, AchtMalAcht
from game.rules.zahlenpatience import Zahlenpatience
from game.sessions.run_playback import RunPlayback
from game.storage.run_replay import RunReplay
from game.ui.play.patience.game import solo_table
from tests.ui.play.patience.solotable import Alone, pile

FIRST = COLUMNS[0]


def acht(
    columns: tuple[str, ...] = ("9c 8d", "9s", "Kh", ""), waste: str = "", stock: str = "4c 4d"
) -> Table:
    """A position of Acht mal Acht; the hearts' ace lies on the first foundation."""
    down = pile(stock)._replace(up=0)
    rest = [Pile()] * (8 - len(columns))
    return Table((pile("Ah"), *[Pile()] * 7, *map(pile, columns), *rest, down, pile(waste)))


def alone(*columns: str, waste: str = "", stock: str = "4c 4d") -> Alone:
    return Alone(AchtMalAcht(any_part=True), table=acht(columns, waste, stock))


def haisty(reserve: str, builds: tuple[str, ...], waste: str) -> Table:
    """A position of Haisty alone, three cards in the hand."""
    stock = pile("2c 3c 4c")._replace(up=0)
    return Table((pile(reserve)._replace(up=1), *map(pile, builds), stock, pile(waste), *[Pile()] * 5))


def sums(turned: str, hidden: bool) -> Alone:
    """Zahlenpatience where the piles wait for 3, 6, 9 and Q, a card turned; an odd one lies beneath it."""
    row, lower = ("Ac", "2c", "3c", "4c"), ("2d", "4d", "6d", "8d")
    table = Table((*map(pile, row + lower), pile("5s 7s")._replace(up=0), pile(f"Ks {turned}")))
    return Alone(Zahlenpatience(hidden=hidden), table=table)


def watched() -> Alone:
    """Somebody looks at the run of another."""
    table = Alone(AchtMalAcht())
    table.session.play(Move(STOCK, WASTE))
    table.wait(3)
    table.session.play(Move(STOCK, WASTE))
    run = RunReplay.from_solo(table.session.solo, table.session.now + 60_000_000)
    table.ctx.replace(table.scene, solo_table(RunPlayback(run, lambda: table.time)))
    table.watch()
    return table

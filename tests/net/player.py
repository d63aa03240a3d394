"""A process that joins a table as the game does, without a window: a bot moves its seat through a session.

Takes one JSON object: `port` of the table on this machine, `folder` for its data, `name`, how many
`players` it waits for. Prints a JSON object as soon as it sees the match from its seat, and when it is won.
"""

import json
import sys
from pathlib import Path

from game.bots.bot import Bot
from game.core.state import PLAYING, WON, Play
from game.lan.join import join_table
from game.net.wire.snapshot import digest
from game.storage.settings import Settings
from game.system import here


def main(port: int, folder: str, name: str, players: int) -> None:
    """Visit the table until the match is won."""
    begun, told = here().clock.seconds(), False
    lan = join_table(Settings(name=name), Path(folder), ("127.0.0.1", port))
    while lan.place is None or not lan.room or not all(place.name for place in lan.room.places[:players]):
        here().clock.pause(0.002)
    lan.knock()
    while lan.state.phase != PLAYING:
        lan.poll()
        here().clock.pause(0.002)
    lan.take_seats()
    session = lan
    bot = Bot(session.rules, session.seat, "hard", 1)
    while session.state.phase != WON:
        session.poll()
        if session.state.phase == PLAYING and not told:
            told = True
            seen = {"ms": (here().clock.seconds() - begun) * 1000, "seat": lan.place}
            print(json.dumps({**seen, "digest": digest(session.state)}), flush=True)
        now = session.now
        if bot.wake <= now and lan.place is not None:
            for request in bot.look(session.state, now):
                match request:
                    case Play(move):
                        session.play(move)
                    case _:
                        session.ask(request)
        here().clock.pause(0.002)
    print(json.dumps({"digest": digest(session.state)}), flush=True)
    lan.close()


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))

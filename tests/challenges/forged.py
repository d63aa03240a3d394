"""Runs at daily deals, as they are played and as they are forged."""

import zlib
from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from msgspec.structs import replace

from game.challenges.level_files import daily
from game.core.solo import Act, Solo
from game.signing import KEY, SIGNATURE
from game.storage.packed_run import pack
from game.storage.replay_format import signed, with_digest
from game.storage.run_replay import RunReplay, run_text

TODAY = date(2026, 11, 23)
KIM, EVE = b"K" * KEY, b"E" * KEY
"""Lasting keys: of who has played, and of who forges."""


def played(day: date = TODAY, name: str = "Kim", pace: int = 400_000, acts: int | None = None) -> RunReplay:
    """The run that plays the stored line of that day, one move in each `pace` microseconds, in a rhythm of
    its own between the first and the last."""
    level, rng = daily(day), Random(pace)
    solo, line = Solo(level.variant(), level.seed), level.line()[:acts]
    for number, move in enumerate(line, 1):
        late = rng.randrange(pace // 2) if 1 < number < len(line) else 0
        solo.play(move, number * pace + late)
    return RunReplay.from_solo(solo, solo.log[-1].at, level.id, name)


def file(run: RunReplay, key: bytes = KIM) -> bytes:
    """The file of a run, signed with this lasting key."""
    return signed(with_digest(run_text(run)), key)


def unsigned(data: bytes) -> bytes:
    """The file without its signature."""
    return data[: data.rindex(b"ed25519 ")]


def _times(run: RunReplay, factor: float) -> RunReplay:
    """The run at another pace."""
    acts = tuple(Act(round(act.at * factor), act.what) for act in run.acts)
    return replace(run, acts=acts, result=replace(run.result, time=acts[-1].at))


def _of(run: RunReplay, **header: object) -> RunReplay:
    return replace(run, header=replace(run.header, **header))


def _result(run: RunReplay, **result: object) -> RunReplay:
    return replace(run, result=replace(run.result, **result))


RUN = played()
_HONEST = file(RUN)
_BACK = TODAY - timedelta(days=1)
_MIDDLE = len(RUN.acts) // 2

FORGERIES: dict[str, Callable[[], bytes]] = {
    "changed time": lambda: _HONEST.replace(
        str(RUN.result).encode(), str(_result(RUN, time=1).result).encode()
    ),
    "changed time, signed": lambda: file(_result(RUN, time=RUN.result.time - 1), EVE),
    "changed acts": lambda: _HONEST.replace(b"\n400000 ", b"\n200000 "),
    "an act left out, signed": lambda: file(
        replace(RUN, acts=RUN.acts[:_MIDDLE] + RUN.acts[_MIDDLE + 1 :]), EVE
    ),
    "acts in another order, signed": lambda: file(replace(RUN, acts=RUN.acts[::-1]), EVE),
    "other deal, signed": lambda: file(_of(RUN, seed=RUN.header.seed + 1), EVE),
    "other rules, signed": lambda: file(
        _of(RUN, rules={key: not on if isinstance(on, bool) else on for key, on in RUN.header.rules.items()}),
        EVE,
    ),
    "other day, signed": lambda: file(_of(RUN, challenge=f"daily-{_BACK}"), EVE),
    "a day that is no day, signed": lambda: file(_of(RUN, challenge="daily-20261123"), EVE),
    "no daily deal, signed": lambda: file(_of(RUN, challenge=""), EVE),
    "unsigned": lambda: unsigned(_HONEST),
    "too fast": lambda: file(_times(RUN, 20_000 / 400_000), EVE),
    "not won": lambda: file(played(acts=_MIDDLE), EVE),
    "not won, but said so": lambda: file(
        replace(played(acts=_MIDDLE), result=replace(RUN.result, time=1_000_000)), EVE
    ),
    "signature of another run": lambda: (
        unsigned(file(played(pace=300_000))) + _HONEST[_HONEST.rindex(b"ed25519 ") :]
    ),
    "signature by another key": lambda: (
        _HONEST[: -2 * (KEY + SIGNATURE) - 2]
        + file(RUN, EVE)[-2 * (KEY + SIGNATURE) - 2 : -2 * SIGNATURE - 2]
        + _HONEST[-2 * SIGNATURE - 2 :]
    ),
    "truncated": lambda: _HONEST[:-1000],
    "padded within": lambda: file(played(pace=350_000), EVE).replace(b"\n", b"\n\n", 1),
    "of a week ago": lambda: file(played(TODAY - timedelta(days=7)), EVE),
    "of the day after tomorrow": lambda: file(played(TODAY + timedelta(days=2)), EVE),
    "too long": lambda: file(replace(RUN, acts=tuple(Act(n, "undo") for n in range(2000)) + RUN.acts), EVE),
    "nothing": lambda: b"",
}
"""Each is refused."""


def bombs() -> dict[str, bytes]:
    """Packed runs that no honest program sends."""
    packed = pack(_HONEST)
    keys, body = packed[: KEY + SIGNATURE], zlib.decompress(packed[KEY + SIGNATURE :])
    return {
        "zip bomb": keys + zlib.compress(body + bytes(3_000_000), 9),
        "zip bomb of lines": keys + zlib.compress(b"\n" * 3_000_000, 9),
        "truncated": packed[:-1],
        "keys alone": keys,
        "padded": packed + b"\0",
        "padded within": keys + zlib.compress(body + bytes(5)),
        "too few times": keys + zlib.compress(body[:-1]),
        "not compressed": keys + body,
        "too long": keys + bytes(5000),
        "nothing": b"",
        "a bit changed": packed[:-9] + bytes((packed[-9] ^ 1,)) + packed[-8:],
    }

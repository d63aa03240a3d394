"""The ladder: whose run counts, what is refused, and who is ahead."""

from datetime import date, timedelta
from pathlib import Path
from random import Random
from threading import Thread
from zlib import compress, decompress

import pytest

from game.challenges import ladder as module
from game.challenges.ladder import Ladder, week
from game.signing import KEY, SIGNATURE, signing_key
from game.storage.data_folder import LADDER
from game.storage.files import lock_folder
from game.storage.identity import load_key
from game.storage.packed_run import pack, unpack
from game.storage.replay_format import ReplayError, signed, with_digest
from game.system import here
from tests.challenges.forged import EVE, FORGERIES, KIM, TODAY, bombs, file, played, unsigned
from tests.listing import listing
from tests.net.messages import mutated


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path)


def test_a_run_counts_once_and_only_a_better_one_replaces_it(ladder: Ladder, tmp_path: Path) -> None:
    assert ladder.add(file(played()), TODAY)
    assert not ladder.add(file(played()), TODAY)
    assert not ladder.add(file(played(pace=500_000)), TODAY)
    assert ladder.add(file(played(pace=300_000)), TODAY)
    (entry,) = Ladder(tmp_path).entries(TODAY).values()
    assert (entry.day, entry.name, entry.time) == (TODAY, "Kim", played(pace=300_000).result.time)
    assert unpack(ladder.packed(entry)) == file(played(pace=300_000))


@pytest.mark.parametrize("forgery", FORGERIES)
def test_no_forgery_counts(ladder: Ladder, forgery: str) -> None:
    ladder.add(file(played()), TODAY)
    known = ladder.entries(TODAY)
    with pytest.raises(ReplayError) as caught:
        ladder.add(FORGERIES[forgery](), TODAY)
    assert "\n" not in str(caught.value)
    assert ladder.entries(TODAY) == known


@pytest.mark.parametrize("bomb", bombs())
def test_no_damaged_packet_counts(ladder: Ladder, bomb: str) -> None:
    with pytest.raises((ReplayError, ValueError)):
        ladder.add(unpack(bombs()[bomb]), TODAY)
    assert not ladder.entries(TODAY)


def test_another_name_under_the_own_signature_is_allowed(ladder: Ladder) -> None:
    assert ladder.add(file(played(name="Kim")), TODAY)
    assert ladder.add(file(played(name="Eve", pace=300_000)), TODAY)
    (entry,) = ladder.entries(TODAY).values()
    assert entry.name == "Eve"


@pytest.mark.parametrize(("back", "counts"), [(-2, False), (-1, True), (0, True), (6, True), (7, False)])
def test_the_days_are_the_last_seven_and_tomorrow(ladder: Ladder, back: int, counts: bool) -> None:
    data = file(played(TODAY - timedelta(days=back)))
    if counts:
        assert ladder.add(data, TODAY)
    else:
        with pytest.raises(ReplayError):
            ladder.add(data, TODAY)


def test_what_was_tomorrows_is_shown_when_its_day_has_come(ladder: Ladder) -> None:
    ladder.add(file(played(TODAY + timedelta(days=1))), TODAY)
    assert not ladder.standings(TODAY)
    assert ladder.standings(TODAY + timedelta(days=1))


@pytest.mark.parametrize("wrong", [-20_000, -30, -7, 7, 30, 20_000])
def test_a_clock_that_is_wrong_once_hides_and_deletes_nothing(
    ladder: Ladder, tmp_path: Path, wrong: int
) -> None:
    """Though on the wrong day a deal is played, and what others have is asked for."""
    own, then = load_key(tmp_path)[0], TODAY + timedelta(days=wrong)
    for back in range(7):
        ladder.add(file(played(TODAY - timedelta(days=back))), TODAY)
    before, files = ladder.standings(TODAY), sorted(listing(tmp_path / LADDER))
    for each in (ladder, Ladder(tmp_path)):
        each.add(file(played(then), own), then)
        assert [list(one.days) for one in each.standings(then)] == [[then]]
        assert not each.add(file(played()), TODAY)
        assert each.standings(TODAY) == before
    assert set(files) < set(listing(tmp_path / LADDER))


def test_the_earliest_days_are_deleted_where_there_are_too_many_but_none_of_this_week(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RUNS", 5)
    for back in range(16, -1, -1):
        day = TODAY - timedelta(days=back)
        ladder.add(file(played(day)), day)
        kept = [TODAY - timedelta(days=16 - at) for at in range(17 - back)][-7:]
        assert sorted(path.name[:10] for path in listing(tmp_path / LADDER)) == [*map(str, kept)]


def test_only_runs_of_old_days_are_deleted(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RUNS", 0)
    ladder.add(file(played()), TODAY)
    (old,) = listing(tmp_path / LADDER)
    others = {
        f"{TODAY}-notes.run": b"What I have learnt",
        f"{TODAY}-{'00' * KEY}.run": b"nonsense",
        f"{TODAY}-copy of mine.run": old.read_bytes(),
        f"{TODAY}-{'11' * KEY}.run": unsigned(old.read_bytes()),
    }
    for name, data in others.items():
        old.with_name(name).write_bytes(data)
    assert not ladder.entries(TODAY + timedelta(days=7))
    assert {path.name: path.read_bytes() for path in listing(tmp_path / LADDER)} == others


def test_the_same_run_under_another_key_is_anothers(ladder: Ladder, tmp_path: Path) -> None:
    own, _notice = load_key(tmp_path)
    assert all(ladder.add(file(played(), key), TODAY) for key in (EVE, KIM, own))
    assert {entry.time for entry in ladder.entries(TODAY).values()} == {played().result.time}
    assert len(ladder.entries(TODAY)) == 3


def test_the_slowest_go_but_never_the_own(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SIGNERS", 2)
    own, _notice = load_key(tmp_path)
    ladder.add(file(played(pace=900_000), own), TODAY)
    paces = {bytes((number,)) * 32: 300_000 + number * 50_000 for number in (2, 4, 1)}
    assert all(ladder.add(file(played(pace=pace), key), TODAY) for key, pace in paces.items())
    assert not ladder.add(file(played(pace=800_000), EVE), TODAY)
    times = sorted(entry.time for entry in ladder.entries(TODAY).values())
    assert times == [played(pace=pace).result.time for pace in (350_000, 400_000, 900_000)]


@pytest.mark.real
def test_of_two_programs_that_add_at_once_the_better_run_stays(ladder: Ladder, tmp_path: Path) -> None:
    ladder.add(file(played(pace=500_000)), TODAY)
    (entry,) = ladder.entries(TODAY).values()
    added: list[bool] = []
    other = Thread(target=lambda: added.append(Ladder(tmp_path).add(file(played(pace=400_000)), TODAY)))
    with lock_folder(tmp_path / LADDER):  # as a program holds it that is adding a run
        other.start()
        other.join(0.3)
        assert not added
        ladder.path(entry).write_bytes(file(played(pace=300_000)))
    other.join()
    (best,) = ladder.entries(TODAY).values()
    assert (added, best.time) == ([False], played(pace=300_000).result.time)


def test_everyone_is_ranked_by_the_index_of_all_days(ladder: Ladder, tmp_path: Path) -> None:
    own, _notice = load_key(tmp_path)
    yesterday = TODAY - timedelta(days=1)
    ladder.add(file(played(pace=300_000), EVE), TODAY)
    ladder.add(file(played(pace=400_000), own), TODAY)
    ladder.add(file(played(yesterday, pace=400_000), own), TODAY)
    first, second = ladder.standings(TODAY)
    assert (first.place, first.own, set(first.days)) == (1, True, {TODAY, yesterday})
    assert (second.place, second.own, set(second.days)) == (2, False, {TODAY})
    assert [run.index for run in first.days.values()] == [pytest.approx(1 / 0.4)] * 2
    assert first.index == pytest.approx(2 / 0.4)
    assert second.index == pytest.approx(1 / 0.3)


@pytest.mark.parametrize("name", ["Kim", "KIM", "Κіm", ""])
def test_a_name_that_looks_like_anothers_has_a_mark(ladder: Ladder, name: str) -> None:
    ladder.add(file(played(name="Kim" if name else "")), TODAY)
    ladder.add(file(played(name=name, pace=300_000), EVE), TODAY)
    shown = [each.name for each in ladder.standings(TODAY)]
    assert len(set(shown)) == 2
    assert all(f"#{each.signer.hex()[:6]}" in each.name for each in ladder.standings(TODAY))


def test_a_name_alone_has_none_and_is_one_line(ladder: Ladder) -> None:
    ladder.add(file(played(name="Ki\u202em\u2028")), TODAY)
    assert [each.name for each in ladder.standings(TODAY)] == ["Kim"]


def test_damaged_files_in_the_folder_are_passed_over(ladder: Ladder, tmp_path: Path) -> None:
    ladder.add(file(played()), TODAY)
    (entry,) = ladder.entries(TODAY).values()
    kept = tmp_path / LADDER / entry.file
    kept.with_name(f"{TODAY}-{'00' * 32}.run").write_bytes(kept.read_bytes())
    kept.with_name("2026-11-23-x.run").write_bytes(b"nonsense")
    kept.with_name("x.run").mkdir()
    assert Ladder(tmp_path).entries(TODAY) == {entry.file: entry}


def test_an_own_run_of_no_daily_deal_or_not_won_is_left_out(ladder: Ladder) -> None:
    ladder.add_own(played(here().clock.today(), acts=5))
    assert not ladder.entries(here().clock.today())
    ladder.add_own(played(here().clock.today()))
    (entry,) = ladder.entries(here().clock.today()).values()
    assert entry.signer == ladder.own


@pytest.mark.parametrize("back", range(7))
def test_a_run_of_each_game_fits_the_network(back: int) -> None:
    run = played(TODAY - timedelta(days=back), pace=523_456)
    assert unpack(pack(file(run))) == file(run)


def test_the_week_ends_today() -> None:
    assert [week(TODAY)[0], week(TODAY)[-1]] == [date(2026, 11, 17), TODAY]


@pytest.mark.parametrize("level", ["packet", "compressed", "signed"])
def test_whatever_is_changed_in_a_run_it_is_refused_in_one_way(ladder: Ladder, level: str) -> None:
    rng, data = Random(1), file(played(pace=300_000))
    packed = pack(data)
    keys, body = packed[: KEY + SIGNATURE], decompress(packed[KEY + SIGNATURE :])
    text = data[: data.rindex(b"sha256 ")]
    for _ in range(300):
        try:
            match level:
                case "packet":
                    found = unpack(mutated(rng, packed, [packed]))
                case "compressed":
                    found = unpack(keys + compress(mutated(rng, body, [body])))
                case _:
                    found = signed(with_digest(mutated(rng, text, [text]).decode()), EVE)
            if found != data:
                ladder.add(found, TODAY)
        except (ReplayError, ValueError):
            continue
        assert found == data or level == "signed", "a change that anyone may make to a run of their own"
        for entry in ladder.entries(TODAY).values():
            assert entry.signer != signing_key(KIM).public_key().public_bytes_raw()

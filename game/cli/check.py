"""`check`: verify a replay, a level file or a stored solution."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict

from game.challenges.challenge import too_fast
from game.challenges.replays import check_list, of_challenge, read_replay
from game.cli.outcome import DONE, FAILED, Refused, say
from game.core.match import Match
from game.core.state import SCORED
from game.i18n import _, exact_time, ngettext
from game.signing import key_mark
from game.storage.replay_format import Mismatch, ReplayError, has_digest
from game.storage.run_replay import RunReplay


@contextmanager
def refusing_bad_replays() -> Iterator[None]:
    """Turn the errors of a replay into Refused."""
    try:
        yield
    except ReplayError as error:
        raise Refused(error) from None
    except Mismatch as error:
        raise Refused(error, FAILED) from None


def check(args: argparse.Namespace) -> int:
    """Replay the file and print a line if it gives the stated result."""
    with refusing_bad_replays():
        found = checked(args.file)
    say(json.dumps(found) if args.json else found["text"])
    return DONE


class Checked(TypedDict):
    """What `check` reports on a file: one line of text, and which deals of a match follow from the numbers
    stated, by their rounds; null where none are. Only those who took part have proof that they were drawn as
    stated: an invented match can state any numbers."""

    file: str
    text: str
    consistent_deals: list[int] | None
    rounds: int | None
    digest: bool | None
    """Whether a replay has a digest, so that any damage shows."""
    too_fast: bool | None
    """Whether the moves of a run came faster than any hand makes them: it wins no medal."""
    challenge_deal: bool | None
    """Whether a run was played at the deal that its challenge has now."""
    handicaps: dict[str, list[int]] | None
    """By the round from which on they hold, how many cards the 13-pile of each seat in a match has; empty: of
    all the usual number."""
    signer: str | None
    """The public key, in hexadecimal, that a run is signed with: keys tell who played, names do not."""


def checked(path: Path) -> Checked:
    """The report on a file that replays. Raises ReplayError or Mismatch."""
    text, deals, stated, rounds = "", "", None, None
    digest = fast = deal = handicaps = signer = None
    if (count := check_list(path)) is not None:
        text = ngettext("{path}: {count} deal comes out", "{path}: {count} deals come out", count)
        text = text.format(path=path, count=count)
    else:
        match read_replay(path):
            case RunReplay() as run, _solo:
                fast, deal = too_fast(run), of_challenge(run)
                text, signer = _run_text(path, run), run.signer.hex() or None
            case _replay, Match() as match:
                stated, rounds = _consistent_deals(match), len(match.results)
                handicaps = _handicaps(match)
                text = "; ".join([_match_text(path, match), *_handicaps_text(handicaps)])
                deals = _deals_text(match, stated)
        if path.exists() and path.suffix not in (".toml", ".json"):
            digest = has_digest(path)
    doubts = {
        _("its moves are faster than any hand: no medal"): fast,
        _("its challenge has another deal now"): deal is False,
        _("without a digest: changed times would not show"): digest is False,
    }
    return Checked(
        file=str(path),
        text="; ".join(filter(None, [text, *(doubt for doubt, holds in doubts.items() if holds), deals])),
        consistent_deals=stated,
        rounds=rounds,
        digest=digest,
        too_fast=fast,
        challenge_deal=deal,
        handicaps=handicaps,
        signer=signer,
    )


def _consistent_deals(match: Match) -> list[int] | None:
    """The rounds whose deal follows from numbers of all who committed to one; None if no deal does."""
    if isinstance(match.seed, int):
        return None
    return [number for number, deal in match.deals.items() if deal.proved and number <= match.state.round]


def _handicaps(match: Match) -> dict[str, list[int]]:
    known = match.resumed
    found = {known.round: known.handicaps} if known and known.handicaps else {}
    return {str(number): list(cards) for number, cards in (found | match.handicaps).items()}


def _handicaps_text(handicaps: Mapping[str, Sequence[int]]) -> Iterator[str]:
    for number, cards in handicaps.items():
        words = _("from round {round} on, 13-piles of {cards} cards")
        yield words.format(round=number, cards=", ".join(map(str, cards)))


def _deals_text(match: Match, stated: list[int] | None) -> str:
    """The report on the deals; if the match replays, they and all draws follow from the numbers."""
    if stated is None:
        return ""
    if not match.deals:
        return _("the deals are not provable: the file does not say how they came about")
    known = match.resumed
    first = known.round + (known.phase == SCORED) if known else 1
    missing = [number for number in range(first, match.state.round + 1) if number not in stated]
    if not missing:
        return _("consistent: the deals follow from the numbers stated")
    return ngettext(
        "consistent but for round {rounds}: the other deals follow from the numbers stated",
        "consistent but for rounds {rounds}: the other deals follow from the numbers stated",
        len(missing),
    ).format(rounds=", ".join(map(str, missing)))


def _run_text(path: Path, run: RunReplay) -> str:
    head, result = run.header, run.result
    text = _("{path} replays: {game}, seed {seed}, {placed} of {cards} cards, {time}")
    placed, cards, time = result.placed, result.cards, exact_time(result.time)
    text = text.format(path=path, game=head.game, seed=head.seed, placed=placed, cards=cards, time=time)
    signed = _("signed with the key {mark}")
    return f"{text}; {signed.format(mark=key_mark(run.signer))}" if run.signer else text


def _match_text(path: Path, match: Match) -> str:
    rounds, known = len(match.results), match.resumed
    totals = ", ".join(map(str, match.state.totals))
    facts = {"path": path, "rounds": rounds, "moves": len(match.log), "totals": totals}
    if not known:
        return ngettext(
            "{path} replays: {rounds} round, {moves} moves, totals {totals}",
            "{path} replays: {rounds} rounds, {moves} moves, totals {totals}",
            rounds,
        ).format(**facts)
    return ngettext(
        "{path} replays: {rounds} round, {moves} moves, totals {totals}; only since it was taken over "
        "in round {round} at {before}",
        "{path} replays: {rounds} rounds, {moves} moves, totals {totals}; only since it was taken over "
        "in round {round} at {before}",
        rounds,
    ).format(round=known.round, before=", ".join(map(str, known.totals)), **facts)

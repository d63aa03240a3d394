"""Export of the results as CSV and JSON."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import msgspec

from game.storage.data_folder import write
from game.storage.match_result import MatchResult
from game.storage.result import Result


def export(results: Sequence[Result], matches: Sequence[MatchResult], folder: Path) -> tuple[Path, ...]:
    """Write the results of solo deals and of matches into the folder, each as CSV and as JSON, and return the
    paths. Raises DataFolderError."""
    deals = _export(results, Result, folder / "records")
    return *deals, *_export(matches, MatchResult, folder / "matches")


def _export(
    rows: Sequence[Result] | Sequence[MatchResult], kind: type[msgspec.Struct], name: Path
) -> tuple[Path, Path]:
    """The rows as CSV, with a header line, and as JSON."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(kind.__struct_fields__)
    lines.writerows(row.columns() for row in rows)
    table, listed = name.with_suffix(".csv"), name.with_suffix(".json")
    write(table, text.getvalue().encode())
    write(listed, msgspec.json.format(msgspec.json.encode(rows), indent=2) + b"\n")
    return table, listed

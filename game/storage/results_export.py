"""Export of the results as CSV and JSON."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import msgspec

from game.storage.data_folder import write
from game.storage.result import Result


def export(results: Sequence[Result], folder: Path) -> tuple[Path, Path]:
    """Write the results as CSV and as JSON into the folder and return the paths. Raises DataFolderError."""
    table, listed = folder / "records.csv", folder / "records.json"
    write(table, _csv(results).encode())
    write(listed, msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
    return table, listed


def _csv(results: Sequence[Result]) -> str:
    """The results as CSV, with a header line."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(Result.__struct_fields__)
    lines.writerows(result.columns() for result in results)
    return text.getvalue()

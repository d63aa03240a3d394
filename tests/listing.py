"""What lies in a folder, on any system."""

from pathlib import Path

from game.storage.files import LOCK


def listing(folder: Path) -> list[Path]:
    """What is in a folder, but for the file by which Windows locks it."""
    return [path for path in folder.iterdir() if path.name != LOCK]

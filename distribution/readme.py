"""The description of the package: the README without its pictures and links into the sources."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Readme(MetadataHookInterface):
    """What hatchling asks when it builds a package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description."""
        text = Path(self.root, "README.md").read_text("utf-8")
        text = re.sub(r"^!\[.*\]\(.*\)\n\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"\[([^]]*)\]\((?!https?://)[^)]*\)", r"\1", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}

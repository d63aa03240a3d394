"""CONTRIBUTING.md names each target of the Makefile and each part of the figures, and no other."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_each_target_is_told() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    told = {word for line in re.findall(r"`make ([^`]*)`", TEXT) for word in re.findall(r"^[a-z ]+", line)}
    assert {word for words in told for word in words.split()} == {*phony.split()}


def test_each_part_of_the_figures_is_told() -> None:
    tree = ast.parse((ROOT / "tests/bench/__main__.py").read_text("utf-8"))
    [parts] = [node.value for node in tree.body if isinstance(node, ast.AnnAssign)]
    assert isinstance(parts, ast.Dict)
    names = [ast.literal_eval(key) for key in parts.keys if key]
    [told] = re.findall(r"one of its parts:\n(.*)\.$", TEXT, re.MULTILINE)
    assert told.split(", ") == [f"`{name}`" for name in names]


def test_it_has_six_parts() -> None:
    assert re.findall("^## (.*)$", TEXT, re.MULTILINE) == [
        "Run one test",
        "See why a journey failed",
        "Replay an evening",
        "Add a …",
        "Figures",
        "Release",
    ]

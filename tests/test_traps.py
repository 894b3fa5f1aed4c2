"""docs/traps.md names tests that exist."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent


def test_every_trap_is_held_by_tests_that_exist():
    table = (TESTS.parent / "docs" / "traps.md").read_text(encoding="utf-8")
    lines = [line for line in table.splitlines() if line.startswith("| ") and not line.startswith("| trap")]
    assert len(lines) >= 30
    for line in lines:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", line.split("|")[-2])
        assert named, line
        for path, name in named:
            assert f"def {name}(" in (TESTS / path).read_text(encoding="utf-8"), f"{path}::{name}"

"""The golden transcripts: which games they are, and writing them again after a change that is meant to change games.

    python -m tests.golden.regenerate
"""

import json
from pathlib import Path

from quorumsim.bots.registry import parse_seats
from quorumsim.lab.transcript import block_of, seated
from quorumsim.quorum.rules import resolve
from quorumsim.quorum.transcript import transcribe

FOLDER = Path(__file__).parent
GOLDEN = {
    "standard-2": ("standard", 2, "greedy,random", 1, (0, 1)),
    "standard-3": ("standard", 3, "greedy", 2, (0,)),
    "standard-4": ("standard", 4, "random,greedy,random,greedy", 3, (0, 1)),
    "shared-ties-4": ("shared-ties", 4, "greedy@0.5", 4, (0,)),
}
"""Name of the file: rules, players, bots, seed, numbers of the games."""


def made(name: str) -> str:
    """The transcripts of a golden file as they come out now."""
    rules, players, bots, seed, numbers = GOLDEN[name]
    resolved, seats = resolve(rules), parse_seats(bots, players)
    records = [
        transcribe(resolved, seated(seats, [], players, seed, number), seed, block_of(seats, players, number), number)
        for number in numbers
    ]
    return "".join(json.dumps(record) + "\n" for record in records)


if __name__ == "__main__":
    for golden in GOLDEN:
        (FOLDER / f"{golden}.jsonl").write_text(made(golden), encoding="utf-8")

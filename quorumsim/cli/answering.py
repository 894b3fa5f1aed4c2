"""What the commands that answer one question have in common: a table in the terminal, or the same as JSON."""

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from quorumsim.analysis.figure import Figure
    from quorumsim.analysis.sample import Sample
    from quorumsim.analysis.sentences import Finding

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run, as simulate wrote it.")]
Columns = Sequence[tuple[str, Callable[[Any], str]]]


def print_answer(sample: "Sample", finding: "Finding") -> None:
    """Who played, the verdict, and what a table would notice of it."""
    print(sample.who, finding.text, finding.spread, sep="\n")


def print_table(title: str, rows: Sequence[Any], columns: Columns) -> None:
    """Rows in aligned columns under a title, after an empty line."""
    lines = [[head for head, _ in columns], *([make(row) for _, make in columns] for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    print(f"\n{title}")
    for line in lines:
        print("  ".join(f"{text:{width}}" for text, width in zip(line, widths, strict=True)).rstrip())


def print_json(
    question: str, sample: "Sample", finding: "Finding", smallest_effect: float, **tables: Sequence[Any]
) -> None:
    """The answer as one JSON object: the same sentence, and rows of the same numbers."""
    from quorumsim.analysis.rows import cells

    answer = {
        "question": question,
        "run": sample.as_json(),
        "smallest_effect": smallest_effect,
        "verdict": finding.word,
        "further_games": finding.further_games,
        "sentence": finding.text,
        "spread": finding.spread,
        **{name: [cells(row) for row in rows] for name, rows in tables.items()},
    }
    print(json.dumps(answer, ensure_ascii=False, indent=2, allow_nan=False))


def value_and_range(figure: "Figure") -> str:
    """27.4 (27.2 to 27.6)"""
    return figure.text if figure.value is None else f"{figure.text} ({figure.range})"

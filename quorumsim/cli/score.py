"""`quorumsim score`: a finished table, line by line."""

import json
from pathlib import Path
from typing import Annotated

import typer

from quorumsim.cli.options import AsJson, Changes, GameName, RulesName, new_app, one_of_rules
from quorumsim.games import DEFAULT

app = new_app()


@app.command()
def score(
    table: Annotated[str, typer.Argument(metavar="TABLE.toml", help="Tokens, and each seat's cards and positions.")],
    game: GameName = DEFAULT,
    rules: RulesName = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Score a finished table: a line for each source of points of each seat, and who won.

    \b
    Example:
      quorumsim score table.toml

    \b
    A table:
      players = 2
      tokens = { africa = 2, asia = 3, germania = 2, gallia = 2, hispania = 2, macedonia = 1 }
      [[seat]]
      name = "yellow"
      cards = [1, 5, { type = "military", power = 2 }]
      positions = { africa = 7, asia = 6 }
      [[seat]]
      name = "red"
      cards = [2, 9]
      positions = { asia = 6 }
      [stacks]
      asia = ["red", "yellow"]    # on a shared space: the lowest first
    """
    from quorumsim.cli.playing import compiled
    from quorumsim.lab.games import kit_for

    the_kit = kit_for(game, "score")
    resolved = one_of_rules(the_kit, rules, changes)
    with compiled("scoring"):
        from quorumsim.quorum import finished
        from quorumsim.quorum.finished_lines import lines, table_lines, verdict
    read = finished.read_table(Path(table), resolved)
    scores = finished.score(resolved, read)
    if not as_json:
        print("\n".join(table_lines(resolved, read, scores)))
        return
    seats = [
        {
            "name": seat.name,
            "place": each.place,
            "points": each.points,
            "influence": seat.influence,
            "lines": [line._asdict() for line in lines(resolved, read, number)],
        }
        for number, (seat, each) in enumerate(zip(read.seats, scores, strict=True))
    ]
    winners = [seat["name"] for seat in seats if seat["place"] == 1]
    result = {"rules": resolved.name, "fingerprint": resolved.fingerprint, "players": len(seats), "seats": seats,
              "winners": winners, "verdict": verdict(resolved, read, scores)}  # fmt: skip
    print(json.dumps(result, indent=2, ensure_ascii=False))

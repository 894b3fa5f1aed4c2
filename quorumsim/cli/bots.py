"""`quorumsim bots`: which bots there are and what each does."""

import json
from typing import Annotated, Any

import typer

from quorumsim.cli.options import AsJson, Changes, RulesName, new_app

app = new_app()


@app.callback()
def bots() -> None:
    """List the bots, or show one.

    \b
    Example:
      quorumsim bots list
    """


@app.command("list")
def list_bots(as_json: AsJson = False) -> None:
    """List the bots with a sentence each.

    \b
    Example:
      quorumsim bots list
    """
    from quorumsim.bots.registry import ROSTER, load

    bots = [load(name) for name in ROSTER]
    if as_json:
        print(json.dumps([{"name": bot.name, "sentence": bot.sentence} for bot in bots], indent=2, ensure_ascii=False))
        return
    width = max(len(bot.name) for bot in bots)
    for bot in bots:
        print(f"{bot.name:{width}}  {bot.sentence}")
    print(f"{'mix':{width}}  Draws a bot for every seat and deal from this list, by the seed.")
    print("\nNAME@0.2 plays 20 % of its decisions at random; one name seats it everywhere, names by comma one a seat.")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="BOT", help="A bot by name, such as greedy or military@0.2.")],
    rules: RulesName = "standard",
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Show one bot: what it does, its weights, and whether they were made for the rules.

    \b
    Example:
      quorumsim bots show senator
      quorumsim bots show military --rules ten-rounds
    """
    from quorumsim.bots.registry import parse
    from quorumsim.quorum.rules import resolve

    bot = parse(name)
    resolved = resolve(rules, changes or [])
    facts: dict[str, Any] = {
        "name": bot.name,
        "sentence": bot.sentence,
        "scoring": f"quorumsim/bots/{bot.module}.py",
        "weights": dict(bot.weights),
        "random_decisions": bot.noise,
        "made_for": bot.made_for,
        "rules": resolved.name,
        "note": bot.note(resolved),
    }
    if as_json:
        print(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    print(f"{bot.name}: {bot.sentence}")
    print(f"scored by {facts['scoring']}")
    if bot.weights:
        print("weights, in points: " + ", ".join(f"{what} {points:+g}" for what, points in bot.weights))
    if bot.noise:
        print(f"{bot.noise:.0%} of its decisions are random")
    if facts["note"]:
        print(f"note: {facts['note']} ({resolved.name})")

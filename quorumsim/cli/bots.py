"""`quorumsim bots`: which bots there are, what each does, and the start of one of your own."""

import json
import re
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any

import typer

from quorumsim.cli.options import AsJson, Changes, GameName, RulesName, new_app, one_of_rules
from quorumsim.errors import BadInput
from quorumsim.games import DEFAULT

app = new_app()


@app.callback()
def bots() -> None:
    """List the bots, show one, or begin one of your own.

    \b
    Example:
      quorumsim bots list
    """


@app.command("list")
def list_bots(game: GameName = DEFAULT, as_json: AsJson = False) -> None:
    """List the bots with a sentence each.

    \b
    Example:
      quorumsim bots list
    """
    from quorumsim.lab.games import kit

    registry = kit(game).REGISTRY
    shipped = [registry.load(name) for name in registry.shipped]
    told = [(bot.name, bot.sentence) for bot in shipped]
    told += [(name, "Installed beside quorumsim.") for name in registry.installed() if name not in registry.shipped]
    if as_json:
        print(json.dumps([{"name": name, "sentence": sentence} for name, sentence in told], indent=2, ensure_ascii=False))
        return
    width = max(len(name) for name, _ in told)
    for name, sentence in told:
        print(f"{name:{width}}  {sentence}")
    first, last = registry.names[0], registry.names[-1]
    print(f"{'mix':{width}}  Draws a bot for every seat and deal from {first} to {last}, by the seed.")
    print("\nNAME@0.2 plays 20 % of its decisions at random; one name seats it everywhere, names by comma one a seat.")
    print("A bot of your own: quorumsim bots new mine, then ./mine.py:score instead of a name.")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="BOT", help="A bot: greedy, military@0.2, ./mine.py:score.")],
    game: GameName = DEFAULT,
    rules: RulesName = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Show one bot: what it does, its weights, and whether they were made for the rules.

    \b
    Example:
      quorumsim bots show senator
      quorumsim bots show military --rules ten-rounds
    """
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    bot = the_kit.parse(name)
    own = ", ".join(path for path, _ in bot.files)
    if bot.source and not bot.plain:
        _ = bot.score  # so that one sees at once whether it compiles
    resolved = one_of_rules(the_kit, rules, changes)
    facts: dict[str, Any] = {
        "name": bot.name,
        "sentence": bot.sentence,
        "scoring": own if bot.source else f"{bot.module.replace('.', '/')}.py",
        "plain": bot.plain,
        "files": dict(bot.files),
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
    print(f"{'chooses in plain Python' if bot.plain else 'scored'} by {facts['scoring']}")
    if bot.weights:
        print("weights, in points: " + ", ".join(f"{what} {points:+g}" for what, points in bot.weights))
    if bot.noise:
        print(f"{bot.noise:.0%} of its decisions are random")
    if facts["note"]:
        print(f"note: {facts['note']} ({resolved.name})")


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits and _, no digit first.")],
    plain: Annotated[
        bool, typer.Option("--plain", help="In plain Python: easier to write, some hundred times slower to play.")
    ] = False,
    game: GameName = DEFAULT,
) -> None:
    """Write NAME.py and test_NAME.py here: a bot that works, with comments, and its test. Files that exist are left alone.

    \b
    Example:
      quorumsim bots new mine
      quorumsim bots show ./mine.py:score
    """
    from quorumsim.engine.registry import MIX
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,79}", name) or iskeyword(name):
        raise BadInput(f"the name {name!r} does not do for a Python file; accepted: letters, digits and _, such as mine")
    if name in (*the_kit.REGISTRY.shipped, MIX):
        raise BadInput(f"the name {name} belongs to a bot that comes with quorumsim; give another one")
    files = Path(f"{name}.py"), Path(f"test_{name}.py")
    for file in files:
        if file.exists() or file.is_symlink():
            raise BadInput(f"{file} exists and is left alone; give another name")
    written: list[Path] = []
    try:
        for file, text in zip(files, the_kit.bot_start(name, plain), strict=True):
            with file.open("x", encoding="utf-8") as out:
                written.append(file)
                out.write(text)
    except OSError:
        for file in written:
            file.unlink(missing_ok=True)
        raise
    bot = f"./{name}.py:{'choose' if plain else 'score'}"
    of_game = "" if game == DEFAULT else f"--game {game} --rules {the_kit.DEFAULT_RULES[0]} "
    print(
        f"Wrote {files[0]} and {files[1]}. Try it: quorumsim simulate {of_game}--players 2 --bots {bot},{the_kit.DEFAULT_BOT} "
        "--games 200"
    )

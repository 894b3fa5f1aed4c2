"""`quorumsim rules`: what rules there are, what they say, whether a file is fine, how two differ, and a start for a new one."""

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from quorumsim.cli.main import BAD_INPUT, NO
from quorumsim.cli.options import AsJson, Changes, GameName, new_app
from quorumsim.errors import BadInput
from quorumsim.games import DEFAULT

app = new_app()

RulesArgument = Annotated[str, typer.Argument(metavar="RULES", help="A name (rules list), or a path with a slash or .toml.")]


@app.callback()
def rules() -> None:
    """List, show, check and compare rules, or begin a variant.

    \b
    Example:
      quorumsim rules new mine
      quorumsim rules validate mine.toml
    """


@app.command("list")
def list_rules(game: GameName = DEFAULT, as_json: AsJson = False) -> None:
    """The rules that come with quorumsim.

    \b
    Example:
      quorumsim rules list
    """
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    every = [the_kit.resolve(name) for name in the_kit.packaged_names()]
    if as_json:
        _print_json([_facts(the_kit, each) for each in every])
        return
    width = max(len(each.name) for each in every)
    for each in every:
        print(f"{each.name:{width}}  {each.title}")


@app.command()
def show(
    name: RulesArgument,
    changes: Changes = None,
    cards: Annotated[bool, typer.Option("--cards", help="Print every card with its id.")] = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="Print the whole rules as a file that needs no other.")] = False,
    game: GameName = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Rules in plain words: what differs from the standard ones, then everything.

    \b
    Example:
      quorumsim rules show god-limit-2
      quorumsim rules show standard --set token_start=3 --toml
    """
    from quorumsim.lab.games import kit, kit_for

    if cards + as_toml + as_json > 1:
        raise BadInput("rules show: --cards, --toml and --json exclude each other; give one of them")
    the_kit = kit_for(game, "cards") if cards else kit(game)
    resolved = the_kit.resolve(name, changes or [])
    if as_json:
        _print_json({**_facts(the_kit, resolved), "rules": the_kit.to_json(resolved)})
    elif as_toml:
        print(the_kit.to_toml(resolved), end="")
    elif cards:
        for card, title in resolved.card_titles.items():
            print(f"{card:3}  {title}")
    else:
        _print_in_words(the_kit, resolved)


@app.command()
def validate(
    files: Annotated[list[str], typer.Argument(metavar="RULES...", help="Files or names of rules.")],
    game: GameName = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Check rules: a line for each that is fine, a sentence for each that is not (then the exit status is 2).

    \b
    Example:
      quorumsim rules validate mine.toml ../others/*.toml
    """
    from quorumsim.fields import listed
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    results: list[dict[str, Any]] = []
    for file in files:
        try:
            resolved = the_kit.resolve(file)
        except BadInput as error:
            results.append({"file": file, "fine": False, "error": str(error)})
            typer.echo(f"quorumsim: {error}", err=True)
            continue
        results.append({"file": file, "fine": True, **_facts(the_kit, resolved)})
        if not as_json:
            players = listed(the_kit.playable_with(resolved))
            told = the_kit.differences(resolved, the_kit.published(resolved))
            print(f"{file}: fine, {resolved.fingerprint}, for {players} players: {told}")
    if as_json:
        _print_json(results)
    if not all(result["fine"] for result in results):
        raise typer.Exit(BAD_INPUT)


@app.command()
def diff(first: RulesArgument, second: RulesArgument, game: GameName = DEFAULT, as_json: AsJson = False) -> None:
    """What the second rules change in the first, a line each. As with diff(1) the exit status is 1 if they differ.

    \b
    Example:
      quorumsim rules diff standard mine.toml
    """
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    one, other = the_kit.resolve(first), the_kit.resolve(second)
    lines = the_kit.changes(other, one)
    if as_json:
        _print_json({"first": _named(one), "second": _named(other), "same": not lines, "changes": lines})
    else:
        print("\n".join(lines) or f"{one.name} and {other.name} are the same game, {one.fingerprint}.")
    if lines:
        raise typer.Exit(NO)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, - and _.")],
    base: Annotated[
        str | None,
        typer.Option("--base", metavar="RULES", show_default="the published ones", help="The rules that it changes."),
    ] = None,
    game: GameName = DEFAULT,
) -> None:
    """Write NAME.toml here: the commented start of a variant. A file that exists is left alone.

    \b
    Example:
      quorumsim rules new mine
    """
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    base = the_kit.DEFAULT_RULES[0] if base is None else base
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}", name):
        raise BadInput(f"the name {name!r} does not do for a file; accepted: up to 80 letters, digits, - and _, such as mine")
    if name in the_kit.packaged_names():
        raise BadInput(f"the name {name} belongs to rules that come with quorumsim; give another one")
    the_kit.resolve(base)
    file = Path(f"{name}.toml")
    text = the_kit.variant_start(name, base)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise BadInput(f"{file} exists and is left alone; give another name") from None
    except OSError:
        file.unlink(missing_ok=True)
        raise
    print(f"Wrote {file}. Edit it, then: quorumsim rules validate {file}" + ("" if game == DEFAULT else f" --game {game}"))


def _named(resolved: Any) -> dict[str, str]:
    return {"name": resolved.name, "title": resolved.title, "fingerprint": resolved.fingerprint}


def _facts(kit: Any, resolved: Any) -> dict[str, Any]:
    facts = {
        "summary": resolved.summary,
        "players": kit.playable_with(resolved),
        "changes": kit.changes(resolved, kit.published(resolved)),
    }
    return _named(resolved) | facts


def _print_in_words(kit: Any, resolved: Any) -> None:
    facts = _facts(kit, resolved)
    print(f"{resolved.title}\n{resolved.summary}".strip())
    print(f"\n{resolved.name}, fingerprint {resolved.fingerprint}")
    if facts["changes"]:
        print(f"\nDiffers from {kit.published(resolved).name}")
        for line in facts["changes"]:
            print(f"  {line}")
    for heading, lines in kit.in_words(resolved):
        print(f"\n{heading}")
        for line in lines:
            print(f"  {line}")


def _print_json(result: Any) -> None:
    print(json.dumps(result, indent=2, ensure_ascii=False))

"""Where the data of the game lies, and what rules come with it."""

import json
from pathlib import Path
from string import Template

from quorumsim.games import data_folder

STANDARD = "standard"


def rules_folder() -> Path:
    """The folder of the standard rules; the variants lie in `variants` below it."""
    return data_folder("quorum")


def packaged_rules() -> dict[str, Path]:
    """The rules that come with the package, by name: the standard ones, then the variants."""
    variants = {path.stem: path for path in sorted((rules_folder() / "variants").glob("*.toml"))}
    return {STANDARD: rules_folder() / f"{STANDARD}.toml"} | variants


def packaged_names() -> list[str]:
    """Their names."""
    return list(packaged_rules())


def bot_start(name: str, plain: bool) -> tuple[str, str]:
    """The commented start of a bot, plain or to be compiled, and its test, as Python."""
    folder = rules_folder() / "templates"
    texts = [(folder / file).read_text(encoding="utf-8") for file in ("plain_bot.txt" if plain else "bot.txt", "bot_test.txt")]
    function = "choose" if plain else "score"
    bot, test = (Template(text).substitute(name=name, function=function) for text in texts)
    return bot, test


def variant_start(name: str, base: str) -> str:
    """The commented start of a variant, as TOML."""
    template = (rules_folder() / "variant_start.txt").read_text(encoding="utf-8")
    return Template(template).substitute(name=name, base=json.dumps(base, ensure_ascii=False))

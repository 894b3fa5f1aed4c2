"""Where the data of the game lies, and what rules come with it."""

import json
from pathlib import Path
from string import Template

import quorumsim
from quorumsim.errors import BadInput
from quorumsim.quorum.fields import listed, nearest, shown

STANDARD = "standard"


def data_folder() -> Path:
    """The folder `data`: inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(quorumsim.__file__).resolve().parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"


def rules_folder() -> Path:
    """The folder of the standard rules; the variants lie in `variants` below it."""
    return data_folder() / "quorum"


def packaged_names() -> list[str]:
    """Names of the rules that come with the package: the standard ones, then the variants by name."""
    return [STANDARD, *sorted(path.stem for path in (rules_folder() / "variants").glob("*.toml"))]


def packaged_path(name: str, source: str = "") -> Path:
    """The file of packaged rules; raises BadInput for an unknown name. `source` names the file that asked for it."""
    names = packaged_names()
    if name not in names:
        place = f"{source}: base: " if source else ""
        here = f"; did you mean ./{name}.toml?" if not source and Path(f"{name}.toml").is_file() else nearest(name, names)
        raise BadInput(
            f"{place}unknown rules {shown(name)}{here}; accepted: {listed(names)}, or the path of a .toml file"
        )
    return rules_folder() / (f"{name}.toml" if name == STANDARD else f"variants/{name}.toml")


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


def is_path(spec: str) -> bool:
    """Whether rules are given by path: anything with a slash or ending in .toml; other names are packaged data."""
    return "/" in spec or "\\" in spec or spec.lower().endswith(".toml")


def file_label(path: Path) -> str:
    """The file's name in sentences: the path as given, only the last part for packaged data."""
    name = path.name if rules_folder() in path.parents else str(path)
    return name if name.isprintable() else ascii(name)

"""Bots of a user's own: what may be written, that plain and compiled ones play alike, and what is said when one fails."""

import json
import os
import re
import subprocess
import sys
from importlib import invalidate_caches
from pathlib import Path

import numpy as np
import pytest

from quorumsim.bots import kit
from quorumsim.bots.registry import load, parse, parse_seats, roster
from quorumsim.engine import plugin
from quorumsim.errors import BadInput
from quorumsim.lab.plan import make_plan
from quorumsim.lab.run import read_run
from quorumsim.lab.simulate import resume, simulate
from quorumsim.quorum.game import Game
from quorumsim.quorum.rules import resolve
from tests.random_play import COMPILED

STANDARD = resolve()
pytestmark = pytest.mark.skipif(not COMPILED, reason="a test here runs one bot without compiling, in a process of its own")

BOTS = '''
from quorumsim.bots import greedy
from quorumsim.quorum.layout import PLAY, TAKE
import numpy as np

SENTENCE = "All the bots that the tests need."
WEIGHTS = {"one": 1.0, "two": 2.0}

def first(rules, seen, action, weights, scratch):
    return -action

def twin(rules, seen, action, weights, scratch):
    return helper(weights) * greedy.score(rules, seen, action, weights, scratch)

def helper(weights):
    return weights.value[1] - weights.value[0]

def nan(rules, seen, action, weights, scratch):
    return np.nan if seen.round_index == 2 and seen.phase == PLAY else 0.0

def infinite(rules, seen, action, weights, scratch):
    return np.inf if seen.round_index == 2 and seen.phase == PLAY else 0.0

def raising(rules, seen, action, weights, scratch):
    if seen.round_index == 2 and seen.phase == PLAY:
        raise ValueError("too hard")
    return 0.0

def meddling(rules, seen, action, weights, scratch):
    seen.token[0] += 1
    return 0.0

def sometimes(rules, seen, action, weights, scratch):
    if seen.ring[0] == 5 and seen.ring[1] == 4:
        raise ValueError("this ring")
    return 0.0

def plain_first(view, actions):
    return actions[0]

def plain_none(view, actions):
    return None

def plain_text(view, actions):
    return actions[0].title

def plain_true(view, actions):
    return True

def plain_raising(view, actions):
    return view["no such key"]

def plain_meddling(view, actions):
    first = actions[0]
    view["tokens"].clear()
    view["hands"].clear()
    actions.clear()
    return first

def plain_greedy(view, actions, gains, random):
    return random.choice([action for action, gain in zip(actions, gains) if gain == max(gains)])

class Counting:
    """Counts its decisions."""

    def __init__(self):
        self.decisions = 0

    def choose(self, view, actions):
        self.decisions += 1
        return actions[0 if self.decisions == 1 else -1]

instance = Counting()
number = 5

def too_few(view):
    return 0

def wrong_names(rules, seen, action, weights):
    return 0.0

def silent(rules, seen, action, weights, scratch):
    pass

def wrong_field(rules, seen, action, weights, scratch):
    return seen.tokens[0]

def unknown_name(rules, seen, action, weights, scratch):
    return no_such_function(seen)
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("bots")
    (path / "own.py").write_text(BOTS)
    return path


@pytest.fixture(autouse=True)
def here(folder, monkeypatch):
    monkeypatch.chdir(folder)


def play(bots: list[str], players: int = 2, blocks: int = 6) -> dict:
    parsed = [parse(bot) for bot in bots]
    seating = [seat % len(bots) for seat in range(players)]
    return kit.play(STANDARD, players, parsed, seating, players, 8, 0, blocks, True)


def assert_same(one: dict, other: dict) -> None:
    for table, columns in one.items():
        for name, values in columns.items():
            pair = [part[0] if isinstance(part, tuple) else part for part in (values, other[table][name])]
            assert np.array_equal(*pair), (table, name)


# --- how they are written --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("text", "name"), [
    ("greedy@0.20", "greedy@0.2"), ("greedy@0", "greedy"), ("greedy@1e0", "greedy@1"), ("search", "search:100"),
    ("search:0100", "search:100"), ("search:100:consul", "search:100"), ("search:007:greedy@.50", "search:7:greedy@0.5"),
    ("./own.py:first", "own.py:first"), ("own.py:first@0.50", "own.py:first@0.5"), ("../{here}/own.py:first@0", "own.py:first"),
    ("search:5:./own.py:twin", "search:5:own.py:twin"),
])  # fmt: skip
def test_a_bot_has_one_name_and_that_name_is_the_bot(folder, text, name):
    bot = parse(text.format(here=folder.name))
    name = name if "{here}" not in text else f"../{folder.name}/own.py:first"
    assert bot.name == name
    assert parse(bot.name) == bot


@pytest.mark.parametrize("place", ["a@b/c:d.py", "name with spaces.py", "été/Ρώμη.py", "x.py@1.py"])
def test_paths_of_all_kinds(folder, place):
    path = folder / place
    path.parent.mkdir(exist_ok=True)
    path.write_text(BOTS)
    for text in (f"./{place}:plain_first", f"{path}:plain_first@0.3"):
        bot = parse(text)
        assert (bot.plain, bot.noise) == (True, 0.3 if "@0.3" in text[-4:] else 0.0)
        assert parse(bot.name) == bot


def test_they_sit_beside_shipped_ones():
    seats = parse_seats("greedy,own.py:first@0.5,own.py:plain_first", 3)
    assert [bot.name for bot in roster(seats)] == ["greedy", "own.py:first@0.5", "own.py:plain_first"]


def test_a_file_without_a_name_is_its_score_or_choose(folder):
    (folder / "mine.py").write_text("def choose(view, actions):\n    return actions[0]\n")
    assert parse("mine.py").name == "mine.py:choose"
    with pytest.raises(BadInput, match=r"did you mean mine\.py"):
        parse("mine")


def test_too_many_bots_for_a_run():
    with pytest.raises(BadInput, match="17 different bots; a run has room for 16"):
        roster([parse(f"greedy@0.{number}") for number in range(11, 28)])


@pytest.mark.parametrize(("text", "said"), [
    ("missing.py:score", "missing.py is not there"), ("own.py:nothing", "has no 'nothing'; it has first, twin"),
    ("./:score", "a path leads to a Python file"), ("own.py:a b", "behind the file stands the name of a function"),
    ("own.py:number", "is no function and has no method choose"), ("own.py:too_few", r"takes \(view\); accepted: score\("),
    ("own.py:wrong_names", r"takes \(rules, seen, action, weights\)"), ("own.py:first@2", "share of random decisions"),
    ("search:3:own.py:plain_first", "which is plain Python"), ("folder.py:score", "folder.py is a folder"),
    ("broken.py:score", "broken.py is not Python: line 2"), ("failing.py:score", "cannot be run: line 2: KeyError: 'a'"),
    ("leaving.py:score", "cannot be run: line 1: SystemExit"), ("binary.py:score", "is not Python"),
    ("heavy.py:score", "WEIGHTS must be a table of at most 64"),
])  # fmt: skip
def test_what_cannot_be_read_is_refused_in_a_sentence(folder, text, said):
    (folder / "folder.py").mkdir(exist_ok=True)
    (folder / "broken.py").write_text("x = 1\ndef score(:\n")
    (folder / "failing.py").write_text("x = {}\nx['a']\n")
    (folder / "leaving.py").write_text("raise SystemExit(3)\n")
    (folder / "binary.py").write_bytes(b"\x00\xff\xfe")
    (folder / "heavy.py").write_text(f"WEIGHTS = dict.fromkeys(map(str, range(65)), 1)\n{BOTS[BOTS.index('def first'):][:70]}")
    if text.startswith("heavy"):
        text = "heavy.py:first"
    with pytest.raises(BadInput, match=said) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


def test_reading_leaves_nothing_beside_the_file(folder):
    parse("own.py:first")
    assert not list(folder.glob("**/__pycache__"))


# --- what they play --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("bots", "players"), [
    (["{}first"], 2), (["{}first", "greedy"], 3), (["random", "{}first@0.3", "greedy@0.5", "consul"], 4),
    (["{}first", "search:1:greedy"], 2),
])  # fmt: skip
def test_a_plain_bot_plays_the_games_of_its_compiled_twin(bots, players):
    compiled, plain = (play([bot.format(f"own.py:{kind}") for bot in bots], players, 2) for kind in ("", "plain_"))
    assert_same(compiled, plain)


def test_a_compiled_bot_of_a_user_plays_as_the_shipped_one_does():
    """Ties, noise and god's worth too; `twin` multiplies by a weight of its own, which is 2 - 1."""
    assert_same(play(["own.py:twin@0.1", "random"], blocks=300), play(["greedy@0.1", "random"], blocks=300))


def test_the_stepping_api_decides_as_a_run_does():
    bot = parse("own.py:plain_greedy@0.2")
    turns = play([bot.name], 2, 1)["turns"]
    game, played = Game(STANDARD, 2, 8, 0), []
    while not game.done:
        action = game.decide(bot)
        played += [action.card] if action.phase == "play" else []
        game.apply(action)
    assert played == list(turns["play"][: len(played)])


def test_gains_are_what_greedy_counts():
    """Choosing among the best at random wins as much from greedy as greedy does, and more from random than luck."""
    seats = play(["own.py:plain_greedy", "random"], 2, 60)["seats"]
    assert np.mean(seats["win_share"][seats["bot"][0] == 0]) > 0.8


def test_a_class_is_made_anew_for_every_decision():
    assert_same(play(["own.py:Counting"], 2, 1), play(["own.py:plain_first"], 2, 1))
    assert parse("own.py:Counting").plain
    assert parse("own.py:instance").plain


def test_a_plain_bot_cannot_change_the_game():
    assert_same(play(["own.py:plain_meddling"], 2, 1), play(["own.py:plain_first"], 2, 1))


# --- what fails ---------------------------------------------------------------------------------------------------------------
WHERE = r": seed 8, block 0, seat \d, round \d+, (refresh|take|advance|play) phase$"


@pytest.mark.parametrize(("name", "said"), [
    ("nan", "gave a score that is not a number: seed 8, block 0, seat 0, round 3, play phase$"),
    ("infinite", "gave a score that is not a number: seed 8, block 0, seat 0, round 3, play phase$"),
    ("raising", r"raised ValueError in line 26 \(too hard\): seed 8, block 0, seat 0, round 3, play phase$"),
    ("meddling", "wrote into the view, the rules or the weights, which it may only read: seed 8, block 0"),
    ("plain_none", "answered None, which is not one of the 5 legal actions: seed 8, block 0, seat 0, round 1, take phase$"),
    ("plain_text", "answered 'take .*', which is not one of the 5"), ("plain_true", "answered True, which"),
    ("plain_raising", r"raised KeyError in line \d+ \('no such key'\)" + WHERE),
])  # fmt: skip
def test_a_bot_that_fails_is_named_with_the_decision(name, said):
    with pytest.raises(BadInput, match=f"^bot own.py:{name} {said}") as caught:
        play([f"own.py:{name}", "random"])
    assert "\n" not in str(caught.value)
    if name != "meddling":
        game = Game(STANDARD, 2, 8, 0)
        with pytest.raises(BadInput, match=f"^bot own.py:{name} {said}"):
            while not game.done:
                game.apply(game.decide(parse(f"own.py:{name}" if game.seat == 0 else "random")))


def test_the_decision_that_failed_is_the_one_that_is_named():
    """A compiled bot raises in the middle of a range: the game is found by the rows that are missing."""
    with pytest.raises(BadInput) as caught:
        play(["random", "own.py:sometimes"], 2, 200)
    block, seat = map(int, re.search(r"block (\d+), seat (\d)", str(caught.value)).groups())
    rings = [Game(STANDARD, 2, 8, number).ring[:2] for number in range(block + 1)]
    assert [number for number, ring in enumerate(rings) if ring == ["macedonia", "hispania"]] == [block]
    assert (block > 0, seat) == (True, 1)


def test_the_line_is_one_of_code_and_not_of_a_text(folder):
    """A word of the complaint may stand in the docstring too, or in a comment."""
    (folder / "worded.py").write_text(
        '"""Looks at seen.round."""\n\n\n'
        "def score(rules, seen, action, weights, scratch):\n    # seen.round\n    return 1.0 * seen.round\n"
    )
    with pytest.raises(BadInput, match=r"cannot be compiled \(line 6\): there is no field 'round'"):
        _ = parse("worded.py:score").score


@pytest.mark.parametrize(("name", "said"), [
    ("silent", r" \(line \d+\): it returns none where a number is needed"),
    ("wrong_field", r" \(line \d+\): there is no field 'tokens' in the view"),
    ("unknown_name", r" \(line \d+\): NameError: name 'no_such_function' is not defined"),
])  # fmt: skip
def test_what_does_not_compile_says_why_and_where(folder, name, said):
    with pytest.raises(BadInput, match=f"own.py:{name} cannot be compiled{said}") as caught:
        _ = parse(f"own.py:{name}").score
    line = int(re.search(r"line (\d+)", str(caught.value))[1])
    named = [number for number, text in enumerate(BOTS.splitlines(), 1) if text.startswith(f"def {name}")]
    assert 0 < line - named[0] + 1 <= 2


# --- runs --------------------------------------------------------------------------------------------------------------
def digests(path: Path) -> list:
    return [chunk["digests"] for chunk in read_run(path).manifest["chunks"]]


@pytest.mark.parametrize("bots", ["own.py:plain_greedy@0.1,greedy", "own.py:twin,own.py:first"])
def test_the_same_seed_gives_the_same_bytes_with_any_workers(tmp_path, bots):
    plan = make_plan(rules=STANDARD, players=2, bots=bots, games=16, chunk_blocks=2, log="turns")
    for name, workers, backend in (("one", 1, "threads"), ("threads", 3, "threads"), ("processes", 2, "processes")):
        simulate(plan, tmp_path / name, workers=workers, backend=backend)
    assert digests(tmp_path / "one") == digests(tmp_path / "threads") == digests(tmp_path / "processes")


def test_a_run_says_what_its_bots_are_made_of_and_goes_on_only_with_that(tmp_path):
    file = tmp_path / "changing.py"
    file.write_text(BOTS)
    plan = make_plan(rules=STANDARD, players=2, bots=f"{file}:first,greedy", games=8, chunk_blocks=1)
    simulate(plan, tmp_path / "run")
    told = read_run(tmp_path / "run").manifest["plugins"]
    digest = plugin.file_source(str(file), "first", "quorumsim.quorum.layout").digest
    sentence = "All the bots that the tests need."
    assert told == [{"bot": f"{file}:first", "sentence": sentence, "files": {str(file): digest}}]
    assert resume(tmp_path / "run").games == 8
    file.write_text(BOTS + "\n# changed\n")
    with pytest.raises(BadInput, match=r"changing.py of bot .* is not the file that .* was begun with"):
        resume(tmp_path / "run")
    file.unlink()
    with pytest.raises(BadInput, match=r"changing.py is not there"):
        resume(tmp_path / "run")


def test_finished_chunks_of_a_run_that_failed_are_kept(tmp_path):
    plan = make_plan(rules=STANDARD, players=2, bots="own.py:sometimes,random", games=400, chunk_blocks=1)
    for again in (False, True):
        with pytest.raises(BadInput, match="this ring"):
            _ = resume(tmp_path / "run") if again else simulate(plan, tmp_path / "run")
        manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
        assert manifest["state"] == "partial"
        assert manifest["chunks"]
        assert not list((tmp_path / "run").glob("**/*.unfinished"))


def test_reading_a_run_runs_nobodys_file(tmp_path):
    from quorumsim.analysis.sample import sample_of

    file, marker = tmp_path / "spying.py", tmp_path / "was run"
    file.write_text(f"open({str(marker)!r}, 'w').close()\n{BOTS}")
    simulate(make_plan(rules=STANDARD, players=2, bots=f"{file}:first", games=1), tmp_path / "run")
    marker.unlink()
    plugin._module.cache_clear()
    plugin.code.cache_clear()
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert sample_of(read_run(tmp_path / "run")).sentences == ("All the bots that the tests need.",)
    (tmp_path / "run" / "manifest.json").write_text(json.dumps({**manifest, "plugins": []}))
    assert sample_of(read_run(tmp_path / "run")).sentences == ("",)
    assert not marker.exists()


# --- weights of one's own, and installed bots ---------------------------------------------------------------------------
OWN_WEIGHTS = """
sentence = "Collects architecture even more."
function = "leaning"
made_for = "standard"

[weights]
architecture = 20
"""


def test_weights_of_a_users_own(folder):
    (folder / "mine.toml").write_text(OWN_WEIGHTS)
    bot = parse("./mine.toml")
    assert (bot.name, bot.weights, bot.function) == ("mine.toml", (("architecture", 20.0),), "leaning")
    assert bot.note(STANDARD) is None
    assert bot.note(resolve("standard", ["god_limit=2"])) == "not tuned for these rules"
    (folder / "same.toml").write_text(OWN_WEIGHTS.replace("20", "4"))
    assert_same(play(["same.toml", "random"], blocks=50), play(["architecture", "random"], blocks=50))


@pytest.mark.parametrize(("old", "new", "said"), [
    ('"leaning"', '"leening"', r'function is "leening" \(did you mean "leaning"\?\)'),
    ("architecture = 20", "architektur = 20", r'weights has "architektur", which leaning does not read \(did you mean "archi'),
    ("architecture = 20", "architecture = inf", "architecture"), ("sentence", "sentense", 'unknown field "sentense"'),
    ('"standard"', '"strandard"', "unknown rules"), ("[weights]", "[weights", "is not TOML"),
    ("[weights]", 'policy = "greedy"\n[weights]', "leaning does not search"), ("20", '"20"', "weights.architecture"),
    ("[weights]", "noise = 2.0\n[weights]", "noise is 2.0"),
])  # fmt: skip
def test_a_data_file_that_is_wrong_is_refused_in_a_sentence(folder, old, new, said):
    (folder / "wrong.toml").write_text(OWN_WEIGHTS.replace(old, new))
    with pytest.raises(BadInput, match=said) as caught:
        parse("wrong.toml")
    assert "\n" not in str(caught.value)


def test_an_installed_bot_has_a_plain_name_and_is_imported_only_when_named(tmp_path, monkeypatch, cli):
    package = tmp_path / "packages"
    (package / "theirs-1.0.dist-info").mkdir(parents=True)
    (package / "theirs-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (package / "theirs-1.0.dist-info" / "entry_points.txt").write_text("[quorumsim.bots]\ntheirs = theirs_bots:plain_first\n")
    (package / "theirs_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(package)
    invalidate_caches()
    assert "theirs " in cli("bots", "list").out
    assert "theirs_bots" not in sys.modules
    bot = parse("theirs@0.5")
    assert (bot.name, bot.plain, bot.files[0][0]) == ("theirs@0.5", True, "theirs_bots")
    assert load("greedy") == parse("greedy")


# --- step by step -------------------------------------------------------------------------------------------------------
def test_a_compiled_bot_can_be_stepped_through(folder):
    (folder / "stopping.py").write_text(BOTS.replace("return -action", "breakpoint(); return -action"))
    command = [sys.executable, "-m", "quorumsim", "transcript", "--players", "2", "--bots", "./stopping.py:first,random"]
    root = str(Path(plugin.__file__).parents[2])
    result = subprocess.run(command, input="p 'phase', int(seen.phase)\nq\n", capture_output=True, text=True, cwd=folder,
                            env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": root})  # fmt: skip
    assert "stopping.py" in result.stdout
    assert "('phase', 1)" in result.stdout
    assert result.returncode == 2
    assert "raised BdbQuit" in result.stderr

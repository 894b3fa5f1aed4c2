"""The kernel of Dominus against its oracle: the same games, played twice by code that shares nothing, compared move by move.

The kernel plays ranges of blocks as it does for a run; its moves are those of every bot. The oracle carries the same moves
out, after it has said what was legal, and for bots that decide at random it chooses them itself.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from quorumsim.dominus import kit
from quorumsim.dominus.game import Game
from quorumsim.dominus.names import COLOURS, ICONS, KINDS
from quorumsim.dominus.rules import Rules, resolve
from tests.oracle_dominus import columns
from tests.oracle_dominus.game import Game as OracleGame
from tests.oracle_dominus.play import play as oracle_play

BATCH = 100
EVERY = 100
SEED = 20261
READINGS = ("literal", "reconstructed", "literal-hub", "reconstructed-hub")
TURN_COLUMNS = ("round", "seat", "tile", "operation_1", "operation_2", "token", "reserve", "refill")
GAME_COLUMNS = ("tokens_left", "symbols", "legions_out", "units_moved")
POINTS = ("city", "provinces", "deploys", "tokens", "goods", "total")


def oracle_rules(rules: Rules) -> dict[str, Any]:
    """Resolved rules as the oracle takes them: plain data, no method of the product's."""
    data = rules.model_dump(mode="json")
    data["links"] = [link["between"] for link in data["links"]]
    return data


def disagreements(
    rules: Rules, players: int, seed: int, first_block: int, blocks: int, names: list[str], every: int = 1
) -> Iterator[str]:
    """One sentence for each game of a range of blocks (first rotation only) in which the two differ.

    One game in `every` is compared in its whole state after every move; of the others, whose bots must play at random so that
    the oracle chooses for itself, every move of the batch loop and the rows of the end.
    """
    bots = kit.roster([kit.parse(name) for name in names])
    seating = [[bot.name for bot in bots].index(name) for name in names]
    tables = kit.play(rules, players, bots, seating, 1, seed, first_block, blocks, True)
    plain = oracle_rules(rules)
    deciding = [kit.parse(name) for name in names]
    for number in range(blocks):
        block = first_block + number
        if number % every == 0:
            problem = _played(rules, plain, players, seed, block, deciding, number, tables)
        else:
            problem = _rows(players, rules.turns * players, number, tables, oracle_play(plain, players, seed, block))
        if problem:
            yield f"{rules.name}, {players} players, {','.join(names)}, seed {seed}, block {block}: {problem}"


def _played(
    rules: Rules, plain: dict[str, Any], players: int, seed: int, block: int, bots: list[Any], number: int,
    tables: dict[str, Any],
) -> str | None:  # fmt: skip
    """Every decision by the stepping API and by the oracle, then the rows that a run keeps."""
    game, oracle = Game(rules, players, seed, block), OracleGame(plain, players, seed, block)
    while not oracle.done:
        where = f"turn {oracle.turn}, seat {oracle.seat}, {oracle.phase}"
        if (game.round, game.seat, game.phase) != (oracle.turn, oracle.seat, oracle.phase):
            return f"{where}: the kernel is at turn {game.round}, seat {game.seat}, {game.phase}"
        legal = [action.number for action in game.legal_actions()]
        if legal != oracle.legal_actions():
            return f"{where}: legal are {legal}, expected {oracle.legal_actions()}"
        bot = bots[game.seat]
        action = game.decide(bot).number
        if bot.noise >= 1.0 and len(legal) > 1 and action != _at_random(oracle, legal):
            return f"{where}: a random bot takes {action}, expected {_at_random(oracle, legal)}"
        game.apply(action)
        oracle.apply(action)
        difference = _difference(_found(game), oracle)
        if difference:
            return f"after {where}, action {action}: {difference}"
        totals = [row["total"] for row in oracle.totals()]
        if game.totals != totals:
            return f"after {where}, action {action}: totals are {game.totals}, expected {totals}"
    if not game.done:
        return "the game is not over after its last turn"
    return _rows(players, rules.turns * players, number, tables, oracle)


def _at_random(oracle: OracleGame, legal: list[int]) -> int:
    from tests.oracle_dominus import chance

    index = chance.decision_index(oracle.turn, oracle.seat, oracle.phase, oracle.repeat)
    return chance.random_choice(oracle.key, index, legal)


def _found(game: Game) -> dict[str, Any]:
    """The kernel's state in the oracle's words."""
    told = game.snapshot()
    same = ("legions", "reserves", "generals", "tokens", "goods", "ring", "tiles_shown", "markers", "reserved")
    return {name: told[name] for name in same} | {
        "colours": [{name: city[name] for name in COLOURS} for city in told["cities"]],
        "icons": [{name: city[name] for name in ICONS if name != "none"} for city in told["cities"]],
        "score_tiles": told["score_tiles"],
        "parts": told["scores"],
    }


def _difference(found: dict[str, Any], oracle: OracleGame) -> str | None:
    expected = oracle.snapshot() | {"score_tiles": oracle.score_tiles, "parts": oracle.totals()}
    for name, value in found.items():
        if value != expected[name]:
            return f"{name} is {value}, expected {expected[name]}"
    return None


def _rows(players: int, turns_a_game: int, number: int, tables: dict[str, Any], oracle: OracleGame) -> str | None:
    """The rows that a run keeps of the game, whose moves were those of the batch loop."""
    span = slice(number * turns_a_game, (number + 1) * turns_a_game)
    logged = columns.turns(oracle)
    for name in TURN_COLUMNS:
        found, expected_moves = tables["turns"][name][span].tolist(), [turn[name] for turn in logged]
        if found != expected_moves:
            row = next(row for row, pair in enumerate(zip(found, expected_moves, strict=True)) if pair[0] != pair[1])
            return f"turn row {row}: {name} is {found[row]}, expected {expected_moves[row]}"
    expected_game = columns.games(oracle)
    for name in GAME_COLUMNS:
        if tables["games"][name][number] != expected_game[name]:
            return f"games: {name} is {tables['games'][name][number]}, expected {expected_game[name]}"
    if tables["games"]["winners"][number] != len(expected_game["winners"]):
        return f"games: winners is {tables['games']['winners'][number]}, expected {len(expected_game['winners'])}"
    for seat, expected in enumerate(columns.seats(oracle)):
        for name, value in expected.items():
            found = tables["seats"][name][number * players + seat]
            if not np.isclose(found, value, rtol=0, atol=1e-12):
                return f"seat {seat}: {name} is {found}, expected {value}"
    return None


def random_rules(draw: random.Random) -> Rules:
    """Rules with every value drawn at random, on either map."""
    legions, ring = draw.randint(1, 20), [draw.randint(3, 12) for _ in range(3)]
    values: dict[str, Any] = {
        "turns": draw.randint(1, 30),
        "legions": legions,
        "legions_in_rome": draw.randint(0, legions),
        "general_power": draw.randint(0, 9),
        "ring_size": ring,
        "reserve_steps": draw.randint(1, min(4, min(ring) - 1)),
        "p_symbol": draw.choice((0.0, 0.15, 0.45, 1.0)),
        "p_same": draw.choice((0.0, 0.4, 1.0)),
        "p_icon": draw.choice((0.0, 0.5, 1.0)),
        "icon_shares": draw.choice(([1, 1, 1], [0, 2, 1], [3, 0, 0.5], [0, 0, 1])),
        "operations_same": draw.randint(0, 4),
        "operations_two": draw.randint(0, 4),
        "general_moves_on_two": draw.random() < 0.5,
        "deploy_bonus": [draw.randint(0, 3) for _ in range(6)],
        "token_bonus": [[draw.randint(0, 3) for _ in range(6)] for _ in range(6)],
        "token_copies": draw.randint(0, 2),
        "vp_per": [draw.randint(0, 2) for _ in range(5)],
        "score_tiles": [draw.choice(KINDS) for _ in range(12)],
        "prizes": [draw.randint(0, 9) for _ in range(3)],
        "city_kinds": draw.sample(KINDS[1:], draw.randint(0, len(KINDS) - 1)),
        "city_prizes": [draw.randint(0, 9) for _ in range(3)],
        "after_tie_for_first": draw.choice(("third", "nothing")),
        "map": draw.choice(("empire", "hub")),
    }
    return resolve("literal", [f"{name}={json.dumps(value)}" for name, value in values.items()])


def batch(number: int) -> tuple[str, int, list[str]]:
    """A batch of games: the four readings in turn, every fifth batch rules drawn at random; one in forty with other bots."""
    draw = random.Random(number)
    players = 2 + number % 3
    drawn = number % 5 == 4
    rules = random_rules(draw) if drawn else resolve(READINGS[number // 3 % len(READINGS)])
    scoring = number % 40 == 0
    names = draw.choices(("mixed", "spreader", "random", "stacker@0.3"), k=players) if scoring else ["random"] * players
    name = "drawn at random" if drawn else rules.name
    return name, players, list(disagreements(rules, players, SEED, number * BATCH, BATCH, names, 1 if scoring else EVERY))

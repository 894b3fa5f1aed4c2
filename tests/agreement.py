"""The kernel against the oracle: the same games, played twice by code that shares nothing, compared move by move.

The kernel plays whole ranges of blocks as it does for a run and its moves are carried out again through the stepping API, so
that the batch loop, the stepping API and the oracle are all held against each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from quorumsim.bots import kit
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PRODUCTS, PROVINCES, TIE_BREAKS, TYPES
from quorumsim.quorum.rules import Rules, from_json, resolve, to_json
from tests.oracle.play import play as oracle_play

BOTS = ("random", "greedy", "greedy@0.2")


def oracle_rules(rules: Rules) -> dict:
    """Resolved rules as the oracle takes them: plain data, no method of the product's."""
    data = rules.model_dump()
    for province in data["provinces"].values():
        province["counts"] = {name: list(values) for name, values in province["counts"].items()}
    for card in data["cards"]:
        card["products"] = list(card["products"])
    return data


def disagreements(rules: Rules, players: int, seed: int, first_block: int, blocks: int, names: list[str]) -> Iterator[str]:
    """One sentence for each game of a range of blocks (first rotation only) in which the two differ."""
    bots = kit.roster([kit.parse(name) for name in names])
    seating = [[bot.name for bot in bots].index(name) for name in names]
    tables = kit.play(rules, players, bots, seating, 1, seed, first_block, blocks, True)
    turns_a_game = rules.rounds * players
    plain = oracle_rules(rules)
    for number in range(blocks):
        expected = oracle_play(plain, players, seed, first_block + number, names)
        turns = {name: values[number * turns_a_game :][:turns_a_game] for name, values in tables["turns"].items()}
        problem = (
            _moves(rules, turns, expected) or _replayed(rules, players, seed, first_block + number, turns, expected)
            or _rows(rules, players, tables, number, expected)
        )  # fmt: skip
        if problem:
            yield f"{rules.name}, {players} players, {','.join(names)}, seed {seed}, block {first_block + number}: {problem}"


def _moves(rules: Rules, turns: dict[str, np.ndarray], expected: dict) -> str | None:
    """What was taken, refilled, advanced and played in every turn of the batch loop."""
    for row, turn in enumerate(expected["turns"]):
        rome = turn["refresh"][-1] if turn["refresh"] else turn["rome"]
        played = {
            "round": turn["round"], "seat": turn["seat"], "refreshes": len(turn["refresh"]), "take": turn["take"],
            "refill": turn["refill"], "play": turn["play"],
            "advance": -1 if turn["advance"] is None else PROVINCES.index(turn["advance"]),
            **{f"rome_{slot + 1}": card for slot, card in enumerate(rome)},
        }  # fmt: skip
        for name, value in played.items():
            if turns[name][row] != value:
                return f"turn {row}: {name} is {turns[name][row]}, expected {value}"
    return None


def _replayed(rules: Rules, players: int, seed: int, block: int, turns: dict, expected: dict) -> str | None:
    """Every field of the state after every turn, by the stepping API."""
    game = Game(rules, players, seed, block)
    opening = {"rome": game.rome, "hands": [game.hand(seat) for seat in range(players)]}
    if opening != expected["opening"] or game.ring != expected["ring"]:
        return f"the deal is {opening}, ring {game.ring}"
    for row, turn in enumerate(expected["turns"]):
        seat = game.seat
        rome_before = game.rome
        if not turn["refresh"] and rome_before != turn["rome"]:
            return f"turn {row}: Rome is {rome_before}, expected {turn['rome']}"
        while game.phase == "refresh":
            game.apply(int(game.state.seen.turn_refreshes < turns["refreshes"][row]))
        game.apply(game.rome.index(int(turns["take"][row])))
        if game.phase == "advance":
            game.apply(int(turns["advance"][row]))
        game.apply(game.hand(seat).index(int(turns["play"][row])))
        extra = turn["extra"]
        seen = {
            "tokens": game.tokens, "positions": game.positions, "totals": game.totals, "deck_size": len(game.deck),
            "hands": [game.hand(other) for other in range(players)],
        }  # fmt: skip
        for name, value in seen.items():
            if value != extra[name]:
                return f"turn {row}: {name} is {value}, expected {extra[name]}"
        recounted = [game.recount(other) for other in range(players)]
        if recounted != game.totals:
            return f"turn {row}: recounted from scratch the totals are {recounted}, kept {game.totals}"
    if not game.done or game.legal_actions():
        return "the game is not over after its last turn"
    end, extra = expected["end"], expected["extra"]
    found = {"order": game.order, "tokens": game.tokens, "positions": game.positions}
    for name, value in found.items():
        if value != end[name]:
            return f"end: {name} is {value}, expected {end[name]}"
    points = [{name: row[name] for name in (*PROVINCES, *TYPES, "total")} for row in game.scores()]
    if points != end["points"]:
        return f"end: points are {points}, expected {end['points']}"
    if game.places() != extra["place"] or game.deck != extra["deck"]:
        return f"end: places are {game.places()}, deck {game.deck}, expected {extra['place']}, {extra['deck']}"
    return None


def _rows(rules: Rules, players: int, tables: dict[str, Any], number: int, expected: dict) -> str | None:
    """The rows that a run keeps of the game."""
    end, extra = expected["end"], expected["extra"]
    games, seats = tables["games"], tables["seats"]
    winners = len(end["winners"])
    codes, rings = games["ring"]
    row = {"refreshes": extra["refreshes"], "forced_refreshes": extra["forced_refreshes"], "winners": winners}
    row |= {"gods_taken": sum(extra["gods_taken"])} | {f"token_{name}": end["tokens"][name] for name in PROVINCES}
    for name, value in row.items():
        if games[name][number] != value:
            return f"games: {name} is {games[name][number]}, expected {value}"
    if rings[codes[number]] != " ".join(expected["ring"]):
        return f"games: ring is {rings[codes[number]]}"
    for seat in range(players):
        row = {
            **end["points"][seat], "influence": end["influence"][seat], "place": extra["place"][seat],
            "margin": extra["margin"][seat], "gods": extra["gods_taken"][seat],
            "win_share": 1 / winners if seat in end["winners"] else 0.0,
            **{f"hand_{place + 1}": card for place, card in enumerate(expected["opening"]["hands"][seat])},
        }  # fmt: skip
        for name, value in row.items():
            if seats[name][number * players + seat] != value:
                return f"seats: {name} of seat {seat} is {seats[name][number * players + seat]}, expected {value}"
    return None


def random_rules(draw: random.Random, players: int) -> Rules:
    """Rules that differ from the standard ones in most fields, playable by `players`."""
    data = to_json(resolve())
    rounds, hand, rome = draw.randint(6, 12), draw.randint(2, 5), draw.randint(3, 6)
    while players * (hand + rounds) + 2 * rome > 72:
        rounds -= 1
    data |= {
        "name": "drawn", "rounds": rounds, "hand_size": hand, "rome_size": rome, "god_limit": draw.randint(0, hand),
        "god_advance": draw.randint(0, 3), "refresh_threshold": draw.randint(0, rome + 1),
        "refresh_limit": draw.randint(0, 3), "stuck_rome": draw.choice(["refresh", "redeal"]),
        "ring": draw.choice(["random", draw.sample(PROVINCES, 6)]), "token_overflow": draw.choice(["ignore", "clamp"]),
        "track_length": draw.randint(4, 20), "track_end": draw.choice(["stay", "restack"]),
        "track_tie": draw.choice(["first", "last", "shared"]), "shared_tie": draw.choice(["best", "worst", "average", "next"]),
        "rank_loss": [draw.randint(0, 3) for _ in range(4)], "military_trio": draw.randint(0, 12),
        "military_pair": draw.randint(0, 8), "military_zero_pairs": draw.random() < 0.5,
        "intrigue_points": draw.randint(0, 3), "intrigue_power": draw.randint(0, 3),
        "architecture_points": [draw.randint(0, 20) for _ in range(7)],
        "commerce_points": [draw.randint(0, 6) for _ in range(draw.randint(1, 6))],
        "tie_break": draw.sample(TIE_BREAKS, draw.randint(0, len(TIE_BREAKS))),
        "start_stack": draw.choice(["seats", "reverse"]),
        "seat_points": {str(n): [draw.randint(0, 5) for _ in range(n)] for n in (2, 3, 4)},
        "seat_spaces": {str(n): [{draw.choice(PROVINCES): draw.randint(1, 3)} for _ in range(n)] for n in (2, 3, 4)},
    }  # fmt: skip
    for province in data["provinces"].values():
        low, high = draw.randint(0, 2), draw.randint(3, 6)
        province |= {"token_min": low, "token_max": high, "token_start": draw.randint(low, high)}
        types, powers = draw.sample(TYPES, draw.randint(1, 4)), draw.sample(range(4), draw.randint(1, 4))
        province["counts"] = {"types": types, "powers": powers}
    for card in data["cards"].values():
        card |= {"power": draw.randint(0, 3), "banner": draw.randint(1, 4), "province": draw.choice(PROVINCES)}
        if card["type"] == "commerce":
            card["products"] = sorted(draw.choices(PRODUCTS, k=draw.randint(1, 4)))
    for god in data["gods"].values():
        god |= {"left": draw.randint(-3, 3), "right": draw.randint(-3, 3), "copies": draw.randint(1, 4)}
    return from_json(data, "drawn rules")


def seatings(players: int, draw: random.Random) -> list[str]:
    """Bots by seat: often all alike, else mixed."""
    return [draw.choice(BOTS)] * players if draw.random() < 0.5 else [draw.choice(BOTS) for _ in range(players)]



"""What a finished game tells: the columns of a run and the lines of a transcript."""

from .game import Game
from .scoring import powers
from .words import COLOURS, GOODS, ICONS, OUTSIDE_ROME, PROVINCES, SYMBOLS


def seats(game: Game) -> list[dict]:
    """The columns of a run's seats, by seat, without names of game, bot and seat."""
    lines = game.totals()
    totals = [line["total"] for line in lines]
    winners = game.winners()
    power = {province: powers(game.rules, game.legions, game.generals, province) for province in PROVINCES}
    near_rome = {end for start, end in game.links if start == "roma"}
    rows = []
    for seat in range(game.players):
        others = [total for other, total in enumerate(totals) if other != seat]
        symbols = [tile["symbol"] for tile in game.cities[seat]]
        count = game.counts[seat]
        row = lines[seat] | {
            "place": 1 + len([total for total in others if total > totals[seat]]),
            "win_share": 1 / len(winners) if seat in winners else 0.0,
            "margin": totals[seat] - max(others),
            "first_visits": len(game.tokens_taken[seat]),
            "legions_deployed": count["legions_deployed"],
            "reserve_left": game.reserves[seat],
            "out_turn": count["out_turn"],
            "general_turn": count["general_turn"],
            "held": len([p for p in OUTSIDE_ROME if game.legions[p][seat] > 0 or game.generals[seat] == p]),
            "led": len([p for p in OUTSIDE_ROME if leader(power[p]) == seat]),
            "strongest": max(power[p][seat] for p in OUTSIDE_ROME),
            "near_rome": sum(power[p][seat] for p in near_rome),
            "passes": count["passes"],
            "symbols_same": symbols.count("same"),
            "symbols_two": symbols.count("two"),
        }
        rows.append(row)
    return rows


def leader(power: list[int]) -> int | None:
    """The seat that is alone in first."""
    most = max(power)
    return power.index(most) if most > 0 and power.count(most) == 1 else None


def games(game: Game) -> dict:
    """The columns of a run's games that the play decides."""
    symbols = [tile["symbol"] for city in game.cities for tile in city]
    return {
        "winners": game.winners(),
        "tokens_left": len(game.tokens),
        "symbols": len(symbols) - symbols.count(None),
        "legions_out": game.reserves.count(0),
        "units_moved": sum(count["units_moved"] for count in game.counts),
    }


def turns(game: Game) -> list[dict]:
    """The rows of a run's turns; -1 stands for none."""
    rows = []
    for turn in game.turn_log:
        actions = [*turn["actions"], -1, -1]
        tokens = [operation["token"] for operation in turn["operations"] if operation.get("token")]
        rows.append(
            {
                "round": turn["turn"],
                "seat": turn["seat"],
                "tile": tile_code(turn["tile"]),
                "operation_1": actions[0],
                "operation_2": actions[1],
                "token": GOODS.index(tokens[-1]) if tokens else -1,
                "reserve": -1 if turn["reserve"] is None else turn["reserve"],
                "refill": -1 if turn["refill"] is None else tile_code(turn["refill"]),
            }
        )
    return rows


def tile_code(tile: dict) -> int:
    """Colour + 3 * icon + 12 * symbol, the last two from 1, 0 for none."""
    icon = 0 if tile["icon"] is None else 1 + ICONS.index(tile["icon"])
    symbol = 0 if tile["symbol"] is None else 1 + SYMBOLS.index(tile["symbol"])
    return COLOURS.index(tile["colour"]) + 3 * icon + 12 * symbol


def transcript(game: Game) -> dict:
    """A transcript from "score_tiles" on: what is told of the game itself."""
    kept = ("turn", "seat", "tile", "operations", "reserve", "refill")
    return {
        "score_tiles": game.score_tiles,
        "ring": game.first_ring,
        "opening": game.opening_log,
        "turns": [{name: turn[name] for name in kept} for turn in game.turn_log],
        "end": {
            "legions": game.legions,
            "generals": game.generals,
            "tokens_left": game.tokens,
            "goods": game.goods,
            "points": game.totals(),
            "winners": game.winners(),
        },
    }

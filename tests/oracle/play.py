"""One whole game, from the deal to the winners."""

from . import bots as roster
from .game import Game, ids, setup, turn
from .scoring import PROVINCES, influence, places, points, province_order


def play(rules: dict, players: int, seed: int, block: int, bots: list[str]) -> dict:
    """Play a game, `bots` by seat; the transcript, with everything else worth comparing under "extra"."""

    def decide(game: Game, seat: int, round_index: int, phase: str, repeat: int, actions: list):
        return roster.decide(bots[seat], game, seat, round_index, phase, repeat, actions)

    game = setup(rules, players, seed, block)
    transcript = {
        "players": players,
        "bots": list(bots),
        "ring": list(game.ring),
        "opening": {"rome": ids(game.rome), "hands": [ids(hand) for hand in game.hands]},
    }
    transcript["turns"] = [
        turn(game, seat, round_index, decide) for round_index in range(rules["rounds"]) for seat in range(players)
    ]
    return transcript | result(game)


def result(game: Game) -> dict:
    """The end of a transcript, and "extra"; a margin is the own total less the best total of the other seats."""
    rules, table, seats = game.rules, game.table, range(game.players)
    lines = points(rules, table)
    totals = [line["total"] for line in lines]
    gods = [game.gods_held(seat) for seat in seats]
    place = places(rules, table, totals, gods)
    return {
        "end": {
            "positions": {province: list(table.positions[province]) for province in PROVINCES},
            "order": {province: province_order(rules, table, province) for province in PROVINCES},
            "tokens": dict(table.tokens),
            "points": lines,
            "influence": [influence(table, seat) for seat in seats],
            "winners": [seat for seat in seats if place[seat] == 1],
        },
        "extra": {
            "forced_refreshes": game.forced_refreshes,
            "refreshes": game.refreshes,
            "place": place,
            "margin": [totals[seat] - max(totals[other] for other in seats if other != seat) for seat in seats],
            "gods_taken": gods,
            "deck": ids(game.deck),
            "hands": [ids(hand) for hand in game.hands],
        },
    }

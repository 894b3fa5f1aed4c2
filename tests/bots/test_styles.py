"""Each bot does what its sentence says, seen in the games it plays."""

import numpy as np
import pytest

from quorumsim.bots import kit
from quorumsim.bots.registry import ROSTER
from quorumsim.quorum.names import PROVINCES, TYPES
from tests.random_play import STANDARD

GODS = sorted(card for card, _, _ in STANDARD.god_cards)
BANNER_OF = {card.id: card.banner for card in STANDARD.cards}
TYPE_OF = {card.id: card.type for card in STANDARD.cards}
DEALS = 150
TURNS = STANDARD.rounds * 4


@pytest.fixture(scope="module")
def duels() -> dict[str, dict]:
    """A bot against three greedy ones, every bot in every seat: the tables, by the bot's name."""
    tables = {}
    for name in ROSTER:
        bots = [kit.parse(name), kit.parse("greedy@0")]
        tables[name] = kit.play(STANDARD, 4, bots, [0, 1, 1, 1], 4, 31, 0, DEALS, True)
    return tables


def mine(tables: dict) -> np.ndarray:
    """Which rows of `seats` are the bot's: bool, (games, seats)."""
    return (tables["seats"]["bot"][0] == 0).reshape(-1, 4)


def my_turns(tables: dict) -> dict[str, np.ndarray]:
    """The bot's turns, in order: every column as (games, rounds)."""
    own = mine(tables)
    return {name: values.reshape(len(own), -1, 4).swapaxes(1, 2)[own] for name, values in tables["turns"].items()}


def rome(turns: dict[str, np.ndarray]) -> np.ndarray:
    """(games, rounds, slots)."""
    return np.stack([turns[f"rome_{slot}"] for slot in range(1, 6)], axis=-1)


def gods_before(turns: dict[str, np.ndarray]) -> np.ndarray:
    """Gods in the own hand before each turn: (games, rounds)."""
    took = np.isin(turns["take"], GODS)
    return np.cumsum(took, axis=1) - took


def test_pious_takes_a_god_whenever_it_may(duels):
    turns = my_turns(duels["pious"])
    may = np.isin(rome(turns), GODS).any(axis=-1) & (gods_before(turns) < STANDARD.god_limit)
    assert may.sum() > 100
    assert np.isin(turns["take"][may], GODS).all()
    assert (turns["refreshes"][may & (np.isin(rome(turns), GODS).sum(axis=-1) >= 3)] == 0).mean() > 0.5


def test_heathen_takes_a_god_only_if_nothing_else_lies_there(duels):
    turns = my_turns(duels["heathen"])
    took = np.isin(turns["take"], GODS)
    assert np.isin(rome(turns)[took], GODS).all()
    assert np.isin(rome(turns), GODS).any(axis=-1).sum() > 1000
    assert took.mean() < 0.002


def test_gods_are_taken_by_the_pious_more_than_by_greedy_more_than_by_the_heathen(duels):
    taken = {name: duels[name]["seats"]["gods"].reshape(-1, 4)[mine(duels[name])].mean() for name in duels}
    assert taken["pious"] > 2.5
    assert taken["heathen"] < 0.01
    assert taken["heathen"] < taken["greedy"] < taken["pious"]


@pytest.mark.parametrize("kind", TYPES)
def test_a_specialist_collects_its_type(duels, kind):
    """Clearly more cards of its type than greedy at the same table, and more points from them."""
    played = {name: np.vectorize(TYPE_OF.get)(my_turns(duels[name])["play"]) for name in (kind, "greedy")}
    own, plain = ((types == kind).sum(axis=1).mean() for types in played.values())
    assert own > plain + 1.5
    own, plain = (duels[name]["seats"][kind].reshape(-1, 4)[mine(duels[name])].mean() for name in (kind, "greedy"))
    assert own > plain


def test_senator_is_further_on_the_tracks_than_greedy(duels):
    """Its markers go further, and it scores more in the provinces than the greedy ones at its table."""
    influence = duels["senator"]["seats"]["influence"].reshape(-1, 4)
    own = mine(duels["senator"])
    assert influence[own].mean() > influence[~own].mean() + 2
    greedy = duels["greedy"]["seats"]["influence"].reshape(-1, 4)
    assert influence[own].mean() > greedy[mine(duels["greedy"])].mean() + 2


def spaces(tables: dict, first_round: int, last_round: int) -> float:
    """Spaces of the banners that the bot played in these rounds (from 1), a card."""
    played = my_turns(tables)["play"][:, first_round - 1 : last_round]
    return float(np.vectorize(BANNER_OF.get)(played).mean())


def test_tribune_moves_further_than_greedy_early_and_no_further_later(duels):
    """Its long banners lie on the table by half-time; it ends further on the tracks."""
    tribune, greedy = duels["tribune"], duels["greedy"]
    assert spaces(tribune, 1, 6) > spaces(greedy, 1, 6) + 0.25
    assert spaces(tribune, 7, 12) < spaces(greedy, 7, 12) + 0.1
    influence = tribune["seats"]["influence"].reshape(-1, 4)
    assert influence[mine(tribune)].mean() > influence[~mine(tribune)].mean() + 0.8


def test_legate_moves_less_far_than_greedy_first_and_further_in_the_last_third(duels):
    legate, greedy = duels["legate"], duels["greedy"]
    assert spaces(legate, 1, 4) < spaces(greedy, 1, 4) - 0.05
    assert spaces(legate, 9, 12) > spaces(greedy, 9, 12) + 0.3
    assert spaces(legate, 9, 12) > spaces(duels["tribune"], 9, 12) + 0.3


def test_censor_costs_its_rivals_more_than_greedy_does(duels):
    """Those at its table score fewer points, although it scores fewer itself."""
    def rivals(tables: dict) -> float:
        return float(tables["seats"]["total"].reshape(-1, 4)[~mine(tables)].mean())

    assert rivals(duels["censor"]) < rivals(duels["greedy"]) - 1.5
    assert rivals(duels["censor"]) < min(rivals(duels[name]) for name in ("tribune", "legate", "aedile"))


def test_aedile_scores_more_with_sets_and_less_in_the_provinces_than_greedy(duels):
    """It begins with what opens most: military and intrigue, whose sets are then worth more."""
    def points(name: str, sources: tuple[str, ...]) -> float:
        seats, own = duels[name]["seats"], mine(duels[name])
        return sum(float(seats[source].reshape(-1, 4)[own].mean()) for source in sources)

    assert points("aedile", TYPES) > points("greedy", TYPES) + 0.5
    assert points("aedile", PROVINCES) < points("greedy", PROVINCES) - 1


def test_rival_leads_by_more_than_random_and_greedy_beats_random(duels):
    share = {name: duels[name]["seats"]["win_share"].reshape(-1, 4)[mine(duels[name])].mean() for name in duels}
    assert share["random"] < 0.05
    assert abs(share["greedy"] - 0.25) < 0.06
    assert share["rival"] > 3 * share["random"]


def test_random_takes_every_slot_equally_often(duels):
    turns = my_turns(duels["random"])
    open_rome = ~np.isin(rome(turns), GODS).any(axis=-1)
    slots = (rome(turns) == turns["take"][..., None]).argmax(axis=-1)[open_rome]
    counts = np.bincount(slots, minlength=5)
    assert np.abs(counts - counts.mean()).max() < 3.5 * (counts.sum() * 0.2 * 0.8) ** 0.5

"""The bots of Dominus: each lives up to its sentence, none that thinks loses to chance, and the expected prize is the prize."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from quorumsim.dominus import kit, scoring
from quorumsim.dominus.bots import appraisal
from quorumsim.dominus.game import Game
from quorumsim.dominus.layout import rules_record
from quorumsim.dominus.names import PROVINCES, SEATS
from quorumsim.dominus.rules import resolve
from tests.dominus.agreement import READINGS
from tests.dominus.random_dominus import walk

THINKING = [name for name in kit.REGISTRY.names if name != "random"]
TWO_MAPS = ("literal", "reconstructed-hub")
SHARP = 1e-6  # a blur with which the larger power is ahead for sure


@cache
def mixed_games(reading: str) -> dict[str, dict[str, np.ndarray]]:
    """The rows of every bot in games between bots drawn at random, four players."""
    bots = [kit.load(name) for name in kit.REGISTRY.names]
    seats = kit.play(resolve(reading), SEATS, bots, None, 1, 5, 0, 600, False)["seats"]
    codes, names = seats["bot"]
    columns = {name: values for name, values in seats.items() if name != "bot"}
    return {bot: {name: values[codes == code] for name, values in columns.items()} for code, bot in enumerate(names)}


def mean(reading: str, bot: str, column: str) -> float:
    return float(mixed_games(reading)[bot][column].mean())


def share(reading: str, players: int, bot: str, others: str, blocks: int = 100) -> tuple[float, float]:
    """How often a bot wins against copies of another in rotated seats, as a multiple of par, and its standard error."""
    bots = [kit.load(bot), kit.load(others)]
    seats = kit.play(resolve(reading), players, bots, [0] + [1] * (players - 1), players, 8, 0, blocks, False)["seats"]
    won = np.where(seats["bot"][0] == 0, seats["win_share"], 0.0).reshape(blocks, -1).sum(axis=1)
    return float(won.mean()), float(won.std(ddof=1) / np.sqrt(blocks))


# --- strength -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("bot", THINKING)
def test_who_thinks_beats_chance(reading, players, bot):
    found, error = share(reading, players, bot, "random")
    assert found - 4 * error > 1.2


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("other", [name for name in THINKING if name != "mixed"])
def test_mixed_beats_every_other(reading, players, other):
    found, error = share(reading, players, "mixed", other, 500)
    assert found - 2 * error > 1


# --- what the sentences say -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("reading", TWO_MAPS)
def test_the_spreader_visits_most_and_stacks_least(reading):
    visits = {bot: mean(reading, bot, "first_visits") for bot in kit.REGISTRY.names}
    assert max(visits, key=visits.__getitem__) in ("spreader", "mixed")
    assert visits["spreader"] > 1.3 * max(visits["random"], visits["city-greedy"])
    assert mean(reading, "spreader", "strongest") <= 1.05


@pytest.mark.parametrize("reading", READINGS)
def test_the_stacker_gathers_next_to_rome(reading):
    assert mean(reading, "stacker", "strongest") > 1.2 * mean(reading, "spreader", "strongest")
    assert mean(reading, "stacker", "near_rome") > mean(reading, "city-greedy", "near_rome") + 1


@pytest.mark.parametrize("reading", READINGS)
def test_general_first_brings_its_general_in_and_early(reading):
    games = {bot: mixed_games(reading)[bot]["general_turn"] for bot in kit.REGISTRY.names}
    deployed = {bot: (turns > 0).mean() for bot, turns in games.items()}
    assert deployed["general-first"] > 0.8
    assert deployed["general-first"] == max(deployed.values())
    early = {bot: np.mean((turns > 0) & (turns <= 8)) for bot, turns in games.items()}
    assert early["general-first"] > 1.5 * max(value for bot, value in early.items() if bot != "general-first")


def test_city_greedy_has_most_of_the_cities():
    cities = {bot: mean("literal", bot, "city") for bot in kit.REGISTRY.names}
    assert max(cities, key=cities.__getitem__) == "city-greedy"
    assert cities["city-greedy"] > 1.5 * cities["random"]


@pytest.mark.parametrize("reading", READINGS)
def test_who_thinks_does_not_decline_what_pays(reading):
    for bot in ("mixed", "spreader", "stacker", "general-first"):
        assert mean(reading, bot, "passes") < 0.1


# --- the evaluation -------------------------------------------------------------------------------------------------------
def test_without_blur_the_expected_prize_is_the_prize():
    """By the full count, wherever no powers are equal: what a prize pays and what a unit more would change."""
    rules = resolve("reconstructed")
    record, compared = rules_record(rules)[0], 0
    for players in (2, 3, 4):
        draw = np.random.default_rng(players)
        for game in list(walk(rules, players, 1))[-1:]:
            seen = game.state.seen
            for _ in range(60):
                province = int(draw.integers(1, len(PROVINCES)))
                powers = draw.permutation(6)[:players]
                seen.legions[:, province] = 0
                seen.legions[:players, province] = powers
                seen.general[:] = 255
                values = np.zeros(SEATS, np.int64)
                for mover in range(players):
                    for change in (0, 1, -1):
                        values[:players] = powers
                        values[mover] += change
                        if values.min() < 0 or len(set(values[:players])) < players:
                            continue
                        for seat in range(players):
                            found = appraisal.expected_prize(record, seen, seat, province, mover, change, SHARP)
                            paid = scoring.province_points(record, seen, seat, province, values)
                            pairs = scoring.pairs(seen, seat, seen.score_kind[province])
                            assert abs(found * pairs - paid) < 0.01 * max(1, pairs)
                            compared += 1
    assert compared > 500


def test_a_first_visit_is_worth_the_mean_of_the_tokens_that_lie_face_down():
    rules = resolve("reconstructed", ["vp_per=[1, 2, 3, 4, 5]"])
    record = rules_record(rules)[0]
    for game in walk(rules, 3, 2):
        worth = [sum(amount * points for amount, points in zip(bonus, (1, 1, 2, 3, 4, 5), strict=True))
                 for bonus in rules.token_bonus]  # fmt: skip
        lying = game.view(0)["unseen"]
        expected = np.average(worth, weights=list(lying.values())) if sum(lying.values()) else 0.0
        assert appraisal.visit_points(record, game.state.seen) == pytest.approx(expected)


def test_what_a_tile_adds_to_pairs_comes_to_the_pairs():
    """Tile by tile from an empty city, two of one icon make a pair, one each of two, and a tile of a colour a district."""
    game = Game(resolve("reconstructed"), 2, 1)
    seen = game.state.seen
    draw = np.random.default_rng(1)
    for kind in range(1, 10):
        seen.icon_count[:], seen.colour_count[:] = 0, 0
        added = 0.0
        for tile in draw.integers(0, 36, 40):
            added += appraisal.added_pairs(seen, 0, kind, int(tile))
            seen.colour_count[0, tile % 3] += 1
            seen.icon_count[0, tile // 3 % 4] += 1
            pairs = scoring.pairs(seen, 0, kind)
            one, other = appraisal._FIRST[kind] if kind < 7 else 0, appraisal._SECOND[kind] if kind < 7 else 0
            surplus = abs(seen.icon_count[0, one] - seen.icon_count[0, other]) if one != other else 0
            assert pairs <= added <= pairs + max(0.5, 0.25 * surplus)

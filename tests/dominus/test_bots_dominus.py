"""The bots of Dominus: their data, search on top of one of them, and the parts of the evaluation that they share."""


import pytest

from quorumsim.dominus import kit, names
from quorumsim.dominus.bots import appraisal
from quorumsim.dominus.game import Game
from quorumsim.dominus.layout import RESERVE
from quorumsim.engine.trial import decisions, peeks, win_share

STYLES = ("city-greedy", "spreader", "stacker", "general-first")


def test_the_roster_is_what_the_data_says():
    assert kit.REGISTRY.names == ("random", *STYLES, "mixed")
    for name in kit.REGISTRY.shipped:
        bot = kit.load(name)
        assert set(dict(bot.weights)) <= set(bot.code.WEIGHTS)
        assert bot.sentence.endswith(".")


def test_a_search_beats_who_plays_its_playouts():
    rules = kit.resolve("reconstructed")
    assert win_share(kit, kit.parse("search:10"), kit.load("mixed"), 2, 100, 23, rules) > 0.53


def test_pairs_that_a_tile_adds_are_those_of_the_count():
    """Against the count from scratch: over two tiles a pair made of halves is one pair."""
    for game in decisions(kit, kit.load("random"), 2, 2):
        if game.phase != "reserve" or game.opening:
            continue
        seen = game.state.seen
        for action in game.legal_actions():
            tile = seen.ring[action.number]
            for kind, name in enumerate(names.KINDS):
                added = appraisal.added_pairs(seen, game.seat, kind, tile)
                assert 0.0 <= added <= 1.0
                if name in names.COLOURS:
                    assert added == (game.ring[action.number]["colour"] == name)
                elif game.ring[action.number]["icon"] is None or name == "flat":
                    assert added == 0.0


def test_a_bot_that_sees_a_tie_break_takes_it():
    """In the last decision of a game the sharpest evaluation moves where the prize is."""
    rules = kit.resolve("literal", ["turns=1", "p_symbol=1", "p_same=0", "legions_in_rome=2"])
    game = Game(rules, 2, 3)
    while game.phase == "reserve":
        game.apply(game.legal_actions()[0])
    assert game.state.seen.phase != RESERVE
    decided = game.decide(kit.load("mixed")).title
    assert decided.startswith(("move a legion from Roma", "deploy a legion"))


@pytest.mark.parametrize("reading", kit.DEFAULT_RULES)
def test_the_start_of_a_bot_works_and_beats_random(tmp_path, reading):
    text, test = kit.bot_start("mine", False)
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    bot = kit.parse(f"{tmp_path}/mine.py:score")
    for players in (2, 4):
        assert win_share(kit, bot, kit.load("random"), players, 400, 3, kit.resolve(reading)) > 1.5 / players
    assert not peeks(kit, bot, 3, deals=1, rules=kit.resolve(reading))
    compile(test, "test_mine.py", "exec")

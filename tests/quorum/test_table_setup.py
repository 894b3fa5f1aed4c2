"""The set-up of a seed on paper: the same deal as the game's, and the deck after every refresh in the order that it gives."""

import pytest

from quorumsim.quorum.game import Game
from quorumsim.quorum.rules import resolve
from quorumsim.quorum.table_setup import REFRESHES_SHOWN, WIDTH, refresh_order, setup_lines

pytestmark = pytest.mark.kernel

LINES = 70


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_page_fits_a_sheet(players):
    page = list(setup_lines(resolve(), players, 1, 0))
    assert len(page) <= LINES
    assert max(map(len, page)) <= WIDTH


def test_every_card_is_on_the_page_once():
    rules = resolve()
    page = list(setup_lines(rules, 3, 5, 2))
    start = next(place for place, line in enumerate(page) if line.startswith("After the first"))
    text = "\n".join(page[:start])
    for title in set(rules.card_titles.values()):
        assert text.count(title) == list(rules.card_titles.values()).count(title)


def test_the_deal_is_that_of_the_game():
    game = Game(resolve(), 2, 9, 4)
    page = list(setup_lines(game.rules, 2, 9, 4))
    assert "deal 4 of seed 9" in page[0]
    assert next(line for line in page if line.startswith("Ring")).split(": ")[1].lower().split(", ") == game.ring
    rome = page.index(next(line for line in page if line.startswith("Rome"))) + 1
    assert [int(line.split()[0]) for line in page[rome : rome + 5]] == game.rome
    deck = page.index(next(line for line in page if line.startswith("Deck"))) + 1
    rows = page[deck : page.index("", deck)]
    columns = [[int(line[start : start + 4]) for line in rows if line[start : start + 4].strip()] for start in (0, WIDTH // 2)]
    assert columns[0] + columns[1] == game.deck


@pytest.mark.parametrize("stuck", ["refresh", "redeal"])
def test_a_refresh_shuffles_in_that_order(stuck):
    rules = resolve("standard", ["god_limit=0", "rome_size=2", "refresh_threshold=1", f"stuck_rome={stuck}"])
    compared = 0
    for seed in range(20):
        game = Game(rules, 4, seed)
        while not game.done:
            before = int(game.state.seen.refreshes)
            asked = game.phase == "refresh"
            game.apply(game.legal_actions()[-1])
            if len(game.revealed) == 1:
                order = refresh_order(game, before)
                lying = game.deck if asked or stuck == "refresh" else game.rome + game.deck
                assert lying == [card for card in order if card in lying]
                compared += 1
    assert compared > 20


def test_what_the_rules_give_is_on_the_page():
    rules = resolve("last-seat-2-points", ["seat_spaces.2=[{asia=2},{asia=2}]", "stuck_rome=redeal"])
    page = "\n".join(setup_lines(rules, 2, 1, 0))
    assert "Points at the start: seat 1 0, seat 2 2" in page
    assert "Markers in Asia (in this order): seat 1 on space 2, seat 2 on space 2" in page
    assert "a forced refresh does so before it reveals" in page
    assert f"\n{REFRESHES_SHOWN}. " in page

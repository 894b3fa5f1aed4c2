"""What the bots see and prefer."""

from .bots import Greedy
from .game import God
from .play import play
from .samples import STANDARD, card, military_cards, small_game
from .scoring import PROVINCES


def test_greedy_sees_the_points_of_a_move():
    state = small_game("rrrrr", "ggggg")
    state.table.cards[0] = tuple(military_cards(1, 2))
    state.table.tokens["gallia"] = 3
    gain = Greedy(state, 0).card_gain(card("military", 3, "gallia", 2))
    assert gain == (10 - 5) + 3 * 3
    assert Greedy(state, 0).score("refresh", "refresh") == 0


def test_greedy_does_not_see_the_face_of_a_god():
    state = small_game("ggrrr", "gr")
    state.table.cards[0] = (card("commerce", 1, products=["wine"]),) * 2
    greedy = Greedy(state, 0)
    gods = [each for each in state.rome + state.deck if isinstance(each, God)]
    best = [max(greedy.god_gain(god, province) for province in PROVINCES) for god in gods]
    gains = [Greedy(state, 0).take_gain(state.rome[slot]) for slot in (0, 1)]
    assert gains[0] == gains[1] == sum(best) / 3


def test_greedy_with_full_noise_plays_as_random():
    games = [play(STANDARD, 3, 4, 4, [bot] * 3)["turns"] for bot in ("greedy@1", "random", "greedy@0", "greedy")]
    assert games[0] == games[1] != games[2] == games[3]


def test_greedy_beats_random_on_the_whole():
    margins = [play(STANDARD, 2, 1, block, ["greedy", "random"])["extra"]["margin"][0] for block in range(10)]
    assert sum(margin > 0 for margin in margins) >= 8

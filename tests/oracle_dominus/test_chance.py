"""The deal: tokens, score tiles, the stream of tiles, and what a changed rule leaves as it was."""

from collections import Counter

from tests.oracle.chance import nth

from . import chance
from .samples import EMPIRE, HUB, LITERAL, RECONSTRUCTED, Game
from .words import GOODS, OUTSIDE_ROME, PROVINCES


def stream_of(count: int, **fields) -> list[dict]:
    return [chance.city_tile(LITERAL | fields, chance.deal_key(5, 3), k) for k in range(count)]


def test_the_deal_has_its_published_place():
    """Seed, block, stream "deal", then tokens, score tiles and city tiles as 0, 1 and 2."""
    deal = nth(nth(nth(5, 0), 3), 0)
    assert chance.deal_key(5, 3) == deal
    numbers = [nth(nth(deal, 0), t) for t in range(12)]
    first = numbers.index(min(numbers))
    assert chance.laid_tokens(LITERAL, deal)["gallia"] == GOODS[first // 2]
    numbers = [nth(nth(deal, 1), j) for j in range(12)]
    assert chance.laid_score_tiles(RECONSTRUCTED, deal)["britannia"] == (
        RECONSTRUCTED["score_tiles"][numbers.index(max(numbers))]
    )
    key = nth(nth(deal, 2), 7)
    number = nth(key, 2)
    assert chance.city_tile(LITERAL, deal, 7)["colour"] == ("red", "blue", "yellow")[number * 3 // 2**64]


def test_tokens_and_tiles_lie_outside_rome():
    seen = Counter()
    for block in range(300):
        game = Game(RECONSTRUCTED, 2, 1, block)
        assert list(game.tokens) == list(game.score_tiles) == list(OUTSIDE_ROME)
        assert Counter(game.tokens.values()) == dict.fromkeys(GOODS, 2)
        assert sorted(game.score_tiles.values()) == sorted(RECONSTRUCTED["score_tiles"])
        seen.update(game.tokens.items())
    # every kind in every province: 50 expected, standard deviation 6.5
    assert len(seen) == 72 and min(seen.values()) > 20 and max(seen.values()) < 85


def test_fewer_tokens_leave_the_last_provinces_bare():
    game = Game(LITERAL | {"token_copies": 1}, 2, 1, 0)
    assert list(game.tokens) == list(OUTSIDE_ROME[:6]) and sorted(game.tokens.values()) == sorted(GOODS)
    assert Game(LITERAL | {"token_copies": 0}, 2, 1, 0).tokens == {}


def test_tiles_come_at_their_rates():
    tiles = stream_of(6000)
    symbols = Counter(tile["symbol"] for tile in tiles)
    icons = Counter(tile["icon"] for tile in tiles)
    colours = Counter(tile["colour"] for tile in tiles)
    assert abs(symbols["same"] - 600) < 100 and abs(symbols["two"] - 900) < 120
    assert all(abs(icons[icon] - 1000) < 120 for icon in ("lyre", "column", "mask"))
    assert all(abs(colours[colour] - 2000) < 150 for colour in ("red", "blue", "yellow"))


def test_a_changed_rate_leaves_the_other_draws():
    usual = stream_of(500)
    more = stream_of(500, p_symbol=0.45)
    assert [(t["colour"], t["icon"]) for t in more] == [(t["colour"], t["icon"]) for t in usual]
    for few, many in zip(usual, more, strict=True):
        assert few["symbol"] in (None, many["symbol"])
    same = stream_of(500, p_same=1)
    assert [t["symbol"] is None for t in same] == [t["symbol"] is None for t in usual]
    bare = stream_of(500, p_icon=0)
    assert {t["icon"] for t in bare} == {None}
    assert [(t["colour"], t["symbol"]) for t in bare] == [(t["colour"], t["symbol"]) for t in usual]


def test_shares_of_icons():
    assert [chance.icon_at(u, [1, 1, 1]) for u in (0, 0.33, 0.34, 0.66, 0.67, 1)] == (
        ["lyre", "lyre", "column", "column", "mask", "mask"]
    )
    assert [chance.icon_at(u, [0, 3, 0]) for u in (0, 0.99, 1)] == ["column"] * 3
    assert {tile["icon"] for tile in stream_of(200, icon_shares=[0, 0, 2])} == {None, "mask"}


def test_every_decision_has_its_own_index():
    indices = [
        chance.decision_index(turn, seat, phase, repeat)
        for turn in range(1, 31)
        for seat in range(4)
        for phase in chance.PHASES
        for repeat in range(16)
    ]
    assert len(set(indices)) == len(indices)
    assert chance.decision_index(3, 2, "reserve", 1) == ((2 * 4 + 2) * 4 + 2) * 16 + 1


def test_maps():
    assert len(EMPIRE) == 12 + 8 and len(HUB) == 12 + 12
    for links in (EMPIRE, HUB):
        assert len({frozenset(link) for link in links}) == len(links)
        reached = {"roma"}
        for _ in PROVINCES:
            reached |= {name for link in links if reached & set(link) for name in link}
        assert reached == set(PROVINCES)

"""Finished tables: the rulebook's examples, what a table may say, and one sentence for what it may not."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorumsim.errors import BadInput
from quorumsim.quorum.cards import RomeCard
from quorumsim.quorum.finished import FinishedTable, Seat, read_table, score
from quorumsim.quorum.finished_lines import lines, verdict
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import BUILDINGS, PRODUCTS, PROVINCES, TYPES
from quorumsim.quorum.rules import resolve

pytestmark = [pytest.mark.kernel, pytest.mark.nojit]

STANDARD = resolve()
EXAMPLES = json.loads((Path(__file__).parents[1] / "cases" / "rulebook.json").read_text(encoding="utf-8"))
TOKENS = dict.fromkeys(PROVINCES, 2)


def military(*powers):
    return [{"type": "military", "power": power} for power in powers]


def intrigue(count, power=0):
    return [{"type": "intrigue", "power": power}] * count


def architecture(*buildings, power=1):
    return [{"type": "architecture", "power": power, "building": building} for building in buildings]


def commerce(icons, power=1, size=3):
    """Cards that show these icons (a dict of numbers), so many on each."""
    icons = [name for name, number in icons.items() for _ in range(number)]
    shown = [icons[start : start + size] for start in range(0, len(icons), size)]
    return [{"type": "commerce", "power": power, "products": products} for products in shown]


def written(tmp_path, *cards, tokens=TOKENS, positions=(), stacks=None, names=("yellow", "red", "blue", "green"), more=""):
    """A file with a finished table; `cards` by seat."""
    def table(data):
        return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in data.items()) + " }"

    text = f"players = {len(cards)}\ntokens = {table(tokens)}\n"
    for seat, own in enumerate(cards):
        inside = ", ".join(table(card) if isinstance(card, dict) else json.dumps(card) for card in own)
        text += f"[[seat]]\nname = {json.dumps(names[seat])}\ncards = [{inside}]\n"
        text += f"positions = {table(positions[seat])}\n" if seat < len(positions) else ""
    text += "[stacks]\n" + "".join(f"{name} = {json.dumps(stack)}\n" for name, stack in (stacks or {}).items())
    file = tmp_path / "table.toml"
    file.write_text(text + more, encoding="utf-8")
    return file


def scored(tmp_path, *cards, rules=STANDARD, **more):
    return score(rules, read_table(written(tmp_path, *cards, **more), rules))


# --- the rulebook ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES["military"], ids=str)
def test_military(tmp_path, example):
    assert scored(tmp_path, military(*example["powers"]), [])[0].points["military"] == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["intrigue"], ids=str)
def test_intrigue(tmp_path, example):
    cards = [*intrigue(example["intrigue_cards"]), *military(*[3] * example["power3_cards"])]
    assert scored(tmp_path, cards, [])[0].points["intrigue"] == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["architecture"], ids=str)
def test_architecture(tmp_path, example):
    assert scored(tmp_path, architecture(*example["buildings"]), [])[0].points["architecture"] == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["commerce"], ids=str)
def test_commerce(tmp_path, example):
    assert scored(tmp_path, commerce(example["icons"]), [])[0].points["commerce"] == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["province"], ids=lambda example: example["province"])
def test_a_province(tmp_path, example):
    province, seats = example["province"], example["seats"]
    power = {"africa": 1, "asia": 2}[province]
    in_order_of_arrival = [seat["seat"] for seat in sorted(seats, key=lambda seat: seat["arrived"])]
    scores = scored(
        tmp_path,
        *(intrigue(seat["counted"], power) for seat in seats),
        tokens=TOKENS | {province: example["token"]},
        positions=[{province: seat["space"]} for seat in seats],
        stacks={province: in_order_of_arrival},
        names=[seat["seat"] for seat in seats],
    )
    assert [each.points[province] for each in scores] == [seat["points"] for seat in seats]


@pytest.mark.parametrize("example", EXAMPLES["god"], ids=lambda example: example["god"])
def test_a_god_before_the_count(tmp_path, example):
    game = Game(STANDARD, 2)
    around = example["ring_around"]
    god = next(card for card, god, _ in STANDARD.god_cards if god.name == example["god"])
    ring = [*around, *(name for name in PROVINCES if name not in around)]
    game.put_deal(ring, [1, 2, 3, 4, 5], [[6, 7, 8, 9], [10, 11, 12, 13]])
    game.put_rome([god, 2, 3, 4, 5], 0)
    before = game.tokens
    assert {name: before[name] for name in example["tokens_before"]} == example["tokens_before"]
    game.apply(0)
    game.apply(PROVINCES.index(example["advance"]))
    assert {name: game.tokens[name] for name in example["tokens_after"]} == example["tokens_after"]
    assert game.positions[example["advance"]] == [STANDARD.god_advance, 0]
    leader = scored(tmp_path, intrigue(3, 1), [], tokens=game.tokens, positions=[{example["advance"]: STANDARD.god_advance}])[0]
    assert leader.points[example["advance"]] == (6 if example["advance"] == "germania" else 0)


@pytest.mark.parametrize("example", EXAMPLES["total"], ids=str)
def test_a_total(tmp_path, example):
    cards = [
        *military(1, 2, 3, 2, 3), *intrigue(2), *architecture("bath", "arch"),
        *commerce({"fish": 4, "wine": 2}, size=2),
    ]  # fmt: skip
    points = scored(
        tmp_path, cards, [],
        tokens=TOKENS | {"hispania": 3, "macedonia": 1},
        positions=[{"gallia": 4, "hispania": 1, "macedonia": 9}],
    )[0].points  # fmt: skip
    assert {name: points[name] for name in TYPES} == example["types"]
    assert sorted(points[name] for name in PROVINCES) == sorted(example["provinces"])
    assert points["total"] == example["total"]


# --- any table --------------------------------------------------------------------------------------------------------------

any_card = st.one_of(
    st.builds(lambda power: {"type": "military", "power": power}, st.integers(0, 3)),
    st.builds(lambda power: {"type": "intrigue", "power": power}, st.integers(0, 3)),
    st.builds(lambda power, building: {"type": "architecture", "power": power, "building": building},
              st.integers(0, 3), st.sampled_from(BUILDINGS)),
    st.builds(lambda power, products: {"type": "commerce", "power": power, "products": tuple(products)},
              st.integers(0, 3), st.lists(st.sampled_from(PRODUCTS), min_size=1, max_size=4)),
)  # fmt: skip
ANY_RULES = [
    resolve("standard", changes)
    for changes in (
        [], ["track_tie=last"], ["track_tie=shared"], ["track_tie=shared", "shared_tie=average", "rank_loss=[0,1,3,3]"],
        ["track_tie=shared", "shared_tie=next", "rank_loss=[2,0,3,1]"],
        ["military_trio=8", "military_zero_pairs=true", "intrigue_power=0", "intrigue_points=2"],
        ["military_trio=3", "provinces.asia.counts={types=['military','commerce'],powers=[0,2]}", "tie_break=['late_seat']"],
    )
]  # fmt: skip


@st.composite
def any_table(draw):
    players = draw(st.integers(2, 4))
    seats = tuple(
        Seat(
            f"seat {seat}",
            tuple(RomeCard(id=1, province="africa", banner=1, **card) for card in draw(st.lists(any_card, max_size=12))),
            {name: draw(st.integers(0, 4)) for name in PROVINCES},
            draw(st.integers(0, 3)),
        )
        for seat in range(players)
    )
    arrived = {name: draw(st.permutations(range(players))) for name in PROVINCES}
    stacks = {name: tuple(seat for seat in arrived[name] if seats[seat].positions[name]) for name in PROVINCES}
    return FinishedTable({name: draw(st.integers(1, 4)) for name in PROVINCES}, seats, stacks)


@settings(max_examples=60)
@given(any_table(), st.sampled_from(ANY_RULES))
def test_the_lines_add_up_to_what_the_kernel_says(table, rules):
    scores = score(rules, table)
    for seat, each in enumerate(scores):
        counted = {line.source: line.points for line in lines(rules, table, seat)}
        assert counted == {source: each.points[source] for source in (*PROVINCES, *TYPES)}
        assert sum(counted.values()) == each.points["total"]
    assert min(each.place for each in scores) == 1
    assert all(table.seats[seat].name in verdict(rules, table, scores) for seat, each in enumerate(scores) if each.place == 1)


def test_the_table_of_the_documentation(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "transcripts.md").read_text(encoding="utf-8")
    file = tmp_path / "table.toml"
    file.write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert [each.place for each in score(STANDARD, read_table(file, STANDARD))] == [1, 2]


# --- ties -------------------------------------------------------------------------------------------------------------------


def told(tmp_path, *cards, rules=STANDARD, **more):
    table = read_table(written(tmp_path, *cards, **more), rules)
    return verdict(rules, table, score(rules, table))


def test_who_won_and_why(tmp_path):
    pair, nothing = military(2, 3), []
    assert told(tmp_path, nothing, pair) == "red wins with 5 points."
    assert told(tmp_path, pair, pair) == (
        "yellow and red have 5 points each; compared by the larger sum of own positions (yellow 0, red 0): "
        "yellow and red share the win."
    )
    ahead = [{"africa": 2}, {"africa": 3}]
    assert told(tmp_path, pair, pair, positions=ahead).endswith("(yellow 2, red 3): red wins.")
    late = resolve("standard", ["tie_break=['late_seat']"])
    assert told(tmp_path, pair, pair, rules=late, positions=ahead[::-1]).endswith("compared by the later seat: red wins.")
    none = resolve("standard", ["tie_break=[]"])
    assert told(tmp_path, pair, pair, rules=none) == "yellow and red have 5 points each: yellow and red share the win."


def test_gods_where_they_break_ties(tmp_path):
    rules = resolve("standard", ["tie_break=['fewest_gods']"])
    file = written(tmp_path, [], [])
    with pytest.raises(BadInput, match='seat "yellow": gods is missing'):
        read_table(file, rules)
    text = file.read_text()
    file.write_text(text.replace('"yellow"', '"yellow"\ngods = 2').replace('"red"', '"red"\ngods = 1'))
    table = read_table(file, rules)
    assert verdict(rules, table, score(rules, table)).endswith("compared by fewer gods in hand (yellow 2, red 1): red wins.")


def test_given_points_count_and_given_spaces_do_not(tmp_path):
    rules = resolve("last-seat-2-points", ["seat_spaces.2=[{},{africa=3}]"])
    scores = scored(tmp_path, intrigue(1, 1), intrigue(1, 1), rules=rules)
    assert [each.points["start"] for each in scores] == [0, 2]
    assert [each.points["africa"] for each in scores] == [0, 0]


def test_a_card_by_number_is_the_card_of_the_rules(tmp_path):
    by_number = scored(tmp_path, [card.id for card in STANDARD.cards[36:48]], [], positions=[dict.fromkeys(PROVINCES, 3)])[0]
    tables = [card.model_dump(mode="json", exclude={"id"}, exclude_none=True) for card in STANDARD.cards[36:48]]
    assert scored(tmp_path, tables, [], positions=[dict.fromkeys(PROVINCES, 3)])[0] == by_number


def test_order_matters_within_a_space_only(tmp_path):
    cards = [intrigue(3, 1)] * 3
    positions = [{"africa": 6}, {"africa": 6}, {"africa": 2}]
    points = [
        [each.points["africa"] for each in scored(tmp_path, *cards, positions=positions, stacks={"africa": stack})]
        for stack in (["yellow", "red"], ["blue", "yellow", "red"], ["yellow", "blue", "red"], ["red", "yellow"])
    ]
    assert points == [[6, 3, 0], [6, 3, 0], [6, 3, 0], [3, 6, 0]]


def test_where_rank_is_shared_no_stack_is_asked_for(tmp_path):
    scores = scored(tmp_path, intrigue(3, 1), intrigue(2, 1), rules=resolve("shared-ties"), positions=[{"africa": 6}] * 2)
    assert [each.points["africa"] for each in scores] == [6, 4]


# --- what is refused --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "words"), [
    ({"cards": ([1], [1])}, ['seat "red": entry 1 of cards is 1, which seat "yellow" has already']),
    ({"cards": ([1, 1], [])}, ['entry 2 of cards is 1, which seat "yellow" has already']),
    ({"cards": ([90], [])}, ["entry 1 of cards is 90; accepted: the number of a Rome card"]),
    ({"cards": ([75], [])}, ["is 75, which is Pluto, a god;"]),
    ({"cards": (["bath"], [])}, ['is "bath"; accepted']),
    ({"cards": ([True], [])}, ["is true; accepted"]),
    ({"cards": (military(5), [])}, ["entry 1 of cards: power is 5; accepted: a whole number from 0 to 3"]),
    ({"cards": ([{"type": "trade", "power": 1}], [])}, ['type is "trade"', '"commerce"']),
    ({"cards": ([{"type": "commerce", "power": 1}], [])}, ["products is []"]),
    ({"cards": ([{"type": "architecture", "power": 1, "building": "baths"}], [])}, ['building is "baths"', '"bath"']),
    ({"cards": ([{"type": "military"}], [])}, ["power is missing"]),
    ({"cards": ([{"id": 3, "type": "military", "power": 1}], [])}, ["accepted: a number, or a table without one"]),
    ({"cards": ([{"type": "military", "power": 1, "colour": 1}], [])}, ['unknown field "colour"']),
    ({"cards": (intrigue(13), [])}, ["13 cards; accepted: at most 12"]),
    ({"cards": ([], []), "positions": [{"asia": 16}]}, ['seat "yellow": positions.asia is 16', "0 to 15"]),
    ({"cards": ([], []), "positions": [{"asia": -1}]}, ["positions.asia is -1"]),
    ({"cards": ([], []), "positions": [{"asia": "6"}]}, ['positions.asia is "6"']),
    ({"cards": ([], []), "positions": [{"asiaa": 6}]}, ['unknown province "asiaa"', '"asia"']),
    ({"cards": ([], []), "tokens": TOKENS | {"asia": 5}}, ["tokens.asia is 5; accepted: a whole number from 1 to 4"]),
    ({"cards": ([], []), "tokens": TOKENS | {"asia": 0}}, ["tokens.asia is 0"]),
    ({"cards": ([], []), "tokens": {"asia": 2}}, ["tokens.africa is missing"]),
    ({"cards": ([], []), "tokens": TOKENS | {"britannia": 2}}, ['unknown province "britannia"']),
    ({"cards": ([],)}, ["players is 1"]),
    ({"cards": ([], []), "more": "[[seat]]\nname = 'blue'\ncards = []"}, ["players is 2, and there are 3 [[seat]]"]),
    ({"cards": ([], []), "names": ("red", "red")}, ['two seats have the name "red"']),
    ({"cards": ([], []), "names": ("red", "")}, ["name is"]),
    ({"cards": ([], []), "positions": [{"asia": 6}, {"asia": 6}]},
     ["stacks.asia is missing", 'on space 6 lie "yellow" and "red"']),
    ({"cards": ([], []), "positions": [{"asia": 6}, {"asia": 6}], "stacks": {"asia": ["red"]}},
     ['stacks.asia does not name "yellow"']),
    ({"cards": ([], []), "positions": [{"asia": 6}], "stacks": {"asia": ["red", "yellow"]}},
     ['stacks.asia names "red", whose position there is 0']),
    ({"cards": ([], []), "positions": [{"asia": 6}] * 2, "stacks": {"asia": ["red", "red", "yellow"]}}, ['names "red" twice']),
    ({"cards": ([], []), "positions": [{"asia": 6}], "stacks": {"asia": ["yelow"]}}, ['"yelow" (did you mean "yellow"?)']),
    ({"cards": ([], []), "stacks": {"asien": ["red"]}}, ['unknown province "asien"']),
    ({"cards": ([], []), "more": "\n[extra]\na = 1"}, ['unknown field "extra"']),
])  # fmt: skip
def test_what_cannot_be(tmp_path, table, words):
    file = written(tmp_path, *table.pop("cards"), **table)
    with pytest.raises(BadInput) as refused:
        read_table(file, STANDARD)
    sentence = str(refused.value)
    assert sentence.startswith(str(file)) and "\n" not in sentence
    for word in words:
        assert word in sentence


@pytest.mark.parametrize(("content", "words"), [
    (b"", ["players is missing"]),
    (b"players = ", ["not TOML"]),
    (b"\xff", ["not UTF-8"]),
    (b"players = " + b"1" * 5000, ["a number is too long"]),
])  # fmt: skip
def test_a_file_that_is_none(tmp_path, content, words):
    file = tmp_path / "table.toml"
    file.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        read_table(file, STANDARD)
    for word in (str(file), *words):
        assert word in str(refused.value)


def test_no_file(tmp_path):
    with pytest.raises(BadInput, match="accepted: a TOML file with a finished table"):
        read_table(tmp_path / "none.toml", STANDARD)

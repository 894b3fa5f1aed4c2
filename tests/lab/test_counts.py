"""The counts of a run against the same sums made the long way: from its tables, and from its games played again."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pandas as pd
import pytest

from quorumsim.lab.run import Run
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PROVINCES, SEATS
from quorumsim.quorum.rules import Rules, resolve
from tests.lab.runs import play, rows

MOMENTS = ["n", "y", "z", "nn", "ny", "yy", "nz", "zz", "ng", "zg"]
SHARES = 12

PLANS = {
    "one game a deal": {"bots": "greedy", "games": 40, "chunk_blocks": 15},
    "every seat in every deal": {"bots": "greedy,random,pious", "games": 60, "chunk_blocks": 7},
    "a mix": {"bots": "mix", "players": 4, "games": 48, "chunk_blocks": 5},
    "two alike, twice": {
        "bots": "pious,heathen,pious,heathen", "players": 4, "games": 40, "rules": resolve("last-seat-2-points"),
    },
    "other rules": {"bots": "pious", "players": 2, "games": 40, "rules": resolve("tokens-start-3", ["god_limit=2"])},
}  # fmt: skip


@pytest.fixture(scope="module", params=PLANS)
def run(request, tmp_path_factory) -> Run:
    return play(tmp_path_factory.mktemp("counts") / "run", **PLANS[request.param])


@pytest.fixture(scope="module")
def again(run) -> list["Replayed"]:
    """Every game of the run, played again from its turns."""
    turns = dict(iter(rows(run, "turns").groupby("game")))
    return [Replayed(run, game, turns[game]) for game in range(run.games)]


class Replayed:
    """A game's end, and every god that was taken in it."""

    def __init__(self, run: Run, number: int, turns: pd.DataFrame) -> None:
        game = Game(run.rules, run.manifest["players"], run.manifest["seed"], number // run.manifest["rotations"])
        self.gods: list[tuple[int, int, dict[str, int]]] = []  # seat, card, and the change of each token
        for turn in turns.itertuples():
            while game.phase == "refresh":
                game.apply(int(game.state.seen.turn_refreshes < turn.refreshes))
            game.apply(game.rome.index(turn.take))
            if game.phase == "advance":
                before = game.tokens
                game.apply(turn.advance)
                changes = {name: value - before[name] for name, value in game.tokens.items() if value != before[name]}
                self.gods.append((turn.seat, turn.take, changes))
            game.apply(game.hand(turn.seat).index(turn.play))
        assert game.done
        self.rules, self.players = run.rules, game.players
        self.tokens, self.order, self.totals, self.positions = game.tokens, game.order, game.totals, game.positions
        cards = {card.id: card for card in run.rules.cards}
        self.tables = [[cards[card] for card in game.table(seat)] for seat in range(self.players)]

    def points(self, province: str, token: int) -> list[int]:
        """By seat, as the markers and cards lie in the end, if the token showed this."""
        counts = self.rules.provinces[province].counts
        points = [0] * self.players
        for rank, seat in enumerate(self.order[province]):
            worth = max(0, token - self.rules.rank_loss[rank])
            points[seat] = worth * sum(counts.includes(card) for card in self.tables[seat])
        return points

    def moved_by_gods(self) -> Iterator[tuple[int, int, int]]:
        """For every god taken: its number, and what the taker and all others would have less without its token changes."""
        number = {card: god.number for card, god, _ in self.rules.god_cards}
        for seat, card, changes in self.gods:
            own = others = 0
            for province, change in changes.items():
                moved = [with_it - without for with_it, without in zip(
                    self.points(province, self.tokens[province]), self.points(province, self.tokens[province] - change),
                    strict=True)]  # fmt: skip
                own += moved[seat]
                others += sum(moved) - moved[seat]
            yield number[card], own, others

    def tokens_decided(self) -> bool:
        """Whether other seats would win with every token back at its start."""
        totals = list(self.totals)
        for name, province in self.rules.provinces.items():
            there, start = self.points(name, self.tokens[name]), self.points(name, province.token_start)
            totals = [total - one + other for total, one, other in zip(totals, there, start, strict=True)]
        return self.winners(totals) != self.winners(self.totals)

    def winners(self, totals: list[int]) -> set[int]:
        influence = [sum(spaces[seat] for spaces in self.positions.values()) for seat in range(self.players)]
        best = max(zip(totals, influence, strict=True))
        return {seat for seat in range(self.players) if (totals[seat], influence[seat]) == best}


def memberships(run: Run) -> Iterator[tuple[int, str, int, int, int]]:
    """(block, group, id, share in twelfths, margin) of every pair of game and seat and every group it is in."""
    rules: Rules = run.rules
    number = {card: god.number for card, god, _ in rules.god_cards}
    taken, played = defaultdict(list), defaultdict(list)
    for turn in rows(run, "turns").itertuples():
        taken[turn.game, turn.seat].append(turn.take)
        played[turn.game, turn.seat].append(turn.play)
    hands = [f"hand_{place}" for place in range(1, rules.hand_size + 1)]
    for seat in rows(run, "seats").to_dict("records"):
        pair = (seat["game"], seat["seat"])
        bot = run.manifest["bots"].index(seat["bot"])
        gods = [number[card] for card in taken[pair] if card in number]
        groups = [("all", 0), ("seat", seat["seat"]), ("bot", bot), ("bot_seat", bot * SEATS + seat["seat"])]
        groups += [("gods", len(gods))]
        groups += [("opening", seat[hand]) for hand in hands]
        groups += [("taken", card) for card in taken[pair] if card not in number]
        groups += [("played", card) for card in played[pair]]
        groups += [("god", god) for god in sorted(set(gods))]
        for group, member in groups:
            yield seat["block"], group, member, round(seat["win_share"] * SHARES), seat["margin"]


def moments(run: Run, members: Iterator[tuple[int, str, int, int, int]]) -> pd.DataFrame:
    """Sums over blocks of the products of the blocks' sums."""
    everything = rows(run, "seats").groupby("block")["margin"].sum()
    frame = pd.DataFrame(members, columns=["block", "group", "id", "y", "z"]).assign(n=1)
    block = frame.groupby(["group", "id", "block"])[["n", "y", "z"]].sum().reset_index()
    g = block["block"].map(everything)
    products = {"nn": ("n", "n"), "ny": ("n", "y"), "yy": ("y", "y"), "nz": ("n", "z"), "zz": ("z", "z")}
    block = block.assign(**{name: block[one] * block[other] for name, (one, other) in products.items()})
    block = block.assign(ng=block["n"] * g, zg=block["z"] * g)
    return block.groupby(["group", "id"])[MOMENTS].sum().astype("int64")


def test_every_group_but_that_of_the_points_of_gods(run):
    counts = run.counts()
    expected = moments(run, memberships(run))
    assert set(expected.index) <= set(counts.index)
    kept = counts[counts.index.get_level_values("group") != "god_points"]
    pd.testing.assert_frame_equal(expected.reindex(kept.index, fill_value=0)[MOMENTS], kept[MOMENTS])


def test_the_points_that_gods_moved(run, again):
    turns = run.manifest["rotations"]
    moved = [(game // turns, "god_points", *points) for game, end in enumerate(again) for points in end.moved_by_gods()]
    assert len(moved) == rows(run, "games")["gods_taken"].sum() > 0
    kept = run.counts().loc[["god_points"]]
    expected = moments(run, iter(moved))
    pd.testing.assert_frame_equal(expected.reindex(kept.index, fill_value=0)[MOMENTS], kept[MOMENTS])


def test_whether_tokens_decided_the_game(run, again):
    told = rows(run, "games")["tokens_decided"].tolist()
    assert told == [replayed.tokens_decided() for replayed in again]
    if run.manifest["bots"] != ["greedy"]:
        assert 0 < sum(told) < len(told)


def test_the_tables_are_those_of_the_games_played_again(run, again):
    seats = rows(run, "seats")
    assert seats["total"].tolist() == [total for replayed in again for total in replayed.totals]
    for name in PROVINCES:
        points = [value for replayed in again for value in replayed.points(name, replayed.tokens[name])]
        assert seats[name].tolist() == points
    assert rows(run, "games")["gods_taken"].tolist() == [len(replayed.gods) for replayed in again]


def test_rows_are_there_for_everything_the_rules_have(run):
    """Zeros included: chunks can be added row by row, and what never happened is a fact of the run."""
    counts, rules, players = run.counts(), run.rules, run.manifest["players"]
    cards, gods = [card.id for card in rules.cards], [god.number for god in rules.gods]
    bots = range(len(run.manifest["bots"]))
    expected = {
        "all": [0], "seat": list(range(players)), "opening": cards, "taken": cards, "played": cards, "god": gods,
        "god_points": gods, "gods": list(range(rules.god_limit + 1)), "bot": list(bots),
        "bot_seat": [bot * SEATS + seat for bot in bots for seat in range(players)],
    }  # fmt: skip
    found = {group: sorted(index for _, index in counts.loc[[group]].index) for group in expected}
    assert found == expected
    assert len(counts) == sum(map(len, expected.values()))


def test_sums_that_follow_from_the_game(run):
    counts, rules, players, games = run.counts(), run.rules, run.manifest["players"], run.games
    total = counts["n"].groupby("group", observed=True).sum()
    assert total["all"] == total["seat"] == total["bot"] == total["gods"] == total["bot_seat"] == games * players
    assert total["opening"] == games * players * rules.hand_size
    assert total["played"] == games * players * rules.rounds
    assert total["taken"] + total["god_points"] == games * players * rules.rounds
    assert counts.loc[("all", 0), "y"] == games * SHARES
    assert counts.loc[("all", 0), "z"] == rows(run, "seats")["margin"].sum()
    by_seats = Counter(rows(run, "seats")["gods"])
    assert {number: counts.loc[("gods", number), "n"] for number in by_seats} == by_seats

"""One game, step by step, for people and tests: the same compiled functions as the batch loop, with names and card ids.

    game = Game(resolve("standard"), players=4, seed=1)
    while not game.done:
        game.apply(game.legal_actions()[0])
    print(game.scores())
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine.game import SteppedGame, Steps
from quorumsim.engine.records import array_of
from quorumsim.engine.steps import Action
from quorumsim.quorum import moves, names, scoring, turn  # noqa: F401  moves: registers what the steps call
from quorumsim.quorum.checks import check_players
from quorumsim.quorum.layout import (
    ADVANCE,
    HIDDEN_GOD,
    PHASES,
    PLAY,
    RECORDS,
    REFRESH,
    RULES_TYPE,
    STATE,
    STATE_TYPE,
    TAKE,
    UNKNOWN_FRONT,
    card_ids,
    rules_record,
)
from quorumsim.quorum.points import points_by_source
from quorumsim.quorum.rules import Rules

_RULES_ARRAY = array_of(RULES_TYPE)
_STATE_ARRAY = array_of(STATE_TYPE)


@jit(numba.types.void(_RULES_ARRAY, _STATE_ARRAY, numba.types.int64))
def _refresh(rules, states, forced):
    turn.refresh_rome(rules[0], states[0], forced and rules[0].stuck_redeal)


@jit(numba.types.void(_RULES_ARRAY, _STATE_ARRAY))
def _show_rome(rules, states):
    turn.show_rome(rules[0], states[0])


@jit(numba.types.void(_RULES_ARRAY, _STATE_ARRAY))
def _offer_refresh(rules, states):
    turn.offer_refresh(rules[0], states[0])


@jit(numba.types.int64(_RULES_ARRAY, _STATE_ARRAY, numba.types.int64, numba.types.int64))
def _recount(rules, states, seat, cards_played):
    return scoring.total_from_scratch(rules[0], states[0].seen, seat, cards_played)


def _copied(states: np.ndarray) -> np.ndarray:
    """A copy of the bytes; numpy's own goes field by field."""
    return states.view(np.uint8).copy().view(STATE)


class Game(SteppedGame):
    """A game of `rules` for 2 to 4 players, dealt from (seed, block); it waits for the next decision until it is `done`."""

    steps = Steps(RECORDS)
    phases = PHASES

    def __init__(self, rules: Rules, players: int = 4, seed: int = 1, block: int = 0) -> None:
        check_players(rules, players)
        super().__init__(rules, rules_record(rules), players, seed, block)
        self.ids = card_ids(rules)
        self.index = {int(card): place for place, card in enumerate(self.ids)}
        self.revealed: list[list[int]] = []  # Rome after each refresh that the last step made, forced ones included
        self.titles = {card.id: card.title for card in rules.cards}
        self.titles |= {card: god.title for card, god, _ in rules.god_cards}

    @property
    def ring(self) -> list[str]:
        """The provinces round Rome; left of ring[i] is ring[i-1], right is ring[i+1]."""
        return [names.PROVINCES[index] for index in self._now.seen.ring]

    @property
    def rome(self) -> list[int]:
        """The ids of the cards in Rome by slot, gods' faces included (hidden from the players)."""
        return self._ids(self._now.rome[: self.rules.rome_size])

    @property
    def deck(self) -> list[int]:
        """The ids of the deck, top first (hidden from the players)."""
        first, count = int(self._now.deck_first), int(self._now.seen.deck_count)
        return self._ids(self._now.deck[first : first + count])

    @property
    def tokens(self) -> dict[str, int]:
        return {name: int(value) for name, value in zip(names.PROVINCES, self._now.seen.token, strict=True)}

    @property
    def positions(self) -> dict[str, list[int]]:
        """Every marker's space by province and seat; 0 is off the track."""
        spaces = self._now.seen.position[: self.players]
        return {name: [int(space) for space in spaces[:, index]] for index, name in enumerate(names.PROVINCES)}

    @property
    def order(self) -> dict[str, list[int]]:
        """The seats on each track, first to last; seats that share a rank in the order in which they arrived."""
        seen = self._now.seen
        orders: dict[str, list[int]] = {}
        for index, name in enumerate(names.PROVINCES):
            seats = [seat for seat in range(self.players) if seen.position[seat, index] > 0]
            key = {seat: (-int(seen.standing[index, seat]), int(seen.arrival[seat, index])) for seat in seats}
            orders[name] = sorted(seats, key=key.__getitem__)
        return orders

    def hand(self, seat: int) -> list[int]:
        """The ids in a seat's hand, in order (hidden from the others as far as they were dealt)."""
        seen = self._now.seen
        count = seen.hand_count if seat == seen.seat and not self.done else self.rules.hand_size
        return self._ids(self._now.hands[seat][:count])

    def table(self, seat: int) -> list[int]:
        """The ids a seat has played, in order."""
        return self._ids(self._now.seen.table[seat][: self._cards_played(seat)])

    def _carry_out(self, number: int) -> None:
        before, wanted = _copied(self.states), self.phase == "refresh"
        super()._carry_out(number)
        self.revealed = self._revealed_since(before, wanted)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know, as plain data: cards as ids, a hidden god as "god", a hidden front as its province."""
        seen = self._now.seen
        hands: list[list[int | str]] = []
        for other in range(self.players):
            count = len(self.hand(other))
            hands.append(
                list(self.hand(seat)) if other == seat else [self._known(other, place) for place in range(count)]
            )
        return {
            "players": self.players,
            "seat": seat,
            "turn_of": self.seat,
            "phase": self.phase,
            "round": self.round,
            "rome": ["god" if card == HIDDEN_GOD else int(self.ids[card]) for card in seen.rome[: self.rules.rome_size]],
            "hands": hands,
            "tables": [self.table(other) for other in range(self.players)],
            "ring": self.ring,
            "tokens": self.tokens,
            "positions": self.positions,
            "order": self.order,
            "deck": int(seen.deck_count),
            "deck_back": None if seen.deck_back < 0 else (*names.PROVINCES, "god")[seen.deck_back],
            "totals": self.totals,
        }

    def scores(self) -> list[dict[str, int]]:
        """By seat: points from each province and type, `start` (given by seat) and `total`, as if the game ended now."""
        return points_by_source(self.rules, self._now)

    def recount(self, seat: int) -> int:
        """The total of a seat recounted from its cards and all markers: always equal to the running total."""
        return int(_recount(self.rules_array, self.states, seat, self._cards_played(seat)))

    # For playing a game from elsewhere again: chance happens as it is told. Cards are ids.
    def put_deal(self, ring: Sequence[str], rome: Sequence[int], hands: Sequence[Sequence[int]]) -> None:
        """Deals these at the start of the game: the ring, Rome and the hands (Rome cards, all different)."""
        state, seen = self._now, self._now.seen
        for place, name in enumerate(ring):
            seen.ring[place] = names.PROVINCES.index(name)
        for place, province in enumerate(seen.ring):
            seen.left_of[province] = seen.ring[place - 1]
            seen.right_of[province] = seen.ring[(place + 1) % len(seen.ring)]
        for seat, hand in enumerate(hands):
            dealt = [self.index[card] for card in hand]
            state.hands[seat, : len(dealt)] = state.opening[seat, : len(dealt)] = dealt
            seen.held[seat, : len(dealt)] = UNKNOWN_FRONT + self.rules_array[0].card_province[dealt]
        self._lay(rome, [card for card in self.index if not any(card in hand for hand in hands)])

    def put_rome(self, cards: Sequence[int], turn_refreshes: int) -> None:
        """Makes these cards, in Rome or in the deck until now, what the turn's refresh number `turn_refreshes` revealed."""
        self._lay(cards, [*self.rome, *self.deck])
        self._now.seen.turn_refreshes = turn_refreshes
        before = _copied(self.states)
        _offer_refresh(self.rules_array, self.states)
        self.present()
        self.revealed = self._revealed_since(before, False)

    def put_on_deck(self, cards: Sequence[int]) -> None:
        """Puts these cards, in the deck until now, on its top in this order."""
        self._lay(self.rome, [*cards, *(card for card in self.deck if card not in cards)])

    def _lay(self, rome: Sequence[int], cards: Sequence[int]) -> None:
        """Puts `rome` into Rome; the others of `cards` are the deck, top first."""
        deck = [card for card in cards if card not in rome]
        self._now.rome[: len(rome)] = [self.index[card] for card in rome]
        self._now.deck_first, self._now.seen.deck_count = 0, len(deck)
        self._now.deck[: len(deck)] = [self.index[card] for card in deck]
        self.show_rome()

    def show_rome(self) -> None:
        """Brings the view of Rome, and everything else that one may ask for, up to date."""
        _show_rome(self.rules_array, self.states)
        self.present()

    def _revealed_since(self, before: np.ndarray, wanted: bool) -> list[list[int]]:
        """Rome after each refresh that was made since `before`; `wanted`: the first was asked for, not forced."""
        rows = []
        for number in range(int(self._now.seen.refreshes) - int(before["seen"]["refreshes"][0])):
            _refresh(self.rules_array, before, number > 0 or not wanted)
            rows.append(self._ids(before["rome"][0, : self.rules.rome_size]))
        return rows

    def _cards_played(self, seat: int) -> int:
        seen = self._now.seen
        return int(seen.round_index) + (not self.done and seat < seen.seat)

    def _ids(self, cards: np.ndarray) -> list[int]:
        return [int(self.ids[card]) for card in cards]

    def _known(self, seat: int, place: int) -> int | str:
        seen = self._now.seen
        card = int(seen.held[seat, place])
        return names.PROVINCES[card - UNKNOWN_FRONT] if card >= UNKNOWN_FRONT else int(self.ids[card])

    def _action(self, number: int) -> Action:
        seen = self._now.seen
        if seen.phase == TAKE:
            if seen.rome[number] == HIDDEN_GOD:
                return Action("take", number, "take the god in slot " + str(number + 1))
            card = int(self.ids[seen.rome[number]])
            return Action("take", number, f"take {self.titles[card]}", card)
        if seen.phase == PLAY:
            card = int(self.ids[seen.hand[number]])
            return Action("play", number, f"play {self.titles[card]}", card)
        if seen.phase == ADVANCE:
            return Action("advance", number, f"advance in {names.PROVINCES[number].capitalize()}")
        assert seen.phase == REFRESH
        return Action("refresh", number, "refresh Rome" if number else "keep Rome")

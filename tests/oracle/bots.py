"""Who decides: random and greedy as docs/bots.md has them, each with or without noise (`greedy@0.2`)."""

from functools import cached_property

from . import chance
from .game import Game, God, lay_card, use_god
from .scoring import PROVINCES, RomeCard


class Greedy:
    """The points that a seat gains at once by what it may do now."""

    def __init__(self, game: Game, seat: int):
        self.game = game
        self.seat = seat
        self.now = game.scorer.total(game.table, seat)

    def score(self, phase: str, action) -> float:
        """`action` is "keep" or "refresh", a slot of Rome, a province (for the god taken, last in the hand) or a card."""
        game, seat = self.game, self.seat
        if phase == "refresh":
            if action == "refresh":
                return 0
            return max(self.take_gain(game.rome[slot]) for slot in game.takeable(seat, game.rome))
        if phase == "take":
            return self.take_gain(game.rome[action])
        if phase == "advance":
            return self.god_gain(game.hands[seat][-1], action)
        return self.card_gain(action)

    def take_gain(self, card: RomeCard | God) -> float:
        """An ordinary card as if played now; a god, whose face is hidden, as the mean of all gods it may be."""
        return self.card_gain(card) if isinstance(card, RomeCard) else self.hidden_god_gain

    @cached_property
    def hidden_god_gain(self) -> float:
        hidden = [card for card in self.game.rome + self.game.deck if isinstance(card, God)]
        best = {}  # copies, and gods that differ only in name, do the same
        for god in hidden:
            if (god.left, god.right) not in best:
                best[god.left, god.right] = max(self.god_gain(god, province) for province in PROVINCES)
        return sum(best[god.left, god.right] for god in hidden) / len(hidden)

    def card_gain(self, card: RomeCard) -> int:
        after = self.game.table.copy()
        lay_card(self.game.rules, after, self.seat, card)
        return self.game.scorer.total(after, self.seat) - self.now

    def god_gain(self, god: God, province: str) -> int:
        after = self.game.table.copy()
        use_god(self.game.rules, after, self.game.ring, self.seat, god, province)
        return self.game.scorer.total(after, self.seat) - self.now


BOTS = {"greedy": Greedy}  # and random, which scores nothing


def decide(bot: str, game: Game, seat: int, round_index: int, phase: str, repeat: int, actions: list):
    """The action the bot takes: one with the best score, or any where noise strikes."""
    if len(actions) == 1:
        return actions[0]
    name, _, noise = bot.partition("@")
    key = chance.stream_key(game.key, "decision", chance.decision_index(round_index, seat, phase, repeat))
    if name == "random" or (noise and chance.unit(chance.nth(key, 0)) < float(noise)):
        equals = actions
    else:
        view = BOTS[name](game, seat)
        scores = [view.score(phase, action) for action in actions]
        best = max(scores)
        equals = [action for action, score in zip(actions, scores, strict=True) if score == best]
    return equals[chance.among(chance.nth(key, 1), len(equals))]

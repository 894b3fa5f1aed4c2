"""A game of Dominus as plain state, one decision after another."""

from . import chance
from .scoring import city_points, province_points
from .words import COLOURS, GOODS, ICONS, PROVINCES

PASS, DEPLOY_LEGION, DEPLOY_GENERAL = 0, 1, 2
MOVE_LEGION, MOVE_GENERAL = 3, 51  # + the number of the directed link


class Game:
    """`seat` has to answer in `phase` ("act", "again" or "reserve") of `turn` (from 1) with one of `legal_actions()`.

    The opening reservation is phase "reserve" of turn 1 with `opening` true. At the end the phase is "done", the seat None.
    """

    def __init__(self, rules: dict, players: int, seed: int, block: int) -> None:
        seats = range(players)
        self.rules, self.players = rules, players
        self.key = chance.block_key(seed, block)
        self.deal = chance.deal_key(seed, block)
        # the map: directed links, there and back
        self.links = [way for one, other in rules["links"] for way in ((one, other), (other, one))]
        self.score_tiles = chance.laid_score_tiles(rules, self.deal)
        self.tokens = chance.laid_tokens(rules, self.deal)  # kind by province, while it lies there
        # units
        self.legions = {province: [0] * players for province in PROVINCES}
        self.legions["roma"] = [rules["legions_in_rome"]] * players
        self.reserves = [rules["legions"] - rules["legions_in_rome"]] * players
        self.generals: list[str | None] = [None] * players  # None: in reserve
        # what a player has
        self.goods = [dict.fromkeys(GOODS, 0) for _ in seats]
        self.cities: list[list[dict]] = [[] for _ in seats]  # placed tiles
        self.reserved: list[dict | None] = [None] * players
        self.markers: list[int | None] = [None] * players
        # the ring
        self.ring_size = rules["ring_size"][players - 2]
        self.ring = [chance.city_tile(rules, self.deal, k) for k in range(self.ring_size)]
        self.tiles_shown = self.ring_size
        self.first_ring = list(self.ring)
        # what happened
        self.tokens_taken: list[list[str]] = [[] for _ in seats]  # kinds
        self.paid_deploys = [0] * players  # actions that brought the deploy bonus
        self.counts = [
            {"legions_deployed": 0, "out_turn": 0, "general_turn": 0, "passes": 0, "units_moved": 0} for _ in seats
        ]
        self.moves: list[dict] = []  # every decision
        self.opening_log: list[dict] = []
        self.turn_log: list[dict] = []
        # who is to decide; the seat after the starter reserves first, so that the last to reserve starts
        self.done, self.opening = False, True
        self.turn, self.phase = 1, "reserve"
        self.still_to_open = [*range(1, players), 0]
        self.seat: int | None = self.still_to_open.pop(0)
        self.symbol: str | None = None  # of the tile just placed
        self.operations_left = self.operations_done = 0  # of legions, in this action
        self.bonus_paid = False

    @property
    def repeat(self) -> int:
        """Tells decisions of one seat, turn and phase apart."""
        if self.phase == "again":
            return self.operations_done
        return 1 if self.opening else 0

    # --- what may be done --------------------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        if self.done:
            return []
        if self.opening:
            return list(range(self.ring_size))
        if self.phase == "reserve":
            marker = self.markers[self.seat]
            return [(marker + step) % self.ring_size for step in range(1, self.rules["reserve_steps"] + 1)]
        actions = [PASS]
        if self.operations_left > 0 and self.reserves[self.seat] > 0:
            actions.append(DEPLOY_LEGION)
        general = self.generals[self.seat]
        if self.phase == "act" and self.symbol == "same" and general is None:
            actions.append(DEPLOY_GENERAL)
        if self.operations_left > 0:
            for k, (start, _) in enumerate(self.links):
                if self.legions[start][self.seat] > 0:
                    actions.append(MOVE_LEGION + k)
        if self.phase == "act" and (self.symbol == "same" or self.rules["general_moves_on_two"]):
            for k, (start, _) in enumerate(self.links):
                if general == start:
                    actions.append(MOVE_GENERAL + k)
        return actions

    # --- doing it ----------------------------------------------------------------------------------------------------

    def apply(self, action: int) -> None:
        legal = self.legal_actions()
        if action not in legal:
            raise ValueError(f"action {action} is not among {legal}")
        self.moves.append(
            {
                "turn": self.turn,
                "seat": self.seat,
                "phase": self.phase,
                "repeat": self.repeat,
                "legal": legal,
                "action": action,
            }
        )
        if self.phase == "reserve":
            self._reserve(action)
        else:
            self._operate(action)

    def _reserve(self, position: int) -> None:
        seat = self.seat
        self.reserved[seat] = self.ring[position]
        self.markers[seat] = position
        self.ring[position] = chance.city_tile(self.rules, self.deal, self.tiles_shown)
        self.tiles_shown += 1
        if not self.opening:
            self.turn_log[-1] |= {"reserve": position, "refill": self.ring[position]}
            self._next_turn()
            return
        self.opening_log.append({"seat": seat, "position": position, "refill": self.ring[position]})
        if self.still_to_open:
            self.seat = self.still_to_open.pop(0)
        else:
            self.opening = False
            self.seat = 0
            self._place()

    def _place(self) -> None:
        """The turn begins: the reserved tile goes into the city."""
        tile = self.reserved[self.seat]
        self.reserved[self.seat] = None
        self.cities[self.seat].append(tile)
        self.turn_log.append(
            {
                "turn": self.turn,
                "seat": self.seat,
                "tile": tile,
                "actions": [],
                "operations": [],
                "reserve": None,
                "refill": None,
            }
        )
        self.symbol = tile["symbol"]
        if self.symbol is None:
            self._action_over()
            return
        self.phase = "act"
        self.operations_left = self.rules["operations_same" if self.symbol == "same" else "operations_two"]
        self.operations_done = 0
        self.bonus_paid = False

    def _operate(self, action: int) -> None:
        seat, count, log = self.seat, self.counts[self.seat], self.turn_log[-1]
        log["actions"].append(action)
        if action == PASS:
            if self.phase == "act":
                count["passes"] += 1
            self._action_over()
        elif action == DEPLOY_LEGION:
            self.reserves[seat] -= 1
            self.legions["roma"][seat] += 1
            count["legions_deployed"] += 1
            if self.reserves[seat] == 0:
                count["out_turn"] = self.turn
            log["operations"].append({"deploy": "legion"})
            self._deploy_bonus()
            self._legion_operation_done()
        elif action == DEPLOY_GENERAL:
            self.generals[seat] = "roma"
            count["general_turn"] = self.turn
            log["operations"].append({"deploy": "general"})
            self._deploy_bonus()
            self._action_over()
        elif action < MOVE_GENERAL:
            start, end = self.links[action - MOVE_LEGION]
            self.legions[start][seat] -= 1
            self.legions[end][seat] += 1
            self._moved("legion", start, end)
            self._legion_operation_done()
        else:
            start, end = self.links[action - MOVE_GENERAL]
            self.generals[seat] = end
            self._moved("general", start, end)
            self._action_over()

    def _deploy_bonus(self) -> None:
        """One action brings it once, however many units it deploys."""
        if not self.bonus_paid:
            self.bonus_paid = True
            self.paid_deploys[self.seat] += 1
            self._gain(self.rules["deploy_bonus"])

    def _moved(self, unit: str, start: str, end: str) -> None:
        """The first unit to enter a province takes its token. Rome has none."""
        token = self.tokens.pop(end, None)
        if token is not None:
            self.tokens_taken[self.seat].append(token)
            self._gain(self.rules["token_bonus"][GOODS.index(token)])
        self.counts[self.seat]["units_moved"] += 1
        self.turn_log[-1]["operations"].append({"move": unit, "from": start, "to": end, "token": token})

    def _gain(self, amounts: list[int]) -> None:
        for good, amount in zip(GOODS, amounts, strict=True):
            self.goods[self.seat][good] += amount

    def _legion_operation_done(self) -> None:
        self.operations_left -= 1
        self.operations_done += 1
        if self.operations_left > 0:
            self.phase = "again"
        else:
            self._action_over()

    def _action_over(self) -> None:
        self.operations_left = self.operations_done = 0
        self.symbol = None
        if self.turn < self.rules["turns"]:
            self.phase = "reserve"
        else:
            self._next_turn()  # nothing is reserved in the last turn

    def _next_turn(self) -> None:
        if self.seat < self.players - 1:
            self.seat += 1
        elif self.turn < self.rules["turns"]:
            self.seat = 0
            self.turn += 1
        else:
            self.done, self.phase, self.seat = True, "done", None
            return
        self._place()

    # --- what it comes to --------------------------------------------------------------------------------------------

    def totals(self) -> list[dict]:
        """Points by seat as the game stands, from the tiles, the board and what was taken; the stock of goods is not asked."""
        rules = self.rules
        city = city_points(rules, self.cities)
        provinces = province_points(rules, self.score_tiles, self.legions, self.generals, self.cities)
        lines = []
        for seat in range(self.players):
            bonuses = [rules["token_bonus"][GOODS.index(kind)] for kind in self.tokens_taken[seat]]
            deploys = self.paid_deploys[seat]
            line = {
                "city": city[seat],
                "provinces": provinces[seat],
                "deploys": deploys * rules["deploy_bonus"][0],
                "tokens": sum(bonus[0] for bonus in bonuses),
                "goods": sum(
                    rules["vp_per"][i - 1] * (deploys * rules["deploy_bonus"][i] + sum(bonus[i] for bonus in bonuses))
                    for i in range(1, len(GOODS))
                ),
            }
            lines.append(line | {"total": sum(line.values())})
        return lines

    def winners(self) -> list[int]:
        totals = [line["total"] for line in self.totals()]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def snapshot(self) -> dict:
        """The whole state as plain data of its own, names for everything."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "phase": self.phase,
            "repeat": self.repeat,
            "legions": {province: list(by_seat) for province, by_seat in self.legions.items()},
            "reserves": list(self.reserves),
            "generals": list(self.generals),
            "tokens": dict(self.tokens),  # still lying
            "goods": [dict(goods) for goods in self.goods],
            "colours": [counted(COLOURS, [tile["colour"] for tile in city]) for city in self.cities],
            "icons": [counted(ICONS, [tile["icon"] for tile in city]) for city in self.cities],
            "ring": [dict(tile) for tile in self.ring],
            "tiles_shown": self.tiles_shown,
            "markers": list(self.markers),
            "reserved": [tile and dict(tile) for tile in self.reserved],
            "symbol": self.symbol,
            "operations_left": self.operations_left,
            "bonus_paid": self.bonus_paid and self.phase == "again",
        }


def counted(names: tuple[str, ...], tiles: list) -> dict[str, int]:
    return {name: tiles.count(name) for name in names}

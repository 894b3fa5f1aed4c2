"""The records that the kernel reads and writes: rules as arrays, what a seat may know, and the whole state.

`RULES` holds every number of the rules, so that a variant never recompiles anything. `VIEW` holds what a seat may know
(facts of the rulebook: everything is open except the deck's order, the faces of gods in Rome and the fronts of dealt
cards). `STATE` nests one view and adds what is hidden. Inside the kernel a card is its index: Rome cards in id order, then
god copies. Provinces, types, buildings and products are indices into the tuples of `names`.

Fields that are used as indices are unsigned, because a signed index costs a check for counting from the end. Fields that take
part in arithmetic are signed and wide enough, so that the plain-Python run (NUMBA_DISABLE_JIT=1) cannot wrap
where the compiled one would not. No field may carry a name that `np.record` already uses (a test says so).
"""

from __future__ import annotations

import numpy as np

from quorumsim.engine.records import Records, record_type
from quorumsim.quorum import names
from quorumsim.quorum.rules import Rules

REFRESH, TAKE, ADVANCE, PLAY = range(4)
PHASES = ("refresh", "take", "advance", "play", "done")

SEATS, PROVINCES, TYPES, POWERS = names.SEATS, len(names.PROVINCES), len(names.TYPES), 4
BUILDINGS, PRODUCTS = len(names.BUILDINGS), len(names.PRODUCTS)
CARDS, ROUNDS, HAND, ROME = names.CARDS, names.ROUNDS, names.HAND, names.ROME
GOD_KINDS, GOD_CARDS = names.GOD_KINDS, names.GOD_CARDS
GOD_CHANGE = 3  # a god changes a token by at most this
TOKENS = 10  # a token's value is 0 to 9
ICONS = ROUNDS * 4 + 1  # icons of one product on a table, at most
ACTIONS = max(ROME, HAND + 1, PROVINCES)

NONE = 255  # a god's type, the building of a card that shows none
HIDDEN_GOD = 254  # a god lying in Rome: its back is known, its face is not
KNOWN = 256  # what everybody may know of a card in a hand: a byte, the card or an unknown front
UNKNOWN_FRONT = 240  # plus a province: a dealt card in somebody's hand, of which only the back is known
GOD_BACK = PROVINCES  # the back of a god, where the back of a Rome card is its province


RULES = record_type(
    [
        ("rounds", "i8"),
        ("hand_size", "i8"),
        ("rome_size", "i8"),
        ("god_limit", "i8"),
        ("god_advance", "i8"),
        ("refresh_threshold", "i8"),
        ("refresh_limit", "i8"),
        ("stuck_redeal", "i8"),
        ("ring_random", "i8"),
        ("ring", "u1", (PROVINCES,)),
        ("token_start", "i8", (PROVINCES,)),
        ("token_min", "i8", (PROVINCES,)),
        ("token_max", "i8", (PROVINCES,)),
        ("token_clamp", "i8"),
        ("track_length", "i8"),
        ("track_restack", "i8"),
        ("standing_base", "i8"),  # standing = position * 65536 + base + step * arrival: larger is further ahead
        ("standing_step", "i8"),
        ("multiplier", "i2", (TOKENS, SEATS, SEATS + 1)),  # by token, seats ahead, seats sharing the rank (0: off the track)
        ("military_trio", "i8"),
        ("military_pair", "i8"),
        ("military_zero_pairs", "i8"),
        ("intrigue_points", "i8"),
        ("intrigue_power", "u1"),
        ("architecture_points", "i2", (BUILDINGS + 1,)),
        ("commerce_points", "i2", (ICONS,)),
        ("tie_break", "i8", (len(names.TIE_BREAKS),)),  # 1-based number in names.TIE_BREAKS, 0: no more
        ("start_reverse", "i8"),
        ("seat_points", "i8", (SEATS + 1, SEATS)),  # by number of players and seat
        ("seat_spaces", "i8", (SEATS + 1, SEATS, PROVINCES)),
        ("rome_cards", "i8"),
        ("cards", "i8"),
        ("god_kinds", "i8"),
        ("card_type", "u1", (CARDS,)),  # NONE for a god
        ("card_power", "u1", (CARDS,)),
        ("card_province", "u1", (CARDS,)),  # of the banner; GOD_BACK for a god
        ("card_banner", "i2", (CARDS,)),
        ("card_building", "u1", (CARDS,)),  # NONE where it shows none
        ("card_icons", "u1", (CARDS, PRODUCTS)),
        ("card_counts", "i2", (CARDS, PROVINCES)),  # 1 where the province counts the card
        ("card_count_bytes", "u8", (CARDS,)),  # the same, 255 in the byte of each province that counts the card
        ("card_god", "i2", (CARDS,)),  # kind, 0-based in the god list; -1 for a Rome card
        ("card_code", "u8", (CARDS,)),  # kind, number and copy: what a shuffle's key is drawn for
        ("god_left", "i8", (GOD_KINDS,)),
        ("god_right", "i8", (GOD_KINDS,)),
        ("god_copies", "i8", (GOD_KINDS,)),
        ("god_change", "i8", (2 * GOD_CHANGE + 1,)),  # 1 where some god changes a token by index - GOD_CHANGE
        # Shares of the Rome cards, 0 to 1: what the next card may be expected to be.
        ("province_share", "f8", (PROVINCES,)),  # counted by the province
        ("banner_share", "f8", (PROVINCES,)),  # with its banner
        ("banner_spaces", "f8"),  # of the average banner
        ("type_share", "f8", (TYPES,)),
        ("military_share", "f8", (POWERS,)),  # military of this power
        ("intrigue_power_share", "f8"),  # of the power that intrigue multiplies
        ("building_share", "f8", (BUILDINGS,)),
        ("icon_share", "f8", (PRODUCTS,)),  # icons a card
        # What stands above once more, as sums with chances read it fastest.
        ("rank_points", "f8", (TOKENS, SEATS)),  # multiplier where nobody shares the rank
        ("card_counted", "f8", (CARDS, PROVINCES)),  # card_counts
        ("card_products", "i8", (CARDS,)),  # how many different products it shows
        ("card_product", "u1", (CARDS, PRODUCTS)),  # which, that many
        ("known_province", "u1", (KNOWN,)),  # of the banner of a card or unknown front; a god's stands for nothing
        ("known_spaces", "f8", (KNOWN,)),  # of that banner: the average for an unknown front, 0 for a god
    ]
)

VIEW = record_type(
    [
        ("players", "i8"),
        ("seat", "u1"),  # whose decision it is
        ("phase", "i8"),
        ("round_index", "i8"),  # from 0; also how many cards each seat before this one in the round has played less one
        ("turn_refreshes", "i8"),
        ("refreshes", "i8"),
        ("forced_refreshes", "i8"),
        ("gods_in_rome", "i8"),
        ("hand_count", "i8"),
        ("deck_count", "i8"),
        ("deck_back", "i8"),  # the top card's back: a province, or GOD_BACK; -1: no card
        ("god_kind", "i8"),  # the god just taken (advance phase), else -1
        ("clock", "i8"),  # arrivals so far
        ("stale_tracks", "i8"),  # bit by province: its multipliers are to be counted again
        ("stale_tables", "i8"),  # bit by seat: its type points are to be counted again
        ("rome", "u1", (ROME,)),
        ("hand", "u1", (HAND + 1,)),  # the own hand, gods included
        ("shown", "u1", (CARDS,)),  # 1 for a card that lay in Rome and went back into the deck: nobody was dealt it
        ("held", "u1", (SEATS, HAND + 1)),  # what everybody knows of every hand: cards, or unknown fronts
        ("table", "u1", (SEATS, ROUNDS)),  # cards played, in order
        ("gods_held", "i8", (SEATS,)),
        ("unseen_gods", "i8", (GOD_KINDS,)),  # copies nobody has taken
        ("ring", "u1", (PROVINCES,)),  # clockwise; left of ring[i] is ring[i-1], right ring[i+1]
        ("left_of", "u1", (PROVINCES,)),
        ("right_of", "u1", (PROVINCES,)),
        ("token", "u1", (PROVINCES,)),
        ("position", "i2", (SEATS, PROVINCES)),
        ("standing", "i4", (PROVINCES, SEATS)),  # order on a track as one number, 0 off the track
        ("arrival", "i2", (SEATS, PROVINCES)),
        ("ahead", "u1", (SEATS, PROVINCES)),  # seats ahead on the track
        ("sharing", "u1", (SEATS, PROVINCES)),  # seats that share the rank, the own included; 0: off the track
        ("multiplier", "i2", (SEATS, PROVINCES)),  # points for each counted card, as the markers lie
        ("multiplier_bytes", "u8", (SEATS,)),  # the same, a byte a province: one card's worth in three instructions
        ("counted", "i2", (SEATS, PROVINCES)),  # cards on the own table that the province counts
        ("type_count", "i2", (SEATS, TYPES)),
        ("power_count", "i2", (SEATS, POWERS)),
        ("military_count", "i2", (SEATS, POWERS)),
        ("building_count", "i2", (SEATS, BUILDINGS)),
        ("buildings", "u1", (SEATS,)),  # different ones
        ("icon_count", "u1", (SEATS, PRODUCTS)),
        ("type_points", "i2", (SEATS, TYPES)),
    ]
)

STATE = record_type(
    [
        ("seen", VIEW),
        ("refresh_key", "u8"),
        ("decision_key", "u8"),
        ("search_key", "u8"),
        ("deck_first", "i8"),
        ("deck", "u1", (CARDS,)),
        ("rome", "u1", (ROME,)),
        ("hands", "u1", (SEATS, HAND + 1)),
        ("taken", "u1", (SEATS, ROUNDS)),
        ("opening", "u1", (SEATS, HAND)),
        ("total", "i8", (SEATS,)),  # counted by scoring.add_up only: nobody needs it at every move
        ("god_moves", "i8"),  # how many gods were taken; for each, in order:
        (
            "god_move",
            "i2",
            (GOD_CARDS, 6),
        ),  # seat, kind, left province, its change as applied, right province, its change
        ("sort_key", "u8", (CARDS,)),
        ("sort_key_placed", "u8", (CARDS,)),
        ("sort_card", "u1", (CARDS,)),
        ("sort_bucket", "i2", (CARDS + 1,)),
    ]
)

RECORDS = Records(RULES, VIEW, STATE, ACTIONS, CARDS)
RULES_TYPE, VIEW_TYPE, STATE_TYPE = RECORDS.rules_type, RECORDS.view_type, RECORDS.state_type
SCORE, CHOOSE = RECORDS.score, RECORDS.choose


_last: tuple[Rules | None, np.ndarray] = (None, np.zeros(0, RULES))


def rules_record(rules: Rules) -> np.ndarray:
    """The rules as the kernel reads them: an array of shape (1,) and dtype `RULES`, kept until other rules are asked for."""
    global _last
    last = _last  # of this thread, whatever another one asks for meanwhile
    if last[0] is not rules:
        last = _last = (rules, _rules_record(rules))
    return last[1]


def _rules_record(rules: Rules) -> np.ndarray:
    """Fills the record.

    Ladders are expanded to the kernel's capacity, ties on a track become a table of multipliers, names become indices.
    """
    array = np.zeros(1, RULES)
    record = array[0]
    for field in (
        "rounds", "hand_size", "rome_size", "god_limit", "god_advance", "refresh_threshold", "refresh_limit",
        "track_length", "military_trio", "military_pair", "military_zero_pairs", "intrigue_points", "intrigue_power",
    ):  # fmt: skip
        record[field] = getattr(rules, field)
    record.stuck_redeal = rules.stuck_rome == "redeal"
    record.ring_random = rules.ring == "random"
    record.ring = range(PROVINCES) if rules.ring == "random" else [names.PROVINCES.index(name) for name in rules.ring]
    record.token_clamp = rules.token_overflow == "clamp"
    record.track_restack = rules.track_end == "restack"
    record.standing_base, record.standing_step = {"first": (65535, -1), "last": (0, 1), "shared": (0, 0)}[
        rules.track_tie
    ]
    record.multiplier = _multipliers(rules)
    record.rank_points = record.multiplier[:, :, 1]
    record.architecture_points = rules.architecture_points
    ladder = list(rules.commerce_points)
    record.commerce_points = (ladder + [ladder[-1]] * ICONS)[:ICONS]
    for index, tie_break in enumerate(rules.tie_break):
        record.tie_break[index] = names.TIE_BREAKS.index(tie_break) + 1
    record.start_reverse = rules.start_stack == "reverse"
    for players in (2, 3, 4):
        record.seat_points[players, :players] = rules.seat_points[players]
        for seat, spaces in enumerate(rules.seat_spaces[players]):
            for name, steps in spaces.items():
                record.seat_spaces[players, seat, names.PROVINCES.index(name)] = steps
    for name, province in rules.provinces.items():
        index = names.PROVINCES.index(name)
        record.token_start[index] = province.token_start
        record.token_min[index] = province.token_min
        record.token_max[index] = province.token_max
    _fill_cards(record, rules)
    return array


def card_ids(rules: Rules) -> np.ndarray:
    """The id of every card by its index in the kernel: int64, Rome cards first."""
    return np.array([card.id for card in rules.cards] + [card for card, _, _ in rules.god_cards], dtype=np.int64)


def _multipliers(rules: Rules) -> np.ndarray:
    """Points for each counted card by token, seats ahead and seats sharing the rank (none: off the track, no points).

    `rank_loss[k]` is what the k-th in order loses. Markers that share a space occupy as many ranks as they are; `shared_tie`
    says which of those ranks pays them.
    """
    table = np.zeros((TOKENS, SEATS, SEATS + 1), dtype=np.int16)
    for token in range(TOKENS):
        paid = [max(0, token - loss) for loss in rules.rank_loss]
        for ahead in range(SEATS):
            for sharing in range(1, SEATS - ahead + 1):
                ranks = paid[ahead : ahead + sharing]
                table[token, ahead, sharing] = {
                    "best": ranks[0],
                    "worst": ranks[-1],
                    "average": sum(ranks) // len(ranks),
                    "next": ranks[min(1, sharing - 1)],  # alone on a space: its own rank
                }[rules.shared_tie]
    return table


def _fill_cards(record: np.record, rules: Rules) -> None:
    record.rome_cards = len(rules.cards)
    record.cards = len(rules.cards) + len(rules.god_cards)
    record.god_kinds = len(rules.gods)
    record.card_building[:] = NONE
    record.card_god[:] = -1
    for index, card in enumerate(rules.cards):
        record.card_type[index] = names.TYPES.index(card.type)
        record.card_power[index] = card.power
        record.card_province[index] = names.PROVINCES.index(card.province)
        record.card_banner[index] = card.banner
        if card.building is not None:
            record.card_building[index] = names.BUILDINGS.index(card.building)
        for product in card.products:
            record.card_icons[index, names.PRODUCTS.index(product)] += 1
        shown = np.flatnonzero(record.card_icons[index])
        record.card_products[index] = len(shown)
        record.card_product[index, : len(shown)] = shown
        for number, name in enumerate(names.PROVINCES):
            if rules.provinces[name].counts.includes(card):
                record.card_counts[index, number] = 1
                record.card_count_bytes[index] |= np.uint64(255 << (8 * number))
        record.card_code[index] = card.id * 256
    record.card_counted = record.card_counts
    cards = slice(0, int(record.rome_cards))
    record.known_province[cards], record.known_spaces[cards] = record.card_province[cards], record.card_banner[cards]
    kinds = {god.number: kind for kind, god in enumerate(rules.gods)}
    for kind, god in enumerate(rules.gods):
        record.god_left[kind], record.god_right[kind], record.god_copies[kind] = god.left, god.right, god.copies
        record.god_change[god.left + GOD_CHANGE] = record.god_change[god.right + GOD_CHANGE] = 1
    _fill_shares(record)
    for offset, (_, god, copy) in enumerate(rules.god_cards):
        index = len(rules.cards) + offset
        record.card_type[index] = NONE
        record.card_province[index] = GOD_BACK
        record.card_god[index] = kinds[god.number]
        record.card_code[index] = 65536 + god.number * 256 + copy


def _fill_shares(record: np.record) -> None:
    cards = slice(0, int(record.rome_cards))
    if cards.stop == 0:  # a list that only scores gods
        return
    kinds, powers = record.card_type[cards], record.card_power[cards]
    record.province_share = record.card_counts[cards].mean(axis=0)
    record.banner_share = [(record.card_province[cards] == province).mean() for province in range(PROVINCES)]
    record.banner_spaces = record.card_banner[cards].mean()
    for province in range(PROVINCES):
        record.known_province[UNKNOWN_FRONT + province] = province
        record.known_spaces[UNKNOWN_FRONT + province] = record.banner_spaces
    record.type_share = [(kinds == kind).mean() for kind in range(TYPES)]
    record.military_share = [((kinds == 0) & (powers == power)).mean() for power in range(POWERS)]
    record.intrigue_power_share = (powers == record.intrigue_power).mean()
    record.building_share = [(record.card_building[cards] == building).mean() for building in range(BUILDINGS)]
    record.icon_share = record.card_icons[cards].mean(axis=0)

"""What the tracks may look like at the end: who will be ahead of whom, and what a marker, a token or a space is then worth.

For every pair of seats on a track there is a chance that the one ends ahead of the other: one half, moved up or down by the gap
between the markers and by how much can still happen (an algebraic sigmoid, x / sqrt(1 + x²), which costs less than a
logistic one). From the chances follow the expected multiplier of every seat and, because a rival's multiplier falls in
a straight line with the chance that the seat to move passes it, what each passing takes from that rival.

All is noted once a decision in scratch, by the seat to move; a rival is counted from it, round the table.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.quorum.layout import PROVINCES, SEATS, UNKNOWN_FRONT
from quorumsim.quorum.scoring import landing, standing_number, total

WEIGHTS = (
    "spread", "spread_play", "tie", "stir", "hand_banner", "rival_banner", "drift", "entry",
    "hand_count", "future_count", "growth", "rival_future", "rival_growth", "harm",
    "focus", "focus_round", "hand_delay", "end_delay",
)  # fmt: skip
"""How much may still happen between two markers, at all and for each play that their seats have (spaces squared); what arriving
first is worth (spaces); half the chance that a play changes who is ahead of whom; how much of a banner in the own hand,
or in a rival's, counts as moved already; by how many spaces a table with one more counted card will gain; how readily a
marker will still enter a track; how much of a card in hand and of the average card to come counts as played, and by
what share a count grows over a whole game beside that, for the own table and for a rival's; what the points of all
rivals together are worth in own points (as the game ends: as much), how far behind the first of them a rival counts
half as much as it, at the end and more for each round to come (points); in how many plays half of what counts of a hand
has come out; how many rounds before the end half of all tuned shares and extras have lost their say."""
SPREAD, SPREAD_PLAY, TIE, STIR, HAND_BANNER, RIVAL_BANNER, DRIFT, ENTRY = range(8)
HAND_COUNT, FUTURE_COUNT, GROWTH, RIVAL_FUTURE, RIVAL_GROWTH, HARM = range(8, 14)
FOCUS, FOCUS_ROUND, HAND_DELAY, END_DELAY = range(14, 18)

RIVALS = SEATS - 1
LEAST_SPREAD = 0.02  # spaces squared: whatever the weights say
LEAST_FOCUS = 0.5  # points
_EVERY_BYTE, _BYTE = np.uint64(0x0101010101010101), np.uint64(255)
# Places in scratch.
NOTED, FUTURE, READY, SAY = 0, 1, 5, 6
PLAYS = 8  # by rival: cards it will still play
SCALES = PLAYS + RIVALS  # by rival: one over the spread between the own marker and its
STAYS = SCALES + RIVALS  # by rival: chance that nothing changes between them
HARMS = STAYS + RIVALS  # by rival: what one of its points is worth
GAPS = HARMS + RIVALS  # by province and rival: how far the rival is ahead, in spaces, before arrivals
BEHIND = GAPS + PROVINCES * RIVALS  # by province and rival: chance that the rival ends ahead
PAIRS = BEHIND + PROVINCES * RIVALS  # by province and pair of rivals: chance that the second ends ahead of the first
MULTIPLIER = PAIRS + PROVINCES * RIVALS  # by province: expected own multiplier
COUNT = MULTIPLIER + PROVINCES  # by province: expected own cards that it counts
LOSS = COUNT + PROVINCES  # by province and rival: points it loses if the own marker passes it for sure
BANNERS = LOSS + PROVINCES * RIVALS  # by province: spaces of the banners in the own hand
RIVAL_COUNTS = BANNERS + PROVINCES  # by province and rival
RANKS = RIVAL_COUNTS + PROVINCES * RIVALS  # by province and rivals ahead: what a point of multiplier is worth
MOVED = RANKS + PROVINCES * SEATS  # by province: spaces that the card thought to be played next moves the own marker
END = MOVED + PROVINCES


@jit(forceinline=True)
def sigmoid(gap):
    """The chance that goes with a gap of so many spreads."""
    return 0.5 + 0.5 * gap / np.sqrt(1.0 + gap * gap)


@jit(forceinline=True)
def rival_seat(seen, rival):
    """The seat of a rival, counted from the one to move; an unsigned number, perhaps of an empty seat."""
    return np.uint32((seen.seat + rival + 1) % SEATS)


@jit(forceinline=True)
def arrived(standing, other):
    """1 where `standing` is ahead of `other`, -1 where it is behind, 0 where they share the rank."""
    return np.float64(np.int64(standing > other) - np.int64(standing < other))


@jit(forceinline=True)
def paid(rules, token, first, second, third):
    """Expected multiplier with a token, where three rivals end ahead with these chances (0: there is no such rival)."""
    none = (1.0 - first) * (1.0 - second) * (1.0 - third)
    every = first * second * third
    two = first * second + first * third + second * third - 3.0 * every
    one = 1.0 - none - two - every
    return (
        none * rules.multiplier[token, 0, 1]
        + one * rules.multiplier[token, 1, 1]
        + two * rules.multiplier[token, 2, 1]
        + every * rules.multiplier[token, 3, 1]
    )


@jit(forceinline=True)
def passed(rules, token, first, second):
    """What a rival's expected multiplier falls by when one more seat passes it, where two others are ahead with these
    chances."""
    m0, m1 = rules.multiplier[token, 0, 1], rules.multiplier[token, 1, 1]
    m2, m3 = rules.multiplier[token, 2, 1], rules.multiplier[token, 3, 1]
    both = first * second
    neither = (1.0 - first) * (1.0 - second)
    return neither * (m0 - m1) + (1.0 - neither - both) * (m1 - m2) + both * (m2 - m3)


@jit(forceinline=True)
def on_track(position, readiness):
    """How surely a marker will be on the track at the end."""
    return 1.0 if position > 0 else readiness / (1.0 + readiness)


@jit(forceinline=True)
def coming_out(weights, plays):
    """The part of what counts of a hand that still comes out in so many plays."""
    return plays / (plays + max(LEAST_SPREAD, weights.value[HAND_DELAY]))


@jit(forceinline=True)
def note_seats(rules, seen, weights, note):
    """Notes for every rival how much it will still play, how much may happen against it and what its points are worth."""
    future = np.float64(rules.rounds - seen.round_index - 1)
    note.value[FUTURE] = future
    note.value[READY] = coming_out(weights, future)
    first, left = -1e9, future
    for rival in range(RIVALS):
        other = rival_seat(seen, rival)
        plays = np.float64(rules.rounds - seen.round_index - (other < seen.seat))
        note.value[PLAYS + rival] = plays
        note.value[SCALES + rival] = one_over_spread(weights, plays + future)
        note.value[STAYS + rival] = stays(weights, plays + future)
        note.value[HARMS + rival] = total(rules, seen, other) if other < seen.players else -1e9
        first = max(first, note.value[HARMS + rival])
        left += plays if other < seen.players else 0.0
    left /= seen.players
    note.value[SAY] = left / (left + max(LEAST_SPREAD, weights.value[END_DELAY]))
    near = 1.0 / max(LEAST_FOCUS, weights.value[FOCUS] + weights.value[FOCUS_ROUND] * left)
    shares = 0.0
    for rival in range(RIVALS):
        behind = (first - note.value[HARMS + rival]) * near
        note.value[HARMS + rival] = 1.0 / (1.0 + behind * behind)
        shares += note.value[HARMS + rival]
    harm = max(0.0, 1.0 + note.value[SAY] * (weights.value[HARM] - 1.0)) / shares
    for rival in range(RIVALS):
        note.value[HARMS + rival] *= harm


@jit(forceinline=True)
def one_over_spread(weights, plays):
    """One over the spread between two markers whose seats have together so many plays to come."""
    return 1.0 / np.sqrt(max(LEAST_SPREAD, weights.value[SPREAD] + weights.value[SPREAD_PLAY] * plays))


@jit(forceinline=True)
def stays(weights, plays):
    """The chance that nothing changes between two markers in so many plays of their seats: nearly a power, without its cost."""
    stirred = 1.0 + max(0.0, weights.value[STIR]) * plays
    return 1.0 / (stirred * stirred)


@jit(forceinline=True)
def settled(stay, standing, other):
    """`stay` where `standing` is ahead, half of it where both share the rank."""
    return stay * (np.float64(standing > other) + 0.5 * np.float64(standing == other))


@jit(forceinline=True)
def note_counts(rules, seen, weights, note):
    """Expected counts of every table, and the banners in the own hand."""
    value = weights.value
    future = note.value[FUTURE]
    for province in range(PROVINCES):
        note.value[BANNERS + province] = 0.0
    packed = np.uint64(0)  # a byte a province
    for place in range(seen.hand_count):
        card = seen.hand[place]
        if rules.card_god[card] < 0:
            note.value[BANNERS + rules.card_province[card]] += rules.card_banner[card]
            packed += rules.card_count_bytes[card] & _EVERY_BYTE
    whole, ready = 1.0 / rules.rounds, note.value[READY]
    for province in range(PROVINCES):
        hand = np.float64((packed >> np.uint64(8 * province)) & _BYTE)
        counted = seen.counted[seen.seat, province]
        note.value[COUNT + province] = (
            counted * (1.0 + value[GROWTH] * whole * future)
            + ready * value[HAND_COUNT] * hand
            + value[FUTURE_COUNT] * rules.province_share[province] * future
        )
    for rival in range(RIVALS):
        other = rival_seat(seen, rival)
        plays = note.value[PLAYS + rival]
        for province in range(PROVINCES):
            counted = seen.counted[other, province]
            note.value[RIVAL_COUNTS + province * RIVALS + rival] = (
                counted * (1.0 + value[RIVAL_GROWTH] * whole * plays)
                + value[RIVAL_FUTURE] * rules.province_share[province] * plays
            )


@jit(forceinline=True)
def note_gaps(rules, seen, weights, note):
    """How far every rival is ahead on every track, banners in hands and drift included; far behind where a seat is empty."""
    seat = seen.seat
    value = weights.value
    own_hand = value[HAND_BANNER] * note.value[READY]
    for rival in range(RIVALS):
        other = rival_seat(seen, rival)
        if other < seen.players:
            rival_hand = value[RIVAL_BANNER] * coming_out(weights, note.value[PLAYS + rival])
            for province in range(PROVINCES):
                ahead = np.float64(seen.position[other, province] - seen.position[seat, province])
                more = note.value[RIVAL_COUNTS + province * RIVALS + rival] - note.value[COUNT + province]
                note.value[GAPS + province * RIVALS + rival] = (
                    ahead + value[DRIFT] * more - own_hand * note.value[BANNERS + province]
                )
            for place in range(rules.hand_size):
                card = seen.held[other, place]
                if card >= UNKNOWN_FRONT:
                    back = np.uint32(card - UNKNOWN_FRONT)
                    note.value[GAPS + back * RIVALS + rival] += rival_hand * rules.banner_spaces
                elif rules.card_god[card] < 0:
                    back = np.uint32(rules.card_province[card])
                    note.value[GAPS + back * RIVALS + rival] += rival_hand * rules.card_banner[card]
        else:
            for province in range(PROVINCES):
                note.value[GAPS + province * RIVALS + rival] = -1e12


@jit(forceinline=True)
def note_chances(rules, seen, weights, note):
    """Turns gaps into chances against the own marker; the rivals' order among themselves is taken as it lies.

    Written out for three rivals, and in three passes of which the compiler does the middle one several at a time: loops over
    rivals make the whole bot a thirtieth slower, and `chance_behind` at once a tenth.
    """
    seat = seen.seat
    tie = weights.value[TIE]
    scale0, scale1, scale2 = note.value[SCALES], note.value[SCALES + 1], note.value[SCALES + 2]
    stay0, stay1, stay2 = note.value[STAYS], note.value[STAYS + 1], note.value[STAYS + 2]
    for province in range(PROVINCES):
        own = seen.standing[province, seat]
        row = province * RIVALS
        first, second, third = (
            seen.standing[province, rival_seat(seen, 0)],
            seen.standing[province, rival_seat(seen, 1)],
            seen.standing[province, rival_seat(seen, 2)],
        )
        note.value[BEHIND + row] = scale0 * (note.value[GAPS + row] + tie * arrived(first, own))
        note.value[BEHIND + row + 1] = scale1 * (note.value[GAPS + row + 1] + tie * arrived(second, own))
        note.value[BEHIND + row + 2] = scale2 * (note.value[GAPS + row + 2] + tie * arrived(third, own))
        note.value[PAIRS + row] = settled(1.0, second, first)
        note.value[PAIRS + row + 1] = settled(1.0, third, first)
        note.value[PAIRS + row + 2] = settled(1.0, third, second)
    for index in range(PROVINCES * RIVALS):
        note.value[BEHIND + index] = sigmoid(note.value[BEHIND + index])
    for province in range(PROVINCES):
        own = seen.standing[province, seat]
        row = province * RIVALS
        first, second, third = (
            seen.standing[province, rival_seat(seen, 0)],
            seen.standing[province, rival_seat(seen, 1)],
            seen.standing[province, rival_seat(seen, 2)],
        )
        note.value[BEHIND + row] += settled(stay0, first, own) - stay0 * note.value[BEHIND + row]
        note.value[BEHIND + row + 1] += settled(stay1, second, own) - stay1 * note.value[BEHIND + row + 1]
        note.value[BEHIND + row + 2] += settled(stay2, third, own) - stay2 * note.value[BEHIND + row + 2]


@jit(forceinline=True)
def note_worth(rules, seen, weights, note):
    """Expected own multipliers, and what each rival loses when the own marker passes it."""
    seat = seen.seat
    entry = weights.value[ENTRY]
    for province in range(PROVINCES):
        token = seen.token[province]
        row = province * RIVALS
        ahead0, ahead1, ahead2 = note.value[BEHIND + row], note.value[BEHIND + row + 1], note.value[BEHIND + row + 2]
        readiness = entry * (
            note.value[FUTURE] * rules.banner_share[province] + note.value[READY] * note.value[BANNERS + province]
        )
        note.value[MULTIPLIER + province] = paid(rules, token, ahead0, ahead1, ahead2) * on_track(
            seen.position[seat, province], readiness
        )
        second_first, third_first, third_second = (
            note.value[PAIRS + row],
            note.value[PAIRS + row + 1],
            note.value[PAIRS + row + 2],
        )
        future = entry * (note.value[FUTURE] * rules.banner_share[province])
        for rival in range(RIVALS):
            if rival == 0:
                others = passed(rules, token, second_first, third_first)
            elif rival == 1:
                others = passed(rules, token, 1.0 - second_first, third_second)
            else:
                others = passed(rules, token, 1.0 - third_first, 1.0 - third_second)
            other = rival_seat(seen, rival)
            present = on_track(seen.position[other, province], future) if other < seen.players else 0.0
            note.value[LOSS + row + rival] = (
                others * present * note.value[RIVAL_COUNTS + row + rival] * note.value[HARMS + rival]
            )


@jit
def note_tracks(rules, seen, weights, note):
    """Notes everything about the tracks in scratch, once a decision."""
    for province in range(PROVINCES):
        note.value[MOVED + province] = 0.0
    note_seats(rules, seen, weights, note)
    note_counts(rules, seen, weights, note)
    note_gaps(rules, seen, weights, note)
    note_chances(rules, seen, weights, note)
    note_worth(rules, seen, weights, note)
    note.value[NOTED] = 1.0


@jit(forceinline=True)
def position(rules, seen, note, province):
    """Where the own marker lies, the card that is thought to be played next included."""
    return min(
        np.int64(seen.position[seen.seat, province]) + np.int64(note.value[MOVED + province]), rules.track_length
    )


@jit(forceinline=True)
def chance_behind(seen, weights, note, province, rival, own, gained):
    """The chance that a rival ends ahead of the own marker if that stood at `own` (its standing), `gained` spaces further."""
    place = province * RIVALS + rival
    standing = seen.standing[province, rival_seat(seen, rival)]
    gap = note.value[GAPS + place] - gained + weights.value[TIE] * arrived(standing, own)
    chance, stay = sigmoid(note.value[SCALES + rival] * gap), note.value[STAYS + rival]
    return chance + settled(stay, standing, own) - stay * chance


@jit
def note_played(rules, seen, weights, note, card):
    """Notes the tracks as they will be once `card` of the own hand is played: what a god does is counted after that."""
    spaces, province = np.int64(rules.card_banner[card]), np.int64(rules.card_province[card])
    in_hand = weights.value[HAND_COUNT] * note.value[READY]
    for each in range(PROVINCES):
        note.value[COUNT + each] += (1.0 - in_hand) * rules.card_counts[card, each]
    old = np.int64(seen.position[seen.seat, province])
    new = landing(rules, old, spaces)
    if new < 0:
        return
    own = standing_number(rules, new, seen.clock + 1)
    gained = np.float64(new - old) - weights.value[HAND_BANNER] * note.value[READY] * spaces
    row = province * RIVALS
    for rival in range(RIVALS):
        note.value[BEHIND + row + rival] = chance_behind(seen, weights, note, province, rival, own, gained)
    for rival in range(RIVALS):
        note.value[GAPS + row + rival] -= gained
    note.value[MOVED + province] = np.float64(new - old)
    ahead0, ahead1, ahead2 = note.value[BEHIND + row], note.value[BEHIND + row + 1], note.value[BEHIND + row + 2]
    note.value[MULTIPLIER + province] = paid(rules, seen.token[province], ahead0, ahead1, ahead2)


@jit(forceinline=True)
def advance_worth(rules, seen, weights, note, province, steps, in_hand, extra):
    """What an advance of `steps` is worth: own points expected, and `harm` times what it takes from the rivals.

    `in_hand`: spaces of that banner that were counted as being in the own hand; `extra`: cards more that the province counts.
    """
    old = position(rules, seen, note, province)
    new = landing(rules, old, steps)
    if new < 0:
        return 0.0
    row = province * RIVALS
    own = standing_number(rules, new, seen.clock + 1)
    gained = np.float64(new - old) - weights.value[HAND_BANNER] * note.value[READY] * in_hand
    ahead0 = chance_behind(seen, weights, note, province, 0, own, gained)
    ahead1 = chance_behind(seen, weights, note, province, 1, own, gained)
    ahead2 = chance_behind(seen, weights, note, province, 2, own, gained)
    harm = (
        (note.value[BEHIND + row] - ahead0) * note.value[LOSS + row]
        + (note.value[BEHIND + row + 1] - ahead1) * note.value[LOSS + row + 1]
        + (note.value[BEHIND + row + 2] - ahead2) * note.value[LOSS + row + 2]
    )
    change = paid(rules, seen.token[province], ahead0, ahead1, ahead2) - note.value[MULTIPLIER + province]
    return change * (note.value[COUNT + province] + extra) + harm


@jit(forceinline=True)
def add_ranks(note, place, worth, first, second, third):
    """Adds `worth` times the chances of ending with 0, 1, 2 and 3 rivals ahead to four numbers in scratch."""
    none = (1.0 - first) * (1.0 - second) * (1.0 - third)
    every = first * second * third
    two = first * second + first * third + second * third - 3.0 * every
    note.value[place] += worth * none
    note.value[place + 1] += worth * (1.0 - none - two - every)
    note.value[place + 2] += worth * two
    note.value[place + 3] += worth * every


@jit
def note_ranks(rules, seen, weights, note):
    """Notes for every province what each rank's points would be worth: own cards expected there, less `harm` times the rivals'.

    What a province is worth with a token is then the sum over ranks of that number times the token's multiplier.
    """
    entry = weights.value[ENTRY]
    for province in range(PROVINCES):
        row, place = province * RIVALS, RANKS + province * SEATS
        for ahead in range(SEATS):
            note.value[place + ahead] = 0.0
        ahead0, ahead1, ahead2 = note.value[BEHIND + row], note.value[BEHIND + row + 1], note.value[BEHIND + row + 2]
        pair0, pair1, pair2 = note.value[PAIRS + row], note.value[PAIRS + row + 1], note.value[PAIRS + row + 2]
        future = entry * note.value[FUTURE] * rules.banner_share[province]
        own = on_track(
            position(rules, seen, note, province), future + entry * note.value[READY] * note.value[BANNERS + province]
        )
        add_ranks(note, place, own * note.value[COUNT + province], ahead0, ahead1, ahead2)
        for rival in range(RIVALS):
            other = rival_seat(seen, rival)
            if other < seen.players:
                worth = -note.value[HARMS + rival] * on_track(seen.position[other, province], future)
                worth *= note.value[RIVAL_COUNTS + row + rival]
                if rival == 0:
                    add_ranks(note, place, worth, 1.0 - ahead0, pair0, pair1)
                elif rival == 1:
                    add_ranks(note, place, worth, 1.0 - ahead1, 1.0 - pair0, pair2)
                else:
                    add_ranks(note, place, worth, 1.0 - ahead2, 1.0 - pair1, 1.0 - pair2)


@jit(forceinline=True)
def token_worth(rules, note, province, token):
    """What the province is worth with a token, once `note_ranks` has noted the ranks there."""
    worth = 0.0
    for ahead in range(SEATS):
        worth += note.value[RANKS + province * SEATS + ahead] * rules.multiplier[token, ahead, 1]
    return worth

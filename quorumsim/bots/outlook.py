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
from quorumsim.quorum.layout import PROVINCES, SEATS
from quorumsim.quorum.scoring import landing, standing_number, total

WEIGHTS = (
    "spread", "spread_play", "tie", "stir", "hand_banner", "rival_banner", "drift", "entry",
    "hand_count", "future_count", "growth", "rival_future", "rival_growth", "harm",
    "focus", "focus_round", "hand_delay", "end_delay", "turn_points",
)  # fmt: skip
"""How much may still happen between two markers, at all and for each play that their seats have (spaces squared); what arriving
first is worth (spaces); half the chance that a play changes who is ahead of whom; how much of a banner in the own hand,
or in a rival's, counts as moved already; by how many spaces a table with one more counted card will gain; how readily a
marker will still enter a track; how much of a card in hand and of the average card to come counts as played, and by
what share a count grows over a whole game beside that, for the own table and for a rival's; what the points of all
rivals together are worth in own points (as the game ends: as much), how far behind the first of them a rival counts
half as much as it, at the end and more for each round to come (points); in how many plays half of what counts of a hand
has come out; how many rounds before the end half of all tuned shares and extras have lost their say; how many points a
turn to come is expected to bring."""
SPREAD, SPREAD_PLAY, TIE, STIR, HAND_BANNER, RIVAL_BANNER, DRIFT, ENTRY = range(8)
HAND_COUNT, FUTURE_COUNT, GROWTH, RIVAL_FUTURE, RIVAL_GROWTH, HARM = range(8, 14)
FOCUS, FOCUS_ROUND, HAND_DELAY, END_DELAY, TURN_POINTS = range(14, 19)

RIVALS = SEATS - 1
LEAST_SPREAD = 0.02  # spaces squared: whatever the weights say
LEAST_FOCUS = 0.5  # points
_EVERY_BYTE, _BYTE = np.uint64(0x0101010101010101), np.uint64(255)
_NOBODY = -1e12  # how far an empty seat is ahead
# Places in scratch. What is kept by rival and province lies rival by rival: the compiler does several provinces at a time.
NOTED, FUTURE, READY, SAY = 0, 1, 5, 6
SCALES = 8  # by rival: one over the spread between the own marker and its
STAYS = SCALES + RIVALS  # by rival: chance that nothing changes between them
HARMS = STAYS + RIVALS  # by rival: what one of its points is worth
GAPS = HARMS + RIVALS  # by rival and province: how far the rival is ahead, in spaces, before arrivals
BEHIND = GAPS + RIVALS * PROVINCES  # by rival and province: chance that the rival ends ahead
SETTLED = BEHIND + RIVALS * PROVINCES  # by rival and province: the part of that chance that nothing changes any more
PAIRS = SETTLED + RIVALS * PROVINCES  # by pair of rivals and province: chance that the second ends ahead of the first
MULTIPLIER = PAIRS + RIVALS * PROVINCES  # by province: expected own multiplier
COUNT = MULTIPLIER + PROVINCES  # by province: expected own cards that it counts
LOSS = COUNT + PROVINCES  # by rival and province: points it loses if the own marker passes it for sure
BANNERS = LOSS + RIVALS * PROVINCES  # by province: spaces of the banners in the own hand
RIVAL_COUNTS = BANNERS + PROVINCES  # by rival and province
RANKS = RIVAL_COUNTS + RIVALS * PROVINCES  # by province and rivals ahead: what a point of multiplier is worth
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
    points0, points1 = rules.rank_points[token, 0], rules.rank_points[token, 1]
    points2, points3 = rules.rank_points[token, 2], rules.rank_points[token, 3]
    both = first * second
    neither = 1.0 - first - second + both
    return (
        neither * (points0 - third * (points0 - points1))
        + (1.0 - neither - both) * (points1 - third * (points1 - points2))
        + both * (points2 - third * (points2 - points3))
    )


@jit(forceinline=True)
def passed(rules, token, first, second):
    """What a rival's expected multiplier falls by when one more seat passes it, where two others are ahead with these
    chances."""
    points0, points1 = rules.rank_points[token, 0], rules.rank_points[token, 1]
    points2, points3 = rules.rank_points[token, 2], rules.rank_points[token, 3]
    both = first * second
    neither = 1.0 - first - second + both
    return neither * (points0 - points1) + (1.0 - neither - both) * (points1 - points2) + both * (points2 - points3)


@jit(forceinline=True)
def on_track(position, not_yet):
    """How surely a marker will be on the track at the end; `not_yet`: how surely one that is not there yet."""
    return 1.0 if position > 0 else not_yet


@jit(forceinline=True)
def coming_out(weights, plays):
    """The part of what counts of a hand that still comes out in so many plays."""
    return plays / (plays + max(LEAST_SPREAD, weights.value[HAND_DELAY]))


@jit(forceinline=True)
def note_seats(rules, seen, weights, note):
    """Notes for every rival how much may happen against it and what its points are worth.

    A rival before the seat to move has as many plays to come as it, one behind it has one more.
    """
    future = np.float64(rules.rounds - seen.round_index - 1)
    note.value[FUTURE] = future
    note.value[READY] = coming_out(weights, future)
    scale_before, scale_behind = one_over_spread(weights, 2.0 * future), one_over_spread(weights, 2.0 * future + 1.0)
    stay_before, stay_behind = stays(weights, 2.0 * future), stays(weights, 2.0 * future + 1.0)
    first, left = -1e9, future
    for rival in range(RIVALS):
        other = rival_seat(seen, rival)
        before, here = other < seen.seat, other < seen.players
        note.value[SCALES + rival] = scale_before if before else scale_behind
        note.value[STAYS + rival] = (stay_before if before else stay_behind) if here else 0.0
        more = 0.0 if before else weights.value[TURN_POINTS]  # of the turn that it has more
        note.value[HARMS + rival] = total(rules, seen, other) + more if here else -1e9
        first = max(first, note.value[HARMS + rival])
        left += (future if before else future + 1.0) if here else 0.0
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
    return stay * (0.5 + 0.5 * arrived(standing, other))


@jit(forceinline=True)
def note_counts(rules, seen, weights, note):
    """The own expected counts, and the banners in the own hand."""
    value = weights.value
    future = note.value[FUTURE]
    packed = np.uint64(0)  # a byte a province
    for place in range(seen.hand_count):
        card = seen.hand[place]
        note.value[np.uint32(BANNERS + rules.known_province[card])] += rules.known_spaces[card]
        packed += rules.card_count_bytes[card] & _EVERY_BYTE
    grown = 1.0 + value[GROWTH] / rules.rounds * future
    in_hand, to_come = note.value[READY] * value[HAND_COUNT], value[FUTURE_COUNT] * future
    for province in range(PROVINCES):
        hand = np.float64((packed >> np.uint64(8 * province)) & _BYTE)
        counted = seen.counted[seen.seat, province]
        note.value[COUNT + province] = (
            counted * grown + in_hand * hand + to_come * rules.province_share[province]
        )


@jit(forceinline=True)
def note_rivals(rules, seen, weights, note):
    """Every rival's expected counts, and how far it is ahead on every track, banners in hands and drift included."""
    seat = seen.seat
    value = weights.value
    drift, future = value[DRIFT], note.value[FUTURE]
    own_hand, growth = value[HAND_BANNER] * note.value[READY], value[RIVAL_GROWTH] / rules.rounds
    to_come, rival_hand = value[RIVAL_FUTURE], value[RIVAL_BANNER]
    for rival in range(RIVALS):
        other = rival_seat(seen, rival)
        row = rival * PROVINCES
        if other < seen.players:
            plays = future + np.float64(other > seat)
            grown = 1.0 + growth * plays
            for province in range(PROVINCES):
                count = seen.counted[other, province] * grown + to_come * plays * rules.province_share[province]
                note.value[RIVAL_COUNTS + row + province] = count
                note.value[GAPS + row + province] = (
                    np.float64(seen.position[other, province] - seen.position[seat, province])
                    + drift * (count - note.value[COUNT + province])
                    - own_hand * note.value[BANNERS + province]
                )
            comes_out = rival_hand * coming_out(weights, plays)
            for place in range(rules.hand_size):
                card = seen.held[other, place]
                back = np.uint32(GAPS + row + rules.known_province[card])
                note.value[back] += comes_out * rules.known_spaces[card]
        else:
            for province in range(PROVINCES):
                note.value[GAPS + row + province] = _NOBODY


@jit(forceinline=True)
def note_chances(rules, seen, weights, note):
    """Turns gaps into chances against the own marker; the rivals' order among themselves is taken as it lies.

    In two passes, of which the compiler does the second several at a time.
    """
    seat = seen.seat
    tie = weights.value[TIE]
    seat0, seat1, seat2 = rival_seat(seen, 0), rival_seat(seen, 1), rival_seat(seen, 2)
    scale0, scale1, scale2 = note.value[SCALES], note.value[SCALES + 1], note.value[SCALES + 2]
    stay0, stay1, stay2 = note.value[STAYS], note.value[STAYS + 1], note.value[STAYS + 2]
    for province in range(PROVINCES):
        own = seen.standing[province, seat]
        first, second, third = (
            seen.standing[province, seat0], seen.standing[province, seat1], seen.standing[province, seat2]
        )
        row0, row1, row2 = province, PROVINCES + province, 2 * PROVINCES + province
        ahead0, ahead1, ahead2 = arrived(first, own), arrived(second, own), arrived(third, own)
        pair0, pair1, pair2 = settled(1.0, second, first), settled(1.0, third, first), settled(1.0, third, second)
        gap0 = scale0 * (note.value[GAPS + row0] + tie * ahead0)
        gap1 = scale1 * (note.value[GAPS + row1] + tie * ahead1)
        gap2 = scale2 * (note.value[GAPS + row2] + tie * ahead2)
        note.value[BEHIND + row0] = gap0
        note.value[BEHIND + row1] = gap1
        note.value[BEHIND + row2] = gap2
        note.value[SETTLED + row0] = stay0 * (0.5 + 0.5 * ahead0)
        note.value[SETTLED + row1] = stay1 * (0.5 + 0.5 * ahead1)
        note.value[SETTLED + row2] = stay2 * (0.5 + 0.5 * ahead2)
        note.value[PAIRS + row0] = pair0
        note.value[PAIRS + row1] = pair1
        note.value[PAIRS + row2] = pair2
    for rival in range(RIVALS):
        moves = 1.0 - note.value[STAYS + rival]
        for index in range(rival * PROVINCES, (rival + 1) * PROVINCES):
            note.value[BEHIND + index] = moves * sigmoid(note.value[BEHIND + index]) + note.value[SETTLED + index]


@jit(forceinline=True)
def note_worth(rules, seen, weights, note):
    """Expected own multipliers, and what each rival loses when the own marker passes it."""
    seat = seen.seat
    entry = weights.value[ENTRY]
    future, ready = entry * note.value[FUTURE], entry * note.value[READY]
    seat0, seat1, seat2 = rival_seat(seen, 0), rival_seat(seen, 1), rival_seat(seen, 2)
    harm0, harm1, harm2 = note.value[HARMS], note.value[HARMS + 1], note.value[HARMS + 2]
    for province in range(PROVINCES):
        token = seen.token[province]
        row0, row1, row2 = province, PROVINCES + province, 2 * PROVINCES + province
        ahead0, ahead1, ahead2 = note.value[BEHIND + row0], note.value[BEHIND + row1], note.value[BEHIND + row2]
        pair0, pair1, pair2 = note.value[PAIRS + row0], note.value[PAIRS + row1], note.value[PAIRS + row2]
        entering = future * rules.banner_share[province]
        own_entering = entering + ready * note.value[BANNERS + province]
        not_yet, own_not_yet = entering / (1.0 + entering), own_entering / (1.0 + own_entering)
        multiplier = paid(rules, token, ahead0, ahead1, ahead2) * on_track(seen.position[seat, province], own_not_yet)
        loss0 = passed(rules, token, pair0, pair1) * on_track(seen.position[seat0, province], not_yet)
        loss1 = passed(rules, token, 1.0 - pair0, pair2) * on_track(seen.position[seat1, province], not_yet)
        loss2 = passed(rules, token, 1.0 - pair1, 1.0 - pair2) * on_track(seen.position[seat2, province], not_yet)
        loss0 *= note.value[RIVAL_COUNTS + row0] * harm0
        loss1 *= note.value[RIVAL_COUNTS + row1] * harm1
        loss2 *= note.value[RIVAL_COUNTS + row2] * harm2
        note.value[MULTIPLIER + province] = multiplier
        note.value[LOSS + row0] = loss0
        note.value[LOSS + row1] = loss1
        note.value[LOSS + row2] = loss2


@jit
def note_tracks(rules, seen, weights, note):
    """Notes everything about the tracks in scratch, once a decision."""
    note_seats(rules, seen, weights, note)
    note_counts(rules, seen, weights, note)
    note_rivals(rules, seen, weights, note)
    note_chances(rules, seen, weights, note)
    note_worth(rules, seen, weights, note)
    note.value[NOTED] = 1.0


@jit(forceinline=True)
def chance_behind(seen, weights, note, province, rival, own, gained):
    """The chance that a rival ends ahead of the own marker if that stood at `own` (its standing), `gained` spaces further."""
    ahead = arrived(seen.standing[province, rival_seat(seen, rival)], own)
    gap = note.value[GAPS + rival * PROVINCES + province] - gained + weights.value[TIE] * ahead
    chance, stay = sigmoid(note.value[SCALES + rival] * gap), note.value[STAYS + rival]
    return chance + stay * (0.5 + 0.5 * ahead - chance)


@jit
def note_played(rules, seen, weights, note, card):
    """Notes the tracks as they will be once `card` of the own hand is played: what a god does is counted after that."""
    spaces, province = np.int64(rules.card_banner[card]), np.int64(rules.card_province[card])
    in_hand = weights.value[HAND_COUNT] * note.value[READY]
    for each in range(PROVINCES):
        note.value[COUNT + each] += (1.0 - in_hand) * rules.card_counted[card, each]
    old = np.int64(seen.position[seen.seat, province])
    new = landing(rules, old, spaces)
    if new < 0:
        return
    own = standing_number(rules, new, seen.clock + 1)
    gained = np.float64(new - old) - weights.value[HAND_BANNER] * note.value[READY] * spaces
    ahead0 = chance_behind(seen, weights, note, province, 0, own, gained)
    ahead1 = chance_behind(seen, weights, note, province, 1, own, gained)
    ahead2 = chance_behind(seen, weights, note, province, 2, own, gained)
    row0, row1, row2 = province, PROVINCES + province, 2 * PROVINCES + province
    note.value[BEHIND + row0], note.value[BEHIND + row1], note.value[BEHIND + row2] = ahead0, ahead1, ahead2
    note.value[GAPS + row0] -= gained
    note.value[GAPS + row1] -= gained
    note.value[GAPS + row2] -= gained
    note.value[MOVED + province] = np.float64(new - old)
    note.value[MULTIPLIER + province] = paid(rules, seen.token[province], ahead0, ahead1, ahead2)


@jit(forceinline=True)
def advance_worth(rules, seen, weights, note, province, old, steps, in_hand, extra):
    """What an advance of `steps` from space `old` is worth: own points expected, and `harm` times what the rivals lose.

    `in_hand`: spaces of that banner that were counted as being in the own hand; `extra`: cards more that the province counts.
    """
    new = landing(rules, old, steps)
    if new < 0:
        return 0.0
    row0, row1, row2 = province, PROVINCES + province, 2 * PROVINCES + province
    own = standing_number(rules, new, seen.clock + 1)
    gained = np.float64(new - old) - weights.value[HAND_BANNER] * note.value[READY] * in_hand
    ahead0 = chance_behind(seen, weights, note, province, 0, own, gained)
    ahead1 = chance_behind(seen, weights, note, province, 1, own, gained)
    ahead2 = chance_behind(seen, weights, note, province, 2, own, gained)
    harm = (
        (note.value[BEHIND + row0] - ahead0) * note.value[LOSS + row0]
        + (note.value[BEHIND + row1] - ahead1) * note.value[LOSS + row1]
        + (note.value[BEHIND + row2] - ahead2) * note.value[LOSS + row2]
    )
    change = paid(rules, seen.token[province], ahead0, ahead1, ahead2) - note.value[MULTIPLIER + province]
    return change * (note.value[COUNT + province] + extra) + harm


@jit(forceinline=True)
def rank_chances(first, second, third):
    """The chances of ending with 0, 1, 2 and 3 rivals ahead."""
    none = (1.0 - first) * (1.0 - second) * (1.0 - third)
    every = first * second * third
    two = first * second + first * third + second * third - 3.0 * every
    return none, 1.0 - none - two - every, two, every


@jit
def note_ranks(rules, seen, weights, note):
    """Notes for every province what each rank's points would be worth: own cards expected there, less `harm` times the rivals'.

    What a province is worth with a token is then the sum over ranks of that number times the token's multiplier.
    """
    entry = weights.value[ENTRY]
    seat0, seat1, seat2 = rival_seat(seen, 0), rival_seat(seen, 1), rival_seat(seen, 2)
    future, ready = entry * note.value[FUTURE], entry * note.value[READY]
    for province in range(PROVINCES):
        row0, row1, row2 = province, PROVINCES + province, 2 * PROVINCES + province
        ahead0, ahead1, ahead2 = note.value[BEHIND + row0], note.value[BEHIND + row1], note.value[BEHIND + row2]
        pair0, pair1, pair2 = note.value[PAIRS + row0], note.value[PAIRS + row1], note.value[PAIRS + row2]
        entering = future * rules.banner_share[province]
        own_entering = entering + ready * note.value[BANNERS + province]
        not_yet, own_not_yet = entering / (1.0 + entering), own_entering / (1.0 + own_entering)
        own = on_track(seen.position[seen.seat, province] + note.value[MOVED + province], own_not_yet)
        own *= note.value[COUNT + province]
        cost0 = on_track(seen.position[seat0, province], not_yet) * note.value[RIVAL_COUNTS + row0] * note.value[HARMS]
        cost1 = on_track(seen.position[seat1, province], not_yet) * note.value[RIVAL_COUNTS + row1] * note.value[HARMS + 1]
        cost2 = on_track(seen.position[seat2, province], not_yet) * note.value[RIVAL_COUNTS + row2] * note.value[HARMS + 2]
        mine = rank_chances(ahead0, ahead1, ahead2)
        first = rank_chances(1.0 - ahead0, pair0, pair1)
        second = rank_chances(1.0 - ahead1, 1.0 - pair0, pair2)
        third = rank_chances(1.0 - ahead2, 1.0 - pair1, 1.0 - pair2)
        place = RANKS + province * SEATS
        note.value[place] = own * mine[0] - cost0 * first[0] - cost1 * second[0] - cost2 * third[0]
        note.value[place + 1] = own * mine[1] - cost0 * first[1] - cost1 * second[1] - cost2 * third[1]
        note.value[place + 2] = own * mine[2] - cost0 * first[2] - cost1 * second[2] - cost2 * third[2]
        note.value[place + 3] = own * mine[3] - cost0 * first[3] - cost1 * second[3] - cost2 * third[3]


@jit(forceinline=True)
def token_worth(rules, note, province, token):
    """What the province is worth with a token, once `note_ranks` has noted the ranks there."""
    worth = 0.0
    for ahead in range(SEATS):
        worth += note.value[RANKS + province * SEATS + ahead] * rules.rank_points[token, ahead]
    return worth

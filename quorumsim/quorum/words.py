"""Rules in plain words, as `quorumsim rules show` prints them."""

from collections import Counter

from quorumsim.fields import listed
from quorumsim.quorum.checks import refresh_happens
from quorumsim.quorum.model import Rules, playable_with
from quorumsim.quorum.names import PLAYERS, PROVINCES, TYPES

Section = tuple[str, list[str]]

STUCK_ROME = {
    "refresh": "new cards are revealed, then the old ones are shuffled into the deck",
    "redeal": "the old cards are shuffled into the deck, then new ones are revealed",
}
TRACK_TIE = {
    "first": "who arrived earlier is ahead",
    "last": "who arrived later is ahead",
    "shared": "they share the rank",
}
SHARED_TIE = {
    "best": "paid as the best of the ranks they occupy",
    "worst": "paid as the worst of the ranks they occupy",
    "average": "paid the mean of the ranks they occupy, rounded down",
    "next": "paid as the rank behind the first of those they occupy, however many they are",
}
TIE_BREAK = {
    "influence": "the larger sum of own positions",
    "most_gods": "more gods in hand",
    "fewest_gods": "fewer gods in hand",
    "early_seat": "the earlier seat",
    "late_seat": "the later seat",
}


def in_words(rules: Rules) -> list[Section]:
    """The rules as headings, each with its lines."""
    return [
        ("A turn", _turn(rules)),
        ("Gods", _gods(rules)),
        ("Provinces", _provinces(rules)),
        ("Points for each type", _types(rules)),
        ("Start and end", _ends(rules)),
        ("Cards", _cards(rules)),
    ]


def _turn(rules: Rules) -> list[str]:
    return [
        f"{rules.rounds} turns each: take one of the {rules.rome_size} cards of Rome, play one from the hand.",
        f"The hand is {_number(rules.hand_size, 'card')} at the start and after every turn.",
        *_refresh(rules),
    ]


def _refresh(rules: Rules) -> list[str]:
    if not refresh_happens(rules):
        return ["Rome is never refreshed."]
    holds = "always" if rules.refresh_threshold == 0 else f"while it holds {_number(rules.refresh_threshold, 'god')} or more"
    often = "once" if rules.refresh_limit == 1 else f"up to {rules.refresh_limit} times"
    choice = f"Before the take Rome may be refreshed {holds}, {often} a turn."
    if rules.refresh_limit == 0 or rules.refresh_threshold > rules.rome_size:
        choice = "Nobody may refresh Rome by choice."
    return [choice, f"Where no card of Rome may be taken: {STUCK_ROME[rules.stuck_rome]}, until one can be."]


def _gods(rules: Rules) -> list[str]:
    if not rules.gods:
        return ["None."]
    held = _number(rules.god_limit, "god")
    spaces = _number(rules.god_advance, "space")
    outside = "is ignored" if rules.token_overflow == "ignore" else "stops at the bound"
    return [
        f"Who holds {held} may take no other." if rules.god_limit else "No god may be taken.",
        f"Who takes one advances {spaces} in any province; then the tokens of its left and right neighbours change.",
        f"A change beyond a token's bounds {outside}.",
    ]


def _provinces(rules: Rules) -> list[str]:
    order = "in random order" if rules.ring == "random" else "in the order " + ", ".join(rules.ring)
    tie = TRACK_TIE[rules.track_tie]
    if rules.track_tie == "shared":
        tie += f", {SHARED_TIE[rules.shared_tie]}"
    end = "keeps its place in the stack" if rules.track_end == "stay" else "goes on top of the stack"
    losses = ", ".join(map(str, rules.rank_loss))
    lines = [
        f"A ring {order}. Tracks have {_number(rules.track_length, 'space')}; a marker on the last that would advance {end}.",
        f"On the same space {tie}.",
        f"The 1st, 2nd, 3rd and 4th in order score the token less {losses} for each card that the province counts.",
    ]
    for name in PROVINCES:
        province = rules.provinces[name]
        token = f"its token starts at {province.token_start} ({province.token_min} to {province.token_max})"
        lines.append(f"{name.capitalize()} counts {province.counts.title}; {token}.")
    return lines


def _types(rules: Rules) -> list[str]:
    zeros = ", powers 0-1 too" if rules.military_zero_pairs else ""
    buildings = ", ".join(map(str, rules.architecture_points))
    icons = ", ".join(map(str, rules.commerce_points))
    return [
        f"Military: {rules.military_trio} for powers 1-2-3, {rules.military_pair} for two consecutive powers{zeros}.",
        f"Intrigue: {rules.intrigue_points} x intrigue cards x cards of power {rules.intrigue_power}.",
        f"Architecture: 0 to {len(rules.architecture_points) - 1} different buildings score {buildings}.",
        f"Commerce: 0 to {len(rules.commerce_points) - 1} or more icons of a product score {icons}.",
    ]


def _ends(rules: Rules) -> list[str]:
    lines = []
    for players in PLAYERS:
        points = rules.seat_points[players]
        if any(points):
            lines.append(f"With {players} players the seats start with {', '.join(map(str, points))} points.")
        for seat, spaces in enumerate(rules.seat_spaces[players]):
            if spaces:
                where = ", ".join(f"{name.capitalize()} {steps}" for name, steps in spaces.items())
                lines.append(f"With {players} players seat {seat + 1} starts on {where}.")
    if any(any(seats) for seats in rules.seat_spaces.values()):
        order = "first" if rules.start_stack == "seats" else "last"
        lines.append(f"Where markers start on one space, the {order} seat's is lowest.")
    lines = lines or ["Every seat starts with nothing."]
    breaks = ", then ".join(TIE_BREAK[name] for name in rules.tie_break)
    lines.append(f"Equal totals: {breaks}; who is still tied shares the win." if breaks else "Equal totals share the win.")
    return lines


def _cards(rules: Rules) -> list[str]:
    types = Counter(card.type for card in rules.cards)
    gods = ", ".join(f"{god.copies} x {god.title}" for god in rules.gods)
    return [
        f"{_number(len(rules.cards), 'Rome card')}: {', '.join(f'{types[name]} {name}' for name in TYPES)}.",
        f"{_number(len(rules.god_cards), 'god card')}{': ' + gods if gods else ''}.",
        f"Enough for {listed(playable_with(rules))} players.",
    ]


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"

"""What must hold between the fields of the rules, and with how many players a game is sure to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quorumsim.errors import BadInput
from quorumsim.fields import refuse, refuse_whole
from quorumsim.quorum.names import BOX_CARDS, GOD_CARDS, PLAYERS, PROVINCES

if TYPE_CHECKING:
    from quorumsim.quorum.model import Rules


def check_players(rules: Rules, players: int) -> None:
    """Raises BadInput if the game is not for this many players, or has too few cards for them to finish it."""
    if players not in PLAYERS:
        raise BadInput(f"players is {players}; accepted: {PLAYERS[0]} to {PLAYERS[-1]}")
    problem = too_few_cards(rules, players)
    if problem:
        raise BadInput(f"{rules.name}: {problem}")


def too_few_cards(rules: Rules, players: int) -> str | None:
    """Why a game of `players` might not end, or None.

    Each player is dealt `hand_size` cards and takes `rounds`. Ordinary cards must be enough for all of that, so that there
    is always one to take and one to play, and for the set-up, where no god is dealt. The deck needs one Rome more, which is
    still there at the end, and a second one if Rome can be refreshed.
    """
    ordinary = len(rules.cards)
    gods = sum(god.copies for god in rules.gods)
    taken = players * (rules.hand_size + rules.rounds)
    dealt = players * rules.hand_size + rules.rome_size
    romes = 2 if refresh_happens(rules) else 1
    for needed, there, formula, consequence in (
        (taken, ordinary, "Rome cards, players x (hand_size + rounds)", "might not end"),
        (dealt, ordinary, "Rome cards, players x hand_size + rome_size", "could not begin"),
        (taken + romes * rules.rome_size, ordinary + gods,
         f"cards with the gods, players x (hand_size + rounds) + {romes} x rome_size", "might not end"),
    ):  # fmt: skip
        if there < needed:
            return f"{players} players need at least {needed} {formula}, and there are {there}: the game {consequence}"
    return None


def refresh_happens(rules: Rules) -> bool:
    """Whether Rome can ever be refreshed, by choice or because only gods lie there."""
    gods = sum(god.copies for god in rules.gods)
    by_choice = rules.refresh_limit > 0 and rules.refresh_threshold <= min(gods, rules.rome_size)
    return by_choice or gods >= rules.rome_size


def check_fields(rules: Rules) -> None:
    """Raises the first disagreement between fields, as pydantic wants it."""
    if rules.god_limit > rules.hand_size:
        raise refuse("god_limit", rules.god_limit, f"0 to hand_size ({rules.hand_size})")
    if rules.god_advance > rules.track_length:
        raise refuse("god_advance", rules.god_advance, f"0 to track_length ({rules.track_length})")
    _check_tokens(rules)
    _check_seats(rules)
    _check_cards(rules)
    problem = too_few_cards(rules, PLAYERS[0])
    if problem:
        raise refuse_whole(problem)


def _check_tokens(rules: Rules) -> None:
    for name in PROVINCES:
        if name not in rules.provinces:
            raise refuse("provinces", list(rules.provinces), f"a table for each of {', '.join(PROVINCES)}")
        province = rules.provinces[name]
        low, high = province.token_min, province.token_max

        def place(field: str, value: int, name: str = name) -> str:
            return field if getattr(rules, field) == value else f"provinces.{name}.{field}"

        if low > high:
            raise refuse(place("token_min", low), low, f"0 to token_max of {name} ({high})")
        if not low <= province.token_start <= high:
            field = place("token_start", province.token_start)
            raise refuse(field, province.token_start, f"token_min to token_max of {name} ({low} to {high})")


def _check_seats(rules: Rules) -> None:
    for players in PLAYERS:
        for field, what in (("seat_points", "points"), ("seat_spaces", "tables of spaces")):
            seats = getattr(rules, field).get(players, ())
            if len(seats) != players:
                raise refuse(f"{field}.{players}", seats, f"a list of {players} {what}, one for each seat")
        for seat, spaces in enumerate(rules.seat_spaces[players]):
            for name, steps in spaces.items():
                if steps > rules.track_length:
                    field = f"{name} of entry {seat + 1} of seat_spaces.{players}"
                    raise refuse(field, steps, f"0 to track_length ({rules.track_length})")


def _check_cards(rules: Rules) -> None:
    numbers = [card.id for card in rules.cards]
    if rules.god_first_id <= BOX_CARDS:
        raise refuse("god_first_id", rules.god_first_id, f"{BOX_CARDS + 1} or more")
    first_added = rules.god_first_id + GOD_CARDS
    for number in numbers:
        if rules.god_first_id <= number < first_added:
            accepted = f"numbers below {rules.god_first_id} or from {first_added}, because those between are the gods'"
            raise refuse("a card's number", number, accepted)
    places = [god.number for god in rules.gods]
    for place in places:
        if places.count(place) > 1:
            raise refuse("the number of two gods", place, "a different one for each")
    copies = sum(god.copies for god in rules.gods)
    if copies > GOD_CARDS:
        raise refuse("copies of all gods together", copies, f"at most {GOD_CARDS} god cards")

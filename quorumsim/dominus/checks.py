"""What must hold between the values of the rules, and for how many players they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_core import PydanticCustomError

from quorumsim.dominus.names import PLAYERS, PROVINCES
from quorumsim.errors import BadInput
from quorumsim.fields import listed, refuse

if TYPE_CHECKING:
    from quorumsim.dominus.model import Link, Rules


def check_players(rules: Rules, players: int) -> None:
    """Raises BadInput if the game is not for this many players."""
    if players not in PLAYERS:
        raise BadInput(f"players is {players}; accepted: {PLAYERS[0]} to {PLAYERS[-1]}")


def check_values(rules: Rules) -> None:
    """Raises the first disagreement between values, as pydantic wants it."""
    if rules.legions_in_rome > rules.legions:
        raise refuse("legions_in_rome", rules.legions_in_rome, f"0 to legions ({rules.legions})")
    smallest = min(rules.ring_size)
    if rules.reserve_steps >= smallest:
        raise refuse("reserve_steps", rules.reserve_steps, f"less than the smallest ring_size ({smallest})")


def check_shares(shares: tuple[float, ...]) -> tuple[float, ...]:
    """The shares, if one at least is above 0."""
    if not any(shares):
        raise _refused(list(shares), "shares of which one at least is above 0")
    return shares


def check_links(links: tuple[Link, ...]) -> tuple[Link, ...]:
    """The links, if none is there twice, in whichever direction, and every province can be reached from Rome."""
    seen: set[frozenset[str]] = set()
    for link in links:
        ends = frozenset(link.between)
        if ends in seen:
            raise _refused("-".join(link.between), "each pair of provinces at most once, in one direction")
        seen.add(ends)
    reached: set[str] = {PROVINCES[0]}
    while grown := {name for ends in seen if ends & reached for name in ends} - reached:
        reached |= grown
    missing = [name for name in PROVINCES if name not in reached]
    if missing:
        raise _refused(f"without a way from roma to {listed(missing)}", "links by which every province can be reached")
    return links


def _refused(value: object, accepted: str) -> PydanticCustomError:
    return PydanticCustomError("refused", "{accepted}", {"value": value, "accepted": accepted})

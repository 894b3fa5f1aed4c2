"""The complete description of a game. The meaning of each field stands in data/quorum/standard.toml and docs/rules.md."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, field_validator, model_validator
from pydantic_core import PydanticCustomError

from quorumsim.fields import Entries, Frozen, Text, Whole
from quorumsim.quorum import checks
from quorumsim.quorum.cards import God, RomeCard
from quorumsim.quorum.names import (
    BUILDINGS,
    CARD_NUMBER,
    GOD_KINDS,
    HAND,
    PLAYERS,
    POWERS,
    PROVINCES,
    ROME,
    ROME_CARDS,
    ROUNDS,
    SEATS,
    TOKEN,
    TRACK,
    TYPES,
    CardType,
    ProvinceName,
    TieBreak,
)
from quorumsim.rules_files import fingerprint_of

FORMAT = "quorum-rules/1"

Points = Annotated[int, Whole(0, 100)]
Power = Annotated[int, Whole(POWERS[0], POWERS[-1])]
Token = Annotated[int, Whole(0, TOKEN)]
TokenStart = Annotated[int, Whole(0, TOKEN, "between token_min and token_max")]
Space = Annotated[int, Whole(0, TRACK, "at most track_length")]
Spaces = dict[ProvinceName, Space]


def _ring(value: Any) -> Any:
    in_order = isinstance(value, list | tuple) and sorted(map(str, value)) == sorted(PROVINCES)
    if value != "random" and not in_order:
        raise PydanticCustomError(
            "refused", "{accepted}", {"accepted": f'"random" or a list of all six provinces ({", ".join(PROVINCES)})'}
        )
    return tuple(value) if in_order else value


class Counts(Frozen):
    """What a province counts: cards whose type and whose power are both in these lists. A list left out means any."""

    types: Annotated[tuple[CardType, ...], Entries(1, len(TYPES), "types", unique=True)] = TYPES
    powers: Annotated[tuple[Power, ...], Entries(1, len(POWERS), "powers", unique=True)] = POWERS

    @field_validator("types", "powers", mode="after")
    @classmethod
    def _in_order(cls, value: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sorted(value, key=(*TYPES, *POWERS).index))

    def includes(self, card: RomeCard) -> bool:
        """Whether the province counts this card."""
        return card.type in self.types and card.power in self.powers

    @property
    def title(self) -> str:
        """ "intrigue cards", "cards of power 1", "military and intrigue cards of power 2"."""
        types = " and ".join(self.types) + " cards" if self.types != TYPES else "cards"
        if self.powers != POWERS:
            return f"{types} of power {' or '.join(map(str, self.powers))}"
        return types if self.types != TYPES else "all cards"


class Province(Frozen):
    """A province: what it counts and its influence token."""

    counts: Counts
    token_start: TokenStart
    token_min: Token
    token_max: Token


class Rules(Frozen):
    """All of a game; every field is checked, also against the others. Made by `quorumsim.quorum.rules.resolve`."""

    name: Annotated[str, Text(1, 10_000)]  # with --set it grows by every field
    title: Annotated[str, Text(1, 10_000)]
    summary: Annotated[str, Text(0, 1000)] = ""

    rounds: Annotated[int, Whole(1, ROUNDS)]
    hand_size: Annotated[int, Whole(1, HAND)]
    rome_size: Annotated[int, Whole(1, ROME)]

    god_limit: Annotated[int, Whole(0, HAND, "at most hand_size")]
    god_advance: Annotated[int, Whole(0, TRACK, "at most track_length")]
    refresh_threshold: Annotated[int, Whole(0, ROME + 1)]
    refresh_limit: Annotated[int, Whole(0, 15)]
    stuck_rome: Literal["refresh", "redeal"]
    ring: Annotated[Literal["random"] | tuple[ProvinceName, ...], BeforeValidator(_ring)]

    token_start: TokenStart
    token_min: Token
    token_max: Token
    token_overflow: Literal["ignore", "clamp"]

    track_length: Annotated[int, Whole(1, TRACK)]
    track_end: Literal["stay", "restack"]
    track_tie: Literal["first", "last", "shared"]
    shared_tie: Literal["best", "worst", "average", "next"]
    rank_loss: Annotated[tuple[Token, ...], Entries(SEATS, SEATS, "losses, one for each rank")]

    military_trio: Points
    military_pair: Points
    military_zero_pairs: bool
    intrigue_points: Annotated[int, Whole(0, 20)]
    intrigue_power: Power
    architecture_points: Annotated[
        tuple[Points, ...], Entries(len(BUILDINGS) + 1, len(BUILDINGS) + 1, "points, for 0 to 6 different buildings")
    ]
    commerce_points: Annotated[tuple[Points, ...], Entries(1, 17, "points, by number of icons from 0")]

    tie_break: Annotated[tuple[TieBreak, ...], Entries(0, 5, "tie-breaks", unique=True)]

    start_stack: Literal["seats", "reverse"]
    seat_points: dict[int, tuple[Points, ...]]
    seat_spaces: dict[int, tuple[Spaces, ...]]

    provinces: dict[ProvinceName, Province]

    cards: Annotated[tuple[RomeCard, ...], Entries(1, ROME_CARDS, "Rome cards")]
    gods: Annotated[tuple[God, ...], Entries(0, GOD_KINDS, "gods")]
    god_first_id: Annotated[int, Whole(2, CARD_NUMBER)]

    @field_validator("seat_spaces", mode="after")
    @classmethod
    def _without_zeros(cls, value: dict[int, tuple[Spaces, ...]]) -> dict[int, tuple[Spaces, ...]]:
        return {
            players: tuple({name: steps for name, steps in seat.items() if steps} for seat in seats)
            for players, seats in value.items()
        }

    @field_validator("cards", mode="after")
    @classmethod
    def _by_id(cls, value: tuple[RomeCard, ...]) -> tuple[RomeCard, ...]:
        return tuple(sorted(value, key=lambda card: card.id))

    @field_validator("gods", mode="after")
    @classmethod
    def _by_number(cls, value: tuple[God, ...]) -> tuple[God, ...]:
        return tuple(sorted(value, key=lambda god: god.number))

    @model_validator(mode="after")
    def _fields_agree(self) -> "Rules":
        checks.check_fields(self)
        return self

    @property
    def god_cards(self) -> list[tuple[int, God, int]]:
        """Every god card as (id, god, copy from 0), in id order: copies side by side, in the order of the god list."""
        pairs = [(god, copy) for god in self.gods for copy in range(god.copies)]
        return [(self.god_first_id + place, god, copy) for place, (god, copy) in enumerate(pairs)]

    @property
    def card_titles(self) -> dict[int, str]:
        """The human name of every card id, gods included."""
        return {card.id: card.title for card in self.cards} | {card: god.title for card, god, _ in self.god_cards}

    @property
    def game(self) -> dict[str, Any]:
        """What the game depends on, as plain JSON data: no names of the rules, no order of writing, tokens by province."""
        left_out = {"name", "title", "summary", "token_start", "token_min", "token_max"}
        return self.model_dump(mode="json", exclude=left_out)

    @property
    def fingerprint(self) -> str:
        """First 16 hexadecimal digits of the SHA-256 of `game`: equal fingerprints are the same game."""
        return fingerprint_of(FORMAT, self.game)


def playable_with(rules: Rules) -> list[int]:
    """The numbers of players these rules have cards for."""
    return [players for players in PLAYERS if checks.too_few_cards(rules, players) is None]

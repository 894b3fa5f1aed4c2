"""The cards: Rome cards and gods, as data."""

from typing import Annotated

from pydantic import Field, field_validator, model_validator

from quorumsim.fields import Entries, Frozen, Text, Whole, refuse
from quorumsim.quorum.names import (
    BUILDINGS,
    CARD_NUMBER,
    GOD_CARDS,
    GOD_KINDS,
    POWERS,
    PRODUCTS,
    Building,
    CardType,
    Product,
    ProvinceName,
)

MINUS = "\N{MINUS SIGN}"
GOD_NAME = Text(1, 40)


class RomeCard(Frozen):
    """An ordinary card. `id` is its number in the card list."""

    id: Annotated[int, Whole(1, CARD_NUMBER)]
    type: CardType
    power: Annotated[int, Whole(POWERS[0], POWERS[-1])]
    province: ProvinceName  # of the banner
    banner: Annotated[int, Whole(1, 9)]  # spaces the marker advances there
    building: Building | None = None
    products: Annotated[tuple[Product, ...], Entries(0, 4, "products")] = ()

    @field_validator("products", mode="after")
    @classmethod
    def _in_order(cls, value: tuple[Product, ...]) -> tuple[Product, ...]:
        return tuple(sorted(value))

    @model_validator(mode="after")
    def _icons_fit_the_type(self) -> "RomeCard":
        if self.type == "architecture" and self.building is None:
            raise refuse("building", "", f"for an architecture card one of {', '.join(BUILDINGS)}")
        if self.type != "architecture" and self.building is not None:
            raise refuse("building", self.building, f"nothing, because a card of type {self.type} shows no building")
        if self.type == "commerce" and not self.products:
            raise refuse("products", [], f"for a commerce card 1 to 4 of {', '.join(PRODUCTS)}")
        if self.type != "commerce" and self.products:
            raise refuse("products", self.products, f"nothing, because a card of type {self.type} shows no products")
        return self

    @property
    def title(self) -> str:
        """The card's human name: "military 2, Africa +3", "architecture 2, bath, Africa +2"."""
        icons = f"{self.building}, " if self.building else f"{' '.join(self.products)}, " if self.products else ""
        return f"{self.type} {self.power}, {icons}{self.province.capitalize()} +{self.banner}"


class God(Frozen):
    """A god. `number` is its place in the god list (from 1) and stays when others are removed: random keys use it."""

    number: Annotated[int, Whole(1, GOD_KINDS)]
    name: Annotated[str, GOD_NAME]
    left: Annotated[int, Whole(-3, 3)]  # change of the token of the left neighbour
    right: Annotated[int, Whole(-3, 3)]
    copies: Annotated[int, Whole(1, GOD_CARDS)] = Field(description="cards of this god in the deck")

    @property
    def title(self) -> str:
        """"Venus (left −1, right +1)"."""
        return f"{self.name} (left {signed(self.left)}, right {signed(self.right)})"


def signed(value: int) -> str:
    """+1, 0, −1 with a real minus sign."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"

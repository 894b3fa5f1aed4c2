"""The published rules as one flat dict, read from data/quorum without checking anything."""

import csv
import tomllib
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data" / "quorum"
NOT_FIELDS = ("format", "name", "title", "summary", "card_list", "god_list")


def standard() -> dict:
    """The fields of standard.toml, with the cards, the gods and every province's token bounds filled in."""
    with open(DATA / "standard.toml", "rb") as file:
        document = tomllib.load(file)
    rules = {field: value for field, value in document.items() if field not in NOT_FIELDS}
    for field in ("seat_points", "seat_spaces"):
        rules[field] = {int(players): seats for players, seats in rules[field].items()}
    for province in rules["provinces"].values():
        for field in ("token_start", "token_min", "token_max"):
            province.setdefault(field, rules[field])
    rules["cards"] = read_cards(DATA / document["card_list"])
    rules["gods"] = read_gods(DATA / document["god_list"])
    rules["god_first_id"] = max(card["id"] for card in rules["cards"]) + 1
    return rules


def read_cards(path: Path) -> list[dict]:
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {
                "id": int(row["card"]),
                "type": row["type"],
                "power": int(row["power"]),
                "province": row["province"],
                "banner": int(row["banner"]),
                "building": row["building"] or None,
                "products": row["products"].split(),
            }
            for row in csv.DictReader(file)
        ]


def read_gods(path: Path) -> list[dict]:
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {
                "number": number,
                "name": row["god"],
                "left": int(row["left"]),
                "right": int(row["right"]),
                "copies": int(row["copies"]),
            }
            for number, row in enumerate(csv.DictReader(file), start=1)
        ]

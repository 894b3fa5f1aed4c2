"""The names of everything in Dominus, in the order that gives each its number."""

PROVINCES = (
    "roma",
    "gallia",
    "illyricum",
    "hispania",
    "germania",
    "dacia",
    "graecia",
    "asia",
    "syria",
    "aegyptus",
    "africa",
    "mauretania",
    "britannia",
)
OUTSIDE_ROME = PROVINCES[1:]
COLOURS = ("red", "blue", "yellow")
ICONS = ("lyre", "column", "mask")  # a tile without one has None
SYMBOLS = ("two", "same")  # a tile without one has None
GOODS = ("points", "beautification", "coins", "faith", "stars", "citizens")  # also the kinds of tokens

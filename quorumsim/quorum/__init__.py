"""The game of Quorum: its rules as data, and the compiled kernel that plays it."""

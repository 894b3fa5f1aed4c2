"""Coins: a game as small as can be, added by following docs/a-third-game.md. Rules, kernel, two bots and a kit."""

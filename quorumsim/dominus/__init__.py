"""The game of Dominus, reconstructed from a summary: rules as data, the compiled kernel, bots, and what a page asks of it."""

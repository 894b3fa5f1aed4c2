"""Experiments: what is played, in chunks, on how many workers, and where it lies on disk."""

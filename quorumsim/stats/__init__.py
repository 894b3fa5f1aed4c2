"""Pure functions on sums over blocks and on counts: intervals, ranks, verdicts. No files, no tables, no pictures."""

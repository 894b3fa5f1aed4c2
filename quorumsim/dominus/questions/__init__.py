"""What is asked of runs of Dominus: each question of all readings at once, with one sentence on whether they agree."""

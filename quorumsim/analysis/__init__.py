"""A run in, rows and sentences out. Pages, terminal and JSON print what is written here, and nothing is worked out twice."""

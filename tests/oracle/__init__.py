"""Quorum a second time, in plain Python and written from the rules alone.

It shares no code with the simulator, so that where the two agree move by move, both read the rules the same way.
`play.play` plays one game; `rules.standard` reads the published rules. `scoring` counts every point from scratch;
`scorer` asks it for each thing once, which makes the oracle fast enough for thousands of games.
"""

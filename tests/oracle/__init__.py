"""Quorum a second time, in plain Python: slow, from scratch everywhere, and written from the rules alone.

It shares no code with the simulator, so that where the two agree move by move, both read the rules the same way.
`play.play` plays one game; `rules.standard` reads the published rules.
"""

"""Dominus a second time, in plain Python and written from its description alone.

It shares no code with the simulator, so that where the two agree move by move, both read the description the same way.
`play.play` plays one game; `game.Game` takes one decision after another; `scoring` counts every point from scratch.
"""

"""The kernel's speed beside plain Python and plain C on the same rules, in the same minutes: `scripts/bench`.

The C is tests/yardstick: hand-written, one thread, nothing logged; its greedy bot values every god alike. The Python is the
oracle of the tests. Ours plays on one worker and writes a run. All three in turn, several times, by processor time; the median
ratio is what counts, because machines are shared and noisy.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from quorumsim.bots.registry import parse
from quorumsim.lab.plan import make_plan
from quorumsim.lab.simulate import simulate
from quorumsim.quorum.rules import resolve
from tests.oracle.play import play
from tests.oracle.rules import standard

YARDSTICK = Path(__file__).parent / "yardstick" / "quorum_limit.c"
ROUNDS = 5
GAMES = {"random": (600_000, 400_000, 300), "greedy": (50_000, 100_000, 40)}  # in C, ours, in plain Python


def c_rate(program: Path, bot: str, games: int) -> float:
    """Games/s of processor time of the C program, which knows bot 0 (random) and 1 (greedy)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, str(games), str(["random", "greedy"].index(bot))], check=True, stdout=subprocess.DEVNULL)
    return games / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def our_rate(bot: str, games: int) -> float:
    """Games/s of processor time, from the plan to the finished run on disk."""
    with TemporaryDirectory() as folder:
        begun = time.process_time()
        simulate(make_plan(rules=resolve(), bots=bot, games=games), Path(folder) / "run")
        return games / (time.process_time() - begun)


def python_rate(bot: str, games: int) -> float:
    """Games/s of processor time of the oracle."""
    rules = standard()
    begun = time.process_time()
    for block in range(games):
        play(rules, 4, 1, block, [bot] * 4)
    return games / (time.process_time() - begun)


def main() -> int:
    compiler = shutil.which("cc") or shutil.which("gcc")
    with TemporaryDirectory() as folder:
        program = Path(folder) / "quorum_limit"
        if compiler:
            subprocess.run([compiler, "-O3", "-march=native", YARDSTICK, "-o", program], check=True)
        else:
            print("there is no C compiler here, so plain C is left out", file=sys.stderr)
        heads = f"{'ours':>10} {'plain C':>10} {'ours / C':>9} {'plain Python':>13} {'ours / Python':>14}"
        print(f"\n{'bot, 4 players':16} {heads}")
        for bot, (c_games, our_games, python_games) in GAMES.items():
            _ = parse(bot).score
            our_rate(bot, 1000)
            rounds = []
            for _ in range(ROUNDS):
                c = c_rate(program, bot, c_games) if compiler else float("nan")
                rounds.append((c, our_rate(bot, our_games), python_rate(bot, python_games)))
            c, ours, python = (statistics.median(rates) for rates in zip(*rounds, strict=True))
            against_c = statistics.median(our / c for c, our, _ in rounds)
            against_python = statistics.median(our / python for _, our, python in rounds)
            print(f"{bot:16} {ours:>10,.0f} {c:>10,.0f} {against_c:>9.2f} {python:>13,.0f} {against_python:>14,.0f}")
        print("games per second of processor time on one core; ours writes its run; ratios are medians over the rounds")
    return 0


if __name__ == "__main__":
    sys.exit(main())

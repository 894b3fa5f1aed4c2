"""Transcripts as text: every move in words, and a final count that adds up."""

import re

import pytest

from quorumsim.bots.registry import parse_seats
from quorumsim.quorum.finished import score
from quorumsim.quorum.finished_lines import lines
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import resolve
from quorumsim.quorum.transcript import transcribe
from quorumsim.quorum.transcript_file import as_transcript
from quorumsim.quorum.transcript_text import finished_table, text_lines
from quorumsim.quorum.verify import replay
from quorumsim.transcript_lines import WIDTH

pytestmark = pytest.mark.kernel


def played(rules, players=3, bots="pious", seed=2):
    return transcribe(rules, parse_seats(bots, players), seed, 0, 0)


def test_every_move_is_told():
    rules = resolve()
    record = played(rules)
    text = list(text_lines(rules, as_transcript(record)))
    titles = rules.card_titles
    assert [line for line in text if line.startswith("Round ")] == [
        f"Round {turn['round']}, seat {turn['seat'] + 1} (pious)" for turn in record["turns"]
    ]
    for word, key in (("takes", "take"), ("plays", "play")):
        assert [line.split(None, 1)[1] for line in text if line.split()[:1] == [word]] == [
            titles[turn[key]] for turn in record["turns"]
        ]
    assert [line.split()[1].lower() for line in text if line.split()[:1] == ["advances"]] == [
        turn["advance"] for turn in record["turns"] if turn["advance"]
    ]
    assert max(map(len, text)) <= WIDTH


def test_the_running_totals_end_at_the_final_ones():
    rules = resolve("last-seat-2-points")
    record = played(rules)
    text = list(text_lines(rules, as_transcript(record)))
    last = [line for line in text if line.startswith("  points")][-1]
    totals = [line["total"] for line in record["end"]["points"]]
    assert [int(number) for number in re.findall(r"seat \d: (\d+)", last)] == totals
    assert [int(line.split()[1]) for line in text if line.startswith("  Total")] == totals
    assert "  Start            2   given to seat 3 of 3" in text


def test_a_god_lies_face_down_and_changes_tokens():
    rules = resolve()
    text = "\n".join(text_lines(rules, as_transcript(played(rules))))
    assert re.search(r"\[face down: \w+ \(left .1, right .1\)\]", text)
    god = r"\n  takes +\w+ \(left .1, right .1\)\n.*\n  advances +\w+\n  plays .*\n  markers .*\n  tokens +\w+ \d → \d"
    assert re.search(god, text)


def test_a_refresh_is_told():
    rules = resolve("standard", ["refresh_threshold=0"])
    record = played(rules, bots="random")
    text = list(text_lines(rules, as_transcript(record)))
    assert sum(line.startswith("  refreshed") for line in text) == sum(len(turn["refresh"]) for turn in record["turns"]) > 0


@pytest.mark.parametrize("changes", [
    [], ["track_tie=last", "track_length=5"], ["track_tie=shared", "track_length=5", "shared_tie=average"],
    ["track_tie=shared", "track_length=4", "shared_tie=worst", "track_end=restack"], ["tie_break=['most_gods']"],
    ["military_trio=8", "provinces.africa.counts={}", "rank_loss=[0,2,2,5]", "commerce_points=[1,2,3]"],
])  # fmt: skip
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_finished_table_scores_what_the_game_says(changes, players):
    rules = resolve("last-seat-2-points", changes)
    for seed in range(4):
        record = as_transcript(played(rules, players, "random", seed))
        *_, (_, game) = replay(rules, record)
        table = finished_table(game, record.bots)
        scores = score(rules, table)
        assert [each.points for each in scores] == game.scores()
        assert [each.place for each in scores] == game.places()
        for seat in range(players):
            counted = {line.source: line.points for line in lines(rules, table, seat)}
            assert counted | {"start": counted.get("start", 0), "total": sum(counted.values())} == scores[seat].points
        assert list(table.seats[0].positions) == list(PROVINCES)

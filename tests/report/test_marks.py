"""Labels beside marks."""

from itertools import combinations
from math import dist

from quorumsim.report.marks import BESIDE, apart


def places(marks, scale):
    return [(x * scale + right, y * scale + up) for (x, y), (right, up) in zip(marks, apart(marks, scale), strict=True)]


def test_a_mark_alone_has_its_label_in_the_dearest_place():
    assert apart([(3.0, -2.0)], 10) == [BESIDE[0]]


def test_labels_of_marks_in_one_place_or_close_together_do_not_cover_each_other():
    for step in (0.0, 0.2, 0.5, 1.0):
        marks = [(step * place, -step * place) for place in range(5)]
        assert min(dist(one, other) for one, other in combinations(places(marks, 10), 2)) > 10

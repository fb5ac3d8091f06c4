"""`SquareSet`: the laws of sets, held against Python's own `set`, and wrong arguments."""

import pickle
from typing import Any

import pytest
from hypothesis import given, strategies as st

import gardez
from gardez import SquareSet

MASKS = st.integers(0, gardez.BB_ALL)


def squares(mask: int) -> set[int]:
    return {square for square in range(64) if mask >> square & 1}


@given(MASKS, MASKS)
def test_operators_are_those_of_sets(a: int, b: int) -> None:
    ours, theirs = SquareSet(a), SquareSet(b)
    for new, expected in (
        (ours | theirs, squares(a) | squares(b)),
        (ours & b, squares(a) & squares(b)),
        (ours - squares(b), squares(a) - squares(b)),
        (ours ^ theirs, squares(a) ^ squares(b)),
        (~ours, set(range(64)) - squares(a)),
    ):
        assert set(new) == expected and len(new) == len(expected) and bool(new) == bool(expected)
        assert new == expected and new == SquareSet(expected) and int(new) == sum(1 << square for square in expected)
    assert ours.issubset(theirs) == squares(a).issubset(squares(b))
    assert ours.issuperset(theirs) == squares(a).issuperset(squares(b))
    assert ours.isdisjoint(theirs) == squares(a).isdisjoint(squares(b))


@given(MASKS, MASKS, st.integers(0, 63))
def test_changes_are_those_of_sets(a: int, b: int, square: int) -> None:
    ours, theirs = SquareSet(a), squares(a)
    for name in ("update", "intersection_update", "difference_update", "symmetric_difference_update"):
        getattr(ours, name)(b)
        getattr(theirs, name)(squares(b))
        assert ours == theirs
    ours.add(square)
    assert square in ours
    ours.discard(square)
    assert square not in ours
    with pytest.raises(KeyError):
        ours.remove(square)
    assert [ours.pop() for _ in range(len(ours))] == sorted(theirs - {square})


@given(MASKS, st.integers(0, 200))
def test_shifts_mirrors_texts_and_pickles_keep_64_bits(mask: int, shift: int) -> None:
    ours = SquareSet(mask)
    assert int(ours << shift) == mask << shift & gardez.BB_ALL
    assert int(ours >> shift) == mask >> shift
    assert ours.mirror() == {square ^ 56 for square in ours} and ours.mirror().mirror() == ours
    assert pickle.loads(pickle.dumps(ours)) == ours == ours.copy()
    assert eval(repr(ours)) == ours
    assert str(ours).count("1") == len(ours)
    assert list(reversed(ours)) == sorted(ours, reverse=True)


def test_all_subsets_are_listed_once() -> None:
    subsets = list(SquareSet(gardez.BB_A1 | gardez.BB_E4 | gardez.BB_H8).carry_rippler())
    assert len(set(subsets)) == 8 and subsets[0] == 0


def test_rays_go_from_edge_to_edge_and_squares_between_lie_on_them() -> None:
    for a in range(64):
        for b in range(64):
            ray, between = SquareSet.ray(a, b), SquareSet.between(a, b)
            assert between.issubset(ray) and not {a, b} & set(between)
            assert len(between) == (gardez.square_distance(a, b) - 1 if ray else 0)


@pytest.mark.parametrize("square", [64, -1, 10**30])
def test_other_numbers_are_no_squares(square: int) -> None:
    for call in (SquareSet().add, SquareSet().__contains__, SquareSet.from_square, lambda n: SquareSet([n]), gardez.square_name):
        with pytest.raises(ValueError):
            call(square)


@pytest.mark.parametrize("value", ["a1", None, object(), [None], 1.5])
def test_other_values_are_no_sets(value: Any) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        SquareSet(value)
    assert SquareSet() != value


def test_a_set_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(SquareSet())

//! Copies, pickles, comparison and mirror images.
//!
//! A board of a subclass makes boards of the subclass: it calls the class with `None`, as python-chess does.

use gardez_position::Bitboard;
use gardez_types::{Color, Square};
use gardez_variants::{FreeBoard as Sketch, Variant};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple, PyType};

use super::base::BaseBoard;
use super::board::{Board, base, is_plain, sketch};
use super::game::{Moves, Packed, Past};
use crate::args::MaskArg;
use crate::error;

/// Returns how many of the last moves a copy keeps, by the argument `stack`: all without one and for True, none for
/// False.
///
/// # Errors
///
/// `ValueError` for a negative number.
fn kept_moves(stack: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(stack) = stack else { return Ok(usize::MAX) };
    match stack.cast::<PyBool>() {
        Ok(stack) => Ok(if stack.is_true() { usize::MAX } else { 0 }),
        Err(_) => usize::try_from(stack.extract::<i64>()?)
            .map_err(|_| error::value("stack is a number of moves, True or False")),
    }
}

/// Returns a board of the same class, with a position and moves.
fn made<'py>(like: &Bound<'py, BaseBoard>, position: Packed, past: Option<Past>) -> PyResult<Bound<'py, BaseBoard>> {
    let py = like.py();
    let class = like.get_type();
    let board = if class.is(py.get_type::<Board>()) {
        let blank = PyClassInitializer::from(BaseBoard::blank(Variant::Chess)).add_subclass(Board);
        Bound::new(py, blank)?.into_super()
    } else {
        class.call1((py.None(),))?.cast_into::<BaseBoard>()?
    };
    board.get().replace(position, past);
    Ok(board)
}

/// Returns a copy without moves.
fn bare<'py>(board: &Bound<'py, BaseBoard>) -> PyResult<Bound<'py, BaseBoard>> {
    let position = board.get().lock().position;
    made(board, position, None)
}

/// Returns a copy without moves, which the method `copy` of a subclass makes.
fn without_moves<'py>(board: &Bound<'py, BaseBoard>) -> PyResult<Bound<'py, PyAny>> {
    let (py, copy) = (board.py(), intern!(board.py(), "copy"));
    match board.cast::<Board>() {
        Ok(board) if !is_plain(board) => {
            let options = PyDict::new(py);
            options.set_item(intern!(py, "stack"), false)?;
            board.call_method(copy, (), Some(&options))
        }
        Err(_) => board.call_method0(copy),
        Ok(_) => bare(board).map(Bound::into_any),
    }
}

/// Returns what a function of Python makes of each set of squares.
fn transformed(sketch: &Sketch, f: &Bound<'_, PyAny>) -> PyResult<Sketch> {
    let apply = |set: Bitboard| Ok::<_, PyErr>(f.call1((set.bits(),))?.extract::<MaskArg>()?.0);
    let mut after = *sketch;
    for set in after.types.iter_mut().chain(&mut after.colors) {
        *set = apply(*set)?;
    }
    after.promoted = apply(after.promoted)?;
    after.castling = apply(after.castling)?;
    after.ep_square = match sketch.ep_square {
        None => None,
        Some(square) => apply(Bitboard::from_square(square))?.msb(),
    };
    Ok(after)
}

/// Returns the position with the colors exchanged and flipped vertically.
fn mirrored(sketch: &Sketch, swaps_turn: bool) -> Sketch {
    let mut after = *sketch;
    for set in &mut after.types {
        *set = set.flip_vertical();
    }
    after.colors = [sketch.colors[1].flip_vertical(), sketch.colors[0].flip_vertical()];
    after.promoted = sketch.promoted.flip_vertical();
    after.pockets.swap(0, 1);
    after.checks_left.swap(0, 1);
    if swaps_turn {
        after.castling = sketch.castling.flip_vertical();
        after.ep_square = sketch.ep_square.and_then(|square| Square::from_index(square as u8 ^ 56));
        after.side_to_move = !sketch.side_to_move;
    }
    after
}

/// A position as numbers, for pickles. The variant is the class's.
type Numbers = ([u64; 6], [u64; 2], u64, bool, u64, Option<u8>, u32, u32, bool, [[u8; 5]; 2], [u8; 2]);

fn numbers(sketch: &Sketch) -> Numbers {
    (
        sketch.types.map(Bitboard::bits),
        sketch.colors.map(Bitboard::bits),
        sketch.promoted.bits(),
        sketch.side_to_move == Color::White,
        sketch.castling.bits(),
        sketch.ep_square.map(|square| square as u8),
        sketch.halfmove_clock,
        sketch.fullmove_number,
        sketch.chess960,
        sketch.pockets,
        sketch.checks_left,
    )
}

fn from_numbers(numbers: Numbers, variant: Variant) -> Sketch {
    let (types, colors, promoted, is_white, castling, ep, rule50, fullmove, chess960, pockets, checks_left) = numbers;
    Sketch {
        types: types.map(Bitboard::from_bits),
        colors: colors.map(Bitboard::from_bits),
        promoted: Bitboard::from_bits(promoted),
        side_to_move: if is_white { Color::White } else { Color::Black },
        castling: Bitboard::from_bits(castling),
        ep_square: ep.and_then(Square::from_index),
        halfmove_clock: rule50,
        fullmove_number: fullmove,
        chess960,
        pockets,
        checks_left,
        variant,
    }
}

#[pymethods]
impl BaseBoard {
    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        let (a, b) = (self.sketch(), other.get().sketch());
        a.types == b.types && a.colors == b.colors
    }

    /// Replaces each set of squares by what a function makes of it.
    fn apply_transform(slf: &Bound<'_, Self>, f: &Bound<'_, PyAny>) -> PyResult<()> {
        let after = transformed(&slf.get().sketch(), f)?;
        slf.get().set_up(slf.py(), |sketch| *sketch = after)
    }

    /// Returns a copy, in which each set of squares is what a function makes of it.
    fn transform<'py>(slf: &Bound<'py, Self>, f: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let board = without_moves(slf)?;
        board.call_method1(intern!(slf.py(), "apply_transform"), (f,))?;
        Ok(board)
    }

    /// Exchanges the colors and flips the board vertically.
    fn apply_mirror(slf: &Bound<'_, Self>) -> PyResult<()> {
        slf.get().set_up(slf.py(), |sketch| *sketch = mirrored(sketch, false))
    }

    /// Returns a copy with the colors exchanged and flipped vertically.
    fn mirror<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let board = without_moves(slf)?;
        board.call_method0(intern!(slf.py(), "apply_mirror"))?;
        Ok(board)
    }

    /// Returns a copy.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        bare(slf)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0(intern!(slf.py(), "copy"))
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let board = slf.call_method0(intern!(slf.py(), "copy"))?;
        memo.set_item(slf.as_ptr() as usize, &board)?;
        Ok(board)
    }

    /// Returns a board without pieces.
    #[classmethod]
    fn empty<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((cls.py().None(),))
    }

    /// Returns a start position of Chess960, from 0 to 959.
    #[classmethod]
    fn from_chess960_pos<'py>(cls: &Bound<'py, PyType>, scharnagl: i64) -> PyResult<Bound<'py, PyAny>> {
        let board = cls.call1((cls.py().None(),))?;
        board.call_method1("set_chess960_pos", (scharnagl,))?;
        Ok(board)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (stack, sketch) = {
            let game = slf.get().lock();
            let numbers = |&position: &Packed| numbers(&position.into());
            (game.past().iter().map(numbers).collect::<Vec<_>>(), numbers(&game.position))
        };
        let restore = py.import("gardez._gardez")?.getattr("_restore")?;
        // The attributes of the object, and values in slots. Before Python 3.11, there are no slots.
        let state = match slf.getattr_opt(intern!(py, "__getstate__"))? {
            Some(state) => state.call0()?,
            None => slf.getattr(intern!(py, "__dict__"))?,
        };
        let arguments = (slf.get_type(), sketch, stack, slf.get().moves(py)?);
        (restore, arguments, state).into_pyobject(py)
    }
}

#[pymethods]
impl Board {
    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<bool> {
        let (a, b) = (sketch(slf), sketch(other));
        let is_same = a.halfmove_clock == b.halfmove_clock && a.fullmove_number == b.fullmove_number && a.repeats(&b);
        if !is_same || is_plain(slf) && is_plain(other) {
            return Ok(is_same);
        }
        let name = intern!(slf.py(), "uci_variant");
        slf.getattr(name)?.eq(other.getattr(name)?)
    }

    /// Returns a copy. `stack` is how many of the last moves it keeps and can take back: True for all, False for none.
    #[pyo3(signature = (*, stack = None))]
    fn copy<'py>(slf: &Bound<'py, Self>, stack: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, BaseBoard>> {
        let kept = kept_moves(stack)?;
        let (position, mut past) = {
            let game = base(slf).lock();
            (game.position, game.past.as_ref().map(|past| past.last(slf.py(), kept)))
        };
        if let Some(Past { moves: Moves::Shown(list), .. }) = &mut past {
            let all = list.bind(slf.py());
            *list = all.get_slice(all.len().saturating_sub(kept), all.len()).unbind();
        }
        made(slf.as_super(), position, past)
    }

    /// Returns the board before the first move, without moves.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, BaseBoard>> {
        let first = {
            let game = base(slf).lock();
            *game.past().first().unwrap_or(&game.position)
        };
        made(slf.as_super(), first, None)
    }

    /// Exchanges the colors and flips the board vertically.
    fn apply_mirror(slf: &Bound<'_, Self>) -> PyResult<()> {
        base(slf).set_up(slf.py(), |sketch| *sketch = mirrored(sketch, true))
    }

    /// Returns what two positions that repeat each other have in common, to be hashed and compared.
    fn _transposition_key<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let sketch = sketch(slf);
        let sets = sketch.types.iter().chain(&sketch.colors).map(|set| set.bits());
        let sets: Vec<_> = sets.chain(of_variant(&sketch)).collect();
        let ep = sketch.ep_square.filter(|_| sketch.has_legal_en_passant()).map(|square| square as u8);
        let sets = PyTuple::new(slf.py(), sets)?;
        (sets, sketch.side_to_move == Color::White, sketch.clean_castling().bits(), ep).into_pyobject(slf.py())
    }
}

/// Returns what makes positions of a variant different that are the same in chess.
fn of_variant(sketch: &Sketch) -> Vec<u64> {
    match sketch.variant {
        Variant::Crazyhouse => {
            let pockets = sketch.pockets.as_flattened().iter().map(|&count| u64::from(count));
            pockets.chain([sketch.promoted.bits()]).collect()
        }
        Variant::ThreeCheck => sketch.checks_left.map(u64::from).to_vec(),
        _ => Vec::new(),
    }
}

/// Returns the board of a pickle.
#[pyfunction]
fn _restore<'py>(
    class: &Bound<'py, PyType>,
    sketch: Numbers,
    stack: Vec<Numbers>,
    moves: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let board = class.call_method1(intern!(py, "__new__"), (class,))?;
    let base = board.cast::<BaseBoard>()?.get();
    let variant = base.sketch().variant;
    let past = stack.into_iter().map(|numbers| from_numbers(numbers, variant).into()).collect();
    let moves = Moves::Shown(moves.get_slice(0, moves.len()).unbind());
    base.replace(from_numbers(sketch, variant).into(), Some(Past { positions: past, moves }));
    Ok(board)
}

pub(super) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let restore = wrap_pyfunction!(_restore, m)?;
    restore.setattr("__module__", "gardez.chess")?;
    m.add_function(restore)
}

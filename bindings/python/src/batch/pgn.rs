//! Arrays from the games of a PGN.

mod game;
mod rows;

use std::io;
use std::path::PathBuf;

use gardez_io::Unpacked;
use gardez_notation::pgn::{ReadError, Reader, StreamSource};
use gardez_notation::san::Letters;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use self::game::{Game, Walk};
use self::rows::Rows;
use super::options::{Fill, Format, Indexing, Scale, choose, encoder};
use crate::files::{Opened, Source, os_error, table};
use crate::turns::Turns;

/// Read the main lines of the games of a PGN as arrays, in pieces of bounded memory.
///
/// Reading, and the encoding of planes, release the interpreter's lock. Variations are skipped.
///
/// Parameters
/// ----------
/// path_or_file : str, PathLike, bytes, an object with read(n), or a column of games
///     Input that is compressed with gzip or Zstandard is recognized and unpacked. Bytes are the PGN itself. A column is a
///     list, or a series or array of pandas, Polars or Arrow, with the text of a game in each row.
/// planes : None, or the number of an input format of lc0
///     The input format of lc0 in which the position before each move is encoded. None for no planes.
/// policy : bool
///     Whether the index of each move among the 1858 outputs is computed. By default, it is if there are planes.
/// min_ply, max_ply : int
///     Moves before min_ply and from max_ply on are left out. The first move of a game has the ply 0.
/// chunk : int
///     The most moves, and the most games, in a table. A longer game is continued in the next table.
/// fill, indexing, rule50
///     See `planes` and `policy_index`.
/// headers : None or a list of str
///     The names of the tags that are returned for each game. A name that is nearly that of a known tag is an error. In
///     tables of Arrow, ratings are numbers and dates are dates.
/// columns : None or a list of str
///     What is returned for each move besides: `key` and `fen` are the position before it, `uci` and `san` are the move,
///     `eval` and `clock` are what comments say, as with `comments`.
/// comments : bool
///     Whether `score` and `clock` are read from comments, in the spellings of Lichess, chess.com, ChessBase, TCEC, Arena,
///     cutechess and fastchess.
/// letters : None or str
///     The language of the letters of pieces, by its code, such as "de"; by default, they are found in each game.
///
/// Returns
/// -------
/// An iterator of `gardez.formats.Table`, arrays by their names. Each has n moves of m games:
///
/// offsets : uint64 array (m + 1,)
///     Game i has ``moves[offsets[i]:offsets[i + 1]]``.
/// game : uint64 array (m,)
///     The number of the game in the file, from 0. If a game is continued, it has the number of the last one before.
/// result : int8 array (m,)
///     1 if white won, 0 for a draw, -1 if black won, 2 if it is not known.
/// errors : uint32 array (m,)
///     How many parts of the game could not be read. A move that cannot be read ends its game.
/// moves : uint16 array (n,)
///     Bits 0 to 5 are the target, bits 6 to 11 the origin (0 is a1, 63 is h8), bits 12 and 13 the promotion (0 knight,
///     1 bishop, 2 rook, 3 queen), bits 14 and 15 the kind: 0 normal, 1 promotion, 2 en passant, 3 castling, whose target
///     is the rook. The number 0 is a null move. `policy_index` takes these numbers.
/// policy : uint16 array (n,), if it is wanted
///     The index of the move; 65535 for a null move.
/// planes : uint64 array (n, 112), counter : float32 array (n,), with planes
///     The masks and counters of `packed`, for the position before the move, with the positions before it.
/// transform : uint8 array (n,), only with planes of canonical formats
/// key : uint64 array (n,), fen, uci, san : lists of str (n,), if they are wanted
/// headers : dict of lists (m,), if there are names
///     The value of each tag in each game, or None.
/// score, or eval in columns : int16 array (n,), with comments
///     What is said of the position before the move, in centipawns for the side to move, at most 26,623; a mate in k moves
///     is 32,000 - k, or -32,000 + k for the side that is mated. 32,002 if nothing is said.
/// clock : float32 array (n,), with comments or in columns
///     The seconds that the player has after the move; NaN if they are not known.
///
/// Raises
/// ------
/// OSError
///     If a path cannot be opened or read; it has the filename. The tables before it are returned first.
/// TypeError, ValueError
///     For arguments of a wrong type or value. What a file object raises is passed on.
///
/// Examples
/// --------
/// >>> import io
/// >>> from gardez import batch
/// >>> (arrays,) = batch.pgn(io.StringIO("1. e4 e5 2. Nf3 1-0 1. d4 *"), planes=1)
/// >>> arrays["offsets"].tolist(), arrays["result"].tolist(), arrays["moves"].tolist()
/// ([0, 3, 4], [1, 2], [796, 3364, 405, 731])
/// >>> arrays["planes"].shape, arrays["policy"].tolist()
/// ((4, 112), [322, 322, 159, 293])
/// >>> text = '[White "Anna"]\n\n1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 {-0.20/12 1s} *'
/// >>> (arrays,) = batch.pgn(io.StringIO(text), headers=["White", "ECO"], comments=True)
/// >>> arrays["headers"], arrays["score"].tolist(), arrays["clock"].tolist()
/// ({'White': ['Anna'], 'ECO': [None]}, [32002, -30], [60.0, nan])
#[pyfunction]
#[pyo3(
    signature = (path_or_file, planes=None, *, policy=None, min_ply=0, max_ply=None, chunk=65536, fill=Fill::FEN_ONLY,
        indexing=Indexing::LC0, rule50=Scale::ENGINE, headers=None, columns=None, comments=false, letters=None),
    text_signature = "(path_or_file, planes=None, *, policy=None, min_ply=0, max_ply=None, chunk=65536, fill='fen_only', indexing='lc0', rule50='engine', headers=None, columns=None, comments=False, letters=None)"
)]
#[expect(clippy::too_many_arguments, reason = "in Python, all but one are optional")]
pub(super) fn pgn(
    path_or_file: &Bound<'_, PyAny>,
    planes: Option<Format>,
    policy: Option<bool>,
    min_ply: usize,
    max_ply: Option<usize>,
    chunk: usize,
    fill: Fill,
    indexing: Indexing,
    rule50: Scale,
    headers: Option<Vec<String>>,
    columns: Option<Vec<String>>,
    comments: bool,
    letters: Option<&Bound<'_, PyAny>>,
) -> PyResult<PgnArrays> {
    if chunk == 0 {
        return Err(PyValueError::new_err("chunk: expected 1 or more, found 0"));
    }
    let streams = path_or_file.py().import("gardez._streams")?;
    let source = streams.getattr("games_of")?.call1((path_or_file,))?;
    streams.getattr("known_headers")?.call1((headers.clone().unwrap_or_default(),))?;
    let Opened { stream, path } = Opened::open(&source)?;
    let names = headers.unwrap_or_default();
    let wanted = Wanted {
        columns: Columns::new(columns.unwrap_or_default(), comments)?,
        plies: (min_ply, max_ply.unwrap_or(usize::MAX)),
        chunk,
        encoder: planes.map(|format| encoder(format, fill, rule50)),
        policy: policy.unwrap_or(planes.is_some()).then_some(indexing.0),
    };
    let game = Game::new(names.clone(), wanted.columns.are_of_comments());
    let mut reader = Reader::new(stream);
    let all: Vec<_> = Letters::all().map(|letters| (letters.code(), letters)).collect();
    reader.set_letters(letters.map(|code| choose(code.as_borrowed(), "letters", &all)).transpose()?);
    let state = State { reader, game, number: 0, walk: None, error: None, wanted };
    Ok(PgnArrays { state: Turns::new(Box::new(state)), wanted, names, path })
}

/// The columns that are wanted besides.
#[derive(Clone, Copy, Debug)]
struct Columns {
    key: bool,
    fen: bool,
    uci: bool,
    san: bool,
    score: bool,
    eval: bool,
    clock: bool,
}

impl Columns {
    fn new(names: Vec<String>, comments: bool) -> PyResult<Self> {
        let known = ["key", "fen", "uci", "san", "eval", "clock"];
        if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
            let text = format!("columns: expected 'key', 'fen', 'uci', 'san', 'eval' or 'clock', found {name:?}");
            return Err(PyValueError::new_err(text));
        }
        let [key, fen, uci, san, eval, clock] = known.map(|known| names.iter().any(|name| name == known));
        Ok(Self { key, fen, uci, san, score: comments, eval, clock: comments || clock })
    }

    fn are_of_positions(self) -> bool {
        self.key || self.fen || self.uci || self.san
    }

    fn are_of_comments(self) -> bool {
        self.score || self.eval || self.clock
    }
}

/// What a caller wants to know about each move.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    columns: Columns,
    plies: (usize, usize),
    chunk: usize,
    encoder: Option<gardez_lc0::Encoder>,
    policy: Option<gardez_lc0::PolicyIndexing>,
}

/// Iterates over the arrays of the games of a PGN.
#[pyclass(module = "gardez.batch", frozen)]
pub(super) struct PgnArrays {
    state: Turns<Box<State>>,
    wanted: Wanted,
    /// The names of the tags that are wanted.
    names: Vec<String>,
    path: Option<PathBuf>,
}

#[derive(Debug)]
struct State {
    reader: Reader<StreamSource<Unpacked<Source>>>,
    game: Game,
    /// The number of games that were read.
    number: u64,
    /// The game that is not finished yet.
    walk: Option<Walk>,
    /// An error that follows the arrays that were returned.
    error: Option<io::Error>,
    wanted: Wanted,
}

impl State {
    /// Fills the arrays of the next dict.
    fn fill(&mut self) -> Rows {
        let mut rows = Rows::default();
        while rows.moves.len() < self.wanted.chunk && rows.games.len() < self.wanted.chunk {
            if self.walk.is_none() {
                match self.reader.read(&mut self.game) {
                    Ok(true) => {
                        self.game.finish();
                        self.walk = Some(Walk::new(&self.game, &self.wanted));
                    }
                    Ok(false) => break,
                    Err(ReadError::Source(error)) => {
                        self.error = Some(error);
                        break;
                    }
                    Err(ReadError::Stopped(never)) => match never {},
                }
                self.number += 1;
            }
            let Some(walk) = &mut self.walk else { break };
            rows.begin_game(self.number - 1, self.game.result, self.game.errors, &self.game.tags);
            if walk.add_to(&mut rows, &self.game, &self.wanted) {
                self.walk = None;
            }
        }
        rows
    }
}

#[pymethods]
impl PgnArrays {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rows = self.state.with(py, |state| {
            if let Some(error) = state.error.take() {
                return Err(os_error(&error, self.path.as_deref()));
            }
            let rows = state.fill();
            match state.error.take_if(|_| rows.games.is_empty()) {
                Some(error) => Err(os_error(&error, self.path.as_deref())),
                None => Ok(rows),
            }
        })??;
        if rows.games.is_empty() { Ok(None) } else { self.dict(py, rows).and_then(table).map(Some) }
    }
}

impl PgnArrays {
    /// Returns the arrays as a dict.
    fn dict<'py>(&self, py: Python<'py>, mut rows: Rows) -> PyResult<Bound<'py, PyDict>> {
        let (dict, Wanted { columns, encoder, policy, .. }) = (PyDict::new(py), self.wanted);
        let n = rows.moves.len();
        rows.offsets.push(n as u64);
        fn set<T: Element>(dict: &Bound<'_, PyDict>, name: &str, is_wanted: bool, numbers: Vec<T>) -> PyResult<()> {
            if is_wanted { dict.set_item(name, PyArray1::from_vec(dict.py(), numbers)) } else { Ok(()) }
        }
        set(&dict, "offsets", true, rows.offsets)?;
        set(&dict, "game", true, rows.games)?;
        set(&dict, "result", true, rows.results)?;
        set(&dict, "errors", true, rows.errors)?;
        set(&dict, "moves", true, rows.moves)?;
        set(&dict, "key", columns.key, rows.keys)?;
        let texts = [(columns.fen, "fen", rows.fens), (columns.uci, "uci", rows.ucis), (columns.san, "san", rows.sans)];
        for (_, name, texts) in texts.into_iter().filter(|(is_wanted, ..)| *is_wanted) {
            dict.set_item(name, texts)?;
        }
        set(&dict, "policy", policy.is_some(), rows.policy)?;
        if let Some(encoder) = encoder {
            dict.set_item("planes", PyArray1::from_vec(py, rows.masks).reshape([n, gardez_lc0::PLANES])?)?;
            set(&dict, "counter", true, rows.counters)?;
            set(&dict, "transform", encoder.format().is_canonical(), rows.transforms)?;
        }
        if !self.names.is_empty() {
            let headers = PyDict::new(py);
            for (column, name) in self.names.iter().enumerate() {
                let values: Vec<_> = rows.tags.iter().map(|tags| tags[column].as_deref()).collect();
                headers.set_item(name, values)?;
            }
            dict.set_item("headers", headers)?;
        }
        set(&dict, "score", columns.score, rows.scores.clone())?;
        set(&dict, "eval", columns.eval, rows.scores)?;
        set(&dict, "clock", columns.clock, rows.clocks)?;
        Ok(dict)
    }
}

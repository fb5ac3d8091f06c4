//! Queries of a game's last position: counts, keys, and the inputs of networks like Leela's.

use gardez_lc0::{
    CELLS, Encoder, FillMode, InputFormat, PLANES, POLICY_SIZE, Planes, PolicyIndex, PolicyIndexing, PositionHistory,
    Transform,
};
use gardez_position::{Board, CanMate, FenMode, FenReader, Position};
use gardez_types::{Color, ErrorInfo, Move};
use gardez_web_failure::Failure;
use wasm_bindgen::prelude::wasm_bindgen;

/// The greatest depth of a count.
const MAX_DEPTH: u32 = 9;

/// A game with all its moves.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Chess {
    pub(crate) position: Position,
}

#[wasm_bindgen]
impl Chess {
    /// Returns the game that begins with a FEN and has these moves; 0 is a null move.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: &str, is_chess960: bool, moves: &[u16]) -> Result<Self, Failure> {
        let mode = if is_chess960 { FenMode::Chess960 } else { FenMode::Standard };
        let read = FenReader::new().with_mode(mode).read_board(fen);
        let start = read.map_err(|error| Failure::about("fen", fen, error.span(), &error))?.position;
        let mut position = Position::from(start);
        for &raw in moves {
            match Move::from_raw(raw) {
                Some(m) => position.play(m).map_err(|error| Failure::new("illegal", error))?,
                None => position.pass().map_err(|error| Failure::new("illegal", error))?,
            }
        }
        Ok(Self { position })
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> Result<f64, Failure> {
        if MAX_DEPTH < depth {
            return Err(Failure::new("range", format_args!("the depth must be a number from 0 to {MAX_DEPTH}")));
        }
        exact(perft(self.position.board(), depth))
    }

    /// Returns whether any series of legal moves ends in mate by a color, if a search of `limit` positions finds out.
    #[wasm_bindgen(js_name = canMate)]
    pub fn can_mate(&self, is_white: bool, limit: u32) -> Option<bool> {
        let color = if is_white { Color::White } else { Color::Black };
        match self.position.board().can_mate(color, limit as usize) {
            CanMate::Yes(_) => Some(true),
            CanMate::No => Some(false),
            CanMate::Unknown => None,
        }
    }

    /// Returns the key of the position, as Stockfish computes it.
    pub fn key(&self) -> u64 {
        self.position.board().key()
    }

    /// Returns the key of the position in a Polyglot book.
    #[wasm_bindgen(js_name = polyglotKey)]
    pub fn polyglot_key(&self) -> u64 {
        self.position.board().polyglot_key()
    }

    /// Returns the 112 planes as sets of bits: for each plane its low and its high 32 bits.
    pub fn planes(&self, format: u32) -> Result<Vec<u32>, Failure> {
        let planes = self.encode(format)?;
        let bits = (0..PLANES).map(|index| planes.plane(index).mask.bits());
        Ok(bits.flat_map(|bits| [bits as u32, (bits >> 32) as u32]).collect())
    }

    /// Returns the transform of the planes: bit 0 mirrors files, bit 1 ranks, and bit 2 transposes.
    #[wasm_bindgen(js_name = planeTransform)]
    pub fn plane_transform(&self, format: u32) -> Result<u8, Failure> {
        self.transform(format).map(Transform::raw)
    }

    /// Returns the value of the set squares of each plane.
    #[wasm_bindgen(js_name = planeValues)]
    pub fn plane_values(&self, format: u32) -> Result<Vec<f32>, Failure> {
        let planes = self.encode(format)?;
        Ok((0..PLANES).map(|index| planes.plane(index).value).collect())
    }

    /// Returns the 112 planes as 7168 numbers.
    #[wasm_bindgen(js_name = densePlanes)]
    pub fn dense_planes(&self, format: u32) -> Result<Vec<f32>, Failure> {
        let planes = self.encode(format)?;
        let mut cells = vec![0.0; CELLS];
        planes.write_f32(&mut cells).map_err(|error| Failure::new("range", error))?;
        Ok(cells)
    }

    /// Returns for each of the 1858 outputs of a network whether its move is legal.
    #[wasm_bindgen(js_name = legalMask)]
    pub fn legal_mask(&self, format: u32) -> Result<Vec<u8>, Failure> {
        let transform = self.transform(format)?;
        let mut mask = vec![0; POLICY_SIZE];
        for &m in &self.position.board().legal_moves() {
            if let Some(index) = self.index(m, transform) {
                mask[usize::from(index.index())] = 1;
            }
        }
        Ok(mask)
    }

    /// Returns the index of a legal move in the output of a network.
    #[wasm_bindgen(js_name = policyIndex)]
    pub fn policy_index(&self, raw: u16, format: u32) -> Result<u16, Failure> {
        let transform = self.transform(format)?;
        let legal = Move::from_raw(raw).filter(|&m| self.position.board().is_legal(m));
        let index = legal.and_then(|m| self.index(m, transform));
        index
            .map(PolicyIndex::index)
            .ok_or_else(|| Failure::new("illegal", format_args!("the move {raw} is not legal here")))
    }
}

impl Chess {
    fn encode(&self, format: u32) -> Result<Planes, Failure> {
        let history = PositionHistory::from(&self.position);
        Ok(Encoder::new(input_format(format)?).with_fill(FillMode::FenOnly).encode(&history).0)
    }

    /// Returns the transform alone, which depends on the board and not on the moves before.
    fn transform(&self, format: u32) -> Result<Transform, Failure> {
        let is_canonical = input_format(format)?.is_canonical();
        let board = gardez_lc0::Board::from(self.position.board());
        Ok(if is_canonical { Transform::canonical(&board) } else { Transform::NONE })
    }

    fn index(&self, m: Move, transform: Transform) -> Option<PolicyIndex> {
        let m = gardez_lc0::Move::from_absolute(m, self.position.board().side_to_move());
        PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0)
    }
}

fn input_format(number: u32) -> Result<InputFormat, Failure> {
    InputFormat::try_from(number).map_err(|error| Failure::new("range", error))
}

/// Returns a count as a number of JavaScript, which is exact up to 2^53.
fn exact(count: u64) -> Result<f64, Failure> {
    if (1 << 53) < count {
        return Err(Failure::new("range", "the count is larger than 2^53"));
    }
    Ok(count as f64)
}

fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.legal_move_count() as u64,
        _ => board.legal_moves().iter().map(|&m| perft(&board.after(m), depth - 1)).sum(),
    }
}

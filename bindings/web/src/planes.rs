//! Input planes and policy indices of networks like Leela's.

use gardez_lc0::{
    CELLS, Encoder, FillMode, InputFormat, PLANES, POLICY_SIZE, Planes, PolicyIndex, PolicyIndexing, PositionHistory,
    Transform,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::chess::Chess;
use crate::failure::Failure;

#[wasm_bindgen]
impl Chess {
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
        let m = self.legal(raw)?;
        self.index(m, transform).map(PolicyIndex::index).ok_or_else(|| Failure::not_legal(raw))
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

    fn index(&self, m: gardez_types::Move, transform: Transform) -> Option<PolicyIndex> {
        let m = gardez_lc0::Move::from_absolute(m, self.position.board().side_to_move());
        PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0)
    }
}

fn input_format(number: u32) -> Result<InputFormat, Failure> {
    InputFormat::try_from(number).map_err(|error| Failure::new("range", error))
}

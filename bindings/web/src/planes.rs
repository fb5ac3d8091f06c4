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
    /// The 112 planes as sets of bits: for each plane its low and its high 32 bits. The last number is the transform.
    pub fn planes(&self, format: u32) -> Result<Vec<u32>, Failure> {
        let (planes, transform) = self.encode(format)?;
        let mut words = Vec::with_capacity(2 * PLANES + 1);
        for index in 0..PLANES {
            let bits = planes.plane(index).mask.bits();
            words.extend([bits as u32, (bits >> 32) as u32]);
        }
        words.push(u32::from(transform.raw()));
        Ok(words)
    }

    /// The value of the set squares of each plane.
    #[wasm_bindgen(js_name = planeValues)]
    pub fn plane_values(&self, format: u32) -> Result<Vec<f32>, Failure> {
        let (planes, _) = self.encode(format)?;
        Ok((0..PLANES).map(|index| planes.plane(index).value).collect())
    }

    /// The 112 planes as 7168 numbers.
    #[wasm_bindgen(js_name = densePlanes)]
    pub fn dense_planes(&self, format: u32) -> Result<Vec<f32>, Failure> {
        let (planes, _) = self.encode(format)?;
        let mut cells = vec![0.0; CELLS];
        planes.write_f32(&mut cells).map_err(|error| Failure::new("range", error))?;
        Ok(cells)
    }

    /// For each of the 1858 outputs of a network, whether its move is legal.
    #[wasm_bindgen(js_name = legalMask)]
    pub fn legal_mask(&self, format: u32) -> Result<Vec<u8>, Failure> {
        let transform = self.encode(format)?.1;
        let mut mask = vec![0; POLICY_SIZE];
        for &m in &self.position.board().legal_moves() {
            if let Some(index) = self.index(m, transform) {
                mask[usize::from(index.index())] = 1;
            }
        }
        Ok(mask)
    }

    /// The index of a legal move in the output of a network.
    #[wasm_bindgen(js_name = policyIndex)]
    pub fn policy_index(&self, raw: u16, format: u32) -> Result<u16, Failure> {
        let transform = self.encode(format)?.1;
        let m = self.legal(raw)?;
        self.index(m, transform).map(PolicyIndex::index).ok_or_else(|| Failure::not_legal(raw))
    }
}

impl Chess {
    fn encode(&self, format: u32) -> Result<(Planes, Transform), Failure> {
        let format = InputFormat::try_from(format).map_err(|error| Failure::new("range", error))?;
        let history = PositionHistory::from(&self.position);
        Ok(Encoder::new(format).with_fill(FillMode::FenOnly).encode(&history))
    }

    fn index(&self, m: gardez_types::Move, transform: Transform) -> Option<PolicyIndex> {
        let m = gardez_lc0::Move::from_absolute(m, self.position.board().side_to_move());
        PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0)
    }
}

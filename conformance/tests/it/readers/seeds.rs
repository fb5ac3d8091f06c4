//! Files for the readers: real ones, and others made of a game.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use gardez::data::columns::{CSV, EPD, FEN_BOOK, JSONL};
use gardez_formats::{Entry, Format, Lossy, Wdl, White, WriteOptions, binpack, monty};
use gardez_position::{Board, Position};
use gardez_types::Generator;

pub(crate) fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::new(level));
    packer.write_all(bytes).expect("memory takes it");
    packer.finish().expect("memory takes it")
}

pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory takes it")
}

/// A tar with these members.
pub(crate) fn tar(members: &[Vec<u8>]) -> Vec<u8> {
    let mut tar = vec![];
    for (number, bytes) in members.iter().enumerate() {
        let mut header = [0; 512];
        header[..12].copy_from_slice(format!("game_{number:04}.gz").as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        header[156] = b'0';
        header[257..265].copy_from_slice(b"ustar\x0000");
        tar.extend(header);
        tar.extend(bytes);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    with_checksums(&mut tar);
    tar
}

/// Writes the checksum of each block that is a header.
pub(crate) fn with_checksums(tar: &mut [u8]) {
    for block in tar.chunks_exact_mut(512).filter(|block| block[257..262] == *b"ustar") {
        block[148..156].fill(b' ');
        let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
        block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    }
}

/// Files of lines, which have no writers. All entries have results.
const LINES: [(Format, &str); 4] = [
    (
        JSONL,
        "{\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - -\",\"evals\":[{\"pvs\":[{\"cp\":31,\"line\":\"e2e4\"}],\"depth\":9}]}\n{\"fen\":\"4k3/4p3/8/8/8/8/8/4K3 b - -\",\"evals\":[{\"pvs\":[{\"mate\":-2}],\"depth\":9}]}\n",
    ),
    (
        CSV,
        "FEN,cp,mate,move,result\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,31,,e2e4,1-0\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 9,,-2,,0.5\n",
    ),
    (EPD, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 31; c9 \"1-0\";\n4k3/4p3/8/8/8/8/8/4K3 b - - dm 4; c9 \"0-1\";\n"),
    (FEN_BOOK, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0] 31\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 9 [0.5] -2\n"),
];

/// Files of a format, one of them real where there is one.
pub(crate) fn packed(format: Format) -> Vec<Vec<u8>> {
    if format == monty::POLICY_FORMAT {
        return (1..4).map(policies).collect();
    }
    let lines = LINES.iter().find(|(known, _)| *known == format);
    if let Some((_, lines)) = lines {
        return vec![lines.as_bytes().to_vec()];
    }
    let mut files = vec![];
    if format == binpack::FORMAT {
        files.extend(
            ["tools", "sfbinpack"].map(|name| crate::readers::sample(&format!("formats/chain.{name}.binpack"))),
        );
    }
    let options = WriteOptions { lossy: Lossy::CASTLING_RIGHTS | Lossy::FULLMOVE, ..WriteOptions::default() };
    for seed in 1..4 {
        let mut bytes = vec![];
        let mut writer = format.writer(&mut bytes, options).expect("the format has entries");
        let mut random = Generator::new(seed);
        for number in 0..4 {
            for (board, mv) in game(&mut random) {
                let entry = Entry::<White>::new(board, Some(mv), number * 31 - 40, Wdl::Draw);
                // A few formats cannot hold every entry.
                let _ = writer.write(&entry);
            }
        }
        writer.finish().expect("memory takes it");
        files.push(bytes);
    }
    files
}

/// The boards and moves of a random game.
fn game(random: &mut Generator) -> Vec<(Board, gardez_types::Move)> {
    let (mut position, mut moves) = (Position::default(), vec![]);
    for _ in 0..12 {
        let legal = position.legal_moves();
        let mv = legal[random.next_below(legal.len())];
        moves.push((*position.board(), mv));
        position.do_move(mv);
    }
    moves
}

fn policies(seed: u64) -> Vec<u8> {
    let mut writer = monty::PolicyWriter::new(Vec::new());
    let mut random = Generator::new(seed);
    for _ in 0..3 {
        let moves = game(&mut random);
        let mut game = monty::PolicyGame::new(moves[0].0, Wdl::Draw);
        for (board, mv) in moves {
            let visits = (0..board.legal_move_count() as u8).map(|place| place * 3);
            game.push(mv, monty::WinProbability::from_raw(32_768), visits);
        }
        writer.write_game(&game).expect("memory takes it");
    }
    writer.finish().expect("memory takes it")
}

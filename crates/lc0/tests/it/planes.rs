//! Encoding, decoding and policy indices.

use crate::common::games;
use gardez_bitboard::Bitboard;
use gardez_lc0::{
    Board, CELLS, CONVOLUTIONAL_HEAD_80, CellLayout, DecodeError, Encoder, ErrorInfo, FillMode, InputFormat,
    LengthError, Move, PLANES, Planes, PolicyIndex, PolicyIndexing, PositionHistory, Side, Transform,
    UnknownNumberError, attention_head_map, attention_head_outputs, convolutional_head_map, convolutional_head_outputs,
    decode_board, decode_move, gather,
};
use gardez_types::{CastlingSide, MoveKind, PieceType, Rank, Square};
use quickcheck::quickcheck;

/// Returns an encoder for any two numbers.
fn encoder(format: u8, fill: u8) -> Encoder {
    let format = InputFormat::ALL[usize::from(format) % InputFormat::ALL.len()];
    Encoder::new(format).with_fill(FillMode::ALL[usize::from(fill) % FillMode::ALL.len()])
}

/// Returns the counter that a decoder reads. From format 4 on, the counter is divided by 100, and the result may be
/// rounded down.
fn read_back(format: InputFormat, rule50: i32) -> i32 {
    if format.raw() < 4 { rule50 } else { (rule50 as f32 / 100.0 * 100.0) as i32 }
}

quickcheck! {
    fn a_move_is_decoded_from_the_planes_before_and_after_it(choices: Vec<u8>, format: u8, fill: u8) -> bool {
        let (_, mut history, _) = games(&choices);
        let encoder = encoder(format, fill);
        let untransformed = |history: &PositionHistory| {
            let (planes, transform) = encoder.encode(history);
            planes.untransformed(transform)
        };
        let before = untransformed(&history);
        let legal = history.last().board().legal_moves();
        legal.iter().all(|&m| {
            history.push_relative(m);
            let found = decode_move(&untransformed(&history), &before);
            history.pop();
            found == Ok(m.flip_vertical())
        })
    }

    fn the_fen_of_a_decoded_board_is_read_as_the_same_board(choices: Vec<u8>, format: u8, fill: u8) -> bool {
        let (_, history, _) = games(&choices);
        let encoder = encoder(format, fill);
        let (planes, transform) = encoder.encode(&history);
        let read = decode_board(encoder.format(), &planes.untransformed(transform)).expect("planes of a board");
        let again = Board::from_fen(&read.to_string()).expect("its own FEN");
        again == read
    }

    fn a_board_is_decoded_from_its_planes(choices: Vec<u8>, format: u8, fill: u8) -> bool {
        let (_, history, _) = games(&choices);
        let encoder = encoder(format, fill);
        let position = history.last();
        let (planes, transform) = encoder.encode(&history);
        let read = decode_board(encoder.format(), &planes.untransformed(transform)).expect("planes of a board");
        // Canonical formats show white to move. Rights and flags are not compared, because not all formats have them.
        let found = if read.board.is_flipped() == position.board().is_flipped() { read.board } else { return true };
        let pieces = |board: &gardez_lc0::Board| {
            (board.ours(), board.theirs(), board.pawns(), board.rooks(), board.bishops(), board.queens(), board.kings())
        };
        read.halfmove_clock == read_back(encoder.format(), position.halfmove_clock()) && pieces(&found) == pieces(position.board())
    }

    fn cells_have_the_value_of_their_plane_on_the_squares_of_its_mask(choices: Vec<u8>, format: u8, fill: u8, slots: usize) -> bool {
        let (_, history, _) = games(&choices);
        let (planes, _) = encoder(format, fill).with_slots(slots % 10).encode(&history);
        let (mut cells, mut halves) = (vec![f32::NAN; CELLS], vec![0x7e00_u16; CELLS]);
        planes.write_f32(&mut cells).expect("the length is right");
        planes.write(CellLayout::PlanesFirst, &mut halves).expect("the length is right");
        let mut planes = planes.iter().zip(cells.chunks(64).zip(halves.chunks(64)));
        planes.all(|(plane, (cells, halves))| {
            Square::ALL.iter().zip(cells.iter().zip(halves)).all(|(&square, (&cell, &half))| {
                let is_set = plane.mask.contains(square);
                cell == if is_set { plane.value } else { 0.0 } && (half == 0) == (cell == 0.0)
            })
        })
    }

    fn encoding_overwrites_all_planes(choices: Vec<u8>, format: u8, fill: u8, slots: usize) -> bool {
        let (_, history, _) = games(&choices);
        let encoder = encoder(format, fill).with_slots(slots % 10);
        let (mut full, mut empty) = (Planes::new([Bitboard::FULL; PLANES], f32::NAN), Planes::EMPTY);
        let transforms = [encoder.encode_into(&history, &mut full), encoder.encode_into(&history, &mut empty)];
        let (planes, transform) = encoder.encode(&history);
        full == planes && empty == planes && transforms == [transform; 2]
    }

    fn an_encoder_with_fewer_slots_writes_the_first_slots(choices: Vec<u8>, format: u8, fill: u8, slots: usize) -> bool {
        let (_, history, _) = games(&choices);
        let slots = 1 + slots % 8;
        let (all, _) = encoder(format, fill).encode(&history);
        let (some, _) = encoder(format, fill).with_slots(slots).encode(&history);
        (0..8).all(|slot| if slot < slots { some.slot(slot) == all.slot(slot) } else { *some.slot(slot) == [Bitboard::EMPTY; 13] })
            && some.masks()[104..] == all.masks()[104..]
    }

    fn legal_moves_have_different_indices(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        let legal = board.legal_moves();
        let transform = Transform::canonical(board);
        [PolicyIndexing::Geometric, PolicyIndexing::Lc0].into_iter().all(|indexing| {
            legal.iter().all(|&m| {
                let index = PolicyIndex::from_move(m, transform, indexing).expect("a legal move");
                index.among(&legal, transform, indexing) == Some(m)
            })
        })
    }

    fn positions_that_look_alike_have_the_same_canonical_planes(choices: Vec<u8>) -> bool {
        // The same pieces on the flipped board, if neither side may castle.
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        if !board.castlings().is_empty() || !board.en_passant().is_empty() {
            return true;
        }
        let fen = board.fen().to_string();
        let (placement, rest) = fen.split_once(' ').expect("fields");
        let flipped: Vec<String> = placement.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let flipped = format!("{} {rest} 1 1", flipped.join("/"));
        let encode = |fen: &str| {
            let history = PositionHistory::from_fen(fen).expect("a FEN");
            Encoder::new(InputFormat::Canonical).encode(&history).0
        };
        encode(&flipped) == encode(&format!("{fen} 1 1"))
    }
}

#[test]
fn a_batch_has_the_cells_of_each_history() {
    let histories: Vec<_> =
        (0..20_u8).map(|seed| games(&[seed, 7 * seed, 3, seed, 11, 5, 2 * seed, 9, 1, 4]).1).collect();
    let encoder = Encoder::new(InputFormat::HectopliesArmageddon).with_fill(FillMode::Always);
    let (mut cells, mut halves) = (vec![f32::NAN; 20 * CELLS], vec![1_u16; 20 * CELLS]);
    let (mut transforms, mut others) = ([Transform::NONE; 20], [Transform::NONE; 20]);
    encoder
        .encode_batch(&histories, CellLayout::PlanesFirst, &mut cells, &mut transforms)
        .expect("the lengths are right");
    encoder.encode_batch(&histories, CellLayout::PlanesFirst, &mut halves, &mut others).expect("the lengths are right");
    assert_eq!(transforms, others);
    for ((history, transform), (cells, halves)) in
        histories.iter().zip(transforms).zip(cells.chunks(CELLS).zip(halves.chunks(CELLS)))
    {
        let (planes, expected) = encoder.encode(history);
        let (mut single, mut half) = (vec![0.0; CELLS], vec![0_u16; CELLS]);
        planes.write_f32(&mut single).expect("the length is right");
        planes.write(CellLayout::PlanesFirst, &mut half).expect("the length is right");
        assert_eq!((transform, cells, halves), (expected, &single[..], &half[..]));
    }
    #[cfg(feature = "rayon")]
    {
        let mut again = vec![f32::NAN; 20 * CELLS];
        encoder
            .par_encode_batch(&histories, CellLayout::PlanesFirst, &mut again, &mut others)
            .expect("the lengths are right");
        assert_eq!((again, others), (cells, transforms));
    }
}

#[test]
fn slices_of_a_wrong_length_are_refused() {
    let mut short = vec![7.0; CELLS - 1];
    assert_eq!(
        Planes::EMPTY.write_f32(&mut short),
        Err(LengthError { what: "cells", expected: CELLS, found: CELLS - 1 })
    );
    assert_eq!(short[0], 7.0);
    let histories = [PositionHistory::start()];
    let encoder = Encoder::new(InputFormat::Classical);
    let result = encoder.encode_batch(&histories, CellLayout::PlanesFirst, &mut short, &mut [Transform::NONE]);
    assert_eq!(result, Err(LengthError { what: "cells", expected: CELLS, found: CELLS - 1 }));
    let result = encoder.encode_batch(&histories, CellLayout::PlanesFirst, &mut [0.0; CELLS], &mut []);
    assert_eq!(result, Err(LengthError { what: "transforms", expected: 1, found: 0 }));
    let error = gather(attention_head_map(), &[0.0; 3], &mut [0.0; 1858]);
    assert_eq!(error, Err(LengthError { what: "outputs", expected: 67 * 64, found: 3 }));
}

#[test]
fn gather_copies_each_output_to_the_index_in_the_map() {
    for map in [&attention_head_map()[..], &convolutional_head_map()[..]] {
        let outputs: Vec<f32> = (0..map.len()).map(|index| index as f32).collect();
        let mut policy = [-1.0; 1858];
        gather(map, &outputs, &mut policy).expect("the length is right");
        for (index, &value) in policy.iter().enumerate() {
            assert_eq!(usize::try_from(map[value as usize]), Ok(index));
        }
    }
}

#[test]
fn the_outputs_of_a_head_are_the_inverse_of_its_map() {
    for (map, outputs) in [
        (&attention_head_map()[..], attention_head_outputs()),
        (&convolutional_head_map()[..], convolutional_head_outputs()),
    ] {
        assert!((0_i16..).zip(outputs).all(|(index, &output)| map[usize::from(output)] == index));
        assert_eq!(map.iter().filter(|&&index| index >= 0).count(), outputs.len());
    }
}

#[test]
fn gather_takes_a_convolutional_head_with_80_planes() {
    let outputs: Vec<_> = (0..CONVOLUTIONAL_HEAD_80).map(|output| output as f32).collect();
    let mut policies = [[-1.0; 1858]; 2];
    let [of_80, of_73] = &mut policies;
    gather(convolutional_head_map(), &outputs, of_80).expect("80 planes");
    gather(convolutional_head_map(), &outputs[..73 * 64], of_73).expect("73 planes");
    assert_eq!(of_80, of_73);
    let other = gather(attention_head_map(), &outputs, of_80);
    assert_eq!(other, Err(LengthError { what: "outputs", expected: 67 * 64, found: 80 * 64 }));
    let other = gather(convolutional_head_map(), &outputs[..79 * 64], of_80);
    assert_eq!(other, Err(LengthError { what: "outputs", expected: 73 * 64, found: 79 * 64 }));
}

#[test]
fn the_planes_of_a_convolutional_head_are_in_the_documented_order() {
    let map = convolutional_head_map();
    let index = |m: Move| PolicyIndex::from_move(m, Transform::NONE, PolicyIndexing::Lc0).map(|index| index.index());
    let from = |plane: usize, from: Square| u16::try_from(map[64 * plane + from as usize]).ok();
    // North, north-east, east and so on, seven planes each. Then the moves of a knight, clockwise as well.
    for (plane, to) in
        [(0, "d5"), (6, "d8"), (7, "e5"), (14, "e4"), (21, "e3"), (28, "d3"), (35, "c3"), (42, "c4"), (49, "c5")]
            .into_iter()
            .chain((56..).zip(["e6", "f5", "f3", "e2", "c2", "b3", "b5", "c6"]))
    {
        let to: Square = to.parse().expect("a square");
        let expected = if plane == 6 { None } else { index(Move::normal(Square::D4, to)) };
        assert_eq!(from(plane, Square::D4), expected, "plane {plane}");
    }
    // To the left, straight ahead and to the right, each to rook, bishop and queen.
    let pieces = [PieceType::Rook, PieceType::Bishop, PieceType::Queen];
    let targets = [Square::C8, Square::D8, Square::E8];
    for (plane, (to, piece)) in (64..).zip(targets.into_iter().flat_map(|to| pieces.map(|piece| (to, piece)))) {
        assert_eq!(
            from(plane, Square::D7),
            Move::new_promotion(Square::D7, to, piece).and_then(index),
            "plane {plane}"
        );
    }
}

#[test]
fn a_history_of_repeated_positions_ends_at_its_start_where_lc0_never_returns() {
    let history = PositionHistory::from_fen("8/8/4k3/8/8/2K5/3R4/8 w - - 5 60").expect("a FEN");
    for format in [InputFormat::CanonicalV2, InputFormat::CanonicalV2Armageddon] {
        let unfilled = Encoder::new(format).with_fill(FillMode::No).encode(&history);
        for fill in [FillMode::FenOnly, FillMode::Always] {
            assert_eq!(Encoder::new(format).with_fill(fill).encode(&history), unfilled);
        }
    }
}

#[test]
fn a_counter_in_hundreds_is_truncated_as_in_lc0() {
    let mut lost = Vec::new();
    for format in InputFormat::ALL {
        for rule50 in -3..=255 {
            let fen = format!("8/8/4k3/8/8/2K5/3R4/8 w - - {rule50} 60");
            let (planes, transform) = Encoder::new(format).encode(&PositionHistory::from_fen(&fen).expect("a FEN"));
            let read = decode_board(format, &planes.untransformed(transform)).expect("planes of a board");
            assert_eq!(read.halfmove_clock, read_back(format, rule50), "{format:?}");
            if read.halfmove_clock != rule50 && rule50 <= 100 && format == InputFormat::Hectoplies {
                lost.push((rule50, read.halfmove_clock));
            }
        }
    }
    assert_eq!(lost, [(53, 52), (59, 58)]);
}

#[test]
fn encoding_no_positions_gives_empty_planes() {
    assert_eq!(Encoder::default().encode(&[]), (Planes::EMPTY, Transform::NONE));
}

#[test]
fn unknown_numbers_are_refused() {
    for number in [0, 6, 131, 134, u32::MAX] {
        assert_eq!(InputFormat::try_from(number), Err(UnknownNumberError::InputFormat(number)));
    }
    assert_eq!(FillMode::try_from(3), Err(UnknownNumberError::FillMode(3)));
    assert_eq!(
        Transform::try_from(8).map_err(|error| error.to_string()),
        Err("unknown transform 8, expected 0 to 7".into())
    );
    assert_eq!(PolicyIndex::from_index(1858), None);
}

#[test]
fn planes_that_do_not_show_a_board_are_refused() {
    let (planes, _) = Encoder::new(InputFormat::Classical).encode(&PositionHistory::start());
    let mut masks = *planes.masks();
    masks[1] |= masks[0];
    let overlapping = Planes::new(masks, 0.0);
    assert_eq!(decode_board(InputFormat::Classical, &overlapping), Err(DecodeError::Overlap(Square::A2)));
    let full = Planes::new([Bitboard::FULL; PLANES], f32::NAN);
    assert!(decode_board(InputFormat::Canonical, &full).is_err());
    assert_eq!(decode_move(&planes, &planes), Err(DecodeError::NoMove));
    let mut masks = *planes.masks();
    masks[0] = Rank::One.into();
    let pawns = Planes::new(masks, f32::INFINITY);
    let error = decode_board(InputFormat::Classical, &pawns).expect_err("pawns on rank 1");
    assert_eq!(error.to_string(), "the planes have a pawn on a1");
    assert_eq!(error.kind_name(), "pawn-on-back-rank");
}

#[test]
fn rights_and_double_pushs_that_the_pieces_contradict_are_refused() {
    let planes = |fen: &str| {
        let (planes, _) = Encoder::new(InputFormat::Classical).encode(&PositionHistory::from_fen(fen).expect("a FEN"));
        *planes.masks()
    };
    let decode = |format, masks| decode_board(format, &Planes::new(masks, 0.0));
    for (fen, owner, plane) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Side::Ours, 105),
        ("4k3/8/8/8/8/8/8/4K2R b - - 0 1", Side::Ours, 104),
        ("R3k3/8/8/8/8/8/8/4K2R w - - 0 1", Side::Theirs, 106),
    ] {
        let mut masks = planes(fen);
        masks[plane] = Bitboard::FULL;
        let side = if plane == 105 { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        assert_eq!(decode(InputFormat::Classical, masks), Err(DecodeError::MissingRook(owner, side)), "{fen}");
    }
    for (fen, error) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", DecodeError::NoPawnToCapture(Square::D6)),
        ("4k3/8/3n4/3p4/8/8/8/4K3 w - - 0 1", DecodeError::EnPassantOccupied(Square::D6)),
    ] {
        let mut masks = planes(fen);
        masks[108] = Square::D8.into();
        assert_eq!(decode(InputFormat::Canonical, masks), Err(error), "{fen}");
    }
}

#[test]
fn chess960_castling_is_decoded_even_if_one_piece_stays() {
    for (fen, text) in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1"),
        ("4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"),
        ("4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", "b1d1"),
    ] {
        let mut history = PositionHistory::from_fen(fen).expect("a FEN");
        let encoder = Encoder::new(InputFormat::CastlingPlane);
        let (before, _) = encoder.encode(&history);
        let m = history.last().board().parse_move(text).expect("a move");
        assert!(m.kind() == MoveKind::Castling && history.last().board().legal_moves().contains(&m), "{fen}");
        history.push_relative(m);
        let (after, _) = encoder.encode(&history);
        assert_eq!(decode_move(&after, &before), Ok(m.flip_vertical()), "{fen}");
    }
}

#[test]
fn the_two_rules_of_indices_differ_only_where_planes_are_transposed() {
    assert_eq!(PolicyIndexing::default(), PolicyIndexing::Lc0);
    for transform in Transform::ALL {
        let index = |m: Move, indexing| PolicyIndex::from_move(m, transform, indexing);
        let differing = PolicyIndex::all()
            .map(|index| index.to_move(Transform::NONE, PolicyIndexing::Lc0))
            .filter(|&m| index(m, PolicyIndexing::Geometric) != index(m, PolicyIndexing::Lc0))
            .count();
        assert_eq!(differing > 0, transform.contains(Transform::TRANSPOSE), "{transform:?}");
    }
    // By the rule of 0.32.0, a transform that transposes rotates by 180 degrees, with or without flips.
    for m in PolicyIndex::all().map(|index| index.to_move(Transform::NONE, PolicyIndexing::Lc0)).take(1792) {
        let rotated = |square: Square| square.flip_horizontal().flip_vertical();
        let rotated = Move::normal(rotated(m.from()), rotated(m.to()));
        let expected = PolicyIndex::from_move(rotated, Transform::NONE, PolicyIndexing::Lc0);
        for transform in [
            Transform::NONE,
            Transform::FLIP_HORIZONTAL,
            Transform::FLIP_VERTICAL,
            Transform::FLIP_HORIZONTAL.with(Transform::FLIP_VERTICAL),
        ] {
            let transposed = transform.with(Transform::TRANSPOSE);
            assert_eq!(PolicyIndex::from_move(m, transposed, PolicyIndexing::Lc0), expected, "{m:?} {transposed:?}");
        }
    }
    let promotion = Move::new_promotion(Square::A7, Square::A8, PieceType::Queen).expect("a queen");
    assert_eq!(PolicyIndex::from_move(promotion, Transform::FLIP_VERTICAL, PolicyIndexing::Lc0), None);
}

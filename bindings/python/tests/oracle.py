"""Compares a board with python-chess's, and makes the positions and games for it."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass

import chess
import chess.polyglot
import gardez
from hypothesis import strategies as st

SLOW = bool(os.environ.get("GARDEZ_SLOW"))

# The seed of everything that is random: `GARDEZ_SEED=N` chooses other positions and games.
SEED = int(os.environ.get("GARDEZ_SEED", "20"))

# Positions in which rules meet: pins, checks and captures en passant, castling, promotions, few moves.
FENS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "3k4/8/8/K2pP2r/8/8/8/8 w - d6 0 2",
    "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",
    "k7/8/8/8/8/8/1R6/K1R5 w - - 97 80",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 99 120",
    "bnrbkqrn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQRN w KQkq - 0 1",
)


@dataclass(frozen=True)
class Start:
    """Where a game begins."""

    fen: str
    chess960: bool


@st.composite
def placements(draw: st.DrawFn) -> str:
    """A FEN with pieces anywhere, of a position that python-chess calls valid."""
    count = draw(st.integers(2, 14))
    squares = draw(st.lists(st.integers(0, 63), min_size=count, max_size=count, unique=True))
    board = chess.Board(None)
    for place, square in enumerate(squares):
        if place < 2:
            piece = chess.Piece(chess.KING, place == 0)
        else:
            is_edge = chess.square_rank(square) in (0, 7)
            piece = chess.Piece(draw(st.integers(2 if is_edge else 1, 5)), draw(st.booleans()))
        board.set_piece_at(square, piece)
    board.turn = draw(st.booleans())
    board.castling_rights = board.rooks & (chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8)
    board.castling_rights = board.clean_castling_rights()
    board.halfmove_clock = draw(st.integers(0, 160))
    board.fullmove_number = draw(st.integers(1, 300))
    if not board.is_valid():
        board.turn = not board.turn
    return board.fen() if board.is_valid() else chess.STARTING_FEN


def starts() -> st.SearchStrategy[Start]:
    """The usual start, starts of Chess960, and positions in the middle of a game, in either mode."""
    numbers = st.integers(0, 959).map(lambda number: Start(chess.Board.from_chess960_pos(number).fen(), True))
    fens = st.builds(Start, st.sampled_from(FENS[:-1]), st.booleans())
    return st.one_of(st.just(Start(chess.STARTING_FEN, False)), numbers, fens, st.builds(Start, placements(), st.booleans()))


def boards(start: Start) -> tuple[gardez.Board, chess.Board]:
    """Both boards of a start."""
    theirs = chess.Board(start.fen, chess960=start.chess960)
    return gardez.Board(start.fen, chess960=start.chess960), theirs


def play(ours: gardez.Board, theirs: chess.Board, choices: list[int]) -> None:
    """Plays a move of both boards for each number, now and then a null move."""
    for choice in choices:
        moves = sorted(move.uci() for move in theirs.legal_moves)
        if not moves:
            return
        if choice % 61 == 60 and not theirs.is_check():
            theirs.push(chess.Move.null())
            ours.push(gardez.Move.null())
        else:
            text = moves[choice % len(moves)]
            theirs.push_uci(text)
            ours.push_uci(text)


def games(seed: int, plies: int) -> Iterator[tuple[gardez.Board, chess.Board]]:
    """Both boards after each ply of a game, in which pieces often go back, so that positions are repeated."""
    choose = random.Random(seed)
    number = choose.randrange(960)
    chess960 = choose.random() < 0.25
    fen = chess.Board.from_chess960_pos(number).fen() if chess960 else choose.choice(FENS[:-1])
    ours, theirs = boards(Start(fen, chess960))
    for _ in range(plies):
        moves = list(theirs.legal_moves)
        if not moves:
            return
        move = choose.choice(moves)
        if len(theirs.move_stack) > 1 and choose.random() < 0.5:
            last = theirs.move_stack[-2]
            back = chess.Move(last.to_square, last.from_square)
            if back in moves and not theirs.is_castling(back):
                move = back
        theirs.push(move)
        ours.push(gardez.Move.from_uci(move.uci()))
        yield ours, theirs


def fens_agree(ours: gardez.Board, theirs: chess.Board) -> None:
    """All forms of the FEN."""
    assert ours.fen(en_passant="legal") == theirs.fen(en_passant="legal")
    assert ours.fen(en_passant="xfen") == theirs.fen(en_passant="xfen")
    assert ours.fen(en_passant="fen") == theirs.fen(en_passant="fen")
    assert ours.fen(shredder=True) == theirs.fen(shredder=True)
    assert ours.shredder_fen() == theirs.shredder_fen()
    assert ours.board_fen() == theirs.board_fen()
    assert ours.epd() == theirs.epd()


def fields_agree(ours: gardez.Board, theirs: chess.Board) -> None:
    """Pieces, rights and counters."""
    assert (ours.turn, ours.fullmove_number, ours.halfmove_clock) == (theirs.turn, theirs.fullmove_number, theirs.halfmove_clock)
    assert ours.ep_square == theirs.ep_square
    assert ours.castling_rights == theirs.castling_rights
    assert ours.clean_castling_rights() == theirs.clean_castling_rights()
    assert int(ours.occupied) == theirs.occupied
    for color in chess.COLORS:
        assert int(ours.occupied_co[color]) == theirs.occupied_co[color]
        assert ours.king(color) == theirs.king(color)
        assert ours.has_castling_rights(color) == theirs.has_castling_rights(color)
        assert ours.has_kingside_castling_rights(color) == theirs.has_kingside_castling_rights(color)
        assert ours.has_queenside_castling_rights(color) == theirs.has_queenside_castling_rights(color)
        assert ours.has_insufficient_material(color) == theirs.has_insufficient_material(color)
        for piece_type in chess.PIECE_TYPES:
            assert int(ours.pieces(piece_type, color)) == int(theirs.pieces(piece_type, color))
    for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings"):
        assert int(getattr(ours, name)) == getattr(theirs, name)
    symbols = {square: piece.symbol() for square, piece in ours.piece_map().items()}
    assert symbols == {square: piece.symbol() for square, piece in theirs.piece_map().items()}
    assert ours.polyglot_key == chess.polyglot.zobrist_hash(theirs)


def attacks_agree(ours: gardez.Board, theirs: chess.Board) -> None:
    """Attacks, attackers, pins and checks, of every square."""
    assert int(ours.checkers()) == int(theirs.checkers()) == ours.checkers_mask()
    for square in chess.SQUARES:
        assert ours.piece_type_at(square) == theirs.piece_type_at(square)
        assert ours.color_at(square) == theirs.color_at(square)
        assert ours.attacks_mask(square) == theirs.attacks_mask(square)
        for color in chess.COLORS:
            assert ours.attackers_mask(color, square) == theirs.attackers_mask(color, square)
            assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)
            if theirs.piece_at(square) is not None:
                assert ours.pin_mask(color, square) == theirs.pin_mask(color, square)
                assert ours.is_pinned(color, square) == theirs.is_pinned(color, square)


def moves_agree(ours: gardez.Board, theirs: chess.Board) -> None:
    """Legal moves and pseudo-legal ones, their texts, and what they do."""
    legal = {move.uci(): move for move in theirs.legal_moves}
    found = {move.uci(): move for move in ours.legal_moves}
    assert found.keys() == legal.keys()
    assert ours.legal_count() == ours.legal_moves.count() == len(legal)
    pseudo = {move.uci() for move in theirs.pseudo_legal_moves}
    assert {move.uci() for move in ours.pseudo_legal_moves} == pseudo
    for text, theirs_move in legal.items():
        move = found[text]
        san = theirs.san(theirs_move)
        assert ours.san(move) == san
        assert ours.lan(move) == theirs.lan(theirs_move)
        assert ours.uci(move) == theirs.uci(theirs_move)
        assert ours.parse_san(san) == ours.parse_uci(text) == move
        assert ours.is_legal(move) and move in ours.legal_moves
        assert ours.is_capture(move) == theirs.is_capture(theirs_move)
        assert ours.is_en_passant(move) == theirs.is_en_passant(theirs_move)
        assert ours.is_castling(move) == theirs.is_castling(theirs_move)
        assert ours.is_zeroing(move) == theirs.is_zeroing(theirs_move)
        assert ours.is_irreversible(move) == theirs.is_irreversible(theirs_move)
        assert ours.gives_check(move) == theirs.gives_check(theirs_move)
    for text in pseudo - legal.keys():
        assert not ours.is_legal(gardez.Move.from_uci(text))


def ends_agree(ours: gardez.Board, theirs: chess.Board) -> None:
    """Checks, mates, draws and claims."""
    for name in (
        "is_check",
        "is_checkmate",
        "is_stalemate",
        "is_insufficient_material",
        "is_fivefold_repetition",
        "is_seventyfive_moves",
        "is_fifty_moves",
        "can_claim_draw",
        "can_claim_fifty_moves",
        "can_claim_threefold_repetition",
        "has_legal_en_passant",
        "has_pseudo_legal_en_passant",
        "is_game_over",
        "result",
    ):
        assert getattr(ours, name)() == getattr(theirs, name)(), name
    for count in range(1, 6):
        assert ours.is_repetition(count) == theirs.is_repetition(count)
    for claim in (False, True):
        end, theirs_end = ours.outcome(claim_draw=claim), theirs.outcome(claim_draw=claim)
        assert (end is None) == (theirs_end is None)
        if end is not None and theirs_end is not None:
            assert (end.termination.value, end.winner) == (theirs_end.termination.value, theirs_end.winner)
            assert end.result() == theirs_end.result()
        assert ours.result(claim_draw=claim) == theirs.result(claim_draw=claim)

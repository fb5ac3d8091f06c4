"""A program that was written for python-chess's types."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator

import chess
import chess.engine
import chess.pgn
import chess.polyglot
import chess.svg
import chess.syzygy
import chess.variant

VALUES: dict[chess.PieceType, int] = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def material(board: chess.Board, color: chess.Color) -> int:
    return sum(value * len(board.pieces(kind, color)) for kind, value in VALUES.items())


def search(board: chess.Board, depth: int) -> tuple[int, chess.Move | None]:
    if depth == 0 or board.is_game_over():
        return material(board, board.turn) - material(board, not board.turn), None
    best: tuple[int, chess.Move | None] = (-1000, None)
    for move in board.legal_moves:
        board.push(move)
        value = -search(board, depth - 1)[0]
        board.pop()
        if value > best[0]:
            best = value, move
    return best


def squares(board: chess.Board, square: chess.Square) -> chess.SquareSet:
    attackers: chess.SquareSet = board.attackers(chess.WHITE, square) | chess.SquareSet(chess.BB_RANK_1)
    mask: chess.Bitboard = board.attacks_mask(square)
    return attackers & mask


class Counter(chess.pgn.BaseVisitor[int]):
    def __init__(self) -> None:
        self.moves = 0

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.moves += 1

    def result(self) -> int:
        return self.moves


def games(text: str) -> Iterator[chess.pgn.Game]:
    file = io.StringIO(text)
    while True:
        game = chess.pgn.read_game(file)
        if game is None:
            return
        yield game


def annotate(game: chess.pgn.Game) -> str:
    node: chess.pgn.GameNode = game
    for child in game.mainline():
        child.set_clock(60.0)
        child.nags.add(chess.pgn.NAG_GOOD_MOVE)
        score: chess.engine.PovScore = chess.engine.PovScore(chess.engine.Cp(20), chess.WHITE)
        child.set_eval(score, depth=3)
        node = child
    assert node.board().move_stack == list(game.mainline_moves())
    exporter = chess.pgn.StringExporter(headers=True, variations=True, comments=True)
    return game.accept(exporter)


def outcome(board: chess.Board) -> str:
    found: chess.Outcome | None = board.outcome(claim_draw=True)
    return "*" if found is None else f"{found.result()} {found.termination.name}"


def picture(board: chess.Board, piece: chess.Piece | None) -> str:
    arrows = [chess.svg.Arrow(chess.E2, chess.E4, color="#0000cc80")]
    return chess.svg.board(board, arrows=arrows, size=300) + (chess.svg.piece(piece) if piece is not None else "")


async def play(path: str, board: chess.Board) -> chess.engine.PlayResult:
    transport, engine = await chess.engine.popen_uci(path)
    result = await engine.play(board, chess.engine.Limit(time=0.1, depth=3))
    info: chess.engine.InfoDict = await engine.analyse(board, chess.engine.Limit(nodes=10))
    print(info.get("score"), info.get("pv"))
    await engine.quit()
    return result


def analysed(path: str, game: chess.pgn.Game) -> list[chess.engine.PovScore]:
    scores: list[chess.engine.PovScore] = []
    with chess.engine.SimpleEngine.popen_uci(path, timeout=5) as engine:
        option: chess.engine.Option = engine.options["Hash"]
        engine.configure({"Hash": 16 if option.max is None else min(16, option.max)})
        name: str = engine.id.get("name", "?")
        for node in game.mainline():
            infos: list[chess.engine.InfoDict] = engine.analyse(node.board(), chess.engine.Limit(depth=5), multipv=2)
            scores += [info["score"] for info in infos if "score" in info]
        with engine.analysis(game.board(), chess.engine.Limit(nodes=1000)) as analysis:
            for info in analysis:
                line: list[chess.Move] = info.get("pv", [])
                print(name, game.board().variation_san(line), info.get("depth", 0) + 1)
        best: chess.Move | None = engine.play(game.board(), chess.engine.Limit(white_clock=1.0, black_clock=1.0)).move
        print(best)
    return scores


def first(file: io.StringIO) -> chess.pgn.Game | None:
    return chess.pgn.read_game(file)


def last(file: io.StringIO) -> chess.Board | None:
    return chess.pgn.read_game(file, Visitor=chess.pgn.BoardBuilder)


def tags(file: io.StringIO) -> dict[str, str]:
    headers: chess.pgn.Headers | None = chess.pgn.read_headers(file)
    return {} if headers is None else dict(headers)


def edited(board: chess.Board) -> chess.Board:
    copy: chess.Board = board.copy(stack=False)
    copy.turn = not copy.turn
    copy.castling_rights &= ~chess.BB_H1
    copy.ep_square = None
    copy.set_piece_map({square: piece for square, piece in board.piece_map().items() if piece.piece_type != chess.PAWN})
    line: list[chess.Move] = [chess.Move.from_uci("e1e2"), chess.Move(chess.A1, chess.A2, promotion=chess.QUEEN)]
    kings: list[chess.Square | None] = [copy.king(color) for color in chess.COLORS]
    print(kings, line[0] in copy.legal_moves, copy.is_legal(line[0]), copy.lan(chess.Move.null()))
    return copy.transform(chess.flip_vertical).mirror()


def opened(path: str) -> list[chess.polyglot.Entry]:
    with chess.polyglot.open_reader(path) as reader:
        return list(reader.find_all(chess.Board()))


def probed(path: str) -> int | None:
    with chess.syzygy.open_tablebase(path) as tables:
        return tables.get_wdl(chess.Board("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1"))


def variant() -> chess.Board:
    board: chess.Board = chess.variant.find_variant("crazyhouse")()
    board.push_san("e4")
    return board


def main() -> None:
    board = chess.Board()
    print(search(board, 2)[1], squares(board, chess.E4), outcome(board), variant().fen())
    board.set_piece_at(chess.E4, chess.Piece.from_symbol("Q"))
    print(board.piece_at(chess.E4), board.status() == chess.STATUS_VALID, board.result(), chess.square_name(chess.A1))
    for game in games("1. e4 e5 2. Nf3 *"):
        print(annotate(game), game.accept(Counter()), game.headers["White"], game.errors)
    print(picture(board, board.piece_at(chess.E4))[:4], chess.__version__)
    text = "[White \"A\"]\n\n1. e4 e5 *"
    print(first(io.StringIO(text)), last(io.StringIO(text)), tags(io.StringIO(text)), edited(chess.Board()).fen())
    print(asyncio.iscoroutinefunction(play))


if __name__ == "__main__":
    main()

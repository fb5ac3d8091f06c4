// Compiled with `tsc --strict` and never run: every name that a program would use has its type.

import * as dropIn from "gardez/chess.js";
import { BLACK, Chess, ChessError, DEFAULT_POSITION, KING, SEVEN_TAG_ROSTER, SQUARES, SUFFIX_LIST, load, nagToGlyph, validateFen, xoroshiro128 } from "gardez";
import type { Color, Move, NAG, Outcome, Piece, PieceSymbol, Problem, Square, Suffix, TreeNode } from "gardez";
import { Cursor, GardezBoard } from "gardez/board";
import { Evaluator } from "gardez/nnue";
import { openingOf } from "gardez/openings";
import { svg } from "gardez/svg";
import { Tables } from "gardez/tables";
import { Chess as VariantChess } from "gardez/variants";
import type { VariantMove, VariantOutcome } from "gardez/variants";
import { readBestMove, readInfo } from "gardez/uci";
import type { Info } from "gardez/uci";

const chess = new Chess(DEFAULT_POSITION, { chess960: false });
const move: Move = chess.move({ from: "e2", to: "e4", promotion: "q" }, { strict: true });
const square: Square = move.to;
const sans: string[] = chess.moves({ square: "e7", piece: "p" });
// A program of chess.js needs no change but the name of the package: every name has the type of chess.js.
const piece: Piece | undefined = new dropIn.Chess(undefined, { skipValidation: false }).get("e4");
const kind: PieceSymbol | undefined = piece?.type;
const rights: boolean = chess.getCastlingRights(BLACK)[KING] && chess.put({ type: "q", color: "b" }, "d4");
const suffix: Suffix = SUFFIX_LIST[0];
const nags: NAG[] = chess.getNags();
const comments: { fen: string; comment: string }[] = chess.getComments();
const text: string = chess.getComment();
const random: bigint = xoroshiro128(1n)();
const all: Square[] = SQUARES;
const made: Move = { ...move, isCapture: () => false, isPromotion: () => false, isEnPassant: () => false, isKingsideCastle: () => false, isQueensideCastle: () => false, isBigPawn: () => false };
const again: Move | null = chess.redo();
const verbose: Move[] = chess.moves({ verbose: true });
const either: string[] | Move[] = chess.history({ verbose: Math.random() < 0.5 });
const outcome: Outcome | null = chess.outcome();
const winner: Color | null | undefined = outcome?.winner;
const targets: Map<Square, Square[]> = chess.dests();
const packed: Uint32Array = chess.planes();
const dense: Float32Array = chess.planes(5, { dense: true });
const key: bigint = chess.key;
const pairs: [string, number][] = chess.divide(2);

// @ts-expect-error a format is one of seven numbers
chess.planes(6);
// @ts-expect-error an error has a known code
new ChessError("nonsense", "");

for (const game of Chess.games("")) {
  const problems: Problem[] = game.problems;
  const node: TreeNode | undefined = [...game.tree().mainLine()].at(-1);
  openingOf(game.moves)?.name.concat(String(problems.length), node?.san ?? "");
}
(async () => {
  await load();
  for await (const game of Chess.games({ async *[Symbol.asyncIterator]() { yield "1. e4 *"; } })) openingOf(game.chess());
})();
const error: string | undefined = validateFen("").error;
const tables = new Tables();
const value: "win" | "draw" | "loss" | "cursed-win" | "blessed-loss" = tables.wdl(DEFAULT_POSITION);

const info: Info | undefined = readInfo("info depth 1");
const ponder: string | undefined = readBestMove("bestmove e2e4")?.ponder;
chess.pgn({ maxWidth: info?.depth ?? 0 }).concat(ponder ?? "");

chess.setUp({ turn: "b", castling: "KQ", enPassant: null, halfMoves: 3, moveNumber: 7 });
// @ts-expect-error a color is w or b
chess.setUp({ turn: "x" });
const messages: string[] = chess.problems();
chess.loadPgn("1. e4 *", { variations: true, chess960: false, strict: false });
const picture: string = svg(chess, { lastMove: move, arrows: [{ from: "e2", to: "e4" }], theme: "blue" });
const house = new VariantChess(undefined, { variant: "crazyhouse" });
const dropped: VariantMove = house.move({ drop: "p", to: "e4" });
const ended: VariantOutcome | null = house.outcome();
for (const game of VariantChess.games("")) game.tree().root.children.at(0)?.san.concat(game.variant);
const cursor = new Cursor(chess.tree());
const shown: string | null = new GardezBoard().fen;
const value2: number = new Evaluator(new Uint8Array()).evaluate(chess).value;

export { cursor, dropped, ended, messages, picture, shown, value2 };
export { again, all, comments, error, kind, made, nags, random, rights, suffix, text };
export const rest = [SEVEN_TAG_ROSTER, nagToGlyph(14)];
export { dense, either, key, packed, pairs, sans, square, targets, value, verbose, winner };

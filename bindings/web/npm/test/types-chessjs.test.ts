// Compiled and never run: a program of chess.js needs no change but the name of the package.

import { BLACK, Chess, DEFAULT_POSITION, KING, Move, SEVEN_TAG_ROSTER, SQUARES, SUFFIX_LIST, nagToGlyph, validateFen, xoroshiro128 } from "gardez/chess.js";
import type { Color, NAG, Piece, PieceSymbol, Square, Suffix } from "gardez/chess.js";

const chess = new Chess(DEFAULT_POSITION, { skipValidation: false });
const piece: Piece | undefined = chess.get("e4");
const kind: PieceSymbol | undefined = piece?.type;
const move: Move = chess.move({ from: "e2", to: "e4", promotion: "q" }, { strict: true });
const square: Square = move.to;
const list: string[] = chess.moves({ square: "e7", piece: "p" });
const verbose: Move[] = chess.moves({ verbose: true });
const either: string[] | Move[] = chess.history({ verbose: Math.random() < 0.5 });
const rights: boolean = chess.getCastlingRights(BLACK)[KING];
const set: boolean = chess.setCastlingRights("w", { [KING]: true }) && chess.put({ type: "q", color: "b" }, "d4");
const suffix: Suffix = SUFFIX_LIST[0];
const nags: NAG[] = chess.getNags();
const color: Color = chess.turn();
const number: bigint = xoroshiro128(1n)();
// @ts-expect-error a comment may be missing
const comment: string = chess.getComment();

export { color, comment, either, kind, list, nags, number, rights, set, square, suffix, verbose };
export const rest = [SEVEN_TAG_ROSTER, SQUARES, nagToGlyph(14), validateFen("").error];

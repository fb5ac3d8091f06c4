// The types of `gardez/chess.js`: the interface of chess.js, so that a program only changes the name that it imports.

import type { Color, Piece, PieceSymbol, Square } from "./index.js";

export type { Color, Piece, PieceSymbol, Square };

export const WHITE = "w";
export const BLACK = "b";
export const PAWN = "p";
export const KNIGHT = "n";
export const BISHOP = "b";
export const ROOK = "r";
export const QUEEN = "q";
export const KING = "k";
export const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** The squares from a8 to h1. */
export const SQUARES: Square[];
export const SEVEN_TAG_ROSTER: Record<string, string>;

/** The number of a glyph, such as 14 in `$14`. */
export type NAG = number;
export const NAG_TO_SYMBOL: Readonly<Record<number, string>>;
/** The symbol of a glyph, such as `⩲` for 14. */
export function nagToGlyph(nag: NAG): string | undefined;
export const SUFFIX_LIST: readonly ["!", "?", "!!", "!?", "?!", "??"];
export type Suffix = (typeof SUFFIX_LIST)[number];

/** Says whether a FEN can be loaded. */
export function validateFen(fen: string): { ok: boolean; error?: string };
/** The random numbers behind `hash`: xoroshiro128** from a state of 128 bits. */
export function xoroshiro128(state: bigint): () => bigint;

/** A move with its position. All fields are its own, so `{ ...move }` and JSON keep them. */
export class Move {
  constructor(
    parts: { color: Color; from: Square; to: Square; piece: PieceSymbol; captured?: PieceSymbol; promotion?: PieceSymbol; flags: string },
    san: string,
    before: string,
    after: string,
  );
  color: Color;
  /** The square of the piece; a8 for a null move. */
  from: Square;
  to: Square;
  piece: PieceSymbol;
  captured?: PieceSymbol;
  promotion?: PieceSymbol;
  /** @deprecated Use the methods. */
  flags: string;
  san: string;
  lan: string;
  /** The FEN before the move. */
  before: string;
  /** The FEN after the move. */
  after: string;
  /** True for a capture that is not en passant. */
  isCapture(): boolean;
  isPromotion(): boolean;
  isEnPassant(): boolean;
  isKingsideCastle(): boolean;
  isQueensideCastle(): boolean;
  isBigPawn(): boolean;
  isNullMove(): boolean;
}

type Filter = { square?: Square; piece?: PieceSymbol };

/** A game, or any arrangement of pieces. */
export class Chess {
  /** Throws an `Error` if the FEN cannot be loaded. `skipValidation` allows boards without kings. */
  constructor(fen?: string, options?: { skipValidation?: boolean });
  clear(options?: { preserveHeaders?: boolean }): void;
  load(fen: string, options?: { skipValidation?: boolean; preserveHeaders?: boolean }): void;
  reset(): void;
  fen(options?: { forceEnpassantSquare?: boolean }): string;
  /** 64 bits in hexadecimal digits, the same as those of chess.js. */
  hash(): string;

  get(square: Square): Piece | undefined;
  findPiece(piece: Piece): Square[];
  board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][];
  ascii(): string;
  squareColor(square: Square): "light" | "dark" | null;
  /** False if there is no such piece or square, or for a second king. */
  put(piece: Piece, square: Square): boolean;
  remove(square: Square): Piece | undefined;
  turn(): Color;
  /** Passes, unless it is this color's turn. Throws in check. */
  setTurn(color: Color): boolean;
  moveNumber(): number;
  getCastlingRights(color: Color): { k: boolean; q: boolean };
  /** False if a king or a rook is not in its place. */
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean;
  attackers(square: Square, attackedBy?: Color): Square[];
  isAttacked(square: Square, attackedBy: Color): boolean;

  isCheck(): boolean;
  inCheck(): boolean;
  isCheckmate(): boolean;
  isStalemate(): boolean;
  isInsufficientMaterial(): boolean;
  isThreefoldRepetition(): boolean;
  isDrawByFiftyMoves(): boolean;
  isDraw(): boolean;
  isGameOver(): boolean;

  moves(): string[];
  moves(options: Filter & { verbose: true }): Move[];
  moves(options: Filter & { verbose?: false }): string[];
  moves(options: Filter & { verbose?: boolean }): string[] | Move[];
  /** Whether a legal move between two squares is a promotion. */
  isPromotion(move: { from: Square; to: Square }): boolean;
  /** Throws an `Error` if the move is not legal. `strict` accepts SAN only. */
  move(move: string | { from: string; to: string; promotion?: string } | null, options?: { strict?: boolean }): Move;
  undo(): Move | null;
  history(): string[];
  history(options: { verbose: true }): Move[];
  history(options: { verbose: false }): string[];
  history(options: { verbose: boolean }): string[] | Move[];
  /** The number of sequences of legal moves. */
  perft(depth: number): number;

  /** @deprecated Use `setHeader` and `getHeaders`. */
  header(...pairs: string[]): Record<string, string | null>;
  setHeader(key: string, value: string): Record<string, string>;
  removeHeader(key: string): boolean;
  getHeaders(): Record<string, string>;
  /** Reads one game without its variations. `newlineChar` is a pattern for line ends. Throws an `Error` or a `SyntaxError`. */
  loadPgn(pgn: string, options?: { strict?: boolean; newlineChar?: string }): void;
  pgn(options?: { newline?: string; maxWidth?: number }): string;

  getComment(): string | undefined;
  setComment(comment: string): void;
  removeComment(): string | undefined;
  /** @deprecated Use `removeComment`. */
  deleteComment(): string | undefined;
  getComments(): { fen: string; comment?: string; suffixAnnotation?: Suffix; nags: NAG[] }[];
  removeComments(): { fen: string; comment: string }[];
  /** @deprecated Use `removeComments`. */
  deleteComments(): { fen: string; comment: string }[];
  getSuffixAnnotation(fen?: string): Suffix | undefined;
  setSuffixAnnotation(suffix: Suffix, fen?: string): void;
  removeSuffixAnnotation(fen?: string): Suffix | undefined;
  getNags(fen?: string): NAG[];
  addNag(nag: NAG, fen?: string): void;
  setNags(nags: NAG[], fen?: string): void;
  removeNag(nag: NAG, fen?: string): boolean;
  removeNags(fen?: string): NAG[];
}

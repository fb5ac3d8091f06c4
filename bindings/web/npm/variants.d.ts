// The types of `gardez/variants`.

import type { Color, PgnOptions, Piece, PieceSymbol, Pieces, Problem, Square, Tree } from "./index.js";

/** The names of the variants, as the tag `Variant` of a PGN has them. Other known names are read, too. */
export const VARIANTS: readonly string[];

/** A move of a variant. A drop has no `from`. */
export interface VariantMove {
  /** The move in 16 bits. */
  readonly raw: number;
  readonly color: Color;
  readonly from: Square | undefined;
  readonly to: Square;
  readonly piece: PieceSymbol;
  readonly captured: PieceSymbol | undefined;
  readonly promotion: PieceSymbol | undefined;
  /** The piece that is dropped. */
  readonly drop: PieceSymbol | undefined;
  readonly san: string;
  readonly lan: string;
}

/** What `move` takes: SAN, UCI, two squares, a drop, or the number of a move. */
export type VariantMoveInput =
  | string | number | { from: string; to: string; promotion?: string | null | undefined } | { drop: string; to: string };

/** How a game ends, by the rules of Lichess. */
export interface VariantOutcome {
  kind:
    | "checkmate" | "stalemate" | "insufficient-material" | "king-exploded" | "three-checks" | "hill" | "race-won" | "race-draw"
    | "horde-destroyed" | "all-lost" | "no-moves" | "fifty-moves" | "fivefold-repetition" | "threefold-repetition";
  winner: Color | null;
}

type Pocket = Partial<Record<"p" | "n" | "b" | "r" | "q", number>>;

/** The class `Chess` for games of variants. Methods throw the errors of `Chess`. */
export class Chess {
  /**
   * The start position, or a FEN in any form that a site writes, of a variant or of chess. Throws `range` for an unknown
   * variant, and `fen`.
   */
  constructor(fen?: string, options?: { variant?: string });
  /** The games of a PGN of any variants, which the tag `Variant` names: as far as each can be read, as `Chess` of chess does. */
  static games(pgn: string | Uint8Array | ArrayBuffer, options?: { letters?: string }): Generator<VariantGame, void, undefined>;
  static games(source: Pieces, options?: { letters?: string; longest?: number }): AsyncGenerator<VariantGame, void, undefined>;
  copy(): Chess;
  get variant(): string;
  fen(options?: { dialect?: "lichess" | "libraries" }): string;
  move(move: VariantMoveInput): VariantMove;
  play(raw: number): void;
  takeBack(): boolean;
  undo(): VariantMove | null;
  moves(options?: { verbose?: false; square?: string }): string[];
  moves(options: { verbose: true; square?: string }): VariantMove[];
  legalMoves(): Uint16Array;
  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): VariantMove[];
  dests(): Map<Square, Square[]>;
  /** The squares on which a piece of the pocket can be dropped. */
  drops(piece: PieceSymbol): Square[];
  san(raw: number): string;
  uci(raw: number): string;
  turn(): Color;
  moveNumber(): number;
  get(square: string): Piece | undefined;
  board(): (({ square: Square } & Piece) | null)[][];
  ascii(): string;
  pockets(): { w: Pocket; b: Pocket };
  /** The checks that each side still has to give, in three-check. */
  checksLeft(): { w: number; b: number };
  isCheck(): boolean;
  isGameOver(): boolean;
  outcome(): VariantOutcome | null;
  get isChess960(): boolean;
  perft(depth: number): number;
  /** Reads the first game. Throws `pgn` at a move that is not legal. */
  loadPgn(pgn: string): void;
  tree(): Tree;
  pgn(options?: PgnOptions): string;
}

/** A game of a PGN. */
export interface VariantGame {
  readonly variant: string;
  /** The FEN at the start; empty for the start position of the variant. */
  readonly start: string;
  /** The main line; 0 is a null move. */
  readonly moves: Uint16Array;
  readonly result: string;
  readonly headers: Record<string, string>;
  readonly problems: Problem[];
  tree(): Tree;
  chess(): Chess;
}

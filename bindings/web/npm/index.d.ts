// The types of `gardez`, written by hand. They need nothing newer than ES2022.

export type Color = "w" | "b";
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
/** The name of a square, from `a1` to `h8`. */
export type Square = `${"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

export interface Piece {
  type: PieceSymbol;
  color: Color;
}

/** The FEN of the start position. */
export const START: string;
/** The FEN of the start position, by the name of chess.js. */
export const DEFAULT_POSITION: string;
/** The squares in the order of a FEN: a8, b8 … h1. */
export const SQUARES: readonly Square[];
/** `light` or `dark`; null for a text that is not a square. */
export function squareColor(square: string): "light" | "dark" | null;

/** Says whether a FEN can be read, and if not, which part of it is wrong, in UTF-16 units. */
export function validateFen(fen: string): { ok: true } | { ok: false; error: string; start: number; end: number };

/**
 * What went wrong:
 *
 * | code | when |
 * |---|---|
 * | `fen` | a text is not a FEN, or its position cannot be played |
 * | `malformed` | a text is not a move in any known form |
 * | `illegal` | no legal move fits, or a move is not legal |
 * | `ambiguous` | several legal moves fit; `candidates` are their SANs |
 * | `pgn` | a PGN has no game, or a move that is not legal |
 * | `range` | a number, a square or an option has a wrong value |
 * | `table`, `probe` | endgame tables: a file is not a table, or no table has the position |
 * | `network` | a file is not a neural network that is known |
 * | `memory` | there is not enough memory for a call; all objects are as before it |
 * | `disposed` | the object was disposed of |
 */
export type ChessErrorCode =
  | "fen" | "malformed" | "illegal" | "ambiguous" | "pgn" | "range" | "table" | "probe" | "network" | "memory" | "disposed";

/** Every error of this package. */
export class ChessError extends Error {
  readonly code: ChessErrorCode;
  /** Where the wrong part of the input begins, in UTF-16 units, if it is known. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** The moves that the input might mean. */
  readonly candidates: string[];
  constructor(code: ChessErrorCode, message: string, details?: { start?: number; end?: number; candidates?: string[] });
}

/** A move with the position before it. It does not change. */
export interface Move {
  /** The move in 16 bits, for `play`, `san`, `uci` and `policyIndex`; 0 for a null move. */
  readonly raw: number;
  readonly color: Color;
  readonly from: Square;
  /** The target. A castling king ends on the g- or c-file; in Chess960, this is the square of its rook. */
  readonly to: Square;
  readonly piece: PieceSymbol;
  readonly captured?: PieceSymbol;
  readonly promotion?: PieceSymbol;
  /** The letters of chess.js: n, b, e, c, p, k and q. */
  readonly flags: string;
  readonly san: string;
  readonly lan: string;
  /** The FEN before the move. */
  readonly before: string;
  /** The FEN after the move; computed when it is read. */
  readonly after: string;
  isCapture(): boolean;
  isPromotion(): boolean;
  isEnPassant(): boolean;
  isKingsideCastle(): boolean;
  isQueensideCastle(): boolean;
  /** Whether a pawn makes a double step. */
  isBigPawn(): boolean;
}

/** How a game ends. The two last kinds are draws that a player must claim. */
export interface Outcome {
  kind:
    | "checkmate" | "stalemate" | "insufficient-material" | "seventy-five-moves" | "fivefold-repetition"
    | "fifty-moves" | "threefold-repetition";
  winner: Color | null;
}

export interface FenOptions {
  /** When the en passant square is printed: if a capture on it is legal, if a pawn attacks it, or after every double step. */
  enPassant?: "legal" | "xfen" | "always";
  /** The same as `enPassant: "always"`, by the name of chess.js. */
  forceEnpassantSquare?: boolean;
  /** The castling field: as usual in the mode, `KQkq` (X-FEN), or the files of the rooks (Shredder-FEN). */
  castling?: "usual" | "xfen" | "shredder";
}

export interface PgnOptions {
  /** The most characters of a line, 79 by default; 0 for all moves on one line. */
  maxWidth?: number;
  newline?: string;
}

/** What `move` takes: SAN, UCI, two squares, the number of a move, or `null` for a null move. */
export type MoveInput = string | { from: string; to: string; promotion?: string | null } | number | null;

/** The numbers of lc0's input formats. */
export type InputFormat = 1 | 2 | 3 | 4 | 132 | 5 | 133;

/** A game of chess or Chess960. */
export class Chess {
  /** The start position or a FEN. Chess960 is found from the FEN if `chess960` is missing. Throws `fen`. */
  constructor(fen?: string, options?: { chess960?: boolean });
  /** Start position 0 to 959 of Chess960; 518 is that of standard chess. */
  static chess960(number: number): Chess;

  load(fen: string, options?: { chess960?: boolean; preserveHeaders?: boolean }): void;
  reset(): void;
  /** A game with the same moves and headers, which goes its own way. */
  copy(): Chess;
  fen(options?: FenOptions): string;

  /** Plays a move. Throws `malformed`, `illegal` or `ambiguous`. */
  move(move: MoveInput): Move;
  undo(): Move | null;
  moves(options?: { verbose?: false; square?: string; piece?: string }): string[];
  moves(options: { verbose: true; square?: string; piece?: string }): Move[];
  moves(options: { verbose: boolean; square?: string; piece?: string }): string[] | Move[];
  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): Move[];
  history(options: { verbose: boolean }): string[] | Move[];

  turn(): Color;
  moveNumber(): number;
  get(square: string): Piece | undefined;
  findPiece(piece: Piece): Square[];
  board(): (({ square: Square } & Piece) | null)[][];
  ascii(): string;

  isCheck(): boolean;
  inCheck(): boolean;
  isCheckmate(): boolean;
  isStalemate(): boolean;
  isInsufficientMaterial(): boolean;
  isThreefoldRepetition(): boolean;
  isDrawByFiftyMoves(): boolean;
  isDraw(): boolean;
  isGameOver(): boolean;
  /** How the game ends by the laws of chess, or null if it goes on. */
  outcome(): Outcome | null;
  isAttacked(square: string, by: Color): boolean;
  attackers(square: string, by?: Color): Square[];
  getCastlingRights(color: Color): { k: boolean; q: boolean };

  header(...pairs: string[]): Record<string, string>;
  setHeader(name: string, value: string): Record<string, string>;
  removeHeader(name: string): boolean;
  getHeaders(): Record<string, string>;
  /**
   * Reads the first game. Its headers and its main line become those of this game; comments, glyphs and variations are
   * kept for `pgn`. Throws `pgn` at a move that is not legal, and changes nothing.
   */
  loadPgn(pgn: string): void;
  /**
   * The game as PGN. What was read about a move is written with it, also after the move was taken back and played again.
   */
  pgn(options?: PgnOptions): string;
  /** The moves as a tree of its own, with what was read about them. */
  tree(): Tree;

  /** The legal moves in 16 bits each. */
  legalMoves(): Uint16Array;
  legalCount(): number;
  /** Plays a move in 16 bits; faster than `move`. */
  play(raw: number): void;
  /** Takes the last move back; faster than `undo`. False if there is none. */
  takeBack(): boolean;
  /** Plays moves in SAN or UCI, separated by spaces. Those before a refused one stay played. */
  playLine(moves: string): Uint16Array;
  san(raw: number): string;
  uci(raw: number): string;
  /** Moves that follow each other from here, in SAN. */
  sanLine(moves: ArrayLike<number>): string;
  /** The legal targets of each square, as chessground takes them. */
  dests(): Map<Square, Square[]>;
  /** The number of sequences of 0 to 9 legal moves; throws `range` above 2^53. */
  perft(depth: number): number;
  /** The number of sequences after each legal move, in UCI. */
  divide(depth: number): [string, number][];

  /** Stockfish's key of the position. */
  get key(): bigint;
  get polyglotKey(): bigint;
  get isChess960(): boolean;
  get chess960Number(): number | null;
  /** What is odd about the position that was set up. */
  get problems(): string[];

  /** The 112 input planes: for each its low and its high 32 bits, or 64 numbers with `dense`. */
  planes(format?: InputFormat, options?: { dense?: false }): Uint32Array;
  planes(format: InputFormat | undefined, options: { dense: true }): Float32Array;
  /** What was done to the board: bit 0 mirrors files, bit 1 ranks, bit 2 transposes. */
  planeTransform(format?: InputFormat): number;
  /** The value of the set squares of each plane. */
  planeValues(format?: InputFormat): Float32Array;
  /** 1 for each of the 1858 outputs of a network whose move is legal. */
  legalMask(format?: InputFormat): Uint8Array;
  policyIndex(raw: number, format?: InputFormat): number;
}

/** What is wrong with the text of a game. A note does not change what was read. */
export interface Problem {
  kind: string;
  message: string;
  severity: "error" | "note";
  line: number;
  column: number;
  start: number;
  end: number;
}

/** A game of a PGN. */
export interface Game {
  /** The FEN at the start. */
  readonly start: string;
  /** The main line; 0 is a null move. */
  readonly moves: Uint16Array;
  readonly result: "1-0" | "0-1" | "1/2-1/2" | "*";
  readonly headers: Record<string, string>;
  readonly problems: Problem[];
  /** All moves, with variations, comments and glyphs. */
  tree(): Tree;
  /** The game at the end of its main line, with its comments, glyphs and variations for `pgn`. */
  chess(): Chess;
}

/** Reads the games of a PGN, a text or its bytes, one after the other. A damaged game is given as far as it can be read. */
export function readPgn(pgn: string | Uint8Array | ArrayBuffer): Generator<Game, void, undefined>;
/** Reads the first game of a PGN. Throws `pgn` if there is none. */
export function readGame(pgn: string | Uint8Array | ArrayBuffer): Game;
/** What gives a text or bytes in pieces: a `ReadableStream`, or any async iterable. */
export type Pieces =
  | AsyncIterable<string | Uint8Array>
  | { getReader(): { read(): Promise<{ done: boolean; value?: string | Uint8Array | undefined }>; cancel(): Promise<void> } };
/**
 * Reads the games of a PGN as it arrives. It keeps no more of the text than the longest game and a window of 256 KB, and
 * throws `range` at a game of more than `longest` characters (16 million by default).
 */
export function streamPgn(source: string | Uint8Array | ArrayBuffer | Pieces, options?: { longest?: number }): AsyncGenerator<Game, void, undefined>;

/** A square or an arrow that is marked, with the letter of its color: G, R, Y or B. */
export type MarkedSquare = { color: string; square: string };
export type Arrow = { color: string; from: string; to: string };
/** What comments say: their text, and their commands (`%clk`, `%emt`, `%eval`, `%csl`, `%cal`) as values. */
export interface Notes {
  text: string;
  /** Seconds on the clock, and seconds that the move took. */
  clock?: number | undefined;
  elapsed?: number | undefined;
  /** From white's view: pawns, or moves to mate. */
  evaluation?: { pawns: number; depth?: number } | { mate: number; depth?: number } | undefined;
  squares: MarkedSquare[];
  arrows: Arrow[];
}

/** A move with its comments and glyphs, and the moves that follow it. */
export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  /** The move in 16 bits; 0 for a null move and at the root. */
  readonly raw: number;
  readonly san: string;
  readonly nags: readonly number[];
  /** The comments after the move. */
  readonly comments: readonly string[];
  /** The comments before the first move of a variation. */
  readonly before: readonly string[];
  /** The main continuation, then the variations. */
  readonly children: readonly TreeNode[];
  /** The number of moves from the root. */
  readonly ply: number;
  /** The moves from the root to this one. */
  readonly line: number[];
  readonly isMainLine: boolean;
  /** What the comments after the move say. */
  readonly notes: Notes;
}

/** The moves of a game with their variations. */
export class Tree {
  readonly start: string;
  readonly headers: Record<string, string>;
  readonly result: string;
  /** All nodes; each comes after its parent. */
  readonly nodes: readonly TreeNode[];
  readonly root: TreeNode;
  /** Made from nodes: the place of the parent, the move, its SAN, glyphs, and the comments after and before it. */
  constructor(
    nodes: [number, number, string, readonly number[], readonly string[], readonly string[]][],
    about: { start: string; headers: Record<string, string>; result: string; chess960?: boolean },
  );
  /** A tree of one line of moves in SAN. */
  static ofLine(start: string, sans: string[], headers: Record<string, string>, result: string): Tree;
  mainLine(): Generator<TreeNode, void, undefined>;
  pgn(options?: PgnOptions): string;
  /** A tree of its own, whose nodes have the same ids. */
  copy(): Tree;
  /** The game at a node, with the moves before it. */
  chess(node?: TreeNode): Chess;
  /** Adds a move after a node, or finds it there. Throws `malformed`, `illegal` or `ambiguous`. */
  add(parent: TreeNode, move: MoveInput | Move): TreeNode;
  /** Removes a move with all that follows it. The ids of later nodes change. */
  remove(node: TreeNode): void;
  /** Makes the innermost variation around a move the main continuation. False if the move is in the main line. */
  promote(node: TreeNode): boolean;
  /** Sets the comments after a move. */
  comment(node: TreeNode, ...comments: string[]): void;
  /** Sets the glyphs of a move. */
  glyphs(node: TreeNode, ...nags: number[]): void;
  /** Changes some of the notes of a move; `undefined` removes one. */
  note(node: TreeNode, notes: Partial<Notes>): void;
}

/** A board for editors: any pieces on any squares, also without kings. */
export class SetUp {
  /** Reads a FEN of any position; the start position if it is missing. Throws `fen` if it has not 64 squares. */
  constructor(fen?: string);
  /** An empty board. */
  static empty(): SetUp;
  load(fen: string): void;
  fen(): string;
  get(square: string): Piece | undefined;
  /** Puts a piece on a square, in place of any other: an object, or a letter such as `P`. */
  put(piece: Piece | string, square: string): void;
  /** Removes and returns a piece. */
  remove(square: string): Piece | undefined;
  clear(): void;
  board(): (({ square: Square } & Piece) | null)[][];
  ascii(): string;
  turn: Color;
  /** As in a FEN, such as `KQk`, or a hyphen. */
  castling: string;
  /** The square that a pawn has just passed. */
  enPassant: Square | null;
  halfMoves: number;
  moveNumber: number;
  /** All that is wrong with the position. With an error it cannot be played; a note says what no game leads to. */
  problems(): { severity: "error" | "note"; message: string }[];
  /** The position as a game. Throws `fen` with all errors. */
  chess(options?: { chess960?: boolean }): Chess;
}

// The types of `gardez` and of `gardez/chess.js`, written by hand. They need nothing newer than ES2022. The names of chess.js
// have the types of chess.js.

export type Color = "w" | "b";
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
/** The name of a square, from `a1` to `h8`. */
export type Square = `${"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

export interface Piece {
  type: PieceSymbol;
  color: Color;
}

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

/**
 * What went wrong:
 *
 * | code | when |
 * |---|---|
 * | `fen` | a text is not a FEN, or its position cannot be played |
 * | `malformed` | a text is not a move in any known form |
 * | `illegal` | no legal move fits, or a move is not legal |
 * | `ambiguous` | several legal moves fit; `candidates` are their SANs |
 * | `pgn` | a text is not a game, or has a move that is not legal |
 * | `range` | a number, a square or an option has a wrong value |
 * | `module` | the WebAssembly module is needed, and `load` has not been called |
 * | `table`, `probe` | endgame tables: a file is not a table, or no table has the position |
 * | `network` | a file is not a neural network that is known |
 * | `memory` | there is not enough memory for a call; all objects are as before it |
 */
export type ChessErrorCode =
  | "fen" | "malformed" | "illegal" | "ambiguous" | "pgn" | "range" | "module" | "table" | "probe" | "network" | "memory";

/** Every error of this package. What chess.js refuses has the message of chess.js. */
export class ChessError extends Error {
  readonly code: ChessErrorCode;
  /** Where the wrong part of the input begins, in characters of JavaScript, if it is known. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** The moves that the input might mean. */
  readonly candidates: string[];
  /** Why a move is refused, such as `no white king can move to e3`. */
  readonly reason: string | undefined;
  constructor(code: ChessErrorCode, message: string, details?: { start?: number; end?: number; candidates?: string[]; reason?: string });
}

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
}

/** How a game ends. The two last kinds are draws that a player must claim. */
export interface Outcome {
  kind:
    | "checkmate" | "stalemate" | "insufficient-material" | "seventy-five-moves" | "fivefold-repetition"
    | "fifty-moves" | "threefold-repetition";
  winner: Color | null;
}

/** What `move` takes: SAN or two squares in any usual form, or `null` for a null move. */
export type MoveInput = string | { from: string; to: string; promotion?: string } | null;

type Filter = { square?: Square; piece?: PieceSymbol };
type LoadOptions = { skipValidation?: boolean; chess960?: boolean };

/** The numbers of lc0's input formats. */
export type InputFormat = 1 | 2 | 3 | 4 | 132 | 5 | 133;

/**
 * Loads the WebAssembly module: for `key`, planes, `Chess.games`, and a faster `perft`. By default it is a part of the package's
 * JavaScript; `source` is a URL, a `Response`, bytes, or a `WebAssembly.Module` instead.
 */
export function load(source?: unknown): Promise<void>;

/** A game, or any arrangement of pieces. */
export class Chess {
  /** Throws `fen`. `skipValidation` allows boards without kings; `chess960` has its castling and reads its FENs. */
  constructor(fen?: string, options?: LoadOptions);
  /** Start position 0 to 959 of Chess960; 518 is that of standard chess. Needs `load`. */
  static chess960(number: number): Chess;
  /**
   * The games of a PGN with any number of games, as far as each can be read. `letters` is the language of its pieces: `de`, `fr`
   * … or `fig` for chess symbols; `en` by default. Needs `load`.
   */
  static games(pgn: string | Uint8Array | ArrayBuffer, options?: { letters?: string }): Generator<Game, void, undefined>;
  /**
   * The games of a PGN as it arrives. It keeps no more of the text than the longest game and a window of 256 KB, and throws
   * `range` at a game of more than `longest` characters (16 million by default). Needs `load`.
   */
  static games(source: Pieces, options?: { letters?: string; longest?: number }): AsyncGenerator<Game, void, undefined>;
  /** A game with the same moves, tags and comments, which goes its own way. */
  copy(): Chess;
  clear(options?: { preserveHeaders?: boolean }): void;
  load(fen: string, options?: LoadOptions & { preserveHeaders?: boolean }): void;
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
  /**
   * Changes fields of the position, in words of a FEN; a game with moves begins again from its last position. The pieces are
   * those of `put` and `remove`.
   */
  setUp(fields: { turn?: Color; castling?: string; enPassant?: Square | null; halfMoves?: number; moveNumber?: number }): void;
  /** What makes the position one that no game can have, such as `there is no black king`. */
  problems(): string[];
  get isChess960(): boolean;
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
  /** How the game ends by the laws of chess, or null if it goes on. */
  outcome(): Outcome | null;

  moves(): string[];
  moves(options: Filter & { verbose: true }): Move[];
  moves(options: Filter & { verbose?: false }): string[];
  moves(options: Filter & { verbose?: boolean }): string[] | Move[];
  /** The legal targets of each square, as chessground takes them. */
  dests(): Map<Square, Square[]>;
  /** Whether a legal move between two squares is a promotion. */
  isPromotion(move: { from: Square; to: Square }): boolean;
  /** Throws `malformed`, `illegal` or `ambiguous`. `strict` accepts SAN only. */
  move(move: MoveInput, options?: { strict?: boolean }): Move;
  undo(): Move | null;
  /** Plays the move again that `undo` took back last; null if there is none, or another was played since. */
  redo(): Move | null;
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
  /**
   * Reads one game. `newlineChar` is a pattern for line ends. What is wrong in a variation is left out, unless `variations`
   * is set. `chess960` is found from the tag `Variant` if it is missing. Throws `pgn`.
   */
  loadPgn(pgn: string, options?: { strict?: boolean; newlineChar?: string; variations?: boolean; chess960?: boolean }): void;
  /** The game as PGN. With `variations`, in export format with everything that `tree` has. */
  pgn(options?: { newline?: string; maxWidth?: number; variations?: boolean }): string;
  /** The moves as a tree of its own, with comments, glyphs, and the variations that `loadPgn` read. */
  tree(): Tree;

  getComment(): string;
  setComment(comment: string): void;
  removeComment(): string;
  /** @deprecated Use `removeComment`. */
  deleteComment(): string;
  getComments(): { fen: string; comment: string }[];
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

  /** The number of sequences after each legal move, in UCI. Needs `load`, as everything below. */
  divide(depth: number): [string, number][];
  /**
   * Whether any series of legal moves ends in mate by a color, or null if a search of `limit` positions (200,000) does not
   * find out. By the FIDE Laws of Chess, a game is drawn on time if the opponent cannot mate. Needs `load`.
   */
  canMate(color: Color, options?: { limit?: number }): boolean | null;
  /** Stockfish's key of the position. */
  get key(): bigint;
  get polyglotKey(): bigint;
  /** The 112 input planes: for each its low and its high 32 bits, or 64 numbers with `dense`. */
  planes(format?: InputFormat, options?: { dense?: false }): Uint32Array;
  planes(format: InputFormat | undefined, options: { dense: true }): Float32Array;
  /** What was done to the board: bit 0 mirrors files, bit 1 ranks, bit 2 transposes. */
  planeTransform(format?: InputFormat): number;
  /** The value of the set squares of each plane. */
  planeValues(format?: InputFormat): Float32Array;
  /** 1 for each of the 1858 outputs of a network whose move is legal. */
  legalMask(format?: InputFormat): Uint8Array;
  /** The place of a legal move in the output of a network. */
  policyIndex(move: MoveInput, format?: InputFormat): number;
}

/** What gives a text or bytes in pieces: a `ReadableStream`, or any async iterable. */
export type Pieces =
  | AsyncIterable<string | Uint8Array>
  | { getReader(): { read(): Promise<{ done: boolean; value?: string | Uint8Array | undefined }>; cancel(): Promise<void> } };
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
  /** The game at the end of its main line, with its comments, glyphs and variations. */
  chess(): Chess;
}

/** How a tree is written: in lines of at most 79 characters by default, or all on one line with a `maxWidth` of 0. */
export interface PgnOptions {
  maxWidth?: number;
  newline?: string;
}

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

/** What the comments of a move say. */
export function readNotes(comments: readonly string[]): Notes;
/** The comments that say the same as notes: none, or one. */
export function writeNotes(notes: Partial<Notes>): string[];

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
  mainLine(): Generator<TreeNode, void, undefined>;
  pgn(options?: PgnOptions): string;
  /** A tree of its own, whose nodes have the same ids. */
  copy(): Tree;
  /** The game at a node, with the moves before it. */
  chess(node?: TreeNode): Chess;
  /** Adds a move after a node, or finds it there. Throws `malformed`, `illegal` or `ambiguous`. */
  add(parent: TreeNode, move: MoveInput): TreeNode;
  /** Removes a move with all that follows it. The ids of later nodes change. */
  remove(node: TreeNode): void;
  /** Makes the innermost variation around a move the main continuation. False if the move is in the main line. */
  promote(node: TreeNode): boolean;
  /** Sets the comments after a move. */
  comment(node: TreeNode, ...comments: string[]): void;
  /** Sets the glyphs of a move. */
  glyphs(node: TreeNode, ...nags: number[]): void;
}

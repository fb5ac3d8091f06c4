import { Chess as Native, PgnReader, validateFen as findFault } from "../wasm/gardez.js";
import { ChessError, dead, describe, refused, text, whole } from "./error.js";
import { CASTLING, Move, fromOf, kindOf, shownTo } from "./move.js";
import { HeldGame } from "./held.js";
import { NAMES, SQUARES, squareIndex } from "./square.js";
import { START } from "./start.js";
import { Tree } from "./tree.js";
import { ROSTER } from "./write.js";

const CHECK = 1, CHECKMATE = 2, STALEMATE = 4, INSUFFICIENT = 8, FIFTY = 16, THREE = 32;
const POLICIES = { legal: 0, xfen: 1, always: 2 };
const STYLES = { usual: 0, xfen: 1, shredder: 2 };

const choice = (choices, name, what) => {
  const found = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (found === undefined) throw new ChessError("range", `${what} must be one of ${Object.keys(choices).join(", ")}`);
  return found;
};

const mode = (chess960) => (chess960 === undefined ? 0 : chess960 ? 2 : 1);

/** Calls the module, and throws a `ChessError` for what it refuses. */
const ask = (call) => {
  try {
    return call();
  } catch (thrown) {
    throw refused(thrown);
  }
};

/** A game of chess or Chess960, with the names of chess.js. */
export class Chess {
  #held;
  #headers;

  /**
   * @param {string} [fen] the start position if it is missing
   * @param {{chess960?: boolean}} [options] castling texts of Chess960; found from the FEN if it is missing
   */
  constructor(fen, { chess960 } = {}) {
    this.#headers = new Map();
    if (fen instanceof HeldGame) {
      this.#held = fen;
      return;
    }
    const given = fen === undefined ? START : text(fen, "fen", "a FEN");
    const castling = fen === undefined && !chess960 ? 1 : mode(chess960);
    this.#held = new HeldGame(ask(() => new Native(given, castling)), given, castling);
  }

  get #native() {
    return this.#held.native;
  }

  /** Start position number 0 to 959 of Chess960; 518 is that of standard chess. */
  static chess960(number) {
    const native = Native.chess960(whole(number, 959, "a start position"));
    return new Chess(new HeldGame(native, native.fen(0, 0), 2));
  }

  /** Sets up another position. Headers go, unless `preserveHeaders` is set. */
  load(fen, { chess960, preserveHeaders = false } = {}) {
    const castling = mode(chess960);
    ask(() => this.#native.load(text(fen, "fen", "a FEN"), castling));
    this.#held.set(this.#native, fen, castling);
    if (!preserveHeaders) this.#headers.clear();
  }

  /** The start position. */
  reset() {
    this.load(START);
  }

  /** A game with the same moves and headers, which can go its own way. */
  copy() {
    const copy = new Chess(new HeldGame(this.#native.copy(), ...this.#held.origin));
    copy.#headers = new Map(this.#headers);
    return copy;
  }

  /** The FEN; see `FenOptions` for the en passant square and the castling field. */
  fen({ enPassant, forceEnpassantSquare, castling = "usual" } = {}) {
    const policy = enPassant ?? (forceEnpassantSquare ? "always" : "legal");
    return this.#native.fen(choice(POLICIES, policy, "enPassant"), choice(STYLES, castling, "castling"));
  }

  /**
   * Plays a move: SAN as people write it, UCI, `{from, to, promotion}`, the number of a move, or `null` for a null move.
   * Throws if it is not legal.
   */
  move(move) {
    const before = this.fen();
    const squares = this.#native.squares();
    const raw = this.#find(move);
    const san = raw === 0 ? "--" : this.san(raw);
    ask(() => (raw === 0 ? this.#native.playText("--") : this.#native.play(raw)));
    return this.#record(raw, san, squares, before);
  }

  #find(move) {
    if (typeof move === "string") return ask(() => this.#native.findText(text(move, "malformed", "a move")));
    if (typeof move === "number") return whole(move, 65_535, "a move");
    if (move === null) return 0;
    if (typeof move !== "object") throw new ChessError("malformed", `a move must be a text, an object or a number, not ${describe(move)}`);
    const { from, to, promotion = "" } = move;
    const letter = promotion === null ? "" : text(promotion, "malformed", "a promotion");
    return ask(() => this.#native.findSquares(squareIndex(from), squareIndex(to), letter));
  }

  #record(raw, san, squares, before) {
    if (raw === 0) return nullMove(squares, before, this.turn() === "w" ? "b" : "w", this.fen());
    const is960 = this.#native.isChess960();
    const fens = { before: () => before, after: (raw) => fenAfter(before, is960, raw) };
    return new Move(raw, san, squares, is960, fens);
  }

  /** Takes the last move back and returns it, or null if there is none. */
  undo() {
    const raw = this.#native.undo();
    if (raw === undefined) return null;
    const san = raw === 0 ? "--" : this.#native.san(raw);
    if (raw !== 0) return this.#record(raw, san, this.#native.squares(), this.fen());
    const other = this.copy();
    return other.move(null);
  }

  /** The legal moves in SAN, or as `Move` objects with `verbose`; of one square or one kind of piece if asked for. */
  moves({ verbose = false, square, piece } = {}) {
    const native = this.#native;
    if (square === undefined && piece === undefined && !verbose) {
      const all = native.movesSan();
      return all === "" ? [] : all.split(" ");
    }
    const from = square === undefined ? -1 : squareIndex(square);
    const squares = native.squares();
    const before = verbose ? this.fen() : "";
    const is960 = native.isChess960();
    const fens = { before: () => before, after: (raw) => fenAfter(before, is960, raw) };
    const list = native.legalMoves();
    const sans = list.length === 0 ? [] : native.movesSan().split(" ");
    const wanted = typeof piece === "string" ? piece.toLowerCase() : undefined;
    const found = [];
    for (let i = 0; i < list.length; i += 1) {
      const raw = list[i];
      if (0 <= from && fromOf(raw) !== from) continue;
      if (piece !== undefined && squares[fromOf(raw)].toLowerCase() !== wanted) continue;
      found.push(verbose ? new Move(raw, sans[i], squares, is960, fens) : sans[i]);
    }
    return found;
  }

  /** The moves played, in SAN or as `Move` objects. */
  history({ verbose = false } = {}) {
    if (verbose) return this.#replay();
    const all = this.#native.historySan();
    return all === "" ? [] : all.split(" ");
  }

  #replay() {
    const past = this.copy();
    const raws = past.#native.history();
    while (past.#native.undo() !== undefined);
    return Array.from(raws, (raw) => past.move(raw === 0 ? null : raw));
  }

  /** `w` or `b`. */
  turn() {
    return this.#native.isBlack() ? "b" : "w";
  }

  /** The number of the move, from 1. */
  moveNumber() {
    return this.#native.moveNumber();
  }

  /** The piece on a square, or undefined. */
  get(square) {
    return pieceOf(String.fromCharCode(this.#native.piece(squareIndex(square))));
  }

  /** The squares of all pieces of a kind and color. */
  findPiece({ type, color }) {
    const letter = color === "w" ? String(type).toUpperCase() : String(type).toLowerCase();
    const squares = this.#native.squares();
    return SQUARES.filter((_, index) => squares[index ^ 56] === letter);
  }

  /** Eight rows from rank 8, each with eight pieces or nulls. */
  board() {
    const squares = this.#native.squares();
    const cell = (index) => {
      const piece = pieceOf(squares[index]);
      return piece ? { square: NAMES[index], ...piece } : null;
    };
    return Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => cell((7 - row) * 8 + file)));
  }

  /** A drawing of the board. */
  ascii() {
    const squares = this.#native.squares();
    const line = "   +------------------------+\n";
    let drawing = line;
    for (let rank = 7; 0 <= rank; rank -= 1) {
      drawing += ` ${rank + 1} |${[...squares.slice(rank * 8, rank * 8 + 8)].map((letter) => ` ${letter} `).join("")}|\n`;
    }
    return `${drawing}${line}     a  b  c  d  e  f  g  h`;
  }

  #is(fact) {
    return (this.#native.facts() & fact) !== 0;
  }

  isCheck() {
    return this.#is(CHECK);
  }

  inCheck() {
    return this.#is(CHECK);
  }

  isCheckmate() {
    return this.#is(CHECKMATE);
  }

  isStalemate() {
    return this.#is(STALEMATE);
  }

  isInsufficientMaterial() {
    return this.#is(INSUFFICIENT);
  }

  isThreefoldRepetition() {
    return this.#is(THREE);
  }

  isDrawByFiftyMoves() {
    return this.#is(FIFTY);
  }

  isDraw() {
    return this.#is(STALEMATE | INSUFFICIENT | FIFTY | THREE);
  }

  isGameOver() {
    return this.#is(CHECKMATE | STALEMATE | INSUFFICIENT | FIFTY | THREE);
  }

  /** How the game ends by the laws of chess, or null if it goes on: `{kind, winner}`. */
  outcome() {
    const [kind, winner] = this.#native.outcome().split(" ");
    return kind === "" ? null : { kind, winner: winner === "-" ? null : winner };
  }

  /** Whether a color attacks a square. */
  isAttacked(square, by) {
    return this.#native.attackers(squareIndex(square), by === "b") !== 0n;
  }

  /** The squares from which a color attacks a square; by default the side to move. */
  attackers(square, by = this.turn()) {
    const set = this.#native.attackers(squareIndex(square), by === "b");
    return NAMES.filter((_, index) => (set >> BigInt(index)) & 1n);
  }

  /** The castling rights of a color: `{k, q}`. */
  getCastlingRights(color) {
    const bits = this.#native.castlingRights() >> (color === "b" ? 2 : 0);
    return { k: (bits & 1) !== 0, q: (bits & 2) !== 0 };
  }

  /** Sets tags by names and values in turn, and returns all of them. */
  header(...pairs) {
    for (let i = 0; i + 1 < pairs.length; i += 2) this.setHeader(pairs[i], pairs[i + 1]);
    return this.getHeaders();
  }

  setHeader(name, value) {
    this.#headers.set(String(name), String(value));
    return this.getHeaders();
  }

  removeHeader(name) {
    return this.#headers.delete(name);
  }

  getHeaders() {
    return { ...ROSTER, ...Object.fromEntries(this.#headers) };
  }

  /** Reads the first game of a PGN: its headers and its main line. Throws at the first move that is not legal. */
  loadPgn(pgn) {
    const reader = new PgnReader(text(pgn, "pgn", "a PGN"));
    try {
      if (!reader.nextGame()) throw new ChessError("pgn", "there is no game", { start: 0, end: pgn.length });
      const problems = reader.problems();
      const error = problems === "" ? undefined : JSON.parse(problems).find((problem) => problem.severity === "error");
      if (error) {
        const bytes = new TextEncoder().encode(pgn);
        const at = (byte) => new TextDecoder().decode(bytes.subarray(0, byte)).length;
        const place = `line ${error.line}, column ${error.column}`;
        throw new ChessError("pgn", `${error.message} (${place})`, { start: at(error.offset), end: at(error.offset + error.length) });
      }
      this.#native.free();
      const native = reader.chess();
      this.#held.set(native, reader.start() || START, native.isChess960() ? 2 : 1);
      this.#headers = new Map(pairs(reader.tags()));
    } finally {
      reader.free();
    }
  }

  /** The game as PGN in lines of at most `maxWidth` characters; 0 for all moves on one line. */
  pgn({ maxWidth = 79, newline = "\n" } = {}) {
    const winner = this.#native.outcome().split(" ")[1];
    const result = this.#headers.get("Result") ?? { w: "1-0", b: "0-1", "-": "1/2-1/2" }[winner] ?? "*";
    const [start] = this.#held.origin;
    const tree = Tree.ofLine(start, this.history(), Object.fromEntries(this.#headers), result);
    return tree.pgn({ maxWidth, newline });
  }

  /** The legal moves as numbers of 16 bits. */
  legalMoves() {
    return this.#native.legalMoves();
  }

  /** The number of legal moves. */
  legalCount() {
    return this.#native.legalCount();
  }

  /** Plays a move given by its number; faster than `move`. */
  play(raw) {
    whole(raw, 65_535, "a move");
    ask(() => this.#native.play(raw));
  }

  /** Takes the last move back; false if there is none. Faster than `undo`. */
  takeBack() {
    return this.#native.undo() !== undefined;
  }

  /** Plays moves in SAN or UCI, separated by spaces; returns their numbers. Those before a refused one stay played. */
  playLine(texts) {
    return ask(() => this.#native.playLine(text(texts, "malformed", "a line of moves")));
  }

  /** A legal move in SAN. */
  san(raw) {
    return ask(() => this.#native.san(whole(raw, 65_535, "a move")));
  }

  /** A legal move in UCI. */
  uci(raw) {
    return ask(() => this.#native.uci(whole(raw, 65_535, "a move")));
  }

  /** Numbers of moves that follow each other from here, in SAN, separated by spaces. */
  sanLine(moves) {
    return ask(() => this.#native.sanLine(Uint16Array.from(moves)));
  }

  /** The legal targets of each square, as boards such as chessground take them. */
  dests() {
    const is960 = this.#native.isChess960();
    const targets = new Map();
    for (const raw of this.#native.legalMoves()) {
      const from = NAMES[fromOf(raw)];
      const to = NAMES[shownTo(raw, is960)];
      const list = targets.get(from);
      if (list === undefined) targets.set(from, [to]);
      else if (list.at(-1) !== to && !list.includes(to)) list.push(to);
    }
    return targets;
  }

  /** The number of sequences of `depth` legal moves. */
  perft(depth) {
    return ask(() => this.#native.perft(whole(depth, 9, "the depth")));
  }

  /** The number of sequences after each legal move: an array of `[uci, count]`. */
  divide(depth) {
    const counts = ask(() => this.#native.divide(whole(depth, 9, "the depth")));
    return Array.from(this.#native.legalMoves(), (raw, index) => [this.#native.uci(raw), counts[index]]);
  }

  /** The key of the position, equal to Stockfish's. */
  get key() {
    return this.#native.key();
  }

  /** The key of the position in Polyglot books. */
  get polyglotKey() {
    return this.#native.polyglotKey();
  }

  /** Whether castling has the rules and texts of Chess960. */
  get isChess960() {
    return this.#native.isChess960();
  }

  /** The number of this start position of Chess960, or null. */
  get chess960Number() {
    const number = this.#native.chess960Number();
    return number < 0 ? null : number;
  }

  /** What is odd about the position that was set up, such as `impossible-check`. */
  get problems() {
    const names = this.#native.problems();
    return names === "" ? [] : names.split(" ");
  }

  /**
   * The 112 input planes of networks like Leela's, in an lc0 format: 224 numbers of 32 bits, or 7,168 numbers with `dense`.
   */
  planes(format = 1, { dense = false } = {}) {
    whole(format, 255, "a format");
    return ask(() => (dense ? this.#native.densePlanes(format) : this.#native.planes(format)));
  }

  /** The transform of the planes in this format: bit 0 mirrors files, bit 1 ranks, and bit 2 transposes. */
  planeTransform(format = 1) {
    return ask(() => this.#native.planeTransform(whole(format, 255, "a format")));
  }

  /** The value of the set squares of each of the 112 planes. */
  planeValues(format = 1) {
    return ask(() => this.#native.planeValues(whole(format, 255, "a format")));
  }

  /** 1858 numbers: 1 for each output of a network whose move is legal. */
  legalMask(format = 1) {
    return ask(() => this.#native.legalMask(whole(format, 255, "a format")));
  }

  /** The place of a legal move in the output of a network. */
  policyIndex(raw, format = 1) {
    return ask(() => this.#native.policyIndex(whole(raw, 65_535, "a move"), whole(format, 255, "a format")));
  }

  static {
    if (Symbol.dispose) {
      Object.defineProperty(this.prototype, Symbol.dispose, {
        value() {
          this.#held.free();
          this.#held = dead;
        },
      });
    }
  }
}

const pieceOf = (letter) => {
  const type = letter.toLowerCase();
  return "pnbrqk".includes(type) ? { type, color: letter === type ? "b" : "w" } : undefined;
};

/** Names and values in turn, each followed by a separator, as pairs. */
export const pairs = (joined) => {
  const parts = joined.split("\x1f");
  return Array.from({ length: parts.length >> 1 }, (_, index) => [parts[2 * index], parts[2 * index + 1]]);
};

const fenAfter = (before, is960, raw) => {
  const native = new Native(before, is960 ? 2 : 1);
  try {
    native.play(raw);
    return native.fen(0, 0);
  } finally {
    native.free();
  }
};

const nullMove = (squares, before, color, after) => {
  const king = NAMES[squares.indexOf(color === "w" ? "K" : "k")];
  const none = () => false;
  return Object.freeze({
    raw: 0, color, from: king, to: king, piece: "k", san: "--", lan: "--", flags: "-", before, after,
    isCapture: none, isPromotion: none, isEnPassant: none, isKingsideCastle: none, isQueensideCastle: none, isBigPawn: none,
  });
};

/** Says whether a FEN can be read, and if not, which part of it is wrong: `{ok, error, start, end}`. */
export const validateFen = (fen) => {
  if (typeof fen !== "string") return { ok: false, error: `a FEN must be a text, not ${describe(fen)}`, start: 0, end: 0 };
  const fault = findFault(fen);
  if (fault === "") return { ok: true };
  const [, start, end, error] = /^(\d+) (\d+) (.*)$/s.exec(fault);
  return { ok: false, error, start: Number(start), end: Number(end) };
};

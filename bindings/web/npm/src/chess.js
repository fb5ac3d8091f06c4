import { Chess as Native, validateFen as findFault } from "../wasm/gardez.js";
import { ChessError, dead, describe, text, whole } from "./error.js";
import { HeldGame, guard } from "./held.js";
import { late } from "./late.js";
import { Move, fromOf, shownTo } from "./move.js";
import { readGame } from "./pgn.js";
import { Setup } from "./setup.js";
import { INDICES, NAMES, squareIndex } from "./square.js";
import { START } from "./start.js";
import { Tree, annotate } from "./tree.js";
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

/** A game of chess or Chess960, with the names of chess.js. */
export class Chess {
  #held;
  #headers = new Map();
  /** What was read about the moves: an object whose `tree()` has comments, glyphs and variations. */
  #read;
  // What is known about the position, so that small questions need not be asked of the module.
  #board;
  #facts;
  #isBlack;
  #fen;
  #got;

  /**
   * @param {string} [fen] the start position if it is missing
   * @param {{chess960?: boolean}} [options] castling texts of Chess960; found from the FEN if it is missing
   */
  constructor(fen, { chess960, headers, read } = {}) {
    if (fen instanceof HeldGame) {
      this.#held = fen;
      this.#headers = new Map(headers);
      this.#read = read;
      return;
    }
    const given = fen === undefined ? START : text(fen, "fen", "a FEN");
    this.#held = new HeldGame(given, fen === undefined && !chess960 ? 1 : mode(chess960));
    this.#ask(() => {});
  }

  #ask(call) {
    return this.#held.ask(call);
  }

  /** Forgets the position. Called before it changes: the stack may be too small for one call more after it. */
  #forget() {
    this.#board = undefined;
    this.#facts = undefined;
    this.#fen = undefined;
    this.#got = undefined;
    this.#isBlack = undefined;
  }

  /** Forgets the position that a move leaves; returns whether Black moves in the next one, if that is known. */
  #leave() {
    const isBlack = this.#isBlack === undefined ? undefined : !this.#isBlack;
    this.#forget();
    return isBlack;
  }

  /** The pieces of the position. */
  #pieces() {
    if (this.#board === undefined) {
      const letters = this.#ask((native) => native.squares());
      this.#board = new Setup();
      for (let index = 0; index < 64; index += 1) if (letters[index] !== ".") this.#board.squares[index] = letters.charCodeAt(index);
    }
    return this.#board;
  }

  /** Start position number 0 to 959 of Chess960; 518 is that of standard chess. */
  static chess960(number) {
    const fen = guard.ask(() => fenOf(Native.chess960(whole(number, 959, "a start position"))));
    return new Chess(new HeldGame(fen, 2));
  }

  /** Sets up another position. Headers go, unless `preserveHeaders` is set. */
  load(fen, { chess960, preserveHeaders = false } = {}) {
    const headers = preserveHeaders ? this.#headers : new Map();
    this.#forget();
    this.#held.load(text(fen, "fen", "a FEN"), mode(chess960));
    this.#read = undefined;
    this.#headers = headers;
  }

  /** The start position. */
  reset() {
    this.load(START);
  }

  /** A game with the same moves and headers, which can go its own way. */
  copy() {
    const { origin, moves } = this.#held;
    return new Chess(new HeldGame(...origin, moves.slice()), { headers: this.#headers, read: this.#read });
  }

  /** The FEN; see `FenOptions` for the en passant square and the castling field. */
  fen(options) {
    if (options !== undefined) return this.#fenWith(options);
    this.#fen ??= this.#ask((native) => native.fen(0, 0));
    return this.#fen;
  }

  #fenWith({ enPassant, forceEnpassantSquare, castling = "usual" }) {
    const policy = choice(POLICIES, enPassant ?? (forceEnpassantSquare ? "always" : "legal"), "enPassant");
    const style = choice(STYLES, castling, "castling");
    return this.#ask((native) => native.fen(policy, style));
  }

  /**
   * Plays a move: SAN as people write it, UCI, `{from, to, promotion}`, the number of a move, or `null` for a null move.
   * Throws if it is not legal.
   */
  move(move) {
    return this.#ask((native) => {
      const raw = find(native, move);
      const record = moveOf(native, raw);
      const isBlack = this.#leave();
      if (raw === 0) native.playText("--");
      else native.play(raw);
      this.#held.moves.push(raw);
      this.#isBlack = isBlack;
      return record;
    });
  }

  /** Takes the last move back and returns it, or null if there is none. */
  undo() {
    return this.#ask((native) => {
      const raw = native.undo();
      if (raw === undefined) return null;
      const record = moveOf(native, raw);
      const isBlack = this.#leave();
      this.#held.moves.pop();
      this.#isBlack = isBlack;
      return record;
    });
  }

  /** The legal moves in SAN, or as `Move` objects with `verbose`; of one square or one kind of piece if asked for. */
  moves({ verbose = false, square, piece } = {}) {
    if (square === undefined && piece === undefined && !verbose) return words(this.#ask((native) => native.movesSan()));
    const from = square === undefined ? -1 : squareIndex(square);
    if (0 <= from && piece === undefined && !verbose) {
      return this.#ask((native) => Array.from(native.legalMovesFrom(from), (raw) => native.san(raw)));
    }
    const [squares, before, is960, list, sans] = this.#ask((native) => [
      native.squares(), verbose ? native.fen(0, 0) : "", native.isChess960(), native.legalMoves(), words(native.movesSan()),
    ]);
    const fens = fensOf(before, is960);
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
    if (!verbose) return words(this.#ask((native) => native.historySan()));
    const past = new Chess(new HeldGame(...this.#held.origin));
    return this.#held.moves.map((raw) => past.move(raw === 0 ? null : raw));
  }

  /** `w` or `b`. */
  turn() {
    this.#isBlack ??= this.#ask((native) => native.isBlack());
    return this.#isBlack ? "b" : "w";
  }

  /** The number of the move, from 1. */
  moveNumber() {
    return this.#ask((native) => native.moveNumber());
  }

  /** The piece on a square, or undefined. */
  get(square) {
    this.#got ??= this.#pieces().pieces();
    const index = INDICES[square];
    return index === undefined ? squareIndex(square) : this.#got[index];
  }

  /** The squares of all pieces of a kind and color. */
  findPiece({ type, color }) {
    const letter = color === "w" ? String(type).toUpperCase() : String(type).toLowerCase();
    return this.#pieces().find(letter).map((index) => NAMES[index]);
  }

  /** Eight rows from rank 8, each with eight pieces or nulls. */
  board() {
    return this.#pieces().rows();
  }

  /** A drawing of the board. */
  ascii() {
    return this.#pieces().ascii();
  }

  #is(fact) {
    this.#facts ??= this.#ask((native) => native.facts());
    return (this.#facts & fact) !== 0;
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
    const [kind, winner] = this.#ask((native) => native.outcome()).split(" ");
    return kind === "" ? null : { kind, winner: winner === "-" ? null : winner };
  }

  /** Whether a color attacks a square. */
  isAttacked(square, by) {
    return this.#pieces().isAttacked(squareIndex(square), colorOf(by));
  }

  /** The squares from which a color attacks a square; by default the side to move. */
  attackers(square, by = this.turn()) {
    return this.#pieces().attackers(squareIndex(square), colorOf(by)).sort((a, b) => (a ^ 56) - (b ^ 56)).map((index) => NAMES[index]);
  }

  /** The castling rights of a color: `{k, q}`. */
  getCastlingRights(color) {
    const bits = this.#ask((native) => native.castlingRights()) >> (colorOf(color) === "b" ? 2 : 0);
    return { k: (bits & 1) !== 0, q: (bits & 2) !== 0 };
  }

  /** Sets tags by names and values in turn, and returns all of them. */
  header(...pairs) {
    const headers = new Map(this.#headers);
    for (let i = 0; i + 1 < pairs.length; i += 2) headers.set(String(pairs[i]), String(pairs[i + 1]));
    const all = withRoster(headers);
    this.#headers = headers;
    return all;
  }

  setHeader(name, value) {
    return this.header(name, value);
  }

  removeHeader(name) {
    return this.#headers.delete(name);
  }

  getHeaders() {
    return withRoster(this.#headers);
  }

  /**
   * Reads the first game of a PGN: its headers, its main line, and what `pgn` writes with the moves: comments, glyphs and
   * variations. Throws at the first move that is not legal.
   */
  loadPgn(pgn) {
    const game = readGame(pgn);
    const error = game.problems.find(({ severity }) => severity === "error");
    if (error) {
      const { message, line, column, start, end } = error;
      throw new ChessError("pgn", `${message} (line ${line}, column ${column})`, { start, end });
    }
    const read = game.chess();
    // Read at once, so that the game does not keep a long text.
    const tree = read.#read?.tree();
    if (game.result !== "*") read.#headers.set("Result", game.result);
    this.#forget();
    this.#held.become(read.#held);
    this.#headers = read.#headers;
    this.#read = tree && { tree: () => tree };
  }

  /**
   * The moves as a tree of its own, which can be changed. It has what was read about them, also about moves that were taken
   * back and played again: comments, glyphs and variations.
   */
  tree() {
    const winner = this.#ask((native) => native.outcome()).split(" ")[1];
    const result = this.#headers.get("Result") ?? { w: "1-0", b: "0-1", "-": "1/2-1/2" }[winner] ?? "*";
    const { origin: [start], moves } = this.#held;
    const about = { start, headers: Object.fromEntries(this.#headers), result, chess960: this.isChess960 };
    const nodes = this.history().map((san, index) => [index, moves[index], san, [], [], []]);
    const line = new Tree([[0, 0, "", [], [], []], ...nodes], about);
    return this.#read ? annotate(line, moves, this.#read.tree()) : line;
  }

  /**
   * The game as PGN in lines of at most `maxWidth` characters; 0 for all moves on one line. What was read about a move is
   * written with it, also if the move was taken back and played again.
   */
  pgn(options) {
    return this.tree().pgn(options);
  }

  /** The legal moves as numbers of 16 bits. */
  legalMoves() {
    return this.#ask((native) => native.legalMoves());
  }

  /** The number of legal moves. */
  legalCount() {
    return this.#ask((native) => native.legalCount());
  }

  /** Plays a move given by its number; faster than `move`. */
  play(raw) {
    whole(raw, 65_535, "a move");
    this.#ask((native) => {
      const isBlack = this.#leave();
      native.play(raw);
      this.#held.moves.push(raw);
      this.#isBlack = isBlack;
    });
  }

  /** Takes the last move back; false if there is none. Faster than `undo`. */
  takeBack() {
    return this.#ask((native) => {
      const isTaken = native.undo() !== undefined;
      if (isTaken) {
        const isBlack = this.#leave();
        this.#held.moves.pop();
        this.#isBlack = isBlack;
      }
      return isTaken;
    });
  }

  /** Plays moves in SAN or UCI, separated by spaces; returns their numbers. Those before a refused one stay played. */
  playLine(texts) {
    text(texts, "malformed", "a line of moves");
    const { moves } = this.#held;
    const before = moves.length;
    this.#forget();
    try {
      return this.#ask((native) => {
        const played = native.playLine(texts);
        for (const raw of played) moves.push(raw);
        return played;
      });
    } catch (error) {
      // If the module was lost, its game is made again from these moves, and there are no others.
      moves.length = before;
      for (const raw of this.#ask((native) => native.history()).subarray(before)) moves.push(raw);
      throw error;
    }
  }

  /** A legal move in SAN. */
  san(raw) {
    return this.#ask((native) => native.san(whole(raw, 65_535, "a move")));
  }

  /** A legal move in UCI. */
  uci(raw) {
    return this.#ask((native) => native.uci(whole(raw, 65_535, "a move")));
  }

  /** Numbers of moves that follow each other from here, in SAN, separated by spaces. */
  sanLine(moves) {
    const raws = Uint16Array.from(moves);
    return this.#ask((native) => native.sanLine(raws));
  }

  /** The legal targets of each square, as boards such as chessground take them. */
  dests() {
    const { isChess960: is960 } = this;
    const targets = new Map();
    for (const raw of this.legalMoves()) {
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
    return this.#ask((native) => native.perft(whole(depth, 9, "the depth")));
  }

  /** The number of sequences after each legal move: an array of `[uci, count]`. */
  divide(depth) {
    whole(depth, 9, "the depth");
    return this.#ask((native) => {
      const counts = native.divide(depth);
      return Array.from(native.legalMoves(), (raw, index) => [native.uci(raw), counts[index]]);
    });
  }

  /** The key of the position, equal to Stockfish's. */
  get key() {
    return this.#ask((native) => native.key());
  }

  /** The key of the position in Polyglot books. */
  get polyglotKey() {
    return this.#ask((native) => native.polyglotKey());
  }

  /** Whether castling has the rules and texts of Chess960. */
  get isChess960() {
    return this.#ask((native) => native.isChess960());
  }

  /** The number of this start position of Chess960, or null. */
  get chess960Number() {
    const number = this.#ask((native) => native.chess960Number());
    return number < 0 ? null : number;
  }

  /** What is odd about the position that was set up, such as `impossible-check`. */
  get problems() {
    const names = this.#ask((native) => native.problems());
    return names === "" ? [] : names.split(" ");
  }

  /**
   * The 112 input planes of networks like Leela's, in an lc0 format: 224 numbers of 32 bits, or 7,168 numbers with `dense`.
   */
  planes(format = 1, { dense = false } = {}) {
    whole(format, 255, "a format");
    return this.#ask((native) => (dense ? native.densePlanes(format) : native.planes(format)));
  }

  /** The transform of the planes in this format: bit 0 mirrors files, bit 1 ranks, and bit 2 transposes. */
  planeTransform(format = 1) {
    return this.#ask((native) => native.planeTransform(whole(format, 255, "a format")));
  }

  /** The value of the set squares of each of the 112 planes. */
  planeValues(format = 1) {
    return this.#ask((native) => native.planeValues(whole(format, 255, "a format")));
  }

  /** 1858 numbers: 1 for each output of a network whose move is legal. */
  legalMask(format = 1) {
    return this.#ask((native) => native.legalMask(whole(format, 255, "a format")));
  }

  /** The place of a legal move in the output of a network. */
  policyIndex(raw, format = 1) {
    return this.#ask((native) => native.policyIndex(whole(raw, 65_535, "a move"), whole(format, 255, "a format")));
  }

  static {
    if (Symbol.dispose) {
      Object.defineProperty(this.prototype, Symbol.dispose, {
        value() {
          this.#held.free();
          this.#held = dead;
          this.#forget();
        },
      });
    }
  }
}

late.Chess = Chess;

const withRoster = (headers) => ({ ...ROSTER, ...Object.fromEntries(headers) });

const colorOf = (name) => {
  if (name !== "w" && name !== "b") throw new ChessError("range", `a color must be w or b, not ${describe(name)}`);
  return name;
};

const words = (joined) => (joined === "" ? [] : joined.split(" "));

/** The number of a move that is given as a text, a number, two squares, or null for a null move. */
const find = (native, move) => {
  if (typeof move === "string") return native.findText(text(move, "malformed", "a move"));
  if (typeof move === "number") return whole(move, 65_535, "a move");
  if (move === null) return 0;
  if (typeof move !== "object") throw new ChessError("malformed", `a move must be a text, an object or a number, not ${describe(move)}`);
  const { from, to, promotion = "" } = move;
  const letter = promotion === null ? "" : text(promotion, "malformed", "a promotion");
  return native.findSquares(squareIndex(from), squareIndex(to), letter);
};

/** A move of the position of a game. */
const moveOf = (native, raw) => {
  const before = native.fen(0, 0);
  const squares = native.squares();
  const is960 = native.isChess960();
  const fens = fensOf(before, is960);
  return raw === 0 ? nullMove(squares, native.isBlack(), fens) : new Move(raw, native.san(raw), squares, is960, fens);
};

const fensOf = (before, is960) => ({
  before: () => before,
  after: (raw) => guard.ask(() => {
    const native = new Native(before, is960 ? 2 : 1);
    if (raw === 0) native.playText("--");
    else native.play(raw);
    return fenOf(native);
  }),
});

/** The FEN of a game that is not needed any more. */
const fenOf = (native) => {
  const fen = native.fen(0, 0);
  native.free();
  return fen;
};

const nullMove = (squares, isBlack, fens) => {
  const king = NAMES[squares.indexOf(isBlack ? "k" : "K")];
  const none = () => false;
  return Object.freeze({
    raw: 0, color: isBlack ? "b" : "w", from: king, to: king, piece: "k", san: "--", lan: "--", flags: "-",
    before: fens.before(), after: fens.after(0),
    isCapture: none, isPromotion: none, isEnPassant: none, isKingsideCastle: none, isQueensideCastle: none, isBigPawn: none,
  });
};

/** Says whether a FEN can be read, and if not, which part of it is wrong: `{ok, error, start, end}`. */
export const validateFen = (fen) => {
  if (typeof fen !== "string") return { ok: false, error: `a FEN must be a text, not ${describe(fen)}`, start: 0, end: 0 };
  const fault = guard.ask(() => findFault(fen));
  if (fault === "") return { ok: true };
  const [, start, end, error] = /^(\d+) (\d+) (.*)$/s.exec(fault);
  return { ok: false, error, start: Number(start), end: Number(end) };
};

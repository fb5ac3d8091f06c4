import { validateFen } from "./chess.js";
import { ChessError, text, whole } from "./error.js";
import { late } from "./late.js";
import { RIGHTS, Setup } from "./setup.js";
import { NAMES, squareIndex } from "./square.js";
import { START } from "./start.js";

const NAMED = { w: "white", b: "black" };

/** The letter of a piece that is given as `{type, color}` or as a letter, or an error. */
const letterOf = (piece) => {
  const letter = typeof piece === "string" ? piece : piece?.color === "b" ? String(piece.type).toLowerCase() : String(piece?.type).toUpperCase();
  if (!/^[pnbrqk]$/i.test(letter)) throw new ChessError("range", `expected a piece such as { type: "p", color: "w" } or P, not ${letter}`);
  return letter;
};

/** A board for editors: any pieces on any squares, also without kings. `chess()` makes a game of it. */
export class SetUp {
  #setup;

  /** Reads a FEN, of any position; without one, it is the start position. An empty board is `SetUp.empty()`. */
  constructor(fen = START) {
    this.load(fen);
  }

  static empty() {
    return new SetUp("8/8/8/8/8/8/8/8 w - - 0 1");
  }

  /** Reads a FEN, of any position. Fields that are missing are those of an empty board. */
  load(fen) {
    const fields = text(fen, "fen", "a FEN").trim().split(/\s+/);
    const [pieces, turn = "w", castling = "-", passed = "-", halfMoves = "0", moveNumber = "1"] = fields;
    const ranks = pieces.split("/");
    const width = (rank) => [...rank].reduce((sum, letter) => sum + (/[1-8]/.test(letter) ? Number(letter) : /[pnbrqk]/i.test(letter) ? 1 : 9), 0);
    const wrong = ranks.findIndex((rank) => width(rank) !== 8);
    if (ranks.length !== 8 || wrong !== -1) throw new ChessError("fen", `a FEN has eight ranks of eight squares, not ${ranks[wrong] ?? ranks.length}`, { start: 0, end: pieces.length });
    this.#setup = Setup.read([pieces, turn, castling, passed, halfMoves, moveNumber], true);
  }

  fen() {
    return this.#setup.fen(true);
  }

  get(square) {
    return this.#setup.pieces()[squareIndex(square)];
  }

  /** Puts a piece on a square, in place of any other: `{type, color}` or a letter such as `P`. */
  put(piece, square) {
    this.#setup.place(letterOf(piece), squareIndex(square));
  }

  /** Removes and returns the piece on a square, or undefined. */
  remove(square) {
    const piece = this.get(square);
    this.#setup.remove(squareIndex(square));
    return piece;
  }

  clear() {
    this.load("8/8/8/8/8/8/8/8");
  }

  board() {
    return this.#setup.rows();
  }

  ascii() {
    return this.#setup.ascii();
  }

  get turn() {
    return this.#setup.turn;
  }

  set turn(color) {
    if (!Object.hasOwn(NAMED, color)) throw new ChessError("range", "a color must be w or b");
    this.#setup.turn = color;
  }

  /** The castling rights as in a FEN, such as `KQk`, or a hyphen. */
  get castling() {
    return this.fen().split(" ")[2];
  }

  set castling(letters) {
    if (!/^(-|K?Q?k?q?)$/.test(text(letters, "range", "castling rights"))) throw new ChessError("range", `castling rights are letters of KQkq, not ${letters}`);
    this.#setup.castling = [...letters].reduce((rights, letter) => rights | (RIGHTS[letter] ?? 0), 0);
  }

  /** The square that a pawn has just passed, or null. */
  get enPassant() {
    return NAMES[this.#setup.passed] ?? null;
  }

  set enPassant(square) {
    this.#setup.passed = square === null ? -1 : squareIndex(square);
  }

  get halfMoves() {
    return this.#setup.halfMoves;
  }

  set halfMoves(count) {
    this.#setup.halfMoves = whole(count, 65_535, "the count of half moves");
  }

  get moveNumber() {
    return this.#setup.moveNumber;
  }

  set moveNumber(number) {
    this.#setup.moveNumber = whole(number, 1_000_000, "the number of the move");
  }

  /**
   * What is wrong with the position, all at once: `{severity, message}`. With an error, it cannot be played; a note says
   * what no game leads to.
   */
  problems() {
    const setup = this.#setup;
    const errors = [];
    for (const [color, name] of Object.entries(NAMED)) {
      const kings = setup.find(color === "w" ? "K" : "k").length;
      if (kings !== 1) errors.push(kings === 0 ? `there is no ${name} king` : `there are ${kings} ${name} kings`);
    }
    const pawns = ["P", "p"].flatMap((pawn) => setup.find(pawn)).filter((square) => square < 8 || 55 < square);
    if (0 < pawns.length) errors.push(`a pawn cannot be on ${pawns.map((square) => NAMES[square]).join(", ")}`);
    const other = setup.turn === "w" ? "b" : "w";
    if (errors.length === 0 && setup.isCheck(other)) errors.push(`the ${NAMED[other]} king can be captured`);
    if (errors.length === 0) {
      const checked = validateFen(this.fen());
      if (checked.ok) return new late.Chess(this.fen()).problems.map((kind) => ({ severity: "note", message: kind.replaceAll("-", " ") }));
      errors.push(checked.error);
    }
    return errors.map((message) => ({ severity: "error", message }));
  }

  /** The position as a game. Throws `fen` with all errors if it cannot be played; `problems` of the game has the rest. */
  chess(options) {
    const errors = this.problems().filter(({ severity }) => severity === "error");
    if (0 < errors.length) throw new ChessError("fen", errors.map(({ message }) => message).join("; "));
    return new late.Chess(this.fen(), options);
  }
}

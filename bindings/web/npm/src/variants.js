import "../wasm/start-variants.js";
import { Game as Native, PgnReader, __wbg_reset_state as reopen } from "../wasm/variants.js";
import { ChessError, describe, given, text, whole } from "./error.js";
import { Guard, Held } from "./guard.js";
import { CASTLING, EN_PASSANT, fromOf, kindOf, promotionOf, shownTo, toOf } from "./move.js";
import { PgnGame, gamesFrom } from "./pgn-games.js";
import { Position } from "./position.js";
import { NAMES, squareIndex } from "./square.js";
import { Tree } from "./tree.js";

const guard = new Guard(reopen);
/** The game that the module holds. The garbage collector does not know its memory, so there is one; another is made when it is asked. */
let held;

/** The names of the variants, as the tag `Variant` of a PGN has them. */
export const VARIANTS = ["Standard", "Crazyhouse", "Antichess", "Atomic", "Three-check", "King of the Hill", "Racing Kings", "Horde"];

const words = (joined) => (joined === "" ? [] : joined.split(" "));
const IN_HAND = [..."pnbrq"];
/** Drops and promotions to a king have patterns of bits that moves of chess do not use. */
const [DROP, TO_KING] = [1, 2];

/** What `moveOf` needs of a game in the module. */
const boardOf = (native) => [native.squares(), native.turn(), native.isChess960()];

/** A move of a variant with the fields of chess.js; a drop has no `from` and has `drop`, the piece. */
const moveOf = (raw, san, squares, color, is960) => {
  const bits = raw >> 12;
  const isDrop = bits === DROP;
  const drop = isDrop ? IN_HAND[fromOf(raw) - 1] : undefined;
  const promotion = bits === TO_KING ? "k" : promotionOf(raw);
  const [from, to] = [isDrop ? undefined : NAMES[fromOf(raw)], NAMES[shownTo(raw, is960)]];
  const target = squares[toOf(raw)];
  const captured = kindOf(raw) === EN_PASSANT ? "p" : isDrop || target === "." || kindOf(raw) === CASTLING ? undefined : target.toLowerCase();
  const lan = isDrop ? `${drop.toUpperCase()}@${to}` : `${from}${to}${promotion ?? ""}`;
  return Object.freeze({ raw, color, from, to, piece: drop ?? squares[fromOf(raw)].toLowerCase(), captured, promotion, drop, san, lan });
};

/** The class `Chess` for a game of a variant, or of chess: with its names, by the rules of the option `variant`. */
export class Chess {
  #fen;
  #variant;
  /** The moves played, as numbers. They change after those of the module, so a call that fails in between did nothing. */
  #moves = [];
  #held = new Held(guard, () => new Native(this.#fen, this.#variant, Uint16Array.from(this.#moves)));
  #tree;
  #headers = {};

  /** The start position of a variant, or a FEN in any form that a site writes. Any known name of the variant is read. */
  constructor(fen, options) {
    const { variant = "Standard" } = given(options);
    this.#fen = fen === undefined ? "" : text(fen, "fen", "a FEN");
    this.#variant = text(variant, "range", "a variant");
    this.#ask(() => {});
  }

  #ask(call) {
    if (held !== this.#held) held?.free();
    held = this.#held;
    return held.ask(call);
  }

  /** A game that begins as this one, with these moves. */
  #again(moves) {
    const game = new Chess(this.#fen, { variant: this.#variant });
    game.#moves = moves;
    game.#held.free();
    return game;
  }

  /** A game with the same moves, which can go its own way. */
  copy() {
    const copy = this.#again(this.#moves.slice());
    [copy.#headers, copy.#tree] = [{ ...this.#headers }, this.#tree];
    return copy;
  }

  /** The name of the variant, as the tag of a PGN has it. */
  get variant() {
    return this.#ask((native) => native.variant());
  }

  /** The FEN as Lichess writes it; with `{ dialect: "libraries" }` as chess libraries do. */
  fen({ dialect = "lichess" } = {}) {
    if (dialect !== "lichess" && dialect !== "libraries") throw new ChessError("range", "dialect must be lichess or libraries");
    return this.#ask((native) => native.fen(dialect === "libraries"));
  }

  /** Plays a move: SAN, UCI, `{from, to, promotion}`, `{drop, to}`, or its number. Throws if it is not legal. */
  move(move) {
    return this.#ask((native) => {
      const raw = numberOf(native, move);
      const made = moveOf(raw, native.san(raw), ...boardOf(native));
      native.play(raw);
      this.#moves.push(raw);
      return made;
    });
  }

  /** Plays a move given by its number. */
  play(raw) {
    whole(raw, 65_535, "a move");
    this.#ask((native) => {
      native.play(raw);
      this.#moves.push(raw);
    });
  }

  /** What a tree plays. */
  _play(raw) {
    this.play(raw);
  }

  get _lastRaw() {
    return this.#moves.at(-1);
  }

  /** Takes the last move back; false if there is none. */
  takeBack() {
    return this.undo() !== null;
  }

  /** Takes the last move back and returns it, or null if there is none. */
  undo() {
    return this.#ask((native) => {
      const raw = native.undo();
      if (raw === undefined) return null;
      const move = moveOf(raw, native.san(raw), ...boardOf(native));
      this.#moves.pop();
      return move;
    });
  }

  /** The legal moves in SAN, or as objects with `verbose`; of one square if asked for. */
  moves({ verbose = false, square } = {}) {
    const [list, sans, board] = this.#ask((native) => [native.legalMoves(), words(native.movesSan()), boardOf(native)]);
    const from = square === undefined ? -1 : squareIndex(square);
    const found = Array.from(list, (raw, index) => moveOf(raw, sans[index], ...board));
    const wanted = from === -1 ? found : found.filter((move) => move.from === NAMES[from]);
    return verbose ? wanted : wanted.map(({ san }) => san);
  }

  /** The legal moves as numbers of 16 bits. */
  legalMoves() {
    return this.#ask((native) => native.legalMoves());
  }

  /** The moves played, in SAN or as objects. */
  history({ verbose = false } = {}) {
    const past = this.#again([]);
    const moves = this.#moves.map((raw) => past.move(raw));
    return verbose ? moves : moves.map(({ san }) => san);
  }

  /** The legal targets of each square, as boards such as chessground take them. Drops are those of `drops`. */
  dests() {
    const targets = new Map();
    for (const { from, to } of this.moves({ verbose: true })) {
      if (from === undefined) continue;
      if (!targets.has(from)) targets.set(from, [to]);
      else if (!targets.get(from).includes(to)) targets.get(from).push(to);
    }
    return targets;
  }

  /** The squares on which a piece of the pocket can be dropped. */
  drops(piece) {
    return this.moves({ verbose: true }).filter(({ drop }) => drop === piece).map(({ to }) => to);
  }

  san(raw) {
    return this.#ask((native) => native.san(whole(raw, 65_535, "a move")));
  }

  uci(raw) {
    return this.#ask((native) => native.uci(whole(raw, 65_535, "a move")));
  }

  turn() {
    return this.#ask((native) => native.turn());
  }

  moveNumber() {
    return this.#ask((native) => native.moveNumber());
  }

  #pieces() {
    const letters = this.#ask((native) => native.squares());
    const position = Position.empty();
    for (let square = 0; square < 64; square += 1) if (letters[square] !== ".") position.squares[square] = letters.charCodeAt(square);
    return position;
  }

  get(square) {
    return this.#pieces().piece(squareIndex(square));
  }

  board() {
    return this.#pieces().rows();
  }

  ascii() {
    return this.#pieces().ascii();
  }

  /** The pieces in hand: `{w: {p: 1}, b: {}}`. */
  pockets() {
    const counts = this.#ask((native) => native.pockets());
    const of = (first) => Object.fromEntries(IN_HAND.map((piece, index) => [piece, counts[first + index]]).filter(([, count]) => count !== 0));
    return { w: of(0), b: of(5) };
  }

  /** The checks that each side still has to give to win, in three-check. */
  checksLeft() {
    const [w, b] = this.#ask((native) => native.checksLeft());
    return { w, b };
  }

  isCheck() {
    return this.#ask((native) => native.inCheck());
  }

  isGameOver() {
    return this.outcome() !== null;
  }

  /** How the game ends by the rules of Lichess, or null if it goes on: `{kind, winner}`. */
  outcome() {
    const [reason, winner] = this.#ask((native) => native.outcome()).split(" ");
    if (reason === "") return null;
    const kind = reason.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    return { kind, winner: winner === "-" ? null : winner };
  }

  get isChess960() {
    return this.#ask((native) => native.isChess960());
  }

  perft(depth) {
    return this.#ask((native) => native.perft(whole(depth, 9, "the depth")));
  }

  /** Reads the first game of a PGN: its variant, its headers and its main line. `tree` has the rest. */
  loadPgn(pgn) {
    const [game] = Chess.games(pgn);
    if (game === undefined) throw new ChessError("pgn", "there is no game", { start: 0, end: pgn.length });
    const error = game.problems.find(({ severity }) => severity === "error");
    if (error) throw new ChessError("pgn", `${error.message} (line ${error.line})`, { start: error.start, end: error.end });
    const [tree, moves] = [game.tree(), [...game.moves]];
    if (moves.includes(0)) throw new ChessError("pgn", "a game of a variant has no null moves");
    const { start, variant, headers } = game;
    this.#held.free();
    this.#fen = start;
    this.#variant = variant;
    this.#moves = moves;
    this.#headers = headers;
    this.#tree = tree;
  }

  /** The moves as a tree, with the comments, glyphs and variations that were read if the moves are the same. */
  tree() {
    const moves = this.#moves;
    const read = this.#tree && [...this.#tree.mainLine()].map(({ raw }) => raw);
    if (read?.join() === moves.join()) return this.#tree.copy();
    const winner = this.#ask((native) => native.outcome()).split(" ")[1];
    const result = { w: "1-0", b: "0-1", "-": "1/2-1/2" }[winner] ?? "*";
    const tree = new Tree(aboutOf(this.variant, this.#fen, this.#headers, result));
    for (const [index, san] of this.history().entries()) tree._push(tree.nodes[index], moves[index], san);
    return tree;
  }

  pgn(options) {
    return this.tree().pgn(options);
  }

  /** The games of a PGN of any variants, which the tag `Variant` names: as far as each can be read, as `Chess` of chess does. */
  static games(source, options) {
    return games(source, options);
  }
}

/** What a tree of a variant is about. */
const aboutOf = (variant, fen, headers, result) => {
  const game = () => new Chess(fen === "" ? undefined : fen, { variant });
  const usual = new Chess(undefined, { variant }).fen();
  const named = variant === "Standard" ? {} : { Variant: variant };
  return { start: fen === "" ? usual : game().fen(), headers: { ...headers, ...named }, result, usual, game };
};

/** The number of a move that is given in any way. */
const numberOf = (native, move) => {
  if (typeof move === "string") return native.findText(text(move, "malformed", "a move"));
  if (typeof move === "number") return whole(move, 65_535, "a move");
  if (move === null || typeof move !== "object") throw new ChessError("malformed", `a move must be a text, an object or a number, not ${describe(move)}`);
  const { from, to, promotion, drop } = move;
  squareIndex(to);
  if (drop !== undefined && drop !== null) return native.findText(`${String(drop).toUpperCase()}@${to}`);
  squareIndex(from);
  try {
    return native.findText(`${from}${to}${promotion ?? ""}`);
  } catch (error) {
    // A program may send a piece with each move, as boards of other packages do.
    if (typeof error !== "string" || !promotion) throw error;
    return native.findText(`${from}${to}`);
  }
};

/** A game of a PGN. Its start is an empty text for the start position of the variant. */
class VariantGame extends PgnGame {
  get variant() {
    return this._kind;
  }

  /** All moves, with variations, comments and glyphs. */
  tree() {
    return this._tree(aboutOf(this.variant, this.start, this.headers, this.result));
  }

  /** The game at the end of its main line. */
  chess() {
    const chess = new Chess(this.start === "" ? undefined : this.start, { variant: this.variant });
    for (const raw of this.moves) chess.play(raw);
    return chess;
  }
}

const games = gamesFrom({ guard, Reader: PgnReader, Game: VariantGame });

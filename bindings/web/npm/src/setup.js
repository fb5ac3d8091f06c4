import { CASTLING, EN_PASSANT, PROMOTION, fromOf, kindOf, kingTarget, promotionOf, toOf } from "./move.js";
import { NAMES, indexOf } from "./square.js";

/** The bits of castling rights, as in a FEN: K, Q, k, q. */
export const RIGHTS = { K: 1, Q: 2, k: 4, q: 8 };
const [A1, E1, H1, A8, E8, H8] = [0, 4, 7, 56, 60, 63];
/** For each right, the squares of its king and its rook. */
const CASTLES = [["K", E1, H1], ["Q", E1, A1], ["k", E8, H8], ["q", E8, A8]];

const EMPTY = 0;
const LETTERS = "PNBRQKpnbrqk";
const codeOf = (letter) => letter.charCodeAt(0);
const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [..."pnbrqk"].map(codeOf);
/** The code of the letter of a piece, without its color. */
const typeOf = (code) => code | 32;
const isBlack = (code) => 96 < code;

/** The castling rights that are kept by a move from a square, and by one to a square. */
const [KEPT_FROM, KEPT_TO] = [new Uint8Array(64).fill(15), new Uint8Array(64).fill(15)];
for (const [letter, king, rook] of CASTLES) {
  for (const square of [king, rook]) KEPT_FROM[square] &= ~RIGHTS[letter];
  KEPT_TO[rook] &= ~RIGHTS[letter];
}

/** A step of a ranks and b files, from each square to the edge of the board. */
const rays = (steps, length) => Array.from({ length: 64 }, (_, from) => steps.map(([ranks, files]) => {
  const ray = [];
  for (let rank = (from >> 3) + ranks, file = (from & 7) + files; ray.length < length; rank += ranks, file += files) {
    if (rank < 0 || 7 < rank || file < 0 || 7 < file) break;
    ray.push(8 * rank + file);
  }
  return ray;
}));
const DIAGONAL = [[1, -1], [1, 1], [-1, 1], [-1, -1]];
const STRAIGHT = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const AROUND = [[1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1]];
const JUMPS = [[1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2]];
/** The rays of each piece that is not a pawn, in the order in which chess.js lists moves. */
const RAYS = {
  [KNIGHT]: rays(JUMPS, 1), [BISHOP]: rays(DIAGONAL, 7), [ROOK]: rays(STRAIGHT, 7), [QUEEN]: rays(AROUND, 7), [KING]: rays(AROUND, 1),
};
const KNIGHTS = RAYS[KNIGHT].map((all) => all.flat());
/** The squares from which a white pawn (0) or a black pawn (1) attacks a square. */
const PAWNS = [rays([[-1, -1], [-1, 1]], 1), rays([[1, -1], [1, 1]], 1)].map((color) => color.map((all) => all.flat()));

/** For each piece, the place of a target among all targets from a square. */
const PLACES = Object.fromEntries(Object.entries(RAYS).map(([type, squares]) => [type, squares.map((all) => {
  const places = new Uint8Array(64);
  all.flat().forEach((to, place) => (places[to] = place));
  return places;
})]));

/**
 * A position that need not be one of a game: any pieces, also without kings. It is what an editor changes, and its rules
 * are those of chess as far as they apply: a side without a king cannot be in check. No member is private, because a
 * `Proxy`, as frameworks make, must be able to call it.
 */
export class Setup {
  /** The letters of the pieces from a1 to h8 as codes of characters; 0 is an empty square. */
  squares;
  kings = { w: -1, b: -1 };
  turn = "w";
  /** See `RIGHTS`. */
  castling = 0;
  /** The square that a pawn has just passed, or -1. */
  passed = -1;
  halfMoves = 0;
  moveNumber = 1;

  constructor(squares = new Uint8Array(64)) {
    this.squares = squares;
  }

  /** Reads the fields of a FEN. What is not a piece, and a second king unless any pieces are wanted, is left out. */
  static read([pieces, turn, castling, passed, halfMoves, moveNumber], isAny = false) {
    const setup = new Setup();
    const put = isAny ? (letter, square) => setup.place(letter, square) : (letter, square) => setup.put(letter, square);
    let place = 0;
    for (let index = 0; index < pieces.length; index += 1) {
      const code = pieces.charCodeAt(index);
      if (code === 47) continue;
      if (48 <= code && code <= 57) place += code - 48;
      else {
        if (place < 64) put(pieces[index], place ^ 56);
        place += 1;
      }
    }
    setup.turn = turn === "b" ? "b" : "w";
    for (const letter of castling) setup.castling |= RIGHTS[letter] ?? 0;
    if (!isAny) setup.keepRights();
    setup.passed = indexOf(passed);
    setup.halfMoves = Number.parseInt(halfMoves, 10) || 0;
    setup.moveNumber = Number.parseInt(moveNumber, 10) || 0;
    return setup;
  }

  /** Puts a piece on a square by its letter; false if it is no piece, or a second king. */
  put(letter, square) {
    if (letter.length !== 1 || !LETTERS.includes(letter)) return false;
    const code = codeOf(letter);
    const color = isBlack(code) ? "b" : "w";
    if (typeOf(code) === KING && this.kings[color] !== -1 && this.kings[color] !== square) return false;
    return this.place(letter, square);
  }

  /** Puts any piece on a square by its letter; false if it is no piece. */
  place(letter, square) {
    if (letter.length !== 1 || !LETTERS.includes(letter)) return false;
    const code = codeOf(letter);
    const king = typeOf(code) !== KING ? "" : isBlack(code) ? "b" : "w";
    this.remove(square);
    this.squares[square] = code;
    if (king !== "") this.kings[king] = square;
    return true;
  }

  remove(square) {
    if (typeOf(this.squares[square]) === KING) this.kings[isBlack(this.squares[square]) ? "b" : "w"] = -1;
    this.squares[square] = EMPTY;
  }

  /** Drops the castling rights whose king or rook is not in its place. */
  keepRights() {
    if (this.castling === 0) return;
    for (const [letter, king, rook] of CASTLES) {
      const rookLetter = letter < "a" ? "R" : "r";
      const isThere = this.squares[king] === codeOf(letter < "a" ? "K" : "k") && this.squares[rook] === codeOf(rookLetter);
      if (!isThere) this.castling &= ~RIGHTS[letter];
    }
  }

  /** Whether a pawn has just passed the square that says so, and a pawn attacks it. */
  isPassed() {
    const { squares, passed, turn } = this;
    if (passed < 0) return false;
    const step = turn === "w" ? 8 : -8;
    if (passed >> 3 !== (turn === "w" ? 5 : 2)) return false;
    const pawn = squares[passed - step];
    return pawn === codeOf(turn === "w" ? "p" : "P") && squares[passed] === EMPTY && squares[passed + step] === EMPTY;
  }

  /** Drops the passed square if no pawn can have passed it, or none can capture there. */
  keepPassed() {
    const own = codeOf(this.turn === "w" ? "P" : "p");
    const isAttacked = () => PAWNS[this.turn === "w" ? 0 : 1][this.passed].some((square) => this.squares[square] === own);
    if (!this.isPassed() || !isAttacked()) this.passed = -1;
  }

  /** The squares from which a color attacks a square; only the first one with `isEnough`. */
  attackers(square, by, isEnough = false) {
    const found = [];
    if (by !== "w" && by !== "b") return found;
    const { squares } = this;
    const mask = by === "w" ? ~32 : ~0;
    const add = (list, code) => {
      for (let index = 0; index < list.length; index += 1) if (squares[list[index]] === code) found.push(list[index]);
    };
    add(PAWNS[by === "w" ? 0 : 1][square], PAWN & mask);
    add(KNIGHTS[square], KNIGHT & mask);
    const around = RAYS[QUEEN][square];
    for (let direction = 0; direction < 8 && !(isEnough && 0 < found.length); direction += 1) {
      const ray = around[direction];
      const slider = direction & 1 ? ROOK : BISHOP;
      for (let step = 0; step < ray.length; step += 1) {
        const code = squares[ray[step]];
        if (code === EMPTY) continue;
        if (code === (slider & mask) || code === (QUEEN & mask) || (step === 0 && code === (KING & mask))) found.push(ray[step]);
        break;
      }
    }
    return found;
  }

  isAttacked(square, by) {
    return 0 < this.attackers(square, by, true).length;
  }

  isCheck(color = this.turn) {
    const king = this.kings[color];
    return king !== -1 && this.isAttacked(king, color === "w" ? "b" : "w");
  }

  /** Whether the rules of a game hold: both kings, no pawn on an edge, no king that can be captured. */
  isRegular() {
    const { kings, squares, passed, turn } = this;
    if (kings.w === -1 || kings.b === -1 || this.isCheck(turn === "w" ? "b" : "w")) return false;
    for (let file = 0; file < 8; file += 1) if (typeOf(squares[file]) === PAWN || typeOf(squares[file + 56]) === PAWN) return false;
    return passed === -1 || this.isPassed();
  }

  /** The moves as numbers of 16 bits, in the order of chess.js. */
  moves() {
    const { squares, turn, passed, kings } = this;
    const color = turn === "w" ? 0 : 32;
    const found = [];
    const add = (from, to, kind = 0) => {
      const raw = (kind << 14) | (from << 6) | to;
      const next = this.copy();
      next.play(raw);
      if (!next.isCheck(turn)) found.push(raw);
    };
    for (let place = 0; place < 64; place += 1) {
      const from = place ^ 56;
      const code = squares[from];
      if (code === EMPTY || (code & 32) !== color) continue;
      if (typeOf(code) === PAWN) {
        this.pawnMoves(from, color === 0 ? 1 : -1, (to, kind) => {
          if (to >> 3 !== 0 && to >> 3 !== 7) return add(from, to, kind);
          for (let piece = 0; piece < 4; piece += 1) add(from, (piece << 12) | to, PROMOTION);
        });
        continue;
      }
      for (const ray of RAYS[typeOf(code)][from]) {
        for (const to of ray) {
          if (squares[to] === EMPTY || (squares[to] & 32) !== color) add(from, to);
          if (squares[to] !== EMPTY) break;
        }
      }
    }
    for (const [letter, king, rook] of CASTLES) {
      const isOwn = letter < "a" === (turn === "w");
      if (!isOwn || !(this.castling & RIGHTS[letter]) || kings[turn] !== king) continue;
      const step = Math.sign(rook - king);
      let isFree = true;
      for (let square = king + step; square !== rook; square += step) isFree &&= squares[square] === EMPTY;
      const them = turn === "w" ? "b" : "w";
      if (isFree && [king, king + step, king + 2 * step].every((square) => !this.isAttacked(square, them))) add(king, rook, CASTLING);
    }
    return found;
  }

  /** Passes the targets of a pawn to a function, with the kind of the move. */
  pawnMoves(from, up, add) {
    const { squares, passed } = this;
    const isOwn = (code) => isBlack(code) === up < 0;
    const to = from + 8 * up;
    if (to < 0 || 63 < to) return;
    if (squares[to] === EMPTY) {
      add(to, 0);
      if (from >> 3 === (0 < up ? 1 : 6) && squares[to + 8 * up] === EMPTY) add(to + 8 * up, 0);
    }
    for (const side of [-up, up]) {
      const target = to + side;
      if (target >> 3 !== to >> 3 || target < 0) continue;
      if (squares[target] !== EMPTY && !isOwn(squares[target])) add(target, 0);
      else if (squares[target] === EMPTY && target === passed) add(target, EN_PASSANT);
    }
  }

  /** Plays a move, or passes with 0. Returns the code of the captured piece, or 0. */
  play(raw) {
    const { squares, turn, kings } = this;
    this.passed = -1;
    this.halfMoves += 1;
    if (turn === "b") this.moveNumber += 1;
    this.turn = turn === "w" ? "b" : "w";
    if (raw === 0) return EMPTY;
    const [from, kind] = [fromOf(raw), kindOf(raw)];
    const to = kind === CASTLING ? kingTarget(raw) : toOf(raw);
    const code = squares[from];
    if (kind === CASTLING) {
      const rook = squares[toOf(raw)];
      squares[toOf(raw)] = EMPTY;
      squares[(from + to) >> 1] = rook;
    }
    const victim = kind === EN_PASSANT ? (from & 56) | (to & 7) : to;
    const captured = kind === CASTLING ? EMPTY : squares[victim];
    // As in chess.js, a captured king is still thought to be there.
    squares[victim] = EMPTY;
    squares[from] = EMPTY;
    squares[to] = kind === PROMOTION ? codeOf(promotionOf(raw)) & (code | ~32) : code;
    if (typeOf(code) === KING) kings[turn] = to;
    if (typeOf(code) === PAWN || captured !== EMPTY) this.halfMoves = 0;
    if (typeOf(code) === PAWN && Math.abs(from - to) === 16) this.passed = (from + to) >> 1;
    this.castling &= KEPT_FROM[from] & KEPT_TO[to];
    return captured;
  }

  /** Takes a move back that was played after `before`: what `memory` returned. */
  takeBack(raw, captured, before) {
    const { squares, kings } = this;
    Object.assign(this, before);
    if (raw === 0) return;
    const [from, kind] = [fromOf(raw), kindOf(raw)];
    const to = kind === CASTLING ? kingTarget(raw) : toOf(raw);
    const code = squares[to];
    squares[to] = EMPTY;
    squares[kind === EN_PASSANT ? (from & 56) | (to & 7) : to] = captured;
    squares[from] = kind === PROMOTION ? codeOf(before.turn === "w" ? "P" : "p") : code;
    if (kind === CASTLING) {
      squares[toOf(raw)] = squares[(from + to) >> 1];
      squares[(from + to) >> 1] = EMPTY;
    }
    if (typeOf(code) === KING) kings[before.turn] = from;
  }

  /** What a move changes and `takeBack` needs. */
  memory() {
    const { turn, castling, passed, halfMoves, moveNumber } = this;
    return { turn, castling, passed, halfMoves, moveNumber };
  }

  copy() {
    const copy = new Setup(this.squares.slice());
    const { kings, turn, castling, passed, halfMoves, moveNumber } = this;
    return Object.assign(copy, { kings: { w: kings.w, b: kings.b }, turn, castling, passed, halfMoves, moveNumber });
  }

  /** The squares of a piece, in the order of a FEN. */
  find(letter) {
    const found = [];
    const code = letter.length === 1 && LETTERS.includes(letter) ? codeOf(letter) : -1;
    for (let place = 0; place < 64; place += 1) if (this.squares[place ^ 56] === code) found.push(place ^ 56);
    return found;
  }

  /** The pieces from a1 to h8, with undefined for an empty square. */
  pieces() {
    const pieces = new Array(64);
    for (let square = 0; square < 64; square += 1) pieces[square] = pieceOf(this.squares[square]);
    return pieces;
  }

  /** Eight rows from rank 8, each with eight pieces or nulls. */
  rows() {
    const { squares } = this;
    // Arrays of the right size: those that grow take twice the memory.
    const rows = [null, null, null, null, null, null, null, null];
    for (let place = 0; place < 8; place += 1) {
      const first = 56 - 8 * place;
      const row = [null, null, null, null, null, null, null, null];
      for (let file = 0; file < 8; file += 1) {
        const code = squares[first + file];
        if (code !== EMPTY) row[file] = { square: NAMES[first + file], type: TYPES[code], color: isBlack(code) ? "b" : "w" };
      }
      rows[place] = row;
    }
    return rows;
  }

  /** A drawing of the board. */
  ascii() {
    const { squares } = this;
    const line = "   +------------------------+\n";
    let drawing = line;
    for (let rank = 7; 0 <= rank; rank -= 1) {
      drawing += ` ${rank + 1} |`;
      for (let square = 8 * rank; square < 8 * rank + 8; square += 1) drawing += squares[square] === EMPTY ? " . " : ` ${LETTER[squares[square]]} `;
      drawing += "|\n";
    }
    return `${drawing}${line}     a  b  c  d  e  f  g  h`;
  }

  /** The square of a legal en passant capture, or -1. */
  get capturable() {
    const { passed, squares, turn } = this;
    if (passed === -1 || !this.isPassed()) return -1;
    const own = codeOf(turn === "w" ? "P" : "p");
    const isLegal = PAWNS[turn === "w" ? 0 : 1][passed].some((from) => {
      if (squares[from] !== own) return false;
      const next = this.copy();
      next.play((EN_PASSANT << 14) | (from << 6) | passed);
      return !next.isCheck(turn);
    });
    return isLegal ? passed : -1;
  }

  /** The first four fields of the FEN. The en passant square is named if a capture on it is legal, or always. */
  key(isAlways = false) {
    const { squares, castling, turn } = this;
    let text = "";
    for (let rank = 7; 0 <= rank; rank -= 1) {
      let empty = 0;
      for (let square = 8 * rank; square < 8 * rank + 8; square += 1) {
        const code = squares[square];
        if (code === EMPTY) empty += 1;
        else {
          if (empty !== 0) text += empty;
          text += LETTER[code];
          empty = 0;
        }
      }
      if (empty !== 0) text += empty;
      if (rank !== 0) text += "/";
    }
    const passed = isAlways ? this.passed : this.capturable;
    return `${text} ${turn} ${CASTLING_FIELDS[castling]} ${passed === -1 ? "-" : NAMES[passed]}`;
  }

  fen(isAlways = false) {
    return `${this.key(isAlways)} ${this.halfMoves} ${this.moveNumber}`;
  }
}

const LETTER = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
/** The kinds of pieces by the codes of their letters. */
export const TYPES = LETTER.map((letter) => letter.toLowerCase());

/** A piece by the code of its letter, or undefined. */
export const pieceOf = (code) => (code === EMPTY ? undefined : { type: TYPES[code], color: isBlack(code) ? "b" : "w" });
const CASTLING_FIELDS = Array.from({ length: 16 }, (_, bits) => [..."KQkq"].filter((letter) => bits & RIGHTS[letter]).join("") || "-");

/** The place of a move in the order of chess.js: squares from a8 to h1, then the directions of the piece, castling last. */
export const orderOf = (raw, squares) => {
  const [from, to, kind] = [fromOf(raw), toOf(raw), kindOf(raw)];
  if (kind === CASTLING) return (64 << 8) | (from < to ? 0 : 1);
  const code = squares[from];
  const places = PLACES[typeOf(code)];
  if (places !== undefined) return ((from ^ 56) << 8) | places[from][to];
  // A step, a double step, then the captures: that to the left of a white pawn is to the right of a black one.
  const place = { 8: 0, 16: 1, 7: 2, 9: 3 }[Math.abs(from - to)];
  return ((from ^ 56) << 8) | (place << 2) | (kind === PROMOTION ? (raw >> 12) & 3 : 0);
};

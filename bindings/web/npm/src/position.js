import { CASTLING, EN_PASSANT, PROMOTION, fromOf, kindOf, promotionOf, shownTo, toOf } from "./move.js";
import { NAMES, indexOf } from "./square.js";

/** The bits of castling rights, as in a FEN: K, Q, k, q. */
export const RIGHTS = { K: 1, Q: 2, k: 4, q: 8 };
/** The squares of the kings and the rooks of the four rights in standard chess. */
const [KINGS, ROOKS] = [[4, 4, 60, 60], [7, 0, 63, 56]];

const EMPTY = 0;
const LETTERS = "PNBRQKpnbrqk";
/** The codes of white's letters; those of black have one bit more. */
const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [..."PNBRQK"].map((letter) => letter.charCodeAt(0));
const BLACK = 32;
const typeOf = (code) => code & ~BLACK;

/** The squares to the edge of the board from each square, for each step of some ranks and files. */
const rays = (steps, length) => Array.from({ length: 64 }, (_, from) => steps.map(([ranks, files]) => {
  const ray = [];
  for (let rank = (from >> 3) + ranks, file = (from & 7) + files; ray.length < length; rank += ranks, file += files) {
    if (rank < 0 || 7 < rank || file < 0 || 7 < file) break;
    ray.push(8 * rank + file);
  }
  return ray;
}));
/** The eight rays from each square, in the order in which chess.js lists moves: diagonals have even numbers. */
const STAR = rays([[1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1]], 7);
/** The rays of each piece that is not a pawn, in the same order. */
const RAYS = [];
RAYS[KNIGHT] = rays([[1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2]], 1);
RAYS[BISHOP] = STAR.map((all) => all.filter((_, direction) => direction % 2 === 0));
RAYS[ROOK] = STAR.map((all) => all.filter((_, direction) => direction % 2 === 1));
RAYS[QUEEN] = STAR;
RAYS[KING] = STAR.map((all) => all.map((ray) => ray.slice(0, 1)));
/** The squares from which a white pawn (0) or a black pawn (1) attacks a square. */
const PAWNS = [[6, 4], [0, 2]].map((directions) => RAYS[KING].map((all) => directions.flatMap((direction) => all[direction])));
/** For each color, its pieces that attack squares next to them or by a jump, and from which squares they do. */
const LEAPERS = PAWNS.map((pawns, black) => [KNIGHT, KING, PAWN].map((type) => ({
  code: type | (black * BLACK), from: type === PAWN ? pawns : RAYS[type].map((all) => all.flat()),
})));

/** Whether a color (0 or `BLACK`) attacks a square; adds the squares from which it does to a list, if there is one. */
const attackersOn = (squares, square, by, found) => {
  for (const { code, from } of LEAPERS[by >> 5]) {
    for (const place of from[square]) {
      if (squares[place] !== code) continue;
      if (found === undefined) return true;
      found.push(place);
    }
  }
  const star = STAR[square];
  for (let direction = 0; direction < 8; direction += 1) {
    for (const place of star[direction]) {
      const code = squares[place];
      if (code === EMPTY) continue;
      if (code === ((direction & 1 ? ROOK : BISHOP) | by) || code === (QUEEN | by)) {
        if (found === undefined) return true;
        found.push(place);
      }
      break;
    }
  }
  return false;
};

/** The square on which the moved piece ends. */
const targetOf = (raw, is960) => (kindOf(raw) === CASTLING && is960 ? (toOf(raw) & 56) | (fromOf(raw) < toOf(raw) ? 6 : 2) : shownTo(raw, is960));

/** Moves the pieces of a move. Returns the code of the captured piece, or 0. */
const movePieces = (squares, raw, is960) => {
  const [from, to, kind] = [fromOf(raw), toOf(raw), kindOf(raw)];
  const code = squares[from];
  const victim = kind === EN_PASSANT ? (from & 56) | (to & 7) : to;
  const captured = squares[victim];
  squares[victim] = EMPTY;
  squares[from] = EMPTY;
  if (kind === CASTLING) {
    const target = targetOf(raw, is960);
    squares[target] = code;
    squares[from < to ? target - 1 : target + 1] = captured;
    return EMPTY;
  }
  squares[to] = kind === PROMOTION ? [KNIGHT, BISHOP, ROOK, QUEEN][(raw >> 12) & 3] | (code & BLACK) : code;
  return captured;
};

/** A board on which moves are tried. No call keeps anything on it. */
const TRIED = new Uint8Array(64);

/**
 * A position, which never changes: a move makes another one. It may have any pieces, also no kings; a side without a king
 * cannot be in check. No member is private, because a `Proxy`, as frameworks make, must be able to call it.
 */
export class Position {
  /**
   * `squares` has the letters of the pieces from a1 to h8 as codes of characters; 0 is an empty square. `kings` are the squares of White's and
   * Black's, or -1; `turn` is `w` or `b`; `castling` has the bits of `RIGHTS`; `rooks` are in Chess960 the squares of the rooks of the
   * four rights, else null; `passed` is the square that a pawn has just passed next to a pawn that may capture it, or -1.
   */
  constructor({ squares, kings, turn, castling, rooks, passed, halfMoves, moveNumber }) {
    this.squares = squares.slice();
    this.kings = kings;
    this.turn = turn;
    this.castling = castling;
    this.rooks = rooks;
    this.passed = passed;
    this.halfMoves = halfMoves;
    this.moveNumber = moveNumber;
    // What is computed when it is asked for.
    this._fen = undefined;
    this._raws = undefined;
    this._hash = undefined;
  }

  static empty() {
    return new Position({ squares: new Uint8Array(64), kings: [-1, -1], turn: "w", castling: 0, rooks: null, passed: -1, halfMoves: 0, moveNumber: 1 });
  }

  /** Reads the fields of a FEN. What is not a piece, and a second king, is left out. */
  static read([pieces, turn, castling, passed, halfMoves, moveNumber], is960 = false) {
    const position = Position.empty();
    let place = 0;
    for (let index = 0; index < pieces.length; index += 1) {
      const code = pieces.charCodeAt(index);
      if (code === 47) continue;
      if (48 <= code && code <= 57) place += code - 48;
      else {
        if (place < 64) position._put(pieces[index], place ^ 56);
        place += 1;
      }
    }
    position.turn = turn === "b" ? "b" : "w";
    position._readRights(castling, is960);
    position.passed = indexOf(passed);
    if (!position.isPassed()) position.passed = -1;
    position.halfMoves = Number.parseInt(halfMoves, 10) || 0;
    position.moveNumber = Number.parseInt(moveNumber, 10) || 0;
    return position;
  }

  /** Reads castling rights. As in chess.js, those of standard chess stay without a rook; those of Chess960 need one. */
  _readRights(letters, is960) {
    if (is960) this.rooks = [-1, -1, -1, -1];
    for (const letter of letters) {
      if (!is960) this.castling |= RIGHTS[letter] ?? 0;
      else {
        const [king, rook, home] = letter < "a" ? [this.kings[0], ROOK, 0] : [this.kings[1], ROOK | BLACK, 56];
        const files = [0, 1, 2, 3, 4, 5, 6, 7].filter((file) => this.squares[home + file] === rook);
        const name = letter.toLowerCase();
        const file = name === "k" ? files.at(-1) : name === "q" ? files[0] : files.find((known) => "abcdefgh"[known] === name);
        const isQueenSide = home + file < king;
        if (file === undefined || king === -1 || king >> 3 !== home >> 3 || (name === "k" && isQueenSide) || (name === "q" && !isQueenSide)) continue;
        const right = home / 28 + (isQueenSide ? 1 : 0);
        this.rooks[right] = home + file;
        this.castling |= 1 << right;
      }
    }
  }

  /** Puts a piece on a square by its letter; false if it is no piece, or a second king. */
  _put(letter, square) {
    if (letter.length !== 1 || !LETTERS.includes(letter)) return false;
    const code = letter.charCodeAt(0);
    const [isKing, color] = [typeOf(code) === KING, code >> 5 & 1];
    if (isKing && this.kings[color] !== -1 && this.kings[color] !== square) return false;
    this._remove(square);
    this.squares[square] = code;
    if (isKing) this.kings = this.kings.with(color, square);
    return true;
  }

  _remove(square) {
    this.kings = this.kings.map((king) => (king === square ? -1 : king));
    this.squares[square] = EMPTY;
  }

  /** The position with another piece, or with none, on a square; undefined for no piece, and for a second king. */
  with(letter, square) {
    const position = new Position(this);
    if (letter === "") position._remove(square);
    else if (!position._put(letter, square)) return undefined;
    position.passed = -1;
    position._keepRights();
    return position;
  }

  /** The position with those of the castling rights whose king and rook are in their places. */
  withRights(rights) {
    const position = new Position(this);
    position.castling = rights;
    position._keepRights();
    return position;
  }

  _keepRights() {
    for (let right = 0; right < 4; right += 1) {
      const [king, own] = [this.kings[right >> 1], right < 2 ? 0 : BLACK];
      const isKing = this.rooks === null ? king === KINGS[right] : king >> 3 === KINGS[right] >> 3;
      if (!isKing || this.squares[(this.rooks ?? ROOKS)[right]] !== (ROOK | own)) this.castling &= ~(1 << right);
    }
  }

  /** Whether a pawn can just have passed the square that says so. */
  isPassed() {
    const { squares, passed, turn } = this;
    const [step, rank, pawn] = turn === "w" ? [8, 5, PAWN | BLACK] : [-8, 2, PAWN];
    return passed !== -1 && passed >> 3 === rank && squares[passed - step] === pawn && squares[passed] === EMPTY && squares[passed + step] === EMPTY;
  }

  /** The squares from which a color attacks a square, in the order of a FEN. */
  attackers(square, by) {
    const found = [];
    if (by === "w" || by === "b") attackersOn(this.squares, square, by === "w" ? 0 : BLACK, found);
    return found.length < 2 ? found : found.sort((a, b) => (a ^ 56) - (b ^ 56));
  }

  isAttacked(square, by) {
    return (by === "w" || by === "b") && attackersOn(this.squares, square, by === "w" ? 0 : BLACK);
  }

  isCheck(color = this.turn) {
    const king = this.kings[color === "w" ? 0 : 1];
    return king !== -1 && attackersOn(this.squares, king, color === "w" ? BLACK : 0);
  }

  /** The square of the king of the side to move, or -1. */
  get king() {
    return this.kings[this.turn === "w" ? 0 : 1];
  }

  /** What makes the position one that no game can have: sentences without a full stop. */
  problems() {
    const found = ["white", "black"].flatMap((name, color) => (this.kings[color] === -1 ? [`there is no ${name} king`] : []));
    if (this.squares.some((code, square) => typeOf(code) === PAWN && (square < 8 || 55 < square))) found.push("a pawn cannot be on the first or last rank");
    if (found.length === 0 && this.isCheck(this.turn === "w" ? "b" : "w")) found.push(`the ${this.turn === "w" ? "black" : "white"} king can be captured`);
    return found;
  }

  /** Whether a move of the side to move leaves its king safe. */
  isSafe(raw) {
    const { king } = this;
    return king === -1 || !this._isAttackedAfter(raw, fromOf(raw) === king ? targetOf(raw, this.rooks !== null) : king, this.turn === "w" ? BLACK : 0);
  }

  _isAttackedAfter(raw, square, by) {
    TRIED.set(this.squares);
    movePieces(TRIED, raw, this.rooks !== null);
    return attackersOn(TRIED, square, by);
  }

  /** Adds the legal moves of the piece on a square, in the order of chess.js. Castling is not one of them. */
  _movesFrom(from, found) {
    const { squares } = this;
    const us = this.turn === "w" ? 0 : BLACK;
    const code = squares[from];
    if (code === EMPTY || (code & BLACK) !== us) return;
    if (typeOf(code) === PAWN) return this._pawnMoves(from, found);
    for (const ray of RAYS[typeOf(code)][from]) {
      for (const to of ray) {
        if (squares[to] !== EMPTY && (squares[to] & BLACK) === us) break;
        this._add((from << 6) | to, found);
        if (squares[to] !== EMPTY) break;
      }
    }
  }

  _add(raw, found) {
    if (this.isSafe(raw)) found.push(raw);
  }

  _pawnMoves(from, found) {
    const { squares, passed } = this;
    const isWhite = this.turn === "w";
    const up = isWhite ? 8 : -8;
    const next = from + up;
    const add = (to, kind) => {
      const raw = (kind << 14) | (from << 6) | to;
      if (7 < to && to < 56) this._add(raw, found);
      else for (let piece = 0; piece < 4; piece += 1) this._add((PROMOTION << 14) | (piece << 12) | raw, found);
    };
    if (squares[next] === EMPTY) {
      add(next, 0);
      if (from >> 3 === (isWhite ? 1 : 6) && squares[next + up] === EMPTY) add(next + up, 0);
    }
    for (const to of isWhite ? [next - 1, next + 1] : [next + 1, next - 1]) {
      if (to >> 3 !== next >> 3) continue;
      if (to === passed) add(to, EN_PASSANT);
      else if (squares[to] !== EMPTY && (squares[to] & BLACK) !== (isWhite ? 0 : BLACK)) add(to, 0);
    }
  }

  /** Adds castling. As in chess.js, a right of standard chess is enough, wherever the rook is. */
  _castles(found) {
    const { king, squares, rooks } = this;
    const [them, first] = this.turn === "w" ? [BLACK, 0] : [0, 2];
    if ((this.castling >> first & 3) === 0 || king === -1) return;
    for (let right = first; right < first + 2; right += 1) {
      const rook = rooks === null ? king + (right === first ? 3 : -4) : rooks[right];
      if (!(this.castling & (1 << right)) || rook >> 3 !== king >> 3) continue;
      const raw = (CASTLING << 14) | (king << 6) | rook;
      const target = targetOf(raw, rooks !== null);
      const place = king < rook ? target - 1 : target + 1;
      // In standard chess, whatever is on the square of the rook is not in the way.
      let isFree = true;
      for (let square = Math.min(king, rook, target, place); square <= Math.max(king, rook, target, place); square += 1) {
        if (squares[square] !== EMPTY && square !== king && square !== rook) isFree = false;
        if ((square <= king) !== (square < target) || square === king || square === target) isFree &&= !attackersOn(squares, square, them);
      }
      if (isFree) this._add(raw, found);
    }
  }

  /** The legal moves as numbers of 16 bits, in the order of chess.js. */
  moves() {
    if (this._raws === undefined) {
      const found = [];
      for (let place = 0; place < 64; place += 1) this._movesFrom(place ^ 56, found);
      this._castles(found);
      this._raws = found;
    }
    return this._raws;
  }

  /** The legal moves from a square. */
  movesFrom(square) {
    return this.moves().filter((raw) => fromOf(raw) === square);
  }

  /** The legal moves of pieces with a code to a square. Castling is not one of them. */
  movesTo(code, to) {
    return this.moves().filter((raw) => toOf(raw) === to && this.squares[fromOf(raw)] === code && kindOf(raw) !== CASTLING);
  }

  /** Whether there is a legal move. */
  hasMove() {
    return 0 < this.moves().length;
  }

  /** The position after a move, or after a pass with 0. */
  play(raw) {
    const isWhite = this.turn === "w";
    const next = new Position(this);
    next.turn = isWhite ? "b" : "w";
    next.passed = -1;
    next.halfMoves += 1;
    if (!isWhite) next.moveNumber += 1;
    if (raw === 0) return next;
    const { squares } = next;
    const from = fromOf(raw);
    const code = squares[from];
    // As in chess.js, a captured king is still thought to be there.
    const captured = movePieces(squares, raw, this.rooks !== null);
    const to = targetOf(raw, this.rooks !== null);
    if (typeOf(code) === PAWN) {
      next.halfMoves = 0;
      const enemy = PAWN | (isWhite ? BLACK : 0);
      const isNext = (square) => square >> 3 === to >> 3 && squares[square] === enemy;
      if (Math.abs(from - to) === 16 && (isNext(to - 1) || isNext(to + 1))) next.passed = (from + to) >> 1;
    } else if (captured !== EMPTY) next.halfMoves = 0;
    if (typeOf(code) === KING) {
      next.kings = next.kings.with(isWhite ? 0 : 1, to);
      next.castling &= isWhite ? ~3 : ~12;
    }
    for (let right = 0; next.castling !== 0 && right < 4; right += 1) {
      if ((this.rooks ?? ROOKS)[right] === (right < 2 === isWhite ? from : to)) next.castling &= ~(1 << right);
    }
    return next;
  }

  /** The text of a legal move. */
  san(raw) {
    if (raw === 0) return "--";
    return this._sanBody(raw) + this._sanEnd(raw);
  }

  _sanBody(raw) {
    const [from, to, kind] = [fromOf(raw), toOf(raw), kindOf(raw)];
    if (kind === CASTLING) return from < to ? "O-O" : "O-O-O";
    const code = this.squares[from];
    const takes = this.squares[to] !== EMPTY || kind === EN_PASSANT ? "x" : "";
    if (typeOf(code) === PAWN) {
      const promotion = kind === PROMOTION ? `=${"NBRQ"[(raw >> 12) & 3]}` : "";
      return (takes === "" ? "" : `${NAMES[from][0]}x`) + NAMES[to] + promotion;
    }
    return String.fromCharCode(typeOf(code)) + this._origin(from, to, code) + takes + NAMES[to];
  }

  /** What tells the piece of a move from others of its kind that can move to the same square. */
  _origin(from, to, code) {
    const others = this.movesTo(code, to).map(fromOf).filter((other) => other !== from);
    if (others.length === 0) return "";
    if (others.every((other) => (other ^ from) & 7)) return NAMES[from][0];
    return others.every((other) => (other ^ from) >> 3) ? NAMES[from][1] : NAMES[from];
  }

  _sanEnd(raw) {
    const [king, us] = this.turn === "w" ? [this.kings[1], 0] : [this.kings[0], BLACK];
    if (king === -1 || !this._isAttackedAfter(raw, king, us)) return "";
    return this.play(raw).hasMove() ? "+" : "#";
  }

  isInsufficientMaterial() {
    const { squares } = this;
    const hasKings = !this.kings.includes(-1);
    let [count, knights, bishops] = [0, 0, 0];
    // The colors of the bishops' squares, as two bits.
    let colors = 0;
    for (const [square, code] of squares.entries()) {
      if (code === EMPTY) continue;
      const type = typeOf(code);
      if (hasKings && (type === PAWN || type === ROOK || type === QUEEN)) return false;
      count += 1;
      if (type === KNIGHT) knights += 1;
      if (type === BISHOP) {
        bishops += 1;
        colors |= 1 << ((square ^ (square >> 3)) & 1);
      }
    }
    // As in chess.js, the pieces are counted, whatever else they are.
    if (count === 2 || (count === 3 && (knights === 1 || bishops === 1))) return true;
    return count === bishops + 2 && colors !== 3;
  }

  /** Whether another position is the same for the count of repetitions. */
  isSame(other) {
    const { turn, castling, passed, squares } = other;
    return this.turn === turn && this.castling === castling && this.passed === passed && this.squares.every((code, square) => code === squares[square]);
  }

  /** The number of sequences of legal moves. */
  perft(depth) {
    const raws = this.moves();
    return 1 < depth ? raws.reduce((sum, raw) => sum + this.play(raw).perft(depth - 1), 0) : raws.length;
  }

  /** The squares of a piece, in the order of a FEN. */
  find(letter) {
    const found = [];
    const code = letter.length === 1 && LETTERS.includes(letter) ? letter.charCodeAt(0) : -1;
    for (let place = 0; place < 64; place += 1) if (this.squares[place ^ 56] === code) found.push(place ^ 56);
    return found;
  }

  /** The piece on a square, or undefined. */
  piece(square) {
    const code = this.squares[square];
    return code ? { type: TYPES[code], color: code & BLACK ? "b" : "w" } : undefined;
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
        if (code !== EMPTY) row[file] = { square: NAMES[first + file], type: TYPES[code], color: code & BLACK ? "b" : "w" };
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
    if (passed === -1) return -1;
    const [own, from] = turn === "w" ? [PAWN, PAWNS[0][passed]] : [PAWN | BLACK, PAWNS[1][passed]];
    return from.some((pawn) => squares[pawn] === own && this.isSafe((EN_PASSANT << 14) | (pawn << 6) | passed)) ? passed : -1;
  }

  /** The castling field of a FEN: files in Chess960. */
  get rights() {
    if (this.rooks === null) return RIGHTS_FIELDS[this.castling];
    const files = this.rooks.map((rook, right) => (this.castling & (1 << right) ? "ABCDEFGHabcdefgh"[(rook & 7) + (right < 2 ? 0 : 8)] : ""));
    return files.join("") || "-";
  }

  /** The first four fields of the FEN. The en passant square is named if a capture on it is legal, or always. */
  key(isAlways = false) {
    const { squares, turn } = this;
    let text = "";
    for (let rank = 7; 0 <= rank; rank -= 1) {
      let empty = 0;
      for (let square = 8 * rank; square < 8 * rank + 8; square += 1) {
        const code = squares[square];
        if (code === EMPTY) empty += 1;
        else {
          if (empty !== 0) text += DIGITS[empty];
          text += LETTER[code];
          empty = 0;
        }
      }
      if (empty !== 0) text += DIGITS[empty];
      if (rank !== 0) text += "/";
    }
    const passed = isAlways ? this.passed : this.capturable;
    return `${text} ${turn} ${this.rights} ${passed === -1 ? "-" : NAMES[passed]}`;
  }

  fen(isAlways = false) {
    if (isAlways) return `${this.key(true)} ${this.halfMoves} ${this.moveNumber}`;
    this._fen ??= `${this.key()} ${this.halfMoves} ${this.moveNumber}`;
    return this._fen;
  }
}

const LETTER = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const DIGITS = "012345678";
/** The kinds of pieces by the codes of their letters. */
export const TYPES = LETTER.map((letter) => letter.toLowerCase());

const RIGHTS_FIELDS = Array.from({ length: 16 }, (_, bits) => [..."KQkq"].filter((letter) => bits & RIGHTS[letter]).join("") || "-");

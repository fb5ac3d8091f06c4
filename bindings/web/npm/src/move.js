import { NAMES } from "./square.js";

/** The parts of the 16 bits of a move. */
export const fromOf = (raw) => (raw >> 6) & 63;
export const toOf = (raw) => raw & 63;
export const kindOf = (raw) => raw >> 14;
export const promotionOf = (raw) => (kindOf(raw) === PROMOTION ? "nbrq"[(raw >> 12) & 3] : undefined);

export const PROMOTION = 1;
export const EN_PASSANT = 2;
export const CASTLING = 3;

/** Castling is kept as king takes rook; this is the square on which the king ends. */
export const kingTarget = (raw) => (toOf(raw) & 56) | (fromOf(raw) < toOf(raw) ? 6 : 2);

/** The square that a person would name: in standard chess, the square on which a castling king ends. */
export const shownTo = (raw, chess960) => (kindOf(raw) === CASTLING && !chess960 ? kingTarget(raw) : toOf(raw));

/**
 * A move with the position before it. The fields are those of chess.js; `before` and `after` are FENs. It does not change.
 */
export class Move {
  #fens;

  constructor(raw, san, squares, chess960, fens) {
    const from = fromOf(raw);
    const kind = kindOf(raw);
    const letter = squares[from];
    this.raw = raw;
    this.color = letter < "a" ? "w" : "b";
    this.from = NAMES[from];
    this.to = NAMES[shownTo(raw, chess960)];
    this.piece = letter.toLowerCase();
    const target = squares[toOf(raw)];
    if (kind === EN_PASSANT) this.captured = "p";
    else if (target !== "." && kind !== CASTLING) this.captured = target.toLowerCase();
    const promotion = promotionOf(raw);
    if (promotion) this.promotion = promotion;
    this.san = san;
    this.lan = this.from + this.to + (promotion ?? "");
    this.#fens = fens;
    Object.freeze(this);
  }

  /** The FEN of the position before the move. */
  get before() {
    return this.#fens.before();
  }

  /** The FEN of the position after the move. */
  get after() {
    return this.#fens.after(this.raw);
  }

  /** The letters of chess.js: n, b, e, c, p, k and q. */
  get flags() {
    let flags = this.isEnPassant() ? "e" : this.captured ? "c" : "";
    if (this.isKingsideCastle()) flags += "k";
    else if (this.isQueensideCastle()) flags += "q";
    else if (this.isBigPawn()) flags += "b";
    flags ||= "n";
    return this.promotion ? `${flags}p` : flags;
  }

  isCapture() {
    return this.captured !== undefined;
  }

  isPromotion() {
    return this.promotion !== undefined;
  }

  isEnPassant() {
    return kindOf(this.raw) === EN_PASSANT;
  }

  isKingsideCastle() {
    return kindOf(this.raw) === CASTLING && fromOf(this.raw) < toOf(this.raw);
  }

  isQueensideCastle() {
    return kindOf(this.raw) === CASTLING && toOf(this.raw) < fromOf(this.raw);
  }

  isBigPawn() {
    return this.piece === "p" && Math.abs(fromOf(this.raw) - toOf(this.raw)) === 16;
  }

  toJSON() {
    return { ...this, flags: this.flags, before: this.before, after: this.after };
  }

  toString() {
    return this.san;
  }
}

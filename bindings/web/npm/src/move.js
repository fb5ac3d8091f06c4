import { NAMES } from "./square.js";

/** The names of the pieces by their letters. */
export const PIECES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The parts of the 16 bits of a move. Castling is kept as king takes rook. */
export const fromOf = (raw) => (raw >> 6) & 63;
export const toOf = (raw) => raw & 63;
export const kindOf = (raw) => raw >> 14;
export const promotionOf = (raw) => (kindOf(raw) === PROMOTION ? "nbrq"[(raw >> 12) & 3] : undefined);

export const PROMOTION = 1;
export const EN_PASSANT = 2;
export const CASTLING = 3;

/** The square that a person would name: in standard chess, a castling king moves by two squares. */
export const shownTo = (raw, chess960) => (kindOf(raw) === CASTLING && !chess960 ? fromOf(raw) + (fromOf(raw) < toOf(raw) ? 2 : -2) : toOf(raw));

/** A move with the FENs before and after it: fields of chess.js, all of them own and enumerable. */
export class Move {
  /** @param {{color, from, to, piece, captured?, promotion?, flags}} parts @param {string} san @param {string} before @param {string} after */
  constructor({ color, from, to, piece, captured, promotion, flags }, san, before, after) {
    this.color = color;
    this.from = from;
    this.to = to;
    this.piece = piece;
    this.captured = captured;
    this.promotion = promotion;
    this.flags = flags;
    this.san = san;
    this.lan = promotion === undefined ? from + to : from + to + promotion;
    this.before = before;
    this.after = after;
  }

  isCapture() {
    return this.flags.includes("c");
  }

  isPromotion() {
    return this.flags.includes("p");
  }

  isEnPassant() {
    return this.flags.includes("e");
  }

  isKingsideCastle() {
    return this.flags.includes("k");
  }

  isQueensideCastle() {
    return this.flags.includes("q");
  }

  isBigPawn() {
    return this.flags.includes("b");
  }

  isNullMove() {
    return this.flags.includes("-");
  }
}

/** A move of a position with its text, and the position after it. */
export const moveOf = (position, raw, san = position.san(raw), next = position.play(raw)) => new Move(partsOf(raw, position), san, position.fen(), next.fen());

/** What a move is on a board: the fields that do not need its text. */
const partsOf = (raw, { squares, turn, rooks }) => {
  if (raw === 0) return { color: turn, from: "a8", to: "a8", piece: "k", flags: "-" };
  const kind = kindOf(raw);
  const [from, to] = [fromOf(raw), toOf(raw)];
  const piece = String.fromCharCode(squares[from] | 32);
  const promotion = promotionOf(raw);
  const target = kind === CASTLING ? 0 : squares[to];
  const captured = kind === EN_PASSANT ? "p" : target === 0 ? undefined : String.fromCharCode(target | 32);
  let flags = kind === EN_PASSANT ? "e" : captured ? "c" : "n";
  if (kind === CASTLING) flags = from < to ? "k" : "q";
  else if (piece === "p" && Math.abs(from - to) === 16) flags = "b";
  return { color: turn, from: NAMES[from], to: NAMES[shownTo(raw, rooks !== null)], piece, captured, promotion, flags: promotion ? `${flags}p` : flags };
};

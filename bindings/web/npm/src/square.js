import { ChessError, describe } from "./error.js";

/** The FEN of the start position. */
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const FILES = "abcdefgh";

/** The names of the squares: a1, b1 … h8. */
export const NAMES = Array.from({ length: 64 }, (_, index) => FILES[index & 7] + ((index >> 3) + 1));

/** The names of the squares in the order of a FEN: a8, b8 … h1. */
export const SQUARES = Array.from({ length: 64 }, (_, index) => NAMES[index ^ 56]);

/** The numbers of the squares by their names. */
export const INDICES = Object.assign(Object.create(null), Object.fromEntries(NAMES.map((name, index) => [name, index])));

/** The number of a square, or -1. */
export const indexOf = (name) => (typeof name === "string" ? (INDICES[name] ?? -1) : -1);

/** The number of a square, or an error. */
export const squareIndex = (name) => {
  const index = indexOf(name);
  if (index < 0) throw new ChessError("range", `expected a square such as e4, not ${typeof name === "string" ? name : describe(name)}`);
  return index;
};

/** The color of a square: `light`, `dark`, or null for another text. */
export const squareColor = (name) => {
  const index = indexOf(name);
  return index < 0 ? null : ((index >> 3) + index) % 2 ? "light" : "dark";
};

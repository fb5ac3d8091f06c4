export { xoroshiro128 } from "./chessjs-hash.js";
export { Chess, Move } from "./chessjs-game.js";
export { NAG_TO_SYMBOL, SEVEN_TAG_ROSTER, SUFFIX_LIST, nagToGlyph, validateFen } from "./chessjs-notes.js";
export { SQUARES } from "./square.js";
export { START as DEFAULT_POSITION } from "./start.js";

export const WHITE = "w";
export const BLACK = "b";
export const PAWN = "p";
export const KNIGHT = "n";
export const BISHOP = "b";
export const ROOK = "r";
export const QUEEN = "q";
export const KING = "k";

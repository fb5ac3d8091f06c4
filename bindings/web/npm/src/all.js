export { Chess, validateFen } from "./chess.js";
export { ChessError } from "./error.js";
export { readGame, readPgn, streamPgn } from "./pgn.js";
export { SetUp } from "./set-up.js";
export { SQUARES, squareColor } from "./square.js";
export { START, START as DEFAULT_POSITION } from "./start.js";
export { Tree } from "./tree.js";

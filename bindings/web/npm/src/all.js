export { Chess, validateFen } from "./chess.js";
export { ChessError } from "./error.js";
export { Move } from "./move.js";
export { Game, readGame, readPgn } from "./pgn.js";
export { SQUARES, squareColor } from "./square.js";
export { START, START as DEFAULT_POSITION } from "./start.js";
export { Tree, TreeNode } from "./tree.js";

// The calls of the WebAssembly module: counts, keys, planes, and games of a PGN by the megabyte.

import { Chess as Native, PgnReader, __wbg_reset_state as reopen } from "../wasm/gardez.js";
import { ChessError, describe, given, whole } from "./error.js";
import { Guard } from "./guard.js";
import { late } from "./late.js";
import { PgnGame, gamesFrom } from "./pgn-games.js";

const guard = new Guard(reopen);

/** Asks a game in the module, which is made for the call. */
const ask = (chess, call) => guard.ask(() => {
  const native = new Native(chess._start().fen(true), chess.isChess960, Uint16Array.from(chess._raws()));
  try {
    return call(native);
  } finally {
    native.free();
  }
});

const formatOf = (format = 1) => whole(format, 255, "a format");

/** Whether a position is one of a game, as the module knows them. */
const isRegular = (position) => position.problems().length === 0 && position.withRights(position.castling).castling === position.castling;

/** The number of sequences of legal moves, or undefined where `Chess` counts itself. */
export const perft = (chess, depth) => {
  const isKnown = Number.isInteger(depth) && 1 < depth && depth <= 9 && isRegular(chess._start()) && isRegular(chess._position);
  return isKnown ? ask(chess, (native) => native.perft(depth)) : undefined;
};
/** Start position number 0 to 959 of Chess960. */
export const chess960 = (number) => {
  whole(number, 959, "a start position");
  const rank = [..."........"];
  const put = (place, piece) => (rank[rank.flatMap((other, file) => (other === "." ? [file] : []))[place]] = piece);
  rank[2 * (number % 4) + 1] = rank[2 * ((number >> 2) % 4)] = "b";
  put((number >> 4) % 6, "q");
  // The places of the knights among five: the second one first, because the first one moves the others.
  const [first, second] = "01020304121314232434".substr(2 * Math.floor(number / 96), 2);
  put(second, "n");
  put(first, "n");
  for (const piece of "rkr") put(0, piece);
  const pieces = rank.join("");
  return new late.Chess(`${pieces}/pppppppp/8/8/8/8/PPPPPPPP/${pieces.toUpperCase()} w KQkq - 0 1`, { chess960: true });
};
/** The number of sequences after each legal move: an array of `[lan, count]`. */
export const divide = (chess, depth) => {
  whole(depth, 9, "the depth");
  return chess.moves({ verbose: true }).map(({ san, lan }) => {
    const after = chess.copy();
    after.move(san);
    return [lan, depth < 2 ? 1 : after.perft(depth - 1)];
  });
};
/** Whether any series of legal moves ends in mate by a color; null if a search of `limit` positions does not find out. */
export const canMate = (chess, color, options) => {
  const { limit = 200_000 } = given(options);
  if (color !== "w" && color !== "b") throw new ChessError("range", `a color must be w or b, not ${describe(color)}`);
  return ask(chess, (native) => native.canMate(color === "w", whole(limit, 10_000_000, "limit"))) ?? null;
};
/** The key of the position, equal to Stockfish's. */
export const key = (chess) => ask(chess, (native) => native.key());
/** The key of the position in Polyglot books. */
export const polyglotKey = (chess) => ask(chess, (native) => native.polyglotKey());
/** The 112 input planes of networks like Leela's: 224 numbers of 32 bits, or 7,168 numbers with `dense`. */
export const planes = (chess, format, options) => {
  const [number, { dense = false }] = [formatOf(format), given(options)];
  return ask(chess, (native) => (dense ? native.densePlanes(number) : native.planes(number)));
};
/** The transform of the planes in a format: bit 0 mirrors files, bit 1 ranks, and bit 2 transposes. */
export const planeTransform = (chess, format) => ask(chess, (native) => native.planeTransform(formatOf(format)));
/** The value of the set squares of each of the 112 planes. */
export const planeValues = (chess, format) => ask(chess, (native) => native.planeValues(formatOf(format)));
/** 1858 numbers: 1 for each output of a network whose move is legal. */
export const legalMask = (chess, format) => ask(chess, (native) => native.legalMask(formatOf(format)));
/** The place of a legal move in the output of a network. */
export const policyIndex = (chess, move, format) => {
  const copy = chess.copy();
  copy.move(move);
  const raw = copy._lastRaw;
  return ask(chess, (native) => native.policyIndex(raw, formatOf(format)));
};

/** The FEN of the usual start, made once. */
let usual;

/** A game of a PGN. */
class Game extends PgnGame {
  constructor(...parts) {
    super(...parts);
    /** The FEN at the start. */
    this.start ||= usual ??= new late.Chess().fen();
  }

  /** All moves, with variations, comments and glyphs. */
  tree() {
    return this._tree({ start: this.start, headers: this.headers, result: this.result, chess960: this._kind === "c" });
  }

  /** The game at the end of its main line, with its comments, glyphs and variations. */
  chess() {
    const tree = this.tree();
    const chess = tree.chess();
    Object.assign(chess._header, tree.headers);
    if (tree.result !== "*") chess._header.Result = tree.result;
    for (let node = tree.root; ; [node] = node.children) {
      if (node.parent !== null) chess._play(node.raw, node.san);
      chess._note(node);
      if (node.children.length === 0) break;
    }
    chess._tree = tree;
    return chess;
  }
}

/** The games of a PGN: of a text or bytes one after the other, of pieces with `for await`. */
export const games = gamesFrom({ guard, Reader: PgnReader, Game });

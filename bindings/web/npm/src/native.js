// The calls of the WebAssembly module: counts, keys, planes, and games of a PGN by the megabyte.

import { Chess as Native, PgnReader, __wbg_reset_state as reopen } from "../wasm/gardez.js";
import { ChessError, given, text, whole } from "./error.js";
import { Guard } from "./guard.js";
import { late } from "./late.js";
import { decode } from "./tree-numbers.js";
import { TextDecoder, decoded } from "./utf8.js";

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
    const after = new late.Chess(chess.fen({ forceEnpassantSquare: true }), { chess960: chess.isChess960 });
    after.move(san);
    return [lan, depth < 2 ? 1 : after.perft(depth - 1)];
  });
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

/** The most characters of the texts that readers hold at once, unless one text alone is longer. */
const MOST_CHARACTERS = 1 << 24;
const MOST_READERS = 64;
let readers = [];

const utf8 = new TextDecoder();

/** A game of a PGN. */
class Game {
  #source;
  #offset;
  #tags;
  #problems;
  #found;
  #isChess960;

  constructor(source, reader) {
    this.#source = source;
    const [offset, flags, start, result, problems] = reader.about().split("\x1e");
    this.#offset = Number(offset);
    this.#isChess960 = flags.includes("c");
    this.#problems = problems;
    this.#tags = reader.tags();
    /** The FEN at the start. */
    this.start = start || new late.Chess().fen();
    /** The moves of the main line as numbers; 0 is a null move. */
    this.moves = reader.moves();
    /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
    this.result = result;
  }

  /** The byte of the text at which the game begins. */
  get offset() {
    return this.#offset;
  }

  /** The tags by name. */
  get headers() {
    return Object.fromEntries(pairs(this.#tags));
  }

  /** What is wrong with the text of the game: an array of `{kind, message, severity, line, column, start, end}`. */
  get problems() {
    this.#found ??= this.#problems === "" ? [] : JSON.parse(this.#problems).map((problem) => this.#source.place(problem));
    return this.#found;
  }

  /** All moves, with variations, comments and glyphs. */
  tree() {
    this.#source.hasTrees = true;
    const [numbers, texts] = this.#source.ask((reader) => [reader.tree(this.#offset), reader.texts()]);
    return decode(numbers, utf8.decode(texts), { start: this.start, headers: this.headers, result: this.result, chess960: this.#isChess960 });
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

/** Names and values in turn, each followed by a separator, as pairs. */
const pairs = (joined) => {
  const parts = joined.split("\x1f");
  return Array.from({ length: parts.length >> 1 }, (_, index) => [parts[2 * index], parts[2 * index + 1]]);
};

/** The text of a PGN with its reader, which may give way and come back. */
class PgnText {
  /** Whether trees are read with the games: from the first one on that is asked for. */
  hasTrees = false;
  #reader;
  #instance;
  #count = 0;
  /** The characters and the lines of a longer text before this one. */
  #earlier;
  #byte = 0;
  #index = 0;

  constructor(text, earlier = { before: 0, lines: 0 }) {
    this.text = text;
    this.#earlier = earlier;
  }

  /** The reader, after the last game that was read. */
  get native() {
    return this.#reader !== undefined && this.#instance === guard.instance ? this.#reader : this.#resume();
  }

  ask(call) {
    return guard.ask(call, this);
  }

  /** Reads the next game, with its tree if it will be asked for. */
  nextGame() {
    return this.ask((reader) => {
      const found = reader.nextGame(this.hasTrees);
      if (found) this.#count += 1;
      return found && new Game(this, reader);
    });
  }

  #giveWay() {
    const reader = this.#reader;
    this.#reader = undefined;
    if (this.#instance === guard.instance) reader?.free();
  }

  #resume() {
    const reader = new PgnReader(this.text);
    for (let i = 0; i < this.#count; i += 1) reader.nextGame(false);
    readers = readers.filter((held) => held !== this);
    let characters = readers.reduce((sum, held) => sum + held.text.length, this.text.length);
    while (0 < readers.length && (MOST_READERS <= readers.length || MOST_CHARACTERS < characters)) {
      const oldest = readers.shift();
      characters -= oldest.text.length;
      oldest.#giveWay();
    }
    readers.push(this);
    this.#instance = guard.instance;
    this.#reader = reader;
    return reader;
  }

  /** The place in the text of a byte of its UTF-8. Places that rise are found in one pass. */
  indexOf(byte) {
    if (byte < this.#byte) [this.#byte, this.#index] = [0, 0];
    while (this.#byte < byte && this.#index < this.text.length) {
      const point = this.text.codePointAt(this.#index);
      this.#byte += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      this.#index += point < 0x10000 ? 1 : 2;
    }
    return this.#index;
  }

  place({ kind, message, severity, line, offset, length }) {
    const start = this.indexOf(offset);
    const end = this.indexOf(offset + length);
    const before = Math.max(this.text.lastIndexOf("\n", start - 1), this.text.lastIndexOf("\r", start - 1));
    const column = start - (start === 0 ? 0 : before + 1) + 1;
    const earlier = this.#earlier;
    return { kind, message: message.replace(/ \(at byte \d+\)/, ""), severity, line: line + earlier.lines, column, start: start + earlier.before, end: end + earlier.before };
  }
}

function* gamesOf(pgn) {
  const source = new PgnText(pgn);
  for (let game; (game = source.nextGame()); ) yield game;
}

/** The pieces of a text that comes in texts or bytes. */
async function* pieces(source) {
  const decoder = new TextDecoder();
  const piece = (chunk) => (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
  if (typeof source[Symbol.asyncIterator] === "function") {
    for await (const chunk of source) yield piece(chunk);
  } else {
    const reader = source.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield piece(next.value);
    } finally {
      reader.cancel().catch(() => {});
    }
  }
  yield decoder.decode();
}

/** So many characters are read at once, if no game is longer. */
const WINDOW = 1 << 18;

/**
 * The games of a PGN that arrives in pieces: a `ReadableStream`, or any async iterable of texts or bytes. It keeps no more of
 * the text than the longest game and a window of 256 KB, and fails with `range` at a game of more than `longest` characters.
 * The places of problems are those in the whole text.
 */
async function* gamesOfPieces(source, longest) {
  let [held, before, lines, enough] = ["", 0, 0, WINDOW];
  const games = function* (isLast) {
    const reader = new PgnText(held, { before, lines });
    let pending;
    for (let game; (game = reader.nextGame()); ) {
      if (pending !== undefined) yield pending;
      pending = game;
    }
    // The last game may go on in the next piece.
    if (isLast && pending !== undefined) yield pending;
    const end = isLast ? held.length : pending === undefined ? 0 : reader.indexOf(pending.offset);
    before += end;
    lines += linesOf(held.slice(0, end));
    held = held.slice(end);
  };
  for await (const piece of pieces(source)) {
    held += piece;
    if (held.length < enough) continue;
    yield* games(false);
    if (longest < held.length) throw new ChessError("range", `a game has more than ${longest} characters`, { start: before, end: before });
    // A game that is not complete is read again when there is half as much again, so all takes linear time.
    enough = Math.max(WINDOW, held.length + (held.length >> 1));
  }
  yield* games(true);
}

const linesOf = (part) => (part.match(/\r\n?|\n/g) ?? []).length;

/** The games of a PGN, as far as each can be read: of a text or bytes one after the other, of pieces with `for await`. */
export const games = (source, options) => {
  const { longest = 1 << 24 } = given(options);
  const isBytes = source instanceof Uint8Array || source instanceof ArrayBuffer;
  const arrives = typeof source?.[Symbol.asyncIterator] === "function" || typeof source?.getReader === "function";
  if (arrives) return gamesOfPieces(source, whole(longest, 1 << 27, "longest"));
  return gamesOf(text(isBytes ? decoded(source) : source, "pgn", "a PGN"));
};

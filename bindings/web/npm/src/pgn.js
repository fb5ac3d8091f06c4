import { ChessError, text } from "./error.js";
import { HeldGame, HeldReader } from "./held.js";
import { late } from "./late.js";
import { START } from "./start.js";
import { Tree } from "./tree.js";
import { TextDecoder } from "./utf8.js";

const utf8 = new TextDecoder();

/** A game of a PGN. */
class Game {
  #source;
  #offset;
  #tags;
  #problems;
  #found;
  #isChess960;
  #isAnnotated;

  constructor(source, reader) {
    this.#source = source;
    const [offset, flags, start, result, problems] = reader.about().split("\x1e");
    this.#offset = Number(offset);
    this.#isChess960 = flags.includes("c");
    this.#isAnnotated = flags.includes("a");
    this.#problems = problems;
    this.#tags = reader.tags();
    /** The FEN at the start. */
    this.start = start || START;
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
    return Tree.decode(numbers, utf8.decode(texts), { start: this.start, headers: () => this.headers, result: this.result, chess960: this.#isChess960 });
  }

  /** The game at the end of its main line. Its `pgn` has the comments, glyphs and variations, too. */
  chess() {
    const held = new HeldGame(this.start, this.#isChess960 ? 2 : 1, Array.from(this.moves));
    return new late.Chess(held, { headers: pairs(this.#tags), read: this.#isAnnotated ? this : undefined });
  }
}

/** Names and values in turn, each followed by a separator, as pairs. */
const pairs = (joined) => {
  const parts = joined.split("\x1f");
  return Array.from({ length: parts.length >> 1 }, (_, index) => [parts[2 * index], parts[2 * index + 1]]);
};

/** The text of a PGN with its reader. */
class PgnText extends HeldReader {
  /** Whether trees are read with the games: from the first one on that is asked for. */
  hasTrees = false;
  /** The characters and the lines of a longer text before this one. */
  #earlier;
  #byte = 0;
  #index = 0;

  constructor(text, earlier = { before: 0, lines: 0 }) {
    super(text);
    this.#earlier = earlier;
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
    return { kind, message, severity, line: line + earlier.lines, column, start: start + earlier.before, end: end + earlier.before };
  }
}

const decoded = (pgn) => (pgn instanceof Uint8Array || pgn instanceof ArrayBuffer ? new TextDecoder().decode(pgn) : pgn);

/** Reads the games of a PGN, a text or its bytes, one after the other. A damaged game is given as far as it can be read. */
export function* readPgn(pgn) {
  const source = new PgnText(text(decoded(pgn), "pgn", "a PGN"));
  while (source.nextGame(source.hasTrees)) yield source.ask((reader) => new Game(source, reader));
}

/** Reads the only or the first game of a PGN; throws if there is none. */
export const readGame = (pgn) => {
  const { value } = readPgn(pgn).next();
  if (value === undefined) throw new ChessError("pgn", "there is no game", { start: 0, end: pgn.length ?? pgn.byteLength });
  return value;
};

/** The pieces of a text that comes in texts or bytes. */
async function* pieces(source) {
  if (typeof source?.[Symbol.asyncIterator] !== "function" && typeof source?.getReader !== "function") {
    yield text(decoded(source), "pgn", "a PGN");
    return;
  }
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
 * Reads the games of a PGN that arrives in pieces: a `ReadableStream`, or any async iterable of texts or bytes. It keeps no
 * more of the text than the longest game and a window of 256 KB, and fails with `range` at a game of more than `longest`
 * characters. The places of problems are those in the whole text.
 */
export async function* streamPgn(source, { longest = 1 << 24 } = {}) {
  let [held, before, lines, enough] = ["", 0, 0, WINDOW];
  const games = function* (isLast) {
    const reader = new PgnText(held, { before, lines });
    let pending;
    while (reader.nextGame(reader.hasTrees)) {
      const game = reader.ask((native) => new Game(reader, native));
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

// The games of a PGN, which a WebAssembly module reads, and their trees.

import { ChessError, given, text, whole } from "./error.js";
import { late } from "./late.js";
import { TextDecoder, decoded } from "./utf8.js";

/** What a module says about a node: a glyph, a comment after the move, or one before it. */
const KINDS = ["nags", "comments", "before"];

/** A tree as a module writes it: the numbers of its nodes, and the texts of moves and comments. */
const decode = (numbers, texts, about) => {
  const tree = new late.Tree(about);
  const comments = texts.split("\x1f");
  const sans = comments[0].split(" ");
  const end = 1 + 2 * numbers[0];
  for (let place = 3, id = 0; place < end; place += 2, id += 1) tree._push(tree.nodes[numbers[place]], numbers[place + 1], sans[id]);
  for (let place = end, next = 1; place < numbers.length; place += 2) {
    const node = tree.nodes[numbers[place] >> 2];
    const kind = KINDS[numbers[place] & 3];
    const note = kind === "nags" ? numbers[place + 1] : comments[next++];
    // Nodes without notes share an empty array.
    if (node[kind].length === 0) node[kind] = [note];
    else node[kind].push(note);
  }
  return tree;
};

const utf8 = new TextDecoder();

/** Parts of a text, each of which U+001F follows, in rows. */
const rowsOf = (joined, width) => {
  const parts = joined.split("\x1f");
  return Array.from({ length: (parts.length - 1) / width }, (_, row) => parts.slice(width * row, width * (row + 1)));
};

/** A game of a PGN. `_kind` is what its module says about its board. */
export class PgnGame {
  #reading;
  #text;
  #tree;
  #tags;
  #problems;
  /** The characters and the lines before the text in which the game was read. */
  #earlier;

  constructor(reading, text, about, moves, tree) {
    const [start, end, kind, fen, result, tags, problems] = about.split("\x1e");
    this.#reading = reading;
    this.#text = text.slice(Number(start), Number(end));
    this.#tree = tree;
    this.#tags = tags;
    this.#problems = problems;
    this.#earlier = [reading.before, reading.lines];
    Object.defineProperties(this, { _kind: { value: kind }, _begin: { value: Number(start) } });
    this.start = fen;
    /** The moves of the main line as numbers; 0 is a null move. */
    this.moves = moves;
    /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
    this.result = result;
  }

  /** The tags by name. */
  get headers() {
    return Object.fromEntries(rowsOf(this.#tags, 2));
  }

  /** What is wrong with the text of the game: an array of `{kind, message, severity, line, column, start, end}`. */
  get problems() {
    const [before, lines] = this.#earlier;
    return rowsOf(this.#problems, 7).map(([kind, said, severity, line, column, start, end]) => {
      const message = said.replace(/ \(at byte \d+\)/, "");
      return { kind, message, severity, line: Number(line) + lines, column: Number(column), start: Number(start) + before, end: Number(end) + before };
    });
  }

  /** All moves, with variations, comments and glyphs, as a tree that is about something. */
  _tree(about) {
    this.#reading.hasTrees = true;
    const [numbers, texts] = this.#tree ?? this.#reading.ask(this.#text, (reader) => (reader.nextGame(true), [reader.tree(), reader.texts()]));
    return decode(numbers, utf8.decode(texts), about);
  }
}

/** So many characters are read at once, if no game is longer. */
const WINDOW = 1 << 18;

const linesOf = (part) => (part.match(/\r\n?|\n/g) ?? []).length;

/**
 * Reads a PGN that comes in pieces: a window of it at a time, whose last game is read again with the next one. It keeps no more
 * of the text than the longest game and a window, and fails with `range` at a game of more than `longest` characters.
 */
class Reading {
  /** Whether trees are read with the games: from the first one on that is asked for. */
  hasTrees = false;
  /** The characters and the lines before the text that is held. */
  before = 0;
  lines = 0;
  #held = "";
  #enough = WINDOW;

  /** `module` has the guard of a WebAssembly module, its class of readers, and the class of games. */
  constructor(module, { letters = "en", longest = 1 << 24 }) {
    this.module = module;
    this.letters = text(letters, "range", "the code of a language");
    this.longest = whole(longest, 1 << 27, "longest");
  }

  /** Asks a reader of a text. */
  ask(held, call) {
    return this.module.guard.ask(() => {
      const reader = new this.module.Reader(held, this.letters);
      try {
        return call(reader);
      } finally {
        reader.free();
      }
    });
  }

  #read(held) {
    const { Game } = this.module;
    return this.ask(held, (reader) => {
      const games = [];
      for (let about; (about = reader.nextGame(this.hasTrees)) !== undefined;) {
        games.push(new Game(this, held, about, reader.moves(), this.hasTrees ? [reader.tree(), reader.texts()] : undefined));
      }
      return games;
    });
  }

  /** The games that end in another piece, or all that are left. */
  take(piece, isLast = false) {
    const held = this.#held + piece;
    this.#held = held;
    if (!isLast && held.length < this.#enough) return [];
    const games = this.#read(held);
    if (isLast) return games;
    // The last game may go on in the next piece.
    const end = games.pop()?._begin ?? 0;
    this.#held = held.slice(end);
    this.before += end;
    this.lines += linesOf(held.slice(0, end));
    const { length } = this.#held;
    if (this.longest < length) throw new ChessError("range", `a game has more than ${this.longest} characters`, { start: this.before, end: this.before });
    // A game that is not complete is read again when there is half as much again, so all takes linear time.
    this.#enough = Math.max(WINDOW, length + (length >> 1));
    return games;
  }
}

function* gamesOf(reading, pgn) {
  for (let start = 0; start < pgn.length; start += WINDOW) yield* reading.take(pgn.slice(start, start + WINDOW));
  yield* reading.take("", true);
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

async function* gamesOfPieces(reading, source) {
  for await (const piece of pieces(source)) yield* reading.take(piece);
  yield* reading.take("", true);
}

/** The games of a PGN that a module reads, as far as each can be read: of a text or bytes one after the other, of pieces with `for await`. */
export const gamesFrom = (module) => (source, options) => {
  const isBytes = source instanceof Uint8Array || source instanceof ArrayBuffer;
  const arrives = typeof source?.[Symbol.asyncIterator] === "function" || typeof source?.getReader === "function";
  if (arrives) return gamesOfPieces(new Reading(module, given(options)), source);
  return gamesOf(new Reading(module, { ...given(options), longest: 1 << 27 }), text(isBytes ? decoded(source) : source, "pgn", "a PGN"));
};

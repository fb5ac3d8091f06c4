// The games of a PGN, which a WebAssembly module reads, and their trees.

import { ChessError, given, text, whole } from "./error.js";
import { late } from "./late.js";
import { TextDecoder, decoded } from "./utf8.js";

/** What a module says about a node: a glyph, a comment after the move, or one before it. */
const KINDS = ["nags", "comments", "before"];

/** A tree as a module writes it: the numbers of its nodes, and the texts of moves and comments. */
const decode = (numbers, texts, about) => {
  const tree = new late.Tree([[0, 0, "", [], [], []]], about);
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
  #source;
  #offset;
  #tags;
  #problems;
  #found;

  constructor(source, about, moves) {
    const [offset, kind, start, result, tags, problems] = about.split("\x1e");
    this.#source = source;
    this.#offset = Number(offset);
    this.#tags = tags;
    this.#problems = problems;
    Object.defineProperty(this, "_kind", { value: kind });
    this.start = start;
    /** The moves of the main line as numbers; 0 is a null move. */
    this.moves = moves;
    /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
    this.result = result;
  }

  /** The byte of the text at which the game begins. */
  get offset() {
    return this.#offset;
  }

  /** The tags by name. */
  get headers() {
    return Object.fromEntries(rowsOf(this.#tags, 2));
  }

  /** What is wrong with the text of the game: an array of `{kind, message, severity, line, column, start, end}`. */
  get problems() {
    this.#found ??= rowsOf(this.#problems, 6).map((problem) => this.#source.problem(problem));
    return this.#found;
  }

  /** All moves, with variations, comments and glyphs, as a tree that is about something. */
  _tree(about) {
    this.#source.hasTrees = true;
    const [numbers, texts] = this.#source.ask((reader) => [reader.tree(this.#offset), reader.texts()]);
    return decode(numbers, utf8.decode(texts), about);
  }
}

/** The most characters of the texts that readers hold at once, unless one text alone is longer. */
const MOST_CHARACTERS = 1 << 24;
const MOST_READERS = 64;
let readers = [];

/** The text of a PGN with its reader, which may give way and come back. */
class PgnText {
  /** Whether trees are read with the games: from the first one on that is asked for. */
  hasTrees = false;
  #module;
  #reader;
  #instance;
  #count = 0;
  /** The characters and the lines of a longer text before this one. */
  #earlier;
  #byte = 0;
  #index = 0;

  /** `module` has the guard of a WebAssembly module, its class of readers, and the class of games. */
  constructor(module, text, earlier = { before: 0, lines: 0 }) {
    this.#module = module;
    this.text = text;
    this.#earlier = earlier;
  }

  /** The reader, after the last game that was read. */
  get native() {
    return this.#reader !== undefined && this.#instance === this.#module.guard.instance ? this.#reader : this.#resume();
  }

  ask(call) {
    return this.#module.guard.ask(call, this);
  }

  /** Reads the next game, with its tree if it will be asked for. */
  nextGame() {
    return this.ask((reader) => {
      const about = reader.nextGame(this.hasTrees);
      if (about === undefined) return undefined;
      const game = new this.#module.Game(this, about, reader.moves());
      this.#count += 1;
      return game;
    });
  }

  #giveWay() {
    const reader = this.#reader;
    this.#reader = undefined;
    if (this.#instance === this.#module.guard.instance) reader?.free();
  }

  #resume() {
    const reader = new this.#module.Reader(this.text);
    for (let i = 0; i < this.#count; i += 1) reader.nextGame(false);
    readers = readers.filter((held) => held !== this);
    let characters = readers.reduce((sum, held) => sum + held.text.length, this.text.length);
    while (0 < readers.length && (MOST_READERS <= readers.length || MOST_CHARACTERS < characters)) {
      const oldest = readers.shift();
      characters -= oldest.text.length;
      oldest.#giveWay();
    }
    readers.push(this);
    this.#instance = this.#module.guard.instance;
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

  /** A problem with its place in the whole text. */
  problem([kind, message, severity, line, offset, length]) {
    const start = this.indexOf(Number(offset));
    const end = this.indexOf(Number(offset) + Number(length));
    const before = Math.max(this.text.lastIndexOf("\n", start - 1), this.text.lastIndexOf("\r", start - 1));
    const column = start - (start === 0 ? 0 : before + 1) + 1;
    const earlier = this.#earlier;
    return { kind, message: message.replace(/ \(at byte \d+\)/, ""), severity, line: Number(line) + earlier.lines, column, start: start + earlier.before, end: end + earlier.before };
  }
}

function* gamesOf(module, pgn) {
  const source = new PgnText(module, pgn);
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
async function* gamesOfPieces(module, source, longest) {
  let [held, before, lines, enough] = ["", 0, 0, WINDOW];
  const games = function* (isLast) {
    const reader = new PgnText(module, held, { before, lines });
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

/** The games of a PGN that a module reads, as far as each can be read: of a text or bytes one after the other, of pieces with `for await`. */
export const gamesFrom = (module) => (source, options) => {
  const { longest = 1 << 24 } = given(options);
  const isBytes = source instanceof Uint8Array || source instanceof ArrayBuffer;
  const arrives = typeof source?.[Symbol.asyncIterator] === "function" || typeof source?.getReader === "function";
  if (arrives) return gamesOfPieces(module, source, whole(longest, 1 << 27, "longest"));
  return gamesOf(module, text(isBytes ? decoded(source) : source, "pgn", "a PGN"));
};

import { Chess } from "./chess.js";
import { ChessError, text } from "./error.js";
import { HeldGame, HeldReader } from "./held.js";
import { START } from "./start.js";
import { Tree } from "./tree.js";

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
    this.#offset = reader.offset();
    this.#tags = reader.tags();
    this.#problems = reader.problems();
    this.#isChess960 = reader.isChess960();
    this.#isAnnotated = reader.isAnnotated();
    /** The FEN at the start. */
    this.start = reader.start() || START;
    /** The moves of the main line as numbers; 0 is a null move. */
    this.moves = reader.moves();
    /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
    this.result = reader.result();
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
    const nodes = JSON.parse(this.#source.ask((reader) => reader.tree(this.#offset)));
    return new Tree(nodes, { start: this.start, headers: this.headers, result: this.result });
  }

  /** The game at the end of its main line. Its `pgn` has the comments, glyphs and variations, too. */
  chess() {
    const held = new HeldGame(this.start, this.#isChess960 ? 2 : 1, Array.from(this.moves));
    return new Chess(held, { headers: pairs(this.#tags), read: this.#isAnnotated ? this : undefined });
  }
}

/** Names and values in turn, each followed by a separator, as pairs. */
const pairs = (joined) => {
  const parts = joined.split("\x1f");
  return Array.from({ length: parts.length >> 1 }, (_, index) => [parts[2 * index], parts[2 * index + 1]]);
};

/** The text of a PGN with its reader. */
class PgnText extends HeldReader {
  #byte = 0;
  #index = 0;

  /** The place in the text of a byte of its UTF-8. Places that rise are found in one pass. */
  #indexOf(byte) {
    if (byte < this.#byte) [this.#byte, this.#index] = [0, 0];
    while (this.#byte < byte && this.#index < this.text.length) {
      const point = this.text.codePointAt(this.#index);
      this.#byte += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      this.#index += point < 0x10000 ? 1 : 2;
    }
    return this.#index;
  }

  place({ kind, message, severity, line, offset, length }) {
    const start = this.#indexOf(offset);
    const end = this.#indexOf(offset + length);
    const before = Math.max(this.text.lastIndexOf("\n", start - 1), this.text.lastIndexOf("\r", start - 1));
    return { kind, message, severity, line, column: start - (start === 0 ? 0 : before + 1) + 1, start, end };
  }
}

/** Reads the games of a PGN one after the other. A game that is damaged is given as far as it can be read. */
export function* readPgn(pgn) {
  const source = new PgnText(text(pgn, "pgn", "a PGN"));
  while (source.nextGame()) yield source.ask((reader) => new Game(source, reader));
}

/** Reads the only or the first game of a PGN; throws if there is none. */
export const readGame = (pgn) => {
  const { value } = readPgn(pgn).next();
  if (value === undefined) throw new ChessError("pgn", "there is no game", { start: 0, end: pgn.length });
  return value;
};

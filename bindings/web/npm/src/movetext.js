// The grammar of chess.js: one game, and nothing after it. What is not taken from it: comments and glyphs may be in any order,
// tags may have any names and characters, and null moves, `e.p.` and a byte order mark are read.

import { ChessError } from "./error.js";

const SPACE = /[ \t\r\n]*/y;
const TAG = /[ \t\r\n]*\[[ \t\r\n]*([^\s"\]]+)[ \t\r\n]*"(?:([^"]*)|((?:[^"\\]|\\.)*))"[ \t\r\n]*\]/y;
const NUMBER = /[0-9]*\.[ \t\r\n]*\.*[ \t\r\n]*/y;
const MOVE = /(?:(?:O-O-O|O-O|0-0-0|0-0|[a-zA-Z][a-zA-Z1-8\-=]+)[+#]?|--)/y;
const PASSING = /[ \t\r\n]*e\.p\.[+#]?/y;
const SUFFIX = /[!?]{1,2}/y;
const NAG = /\$([0-9]+)/y;
const BRACES = /\{([^}]*)\}/y;
const LINE = /;([^\r\n]*)/y;
const RESULT = /1-0|0-1|1\/2-1\/2|\*/y;

/** A text with a place in it. */
class Scanner {
  place = 0;

  constructor(text) {
    this.text = text;
    if (text.startsWith("\ufeff")) this.place = 1;
  }

  /** What a sticky pattern finds at this place, which is passed; or null. */
  take(pattern) {
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.text);
    if (found !== null) this.place = pattern.lastIndex;
    return found;
  }

  fail(expected) {
    const { text, place } = this;
    const before = text.slice(0, place).split("\n");
    const found = place < text.length ? JSON.stringify(text[place]) : "end of input";
    const location = { start: { offset: place, line: before.length, column: before.at(-1).length + 1 } };
    const error = new ChessError("pgn", `Expected ${expected} but ${found} found.`, { start: place, end: Math.min(place + 1, text.length) });
    throw Object.assign(error, { expected, found: text[place] ?? null, location });
  }

  comment() {
    const braces = this.take(BRACES);
    return braces ? braces[1].replace(/[\r\n]+/g, " ") : this.take(LINE)?.[1].trim();
  }
}

const newNode = (san, suffix, start, end) => ({ san, suffix, nags: [], comments: [], before: [], lines: [], start, end });

/**
 * Reads a game: `{headers, root, moves, result}`. A node of `moves` has the text of a move with its place, its glyphs and its
 * comments, and `lines`: the variations in its place. `root` has the comments before the first move. Throws a `ChessError`
 * with the code `pgn` at what is not a game.
 */
export const readMovetext = (text) => {
  const scanner = new Scanner(text);
  const headers = new Map();
  for (let tag; (tag = scanner.take(TAG)) !== null;) headers.set(tag[1], tag[2] ?? tag[3].replace(/\\(.)/g, "$1"));
  const root = newNode();
  /** The line that is read, and its last node. What is said before the first move of a variation is on a node of its own. */
  let line = { moves: [], last: root, first: root };
  const outer = [];
  const note = (comment) => line.last.comments.push(comment);
  for (;;) {
    scanner.take(SPACE);
    const comment = scanner.comment();
    if (comment !== undefined) {
      note(comment);
      continue;
    }
    const nag = scanner.take(NAG);
    if (nag !== null) {
      if (line.last === root) scanner.fail("a move");
      line.last.nags.push(Number(nag[1]));
      continue;
    }
    const next = text[scanner.place];
    if (next === "(" && line.last.san !== undefined) {
      scanner.place += 1;
      outer.push(line);
      const first = newNode();
      line = { moves: [], last: first, first };
      continue;
    }
    if (next === ")" && 0 < outer.length) {
      scanner.place += 1;
      const { moves, first } = line;
      line = outer.pop();
      if (0 < moves.length) line.last.lines.push(moves);
      else for (const notes of ["comments", "nags"]) line.last[notes].push(...first[notes]);
      continue;
    }
    const { place } = scanner;
    const result = outer.length === 0 && scanner.take(RESULT)?.[0];
    if (result) {
      for (scanner.take(SPACE); ; scanner.take(SPACE)) {
        const last = scanner.comment();
        if (last === undefined) break;
        note(last);
      }
      if (scanner.place < text.length) scanner.fail("end of input");
      return { headers, root, moves: line.moves, result };
    }
    scanner.take(NUMBER);
    const start = scanner.place;
    const san = scanner.take(MOVE)?.[0];
    if (san === undefined) {
      if (outer.length === 0 && place === text.length) return { headers, root, moves: line.moves, result: undefined };
      scanner.fail(outer.length === 0 ? "a move, a comment, a variation, a result or end of input" : "a move or \")\"");
    }
    const end = scanner.place;
    scanner.take(PASSING);
    const node = newNode(san, scanner.take(SUFFIX)?.[0], start, end);
    if (line.moves.length === 0 && line.first !== root) node.before = line.first.comments;
    line.moves.push(node);
    line.last = node;
  }
};

// The grammar of chess.js: one game, and nothing after it. What is not taken from it: comments and glyphs may be in any order,
// tags may have any names and characters, and null moves, `e.p.` and a byte order mark are read.

import { ChessError } from "./error.js";
import { Tree, glyphsOf } from "./tree.js";

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

/**
 * Reads a game: `{headers, tree, main, result, error, mainError}`. `begin` makes the first position from the tags; `find` finds
 * the number of a move, and `whyNot` says why there is none. A line ends before a text that is no move: `error` is the first
 * one with its place, and `mainError` the one in the main line. `main` has the main line: its nodes, the positions after them,
 * and suffixes. Throws a `ChessError` with the code `pgn` at what is not a game.
 */
export const readMovetext = (text, begin, find, whyNot) => {
  const scanner = new Scanner(text);
  const headers = new Map();
  for (let tag; (tag = scanner.take(TAG)) !== null;) headers.set(tag[1], tag[2] ?? tag[3].replace(/\\(.)/g, "$1"));
  const first = begin(headers);
  const { SetUp, FEN, Result, ...rest } = Object.fromEntries(headers);
  const tree = new Tree({ start: first.fen(), headers: rest, result: "*", chess960: first.rooks !== null });
  const [main, outer] = [[], []];
  let error, mainError;
  /** The line that is read: its last move, or what is said before its first one, and the positions before and after it. */
  let line = { node: tree.root, position: first };
  const words = () => ({ comments: [], nags: [] });
  for (;;) {
    scanner.take(SPACE);
    const comment = scanner.comment();
    if (comment !== undefined) {
      line.node.comments.push(comment);
      continue;
    }
    const nag = scanner.take(NAG);
    if (nag !== null) {
      if (line.node === tree.root) scanner.fail("a move");
      line.node.nags.push(Number(nag[1]));
      continue;
    }
    const next = text[scanner.place];
    if (next === "(" && line.node.raw !== undefined && line.node !== tree.root) {
      scanner.place += 1;
      outer.push(line);
      line = { node: words(), parent: line.node.parent, position: line.before };
      continue;
    }
    if (next === ")" && 0 < outer.length) {
      scanner.place += 1;
      const { node } = line;
      line = outer.pop();
      // A variation without a move.
      if (node.raw === undefined) for (const notes of ["comments", "nags"]) line.node[notes].push(...node[notes]);
      continue;
    }
    const { place } = scanner;
    const result = outer.length === 0 && scanner.take(RESULT)?.[0];
    if (result) {
      for (scanner.take(SPACE); ; scanner.take(SPACE)) {
        const last = scanner.comment();
        if (last === undefined) break;
        line.node.comments.push(last);
      }
      if (scanner.place < text.length) scanner.fail("end of input");
      tree.result = result;
      return { headers, tree, main, result, error, mainError };
    }
    scanner.take(NUMBER);
    const start = scanner.place;
    const san = scanner.take(MOVE)?.[0];
    if (san === undefined) {
      if (outer.length === 0 && place === text.length) return { headers, tree, main, error, mainError };
      scanner.fail(outer.length === 0 ? "a move, a comment, a variation, a result or end of input" : "a move or \")\"");
    }
    const end = scanner.place;
    scanner.take(PASSING);
    const suffix = scanner.take(SUFFIX)?.[0];
    const { node, parent = node, position } = line;
    const raw = position && find(position, san);
    if (raw === undefined || (raw === 0 && position.isCheck())) {
      if (position) {
        const wrong = { ...whyNot(position, san), san, start, end };
        error ??= wrong;
        if (outer.length === 0) mainError = wrong;
      }
      // The rest of the line is read, and left out.
      line = { node: { raw: 0, ...words() } };
      continue;
    }
    const isFirst = node.raw === undefined;
    const nags = [...glyphsOf(suffix), ...(isFirst ? node.nags : [])];
    const played = { node: tree._push(parent, raw, position.san(raw), nags, [], isFirst ? node.comments : []), position: position.play(raw), before: position };
    if (outer.length === 0) main.push({ ...played, suffix });
    line = played;
  }
};

// The grammar of chess.js: one game, and nothing after it. What is not taken from it: comments and glyphs may stand in any
// order, tag names and values may have any characters, and null moves can be read.

const SPACE = /[ \t\r\n]*/y;
const TAG = /[ \t\r\n]*\[[ \t\r\n]*([^\s"\]]+)[ \t\r\n]*"(?:([^"]*)|((?:[^"\\]|\\.)*))"[ \t\r\n]*\]/y;
const NUMBER = /[0-9]*\.[ \t\r\n]*\.*[ \t\r\n]*/y;
const MOVE = /(?:(?:O-O-O|O-O|0-0-0|0-0|[a-zA-Z][a-zA-Z1-8\-=]+)[+#]?|--)/y;
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
    throw Object.assign(new SyntaxError(`Expected ${expected} but ${found} found.`), { expected, found: text[place] ?? null, location });
  }

  comment() {
    const braces = this.take(BRACES);
    return braces ? braces[1].replace(/[\r\n]+/g, " ") : this.take(LINE)?.[1].trim();
  }
}

/** Joins the comments of a place. */
const append = (node, comment) => {
  node.comment = node.comment === undefined ? comment : `${node.comment} ${comment}`;
};

/**
 * Reads a game: `{headers, root, moves, result}`. A move is `{san, suffix, nags, comment}`; `root` has the comment before
 * the first one. Variations are left out. Throws a `SyntaxError` at what is not a game.
 */
export const readChessJsPgn = (text) => {
  const scanner = new Scanner(text);
  const headers = new Map();
  for (let tag; (tag = scanner.take(TAG)) !== null;) headers.set(tag[1], tag[2] ?? tag[3].replace(/\\(.)/g, "$1"));
  const root = { nags: [] };
  const moves = [];
  let [node, depth] = [root, 0];
  // The last move of each line around a variation.
  const open = [];
  for (;;) {
    scanner.take(SPACE);
    const comment = scanner.comment();
    if (comment !== undefined) {
      append(node, comment);
      continue;
    }
    const nag = scanner.take(NAG);
    if (nag !== null) {
      if (node === root) scanner.fail("a move");
      node.nags.push(Number(nag[1]));
      continue;
    }
    if (scanner.text[scanner.place] === "(" && node.san !== undefined) {
      scanner.place += 1;
      open.push(node);
      node = { nags: [], san: "" };
      depth += 1;
      continue;
    }
    if (0 < depth && scanner.text[scanner.place] === ")") {
      scanner.place += 1;
      node = open.pop();
      depth -= 1;
      continue;
    }
    const { place } = scanner;
    const result = depth === 0 && scanner.take(RESULT)?.[0];
    if (result) {
      for (scanner.take(SPACE); ; scanner.take(SPACE)) {
        const last = scanner.comment();
        if (last === undefined) break;
        append(node, last);
      }
      if (scanner.place < text.length) scanner.fail("end of input");
      return { headers, root, moves, result };
    }
    scanner.take(NUMBER);
    const san = scanner.take(MOVE)?.[0];
    if (san === undefined) {
      if (depth === 0 && place === text.length) return { headers, root, moves, result: undefined };
      scanner.fail(depth === 0 ? "a move, a comment, a variation, a result or end of input" : "a move or \")\"");
    }
    node = { san, suffix: scanner.take(SUFFIX)?.[0], nags: [] };
    if (depth === 0) moves.push(node);
  }
};

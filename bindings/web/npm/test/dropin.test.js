// The entry `gardez/chess.js` against chess.js 1.4, call by call: random games and edits, and inputs that nobody should send.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import * as ours from "gardez/chess.js";

const STEPS = Number(process.env.GARDEZ_WEB_STEPS ?? 3_000);
const GAMES = Number(process.env.GARDEZ_WEB_GAMES ?? 50);

let theirs;
try {
  theirs = createRequire(new URL("../../bench/package.json", import.meta.url))("chess.js");
} catch {
  // The peer is not installed.
}
const options = { skip: theirs === undefined && "chess.js is not installed" };

let state = Number(process.env.GARDEZ_WEB_SEED ?? 1) >>> 0;
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];

/** A value as plain data, or that an error was thrown and, for errors of chess.js itself, what it says. */
const attempt = (call) => {
  try {
    const value = call();
    return { value: value === undefined ? "undefined" : JSON.parse(JSON.stringify(value)) };
  } catch (error) {
    assert.ok(error instanceof Error);
    return { thrown: error.constructor === Error ? error.message : "another error" };
  }
};

const READERS = [
  "fen", "turn", "ascii", "board", "moveNumber", "isCheck", "inCheck", "isCheckmate", "isStalemate", "isDraw", "isGameOver",
  "isInsufficientMaterial", "isDrawByFiftyMoves", "getHeaders", "header", "getComment", "pgn", "history", "moves",
];
const PIECES = ["p", "n", "b", "r", "q", "k"];
const FENS = [
  theirs?.DEFAULT_POSITION,
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
  "8/8/8/8/8/8/8/K1k5 w - - 99 1",
  "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 50",
];
/** Texts of moves as people, programs and nobody writes them. */
const oddMove = (san, move) => pick([
  () => san, () => san.toLowerCase(), () => san.toUpperCase(), () => san.replace("x", ""), () => san.replace(/[+#]/, ""), () => `${san}!?`,
  () => san.replace("=", ""), () => move.lan, () => `${move.from}-${move.to}`, () => `${move.piece.toUpperCase()}${move.from}${move.to}`,
  () => `${move.piece.toUpperCase()}${move.from[0]}${move.to}`, () => `${move.piece.toUpperCase()}${move.from[1]}x${move.to}`,
  () => ({ from: move.from, to: move.to, promotion: move.promotion }), () => ({ from: move.from, to: move.to }),
  () => ({ from: move.from, to: move.to, promotion: "q" }), () => null, () => "--", () => "0-0", () => "0-0-0", () => "", () => " ", () => `${san} `,
  () => "e9", () => "Zz9", () => "\u0000", () => "Kxx", () => ({}), () => ({ from: "e2" }), () => undefined, () => 7, () => "O-O-O-O", () => move.to,
])();

/** One call of both games, and whether chess.js 1.4 is known to answer wrongly from then on. */
const step = (mine, other) => {
  const both = (call, name) => {
    const [a, b] = [attempt(() => call(mine)), attempt(() => call(other))];
    assert.deepEqual(a, b, `${name}: ${other.fen()}`);
    return a;
  };
  const square = pick(ours.SQUARES);
  const moves = other.moves({ verbose: true });
  const move = moves.length === 0 ? undefined : pick(moves);
  const kind = random(20);
  if (kind < 10 && move) {
    const given = random(3) === 0 ? oddMove(move.san, move) : move.san;
    const strict = random(4) === 0;
    both((chess) => chess.move(given, { strict }), `move(${JSON.stringify(given)}, strict ${strict})`);
  } else if (kind === 10) both((chess) => chess.undo(), "undo");
  else if (kind === 11) both((chess) => chess.moves({ square, verbose: true }), "moves of a square");
  else if (kind === 12) {
    const piece = pick(PIECES);
    both((chess) => chess.moves({ piece }), "moves of a piece");
  } else if (kind === 13) both((chess) => chess.attackers(square, "w"), "attackers");
  else if (kind === 14) both((chess) => [chess.get(square), chess.isAttacked(square, "b"), chess.squareColor(square)], "a square");
  else if (kind === 15) both((chess) => chess.history({ verbose: true }), "history");
  else if (kind === 16) both((chess) => chess.setComment(`about ${square}`), "comment");
  else if (kind === 17) {
    const maxWidth = 1 + random(90);
    // Between two moves with comments, chess.js forgets a space.
    both((chess) => chess.pgn({ maxWidth, newline: "|" }).replace(/[ |]/g, ""), "pgn");
  }
  else if (kind === 18) both((chess) => chess.moves({ verbose: true }), "moves");
  else {
    const value = pick([undefined, null, "A"]);
    both((chess) => chess.setHeader("White", value), "header");
  }
  const name = pick(READERS);
  both((chess) => chess[name](), name);
};

test(`${STEPS} calls are answered as by chess.js`, options, () => {
  let [mine, other] = [new ours.Chess(), new theirs.Chess()];
  for (let count = 0; count < STEPS; count += 1) {
    if (count % 120 === 0) {
      const fen = pick(FENS);
      [mine, other] = [new ours.Chess(fen), new theirs.Chess(fen)];
    }
    step(mine, other);
  }
});

test("boards without the rules of a game are those of chess.js", options, () => {
  for (let count = 0; count < STEPS / 20; count += 1) {
    const [mine, other] = [new ours.Chess(), new theirs.Chess()];
    if (random(2) === 0) for (const chess of [mine, other]) chess.clear();
    for (let edits = random(25); 0 < edits; edits -= 1) {
      const square = pick(ours.SQUARES);
      const piece = { type: pick(PIECES), color: pick(["w", "b"]) };
      // A pawn of chess.js on the edge of the board runs off it.
      const isEdge = piece.type === "p" && "18".includes(square[1]);
      const call = isEdge || random(3) === 0 ? (chess) => chess.remove(square) : (chess) => chess.put(piece, square);
      assert.deepEqual(attempt(() => call(mine)), attempt(() => call(other)));
    }
    assert.equal(mine.hash(), other.hash());
    const rights = { [pick(["k", "q"])]: random(2) === 0 };
    const color = pick(["w", "b"]);
    assert.equal(mine.setCastlingRights(color, rights), other.setCastlingRights(color, rights));
    assert.equal(mine.fen(), other.fen());
    for (const name of READERS) assert.deepEqual(attempt(() => mine[name]()), attempt(() => other[name]()), `${name}: ${other.fen()}`);
    assert.deepEqual(attempt(() => mine.moves({ verbose: true })), attempt(() => other.moves({ verbose: true })), other.fen());
    if (count % 10 === 0) assert.equal(mine.perft(2), other.perft(2), other.fen());
  }
});

test(`${GAMES} games go both ways as PGN, with their comments`, options, () => {
  for (let game = 0; game < GAMES; game += 1) {
    const mine = new ours.Chess();
    for (let ply = random(120); 0 < ply && !mine.isGameOver(); ply -= 1) {
      mine.move(pick(mine.moves()));
      if (random(6) === 0) mine.setComment(`ply ${ply}; it is (good)`);
    }
    const other = new theirs.Chess();
    const text = mine.pgn({ maxWidth: random(2) * 70 });
    other.loadPgn(text);
    assert.equal(other.fen(), mine.fen());
    assert.equal(other.hash(), mine.hash());
    assert.equal(other.pgn(), mine.pgn());
    const again = new ours.Chess();
    again.loadPgn(other.pgn());
    assert.equal(again.pgn(), mine.pgn());
    assert.deepEqual(again.getComments().map(({ fen, comment }) => ({ fen, comment })), other.getComments());
  }
});

test("what chess.js says about a FEN is said with its words", options, () => {
  const parts = ["rnbqkbnr", "pppppppp", "8", "44", "9", "7", "PPPPPPPP", "RNBQKBNR", "ppppXppp", "K7", "k7", "P7", ""];
  for (let count = 0; count < STEPS / 4; count += 1) {
    const rows = Array.from({ length: 7 + random(3) }, () => pick(parts)).join("/");
    const board = random(2) === 0 ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" : rows;
    const fields = [board, pick(["w", "b", "x", ""]), pick(["KQkq", "-", "Kx", ""]), pick(["-", "e3", "e6", "e4", "x"]), pick(["0", "-1", "a", "3.5"]), pick(["1", "0", "b"])];
    const fen = fields.slice(0, random(4) === 0 ? random(7) : 6).join(" ");
    assert.deepEqual(ours.validateFen(fen), theirs.validateFen(fen), fen);
  }
});

test("odd texts are games, or errors, as for chess.js", options, () => {
  const words = ["1.", "e4", "e5", "2.", "Nf3", "Nc6", "(", ")", "$1", "{a b}", "; c\n", "1-0", "*", "!?", "\n", "[White \"A\"]", "[", "...", "O-O", "--", "e4!", "xyz", "12"];
  let read = 0;
  for (let count = 0; count < STEPS / 2; count += 1) {
    const text = Array.from({ length: random(9) }, () => pick(words)).join(pick([" ", ""]));
    const [mine, other] = [new ours.Chess(), new theirs.Chess()];
    const [a, b] = [attempt(() => mine.loadPgn(text)), attempt(() => other.loadPgn(text))];
    // Everything that chess.js reads is read, and to the same game.
    if (b.thrown !== undefined) continue;
    read += 1;
    assert.deepEqual(a, b, JSON.stringify(text));
    assert.equal(mine.fen(), other.fen(), text);
    assert.deepEqual(mine.getHeaders(), other.getHeaders(), text);
    // chess.js forgets the comment on a move if there is another one after the result.
    for (const { fen, comment } of other.getComments()) {
      assert.ok(mine.getComments().some((all) => all.fen === fen && all.comment.endsWith(comment)), text);
    }
  }
  assert.ok(STEPS / 100 < read);
});

test("a game can be inside a proxy, as frameworks make, and a move can be copied", () => {
  const deep = (target) => new Proxy(target, {
    get: (object, name, receiver) => {
      const value = Reflect.get(object, name, receiver);
      return Object.prototype.toString.call(value) === "[object Object]" || Array.isArray(value) ? deep(value) : value;
    },
  });
  const chess = deep(new ours.Chess());
  const move = chess.move("e4");
  assert.equal(chess.fen(), move.after);
  assert.equal(chess.undo().san, "e4");
  assert.deepEqual({ ...structuredClone({ ...move }) }, { ...move });
  assert.deepEqual(Object.keys(move), ["color", "from", "to", "piece", "captured", "promotion", "flags", "san", "lan", "before", "after"]);
});

test("comments, suffixes and glyphs are not lost between reading and writing", () => {
  const chess = new ours.Chess();
  const text = "{start} 1. e4!! $14 $36 {best} e5?! 2. Nf3 $1 *";
  chess.loadPgn(text);
  assert.ok(chess.pgn().endsWith(text), chess.pgn());
  chess.setHeader("White", 'A "B" \\ C');
  const again = new ours.Chess();
  again.loadPgn(chess.pgn());
  assert.equal(again.pgn(), chess.pgn());
  assert.equal(again.getHeaders().White, 'A "B" \\ C');
});

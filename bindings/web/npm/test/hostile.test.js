// Whatever a program passes, a call gives an answer or an error of JavaScript. A trap of the module would be a
// `WebAssembly.RuntimeError`.

import assert from "node:assert/strict";
import test from "node:test";
import { Chess, ChessError, SetUp, readGame, readPgn, squareColor, validateFen } from "gardez";
import { Chess as DropIn, validateFen as dropInFen } from "gardez/chess.js";
import { openingOf, openingOfPosition } from "gardez/openings";
import { svg } from "gardez/svg";
import { Tables } from "gardez/tables";
import { VariantChess, readVariantGame } from "gardez/variants";

const CALLS = Number(process.env.GARDEZ_WEB_CALLS ?? 20_000);
const SEED = Number(process.env.GARDEZ_WEB_SEED ?? 1);

let state = SEED >>> 0;
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (items) => items[random(items.length)];

const TEXTS = [
  "", "e4", "Nf3", "O-O", "e7e8q", "--", "exd5", "a1", "h8", "z9", "\0", "\u{1f600}", "\ud800", "x".repeat(5000), "w", "b", "q",
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/P6k/8/8/8/8/p6K/8 b - - 99 70",
  "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "1. e4 e5 (1... c5 {x} $3) 2. Nf3 *", "[FEN \"x\"] 1. e4 *",
];
const VALUES = [
  undefined, null, true, NaN, Infinity, -1, 0, 1, 2, 0.5, 518, 65_535, 65_536, 2 ** 31, 2 ** 53, 10n, Symbol("s"), [], {}, () => 1,
  { from: "e2", to: "e4" }, { from: "e2", to: 7, promotion: {} }, { square: "e2", verbose: true }, { enPassant: "always" },
  { enPassant: "toString" }, { chess960: true }, new Uint8Array(4), [796, 0, 70_000], new Proxy({}, {}),
];
const value = () => (random(2) === 0 ? pick(TEXTS) : pick(VALUES));

const names = (object) => Object.getOwnPropertyNames(object).filter((name) => name !== "constructor");
const LOOSE = [
  validateFen, squareColor, readGame, (x) => [...readPgn(x)], openingOf, openingOfPosition, (x, y) => new Chess(x, y), Chess.chess960,
  svg, readVariantGame, (x) => new SetUp(x), (x, y) => new VariantChess(x, y),
];

const allowed = (error) => {
  if (error instanceof ChessError) assert.ok(typeof error.code === "string" && error.message !== "");
  else assert.ok(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError, `${error?.stack ?? error}`);
  assert.ok(!(error instanceof WebAssembly.RuntimeError), error.stack);
  assert.doesNotMatch(error.message, /null pointer|recursive use|unreachable/);
};

test(`${CALLS} hostile calls end in answers or errors`, () => {
  const objects = [new Chess(), new Chess(), new Tables(), readGame("1. e4 *"), readGame("1. e4 (1. d4) e5 *").tree(), new SetUp(), new VariantChess("crazyhouse")];
  const calls = objects.map((object) => names(Object.getPrototypeOf(object)));
  for (let count = 0; count < CALLS; count += 1) {
    const args = Array.from({ length: random(4) }, value);
    try {
      if (random(8) === 0) {
        pick(LOOSE)(...args);
        continue;
      }
      if (random(50) === 0) objects[0] = new Chess(pick(TEXTS.slice(-5, -2)));
      const which = random(objects.length);
      const name = pick(calls[which]);
      const member = objects[which][name];
      if (typeof member !== "function") continue;
      if ((name === "perft" || name === "divide") && 3 < args[0]) args[0] = 3;
      const answer = member.apply(objects[which], args);
      if (answer?.[Symbol.iterator]) for (const _ of answer) break;
    } catch (error) {
      allowed(error);
    }
  }
  assert.equal(new Chess().perft(3), 8902, "the module still works");
});

test(`${CALLS} hostile calls of the drop-in end in answers or errors`, () => {
  const chess = new DropIn();
  const calls = names(DropIn.prototype).filter((name) => !name.startsWith("_"));
  for (let count = 0; count < CALLS; count += 1) {
    const args = Array.from({ length: random(4) }, value);
    try {
      if (random(30) === 0) dropInFen(args[0]);
      if (random(40) === 0) chess.load(pick(TEXTS.slice(-5, -2)), { skipValidation: random(2) === 0 });
      const name = pick(calls);
      if (name === "perft") args[0] = 1 + random(2);
      chess[name](...args);
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), error);
    }
  }
  chess.reset();
  assert.equal(chess.perft(3), 8902, "the game still works");
});

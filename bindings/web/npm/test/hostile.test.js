// Whatever a program passes, a call gives an answer or an error of JavaScript, also if the stack or the memory is exhausted:
// such a call does nothing, and every game answers afterwards. A trap of the module would be a `WebAssembly.RuntimeError`.

import { HUGE, shown, withFrames } from "./exhausting.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Chess, ChessError, load, validateFen } from "gardez";
import { openingOf, openingOfPosition } from "gardez/openings";
import { svg } from "gardez/svg";
import { Tables } from "gardez/tables";
import { Chess as VariantChess } from "gardez/variants";

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

const names = (object) => Object.getOwnPropertyNames(object).filter((name) => name !== "constructor" && !name.startsWith("_"));
await load();
const readGame = (pgn) => Chess.games(pgn).next().value;
const LOOSE = [
  validateFen, readGame, (x) => [...Chess.games(x)], openingOf, openingOfPosition, (x, y) => new Chess(x, y), (x) => Chess.chess960(x),
  svg, (x) => [...VariantChess.games(x)], (x, y) => new VariantChess(x, y), (x, y) => new VariantChess(x, { variant: y }),
];

/** Makes a call; one in 64 with little of the stack. Returns whether the stack or the memory was exhausted. */
const call = (run, check = allowed) => {
  const isDeep = random(64) === 0;
  try {
    // Calls need from a few frames to thousands of them.
    const answer = isDeep ? withFrames(Math.ceil(2 ** (random(120) / 10)), run) : run();
    if (!isDeep && answer?.[Symbol.iterator]) for (const _ of answer) break;
    return false;
  } catch (error) {
    const isExhausted = error.code === "memory" || (isDeep && error.message.endsWith("Maximum call stack size exceeded"));
    if (!isExhausted) check(error);
    return isExhausted;
  }
};
/** Arguments of a call; one in 10,000 is a text for which no module has room. */
const someArgs = () => Array.from({ length: random(4) }, () => (random(10_000) === 0 ? HUGE : value()));

/** Fails unless a game plays on from the position that it shows. */
const answers = (game, Class, ...options) => {
  const same = new Class(...options);
  assert.deepEqual([game.fen(), game.ascii(), game.moves(), game.turn(), game.isCheck()], [same.fen(), same.ascii(), same.moves(), same.turn(), same.isCheck()]);
};
const LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O".split(" ");
/** Games of the program that no hostile call is about. */
const witnesses = (make) => Array.from({ length: 20 }, (_, plies) => {
  const game = make();
  const line = LINE.slice(0, plies % 10);
  for (const san of line) game.move(san);
  return () => assert.deepEqual(game.history(), line);
});

/** What the class refuses. */
const isChessError = (error) => assert.ok(error instanceof ChessError, error.stack);

const allowed = (error) => {
  if (error instanceof ChessError) assert.ok(typeof error.code === "string" && error.message !== "");
  else assert.ok(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError, `${error?.stack ?? error}`);
  assert.ok(!(error instanceof WebAssembly.RuntimeError), error.stack);
  assert.doesNotMatch(error.message, /null pointer|recursive use|unreachable/);
};

test(`${CALLS} hostile calls end in answers or errors`, () => {
  const objects = [new Chess(), new Chess(), new Tables(), readGame("1. e4 *"), readGame("1. e4 (1. d4) e5 *").tree(), new VariantChess(undefined, { variant: "crazyhouse" })];
  const calls = objects.map((object) => names(Object.getPrototypeOf(object)));
  const others = witnesses(() => new Chess()).concat(witnesses(() => new VariantChess(undefined, { variant: "Crazyhouse" })));
  let exhausted = 0;
  for (let count = 0; count < CALLS; count += 1) {
    const args = someArgs();
    if (random(8) === 0) {
      const loose = pick(LOOSE);
      exhausted += call(() => loose(...args));
      continue;
    }
    if (random(50) === 0) {
      const fen = pick(TEXTS.slice(-5, -2));
      objects[0] = new Chess(fen, { chess960: fen.includes("HF") });
    }
    const which = random(objects.length);
    const object = objects[which];
    const name = pick(calls[which]);
    if (["key", "polyglotKey"].includes(name)) continue;
    const member = object[name];
    if (typeof member !== "function") continue;
    if (random(40) === 0) call(() => objects[1].load(pick(TEXTS.slice(-5, -2)), { skipValidation: random(2) === 0 }));
    if (name === "perft" || name === "divide") args[0] = typeof args[0] === "number" ? Math.min(args[0], 3) : args[0];
    const before = shown(object);
    if (!call(() => member.apply(object, args), which < 2 ? isChessError : allowed)) continue;
    exhausted += 1;
    // As in chess.js, a game that is read in part stays.
    if (name !== "loadPgn" || which === 5) assert.equal(shown(object), before, name);
    for (const game of objects.slice(0, 2)) answers(game, Chess, game.fen({ forceEnpassantSquare: true }), { skipValidation: true, chess960: game.isChess960 });
    answers(objects[5], VariantChess, objects[5].fen(), { variant: objects[5].variant });
    pick(others)();
  }
  for (const check of others) check();
  assert.equal(new Chess().perft(3), 8902, "the module still works");
  assert.ok(CALLS / 1_000 < exhausted, `${exhausted} calls were exhausted`);
});

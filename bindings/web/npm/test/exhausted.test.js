// Calls for which the stack or the memory is too small end in errors, and everything else goes on: the games of the
// program are as they were before the call.

import { isOfStack, shown, withFrames } from "./exhausting.js";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Chess, ChessError, load, validateFen } from "gardez";
import { openingOf } from "gardez/openings";
import { Tables } from "gardez/tables";
import { Chess as VariantChess } from "gardez/variants";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const KQK = "8/8/8/8/8/4k3/8/4K2Q w - - 0 1";
await load();
const readGame = (pgn) => Chess.games(pgn).next().value;
const ANNOTATED = "1. e4 {a} e5 (1... c5 $1 2. Nf3) *";

const newTables = () => {
  const tables = new Tables();
  const folder = new URL("../../../../crates/syzygy/tests/tables/", import.meta.url);
  for (const name of ["KQvK.rtbw", "KQvK.rtbz"]) tables.add(name, new Uint8Array(readFileSync(new URL(name, folder))));
  return tables;
};

const dig = (depth, call) => (depth === 0 ? call() : dig(depth - 1, call) + 0);
const ends = (depth, call) => {
  try {
    dig(depth, call);
    return true;
  } catch {
    return false;
  }
};
/** The greatest depth from which a call can be made at all. */
const bottom = () => {
  let [low, high] = [0, 100_000];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (ends(middle, () => 0)) low = middle;
    else high = middle;
  }
  return low;
};

test("calls with an almost exhausted stack fail alone, and games are as before", () => {
  const line = "e4 e5 Nf3";
  const tables = newTables();
  const read = readGame(ANNOTATED);
  const calls = {
    perft: (chess) => chess.perft(3),
    divide: (chess) => chess.divide(2),
    fen: (chess) => chess.fen(),
    make: () => new Chess(KIWIPETE),
    copy: (chess) => chess.copy().move("Nc6"),
    illegal: (chess) => chess.move("Nc4"),
    undo: (chess) => chess.copy().undo(),
    load: (chess) => chess.copy().load(KIWIPETE),
    verbose: (chess) => chess.history({ verbose: true }),
    loadPgn: (chess) => chess.copy().loadPgn(ANNOTATED),
    pgn: (chess) => chess.pgn(),
    planes: (chess) => chess.planes(1, { dense: true }),
    read: () => readGame(ANNOTATED).tree(),
    tree: () => read.tree(),
    validate: () => validateFen(KIWIPETE),
    tables: () => tables.moves(KQK),
    openings: (chess) => openingOf(chess),
  };
  const games = Array.from({ length: 20 }, () => {
    const chess = new Chess();
    for (const san of line.split(" ")) chess.move(san);
    return chess;
  });
  for (const [name, call] of Object.entries(calls)) {
    const errors = new Map();
    const note = (error) => errors.set(`${error.name}: ${error.message}`, error);
    // Compiled functions have other frames than interpreted ones.
    for (let warm = 0; warm < 50; warm += 1) ends(10, () => call(games[0]));
    for (let round = 0; round < 8; round += 1) {
      const depth = bottom();
      for (let above = 0; above < 40; above += 1) {
        try {
          dig(depth - above, () => call(games[above % games.length]));
        } catch (error) {
          note(error);
        }
      }
    }
    for (const error of errors.values()) {
      assert.ok(isOfStack(error) || (name === "illegal" && error.code === "illegal"), `${name}: ${error.stack}`);
    }
    for (const chess of games) assert.deepEqual(chess.history().join(" "), line, name);
  }
  assert.equal(games[7].copy().perft(3), 23_193);
  assert.equal(games[7].move("Nc6").san, "Nc6");
  assert.equal(new Chess(KIWIPETE).perft(3), 97_862);
  assert.equal(tables.wdl(KQK), "win");
  assert.equal(read.tree().nodes.length, 5);
  assert.equal(openingOf(after(new Chess(), ["e4", "c5"])).name, "Sicilian Defense");
});

/** Games after a few moves and what else can be changed, with calls that change it. */
const after = (game, sans = ["e4", "e5", "Nf3"]) => {
  for (const san of sans) game.move(san);
  return game;
};
const CHANGES = [
  [() => after(new Chess()), {
    move: (chess) => chess.move("Nc6"), undo: (chess) => chess.undo(), load: (chess) => chess.load(KIWIPETE), clear: (chess) => chess.clear(),
    header: (chess) => chess.header("White", "Ada", "Black", "Bob"), setHeader: (chess) => chess.setHeader("White", "Ada"),
    put: (chess) => chess.put({ type: "q", color: "w" }, "h5"), remove: (chess) => chess.remove("h1"), setUp: (chess) => chess.setUp({ castling: "K" }),
    setTurn: (chess) => chess.setTurn("w"), setCastlingRights: (chess) => chess.setCastlingRights("w", { k: false }),
    addNag: (chess) => chess.addNag(1), setComment: (chess) => chess.setComment("a"),
  }],
  [() => after(new VariantChess(undefined, { variant: "Crazyhouse" })), {
    move: (chess) => chess.move("Nc6"), undo: (chess) => chess.undo(), loadPgn: (chess) => chess.loadPgn(ANNOTATED),
  }],
  [() => readGame(ANNOTATED).tree(), {
    add: (tree) => tree.add(tree.nodes[2], "Nf3"), promote: (tree) => tree.promote(tree.nodes[3]), remove: (tree) => tree.remove(tree.nodes[2]),
    comment: (tree) => tree.comment(tree.nodes[1], "b"), glyphs: (tree) => tree.glyphs(tree.nodes[1], 2),
  }],
];

test("a change for which the stack is too small changes nothing", () => {
  let exhausted = 0;
  for (const [make, calls] of CHANGES) {
    for (const [name, change] of Object.entries(calls)) {
      for (let warm = 0; warm < 3; warm += 1) shown(make(), change(make()));
      for (let frames = 1; frames < 3_000; frames = Math.ceil(1.2 * frames)) {
        const object = make();
        const before = shown(object);
        try {
          withFrames(frames, () => change(object));
        } catch (error) {
          exhausted += 1;
          assert.ok(isOfStack(error), error.stack);
          assert.equal(shown(object), before, `${name} with ${frames} frames`);
        }
      }
    }
  }
  assert.ok(150 < exhausted, `${exhausted} changes failed`);
});

test("a count of the greatest depth fits the stack of the module, and a greater one is refused", () => {
  const chess = new Chess("k7/p7/P7/8/8/p7/P7/K7 w - - 0 1");
  assert.equal(chess.perft(9), chess.divide(9).reduce((sum, [, count]) => sum + count, 0));
  for (const depth of [10, 1e6, 2 ** 32]) assert.throws(() => chess.divide(depth), (error) => error.code === "range");
});

/** Runs in a process whose modules may have 64 MiB. */
const withLittleMemory = () => {
  const isFull = (error) => error instanceof ChessError && error.code === "memory";
  const chess = new Chess();
  chess.loadPgn(ANNOTATED);
  const before = chess.pgn();
  const tables = newTables();
  const read = readGame(ANNOTATED);
  for (let round = 0; round < 3; round += 1) {
    // Tables that are larger than the memory, or than any memory.
    for (const size of [100_000_000, 2 ** 31 - 1, 2 ** 32]) assert.throws(() => tables.add("KRvK.rtbw", new Uint8Array(size)), isFull);
    // A game of 40 million characters is read into memory more than once.
    const long = `1. e4 {${"a".repeat(40_000_000)}} *`;
    assert.throws(() => readGame(long), isFull);
    assert.throws(() => chess.move("a".repeat(120_000_000)), (error) => error.code === "malformed");
    assert.throws(() => new VariantChess(undefined, { variant: "Atomic" }).loadPgn(long), isFull);
    // The text of a FEN never reaches the memory.
    assert.throws(() => new Chess("a".repeat(120_000_000)), (error) => error instanceof ChessError && error.code === "fen");
    assert.equal(tables.wdl(KQK), "win");
    assert.equal(tables.names.length, 2);
    assert.equal(chess.pgn(), before);
    assert.equal(read.tree().nodes.length, 5);
    assert.equal(chess.move("Nf3").san, "Nf3");
    assert.equal(chess.undo().san, "Nf3");
  }
  console.log("everything is as before");
};

test("what the memory has no room for is refused, and games and tables are as before", () => {
  const itself = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, ["--wasm-max-mem-pages=1024", itself], {
    env: { ...process.env, GARDEZ_LITTLE_MEMORY: "1", NODE_TEST_CONTEXT: undefined }, encoding: "utf8",
  });
  assert.match(child.stdout, /everything is as before/, child.stderr);
});

if (process.env.GARDEZ_LITTLE_MEMORY) {
  withLittleMemory();
  process.exit(0);
}

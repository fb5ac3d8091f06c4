import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { readBestMove, readInfo } from "gardez/uci";
import { Chess, ChessError } from "gardez";
import { openingOf, openingOfPosition } from "gardez/openings";
import { Evaluator } from "gardez/nnue";
import { svg } from "gardez/svg";
import { Tables } from "gardez/tables";

test("an opening has a code and a name", () => {
  const chess = new Chess();
  for (const san of ["e4", "c5", "Nf3", "d6", "d4"]) chess.move(san);
  const { eco, name, ply } = openingOf(chess);
  assert.deepEqual(openingOf(chess.tree().nodes.at(-1).line), { eco, name, ply });
  assert.match(eco, /^B5\d$/);
  assert.match(name, /^Sicilian Defense/);
  assert.ok(3 <= ply && ply <= 5);
  assert.equal(openingOf([]), null);
  assert.equal(openingOfPosition("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").name, "Sicilian Defense");
  assert.equal(openingOfPosition("nonsense"), null);
});

test("tables give values and ranked moves", () => {
  const tables = new Tables();
  const fen = "8/8/8/8/8/4k3/8/4K2Q w - - 0 1";
  assert.throws(() => tables.wdl(fen), (error) => error instanceof ChessError && error.code === "probe");
  const folder = new URL("../../../../crates/syzygy/tests/tables/", import.meta.url);
  for (const name of ["KQvK.rtbw", "KQvK.rtbz"]) tables.add(name, new Uint8Array(readFileSync(new URL(name, folder))));
  assert.deepEqual([tables.names.length, tables.maxPieces, tables.wdl(fen)], [2, 3, "win"]);
  assert.ok(0 < tables.dtz(fen));
  const [best] = tables.moves(fen);
  assert.equal(best.wdl, "win");
  assert.match(new Chess(fen).move(best.lan).san, /^[QK]/);
});

test("the module is loaded from its own file, too, and not without being asked for", () => {
  const program = `
    import { readFileSync } from "node:fs";
    import { Chess, load } from "gardez";
    await load(readFileSync("wasm/gardez_bg.wasm"));
    console.log(new Chess().perft(5), new Chess().key === 0x8f8f01d4562f59fbn);
  `;
  const bare = "const { Chess } = await import('gardez'); delete globalThis.WebAssembly; console.log(new Chess().move('e4').san)";
  const options = { cwd: new URL("..", import.meta.url), encoding: "utf8" };
  for (const [text, printed] of [[program, "4865609 true\n"], [bare, "e4\n"]]) {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", text], options);
    assert.equal(stdout, printed, stderr);
  }
});

test("an environment without TextDecoder and TextEncoder, such as jsdom, is enough", () => {
  const program = `
    const { load, Chess } = await import("gardez");
    await load();
    const pgn = '[White "Żółć ♞"]\\n\\n1. e4 {größer} *';
    const bytes = process.getBuiltinModule("node:buffer").Buffer.from(pgn);
    const pieces = async function* () { for (const byte of bytes) yield Uint8Array.of(byte); };
    for (const source of [pgn, new Uint8Array(bytes), pieces()]) for await (const game of Chess.games(source)) console.log(game.headers.White, game.tree().root.children[0].comments[0]);
    console.log(new Chess().loadPgn("1. e4 {\\ud800} *"));
  `;
  const bare = "data:text/javascript,delete globalThis.TextDecoder; delete globalThis.TextEncoder";
  const options = { cwd: new URL("..", import.meta.url), encoding: "utf8" };
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", bare, "--input-type=module", "-e", program], options);
  assert.equal(stdout, `${"Żółć ♞ größer\n".repeat(3)}undefined\n`, stderr);
});

test("lines of an engine are read as far as they can be", () => {
  const line = "info depth 12 seldepth 18 multipv 1 score cp -31 lowerbound wdl 10 980 10 nodes 12345 nps x time 7 pv e7e5 g1f3";
  assert.deepEqual(readInfo(line), {
    depth: 12, seldepth: 18, multipv: 1, score: { cp: -31, bound: "lower" }, wdl: [10, 980, 10], nodes: 12345, time: 7, pv: ["e7e5", "g1f3"],
  });
  assert.deepEqual(readInfo("info score mate -3 pv"), { score: { mate: -3 }, pv: [] });
  assert.deepEqual(readInfo("info string depth 3 is not a depth"), { string: "depth 3 is not a depth" });
  assert.deepEqual(readInfo("info score cp much"), {});
  assert.equal(readInfo("option name Hash"), undefined);
  assert.deepEqual(readBestMove("bestmove e2e4 ponder e7e5"), { move: "e2e4", ponder: "e7e5" });
  assert.equal(readBestMove("bestmove (none)"), null);
  assert.equal(readBestMove("info depth 1"), undefined);
});

test("a picture has the pieces and marks of a position", () => {
  const chess = new Chess();
  chess.move("e4");
  const picture = svg(chess, { flip: true, size: 300, lastMove: chess.history({ verbose: true })[0], arrows: [{ color: "R", from: "g1", to: "f3" }], squares: [{ square: "e4", color: "#123456" }], title: "After 1. e4" });
  for (const part of ["<svg ", "gardez-knight", "#882020", "#123456", "After 1. e4", "300"]) assert.ok(picture.includes(part), part);
  assert.equal(svg(chess.fen()), svg(chess));
  assert.notEqual(svg(chess), svg(chess, { theme: "blue" }));
  assert.ok(svg("8/8/8/8/8/8/8/8 w - - 0 1", { coordinates: "none" }).length < 6_000);
  assert.ok(svg("4k3/8/8/8/8/8/8/4K2q[Qn] w - - 0 1", { check: true }) !== svg("4k3/8/8/8/8/8/8/4K2q w - - 0 1"));
  const wrong = [() => svg("nonsense"), () => svg(chess, { theme: "x" }), () => svg(chess, { arrows: [{ from: "a1", to: "x" }] }), () => svg(chess, { check: "z9" }), () => svg(chess, { squares: [{ square: "a1", color: "red" }] }), () => svg(7)];
  for (const call of wrong) assert.throws(call, ChessError);
});

test("a network that is damaged is refused with its reason", () => {
  assert.throws(() => new Evaluator(new Uint8Array([1, 2, 3])), (error) => error instanceof ChessError && error.code === "network" && /version/.test(error.message));
  assert.throws(() => new Evaluator("x"), (error) => error.code === "network");
});

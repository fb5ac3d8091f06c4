import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { Chess } from "gardez";
import { Evaluator } from "gardez/nnue";

const network = join(process.env.GARDEZ_DATA ?? "", "vectors/nnue/rnd_sf18small.nnue");

test("evaluations are those of Stockfish 18, of positions and along games", { skip: !existsSync(network) && "GARDEZ_DATA is not set" }, () => {
  const evaluator = new Evaluator(new Uint8Array(readFileSync(network)));
  assert.equal(evaluator.kind, "stockfish-16 128");
  const known = readFileSync(new URL("../../../../conformance/data/nnue/sf18small.tsv", import.meta.url), "utf8").trim().split("\n").slice(1);
  for (const line of known) {
    const [fen, , bucket, material, positional] = line.split("\t");
    const found = evaluator.evaluate(fen);
    const expected = [material, positional].map((parts) => Number(parts.split(",")[Number(bucket)]));
    assert.deepEqual([found.bucket, Math.trunc(found.material / 16), Math.trunc(found.positional / 16)], [Number(bucket), ...expected.map((part) => Math.trunc(part / 16))], fen);
  }
  const chess = new Chess();
  for (const san of "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O".split(" ")) chess.move(san);
  const line = evaluator.evaluateLine(new Chess(), chess);
  assert.equal(line.length, 10);
  assert.deepEqual(line.at(-1), evaluator.evaluate(chess));
  const values = evaluator.pieceValues(chess);
  assert.ok(values[0] !== null && values[6] === null && values[4] === null);
  evaluator.free();
  assert.deepEqual(line[0], evaluator.evaluate(new Chess()), "it is read again");
  assert.throws(() => evaluator.evaluateLine(chess, [1]), (error) => error.code === "illegal");
  assert.throws(() => evaluator.evaluate("nonsense"), (error) => error.code === "fen");
});

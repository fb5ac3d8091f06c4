// The rules of `Chess` are JavaScript, and the Rust crates have the same rules: random games and damaged FENs against the
// Rust core, which the module of `gardez/variants` runs as chess.

import assert from "node:assert/strict";
import test from "node:test";
import { Chess } from "gardez";
import { Chess as Core } from "gardez/variants";

const GAMES = Number(process.env.GARDEZ_WEB_LAW_GAMES ?? 60);
const FENS = Number(process.env.GARDEZ_WEB_LAW_FENS ?? 4_000);

let state = Number(process.env.GARDEZ_WEB_SEED ?? 1) >>> 0;
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];

const sorted = (raws) => Uint16Array.from(raws).sort().join();

/** Everything that both say of a position. */
const compare = (chess, core) => {
  const fen = chess.fen();
  assert.equal(fen, core.fen());
  assert.equal(sorted(chess._position.moves()), sorted(core.legalMoves()), fen);
  assert.equal(chess.isCheck(), core.isCheck(), fen);
  if (random(16) !== 0) return;
  assert.equal(chess.moves().toSorted().join(), core.moves().toSorted().join(), fen);
  assert.equal(chess.ascii(), core.ascii());
};

/** How the core and this package name the ends that both know. Draws that a player must claim are no ends of a variant. */
const ends = (chess) => {
  const { kind, winner } = chess.outcome() ?? {};
  return ["checkmate", "stalemate"].includes(kind) ? `${kind} ${winner}` : "";
};

test(`${GAMES} random games are those of the Rust core`, () => {
  let positions = 0;
  for (let game = 0; game < GAMES; game += 1) {
    const chess = new Chess();
    const core = new Core();
    for (let ply = 0; ply < 200; ply += 1) {
      compare(chess, core);
      positions += 1;
      const raws = chess._position.moves();
      if (raws.length === 0) assert.equal(ends(chess), ends(core), chess.fen());
      if (raws.length === 0 || core.isGameOver()) break;
      const raw = pick(raws);
      const san = chess._position.san(raw);
      chess._play(raw, san);
      if (random(4) === 0) core.move(san);
      else core.play(raw);
    }
    if (game % 10 === 0) assert.deepEqual(chess.history(), core.history());
    for (let back = random(20); 0 < back && chess.undo() !== null; back -= 1) core.undo();
    compare(chess, core);
  }
  assert.ok(GAMES * 20 < positions);
});

test(`${FENS} damaged FENs are positions of the Rust core, or have problems`, () => {
  let [agreed, odd] = [0, 0];
  const chess = new Chess();
  for (let count = 0; count < FENS; count += 1) {
    if (chess.isGameOver() || random(150) === 0) chess.reset();
    chess.move(pick(chess.moves()));
    const whole = chess.fen();
    const place = random(whole.length);
    const fen = random(5) === 0 ? whole : whole.slice(0, place) + pick([..."KQRBNPkqrbnp12345678/ -wb0"]) + whole.slice(place + random(2));
    let read;
    try {
      read = new Chess(fen);
    } catch {
      continue;
    }
    // As in chess.js, rights stay without their rooks: in the core they do not.
    if (65_535 < read._position.halfMoves || 65_535 < read._position.moveNumber) continue;
    const [pieces, turn, , ...rest] = read.fen({ forceEnpassantSquare: true }).split(" ");
    if (read._position.withRights(read._position.castling).castling !== read._position.castling) read.load([pieces, turn, "-", ...rest].join(" "));
    if (0 < read.problems().length) {
      assert.throws(() => new Core(read.fen()), fen);
      odd += 1;
    } else {
      compare(read, new Core(read.fen({ forceEnpassantSquare: true })));
      agreed += 1;
    }
  }
  assert.ok(FENS / 4 < agreed && 0 < odd, `${agreed} ${odd}`);
});

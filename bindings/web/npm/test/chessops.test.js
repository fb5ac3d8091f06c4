// The rules and PGN of the class against chessops, run as a program of its own: random games of chess and Chess960.

import assert from "node:assert/strict";
import test from "node:test";
import { Chess, load } from "gardez";

const GAMES = Number(process.env.GARDEZ_WEB_OPS ?? 40);

let ops;
try {
  const load = (name) => import(new URL(`../../bench/node_modules/chessops/dist/esm/${name}.js`, import.meta.url).href);
  ops = Object.assign({}, ...(await Promise.all(["chess", "attacks", "fen", "pgn", "san"].map(load))));
} catch {
  // The peer is not installed.
}

let state = Number(process.env.GARDEZ_WEB_SEED ?? 1) >>> 0;
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const ROLES = ["knight", "bishop", "rook", "queen"];
const partsOf = (raw) => {
  const parts = { from: (raw >> 6) & 63, to: raw & 63 };
  return raw >> 14 === 1 ? { ...parts, promotion: ROLES[(raw >> 12) & 3] } : parts;
};

await load();

test(`${GAMES} games of chess and Chess960 are those of chessops`, { skip: ops === undefined && "chessops is not installed" }, () => {
  let positions = 0;
  for (let count = 0; count < GAMES; count += 1) {
    const ours = count % 2 === 0 ? new Chess() : Chess.chess960(random(960));
    const theirs = ops.Chess.fromSetup(ops.parseFen(ours.fen()).unwrap()).unwrap();
    const sans = [];
    for (let ply = random(150); 0 < ply; ply -= 1) {
      positions += 1;
      const moves = ours._position.moves();
      const targets = new Set(moves.map((raw) => raw & 0xfff));
      let known = 0;
      for (const [from, dests] of theirs.allDests()) {
        known += dests.size();
        for (const to of dests) assert.ok(targets.has((from << 6) | to), `${ours.fen()}: ${from} ${to}`);
      }
      assert.equal(known, targets.size, ours.fen());
      assert.equal(ours.isCheckmate(), theirs.isCheckmate());
      assert.equal(ours.isStalemate(), theirs.isStalemate());
      assert.equal(ours.isInsufficientMaterial(), theirs.isInsufficientMaterial(), ours.fen());
      if (moves.length === 0) break;
      const square = random(64);
      for (const color of ["white", "black"]) {
        const names = (squares) => [...squares].map((index) => "abcdefgh"[index & 7] + ((index >> 3) + 1)).sort();
        const { board } = theirs;
        const from = ops.kingAttacks(square).intersect(board.king).union(ops.knightAttacks(square).intersect(board.knight))
          .union(ops.rookAttacks(square, board.occupied).intersect(board.rooksAndQueens()))
          .union(ops.bishopAttacks(square, board.occupied).intersect(board.bishopsAndQueens()))
          .union(ops.pawnAttacks(color === "white" ? "black" : "white", square).intersect(board.pawn));
        const attackers = from.intersect(board[color]);
        assert.deepEqual(ours.attackers(names([square])[0], color[0]).toSorted(), names(attackers), ours.fen());
      }
      const raw = moves[random(moves.length)];
      const san = ours._position.san(raw);
      assert.equal(san, ops.makeSan(theirs, partsOf(raw)), ours.fen());
      const { from, to, promotion } = ops.parseSan(theirs, san);
      assert.deepEqual({ from, to, ...(promotion && { promotion }) }, partsOf(raw));
      sans.push(san);
      assert.equal(ours.move(san).san, san);
      theirs.play(partsOf(raw));
      const [board, turn, , passed, half, number] = ours.fen().split(" ");
      const other = ops.makeFen(theirs.toSetup()).split(" ");
      assert.deepEqual([board, turn, passed, half, number], [other[0], other[1], other[3], other[4], other[5]]);
    }
    const [read] = ops.parsePgn(ours.pgn());
    assert.deepEqual([...read.moves.mainline()].map(({ san }) => san), sans);
    if (ours.isChess960) read.headers.set("Variant", "Chess960");
    const again = new Chess();
    again.loadPgn(ops.makePgn(read));
    assert.equal(again.fen(), ours.fen());
  }
  assert.ok(GAMES * 30 < positions);
});

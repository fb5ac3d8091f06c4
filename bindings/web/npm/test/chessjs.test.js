// The class against chess.js, for the names that both have. Each difference that is allowed has its rule.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { Chess } from "gardez";

const GAMES = Number(process.env.GARDEZ_WEB_GAMES ?? 50);
const FENS = Number(process.env.GARDEZ_WEB_FENS ?? 2_000);

let Peer;
try {
  ({ Chess: Peer } = createRequire(new URL("../../bench/package.json", import.meta.url))("chess.js"));
} catch {
  // The peer is not installed.
}

let state = Number(process.env.GARDEZ_WEB_SEED ?? 1) >>> 0;
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

const FACTS = [
  "isCheck", "inCheck", "isCheckmate", "isStalemate", "isInsufficientMaterial", "isThreefoldRepetition", "isDrawByFiftyMoves",
  "isDraw", "isGameOver", "turn", "moveNumber", "ascii",
];

const compare = (ours, theirs) => {
  assert.equal(ours.fen(), theirs.fen());
  assert.deepEqual(ours.moves().toSorted(), theirs.moves().toSorted(), ours.fen());
  for (const name of FACTS) assert.deepEqual(ours[name](), theirs[name](), `${name}: ${ours.fen()}`);
};

const plain = (move) => {
  const { color, from, to, piece, captured, promotion, flags, san, lan, before, after } = move;
  return { color, from, to, piece, captured, promotion, flags, san, lan, before, after };
};

test(`${GAMES} random games are those of chess.js`, { skip: Peer === undefined && "chess.js is not installed" }, () => {
  for (let game = 0; game < GAMES; game += 1) {
    const [ours, theirs] = [new Chess(), new Peer()];
    const length = 1 + random(200);
    for (let ply = 0; ply < length; ply += 1) {
      const moves = ours.moves();
      if (moves.length === 0) break;
      const san = moves[random(moves.length)];
      assert.deepEqual(plain(ours.move(san)), plain(theirs.move(san)));
      if (ply % 9 === 0) {
        compare(ours, theirs);
        assert.deepEqual(ours.board(), theirs.board());
        const known = new Map(theirs.moves({ verbose: true }).map((move) => [move.lan, plain(move)]));
        for (const move of ours.moves({ verbose: true })) assert.deepEqual(plain(move), known.get(move.lan));
      } else assert.equal(ours.fen(), theirs.fen());
    }
    compare(ours, theirs);
    assert.deepEqual(ours.history(), theirs.history());
    const again = new Peer();
    again.loadPgn(ours.pgn());
    assert.deepEqual(again.history(), ours.history());
    const back = new Chess();
    back.loadPgn(theirs.pgn());
    assert.equal(back.fen(), theirs.fen());
    const taken = [ours.undo(), theirs.undo()];
    assert.deepEqual(plain(taken[0]), plain(taken[1]));
    assert.equal(ours.fen(), theirs.fen());
  }
});

test("a null move is that of chess.js", { skip: Peer === undefined && "chess.js is not installed" }, () => {
  const [ours, theirs] = [new Chess(), new Peer()];
  for (const move of ["e4", "--", "d4", "d5", null, "Nf6"]) {
    const [mine, other] = [ours.move(move), theirs.move(move)];
    // The squares of a null move say nothing: chess.js names a8, and the class the king's square.
    for (const name of ["color", "piece", "flags", "san", "before", "after"]) assert.equal(mine[name], other[name]);
    compare(ours, theirs);
  }
  for (let count = 0; count < 6; count += 1) {
    assert.equal(ours.undo().san, theirs.undo().san);
    assert.equal(ours.fen(), theirs.fen());
  }
});

/** A FEN on the way of a random game, sometimes damaged. */
const randomFen = () => {
  const chess = new Chess();
  for (let ply = random(80); 0 < ply; ply -= 1) {
    const moves = chess.legalMoves();
    if (moves.length === 0) break;
    chess.play(moves[random(moves.length)]);
  }
  const fen = chess.fen();
  if (random(3) !== 0) return fen;
  const at = random(fen.length);
  return fen.slice(0, at) + "pPkK1/ w-b8q"[random(12)] + fen.slice(at + random(2));
};

/** Where the two differ about what a FEN is, and the rule that decides. */
const RULES = [
  ["a king can be captured: not a position of a game", (fen) => isRefused(fen, /check|king|attack/)],
  ["what Stockfish reads without, such as missing counters, is read", (fen) => fen.trim().split(/\s+/).length < 6],
  ["counters and fields are read as Stockfish reads them", (fen) => !/ \d+ [1-9]\d*$/.test(fen)],
  ["an en passant square that no double step can have passed is left out", (fen) => fen.split(" ")[3] !== "-"],
  ["a castling right without its rook is left out", (fen) => fen.split(" ")[2] !== "-"],
];
const isRefused = (fen, reason) => {
  try {
    new Chess(fen);
    return false;
  } catch ({ message }) {
    return reason.test(message);
  }
};

const attempt = (make) => {
  try {
    return make();
  } catch {
    return null;
  }
};

test(`${FENS} FENs are read as chess.js reads them`, { skip: Peer === undefined && "chess.js is not installed" }, () => {
  let agreed = 0;
  for (let count = 0; count < FENS; count += 1) {
    const fen = randomFen();
    const [ours, theirs] = [attempt(() => new Chess(fen)), attempt(() => new Peer(fen))];
    if (ours !== null && theirs !== null && ours.fen() === theirs.fen()) {
      compare(ours, theirs);
      agreed += 1;
    } else if (ours !== null || theirs !== null) {
      assert.ok(RULES.some(([, holds]) => holds(fen)), `${fen}: gardez ${ours?.fen()}, chess.js ${theirs?.fen()}`);
    }
  }
  assert.ok(FENS * 0.6 < agreed, `only ${agreed} of ${FENS}`);
});

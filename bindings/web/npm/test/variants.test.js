import assert from "node:assert/strict";
import test from "node:test";
import { ChessError } from "gardez";
import { VARIANTS, Chess as VariantChess } from "gardez/variants";

test("counts of all variants are those that are known", () => {
  // From the start position, depth 3.
  const known = { "Standard": 8_902, "Crazyhouse": 8_902, "Antichess": 8_067, "Atomic": 8_902, "Three-check": 8_902, "King of the Hill": 8_902, "Racing Kings": 11_264, "Horde": 1_274 };
  for (const variant of VARIANTS) {
    const counted = [1, 2, 3].map((depth) => new VariantChess(undefined, { variant }).perft(depth));
    assert.equal(counted[2], known[variant], `${variant}: ${counted}`);
  }
});

test("crazyhouse has pockets and drops", () => {
  const chess = new VariantChess(undefined, { variant: "crazyhouse" });
  for (const move of ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8"]) chess.move(move);
  assert.deepEqual(chess.pockets(), { w: { p: 1 }, b: { p: 1 } });
  assert.equal(chess.fen(), "rnbqkbnr/ppp1pppp/8/8/8/2N5/PPPP1PPP/R1BQKBNR/Pp w KQkq - 2 4");
  assert.match(chess.fen({ dialect: "libraries" }), /\[Pp\] w/);
  assert.ok(chess.drops("p").includes("d5") && !chess.drops("p").includes("d8"));
  const { san, lan, drop, from, to } = chess.move({ drop: "p", to: "d5" });
  assert.deepEqual([san, lan, drop, from, to], ["@d5", "P@d5", "p", undefined, "d5"]);
  assert.equal(chess.history().at(-1), "@d5");
  assert.deepEqual(chess.undo().san, "@d5");
  assert.equal(new VariantChess(chess.fen(), { variant: "zh" }).fen(), chess.fen());
  assert.deepEqual(chess.dests().get("c3"), chess.moves({ verbose: true, square: "c3" }).map(({ to }) => to));
});

test("games end by the rules of their variant", () => {
  const check = new VariantChess(undefined, { variant: "3check" });
  for (const move of "e4 e5 Bc4 Nc6 Bxf7+ Kxf7 Qh5+ Kf6 Qf5+".split(" ")) check.move(move);
  assert.deepEqual(check.outcome(), { kind: "three-checks", winner: "w" });
  assert.deepEqual([check.isGameOver(), check.moves(), check.checksLeft()], [true, [], { w: 0, b: 3 }]);
  const hill = new VariantChess("4k3/8/8/8/8/4K3/8/8 w - - 0 1", { variant: "koth" });
  hill.move("Kd4");
  assert.deepEqual(hill.outcome(), { kind: "hill", winner: "w" });
  const anti = new VariantChess("8/P7/8/8/8/8/7p/8 w - - 0 1", { variant: "antichess" });
  assert.equal(anti.move({ from: "a7", to: "a8", promotion: "k" }).san, "a8=K");
});

test("games are read and written with their variations", () => {
  const text = `[Variant "Crazyhouse"]\n\n1. e4 {a} d5 2. exd5 Qxd5 3. Nc3 Qd8 (3... Qa5 $1 {b}) 4. @d5 *\n\n[Variant "Atomic"]\n\n1. Nf3 e5 2. Nxe5 *`;
  const [house, atomic] = VariantChess.games(text);
  assert.deepEqual([house.variant, house.problems, atomic.variant], ["Crazyhouse", [], "Atomic"]);
  const tree = house.tree();
  assert.equal(tree.nodes.length, 9);
  const [again] = VariantChess.games(tree.pgn());
  assert.equal(again.tree().pgn(), tree.pgn());
  assert.match(tree.pgn({ maxWidth: 0 }), /\[Variant "Crazyhouse"\][^]*1\. e4 \{ a \} 1\.\.\. d5 2\. exd5 Qxd5 3\. Nc3 Qd8 \(3\.\.\. Qa5 \$1 \{ b \}\) 4\. @d5 \*/);
  assert.doesNotMatch(tree.pgn(), /FEN/);
  const qd8 = tree.nodes.find(({ san }) => san === "Qd8");
  assert.equal(tree.add(qd8, "P@e6").san, "@e6");
  assert.equal(tree.chess(qd8).fen(), "rnbqkbnr/ppp1pppp/8/8/8/2N5/PPPP1PPP/R1BQKBNR/Pp w KQkq - 2 4");
  assert.equal(atomic.chess().get("e5"), undefined);
  const chess = new VariantChess();
  chess.loadPgn(text);
  assert.deepEqual([chess.variant, chess.history().length], ["Crazyhouse", 7]);
  assert.match(chess.pgn(), /Qa5/);
  assert.throws(() => chess.loadPgn(`[Variant "Atomic"]\n\n1. e5 *`), (error) => error.code === "pgn" && error.start === 23);
  assert.equal(chess.variant, "Crazyhouse");
});

test("games of variants arrive in pieces, too, and problems have a kind and a place", async () => {
  const text = `[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 *\n\n[Variant "Atomic"]\n\n1. e4 e5 2. Ke3 *\n`;
  const pieces = async function* () {
    for (let start = 0; start < text.length; start += 7) yield text.slice(start, start + 7);
  };
  const found = [];
  for await (const game of VariantChess.games(pieces())) found.push(game);
  assert.deepEqual(found.map(({ variant }) => variant), ["Crazyhouse", "Atomic"]);
  assert.equal(found[0].tree().nodes.length, 5);
  const [{ kind, severity, line, column, start, end }] = found[1].problems;
  assert.deepEqual([kind, severity, line, column, text.slice(start, end)], ["variant-move", "error", 7, 13, "Ke3"]);
});

test("what is wrong is an error, and games come back by themselves", () => {
  const refused = [
    () => new VariantChess(undefined, { variant: "suicide" }), () => new VariantChess("8/8", { variant: "atomic" }), () => new VariantChess("8/8"), () => new VariantChess(undefined, { variant: 1 }), () => new VariantChess().move("e5"),
    () => new VariantChess().move({ from: "e2", to: "x" }), () => new VariantChess().move(null), () => new VariantChess().play(-1),
    () => new VariantChess(undefined, { variant: "horde" }).perft(10), () => new VariantChess(undefined, { variant: "crazyhouse" }).move({ drop: "q", to: "e4" }), () => new VariantChess().loadPgn(""),
    () => new VariantChess().fen({ dialect: "x" }), () => new VariantChess().loadPgn("1. e4 -- *"),
  ];
  for (const call of refused) assert.throws(call, ChessError);
  const games = Array.from({ length: 3_000 }, () => {
    const chess = new VariantChess(undefined, { variant: "atomic" });
    chess.move("Nf3");
    return chess;
  });
  assert.equal(games[0].fen(), games[2_999].fen());
  assert.equal(games[0].copy().undo().san, "Nf3");
});

import assert from "node:assert/strict";
import test from "node:test";
import { Chess, ChessError, SetUp } from "gardez";

test("an editor holds any pieces, and says all that is wrong at once", () => {
  const setUp = SetUp.empty();
  assert.deepEqual(setUp.problems().map(({ message }) => message), ["there is no white king", "there is no black king"]);
  for (const square of ["a1", "b1"]) setUp.put({ type: "k", color: "w" }, square);
  setUp.put("p", "a8");
  assert.deepEqual(setUp.problems().map(({ message }) => message), [
    "there are 2 white kings", "there is no black king", "a pawn cannot be on a8",
  ]);
  assert.equal(setUp.fen(), "p7/8/8/8/8/8/8/KK6 w - - 0 1");
  assert.throws(() => setUp.chess(), (error) => error instanceof ChessError && error.code === "fen" && /2 white kings; there is no/.test(error.message));
  assert.deepEqual(setUp.remove("b1"), { type: "k", color: "w" });
  assert.equal(setUp.remove("b1"), undefined);
  setUp.put("k", "a8");
  setUp.put("R", "h8");
  assert.match(setUp.problems()[0].message, /black king can be captured/);
  setUp.turn = "b";
  assert.deepEqual(setUp.problems(), []);
  assert.equal(setUp.chess().turn(), "b");
  assert.deepEqual(new SetUp(setUp.fen()).board(), setUp.board());
});

test("rights, squares and counters are set, and what does not fit is a note or left out", () => {
  const setUp = new SetUp("4k3/8/8/8/8/8/8/4K2R w KQ e3 12 34");
  assert.deepEqual([setUp.castling, setUp.enPassant, setUp.halfMoves, setUp.moveNumber], ["KQ", "e3", 12, 34]);
  assert.ok(setUp.problems().every(({ severity }) => severity === "note") && setUp.problems().length !== 0);
  const chess = setUp.chess();
  assert.equal(chess.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 12 34");
  assert.notEqual(chess.problems.length, 0);
  setUp.castling = "k";
  setUp.enPassant = null;
  assert.equal(setUp.fen(), "4k3/8/8/8/8/8/8/4K2R w k - 12 34");
  setUp.clear();
  assert.equal(setUp.fen(), "8/8/8/8/8/8/8/8 w - - 0 1");
  assert.equal(new SetUp().chess().perft(3), 8_902);
  const refused = [
    () => new SetUp("nonsense"), () => new SetUp("8/8/8/8/8/8/8/9 w - - 0 1"), () => new SetUp(7), () => setUp.put("x", "a1"),
    () => setUp.put("P", "j9"), () => (setUp.turn = "x"), () => (setUp.castling = "KK"), () => (setUp.enPassant = "x"), () => (setUp.halfMoves = -1),
  ];
  for (const call of refused) assert.throws(call, ChessError);
});

test("a game gives its tree, which has what was read and goes its own way", () => {
  const chess = new Chess();
  chess.loadPgn("1. e4 {best} e5 (1... c5) 2. Nf3 *");
  const tree = chess.tree();
  assert.deepEqual(tree.root.children[0].children.map(({ san }) => san), ["e5", "c5"]);
  assert.equal(tree.chess(tree.nodes.at(-1)).history().length, tree.nodes.at(-1).ply);
  tree.add(tree.root, "d4");
  assert.doesNotMatch(chess.pgn(), /d4/);
  const frc = Chess.chess960(0);
  frc.move(frc.moves()[0]);
  const own = frc.tree();
  assert.equal(own.chess(own.nodes[1]).fen(), frc.fen());
});

test("a text that is too long for a FEN is refused before it is read", () => {
  const refused = { code: "fen", message: "a FEN is longer than 1000 characters" };
  for (const long of ["8".repeat(100_000_000), "/".repeat(100_000_000), " ".repeat(1001)]) {
    for (const read of [() => new SetUp(long), () => new Chess(long)]) assert.throws(read, refused);
  }
});

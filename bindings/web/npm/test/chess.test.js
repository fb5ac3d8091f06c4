import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { Chess, ChessError, DEFAULT_POSITION, SQUARES, squareColor, validateFen } from "gardez";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const refusal = (code) => (error) => error instanceof ChessError && error.code === code;

test("a game has the names of chess.js", () => {
  const chess = new Chess();
  assert.equal(chess.fen(), DEFAULT_POSITION);
  const { san, lan, flags, before, after } = chess.move("e4");
  assert.deepEqual({ san, lan, flags, before }, { san: "e4", lan: "e2e4", flags: "b", before: DEFAULT_POSITION });
  assert.equal(after, chess.fen());
  chess.move({ from: "c7", to: "c5" });
  chess.move("g1f3");
  assert.deepEqual(chess.history(), ["e4", "c5", "Nf3"]);
  assert.equal(chess.undo().san, "Nf3");
  assert.deepEqual([chess.turn(), chess.moveNumber(), chess.get("c5")], ["w", 2, { type: "p", color: "b" }]);
  assert.equal(chess.get("e3"), undefined);
});

test("require gives the same module as import", () => {
  const { Chess: Required } = createRequire(import.meta.url)("gardez");
  assert.equal(Required, Chess);
});

test("castling is e1g1 in standard chess and e1h1 in Chess960", () => {
  const castles = (options) => {
    const chess = new Chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1", options);
    const move = chess.move("O-O");
    return [move.to, move.lan, move.flags, chess.get("g1")?.type, chess.get("f1")?.type];
  };
  assert.deepEqual(castles(), ["g1", "e1g1", "k", "k", "r"]);
  assert.deepEqual(castles({ chess960: true }), ["h1", "e1h1", "k", "k", "r"]);
});

test("the en passant square is printed as the caller chooses", () => {
  const chess = new Chess();
  chess.move("e4");
  const square = (enPassant) => chess.fen({ enPassant }).split(" ")[3];
  assert.deepEqual([square("legal"), square("xfen"), square("always")], ["-", "-", "e3"]);
  assert.equal(chess.fen({ forceEnpassantSquare: true }).split(" ")[3], "e3");
});

test("each refusal has a code, and a place where there is one", () => {
  const chess = new Chess("4k3/8/8/8/8/8/8/N3K2N w - - 0 1");
  assert.throws(() => new Chess("8/8 w - - 0 1"), (error) => error.code === "fen" && error.start === 3);
  assert.throws(() => chess.move("Nq9"), refusal("malformed"));
  assert.throws(() => chess.move("Ke3"), refusal("illegal"));
  assert.throws(() => chess.move({ from: "e1", to: "e5" }), refusal("illegal"));
  assert.throws(() => chess.play(0), refusal("illegal"));
  assert.throws(() => chess.perft(10), refusal("range"));
  const two = new Chess("4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1");
  two.load("4k3/8/8/8/2N5/8/8/2N1K3 w - - 0 1");
  assert.throws(() => two.move("Ne2+x"), refusal("malformed"));
  const knights = new Chess("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1");
  assert.throws(() => knights.move("Ne2"), (error) => error.code === "ambiguous" && error.candidates.sort().join() === "Nce2,Nge2");
});

test("a wrong FEN is underlined", () => {
  assert.deepEqual(validateFen(KIWIPETE), { ok: true });
  const { ok, start, end } = validateFen(KIWIPETE.replace(" w ", " x "));
  assert.deepEqual([ok, KIWIPETE.replace(" w ", " x ").slice(start, end)], [false, "x"]);
});

test("counts are those of every perft suite", () => {
  const chess = new Chess(KIWIPETE);
  assert.equal(chess.perft(3), 97_862);
  const divided = chess.divide(3);
  assert.equal(divided.length, 48);
  assert.equal(divided.reduce((sum, [, count]) => sum + count, 0), 97_862);
});

test("all ends of a game are recognized", () => {
  const outcome = (fen) => new Chess(fen).outcome();
  assert.deepEqual(outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), { kind: "checkmate", winner: "b" });
  assert.deepEqual(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), { kind: "stalemate", winner: null });
  assert.deepEqual(outcome("8/8/8/4k3/8/8/8/4K1N1 w - - 0 1"), { kind: "insufficient-material", winner: null });
  assert.deepEqual(outcome("8/8/8/5k2/8/8/4R3/4K3 w - - 100 90"), { kind: "fifty-moves", winner: null });
  const chess = new Chess();
  chess.playLine("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
  assert.deepEqual(chess.outcome(), { kind: "threefold-repetition", winner: null });
  assert.ok(chess.isThreefoldRepetition() && chess.isDraw() && chess.isGameOver());
  assert.equal(new Chess().outcome(), null);
});

test("boards such as chessground get their targets", () => {
  const dests = new Chess(KIWIPETE).dests();
  assert.deepEqual(dests.get("e1").toSorted(), ["c1", "d1", "f1", "g1"]);
  assert.equal([...dests.values()].flat().length, 48);
});

test("squares are named from a8 to h1", () => {
  assert.deepEqual([SQUARES[0], SQUARES[63], squareColor("a1"), squareColor("h1"), squareColor("z9")], ["a8", "h1", "dark", "light", null]);
});

test("keys are those of Stockfish and of Polyglot", () => {
  assert.equal(new Chess().key, 0x8f8f01d4562f59fbn);
  assert.equal(new Chess().polyglotKey, 0x463b96181691fc9cn);
});

test("planes and indices are those of lc0", () => {
  const chess = new Chess();
  const planes = chess.planes();
  assert.deepEqual([planes.length, planes[0], planes[1]], [224, 0xff00, 0]);
  const dense = chess.planes(1, { dense: true });
  assert.deepEqual([dense.length, dense.slice(0, 64).reduce((sum, cell) => sum + cell)], [7168, 8]);
  const [e4] = chess.copy().playLine("e4");
  assert.equal(chess.policyIndex(e4), 322);
  assert.equal(chess.legalMask().reduce((sum, bit) => sum + bit), 20);
});

test("a million games in one loop do not fill the memory", () => {
  const first = new Chess();
  first.move("e4");
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 20_000; i += 1) new Chess(KIWIPETE).move("O-O");
  assert.ok(process.memoryUsage().arrayBuffers - before < 64 << 20);
  assert.deepEqual(first.history(), ["e4"], "a game that gave way comes back");
  first.move("e5");
  assert.equal(first.undo().san, "e5");
});

test("a null move is taken back", () => {
  const chess = new Chess();
  chess.move("e4");
  assert.equal(chess.move("--").san, "--");
  assert.deepEqual([chess.turn(), chess.history()], ["w", ["e4", "--"]]);
  assert.equal(chess.undo().san, "--");
  assert.equal(chess.turn(), "b");
  assert.throws(() => new Chess("4k3/8/8/8/8/8/8/r3K3 w - - 0 1").move(null), refusal("illegal"));
});

test("a game that was disposed of refuses calls", { skip: !Symbol.dispose }, () => {
  const chess = new Chess();
  chess[Symbol.dispose]();
  assert.throws(() => chess.fen(), refusal("disposed"));
  assert.throws(() => chess.loadPgn("1. e4 *"), refusal("disposed"));
  chess[Symbol.dispose]();
});

test("Chess960 has 960 start positions", () => {
  assert.equal(Chess.chess960(518).fen({ castling: "xfen" }), DEFAULT_POSITION);
  assert.equal(Chess.chess960(0).chess960Number, 0);
  assert.throws(() => Chess.chess960(960), refusal("range"));
});

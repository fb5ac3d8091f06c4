import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import * as dropIn from "gardez/chess.js";
import { Chess, ChessError, DEFAULT_POSITION, SQUARES, load, validateFen } from "gardez";

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

test("require gives the same module as import, and both entries the same class", () => {
  const { Chess: Required } = createRequire(import.meta.url)("gardez");
  assert.equal(Required, Chess);
  assert.equal(dropIn.Chess, Chess);
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

test("the WebAssembly module is loaded when it is asked for, and its absence has a name", async () => {
  const chess = new Chess();
  for (const call of [() => chess.key, () => chess.polyglotKey, () => chess.planes(), () => chess.legalMask(), () => Chess.games("1. e4 *")]) {
    assert.throws(call, (error) => refusal("module")(error) && /await load\(\)/.test(error.message));
  }
  await load();
  await load();
  assert.equal(new Chess().key, 0x8f8f01d4562f59fbn);
  assert.equal(new Chess().polyglotKey, 0x463b96181691fc9cn);
});

test("each refusal has a code, a reason, and a place where there is one", () => {
  const chess = new Chess("4k3/8/8/8/8/8/8/N3K2N w - - 0 1");
  assert.throws(() => new Chess("8/8 w - - 0 1"), (error) => error.code === "fen" && error.start === 0 && error.end === 3);
  const rows = [
    [chess, "Nq9", { code: "malformed", start: 0, end: 3, reason: "it is not a move in any usual form" }],
    [chess, "Ke3", { code: "illegal", reason: "no white king can move to e3" }],
    [chess, "O-O", { code: "illegal", reason: "white cannot castle on the king's side" }],
    [chess, { from: "e1", to: "e5" }, { code: "illegal" }],
    [new Chess("4k3/8/8/8/8/8/4q3/4K2N w - - 0 1"), "Ng3", { code: "illegal", reason: "no white knight can move to g3, and white is in check" }],
    [new Chess("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"), "Ne2", { code: "ambiguous", candidates: ["Nce2", "Nge2"] }],
    [new Chess("4k3/8/8/8/8/8/4q3/4K2N w - - 0 1"), null, { code: "illegal" }],
  ];
  for (const [game, move, expected] of rows) {
    assert.throws(() => game.move(move), (error) => {
      const known = { code: error.code, start: error.start, end: error.end, reason: error.reason, candidates: error.candidates.toSorted() };
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(known[name], value, `${name} of ${JSON.stringify(move)}`);
      return error instanceof ChessError && error.message !== "";
    });
  }
});

test("what chess.js refuses with errors of JavaScript is a ChessError", () => {
  const chess = new Chess();
  const calls = [
    () => new Chess(7), () => new Chess(undefined, null), () => chess.load(null), () => chess.load({}), () => chess.clear(null), () => chess.fen(null),
    () => chess.put(null, "e4"), () => chess.findPiece(null), () => chess.findPiece(null), () => chess.setCastlingRights("w", null),
    () => chess.moves(null), () => chess.moves({ square: 7 }), () => chess.moves({ piece: {} }), () => chess.move("e4", null), () => chess.move(7n),
    () => chess.move({ self: 1n }), () => chess.history(null), () => chess.pgn(null), () => chess.loadPgn(null), () => chess.loadPgn("*", null),
    () => chess.loadPgn("*", { newlineChar: "(" }), () => chess.setComment(7), () => chess.setNags(7), () => chess.setSuffixAnnotation(Symbol("x")),
    () => chess.isPromotion(null), () => Chess.chess960(960), () => chess.divide(10), () => chess.setUp(null), () => chess.setUp({ turn: "x" }),
    () => chess.setUp({ castling: "x" }), () => chess.setUp({ enPassant: "x" }), () => chess.setUp({ halfMoves: -1 }), () => chess.loadPgn("1. e4 ]"),
    () => new Chess(" ".repeat(1001)),
  ];
  for (const call of calls) assert.throws(call, (error) => error instanceof ChessError && error.code !== undefined, String(call));
  assert.equal(chess.fen(), DEFAULT_POSITION);
});

test("a wrong FEN is underlined", () => {
  const rows = [[" w ", " x ", "x"], ["KQkq", "KQxq", "KQxq"], ["PPPQ", "PPZQ", "Z"], ["R w", "RR w", "R3K2RR"], [" 0 1", " x 1", "x"], [" - 0", " e9 0", "e9"], ["r3k2r", "r3k2p", "p"]];
  assert.deepEqual(validateFen(KIWIPETE), { ok: true });
  for (const [from, to, wrong] of rows.filter(([from]) => KIWIPETE.includes(from))) {
    const fen = KIWIPETE.replace(from, to);
    assert.equal(validateFen(fen).ok, false, fen);
    assert.throws(() => new Chess(fen), ({ start, end }) => fen.slice(start, end) === wrong, fen);
  }
});

test("a wall of pawns keeps a bishop from mate, and a search may not find out", async () => {
  await load();
  const wall = new Chess("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4KB2 w - - 0 1");
  assert.deepEqual(["w", "b"].map((color) => wall.canMate(color)), [false, false]);
  assert.equal(new Chess().canMate("w"), true);
  assert.equal(new Chess("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1").canMate("w"), false);
  assert.equal(new Chess("8/8/8/8/8/3k4/8/R3K3 b - - 0 1").canMate("w", { limit: 0 }), null);
  for (const call of [() => wall.canMate("x"), () => wall.canMate(), () => wall.canMate("w", { limit: -1 })]) assert.throws(call, ChessError);
});

test("counts are those of every perft suite, with the module and without", async () => {
  const chess = new Chess(KIWIPETE);
  assert.equal(chess.perft(3), 97_862);
  await load();
  assert.equal(chess.perft(4), 4_085_603);
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
  for (const san of "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(" ")) chess.move(san);
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
  const chess = new Chess();
  assert.deepEqual([SQUARES[0], SQUARES[63], chess.squareColor("a1"), chess.squareColor("h1"), chess.squareColor("z9")], ["a8", "h1", "dark", "light", null]);
});

test("planes and indices are those of lc0", async () => {
  await load();
  const chess = new Chess();
  const planes = chess.planes();
  assert.deepEqual([planes.length, planes[0], planes[1]], [224, 0xff00, 0]);
  const dense = chess.planes(1, { dense: true });
  assert.deepEqual([dense.length, dense.slice(0, 64).reduce((sum, cell) => sum + cell)], [7168, 8]);
  assert.equal(chess.policyIndex("e4"), 322);
  assert.equal(chess.legalMask().reduce((sum, bit) => sum + bit), 20);
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

test("Chess960 has 960 start positions", () => {
  assert.equal(Chess.chess960(518).fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  assert.match(Chess.chess960(0).fen(), /^bbqnnrkr\//);
  assert.match(Chess.chess960(959).fen(), /^rkrnnqbb\//);
  assert.equal(new Set(Array.from({ length: 960 }, (_, number) => Chess.chess960(number).fen())).size, 960);
  assert.throws(() => Chess.chess960(960), refusal("range"));
});

test("a move that was taken back is played again", () => {
  const chess = new Chess();
  for (const san of ["e4", "e5", "Nf3"]) chess.move(san);
  assert.equal(chess.redo(), null);
  assert.deepEqual([chess.undo().san, chess.undo().san], ["Nf3", "e5"]);
  const again = chess.redo();
  assert.deepEqual({ ...again }, { ...chess.history({ verbose: true }).at(-1) });
  assert.equal(chess.copy().redo().san, "Nf3");
  assert.equal(chess.redo().san, "Nf3");
  chess.undo();
  chess.move("Nc3");
  assert.equal(chess.redo(), null, "another move was played since");
});

test("a board is edited, and says all that is wrong at once", () => {
  const chess = new Chess();
  chess.clear();
  assert.deepEqual(chess.problems(), ["there is no white king", "there is no black king"]);
  assert.ok(chess.put({ type: "k", color: "w" }, "a1") && !chess.put({ type: "k", color: "w" }, "b1"));
  chess.put({ type: "p", color: "b" }, "a8");
  assert.deepEqual(chess.problems(), ["there is no black king", "a pawn cannot be on the first or last rank"]);
  chess.put({ type: "k", color: "b" }, "a8");
  chess.put({ type: "r", color: "w" }, "h8");
  assert.deepEqual(chess.problems(), ["the black king can be captured"]);
  chess.setUp({ turn: "b" });
  assert.deepEqual(chess.problems(), []);
  chess.setUp({ halfMoves: 12, moveNumber: 34 });
  assert.equal(chess.fen(), "k6R/8/8/8/8/8/8/K7 b - - 12 34");
  assert.deepEqual(chess.moves(), ["Kb7", "Ka7"]);
  chess.load(KIWIPETE);
  chess.setUp({ castling: "Kq" });
  assert.match(chess.fen(), / w Kq - 0 1$/);
  chess.load("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1");
  chess.setUp({ enPassant: "c6" });
  assert.ok(chess.moves().includes("dxc6"));
  chess.setUp({ enPassant: null });
  assert.ok(!chess.moves().includes("dxc6"));
});

test("a king castles by taking its own rook, also in Chess960", () => {
  for (const move of ["e1h1", { from: "e1", to: "h1" }, { from: "e1", to: "g1" }]) assert.equal(new Chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1").move(move).san, "O-O");
  const chess = new Chess("4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1", { chess960: true });
  assert.deepEqual(chess.moves({ square: "c1" }).filter((san) => san.startsWith("O")), ["O-O", "O-O-O"]);
  assert.equal(chess.move("c1b1").san, "O-O-O");
  assert.equal(chess.fen(), "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1");
  assert.equal(new Chess("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", { chess960: true }).moves().includes("O-O-O"), false, "the rook shields the king");
  assert.equal(new Chess("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", { chess960: true }).fen(), "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
});

// The entry `gardez/chess.js` against chess.js 1.4, call by call: random games and edits, and inputs that nobody should send.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import * as ours from "gardez/chess.js";

const STEPS = Number(process.env.GARDEZ_WEB_STEPS ?? 1_500);
const GAMES = Number(process.env.GARDEZ_WEB_GAMES ?? 50);

let theirs;
try {
  theirs = createRequire(new URL("../../bench/package.json", import.meta.url))("chess.js");
} catch {
  // The peer is not installed.
}
const options = { skip: theirs === undefined && "chess.js is not installed" };

let state = Number(process.env.GARDEZ_WEB_SEED ?? 1) >>> 0;
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];

const plain = (value) => (value === undefined ? "undefined" : JSON.parse(JSON.stringify(value)));
const thrownBy = (call) => {
  try {
    return { value: plain(call()) };
  } catch (error) {
    return { error };
  }
};

/** The methods of chess.js that both were asked. */
const asked = new Set();
/** A game that notes which of its methods are called. */
const noted = (chess) => new Proxy(chess, {
  get(game, name) {
    asked.add(name);
    const found = game[name];
    return typeof found === "function" ? found.bind(game) : found;
  },
});

/** The public methods of chess.js, and those that were compared. */
const METHODS = Object.getOwnPropertyNames(theirs?.Chess.prototype ?? {}).filter((name) => !/^_|^constructor$/.test(name));
const compared = new Set();
let isComparing = false;
for (const name of METHODS) {
  const method = theirs.Chess.prototype[name];
  theirs.Chess.prototype[name] = function call(...args) {
    if (isComparing) compared.add(name);
    const before = isComparing;
    // What a method calls itself is not compared.
    isComparing = false;
    try {
      return method.apply(this, args);
    } finally {
      isComparing = before;
    }
  };
}

/** Makes a call of ours and of theirs: both return the same, or both refuse with the same words if chess.js has words for it. */
const same = (ours_, theirs_, about) => {
  const mine = thrownBy(ours_);
  isComparing = true;
  const other = thrownBy(theirs_);
  isComparing = false;
  if (mine.error !== undefined) assert.ok(mine.error instanceof ours.ChessError, `${about()}: ${mine.error.stack}`);
  if (other.error === undefined) assert.deepEqual(mine.value, other.value, about());
  else {
    assert.ok(mine.error !== undefined, `${about()}: ${other.error.message} is not refused: ${JSON.stringify(mine.value)}`);
    if (other.error.constructor === Error) assert.equal(mine.error.message, other.error.message, about());
  }
  return other;
};

const PIECES = ["p", "n", "b", "r", "q", "k"];
const FENS = [
  theirs?.DEFAULT_POSITION,
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
  "8/8/8/8/8/8/8/K1k5 w - - 99 1",
  "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 50",
];
/** Texts of moves as people, programs and nobody writes them. */
const oddMove = (san, move) => pick([
  () => san, () => san.toLowerCase(), () => san.toUpperCase(), () => san.replace("x", ""), () => san.replace(/[+#]/, ""), () => `${san}!?`,
  () => san.replace("=", ""), () => move.lan, () => `${move.from}-${move.to}`, () => `${move.piece.toUpperCase()}${move.from}${move.to}`,
  () => `${move.piece.toUpperCase()}${move.from[0]}${move.to}`, () => `${move.piece.toUpperCase()}${move.from[1]}x${move.to}`,
  () => ({ from: move.from, to: move.to, promotion: move.promotion }), () => ({ from: move.from, to: move.to }),
  () => ({ from: move.from, to: move.to, promotion: "q" }), () => null, () => "--", () => "0-0", () => "0-0-0", () => "", () => " ", () => `${san} `,
  () => "e9", () => "Zz9", () => "\u0000", () => "Kxx", () => ({}), () => ({ from: "e2" }), () => undefined, () => 7, () => "O-O-O-O", () => move.to,
])();

const READERS = [
  "fen", "turn", "ascii", "board", "moveNumber", "isCheck", "inCheck", "isCheckmate", "isStalemate", "isDraw", "isGameOver",
  "isInsufficientMaterial", "isDrawByFiftyMoves", "isThreefoldRepetition", "getHeaders", "header", "getComment", "getComments", "pgn", "history", "moves",
];

/** One call of both games. Everything public of chess.js is among them. */
const step = (mine, other) => {
  const fen = other.fen();
  const both = (call, name) => same(() => call(mine), () => call(other), () => `${name}: ${fen}`);
  const square = pick(ours.SQUARES);
  const moves = other.moves({ verbose: true });
  const move = moves.length === 0 ? undefined : pick(moves);
  const kind = random(22);
  if (kind < 10 && move) {
    const given = random(3) === 0 ? oddMove(move.san, move) : move.san;
    const strict = random(4) === 0;
    both((chess) => chess.move(given, { strict }), `move(${JSON.stringify(given)}, strict ${strict})`);
  } else if (kind === 10) both((chess) => chess.undo(), "undo");
  else if (kind === 11) both((chess) => chess.moves({ square, verbose: true }), "moves of a square");
  else if (kind === 12) {
    const piece = pick(PIECES);
    both((chess) => chess.moves({ piece }), "moves of a piece");
  } else if (kind === 13) both((chess) => [chess.attackers(square, "w"), chess.attackers(square)], "attackers");
  else if (kind === 14) both((chess) => [chess.get(square), chess.isAttacked(square, "b"), chess.squareColor(square)], "a square");
  else if (kind === 15) both((chess) => chess.history({ verbose: true }), "history");
  else if (kind === 16) both((chess) => chess.setComment(`about ${square}`), "comment");
  else if (kind === 17) {
    const maxWidth = 1 + random(90);
    // Between two moves with comments, chess.js forgets a space.
    both((chess) => chess.pgn({ maxWidth, newline: "|" }).replace(/[ |]/g, ""), "pgn");
  }
  else if (kind === 18) both((chess) => chess.moves({ verbose: true }), "moves");
  else if (kind === 19) {
    const name = pick(["removeComment", "deleteComment"]);
    both((chess) => chess[name](), name);
  }
  else if (kind === 20) {
    const piece = { type: pick(PIECES), color: pick(["w", "b"]) };
    both((chess) => chess.findPiece(piece), "findPiece");
  }
  else {
    const value = pick([undefined, null, "A"]);
    both((chess) => chess.setHeader("White", value), "header");
    both((chess) => chess.removeHeader("Black"), "removeHeader");
  }
  if (random(20) === 0) both((chess) => [chess.hash(), chess.getCastlingRights("w"), chess.fen({ forceEnpassantSquare: true })], "the state");
  const name = pick(READERS);
  both((chess) => chess[name](), name);
};

test(`${STEPS} calls are answered as by chess.js`, options, () => {
  let [mine, other] = [new ours.Chess(), new theirs.Chess()];
  for (let count = 0; count < STEPS; count += 1) {
    if (count % 120 === 0) {
      const fen = pick(FENS);
      [mine, other] = [new ours.Chess(fen), new theirs.Chess(fen)];
    }
    // A null move of chess.js does not change the hash, which counts repetitions.
    const hasPassed = other.history().includes("--");
    if (hasPassed) other.isThreefoldRepetition = () => mine.isThreefoldRepetition();
    if (hasPassed) other.hash = () => mine.hash();
    step(mine, other);
  }
});

test("boards without the rules of a game are those of chess.js", options, () => {
  for (let count = 0; count < STEPS / 5; count += 1) {
    const [mine, other] = [new ours.Chess(), new theirs.Chess()];
    const both = (call, about) => same(() => call(mine), () => call(other), () => `${about}: ${other.fen()}`);
    if (random(2) === 0) both((chess) => chess.clear({ preserveHeaders: true }), "clear");
    for (let edits = random(25); 0 < edits; edits -= 1) {
      const square = pick(ours.SQUARES);
      const piece = { type: pick(PIECES), color: pick(["w", "b"]) };
      // A pawn of chess.js on the edge of the board runs off it.
      const isEdge = piece.type === "p" && "18".includes(square[1]);
      const call = isEdge || random(3) === 0 ? (chess) => chess.remove(square) : (chess) => chess.put(piece, square);
      both(call, "an edit");
    }
    both((chess) => chess.hash(), "hash");
    const rights = { [pick(["k", "q"])]: random(2) === 0 };
    const color = pick(["w", "b"]);
    both((chess) => chess.setCastlingRights(color, rights), "rights");
    for (const name of READERS) both((chess) => chess[name](), name);
    both((chess) => chess.moves({ verbose: true }), "moves");
    if (count % 10 === 0) both((chess) => chess.perft(2), "perft");
    both((chess) => chess.setTurn("b"), "setTurn");
    for (let plies = 4; 0 < plies && other.moves().length !== 0; plies -= 1) {
      const san = pick(other.moves());
      both((chess) => chess.move(san), san);
      both((chess) => chess.moves(), "moves");
    }
    both((chess) => [chess.undo(), chess.undo(), chess.undo(), chess.fen(), chess.moves()], "undo");
    both((chess) => [chess.reset(), chess.fen()], "reset");
  }
});

/** A FEN with a part that is changed, left out, or put in. */
const damaged = (fen) => {
  const fields = fen.split(" ");
  const place = random(fen.length);
  return pick([
    () => fen, () => fen.slice(0, place) + pick([..."KQRBNPkqrbnp12345678/ -wb0x"]) + fen.slice(place + random(2)), () => fen.slice(0, place) + fen.slice(place + 1),
    () => fields.with(2, pick(["KQkq", "Kk", "q", "qK", "-"])).join(" "), () => fields.with(1, pick(["w", "b"])).join(" "),
    () => fields.with(3, pick(["e3", "d6", "a6", "-"])).join(" "), () => fields.slice(0, random(7)).join(" "), () => fields.with(4, pick(["99", "3.5", "-1", ""])).join(" "),
  ])();
};
/** Rows of the table of differences: an en passant square that no pawn can have passed, and pawns that run off the board. */
const isKnown = (fen) => {
  const [pieces, turn, castling, passed = "-"] = fen.split(/\s+/);
  const rows = pieces.split("/");
  const king = (letter) => rows.findIndex((row) => row.includes(letter)) * 8 + [...(rows.find((row) => row.includes(letter)) ?? "").replace(/\d/g, (count) => ".".repeat(count))].indexOf(letter);
  const isHome = (!/K|Q/.test(castling ?? "") || king("K") === 60) && (!/k|q/.test(castling ?? "") || king("k") === 4);
  return passed === "-" && isHome && (turn === "w" || turn === "b");
};

test("damaged FENs are read, or refused with the same words", options, () => {
  let [read, refused] = [0, 0];
  const chess = new theirs.Chess();
  for (let count = 0; count < STEPS; count += 1) {
    if (chess.moves().length === 0 || random(100) === 0) chess.reset();
    chess.move(pick(chess.moves()));
    const fen = damaged(random(4) === 0 ? pick(FENS) : chess.fen());
    let [mine, other] = [new ours.Chess(), new theirs.Chess()];
    same(() => ours.validateFen(fen), () => theirs.validateFen(fen), () => fen);
    const skipValidation = random(4) === 0 && theirs.validateFen(fen).ok;
    const { error } = same(() => mine.load(fen, { skipValidation }), () => other.load(fen, { skipValidation }), () => fen);
    if (error !== undefined) {
      refused += 1;
      const mistake = thrownBy(() => mine.load(fen)).error;
      assert.ok(mistake.code === "fen" && 0 <= mistake.start && mistake.start <= mistake.end && mistake.end <= fen.length, fen);
      continue;
    }
    if (!isKnown(other.fen({ forceEnpassantSquare: true }))) continue;
    read += 1;
    for (const name of READERS) same(() => mine[name](), () => other[name](), () => `${name}: ${fen}`);
    same(() => mine.moves({ verbose: true }), () => other.moves({ verbose: true }), () => fen);
  }
  assert.ok(STEPS / 4 < read && STEPS / 10 < refused, `${read} ${refused}`);
});

test(`${GAMES} random games are those of chess.js, and go both ways as PGN with their comments`, options, () => {
  for (let game = 0; game < GAMES; game += 1) {
    const [mine, played] = [new ours.Chess(), new theirs.Chess()];
    for (let ply = random(200); 0 < ply && !mine.isGameOver(); ply -= 1) {
      const both = (call) => same(() => call(mine), () => call(played), () => mine.fen());
      const san = pick(both((chess) => chess.moves()).value);
      both((chess) => [chess.move(san), chess.fen(), chess.isCheck(), chess.isGameOver(), chess.isDraw()]);
      if (random(20) === 0) both((chess) => [chess.undo(), chess.move(san), chess.isThreefoldRepetition(), chess.hash()]);
      if (random(6) === 0) mine.setComment(`ply ${ply}; it is (good)`);
    }
    const other = new theirs.Chess();
    const text = mine.pgn({ maxWidth: random(2) * 70 });
    same(() => new ours.Chess().loadPgn(text), () => other.loadPgn(text), () => text);
    assert.equal(other.fen(), mine.fen());
    assert.equal(other.hash(), mine.hash());
    assert.equal(other.pgn(), mine.pgn());
    const again = new ours.Chess();
    again.loadPgn(other.pgn());
    assert.equal(again.pgn(), mine.pgn());
    assert.deepEqual(again.getComments(), other.getComments());
    const name = pick(["removeComments", "deleteComments"]);
    same(() => [again[name](), again.getComments()], () => [other[name](), other.getComments()], () => text);
  }
});

test("what chess.js says about a FEN is said with its words", options, () => {
  const parts = ["rnbqkbnr", "pppppppp", "8", "44", "9", "7", "PPPPPPPP", "RNBQKBNR", "ppppXppp", "K7", "k7", "P7", ""];
  for (let count = 0; count < STEPS / 4; count += 1) {
    const rows = Array.from({ length: 7 + random(3) }, () => pick(parts)).join("/");
    const board = random(2) === 0 ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" : rows;
    const fields = [board, pick(["w", "b", "x", ""]), pick(["KQkq", "-", "Kx", ""]), pick(["-", "e3", "e6", "e4", "x"]), pick(["0", "-1", "a", "3.5"]), pick(["1", "0", "b"])];
    const fen = fields.slice(0, random(4) === 0 ? random(7) : 6).join(" ");
    assert.deepEqual(ours.validateFen(fen), theirs.validateFen(fen), fen);
  }
});

test("odd texts are games, or errors, as for chess.js", options, () => {
  const words = ["1.", "e4", "e5", "2.", "Nf3", "Nc6", "(", ")", "$1", "{a b}", "; c\n", "1-0", "*", "!?", "\n", "[White \"A\"]", "[", "...", "O-O", "--", "e4!", "xyz", "12"];
  const texts = Array.from({ length: 20 }, () => {
    const chess = new theirs.Chess(pick(FENS));
    for (let ply = random(30); 0 < ply && !chess.isGameOver(); ply -= 1) {
      chess.move(pick(chess.moves()));
      if (random(4) === 0) chess.setComment("a comment");
    }
    chess.setHeader("White", "Ada");
    return chess.pgn();
  });
  let read = 0;
  for (let count = 0; count < STEPS / 2; count += 1) {
    const whole = pick(texts);
    const place = random(whole.length);
    const odd = Array.from({ length: random(9) }, () => pick(words)).join(pick([" ", ""]));
    const text = random(2) === 0 ? odd : whole.slice(0, place) + pick([...words, ""]) + whole.slice(place + random(4));
    const [mine, other] = [new ours.Chess(), new theirs.Chess()];
    // Everything that chess.js reads is read, and to the same game.
    if (thrownBy(() => other.loadPgn(text)).error !== undefined) {
      const { error } = thrownBy(() => mine.loadPgn(text));
      assert.ok(error === undefined || error instanceof ours.ChessError, text);
      continue;
    }
    read += 1;
    mine.loadPgn(text);
    assert.equal(mine.fen(), other.fen(), text);
    assert.deepEqual(mine.getHeaders(), other.getHeaders(), text);
    // chess.js forgets the comment on a move if there is another one after the result.
    for (const { fen, comment } of other.getComments()) {
      assert.ok(mine.getComments().some((all) => all.fen === fen && all.comment.endsWith(comment)), text);
    }
  }
  assert.ok(STEPS / 100 < read);
});

test("a game can be inside a proxy, as frameworks make, and a move can be copied", () => {
  const deep = (target) => new Proxy(target, {
    get: (object, name, receiver) => {
      const value = Reflect.get(object, name, receiver);
      return Object.prototype.toString.call(value) === "[object Object]" || Array.isArray(value) ? deep(value) : value;
    },
  });
  const chess = deep(new ours.Chess());
  const move = chess.move("e4");
  assert.equal(chess.fen(), move.after);
  assert.equal(chess.undo().san, "e4");
  assert.deepEqual({ ...structuredClone({ ...move }) }, { ...move });
  assert.deepEqual(Object.keys(move), ["color", "from", "to", "piece", "captured", "promotion", "flags", "san", "lan", "before", "after"]);
});

test("comments, suffixes and glyphs are not lost between reading and writing", () => {
  const chess = new ours.Chess();
  const text = "{start} 1. e4!! $14 $36 {best} e5?! 2. Nf3 $1 *";
  chess.loadPgn(text);
  assert.ok(chess.pgn().endsWith(text), chess.pgn());
  chess.setHeader("White", 'A "B" \\ C');
  const again = new ours.Chess();
  again.loadPgn(chess.pgn());
  assert.equal(again.pgn(), chess.pgn());
  assert.equal(again.getHeaders().White, 'A "B" \\ C');
});

test("every public method of chess.js was compared", options, () => {
  assert.deepEqual(METHODS.filter((name) => !compared.has(name)), []);
});

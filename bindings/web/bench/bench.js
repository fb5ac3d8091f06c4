// Compares the package with its peers: CPU time in interleaved rounds, medians. Each contestant's answer is checked.
//
//   node bench.js [ROUNDS [PART OF A NAME]] [--json]
//
// It writes the ratios into the docs, and fails if a row is below 1 for chess.js, or for chessops where boards ask.

import { readFileSync } from "node:fs";
import { Chess as ChessJs } from "chess.js";
import { bishopAttacks, kingAttacks, knightAttacks, pawnAttacks, rookAttacks } from "chessops/attacks";
import { Chess as ChessOps } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { makeSquare, parseSquare } from "chessops/util";
import { Chess, SQUARES, load } from "../npm/src/index.js";
import { documented } from "../tools/documented.js";

const ROUNDS = Number(process.argv[2] ?? 5);
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const SAMPLE = readFileSync(new URL("../../../conformance/data/pgn/lichess_sample.pgn", import.meta.url), "utf8");
/** The games of the sample that chess.js reads. */
const PGNS = SAMPLE.split(/\r?\n(?=\[Event )/).filter((text) => {
  try {
    return text.trim() !== "" && new ChessJs().loadPgn(text) === undefined;
  } catch {
    return false;
  }
}).slice(0, 24);
const GAMES = PGNS.map((pgn) => {
  const chess = new Chess();
  chess.loadPgn(pgn);
  return chess.history();
});
const FENS = GAMES.flatMap((moves) => {
  const chess = new Chess();
  return moves.map((san) => chess.move(san).after);
}).filter((_, index) => index % 7 === 0);
const PLIES = GAMES.reduce((sum, moves) => sum + moves.length, 0);
const BYTES = PGNS.reduce((all, pgn) => all + pgn.length, 0);
const sum = (items, value) => items.reduce((total, item) => total + value(item), 0);
const ops = (fen) => ChessOps.fromSetup(parseFen(fen).unwrap()).unwrap();

/** What both classes do with positions, or with the games. The answers are the same. */
const both = (name, work, set, answer) => ({ name, run: [Chess, ChessJs].map((Class) => ({ work, set: () => set(Class), answer })) });
const onPositions = (name, answer, work = FENS.length) => both(name, work, (Class) => FENS.map((fen) => new Class(fen)), (all) => sum(all, answer));
const onGames = (name, answer) => both(name, PLIES, (Class) => Class, (Class) => sum(GAMES, (moves) => answer(new Class(), moves)));
const withOps = (row, work, set, answer) => ({ ...row, run: [...row.run, { work, set, answer }] });

const attackersOf = ({ board }, square, color) => kingAttacks(square).intersect(board.king).union(knightAttacks(square).intersect(board.knight))
  .union(rookAttacks(square, board.occupied).intersect(board.rooksAndQueens())).union(bishopAttacks(square, board.occupied).intersect(board.bishopsAndQueens()))
  .union(pawnAttacks(color === "white" ? "black" : "white", square).intersect(board.pawn)).intersect(board[color]);
const opsMoves = (position) => {
  const moves = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const isLast = to < 8 || 56 <= to;
      if (isLast && position.board.pawn.has(from)) for (const promotion of ["queen", "rook", "bishop", "knight"]) moves.push({ from, to, promotion });
      else moves.push({ from, to });
    }
  }
  return moves;
};
const dests = (map) => sum([...map.values()], (list) => list.length);

const rows = [
  both("new Chess(fen)", FENS.length, (Class) => Class, (Class) => sum(FENS, (fen) => new Class(fen).turn().length)),
  withOps(both("load(fen)", FENS.length, (Class) => new Class(), (chess) => sum(FENS, (fen) => (chess.load(fen), chess.turn().length))), FENS.length, () => {}, () => sum(FENS, (fen) => ops(fen).turn.length / 5)),
  withOps(onPositions("fen()", (chess) => chess.fen().length), FENS.length, () => FENS.map(ops), (all) => sum(all, (position) => makeFen(position.toSetup()).length)),
  withOps(onPositions("get(square)", (chess) => SQUARES.filter((name) => chess.get(name)).length, 64 * FENS.length), 64 * FENS.length, () => FENS.map(ops), (all) => sum(all, ({ board }) => SQUARES.filter((name) => board.get(parseSquare(name))).length)),
  onPositions("board()", (chess) => chess.board().flat().filter(Boolean).length),
  withOps(both("moves()", FENS.length, (Class) => new Class(), (chess) => sum(FENS, (fen) => (chess.load(fen), chess.moves().join().length))), FENS.length, () => {}, (position) => sum(FENS, (fen) => (position = ops(fen), opsMoves(position).map((move) => makeSan(position, move)).join().length))),
  both("moves({ verbose: true })", FENS.length, (Class) => new Class(), (chess) => sum(FENS.slice(0, 40), (fen) => (chess.load(fen), chess.moves({ verbose: true }).length))),
  both("moves({ square })", 64 * FENS.length, (Class) => new Class(), (chess) => sum(FENS, (fen) => (chess.load(fen), sum(SQUARES, (square) => chess.moves({ square }).length)))),
  onGames("move(san)", (chess, moves) => (moves.forEach((san) => chess.move(san)), chess.history().length)),
  onGames("move({ from, to }) and undo()", (chess, moves) => (moves.forEach((san) => { const { from, to, promotion } = chess.move(san); chess.undo(); chess.move({ from, to, promotion }); }), chess.turn().length)),
  onGames("isGameOver() at each ply", (chess, moves) => sum(moves, (san) => (chess.move(san), Number(chess.isGameOver())))),
  onPositions("isGameOver()", (chess) => Number(chess.isGameOver())),
  onPositions("isCheck(), isCheckmate(), isDraw()", (chess) => chess.isCheck() + chess.isCheckmate() + chess.isDraw()),
  withOps(onPositions("attackers(square)", (chess) => sum(SQUARES, (square) => chess.attackers(square, "w").length), 64 * FENS.length), 64 * FENS.length, () => FENS.map(ops), (all) => sum(all, (position) => sum(SQUARES, (name) => [...attackersOf(position, parseSquare(name), "white")].map(makeSquare).length))),
  { name: "dests()", peers: ["chessops"], run: [
    { work: FENS.length, answer: (chess = new Chess()) => sum(FENS, (fen) => (chess.load(fen), dests(chess.dests()))) },
    { work: FENS.length, answer: () => sum(FENS, (fen) => { const map = chessgroundDests(ops(fen)); return dests(map) - castles(map, fen); }) },
  ] },
  onGames("history({ verbose: true })", (chess, moves) => (moves.slice(0, 30).forEach((san) => chess.move(san)), chess.history({ verbose: true }).length)),
  onGames("pgn()", (chess, moves) => (moves.slice(0, 30).forEach((san) => chess.move(san)), chess.pgn().length)),
  withOps(both("loadPgn(pgn), bytes", BYTES, (Class) => new Class(), (chess) => sum(PGNS, (pgn) => (chess.loadPgn(pgn), chess.history().length))), BYTES, () => {}, () => sum(PGNS, (pgn) => {
    const [game] = parsePgn(pgn);
    const position = startingPosition(game.headers).unwrap();
    return sum([...game.moves.mainline()], ({ san }) => (position.play(parseSan(position, san)), 1));
  })),
  both("hash(), perft(2)", 2_039, (Class) => new Class(KIWIPETE), (chess) => chess.hash().length + chess.perft(2)),
  { name: "Chess.games(pgn), bytes, with the module", peers: ["chess.js"], run: [
    { work: BYTES, answer: () => sum([...Chess.games(PGNS.join("\n\n"))], ({ moves }) => moves.length) },
    { work: BYTES, answer: () => sum(PGNS, (pgn) => { const chess = new ChessJs(); chess.loadPgn(pgn); return chess.history().length; }) },
  ] },
];
/** Both squares of a castling king are targets for chessops; here one of them is. */
const castles = (map, fen) => {
  const position = ops(fen);
  return (map.get(makeSquare(position.board.kingOf(position.turn))) ?? []).filter((to) => position.board[position.turn].has(parseSquare(to))).length;
};

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const NAMES = ["gardez", "chess.js", "chessops"];

/** Repeats work until it takes long enough to be measured; returns CPU seconds for one unit of work. Asking for the time has a cost. */
const seconds = ({ work, answer }, set) => {
  for (let count = 1; ; count *= 2) {
    const start = process.cpuUsage();
    for (let done = 0; done < count; done += 1) answer(set);
    const { user, system } = process.cpuUsage(start);
    const used = (user + system) / 1e6;
    if (0.1 <= used) return used / (count * work);
  }
};

const times = (ratio) => ratio.toFixed(ratio < 10 ? 2 : 0);

let missed = 0;
const report = [];
for (const { name, run, peers = NAMES.slice(1) } of rows.filter(({ name }) => name.includes(process.argv[3] ?? ""))) {
  if (name.includes("module")) await load();
  const sets = run.map(({ set }) => set?.());
  const answers = run.map(({ answer }, index) => answer(sets[index]));
  answers.forEach((answer, index) => {
    if (answer !== answers[0]) throw new Error(`${name}: contestant ${index} answers ${answer}, not ${answers[0]}`);
  });
  const taken = run.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) run.forEach((contestant, index) => taken[index].push(seconds(contestant, sets[index])));
  const medians = taken.map(median);
  const rate = (time) => (1 / time).toPrecision(3).replace(/e\+(\d+)/, "e$1");
  const ratios = medians.slice(1).map((time) => time / medians[0]);
  const shown = ratios.map((ratio, index) => {
    // Of chessops, only what boards ask is to be met: the targets and attackers of squares.
    const isSlower = ratio < 1;
    missed += isSlower && (peers[index] === "chess.js" || /attackers|dests|moves\(/.test(name));
    return `${peers[index]} ${times(ratio)}x${isSlower ? " (slower)" : ""}`;
  });
  console.log(`${name.padEnd(40)} ${rate(medians[0]).padStart(9)}/s   ${shown.join("   ")}`);
  report.push({ name, perSecond: 1 / medians[0], ratios });
}
// What one run measures differs from the next one by a tenth, and a short one by more.
const written = ROUNDS < 5 ? [] : documented(Object.fromEntries(report.map(({ name, ratios }) => [name, ratios])), 0.1, times);
if (0 < written.length) console.log(`written in the docs: ${written.join("; ")}`);
if (process.argv.includes("--json")) console.log(JSON.stringify(report));
process.exitCode = missed === 0 ? 0 : 1;

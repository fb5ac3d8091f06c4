// Compares the package with its peers: CPU time in interleaved rounds, medians. Each contestant's answer is checked.
//
//   node bench.js [ROUNDS]

import { readFileSync } from "node:fs";
import { Chess as ChessJs } from "chess.js";
import { Chess as ChessOps } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { parseSquare } from "chessops/util";
import { Chess as DropIn } from "../npm/src/chessjs.js";
import { Chess, SQUARES, readPgn } from "../npm/src/index.js";

const ROUNDS = Number(process.argv[2] ?? 5);
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PGN = readFileSync(new URL("../../../conformance/data/pgn/lichess_sample.pgn", import.meta.url), "utf8");

/** Games as FEN and SAN, and the positions on their way. */
const GAMES = [...readPgn(PGN)].filter((game) => game.problems.every(({ severity }) => severity === "note")).map((game) => game.chess().history());
const FENS = GAMES.flatMap((moves) => {
  const chess = new Chess();
  return moves.map((san) => {
    chess.move(san);
    return chess.fen();
  });
}).filter((_, index) => index % 7 === 0);
const PLIES = GAMES.reduce((sum, moves) => sum + moves.length, 0);

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
const opsPosition = (fen) => ChessOps.fromSetup(parseFen(fen).unwrap()).unwrap();
const opsPerft = (position, depth) => {
  if (depth === 0) return 1;
  let sum = 0;
  for (const move of opsMoves(position)) {
    const after = position.clone();
    after.play(move);
    sum += opsPerft(after, depth - 1);
  }
  return sum;
};
const classPerft = (chess, depth) => {
  if (depth === 1) return chess.legalCount();
  let sum = 0;
  for (const move of chess.legalMoves()) {
    chess.play(move);
    sum += classPerft(chess, depth - 1);
    chess.takeBack();
  }
  return sum;
};
const jsPerft = (chess, depth) => {
  const moves = chess.moves();
  if (depth === 1) return moves.length;
  let sum = 0;
  for (const move of moves) {
    chess.move(move);
    sum += jsPerft(chess, depth - 1);
    chess.undo();
  }
  return sum;
};
const sum = (items, value) => items.reduce((total, item) => total + value(item), 0);
const lengths = (fens) => sum(fens, (fen) => fen.length);

/** A measurement: contestants that do the same work, how much of it, the same answer of all, and the goals. */
const rows = [
  {
    name: "perft inside the library, Kiwipete 3", goals: [150, 20],
    run: [
      { work: 4_085_603, answer: () => new Chess(KIWIPETE).perft(4), is: 4_085_603 },
      { work: 2_039, answer: () => new ChessJs(KIWIPETE).perft(2), is: 2_039 },
      { work: 97_862, answer: () => opsPerft(opsPosition(KIWIPETE), 3), is: 97_862 },
    ],
  },
  {
    name: "perft in JavaScript through the class", goals: [200],
    run: [
      { work: 97_862, answer: () => classPerft(new Chess(KIWIPETE), 3), is: 97_862 },
      { work: 2_039, answer: () => jsPerft(new ChessJs(KIWIPETE), 2), is: 2_039 },
    ],
  },
  {
    name: "new Chess(fen)", goals: [6, 3],
    run: [
      { work: FENS.length, answer: () => sum(FENS, (fen) => new Chess(fen).turn().length), is: FENS.length },
      { work: FENS.length, answer: () => sum(FENS, (fen) => new ChessJs(fen).turn().length), is: FENS.length },
      { work: FENS.length, answer: () => sum(FENS, (fen) => opsPosition(fen).turn.length / 5), is: FENS.length },
    ],
  },
  {
    name: "chess.load(fen)", goals: [6, 3],
    run: [
      { work: FENS.length, answer: (chess = new Chess()) => sum(FENS, (fen) => (chess.load(fen), chess.turn().length)), is: FENS.length },
      { work: FENS.length, answer: (chess = new ChessJs()) => sum(FENS, (fen) => (chess.load(fen), chess.turn().length)), is: FENS.length },
      { work: FENS.length, answer: () => sum(FENS, (fen) => opsPosition(fen).turn.length / 5), is: FENS.length },
    ],
  },
  {
    name: "fen()", goals: [],
    run: [
      { work: FENS.length, set: () => FENS.map((fen) => new Chess(fen)), answer: (all) => sum(all, (chess) => chess.fen().length), is: lengths(FENS) },
      { work: FENS.length, set: () => FENS.map((fen) => new ChessJs(fen)), answer: (all) => sum(all, (chess) => chess.fen().length), is: lengths(FENS) },
      { work: FENS.length, set: () => FENS.map(opsPosition), answer: (all) => sum(all, (position) => makeFen(position.toSetup()).length), is: lengths(FENS) },
    ],
  },
  ...[["class", Chess], ["drop-in", DropIn]].flatMap(([kind, Own]) => [
    {
      name: `get(square), ${kind}`, goals: [1],
      run: [
        { work: 64 * FENS.length, set: () => FENS.map((fen) => new Own(fen)), answer: (all) => sum(all, (chess) => SQUARES.filter((name) => chess.get(name)).length), is: "first" },
        { work: 64 * FENS.length, set: () => FENS.map((fen) => new ChessJs(fen)), answer: (all) => sum(all, (chess) => SQUARES.filter((name) => chess.get(name)).length), is: "first" },
        { work: 64 * FENS.length, set: () => FENS.map(opsPosition), answer: (all) => sum(all, ({ board }) => SQUARES.filter((name) => board.get(parseSquare(name))).length), is: "first" },
      ],
    },
    {
      name: `board(), ${kind}`, goals: [1],
      run: [Own, ChessJs].map((Class) => ({
        work: FENS.length, set: () => FENS.map((fen) => new Class(fen)), answer: (all) => sum(all, (chess) => chess.board().flat().filter(Boolean).length), is: "first",
      })),
    },
    {
      name: `move, turn, isCheck, fen, ${kind}`, goals: [1],
      run: [Own, ChessJs].map((Class) => ({
        work: PLIES, is: "first",
        answer: () => sum(GAMES, (moves) => {
          const chess = new Class();
          return sum(moves, (san) => (chess.move(san), chess.turn().length + chess.isCheck() + chess.fen().length));
        }),
      })),
    },
  ]),
  {
    name: "trees of a PGN beside chessops, bytes", goals: [], peers: ["chessops"],
    run: [
      { work: PGN.length, answer: () => { let count = 0; for (const game of readPgn(PGN)) count += game.tree().root.children.length; return count; }, is: "first" },
      { work: PGN.length, answer: () => sum(parsePgn(PGN), (game) => game.moves.children.length), is: "first" },
    ],
  },
  {
    name: "all moves as SAN, positions", goals: [15, 8],
    run: [
      { work: FENS.length, set: () => FENS.map((fen) => new Chess(fen)), answer: (all) => sum(all, (chess) => chess.moves().join().length), is: "first" },
      { work: FENS.length, set: () => FENS.map((fen) => new ChessJs(fen)), answer: (all) => sum(all, (chess) => chess.moves().join().length), is: "first" },
      { work: FENS.length, set: () => FENS.map(opsPosition), answer: (all) => sum(all, (position) => opsMoves(position).map((move) => makeSan(position, move)).join().length), is: "first" },
    ],
  },
  {
    name: "games replayed from SAN, plies", goals: [80, 2],
    run: [
      { work: PLIES, answer: () => sum(GAMES, (moves) => { const chess = new Chess(); return chess.playLine(moves.join(" ")).length; }), is: PLIES },
      { work: PLIES, answer: () => sum(GAMES, (moves) => { const chess = new ChessJs(); for (const san of moves) chess.move(san); return moves.length; }), is: PLIES },
      {
        work: PLIES, is: PLIES,
        answer: () => sum(GAMES, (moves) => {
          const position = ChessOps.default();
          for (const san of moves) position.play(parseSan(position, san));
          return moves.length;
        }),
      },
    ],
  },
  {
    name: "games replayed by move(san), plies", goals: [],
    run: [
      { work: PLIES, answer: () => sum(GAMES, (moves) => { const chess = new Chess(); for (const san of moves) chess.move(san); return moves.length; }), is: PLIES },
      { work: PLIES, answer: () => sum(GAMES, (moves) => { const chess = new ChessJs(); for (const san of moves) chess.move(san); return moves.length; }), is: PLIES },
    ],
  },
  {
    name: "PGN read and played, bytes", goals: [50, 5],
    run: [
      { work: PGN.length, answer: () => sum([...readPgn(PGN)], (game) => game.moves.length), is: "first" },
      {
        work: PGN.length, is: "first",
        answer: () => sum(PGN.split(/\r?\n(?=\[Event )/).filter((text) => text.trim() !== ""), (text) => {
          const chess = new ChessJs();
          chess.loadPgn(text);
          return chess.history().length;
        }),
      },
      {
        work: PGN.length, is: "first",
        answer: () => sum(parsePgn(PGN), (game) => {
          const position = startingPosition(game.headers).unwrap();
          let plies = 0;
          for (const node of game.moves.mainline()) {
            const move = parseSan(position, node.san);
            if (!move) break;
            position.play(move);
            plies += 1;
          }
          return plies;
        }),
      },
    ],
  },
];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const NAMES = ["gardez", "chess.js", "chessops"];

/** Repeats work until it takes long enough to be measured; returns CPU seconds for one unit of work. */
const seconds = ({ work, answer }, set) => {
  let count = 0;
  const start = process.cpuUsage();
  let used;
  do {
    answer(set);
    count += 1;
    const { user, system } = process.cpuUsage(start);
    used = (user + system) / 1e6;
  } while (used < 0.15);
  return used / (count * work);
};

let missed = 0;
const report = [];
for (const { name, goals, run, peers = NAMES.slice(1) } of rows) {
  const sets = run.map(({ set }) => set?.());
  const answers = run.map(({ answer }, index) => answer(sets[index]));
  run.forEach(({ is }, index) => {
    const expected = is === "first" ? answers[0] : is;
    if (answers[index] !== expected) throw new Error(`${name}: ${NAMES[index]} answers ${answers[index]}, not ${expected}`);
  });
  const times = run.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) run.forEach((contestant, index) => times[index].push(seconds(contestant, sets[index])));
  const medians = times.map(median);
  const rate = (time) => (1 / time).toPrecision(3).replace(/e\+(\d+)/, "e$1");
  const ratios = medians.slice(1).map((time) => time / medians[0]);
  const shown = ratios.map((ratio, index) => {
    const isMissed = ratio < (goals[index] ?? 0);
    missed += isMissed;
    return `${peers[index]} ${ratio.toFixed(1)}x${goals[index] ? ` (goal ${goals[index]}${isMissed ? ", missed" : ""})` : ""}`;
  });
  console.log(`${name.padEnd(40)} ${rate(medians[0]).padStart(9)}/s   ${shown.join("   ")}`);
  report.push({ name, perSecond: 1 / medians[0], ratios });
}
if (process.argv.includes("--json")) console.log(JSON.stringify(report));
process.exitCode = missed === 0 ? 0 : 1;

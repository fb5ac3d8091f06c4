// Compares the package with its peers: CPU time in interleaved rounds, medians. Each contestant's answer is checked.
//
//   node bench.js [ROUNDS [PART OF A NAME]]

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
/** How much is in a tree: the letters of its moves, its comments and its glyphs. */
const walked = (root, dataOf) => {
  const open = [...root.children];
  let found = 0;
  while (0 < open.length) {
    const node = open.pop();
    const { san, comments, nags } = dataOf(node);
    found += san.length + (comments?.length ?? 0) + (nags?.length ?? 0);
    for (const child of node.children) open.push(child);
  }
  return found;
};
const lengths = (fens) => sum(fens, (fen) => fen.length);

/** A measurement: contestants that do the same work, how much of it, and the same answer of all. */
const rows = [
  {
    name: "perft inside the library, Kiwipete 3",
    run: [
      { work: 4_085_603, answer: () => new Chess(KIWIPETE).perft(4), is: 4_085_603 },
      { work: 2_039, answer: () => new ChessJs(KIWIPETE).perft(2), is: 2_039 },
      { work: 97_862, answer: () => opsPerft(opsPosition(KIWIPETE), 3), is: 97_862 },
    ],
  },
  {
    name: "perft in JavaScript through the class",
    run: [
      { work: 97_862, answer: () => classPerft(new Chess(KIWIPETE), 3), is: 97_862 },
      { work: 2_039, answer: () => jsPerft(new ChessJs(KIWIPETE), 2), is: 2_039 },
    ],
  },
  {
    name: "new Chess(fen)",
    run: [
      { work: FENS.length, answer: () => sum(FENS, (fen) => new Chess(fen).turn().length), is: FENS.length },
      { work: FENS.length, answer: () => sum(FENS, (fen) => new ChessJs(fen).turn().length), is: FENS.length },
      { work: FENS.length, answer: () => sum(FENS, (fen) => opsPosition(fen).turn.length / 5), is: FENS.length },
    ],
  },
  {
    name: "chess.load(fen)",
    run: [
      { work: FENS.length, answer: (chess = new Chess()) => sum(FENS, (fen) => (chess.load(fen), chess.turn().length)), is: FENS.length },
      { work: FENS.length, answer: (chess = new ChessJs()) => sum(FENS, (fen) => (chess.load(fen), chess.turn().length)), is: FENS.length },
      { work: FENS.length, answer: () => sum(FENS, (fen) => opsPosition(fen).turn.length / 5), is: FENS.length },
    ],
  },
  {
    name: "fen()",
    run: [
      { work: FENS.length, set: () => FENS.map((fen) => new Chess(fen)), answer: (all) => sum(all, (chess) => chess.fen().length), is: lengths(FENS) },
      { work: FENS.length, set: () => FENS.map((fen) => new ChessJs(fen)), answer: (all) => sum(all, (chess) => chess.fen().length), is: lengths(FENS) },
      { work: FENS.length, set: () => FENS.map(opsPosition), answer: (all) => sum(all, (position) => makeFen(position.toSetup()).length), is: lengths(FENS) },
    ],
  },
  ...[["class", Chess], ["drop-in", DropIn]].flatMap(([kind, Own]) => [
    {
      name: `get(square), ${kind}`,
      run: [
        { work: 64 * FENS.length, set: () => FENS.map((fen) => new Own(fen)), answer: (all) => sum(all, (chess) => SQUARES.filter((name) => chess.get(name)).length), is: "first" },
        { work: 64 * FENS.length, set: () => FENS.map((fen) => new ChessJs(fen)), answer: (all) => sum(all, (chess) => SQUARES.filter((name) => chess.get(name)).length), is: "first" },
        { work: 64 * FENS.length, set: () => FENS.map(opsPosition), answer: (all) => sum(all, ({ board }) => SQUARES.filter((name) => board.get(parseSquare(name))).length), is: "first" },
      ],
    },
    {
      name: `board(), ${kind}`,
      run: [Own, ChessJs].map((Class) => ({
        work: FENS.length, set: () => FENS.map((fen) => new Class(fen)), answer: (all) => sum(all, (chess) => chess.board().flat().filter(Boolean).length), is: "first",
      })),
    },
    {
      name: `move, turn, isCheck, fen, ${kind}`,
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
    name: "trees of a PGN, read and walked, bytes", peers: ["chessops"],
    run: [
      { work: PGN.length, answer: () => { let found = 0; for (const game of readPgn(PGN)) found += walked(game.tree().root, (node) => node); return found; }, is: "first" },
      { work: PGN.length, answer: () => sum(parsePgn(PGN), (game) => walked(game.moves, ({ data }) => data)), is: "first" },
    ],
  },
  {
    name: "all moves as SAN, positions",
    run: [
      { work: FENS.length, set: () => FENS.map((fen) => new Chess(fen)), answer: (all) => sum(all, (chess) => chess.moves().join().length), is: "first" },
      { work: FENS.length, set: () => FENS.map((fen) => new ChessJs(fen)), answer: (all) => sum(all, (chess) => chess.moves().join().length), is: "first" },
      { work: FENS.length, set: () => FENS.map(opsPosition), answer: (all) => sum(all, (position) => opsMoves(position).map((move) => makeSan(position, move)).join().length), is: "first" },
    ],
  },
  {
    name: "games replayed from SAN, plies",
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
    name: "games replayed by move(san), plies",
    run: [
      { work: PLIES, answer: () => sum(GAMES, (moves) => { const chess = new Chess(); for (const san of moves) chess.move(san); return moves.length; }), is: PLIES },
      { work: PLIES, answer: () => sum(GAMES, (moves) => { const chess = new ChessJs(); for (const san of moves) chess.move(san); return moves.length; }), is: PLIES },
    ],
  },
  {
    name: "PGN read and played, bytes",
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

/** Repeats work until it takes long enough to be measured; returns CPU seconds for one unit of work. Asking for the time has a cost. */
const seconds = ({ work, answer }, set) => {
  for (let count = 1; ; count *= 2) {
    const start = process.cpuUsage();
    for (let done = 0; done < count; done += 1) answer(set);
    const { user, system } = process.cpuUsage(start);
    const used = (user + system) / 1e6;
    if (0.15 <= used) return used / (count * work);
  }
};

let missed = 0;
const report = [];
for (const { name, run, peers = NAMES.slice(1) } of rows.filter(({ name }) => name.includes(process.argv[3] ?? ""))) {
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
    const isSlower = ratio < 1;
    missed += isSlower;
    return `${peers[index]} ${ratio.toFixed(ratio < 10 ? 2 : 0)}x${isSlower ? " (slower)" : ""}`;
  });
  console.log(`${name.padEnd(40)} ${rate(medians[0]).padStart(9)}/s   ${shown.join("   ")}`);
  report.push({ name, perSecond: 1 / medians[0], ratios });
}
if (process.argv.includes("--json")) console.log(JSON.stringify(report));
process.exitCode = missed === 0 ? 0 : 1;

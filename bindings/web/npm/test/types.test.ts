// Compiled with `tsc --strict` and never run: every name that a program would use has its type.

import { Chess, ChessError, DEFAULT_POSITION, SetUp, readGame, readPgn, validateFen } from "gardez";
import type { Color, Move, Outcome, Problem, Square, TreeNode } from "gardez";
import { Cursor, GardezBoard } from "gardez/board";
import { Evaluator } from "gardez/nnue";
import { openingOf } from "gardez/openings";
import { svg } from "gardez/svg";
import { Tables } from "gardez/tables";
import { VariantChess, readVariantPgn } from "gardez/variants";
import type { VariantMove, VariantOutcome } from "gardez/variants";
import { readBestMove, readInfo } from "gardez/uci";
import type { Info } from "gardez/uci";
import { Chess as Started, init } from "gardez/wasm";

const chess = new Chess(DEFAULT_POSITION, { chess960: false });
const move: Move = chess.move({ from: "e2", to: "e4" });
const square: Square = move.to;
const sans: string[] = chess.moves({ square: "e7" });
const verbose: Move[] = chess.moves({ verbose: true });
const either: string[] | Move[] = chess.history({ verbose: Math.random() < 0.5 });
const outcome: Outcome | null = chess.outcome();
const winner: Color | null | undefined = outcome?.winner;
const targets: Map<Square, Square[]> = chess.dests();
const packed: Uint32Array = chess.planes();
const dense: Float32Array = chess.planes(5, { dense: true });
const key: bigint = chess.key;
const pairs: [string, number][] = chess.divide(2);

// @ts-expect-error a format is one of seven numbers
chess.planes(6);
// @ts-expect-error a move has fields that do not change
move.san = "e5";
// @ts-expect-error an error has a known code
new ChessError("nonsense", "");

for (const game of readPgn("")) {
  const problems: Problem[] = game.problems;
  const node: TreeNode | undefined = [...game.tree().mainLine()].at(-1);
  openingOf(game.moves)?.name.concat(String(problems.length), node?.san ?? "");
}
const checked = validateFen("");
if (!checked.ok) checked.error.slice(checked.start, checked.end);
const tables = new Tables();
const value: "win" | "draw" | "loss" | "cursed-win" | "blessed-loss" = tables.wdl(readGame("*").start);
init().then(() => new Started().reset());

const info: Info | undefined = readInfo("info depth 1");
const ponder: string | undefined = readBestMove("bestmove e2e4")?.ponder;
chess.pgn({ maxWidth: info?.depth ?? 0 }).concat(ponder ?? "");

const setUp = new SetUp();
setUp.put({ type: "q", color: "b" }, "d8");
setUp.turn = "b";
// @ts-expect-error a color is w or b
setUp.turn = "x";
const messages: string[] = setUp.problems().map(({ message }) => message);
const picture: string = svg(setUp, { lastMove: move, arrows: [{ from: "e2", to: "e4" }], theme: "blue" });
const house = new VariantChess("crazyhouse");
const dropped: VariantMove = house.move({ drop: "p", to: "e4" });
const ended: VariantOutcome | null = house.outcome();
for (const game of readVariantPgn("")) game.tree().root.children.at(0)?.san.concat(game.variant);
const cursor = new Cursor(chess.tree());
const shown: string | null = new GardezBoard().fen;
const value2: number = new Evaluator(new Uint8Array()).evaluate(chess).value;

export { cursor, dropped, ended, messages, picture, shown, value2 };
export { dense, either, key, packed, pairs, sans, square, targets, value, verbose, winner };

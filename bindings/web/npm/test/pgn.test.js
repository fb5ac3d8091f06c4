import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Chess, ChessError, readGame, readPgn } from "gardez";

const PGN = `[Event "Caf\u00e9"]
[White "A \\"quoted\\" name"]

1. e4 {best
by test} e5 (1... c5 $1 2. Nf3 (2. c3 {Alapin})) 2. Nf3 $14 *

[Event "second"]

1. d4 d5 2. Ke5 d6 *

[Event "third"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/P7/4K3 b - - 0 7"]

7... Kd7 8. -- Kd6 1/2-1/2
`;

test("every game is read, as far as it can be", () => {
  const games = [...readPgn(PGN)];
  assert.deepEqual(games.map((game) => [game.headers.Event, game.moves.length, game.result]), [
    ["Caf\u00e9", 3, "*"], ["second", 2, "*"], ["third", 3, "1/2-1/2"],
  ]);
  assert.equal(games[0].headers.White, 'A "quoted" name');
  assert.deepEqual(games[2].chess().history(), ["Kd7", "--", "Kd6"]);
});

test("a problem has its place in the text", () => {
  const [, second] = readPgn(PGN);
  const error = second.problems.find(({ severity }) => severity === "error");
  assert.equal(PGN.slice(error.start, error.end), "Ke5");
  assert.equal(PGN.split("\n")[error.line - 1].slice(error.column - 1, error.column + 2), "Ke5");
});

test("a tree has variations, comments and glyphs, and is written as it was read", () => {
  const tree = readGame(PGN).tree();
  const [e4] = tree.root.children;
  assert.deepEqual([e4.san, e4.comments], ["e4", ["best by test"]]);
  assert.deepEqual(e4.children.map(({ san, nags }) => [san, nags]), [["e5", []], ["c5", [1]]]);
  const [nf3, c3] = e4.children[1].children;
  assert.deepEqual([nf3.san, c3.san, c3.comments, c3.isMainLine, c3.ply], ["Nf3", "c3", ["Alapin"], false, 3]);
  assert.equal(new Chess().sanLine(c3.line), "e4 c5 c3");
  const text = tree.pgn();
  assert.match(text, /^1\. e4 \{ best by test \} 1\.\.\. e5 \(1\.\.\. c5 \$1 2\. Nf3 \(2\. c3 \{ Alapin \}\)\)/m);
  assert.equal(readGame(text).tree().pgn(), text);
});

test("lines are broken where they must be", () => {
  const chess = new Chess();
  chess.playLine("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 Bc4 Bc5");
  for (const line of chess.pgn({ maxWidth: 40 }).split("\n\n")[1].split("\n")) assert.ok(line.length <= 40, line);
  const copy = new Chess();
  copy.loadPgn(chess.pgn({ maxWidth: 10, newline: "\r\n" }));
  assert.deepEqual(copy.history(), chess.history());
});

test("loadPgn keeps headers and throws at the first illegal move", () => {
  const chess = new Chess();
  chess.loadPgn(PGN);
  assert.equal(chess.getHeaders().Event, "Caf\u00e9");
  const wrong = '[Event "\u{1f600}"]\n\n1. e4 Ke5 *';
  const hasPlace = (error) => error instanceof ChessError && wrong.slice(error.start, error.end) === "Ke5";
  assert.throws(() => chess.loadPgn(wrong), hasPlace);
  assert.equal(chess.history().length, 3, "a refused text changes nothing");
  assert.throws(() => chess.loadPgn(""), ChessError);
});

test("every game of the sample is written and read again", () => {
  const sample = readFileSync(new URL("../../../../conformance/data/pgn/lichess_sample.pgn", import.meta.url), "utf8");
  let count = 0;
  for (const game of readPgn(sample)) {
    const again = readGame(game.tree().pgn());
    assert.deepEqual(again.moves, game.moves);
    assert.deepEqual(again.tree().nodes.map(({ comments }) => comments), game.tree().nodes.map(({ comments }) => comments));
    count += 1;
  }
  assert.ok(20 < count, `${count} games`);
});

test("readers give way to others, and come back where they were", () => {
  const many = Array.from({ length: 100 }, () => readPgn(PGN));
  for (const games of many) games.next();
  for (const games of many) assert.equal(games.next().value.headers.Event, "second");
  assert.equal([...many[0]][0].headers.Event, "third");
});

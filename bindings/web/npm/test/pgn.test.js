import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Chess, ChessError, load, readNotes, writeNotes } from "gardez";

await load();
const readPgn = (pgn) => Chess.games(pgn);
const readGame = (pgn) => readPgn(pgn).next().value;

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

test("what is no PGN is refused by its name, and is no game", () => {
  for (const [text, name] of [["<!DOCTYPE html><html><p>1. e4", "HTML"], ["PK\x03\x04 games.pgn", "zip"]]) {
    assert.throws(() => [...readPgn(text)], (error) => error instanceof ChessError && error.code === "pgn" && error.message.includes(name));
  }
});

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
  assert.deepEqual([nf3.san, c3.san, c3.comments, c3.ply], ["Nf3", "c3", ["Alapin"], 3]);
  assert.deepEqual(tree.chess(c3).history(), ["e4", "c5", "c3"]);
  const text = tree.pgn();
  assert.match(text, /^1\. e4 \{ best by test \} 1\.\.\. e5 \(1\.\.\. c5 \$1 2\. Nf3 \(2\. c3 \{ Alapin \}\)\)/m);
  assert.equal(readGame(text).tree().pgn(), text);
});

test("lines are broken where they must be", () => {
  const chess = new Chess();
  for (const san of "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 Bc4 Bc5".split(" ")) chess.move(san);
  for (const line of chess.pgn({ maxWidth: 40, variations: true }).split("\n\n")[1].split("\n")) assert.ok(line.length <= 40, line);
  const copy = new Chess();
  copy.loadPgn(chess.pgn({ maxWidth: 10, newline: "\r\n" }));
  assert.deepEqual(copy.history(), chess.history());
});

test("loadPgn refuses an illegal move with its place", () => {
  const chess = new Chess();
  const wrong = '[Event "\u{1f600}"]\n\n1. e4 Ke5 *';
  const hasPlace = (error) => error instanceof ChessError && error.code === "pgn" && wrong.slice(error.start, error.end) === "Ke5" && error.message === "Invalid move in PGN: Ke5" && error.reason === "no black king can move to e5";
  assert.throws(() => chess.loadPgn(wrong), hasPlace);
  const open = "1. e4 {never closed";
  assert.throws(() => chess.loadPgn(open), ({ code, start, location, expected }) => code === "pgn" && open.slice(start) === "{never closed" && location.start.column === 7 && expected !== undefined);
});

const ANNOTATED = `[Event "?"]
[White "Ada"]
[Result "1-0"]

{before the game} 1. e4 $1 {best by test} {really} e5 ({before c5} 1... c5 $2 {Sicilian} 2. Nf3 (2. c3 {Alapin} d5) 2... d6)
(1... c6) {after the variations} 2. Nf3 $14 ({nothing to say} $7) Nc6 -- {end} 1-0
`;
/** All that a tree says of each move, by the moves that lead to it. */
const notes = (pgn) => readGame(pgn).tree().nodes.map(({ line, nags, comments, before }) => [line.join(), nags, comments, before]);

test("nothing that loadPgn reads is missing from the tree and its PGN", () => {
  const chess = new Chess();
  chess.loadPgn(ANNOTATED, { variations: true });
  assert.deepEqual(chess.history(), ["e4", "e5", "Nf3", "Nc6", "--"]);
  const written = chess.pgn({ variations: true });
  assert.deepEqual(notes(written), notes(ANNOTATED));
  for (const part of ["{ before the game }", "{ really }", "{ before c5 }", "{ Alapin }", "{ nothing to say }", "$7", "(1... c6)"]) {
    assert.ok(chess.pgn({ variations: true, maxWidth: 0 }).includes(part), `${part}: ${written}`);
  }
  for (const game of [chess.copy(), readGame(ANNOTATED).chess()]) assert.equal(game.pgn({ variations: true }), written);
  const again = new Chess();
  again.loadPgn(written, { variations: true });
  assert.equal(again.pgn({ variations: true }), written);
  chess.setComment("new");
  assert.match(chess.pgn({ variations: true }), /-- \{ new \} 1-0/);
});

test("every game of the sample is loaded and written with all its notes", () => {
  const sample = readFileSync(new URL("../../../../conformance/data/pgn/lichess_sample.pgn", import.meta.url), "utf8");
  let count = 0;
  for (const game of readPgn(sample)) {
    const text = game.tree().pgn();
    const chess = new Chess();
    chess.loadPgn(text, { variations: true });
    assert.deepEqual(notes(chess.pgn({ variations: true })), notes(text));
    count += notes(text).some(([, nags, comments]) => 0 < nags.length + comments.length);
  }
  assert.ok(0 < count, "some games have notes");
});

test("notes go and come with their moves", () => {
  const chess = new Chess();
  chess.loadPgn("1. e4 {a} e5 {b} (1... c5 {c} 2. Nf3 {d}) 2. Nc3 {e} *");
  const whole = chess.pgn({ variations: true });
  const moves = () => chess.pgn({ variations: true }).split("\n\n")[1].trim();
  chess.undo();
  assert.equal(moves(), "1. e4 { a } 1... e5 { b } (1... c5 { c } 2. Nf3 { d }) *");
  chess.undo();
  assert.equal(moves(), "1. e4 { a } *");
  chess.move("c6");
  assert.equal(moves(), "1. e4 { a } 1... c6 (1... c5 { c } 2. Nf3 { d }) *");
  chess.undo();
  chess.move("c5");
  assert.equal(moves(), "1. e4 { a } 1... c5 { c } *");
  chess.undo();
  chess.move("e5");
  chess.move("Nc3");
  assert.equal(chess.pgn({ variations: true }), whole);
  chess.reset();
  assert.equal(moves(), "*");
});

test("the result after the moves is the result of the game", () => {
  const chess = new Chess();
  chess.loadPgn("1. e4 e5 1/2-1/2");
  for (const variations of [false, true]) assert.match(chess.pgn({ variations }), /\[Result "1\/2-1\/2"\][^]* 1\/2-1\/2\n?$/);
});

test("an illegal move of a variation is refused only if variations are asked for", () => {
  const wrong = "1. e4 e5 (1... c5 2. Ke5 d4) 2. Nf3 *";
  const [{ severity, start, end }] = readGame(wrong).problems;
  assert.deepEqual([severity, wrong.slice(start, end)], ["error", "Ke5"]);
  const chess = new Chess();
  assert.throws(() => chess.loadPgn(wrong, { variations: true }), (error) => error.code === "pgn" && wrong.slice(error.start, error.end) === "Ke5");
  chess.loadPgn(wrong);
  assert.deepEqual(chess.history(), ["e4", "e5", "Nf3"]);
  assert.match(chess.pgn({ variations: true }), /1\. e4 e5 \(1\.\.\. c5\) 2\. Nf3 \*/);
});

test("a byte order mark and e.p. are read", () => {
  const chess = new Chess();
  chess.loadPgn('\ufeff[White "A"]\n\n1. e4 d5 2. e5 f5 3. exf6 e.p. *');
  assert.deepEqual([chess.history().at(-1), chess.getHeaders().White], ["exf6", "A"]);
});

test("bytes are read in the encoding that they have, line by line", () => {
  const pgn = '\ufeff[White "Müller"]\n\n1. e4 {größer} *';
  const utf16 = Buffer.from(pgn, "utf16le");
  const mixed = Buffer.concat([Buffer.from('[White "Müller"]\n\n', "latin1"), Buffer.from("1. e4 {größer} *")]);
  for (const bytes of [Buffer.from(pgn), Buffer.from(pgn.slice(1), "latin1"), utf16, Buffer.from(utf16).swap16(), mixed]) {
    const [game] = Chess.games(new Uint8Array(bytes));
    assert.deepEqual([game.headers.White, game.tree().root.children[0].comments], ["Müller", ["größer"]], bytes.toString("hex"));
  }
});

test("a game of Chess960 is read with its castling", () => {
  const chess = Chess.chess960(0);
  for (let ply = 0; ply < 40 && !chess.isGameOver(); ply += 1) chess.move(chess.moves().toSorted().at(ply % 3) ?? chess.moves()[0]);
  chess.setHeader("Variant", "Chess960");
  const again = new Chess();
  again.loadPgn(chess.pgn());
  assert.equal(again.fen(), chess.fen());
  const tree = again.tree();
  assert.equal(tree.chess(tree.nodes.at(-1)).fen(), chess.fen());
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

test("games are read in the letters of a language", () => {
  const moves = (options) => [...Chess.games("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", options)].map(({ moves }) => moves.length);
  assert.deepEqual([moves({ letters: "de" }), moves(), moves({ letters: "fr" })], [[5], [2], [2]]);
  for (const letters of ["german", "", 1]) assert.throws(() => moves({ letters }), (error) => error.code === "range");
});

test("many PGNs are read by turns", () => {
  const many = Array.from({ length: 100 }, () => readPgn(PGN));
  for (const games of many) games.next();
  for (const games of many) assert.equal(games.next().value.headers.Event, "second");
  assert.equal([...many[0]][0].headers.Event, "third");
});

test("a PGN that arrives in pieces has the games of the whole text, and the places of their problems", async () => {
  const whole = `${PGN}\n${ANNOTATED}\n`.repeat(3);
  const games = (all) => all.map((game) => [game.headers, game.result, game.problems, game.tree().pgn()]);
  const expected = games([...readPgn(whole)]);
  const bytes = new TextEncoder().encode(whole);
  const cut = function* (list, size) {
    for (let place = 0; place < list.length; place += size) yield list.slice(place, place + size);
  };
  const arrives = async (source) => {
    const all = [];
    for await (const game of Chess.games(source)) all.push(game);
    return games(all);
  };
  const later = async function* (list) {
    yield* list;
  };
  assert.deepEqual(await arrives(whole), expected);
  assert.deepEqual(await arrives(bytes), expected);
  for (const size of [1, 7, 100]) {
    assert.deepEqual(await arrives(later(cut(whole, size))), expected);
    assert.deepEqual(await arrives(new ReadableStream({ start: (to) => { for (const part of cut(bytes, size)) to.enqueue(part); to.close(); } })), expected);
  }
  const long = `${whole}\n`.repeat(1_500);
  let [count, last] = [0, undefined];
  for await (const game of Chess.games(later(cut(long, 10_000)))) [count, last] = [count + 1, game];
  assert.equal(count, 1_500 * expected.length);
  assert.equal(last.result, "1-0");
  const all = [...readPgn(long)];
  assert.equal(all.length, count);
  const { problems: [problem] } = all.findLast(({ problems }) => 0 < problems.length);
  const { problems: [first] } = [...readPgn(whole)].findLast(({ problems }) => 0 < problems.length);
  assert.equal(long.slice(problem.start, problem.end), whole.slice(first.start, first.end));
  assert.equal(long.slice(0, problem.start).split("\n").length, problem.line);
  assert.equal(long.split("\n")[problem.line - 1].slice(problem.column - 1).indexOf(long.slice(problem.start, problem.end)), 0);
  const isShort = (error) => error instanceof ChessError && error.code === "range";
  await assert.rejects(async () => { for await (const _ of Chess.games(later(cut(`{${" ".repeat(400_000)}`, 1000)), { longest: 300_000 })); }, isShort);
});

test("a tree is edited, and everything that was said in it is written and read again", () => {
  const tree = readGame("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 *").tree();
  const [e4] = tree.root.children;
  const [e5, c5] = e4.children;
  const nc6 = tree.add(e5.children[0], "Nc6");
  assert.equal(tree.add(e5.children[0], { from: "b8", to: "c6" }), nc6, "a move is there once");
  assert.throws(() => tree.add(nc6, "Nc6"), ChessError);
  const change = (node, notes) => tree.comment(node, ...writeNotes({ ...readNotes(node.comments), ...notes }));
  change(nc6, { clock: 3723.5, evaluation: { pawns: -0.25, depth: 20 }, squares: [{ color: "G", square: "e4" }], arrows: [{ color: "R", from: "b8", to: "c6" }], text: "usual" });
  assert.deepEqual(nc6.comments, ["[%eval -0.25,20][%clk 1:02:03.5][%csl Ge4][%cal Rb8c6] usual"]);
  change(nc6, { clock: undefined, evaluation: { mate: -3 } });
  tree.glyphs(nc6, 1, 14);
  tree.comment(c5, "Sicilian", "again");
  assert.equal(tree.promote(c5.children[1].children[0]), true);
  assert.equal(tree.promote(c5), true);
  assert.equal(tree.promote(c5), false, "it is the main line");
  const copy = tree.copy();
  tree.remove(e5);
  assert.throws(() => tree.add(e5, "Nf3"), ChessError);
  assert.equal(tree.pgn().split("\n\n")[1], "1. e4 c5 { Sicilian } { again } 2. c3 (2. Nf3) 2... d5 *\n");
  assert.deepEqual(tree.nodes.map(({ id }) => id), tree.nodes.map((_, index) => index));
  const again = readGame(copy.pgn()).tree();
  assert.equal(again.pgn(), copy.pgn());
  const read = again.nodes.find(({ san }) => san === "Nc6");
  assert.deepEqual(read.nags, [1, 14]);
  assert.deepEqual(readNotes(read.comments), {
    text: "usual", evaluation: { mate: -3 }, squares: [{ color: "G", square: "e4" }], arrows: [{ color: "R", from: "b8", to: "c6" }],
  });
  assert.equal(tree.chess(tree.nodes.at(-1)).turn(), tree.nodes.at(-1).ply % 2 === 0 ? "w" : "b");
});

test("moves of a tree are in standard notation, however they are written", () => {
  const text = "1. Nf3 Nf6 2. d3 d6 3. N1d2 N8d7 4. e2e4 Ng4 5. h3 Ngf6 6. 0-0-0 *";
  const sans = readGame(text).tree().nodes.map(({ san }) => san);
  assert.deepEqual(sans, ["", "Nf3", "Nf6", "d3", "d6", "Nbd2", "Nbd7", "e4", "Ng4", "h3", "Ngf6"]);
  assert.deepEqual(sans.slice(1), readGame(text).chess().history());
});

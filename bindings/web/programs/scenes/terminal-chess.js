// Games of a person who types right and wrong moves against the engine that the program asks by the network.
import { Readable } from "node:stream";
import { Chess } from "chess.js";
import { main } from "terminal-chess/src/game.js";
import { dice } from "./random.js";

const random = dice(3);
const pick = (list) => list[random(list.length)];
/** What the engine answers: a move that depends on the position alone. */
const reply = (fen) => {
  const moves = new Chess(fen).moves({ verbose: true }).map(({ lan }) => lan).sort();
  return moves[[...fen].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 65_521, 7) % moves.length];
};
globalThis.fetch = async (url) => Response.json({ success: true, bestmove: `bestmove ${reply(new URL(url).searchParams.get("fen"))}` });

for (let game = 0; game < 20; game += 1) {
  const lines = [String(1 + random(3)), String(1 + random(2)), String(1 + random(2))];
  const chess = new Chess();
  while (!chess.isGameOver() && lines.length < 150) {
    if ((chess.turn() === "w") === (lines[1] === "1")) {
      if (random(4) === 0) lines.push(pick(["board", "help", "Ke9", "O-O", "a8=Q", "Raxe1", "N", "xx", "Qxf7#", "0-0-0", "e2e9"]));
      lines.push(pick(chess.moves()));
      chess.move(lines.at(-1));
    } else chess.move(reply(chess.fen()));
  }
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([...lines, "resign"].map((line) => `${line}\n`)) });
  await main();
}

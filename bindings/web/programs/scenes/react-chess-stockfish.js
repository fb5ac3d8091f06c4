// The functions that turn the lines of an engine into moves, with lines that are right and wrong, and damaged FENs.
import { Chess } from "chess.js";
import { uciToPvMoves, uciToSan, validateFen } from "@react-chess-tools/react-chess-stockfish";
import { dice, found } from "./random.js";

const random = dice(9);
const pick = (list) => list[random(list.length)];
for (let game = 0; game < 200; game += 1) {
  const chess = new Chess();
  for (let ply = random(80); 0 < ply && !chess.isGameOver(); ply -= 1) chess.move(pick(chess.moves()));
  const fen = chess.fen();
  const line = [];
  for (let ply = 0; ply < 8 && !chess.isGameOver(); ply += 1) line.push(chess.move(pick(chess.moves())).lan);
  const broken = line.length === 0 ? ["e2"] : line.with(random(line.length), pick(["e9e4", "a1a1", "e2", "", "e7e8x", "0000"]));
  for (const moves of [line, broken]) console.log(found(() => uciToPvMoves(moves, fen).map(({ uci, san }) => `${uci} ${san}`).join()));
  for (const move of broken) console.log(found(() => uciToSan(move, fen)));
  const place = random(fen.length);
  console.log(found(() => validateFen(fen.slice(0, place) + pick([..."KQRBNPkqrbnp12345678/ -wb0x"]) + fen.slice(place + 1))));
}

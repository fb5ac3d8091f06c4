// Random games with variations, comments and glyphs; everything that the class says of each position.
import { Chess } from "@jackstenglein/chess";
import { dice, found } from "./random.js";

const random = dice(5);
const pick = (list) => list[random(list.length)];
const ASKED = ["fen", "normalizedFen", "ascii", "board", "hash", "isCheck", "isCheckmate", "isGameOver", "isDraw", "isInsufficientMaterial", "isStalemate", "isThreefoldRepetition", "isDrawByFiftyMoves", "moveNumber", "turn", "pieces", "materialDifference", "plyCount"];
for (let game = 0; game < 30; game += 1) {
  const chess = new Chess();
  for (let ply = random(120); 0 < ply && !chess.isGameOver(); ply -= 1) {
    const moves = chess.moves();
    const move = pick(moves);
    console.log(moves.map(({ san, lan }) => san + lan).join(), chess.move(pick([move.san, { from: move.from, to: move.to, promotion: move.promotion }]))?.san);
    for (const name of ASKED) console.log(name, JSON.stringify(found(() => chess[name]())));
    if (random(10) === 0) chess.setComment(`ply ${ply}`);
    if (random(10) === 0) chess.setNags([pick(["$1", "$14"])]);
    if (random(6) === 0) {
      chess.seek(pick(chess.history()));
      console.log(chess.move(pick(["e4", "Nf3", "Qxh8", "O-O", "Z0", "axb5", "zz"]))?.san, chess.fen());
    }
  }
  const pgn = chess.renderPgn();
  console.log(pgn, found(() => new Chess({ pgn }).renderPgn() === pgn), found(() => new Chess({ pgn: pgn.replace("N", "Q") }).renderPgn()));
}
for (const fen of ["8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "x", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9"]) console.log(found(() => new Chess({ fen }).moves().map(({ san }) => san)));

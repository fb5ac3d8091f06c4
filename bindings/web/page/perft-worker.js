// A worker has no import map, so it names the file.
import { Chess } from "./gardez/src/index.js";

addEventListener("message", async ({ data: { fen, chess960, variant, depth } }) => {
  try {
    const chess = variant === undefined ? new Chess(fen, { chess960 }) : new (await import("./gardez/src/variants.js")).VariantChess(variant, fen);
    // Only the counting: starting a worker takes longer than a short count.
    const since = performance.now();
    for (const raw of chess.legalMoves()) {
      const uci = chess.uci(raw);
      chess.play(raw);
      const count = chess.perft(depth - 1);
      postMessage({ uci, count, time: performance.now() - since });
      chess.takeBack();
    }
    postMessage({ time: performance.now() - since, isLast: true });
  } catch ({ message }) {
    postMessage({ error: message });
  }
});

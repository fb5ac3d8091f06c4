import { Chess, load } from "./gardez/src/index.js";

addEventListener("message", async ({ data: { fen, chess960, variant, depth } }) => {
  try {
    if (variant === undefined) await load();
    const chess = variant === undefined ? new Chess(fen, { chess960 }) : new (await import("./gardez/src/variants.js")).Chess(fen, { variant });
    // Only the counting: starting a worker takes longer than a short count.
    const since = performance.now();
    for (const { san, lan } of chess.moves({ verbose: true })) {
      chess.move(san);
      const count = depth === 1 ? 1 : chess.perft(depth - 1);
      postMessage({ uci: lan, count, time: performance.now() - since });
      chess.undo();
    }
    postMessage({ time: performance.now() - since, isLast: true });
  } catch ({ message }) {
    postMessage({ error: message });
  }
});

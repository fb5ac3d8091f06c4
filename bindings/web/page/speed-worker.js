// Plays and lists moves with both libraries by turns. A worker has no import map.

import { Chess } from "./gardez/src/chessjs.js";
import { Chess as Native } from "./gardez/src/index.js";
import { EXAMPLE } from "./example.js";

const ROUNDS = 5;
const MILLISECONDS = 150;

/** Both libraries do the same through the same names. The number is the work that was done. */
const TASKS = {
  "Moves listed": (Class, sans) => {
    const chess = new Class();
    let count = 0;
    for (const san of sans) {
      count += chess.moves().length;
      chess.move(san);
    }
    return count;
  },
  "Moves played": (Class, sans) => {
    const chess = new Class();
    for (const san of sans) chess.move(san);
    return sans.length;
  },
  "Positions counted (perft 3)": (Class) => Number(new Class().perft(3)),
};

const rate = (task, ...given) => {
  const since = performance.now();
  let work = 0;
  do work += task(...given);
  while (performance.now() - since < MILLISECONDS);
  return (work * 1000) / (performance.now() - since);
};
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

onmessage = async () => {
  try {
    const peer = await import("./peers/chess.js").catch(() => undefined);
    const game = new Native();
    game.loadPgn(EXAMPLE);
    const sans = game.history();
    const rows = Object.entries(TASKS).map(([name, task]) => {
      // `perft` of the drop-in counts as chess.js does; that of the native class is the one for counting.
      const own = name.startsWith("Positions") ? Native : Chess;
      const [ours, theirs] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(rate(task, own, sans));
        if (peer) theirs.push(rate(task, peer.Chess, sans));
      }
      return { name, ours: median(ours), theirs: peer && median(theirs) };
    });
    postMessage({ rows, hasPeer: peer !== undefined });
  } catch ({ message }) {
    postMessage({ error: message });
  }
};

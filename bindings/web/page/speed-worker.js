// Plays and lists moves with both libraries by turns.

import { EXAMPLE } from "./example.js";
import { Chess } from "./gardez/src/index.js";

/** Both libraries do the same through the same names. The number is the work that was done. */
const TASKS = {
  "Positions listed": (Class, sans) => {
    const chess = new Class();
    for (const san of sans) {
      chess.moves();
      chess.move(san);
    }
    return sans.length;
  },
  "Moves played": (Class, sans) => {
    const chess = new Class();
    for (const san of sans) chess.move(san);
    return sans.length;
  },
  "Games read": (Class) => {
    new Class().loadPgn(EXAMPLE);
    return 1;
  },
};

const rate = (task, milliseconds, ...given) => {
  const since = performance.now();
  let work = 0;
  do work += task(...given);
  while (performance.now() - since < milliseconds);
  return (work * 1000) / (performance.now() - since);
};
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

onmessage = async ({ data: { isShort } }) => {
  const [rounds, milliseconds] = isShort ? [3, 50] : [5, 150];
  try {
    const peer = await import("./peers/chess.js").catch(() => undefined);
    const game = new Chess();
    game.loadPgn(EXAMPLE);
    const sans = game.history();
    const rows = Object.entries(TASKS).map(([name, task]) => {
      const [ours, theirs] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        ours.push(rate(task, milliseconds, Chess, sans));
        if (peer) theirs.push(rate(task, milliseconds, peer.Chess, sans));
      }
      return { name, ours: median(ours), theirs: peer && median(theirs) };
    });
    postMessage({ rows });
  } catch ({ message }) {
    postMessage({ error: message });
  }
};

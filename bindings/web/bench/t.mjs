import { readFileSync } from "node:fs";
import { parsePgn } from "chessops/pgn";
import { readPgn } from "../npm/src/index.js";
const PGN = readFileSync(new URL("../../../conformance/data/pgn/lichess_sample.pgn", import.meta.url), "utf8");
const ours = () => { let count = 0; for (const game of readPgn(PGN)) count += game.tree().root.children.length; return count; };
const nomoves = () => { let count = 0; for (const game of readPgn(PGN)) count += game.moves.length; return count; };
const theirs = () => { let c = 0; for (const g of parsePgn(PGN)) c += g.moves.children.length; return c; };
const cpu = (f) => { const s = process.cpuUsage(); let n = 0, u; do { f(); n++; const { user, system } = process.cpuUsage(s); u = user + system; } while (u < 400_000); return u / n; };
const r = [[], [], []];
for (let i = 0; i < 5; i++) [ours, theirs, nomoves].forEach((f, k) => r[k].push(cpu(f)));
const med = r.map((x) => x.sort((a, b) => a - b)[2]);
console.log(PGN.length, [...readPgn(PGN)].length, "games; us", med.map(Math.round).join(), "ratio", (med[1] / med[0]).toFixed(2));
if (process.argv[2]) { const t = Date.now(); while (Date.now() - t < 6000) ours(); }

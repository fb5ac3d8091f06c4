import { readFileSync } from "node:fs";
import { parsePgn } from "chessops/pgn";
import { readPgn, Tree } from "../npm/src/index.js";
import { PgnReader } from "../npm/wasm/gardez.js";
const PGN = readFileSync(new URL("../../../conformance/data/pgn/lichess_sample.pgn", import.meta.url), "utf8");
const fs = {
  theirs: () => { let c = 0; for (const g of parsePgn(PGN)) c += g.moves.children.length; return c; },
  wasmOnly: () => { const r = new PgnReader(PGN); let n = 0; while (r.nextGame(true)) n++; r.free(); return n; },
  wasmNoTree: () => { const r = new PgnReader(PGN); let n = 0; while (r.nextGame(false)) n++; r.free(); return n; },
  withCalls: () => { const r = new PgnReader(PGN); let n = 0; while (r.nextGame(true)) { r.about(); r.tags(); r.moves(); r.tree(r.offset?.() ?? 0); n += r.texts().length; } r.free(); return n; },
  all: () => { let count = 0; for (const game of readPgn(PGN)) count += game.tree().root.children.length; return count; },
};
const cpu = (f) => { const s = process.cpuUsage(); let n = 0, u; do { f(); n++; const { user, system } = process.cpuUsage(s); u = user + system; } while (u < 300_000); return u / n; };
for (const f of Object.values(fs)) cpu(f);
const r = Object.fromEntries(Object.keys(fs).map((k) => [k, []]));
for (let i = 0; i < 5; i++) for (const [k, f] of Object.entries(fs)) r[k].push(cpu(f));
for (const [k, v] of Object.entries(r)) console.log(k.padEnd(12), Math.round(v.sort((a, b) => a - b)[2]));

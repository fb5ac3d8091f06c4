// Runs test files that were written for chess.js through the entry `gardez/chess.js`.
//
//   node clients.js FOLDER ENTRY
//
// The files import `../src/chess`; that name stands for the entry. The program prints how many tests passed, and the names
// of those that failed. It fails if a test fails whose reason is not in the list below, or if one of the list passes.

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { startVitest } from "vitest/node";

/** Tests that fail, and why: a part of the name, and the reason. */
const EXPECTED = [["positionCount - ", "calls _getPositionCount and reads _positionCount, which are private in chess.js"]];

const [folder, entry] = process.argv.slice(2);
const isTest = (name) => name.endsWith(".test.ts");
const files = readdirSync(folder, { recursive: true }).filter(isTest);
if (files.length === 0) {
  console.error(`${folder}: there are no files *.test.ts`);
  process.exit(2);
}

const tools = import.meta.dirname;
const vitest = await startVitest("test", [], {
  config: false, watch: false, root: resolve(folder), include: ["**/*.test.ts"], reporters: [{}], cache: false, allowOnly: true,
}, {
  resolve: { alias: [{ find: /^(\.\.\/)+src\/chess$/, replacement: resolve(entry) }, { find: /^vitest$/, replacement: join(tools, "node_modules/vitest") }] },
  cacheDir: join(tools, "node_modules/.cache"), server: { fs: { strict: false } },
});

const [passed, failed, expected, unexpected] = [[], [], [], []];
for (const module of vitest.state.getTestModules()) {
  const file = module.relativeModuleId;
  // A file that cannot be loaded has no tests.
  for (const error of module.errors()) unexpected.push(`${file}: ${error.message}`);
  for (const test of module.children.allTests()) {
    const name = `${file}: ${test.fullName}`;
    const { state, errors } = test.result();
    const reason = EXPECTED.find(([part]) => test.fullName.includes(part))?.[1];
    if (state === "passed") (reason === undefined ? passed : unexpected).push(reason === undefined ? name : `${name}: passes now`);
    else if (state === "failed") {
      failed.push(name);
      if (reason === undefined) unexpected.push(`${name}: ${errors?.[0]?.message.split("\n")[0]}`);
      else expected.push(`${name}: ${reason}`);
    }
  }
}
await vitest.close();
for (const line of expected) console.log(`expected failure: ${line}`);
for (const line of unexpected) console.log(`FAILED: ${line}`);
console.log(`${passed.length} tests of chess.js passed, ${failed.length} failed (${expected.length} of them expected)`);
process.exit(unexpected.length === 0 && 0 < passed.length ? 0 : 1);

// Programs that others wrote for chess.js, unedited, with gardez in its place: a bundler's alias changes the name, and nothing
// else. Each does and says the same as with chess.js.
//
//   npm install && node --test programs.test.js

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { build } from "esbuild";
import { startVitest } from "vitest/node";

const here = import.meta.dirname;
const entry = join(here, "../npm/src/index.js");
const work = join(here, "node_modules/.gardez");
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

for (const name of ["jackstenglein-chess", "react-chess-stockfish", "terminal-chess"]) {
  test(`${name} says the same`, async () => {
    const [theirs, ours] = await Promise.all([{}, { "chess.js": entry }].map(async (alias, index) => {
      const outfile = join(work, `${name}-${index}.mjs`);
      const define = { "process.env.NODE_ENV": '"production"' };
      const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
      await build({ entryPoints: [join(here, `scenes/${name}.js`)], bundle: true, format: "esm", platform: "node", logLevel: "error", outfile, alias, define, banner, keepNames: true });
      return execFileSync(process.execPath, [outfile], { encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" });
    }));
    assert.ok(500 < theirs.split("\n").length, theirs);
    // A program that prints the class of an error prints another name.
    assert.equal(ours.replaceAll("ChessError:", "Error:"), theirs);
  });
}

/** The tests of a package that pass, and those that do not. */
const runTests = async (name, alias) => {
  const root = join(work, name);
  const setup = join(root, "setup.js");
  cpSync(join(here, "node_modules/@react-chess-tools", name, "src"), join(root, "src"), { recursive: true });
  // They are written for Jest; what needs its modules in place of others fails with both.
  writeFileSync(setup, 'import "@testing-library/jest-dom/vitest"; import { vi } from "vitest"; globalThis.jest = vi;');
  const options = { config: false, watch: false, root, include: ["src/**/*.test.{ts,tsx}"], exclude: [], environment: "jsdom", globals: true, setupFiles: [setup], reporters: [{}], silent: true, cache: false, isolate: false, pool: "threads", maxWorkers: 1, server: { deps: { inline: [/react-chess/] } } };
  const vitest = await startVitest("test", [], options, { resolve: { alias } });
  const results = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()].map((found) => `${found.fullName}: ${found.result().state}`));
  await vitest.close();
  // Vitest has set it, because of the tests that fail with both.
  process.exitCode = 0;
  return results;
};

for (const [name, least] of [["react-chess-game", 80], ["react-chess-puzzle", 80]]) {
  test(`the tests of ${name} pass and fail as with chess.js`, async () => {
    const theirs = await runTests(name, []);
    const ours = await runTests(name, [{ find: /^chess\.js$/, replacement: entry }]);
    const passed = ours.filter((result) => result.endsWith(": passed")).length;
    console.log(`${passed} of ${ours.length} pass`);
    assert.ok(least < passed, `${passed}`);
    assert.deepEqual(ours, theirs);
  });
}

/** Programs whose types are checked: their own sources, or a file that imports their types. */
const TYPED = {
  "@jackstenglein/chess": 'import { Chess } from "@jackstenglein/chess"; export const moves: string[] = new Chess().moves().map(({ san }) => san);',
  "@react-chess-tools/react-chess-stockfish": 'import { uciToSan } from "@react-chess-tools/react-chess-stockfish"; export const san: string = uciToSan("e2e4", "");',
  "@react-chess-tools/react-chess-game": undefined,
  "@react-chess-tools/react-chess-puzzle": undefined,
  "terminal-chess": undefined,
};
for (const [name, text] of Object.entries(TYPED)) {
  test(`tsc --strict finds nothing more in ${name}`, () => {
    const folder = join(work, "types", name.split("/").at(-1));
    const source = join(here, "node_modules", name, "src");
    if (text === undefined) cpSync(source, folder, { recursive: true, filter: (path) => !/test/.test(path.slice(source.length)) });
    else mkdirSync(folder, { recursive: true });
    if (text !== undefined) writeFileSync(join(folder, "program.ts"), text);
    const [theirs, ours] = ["chess.js", join(here, "../npm/index.d.ts")].map((types) => {
      const paths = types === "chess.js" ? {} : { paths: { "chess.js": [types] } };
      const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, module: "esnext", moduleResolution: "bundler", target: "es2022", allowJs: true, checkJs: true, jsx: "react-jsx", lib: ["esnext", "dom"], types: [], ...paths };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts", "**/*.tsx", "**/*.js"] }));
      try {
        return execFileSync(join(here, "node_modules/.bin/tsc"), ["-p", folder], { cwd: folder, encoding: "utf8" });
      } catch (error) {
        return error.stdout;
      }
    });
    const errors = (printed) => printed.split("\n").filter((line) => /error TS/.test(line));
    assert.deepEqual(errors(ours).filter((line) => !errors(theirs).includes(line)), []);
    console.log(`${errors(theirs).length} errors with chess.js, ${errors(ours).length} with gardez`);
  });
}

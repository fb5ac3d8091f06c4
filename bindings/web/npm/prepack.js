// Refuses to pack a package without its modules and licenses, and writes the types for CommonJS: those for modules, under
// another name.

import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";

const here = import.meta.dirname;
const { exports } = JSON.parse(readFileSync(`${here}/package.json`, "utf8"));
for (const name of readdirSync(here).filter((file) => file.endsWith(".d.ts"))) {
  const types = readFileSync(`${here}/${name}`, "utf8").replace(/(from "\.\/\w+)\.js"/g, '$1.cjs"');
  writeFileSync(`${here}/${name.replace(".d.ts", ".d.cts")}`, types);
}
const targets = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targets));
const starts = ["start", "start-openings", "start-tables", "start-svg", "start-variants", "start-nnue"].map((name) => `wasm/${name}.js`);
const needed = [...new Set(targets(exports)), ...starts, "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES", "README.md"];
const missing = needed.filter((name) => !existsSync(`${here}/${name}`) || statSync(`${here}/${name}`).size === 0);
if (0 < missing.length) {
  console.error(`the package is not complete: ${missing.join(", ")}; \`cargo xtask web\` makes it`);
  process.exit(1);
}

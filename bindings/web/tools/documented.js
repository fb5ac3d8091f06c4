// The numbers in the tables of the docs. The programs that measure them write them.

import { readFileSync, writeFileSync } from "node:fs";

const PAGES = ["docs/web.md", "bindings/web/npm/README.md"].map((path) => new URL(`../../../${path}`, import.meta.url));

/**
 * Compares the numbers in the rows with these names, which are first cells without backticks, with measured ones, and writes
 * those that differ by more than a part of themselves, unless `CI` is set. Returns the rows that were wrong, as they should be.
 */
export const documented = (measured, slack, shown) => {
  const wrong = new Set();
  const found = new Set();
  for (const page of PAGES) {
    const before = readFileSync(page, "utf8");
    const after = before.replace(/^\| (.*?) (\|.*)$/gm, (line, cell, rest) => {
      const name = cell.replaceAll("`", "");
      if (!Object.hasOwn(measured, name)) return line;
      found.add(name);
      const left = [...measured[name]];
      const now = rest.replace(/\d[\d.,]*(?<=\d)/g, (old) => {
        const value = left.shift();
        return value === undefined || Math.abs(Number(old.replaceAll(",", "")) - value) <= slack * value ? old : shown(value);
      });
      if (now !== rest) wrong.add(`${name} (${now.replaceAll("|", "").trim()})`);
      return `| ${cell} ${now}`;
    });
    if (after !== before && !process.env.CI) writeFileSync(page, after);
  }
  for (const name of Object.keys(measured)) if (!found.has(name)) wrong.add(name);
  return [...wrong];
};

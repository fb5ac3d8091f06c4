// Uses the packed package as people deploy it: bundlers, dev servers, workers, edge runtimes, content security policies.
//
//   node deploy.js PROJECT
//
// PROJECT is a directory in which the package is installed. Each environment passes, fails, or is skipped by its name.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { documented } from "./documented.js";

const project = resolve(process.argv[2]);
const { CHROMIUM } = process.env;
const [sources, built] = [join(project, "deploy"), join(project, "dist")];
for (const folder of [sources, built]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

const ANSWER = "8902,b3,8f8f01d4562f59fb";
const WITHOUT = "8902,b3,module";
/** What each program finds: a count, a move, and the key that the module computes; or that there is no module. */
const FIND = `
    const answer = async (load) => {
      const chess = new Chess();
      const key = await load().then(() => chess.key.toString(16), ({ code }) => code);
      return [chess.perft(3), chess.moves()[2], key].join();
    };`;
const SOURCES = {
  "first.js": `
    import { Chess } from "gardez";
    const chess = new Chess();
    document.title = [chess.perft(3), chess.moves()[2], "module"].join();`,
  "embedded.js": `
    import { Chess, load } from "gardez";
    ${FIND}
    answer(load).then((found) => {
      if (typeof document === "undefined") postMessage(found);
      else document.title = found;
    });`,
  "file.js": `
    import { Chess, load } from "gardez";
    ${FIND}
    answer(() => load("/node_modules/gardez/wasm/gardez_bg.wasm")).then((found) => (document.title = found));`,
  "edge.js": `
    import { Chess, load } from "gardez";
    ${FIND}
    export default { async fetch() { return new Response(await answer(load)); } };`,
};
/** The most bytes of the first entry in a bundle, packed; the module is a part of none. */
const MOST = 14_000;
/** The part by which a size may differ from that of the docs: other compilers and packers than those of here differ by 1 %. */
const SLACK = 0.05;
const table = {};
const sizesOf = (file) => {
  const bytes = readFileSync(file);
  return [bytes.length, gzipSync(bytes, { level: 9 }).length];
};
const measure = (name, file, most = MOST) => {
  table[name] = sizesOf(file);
  if (most < table[name][1]) throw new Error(`the first entry has ${table[name][1]} bytes, packed`);
};
for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(sources, name), text);
const page = (script, type = "module") => `<!doctype html><title>waiting</title><script type="${type}" src="${script}"></script>`;

/** Serves the built files, with a content security policy if the address asks for one. */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const policy = searchParams.get("csp");
  if (searchParams.has("script")) {
    response.writeHead(200, { "content-type": "text/html", ...(policy && { "content-security-policy": policy }) });
    response.end(page(searchParams.get("script"), searchParams.get("type") ?? "module"));
    return;
  }
  const file = join(project, pathname);
  if (!existsSync(file) || extname(file) === "") return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
  response.end(readFileSync(file));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

let browser;
const titleAt = async (address) => {
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  try {
    await tab.goto(address);
    await tab.waitForFunction(() => document.title !== "waiting", { timeout: 20_000 }).catch(() => {});
    return { title: await tab.title(), errors };
  } finally {
    await tab.close();
  }
};
const shows = async (address, answer = ANSWER) => {
  const { title, errors } = await titleAt(address);
  if (title !== answer) throw new Error(`the page shows ${title}: ${errors.join("; ")}`);
};
const scripted = (script, options = {}) => `${origin}/?${new URLSearchParams({ script, ...options })}`;

const esbuild = async (name, options) => {
  const { build } = await import("esbuild");
  const outdir = join(built, "esbuild");
  await build({ entryPoints: [join(sources, name)], bundle: true, format: "esm", outdir, logLevel: "error", ...options });
};

const ENVIRONMENTS = {
  "node, import and require": () => {
    const script = `const { Chess, load } = require("gardez");
      ${FIND}
      import("gardez/chess.js").then(async ({ Chess: Same }) => console.log(Chess === Same, await answer(load)));`;
    const printed = execFileSync(process.execPath, ["--no-warnings", "-e", script], { cwd: project, encoding: "utf8" }).trim();
    if (printed !== `true ${ANSWER}`) throw new Error(printed);
  },
  publint: async () => {
    const { publint } = await import("publint");
    const { messages } = await publint({ pkgDir: join(project, "node_modules/gardez"), level: "suggestion" });
    if (messages.length !== 0) throw new Error(messages.map(({ code, path }) => `${code} at ${path.join(".")}`).join("; "));
  },
  attw: async () => {
    const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
    const archive = execFileSync("sh", ["-c", "ls *.tgz"], { cwd: project, encoding: "utf8" }).trim();
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(join(project, archive)))));
    // Resolution without `exports` is that of TypeScript before 4.7, and a module and a script have no types.
    const problems = result.problems.filter(({ resolutionKind, entrypoint }) => resolutionKind !== "node10" && !/\.wasm$|gardez-board\.js$/.test(entrypoint));
    if (problems.length !== 0) throw new Error(JSON.stringify(problems));
  },
  "TypeScript from CommonJS": () => {
    const program = join(sources, "common.cts");
    writeFileSync(program, `import { Chess } from "gardez";
      export const squares: string[] = new Chess().moves();`);
    const tsc = join(import.meta.dirname, "node_modules/.bin/tsc");
    execFileSync(tsc, ["--noEmit", "--strict", "--module", "node16", "--target", "es2022", "--lib", "es2022", "--types", "", program], { cwd: project, encoding: "utf8" });
  },
  "one file with <gardez-board>, by its script": async () => {
    // From the disk, where there are no modules.
    const script = createRequire(join(project, "package.json")).resolve("gardez/gardez-board.js");
    const file = join(built, "board.html");
    writeFileSync(file, `<!doctype html><title>waiting</title><script src="${script}"></script><gardez-board ply="end">1. e4 e5 2. Nf3</gardez-board>
      <script>addEventListener("load", () => setTimeout(() => { document.title = document.querySelector("gardez-board").fen; }));</script>`);
    const { title, errors } = await titleAt(`file://${file}`);
    if (title !== "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2") throw new Error(`${title} ${errors.join("; ")}`);
  },
  "esbuild, module script": async () => {
    await esbuild("first.js", { minify: true, outdir: join(built, "small") });
    measure("esbuild 0.28, with --minify", join(built, "small/first.js"));
    await shows(scripted("/dist/small/first.js"), WITHOUT);
    await esbuild("embedded.js");
    await shows(scripted("/dist/esbuild/embedded.js"));
  },
  "esbuild, with splitting": async () => {
    await esbuild("embedded.js", { minify: true, splitting: true, outdir: join(built, "split") });
    await shows(scripted("/dist/split/embedded.js"));
  },
  "esbuild, the module's own file": async () => {
    await esbuild("file.js");
    await shows(scripted("/dist/esbuild/file.js"));
  },
  "React Native's condition": async () => {
    await esbuild("first.js", { minify: true, conditions: ["react-native"], outdir: join(built, "native") });
    measure("esbuild with the condition react-native", join(built, "native/first.js"));
    await esbuild("embedded.js", { minify: true, conditions: ["react-native"], outdir: join(built, "native") });
    await shows(scripted("/dist/native/embedded.js"), WITHOUT);
  },
  "React Native's Metro": async () => {
    const { default: metro } = await import("metro");
    const modules = join(import.meta.dirname, "node_modules");
    const { resolver, transformer, ...rest } = await metro.loadConfig({ cwd: project }, {});
    const config = {
      ...rest, projectRoot: project, watchFolders: [project, modules], cacheStores: [], maxWorkers: 1, reporter: { update() {} },
      resolver: { ...resolver, nodeModulesPaths: [modules], unstable_conditionNames: ["react-native"] },
      transformer: { ...transformer, getTransformOptions: async () => ({ transform: { experimentalImportSupport: true, inlineRequires: false } }) },
    };
    const out = join(built, "metro.js");
    await metro.runBuild(config, { entry: join(sources, "embedded.js"), out, minify: true, dev: false, platform: "ios" });
    if (readFileSync(out, "utf8").includes("wasm/")) throw new Error("the module is part of the bundle");
    measure("Metro 0.84, with its runtime", out, 18_000);
    await shows(scripted("/dist/metro.js", { type: "text/javascript" }), WITHOUT);
  },
  "worker, module": async () => {
    writeFileSync(join(built, "worker.js"), `new Worker("/dist/esbuild/embedded.js", { type: "module" }).onmessage = ({ data }) => (document.title = data);`);
    await shows(scripted("/dist/worker.js"));
  },
  "worker, classic": async () => {
    await esbuild("embedded.js", { format: "iife", outdir: join(built, "classic") });
    writeFileSync(join(built, "classic.js"), `new Worker("/dist/classic/embedded.js").onmessage = ({ data }) => (document.title = data);`);
    await shows(scripted("/dist/classic.js"));
  },
  "content security policy with 'wasm-unsafe-eval'": () => shows(scripted("/dist/esbuild/embedded.js", { csp: "script-src 'self' 'wasm-unsafe-eval'" })),
  "content security policy without it": async () => {
    await shows(scripted("/dist/small/first.js", { csp: "default-src 'none'; script-src 'self'" }), WITHOUT);
    const { title } = await titleAt(scripted("/dist/esbuild/embedded.js", { csp: "script-src 'self'" }));
    if (title !== "8902,b3,") throw new Error(`the module is not refused: ${title}`);
  },
  Rollup: async () => {
    const { rollup } = await import("rollup");
    const { nodeResolve } = await import("@rollup/plugin-node-resolve");
    for (const name of ["first", "embedded", "file"]) {
      const bundle = await rollup({ input: join(sources, `${name}.js`), plugins: [nodeResolve()], onwarn: (warning) => { throw new Error(warning.message); } });
      await bundle.write({ dir: join(built, "rollup"), format: "es" });
      if (name === "first") measure("Rollup 4, not minified", join(built, "rollup/first.js"), Infinity);
      await shows(scripted(`/dist/rollup/${name}.js`), name === "first" ? WITHOUT : ANSWER);
    }
  },
  webpack: async () => {
    const { default: webpack } = await import("webpack");
    const entry = Object.fromEntries(["first", "embedded", "file"].map((name) => [name, join(sources, `${name}.js`)]));
    const output = { path: join(built, "webpack"), publicPath: "/dist/webpack/" };
    const stats = await new Promise((done, fail) => webpack({ mode: "production", entry, output, context: project, performance: false }, (error, found) => (error ? fail(error) : done(found))));
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({ all: false, errors: true, warnings: true }));
    measure("webpack 5", join(built, "webpack/first.js"));
    for (const name of ["first", "embedded", "file"]) await shows(scripted(`/dist/webpack/${name}.js`), name === "first" ? WITHOUT : ANSWER);
  },
  "Vite, build": async () => {
    const { build } = await import("vite");
    for (const name of ["first", "embedded", "file"]) {
      writeFileSync(join(sources, `${name}.html`), page(`/${name}.js`));
      await build({ root: sources, base: "/dist/vite/", logLevel: "error", configFile: false, build: { outDir: join(built, "vite"), emptyOutDir: false, target: "es2022", chunkSizeWarningLimit: 4000, rollupOptions: { input: join(sources, `${name}.html`) } } });
      await shows(`${origin}/dist/vite/${name}.html`, name === "first" ? WITHOUT : ANSWER);
      const [script] = /assets\/[^"]+\.js/.exec(readFileSync(join(built, `vite/${name}.html`), "utf8"));
      if (name === "first") measure("Vite 8", join(built, "vite", script));
    }
  },
  "Vite, dev": async () => {
    const { createServer: serve } = await import("vite");
    const vite = await serve({ root: sources, logLevel: "error", configFile: false, cacheDir: join(project, ".vite"), server: { port: 0, host: "127.0.0.1" } });
    try {
      await vite.listen();
      const { port } = vite.httpServer.address();
      for (const name of ["first", "embedded"]) await shows(`http://127.0.0.1:${port}/${name}.html`, name === "first" ? WITHOUT : ANSWER);
    } finally {
      await vite.close();
    }
  },
  workerd: async () => {
    const folder = join(built, "workerd");
    await esbuild("edge.js", { outdir: folder, conditions: ["workerd"], loader: { ".wasm": "copy" }, assetNames: "[name]" });
    writeFileSync(join(folder, "config.capnp"), `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (services = [(name = "main", worker = (
        modules = [(name = "edge.js", esModule = embed "edge.js"), (name = "gardez_bg.wasm", wasm = embed "gardez_bg.wasm")],
        compatibilityDate = "2025-01-01"))], sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);`);
    const program = createRequire(import.meta.url)("workerd").default;
    const worker = spawn(program, ["serve", "config.capnp", "--control-fd=3"], { cwd: folder, stdio: ["ignore", "pipe", "pipe", "pipe"] });
    try {
      let log = "";
      worker.stderr.on("data", (data) => (log += data));
      const port = await new Promise((done, fail) => {
        worker.stdio[3].on("data", (data) => done(/"port":(\d+)/.exec(String(data))?.[1]));
        worker.on("exit", () => fail(new Error(log)));
      });
      const answer = await (await fetch(`http://127.0.0.1:${port}`)).text();
      if (answer !== ANSWER) throw new Error(`${answer} ${log}`);
    } finally {
      worker.kill();
    }
  },
  "edge-light": async () => {
    // The provider's build passes what `?module` imports; its runtime compiles no bytes.
    const { EdgeVM } = await import("@edge-runtime/vm");
    const imported = {
      name: "module",
      setup: (build) => {
        build.onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({ namespace: "module", path: join(resolveDir, path.replace("?module", "")) }));
        build.onLoad({ filter: /./, namespace: "module" }, ({ path }) => ({ contents: `export default globalThis[${JSON.stringify(path)}];` }));
      },
    };
    const folder = join(built, "edge-light");
    await esbuild("edge.js", { outdir: folder, conditions: ["edge-light"], format: "iife", globalName: "edge", plugins: [imported] });
    const file = join(project, "node_modules/gardez/wasm/gardez_bg.wasm");
    const module = await WebAssembly.compile(readFileSync(file));
    const extend = (context) => Object.assign(context, { [file]: module });
    const edge = new EdgeVM({ codeGeneration: { strings: false, wasm: false }, extend });
    edge.evaluate(readFileSync(join(folder, "edge.js"), "utf8"));
    const answer = await edge.evaluate("edge.default.fetch().then((response) => response.text())");
    if (answer !== ANSWER) throw new Error(answer);
  },
  Deno: () => runs("deno", [`@deno/${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}/deno`]),
  Bun: () => runs("bun", [`@oven/bun-${process.platform}-${process.arch}/bin/bun`]),
};
/** Runs a program with the package in another runtime: one that is installed here, or that npm has installed. */
const runs = (program, files) => {
  const found = files.map((file) => join(import.meta.dirname, "node_modules", file)).find(existsSync) ?? program;
  writeFileSync(join(project, "runtime.mjs"), `
    import { Chess, load } from "gardez";
    ${FIND}
    console.log(await answer(load));`);
  const printed = execFileSync(found, ["run", "runtime.mjs"], { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  if (printed.trim() !== ANSWER) throw new Error(printed);
};
const NEEDS_BROWSER = /one file|esbuild|Native|worker,|policy|Rollup|webpack|Vite/;
/** The modules of the entries, by the names that the docs have for these. */
const MODULES = { "gardez, gardez/chess.js": "gardez", "gardez/svg": "svg", "gardez/variants": "variants", "gardez/nnue": "nnue", "gardez/openings": "openings", "gardez/tables": "tables" };


if (CHROMIUM) {
  const { default: puppeteer } = await import("puppeteer-core");
  browser = await puppeteer.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}
let failed = 0;
for (const [name, run] of Object.entries(ENVIRONMENTS)) {
  if (NEEDS_BROWSER.test(name) && !CHROMIUM) {
    console.log(`skipped: chromium (${name})`);
    continue;
  }
  try {
    await run();
    console.log(`passed: ${name}`);
  } catch (error) {
    const isMissing = error.code === "ENOENT" && error.syscall?.startsWith("spawn");
    if (!isMissing) failed += 1;
    console.log(isMissing ? `skipped: ${name}` : `FAILED: ${name}: ${error.stdout ?? ""}${error.message}`);
  }
}
console.log("first entry                                bytes    packed");
for (const [name, sizes] of Object.entries(table)) console.log(name.padEnd(38), ...sizes.map((size) => String(size).padStart(9)));
const installed = join(project, "node_modules/gardez");
for (const [entry, name] of Object.entries(MODULES)) table[entry] = [sizesOf(join(installed, `wasm/${name}_bg.wasm`))[1]];
table["gardez/board"] = sizesOf(join(installed, "dist/gardez-board.js"));
const rounded = (size) => (Math.round(size / (size < 100_000 ? 100 : 1_000)) * (size < 100_000 ? 100 : 1_000)).toLocaleString("en");
for (const name of documented(table, SLACK, rounded)) {
  console.log(process.env.CI ? `FAILED: the docs have another size: ${name}` : `written in the docs: ${name}`);
  if (process.env.CI) failed += 1;
}
await browser?.close();
server.close();
process.exit(failed === 0 ? 0 : 1);

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

const project = resolve(process.argv[2]);
const { CHROMIUM } = process.env;
const [sources, built] = [join(project, "deploy"), join(project, "dist")];
for (const folder of [sources, built]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

const ANSWER = "8902,20,b3";
const SOURCES = {
  "embedded.js": `
    import { Chess } from "gardez";
    import { Chess as Drop } from "gardez/chess.js";
    const answer = [new Chess().perft(3), new Drop().moves().length, new Drop().moves()[2]].join();
    if (typeof document === "undefined") postMessage(answer);
    else document.title = answer;`,
  "file.js": `
    import { Chess, init } from "gardez/wasm";
    await init();
    document.title = [new Chess().perft(3), new Chess().moves().length, "b3"].join();`,
  "edge.js": `
    import { Chess } from "gardez";
    import { Chess as Drop } from "gardez/chess.js";
    export default { async fetch() {
      return new Response([new Chess().perft(3), new Drop().moves().length, new Drop().moves()[2]].join());
    } };`,
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
const shows = async (address) => {
  const { title, errors } = await titleAt(address);
  if (title !== ANSWER) throw new Error(`the page shows ${title}: ${errors.join("; ")}`);
};
const scripted = (script, options = {}) => `${origin}/?${new URLSearchParams({ script, ...options })}`;

const esbuild = async (name, options) => {
  const { build } = await import("esbuild");
  const outdir = join(built, "esbuild");
  await build({ entryPoints: [join(sources, name)], bundle: true, format: "esm", outdir, logLevel: "error", ...options });
};

const ENVIRONMENTS = {
  "node, import and require": () => {
    const script = `const { Chess } = require("gardez"); const { Chess: Drop } = require("gardez/chess.js");
      import("gardez").then(({ Chess: Same }) => console.log(Chess === Same, [new Chess().perft(3), new Drop().moves().length, new Drop().moves()[2]].join()));`;
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
      import { Chess as Drop } from "gardez/chess.js";
      export const squares: string[] = [new Chess().moves()[0]!, new Drop().moves()[0]!];`);
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
    await esbuild("embedded.js");
    await shows(scripted("/dist/esbuild/embedded.js"));
  },
  "esbuild, gardez/wasm": async () => {
    await esbuild("file.js");
    await shows(scripted("/dist/esbuild/file.js"));
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
    const { title, errors } = await titleAt(scripted("/dist/esbuild/embedded.js", { csp: "script-src 'self'" }));
    if (title === ANSWER || !/Content Security Policy/i.test(errors.join())) throw new Error(`it is not refused with a reason: ${errors.join()}`);
  },
  Rollup: async () => {
    const { rollup } = await import("rollup");
    const { nodeResolve } = await import("@rollup/plugin-node-resolve");
    for (const name of ["embedded", "file"]) {
      const bundle = await rollup({ input: join(sources, `${name}.js`), plugins: [nodeResolve()], onwarn: (warning) => { throw new Error(warning.message); } });
      await bundle.write({ dir: join(built, "rollup"), format: "es" });
      await shows(scripted(`/dist/rollup/${name}.js`));
    }
  },
  webpack: async () => {
    const { default: webpack } = await import("webpack");
    const entry = { embedded: join(sources, "embedded.js"), file: join(sources, "file.js") };
    const output = { path: join(built, "webpack"), publicPath: "/dist/webpack/" };
    const stats = await new Promise((done, fail) => webpack({ mode: "production", entry, output, context: project, performance: false }, (error, found) => (error ? fail(error) : done(found))));
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({ all: false, errors: true, warnings: true }));
    for (const name of ["embedded", "file"]) await shows(scripted(`/dist/webpack/${name}.js`));
  },
  "Vite, build": async () => {
    const { build } = await import("vite");
    for (const name of ["embedded", "file"]) {
      writeFileSync(join(sources, `${name}.html`), page(`/${name}.js`));
      await build({ root: sources, base: "/dist/vite/", logLevel: "error", configFile: false, build: { outDir: join(built, "vite"), emptyOutDir: false, target: "es2022", chunkSizeWarningLimit: 4000, rollupOptions: { input: join(sources, `${name}.html`) } } });
      await shows(`${origin}/dist/vite/${name}.html`);
    }
  },
  "Vite, dev": async () => {
    const { createServer: serve } = await import("vite");
    const vite = await serve({ root: sources, logLevel: "error", configFile: false, cacheDir: join(project, ".vite"), server: { port: 0, host: "127.0.0.1" } });
    try {
      await vite.listen();
      const { port } = vite.httpServer.address();
      for (const name of ["embedded", "file"]) await shows(`http://127.0.0.1:${port}/${name}.html`);
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
    import { Chess } from "gardez";
    import { Chess as Drop } from "gardez/chess.js";
    console.log([new Chess().perft(3), new Drop().moves().length, new Drop().moves()[2]].join());`);
  const printed = execFileSync(found, ["run", "runtime.mjs"], { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  if (printed.trim() !== ANSWER) throw new Error(printed);
};
const NEEDS_BROWSER = /one file|esbuild|worker,|policy|Rollup|webpack|Vite/;

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
await browser?.close();
server.close();
process.exit(failed === 0 ? 0 : 1);

import { $, button, text } from "./dom.js";

/** Install lines and a few lines of code for each language. */
const LANGUAGES = {
  JavaScript: ["npm install gardez", `import { Chess } from "gardez"; // was: "chess.js"
const chess = new Chess();
chess.loadPgn("1. e4 e5 (1... c5) 2. Nf3 *");
console.log(chess.fen(), chess.moves().length);
console.log(chess.pgn({ variations: true }));`],
  Python: ["pip install gardez", `import gardez.chess as chess
board = chess.Board()
board.push_san("e4")
print(board.fen())
print(board.legal_moves.count())`],
  Rust: ["cargo add gardez", `let mut position = gardez::Position::start();
for m in position.legal_moves() {
    println!("{}", m.uci(position.castling_mode()));
}
println!("{position}");`],
};

const number = (value) => (value < 100 ? value.toFixed(value < 10 ? 1 : 0) : Math.round(value).toLocaleString("en"));

/** Says why on the first screen: install lines, code, and what this browser measures now, in a worker. */
export const showWhy = () => {
  const choose = (language) => {
    const [install, code] = LANGUAGES[language];
    $("why-install").textContent = install;
    $("why-code").textContent = code;
    for (const made of $("why-languages").children) made.setAttribute("aria-pressed", made.textContent === language);
  };
  $("why-languages").replaceChildren(...Object.keys(LANGUAGES).map((language) => button(language, () => choose(language))));
  choose("JavaScript");
  let worker;
  const show = ({ rows = [], error }) => {
    worker.terminate();
    if (error !== undefined) $("why-figures").replaceChildren(text("dt", error), text("dd", ""));
    else $("why-figures").replaceChildren(...rows.flatMap(({ name, ours, theirs }) => {
      const ratio = theirs === undefined ? "" : `${number(ours / theirs)} × chess.js`;
      return [text("dt", `${name} a second`), text("dd", [number(ours), ratio].filter(Boolean).join(" · "))];
    }));
  };
  const measure = (isShort) => {
    worker?.terminate();
    $("why-figures").replaceChildren(text("dt", "Measuring in this browser …"), text("dd", ""));
    worker = new Worker(new URL("speed-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => show(data));
    worker.addEventListener("error", ({ message }) => show({ error: message || "The worker failed." }));
    worker.postMessage({ isShort });
  };
  $("speed").addEventListener("click", () => measure(false));
  // When the page has nothing else to do.
  (globalThis.requestIdleCallback ?? setTimeout)(() => measure(true));
};

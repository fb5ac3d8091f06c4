import { $, onSubmit, row } from "./dom.js";

/** Counts in a worker, one move after the other, and can be stopped. */
export class PerftPanel {
  #worker;
  /** The position that is counted: `{fen, chess960, variant}`. */
  #position = {};

  constructor() {
    onSubmit("perft-form", () => this.start(Number($("depth").value)));
    $("perft-stop").addEventListener("click", () => this.stop("Stopped"));
  }

  show(position) {
    if (position.fen === this.#position.fen) return;
    this.stop("");
    this.#position = position;
    $("divide").replaceChildren();
    $("perft-total").textContent = "";
  }

  start(depth) {
    this.stop("");
    if (!Number.isInteger(depth) || depth < 1 || 7 < depth) {
      $("perft-total").textContent = "The depth is a number from 1 to 7.";
      return;
    }
    $("divide").replaceChildren();
    $("perft-total").textContent = "Counting …";
    $("perft-stop").disabled = false;
    this.total = 0;
    this.time = 0;
    this.#worker = new Worker(new URL("perft-worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#receive(data));
    this.#worker.addEventListener("error", ({ message }) => this.stop(message || "The worker failed"));
    this.#worker.postMessage({ ...this.#position, depth });
  }

  #receive({ uci, count, time, isLast, error }) {
    if (error) {
      this.stop(error);
      return;
    }
    this.time = time;
    if (uci) {
      $("divide").append(row(uci, count.toLocaleString("en")));
      this.total += count;
    }
    if (isLast) this.stop("Done");
    else this.#say("Counting …");
  }

  #say(state) {
    const time = this.time < 1000 ? `${Math.ceil(this.time)} ms` : `${(this.time / 1000).toFixed(2)} s`;
    $("perft-total").textContent = `${this.total.toLocaleString("en")} in ${time} · ${state}`;
  }

  stop(state) {
    if (this.#worker === undefined) return;
    this.#worker.terminate();
    this.#worker = undefined;
    $("perft-stop").disabled = true;
    if (state !== "") this.#say(state);
  }
}

import { hashOf } from "./hash.js";
import { SEVEN_TAG_ROSTER, SUFFIX_LIST, newHeader, wrapped } from "./header.js";
import { findFault } from "./fen.js";
import { readMovetext } from "./movetext.js";
import { ChessError, describe, given, text as textOf, whole } from "./error.js";
import { late, native } from "./late.js";
import { CASTLING, PIECES, fromOf, kindOf, moveOf, promotionOf, shownTo, toOf } from "./move.js";
import { INDICES, NAMES, START, indexOf, squareColor, squareIndex } from "./square.js";
import { Position, RIGHTS, TYPES } from "./position.js";
import { Tree, glyphsOf } from "./tree.js";

const NULL = "--";

const withValues = (header) => Object.fromEntries(Object.entries(header).filter(([, value]) => value !== null));

/** The tags that name the start of a game. */
const startTags = (fen) => (fen === START ? { SetUp: null, FEN: null } : { SetUp: "1", FEN: fen });

/** The castling rights of a color. */
const rightsOf = ({ castling }, color) => {
  const bits = castling >> (color === "b" ? 2 : 0);
  return { k: (bits & 1) !== 0, q: (bits & 2) !== 0 };
};

/** The letter of a piece, or an empty text. */
const letterOf = ({ type, color }) => (typeof type !== "string" ? "" : color === "w" ? type.toUpperCase() : color === "b" ? type.toLowerCase() : "");

/** A text without what chess.js does not compare. */
const stripped = (san) => san.replace("=", "").replace(/[+#]?[?!]*$/, "");

/** The kind of piece that a text moves, or undefined for two squares. */
const movedBy = (san) => {
  const letter = san.charAt(0);
  if ("a" <= letter && letter <= "h") return /[a-h]\d.*[a-h]\d/.test(san) ? undefined : "p";
  return letter.toLowerCase() === "o" ? "k" : letter.toLowerCase();
};

/** The number of the move that chess.js takes a text for, 0 for a null move, or undefined. */
const findText = (position, text, strict) => {
  let clean = stripped(text);
  if (!strict && /^0-0(-0)?$/.test(clean)) clean = clean.replaceAll("0", "O");
  if (clean === NULL) return 0;
  const raws = position.moves();
  const isOf = (raw, type) => type === undefined || TYPES[position.squares[fromOf(raw)]] === type;
  const bodyOf = (raw) => stripped(position._sanBody(raw));
  const inferred = movedBy(clean);
  const same = raws.find((raw) => isOf(raw, inferred) && bodyOf(raw) === clean);
  if (same !== undefined || strict) return same;
  // Squares as people and programs write them; the squares of the move may be two, or one with a file or a rank before it.
  const squares =
    /([pnbrqkPNBRQK])?([a-h][1-8])x?-?([a-h][1-8])([qrbnQRBN])?/.exec(clean) ??
    /([pnbrqkPNBRQK])?([a-h]?[1-8]?)x?-?([a-h][1-8])([qrbnQRBN])?/.exec(clean);
  if (squares === null) return undefined;
  const [, piece, from, to, promotion] = squares;
  const type = piece?.toLowerCase() ?? inferred;
  const is960 = position.rooks !== null;
  const found = raws.find((raw) => {
    if (!isOf(raw, type)) return false;
    if (from === "") return bodyOf(raw).replace("x", "") === clean;
    const isFrom = from.length === 2 ? NAMES[fromOf(raw)] === from : NAMES[fromOf(raw)].includes(from);
    return isFrom && NAMES[shownTo(raw, is960)] === to && (!promotion || promotion.toLowerCase() === promotionOf(raw));
  });
  // A king that takes its own rook, as Chess960 and some programs write castling.
  return found ?? raws.find((raw) => kindOf(raw) === CASTLING && NAMES[fromOf(raw)] === from && NAMES[toOf(raw)] === to);
};

/** Why a text is no legal move: the code and the reason of an error, with the place of a text that is none. */
const whyNot = (position, text) => {
  const [found, type = "P", to, castle] = /^(?:([NBRQKP])?[a-h]?[1-8]?[x:-]?([a-h][1-8])(?:=?[NBRQ])?|[O0]-[O0](-[O0])?)$/i.exec(stripped(text)) ?? [];
  if (found === undefined) return { code: "malformed", start: 0, end: text.length, reason: "it is not a move in any usual form" };
  const name = position.turn === "w" ? "white" : "black";
  const letter = name === "white" ? type.toUpperCase() : type.toLowerCase();
  const candidates = to ? position.movesTo(letter.charCodeAt(0), INDICES[to]).map((raw) => position.san(raw)) : [];
  if (1 < candidates.length) return { code: "ambiguous", candidates, reason: `it may be ${candidates.join(" or ")}` };
  const what = to ? `no ${name} ${PIECES[letter.toLowerCase()]} can move to ${to}` : `${name} cannot castle on the ${castle ? "queen" : "king"}'s side`;
  return { code: "illegal", reason: position.isCheck() ? `${what}, and ${name} is in check` : what };
};

const wordsOf = (text) => text.replace(/\s+/g, " ").trim();

const lineEnds = (pattern) => {
  try {
    return new RegExp(pattern, "g");
  } catch ({ message }) {
    throw new ChessError("range", message);
  }
};

const json = (value) => {
  try {
    return JSON.stringify(value);
  } catch {
    return describe(value);
  }
};

/** The text of a move of a game, which is made when it is asked for. */
const sanOf = (entry) => (entry.san ??= entry.position.san(entry.raw));

/** The FEN at the start of a PGN by its tags, in any case unless only the right ones count; and whether it is Chess960. */
const startOf = (headers, strict, chess960 = /960|fischer/i.test(headers.get("Variant") ?? "")) => {
  const [, known = START] = [...headers].findLast(([name]) => name.toLowerCase() === "fen") ?? [];
  if (!strict) return { fen: known || START, chess960 };
  const isSetUp = headers.get("SetUp") === "1";
  if (isSetUp && !headers.has("FEN")) throw new ChessError("pgn", "Invalid PGN: FEN tag must be supplied with SetUp tag");
  return { fen: isSetUp ? headers.get("FEN") : START, chess960 };
};

const positionOf = ({ fen, chess960 }) => new Chess(fen, { chess960 })._position;

/** Reads a game as a tree, up to what is no move: `{tree, error}`. Throws what is not a game at all. */
export const readTree = (pgn) => {
  const { tree, error } = readMovetext(pgn, (headers) => positionOf(startOf(headers)), findText, whyNot);
  return { tree: tree.copy(), error };
};

/**
 * A game with the interface of chess.js, and more. Its fields are not private, so that a `Proxy`, as frameworks make, can call
 * it. Positions do not change: a call makes new ones and takes them over by assignments alone, so nothing is half done if the
 * stack is too small for the call.
 */
export class Chess {
  /** @param {string} [fen] @param {{skipValidation?: boolean, chess960?: boolean}} [options] */
  constructor(fen = START, options = undefined) {
    this._header = {};
    this.load(fen, options);
  }

  clear(options) {
    const { preserveHeaders = false } = given(options);
    this._begin(Position.empty(), preserveHeaders, { SetUp: null, FEN: null });
    this._isCounted = false;
  }

  load(fen, options) {
    const { skipValidation = false, preserveHeaders = false, chess960 = false } = given(options);
    const all = textOf(fen, "fen", "a FEN").split(/\s+/, 7);
    const isShort = 2 <= all.length && all.length < 6;
    const tokens = isShort ? all.concat(["-", "-", "0", "1"].slice(all.length - 6)) : all;
    const known = chess960 && /^[A-Ha-hKQkq]+$/.test(tokens[2]) ? tokens.with(2, "-") : tokens;
    const fault = skipValidation && 6 <= tokens.length ? undefined : findFault(fen, known);
    if (fault !== undefined) throw new ChessError("fen", fault.message, fault);
    this._begin(Position.read(tokens, chess960), preserveHeaders, startTags(isShort ? tokens.join(" ") : fen));
  }

  reset() {
    this.load(START);
  }

  /** Begins a game with a position and tags. */
  _begin(position, preserveHeaders, tags) {
    const header = Object.assign(preserveHeaders ? this._header : newHeader(), tags);
    this._header = header;
    this._position = position;
    /** The moves: their numbers and texts (see `sanOf`), the positions before them, and whether these count for repetitions. */
    this._history = [];
    this._undone = [];
    this._isCounted = true;
    this._comments = {};
    this._suffixes = {};
    this._nags = {};
    this._tree = undefined;
  }

  /** A game with the same moves, tags and comments, which goes its own way. */
  copy() {
    const copy = Object.assign(Object.create(Chess.prototype), this);
    for (const name of ["_header", "_comments", "_suffixes", "_nags"]) copy[name] = { ...this[name] };
    for (const name of ["_history", "_undone"]) copy[name] = this[name].slice();
    return copy;
  }

  fen(options) {
    if (options === undefined) return this._position.fen();
    return this._position.fen(given(options).forceEnpassantSquare);
  }

  hash() {
    this._position._hash ??= hashOf(this._position);
    return this._position._hash;
  }

  turn() {
    return this._position.turn;
  }

  moveNumber() {
    return this._position.moveNumber;
  }

  /** Whether castling has the rules and texts of Chess960. */
  get isChess960() {
    return this._position.rooks !== null;
  }

  get(square) {
    return typeof square === "string" ? this._position.piece(INDICES[square]) : undefined;
  }

  findPiece(piece) {
    const known = given(piece);
    const letter = letterOf(known);
    return letter !== "" && known.type === known.type.toLowerCase() ? this._position.find(letter).map((square) => NAMES[square]) : [];
  }

  board() {
    return this._position.rows();
  }

  ascii() {
    return this._position.ascii();
  }

  squareColor(square) {
    return squareColor(square);
  }

  put(piece, square) {
    const letter = letterOf(given(piece));
    const index = indexOf(square);
    const position = index === -1 || letter === "" ? undefined : this._position.with(letter, index);
    if (position !== undefined) this._edit(position);
    return position !== undefined;
  }

  remove(square) {
    const piece = this.get(square);
    const index = indexOf(square);
    this._edit(index === -1 ? this._position.withRights(this._position.castling) : this._position.with("", index));
    return piece;
  }

  /** Takes over a position with other pieces. As long as no move was played, it is the start of the game. */
  _edit(position) {
    const tags = 0 < this._history.length ? {} : startTags(position.fen());
    Object.assign(this._header, tags);
    this._position = position;
    this._isCounted = false;
  }

  /**
   * Changes fields of the position that has no moves yet, in words of a FEN: `{turn, castling, enPassant, halfMoves,
   * moveNumber}`. A game with moves begins again from its last position. The pieces are those of `put` and `remove`.
   */
  setUp(fields) {
    const known = this._position.fen(true).split(" ");
    const { turn = known[1], castling = known[2], enPassant = known[3], halfMoves = known[4], moveNumber = known[5] } = given(fields);
    const rest = [turn, castling, enPassant ?? "-", halfMoves, moveNumber].map(String);
    const is960 = this.isChess960;
    // Any pieces are allowed, and the other fields must be right.
    const fault = findFault("", ["4k3/8/8/8/8/8/8/4K3", ...(is960 ? rest.with(1, "-") : rest)]);
    if (fault !== undefined) throw new ChessError("fen", fault.message);
    const position = Position.read([known[0], ...rest], is960);
    this._begin(position, true, startTags(position.fen()));
  }

  /** What makes the position one that no game can have, such as `there is no black king`; none for a position that can be played. */
  problems() {
    return this._position.problems();
  }

  setTurn(color) {
    if (color === this._position.turn) return false;
    this.move(NULL);
    return true;
  }

  setCastlingRights(color, rights) {
    const wanted = given(rights);
    let castling = this._position.castling;
    for (const side of ["k", "q"]) {
      const bit = RIGHTS[color === "w" ? side.toUpperCase() : side];
      if (wanted[side] === undefined) continue;
      if (wanted[side]) castling |= bit;
      else castling &= ~bit;
    }
    const position = this._position.withRights(castling);
    const now = rightsOf(position, color);
    this._position = position;
    return ["k", "q"].every((side) => wanted[side] === undefined || wanted[side] === now[side]);
  }

  getCastlingRights(color) {
    return rightsOf(this._position, color);
  }

  attackers(square, attackedBy) {
    const index = indexOf(square);
    return index === -1 ? [] : this._position.attackers(index, attackedBy || this._position.turn).map((from) => NAMES[from]);
  }

  isAttacked(square, attackedBy) {
    const index = indexOf(square);
    return index !== -1 && this._position.isAttacked(index, attackedBy);
  }

  isCheck() {
    return this._position.isCheck();
  }

  inCheck() {
    return this._position.isCheck();
  }

  isCheckmate() {
    return this._position.isCheck() && !this._position.hasMove();
  }

  isStalemate() {
    return !this._position.isCheck() && !this._position.hasMove();
  }

  isInsufficientMaterial() {
    return this._position.isInsufficientMaterial();
  }

  isThreefoldRepetition() {
    return 3 <= this._occurrences();
  }

  /** How often the position has been there. */
  _occurrences() {
    const { _position: position, _history: history } = this;
    let count = this._isCounted ? 1 : 0;
    const first = Math.max(0, history.length - position.halfMoves);
    for (let back = history.length - 1; first <= back; back -= 1) {
      if (history[back].isCounted && position.isSame(history[back].position)) count += 1;
    }
    return count;
  }

  isDrawByFiftyMoves() {
    return 100 <= this._position.halfMoves;
  }

  isDraw() {
    return this.isDrawByFiftyMoves() || this.isStalemate() || this.isInsufficientMaterial() || this.isThreefoldRepetition();
  }

  isGameOver() {
    return this.isCheckmate() || this.isDraw();
  }

  /** How the game ends by the laws of chess, or null if it goes on: `{kind, winner}`. The last two kinds must be claimed. */
  outcome() {
    const { _position: position } = this;
    const count = this._occurrences();
    const kind =
      !position.hasMove() ? (position.isCheck() ? "checkmate" : "stalemate")
      : position.isInsufficientMaterial() ? "insufficient-material"
      : 150 <= position.halfMoves ? "seventy-five-moves"
      : 5 <= count ? "fivefold-repetition"
      : 100 <= position.halfMoves ? "fifty-moves"
      : 3 <= count ? "threefold-repetition" : undefined;
    return kind === undefined ? null : { kind, winner: kind !== "checkmate" ? null : position.turn === "w" ? "b" : "w" };
  }

  moves(options) {
    const position = this._position;
    const { verbose = false, square, piece } = given(options);
    const from = square ? indexOf(textOf(square, "range", "a square").toLowerCase()) : undefined;
    const type = piece === undefined ? undefined : textOf(piece, "range", "a piece").toLowerCase();
    let raws = from === undefined ? position.moves() : from === -1 ? [] : position.movesFrom(from);
    if (type) raws = raws.filter((raw) => TYPES[position.squares[fromOf(raw)]] === type);
    return raws.map((raw) => (verbose ? moveOf(position, raw) : position.san(raw)));
  }

  /** The legal targets of each square, as boards such as chessground take them. */
  dests() {
    const targets = new Map();
    const is960 = this.isChess960;
    for (const raw of this._position.moves()) {
      const [from, to] = [NAMES[fromOf(raw)], NAMES[shownTo(raw, is960)]];
      const list = targets.get(from);
      if (list === undefined) targets.set(from, [to]);
      else if (list[list.length - 1] !== to) list.push(to);
    }
    return targets;
  }

  isPromotion(move) {
    const { from, to } = given(move);
    return this._position.moves().some((raw) => NAMES[fromOf(raw)] === from && NAMES[toOf(raw)] === to && promotionOf(raw) !== undefined);
  }

  move(move, options) {
    const { strict = false } = given(options);
    const position = this._position;
    const raw = this._find(move, strict);
    if (raw === undefined) {
      const why = typeof move === "string" ? whyNot(position, move.slice(0, 100)) : { code: "illegal", reason: "no legal move has these squares" };
      throw new ChessError(why.code, `Invalid move: ${typeof move === "string" ? move : json(move)}`, why);
    }
    if (raw === 0 && position.isCheck()) throw new ChessError("illegal", "Null move not allowed when in check");
    const san = position.san(raw);
    const next = position.play(raw);
    const made = moveOf(position, raw, san, next);
    this._play(raw, san, next);
    return made;
  }

  /** The number of the last move. */
  get _lastRaw() {
    return this._history.at(-1)?.raw;
  }

  /** The number of a move, or undefined. */
  _find(move, strict = false) {
    const position = this._position;
    if (typeof move === "string") return findText(position, textOf(move, "malformed", "a move"), strict);
    if (move === null) return 0;
    if (typeof move !== "object") return undefined;
    const { from, to, promotion } = move;
    if (indexOf(from) === -1) return undefined;
    const raws = position.movesFrom(INDICES[from]);
    const is960 = this.isChess960;
    const isSame = (raw) => NAMES[shownTo(raw, is960)] === to && (promotionOf(raw) === undefined || promotionOf(raw) === promotion);
    return raws.find(isSame) ?? raws.find((raw) => kindOf(raw) === CASTLING && NAMES[toOf(raw)] === to);
  }

  /** Plays a legal move given by its number. */
  _play(raw, san, next = this._position.play(raw)) {
    this._history.push({ raw, san, position: this._position, isCounted: this._isCounted });
    this._position = next;
    this._isCounted = true;
    if (this._undone.length !== 0) this._undone = [];
  }

  undo() {
    const last = this._history.at(-1);
    if (last === undefined) return null;
    const { raw, position, isCounted } = last;
    const move = moveOf(position, raw, sanOf(last), this._position);
    const undone = [...this._undone, { raw, san: last.san, next: this._position }];
    this._history.pop();
    this._position = position;
    this._isCounted = isCounted;
    this._undone = undone;
    return move;
  }

  /** Plays the move again that `undo` took back last, and returns it; null if there is none, or another was played since. */
  redo() {
    const last = this._undone.at(-1);
    if (last === undefined) return null;
    const move = moveOf(this._position, last.raw, last.san, last.next);
    const undone = this._undone.slice(0, -1);
    this._play(last.raw, last.san, last.next);
    this._undone = undone;
    return move;
  }

  history(options) {
    const { verbose = false } = given(options);
    if (!verbose) return this._history.map(sanOf);
    const after = [...this._history.slice(1).map(({ position }) => position), this._position];
    return this._history.map((entry, index) => moveOf(entry.position, entry.raw, sanOf(entry), after[index]));
  }

  /** The FENs of all positions of the game. */
  _fens() {
    return [...this._history.map(({ position }) => position.fen()), this.fen()];
  }

  /** The numbers of the moves. */
  _raws() {
    return this._history.map(({ raw }) => raw);
  }

  /** The position before the first move. */
  _start() {
    return this._history[0]?.position ?? this._position;
  }

  /** The number of sequences of legal moves; counted by the WebAssembly module if it is loaded. */
  perft(depth) {
    const plies = typeof depth === "number" ? depth : 1;
    return late.native?.perft(this, plies) ?? this._position.perft(plies);
  }

  header(...args) {
    const changes = {};
    for (let index = 0; index < args.length; index += 2) {
      const [name, value] = args.slice(index, index + 2);
      if (typeof name === "string" && typeof value === "string") changes[name] = value;
    }
    return Object.assign(this._header, changes);
  }

  setHeader(key, value) {
    const text = value ?? SEVEN_TAG_ROSTER[key] ?? null;
    const all = withValues({ ...this._header, [key]: text });
    this._header[key] = text;
    return all;
  }

  removeHeader(key) {
    if (!(key in this._header)) return false;
    this._header[key] = SEVEN_TAG_ROSTER[key] || null;
    return true;
  }

  getHeaders() {
    return withValues(this._header);
  }

  loadPgn(pgn, options) {
    const { strict = false, newlineChar = "\r?\n", variations = false, chess960 } = given(options);
    const whole = textOf(pgn, "pgn", "a PGN");
    const text = newlineChar === "\r?\n" ? whole : whole.replace(lineEnds(newlineChar), "\n");
    let start;
    const game = readMovetext(text, (headers) => positionOf((start = startOf(headers, strict, chess960))), (position, san) => findText(position, san, strict), whyNot);
    const { headers, tree, main, result, mainError } = game;
    const error = mainError ?? (variations ? game.error : undefined);
    this.reset();
    for (const [name, value] of headers) this.header(name, value);
    if (start.fen !== START || start.chess960) this.load(start.fen, { ...start, preserveHeaders: true });
    this._note(tree.root);
    for (const { node, position, suffix } of main) {
      this._play(node.raw, node.san, position);
      this._note(node, suffix);
    }
    if (error !== undefined) throw new ChessError("pgn", `Invalid move in PGN: ${error.san}`, error);
    if (result && this._header.Result !== result) this.setHeader("Result", result);
    this._tree = tree;
  }

  /** Keeps what was read about the position. */
  _note({ comments, nags }, suffix) {
    const fen = this.fen();
    const others = suffix === undefined ? nags : nags.slice(1);
    if (0 < comments.length) this._comments[fen] = comments.join(" ");
    if (SUFFIX_LIST.includes(suffix)) this._suffixes[fen] = suffix;
    if (0 < others.length) this._nags[fen] = [...new Set(others)];
  }

  /**
   * The moves as a tree of its own, which can be changed. It has the comments and glyphs of this game, and the variations that
   * `loadPgn` read, also of moves that were taken back and played again.
   */
  tree() {
    const fens = this._fens();
    const about = { start: this._start().fen(), chess960: this.isChess960 };
    const tree = this._tree?.copy() ?? new Tree(about);
    const { SetUp, FEN, Result, ...headers } = this.getHeaders();
    const winner = this.outcome()?.winner;
    const known = winner === undefined ? "*" : ({ w: "1-0", b: "0-1" }[winner] ?? "1/2-1/2");
    Object.assign(tree, { headers, result: Result && Result !== "*" ? Result : known });
    let [node, isMain] = [tree.root, true];
    this._noteNode(tree, node, fens[0], true);
    for (const [index, entry] of this._history.entries()) {
      const main = node.children[0];
      const next = tree._child(node, entry.raw, sanOf(entry));
      // What was taken back is left out, with all that followed it.
      if (main !== undefined && next !== main) tree.remove(main);
      isMain &&= next === main;
      tree.promote(next);
      this._noteNode(tree, next, fens[index + 1], isMain);
      node = next;
    }
    for (const after of [...node.children]) tree.remove(after);
    return tree;
  }

  /** Gives a node the notes of a position. Those of a move that was in the main line when it was read may have been taken away. */
  _noteNode(tree, node, fen, isMain) {
    const nags = [...glyphsOf(this._suffixes[fen]), ...(this._nags[fen] ?? [])];
    const comment = this._comments[fen];
    if (isMain || 0 < nags.length) node.nags = nags;
    const isSame = wordsOf(node.comments.join(" ")) === wordsOf(comment ?? "");
    if ((isMain || comment !== undefined) && !isSame) tree.comment(node, ...(comment === undefined ? [] : [comment]));
  }

  /** The game as PGN. With `variations`, in export format with everything that `tree` has. */
  pgn(options) {
    const { newline = "\n", maxWidth = 0, variations = false } = given(options);
    if (variations) return this.tree().pgn({ newline, maxWidth });
    const tags = Object.entries(this._header).filter(([, value]) => value).map(([name, value]) => `[${name} "${escaped(value)}"]${newline}`);
    const head = tags.join("") + (this._history.length === 0 ? "" : newline);
    const fens = this._fens();
    const comment = (fen) => (this._comments[fen] === undefined ? "" : `{${this._comments[fen]}}`);
    const glyphs = (fen) => (this._suffixes[fen] ?? "") + this.getNags(fen).map((nag) => ` $${nag}`).join("");
    const moves = [];
    let text = comment(fens[0]);
    for (const [index, entry] of this._history.entries()) {
      const before = entry.position;
      if (before.turn === "w" || index === 0) {
        const isWhite = before.turn === "w";
        if (isWhite && text !== "") moves.push(text);
        text = joined(isWhite ? "" : text, `${before.moveNumber}.${isWhite ? "" : " ..."}`);
      }
      const fen = fens[index + 1];
      text = joined(text, sanOf(entry) + glyphs(fen), comment(fen));
    }
    if (text !== "" || this._history.length === 0) moves.push(text);
    moves.push(this._header.Result || "*");
    return maxWidth === 0 ? head + moves.join(" ") : wrapped(head, moves, maxWidth, newline);
  }

  getComment() {
    return this._comments[this.fen()];
  }

  setComment(comment) {
    this._comments[this.fen()] = textOf(comment, "range", "a comment").replace("{", "[").replace("}", "]");
  }

  removeComment() {
    const comment = this.getComment();
    delete this._comments[this.fen()];
    return comment;
  }

  deleteComment() {
    return this.removeComment();
  }

  /** As in chess.js, comments on positions that are not in the game are forgotten. */
  getComments() {
    const fens = [...new Set(this._fens())].filter((fen) => Object.hasOwn(this._comments, fen));
    const comments = fens.map((fen) => ({ fen, comment: this._comments[fen] }));
    this._comments = Object.fromEntries(comments.map(({ fen, comment }) => [fen, comment]));
    return comments;
  }

  removeComments() {
    const removed = this.getComments();
    this._comments = {};
    return removed;
  }

  deleteComments() {
    return this.removeComments();
  }

  getSuffixAnnotation(fen = this.fen()) {
    return this._suffixes[fen];
  }

  setSuffixAnnotation(suffix, fen = this.fen()) {
    if (!SUFFIX_LIST.includes(suffix)) throw new ChessError("range", `Invalid suffix: ${typeof suffix === "string" ? suffix : describe(suffix)}`);
    this._suffixes[fen] = suffix;
  }

  removeSuffixAnnotation(fen = this.fen()) {
    const suffix = this._suffixes[fen];
    delete this._suffixes[fen];
    return suffix;
  }

  getNags(fen = this.fen()) {
    return [...(this._nags[fen] ?? [])];
  }

  addNag(nag, fen = this.fen()) {
    this.setNags([...this.getNags(fen), nag], fen);
  }

  setNags(nags, fen = this.fen()) {
    if (!Array.isArray(nags)) throw new ChessError("range", `glyphs must be an array of numbers, not ${describe(nags)}`);
    if (nags.length === 0) delete this._nags[fen];
    else this._nags[fen] = [...new Set(nags)];
  }

  removeNag(nag, fen = this.fen()) {
    const nags = this.getNags(fen);
    const isThere = nags.includes(nag);
    this.setNags(nags.filter((other) => other !== nag), fen);
    return isThere;
  }

  removeNags(fen = this.fen()) {
    const nags = this.getNags(fen);
    delete this._nags[fen];
    return nags;
  }
}

/** Parts that are not empty, with spaces between them. */
const joined = (...parts) => parts.filter((part) => part !== "").join(" ");

const escaped = (value) => (String(value).includes('"') ? String(value).replace(/["\\]/g, "\\$&") : value);

// What the module computes; `index.d.ts` says what. `key` and `polyglotKey` are properties.
for (const name of ["chess960", "games"]) Chess[name] = (...args) => native()[name](...args);
for (const name of ["canMate", "divide", "planes", "planeTransform", "planeValues", "legalMask", "policyIndex"]) {
  Chess.prototype[name] = function ask(...args) {
    return native()[name](this, ...args);
  };
}
for (const name of ["key", "polyglotKey"]) Object.defineProperty(Chess.prototype, name, { get() { return native()[name](this); } });

late.Chess = Chess;

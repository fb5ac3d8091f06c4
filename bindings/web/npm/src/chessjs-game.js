import { hashOf } from "./chessjs-hash.js";
import { SEVEN_TAG_ROSTER, SUFFIX_LIST, faultOf, newHeader, wrapped } from "./chessjs-notes.js";
import { readChessJsPgn } from "./chessjs-pgn.js";
import { ChessError } from "./error.js";
import { HeldGame } from "./held.js";
import { CASTLING, EN_PASSANT, fromOf, kindOf, promotionOf, shownTo, toOf } from "./move.js";
import { INDICES, NAMES, indexOf, squareColor } from "./square.js";
import { RIGHTS, Setup, TYPES, orderOf } from "./setup.js";
import { START } from "./start.js";

const NULL = "--";
const MATE = 2, STALEMATE = 4;

/** A move with its position: fields of chess.js, all of them own and enumerable. */
export class Move {
  color;
  from;
  to;
  piece;
  captured;
  promotion;
  flags;
  san;
  lan;
  before;
  after;

  /** @param {{color, from, to, piece, captured?, promotion?, flags}} parts @param {string} san @param {string} before @param {string} after */
  constructor({ color, from, to, piece, captured, promotion, flags }, san, before, after) {
    this.color = color;
    this.from = from;
    this.to = to;
    this.piece = piece;
    this.captured = captured;
    this.promotion = promotion;
    this.flags = flags;
    this.san = san;
    this.lan = from + to + (promotion ?? "");
    this.before = before;
    this.after = after;
  }

  isCapture() {
    return this.flags.includes("c");
  }

  isPromotion() {
    return this.flags.includes("p");
  }

  isEnPassant() {
    return this.flags.includes("e");
  }

  isKingsideCastle() {
    return this.flags.includes("k");
  }

  isQueensideCastle() {
    return this.flags.includes("q");
  }

  isBigPawn() {
    return this.flags.includes("b");
  }

  isNullMove() {
    return this.flags.includes("-");
  }
}

const letterOf = (code) => String.fromCharCode(code);

const withValues = (header) => Object.fromEntries(Object.entries(header).filter(([, value]) => value !== null));

const fenOf = (key, { halfMoves, moveNumber }) => `${key} ${halfMoves} ${moveNumber}`;

/** The tags that name the start of a game. */
const startTags = (fen) => (fen === START ? { SetUp: null, FEN: null } : { SetUp: "1", FEN: fen });

/** The castling rights of a color. */
const rightsOf = ({ castling }, color) => {
  const bits = castling >> (color === "b" ? 2 : 0);
  return { k: (bits & 1) !== 0, q: (bits & 2) !== 0 };
};

/** What a move is on a board: the fields that do not need its text. */
const partsOf = (raw, { squares, turn }) => {
  if (raw === 0) return { color: turn, from: "a8", to: "a8", piece: "k", flags: "-" };
  const kind = kindOf(raw);
  const [from, to] = [fromOf(raw), toOf(raw)];
  const piece = letterOf(squares[from]).toLowerCase();
  const promotion = promotionOf(raw);
  const target = kind === CASTLING ? 0 : squares[to];
  const captured = kind === EN_PASSANT ? "p" : target === 0 ? undefined : letterOf(target).toLowerCase();
  let flags = kind === EN_PASSANT ? "e" : captured ? "c" : "n";
  if (kind === CASTLING) flags = from < to ? "k" : "q";
  else if (piece === "p" && Math.abs(from - to) === 16) flags = "b";
  return { color: turn, from: NAMES[from], to: NAMES[shownTo(raw, false)], piece, captured, promotion, flags: promotion ? `${flags}p` : flags };
};

/** A text without what chess.js does not compare. */
const stripped = (san) => san.replace("=", "").replace(/[+#]?[?!]*$/, "");

/** The kind of piece that a text moves, or undefined for two squares. */
const movedBy = (san) => {
  const letter = san.charAt(0);
  if ("a" <= letter && letter <= "h") return /[a-h]\d.*[a-h]\d/.test(san) ? undefined : "p";
  return letter.toLowerCase() === "o" ? "k" : letter.toLowerCase();
};

/**
 * A game with the interface of chess.js. Its fields are not private, so that a `Proxy`, as frameworks make, can call it.
 * A call changes a copy of the position, and takes it over by assignments alone: then nothing is half done if the stack is
 * too small for the call.
 */
export class Chess {
  /** @param {string} [fen] @param {{skipValidation?: boolean}} [options] */
  constructor(fen = START, { skipValidation = false } = {}) {
    this._header = {};
    this.load(fen, { skipValidation });
  }

  clear({ preserveHeaders = false } = {}) {
    this._begin(new Setup(), preserveHeaders, { SetUp: null, FEN: null });
  }

  load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
    const given = typeof fen === "string" ? fen.split(/\s+/, 7) : [];
    const isShort = 2 <= given.length && given.length < 6;
    const tokens = isShort ? given.concat(["-", "-", "0", "1"].slice(given.length - 6)) : given;
    const fault = skipValidation && 6 <= tokens.length ? undefined : faultOf(tokens);
    if (fault !== undefined) throw new Error(fault);
    const setup = Setup.read(tokens);
    if (!setup.isPassed()) setup.passed = -1;
    this._begin(setup, preserveHeaders, startTags(isShort ? tokens.join(" ") : fen));
  }

  reset() {
    this.load(START);
  }

  /** Begins a game with a position and tags. */
  _begin(setup, preserveHeaders, tags) {
    this._forget();
    this._header = Object.assign(preserveHeaders ? this._header : newHeader(), tags);
    this._setup = setup;
    this._history = [];
    this._comments = {};
    this._suffixes = {};
    this._nags = {};
    this._native = undefined;
  }

  /** Forgets what was computed for the position. */
  _forget() {
    this._key = undefined;
    this._list = undefined;
    this._facts = undefined;
    this._hash = undefined;
    this._pieces = undefined;
  }

  /** What asks the module about the position, or null if a position of a game it is not: then `Setup` has the rules. */
  _asker() {
    if (this._native === undefined) this._native = this._setup.isRegular() ? askerOf(this._setup) : null;
    return this._native;
  }

  fen({ forceEnpassantSquare = false } = {}) {
    if (forceEnpassantSquare) return this._setup.fen(true);
    this._key ??= this._setup.key();
    return fenOf(this._key, this._setup);
  }

  hash() {
    this._hash ??= hashOf(this._setup);
    return this._hash;
  }

  turn() {
    return this._setup.turn;
  }

  moveNumber() {
    return this._setup.moveNumber;
  }

  get(square) {
    this._pieces ??= this._setup.pieces();
    return this._pieces[INDICES[square]];
  }

  findPiece({ type, color }) {
    const isPiece = typeof type === "string" && type === type.toLowerCase() && (color === "w" || color === "b");
    return isPiece ? this._setup.find(color === "w" ? type.toUpperCase() : type).map((square) => NAMES[square]) : [];
  }

  board() {
    return this._setup.rows();
  }

  ascii() {
    return this._setup.ascii();
  }

  squareColor(square) {
    return squareColor(square);
  }

  put({ type, color }, square) {
    const index = indexOf(square);
    if (index === -1 || typeof type !== "string" || (color !== "w" && color !== "b")) return false;
    const setup = this._setup.copy();
    if (!setup.put(color === "w" ? type.toUpperCase() : type.toLowerCase(), index)) return false;
    this._edit(setup);
    return true;
  }

  remove(square) {
    const piece = this.get(square);
    const setup = this._setup.copy();
    if (indexOf(square) !== -1) setup.remove(indexOf(square));
    this._edit(setup);
    return piece;
  }

  /** Takes over a position with other pieces. As long as no move was played, it is the start of the game. */
  _edit(setup) {
    setup.keepRights();
    setup.keepPassed();
    const tags = 0 < this._history.length ? {} : startTags(setup.fen());
    this._forget();
    Object.assign(this._header, tags);
    this._native = undefined;
    this._setup = setup;
  }

  setTurn(color) {
    if (color === this._setup.turn) return false;
    this.move(NULL);
    return true;
  }

  setCastlingRights(color, rights) {
    const setup = this._setup.copy();
    for (const side of ["k", "q"]) {
      const bit = RIGHTS[color === "w" ? side.toUpperCase() : side];
      if (rights[side] === undefined) continue;
      if (rights[side]) setup.castling |= bit;
      else setup.castling &= ~bit;
    }
    setup.keepRights();
    const now = rightsOf(setup, color);
    const isSet = ["k", "q"].every((side) => rights[side] === undefined || rights[side] === now[side]);
    this._forget();
    this._native = undefined;
    this._setup = setup;
    return isSet;
  }

  getCastlingRights(color) {
    return rightsOf(this._setup, color);
  }

  attackers(square, attackedBy = this._setup.turn) {
    const index = indexOf(square);
    const found = index === -1 ? [] : this._setup.attackers(index, attackedBy || this._setup.turn);
    return found.sort((a, b) => (a ^ 56) - (b ^ 56)).map((from) => NAMES[from]);
  }

  isAttacked(square, attackedBy) {
    const index = indexOf(square);
    return index !== -1 && this._setup.isAttacked(index, attackedBy);
  }

  isCheck() {
    return this._setup.isCheck();
  }

  inCheck() {
    return this._setup.isCheck();
  }

  /** Whether the side to move has no move: `MATE`, `STALEMATE` or 0. */
  _end() {
    if (this._facts === undefined) {
      const ask = this._asker();
      if (ask) this._facts = ask((native) => native.facts()) & (MATE | STALEMATE);
      else this._facts = 0 < this._moves().raws.length ? 0 : this.isCheck() ? MATE : STALEMATE;
    }
    return this._facts;
  }

  isCheckmate() {
    return this._end() === MATE;
  }

  isStalemate() {
    return this._end() === STALEMATE;
  }

  isInsufficientMaterial() {
    const { squares } = this._setup;
    let [count, knights, bishops] = [0, 0, 0];
    // The colors of the bishops' squares, as two bits.
    let colors = 0;
    for (let square = 0; square < 64; square += 1) {
      if (squares[square] === 0) continue;
      const type = TYPES[squares[square]];
      count += 1;
      if (type === "n") knights += 1;
      if (type === "b") {
        bishops += 1;
        colors |= 1 << ((square ^ (square >> 3)) & 1);
      }
    }
    if (count === 2 || (count === 3 && knights + bishops === 1)) return true;
    return count === bishops + 2 && colors !== 3;
  }

  isThreefoldRepetition() {
    const { halfMoves } = this._setup;
    this._key ??= this._setup.key();
    let count = 1;
    for (let back = this._history.length - 1; 0 <= back && this._history.length - halfMoves <= back; back -= 1) {
      if (this._history[back].key === this._key) count += 1;
    }
    return 3 <= count;
  }

  isDrawByFiftyMoves() {
    return 100 <= this._setup.halfMoves;
  }

  isDraw() {
    return this.isDrawByFiftyMoves() || this.isStalemate() || this.isInsufficientMaterial() || this.isThreefoldRepetition();
  }

  isGameOver() {
    return this.isCheckmate() || this.isDraw();
  }

  _sorted(list) {
    const order = Uint32Array.from(list, (raw, index) => (orderOf(raw, this._setup.squares) << 9) | index).sort();
    return Array.from(order, (key) => list[key & 511]);
  }

  /** The legal moves with their texts, in the order of chess.js. */
  _moves() {
    if (this._list !== undefined) return this._list;
    const ask = this._asker();
    if (ask) {
      const [list, joined] = ask((native) => [native.legalMoves(), native.movesSan()]);
      const texts = new Map(joined.split(" ").map((san, index) => [list[index], san]));
      const raws = this._sorted(list);
      this._list = { raws, sans: raws.map((raw) => texts.get(raw)) };
    } else {
      const raws = this._setup.moves();
      this._list = { raws, sans: raws.map((raw) => sanOf(raw, raws, this._setup)) };
    }
    return this._list;
  }

  moves({ verbose = false, square, piece } = {}) {
    const from = square ? indexOf(square.toLowerCase()) : -1;
    const ask = 0 <= from && this._list === undefined && this._asker();
    const { raws, sans } = ask ? ask((native) => {
      const found = this._sorted(native.legalMovesFrom(from));
      return { raws: found, sans: found.map((raw) => native.san(raw)) };
    }) : this._moves();
    if (!verbose && !square && piece === undefined) return sans.slice();
    const type = piece?.toLowerCase();
    const found = [];
    for (let index = 0; index < raws.length; index += 1) {
      const raw = raws[index];
      if (square && fromOf(raw) !== from) continue;
      if (type !== undefined && TYPES[this._setup.squares[fromOf(raw)]] !== type) continue;
      found.push(verbose ? this._verbose(raw, sans[index]) : sans[index]);
    }
    return found;
  }

  _verbose(raw, san) {
    const after = this._setup.copy();
    after.play(raw);
    return new Move(partsOf(raw, this._setup), san, this.fen(), after.fen());
  }

  isPromotion({ from, to }) {
    return this._moves().raws.some((raw) => NAMES[fromOf(raw)] === from && NAMES[toOf(raw)] === to && promotionOf(raw) !== undefined);
  }

  move(move, { strict = false } = {}) {
    const found = this._find(move, strict);
    if (found === null) throw new Error(`Invalid move: ${typeof move === "string" ? move : JSON.stringify(move)}`);
    const [raw, san] = found;
    if (raw === 0 && this.isCheck()) throw new Error("Null move not allowed when in check");
    const before = this.fen();
    const next = this._after(raw);
    const made = new Move(partsOf(raw, this._setup), san, before, fenOf(next.key, next.setup));
    this._play(raw, san, next);
    return made;
  }

  /** The position after a move, with its key and what the move captures. */
  _after(raw) {
    const setup = this._setup.copy();
    const captured = setup.play(raw);
    return { setup, captured, key: setup.key() };
  }

  /** The number and the text of a move, or null. */
  _find(move, strict) {
    if (typeof move === "string") return this._findText(move, strict);
    if (move === null) return [0, NULL];
    if (typeof move !== "object") return null;
    const { raws, sans } = this._moves();
    const index = raws.findIndex((raw) => {
      const promotion = promotionOf(raw);
      const isSame = NAMES[fromOf(raw)] === move.from && NAMES[shownTo(raw, false)] === move.to;
      return isSame && (promotion === undefined || promotion === move.promotion);
    });
    return index === -1 ? null : [raws[index], sans[index]];
  }

  _findText(text, strict) {
    let clean = stripped(text);
    if (!strict && /^0-0(-0)?$/.test(clean)) clean = clean.replaceAll("0", "O");
    if (clean === NULL) return [0, NULL];
    const usual = this._findUsual(clean);
    if (usual !== null) return usual;
    const { raws, sans } = this._moves();
    const isOf = (raw, type) => type === undefined || TYPES[this._setup.squares[fromOf(raw)]] === type;
    const inferred = movedBy(clean);
    const same = raws.findIndex((raw, index) => isOf(raw, inferred) && stripped(sans[index]) === clean);
    if (same !== -1) return [raws[same], sans[same]];
    if (strict) return null;
    // Squares as people and programs write them; the squares of the move may be two, or one with a file or a rank before it.
    const squares =
      /([pnbrqkPNBRQK])?([a-h][1-8])x?-?([a-h][1-8])([qrbnQRBN])?/.exec(clean) ??
      /([pnbrqkPNBRQK])?([a-h]?[1-8]?)x?-?([a-h][1-8])([qrbnQRBN])?/.exec(clean);
    if (squares === null) return null;
    const [, piece, from, to, promotion] = squares;
    const type = piece?.toLowerCase() ?? inferred;
    const found = raws.findIndex((raw, index) => {
      if (!isOf(raw, type)) return false;
      if (from === "") return stripped(sans[index]).replace("x", "") === clean;
      const isFrom = from.length === 2 ? NAMES[fromOf(raw)] === from : NAMES[fromOf(raw)].includes(from);
      return isFrom && NAMES[shownTo(raw, false)] === to && (!promotion || promotion.toLowerCase() === promotionOf(raw));
    });
    return found === -1 ? null : [raws[found], sans[found]];
  }

  /** A text that is SAN without a fault, which the module finds without a list of all moves. */
  _findUsual(clean) {
    const ask = this._list === undefined && this._asker();
    if (!ask || clean === "") return null;
    try {
      const [raw, san] = ask((native) => {
        const found = native.findText(clean);
        return [found, found === 0 ? NULL : native.san(found)];
      });
      return stripped(san) === clean ? [raw, san] : null;
    } catch (error) {
      if (error instanceof ChessError && error.code !== "memory") return null;
      throw error;
    }
  }

  /** Takes over the position after a move. */
  _play(raw, san, { setup, captured, key }) {
    const played = { raw, san, key: this._key ?? this._setup.key(), memory: this._setup.memory(), captured };
    this._forget();
    this._native?.play(raw);
    this._history.push(played);
    this._setup = setup;
    this._key = key;
  }

  undo() {
    const last = this._history.at(-1);
    if (last === undefined) return null;
    const after = this.fen();
    const setup = this._setup.copy();
    setup.takeBack(last.raw, last.captured, last.memory);
    const key = setup.key();
    const move = new Move(partsOf(last.raw, setup), last.san, fenOf(key, setup), after);
    this._forget();
    // Whether the module has the rules may change with the position.
    if (!this._native?.takeBack()) this._native = undefined;
    this._history.pop();
    this._setup = setup;
    this._key = key;
    return move;
  }

  history({ verbose = false } = {}) {
    if (!verbose) return this._history.map(({ san }) => san);
    const board = this._start();
    const fens = this._fens();
    return this._history.map(({ raw, san }, index) => {
      const parts = partsOf(raw, board);
      board.play(raw);
      return new Move(parts, san, fens[index], fens[index + 1]);
    });
  }

  /** The position before the first move. */
  _start() {
    const board = this._setup.copy();
    for (const { raw, captured, memory } of this._history.toReversed()) board.takeBack(raw, captured, memory);
    return board;
  }

  /** The FENs of all positions of the game. */
  _fens() {
    return [...this._history.map(({ key, memory }) => fenOf(key, memory)), this.fen()];
  }

  perft(depth) {
    const ask = this._asker();
    return ask ? ask((native) => native.perft(Math.max(depth, 1))) : count(this._setup, depth);
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

  loadPgn(pgn, { strict = false, newlineChar = "\r?\n" } = {}) {
    const text = newlineChar === "\r?\n" ? String(pgn) : String(pgn).replace(new RegExp(newlineChar, "g"), "\n");
    const { headers, root, moves, result } = readChessJsPgn(text);
    this.reset();
    let fen = "";
    for (const [name, value] of headers) {
      if (name.toLowerCase() === "fen") fen = value;
      this.header(name, value);
    }
    if (!strict && fen) this.load(fen, { preserveHeaders: true });
    if (strict && headers.get("SetUp") === "1") {
      if (!headers.has("FEN")) throw new Error("Invalid PGN: FEN tag must be supplied with SetUp tag");
      this.load(headers.get("FEN"), { preserveHeaders: true });
    }
    this._note(root);
    for (const node of moves) {
      const found = this._findText(node.san, strict);
      if (found === null) throw new Error(`Invalid move in PGN: ${node.san}`);
      this._play(...found, this._after(found[0]));
      this._note(node);
    }
    if (result && this._header.Result !== result) this.setHeader("Result", result);
  }

  _note({ comment, suffix, nags }) {
    if (comment !== undefined) this._comments[this.fen()] = comment;
    if (SUFFIX_LIST.includes(suffix)) this._suffixes[this.fen()] = suffix;
    if (0 < nags.length) this._nags[this.fen()] = [...new Set(nags)];
  }

  pgn({ newline = "\n", maxWidth = 0 } = {}) {
    const tags = Object.entries(this._header).filter(([, value]) => value).map(([name, value]) => `[${name} "${escaped(value)}"]${newline}`);
    const head = tags.join("") + (this._history.length === 0 ? "" : newline);
    const fens = this._fens();
    const comment = (fen) => (this._comments[fen] === undefined ? "" : `{${this._comments[fen]}}`);
    const glyphs = (fen) => (this._suffixes[fen] ?? "") + this.getNags(fen).map((nag) => ` $${nag}`).join("");
    const moves = [];
    let text = comment(fens[0]);
    for (const [index, { san, memory }] of this._history.entries()) {
      if (memory.turn === "w" || index === 0) {
        const number = memory.turn === "w" ? `${memory.moveNumber}.` : `${memory.moveNumber}. ...`;
        if (memory.turn === "b") text = text === "" ? number : `${text} ${number}`;
        else {
          if (text !== "") moves.push(text);
          text = number;
        }
      }
      const fen = fens[index + 1];
      text = [text, san + glyphs(fen), comment(fen)].filter((part) => part !== "").join(" ");
    }
    if (text !== "" || this._history.length === 0) moves.push(text);
    moves.push(this._header.Result || "*");
    return maxWidth === 0 ? head + moves.join(" ") : wrapped(head, moves, maxWidth, newline);
  }

  getComment() {
    return this._comments[this.fen()];
  }

  setComment(comment) {
    this._comments[this.fen()] = comment.replace("{", "[").replace("}", "]");
  }

  removeComment() {
    const comment = this.getComment();
    delete this._comments[this.fen()];
    return comment;
  }

  deleteComment() {
    return this.removeComment();
  }

  /** Keeps what was said about positions of this game, in their order. */
  _prune() {
    for (const name of ["_comments", "_suffixes", "_nags"]) {
      const notes = this[name];
      this[name] = Object.fromEntries(this._fens().filter((fen) => Object.hasOwn(notes, fen)).map((fen) => [fen, notes[fen]]));
    }
  }

  getComments() {
    this._prune();
    const { _comments: comments, _suffixes: suffixes, _nags: nags } = this;
    const fens = [...new Set(this._fens())].filter((fen) => [comments, suffixes, nags].some((notes) => Object.hasOwn(notes, fen)));
    return fens.map((fen) => ({
      fen,
      ...(Object.hasOwn(comments, fen) && { comment: comments[fen] }),
      ...(Object.hasOwn(suffixes, fen) && { suffixAnnotation: suffixes[fen] }),
      nags: this.getNags(fen),
    }));
  }

  removeComments() {
    this._prune();
    const removed = Object.entries(this._comments).map(([fen, comment]) => ({ fen, comment }));
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
    if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${suffix}`);
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
    this.setNags([], fen);
    return nags;
  }
}

const escaped = (value) => (String(value).includes('"') ? String(value).replace(/["\\]/g, "\\$&") : value);

/** A game of the module at a position. */
const askerOf = (setup) => {
  const held = new HeldGame(`${setup.key(true)} 0 1`, 1);
  const ask = (call) => held.ask(call);
  try {
    ask(() => {});
  } catch (error) {
    if (error instanceof ChessError && error.code === "fen") return null;
    throw error;
  }
  ask.play = (raw) => ask((native) => {
    if (raw === 0) native.playText("--");
    else native.play(raw);
    held.moves.push(raw);
  });
  ask.takeBack = () => ask((native) => {
    if (native.undo() === undefined) return false;
    held.moves.pop();
    return true;
  });
  return ask;
};

/** The text of a move of a position that is not one of a game. */
const sanOf = (raw, raws, setup) => {
  const { piece, captured, promotion, from, to } = partsOf(raw, setup);
  const after = setup.copy();
  after.play(raw);
  const end = !after.isCheck() ? "" : after.moves().length === 0 ? "#" : "+";
  if (kindOf(raw) === CASTLING) return (fromOf(raw) < toOf(raw) ? "O-O" : "O-O-O") + end;
  const others = raws.filter((other) => other !== raw && toOf(other) === toOf(raw) && kindOf(other) !== CASTLING &&
    fromOf(other) !== fromOf(raw) && setup.squares[fromOf(other)] === setup.squares[fromOf(raw)]).map((other) => NAMES[fromOf(other)]);
  const isShared = (place) => others.some((other) => other[place] === from[place]);
  let text = piece === "p" ? (captured ? from[0] : "") : piece.toUpperCase();
  if (piece !== "p" && 0 < others.length) text += !isShared(0) ? from[0] : !isShared(1) ? from[1] : from;
  return `${text}${captured ? "x" : ""}${to}${promotion ? `=${promotion.toUpperCase()}` : ""}${end}`;
};

/** The number of sequences of legal moves, where the module has no rules. */
const count = (setup, depth) => setup.moves().reduce((sum, raw) => {
  if (depth <= 1) return sum + 1;
  const after = setup.copy();
  after.play(raw);
  return sum + count(after, depth - 1);
}, 0);

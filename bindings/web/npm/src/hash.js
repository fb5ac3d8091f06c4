const MASK = 0xffff_ffff_ffff_ffffn;
const rotated = (word, by) => ((word << by) | (word >> (64n - by))) & MASK;

/** The random numbers of chess.js, xoroshiro128**: a function that returns the next 64 bits. `state` has 128 bits. */
export const xoroshiro128 = (state) => {
  let [low, high] = [state & MASK, (state >> 64n) & MASK];
  return () => {
    const number = (rotated((low * 5n) & MASK, 7n) * 9n) & MASK;
    high ^= low;
    low = (rotated(low, 24n) ^ high ^ (high << 16n)) & MASK;
    high = rotated(high, 37n);
    return number;
  };
};

/** The keys of chess.js in words of 32 bits, made when the first hash is asked for. */
const makeKeys = () => {
  const random = xoroshiro128(0xa187eb39cdcaed8f31c4b365b102e01en);
  const list = (length) => {
    const keys = { high: new Int32Array(length), low: new Int32Array(length) };
    for (let index = 0; index < length; index += 1) {
      const key = random();
      keys.high[index] = Number(key >> 32n);
      keys.low[index] = Number(key & 0xffff_ffffn);
    }
    return keys;
  };
  const pieces = [];
  // A board of chess.js has 128 places, row by row from a8, and the right half of each row is off the board.
  for (const letter of "PNBRQKpnbrqk") pieces[letter.charCodeAt(0)] = list(128);
  return { pieces, passed: list(8), castling: list(16), side: list(1) };
};

let keys;

/** The hash of chess.js for a position: a number of 64 bits in hexadecimal digits. */
export const hashOf = ({ squares, castling, passed, turn }) => {
  keys ??= makeKeys();
  let [high, low] = [0, 0];
  const add = (list, index) => {
    high ^= list.high[index];
    low ^= list.low[index];
  };
  for (let square = 0; square < 64; square += 1) {
    const place = square ^ 56;
    if (squares[square] !== 0) add(keys.pieces[squares[square]], place + (place & 56));
  }
  if (passed !== -1) add(keys.passed, passed & 7);
  add(keys.castling, castling);
  if (turn === "b") add(keys.side, 0);
  const text = (high >>> 0).toString(16);
  return text === "0" ? (low >>> 0).toString(16) : text + (low >>> 0).toString(16).padStart(8, "0");
};

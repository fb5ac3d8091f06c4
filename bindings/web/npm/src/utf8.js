// Texts and bytes. Test environments such as jsdom have no `TextDecoder` and no `TextEncoder`.

class Decoder {
  #rest = "";

  decode(bytes = [], { stream = false } = {}) {
    let letters = this.#rest;
    for (const byte of bytes) letters += String.fromCharCode(byte);
    // The last character may go on in the next piece.
    const end = stream ? letters.search(/[\xc0-\xff][\x80-\xbf]*$/) : -1;
    this.#rest = end === -1 ? "" : letters.slice(end);
    return decodeURIComponent(escape(end === -1 ? letters : letters.slice(0, end)));
  }
}

class Encoder {
  encode(text) {
    const letters = unescape(encodeURIComponent(text.toWellFormed?.() ?? text));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  }

  encodeInto(text, view) {
    const bytes = this.encode(text);
    view.set(bytes);
    return { read: text.length, written: bytes.length };
  }
}

export const TextDecoder = globalThis.TextDecoder ?? Decoder;
export const TextEncoder = globalThis.TextEncoder ?? Encoder;

/** A text in other bytes than UTF-8: line by line in Windows-1252, unless the line is UTF-8. */
const repaired = (bytes) => {
  const [utf8, windows] = [new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }), new TextDecoder("windows-1252")];
  let text = "";
  for (let start = 0, end; start < bytes.length; start = end) {
    end = bytes.indexOf(10, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    try {
      text += utf8.decode(line);
    } catch {
      text += windows.decode(line);
    }
  }
  return text;
};

/** The text in some bytes, as the Rust crates read it: UTF-16 after a byte order mark, else UTF-8 or Windows-1252. */
export const decoded = (source) => {
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
  const mark = bytes[0] << 8 | bytes[1];
  if (mark === 0xfffe || mark === 0xfeff) return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return repaired(bytes);
  }
};

// Texts as UTF-8. Test environments such as jsdom have no `TextDecoder` and no `TextEncoder`.

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

// SHA-256 (FIPS 180-4) in plain script: crypto.subtle is not there without https, nor in a file opened from disk.
"use strict";

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const K = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const right = (x, n) => (x >>> n) | (x << (32 - n));

/** The eight numbers of 32 bits that are the SHA-256 of a text in UTF-8. */
function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = (bytes.length + 8 >> 6) + 1;
  const view = new DataView(new ArrayBuffer(blocks * 64));
  bytes.forEach((byte, i) => view.setUint8(i, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(blocks * 64 - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks * 64 - 4, bytes.length << 3);
  const h = START.slice();
  const w = new Int32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const s0 = right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let i = 0; i < 64; i++) {
      const one = last + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
      const two = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((x, i) => (h[i] = (h[i] + x) | 0));
  }
  return h.map((x) => x >>> 0);
}

/** The same as 64 hexadecimal digits. */
const hex = (text) => sha256(text).map((x) => x.toString(16).padStart(8, "0")).join("");

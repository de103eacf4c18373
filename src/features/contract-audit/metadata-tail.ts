const KEYS: ReadonlySet<string> = new Set(['ipfs', 'bzzr0', 'bzzr1', 'solc', 'vyper', 'experimental']);
/** Maximum number of bytes of a compiler's metadata. The metadata of solc has 53 bytes, and with all known entries about 120. */
const MOST_BYTES = 160;

/**
 * Returns the number of bytes that solc and vyper append to a contract's code as metadata, which are no instructions. The last two bytes
 * state the length of the metadata. It is a CBOR map with known names. Returns 0 when the code does not end in exactly such a map, because
 * a contract could otherwise hide instructions by a false length.
 */
export function metadataIn(code: Uint8Array): number {
  const length = ((code.at(-2) ?? 0) << 8) | (code.at(-1) ?? 0);
  const start = code.length - 2 - length;
  if (length === 0 || length > MOST_BYTES || start <= 0) return 0;
  return isMetadata(code.subarray(start, start + length)) ? length + 2 : 0;
}

function isMetadata(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  if (first < 0xa1 || first > 0xa7) return false;
  let at: number | null = 1;
  for (let left = first - 0xa0; left > 0 && at !== null; left -= 1) {
    const end = endOfItem(bytes, at);
    if (end === null || !KEYS.has(Buffer.from(bytes.subarray(at + 1, end)).toString('latin1'))) return false;
    at = endOfItem(bytes, end);
  }
  return at === bytes.length;
}

/**
 * Returns the position after the CBOR item that begins at `at`; null when there is no item of a kind that metadata has: a small number,
 * bytes, a text, a list of small numbers, or a truth value.
 */
function endOfItem(bytes: Uint8Array, at: number): number | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const [major, short] = [first >> 5, first & 0x1f];
  if (first === 0xf4 || first === 0xf5 || (major === 0 && short < 24)) return at + 1;
  if (major === 2 || major === 3) {
    const length = short < 24 ? short : short === 24 ? (bytes[at + 1] ?? 0) : null;
    if (length === null) return null;
    const end = at + (short < 24 ? 1 : 2) + length;
    return end <= bytes.length ? end : null;
  }
  if (major !== 4 || short > 7) return null;
  // A number above 23 is written with a second byte, such as the last part of the version 0.4.30.
  let end = at + 1;
  for (let left = short; left > 0; left -= 1) {
    const number = bytes[end];
    if (number === undefined || number > 0x18) return null;
    end += number === 0x18 ? 2 : 1;
  }
  return end <= bytes.length ? end : null;
}

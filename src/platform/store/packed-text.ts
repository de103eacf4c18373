/** Minimum length in bytes for compression. Shorter texts are stored uncompressed, since compression would gain little. */
const LEAST_BYTES = 200;
/** The fastest compression level. The levels above it take longer, and make the result only a twentieth smaller. */
const LEVEL = 1;
/** The first bytes of a Zstandard frame, by which compressed texts are recognized. No ASCII text begins with these bytes. */
const FRAME = [0x28, 0xb5, 0x2f, 0xfd] as const;

/** Compresses an ASCII text that is stored on disk, if the compression makes it shorter. */
export function packText(text: string): string | Uint8Array {
  if (text.length < LEAST_BYTES) return text;
  const packed = Bun.zstdCompressSync(Buffer.from(text, 'latin1'), { level: LEVEL });
  return packed.length < text.length ? packed : text;
}

/** Decodes the output of `packText`, or a text that was stored uncompressed. @throws Error when compressed bytes are damaged */
export function unpackText(held: unknown): string {
  if (!(held instanceof Uint8Array)) return String(held);
  const isPacked = FRAME.every((byte, at) => held[at] === byte);
  const bytes = isPacked ? Bun.zstdDecompressSync(held) : held;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Decodes the output of `packText`, or a text that was stored uncompressed. Returns an empty text when the bytes are damaged. */
export function textIfWhole(held: unknown): string {
  try {
    return unpackText(held);
  } catch {
    return '';
  }
}

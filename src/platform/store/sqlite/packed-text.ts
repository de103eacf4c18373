/** Shorter texts are stored as they are: packing would gain little. */
const LEAST_BYTES = 200;
/** The fastest level: the next ones take longer, and gain a twentieth. */
const LEVEL = 1;
/** The beginning of a Zstandard frame, which no ASCII text has. */
const FRAME = [0x28, 0xb5, 0x2f, 0xfd] as const;

/** Packs an ASCII text for the disk, where that makes it shorter. */
export function packText(text: string): string | Uint8Array {
  if (text.length < LEAST_BYTES) return text;
  const packed = Bun.zstdCompressSync(Buffer.from(text, 'latin1'), { level: LEVEL });
  return packed.length < text.length ? packed : text;
}

/** Reads what `packText` gave, or a text that was stored without it. @throws Error when packed bytes are damaged */
export function unpackText(held: unknown): string {
  if (!(held instanceof Uint8Array)) return String(held);
  const isPacked = FRAME.every((byte, at) => held[at] === byte);
  const bytes = isPacked ? Bun.zstdDecompressSync(held) : held;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Reads as `unpackText` does, but gives no text for damaged bytes. */
export function textIfWhole(held: unknown): string {
  try {
    return unpackText(held);
  } catch {
    return '';
  }
}

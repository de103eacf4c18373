/** The decoded text of a file, or the reason why the file is not text. */
export type Decoded = { readonly text: string; readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' } | { readonly problem: string };

const SAVE = 'save it as plain text in UTF-8';

/**
 * Decodes UTF-8 text, or UTF-16 with a byte order mark; the mark is removed. Invalid bytes are never replaced: such a file is reported as
 * not text.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const other = foreignTo(bytes);
  if (other !== null) return { problem: other };
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return { problem: `it is not in ${encoding.toUpperCase()}: ${SAVE}` };
  }
  return text.includes('\0') ? { problem: `it contains NUL characters, which text never has: ${SAVE}` } : { text, encoding };
}

/** Detects the text encoding by the byte order mark. Without a mark, the encoding is UTF-8. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Recognizes binary files by their first bytes and returns a description of the file type; null when the file may be text. */
export function foreignTo(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) return `it is a spreadsheet or a ZIP archive: ${SAVE}`;
  if (first === 0x1f && second === 0x8b) return 'it is compressed with gzip: unpack it first';
  return null;
}

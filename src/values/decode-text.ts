/** The text of bytes that somebody named as a file of text, or why they are none. */
export type Decoded = { readonly text: string; readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' } | { readonly problem: string };

const SAVE = 'save it as plain text in UTF-8';

/** Reads text in UTF-8, or in UTF-16 with its mark at the beginning; the mark is no part of the text. Nothing is replaced: what is no text is said to be none. */
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
  return text.includes('\0') ? { problem: `it holds characters that no text has: ${SAVE}` } : { text, encoding };
}

/** By the mark at the beginning; without one it is UTF-8. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** What a file that is no text is, by its first bytes; null: it may be text. */
export function foreignTo(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) return `it is a spreadsheet or a ZIP archive: ${SAVE}`;
  if (first === 0x1f && second === 0x8b) return 'it is compressed with gzip: unpack it first';
  return null;
}

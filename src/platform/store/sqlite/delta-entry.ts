/**
 * The place of one delta (the changes of one commit of an actor) in the table `commits`: row, offset and length. All values are zero when
 * there is no delta.
 */
export type EntryPlace = { readonly seq: number; readonly off: number; readonly len: number };

export const NOWHERE: EntryPlace = Object.freeze({ seq: 0, off: 0, len: 0 });

/**
 * Encodes one delta (the changes of one commit of an actor) for the table `commits`: the position of the actor's previous delta, the actor,
 * and the delta itself.
 */
export function encodeEntry(before: EntryPlace, key: number, revision: number, delta: string): string {
  return `${before.seq},${before.off},${before.len},${key},${revision};${delta}`;
}

export type DecodedEntry = { readonly before: EntryPlace; readonly key: number; readonly revision: number; readonly delta: string };

/** Decodes an entry of `commits`. @throws RangeError for any other text */
export function decodeEntry(entry: string): DecodedEntry {
  const end = entry.indexOf(';');
  const [seq = 0, off = 0, len = 0, key = 0, revision = Number.NaN] = entry.slice(0, end).split(',').map(Number);
  if (end < 0 || !Number.isSafeInteger(revision)) throw new RangeError('a stored delta has an invalid start');
  return { before: { seq, off, len }, key, revision, delta: entry.slice(end + 1) };
}

/**
 * Separates the entries in a chunk (one row of the table `commits`). A delta contains no line break, so a line break can separate the
 * entries of deltas.
 */
export const ENTRY_END = '\n';

/** The classes of ASCII characters by which a message is split without a regular expression. All other characters have the class 0. */
const SPACE = 1;
const LETTER = 2;
const DIGIT = 3;
/** A sign that is always a piece of its own. Signs such as `-` and `'` are not, because they can begin an arrow, a name or an ending. */
const SIGN = 4;

const CLASSES = new Uint8Array(128);
for (const [characters, kind] of [
  [' \t\n\r', SPACE],
  ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER],
  ['0123456789', DIGIT],
  [',;:!?()[]{}<"/\\|&+*#@$%~^`', SIGN],
] as const)
  for (const character of characters) CLASSES[character.charCodeAt(0)] = kind;

const UNDERSCORE = 0x5f;
const POINT = 0x2e;
const COMMA = 0x2c;
const APOSTROPHE = 0x27;
/** Maximum length of a plain word. A longer one can be an address. */
const LONGEST = 25;

export type PlainKind = 'space' | 'word' | 'number' | 'sign';

const KIND_OF: readonly (PlainKind | null)[] = [null, 'space', 'word', 'number', 'sign'];

/** Returns what the character at a position can begin in plain text; null when the character has no single meaning. */
export function plainKindAt(text: string, at: number): PlainKind | null {
  return KIND_OF[classAt(text, at)] ?? null;
}

/**
 * Returns where the word, number, sign or space ends that begins at a position. Returns null when the text there is more than plain ASCII
 * words, whole numbers and signs, such as a name or an address, or a number with decimals.
 */
export function plainEndOf(kind: PlainKind, text: string, from: number): number | null {
  if (kind === 'space' || kind === 'sign') return from + 1;
  let end = from + 1;
  if (kind === 'word') while (isInWord(text, end)) end += 1;
  else while (classAt(text, end) === DIGIT) end += 1;
  return end - from <= LONGEST && isEnd(kind, text, end) ? end : null;
}

function classAt(text: string, at: number): number {
  return CLASSES[text.charCodeAt(at)] ?? 0;
}

function isInWord(text: string, at: number): boolean {
  const kind = classAt(text, at);
  return kind === LETTER || kind === DIGIT || text.charCodeAt(at) === UNDERSCORE;
}

/** Whether a word or a number certainly ends at a position, because what follows can be no part of a name, an address or a number. */
function isEnd(kind: 'word' | 'number', text: string, at: number): boolean {
  if (isSpaceOrEnd(text, at)) return true;
  const code = text.charCodeAt(at);
  if (code === POINT || (kind === 'number' && code === COMMA)) return isSpaceOrEnd(text, at + 1);
  return kind === 'word' ? classAt(text, at) === SIGN || code === APOSTROPHE : classAt(text, at) === SIGN;
}

function isSpaceOrEnd(text: string, at: number): boolean {
  return at >= text.length || classAt(text, at) === SPACE;
}

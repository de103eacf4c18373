import { foldText } from './normalise.ts';
import { plainPieceAt } from './plain-piece.ts';

export type WordKind = (typeof PIECE_KINDS)[number] | 'sign';

/** A word, number or sign of the message. `start` and `end` are its positions in the normalised text. */
export type Word = {
  readonly kind: WordKind;
  /** The word in lowercase without diacritics, for comparison with words of a language. */
  readonly text: string;
  /** The word, number or sign as the user wrote it. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** True when no space stands between this word, number or sign and the one before it. */
  readonly isGlued: boolean;
};

/** Maximum number of words, numbers and signs of a message that are read. Longer messages rarely contain more information. */
const MOST_WORDS = 400;
/** Endings of wallet names such as `erin.eth`. They are kept as part of the name. */
const NAME_ENDINGS = 'eth|sol|lens|crypto|nft|wallet|dao|bnb|trx';

/** Matches one piece of a message at a position. The alternatives are in the order of `PIECE_KINDS`. */
const PIECE = new RegExp(
  [
    '(0[xX][\\p{L}\\p{N}]*)',
    `([\\p{L}\\p{N}_-]{1,63}(?:\\.[\\p{L}\\p{N}_-]{1,63}){0,3}\\.(?:${NAME_ENDINGS})(?![\\p{L}\\p{N}_-]))`,
    '((?=\\p{N}*\\p{L})[\\p{L}\\p{N}]{26,})',
    '(->|=>|>>|→|➡|⇒|⟶)',
    "(\\d+(?:[.,_']\\d+)*|\\.\\d+)",
    "('\\p{L}+)",
    '(\\p{L}[\\p{L}\\p{M}\\p{N}_]*)',
    '\\S',
  ].join('|'),
  'iuy',
);
const PIECE_KINDS = ['hex', 'name', 'long', 'arrow', 'number', 'suffix', 'word'] as const;
const LETTER = /\p{L}/u;
/**
 * Endings of English words after an apostrophe. Other words keep the apostrophe, because Turkish puts one before case endings (`eth'ye`).
 */
const ENGLISH_SUFFIXES: ReadonlySet<string> = new Set(['s', 'm', 're', 'd', 'll', 've', 't']);

/**
 * Splits normalised text into words, numbers and signs. `1.5eth` becomes a number and a word, and the word is marked as glued to the
 * number.
 */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let endOfLast = -1;
  let start = 0;
  while (start < text.length && words.length < MOST_WORDS) {
    const piece = text[start] === ' ' ? null : (plainPieceAt(text, start) ?? pieceAt(text, start));
    if (piece === null) {
      start += 1;
      continue;
    }
    const { kind, end } = piece;
    if (!isJoiningHyphen(text, start, end)) {
      const raw = text.slice(start, end);
      words.push({ kind, text: textOf(kind, raw), raw, start, end, isGlued: endOfLast === start });
      endOfLast = end;
    }
    start = end;
  }
  return words;
}

/** Reads any piece, such as an address, a name, or a word with letters that are not ASCII; null where a space stands. */
function pieceAt(text: string, start: number): { readonly kind: WordKind; readonly end: number } | null {
  PIECE.lastIndex = start;
  const match = PIECE.exec(text);
  if (match === null) return null;
  const kind = PIECE_KINDS.find((_, i) => match[i + 1] !== undefined) ?? 'sign';
  return { kind, end: start + match[0].length };
}

/** Whether a hyphen between two letters only joins the words, as in "stop-loss". Such a hyphen is omitted. */
function isJoiningHyphen(text: string, start: number, end: number): boolean {
  return end === start + 1 && text[start] === '-' && LETTER.test(text[start - 1] ?? '') && LETTER.test(text[end] ?? '');
}

function textOf(kind: WordKind, raw: string): string {
  const folded = foldText(raw);
  if (kind !== 'suffix') return folded;
  return ENGLISH_SUFFIXES.has(folded.slice(1)) ? folded.slice(1) : folded;
}

import { foldText } from './normalise.ts';

const KINDS = ['word', 'number', 'sign', 'suffix', 'arrow', 'hex', 'name', 'long'] as const;

export type WordKind = (typeof KINDS)[number];

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

const PIECES = new RegExp(
  [
    '(?<hex>0[xX][\\p{L}\\p{N}]*)',
    `(?<name>[\\p{L}\\p{N}_-]{1,63}(?:\\.[\\p{L}\\p{N}_-]{1,63}){0,3}\\.(?:${NAME_ENDINGS})(?![\\p{L}\\p{N}_-]))`,
    '(?<long>(?=\\p{N}*\\p{L})[\\p{L}\\p{N}]{26,})',
    '(?<arrow>->|=>|>>|→|➡|⇒|⟶)',
    "(?<number>\\d+(?:[.,_']\\d+)*|\\.\\d+)",
    "(?<suffix>'\\p{L}+)",
    '(?<word>\\p{L}[\\p{L}\\p{M}\\p{N}_]*)',
    '(?<sign>\\S)',
  ].join('|'),
  'giu',
);
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
  for (const match of text.matchAll(PIECES)) {
    // A hyphen between two letters only joins the words, as in "stop-loss", so it is omitted.
    if (match[0] === '-' && LETTER.test(text[match.index - 1] ?? '') && LETTER.test(text[match.index + 1] ?? '')) continue;
    const groups = match.groups ?? {};
    const kind = KINDS.find((name) => groups[name] !== undefined) ?? 'sign';
    const raw = match[0];
    const start = match.index;
    words.push({
      kind,
      text: textOf(kind, raw),
      raw,
      start,
      end: start + raw.length,
      isGlued: words.at(-1)?.end === start,
    });
    if (words.length >= MOST_WORDS) break;
  }
  return words;
}

function textOf(kind: string, raw: string): string {
  const folded = foldText(raw);
  if (kind !== 'suffix') return folded;
  return ENGLISH_SUFFIXES.has(folded.slice(1)) ? folded.slice(1) : folded;
}

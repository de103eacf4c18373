import { plainDecimalOf } from '../../../../values/written-number.ts';
import type { Language } from '../lexicon/vocabulary.ts';

const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const COMMA_DECIMALS = /^\d+,\d+$/;
/** Languages in which numbers have points between groups of digits and a comma before decimals. */
const WRITES_COMMAS: ReadonlySet<Language> = new Set(['es', 'pt', 'tr']);

/**
 * Converts a written number to decimal text: `1,000.50`, `1.000,50`, `1'000`, `1_000`, `1,5`, `.5`, `1,00,000`. `1.000` is one in English,
 * and a thousand in languages that group digits by points. Returns null when the number is ambiguous, because an amount must not be
 * guessed.
 */
export function parseNumber(written: string, language: Language): string | null {
  const plain = written.replace(/[_']/g, '');
  if (/^\d*\.?\d+$/.test(plain)) {
    return WRITES_COMMAS.has(language) && /^[1-9]\d{0,2}\.\d{3}$/.test(plain)
      ? plainDecimalOf(plain.replace('.', ''))
      : plainDecimalOf(plain);
  }
  if (GROUPED.test(plain) && !(WRITES_COMMAS.has(language) && /^\d+,\d{3}$/.test(plain))) return plainDecimalOf(plain.replaceAll(',', ''));
  if (GROUPED_BY_POINTS.test(plain)) return plainDecimalOf(plain.replaceAll('.', '').replace(',', '.'));
  return COMMA_DECIMALS.test(plain) ? plainDecimalOf(plain.replace(',', '.')) : null;
}

import type { Sources } from './sources.ts';

/** Matches digits with separators that are not part of a word such as `permit2` or of an address. */
const NUMBERS = /(?<![\p{L}\p{N}.,])\d[\d.,_' ]*\d|(?<![\p{L}\p{N}.,])\d/gu;

/** Whether one of the user's messages contains a number in digits. Both `1,000.5` and `1.000,5` are read as 1000.5. */
export function isNumberWritten(value: string, { texts }: Pick<Sources, 'texts'>): boolean {
  const wanted = canonical(value);
  return texts.some((text) => [...text.matchAll(NUMBERS)].some(([run]) => readingsOf(run).includes(wanted)));
}

/** Converts a decimal number to its canonical text, without superfluous zeros at either end. */
export function canonical(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const end = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${end === '' ? '' : `.${end}`}`;
}

/**
 * Returns the numbers that a sequence of digits and separators can mean. A separator marks thousands only between groups of three digits.
 */
function readingsOf(run: string): readonly string[] {
  const plain = run.replace(/[_' ]/g, '');
  const readings = [plain, ...run.split(' ')];
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) readings.push(plain.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain)) readings.push(plain.replaceAll('.', '').replace(',', '.'));
  if (/^\d+,\d+$/.test(plain)) readings.push(plain.replace(',', '.'));
  return readings.filter((text) => /^\d+(\.\d+)?$/.test(text)).map(canonical);
}

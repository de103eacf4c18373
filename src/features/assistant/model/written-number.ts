import type { Sources } from './sources.ts';

/** Digits with separators, not within a word such as `permit2` or an address. */
const NUMBERS = /(?<![\p{L}\p{N}.,])\d[\d.,_' ]*\d|(?<![\p{L}\p{N}.,])\d/gu;

/** Whether a number stands in digits in one of the user's messages: `1,000.5` and `1.000,5` are both 1000.5. */
export function isNumberWritten(value: string, { texts }: Pick<Sources, 'texts'>): boolean {
  const wanted = canonical(value);
  return texts.some((text) => [...text.matchAll(NUMBERS)].some(([run]) => readingsOf(run).includes(wanted)));
}

/** Decimal text in one form: without zeros at the ends. */
export function canonical(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const end = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${end === '' ? '' : `.${end}`}`;
}

/** What a run of digits and separators can mean. Only groups of three digits are thousands. */
function readingsOf(run: string): readonly string[] {
  const plain = run.replace(/[_' ]/g, '');
  const readings = [plain, ...run.split(' ')];
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) readings.push(plain.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain)) readings.push(plain.replaceAll('.', '').replace(',', '.'));
  if (/^\d+,\d+$/.test(plain)) readings.push(plain.replace(',', '.'));
  return readings.filter((text) => /^\d+(\.\d+)?$/.test(text)).map(canonical);
}

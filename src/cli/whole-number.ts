import { parseWholeNumber } from '../values/whole-number.ts';
import { UsageError } from './usage-error.ts';

/** Parses a whole number from `least` to `most`. @throws UsageError */
export function wholeNumber(name: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = parseWholeNumber(text);
  if (number !== null && number >= least && number <= most) return number;
  const to = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  throw new UsageError(`${name} is ${JSON.stringify(text)}; accepted: a whole number from ${least}${to}`);
}

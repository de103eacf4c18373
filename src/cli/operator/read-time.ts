import { parseIsoTime } from '../../values/iso-time.ts';
import { parseWholeNumber } from '../../values/whole-number.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Parses a time that a user typed to UTC ms.
 * @throws UsageError
 */
export function readTime(name: string, text: string): number {
  const atMs = parseIsoTime(text) ?? parseWholeNumber(text);
  if (atMs !== null) return atMs;
  throw new UsageError(`${name} is ${JSON.stringify(text)}; accepted: a time with its zone, such as 2026-11-28T12:00:00Z, or UTC ms`);
}

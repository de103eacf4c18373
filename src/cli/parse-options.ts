import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { parseWholeNumber } from '../values/whole-number.ts';
import { UsageError } from './usage-error.ts';

/** Options of every command that works on a store. */
export const STORE_OPTIONS = { store: { type: 'string' }, json: { type: 'boolean' } } as const;

/** Options of every command that works on actors: in a store, or through a running node. */
export const PLACE_OPTIONS = { ...STORE_OPTIONS, url: { type: 'string' }, token: { type: 'string' } } as const;

/** @throws UsageError for what the command does not know */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** A whole number from `least` to `most`. @throws UsageError */
export function wholeNumber(name: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = parseWholeNumber(text);
  if (number !== null && number >= least && number <= most) return number;
  const to = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  throw new UsageError(`${name} is ${JSON.stringify(text)}; accepted: a whole number from ${least}${to}`);
}

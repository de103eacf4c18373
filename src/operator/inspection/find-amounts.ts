import type { AmountNote } from '../../values/inspection/actor-details.ts';
import type { AmountTable } from '../../values/inspection/outline.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';

/**
 * Maximum number of amounts that are found in an actor's context. The limit exceeds what the actor types of this program create. Without
 * the limit, a malicious context could cause endless work.
 */
const MOST_NOTES = 500;

/**
 * Returns the amounts in an actor's context, found by the table that its type declares. Missing values, and values that are not strings of
 * whole numbers, are omitted.
 */
export function findAmounts(table: AmountTable, context: unknown): readonly AmountNote[] {
  const notes: AmountNote[] = [];
  for (const { path, token, chain } of table.amounts) {
    const chainId = valueAt(context, chain ?? table.chain);
    if (typeof chainId !== 'number') continue;
    for (const found of matches(context, path.split('.'))) {
      if (notes.length >= MOST_NOTES) return notes;
      if (typeof found.value !== 'string' || !/^-?\d+$/.test(found.value)) continue;
      const address = tokenOf(context, token, found.starred);
      if (address !== null) notes.push({ path: found.path, chainId, token: address });
    }
  }
  return notes;
}

type Match = { readonly path: string; readonly starred: string | null; readonly value: unknown };

function* matches(
  value: unknown,
  names: readonly string[],
  before: readonly string[] = [],
  starred: string | null = null,
): Generator<Match> {
  const [name, ...rest] = names;
  if (name === undefined) {
    yield { path: before.join('.'), starred, value };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (name !== '*') {
    if (Object.hasOwn(value, name)) yield* matches(memberOf(value, name), rest, [...before, name], starred);
    return;
  }
  for (const key in value) {
    if (Object.hasOwn(value, key)) yield* matches(memberOf(value, key), rest, [...before, key], starred ?? key);
  }
}

function tokenOf(context: unknown, token: string, starred: string | null): string | null {
  if (token === 'native') return NATIVE_ADDRESS;
  const address = token === '*' ? starred : valueAt(context, token);
  return typeof address === 'string' && address !== '' ? address : null;
}

function valueAt(context: unknown, path: string): unknown {
  let value = context;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = memberOf(value, name);
  }
  return value;
}

function memberOf(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

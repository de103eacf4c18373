import { keptNumberOf, parseExactJson } from '../../../src/values/exact-json.ts';
import type { Json } from '../../../src/values/json.ts';

export type Mutation = { readonly path: string; readonly what: string; readonly mutated: Json };

/** Returns damaged copies of a provider's reply. In each copy, one field is missing or has another type. */
export function mutationsOf(reply: Json): Mutation[] {
  return [...pathsOf(reply)].flatMap((path) => {
    const dropped: Mutation[] =
      path.length === 0 ? [] : [{ path: path.join('.'), what: 'dropped', mutated: changed(reply, path, undefined) }];
    const value = path.reduce<Json | undefined>((at, key) => memberOf(at, key), reply);
    const retyped = othersThan(value ?? null).map(([what, other]) => ({
      path: path.join('.'),
      what,
      mutated: changed(reply, path, other),
    }));
    return [...dropped, ...retyped];
  });
}

function* pathsOf(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (Array.isArray(value)) for (const [index, member] of value.entries()) yield* pathsOf(member, [...path, String(index)]);
  else if (typeof value === 'object' && value !== null && keptNumberOf(value) === null)
    for (const [key, member] of Object.entries(value)) yield* pathsOf(member, [...path, key]);
}

function othersThan(value: Json): [string, Json][] {
  const others: [string, Json][] = [
    ['null', value === null ? 0 : null],
    ['an object', { unexpected: true }],
    ['an array', []],
    ['a boolean', value !== true],
  ];
  if (typeof value === 'string') {
    // Only amounts, addresses and calldata are replaced by another text. In any other field, another text is a different but valid reply.
    if (/^(?:0x)?[0-9a-fA-F]+$/.test(value))
      others.push(['empty text', ''], ['text with white space', ` ${value}`], ['other text', 'unexpected']);
    // Wrong notations of an amount: as a number, with an exponent, a sign or a fraction, or far too long.
    if (/^[0-9]+$/.test(value)) {
      // A JSON number has no leading zeros.
      if (/^(?:0|[1-9][0-9]*)$/.test(value)) others.push(['a number', parseExactJson(value) as Json]);
      others.push(['an exponent', `${value}e0`], ['a sign', `-${value}`]);
      // The amount as a program prints it that stores amounts as doubles. For an amount with many digits this is a different number, so the
      // adapter must refuse it.
      const rounded = Number(value).toExponential();
      if (BigInt(Number(value)) === BigInt(value) || /^[0-9.]{17,}e/.test(rounded)) {
        others.push(['a double', Number(value)], ['a double in text', rounded]);
      }
      others.push(['a fraction', `${value}.5`], ['100 digits', '9'.repeat(100)]);
    }
  }
  if (typeof value === 'number') {
    others.push(['text', String(value)], ['a negative number', -Math.abs(value) - 1], ['1e300', 1e300]);
    if (Number.isInteger(value)) others.push(['a fraction', value + 0.5]);
  }
  return others;
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  if (typeof value === 'object' && value !== null) return Object.entries(value).find(([name]) => name === key)?.[1];
  return undefined;
}

/** Returns a copy of a reply with one field replaced or omitted. */
function changed(value: Json, [key, ...rest]: readonly string[], by: Json | undefined): Json {
  if (key === undefined) return by ?? null;
  if (Array.isArray(value)) {
    return value.flatMap((member, index) =>
      String(index) !== key ? [member] : rest.length === 0 && by === undefined ? [] : [changed(member, rest, by)],
    );
  }
  const entries = Object.entries(value ?? {}).flatMap(([name, member]): [string, Json][] =>
    name !== key ? [[name, member]] : rest.length === 0 && by === undefined ? [] : [[name, changed(member, rest, by)]],
  );
  return Object.fromEntries(entries);
}

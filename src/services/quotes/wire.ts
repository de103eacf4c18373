import * as v from 'valibot';
import { MAX_BASE_UNITS } from '../../values/base-units.ts';
import { decimalTextOf } from '../../values/decimal-text.ts';
import { keptNumberOf } from '../../values/exact-json.ts';
import type { Json, JsonObject } from '../../values/json.ts';

/**
 * Schemas for what providers send. Those of what decides about money (amounts, addresses, calldata) are strict: a JSON number, an
 * exponent, a sign or leading white space is refused, since its digits may already be wrong. Those of what is only shown are lenient:
 * whatever is odd counts as not told.
 */

const toBigint = v.transform((text: string) => BigInt(text));
const withinUint256 = v.check((value: bigint) => value <= MAX_BASE_UNITS, 'more than 2^256 - 1');

/** Base units as decimal text. */
export const wireAmount = v.pipe(v.string(), v.regex(/^[0-9]{1,78}$/), toBigint, withinUint256);

/** The same above 0. */
export const wirePositiveAmount = v.pipe(
  wireAmount,
  v.check((value) => value > 0n, 'not above 0'),
);

/** An integer as decimal text or 0x hex, such as a transaction's value. */
export const wireQuantity = v.pipe(v.string(), v.regex(/^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/), toBigint, withinUint256);

/** An EVM address in any casing, given in lowercase. */
export const wireAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/), v.toLowerCase());

/** Calldata with at least a selector, given in lowercase. */
export const wireCalldata = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){4,}$/), v.toLowerCase());

/** Calldata that may be empty (a plain transfer of the native asset). */
export const wireOptionalCalldata = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.toLowerCase());

export const wireText = v.pipe(v.string(), v.minLength(1), v.maxLength(10_000));

/** null for whatever is missing or does not fit. */
export function lenient<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.nullable(v.optional(schema, null), null), null);
}

const integer = v.union([
  v.pipe(v.string(), v.regex(/^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/), toBigint),
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.transform((number: number) => BigInt(number)),
  ),
]);

const decimal = v.union([
  v.pipe(v.string(), v.regex(/^[0-9]{1,30}(?:\.[0-9]{1,40})?$/)),
  v.pipe(v.number(), v.finite(), v.minValue(0), v.transform(decimalTextOf)),
]);

/** Gas and the like, text or number. */
export const shownInteger = lenient(integer);
/** Dollars and the like, as decimal text. */
export const shownDecimal = lenient(decimal);
export const shownText = lenient(v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)));
export const shownSeconds = lenient(v.pipe(v.number(), v.finite(), v.minValue(0), v.transform(Math.ceil)));
export const shownAmount = lenient(wireAmount);

/** A percentage (`1.25`, text or number, of either sign) as whole basis points rounded up, at least 0. */
export const shownPercentAsBps = lenient(
  v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^-?[0-9]{1,6}(?:\.[0-9]{1,40})?$/), v.transform(Number)), v.pipe(v.number(), v.finite())]),
    v.transform((percent) => Math.max(0, Math.ceil(percent * 100))),
  ),
);

/** Anything that came as JSON, to be sent back as it came: untouched, since a copy would lose what is kept of its numbers. */
export const verbatim: v.GenericSchema<unknown, Json> = v.custom<Json>((value) => value !== undefined);
export const verbatimObject: v.GenericSchema<unknown, JsonObject> = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && keptNumberOf(value) === null,
);

/**
 * A member that may be missing: absent, null and empty text mean the same thing, null, unless a provider says otherwise. One that is there must
 * fit.
 */
export function maybe<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => (value === '' ? null : value)),
    v.nullable(schema),
  );
}

/** A list that may be missing: absent and null are an empty one. */
export function maybeList<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => value ?? []),
    v.array(schema),
  );
}

/** A word of a provider's own, such as a status. New ones come up: what is not known is kept, and means that it is not over. */
export const wireWord = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

import * as v from 'valibot';
import { MAX_BASE_UNITS } from '../../values/base-units.ts';
import { keptNumberOf } from '../../values/exact-json.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { plainDecimalOf, wholeNumberIn, writtenOf } from '../../values/written-number.ts';

/**
 * Schemas for what providers send, read for what it means: a number may stand as text, as JSON number (which keeps its digits), in hex or in
 * scientific notation, but it is the number that was written or none at all. What decides about money (amounts, addresses, calldata) is else
 * strict: a sign, a fraction of a base unit, white space, or a number that a double has rounded, is refused. What is only shown is lenient: whatever is odd counts as not told.
 */

const written = v.pipe(v.unknown(), v.transform(writtenOf), v.string());
const withinUint256 = v.check((value: bigint) => value <= MAX_BASE_UNITS, 'more than 2^256 - 1');

/** Base units, and whatever else is a whole number, such as a transaction's value. */
export const wireAmount = v.pipe(v.unknown(), v.transform(wholeNumberIn), v.bigint(), withinUint256);

/** The same above 0. */
export const wirePositiveAmount = v.pipe(
  wireAmount,
  v.check((value) => value > 0n, 'not above 0'),
);

/** A whole number from 0 that a double holds: a status code, a time. */
export const wireInteger = v.pipe(wireAmount, v.transform(Number), v.safeInteger());

/** A chain's id: a number in whatever notation, or in CAIP-2 (`eip155:1`). */
export const wireChainId = v.pipe(
  written,
  v.transform((text) => wholeNumberIn(text.replace(/^eip155:/i, ''))),
  v.bigint(),
  v.transform(Number),
  v.safeInteger(),
);

/** A time in UTC ms: ISO 8601, or unix seconds, or milliseconds. */
export const wireTimeMs = v.pipe(written, v.transform(timeMsOf), v.number());

/** As it is, zeros at its end included. */
const PLAIN = /^[0-9]{1,30}(?:\.[0-9]{1,40})?$/;

/** A decimal number from 0 in whatever notation, as plain decimal text. */
export const wireDecimal = v.pipe(
  written,
  v.transform((text) => (PLAIN.test(text) ? text : plainDecimalOf(text))),
  v.string(),
  v.regex(/^[0-9]/),
);

/** A decimal number of either sign in whatever notation, as plain decimal text. */
export const wireNumber = v.pipe(written, v.transform(plainDecimalOf), v.string());

/** @param plain as `wireNumber` gives it */
export function isAboveZero(plain: string): boolean {
  return !plain.startsWith('-') && plain !== '0';
}

/** An EVM address in any casing, given in lowercase. */
export const wireAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.toLowerCase());

/** Calldata with at least a selector, given in lowercase. */
export const wireCalldata = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2}){4,}$/i), v.toLowerCase());

/** An id, a name: a number is one as well. */
export const wireText = v.pipe(written, v.minLength(1), v.maxLength(10_000));

/** null for whatever is missing or does not fit. */
export function lenient<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.nullable(v.optional(schema, null), null), null);
}

/** Gas and the like. */
export const shownInteger = lenient(wireAmount);
/** Dollars and the like, as plain decimal text. */
export const shownDecimal = lenient(wireDecimal);
export const shownText = lenient(v.pipe(wireText, v.maxLength(1_000)));
export const shownSeconds = lenient(
  v.pipe(
    wireDecimal,
    v.transform((text) => Math.ceil(Number(text))),
    v.safeInteger(),
  ),
);
export const shownAmount = lenient(wireAmount);

/** A percentage (`1.25`, of either sign) as whole basis points rounded up, at least 0. */
export const shownPercentAsBps = lenient(
  v.pipe(
    written,
    v.transform(plainDecimalOf),
    v.string(),
    v.transform((percent) => Math.max(0, Math.ceil(Number(percent) * 100))),
    v.safeInteger(),
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

/** A list whose odd items are left out: one of them does not spoil the others. */
export function lenientList<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => value ?? []),
    v.array(v.unknown()),
    v.transform((items) =>
      items.flatMap((item) => {
        const read = v.safeParse(schema, item);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** A word of a provider's own, such as a status. New ones come up: what is not known is kept, and means that it is not over; so does none. */
export const wireWord = maybe(v.pipe(written, v.minLength(1), v.maxLength(200)));

/** Whether it is one of those words, in whatever casing, and however its parts are joined: `partial_success`, `PartialSuccess`. */
export function isWord(said: string | null, words: readonly string[]): boolean {
  if (said === null) return false;
  const plain = plainWord(said);
  return words.some((word) => plainWord(word) === plain);
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Later than any time in seconds that comes up, and earlier than any in milliseconds. */
const LEAST_MS = 100_000_000_000;

function timeMsOf(text: string): number | null {
  const plain = plainDecimalOf(text);
  const ms = plain === null ? Date.parse(text) : Number(plain) < LEAST_MS ? Number(plain) * 1_000 : Number(plain);
  return Number.isFinite(ms) && ms > 0 ? Math.floor(ms) : null;
}

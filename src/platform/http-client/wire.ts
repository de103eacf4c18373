import * as v from 'valibot';
import { parseAddress } from '../../values/address.ts';
import { MAX_BASE_UNITS } from '../../values/base-units.ts';
import { keptNumberOf } from '../../values/exact-json.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { plainDecimalOf, wholeNumberIn, writtenOf } from '../../values/written-number.ts';

/**
 * Schemas for providers' replies. A number can be a string, a JSON number (which keeps its digits), hex or scientific notation, but its
 * value must be exact. Schemas for values that affect money (amounts, addresses, calldata) refuse a sign, a fraction of a base unit, white
 * space, and a number that was rounded to a double. Schemas for values that are only displayed are lenient: an invalid value counts as
 * missing.
 */

const written = v.pipe(v.unknown(), v.transform(writtenOf), v.string());
const withinUint256 = v.check((value: bigint) => value <= MAX_BASE_UNITS, 'more than 2^256 - 1');

/** An amount in base units, or another whole number such as a transaction's value, in a provider's reply. */
export const wireAmount = v.pipe(v.unknown(), v.transform(wholeNumberIn), v.bigint(), withinUint256);

/** An amount in base units, or another whole number, in a provider's reply; the number must be above 0. */
export const wirePositiveAmount = v.pipe(
  wireAmount,
  v.check((value) => value > 0n, 'not above 0'),
);

/** A whole number of at least 0 that a JavaScript number represents exactly, such as a status code or a time. */
export const wireInteger = v.pipe(wireAmount, v.transform(Number), v.safeInteger());

/** A chain id: a number in any notation, or a CAIP-2 id (`eip155:1`). */
export const wireChainId = v.pipe(
  written,
  v.transform((text) => wholeNumberIn(text.replace(/^eip155:/i, ''))),
  v.bigint(),
  v.transform(Number),
  v.safeInteger(),
);

/** A time, parsed to UTC ms from ISO 8601, unix seconds or milliseconds. */
export const wireTimeMs = v.pipe(written, v.transform(timeMsOf), v.number());

/** Matches a plain decimal number, which is kept unchanged, including trailing zeros. */
const PLAIN = /^[0-9]{1,30}(?:\.[0-9]{1,40})?$/;

/** A decimal number of at least 0 in any notation, converted to a plain decimal string. */
export const wireDecimal = v.pipe(
  written,
  v.transform((text) => (PLAIN.test(text) ? text : plainDecimalOf(text))),
  v.string(),
  v.regex(/^[0-9]/),
);

/** A positive or negative decimal number in any notation, converted to a plain decimal string. */
export const wireNumber = v.pipe(written, v.transform(plainDecimalOf), v.string());

/** Whether a number is above 0. @param plain the output of `wireNumber` */
export function isAboveZero(plain: string): boolean {
  return !plain.startsWith('-') && plain !== '0';
}

/** An EVM address in a provider's reply, in any casing; it is converted to lowercase. */
export const wireAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.transform(parseAddress));

/** Calldata in a provider's reply, with at least a function selector (4 bytes); it is converted to lowercase. */
export const wireCalldata = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2}){4,}$/i), v.toLowerCase());

/** A schema for an id or a name, which providers send as a string or a number. */
export const wireText = v.pipe(written, v.minLength(1), v.maxLength(10_000));

/** Makes a schema lenient: a missing or invalid value becomes null. */
export function lenient<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.nullable(v.optional(schema, null), null), null);
}

/** A whole number in a provider's reply that is only displayed, such as gas. */
export const shownInteger = lenient(wireAmount);
/** A decimal number in a provider's reply that is only displayed, such as dollars, as a plain decimal string. */
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

/** A percentage (`1.25`, positive or negative), converted to whole basis points, rounded up and at least 0. */
export const shownPercentAsBps = lenient(
  v.pipe(
    written,
    v.transform(plainDecimalOf),
    v.string(),
    v.transform((percent) => Math.max(0, Math.ceil(Number(percent) * 100))),
    v.safeInteger(),
  ),
);

/** Any JSON value in a provider's reply. It is passed on unchanged, because a copy would lose the exact digits of its numbers. */
export const verbatim: v.GenericSchema<unknown, Json> = v.custom<Json>((value) => value !== undefined);
export const verbatimObject: v.GenericSchema<unknown, JsonObject> = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && keptNumberOf(value) === null,
);

/**
 * Makes a field of a reply optional: a missing field, null and an empty string all become null, unless a provider's schema specifies
 * otherwise. Any other value must be valid.
 */
export function maybe<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => (value === '' ? null : value)),
    v.nullable(schema),
  );
}

/** Makes a list in a reply optional: a missing list and null become an empty list. */
export function maybeList<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => value ?? []),
    v.array(schema),
  );
}

/** A list whose invalid items are omitted, so that they do not make the whole list invalid. */
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

/**
 * A provider's own keyword, such as a status. Unknown keywords are kept, since providers add new ones. For a trade, an unknown or missing
 * status means that the trade is not finished.
 */
export const wireWord = maybe(v.pipe(written, v.minLength(1), v.maxLength(200)));

/** Whether a text equals one of the keywords, ignoring casing and separators, so that `partial_success` and `PartialSuccess` are equal. */
export function isWord(said: string | null, words: readonly string[]): boolean {
  if (said === null) return false;
  const plain = plainWord(said);
  return words.some((word) => plainWord(word) === plain);
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Smallest number that is treated as a time in milliseconds. It is larger than any plausible time in seconds. */
const LEAST_MS = 100_000_000_000;

function timeMsOf(text: string): number | null {
  const plain = plainDecimalOf(text);
  const ms = plain === null ? Date.parse(text) : Number(plain) < LEAST_MS ? Number(plain) * 1_000 : Number(plain);
  return Number.isFinite(ms) && ms > 0 ? Math.floor(ms) : null;
}

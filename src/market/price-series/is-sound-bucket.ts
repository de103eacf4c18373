import * as v from 'valibot';
import type { DocumentForm } from '../../values/document-form.ts';
import { parseRational } from '../../values/rational.ts';

const usd = v.pipe(v.string(), v.check(isPrice));
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const bucket = v.object({
  ...{ series: v.string(), bucketAtMs: time, tickAtMs: time, usd, highUsd: usd, priceAtMs: time, source: v.string() },
  ...{ doubt: v.nullable(v.string()), doubtedSinceMs: v.nullable(time), doubtedPriceAtMs: v.nullable(time), trustedUsd: v.nullable(usd) },
  ...{ origin: v.nullish(v.string()), trustedOrigin: v.nullish(v.string()), expiresAtMs: time },
});

/** Checks a stored price bucket (the price of a token in a minute or an hour), for the store. */
export const bucketForm: DocumentForm = (document) => {
  const { issues } = v.safeParse(bucket, document, { abortEarly: true });
  return issues === undefined ? null : (v.getDotPath(issues[0]) ?? 'members');
};

/** Whether a stored document is a valid price bucket (the price of a token in a minute or an hour). */
export function isSound(stored: unknown): boolean {
  return v.is(bucket, stored);
}

function isPrice(text: string): boolean {
  try {
    return parseRational(text).numerator >= 0n;
  } catch {
    return false;
  }
}

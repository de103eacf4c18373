import * as v from 'valibot';
import { describedAs } from '../../../http/described-as.ts';
import { amount, evmAddress } from '../../../http/fields.ts';
import { InvalidInputError, type Problem } from '../../../values/errors/invalid-input-error.ts';
import { asExactJson, isExactObject, isHeldExactly, keptNumberOf } from '../../../values/exact-json.ts';
import type { Json, JsonObject } from '../../../values/json.ts';

const MAX_TEXT = 200;
const MAX_PROBLEMS = 100;

const wholeFromOne = (what: string) => v.pipe(v.number(), v.safeInteger(), v.minValue(1, `Expected ${what}: a whole number from 1.`));

/**
 * The API specification documents `chainId` as an object with a field of the same name. If a client sends a plain number, the service
 * treats both tokens as not found (400), with the documented messages.
 */
const chainIdObject = v.pipe(
  v.optional(v.unknown()),
  describedAs(v.object({ chainId: v.union([v.number(), v.string()]) })),
  v.transform(chainIdIn),
);

export const createBody = v.object({
  fromToken: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
  toToken: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
  amount,
  frequency: wholeFromOne('the number of orders'),
  interval: wholeFromOne('the total time of all orders in seconds'),
  walletAddress: evmAddress,
  chainId: chainIdObject,
  isAutoBuy: v.optional(v.boolean(), true),
  timeFrame: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_TEXT))), null),
});

export const anyFields = v.pipe(
  v.custom<JsonObject>(isExactObject, 'Expected an object with the fields to merge.'),
  describedAs(v.record(v.string(), v.unknown())),
);

export const recordId = v.pipe(v.string(), v.maxLength(MAX_TEXT));

/** The query value that selects a position by its id. An empty string selects all positions, as the API specification requires. */
export const positionIdText = v.pipe(
  v.string(),
  v.regex(/^ *[0-9]{0,15} *$/, 'Expected a position id: a whole number, or an empty string for all positions.'),
  v.transform((text) => (text.trim() === '' ? null : Number(text))),
);

/**
 * Converts the numbers of client fields, which are parsed to exact text, to JavaScript numbers.
 * @throws InvalidInputError for a number that would lose digits
 */
export function asHeldNumbers(fields: JsonObject): JsonObject {
  const lost: Problem[] = [];
  const held = (value: unknown, path: string): Json => {
    const kept = keptNumberOf(value);
    if (kept !== null) {
      if (!isHeldExactly(kept))
        lost.push({
          path,
          code: 'number-loses-digits',
          message: 'This number has too many digits for a JSON number: send it as a string.',
        });
      return Number(kept);
    }
    if (Array.isArray(value)) return value.map((item, i) => held(item, `${path}.${i}`));
    return isObject(value) ? membersHeld(value, path) : asExactJson(value);
  };
  const membersHeld = (members: object, path: string): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, held(value, `${path}.${name.slice(0, MAX_TEXT)}`)]));
  const result = membersHeld(fields, 'body');
  if (lost.length > 0) throw new InvalidInputError(lost.slice(0, MAX_PROBLEMS));
  return result;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Reads the tokens from a request body that is invalid for other reasons, so that problems of the tokens can be reported in the same error.
 */
export function namedTokens(body: unknown): { readonly chainId: number | null; readonly fromToken: unknown; readonly toToken: unknown } {
  const { chainId, fromToken, toToken }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  return { chainId: chainIdIn(chainId), fromToken, toToken };
}

function chainIdIn(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('chainId' in value)) return null;
  const { chainId } = value;
  if (typeof chainId === 'string' && /^[1-9][0-9]{0,14}$/.test(chainId)) return Number(chainId);
  return typeof chainId === 'number' && Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null;
}

import { isAddress } from '../../values/address.ts';
import { DCA_STATUSES, isDcaStatus } from '../../values/dca-status.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json, JsonObject } from '../../values/json.ts';

/**
 * Maximum size, in characters, of the fields that clients have merged into one DCA record. It is many times what all documented fields
 * need. It is limited because a record is always read and written as a whole.
 */
export const MAX_CLAIM_CHARACTERS = 16_384;
const MAX_KEY_CHARACTERS = 100;
const IDENTITY: ReadonlySet<string> = new Set(['_id', 'id']);
const PROTOTYPE: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * Validates fields that a client wants to merge into a record (the API specification, section "DCA", allows any JSON object). Refuses field
 * names such as `__proto__` at any depth, and documented fields with a value of the wrong type, so that the record still matches its
 * documented schema.
 * @throws InvalidInputError 400 with every problem; TerminalError `claim-too-large` (413)
 */
export function checkClaim(fields: JsonObject): void {
  const problems = [...keyProblems(fields, 'body.'), ...Object.entries(fields).flatMap(valueProblems)];
  if (problems.length > 0) throw new InvalidInputError(problems.slice(0, 100));
  if (JSON.stringify(fields).length > MAX_CLAIM_CHARACTERS) throw tooLarge();
}

/**
 * Checks the size of a DCA record after a client's fields were merged into it.
 * @throws TerminalError `claim-too-large` (413) when the record would exceed its limit
 */
export function checkMergedClaim(record: object, fields: JsonObject): void {
  if (JSON.stringify({ ...record, ...fields }).length > 2 * MAX_CLAIM_CHARACTERS) throw tooLarge();
}

function keyProblems(value: Json, path: string): Problem[] {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [{ path: path.slice(0, -1), code: 'not-finite', message: 'The number is too large for a JSON number; send it as a string.' }];
  }
  if (Array.isArray(value)) return value.flatMap((item: Json, i) => keyProblems(item, `${path}${i}.`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const reason = path === 'body.' && IDENTITY.has(key) ? 'The id of a record cannot be changed.' : forbiddenKey(key);
    const at = `${path}${key.slice(0, MAX_KEY_CHARACTERS)}`;
    return reason === null ? keyProblems(member, `${at}.`) : [{ path: at, code: 'forbidden-key', message: reason }];
  });
}

function forbiddenKey(key: string): string | null {
  if (PROTOTYPE.has(key)) return 'This field name is reserved. Use a different name.';
  if (key.includes('$') || key.includes('.')) return 'A field name may not contain "$" or ".".';
  if (key === '' || key.length > MAX_KEY_CHARACTERS) return `A field name must have 1 to ${MAX_KEY_CHARACTERS} characters.`;
  return null;
}

type Rule = { readonly holds: (value: Json) => boolean; readonly expected: string };

const isCount = (value: Json) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isText = (value: Json) => typeof value === 'string';
const isTextOrNull = (value: Json | undefined) => typeof value === 'string' || value === null;
const count: Rule = { holds: isCount, expected: 'a whole number from 0' };
const positive: Rule = { holds: (value) => isCount(value) && value !== 0, expected: 'a whole number from 1' };
const flag: Rule = { holds: (value) => typeof value === 'boolean', expected: 'true or false' };
const text: Rule = { holds: (value) => isText(value) || value === null, expected: 'a string or null' };
const time: Rule = { holds: (value) => isText(value) || isCount(value) || value === null, expected: 'a time, or null' };
const baseUnits: Rule = { holds: (value) => typeof value === 'string' && /^[0-9]{1,78}$/.test(value), expected: 'base units as a string' };
const address: Rule = { holds: (value) => typeof value === 'string' && isAddress(value.toLowerCase()), expected: 'an EVM address' };
const token: Rule = {
  holds: (value) =>
    address.holds(value) || (typeof value === 'object' && value !== null && 'address' in value && address.holds(value.address ?? null)),
  expected: "a token's address, or a token",
};

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['fromToken', token],
  ['toToken', token],
  ['walletAddress', address],
  ['processed', count],
  ['isAutoBuy', flag],
  ['frequency', positive],
  ['duration', positive],
  ['interval', positive],
  ['chainId', positive],
  [
    'amount',
    {
      holds: (value) =>
        (typeof value === 'number' && Number.isFinite(value) && value >= 0) ||
        (typeof value === 'string' && /^[0-9]{1,78}(\.[0-9]{0,78})?$/.test(value)),
      expected: 'an amount in plain decimal digits',
    },
  ],
  ['amountBaseUnits', baseUnits],
  ['timeFrame', text],
  ['status', { holds: isDcaStatus, expected: `one of ${DCA_STATUSES.join(', ')}` }],
  ['lastError', text],
  ['lastAttemptAt', time],
  ['depositTime', time],
  ['positionId', { holds: (value) => isCount(value) || value === null, expected: 'a whole number from 0, or null' }],
  ['vault', { holds: (value) => value === null || address.holds(value), expected: 'an EVM address or null' }],
  ['spent', baseUnits],
  ['received', baseUnits],
  ['ordersLeft', count],
  ['createdAt', { holds: isText, expected: 'a time as a string' }],
  ['updatedAt', { holds: isText, expected: 'a time as a string' }],
  ['nextOrderAt', text],
  ['averagePrice', text],
  ['lastSkip', { holds: isSkip, expected: 'a skip (kind, detail, at, nextAttemptAt), or null' }],
]);

function isSkip(value: Json): boolean {
  if (!isObject(value)) return value === null;
  const { kind, detail, at, nextAttemptAt } = value;
  return typeof kind === 'string' && typeof detail === 'string' && isTextOrNull(at) && isTextOrNull(nextAttemptAt);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueProblems([name, value]: [string, Json]): Problem[] {
  const rule = RULES.get(name);
  if (rule === undefined || rule.holds(value)) return [];
  return [{ path: `body.${name}`, code: 'wrong-value', message: `Expected ${rule.expected}.` }];
}

function tooLarge(): TerminalError {
  return new TerminalError({
    code: 'claim-too-large',
    message: `The fields merged into a record can have at most ${MAX_CLAIM_CHARACTERS} characters in total.`,
    status: 413,
  });
}

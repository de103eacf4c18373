import { check, custom, number, pipe, regex, string, transform, union } from 'valibot';
import { isAddress, parseAddress } from '../values/address.ts';
import { amountTextOf } from '../values/amount-text.ts';
import { parseAmount } from '../values/parse-amount.ts';

/** Schema of an EVM address in any casing; the output is the address in lowercase. */
export const evmAddress = pipe(
  string(),
  check((text) => isAddress(text.toLowerCase()), 'Expected an EVM address: 0x followed by 40 hex digits.'),
  transform(parseAddress),
);

const CHAIN_ID_EXPECTED = 'Expected a chain id: a whole number above 0, such as 137.';

/** Schema of a chain id in a path or query: decimal text of at most 15 digits without a leading zero. The output is a number. */
export const chainIdText = pipe(string(), regex(/^[1-9][0-9]{0,14}$/, CHAIN_ID_EXPECTED), transform(Number));

/** Schema that rejects arrays. An object schema of valibot accepts an array when all of its fields are optional. */
export const noList = custom<object>((value) => !Array.isArray(value), 'Expected an object.');

/** Schema of a chain id in a request body, as a JSON number. */
export const chainIdMember = pipe(
  number(CHAIN_ID_EXPECTED),
  check((value) => Number.isSafeInteger(value) && value > 0, CHAIN_ID_EXPECTED),
);

/** Schema of the number of items that a client requests for a page of a list, 1 to 200. */
export const upTo200 = pipe(
  string(),
  regex(/^([1-9]|[1-9][0-9]|1[0-9]{2}|200)$/, 'Expected a whole number from 1 to 200.'),
  transform(Number),
);

/**
 * Schema of a human-readable amount (`"1.5"` or 1.5); the output is a plain decimal string for `parseAmount`. After this check,
 * `parseAmount` can fail only because the amount is too large or too small.
 */
export const amount = pipe(
  union([string(), number()], 'Expected an amount: text such as "1.5", or a number.'),
  check(
    (value) => amountProblem(value) === null,
    (issue) => amountProblem(issue.input) ?? '',
  ),
  transform(amountTextOf),
);

function amountProblem(value: string | number): string | null {
  try {
    parseAmount(amountTextOf(value), 0);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'Expected an amount, such as "1.5".';
  }
}

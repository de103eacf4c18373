import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { checkClaim } from '../../../src/features/dca/check-claim.ts';
import { overriddenInput, quoteQuerySchema, withValues } from '../../../src/features/quotes/routes/quote-query.ts';
import { createTransactionBody, readableParts } from '../../../src/features/trades/routes/transaction-schemas.ts';
import { chainIdMember } from '../../../src/http/fields.ts';
import { named } from '../../../src/http/named.ts';
import { parseJson } from '../../../src/http/parse-json.ts';
import { problemsOf } from '../../../src/http/problems-of.ts';
import { InvalidInputError } from '../../../src/values/errors/invalid-input-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';

function refusalOf(work: () => unknown): InvalidInputError {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
const pathsOf = ({ problems }: InvalidInputError) => problems.map(({ path }) => path);
const found = (schema: v.GenericSchema, input: unknown) => problemsOf(v.safeParse(v.object({ body: schema }), input).issues ?? []);

test('missing members are reported in plain words, one problem for each path', () => {
  const schema = v.object({ name: v.string(), text: v.pipe(v.string(), v.nonEmpty(), v.regex(/^x/)), chainId: chainIdMember });
  expect(found(schema, {})).toEqual([{ path: 'body', code: 'missing', message: 'This field is required.' }]);
  expect(found(schema, { body: undefined })).toEqual([{ path: 'body', code: 'missing', message: 'Expected a JSON object.' }]);
  expect(found(schema, { body: { text: '' } })).toEqual([
    { path: 'body.name', code: 'missing', message: 'This field is required.' },
    { path: 'body.text', code: 'non-empty', message: 'Expected text that is not empty.' },
    { path: 'body.chainId', code: 'missing', message: 'This field is required.' },
  ]);
});

test.each(['1', '0x1', 'eip155:1', 0, -1, 1.5, 1e300, null, { chainId: 1 }])(
  'a chain id that is %p gets an error with the right form',
  (chainId) => {
    const [problem, ...more] = found(v.object({ chainId: chainIdMember }), { body: { chainId } });
    expect(problem).toMatchObject({ path: 'body.chainId', message: 'Expected a chain id: a whole number above 0, such as 137.' });
    expect(more).toEqual([]);
  },
);

test('a quote request lists what is wrong with its form and with its values together', () => {
  const query = {
    fromChainId: 'eip155:1',
    toChainId: '1',
    fromToken: '0x',
    amount: '-1',
    type: 'swap',
    slippage: 'abc',
    dstWalletAddress: 'x',
  };
  const result = v.safeParse(v.object({ query: quoteQuerySchema }), { query });
  const refusal = withValues(query, problemsOf(result.issues ?? []));
  expect(pathsOf(refusal)).toEqual(['query.fromChainId', 'query.toToken', 'query.amount', 'query.slippage', 'query.dstWalletAddress']);
  expect(pathsOf(refusalOf(() => overriddenInput({}, query)))).toEqual(pathsOf(refusal));
});

test('the readable parts of a refused body are returned', () => {
  const parts = readableParts({ txHash: 'x', fromChainId: 1, toChainId: '1', fromToken: 'q', amountIn: 5, aggregator: 'cow' });
  expect(parts).toEqual({ txHash: '', walletAddress: '', fromChainId: 1, fromToken: 'q', aggregator: 'cow' });
  expect(v.is(createTransactionBody, parts)).toBe(false);
  expect(readableParts(null)).toEqual({ txHash: '', walletAddress: '' });
});

test('a refusal of one value has its path; its code and words stay, and others pass', async () => {
  const invalid = new TerminalError({ code: 'invalid-hash', message: 'Expected a hash.', status: 400 });
  const refused = await named('params.hash', Promise.reject(invalid)).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'invalid-hash', message: 'Expected a hash.', status: 400, problems: [{ path: 'params.hash' }] });
  const other = new TerminalError({ code: 'transaction-not-found', message: 'no', status: 404 });
  await expect(named('params.hash', Promise.reject(other))).rejects.toBe(other);
});

test('keys and fields of a body that are refused have its path', () => {
  expect(pathsOf(refusalOf(() => parseJson('{"a":[{"__proto__":1}]}')))).toEqual(['body.a.0.__proto__']);
  expect(pathsOf(refusalOf(() => checkClaim({ _id: 1, a: { $b: 1 }, status: 'x' })))).toEqual(['body._id', 'body.a.$b', 'body.status']);
});

import { expect, test } from 'bun:test';
import { ApiError, createCoxswain } from '../../../src/client/coxswain.ts';
import { enveloped, fakeService, refused } from './fake-service.ts';

const failureOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => 'it succeeded',
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('It did not fail with an ApiError', { cause: error });
  return error;
};

test('a call has its path, query, body and token in place, and gives the payload', async () => {
  using service = fakeService(({ method }) => enveloped({ by: method }));
  const coxswain = createCoxswain({ baseUrl: `${service.baseUrl}/`, token: 'sesame', headers: { 'x-app': 'ours' } });
  const chainId = 31_337;
  const token = await coxswain.get('/common/token/{chainId}', { path: { chainId } });
  await coxswain.get('/defi/txn/{walletAddress}', { path: { walletAddress: '0xa/b' }, query: { limit: 5 } });
  await coxswain.post('/defi/cancel-dca', { body: { dcaId: 'one' } });
  expect<unknown>(token).toEqual({ by: 'GET' });
  expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/api/common/token/31337', undefined],
    ['GET', '/api/defi/txn/0xa%2Fb?limit=5', undefined],
    ['POST', '/api/defi/cancel-dca', { dcaId: 'one' }],
  ]);
  for (const { headers } of service.requests) {
    expect([headers.get('authorization'), headers.get('x-app')]).toEqual(['Bearer sesame', 'ours']);
  }
});

test('replies without an envelope are returned unchanged', async () => {
  using service = fakeService(() => Response.json([{ id: 1 }]));
  expect(await createCoxswain(service).get('/defi/squid/tokens')).toEqual([{ id: 1 }]);
});

test('an error has everything that the service replied', async () => {
  const problems = [{ path: 'body.amount', code: 'required', message: 'Expected an amount.' }];
  using service = fakeService(() =>
    refused(429, { code: 'too-many-requests', problems, limit: 60 }, { 'retry-after': '7', 'x-request-id': 'r-1' }),
  );
  const error = await failureOf(createCoxswain(service).get('/health'));
  const { name, message, code, status, requestId, retryAfterMs, details, isRetryable } = error;
  expect({ name, message, code, status, requestId, retryAfterMs, isRetryable }).toEqual({
    ...{ name: 'ApiError', message: 'It is refused.', code: 'too-many-requests', status: 429 },
    ...{ requestId: 'r-1', retryAfterMs: 7_000, isRetryable: true },
  });
  expect([error.problems, details.limit]).toEqual([problems, 60]);
});

test('an error reply of a proxy in front of the service is an error too', async () => {
  using service = fakeService(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await failureOf(createCoxswain(service).get('/health'))).toMatchObject({
    code: 'http-502',
    status: 502,
    requestId: null,
    problems: [],
  });
});

test('no answer, and none in time, are errors that are worth another try; a page in place of JSON is named', async () => {
  using silent = fakeService(({ left }) => left.then(() => new Response()));
  expect(await failureOf(createCoxswain({ ...silent, timeoutMs: 20 }).get('/health'))).toMatchObject({
    code: 'timed-out',
    isRetryable: true,
  });
  const gone = fakeService(() => new Response());
  gone[Symbol.dispose]();
  expect(await failureOf(createCoxswain(gone).get('/health'))).toMatchObject({ code: 'unreachable', status: null, isRetryable: true });
  using page = fakeService(() => new Response('<h1>Welcome</h1>'));
  expect(await failureOf(createCoxswain(page).get('/health'))).toMatchObject({ code: 'not-json' });
});

test('the caller’s own signal ends a call with its reason', async () => {
  using silent = fakeService(({ left }) => left.then(() => new Response()));
  const leaving = new AbortController();
  const call = createCoxswain(silent).get('/health', { signal: leaving.signal });
  const reason = new Error('no longer wanted');
  leaving.abort(reason);
  expect(await call.catch((error: unknown) => error)).toBe(reason);
});

test('a list is read to its end, page by page', async () => {
  using service = fakeService((_, index) =>
    enveloped([{ id: `${index}a` }, { id: `${index}b` }], index < 2 ? { 'x-next-cursor': `c${index}` } : {}),
  );
  const ids: string[] = [];
  const trades = createCoxswain(service).each('/defi/txn/{walletAddress}', { path: { walletAddress: '0xa' }, query: { limit: 2 } });
  for await (const { id } of trades) ids.push(id);
  expect(ids).toEqual(['0a', '0b', '1a', '1b', '2a', '2b']);
  expect(service.requests.map(({ path }) => path.split('?')[1])).toEqual(['limit=2', 'limit=2&cursor=c0', 'limit=2&cursor=c1']);
});

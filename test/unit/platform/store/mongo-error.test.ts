import { expect, test } from 'bun:test';
import { MongoNetworkError, MongoNetworkTimeoutError, MongoParseError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { createMongoCall } from '../../../../src/platform/store/mongo/mongo-call.ts';
import { DUPLICATE_KEY, errorFromMongo, isDuplicateKey, unlessDuplicate } from '../../../../src/platform/store/mongo/mongo-error.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { storeTroubleOf } from '../../../../src/values/store-refusal.ts';

const host = 'db.example:27017';
const serverError = (code: number, labels: string[] = []) =>
  new MongoServerError({ message: `failed with ${code}`, code, errorLabels: labels });
/** The cast is safe: the tested code reads only the type of a server description, and the driver does not export that class. */
const selecting = (message: string, type: string) => Object.assign(new MongoServerSelectionError(message, noServers), { reason: { type } });
const noServers = new Proxy(Object.create(null), { get: () => undefined });

test('a temporary error is store-unavailable, and names the host and the reason', () => {
  const stepDowns = [189, 10107, 11600, 13435].map((code) => serverError(code));
  const others = [serverError(64), serverError(1, ['RetryableWriteError']), new MongoNetworkError('socket closed')];
  for (const cause of [...stepDowns, ...others]) {
    const error = errorFromMongo(cause, host);
    expect(error).toMatchObject({ kind: 'retryable', code: 'store-unavailable', retryAfterMs: 1_000, cause });
    expect(error.message).toContain(host);
    expect(error.message).toContain(cause.message);
  }
});

test.each([
  [serverError(10107), 'no-primary'],
  [serverError(189), 'no-primary'],
  [selecting('Server selection timed out after 5000 ms', 'ReplicaSetNoPrimary'), 'no-primary'],
  [selecting('Server selection timed out after 5000 ms', 'Unknown'), 'no-answer'],
  [selecting('connect ECONNREFUSED 127.0.0.1:1', 'Unknown'), 'away'],
  [new MongoNetworkTimeoutError('connection 3 to 127.0.0.1:1 timed out'), 'no-answer'],
  [new MongoNetworkError('connection 3 to 127.0.0.1:1 closed'), 'away'],
  [serverError(14031), 'disk-full'],
  [serverError(371), 'read-only'],
  [new MongoServerError({ message: 'you are over your space quota, using 513 MB of 512 MB', code: 8000 }), 'over-quota'],
  [serverError(16500), 'overloaded'],
  [serverError(11600), 'failing'],
] as const)('%s is the state %s', (cause, word) => {
  expect(storeTroubleOf(errorFromMongo(cause, host))).toBe(word);
});

test('missing rights are recognised and can be fixed, and errors that will happen again are terminal', () => {
  for (const code of [13, 18, 8000]) {
    const error = errorFromMongo(serverError(code), host);
    expect(error).toMatchObject({ kind: 'retryable', code: 'store-denied' });
    expect(storeTroubleOf(error)).toBe('denied');
  }
  for (const cause of [serverError(2), serverError(DUPLICATE_KEY), new MongoParseError('no'), new TypeError('no'), 'text']) {
    expect(errorFromMongo(cause, host)).toMatchObject({ kind: 'terminal', code: 'store-failed', status: 500, cause });
  }
});

test('an error of the service stays unchanged', () => {
  const ours = new RetryableError({ code: 'x', message: 'y' });
  expect(errorFromMongo(ours, host)).toBe(ours);
});

test('a duplicate key becomes null, any other error does not', async () => {
  expect(isDuplicateKey(serverError(DUPLICATE_KEY))).toBe(true);
  expect(await unlessDuplicate(Promise.resolve(1))).toBe(1);
  expect(await unlessDuplicate(Promise.reject(serverError(DUPLICATE_KEY)))).toBeNull();
  expect(await unlessDuplicate(Promise.reject(serverError(2))).catch((error: unknown) => error)).toMatchObject({ code: 2 });
});

test('a call without an answer ends at its deadline, and its late failure is ignored', async () => {
  const call = createMongoCall({ host, deadlineMs: 20 });
  const late = Promise.withResolvers<never>();
  const failure = await call(() => late.promise).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'retryable', code: 'store-unavailable', message: expect.stringContaining('no answer in 20 ms') });
  late.reject(new Error('too late'));
  expect(await call(async () => 1)).toBe(1);
});

import { expect, test } from 'bun:test';
import { recordedError } from '../../../src/runtime/record/recorded-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';

test('an error is kept by its code and message, short', () => {
  const error = new RetryableError({ code: 'rpc-unavailable', message: 'chain 1 cannot be reached' });
  expect(recordedError(error, 5)).toEqual({ code: 'rpc-unavailable', message: 'chain 1 cannot be reached', atMs: 5 });
  expect(recordedError('text', 5)).toEqual({ code: 'unexpected-error', message: 'text', atMs: 5 });
  expect(recordedError(new Error('x'.repeat(5_000)), 5).message).toHaveLength(1_000);
});

test.each([
  ['https://rpc.example/v2/0123456789abcdef0123456789abcdef failed', 'https://rpc.example/[redacted] failed'],
  ['mongodb://root:pw@db.example:27017/coxswain', 'mongodb://[redacted]@db.example:27017/[redacted]'],
  ['see https://docs.example', 'see https://docs.example'],
])('the keys in the addresses that an error quotes are not kept: %s', (message, kept) => {
  expect(recordedError(new Error(message), 0).message).toBe(kept);
});

import { expect, test } from 'bun:test';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';
import { IndeterminateError } from '../../../src/values/errors/indeterminate-error.ts';
import { InvalidInputError } from '../../../src/values/errors/invalid-input-error.ts';
import { OverloadError } from '../../../src/values/errors/overload-error.ts';
import { QuarantinedError } from '../../../src/values/errors/quarantined-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';

test('an error says by its kind what the caller must do, and keeps its code, wait and cause', () => {
  const cause = new Error('socket closed');
  const error = new RetryableError({ code: 'store-away', message: 'The store is away.', retryAfterMs: 2000, cause });
  expect(error).toBeInstanceOf(CoxswainError);
  expect({ name: error.name, kind: error.kind, code: error.code, retryAfterMs: error.retryAfterMs, cause: error.cause }).toEqual({
    name: 'RetryableError',
    kind: 'retryable',
    code: 'store-away',
    retryAfterMs: 2000,
    cause,
  });
});

test('each kind has its class', () => {
  const options = { code: 'x', message: 'x' };
  const kinds = [TerminalError, IndeterminateError, OverloadError, QuarantinedError].map((Kind) => new Kind(options).kind);
  expect(kinds).toEqual(['terminal', 'indeterminate', 'overload', 'quarantined']);
});

test('an invalid input lists every problem and names the first in its message', () => {
  const error = new InvalidInputError([
    { path: 'amount', code: 'invalid-amount', message: 'is empty' },
    { path: 'a.0', code: 'type', message: 'expected text' },
  ]);
  expect(error.message).toBe('amount: is empty (and 1 more)');
  expect(error.status).toBe(400);
  expect(error.details).toEqual({ problems: [...error.problems] });
});

import { expect, test } from 'bun:test';
import { createCircuitBreaker } from '../../../../src/platform/http-client/circuit-breaker.ts';
import { ProviderFailure, type ProviderFailureReason } from '../../../../src/platform/http-client/provider-failure.ts';

function setUp() {
  let now = 0;
  let asked = 0;
  const breaker = createCircuitBreaker('a-provider', { now: () => now }, { failures: 2, openMs: 1_000 });
  const fail = (reason: ProviderFailureReason) =>
    breaker
      .run(async () => {
        asked += 1;
        throw new ProviderFailure(reason, 'It failed.');
      })
      .catch((error: unknown) => (error instanceof ProviderFailure ? error.message : 'another error'));
  const succeed = () => breaker.run(async () => 'a result');
  const pass = (ms: number) => {
    now += ms;
  };
  return { breaker, fail, succeed, asked: () => asked, pass };
}

test('after failures in a row, the provider is not called until the pause is over', async () => {
  const { breaker, fail, succeed, asked, pass } = setUp();
  await fail('timeout');
  expect(breaker.openForMs()).toBeNull();
  await fail('unavailable');
  expect(await fail('unavailable')).toBe('a-provider failed 2 times in a row and is not called for 1 seconds.');
  expect([asked(), breaker.openForMs()]).toEqual([2, 1_000]);
  pass(1_000);
  expect(await succeed()).toBe('a result');
  expect(breaker.openForMs()).toBeNull();
});

test('one request is a trial after the pause; if it fails, the pause begins again', async () => {
  const { breaker, fail, asked, pass } = setUp();
  await fail('timeout');
  await fail('timeout');
  pass(1_000);
  const [trial, other] = await Promise.all([fail('timeout'), fail('timeout')]);
  expect([trial, other]).toEqual(['It failed.', 'a-provider failed 2 times in a row and is not called for 1 seconds.']);
  expect([asked(), breaker.openForMs()]).toEqual([3, 1_000]);
});

test('refusals of single requests do not open the circuit', async () => {
  const { breaker, fail } = setUp();
  for (const reason of ['rejected', 'amount-out-of-range', 'timeout', 'unsupported', 'timeout', 'cancelled', 'rejected'] as const)
    await fail(reason);
  expect(breaker.openForMs()).toBeNull();
});

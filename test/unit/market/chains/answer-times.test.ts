import { expect, test } from 'bun:test';
import { createAnswerTimes } from '../../../../src/market/chains/answer-times.ts';
import { reachProbe } from '../../../../src/market/chains/reach-probe.ts';
import type { RpcCall } from '../../../../src/platform/chain/watch-rpc.ts';

function watch() {
  const state = { nowMs: 1_000_000 };
  const times = createAnswerTimes(() => state.nowMs);
  const ended = (outcome: RpcCall['outcome'], ms = 0, chainId = 1) => times.onRpc({ chainId, method: 'eth_call', outcome, ms });
  return { state, times, ended };
}

test('a chain has not answered since the begin of the first request without an answer', () => {
  const { state, times, ended } = watch();
  expect(times.unansweredSinceMs(1)).toBeNull();
  ended('ok');
  expect(times.unansweredSinceMs(1)).toBeNull();
  state.nowMs += 10_000;
  ended('timeout', 8_000);
  state.nowMs += 500;
  ended('unavailable', 10);
  ended('ok', 5, 2);
  expect([times.unansweredSinceMs(1), times.unansweredSinceMs(2)]).toEqual([1_002_000, null]);
  // Of two requests that end without an answer, the one that began first may end last.
  ended('timeout', 9_000);
  expect(times.unansweredSinceMs(1)).toBe(1_001_500);
  ended('refused');
  expect(times.unansweredSinceMs(1)).toBeNull();
});

test('a request that began before the last answer does not move the begin of an outage before that answer', () => {
  const { state, times, ended } = watch();
  ended('ok');
  ended('timeout', 8_000);
  expect(times.unansweredSinceMs(1)).toBe(state.nowMs);
});

test('the outage that a check finds began with the first request without an answer, not with the check', async () => {
  const { state, times, ended } = watch();
  const away = { endpoints: () => [], of: () => ({ getChainId: () => Promise.reject(new Error('away')) }) };
  const deps = { now: () => state.nowMs, unansweredSinceMs: times.unansweredSinceMs };
  const probe = reachProbe({ chains: away, executorOf: () => null } as never, 1, deps);
  ended('ok');
  state.nowMs += 5_000;
  ended('unavailable');
  state.nowMs += 30_000;
  expect(await probe.check()).toContain('No endpoint of chain 1 has answered since 1970-01-01 00:16:45 UTC');
  expect(probe.outage?.()).toMatchObject({ sinceMs: 1_005_000 });
});

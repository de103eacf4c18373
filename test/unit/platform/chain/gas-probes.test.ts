import { expect, test } from 'bun:test';
import type { Hex, MeasuredCalls, ProbedCall } from '../../../../src/platform/chain/chain.ts';
import { createGasProbes } from '../../../../src/platform/chain/gas-probes.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

const executor = parseAddress(`0x${'e1'.repeat(20)}`);
const vault = parseAddress(`0x${'a1'.repeat(20)}`);
const callOf = (data: Hex, from = executor): ProbedCall => ({ from, to: vault, data, gas: 6_000_000n });
const nth = (n: number): Hex => `0x${n.toString(16).padStart(4, '0')}`;

/**
 * Simulates a node that measures gas. A call that is estimated alone needs 1,000 gas more than the number in its data. In a joint
 * measurement of several calls, each needs 2,000 more; `measure` can replace this measurement.
 */
function open(measure: (asked: MeasuredCalls) => Promise<readonly (bigint | null)[]> = measured) {
  const alone: Hex[] = [];
  const together: number[] = [];
  let nowMs = 0;
  const probe = createGasProbes({
    reads: {
      async estimateGas({ data = '0x' }) {
        alone.push(data);
        if (data === nth(13)) throw new TerminalError({ code: 'execution-reverted', message: 'unlucky' });
        return 1_000n + BigInt(data);
      },
      async measureGas(asked) {
        together.push(asked.calls.length);
        return await measure(asked);
      },
    },
    stopwatch: () => nowMs,
    togetherWithinMs: 20,
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return {
    alone,
    together,
    pass,
    many: (count: number) => Promise.allSettled(Array.from({ length: count }, (_, n) => probe(callOf(nth(n))))),
    probe,
  };
}

async function measured({ calls }: MeasuredCalls): Promise<readonly (bigint | null)[]> {
  return calls.map((data) => (data === nth(13) ? null : 2_000n + BigInt(data)));
}

test('a single call is estimated alone', async () => {
  const { probe, together } = open();
  expect(await probe(callOf(nth(5)))).toEqual({ gas: 1_005n, hasDataGas: true });
  expect(together).toEqual([]);
});

test('calls of one moment are measured together, and each gets its own gas', async () => {
  const { many, alone, together } = open();
  const answers = await many(12);
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value.gas : null))).toEqual(
    Array.from({ length: 12 }, (_, n) => 2_000n + BigInt(n)),
  );
  expect({ alone, together }).toEqual({ alone: [], together: [12] });
});

test('a call that fails among others is estimated alone, and its error is its own', async () => {
  const { many, alone, together } = open();
  const answers = await many(60);
  expect(answers.flatMap((one, n) => (one.status === 'rejected' ? [n] : []))).toEqual([13]);
  expect(alone).toEqual([nth(13)]);
  expect(together.reduce((sum, count) => sum + count, 0)).toBe(60);
  expect(Math.max(...together)).toBeLessThanOrEqual(24);
});

test('calls of another sender are not measured with them', async () => {
  const { probe, together } = open();
  const other = parseAddress(`0x${'e2'.repeat(20)}`);
  await Promise.all([1, 2, 3].flatMap((n) => [probe(callOf(nth(n))), probe(callOf(nth(n), other))]));
  expect(together).toEqual([3, 3]);
});

test('a request that takes too long delays nobody further, and the next one is smaller', async () => {
  const { many, alone, together } = open(() => new Promise(() => {}));
  expect((await many(12)).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(alone.length).toBe(12);
  const first = together.length;
  await many(60);
  expect(Math.max(...together.slice(first))).toBe(12);
  expect(together.at(-1)).toBeLessThan(12);
});

test('nodes without state overrides are asked to measure once in an hour', async () => {
  const refusing = open(async () => {
    throw new TerminalError({ code: 'rpc-refused', message: 'no overrides' });
  });
  await refusing.many(5);
  await refusing.many(5);
  expect(refusing.alone.length).toBe(10);
  expect(refusing.together).toEqual([5]);
  refusing.pass(3_600_000);
  await refusing.many(5);
  expect(refusing.together).toEqual([5, 5]);
});

test('a failed request is no failure of its calls, unless the node limits the rate', async () => {
  const failing = (code: string) =>
    open(async () => {
      throw new RetryableError({ code, message: code });
    });
  const away = failing('rpc-unavailable');
  expect((await away.many(5)).every(({ status }) => status === 'fulfilled')).toBe(true);
  const limited = failing('rpc-rate-limited');
  expect((await limited.many(5)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(limited.alone).toEqual([]);
});

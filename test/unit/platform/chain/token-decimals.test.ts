import { describe, expect, test } from 'bun:test';
import type { ChainReads } from '../../../../src/platform/chain/chain.ts';
import { readTokenDecimals } from '../../../../src/platform/chain/read-token-decimals.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { formatAmount } from '../../../../src/values/format-amount.ts';
import { parseAmount } from '../../../../src/values/parse-amount.ts';
import { baseUnitsToUsd, usdToBaseUnits } from '../../../../src/values/usd.ts';

const TOKEN = parseAddress('0x00000000000000000000000000000000000000aa');
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const;
const noNode = () => new RetryableError({ code: 'rpc-unavailable', message: 'The endpoint failed.' });

function chainThat(answers: () => Promise<`0x${string}`>, getBlockNumber = async () => 7) {
  const asked: { gas?: bigint | undefined }[] = [];
  const chain = {
    call: (call: { gas?: bigint | undefined }) => {
      asked.push(call);
      return answers();
    },
    getBlockNumber,
  };
  const onOneEndpoint = <T>(work: (reads: ChainReads) => Promise<T>) => work(chain as never);
  return { asked, ask: () => readTokenDecimals({ onOneEndpoint }, TOKEN) };
}

describe('the decimals of a token with any code', () => {
  test.each([0, 6, 18, 77])('%d are taken', async (decimals) => {
    expect(await chainThat(async () => word(BigInt(decimals))).ask()).toBe(decimals);
  });

  test.each([
    ['78', word(78n)],
    ['256', word(256n)],
    ['500,000,000', word(500_000_000n)],
    ['2^53 - 1', word(2n ** 53n - 1n)],
    ['2^256 - 1', word(2n ** 256n - 1n)],
    ['a bytes32 text', '0x4d4b520000000000000000000000000000000000000000000000000000000000'],
    ['nothing', '0x'],
    ['less than a word', '0x12'],
  ] as const)('%s means unknown', async (_, answer) => {
    expect(await chainThat(async () => answer).ask()).toBeNull();
  });

  test('an answer that is too long is ignored', async () => {
    expect(await chainThat(async () => `0x${'20'.padStart(64, '0')}${'61'.repeat(1_000_000)}`).ask()).toBeNull();
    expect(await chainThat(async () => `0x${'6'.padStart(64, '0')}${'00'.repeat(4_000)}`).ask()).toBe(6);
  });

  test('a contract that refuses, or whose call fails while the node answers, means unknown', async () => {
    const reverts = new TerminalError({ code: 'execution-reverted', message: 'The contract refused the call.' });
    for (const failure of [reverts, noNode()]) expect(await chainThat(() => Promise.reject(failure)).ask()).toBeNull();
  });

  test('a node that answers nothing is distinguished from a contract that fails', async () => {
    const chain = chainThat(
      () => Promise.reject(noNode()),
      () => Promise.reject(noNode()),
    );
    expect(await chain.ask().catch((error: unknown) => error)).toBeInstanceOf(RetryableError);
  });

  test('the control request goes to the node that failed', async () => {
    const endpoint = (isDown: boolean) => ({
      call: () => Promise.reject(noNode()),
      getBlockNumber: async () => (isDown ? Promise.reject(noNode()) : 7),
    });
    const first = endpoint(true);
    const second = { ...endpoint(false), call: async () => word(6n) };
    const onOneEndpoint = async <T>(work: (reads: ChainReads) => Promise<T>) => {
      try {
        return await work(first as never);
      } catch (error) {
        expect(error).toBeInstanceOf(RetryableError);
        return await work(second as never);
      }
    };
    expect(await readTokenDecimals({ onOneEndpoint }, TOKEN)).toBe(6);
  });

  test('the question has a bound on gas', async () => {
    const { asked, ask } = chainThat(async () => word(6n));
    await ask();
    expect(asked).toMatchObject([{ gas: 100_000n }]);
  });
});

test.each([-1, 1.5, 78, 256, 500_000_000, 2 ** 53 - 1, Number.NaN])('no amount is written or read with %d decimals', (decimals) => {
  const one = { numerator: 1n, denominator: 1n };
  expect(() => formatAmount(1n, decimals)).toThrow(RangeError);
  expect(() => parseAmount('1', decimals)).toThrow('Decimals must be an integer from 0 to 77');
  expect(() => baseUnitsToUsd(1n, one, decimals)).toThrow(RangeError);
  expect(() => usdToBaseUnits(one, one, decimals)).toThrow(RangeError);
});

import { describe, expect, test } from 'bun:test';
import { refuse } from '../../../../../src/features/assistant/answers/answer.ts';
import { createSpendWarnings } from '../../../../../src/features/assistant/handlers/spend-warnings.ts';
import { found, instead } from '../../../../../src/features/assistant/lookup/outcome.ts';
import { RetryableError } from '../../../../../src/values/errors/retryable-error.ts';
import { NATIVE_ADDRESS } from '../../../../../src/values/native.ts';
import { ETH, OWNER, USDC } from '../../../../support/alert-bench.ts';

const NATIVE = { ...ETH, address: NATIVE_ADDRESS };
const GWEI = 1_000_000_000n;

/** Compares what a trade spends with a wallet that has 100 USDC and an amount of the native asset; one unit of gas costs a gwei. */
function warnings({ wei = 10n ** 18n, usdc = 100_000_000n }: { readonly wei?: bigint | 'never' | 'fails'; readonly usdc?: bigint } = {}) {
  const getBalance = async () => {
    if (wei === 'never') return await new Promise<never>(() => {});
    if (wei === 'fails') throw new RetryableError({ code: 'chain-timeout', message: 'It did not answer.' });
    return wei;
  };
  const chain = {
    ...{ getBalance, estimateFees: async () => ({ kind: 'legacy', gasPrice: GWEI }) },
    readContracts: async () => [{ status: 'success', result: usdc }],
  };
  const open = createSpendWarnings({
    chains: {
      open: async (chainId) => (chainId === 1 ? found({ network: { name: 'Ethereum' }, chain } as never) : instead(refuse('no', ''))),
    },
    nativeOf: async () => NATIVE,
  });
  return open;
}

const said = async (...[work]: readonly [ReturnType<ReturnType<ReturnType<typeof warnings>>>]) =>
  (await work).map(({ code, message }) => `${code}: ${message}`);

describe('what a wallet has too little of for a trade', () => {
  test('of the token, of the native asset for the gas, or of both', async () => {
    const spends = { units: 50_000_000n, gas: 200_000n };
    expect(await said(warnings()(OWNER, USDC)(spends))).toEqual([]);
    expect(await said(warnings({ usdc: 1_500_000n, wei: 0n })(OWNER, USDC)(spends))).toEqual([
      'balance-too-small: The wallet has only 1.5 USDC on Ethereum.',
      'not-enough-gas: The wallet has 0 ETH on Ethereum, and the gas needs up to 0.0002 ETH.',
    ]);
    expect(await said(warnings({ wei: 0n })(OWNER, USDC)({ ...spends, gas: null }))).toEqual([]);
  });

  test('the native asset pays for the trade and for the gas', async () => {
    const spends = { units: 10n ** 17n, gas: 200_000n };
    expect(await said(warnings({ wei: 2n * 10n ** 17n })(OWNER, NATIVE)(spends))).toEqual([]);
    expect(await said(warnings({ wei: 10n ** 17n })(OWNER, NATIVE)(spends))).toEqual([
      'not-enough-gas: The wallet has 0.1 ETH on Ethereum, and the amount with its gas needs up to 0.1002 ETH.',
    ]);
    expect(await said(warnings({ wei: 1n })(OWNER, NATIVE)(spends))).toEqual([
      'balance-too-small: The wallet has only 0.000000000000000001 ETH on Ethereum.',
    ]);
  });

  test('a chain that does not answer delays no answer, and the user is told', async () => {
    for (const wei of ['never', 'fails'] as const)
      expect(await said(warnings({ wei })(OWNER, USDC)({ units: 1n, gas: null }))).toEqual([
        "balance-unknown: The wallet's balances could not be read in time. Check that it has enough USDC.",
      ]);
  });

  test('without a wallet, or on a chain that this service does not read, nothing is said', async () => {
    const most = { units: 10n ** 30n, gas: 10n ** 9n };
    expect(await said(warnings()(null, USDC)(most))).toEqual([]);
    expect(await said(warnings()(OWNER, { ...USDC, chainId: 2 })(most))).toEqual([]);
  });
});

import { expect, test } from 'bun:test';
import { createExitGuard } from '../../../../src/features/autopilot/create-exit-guard.ts';
import type { Route } from '../../../../src/market/routes/route-source.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { asChainAddress } from '../../../support/branded.ts';

const CHAIN_ID = 1;
const WETH = parseAddress(`0x${'aa'.repeat(20)}`);
const USDC = parseAddress(`0x${'bb'.repeat(20)}`);
const usd: Readonly<Record<string, string>> = { [WETH]: '3000', [USDC]: '1' };

const guardOf = (isTrusted: boolean) =>
  createExitGuard({
    series: {
      latest: async (chainId, token) => {
        const times = { atMs: 0, tickAtMs: 0, source: 'test' };
        return { chainId, token, priceUsd: usd[token] ?? '0', ...times, isTrusted, doubt: isTrusted ? null : 'doubted' };
      },
    },
    tokens: {
      findMany: async (asked) =>
        new Map(
          asked.map(({ chainId, address }) => {
            const decimals = address === WETH ? 18 : 6;
            return [tokenKey(chainId, address), { chainId, address: asChainAddress(address), symbol: '', name: '', logoURI: '', decimals }];
          }),
        ),
    },
    maxQuoteDeviationBps: 300,
    maxDisagreementBps: 500,
  });

/** A trading route that sells one WETH for a whole number of USDC. */
const sale = (whole: number): Route => ({
  ...{ source: 'test', chainId: CHAIN_ID, tokenIn: WETH, tokenOut: USDC, amountIn: 10n ** 18n, amountOut: BigInt(whole) * 10n ** 6n },
  ...{ amountOutMinimum: 1n, target: WETH, spender: WETH, data: '0x', hops: [], gasEstimate: 1n },
});

test.each([
  [2_909, 'output-below-reference'],
  [2_910, null],
  [3_000, null],
  [3_150, null],
  [3_151, 'price-disagreement'],
  [14_700, 'price-disagreement'],
])('a sale at %d where the trusted price is 3,000', async (whole, reason) => {
  const checked = await guardOf(true).check(sale(whole));
  expect(checked.ok ? null : checked.reason).toBe(reason as never);
});

test('without a trusted price nothing is sold', async () => {
  expect(await guardOf(false).check(sale(3_000))).toMatchObject({ ok: false, reason: 'no-reference-price' });
});

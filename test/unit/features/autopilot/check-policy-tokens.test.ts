import { expect, test } from 'bun:test';
import { checkPolicyTokens } from '../../../../src/features/autopilot/check-policy-tokens.ts';
import { validatePolicy } from '../../../../src/features/autopilot/validate-policy.ts';
import type { Token } from '../../../../src/market/tokens/token.ts';
import type { Address } from '../../../../src/values/address.ts';
import { asAddress } from '../../../support/branded.ts';
import { document, NOW, strategies, USDC, WBTC, WETH } from './sample-policy.ts';

const token = (address: Address, symbol: string, decimals: number, cmcId?: number): Token => ({
  ...{ address, chainId: 31337, symbol, decimals, name: symbol, logoURI: '' },
  ...(cmcId === undefined ? {} : { cmcId }),
});
const listed = [token(asAddress(USDC), 'USDC', 6, 3408), token(WETH, 'WETH', 18, 2396), token(WBTC, 'WBTC', 8, 3717)];

function problemsOf(used: readonly object[], tokens: readonly Token[] = listed, protections: object = {}): string[] {
  const validation = validatePolicy({ ...document, strategies: used, protections }, { nowMs: NOW });
  if (!validation.ok) throw new Error(JSON.stringify(validation.problems));
  const found = checkPolicyTokens(validation.policy, new Map(tokens.map((each) => [each.address, each])));
  return found.map(({ path, code }) => `${path} ${code}`);
}
const unpriced = (...addresses: string[]) =>
  listed.map(({ cmcId, ...rest }) => (addresses.includes(rest.address) || cmcId === undefined ? rest : { ...rest, cmcId }));

test('nothing is wrong with listed tokens that have prices', () => {
  expect(problemsOf(Object.values(strategies))).toEqual([]);
});

test('each token that is not listed is reported once', () => {
  expect(problemsOf(Object.values(strategies), [])).toEqual([0, 1, 2].map((index) => `allowTokens.${index} token-not-listed`));
});

test('strategies that use a price need a token that has one; scheduled buys do not', () => {
  const { dca, dip, profit, stop, balance } = strategies;
  expect(problemsOf([dca, dip, profit, stop, balance], unpriced(WETH))).toEqual([
    'strategies.1.tokenOut token-without-price',
    'strategies.2.token token-without-price',
    'strategies.3.token token-without-price',
    'strategies.4.weights.0.token token-without-price',
  ]);
});

test('the budget token needs a price where cost or value is counted in it', () => {
  const byPrice = { ...strategies.profit, id: 'by-price', gainBps: undefined, priceUsd: '9' };
  const used = [strategies.dca, strategies.dip, strategies.profit, JSON.parse(JSON.stringify(byPrice)), strategies.stop];
  expect(problemsOf(used, unpriced(USDC))).toEqual(['strategies.2 token-without-price']);
  expect(problemsOf([strategies.balance], unpriced(USDC))).toEqual(['strategies.0.weights.1.token token-without-price']);
  const others = [{ token: WETH, weightBps: 10_000 }];
  expect(problemsOf([{ ...strategies.balance, weights: others }], unpriced(USDC))).toEqual(['strategies.0 token-without-price']);
});

test('a drawdown needs prices of all tokens that an agent may hold', () => {
  expect(problemsOf([strategies.dca], listed, { maxDrawdownBps: 500 })).toEqual([]);
  expect(problemsOf([strategies.dca], unpriced(WETH), { maxDrawdownBps: 500 })).toEqual(['protections.maxDrawdownBps token-without-price']);
  expect(problemsOf([strategies.dca], unpriced(WETH), { exitsOnly: false })).toEqual([]);
});

test('an amount that becomes zero in the token’s units, or is larger than any balance, is refused', () => {
  const buying = (amount: string) => problemsOf([{ ...strategies.dca, amount }]);
  expect(buying('0.000001')).toEqual([]);
  expect(buying('0.0000019')).toEqual([]);
  expect(buying('0.0000009')).toEqual(['strategies.0.amount amount-below-one-unit']);
  expect(buying('9'.repeat(78))).toEqual(['strategies.0.amount amount-too-large']);
});

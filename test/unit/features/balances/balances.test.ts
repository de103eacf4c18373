import { beforeEach, expect, test } from 'bun:test';
import { type Balances, createBalances } from '../../../../src/features/balances/create-balances.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { asChainAddress } from '../../../support/branded.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';
import { addressOf, createHoldingsFixture, GEM, tokenOf, USDC } from './holdings-fixture.ts';

const WALLET = addressOf('7');
let ethereum: FakeChain;
let polygon: FakeChain;
let fixture: Awaited<ReturnType<typeof createHoldingsFixture>>;
let balances: Balances;

beforeEach(async () => {
  ethereum = createFakeChain(1_500_000_000_000_000_000n, { [USDC]: 2_000_001n, [GEM]: 0n });
  polygon = createFakeChain(0n);
  fixture = await createHoldingsFixture({ 1: ethereum, 137: polygon });
  await fixture.tokens.addMissing([
    tokenOf('USDC', asChainAddress(USDC.toUpperCase().replace('0X', '0x')), 6, { order: 1 }),
    tokenOf('GEM', GEM, 18, { order: 61 }),
    tokenOf('GONE', addressOf('c'), 18),
    tokenOf('ODD', asChainAddress('not-an-address'), 18),
    tokenOf('ETH', NATIVE_ADDRESS, 18, { order: 0 }),
  ]);
  fixture.setUsd(NATIVE_ADDRESS, '3000.1');
  balances = createBalances(fixture);
});

test('amounts are exact in base and human units, dollars are cut, and what a wallet does not hold is left out', async () => {
  fixture.setUsd(USDC, '0.9999999999999999');
  const { chains, totalUsd, failed, address } = await balances.of(WALLET);
  expect([address, failed]).toEqual([WALLET, []]);
  const [first, second] = chains;
  // 2.000001 multiplied by the price is 2.0000009999999997999999, which must be truncated after 18 digits.
  expect(first).toMatchObject({
    chainId: 1,
    name: 'Ethereum',
    readAt: '2023-11-14T22:13:20.000Z',
    unread: [addressOf('c'), 'not-an-address'],
    tokens: [
      { symbol: 'ETH', balance: '1500000000000000000', amount: '1.5', priceUsd: '3000.1', valueUsd: '4500.15' },
      { symbol: 'USDC', balance: '2000001', amount: '2.000001', valueUsd: '2.000000999999999799' },
    ],
    valueUsd: '4502.150000999999999799',
  });
  // Polygon's native asset has no token record in this test. Its symbol and decimals therefore come from the Network record.
  expect(second).toMatchObject({ chainId: 137, tokens: [{ symbol: 'POL', balance: '0', amount: '0', valueUsd: null }], valueUsd: '0' });
  expect(totalUsd).toBe('4502.150000999999999799');
});

test('a token without a price is shown without a value', async () => {
  const { chains } = await balances.of(WALLET, 1);
  expect(chains[0]?.tokens[1]).toMatchObject({ symbol: 'USDC', priceUsd: null, valueUsd: null });
  expect(chains[0]?.valueUsd).toBe('4500.15');
});

test('a chain that does not answer in time, or fails, is listed, and the others are returned', async () => {
  balances = createBalances({ ...fixture, chainTimeoutMs: 20 });
  polygon.gate = new Promise(() => {});
  expect(await balances.of(WALLET)).toMatchObject({
    chains: [{ chainId: 1 }],
    failed: [{ chainId: 137, name: 'Polygon', code: 'chain-timeout', message: 'Chain 137 did not answer within 0.02 s.' }],
  });
  polygon.gate = Promise.reject(new RetryableError({ code: 'rpc-unavailable', message: 'No endpoint of chain 137 answers.' }));
  expect((await balances.of(WALLET)).failed).toMatchObject([{ chainId: 137, code: 'rpc-unavailable' }]);
  polygon.gate = Promise.resolve();
  expect((await balances.of(WALLET)).failed).toEqual([]);
});

test('the error text of a node is logged, and not sent to clients', async () => {
  const error = new TerminalError({ code: 'rpc-refused', message: 'Chain 137: the key 0xsecret is over its limit', status: 502 });
  polygon.gate = Promise.reject(error);
  const { failed } = await balances.of(WALLET);
  expect(failed).toMatchObject([{ code: 'rpc-refused', message: 'The endpoint of chain 137 refused the request.' }]);
  expect(fixture.warned).toEqual([{ message: 'Reading the balances of a chain failed', fields: { chainId: 137, error } }]);
});

test('an internal error is thrown, not shown as a failed chain', async () => {
  polygon.gate = Promise.reject(new TypeError('a fault'));
  await expect(balances.of(WALLET)).rejects.toThrow('a fault');
});

test('a chain is read again after ten seconds, and not before; the filter shares what was read', async () => {
  await balances.of(WALLET);
  ethereum.native = 1n;
  fixture.clock.nowMs += 9_999;
  expect((await balances.of(WALLET, 1)).chains[0]?.tokens[0]?.amount).toBe('1.5');
  expect(ethereum.asked).toHaveLength(1);
  fixture.clock.nowMs += 2;
  expect((await balances.of(WALLET, 1)).chains[0]?.tokens[0]?.amount).toBe('0.000000000000000001');
  expect(polygon.asked).toHaveLength(1);
});

test('requests at the same time share one read', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => balances.of(WALLET)));
  expect(new Set(all.map(({ totalUsd }) => totalUsd))).toEqual(new Set(['4500.15']));
  expect(ethereum.asked).toEqual([WALLET]);
});

test('too many wallets at once are refused until there is room', async () => {
  const gate = Promise.withResolvers<void>();
  ethereum.gate = gate.promise;
  const running = Array.from({ length: 50 }, (_, i) => balances.of(walletOf(i)));
  await waitFor(() => ethereum.asked.length === 50, { what: '50 reads under way' });
  await expect(balances.of(WALLET)).rejects.toMatchObject({ code: 'too-many-balance-reads', retryAfterMs: 1_000 });
  gate.resolve();
  await Promise.all(running);
  expect((await balances.of(WALLET)).address).toBe(WALLET);
});

test('no more than 200 tokens of a chain are read, by rank', async () => {
  const many = Array.from({ length: 300 }, (_, i) => tokenOf(`T${i}`, walletOf(i), 18, { order: 100 + i, chainId: 137 }));
  await fixture.tokens.addMissing(many);
  for (const { address } of many) polygon.held.set(address, 1n);
  const { chains } = await balances.of(WALLET, 137);
  expect(chains[0]?.tokens.map(({ symbol }) => symbol)).toEqual(['POL', ...many.slice(0, 199).map(({ symbol }) => symbol)]);
});

test('a chain that is unknown, hidden, or without an endpoint here is refused by id, and left out otherwise', async () => {
  await expect(balances.of(WALLET, 4242)).rejects.toMatchObject({ code: 'chain-not-found', status: 404 });
  await expect(balances.of(WALLET, 1101)).rejects.toMatchObject({ code: 'chain-not-found' });
  await expect(balances.of(WALLET, 10)).rejects.toMatchObject({ code: 'chain-not-configured', status: 422 });
  await expect(balances.of(WALLET, 102)).rejects.toMatchObject({ code: 'chain-not-configured' });
  const network = await fixture.networks.get(137);
  if (network !== null) await fixture.networks.put({ ...network, show: false });
  expect((await balances.of(WALLET)).chains.map(({ chainId }) => chainId)).toEqual([1]);
});

function walletOf(i: number) {
  return parseAddress(`0x${'d'.repeat(37)}${100 + i}`);
}

import { beforeEach, expect, test } from 'bun:test';
import { createFees, type Fees } from '../../../../src/features/balances/create-fees.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';
import { addressOf, createHoldingsFixture, GEM, tokenOf, USDC } from './holdings-fixture.ts';

const RELAYER = addressOf('8');
let ethereum: FakeChain;
let polygon: FakeChain;
let fixture: Awaited<ReturnType<typeof createHoldingsFixture>>;
let fees: Fees;

beforeEach(async () => {
  ethereum = createFakeChain(2_000_000_000_000_000_000n, { [USDC]: 10_009_999n, [GEM]: 5n });
  polygon = createFakeChain(1n);
  fixture = await createHoldingsFixture({ 1: ethereum, 137: polygon });
  await fixture.tokens.addMissing([
    tokenOf('ETH', NATIVE_ADDRESS, 18, { order: 0, coingeckoId: 'ethereum' }),
    tokenOf('USDC', USDC, 6, { coingeckoId: 'usd-coin' }),
    tokenOf('GEM', GEM, 0),
  ]);
  fixture.setUsd(NATIVE_ADDRESS, '3000.001');
  fixture.setUsd(USDC, '0.9999');
  fixture.setUsd(GEM, '1000');
  await fixture.setRelayer(1, RELAYER);
  fees = createFees(fixture);
});

test('counts native and tokens with a coingeckoId on chains with a relayer, exactly, and says that it is a floor', async () => {
  expect(await fees.summary({ isForced: false })).toEqual({
    total: 6010.01,
    totalUsd: '6010.0109980001',
    isFloor: true,
    readAt: '2023-11-14T22:13:20.000Z',
    chains: [
      {
        chainId: 1,
        name: 'Ethereum',
        relayer: RELAYER,
        valueUsd: '6010.0109980001',
        tokens: [
          {
            ...{ address: NATIVE_ADDRESS, symbol: 'ETH', name: 'ETH', decimals: 18, logoURI: '' },
            ...{ balance: '2000000000000000000', amount: '2', priceUsd: '3000.001', valueUsd: '6000.002' },
          },
          {
            ...{ address: USDC, symbol: 'USDC', name: 'USDC', decimals: 6, logoURI: '' },
            ...{ balance: '10009999', amount: '10.009999', priceUsd: '0.9999', valueUsd: '10.0089980001' },
          },
        ],
      },
    ],
    failed: [],
    vaults: { todayUsd: '0', monthUsd: '0', totalUsd: '0', chains: [] },
  });
  expect(ethereum.asked).toEqual([RELAYER]);
});

test('is cached for five minutes under its documented key; force reads again, and renews the cache', async () => {
  await fees.summary({ isForced: false });
  expect(await fixture.cache.get('fees:summary:v1')).toMatchObject({ totalUsd: '6010.0109980001' });
  ethereum.native = 0n;
  fixture.clock.nowMs += 299_999;
  expect((await fees.summary({ isForced: false })).total).toBe(6010.01);
  expect((await fees.summary({ isForced: true })).total).toBe(10);
  fixture.clock.nowMs += 299_999;
  expect((await fees.summary({ isForced: false })).total).toBe(10);
  expect(ethereum.asked).toHaveLength(2);
  fixture.clock.nowMs += 2;
  await fees.summary({ isForced: false });
  expect(ethereum.asked).toHaveLength(3);
});

test('calls at the same time share one read, forced ones too', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, (_, i) => fees.summary({ isForced: i % 2 === 0 })));
  expect(new Set(all.map(({ total }) => total))).toEqual(new Set([6010.01]));
  expect(ethereum.asked).toHaveLength(1);
});

test('a chain that is late, or that this node has no endpoint for, is missing by name, and the sum is kept for a short time only', async () => {
  fees = createFees({ ...fixture, chainTimeoutMs: 20 });
  await fixture.setRelayer(137, RELAYER);
  await fixture.setRelayer(10, RELAYER);
  polygon.gate = new Promise(() => {});
  expect(await fees.summary({ isForced: false })).toMatchObject({
    total: 6010.01,
    failed: [
      { chainId: 10, name: 'OP Mainnet', code: 'chain-not-configured' },
      { chainId: 137, name: 'Polygon', code: 'chain-timeout' },
    ],
  });
  polygon.gate = Promise.resolve();
  fixture.clock.nowMs += 30_001;
  expect((await fees.summary({ isForced: false })).failed).toMatchObject([{ chainId: 10 }]);
});

test('a missing price lowers the sum and is visible', async () => {
  await fixture.tokens.addMissing([tokenOf('NEW', addressOf('f'), 0, { coingeckoId: 'new' })]);
  ethereum.held.set(addressOf('f'), 7n);
  const summary = await fees.summary({ isForced: false });
  expect(summary.total).toBe(6010.01);
  const shown = summary.chains[0]?.tokens.find(({ symbol }) => symbol === 'NEW');
  expect(shown).toMatchObject({ amount: '7', priceUsd: null, valueUsd: null });
});

test('a failed run is not shared with later calls', async () => {
  ethereum.gate = Promise.reject(new TypeError('a fault'));
  await expect(fees.summary({ isForced: false })).rejects.toThrow('a fault');
  ethereum.gate = Promise.resolve();
  expect((await fees.summary({ isForced: false })).total).toBe(6010.01);
});

test('without any relayer the sum is zero', async () => {
  const network = await fixture.networks.get(1);
  if (network !== null) await fixture.networks.put({ ...network, contracts: { ...network.contracts, relayer: null } });
  expect(await fees.summary({ isForced: false })).toMatchObject({ total: 0, totalUsd: '0', chains: [], failed: [] });
});

test('the fees of vaults are listed beside what the relayers hold, by vault, and only counted tokens have a value', async () => {
  const [vault, earlier] = [addressOf('5'), addressOf('6')];
  const network = await fixture.networks.get(1);
  if (network === null) throw new Error('Chain 1 is not known');
  await fixture.networks.put({ ...network, contracts: { ...network.contracts, dcaVault: vault } });
  for (const [token, amount] of [
    [USDC, 2_000_000n],
    [GEM, 3n],
  ] as const)
    await fixture.earned.add({ chainId: 1, vault, token, amount });
  await fixture.earned.add({ chainId: 1, vault: earlier, token: USDC, amount: 1_000_000n });
  await fixture.earned.add({ chainId: 4_242, vault, token: USDC, amount: 9n });
  const { vaults, total, chains } = await fees.summary({ isForced: true });
  expect([total, chains.length]).toEqual([6010.01, 1]);
  expect(vaults).toMatchObject({ todayUsd: '2.9997', monthUsd: '2.9997', totalUsd: '2.9997' });
  const shown = vaults.chains.map(({ tokens, ...each }) => ({
    ...each,
    tokens: tokens.map(({ symbol, earned, valueUsd }) => [symbol, earned, valueUsd]),
  }));
  const chain = { chainId: 1, name: 'Ethereum' };
  const usdc = (earned: string, valueUsd: string) => ['USDC', earned, valueUsd];
  expect(shown.find((each) => each.vault === vault)).toEqual({
    ...{ ...chain, vault, kind: 'dca', valueUsd: '1.9998' },
    tokens: [usdc('2000000', '1.9998'), ['GEM', '3', null]],
  });
  expect(shown.find((each) => each.vault === earlier)).toEqual({
    ...{ ...chain, vault: earlier, kind: null, valueUsd: '0.9999' },
    tokens: [usdc('1000000', '0.9999')],
  });
  expect(shown).toHaveLength(2);
});

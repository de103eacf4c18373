import { afterAll, beforeAll, expect, test } from 'bun:test';
import { compareBooks, compareClaim } from '../../../src/cli/demo/compare-books.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import type { ProfitReport } from '../../../src/features/profit/report.ts';
import { formatAmount } from '../../../src/values/format-amount.ts';
import type { Suggestions } from '../../../src/values/inspection/suggestion.ts';
import type { Today } from '../../../src/values/inspection/today.ts';
import { parseAmount } from '../../../src/values/parse-amount.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { nightlyTest } from '../../support/which-cases.ts';
import { type DcaWorld, openDcaWorld, type SharedDcaWorld, startDcaWorld } from '../support/dca-world.ts';

const balancesOf = async ({ wallet, vault, usdc, weth }: SharedDcaWorld) => ({
  walletFrom: await wallet.balance(usdc.address, wallet.address),
  walletTo: await wallet.balance(weth.address, wallet.address),
  vaultFrom: await wallet.balance(usdc.address, vault),
  vaultTo: await wallet.balance(weth.address, vault),
});

let shared: DcaWorld;
beforeAll(async () => {
  shared = await startDcaWorld();
}, 60_000);
afterAll(() => shared[Symbol.asyncDispose]());

test('a position that is created over HTTP and opened by a wallet buys on schedule until it is completed, and is claimed', async () => {
  const world = await openDcaWorld(shared.service, devnetAccounts.demo[0]);
  const { client, wallet, usdc } = world;
  const terms = { amount: '100.000001', frequency: 3, interval: 6 };
  const before = await balancesOf(world);

  const created = await world.create(terms);
  expect(created).toMatchObject({ status: 'pending', phase: 'waiting-for-wallet', positionId: null, processed: 0 });
  const positionId = await world.open(terms);
  const linked = await world.recordWhen('the link', (record) => record.positionId !== null);
  expect(linked).toMatchObject({ _id: created._id, positionId });

  const record = await world.recordWhen('the end', ({ status }) => status === 'completed');
  const fills = await world.fillsWhen(3);
  const repositories = {
    amount: parseAmount(terms.amount, usdc.decimals),
    frequency: 3,
    before,
    after: await balancesOf(world),
    record,
    fills,
  };
  const position = await wallet.position(positionId);
  const findings = compareBooks({ ...repositories, executed: await wallet.executedOrders(positionId), position });
  expect(findings.filter(({ held }) => !held)).toEqual([]);
  expect(record).toMatchObject({ _id: created._id, status: 'completed', phase: 'done', lastError: null });
  // 100.000001 USDC are divided into three orders. Each order is rounded down, and the last order spends the rest.
  expect(fills.map(({ orderIndex, amountIn }) => [orderIndex, amountIn])).toEqual([
    [2, '33333335'],
    [1, '33333333'],
    [0, '33333333'],
  ]);

  // The three fills are all that the position has bought, so its profit and loss is that of their sums.
  const bought = fills.reduce((sum, { amountOut }) => sum + BigInt(amountOut), 0n);
  // Their gas arrives with the receipts, which may be read after the vault's events.
  const { records } = await waitFor(
    async () => {
      const answer = await fetch(`${world.service.url}/v1/profit/${wallet.address}?recordId=${record._id}`);
      const report = ((await answer.json()) as { data: ProfitReport }).data;
      return report.records[0]?.gas.unknownFills === 0 ? report : null;
    },
    { what: 'the gas of the three fills' },
  );
  expect(Number(records[0]?.gas.usd)).toBeGreaterThan(0);
  expect(records).toMatchObject([{ kind: 'position', number: positionId, fills: 3, spent: terms.amount, received: '0', realised: '0' }]);
  expect(records[0]?.tokens).toMatchObject([{ held: formatAmount(bought, 18), cost: terms.amount }]);
  expect(records[0]?.total).toBe(records[0]?.unrealised ?? 'null');
  const rows = await (await fetch(`${world.service.url}/v1/profit/${wallet.address}/fills.csv`)).text();
  expect(
    rows
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').at(-4)),
  ).toEqual(fills.map(({ txHash }) => txHash).toReversed());

  // An operator finds the position of a fill by the hash of its transaction, in any casing, in suggestions and in the list of actors.
  const asked = async <T>(path: string) => {
    const answer = await fetch(`${world.service.url}/operator/${path}`, { headers: world.service.asOperator() });
    return ((await answer.json()) as { data: T }).data;
  };
  const id = `dca-position/${record._id}`;
  for (const text of fills.flatMap(({ txHash }) => [txHash, txHash.toUpperCase()])) {
    expect(await asked<Suggestions>(`suggestions?text=${text}`)).toMatchObject({
      actors: expect.arrayContaining([expect.objectContaining({ id, by: 'hash or address' })]),
      isMore: false,
    });
    expect(await asked<object>(`actors?search=${text}&type=dca-position&fields=head`)).toMatchObject({ actors: [{ id }] });
    expect(await asked<object>(`actors/count?search=${text}&type=dca-position`)).toEqual({ count: 1, isMore: false });
  }

  await wallet.claimAll(positionId);
  expect(compareClaim(before, await balancesOf(world), position.received).filter(({ held }) => !held)).toEqual([]);
  expect(await world.post('/defi/claim-dca', { dcaId: record._id })).toMatchObject({ status: 201, data: { success: true } });
  expect((await client.positions(wallet.address)).map(({ status }) => status)).toEqual(['completed']);
});

test('fills come with their tokens, and by position', async () => {
  const world = await openDcaWorld(shared.service, devnetAccounts.demo[1]);
  const { service, wallet, usdc, weth } = world;
  const terms = { amount: '10', frequency: 1, interval: 1 };
  await world.create(terms);
  const positionId = await world.open(terms);
  await world.fillsWhen(1);

  const of = async (query: string) => {
    const response = await fetch(`${service.url}/defi/dca-fills?walletAddress=${wallet.address}${query}`);
    return await response.json();
  };
  const fromToken = { symbol: 'USDC', address: usdc.address };
  expect(await of(`&positionId=${positionId}`)).toMatchObject({ data: [{ positionId, orderIndex: 0, chainId: 31337, fromToken }] });
  expect(await of('&positionId=')).toMatchObject({ data: [{ toToken: { symbol: 'WETH', address: weth.address, decimals: 18 } }] });
  expect(await of(`&positionId=${positionId + 1}`)).toMatchObject({ data: [] });
  // The fill of this test is among those of the day.
  const day = await fetch(`${service.url}/operator/today`, { headers: service.asOperator() });
  const [ofPositions] = ((await day.json()) as { data: Today }).data.kinds;
  expect([ofPositions?.kind, ofPositions?.fills, ofPositions?.volumeUsd]).toEqual([
    'position',
    expect.any(Number),
    expect.stringMatching(/^[1-9]/),
  ]);
});

test('a position that its owner cancels on chain is mirrored, refunded, and never bought for again', async () => {
  const world = await openDcaWorld(shared.service, devnetAccounts.demo[2]);
  const { wallet, vault, usdc } = world;
  const terms = { amount: '90', frequency: 3, interval: 3 * 3_600 };
  await world.create(terms);
  const positionId = await world.open(terms);
  await world.recordWhen('the first order', ({ processed }) => processed === 1);

  const before = await wallet.balance(usdc.address, wallet.address);
  await wallet.cancel(positionId);
  const record = await world.recordWhen('the mirror of the cancel', ({ status }) => status === 'cancelled');
  expect(record).toMatchObject({ processed: 1, spent: '30000000' });
  expect((await wallet.balance(usdc.address, wallet.address)) - before).toBe(60_000_000n);
  expect(await wallet.balance(usdc.address, vault)).toBe(0n);
  expect(await world.fillsWhen(1)).toHaveLength(1);
});

// The crash and simulation tests also restart the service with the same data, so this test runs only at night.
nightlyTest('with CRON=false nothing is executed; with ticks it is, from the same data', async () => {
  using folder = tempFolder();
  const terms = { amount: '10', frequency: 1, interval: 1 };
  {
    await using world = await startDcaWorld({ DATA_DIR: folder.path, CRON: 'false' });
    const { _id } = await world.create(terms);
    const positionId = await world.open(terms);
    // The update makes the service look for the position on chain at once, although there are no ticks in this test.
    expect(await world.post(`/defi/update-position/${_id}`, { status: 'success' })).toMatchObject({ status: 201, data: { success: true } });
    await world.recordWhen('the link', (record) => record.positionId === positionId);
    const stats = await fetch(world.service.url.replace(/\/api$/, '/api/debug-stats'));
    expect(await stats.text()).toContain('"lastTickAtMs":0');
    expect(await world.wallet.executedOrders(positionId)).toEqual([]);
    expect(await world.client.fills(world.wallet.address)).toEqual([]);
  }
  await using world = await startDcaWorld({ DATA_DIR: folder.path });
  await world.recordWhen('the end', ({ status }) => status === 'completed');
  expect(await world.fillsWhen(1)).toHaveLength(1);
});

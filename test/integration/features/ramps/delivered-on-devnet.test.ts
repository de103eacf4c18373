import { afterAll, beforeAll, expect, test } from 'bun:test';
import { encodeFunctionData } from 'viem';
import { createJsonRpc } from '../../../../src/devnet/guard/json-rpc.ts';
import { createSeenBlocks } from '../../../../src/market/deferred/seen-blocks.ts';
import { createWatchForks } from '../../../../src/market/deferred/watch-forks.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createTradeReceipts } from '../../../../src/platform/chain/trade-receipt.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { orderBench, PROVIDER, referenceOf, termsOf, webhook } from '../../../unit/features/ramps/order-bench.ts';
import { alice, carol, createRelayerFixture, type RelayerFixture } from '../relayer/relayer-fixture.ts';

const CHAIN_ID = 31337;
const KIND = 'ramp-order';
let f: RelayerFixture;
beforeAll(async () => {
  f = await createRelayerFixture();
}, 120_000);
afterAll(async () => await f.devnet.stop());

/** Orders of 210 USDC for Carol, at a provider that pays out real tokens of the devnet; and the watch of its reorgs. */
function payingOut() {
  const chains = createChains({ networks: [{ chainId: CHAIN_ID, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [erc20Abi] });
  const clock = { now: () => Date.now() };
  const records = createMemoryRecordStore({ clock });
  const seen = createSeenBlocks({ records, clock, confirmationsOf: () => 0, follow: async () => true });
  const bench = orderBench({
    receipts: createTradeReceipts({ chains }),
    noteBlock: (subject, block) => seen.note({ kind: KIND, subject }, block),
  });
  const [node] = bench.nodes;
  if (node === undefined) throw new TypeError('A bench has a node');
  const token = parseAddress(f.token('USDC'));
  const wallet = parseAddress(carol);
  const watchForks = createWatchForks({
    ...{ records, clock, chains, seen, log: silentLog },
    handlers: new Map([[KIND, node.recheck]]),
    oldEnds: new Map(),
  });
  const pay = async (paid: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet, paid] });
    return (await f.transact(alice, { to: token, data, value: 0n })).transactionHash;
  };
  const statusOf = async (reference: string, wanted: string) =>
    await waitFor(
      async () => {
        const found = await node.orders.find(reference, wallet);
        return found.status === wanted ? found : null;
      },
      { what: `the order that is ${wanted}` },
    );
  /** Pays out an amount, and reports the order as completed. */
  async function delivered(number: number, paid: bigint) {
    const reference = referenceOf(number);
    await node?.orders.assigned({ ...termsOf(reference, bench.startMs), chainId: CHAIN_ID, token, wallet });
    const before = await f.balance(token, wallet);
    const transactionHash = await pay(paid);
    bench.provider.set(reference, 'completed', { transactionHash, cryptoAmount: '210' });
    await node?.takeWebhook(PROVIDER, webhook({ orderId: `order-${reference.slice(-4)}`, reference, key: 'right' }));
    const { arrival } = await statusOf(reference, 'completed');
    await node?.test.settle();
    return { reference, arrival, received: (await f.balance(token, wallet)) - before, transactionHash };
  }
  return {
    ...bench,
    ...node,
    delivered,
    pay,
    statusOf,
    watchForks: () => watchForks(CHAIN_ID),
    titles: async () => (await bench.told(wallet)).map(({ title }) => title),
    wallet,
  };
}

test('an order is completed with the amount that the receipt on the chain shows', async () => {
  const { delivered, told, wallet } = payingOut();
  const { arrival, received, transactionHash } = await delivered(1, 210_000_000n);
  expect(received).toBe(210_000_000n);
  expect(arrival).toEqual({ kind: 'arrived', amount: '210', missing: null, transactionHash });
  expect((await told(wallet)).map(({ message }) => message)).toEqual(['210 USDC arrived. Onramp has completed the purchase of USDC.']);
});

test('a provider that pays out half, and reports all of it, is not believed', async () => {
  const { delivered, told, wallet } = payingOut();
  const { arrival, transactionHash } = await delivered(2, 105_000_000n);
  expect(arrival).toEqual({ kind: 'arrived', amount: '105', missing: '105', transactionHash });
  expect((await told(wallet)).map(({ title, message }) => [title, message])).toEqual([
    [
      'Less crypto arrived than promised',
      'Onramp reports the purchase of USDC as completed, but only 105 USDC arrived, which is 105 USDC less than promised.',
    ],
  ]);
});

test('a completed order is followed again when a reorg removes its delivery, until it arrives again', async () => {
  const rpc = createJsonRpc(f.devnet.rpcUrl);
  const { delivered, watchForks, orders, test: node, statusOf, titles, provider, pay, startMs } = payingOut();
  const snapshot = await rpc('evm_snapshot', []);
  const { reference, transactionHash } = await delivered(3, 210_000_000n);
  await watchForks();
  await watchForks();
  expect((await orders.find(reference, null)).status).toBe('completed');

  await rpc('evm_revert', [snapshot]);
  await watchForks();
  await node.settle();
  expect(await orders.find(reference, null)).toMatchObject({ status: 'delivering', arrival: { kind: 'gone', transactionHash } });
  // The provider still reports it as completed, which is not believed while the chain does not show it.
  await node.advance(20_000);
  await node.tick();
  expect(await orders.find(reference, null)).toMatchObject({
    status: 'delivering',
    askedAtMs: expect.any(Number),
    arrival: { kind: 'gone' },
  });
  expect((await orders.find(reference, null)).askedAtMs).toBeGreaterThan(startMs + 10_000);

  await f.devnet.mine();
  provider.set(reference, 'completed', { transactionHash: await pay(209_000_000n), cryptoAmount: '210' });
  await node.advance(60_000);
  await node.tick();
  expect((await statusOf(reference, 'completed')).arrival).toMatchObject({ kind: 'arrived', amount: '209', missing: '1' });
  await node.settle();
  expect(await titles()).toEqual(['Crypto arrived', 'Delivery no longer on the chain', 'Less crypto arrived than promised']);
});

test('an order stays completed when its delivery is mined again in another block', async () => {
  const rpc = createJsonRpc(f.devnet.rpcUrl);
  const { delivered, watchForks, orders, test: node, titles } = payingOut();
  const { reference, transactionHash } = await delivered(4, 210_000_000n);
  await watchForks();
  const raw = await rpc('eth_getRawTransactionByHash', [transactionHash]);
  await rpc('anvil_reorg', [1, [[raw, 0]]]);
  await watchForks();
  await node.settle();
  expect(await orders.find(reference, null)).toMatchObject({ status: 'completed', arrival: { kind: 'arrived', amount: '210' } });
  expect(await titles()).toEqual(['Crypto arrived']);
});

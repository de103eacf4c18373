import { afterAll, beforeAll, expect, test } from 'bun:test';
import { encodeFunctionData } from 'viem';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createTradeReceipts } from '../../../../src/platform/chain/trade-receipt.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { orderBench, PROVIDER, referenceOf, termsOf, webhook } from '../../../unit/features/ramps/order-bench.ts';
import { alice, carol, createRelayerFixture, type RelayerFixture } from '../relayer/relayer-fixture.ts';

const CHAIN_ID = 31337;
let f: RelayerFixture;
beforeAll(async () => {
  f = await createRelayerFixture();
}, 120_000);
afterAll(async () => await f.devnet.stop());

/** Orders 210 USDC for Carol; the provider pays out an amount on the devnet and reports the order as completed. */
async function delivered(number: number, paid: bigint) {
  const chains = createChains({ networks: [{ chainId: CHAIN_ID, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [erc20Abi] });
  const bench = orderBench({ receipts: createTradeReceipts({ chains }) });
  const [node] = bench.nodes;
  if (node === undefined) throw new TypeError('A bench has a node');
  const token = parseAddress(f.token('USDC'));
  const wallet = parseAddress(carol);
  const reference = referenceOf(number);
  await node.orders.assigned({ ...termsOf(reference, bench.startMs), chainId: CHAIN_ID, token, wallet });
  const before = await f.balance(token, wallet);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet, paid] });
  const { transactionHash } = await f.transact(alice, { to: token, data, value: 0n });
  bench.provider.set(reference, 'completed', { transactionHash, cryptoAmount: '210' });
  await node.takeWebhook(PROVIDER, webhook({ orderId: `order-${reference.slice(-4)}`, reference, key: 'right' }));
  const order = await waitFor(
    async () => {
      const found = await node.orders.find(reference, wallet);
      return found.status === 'completed' ? found : null;
    },
    { what: 'the completed order' },
  );
  await node.test.settle();
  const received = (await f.balance(token, wallet)) - before;
  return { arrival: order.arrival, received, told: await bench.told(wallet), transactionHash };
}

test('an order is completed with the amount that the receipt on the chain shows', async () => {
  const { arrival, received, told, transactionHash } = await delivered(1, 210_000_000n);
  expect(received).toBe(210_000_000n);
  expect(arrival).toEqual({ kind: 'arrived', amount: '210', missing: null, transactionHash });
  expect(told.map(({ message }) => message)).toEqual(['210 USDC arrived: the purchase of USDC at Onramp is completed.']);
});

test('a provider that pays out half, and reports all of it, is not believed', async () => {
  const { arrival, told, transactionHash } = await delivered(2, 105_000_000n);
  expect(arrival).toEqual({ kind: 'arrived', amount: '105', missing: '105', transactionHash });
  expect(told.map(({ title, message }) => [title, message])).toEqual([
    [
      'Less crypto arrived than promised',
      'Only 105 USDC arrived, 105 USDC less than promised: Onramp reports the purchase of USDC as completed.',
    ],
  ]);
});

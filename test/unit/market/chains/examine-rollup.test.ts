import { expect, test } from 'bun:test';
import { examineExecutor } from '../../../../src/market/chains/examine-executor.ts';
import { examineRollup } from '../../../../src/market/chains/examine-rollup.ts';
import { readNetworkSeed } from '../../../../src/market/networks/create-networks.ts';
import type { Network } from '../../../../src/market/networks/network.ts';
import { ARBITRUM_NODE_INTERFACE, OP_STACK_ORACLE } from '../../../../src/platform/chain/data-fees.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { type Contract, nodeInterface, openRollupNode, oracle } from '../../platform/chain/rollup-node.ts';

const optimism = readNetworkSeed().find(({ id }) => id === 10);
if (optimism === undefined) throw new Error('the seed file has OP Mainnet');

async function examine(contracts: Readonly<Record<string, Contract>>, rollup?: NonNullable<Network['rollup']>) {
  using node = openRollupNode(contracts, rollup);
  return await examineRollup(node.chain, { ...optimism, ...(rollup === undefined ? {} : { rollup }), nodeUrls: [node.url] } as never);
}

test('the doctor says how a batch of orders pays for its data', async () => {
  expect(await examine({})).toBeNull();
  expect(await examine({ [OP_STACK_ORACLE]: oracle([]) })).toMatchObject({
    isOk: true,
    message: expect.stringMatching(/^an OP-stack chain: a batch of orders currently pays a fee of about 0\.0+\d+ ETH for its data$/),
  });
  expect(await examine({ [ARBITRUM_NODE_INTERFACE]: nodeInterface })).toMatchObject({
    isOk: true,
    message: 'an Arbitrum chain: a batch of orders currently pays a fee of about 600000 gas for its data',
  });
});

test('a Network record that contradicts the chain is named', async () => {
  expect(await examine({ [ARBITRUM_NODE_INTERFACE]: nodeInterface }, 'op-stack')).toMatchObject({
    isOk: false,
    message:
      'The Network record says that this is an OP-stack chain, but the chain does not behave like this kind of chain. Correct `rollup` in the record.',
  });
  expect(await examine({ [OP_STACK_ORACLE]: oracle([]) }, 'none')).toMatchObject({
    isOk: true,
    message:
      'the chain behaves like an OP-stack chain, but its fees for data are not counted, because `rollup` is `none` in the Network record',
  });
});

test('an executor needs enough for the data of several batches too', async () => {
  const address = parseAddress(`0x${'e1'.repeat(20)}`);
  const chain = {
    getBalance: async () => 10n ** 18n,
    estimateFees: async () => ({ kind: 'legacy', gasPrice: 1n }) as const,
  };
  const has = (wei: bigint, gas = 0n) => examineExecutor({ ...chain, dataFees: async () => ({ gas, wei }) }, optimism, address);
  expect(await has(10n ** 16n)).toMatchObject({ isOk: true });
  expect(await has(2n * 10n ** 17n)).toMatchObject({ isOk: false, message: expect.stringContaining('enough gas for 4 batches of orders') });
  expect(await has(0n, 2n * 10n ** 17n)).toMatchObject({ isOk: false });
});

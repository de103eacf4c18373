import { expect, test } from 'bun:test';
import { type Hex, parseTransaction, size } from 'viem';
import { ARBITRUM_NODE_INTERFACE, OP_STACK_ORACLE } from '../../../../src/platform/chain/data-fees.ts';
import { estimateCost } from '../../../../src/platform/chain/estimate-cost.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { executionGas } from '../../../../src/values/cost-estimate.ts';
import { nodeInterface, openRollupNode, oracle } from './rollup-node.ts';

// Tests the costs of a transaction's data: on OP-stack chains in wei in addition to its gas, on Arbitrum as part of its gas.

const VAULT = parseAddress(`0x${'aa'.repeat(20)}`);
const CALL = { from: VAULT, to: VAULT, data: `0x${'01'.repeat(500)}`, gas: 6_000_000n } as const;

test('an OP-stack chain is asked what the whole transaction pays for its data, and what the operator takes', async () => {
  const seen: Hex[] = [];
  using node = openRollupNode({ [OP_STACK_ORACLE]: oracle(seen) });
  const cost = await estimateCost(node.chain, CALL);
  const sent = seen.at(-1);
  if (sent === undefined) throw new Error('the oracle was not asked');
  // The fee oracle must receive the whole transaction, not only its calldata.
  expect(parseTransaction(sent)).toMatchObject({ chainId: 10, to: VAULT, data: CALL.data, gas: 200_000n });
  expect(cost).toEqual({ gas: 200_000n, dataFees: { gas: 0n, wei: BigInt(size(sent)) * 7n + 20_000n } });
  expect(executionGas(cost)).toBe(200_000n);
  expect(await node.chain.rollupKind()).toBe('op-stack');
});

test('before the upgrade that brought an operator fee there is none', async () => {
  const seen: Hex[] = [];
  using node = openRollupNode({ [OP_STACK_ORACLE]: oracle(seen, false) });
  const { wei } = await node.chain.dataFees(CALL, 200_000n);
  expect(wei).toBe(BigInt(size(seen.at(-1) ?? '0x')) * 7n);
});

test("on Arbitrum a part of the gas pays for data, and is no part of the call's own gas", async () => {
  using node = openRollupNode({ [ARBITRUM_NODE_INTERFACE]: nodeInterface });
  const cost = await estimateCost(node.chain, CALL);
  expect(cost).toEqual({ gas: 200_000n, dataFees: { gas: 50_000n, wei: 0n } });
  expect(executionGas(cost)).toBe(150_000n);
});

test('another chain has no fees for data, and is asked once in an hour what it is', async () => {
  using node = openRollupNode({});
  const none = { gas: 0n, wei: 0n };
  expect([await node.chain.dataFees(CALL, 1n), await node.chain.dataFees(CALL, 1n)]).toEqual([none, none]);
  const once = node.called.length;
  expect(node.called).toContain(OP_STACK_ORACLE);
  expect(node.called).toContain(ARBITRUM_NODE_INTERFACE);
  node.pass(3_600_000);
  await node.chain.dataFees(CALL, 1n);
  expect(node.called.length).toBe(2 * once);
});

test('an outage is not taken for a chain without fees for data', async () => {
  let isAway = true;
  using node = openRollupNode({ [OP_STACK_ORACLE]: (data) => (isAway ? 'fails' : oracle([])(data)) });
  await expect(node.chain.dataFees(CALL, 1n)).rejects.toMatchObject({ kind: 'retryable' });
  isAway = false;
  expect((await node.chain.dataFees(CALL, 1n)).wei).toBeGreaterThan(0n);
});

test("the Network record's word counts: a wrong one is an error, and `none` asks nobody", async () => {
  using arbitrum = openRollupNode({ [ARBITRUM_NODE_INTERFACE]: nodeInterface }, 'op-stack');
  await expect(arbitrum.chain.dataFees(CALL, 1n)).rejects.toMatchObject({ code: 'no-contract' });
  using plain = openRollupNode({}, 'arbitrum');
  await expect(plain.chain.dataFees(CALL, 1n)).rejects.toMatchObject({ code: 'no-data-fees' });
  using pinned = openRollupNode({ [ARBITRUM_NODE_INTERFACE]: nodeInterface }, 'none');
  expect(await pinned.chain.dataFees(CALL, 1n)).toEqual({ gas: 0n, wei: 0n });
  expect(pinned.called).toEqual([]);
});

import { expect, test } from 'bun:test';
import { createDcaBatchEffects } from '../../../../actors/dca-batch/effects.ts';
import { createDcaPositionEffects, type DataFeesOf } from '../../../../actors/dca-position/effects.ts';
import { createBatchCall } from '../../../../src/features/dca/batch-call.ts';
import { createPlanOrder } from '../../../../src/features/dca/plan-order.ts';
import type { GasAsk } from '../../../../src/market/gas/gas-rules.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { BatchItem, OrderItem } from '../../../../src/values/dca-batch.ts';
import { parseRational } from '../../../../src/values/rational.ts';
import { asUnits } from '../../../support/branded.ts';
import { freeGas } from '../../../support/free-gas.ts';
import { noFees } from '../../../support/no-fees.ts';
import { ownRoutes } from '../../../support/own-routes.ts';

const [MAIN, OTHER, TOKEN] = ['e1', 'e2', 'aa'].map((byte) => parseAddress(`0x${byte.repeat(20)}`));
if (MAIN === undefined || OTHER === undefined || TOKEN === undefined) throw new Error('three addresses');
const [main, other, token] = [MAIN, OTHER, TOKEN];
const deployments = { of: async () => null, executorOf: (_: number, recordId?: string) => (recordId === 'r2' ? other : main) };
const order: OrderItem = {
  ...{ orderIndex: 0, target: token, spender: token, data: '0x', amountOutMin: asUnits('1'), gasLimit: '100000' },
};
const context = {
  key: 'k',
  actorId: 'dca-position/r',
  attempt: 1,
  signal: new AbortController().signal,
  nowMs: () => 0,
  onEnd: () => undefined,
};

test('an order is simulated and planned for the key of its position; the main key is not named', async () => {
  const simulatedBy: string[] = [];
  const vault = {
    ...{ address: token, timeSec: async () => 1 },
    async estimateOrder(_item: unknown, _deadline: number, executor: string) {
      simulatedBy.push(executor);
      return { gas: 100_000n };
    },
  };
  const route = { target: token, spender: token, data: '0x', amountOut: 9n, amountOutMinimum: 9n };
  const planOrder = createPlanOrder({
    deployments,
    vaultAt: () => vault as never,
    routes: ownRoutes({ plan: async () => ({ ok: true, route, worseBps: 0 }) } as never),
    fees: noFees,
    tokens: { find: async () => ({ decimals: 6 }) } as never,
    prices: { priceOf: async () => ({ price: { usd: '1' } }) } as never,
    clock: { now: () => 1 },
    minOrderUsd: parseRational('1'),
  });
  const request = {
    ...{ chainId: 1, vault: token, wallet: token, positionId: 1, orderIndex: 0, fromToken: token, toToken: token, fromDecimals: 6 },
    ...{ amountIn: asUnits('9000000'), isAdopted: false },
  };
  expect(await planOrder({ ...request, recordId: 'r1' })).toMatchObject({
    kind: 'planned',
    item: expect.not.objectContaining({ executor: main }),
  });
  expect(await planOrder({ ...request, recordId: 'r2' })).toMatchObject({ kind: 'planned', item: { executor: other } });
  expect(simulatedBy).toEqual([main, other]);
});

test('it joins the batches of that key, which send it and acknowledge it', async () => {
  const joined: string[] = [];
  const actors = {
    of: (_: unknown, key: string) => ({
      async ask({ item }: { readonly item: BatchItem }) {
        joined.push(key);
        return { snapshot: { context: { gathering: [item], sealed: null, ended: [] } } };
      },
    }),
    async send(id: string, { type }: { readonly type: string }) {
      joined.push(`${id} ${type}`);
      return { snapshot: {} };
    },
  };
  const { joinBatch } = createDcaPositionEffects({ planOrder: unused, gas: freeGas, links: {} as never });
  const about = { itemKey: 'r/0/1', chainId: 1, vault: token, wallet: token, positionId: 1 };
  for (const item of [order, { ...order, executor: other }])
    await joinBatch.run({ ...about, item }, { ...context, actors: actors as never });
  expect(joined.splice(0)).toEqual(['1', `1/${other}`]);

  const vault = { address: token, timeSec: async () => 1, encodeExecute: () => '0x' };
  const makeBatchCall = createBatchCall({ deployments, vaultAt: () => vault as never, clock: { now: () => 1 } });
  const item = { itemKey: 'r/0/1', positionActorId: 'dca-position/r', vault: token, wallet: token, positionId: 1 };
  const batch = { id: '1/b', vault: token, items: [{ ...item, order: { ...order, executor: other } }] };
  expect((await makeBatchCall(1, batch)).executor).toBe(other);
  const effects = createDcaBatchEffects({ makeBatchCall, recordOutcome: async () => [], deployments, deferred: { outcome: unused } });
  const outcome = { outcome: 'mined', txHash: null, reason: null } as const;
  await effects.recordOutcome.run({ chainId: 1, batch, outcome }, { ...context, actors: actors as never });
  expect(joined).toEqual([`transaction-sender/1/${other} ACKNOWLEDGE`]);
});

function unused(): never {
  throw new Error('The test did not expect this call');
}

test('an automatic pay-out is asked for with what a rollup charges for its data', async () => {
  const asked: GasAsk[] = [];
  const gas = {
    admit: async (ask: GasAsk) => {
      asked.push(ask);
      return { kind: 'gas-price-too-high' as const, detail: 'too dear', untilMs: null };
    },
  };
  const about = { recordId: 'r', askedAt: 1, chainId: 10, vault: token, wallet: token, positionId: 1 };
  const ask = async (dataFeesOf?: DataFeesOf) => {
    const { requestAutoClaim } = createDcaPositionEffects({ planOrder: unused, gas, links: {} as never, dataFeesOf });
    await requestAutoClaim.run(about as never, { ...context, actors: {} as never });
    return asked.splice(0)[0];
  };
  const plain = await ask();
  const onRollup = await ask(async (chainId, bytes) => ({ gas: BigInt(chainId), wei: BigInt(bytes) }));
  expect(onRollup?.gas).toBe((plain?.gas ?? 0n) + 10n);
  expect([plain?.otherFees, onRollup?.otherFees]).toEqual([undefined, 196n]);
});

import { expect, test } from 'bun:test';
import { createDcaBatchEffects } from '../../../actors/dca-batch/effects.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { QuarantinedError } from '../../../src/values/errors/quarantined-error.ts';

const executor = parseAddress(`0x${'e1'.repeat(20)}`);
const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
const items = ['held', 'well'].map((name, at) => ({
  ...{ itemKey: `${name}/0/1`, positionActorId: `dca-position/${name}`, vault: executor, wallet, positionId: at + 1 },
  order: null,
}));
const batch = { id: 'batch-1', vault: executor, items };
const outcome = { outcome: 'mined', txHash: '0x1', reason: null } as const;

/** The first of two positions is in quarantine. */
function settle(verdictOf: (itemKey: string) => object) {
  const told: string[] = [];
  const { recordOutcome } = createDcaBatchEffects({
    makeBatchCall: async () => ({ executor, call: { to: executor, data: '0x', value: '0' }, deadlineSec: 1 }) as never,
    recordOutcome: async () => items.map((item) => ({ item, event: verdictOf(item.itemKey) })) as never,
    places: { executorOf: () => executor } as never,
  });
  const send = async (id: string, { type }: { type: string }) => {
    if (id === 'dca-position/held') throw new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' });
    told.push(`${id.split('/').slice(0, 2).join('/')} ${type}`);
  };
  const context = { key: 'k', actorId: 'dca-batch/31337', actors: { send } };
  return { told, settled: recordOutcome.run({ chainId: 31337, batch, outcome } as never, context as never) };
}

test('a position in quarantine holds up nobody else whose order was executed: its vault tells it of its own', async () => {
  const { told, settled } = settle((itemKey) => ({ type: 'ORDER_SETTLED', itemKey, orderIndex: 0 }));
  expect(await settled).toEqual({ type: 'OUTCOME_RECORDED', batchId: 'batch-1' });
  expect(told).toEqual(['dca-position/well ORDER_SETTLED', 'transaction-sender/31337 ACKNOWLEDGE']);
});

test('one whose order came back has to hear of it, since nothing else would tell', async () => {
  const { told, settled } = settle((itemKey) => ({ type: 'ORDER_RETURNED', itemKey, reason: 'no-route' }));
  await expect(settled).rejects.toThrow('An operator has to release it.');
  expect(told).not.toContain('transaction-sender/31337 ACKNOWLEDGE');
});

import { describe, expect, test } from 'bun:test';
import { createDcaBatchEffects } from '../../../../actors/dca-batch/effects.ts';
import { tellPosition } from '../../../../actors/dca-batch/tell-position.ts';
import { createDeferredEvents } from '../../../../src/features/dca/deferred-events.ts';
import { DEFERRED_EVENTS } from '../../../../src/features/dca/deferred-spec.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { QuarantinedError } from '../../../../src/values/errors/quarantined-error.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

const executor = parseAddress(`0x${'e1'.repeat(20)}`);
const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
const items = ['held', 'well'].map((name, at) => ({
  ...{ itemKey: `${name}/0/1`, positionActorId: `dca-position/${name}`, vault: executor, wallet, positionId: at + 1 },
  order: null,
}));
const batch = { id: 'batch-1', vault: executor, items };
const outcome = { outcome: 'mined', txHash: '0x1', reason: null } as const;

const clock = { now: () => 1_000 };
const quarantined = () => new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' });

/** Settles a batch with two positions, of which the first cannot be updated. */
function settle(findingOf: (itemKey: string) => object, failure: () => Error) {
  const told: string[] = [];
  const records = createMemoryRecordStore({ clock });
  let isMended = false;
  const send = async (id: string, { type }: { type: string }) => {
    if (id === 'dca-position/held' && !isMended) throw failure();
    told.push(`${id.split('/').slice(0, 2).join('/')} ${type}`);
    return {} as never;
  };
  let nowMs = 1_000;
  const deferred = createDeferredEvents({
    ...{ records, clock: { now: () => nowMs }, log: silentLog },
    tell: (id, event, eventId) => tellPosition({ send }, id, event, eventId),
  });
  const { recordOutcome } = createDcaBatchEffects({
    makeBatchCall: async () => ({ executor, call: { to: executor, data: '0x', value: '0' }, deadlineSec: 1 }) as never,
    recordOutcome: async () => items.map((item) => ({ item, event: findingOf(item.itemKey) })) as never,
    deployments: { executorOf: () => executor } as never,
    deferred,
  });
  const context = { key: 'k', actorId: 'dca-batch/31337', actors: { send } };
  return {
    told,
    settled: recordOutcome.run({ chainId: 31337, batch, outcome } as never, context as never),
    waiting: async () => (await records.collection(DEFERRED_EVENTS).scan({ limit: 10 })).rows,
    async fix() {
      isMended = true;
      nowMs += 3_600_000;
      await deferred.retryDue(
        { chainId: 31337, address: executor, readEvents: unused },
        { apply: unused, unlinkFrom: unused, look: unused, fill: unused },
      );
    },
  };
}

function unused(): never {
  throw new Error('The test did not expect this call');
}

const faults: readonly (readonly [string, () => Error])[] = [
  ['is in quarantine', quarantined],
  ['cannot take the event', () => new TerminalError({ code: 'step-failed', message: 'It could not take it.' })],
  [
    'has a record that the store cannot take',
    () => new RetryableError({ code: 'store-unavailable', message: 'The store did not answer.' }),
  ],
  ['fails in a way that nobody foresaw', () => new TypeError('undefined is not an object')],
];
const findings: readonly (readonly [string, (itemKey: string) => object])[] = [
  ['ORDER_SETTLED', (itemKey) => ({ type: 'ORDER_SETTLED', itemKey, orderIndex: 0 })],
  ['ORDER_RETURNED', (itemKey) => ({ type: 'ORDER_RETURNED', itemKey, reason: 'no-route' })],
  ['ORDER_FAILED', (itemKey) => ({ type: 'ORDER_FAILED', itemKey, reason: 'RouterFailed' })],
];

describe.each(findings)('%s', (type, findingOf) => {
  test.each(faults)('a position that %s delays no other of its batch, and is updated once that works', async (_, failure) => {
    const { told, settled, waiting, fix } = settle(findingOf, failure);
    expect(await settled).toEqual({ type: 'OUTCOME_RECORDED', batchId: 'batch-1' });
    expect(told).toEqual([`dca-position/well ${type}`, 'transaction-sender/31337 ACKNOWLEDGE']);
    expect(await waiting()).toMatchObject([{ kind: 'order-outcome', positionActorId: 'dca-position/held', attempts: 1 }]);
    await fix();
    expect(told.at(-1)).toBe(`dca-position/held ${type}`);
    expect(await waiting()).toEqual([]);
  });
});

test('a node that shuts down updates no further positions', async () => {
  const { settled, waiting } = settle(
    (itemKey) => ({ type: 'LOOK', itemKey }),
    () => new RetryableError({ code: 'draining', message: 'This node is shutting down.' }),
  );
  await expect(settled).rejects.toThrow('shutting down');
  expect(await waiting()).toEqual([]);
});

import { expect, test } from 'bun:test';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { createOrderSystem } from './support/order-system.ts';

const APPLY = { by: 'alice', replace: false, apply: true };
const reconcile = { restore: () => ({ type: 'RECONCILE' as const }) };

/** Returns the record of an order with some additions and a payment in progress, as another store would export it. */
async function exported(count = 1): Promise<ActorRecord> {
  const elsewhere = createOrderSystem({ safety: 'reconcile', pay: () => new Promise<never>(() => undefined) });
  await elsewhere.order().create({ owner: '0xa' });
  await elsewhere.order().ask({ type: 'ADD', by: count });
  await elsewhere.order().ask({ type: 'PAY', amount: '7' });
  return structuredClone(await elsewhere.record());
}

test('a missing actor is created like a restored one, and continues', async () => {
  const { test: system, record, order } = createOrderSystem({ ...reconcile, safety: 'reconcile' });
  const { operator } = system.system();
  const sample = await exported();
  expect(await operator.import([sample], APPLY)).toEqual([{ id: 'order/o1', outcome: 'create', error: null }]);
  expect(await record()).toMatchObject({
    revision: sample.revision + 1,
    epoch: 1,
    snapshot: { value: 'reconciling', context: { count: 1 } },
  });
  const [entry] = await operator.history('order/o1', { limit: 1 });
  expect(entry).toMatchObject({
    event: { type: 'runtime.imported', payload: { revision: sample.revision } },
    cause: { kind: 'operator', by: 'alice' },
    from: 'open',
    to: 'reconciling',
  });
  expect(await order().ask({ type: 'NEXT' })).toMatchObject({ accepted: true, revision: sample.revision + 2 });
});

test('effects that the exported actor may have run are looked up, and not run again', async () => {
  const happened = async (_: unknown, { key }: { key: string }) => ({
    happened: true as const,
    event: { type: 'PAID' as const, receipt: key },
  });
  const { test: system, context, payments, lookups } = createOrderSystem({ safety: 'reconcile', reconcile: happened });
  const sample = await exported();
  expect(sample.outbox).toMatchObject([{ state: 'leased' }]);
  await system.system().operator.import([sample], APPLY);
  await system.advance(5_000);
  expect({ payments, lookups }).toEqual({ payments: [], lookups: ['order/o1/3/0'] });
  expect((await context()).receipts).toEqual(['order/o1/3/0']);
});

test('an export of an earlier version, with other words for a lease, is imported as well', async () => {
  const { test: system, record } = createOrderSystem({ safety: 'reconcile', reconcile: () => new Promise<never>(() => undefined) });
  const sample = await exported();
  const outbox = sample.outbox.map(({ leasedBy, leaseUntilMs, ...entry }) => ({
    ...{ ...entry, state: 'claimed', claimedBy: leasedBy, claimUntilMs: leaseUntilMs },
  }));
  expect(await system.system().operator.import([{ ...sample, outbox }], APPLY)).toMatchObject([{ outcome: 'create' }]);
  expect((await record()).outbox).toMatchObject([{ key: 'order/o1/3/0', state: 'indeterminate', leasedBy: null, leaseUntilMs: null }]);
  const wrong = outbox.map((entry) => ({ ...entry, claimedBy: 7 }));
  expect(await system.system().operator.import([{ ...sample, outbox: wrong }], APPLY)).toMatchObject([
    { outcome: 'refuse', error: { code: 'invalid-record' } },
  ]);
});

test('a repeated import changes nothing, also after the actor has moved on', async () => {
  const { test: system, record, order } = createOrderSystem({ safety: 'reconcile' });
  const { operator } = system.system();
  const sample = await exported();
  await operator.import([sample], APPLY);
  for (let i = 0; i < 20; i += 1) await order().ask({ type: 'ADD', by: 1 });
  const before = await record();
  expect(await operator.import([sample], { ...APPLY, replace: true })).toMatchObject([{ outcome: 'same' }]);
  expect(await record()).toEqual(before);
});

test('a dry run says what it would do, and does nothing', async () => {
  const { test: system, order, record } = createOrderSystem();
  const { operator } = system.system();
  await order().create({ owner: '0xb' });
  const sample = await exported();
  const other = { ...sample, id: 'order/o2' };
  const dry = { ...APPLY, apply: false };
  expect((await operator.import([sample, other], dry)).map(({ outcome }) => outcome)).toEqual(['exists', 'create']);
  expect((await operator.import([sample, other], { ...dry, replace: true })).map(({ outcome }) => outcome)).toEqual(['replace', 'create']);
  expect(await record()).toMatchObject({ revision: 1 });
  expect(await operator.show('order/o2')).toBeNull();
});

test('an actor that exists is left as it is, or replaced on demand as by a restore', async () => {
  const { test: system, order, context, record } = createOrderSystem(reconcile);
  const { operator } = system.system();
  await order().create({ owner: '0xb' });
  const sample = await exported(5);
  expect(await operator.import([sample], APPLY)).toMatchObject([{ outcome: 'exists' }]);
  expect(await context()).toMatchObject({ owner: '0xb', count: 0 });
  expect(await operator.import([sample], { ...APPLY, replace: true })).toMatchObject([{ outcome: 'replace' }]);
  // The replaced actor had an effect in progress. It belongs to the old state, so the outbox must be empty after the import.
  expect(await record()).toMatchObject({ revision: 2, epoch: 1, outbox: [], snapshot: { value: 'reconciling' } });
  expect(await context()).toMatchObject({ owner: '0xa', count: 5 });
});

test('an actor that refuses restores can be imported into an empty store, but cannot replace another', async () => {
  const { test: system } = createOrderSystem({ restore: 'refuse', safety: 'reconcile' });
  const { operator } = system.system();
  const sample = await exported();
  expect(await operator.import([sample], { ...APPLY, replace: true })).toMatchObject([{ outcome: 'create' }]);
  const later = { ...sample, revision: 9, updatedAtMs: sample.updatedAtMs + 1 };
  expect(await operator.import([later], { ...APPLY, replace: true })).toMatchObject([
    { outcome: 'refuse', error: { code: 'restore-refused' } },
  ]);
});

test('a quarantined actor stays quarantined', async () => {
  const { test: system, record } = createOrderSystem({ safety: 'reconcile' });
  const lastError = { code: 'broken', message: 'it broke', atMs: 5 };
  const health = { state: 'quarantined' as const, failures: 3, sinceMs: 5, untilMs: null, lastError };
  await system.system().operator.import([{ ...(await exported()), health }], APPLY);
  expect(await record()).toMatchObject({ health, wakeAtMs: null });
});

test('invalid records are refused one by one, with the reason, and the others are imported', async () => {
  const { test: system } = createOrderSystem({ safety: 'reconcile' });
  const sample = await exported();
  const named = (key: string, change: object) => ({ ...sample, id: `order/${key}`, ...change });
  const findings = await system
    .system()
    .operator.import(
      [
        named('good', {}),
        'nonsense',
        named('', {}),
        { ...sample, id: 'ghost/1' },
        named('newer', { version: 2 }),
        named('nowhere', { snapshot: { ...sample.snapshot, value: 'nowhere' } }),
        named('unhealthy', { health: null }),
        named('effect', { outbox: [{ ...sample.outbox[0], name: 'fly' }] }),
        named('good', {}),
        named('fraction', { revision: 1.5 }),
        named('also-good', {}),
      ],
      APPLY,
    );
  expect(findings.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
    'create',
    'invalid-record',
    'invalid-record',
    'unknown-actor-type',
    'version-too-new',
    'snapshot-unreadable',
    'invalid-record',
    'unknown-effect',
    'duplicate-id',
    'invalid-record',
    'create',
  ]);
});

test('a record is tried again when another write comes between', async () => {
  const { test: system, order, context } = createOrderSystem();
  await order().create({ owner: '0xb' });
  const sample = await exported(5);
  let between = 1;
  system.faults(({ note }) => (note.event.type === 'runtime.imported' && between-- > 0 ? { kind: 'conflict' } : null));
  expect(await system.system().operator.import([sample], { ...APPLY, replace: true })).toMatchObject([{ outcome: 'replace' }]);
  expect(await context()).toMatchObject({ count: 5 });
  system.faults(() => ({ kind: 'conflict' }));
  const later = { ...sample, updatedAtMs: sample.updatedAtMs + 1 };
  const findings = await system.system().operator.import([later], { ...APPLY, replace: true });
  expect(findings).toMatchObject([{ outcome: 'refuse', error: { code: 'too-many-conflicts' } }]);
});

test('a node that takes no more work imports nothing, and still says what an import would do', async () => {
  const { test: system } = createOrderSystem(reconcile);
  const { operator, refuse } = system.system();
  const sample = await exported();
  refuse();
  const refusal = await operator.import([sample], APPLY).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ kind: 'retryable', code: 'draining' });
  expect(await operator.show('order/o1')).toBeNull();
  expect(await operator.import([sample], { ...APPLY, apply: false })).toMatchObject([{ outcome: 'create' }]);
});

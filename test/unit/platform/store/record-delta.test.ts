import { expect, test } from 'bun:test';
import type { ActorRecord, HistoryNote, OutboxEntry, PersistedSnapshot } from '../../../../src/runtime/record/record.ts';
import { APPLIED_KEPT, HEALTHY } from '../../../../src/runtime/record/record.ts';
import { applyDelta, applyDeltaWithNote, encodeDelta } from '../../../../src/runtime/record/record-delta.ts';
import { decodeFull, encodeFull } from '../../../../src/runtime/record/record-full.ts';
import type { Json } from '../../../../src/values/json.ts';
import { fc } from '../../../support/seeded-fast-check.ts';

const names = fc.oneof(
  fc.constantFrom('amount', '__proto__', 'constructor', 'toString', '1', ''),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom('\ud800', 'a\udfffb', '\n', '\u2028', 'é', '😀'));
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    entries(tie('value')),
  ),
})).value;
const time = fc.option(fc.integer({ min: 0, max: 8.64e15 }), { nil: null });

function entries<T>(value: fc.Arbitrary<T>): fc.Arbitrary<{ [key: string]: T }> {
  // `fromEntries` defines properties, so that `__proto__` becomes an ordinary key and does not set the prototype.
  return fc.array(fc.tuple(names, value), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs));
}

type StateValue = PersistedSnapshot['value'];
const stateValue: fc.Arbitrary<StateValue> = fc.letrec<{ value: StateValue }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, text, entries(tie('value'))),
})).value;
const snapshot: fc.Arbitrary<PersistedSnapshot> = fc
  .tuple(fc.constantFrom('active', 'done', 'error', 'stopped'), stateValue, entries(json), fc.option(json, { nil: undefined }))
  .map(([status, value, context, output]) => ({ status, value, context, ...(output === undefined ? {} : { output }) }));
const lastError = fc.option(fc.record({ code: text, message: text, atMs: fc.nat() }), { nil: null });
const outbox: fc.Arbitrary<OutboxEntry[]> = fc.array(
  fc.record({
    key: text,
    name: text,
    params: json,
    state: fc.constantFrom('ready', 'leased', 'indeterminate'),
    attempts: fc.nat(),
    nextAttemptAtMs: fc.nat(),
    leasedBy: fc.option(text, { nil: null }),
    leaseUntilMs: time,
    lastError,
  }),
  { maxLength: 2 },
);
const health = fc.oneof(
  fc.constant(HEALTHY),
  fc.record({ state: fc.constantFrom('ok', 'backing-off', 'quarantined'), failures: fc.nat(), sinceMs: time, untilMs: time, lastError }),
);
const changing = {
  revision: fc.integer({ min: 1 }),
  version: fc.nat(),
  epoch: fc.nat(),
  snapshot,
  applied: fc.array(text, { maxLength: APPLIED_KEPT }),
  dueAtMs: time,
  wakeAtMs: time,
  outbox,
  keys: fc.record({
    wallet: fc.option(text, { nil: null }),
    chainId: fc.option(fc.nat(), { nil: null }),
    status: fc.option(text, { nil: null }),
  }),
  health,
  updatedAtMs: fc.nat(),
};
const note: fc.Arbitrary<HistoryNote> = fc.record({
  event: fc.record({ id: text, type: text, payload: json }),
  atMs: fc.nat(),
  cause: fc.oneof(fc.constant({ kind: 'tick' } as const), fc.record({ kind: fc.constantFrom('http', 'operator'), by: text })),
});
const record: fc.Arbitrary<ActorRecord> = fc.record({
  id: text,
  type: text,
  shard: fc.integer({ min: 0, max: 255 }),
  createdAtMs: fc.nat(),
  ...changing,
});
/** Generates a change of some fields. The other fields are the same objects as before, as in a step of an actor. */
const step = fc.record(changing, { requiredKeys: [] });

test('a delta leads from any record to any other, and contains the event', () => {
  fc.assert(
    fc.property(record, step, note, fc.boolean(), (previous, changes, happened, isOrdinary) => {
      const next: ActorRecord = isOrdinary
        ? {
            ...previous,
            ...changes,
            revision: previous.revision + 1,
            applied: [...previous.applied, happened.event.id].slice(-APPLIED_KEPT),
            updatedAtMs: happened.atMs,
          }
        : { ...previous, ...changes };
      const delta = encodeDelta(previous, next, happened);
      expect(delta).toMatch(/^[\x20-\x7f]*$/);
      expect(applyDeltaWithNote(previous, delta)).toStrictEqual({ record: next, note: happened });
    }),
    { numRuns: 2000 },
  );
});

test('a partly changed context is read back completely, without removed keys and keys set to undefined', () => {
  fc.assert(
    fc.property(record, entries(fc.oneof(json, fc.constant(undefined))), fc.array(names), note, (previous, changes, removed, happened) => {
      const kept = Object.entries(previous.snapshot.context).filter(([key]) => !removed.includes(key));
      const context = Object.fromEntries([...kept, ...Object.entries(changes)]);
      const next = { ...previous, revision: previous.revision + 1, snapshot: { ...previous.snapshot, context } };
      const applied = applyDelta(previous, encodeDelta(previous, next, happened));
      const expected = Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
      expect(sorted(applied.snapshot.context)).toStrictEqual(sorted(expected));
    }),
    { numRuns: 1000 },
  );
});

test('a whole record is read back unchanged', () => {
  fc.assert(
    fc.property(record, note, fc.option(stateValue, { nil: null }), (whole, happened, from) => {
      const encoded = encodeFull(whole, happened, from);
      expect(encoded).toMatch(/^[\x20-\x7f]*$/);
      expect(decodeFull(encoded)).toStrictEqual({ record: whole, note: happened, from });
    }),
  );
});

test('a step that touched one context key writes that key only', () => {
  const [previous] = fc.sample(record, { numRuns: 1, seed: 1 });
  if (previous === undefined) throw new Error('no sample');
  const context = { ...previous.snapshot.context, amount: '5' };
  const next = { ...previous, snapshot: { ...previous.snapshot, context }, revision: previous.revision + 1, updatedAtMs: 7 };
  const happened: HistoryNote = { event: { id: 'e1', type: 'BUY', payload: null }, atMs: 7, cause: { kind: 'tick' } };
  expect(JSON.parse(encodeDelta(previous, next, happened))).toEqual({
    e: ['e1', 'BUY', null],
    t: 7,
    c: ['tick'],
    a: null,
    s: ['amount', '5'],
  });
});

function sorted(context: object): [string, unknown][] {
  return Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
}

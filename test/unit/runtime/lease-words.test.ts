import { expect, test } from 'bun:test';
import type { HistoryNote } from '../../../src/runtime/record/record.ts';
import { entriesOfChain, type RecordChain, recordOfChain } from '../../../src/runtime/record/record-chain.ts';
import { encodeDelta } from '../../../src/runtime/record/record-delta.ts';
import { encodeFull } from '../../../src/runtime/record/record-full.ts';
import { withChange } from '../../../src/runtime/record/value-change.ts';
import { isLeaseEvent } from '../../../src/values/lease-words.ts';
import { firstRecord, nextRecord, outboxEntry } from '../../contract/actor-store/support/sample-records.ts';

const leased = outboxEntry({ state: 'leased', attempts: 1, leasedBy: 'node-1', leaseUntilMs: 5_000 });
const [first, second] = [
  firstRecord('vault/1', { outbox: [leased] }),
  nextRecord(firstRecord('vault/1'), { outbox: [leased, outboxEntry()] }),
];
const note: HistoryNote = {
  event: { id: 'lease:1', type: 'runtime.leased', payload: { keys: [leased.key] } },
  atMs: second.updatedAtMs,
  cause: { kind: 'system' },
};
const chain = { full: encodeFull(first, note, null), deltas: [encodeDelta(first, second, note)] };

/**
 * Returns the outbox and the type of the event as they are stored, once from the text of a whole record and once from the text of the delta
 * after it.
 */
function storedParts({ full, deltas: [delta = ''] }: RecordChain): readonly { readonly outbox: unknown; readonly event: unknown }[] {
  const { record, note: happened } = JSON.parse(full);
  const { j, e } = JSON.parse(delta);
  return [
    { outbox: record.outbox, event: happened.event.type },
    { outbox: withChange(record.outbox, j), event: e[1] },
  ];
}

test('a lease is stored in the words of earlier versions, which could not read the new ones', () => {
  const { leasedBy: _leasedBy, leaseUntilMs: _leaseUntilMs, ...others } = leased;
  const stored = { ...others, state: 'claimed', claimedBy: 'node-1', claimUntilMs: 5_000 };
  const ready = expect.objectContaining({ state: 'ready', claimedBy: null, claimUntilMs: null });
  expect(storedParts(chain)).toEqual([
    { outbox: [stored], event: 'runtime.claimed' },
    { outbox: [stored, ready], event: 'runtime.claimed' },
  ]);
});

test('a lease is read in the words of earlier versions and in the new ones', () => {
  const inNewWords = (text: string) =>
    text.replaceAll('claimedBy', 'leasedBy').replaceAll('claimUntilMs', 'leaseUntilMs').replaceAll('claimed', 'leased');
  const later = { full: inNewWords(chain.full), deltas: chain.deltas.map(inNewWords) };
  expect(later).not.toEqual(chain);
  for (const stored of [chain, later]) {
    expect(recordOfChain(stored)).toEqual(second);
    expect(entriesOfChain(stored)).toMatchObject([
      { event: { type: 'runtime.leased' }, record: { outbox: first.outbox } },
      { event: { type: 'runtime.leased' }, record: { outbox: second.outbox } },
    ]);
  }
});

test('an entry without its lease is damaged in either words', () => {
  const without = (name: string) => ({ full: chain.full.replace(`"${name}"`, '"other"'), deltas: [] });
  expect(() => recordOfChain(without('claimedBy'))).toThrow('outbox.0.leasedBy is not text or null');
  expect(() => recordOfChain(without('claimUntilMs'))).toThrow('outbox.0.leaseUntilMs is not milliseconds or null');
});

test('a lease is recognized among the events that nodes of either version report', () => {
  expect(['runtime.leased', 'runtime.claimed', 'runtime.settled', 'CLAIM'].map(isLeaseEvent)).toEqual([true, true, false, false]);
});

import type { ActorRecord, HistoryEntry } from '../../../src/inspector/web/data/actor-record.ts';

export const SAMPLE_ID = 'lamp/1';

export function sampleRecord(revision: number, changes: Partial<ActorRecord> = {}): ActorRecord {
  return {
    id: SAMPLE_ID,
    type: 'lamp',
    shard: 1,
    revision,
    version: 1,
    epoch: 0,
    snapshot: { status: 'active', value: revision % 2 === 0 ? 'on' : 'off', context: { turns: revision } },
    applied: [`e${revision}`],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    keys: { wallet: null, chainId: null, status: null },
    health: { state: 'ok', failures: 0, sinceMs: null, untilMs: null, lastError: null },
    createdAtMs: 1_000,
    updatedAtMs: 1_000 + revision,
    ...changes,
  };
}

export function sampleEntry(revision: number, changes: Partial<ActorRecord> = {}): HistoryEntry {
  const record = sampleRecord(revision, changes);
  return {
    revision,
    atMs: 1_000 + revision,
    event: { id: `e${revision}`, type: 'TURN', payload: { type: 'TURN' } },
    cause: { kind: 'http', by: 'r1' },
    from: revision === 1 ? null : revision % 2 === 0 ? 'off' : 'on',
    to: record.snapshot.value,
    record,
  };
}

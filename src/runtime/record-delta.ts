import type { Json } from '../values/json.ts';
import { asciiJson } from './ascii-json.ts';
import {
  type ActorRecord,
  APPLIED_KEPT,
  type CauseKind,
  type Health,
  type HistoryNote,
  type IndexKeys,
  type OutboxEntry,
  type PersistedSnapshot,
} from './record.ts';

/**
 * What one commit changed, as stores write it. Only what differs is there; the letters are short because every step writes one.
 * `id`, `type`, `shard` and `createdAtMs` of an actor never change and are never here.
 */
type Delta = {
  /** The event: id, type, payload. */
  e: [id: string, type: string, payload: Json];
  /** When (UTC ms), and who. */
  t: number;
  c: [kind: CauseKind, by?: string];
  /** The revision, where it is not the one before plus one. */
  r?: number;
  /** Context keys set: key, value, key, value. (Pairs and not an object, so that `__proto__` is a key like any other.) */
  s?: unknown[];
  /** Context keys removed. */
  x?: string[];
  v?: PersistedSnapshot['value'];
  z?: PersistedSnapshot['status'];
  /** The machine's output; empty when it went away. */
  o?: [] | [unknown];
  /** Applied event ids, where they are not the ones before with this event's id behind them; null where they are the ones before. */
  a?: readonly string[] | null;
  d?: number | null;
  w?: number | null;
  q?: readonly OutboxEntry[];
  k?: [wallet: string | null, chainId: number | null, status: string | null];
  h?: Health;
  n?: number;
  p?: number;
  /** Last update, where it is not the event's time. */
  u?: number;
};

type Context = PersistedSnapshot['context'];

/**
 * The text (ASCII JSON on one line) that leads from `previous` to `next`. Compares context values, outbox and health by reference,
 * as XState's `assign` leaves what it did not touch as it was; something equal but rebuilt is written again, which costs bytes only.
 *
 * This is the runtime's hottest code beside XState's own: measure after a change (`test/bench/store-commit.ts`).
 */
export function encodeDelta(previous: ActorRecord, next: ActorRecord, note: HistoryNote): string {
  const { event, cause } = note;
  const delta: Delta = {
    e: [event.id, event.type, event.payload],
    t: note.atMs,
    c: cause.by === undefined ? [cause.kind] : [cause.kind, cause.by],
  };
  if (next.revision !== previous.revision + 1) delta.r = next.revision;
  const before = previous.snapshot;
  const after = next.snapshot;
  if (before.context !== after.context) diffContext(delta, before.context, after.context);
  if (before.value !== after.value) delta.v = after.value;
  if (before.status !== after.status) delta.z = after.status;
  if (before.output !== after.output) delta.o = after.output === undefined ? [] : [after.output];
  if (previous.applied === next.applied) delta.a = null;
  else if (!isPushed(previous.applied, next.applied, event.id)) delta.a = next.applied;
  if (previous.dueAtMs !== next.dueAtMs) delta.d = next.dueAtMs;
  if (previous.wakeAtMs !== next.wakeAtMs) delta.w = next.wakeAtMs;
  if (previous.outbox !== next.outbox && (previous.outbox.length > 0 || next.outbox.length > 0)) delta.q = next.outbox;
  if (!sameKeys(previous.keys, next.keys)) delta.k = [next.keys.wallet, next.keys.chainId, next.keys.status];
  if (!sameHealth(previous.health, next.health)) delta.h = next.health;
  if (previous.version !== next.version) delta.n = next.version;
  if (previous.epoch !== next.epoch) delta.p = next.epoch;
  if (next.updatedAtMs !== note.atMs) delta.u = next.updatedAtMs;
  return asciiJson(delta);
}

/** The record that `text`, from `encodeDelta`, leads to from `record`, and what happened. Shares what did not change. */
export function applyDelta(record: ActorRecord, text: string): ActorRecord {
  return applyDeltaWithNote(record, text).record;
}

export function applyDeltaWithNote(record: ActorRecord, text: string): { readonly record: ActorRecord; readonly note: HistoryNote } {
  const delta: Delta = JSON.parse(text);
  const [id, type, payload] = delta.e;
  const [kind, by] = delta.c;
  return {
    record: {
      ...record,
      revision: delta.r ?? record.revision + 1,
      version: delta.n ?? record.version,
      epoch: delta.p ?? record.epoch,
      snapshot: nextSnapshot(record.snapshot, delta),
      applied: delta.a === undefined ? pushed(record.applied, id) : (delta.a ?? record.applied),
      dueAtMs: delta.d === undefined ? record.dueAtMs : delta.d,
      wakeAtMs: delta.w === undefined ? record.wakeAtMs : delta.w,
      outbox: delta.q ?? record.outbox,
      keys: delta.k === undefined ? record.keys : { wallet: delta.k[0], chainId: delta.k[1], status: delta.k[2] },
      health: delta.h ?? record.health,
      updatedAtMs: delta.u ?? delta.t,
    },
    note: { event: { id, type, payload }, atMs: delta.t, cause: by === undefined ? { kind } : { kind, by } },
  };
}

function diffContext(delta: Delta, before: Context, after: Context): void {
  const set: unknown[] = [];
  for (const key in after) {
    const value = after[key];
    if (value !== before[key] && hasJson(value)) set.push(key, value);
  }
  if (set.length > 0) delta.s = set;
  const removed: string[] = [];
  for (const key in before) {
    const value = after[key];
    // Own or not is asked only where the values differ: `after.toString` is there without being a key of it.
    if (value !== before[key] && (!hasJson(value) || !Object.hasOwn(after, key))) removed.push(key);
  }
  if (removed.length > 0) delta.x = removed;
}

function nextSnapshot(before: PersistedSnapshot, delta: Delta): PersistedSnapshot {
  const { s: set, x: removed, o: output } = delta;
  const after: PersistedSnapshot = {
    ...before,
    status: delta.z ?? before.status,
    value: delta.v === undefined ? before.value : delta.v,
    context: set === undefined && removed === undefined ? before.context : nextContext(before.context, set ?? [], removed ?? []),
  };
  if (output === undefined) return after;
  const { output: _gone, ...rest } = after;
  return output.length === 0 ? rest : { ...rest, output: output[0] };
}

function nextContext(before: Context, set: readonly unknown[], removed: readonly string[]): Context {
  const after: { [key: string]: unknown } = { ...before };
  for (let at = 0; at < set.length; at += 2) {
    // Defined and not assigned: assigning `__proto__` would change the prototype instead.
    Object.defineProperty(after, String(set[at]), { value: set[at + 1], writable: true, enumerable: true, configurable: true });
  }
  for (const key of removed) delete after[key];
  return after;
}

function hasJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

/** As many ids as `record.ts` keeps, or whatever the list held before if that was longer. */
function pushed(applied: readonly string[], id: string): readonly string[] {
  return applied.length < APPLIED_KEPT ? [...applied, id] : [...applied.slice(1), id];
}

function isPushed(before: readonly string[], after: readonly string[], id: string): boolean {
  const dropped = before.length < APPLIED_KEPT ? 0 : 1;
  const last = before.length - dropped;
  if (after.length !== last + 1 || after[last] !== id) return false;
  for (let at = 0; at < last; at++) if (after[at] !== before[at + dropped]) return false;
  return true;
}

function sameKeys(before: IndexKeys, after: IndexKeys): boolean {
  return before === after || (before.wallet === after.wallet && before.chainId === after.chainId && before.status === after.status);
}

function sameHealth(before: Health, after: Health): boolean {
  return (
    before === after ||
    (before.state === after.state &&
      before.failures === after.failures &&
      before.sinceMs === after.sinceMs &&
      before.untilMs === after.untilMs &&
      before.lastError === after.lastError)
  );
}

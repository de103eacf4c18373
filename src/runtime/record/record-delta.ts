import { type IndexKeys, sameKeys } from '../../values/index-keys.ts';
import type { Json } from '../../values/json.ts';
import { eventTypeOfStored, outboxOfStored, type StoredEntry, storedEventType, storedOutbox } from '../../values/lease-words.ts';
import { asciiJson } from './ascii-json.ts';
import {
  type ActorRecord,
  APPLIED_KEPT,
  type Cause,
  type CauseKind,
  type Health,
  type HistoryNote,
  type OutboxEntry,
  type PersistedSnapshot,
  type Trigger,
} from './record.ts';
import { sameTriggers, withTriggers } from './record-triggers.ts';
import { changeOf, hasJson, type ValueChange, withChange } from './value-change.ts';

/**
 * The changes of one commit, as stores write them. Only changed members are present. Their names are short because every step writes a
 * delta. `id`, `type`, `shard` and `createdAtMs` never change, so they are never present.
 */
type Delta = {
  /** The member `e`: the event of the commit (its id, type and payload). */
  e: [id: string, type: string, payload: Json];
  /** The member `t`: the time of the commit (UTC ms). */
  t: number;
  /** The member `c`: what caused the commit. */
  c: [kind: CauseKind, by?: string | null, trace?: string];
  /** The member `r`: the new revision; missing when it is the previous revision plus one. */
  r?: number;
  /**
   * Changed context keys, as a list of key, value, key, value. (It is a list and not an object, so that `__proto__` is an ordinary key.)
   */
  s?: unknown[];
  /** Context keys whose value changed partially, as a list of key, change, key, change. */
  m?: unknown[];
  /** Removed context keys. */
  x?: string[];
  v?: PersistedSnapshot['value'];
  z?: PersistedSnapshot['status'];
  /**
   * The machine's output, as the only element of a list. The list is empty when the output was removed; the field is missing when the
   * output did not change.
   */
  o?: [] | [unknown];
  /**
   * `a`: ids of the applied events. Missing in the usual case that this event's id was appended to the previous ids; null when the ids are
   * unchanged.
   */
  a?: readonly string[] | null;
  d?: number | null;
  w?: number | null;
  /** The member `q`: the whole outbox in its stored encoding. Used when the outbox changed and `j` cannot represent the change. */
  q?: readonly StoredEntry[];
  /** The member `j`: the differences between the previous and the new outbox, in their stored encoding. */
  j?: ValueChange;
  /** The complete list of triggers, when any of them changed; an empty list when none are left. */
  g?: readonly (readonly [topic: string, op: Trigger['op'], value: number])[];
  /**
   * `k`: all index keys with their values, when any of them changed. Deltas that were written before index keys had names contain a list
   * instead of an object.
   */
  k?: IndexKeys | UnnamedKeys;
  h?: Health;
  n?: number;
  p?: number;
  /** The member `u`: the time of the last update; missing when it equals the time of the event. */
  u?: number;
};

type UnnamedKeys = readonly [wallet: string | null, chainId: number | null, status: string | null];

type Context = PersistedSnapshot['context'];

/**
 * Writes the delta from `previous` to `next` (ASCII JSON on one line). Context values, outbox and health are compared by reference, since
 * XState's `assign` keeps unchanged values. A value that was built again, although it is equal, is written again, which only costs some
 * bytes. Of a list or an object that is mostly unchanged, only the changed parts are written. Apart from XState, this is the most
 * frequently run code of the runtime (some 2 µs for a small record), so its duration must be measured after every change.
 */
export function encodeDelta(previous: ActorRecord, next: ActorRecord, note: HistoryNote): string {
  const { event, cause } = note;
  const delta: Delta = {
    e: [event.id, storedEventType(event.type), event.payload],
    t: note.atMs,
    c: causeParts(cause),
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
  if (previous.outbox !== next.outbox && (previous.outbox.length > 0 || next.outbox.length > 0)) {
    diffOutbox(delta, previous.outbox, next.outbox);
  }
  if (!sameTriggers(previous.triggers, next.triggers)) delta.g = (next.triggers ?? []).map(({ topic, op, value }) => [topic, op, value]);
  if (!sameKeys(previous.keys, next.keys)) delta.k = next.keys;
  if (!sameHealth(previous.health, next.health)) delta.h = next.health;
  if (previous.version !== next.version) delta.n = next.version;
  if (previous.epoch !== next.epoch) delta.p = next.epoch;
  if (next.updatedAtMs !== note.atMs) delta.u = next.updatedAtMs;
  return asciiJson(delta);
}

/** Applies a delta from `encodeDelta` to a record. The result shares unchanged parts with the input record. */
export function applyDelta(record: ActorRecord, text: string): ActorRecord {
  return applyDeltas(record, [text]);
}

/** Applies several deltas in order. For speed, the context and the list of applied ids are copied only once. */
export function applyDeltas(record: ActorRecord, texts: readonly string[]): ActorRecord {
  return folded(
    record,
    texts.map((text): Delta => JSON.parse(text)),
  );
}

/** Applies a delta (the changes of one commit) to a record, and returns the record with the event that the delta contains. */
export function applyDeltaWithNote(record: ActorRecord, text: string): { readonly record: ActorRecord; readonly note: HistoryNote } {
  const delta: Delta = JSON.parse(text);
  const [id, type, payload] = delta.e;
  const [kind, by = null, trace] = delta.c;
  return {
    record: folded(record, [delta]),
    note: {
      event: { id, type: eventTypeOfStored(type), payload },
      atMs: delta.t,
      cause: { kind, ...(by === null ? {} : { by }), ...(trace === undefined ? {} : { trace }) },
    },
  };
}

function folded(record: ActorRecord, deltas: readonly Delta[]): ActorRecord {
  let { revision, version, epoch, dueAtMs, wakeAtMs, keys, health, updatedAtMs } = record;
  let { status, value } = record.snapshot;
  let output: readonly unknown[] = record.snapshot.output === undefined ? [] : [record.snapshot.output];
  let context: { [key: string]: unknown } | null = null;
  let applied = [...record.applied];
  let outbox: Delta['q'];
  let triggers: Delta['g'];
  for (const delta of deltas) {
    revision = delta.r ?? revision + 1;
    version = delta.n ?? version;
    epoch = delta.p ?? epoch;
    if (delta.d !== undefined) dueAtMs = delta.d;
    if (delta.w !== undefined) wakeAtMs = delta.w;
    outbox = delta.q ?? outbox;
    if (delta.j !== undefined) outbox = withChange(outbox ?? storedOutbox(record.outbox), delta.j) as readonly StoredEntry[];
    triggers = delta.g ?? triggers;
    if (delta.k !== undefined) keys = isUnnamed(delta.k) ? { wallet: delta.k[0], chainId: delta.k[1], status: delta.k[2] } : delta.k;
    health = delta.h ?? health;
    updatedAtMs = delta.u ?? delta.t;
    status = delta.z ?? status;
    value = delta.v ?? value;
    output = delta.o ?? output;
    if (delta.a === undefined) {
      if (applied.length >= APPLIED_KEPT) applied.shift();
      applied.push(delta.e[0]);
    } else if (delta.a !== null) applied = [...delta.a];
    if (delta.s !== undefined || delta.m !== undefined || delta.x !== undefined) {
      context ??= { ...record.snapshot.context };
      changeContext(context, delta.s ?? [], delta.m ?? [], delta.x ?? []);
    }
  }
  const { output: _before, ...before } = record.snapshot;
  const snapshot: PersistedSnapshot = { ...before, status, value, context: context ?? before.context };
  const next: ActorRecord = {
    ...record,
    revision,
    version,
    epoch,
    snapshot: output.length === 0 ? snapshot : { ...snapshot, output: output[0] },
    applied,
    dueAtMs,
    wakeAtMs,
    outbox: outbox === undefined ? record.outbox : (outboxOfStored(outbox) as ActorRecord['outbox']),
    keys,
    health,
    updatedAtMs,
  };
  if (triggers === undefined) return next;
  return withTriggers(
    next,
    triggers.map(([topic, op, bound]) => ({ topic, op, value: bound })),
  );
}

function causeParts({ kind, by, trace }: Cause): Delta['c'] {
  if (trace !== undefined) return [kind, by ?? null, trace];
  return by === undefined ? [kind] : [kind, by];
}

function diffContext(delta: Delta, before: Context, after: Context): void {
  const keys = Object.keys(after);
  const set: unknown[] = [];
  const changed: unknown[] = [];
  let hasOtherKeys = keys.length !== Object.keys(before).length;
  for (const key of keys) {
    const value = after[key];
    const old = before[key];
    if (value === old && value !== undefined) continue;
    const change = key === '__proto__' ? null : changeOf(old, value);
    if (change !== null) changed.push(key, change);
    else if (hasJson(value)) set.push(key, value);
    // For a key such as `toString` or `__proto__`, `before[key]` returns an inherited value although the context has no such key. Such a
    // value is not JSON and is ignored.
    if (!hasJson(value) || !hasJson(old) || key === '__proto__') hasOtherKeys = true;
  }
  if (set.length > 0) delta.s = set;
  if (changed.length > 0) delta.m = changed;
  if (!hasOtherKeys) return;
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key) || !hasJson(after[key]));
  if (removed.length > 0) delta.x = removed;
}

/** Writes the changes of the outbox. An entry that did not change is the same object in both records, so it is encoded only once. */
function diffOutbox(delta: Delta, before: ActorRecord['outbox'], after: ActorRecord['outbox']): void {
  const stored = storedOutbox(after);
  const storedBefore = storedOutbox(before).map((entry, at) => {
    const kept = after.indexOf(before[at] as OutboxEntry);
    return (kept < 0 ? undefined : stored[kept]) ?? entry;
  });
  const change = changeOf(storedBefore, stored);
  if (change === null) delta.q = stored;
  else delta.j = change;
}

function changeContext(
  context: { [key: string]: unknown },
  set: readonly unknown[],
  changed: readonly unknown[],
  removed: readonly string[],
): void {
  for (let at = 0; at < set.length; at += 2) {
    const key = String(set[at]);
    const value = set[at + 1];
    // The property is defined explicitly, because a plain assignment to `__proto__` would change the object's prototype.
    if (key === '__proto__') Object.defineProperty(context, key, { value, writable: true, enumerable: true, configurable: true });
    else context[key] = value;
  }
  for (let at = 0; at < changed.length; at += 2) {
    const key = String(changed[at]);
    context[key] = withChange(context[key], changed[at + 1] as ValueChange);
  }
  for (const key of removed) delete context[key];
}

/**
 * Whether the new list of applied event ids equals the old list with `id` appended and, if the old list was full, without its oldest id.
 */
function isPushed(before: readonly string[], after: readonly string[], id: string): boolean {
  const dropped = before.length < APPLIED_KEPT ? 0 : 1;
  const last = before.length - dropped;
  if (after.length !== last + 1 || after[last] !== id) return false;
  for (let at = 0; at < last; at++) if (after[at] !== before[at + dropped]) return false;
  return true;
}

function isUnnamed(keys: IndexKeys | UnnamedKeys): keys is UnnamedKeys {
  return Array.isArray(keys);
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

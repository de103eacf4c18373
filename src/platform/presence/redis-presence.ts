import * as v from 'valibot';
import type { Clock } from '../../values/clock.ts';
import type { NodeNote } from '../../values/inspection/overview.ts';
import type { RedisConnection } from '../cache/redis/redis-connection.ts';
import type { Log } from '../log/log.ts';
import { createRepeats } from '../log/repeats.ts';

/** The data that a node publishes about itself, to show that it is running. */
export type OwnNote = Omit<NodeNote, 'isThis' | 'seenAtMs'>;

/** The list of running nodes. It is only for display: nothing depends on it. */
export type Presence = {
  /** Returns the other nodes' latest status records, without those that have expired. */
  readonly others: () => readonly NodeNote[];
  /** Removes this node's status record when it stops, so that other nodes do not have to wait until the record expires. */
  readonly close: () => Promise<void>;
};

export type RedisPresenceOptions = {
  readonly connection: RedisConnection;
  readonly own: () => OwnNote;
  readonly clock: Clock;
  readonly log: Log;
  /** Calls back once after a delay; returns a function that cancels the call. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Prefix of every key; nodes that should see each other must use the same prefix. */
  readonly prefix?: string;
  readonly everyMs?: number;
};

const EVERY_MS = 3_000;
/** Number of missed updates after which a node is considered to have stopped. */
const MISSED_BEATS = 5;
/** The maximum number of nodes that are read, more than any deployment has. */
const MOST_NODES = 500;

const noteSchema = v.object({
  nodeId: v.string(),
  // Nodes of the previous version do not report their host, so the field may be missing.
  host: v.optional(v.nullable(v.string()), null),
  startedAtMs: v.number(),
  seenAtMs: v.number(),
  version: v.string(),
  isDraining: v.boolean(),
  residents: v.number(),
  effectsRunning: v.number(),
  lastTickAtMs: v.nullable(v.number()),
  groups: v.array(v.string()),
});

/**
 * Publishes a status record of each node in Redis, with a lifetime, and reads the other nodes' records. A sorted set contains the time of
 * each node's last record, so that no scan over all keys of a shared Redis is needed.
 */
export function createRedisPresence(options: RedisPresenceOptions): Presence {
  const { connection, own, clock, log, after, prefix = 'coxswain:nodes:', everyMs = EVERY_MS } = options;
  const lifetimeMs = MISSED_BEATS * everyMs;
  const known = `${prefix}known`;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const keyOf = (nodeId: string) => `${prefix}${nodeId}`;
  let notes: readonly NodeNote[] = [];
  let cancel: (() => void) | null = null;
  let isClosed = false;
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const nowMs = clock.now();
    const note = { ...own(), seenAtMs: nowMs };
    const written = await connection.run(
      (client) =>
        Promise.all([
          client.set(keyOf(note.nodeId), JSON.stringify(note), 'PX', lifetimeMs),
          client.zadd(known, nowMs, note.nodeId),
          client.zremrangebyscore(known, '-inf', nowMs - 2 * lifetimeMs),
          client.zrevrange(known, 0, MOST_NODES - 1),
        ]),
      [known],
    );
    const ids = written?.answer[3].filter((id) => id !== note.nodeId) ?? [];
    if (written === null) return;
    const read = ids.length === 0 ? { answer: [] } : await connection.run((client) => client.mget(ids.map(keyOf)));
    if (read !== null) notes = read.answer.flatMap((text) => (text === null ? [] : (readNote(text) ?? [])));
  }

  function next(): void {
    beating = beat()
      .catch((error: unknown) => void repeats.error('beat', 'Reading the list of nodes failed', { error }))
      .finally(() => {
        if (isClosed) return;
        // The timer of the next update is cancelled, because an update that was started when Redis became available again may have set it.
        // So only one update is scheduled.
        cancel?.();
        cancel = after(everyMs, next);
      });
  }

  connection.onUp(() => {
    if (isClosed || cancel === null) return;
    cancel();
    next();
  });
  next();

  return {
    others: () => notes.filter(({ seenAtMs }) => clock.now() - seenAtMs <= lifetimeMs),
    async close() {
      isClosed = true;
      cancel?.();
      await beating;
      const { nodeId } = own();
      await connection.run((client) => Promise.all([client.del(keyOf(nodeId)), client.zrem(known, nodeId)]));
    },
  };
}

/** Parses a status record; null when it was not written by a node of this version. */
function readNote(text: string): NodeNote | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const result = v.safeParse(noteSchema, value);
  return result.success ? { ...result.output, isThis: false } : null;
}

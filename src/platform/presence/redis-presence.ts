import * as v from 'valibot';
import type { Clock } from '../../values/clock.ts';
import type { NodeNote } from '../../values/inspection/overview.ts';
import type { RedisConnection } from '../cache/redis/redis-connection.ts';
import type { Log } from '../log/log.ts';
import { createRepeats } from '../log/repeats.ts';

/** The note that a node publishes about itself. */
export type OwnNote = Omit<NodeNote, 'isThis' | 'seenAtMs'>;

/** The nodes that are running. Only for display: nothing depends on it. */
export type Presence = {
  /** Returns the other nodes' last notes, without nodes whose note has expired. */
  readonly others: () => readonly NodeNote[];
  /** Removes this node's note, so that others need not wait for its expiry. */
  readonly close: () => Promise<void>;
};

export type RedisPresenceOptions = {
  readonly connection: RedisConnection;
  readonly own: () => OwnNote;
  readonly clock: Clock;
  readonly log: Log;
  /** Calls back once, later; returns a function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Prefix of every key; nodes that see each other use the same one. */
  readonly prefix?: string;
  readonly everyMs?: number;
};

const EVERY_MS = 3_000;
/** Missed updates after which a node counts as gone. */
const MISSED_BEATS = 5;
/** The maximum number of nodes that are read, more than anybody runs. */
const MOST_NODES = 500;

const noteSchema = v.object({
  nodeId: v.string(),
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
 * Publishes a note of each node in Redis, with a lifetime, and reads the other nodes' notes. One sorted set has the time of each
 * node's last note, so that no scan over all keys of a shared Redis is needed.
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
        // Another update may have been running when Redis came back: one future update is enough.
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

/** Parses a note; null when no node of this version wrote it. */
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

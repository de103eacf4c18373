import * as v from 'valibot';
import type { Clock } from '../../values/clock.ts';
import type { NodeNote } from '../../values/inspection/overview.ts';
import type { RedisConnection } from '../cache/redis/redis-connection.ts';
import type { Log } from '../log/log.ts';
import { createRepeats } from '../log/repeats.ts';

/** What a node says of itself. */
export type OwnNote = Omit<NodeNote, 'isThis' | 'seenAtMs'>;

/** Which nodes are there. Only a view: nothing rests on who is thought to be alive. */
export type Presence = {
  /** The other nodes, as they were heard of last; none that was silent for longer than a note lives. */
  readonly others: () => readonly NodeNote[];
  /** Says goodbye, so that the others need not wait for the silence. */
  readonly close: () => Promise<void>;
};

export type RedisPresenceOptions = {
  readonly connection: RedisConnection;
  readonly own: () => OwnNote;
  readonly clock: Clock;
  readonly log: Log;
  /** Calls back once, later; gives what takes it back. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Put before every key. Nodes that see each other have the same one. */
  readonly prefix?: string;
  readonly everyMs?: number;
};

const EVERY_MS = 3_000;
/** Beats that may be missed before a node counts as gone. */
const MISSED_BEATS = 5;
/** More nodes than anybody runs. */
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
 * Each node keeps a note of itself in Redis, with a lifetime, and reads those of the others with it. One sorted set says who was heard of
 * when, so that no look through the keys of a Redis that holds much else is needed.
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
      .catch((error: unknown) => void repeats.error('beat', 'The nodes could not be looked up', { error }))
      .finally(() => {
        if (isClosed) return;
        // Another beat may have been under way when Redis came back: one that is to come is enough.
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

/** Null for what no node of this version wrote. */
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

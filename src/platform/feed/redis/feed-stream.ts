import type { RedisConnection } from '../../cache/redis/redis-connection.ts';
import { STREAM_START } from '../feed-position.ts';

/** An entry of the Redis stream: its id, the node that wrote it, and the text of a batch. */
export type StreamEntry = { readonly id: string; readonly node: string; readonly text: string };

export type ExchangeRequest = {
  /** The batches of events that are to be appended to the stream. */
  readonly outgoing: readonly string[];
  /** The stream entry after which entries are read; null when no entries are to be read. */
  readonly readAfter: string | null;
  /** Requests that all nodes publish their events since this time (UTC ms); null when this node needs no events of other nodes. */
  readonly holdSinceMs: number | null;
};

export type ExchangeAnswer = {
  /** The earliest time (UTC ms) since which any node requests the events of the other nodes; null when no node requests events. */
  readonly wantedSinceMs: number | null;
  /**
   * Whether the stream still contains the entry `readAfter`, after which the node reads. If it does not, the entries that followed this
   * entry may be lost, too.
   */
  readonly isContinuous: boolean;
  readonly entries: readonly StreamEntry[];
};

/**
 * The stream shared by all nodes, and the key that records whether any node requests its events. Every method returns null when Redis is
 * unavailable.
 */
export type FeedStream = {
  append(text: string): Promise<string | null>;
  exchange(request: ExchangeRequest): Promise<ExchangeAnswer | null>;
  /** Returns at most `count` entries of the stream, starting with the entry `from`. */
  range(from: string, count: number): Promise<readonly StreamEntry[] | null>;
};

/**
 * The maximum number of stream entries. Each entry has at most `EVENTS_PER_BATCH` events, so the stream needs some tens of megabytes at
 * most.
 */
const MOST_ENTRIES = 2_000;
const READ_AT_ONCE = 500;
/**
 * Time in ms within which a follower that reconnects misses no events. When no node has had followers for this time, the rest of the stream
 * is deleted.
 */
export const WANTED_FOR_MS = 120_000;
const NODE_FIELD = 'n';
const BATCH_FIELD = 'b';

type Client = Parameters<Parameters<RedisConnection['run']>[0]>[0];

export function createFeedStream(options: { connection: RedisConnection; prefix: string; node: string }): FeedStream {
  const { connection, prefix, node } = options;
  const stream = `${prefix}events`;
  const wanted = `${prefix}wanted`;
  const add = (client: Client, text: string) =>
    client.xadd(stream, 'MAXLEN', '~', String(MOST_ENTRIES), '*', NODE_FIELD, node, BATCH_FIELD, text);

  return {
    async append(text) {
      return (await connection.run((client) => add(client, text), [stream]))?.answer ?? null;
    },
    async exchange({ outgoing, readAfter, holdSinceMs }) {
      // The Redis commands of an exchange are sent together and executed in this order.
      const result = await connection.run(
        (client) =>
          Promise.all([
            holdSinceMs === null ? null : client.set(wanted, String(holdSinceMs), 'PX', WANTED_FOR_MS, 'NX'),
            holdSinceMs === null ? null : client.pexpire(wanted, WANTED_FOR_MS),
            holdSinceMs === null ? null : client.pexpire(stream, WANTED_FOR_MS),
            Promise.all(outgoing.map((text) => add(client, text))),
            readAfter === null || readAfter === STREAM_START.entry ? null : client.xrange(stream, readAfter, readAfter),
            readAfter === null ? null : client.xread('COUNT', READ_AT_ONCE, 'STREAMS', stream, readAfter),
            client.get(wanted),
          ]),
        [stream, wanted],
      );
      if (result === null) return null;
      const [, , , , same, read, since] = result.answer;
      return {
        wantedSinceMs: since === null ? null : Number(since),
        isContinuous: same === null || same.length > 0,
        entries: (read ?? []).flatMap(([, entries]) => entries.map(entryOf)),
      };
    },
    async range(from, count) {
      const result = await connection.run((client) => client.xrange(stream, from, '+', 'COUNT', count), [stream]);
      return result === null ? null : result.answer.map(entryOf);
    },
  };
}

function entryOf([id, fields]: readonly [string, readonly string[]]): StreamEntry {
  const fieldOf = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
  return { id, node: fieldOf(NODE_FIELD), text: fieldOf(BATCH_FIELD) };
}

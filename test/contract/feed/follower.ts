import type { FeedItem, FeedPosition, LiveFeed, SeenEvent } from '../../../src/platform/feed/live-feed.ts';
import { waitFor } from '../../support/wait-for.ts';

export type Follower = AsyncDisposable & {
  readonly items: readonly FeedItem[];
  /** Returns the names of the received events, without the feed's own events such as gaps. */
  names(): readonly string[];
  gaps(): readonly Gap[];
  /** Waits until the follower has received `count` events, and returns their names. */
  saw(count: number): Promise<readonly string[]>;
  /** Returns the last position in the feed that the follower received. */
  position(): FeedPosition;
  leave(): Promise<void>;
};

export type Gap = { readonly reason: string; readonly missed: number | null };

/** Follows a feed as a subscriber would; resolves when the subscription has started. */
export async function followed(
  feed: LiveFeed,
  options: { after?: FeedPosition; matches?: (event: SeenEvent) => boolean; restMs?: number } = {},
): Promise<Follower> {
  const items: FeedItem[] = [];
  const leaving = new AbortController();
  const done = (async () => {
    const { after, matches = () => true, restMs = 0 } = options;
    for await (const batch of feed.follow({ after, matches, signal: leaving.signal, restMs })) {
      items.push(...batch);
    }
  })();
  await waitFor(() => items.some(({ event }) => event.kind === 'feed-position'), { what: 'the feed to be followed' });
  const names = () => items.flatMap(({ event }) => ('id' in event && event.id !== undefined ? [event.id] : []));
  const leave = async () => {
    leaving.abort();
    await done;
  };
  return {
    items,
    names,
    gaps: () => items.flatMap(({ event }) => ('missed' in event ? [{ reason: event.reason, missed: event.missed }] : [])),
    async saw(count) {
      await waitFor(() => names().length >= count, { what: `${count} events; there are ${names().length}` });
      return names();
    },
    position() {
      const last = items.findLast(({ position }) => position !== null)?.position;
      if (last === undefined || last === null) throw new Error('no position was given');
      return last;
    },
    leave,
    [Symbol.asyncDispose]: leave,
  };
}

/** Publishes one feed event for each of `names` (such as `a0`, `a1`). */
export function publish(feed: LiveFeed, names: readonly string[], atMs = Date.now()): void {
  for (const id of names) feed.publish({ kind: 'committed', atMs, id, indexKeys: { status: null, wallet: null, chainId: 1 } });
}

export const numbered = (prefix: string, count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${from + i}`);

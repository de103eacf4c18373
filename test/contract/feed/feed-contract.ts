import { describe, expect, test } from 'bun:test';
import type { FeedItem, LiveFeed } from '../../../src/platform/feed/live-feed.ts';
import { followed, numbered, publish } from './follower.ts';

/** Tests the invariants of the `LiveFeed` port on one node, for one adapter. Each test gets a new feed. */
export function feedContract(name: string, create: (options: { capacity: number }) => Promise<AsyncDisposable & { feed: LiveFeed }>): void {
  describe(`the ${name} feed`, () => {
    test('shows events in order to all subscribers, from the start of their subscription', async () => {
      await using node = await create({ capacity: 100 });
      publish(node.feed, ['before']);
      await using one = await followed(node.feed);
      publish(node.feed, numbered('a', 10));
      await using other = await followed(node.feed);
      publish(node.feed, numbered('b', 10));
      expect(await one.saw(20)).toEqual([...numbered('a', 10), ...numbered('b', 10)]);
      expect(await other.saw(10)).toEqual(numbered('b', 10));
      expect(one.gaps()).toEqual([]);
      expect(node.feed.stats()).toMatchObject({ followers: 2, own: 21 });
    });

    test('shows only what matches', async () => {
      await using node = await create({ capacity: 100 });
      await using follower = await followed(node.feed, { matches: ({ id }) => id?.endsWith('3') === true });
      publish(node.feed, numbered('a', 30));
      expect(await follower.saw(3)).toEqual(['a3', 'a13', 'a23']);
    });

    test('continues after a position without loss or repetition', async () => {
      await using node = await create({ capacity: 100 });
      const first = await followed(node.feed);
      publish(node.feed, numbered('a', 10));
      await first.saw(10);
      await first.leave();
      expect(node.feed.stats().followers).toBe(0);
      const sixth = first.items.find(({ event }) => 'id' in event && event.id === 'a5')?.position;
      if (!sixth) throw new Error('a5 had no position');
      publish(node.feed, numbered('a', 10, 10));
      await using again = await followed(node.feed, { after: sixth });
      publish(node.feed, numbered('a', 10, 20));
      expect(await again.saw(24)).toEqual(numbered('a', 24, 6));
      expect(again.gaps()).toEqual([]);
    });

    test('tells a subscriber that was away too long how many events are missing', async () => {
      await using node = await create({ capacity: 10 });
      const first = await followed(node.feed);
      publish(node.feed, ['a0']);
      await first.saw(1);
      await first.leave();
      publish(node.feed, numbered('a', 25, 1));
      await using again = await followed(node.feed, { after: first.position() });
      expect(await again.saw(10)).toEqual(numbered('a', 10, 16));
      expect(again.gaps()).toEqual([{ reason: 'too-slow', missed: 15 }]);
    });

    test('gives a new position now and then while nothing matches', async () => {
      await using node = await create({ capacity: 2_000 });
      const first = await followed(node.feed, { matches: ({ id }) => id === 'wanted' });
      for (let i = 0; i < 3; i += 1) publish(node.feed, numbered('a', 500, i * 500));
      publish(node.feed, ['wanted']);
      await first.saw(1);
      await first.leave();
      const kinds = first.items.map(({ event }) => event.kind);
      expect(kinds).toEqual(['feed-position', 'feed-position', 'committed']);
      const after = first.items[1]?.position;
      if (!after) throw new Error('there was no position');
      await using again = await followed(node.feed, { after });
      expect(await again.saw(501)).toEqual([...numbered('a', 500, 1_000), 'wanted']);
    });

    test('ends for a subscriber that wants only what it missed', async () => {
      await using node = await create({ capacity: 1_000 });
      const first = await followed(node.feed);
      publish(node.feed, ['a0']);
      await first.saw(1);
      await first.leave();
      publish(node.feed, numbered('a', 450, 1));
      const after = first.position();
      const items: FeedItem[] = [];
      const { signal } = new AbortController();
      for await (const some of node.feed.follow({ after, matches: () => true, signal, endsNow: true })) {
        // The event `later` is published while the follower reads. With `endsNow` the follower reads only the events that existed at its
        // start, so it must not receive `later`.
        publish(node.feed, ['later']);
        items.push(...some);
      }
      const ids = items.flatMap(({ event }) => ('id' in event && event.id !== undefined ? [event.id] : []));
      expect(ids).toEqual(numbered('a', 450, 1));
      const last = items.at(-1)?.position;
      if (!last) throw new Error('the end had no position');
      await using again = await followed(node.feed, { after: last });
      expect((await again.saw(1))[0]).toBe('later');
    });

    test('keeps a bounded number of events when nobody follows', async () => {
      await using node = await create({ capacity: 10 });
      publish(node.feed, numbered('a', 1_000));
      await using follower = await followed(node.feed);
      publish(node.feed, ['b0']);
      expect(await follower.saw(1)).toEqual(['b0']);
    });
  });
}

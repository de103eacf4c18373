import type { FeedItem, FollowOptions, LiveFeed } from '../../platform/feed/live-feed.ts';

/** Wraps the live feed, and reports each gap in it. A gap means that subscribers have missed events. */
export function countGaps(feed: LiveFeed, onGap: (reason: string) => void): LiveFeed {
  async function* follow(options: FollowOptions): AsyncGenerator<readonly FeedItem[]> {
    for await (const items of feed.follow(options)) {
      for (const { event } of items) if (event.kind === 'feed-gap' && 'reason' in event) onGap(event.reason);
      yield items;
    }
  }
  return { ...feed, follow };
}

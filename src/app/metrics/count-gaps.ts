import type { FeedItem, FollowOptions, LiveFeed } from '../../platform/feed/live-feed.ts';

/** The live feed, with what its followers miss told as well. */
export function countGaps(feed: LiveFeed, onGap: (reason: string) => void): LiveFeed {
  async function* follow(options: FollowOptions): AsyncGenerator<FeedItem> {
    for await (const item of feed.follow(options)) {
      if (item.event.kind === 'feed-gap' && 'reason' in item.event) onGap(item.event.reason);
      yield item;
    }
  }
  return { ...feed, follow };
}

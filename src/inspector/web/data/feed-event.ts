import type { FeedEvent as RuntimeEvent } from '../../../runtime/engine/feed.ts';

/** An event of `GET /api/operator/feed`. `node` and `seq` name it. */
export type FeedEvent = { readonly node: string; readonly seq: number } & RuntimeEvent;

/** What the feed can be asked for; all that is given must match. */
export type FeedFilter = {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
  readonly wallet?: string | undefined;
  readonly chainId?: string | undefined;
  readonly kind?: FeedEvent['kind'] | undefined;
};

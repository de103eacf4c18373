import type { FeedEvent as RuntimeEvent } from '../../../runtime/engine/feed.ts';

/** An event of `GET /api/operator/feed`, identified by `node` and `seq`. */
export type FeedEvent = { readonly node: string; readonly seq: number } & RuntimeEvent;

/** Filters of the live feed. An event is delivered only if it matches all specified fields. */
export type FeedFilter = {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
  readonly wallet?: string | undefined;
  readonly chainId?: string | undefined;
  readonly kind?: FeedEvent['kind'] | undefined;
};

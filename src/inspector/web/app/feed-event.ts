import type { Cause, RecordedError, StateValue } from './actor-record.ts';

/** An event of `GET /api/operator/feed`. `node` and `seq` name it. */
export type FeedEvent = { readonly node: string; readonly seq: number; readonly atMs: number } & (
  | (About & {
      readonly kind: 'committed';
      readonly revision: number;
      readonly event: string;
      readonly eventId?: string;
      readonly from: StateValue | null;
      readonly to: StateValue;
      readonly cause: Cause;
      readonly effects: readonly string[];
    })
  | (About & { readonly kind: 'not-accepted'; readonly event: string; readonly state: StateValue; readonly cause: Cause })
  | (About & { readonly kind: 'step-failed'; readonly event: string; readonly error: RecordedError })
  | (About & { readonly kind: 'conflict'; readonly tries: number })
  | (About & { readonly kind: 'effect-started'; readonly key: string; readonly name: string; readonly attempt: number })
  | (About & {
      readonly kind: 'effect-ended';
      readonly key: string;
      readonly name: string;
      readonly outcome: 'settled' | 'failed' | 'retry' | 'indeterminate' | 'quarantined';
      readonly ms: number;
      readonly error: RecordedError | null;
    })
  | (About & { readonly kind: 'quarantined'; readonly error: RecordedError })
  | { readonly kind: 'facts-failed'; readonly type: string; readonly keys: number; readonly error: RecordedError }
  | { readonly kind: 'topics-failed'; readonly type: string; readonly topics: number; readonly error: RecordedError }
  | { readonly kind: 'tick'; readonly report: TickReport }
  | { readonly kind: 'store-error'; readonly doing: string; readonly error: RecordedError }
);

type About = { readonly id: string; readonly wallet: string | null; readonly chainId: number | null };

export type TickReport = {
  readonly tickAtMs: number;
  readonly tookMs: number;
  readonly due: number;
  readonly triggered: number;
  readonly stepped: number;
  readonly committed: number;
  readonly failed: number;
  readonly effectsWoken: number;
  readonly factsFetched: number;
  readonly missed: number;
};

/** What the feed can be asked for; all that is given must match. */
export type FeedFilter = {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
  readonly wallet?: string | undefined;
  readonly chainId?: string | undefined;
  readonly kind?: FeedEvent['kind'] | undefined;
};

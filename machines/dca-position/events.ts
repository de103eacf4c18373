import type { JsonObject } from '../../src/values/json.ts';
import type { ChainReading, DcaLink, OrderItem } from './context.ts';

type Timed<T> = T & { readonly at: number };

export type TickEvent = Timed<{
  readonly type: 'TICK';
  /** Null when it is not linked, or the chain did not answer. */
  readonly reading: ChainReading | null;
  /** What keeps its chain from going on, in a sentence; missing: nothing that is known. */
  readonly trouble?: string;
}>;

export type OrderSettledEvent = Timed<{
  readonly type: 'ORDER_SETTLED';
  readonly itemKey: string;
  readonly orderIndex: number;
  readonly amountIn: string;
  readonly amountOut: string;
  /** Time of the block, unix seconds. */
  readonly blockTimeSec: number;
}>;

export type DcaPositionEvent =
  | TickEvent
  /** Something happened to the position on chain: mirror it at the next tick even if it is finished. */
  | Timed<{ readonly type: 'LOOK' }>
  /** A client merged these into the record. */
  | Timed<{ readonly type: 'CLAIM'; readonly fields: JsonObject }>
  /** A client created the record of a position that we had found on chain. */
  | Timed<{ readonly type: 'ASKED_FOR'; readonly isAutoBuy: boolean; readonly timeFrame: string | null }>
  | Timed<{ readonly type: 'LINKED'; readonly link: DcaLink }>
  /** The block that created the position was taken back. */
  | Timed<{ readonly type: 'UNLINKED'; readonly link: DcaLink }>
  | Timed<{ readonly type: 'LINK_LOOKED_UP'; readonly link: DcaLink | null }>
  | Timed<{ readonly type: 'ORDER_PLANNED'; readonly itemKey: string; readonly item: OrderItem }>
  | Timed<{
      readonly type: 'ORDER_SKIPPED';
      readonly itemKey: string;
      readonly kind: string;
      readonly detail: string;
      /** Null leaves it to the machine's backoff. */
      readonly nextAttemptAtMs: number | null;
      /** How long the pause may grow while the same goes on; missing: some minutes. */
      readonly parksForMinutes?: number;
    }>
  | Timed<{ readonly type: 'JOINED'; readonly itemKey: string }>
  | OrderSettledEvent
  /** It ran on chain and failed there. */
  | Timed<{ readonly type: 'ORDER_FAILED'; readonly itemKey: string; readonly reason: string }>
  /** It never ran: expired, withdrawn or refused. */
  | Timed<{ readonly type: 'ORDER_RETURNED'; readonly itemKey: string; readonly reason: string }>
  | Timed<{ readonly type: 'AUTO_CLAIM_RETURNED'; readonly askedAt: string }>
  /** It was tried on chain, and the token refused it. */
  | Timed<{ readonly type: 'AUTO_CLAIM_REFUSED'; readonly askedAt: string; readonly reason: string }>
  | Timed<{ readonly type: 'RESTORED' }>;

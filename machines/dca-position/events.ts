import type { BaseUnits } from '../../src/values/base-units.ts';
import type { OrderItem } from '../../src/values/dca-batch.ts';
import type { DcaLink } from '../../src/values/dca-terms.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { RouteTrail } from '../../src/values/route-trail.ts';
import type { ChainReading } from './context.ts';

type Timed<T> = T & { readonly at: number };

export type TickEvent = Timed<{
  readonly type: 'TICK';
  /** The position as read from the vault at this tick. Null when the record is not linked to a position, or the chain did not answer. */
  readonly reading: ChainReading | null;
  /** A sentence that describes the current problem of the position's chain. Missing when no problem is known. */
  readonly trouble?: string;
}>;

export type OrderSettledEvent = Timed<{
  readonly type: 'ORDER_SETTLED';
  readonly itemKey: string;
  readonly orderIndex: number;
  readonly amountIn: BaseUnits;
  readonly amountOut: BaseUnits;
  /** Time of the block that contains the order, in unix seconds. */
  readonly blockTimeSec: number;
}>;

export type DcaPositionEvent =
  | TickEvent
  /**
   * Requests that the position is read from the vault at the next tick, even if the position is finished. The event is sent when an event
   * on the chain concerned the position.
   */
  | Timed<{ readonly type: 'LOOK' }>
  /** A client merged the fields in `fields` into the record. */
  | Timed<{ readonly type: 'CLAIM'; readonly fields: JsonObject }>
  /** A client created the record of a position that was already found on chain. */
  | Timed<{ readonly type: 'ASKED_FOR'; readonly isAutoBuy: boolean; readonly timeFrame: string | null }>
  | Timed<{ readonly type: 'LINKED'; readonly link: DcaLink }>
  /** A reorg removed the block that created the position. */
  | Timed<{ readonly type: 'UNLINKED'; readonly link: DcaLink }>
  | Timed<{ readonly type: 'LINK_LOOKED_UP'; readonly link: DcaLink | null }>
  | Timed<{ readonly type: 'ORDER_PLANNED'; readonly itemKey: string; readonly item: OrderItem; readonly routes?: RouteTrail }>
  | Timed<{
      readonly type: 'ORDER_SKIPPED';
      readonly itemKey: string;
      readonly kind: string;
      readonly detail: string;
      /**
       * Time of the next attempt at the order (UTC ms). When null, the machine computes the time from the number of attempts that were
       * skipped in a row.
       */
      readonly nextAttemptAtMs: number | null;
      /** Longest pause between attempts at the order, in minutes. When missing, the bound is a few minutes. */
      readonly parksForMinutes?: number;
      readonly routes?: RouteTrail;
    }>
  | Timed<{ readonly type: 'JOINED'; readonly itemKey: string }>
  | OrderSettledEvent
  /** The order's transaction, or the order within its batch, failed on the chain. */
  | Timed<{ readonly type: 'ORDER_FAILED'; readonly itemKey: string; readonly reason: string }>
  /** The order was not executed: its transaction expired, was withdrawn or was refused. */
  | Timed<{ readonly type: 'ORDER_RETURNED'; readonly itemKey: string; readonly reason: string }>
  | Timed<{ readonly type: 'AUTO_CLAIM_RETURNED'; readonly askedAt: BaseUnits }>
  /** The pay-out was attempted on chain, but the token refused the transfer. */
  | Timed<{ readonly type: 'AUTO_CLAIM_REFUSED'; readonly askedAt: BaseUnits; readonly reason: string }>
  | Timed<{ readonly type: 'RESTORED' }>;

import type { BaseUnits } from '../../src/values/base-units.ts';
import type { DcaLink, NewDcaRecord } from '../../src/values/dca-terms.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { PositionGuard } from '../../src/values/owner-bounds.ts';
import type { RouteTrail } from '../../src/values/route-trail.ts';

export type ChainStatus = 'none' | 'active' | 'completed' | 'cancelled';

/**
 * A DCA position as read from the vault. Amounts are in base units and times in unix seconds. Fields that begin with `next` are 0 unless
 * the position is active.
 */
export type ChainPosition = {
  readonly status: ChainStatus;
  readonly amount: BaseUnits;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly processed: number;
  readonly spent: BaseUnits;
  readonly received: BaseUnits;
  readonly claimable: BaseUnits;
  readonly isAutoBuy: boolean;
  readonly autoClaim: boolean;
  readonly depositTimeSec: number;
  readonly lastOrderTimeSec: number;
  readonly nextOrderTimeSec: number;
  readonly nextOrderAmount: BaseUnits;
  /**
   * Whether the owner paused the position, and the owner's price bounds. Missing when the vault has no such settings, or when the vault was
   * read by an older version of this program that did not support them.
   */
  readonly guard?: PositionGuard | undefined;
  /** Fee in hundredths of a percent of the spent amount. Missing when the position pays no fee. */
  readonly feeBps?: number | undefined;
  /**
   * How long after its scheduled time an order can still be executed, in seconds; see `DcaSchedule`. Missing when the vault has no such
   * value, or when the vault was read by an older version of this program that did not support it.
   */
  readonly slotPatienceSec?: number | undefined;
};

/** A position as read from the vault, with the time of the block at which it was read. The vault uses this block time as its clock. */
export type ChainReading = { readonly position: ChainPosition; readonly blockTimeSec: number };

/** Describes why an order of a DCA position was not sent. */
export type DcaSkip = {
  /** Stable code of the reason, such as `not-due`, `auto-buy-off`, `no-route`, `output-below-minimum`, `gas-too-high`, `no-executor`. */
  readonly kind: string;
  readonly detail: string;
  readonly atMs: number;
  /**
   * Time of the next attempt to send the order (UTC ms). Null when the order cannot succeed without a change by the owner or an operator.
   */
  readonly nextAttemptAtMs: number | null;
  /**
   * True when the order was skipped so often, for a reason that is expected to last, that the pauses between attempts are now long. It
   * becomes false when the owner acts or an operator sends the event LOOK.
   */
  readonly isParked?: true;
};

export type DcaFailure = { readonly message: string; readonly atMs: number };

/**
 * The last automatic pay-out that the token refused. It contains the total received when the pay-out was requested, and the time of the
 * next attempt.
 */
export type RefusedAutoClaim = {
  readonly askedAt: BaseUnits;
  readonly times: number;
  readonly reason: string;
  readonly againAtMs: number;
};

export type DcaPositionContext = NewDcaRecord & {
  /**
   * Fields that clients have merged into the record. They are shown, but no decision depends on them. When the vault is read, those of the
   * fields whose value the chain determines are removed.
   */
  readonly claims: JsonObject;
  readonly link: DcaLink | null;
  /** The on-chain position as it was when the vault was last read; null before the first reading. */
  readonly chain: ChainPosition | null;
  /** True when the stored copy of the vault's data may be outdated. Only then is a finished position read from the vault again. */
  readonly mustLook: boolean;
  /** Whether the record's link to the on-chain position was looked up again after a restore. */
  readonly linkIsChecked: boolean;
  readonly order: { readonly itemKey: string; readonly orderIndex: number } | null;
  /** Number of orders planned so far, including failed ones. It is part of the key of each attempt and makes the key unique. */
  readonly attempts: number;
  /**
   * Number of attempts in a row at an order that were skipped or that ended without an execution. The more such attempts, the longer the
   * pause before the next one.
   */
  readonly skipsInARow: number;
  /** Number of on-chain failures of orders in a row. Each failure cost the executor gas. */
  readonly failuresInARow: number;
  readonly nextAttemptAtMs: number;
  readonly lastFailure: DcaFailure | null;
  readonly lastSkip: DcaSkip | null;
  /** The quote sources that were queried for a route of the last planned order. Missing when only Uniswap v3 was queried. */
  readonly lastRoutes?: RouteTrail | undefined;
  /** The total amount of bought tokens (base units) when an automatic pay-out was last requested; null before the first request. */
  readonly autoClaimAskedAt: BaseUnits | null;
  /** The last automatic pay-out that the bought token refused to transfer; missing when none was refused. */
  readonly autoClaimRefused?: RefusedAutoClaim | null;
};

export function initialContext(input: NewDcaRecord): DcaPositionContext {
  return {
    ...input,
    claims: {},
    link: null,
    chain: null,
    mustLook: false,
    linkIsChecked: true,
    order: null,
    attempts: 0,
    skipsInARow: 0,
    failuresInARow: 0,
    nextAttemptAtMs: 0,
    lastFailure: null,
    lastSkip: null,
    autoClaimAskedAt: null,
  };
}

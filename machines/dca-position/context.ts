import type { BaseUnits } from '../../src/values/base-units.ts';
import type { DcaLink, NewDcaRecord } from '../../src/values/dca-terms.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { PositionGuard } from '../../src/values/owner-bounds.ts';
import type { RouteTrail } from '../../src/values/route-trail.ts';

export type ChainStatus = 'none' | 'active' | 'completed' | 'cancelled';

/** A position as read from the vault. Amounts in base units, times in unix seconds; the `next` fields are 0 unless it is active. */
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
  /** The owner's pause and price bounds. Missing when the vault has none, or the version that read it did not support them. */
  readonly guard?: PositionGuard | undefined;
  /** Fee in hundredths of a percent of the spent amount. Missing when the position pays no fee. */
  readonly feeBps?: number | undefined;
  /** See `DcaSchedule`. Missing when the vault does not have it, or the version that read the vault did not support it. */
  readonly slotPatienceSec?: number | undefined;
};

/** A position with the time of the block at which it was read. This time is the vault's clock. */
export type ChainReading = { readonly position: ChainPosition; readonly blockTimeSec: number };

/** Why an order was not sent. */
export type DcaSkip = {
  /** Stable code, such as `not-due`, `auto-buy-off`, `no-route`, `output-below-minimum`, `gas-too-high`, `no-executor`. */
  readonly kind: string;
  readonly detail: string;
  readonly atMs: number;
  /** Time of the next attempt (UTC ms); null when waiting alone changes nothing. */
  readonly nextAttemptAtMs: number | null;
  /** True after so many skips for a lasting reason that attempts are rare, until the owner acts or an operator sends LOOK. */
  readonly isParked?: true;
};

export type DcaFailure = { readonly message: string; readonly atMs: number };

/** The last automatic pay-out that the token refused: the total received at the time of the request, and the time of the next attempt. */
export type RefusedAutoClaim = {
  readonly askedAt: BaseUnits;
  readonly times: number;
  readonly reason: string;
  readonly againAtMs: number;
};

export type DcaPositionContext = NewDcaRecord & {
  /**
   * Fields that clients merged into the record. They are shown, but never acted on. Fields that the chain decides are removed at the next
   * reading.
   */
  readonly claims: JsonObject;
  readonly link: DcaLink | null;
  /** The vault's position at the last reading. */
  readonly chain: ChainPosition | null;
  /** True when the stored position may be outdated. A finished position is read only when this is true. */
  readonly mustLook: boolean;
  /** Whether the link has been looked up again after a restore. */
  readonly linkIsChecked: boolean;
  readonly order: { readonly itemKey: string; readonly orderIndex: number } | null;
  /** Number of orders planned so far, including failed ones; makes item keys unique. */
  readonly attempts: number;
  /** Number of skipped and returned attempts in a row, which set the backoff. */
  readonly skipsInARow: number;
  /** Number of consecutive on-chain failures. Each one cost the executor gas. */
  readonly failuresInARow: number;
  readonly nextAttemptAtMs: number;
  readonly lastFailure: DcaFailure | null;
  readonly lastSkip: DcaSkip | null;
  /** Sources that were asked for a route of the last planned order. Missing when only Uniswap v3 was asked. */
  readonly lastRoutes?: RouteTrail | undefined;
  /** The total received (base units) at the last request of an automatic pay-out. */
  readonly autoClaimAskedAt: BaseUnits | null;
  /** Absent when no token has refused a pay-out. */
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

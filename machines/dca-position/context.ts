import type { JsonObject } from '../../src/values/json.ts';
import type { PositionGuard } from '../../src/values/owner-bounds.ts';

/** What was asked for, and what links a record to a position of the vault. Fixed for the record's life. */
export type DcaTerms = {
  readonly wallet: string;
  readonly chainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  /** Null where a token does not tell them. Positions of older versions have 18 then. */
  readonly fromDecimals: number | null;
  readonly toDecimals: number | null;
  /** The whole budget, in base units of `fromToken`. */
  readonly amountBaseUnits: string;
  /** Number of orders. */
  readonly frequency: number;
  /** The whole window, not the gap between orders. */
  readonly durationSec: number;
};

/** Where the position is on chain. `positionId` is unique per (chain, vault, wallet). */
export type DcaLink = { readonly vault: string; readonly positionId: number };

export type ChainStatus = 'none' | 'active' | 'completed' | 'cancelled';

/** A position as the vault shows it: amounts in base units, times in unix seconds, the `next` ones 0 unless it is active. */
export type ChainPosition = {
  readonly status: ChainStatus;
  readonly amount: string;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly processed: number;
  readonly spent: string;
  readonly received: string;
  readonly claimable: string;
  readonly isAutoBuy: boolean;
  readonly autoClaim: boolean;
  readonly depositTimeSec: number;
  readonly lastOrderTimeSec: number;
  readonly nextOrderTimeSec: number;
  readonly nextOrderAmount: string;
  /** Missing where the vault, or the version that read it, knows none. */
  readonly guard?: PositionGuard | undefined;
  /** See `DcaSchedule`. Missing where the vault, or the version that read it, knows none. */
  readonly slotPatienceSec?: number | undefined;
};

/** A position with the time of the block that it was read at: the vault's clock. */
export type ChainReading = { readonly position: ChainPosition; readonly blockTimeSec: number };

/** One order as the vault's `execute` takes it. */
export type OrderItem = {
  readonly orderIndex: number;
  readonly target: string;
  readonly spender: string;
  readonly data: string;
  readonly amountOutMin: string;
  readonly gasLimit: string;
};

/** Why an order that could have been due was not sent. */
export type DcaSkip = {
  /** Such as `not-due`, `auto-buy-off`, `no-route`, `output-below-minimum`, `gas-too-high`, `no-executor`. */
  readonly kind: string;
  readonly detail: string;
  readonly atMs: number;
  /** UTC ms before which it is not tried again; null when time alone changes nothing. */
  readonly nextAttemptAtMs: number | null;
  /** It was skipped so often for a reason that lasts that it is hardly tried any more: until then, its owner's doing, or an operator's look. */
  readonly isParked?: true;
};

export type DcaFailure = { readonly message: string; readonly atMs: number };

/** The automatic pay-out that the token refused last: what had been received when it was asked for, and when it is asked for again. */
export type RefusedAutoClaim = {
  readonly askedAt: string;
  readonly times: number;
  readonly reason: string;
  readonly againAtMs: number;
};

export type DcaPositionContext = {
  readonly recordId: string;
  readonly terms: DcaTerms;
  /** What the client asked for; the vault's own flag is in `chain`. */
  readonly isAutoBuy: boolean;
  readonly timeFrame: string | null;
  /** True while no client has asked for this record: it was made from an event of the vault. */
  readonly isAdopted: boolean;
  /** What clients merged into the record. Shown, never acted on; members that the chain decides go at the next mirror. */
  readonly claims: JsonObject;
  readonly link: DcaLink | null;
  /** The vault's position as of the last mirror. */
  readonly chain: ChainPosition | null;
  /** True when something says that the mirror may be out of date; a finished position is not read otherwise. */
  readonly mustLook: boolean;
  /** After a restore: whether the link was looked up again. */
  readonly linkIsChecked: boolean;
  readonly order: { readonly itemKey: string; readonly orderIndex: number } | null;
  /** Orders planned so far, failed ones included: makes item keys unique. */
  readonly attempts: number;
  /** Skips and returns in a row, which set the backoff. */
  readonly skipsInARow: number;
  /** Failures on chain in a row. Each cost the executor gas. */
  readonly failuresInARow: number;
  readonly nextAttemptAtMs: number;
  readonly lastFailure: DcaFailure | null;
  readonly lastSkip: DcaSkip | null;
  /** The total received for which an automatic claim was asked. */
  readonly autoClaimAskedAt: string | null;
  /** Absent in records that no token ever refused a pay-out. */
  readonly autoClaimRefused?: RefusedAutoClaim | null;
};

export type DcaPositionInput = Pick<DcaPositionContext, 'recordId' | 'terms' | 'isAutoBuy' | 'timeFrame' | 'isAdopted'>;

export function initialContext(input: DcaPositionInput): DcaPositionContext {
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

import type { Address, ByAddress } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Hash } from '../hash.ts';
import type { VaultGuard } from '../owner-bounds.ts';

/**
 * The state of an on-chain agent, read from its vault at one block. Amounts are in base units as decimal strings, times in unix seconds.
 */
export type OnChainAgent = {
  readonly agentId: number;
  readonly owner: Address;
  readonly budgetToken: Address;
  readonly policyHash: Hash;
  readonly active: boolean;
  readonly limits: {
    readonly maxPerTrade: BaseUnits;
    readonly maxPerDay: BaseUnits;
    readonly maxTradesPerDay: number;
    readonly expirySec: number;
  };
  /** Sum of the agent's purchases of the last 24 hours, as the vault counts it. */
  readonly spentToday: BaseUnits;
  /** Number of the agent's purchases of the last 24 hours, as the vault counts them. */
  readonly tradesToday: number;
  /** Time of the agent's oldest purchase of the last 24 hours, unix seconds; 0 when there is none. */
  readonly dayStartSec: number;
  /** Number of sales since the agent was created. They are counted and shown, but never limited. */
  readonly sells: number;
  /** The amounts that the vault holds for this agent, by token. */
  readonly balances: ByAddress<BaseUnits>;
  readonly blockTimeSec: number;
  /**
   * Whether the agent is paused in the vault, and by whom. Missing when the vault's version cannot pause agents, or when the data was
   * stored by an older version of this program.
   */
  readonly guard?: VaultGuard | undefined;
  /** The vault's fee, in hundredths of a percent of the amount spent. Missing when the agent pays no fee. */
  readonly feeBps?: number | undefined;
};

/** A token's price at the time when an agent is evaluated, or the reason why there is no price. */
export type PriceFact =
  | {
      readonly kind: 'price';
      /** Price of a whole token in dollars, as an exact decimal string. */
      readonly usd: string;
      readonly atMs: number;
      readonly source: string;
      /**
       * Whether the agent may sell because of this price. The price must be positive and recent, and a sudden jump must have been confirmed
       * by a second source or a later reading. Purchases accept any price.
       */
      readonly isTrusted: boolean;
      /** Why a token's price is not trusted; null when it is trusted. */
      readonly doubt: string | null;
    }
  | { readonly kind: 'none'; readonly reason: 'no-price' | 'stale-price'; readonly detail: string };

/** The result of a safety scan of a token. `score` is 0 to 100; null means that the scan failed, which counts as unsafe. */
export type SafetyFact = { readonly score: number | null; readonly reason: string; readonly atMs: number };

/** All external data that one evaluation of an agent needs. */
export type AgentFacts = {
  /** The on-chain agent; null when the chain could not be read. In that case no strategy is evaluated. */
  readonly agent: OnChainAgent | null;
  /** Prices by token address. */
  readonly prices: ByAddress<PriceFact>;
  /**
   * By `<token>/<lookbackSeconds>`, the highest price in dollars within the time window that ends now. Missing when the window contains no
   * price.
   */
  readonly highs: Readonly<Record<string, string>>;
  /** Safety scans by token address; requested only when the policy requires a score. */
  readonly safety: ByAddress<SafetyFact>;
};

import type { Address, ByAddress } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Hash } from '../hash.ts';
import type { VaultGuard } from '../owner-bounds.ts';

/** An on-chain agent as read from its vault at one block. Amounts in base units as decimal text, times in unix seconds. */
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
  /** Buys of the last 24 hours: their sum, their number, and the time of the oldest (0: none). */
  readonly spentToday: BaseUnits;
  readonly tradesToday: number;
  readonly dayStartSec: number;
  /** Number of sells since the agent was created: counted and shown, never limited. */
  readonly sells: number;
  /** The vault's balances for this agent, by token. */
  readonly balances: ByAddress<BaseUnits>;
  readonly blockTimeSec: number;
  /** Pause state. Missing when the vault, or the version that read it, has none. */
  readonly guard?: VaultGuard | undefined;
  /** Fee in hundredths of a percent of what is spent. Missing when the agent pays none. */
  readonly feeBps?: number | undefined;
};

/** A token's price at a tick, or why there is none. */
export type PriceFact =
  | {
      readonly kind: 'price';
      /** Dollars for a whole token, exact decimal text. */
      readonly usd: string;
      readonly atMs: number;
      readonly source: string;
      /**
       * True when exits may act on the price: it is positive, fresh, and no jump without confirmation by a second source or a later tick.
       * Buys accept any price.
       */
      readonly isTrusted: boolean;
      /** Why the price is not trusted; null when it is. */
      readonly doubt: string | null;
    }
  | { readonly kind: 'none'; readonly reason: 'no-price' | 'stale-price'; readonly detail: string };

/** The result of a safety scan of a token. `score` is 0 to 100; null: the scan failed, which counts as unsafe. */
export type SafetyFact = { readonly score: number | null; readonly reason: string; readonly atMs: number };

/** All external data of one evaluation. */
export type AgentFacts = {
  /** Null when the chain could not be read; then nothing is evaluated. */
  readonly agent: OnChainAgent | null;
  /** Prices by token address. */
  readonly prices: ByAddress<PriceFact>;
  /** Highest price in dollars of the window that ends now, by `<token>/<lookbackSeconds>`. Missing: no price in the window. */
  readonly highs: Readonly<Record<string, string>>;
  /** Safety scans by token address; requested only when the policy demands a score. */
  readonly safety: ByAddress<SafetyFact>;
};

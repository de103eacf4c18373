/**
 * For each chain of a node: the balances and gas costs of the executor keys, which send the transactions of orders and trades, and the fees
 * earned by the vaults. All amounts, including those in dollars, are decimal strings.
 */
export type TreasuryReport = { readonly readAt: string; readonly chains: readonly ChainTreasury[] };

export type ChainTreasury = {
  readonly chainId: number;
  readonly name: string;
  /** Symbol of the chain's native coin. */
  readonly symbol: string;
  /** The balances of the chain's executors; null when this node has no executor key for the chain, or the chain could not be read. */
  readonly executor: ExecutorFunds | null;
  readonly today: GasSpent;
  /** Gas spent in the last thirty days (UTC), including today. */
  readonly month: GasSpent;
  /** The gas limit per UTC day in dollars (`EXECUTOR_DAILY_GAS_USD`); null when there is no limit. */
  readonly limitUsd: string | null;
  readonly fees: FeesEarned;
  /** Why the chain could not be read; null when it was read. */
  readonly failed: string | null;
};

export type ExecutorFunds = {
  /** Address of the main executor key of the chain. */
  readonly address: string;
  /** Addresses of the executor keys other than the main one. Their balances are included in the total. */
  readonly others: readonly string[];
  /** The balance of each executor key, including the main one, in whole native coins. */
  readonly balances: readonly { readonly address: string; readonly balance: string }[];
  /** The total balance of all executor keys, in whole native coins. */
  readonly balance: string;
  /** The total balance of all executor keys in dollars; null when the native coin has no price. */
  readonly balanceUsd: string | null;
  /**
   * Estimated number of days until the total balance is used up, based on the average gas costs of the last days. Null when nothing was
   * spent or the native coin has no price.
   */
  readonly daysLeft: number | null;
};

export type GasSpent = {
  /** Number of days within the reported period on which gas was paid. */
  readonly days: number;
  /** Cost of the gas in whole native coins. */
  readonly native: string;
  readonly usd: string;
  readonly transactions: number;
  /** Average cost per transaction in dollars; null when there were no transactions. */
  readonly usdEach: string | null;
  /** Number of orders and agents' trades that were postponed because of their gas cost. */
  readonly skipped: number;
};

/** Fees that the vaults earned, in dollars at today's prices. */
export type FeesEarned = {
  readonly todayUsd: string;
  readonly monthUsd: string;
  readonly totalUsd: string;
  readonly tokens: readonly EarnedToken[];
};

export type EarnedToken = {
  readonly address: string;
  readonly vault: string;
  /** The token's symbol; null when the token is not listed. */
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** The amount of the token that the vaults earned as fees, in base units. */
  readonly earned: string;
  readonly earnedToday: string;
  readonly earnedInMonth: string;
  /** `earned` in whole tokens; null when the token is not listed. */
  readonly amount: string | null;
  readonly priceUsd: string | null;
  readonly valueUsd: string | null;
  /** Number of executed orders and trades that paid a fee to the vault. */
  readonly fills: number;
};

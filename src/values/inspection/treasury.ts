/** What the executors of a node's chains hold and spend, and what its vaults earned. Amounts and dollars are decimal text. */
export type TreasuryReport = { readonly readAt: string; readonly chains: readonly ChainTreasury[] };

export type ChainTreasury = {
  readonly chainId: number;
  readonly name: string;
  /** Of the native coin. */
  readonly symbol: string;
  /** Null without a key, and for a chain that could not be read. */
  readonly executor: ExecutorFunds | null;
  readonly today: GasSpent;
  /** The last thirty days (UTC), this one included. */
  readonly month: GasSpent;
  /** The limit of a UTC day in dollars (`EXECUTOR_DAILY_GAS_USD`); null without one. */
  readonly limitUsd: string | null;
  readonly fees: FeesEarned;
  /** Why the chain could not be read; null when it was. */
  readonly failed: string | null;
};

export type ExecutorFunds = {
  /** The first key. */
  readonly address: string;
  /** Addresses of further keys. Their balances are part of the sum. */
  readonly others: readonly string[];
  /** The balance of each key, the first included, in whole native coins. */
  readonly balances: readonly { readonly address: string; readonly balance: string }[];
  /** The sum in whole native coins. */
  readonly balance: string;
  /** Null when the coin has no price. */
  readonly balanceUsd: string | null;
  /** Days until the balance is used up at the average of the last days; null when nothing was paid or the coin has no price. */
  readonly daysLeft: number | null;
};

export type GasSpent = {
  /** Days with payments in it. */
  readonly days: number;
  /** Whole native coins. */
  readonly native: string;
  readonly usd: string;
  readonly transactions: number;
  /** Null without transactions. */
  readonly usdEach: string | null;
  /** Orders and agents' trades that were put off because of their gas. */
  readonly skipped: number;
};

/** In dollars at today's prices. */
export type FeesEarned = {
  readonly todayUsd: string;
  readonly monthUsd: string;
  readonly totalUsd: string;
  readonly tokens: readonly EarnedToken[];
};

export type EarnedToken = {
  readonly address: string;
  readonly vault: string;
  /** Null for a token that is not listed. */
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** Base units. */
  readonly earned: string;
  readonly earnedToday: string;
  readonly earnedInMonth: string;
  /** `earned` in whole tokens; null for a token that is not listed. */
  readonly amount: string | null;
  readonly priceUsd: string | null;
  readonly valueUsd: string | null;
  /** Orders and trades that paid. */
  readonly fills: number;
};

/**
 * The figures of the current UTC day: orders that were filled and that failed, and their volume. Amounts in dollars are decimal strings.
 */
export type Today = {
  /** Time at which the figures of the day were read, UTC ms. */
  readonly nowMs: number;
  /** Start of the day (00:00 UTC), UTC ms. */
  readonly sinceMs: number;
  /** Number of orders that ended: fills and failures. */
  readonly orders: number;
  readonly fills: number;
  readonly failures: number;
  /** Value of the tokens that the filled orders spent, at current prices. */
  readonly volumeUsd: string;
  /** Number of fills that are missing in `volumeUsd`, because the price of their token is not known (yet). */
  readonly unpricedFills: number;
  /** Number of orders and agents' trades that were postponed because of their gas cost. */
  readonly postponed: number;
  /** Cost in dollars of the gas that the executor keys, which send orders and trades, have paid. */
  readonly gasUsd: string;
  /** Whether there were more orders than the figures include. In that case the figures are lower bounds. */
  readonly isMore: boolean;
  readonly kinds: readonly DayOfKind[];
  /** The newest failures of positions' orders and agents' trades. */
  readonly newestFailures: readonly DayFailureNote[];
};

/**
 * The kinds of orders that the figures of a day distinguish: orders of positions, trades of agents, and trades that wallets sent
 * themselves.
 */
export const DAY_KINDS = ['position', 'agent', 'wallet'] as const;
export type DayKind = (typeof DAY_KINDS)[number];

export type DayOfKind = {
  readonly kind: DayKind;
  readonly fills: number;
  readonly failures: number;
  readonly volumeUsd: string;
  readonly unpricedFills: number;
  /** Whether there were more orders or trades of this kind than are counted. */
  readonly isMore: boolean;
  /** The tokens of which the filled orders spent the highest value in dollars. */
  readonly tokens: readonly DayToken[];
};

export type DayToken = {
  readonly chainId: number;
  readonly address: string;
  /** The token's symbol; null when the token is not listed. */
  readonly symbol: string | null;
  /** The amount that the filled orders spent, in whole tokens; null when the token is not listed. */
  readonly amount: string | null;
  readonly valueUsd: string | null;
  readonly fills: number;
};

/**
 * Shows a volume of the day as far as it is known: a plus sign marks a lower bound, and a volume of which no fill has a price is unknown.
 * `usd` is the formatted volume.
 */
export function knownVolume(usd: string, { fills, unpricedFills, isMore }: Pick<DayOfKind, 'fills' | 'unpricedFills' | 'isMore'>): string {
  if (unpricedFills > 0 && unpricedFills >= fills) return 'unknown';
  return `${usd}${isMore || unpricedFills > 0 ? '+' : ''}`;
}

/** Reads the figures of the day, without the titles of actors. */
export type ReadDay = () => Promise<Omit<Today, 'newestFailures'> & { readonly newestFailures: readonly Omit<DayFailureNote, 'title'>[] }>;

export type DayFailureNote = {
  /** Id of the actor whose order or trade failed. */
  readonly id: string;
  /** Title of the actor; null when it has none. */
  readonly title: string | null;
  readonly reason: string;
  readonly atMs: number;
};

/**
 * Result of one provider for an order or a trade on the fork. Token amounts are in base units, and gas is in gas units; all are decimal
 * strings.
 */
export type RehearsedRow = {
  readonly provider: string;
  readonly what: 'order' | 'trade';
  /**
   * Result of the attempt to execute an order or a trade with the provider. `off`: no offer was requested, because the settings or the
   * chain exclude the provider.
   */
  readonly outcome: 'executed' | 'refused' | 'off';
  /** Why the provider's call was refused, or why no offer was requested from the provider; null when the provider's call was executed. */
  readonly reason: string | null;
  /** The output amount that the provider promised; null when the provider made no offer. */
  readonly quoted: string | null;
  /** Output amount that the vault received; null when the provider's call was not executed. */
  readonly received: string | null;
  /** Gas used by the transaction, including the gas that pays for its data. */
  readonly gas: string | null;
  /** Cost of the transaction's gas and data at the current prices of the real chain, in wei. */
  readonly costWei: string | null;
};

export type RehearsalPair = {
  readonly from: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly to: { readonly address: string; readonly symbol: string; readonly decimals: number };
  /** Amount of the spent token in base units. The order and the trade of a rehearsal have the same amount. */
  readonly amount: string;
};

export type RehearsedVault = {
  readonly address: string;
  /** Whether the vault already exists on the real chain. If so, the rehearsal used the vault's own executor and routers. */
  readonly isDeployed: boolean;
};

export type RehearsalReport = {
  readonly chainId: number;
  readonly chain: string;
  readonly coin: string;
  /** Number of the newest block of the real chain at the time of the fork. */
  readonly block: number;
  readonly pair: RehearsalPair;
  readonly vaults: { readonly dca: RehearsedVault; readonly autopilot: RehearsedVault };
  readonly notes: readonly string[];
  readonly rows: readonly RehearsedRow[];
};

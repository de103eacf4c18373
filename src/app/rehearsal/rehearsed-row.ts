/** Result of one provider for an order or a trade on the fork. Amounts are in base units and gas in gas units, as decimal strings. */
export type RehearsedRow = {
  readonly provider: string;
  readonly what: 'order' | 'trade';
  /** `off`: the provider was not asked, because of the settings or the chain. */
  readonly outcome: 'executed' | 'refused' | 'off';
  /** Why the provider was refused or is off; null when its call was executed. */
  readonly reason: string | null;
  /** The promised output amount; null without an offer. */
  readonly quoted: string | null;
  /** Amount that the vault received; null when the call was not executed. */
  readonly received: string | null;
  /** Gas of the transaction, including the gas that pays for data. */
  readonly gas: string | null;
  /** Current cost of the gas and the data on the real chain, in wei. */
  readonly costWei: string | null;
};

export type RehearsalPair = {
  readonly from: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly to: { readonly address: string; readonly symbol: string; readonly decimals: number };
  /** Amount of an order and of a trade, in base units. */
  readonly amount: string;
};

export type RehearsedVault = {
  readonly address: string;
  /** Whether the chain has the contract already. Then its own executor and routers were used. */
  readonly isDeployed: boolean;
};

export type RehearsalReport = {
  readonly chainId: number;
  readonly chain: string;
  readonly coin: string;
  /** The newest block of the real chain at the time of the fork. */
  readonly block: number;
  readonly pair: RehearsalPair;
  readonly vaults: { readonly dca: RehearsedVault; readonly autopilot: RehearsedVault };
  readonly notes: readonly string[];
  readonly rows: readonly RehearsedRow[];
};

/** What one provider did with an order or a trade on the fork. Amounts in base units, gas in units, as decimal text. */
export type RehearsedRow = {
  readonly provider: string;
  readonly what: 'order' | 'trade';
  /** `off`: it was not asked, for a reason of the settings or the chain. */
  readonly outcome: 'executed' | 'refused' | 'off';
  /** Why it was refused or is off; null when it was executed. */
  readonly reason: string | null;
  /** The promised output; null without an offer. */
  readonly quoted: string | null;
  /** What the vault received; null when it was not executed. */
  readonly received: string | null;
  /** Gas of the transaction, with the gas that pays for data. */
  readonly gas: string | null;
  /** What the gas and the data would cost on the real chain at present, wei. */
  readonly costWei: string | null;
};

export type RehearsalPair = {
  readonly from: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly to: { readonly address: string; readonly symbol: string; readonly decimals: number };
  /** Base units of an order, and of a trade. */
  readonly amount: string;
};

export type RehearsedVault = {
  readonly address: string;
  /** Whether the chain has it already, so that its own executor and routers were used. */
  readonly isDeployed: boolean;
};

export type RehearsalReport = {
  readonly chainId: number;
  readonly chain: string;
  readonly coin: string;
  /** The newest block of the real chain when it was forked. */
  readonly block: number;
  readonly pair: RehearsalPair;
  readonly vaults: { readonly dca: RehearsedVault; readonly autopilot: RehearsedVault };
  readonly notes: readonly string[];
  readonly rows: readonly RehearsedRow[];
};

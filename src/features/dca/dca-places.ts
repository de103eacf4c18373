import type { Address } from '../../values/address.ts';

/** Where a chain's vault is, and who executes on it. */
export type DcaPlace = {
  readonly vault: Address;
  /** Blocks after which what a block says is final; 0: at once. */
  readonly confirmations: number;
  /** The first block that can hold an event of the vault; null when it is not known. */
  readonly firstBlock: number | null;
};

export type DcaPlaces = {
  /** Null for a chain without a vault, or that this node cannot read. */
  of(chainId: number): Promise<DcaPlace | null>;
  /** The address of the chain's executor; null when this node has no key for it. */
  executorOf(chainId: number): Address | null;
};

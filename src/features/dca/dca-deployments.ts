import type { Address } from '../../values/address.ts';

/** The vault of a chain, and its executor. */
export type DcaDeployment = {
  readonly vault: Address;
  /** Blocks after which a block is final; 0 means at once. */
  readonly confirmations: number;
  /** The first block that can hold an event of the vault; null when unknown. */
  readonly firstBlock: number | null;
};

export type DcaDeployments = {
  /** The vault of a chain; null when the chain has none or this node cannot read it. */
  of(chainId: number): Promise<DcaDeployment | null>;
  /**
   * The address that executes the orders of a record, always the same one; without a record the chain's main one. Null when this node has no
   * key for the chain.
   */
  executorOf(chainId: number, recordId?: string): Address | null;
};

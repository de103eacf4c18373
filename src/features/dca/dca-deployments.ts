import type { Address } from '../../values/address.ts';

/** The DCA vault of a chain. */
export type DcaDeployment = {
  readonly vault: Address;
  /** Number of further blocks after which a block of the chain is final; 0 if a block is final at once. */
  readonly confirmations: number;
  /** The first block that can contain an event of the vault; null when it is unknown. */
  readonly firstBlock: number | null;
};

export type DcaDeployments = {
  /** The vault of a chain; null when the chain has none or this node cannot read it. */
  of(chainId: number): Promise<DcaDeployment | null>;
  /**
   * Returns the address that executes the orders of a record; a record always has the same executor. Without `recordId`, returns the
   * chain's main executor. Null when this node has no key for the chain.
   */
  executorOf(chainId: number, recordId?: string): Address | null;
};

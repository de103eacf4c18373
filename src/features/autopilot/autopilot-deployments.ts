import type { Address } from '../../values/address.ts';

/** The Autopilot deployments: the vault of each chain and the account that executes trades there. */
export type AutopilotDeployments = {
  /** The vault's address; null when the chain has no vault or this node cannot read the chain. */
  vaultOf(chainId: number): Promise<Address | null>;
  /**
   * The address that executes the trades of a record. A record always has the same executor. Null when this node has no executor key for
   * the chain.
   */
  executorOf(chainId: number, recordId: string): Address | null;
};

import type { Address } from '../../values/address.ts';

/** Where Autopilot is deployed: the vault contract of each chain, and the account that executes trades there. */
export type AutopilotDeployments = {
  /** The vault's address; null when the chain has no vault or this node cannot read the chain. */
  vaultOf(chainId: number): Promise<Address | null>;
  /**
   * The address of the account that executes an agent's trades. An agent always has the same executor. Null when this node has no executor
   * key for the chain.
   */
  executorOf(chainId: number, recordId: string): Address | null;
};

import type { Address } from '../../values/address.ts';

/** Where Autopilot runs: the vault of a chain, and who executes there. */
export type AutopilotPlaces = {
  /** Null where the chain has no vault, or this node cannot read the chain. */
  vaultOf(chainId: number): Promise<Address | null>;
  /** Null when this node has no executor key for the chain. */
  executorOf(chainId: number): Address | null;
};

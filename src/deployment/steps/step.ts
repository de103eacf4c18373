import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export type StepState =
  /** The chain has it already. */
  | { readonly kind: 'done'; readonly note: string }
  | {
      readonly kind: 'needed';
      readonly call: Call;
      /** An upper estimate of the gas, for a call that cannot run on the chain yet. */
      readonly roughGas: bigint;
      /** Whether the chain is ready for the call, so that a node can estimate its gas. */
      readonly isReady: boolean;
    }
  /** It needs no signature of ours: these bytes are sent unchanged. */
  | { readonly kind: 'broadcast'; readonly raw: Hex }
  /** Something else must happen first. */
  | { readonly kind: 'waits'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * A transaction that a chain needs. Whether it is needed is read from the chain each time and stored nowhere, so that work which was
 * interrupted continues from what the chain shows.
 */
export type Step = {
  readonly id: string;
  /** What it does, for a person. */
  readonly what: string;
  /** The account that must send it; null: anybody may. */
  readonly sender: Address | null;
  look(reads: ChainReads): Promise<StepState>;
};

import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export type StepState =
  /** The step is done already on the chain. */
  | { readonly kind: 'done'; readonly note: string }
  | {
      readonly kind: 'needed';
      readonly call: Call;
      /** Upper estimate of the gas, for a call that cannot run on the chain yet. */
      readonly roughGas: bigint;
      /** Whether the chain is ready for the call, so that a node can estimate its gas. */
      readonly isReady: boolean;
    }
  /** The step needs no signature of ours; these bytes are sent unchanged. */
  | { readonly kind: 'broadcast'; readonly raw: Hex }
  /** The step waits, because another step or event must come first. */
  | { readonly kind: 'waits'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * A transaction that a chain needs. Whether it is needed is read from the chain each time and stored nowhere. So interrupted work continues
 * from the state of the chain.
 */
export type Step = {
  readonly id: string;
  /** Describes for a person what the step does. */
  readonly what: string;
  /** The account that must send the step; null when any account may. */
  readonly sender: Address | null;
  look(reads: ChainReads): Promise<StepState>;
};

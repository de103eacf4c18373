import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export type StepState =
  /** The chain shows that the step is done. */
  | { readonly kind: 'done'; readonly note: string }
  | {
      readonly kind: 'needed';
      readonly call: Call;
      /** Upper estimate of the step's gas in gas units, for a call that cannot run on the chain yet. */
      readonly roughGas: bigint;
      /** Whether the contract that the step calls is ready, so that a node can estimate the gas of the call. */
      readonly isReady: boolean;
    }
  /** The step needs no signature of ours: its transaction is already signed, and the bytes are sent unchanged. */
  | { readonly kind: 'broadcast'; readonly raw: Hex }
  /** The step cannot be done yet, because another step or event must come first. */
  | { readonly kind: 'waits'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * One step of a plan: a transaction that a chain needs. Whether it is still needed is read from the chain each time and stored nowhere. So
 * after an interruption, the work continues from the state of the chain.
 */
export type Step = {
  readonly id: string;
  /** Describes for a person what the step does. */
  readonly what: string;
  /** The account that must send the step; null when any account may. */
  readonly sender: Address | null;
  look(reads: ChainReads): Promise<StepState>;
};

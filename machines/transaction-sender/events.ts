import type { SendRequest, StoredFees } from './context.ts';
import type { Seen } from './decide.ts';

type Timed<T> = T & { readonly at: number };
type Keyed<TType extends string> = { readonly type: TType; readonly requestKey: string };

export type TransactionSenderEvent =
  // Events that are sent by actors which request a transaction.
  | Timed<{ readonly type: 'REQUEST' } & SendRequest>
  | Timed<Keyed<'WITHDRAW'>>
  | Timed<Keyed<'ACKNOWLEDGE'>>
  /**
   * The requester did not find the transaction's receipt on the chain, possibly because a reorg removed the transaction. So the transaction
   * must be checked again.
   */
  | Timed<Keyed<'RECHECK'>>
  // The event that is sent at every tick (once a minute).
  | Timed<{ readonly type: 'TICK' }>
  // Events that are sent by this machine's own effects.
  | Timed<{
      readonly type: 'PREPARED';
      readonly round: number;
      readonly nonce: number;
      readonly gas: string;
      readonly fees: StoredFees;
      readonly maxInFlight: number;
    }>
  /** The transaction of the current request was prepared and signed. The event contains the nonce with which it was signed. */
  | Timed<{
      readonly type: 'CALL_SIGNED';
      readonly round: number;
      readonly nonce: number;
      readonly gas: string;
      readonly fees: StoredFees;
      readonly maxInFlight: number;
      readonly raw: string;
      readonly hash: string;
    }>
  /** The current request is postponed: the signer's balance would suffice only if the earlier transactions cost less than their maximum. */
  | Timed<{ readonly type: 'POSTPONED'; readonly round: number; readonly reason: string }>
  | Timed<{ readonly type: 'NOT_SENT'; readonly round: number; readonly outcome: 'refused' | 'expired'; readonly reason: string }>
  | Timed<{ readonly type: 'SIGNED'; readonly round: number; readonly raw: string; readonly hash: string }>
  | Timed<{ readonly type: 'SIGN_FAILED'; readonly round: number; readonly reason: string }>
  | Timed<{
      readonly type: 'ANSWERED';
      readonly round: number;
      readonly answer: 'accepted' | 'already-known' | 'nonce-too-low' | 'nonce-too-high' | 'underpriced' | 'refused';
      readonly reason: string | null;
      /** Current fees of the chain; null unless the node's answer is `underpriced`. */
      readonly fees: StoredFees | null;
      /**
       * The result of a check of the chain that found the final receipt of the sent transaction; missing when there was no final receipt
       * yet.
       */
      readonly seen?: Seen;
    }>
  | Timed<{ readonly type: 'BROADCAST_FAILED'; readonly round: number; readonly reason: string }>
  | Timed<{ readonly type: 'OBSERVED'; readonly round: number; readonly seen: Seen }>
  | Timed<{ readonly type: 'OBSERVE_FAILED'; readonly round: number; readonly reason: string }>
  /** The outcome could not be delivered to the requester. `gone` means that no actor waits for the outcome. */
  | Timed<Keyed<'REPLY_FAILED'> & { readonly gone: boolean }>;

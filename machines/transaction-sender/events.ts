import type { SendRequest, StoredFees } from './context.ts';
import type { Seen } from './decide.ts';

type Timed<T> = T & { readonly at: number };
type Keyed<TType extends string> = { readonly type: TType; readonly requestKey: string };

export type TransactionSenderEvent =
  // From those who want something sent.
  | Timed<{ readonly type: 'REQUEST' } & SendRequest>
  | Timed<Keyed<'WITHDRAW'>>
  | Timed<Keyed<'ACKNOWLEDGE'>>
  /** The receipt that the asker was told is not on the chain (any more). */
  | Timed<Keyed<'RECHECK'>>
  // From the minute tick.
  | Timed<{ readonly type: 'TICK' }>
  // From the effects.
  | Timed<{ readonly type: 'PREPARED'; readonly round: number; readonly nonce: number; readonly gas: string; readonly fees: StoredFees }>
  | Timed<{ readonly type: 'NOT_SENT'; readonly round: number; readonly outcome: 'refused' | 'expired'; readonly reason: string }>
  | Timed<{ readonly type: 'SIGNED'; readonly round: number; readonly raw: string; readonly hash: string }>
  | Timed<{ readonly type: 'SIGN_FAILED'; readonly round: number; readonly reason: string }>
  | Timed<{
      readonly type: 'ANSWERED';
      readonly round: number;
      readonly answer: 'accepted' | 'already-known' | 'nonce-too-low' | 'nonce-too-high' | 'underpriced' | 'refused';
      readonly reason: string | null;
      /** Today's, when the answer is `underpriced`. */
      readonly fees: StoredFees | null;
    }>
  | Timed<{ readonly type: 'BROADCAST_FAILED'; readonly round: number; readonly reason: string }>
  | Timed<{ readonly type: 'OBSERVED'; readonly round: number; readonly seen: Seen }>
  | Timed<{ readonly type: 'OBSERVE_FAILED'; readonly round: number; readonly reason: string }>
  /** The asker could not be told. `gone`: there is nobody who waits for it. */
  | Timed<Keyed<'REPLY_FAILED'> & { readonly gone: boolean }>;

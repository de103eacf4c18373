import type { Hash } from './hash.ts';

/** The outcome of a transaction that the transaction sender was asked to send. */
export type TxOutcome = 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';

/** The transaction sender's reply to a request, which contains the outcome of the transaction. */
export type TxSettled = {
  readonly type: 'TX_SETTLED';
  readonly requestKey: string;
  readonly outcome: TxOutcome;
  readonly txHash?: Hash | undefined;
  readonly blockNumber?: number | undefined;
  readonly blockHash?: Hash | undefined;
  readonly reason?: string | undefined;
};

import type { TradeContext } from '../../machines/trade/context.ts';
import type { ActorSketch, TransactionSketch } from '../../src/values/inspection/actor-sketch.ts';
import { statusOf } from './view.ts';

type Snapshot = { readonly value: unknown; readonly context: TradeContext };

/** A trade record as the inspector shows it. */
export function sketchTrade({ value, context }: Snapshot): ActorSketch {
  const { terms, hash, destinationHash, hashIsFixed, settledAtMs } = context;
  const status = statusOf(value);
  const transactions: TransactionSketch[] = [];
  if (destinationHash !== null) {
    const what = terms.type === 'bridge' ? 'On the other chain' : 'Delivery';
    transactions.push({ chainId: terms.toChainId, hash: destinationHash, nonce: null, status: 'unknown', what });
  }
  if (hash !== null)
    transactions.push({
      chainId: terms.fromChainId,
      hash,
      nonce: null,
      status: hashIsFixed ? 'sent' : 'unknown',
      what: 'Transaction of the wallet',
    });
  return {
    tokens: [],
    related: [],
    transactions,
    domain: {
      kind: 'trade',
      provider: terms.aggregator,
      fromChainId: terms.fromChainId,
      toChainId: terms.toChainId,
      fromToken: terms.fromToken,
      toToken: terms.toToken,
      amountIn: terms.amountIn,
      amountOut: context.amountOutActual ?? terms.amountOutExpected ?? terms.amountOutMin,
      isBridge: terms.type === 'bridge',
      status,
      hash,
      destinationHash,
      isSeen: hashIsFixed || status === 'success',
      settledAtMs,
    },
    sendsOn: null,
    requests: [],
  };
}

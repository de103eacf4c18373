import type { TradeContext } from '../../machines/trade/context.ts';
import type { AmountOf, TransactionNote } from '../../src/values/inspection/actor-details.ts';
import { statusOf } from './view.ts';

/** Times of steps that a trade's state does not contain; UTC ms, null when unknown. */
export type TradeTimes = { readonly createdAtMs: number; readonly sentAtMs: number | null; readonly seenAtMs: number | null };

/** A trade's route and progress. */
export type TradeDetails = {
  readonly provider: string | null;
  readonly from: AmountOf;
  /** The received amount, otherwise the expected amount, otherwise the minimum amount. */
  readonly to: AmountOf | null;
  /** Steps in the order in which a trade may pass them; `atMs` is null for those not reached. */
  readonly path: readonly TradeStep[];
  readonly links: readonly { readonly name: string; readonly url: string }[];
};

export type TradeStep = { readonly status: string; readonly atMs: number | null };

type Snapshot = { readonly value: unknown; readonly context: TradeContext };

export function tradeDetails(
  { value, context }: Snapshot,
  times: TradeTimes,
  transactions: readonly Pick<TransactionNote, 'what' | 'url'>[],
): TradeDetails {
  const { aggregator, fromChainId, toChainId, fromToken, toToken, amountIn, amountOutExpected, amountOutMin } = context.terms;
  const amountOut = context.amountOutActual ?? amountOutExpected ?? amountOutMin;
  return {
    provider: aggregator,
    from: { amount: amountIn, token: fromToken, chainId: fromChainId },
    to: amountOut === null ? null : { amount: amountOut, token: toToken, chainId: toChainId },
    path: pathOf(statusOf(value), context, times),
    links: transactions.flatMap(({ what, url }) => (url === null ? [] : [{ name: what, url }])),
  };
}

/** Lists a trade's steps in order. Of the two final steps, includes only the one that was reached or can still be reached. */
function pathOf(status: ReturnType<typeof statusOf>, context: TradeContext, times: TradeTimes): readonly TradeStep[] {
  const { terms, hash, hashIsFixed, destinationHash, settledAtMs } = context;
  const { createdAtMs, sentAtMs, seenAtMs } = times;
  const isSeen = hashIsFixed || status === 'success';
  const arrivedAtMs = destinationHash === null ? null : (settledAtMs ?? seenAtMs ?? createdAtMs);
  return [
    { status: 'created', atMs: createdAtMs },
    { status: 'sent', atMs: hash === null ? null : (sentAtMs ?? createdAtMs) },
    { status: 'seen on chain', atMs: isSeen ? (seenAtMs ?? sentAtMs ?? createdAtMs) : null },
    ...(terms.type === 'bridge' ? [{ status: 'arriving on the other chain', atMs: arrivedAtMs }] : []),
    { status: status === 'failed' ? 'failed' : 'success', atMs: status === 'pending' ? null : (settledAtMs ?? createdAtMs) },
  ];
}

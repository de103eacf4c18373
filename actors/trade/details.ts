import type { TradeContext } from '../../machines/trade/context.ts';
import type { AmountOf, TransactionNote } from '../../src/values/inspection/actor-details.ts';
import { statusOf } from './view.ts';

/**
 * Times (UTC ms) at which a trade was created, sent and first seen on the chain. The trade's own state does not contain them. Null when
 * unknown.
 */
export type TradeTimes = { readonly createdAtMs: number; readonly sentAtMs: number | null; readonly seenAtMs: number | null };

/** A trade's route and progress, for the inspector. */
export type TradeDetails = {
  readonly provider: string | null;
  readonly from: AmountOf;
  /** The amount that the trade received. If that amount is unknown: the expected amount, or else the minimum amount. */
  readonly to: AmountOf | null;
  /** The steps of a trade, in the order in which they can be reached. `atMs` is null for a step that was not reached. */
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

/**
 * Lists a trade's steps in order. Of the two possible final steps (success and failure), only the one that was reached or can still be
 * reached is included.
 */
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

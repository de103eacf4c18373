import type { TradeDetails, TransactionNote } from '../../values/inspection/actor-details.ts';
import type { TradeSketch } from '../../values/inspection/actor-sketch.ts';

/** When a trade reached the steps that its state does not tell the time of; UTC ms, null where nobody knows. */
export type TradeTimes = { readonly createdAtMs: number; readonly sentAtMs: number | null; readonly seenAtMs: number | null };

type Step = TradeDetails['path'][number];

/** A trade's view: its route, and how far it got. */
export function tradeDetails(sketch: TradeSketch, times: TradeTimes, transactions: readonly TransactionNote[]): TradeDetails {
  const { provider, fromChainId, toChainId, fromToken, toToken, amountIn, amountOut } = sketch;
  return {
    kind: 'trade',
    provider,
    from: { amount: amountIn, token: fromToken, chainId: fromChainId },
    to: amountOut === null ? null : { amount: amountOut, token: toToken, chainId: toChainId },
    path: pathOf(sketch, times),
    links: transactions.flatMap(({ what, url }) => (url === null ? [] : [{ name: what, url }])),
  };
}

/** The steps a trade goes through, in order; of the two ends only the one that may still come, or that came. */
function pathOf({ hash, isSeen, isBridge, status, destinationHash, settledAtMs }: TradeSketch, times: TradeTimes): readonly Step[] {
  const { createdAtMs, sentAtMs, seenAtMs } = times;
  const end: Step = {
    status: status === 'failed' ? 'failed' : 'success',
    atMs: status === 'pending' ? null : (settledAtMs ?? createdAtMs),
  };
  return [
    { status: 'created', atMs: createdAtMs },
    { status: 'sent', atMs: hash === null ? null : (sentAtMs ?? createdAtMs) },
    { status: 'seen on chain', atMs: isSeen ? (seenAtMs ?? sentAtMs ?? createdAtMs) : null },
    ...(isBridge
      ? [{ status: 'arriving on the other chain', atMs: destinationHash === null ? null : (settledAtMs ?? seenAtMs ?? createdAtMs) }]
      : []),
    end,
  ];
}

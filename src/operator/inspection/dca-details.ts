import type { DcaFill, FillBook } from '../../features/dca/fill-book.ts';
import type { Clock } from '../../values/clock.ts';
import type { DcaDetails, FillNote } from '../../values/inspection/actor-details.ts';
import type { DcaSketch, TransactionSketch } from '../../values/inspection/actor-sketch.ts';
import { dcaSchedule } from './dca-schedule.ts';
import type { Gather } from './gather.ts';

/** As many as a schedule shows, and some that other vaults' positions of the same number have. */
const FILLS = 1_000;

/** A DCA position's view: its schedule with what each order brought. */
export async function dcaDetails(
  sketch: DcaSketch,
  { fills, clock }: { readonly fills: Pick<FillBook, 'listOf'>; readonly clock: Clock },
  gather: Gather,
): Promise<{ readonly details: DcaDetails; readonly transactions: readonly TransactionSketch[] }> {
  const { chainId, wallet, link, fromToken, toToken, perOrder, plan, total } = sketch;
  const found = await gather('Its fills', [], async () => {
    if (link === null) return [];
    const all = await fills.listOf({ wallet, positionId: link.positionId, limit: FILLS });
    return all.filter((fill) => fill.chainId === chainId && fill.vault === link.vault);
  });
  const byIndex = new Map(found.map((fill) => [fill.orderIndex, noteOf(fill)]));
  return {
    details: {
      kind: 'dca',
      perOrder: { amount: perOrder, token: fromToken, chainId },
      tokenOut: toToken,
      orders: plan === null ? [] : dcaSchedule({ plan, total }, byIndex, clock.now()),
      total,
    },
    transactions: found.map(({ txHash, orderIndex, blockNumber }) => ({
      chainId,
      hash: txHash,
      nonce: null,
      status: 'mined',
      blockNumber,
      what: `Order ${orderIndex + 1}`,
    })),
  };
}

function noteOf({ executedAtMs, fromToken, toToken, amountIn, amountOut, chainId, txHash }: DcaFill): FillNote {
  return {
    atMs: executedAtMs,
    side: 'buy',
    given: { amount: amountIn, token: fromToken, chainId },
    got: { amount: amountOut, token: toToken, chainId },
    strategyId: null,
    txHash,
  };
}

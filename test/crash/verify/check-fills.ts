import type { ApiFill } from '../api-client.ts';
import type { ChainOrder } from '../chain-view.ts';
import type { Answers } from './collect-answers.ts';

/** Checks that the fills that clients see are exactly the orders executed on chain: none is missing, duplicated or additional. */
export function checkFills(executed: readonly ChainOrder[], answers: Answers): string[] {
  const onChain = executed.map((order) => keyOf(`${order.wallet}/${order.positionId}`, order));
  const shown = [...answers.fills].flatMap(([position, fills]) => fills.map((fill) => keyOf(position, fill)));
  const problems: string[] = [];
  const left = new Map<string, number>();
  for (const key of shown) left.set(key, (left.get(key) ?? 0) + 1);
  for (const key of onChain) {
    const count = left.get(key) ?? 0;
    if (count === 0) problems.push(`a fill is missing: ${key}`);
    left.set(key, count - 1);
  }
  for (const [key, count] of left) if (count > 0) problems.push(`a fill is double, or not on chain: ${key}`);
  return problems;
}

type Told = Pick<ApiFill, 'orderIndex' | 'txHash' | 'amountIn' | 'amountOut' | 'blockNumber' | 'blockHash'>;

function keyOf(position: string, { orderIndex, txHash, amountIn, amountOut, blockNumber, blockHash }: Told): string {
  return `${position} order ${orderIndex} ${amountIn}->${amountOut} in ${txHash}, block ${blockNumber} ${blockHash}`;
}

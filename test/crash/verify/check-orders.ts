import type { ChainOrder, ChainPosition } from '../chain-view.ts';
import type { Wanted } from '../owners.ts';

/**
 * Checks that every due order was executed exactly once, and that every position that an owner intended exists and is completed or
 * cancelled.
 */
export function checkOrders(
  positions: readonly ChainPosition[],
  executed: readonly ChainOrder[],
  wanted: readonly Wanted[],
  isSettled: boolean,
): string[] {
  const problems: string[] = [];
  for (const { wallet, positionId, processed, frequency, status } of positions) {
    const name = `position ${wallet}/${positionId}`;
    const indexes = executed.filter((order) => order.wallet === wallet && order.positionId === positionId).map((order) => order.orderIndex);
    const due = Array.from({ length: processed }, (_, index) => index);
    if (JSON.stringify(indexes) !== JSON.stringify(due))
      problems.push(`${name} has processed ${processed} orders, and executed [${indexes}]`);
    if (isSettled && status === 'completed' && processed !== frequency)
      problems.push(`${name} is completed after ${processed} of ${frequency}`);
    if (isSettled && status === 'active') problems.push(`${name} still runs`);
  }
  if (isSettled && positions.length !== wanted.length)
    problems.push(`${wanted.length} positions were opened, and ${positions.length} are there`);
  return problems;
}

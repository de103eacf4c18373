import type { TradeDetails } from '../../../../values/inspection/actor-details.ts';

export type TradeStep = TradeDetails['path'][number] & { readonly state: 'done' | 'failed' | 'now' | 'later' };

/** Steps with where the trade is: the last one that it reached is `now`, unless that is an end. */
export function tradeSteps(path: TradeDetails['path']): readonly TradeStep[] {
  const reached = path.findLastIndex(({ atMs }) => atMs !== null);
  const isOver = reached === path.length - 1;
  return path.map((step, index) => ({ ...step, state: stateOf(step, index, reached, isOver) }));
}

function stateOf({ status, atMs }: TradeDetails['path'][number], index: number, reached: number, isOver: boolean): TradeStep['state'] {
  if (index > reached) return 'later';
  if (isOver && index === reached) return status === 'failed' ? 'failed' : 'done';
  if (index === reached) return 'now';
  // A step between two that it reached, of which nobody saw anything.
  return atMs === null ? 'later' : 'done';
}

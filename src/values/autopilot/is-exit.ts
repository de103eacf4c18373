import type { TradeIntent } from './outcome.ts';

/** A stop loss or a take profit: it protects what the owner has, and comes before buys. A rebalance that sells is none. */
export function isExit({ side, strategyType }: TradeIntent): boolean {
  if (strategyType === undefined) return side === 'sell';
  return strategyType === 'stop_loss' || strategyType === 'take_profit';
}

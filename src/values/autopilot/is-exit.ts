import type { TradeIntent } from './outcome.ts';

/**
 * Whether a trade comes from a stop loss or a take profit: these protect what the owner has, and go before buys. A rebalance that sells
 * does not count.
 */
export function isExit({ side, strategyType }: TradeIntent): boolean {
  if (strategyType === undefined) return side === 'sell';
  return strategyType === 'stop_loss' || strategyType === 'take_profit';
}

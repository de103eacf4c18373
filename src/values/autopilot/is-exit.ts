import type { TradeIntent } from './outcome.ts';

/**
 * Whether a trade comes from a stop loss or a take profit. Such trades protect the owner's holdings and have priority over purchases. A
 * sale by a rebalance is not an exit.
 */
export function isExit({ side, strategyType }: TradeIntent): boolean {
  if (strategyType === undefined) return side === 'sell';
  return strategyType === 'stop_loss' || strategyType === 'take_profit';
}

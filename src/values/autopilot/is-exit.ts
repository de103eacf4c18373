import type { TradeIntent } from './outcome.ts';

/**
 * Whether a trade is an exit: a sale by a stop loss or a take profit. Exits protect the owner's holdings and are executed before purchases.
 * A sale by a rebalance is not an exit.
 */
export function isExit({ side, strategyType }: TradeIntent): boolean {
  if (strategyType === undefined) return side === 'sell';
  return strategyType === 'stop_loss' || strategyType === 'take_profit';
}

import type { TradeExecuted } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { TradeFill } from '../../values/autopilot/outcome.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import { feeMember } from '../../values/vault-fee.ts';

/**
 * Converts a vault event about an executed trade to the trade's fill (its amounts, fee and time).
 * @param timeSec time of the block that contains the event, unix seconds
 */
export function fillOf({ amountIn, amountOut, fee }: Pick<TradeExecuted, 'amountIn' | 'amountOut' | 'fee'>, timeSec: number): TradeFill {
  return { amountIn: toBaseUnits(amountIn), amountOut: toBaseUnits(amountOut), blockTimeSec: timeSec, ...feeMember(fee) };
}

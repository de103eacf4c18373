import { minOutputAt } from '../../values/slippage-bps.ts';
import type { QuoteRequest } from './provider.ts';

/**
 * Computes the minimum output that is guaranteed for a trade, in base units. If the trade goes through the Relayer contract, the minimum is
 * the promised output minus the requested slippage, whatever the provider guarantees. Otherwise it is the provider's own minimum.
 * @param promised output in base units that was shown to the client
 */
export function heldMinimum(
  { request, relayer }: { readonly request: QuoteRequest; readonly relayer: string | null },
  { amountOut, amountOutMin }: { readonly amountOut: bigint; readonly amountOutMin: bigint },
  promised: bigint,
): bigint {
  if (relayer === null) return amountOutMin;
  const floor = minOutputAt(amountOut > promised ? amountOut : promised, request.slippageBps);
  return amountOutMin > floor ? amountOutMin : floor;
}

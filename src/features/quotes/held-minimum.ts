import { minOutputAt } from '../../values/slippage-bps.ts';
import type { QuoteRequest } from './provider.ts';

/**
 * The least output that a trade is held to. Our Relayer holds it to the slippage that was asked for, of what was promised, whatever the
 * provider itself guarantees; without one it is the provider's own minimum.
 * @param promised base units that the client was shown
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

import { minOutputAt } from '../../values/slippage-bps.ts';
import type { QuoteRequest } from './provider.ts';

/**
 * Computes the least output that is enforced for a trade. The Relayer enforces the requested slippage of the promised output, whatever the
 * provider guarantees; without the Relayer it is the provider's own minimum. @param promised base units that the client was shown
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

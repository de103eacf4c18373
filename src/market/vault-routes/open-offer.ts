import { minimumOutput } from '../routes/bounds.ts';
import type { OutputGuard, Reference } from '../routes/create-output-guard.ts';
import type { Route, RouteRequest } from '../routes/route-source.ts';
import type { VaultOffer } from './gather-offers.ts';

/** A route whose calldata has been built, so that the vault's call can be simulated with it. */
export type TriedRoute = {
  readonly route: Route;
  /** By how many basis points the route's promised output is below a fair price. */
  readonly worseBps: number;
  /** True for the service's own route over Uniswap v3, which was found and built without a third party. */
  readonly isOwn: boolean;
  /** The output, in base units, below which the simulation fails. It is at least the route's minimum output. */
  readonly probeMinimum: bigint;
};

/**
 * The data that is needed to build the call of an offered route. `own` is the service's own Uniswap v3 route, whose output limits what an
 * offer can plausibly promise; null when there is none.
 */
export type OpenWith = { readonly request: RouteRequest; readonly guard: OutputGuard; readonly own: Route | null };

export type OpenedOffer =
  | { readonly ok: true; readonly tried: TriedRoute }
  | { readonly ok: false; readonly reason: string; readonly detail: string; readonly isBreach: boolean };

/**
 * Maximum number of basis points by which the simulated output of an offered route may be below its promise. A small difference is allowed
 * because the price may change in between. With a larger difference, the source has promised too much, and the route is refused.
 */
export const PROBE_TOLERANCE_BPS = 20;
/** Maximum number of basis points by which a promised output may exceed both the fair price and the output of the route over Uniswap v3. */
const MOST_BETTER_BPS = 500n;
/** The maximum length of a route's calldata in bytes. Aggregators need about this many bytes for a dozen hops. */
export const MOST_CALLDATA_BYTES = 16_384;

/**
 * Whether the promised output of an offer is implausibly high. Such a route is not tried, since it would use up one of the few simulations
 * per order.
 */
export function isImplausible(
  amountOut: bigint,
  fair: { readonly reference: Pick<Reference, 'amountOut'>; readonly route?: Pick<Route, 'amountOut'> },
): boolean {
  const [reference, own] = [BigInt(fair.reference.amountOut), fair.route?.amountOut ?? 0n];
  const most = own > reference ? own : reference;
  return amountOut * 10_000n > most * (10_000n + MOST_BETTER_BPS);
}

/**
 * Builds the call of an offered route, and checks everything that can be checked without executing the call. The effect of the calldata
 * remains unknown until the simulation, in which the vault measures its own balances.
 */
export async function openOffer({ source, offer, targets, spenders }: VaultOffer, { request, guard, own }: OpenWith): Promise<OpenedOffer> {
  const built = await offer.build(AbortSignal.timeout(LONGEST_BUILD_MS));
  if (!built.ok) return built;
  const { target, spender, data } = built.call;
  if (!targets.has(target) || !spenders.has(spender)) return refused('router-not-allowed', `${target}, ${spender}`, false);
  if ((data.length - 2) / 2 > MOST_CALLDATA_BYTES) return refused('calldata-too-long', `${(data.length - 2) / 2} bytes`, true);
  const { amountOut } = built.call.amountOut < offer.amountOut ? built.call : offer;
  const least = minimumOutput(offer.amountOut, PROBE_TOLERANCE_BPS);
  if (amountOut < least) return refused('output-moved', `${built.call.amountOut} after ${offer.amountOut}`, false);
  const { chainId, tokenIn, tokenOut, amountIn, slippageBps } = request;
  const route: Route = {
    ...{ source: source.name, chainId, tokenIn, tokenOut, amountIn, amountOut, target, spender, data },
    amountOutMinimum: minimumOutput(amountOut, slippageBps),
    hops: [],
    gasEstimate: offer.gas ?? 0n,
  };
  const checked = await guard.check(route);
  if (!checked.ok) return refused(checked.reason, checked.detail, false);
  if (!source.isOnChain && own === null && isImplausible(amountOut, checked)) return refused('implausible-output', '', false);
  const probeMinimum = source.isOnChain ? route.amountOutMinimum : atLeast(minimumOutput(amountOut, PROBE_TOLERANCE_BPS), route);
  return { ok: true, tried: { route, worseBps: checked.worseBps, isOwn: false, probeMinimum } };
}

/** Time limit in ms for building the call of an offered route. The time limits that the sources set themselves are shorter. */
const LONGEST_BUILD_MS = 10_000;

function atLeast(amount: bigint, { amountOutMinimum }: Route): bigint {
  return amount > amountOutMinimum ? amount : amountOutMinimum;
}

function refused(reason: string, detail: string, isBreach: boolean): OpenedOffer {
  return { ok: false, reason, detail, isBreach };
}

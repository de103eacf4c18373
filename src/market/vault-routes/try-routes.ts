import type { AskedRoute } from '../../values/route-trail.ts';
import type { GasCost } from './gas-in-output.ts';
import { type Candidate, measuredNet, nextCandidate } from './next-candidate.ts';
import type { OpenedOffer, TriedRoute } from './open-offer.ts';

/** The result of simulating a route in the vault's own call. `value` is what the caller's simulation function returned. */
export type Probed<T> =
  | {
      readonly passed: true;
      readonly gas: bigint;
      /** Fee in wei for the transaction's data on a rollup, in addition to the gas. Missing when there is no such fee. */
      readonly otherFees?: bigint | undefined;
      readonly value: T;
      /** True when the route's minimum output was lowered because the bought token takes a fee on transfers. */
      readonly isReckoned?: boolean;
    }
  | {
      readonly passed: false;
      readonly value: T;
      /** The reason why the vault or the router rejected the route in the simulation. */
      readonly reason: string;
      /** True when no other route would pass either, because the order itself is not due, is paused, or exceeds a limit. */
      readonly isAboutOrder: boolean;
    };

export type RouteProbe<T> = (tried: TriedRoute) => Promise<Probed<T>>;

/** An offered route that can be simulated, with the function `open` that builds and checks the call of the route. */
export type OpenCandidate = Candidate & { readonly open: () => Promise<OpenedOffer> };

export type Tries<T> = {
  readonly passed: { readonly source: string; readonly value: T; readonly isReckoned: boolean } | null;
  /**
   * The refusal that is reported when no route passed the simulation: that of the service's own Uniswap v3 route if it was tried, otherwise
   * that of the first route.
   */
  readonly failed: { readonly source: string; readonly value: T } | null;
  /** True when the simulation failed because of the order itself (such as a pause), and not because of its routes. */
  readonly isAboutOrder: boolean;
  readonly results: readonly AskedRoute[];
  /** The refusals of routes, each with the source of its route and the reason (the same code as in `results`). */
  readonly refusals: readonly { readonly source: string; readonly reason: string; readonly isBreach: boolean }[];
};

/** Maximum number of routes that are simulated for one order. */
export const MOST_TRIES = 3;
/**
 * Maximum number of routes per order whose calls are built. It can be higher than the number of simulations, because calls that break a
 * rule are refused without a simulation.
 */
export const MOST_OPENED = 8;

/**
 * Simulates the offered routes of an order in the order of their promised output after gas, at most three. Ends when no remaining route can
 * be better than the best simulated result.
 * @param probeOther simulates a route that may keep the node busy or make it fail; null when that happened
 */
export async function tryRoutes<T>(
  candidates: readonly OpenCandidate[],
  costOf: GasCost | null,
  probe: RouteProbe<T>,
  probeOther: (tried: TriedRoute) => Promise<Probed<T> | null>,
): Promise<Tries<T>> {
  const untried = [...candidates];
  let simulated = 0;
  let opened = 0;
  const results: AskedRoute[] = [];
  const refusals: Tries<T>['refusals'][number][] = [];
  /**
   * The routes that passed the simulation, in ascending order of their output after gas. A route is added only if its output is higher than
   * that of the last one.
   */
  const passes: (NonNullable<Tries<T>['passed']> & { readonly net: bigint })[] = [];
  let failed: Tries<T>['failed'] = null;
  let isAboutOrder = false;

  while (!isAboutOrder) {
    const passedNet = passes.at(-1)?.net ?? null;
    const triesLeft = Math.min(MOST_TRIES - simulated, MOST_OPENED - opened);
    const next: OpenCandidate | null = nextCandidate(untried, triesLeft, passedNet, costOf);
    if (next === null) break;
    untried.splice(untried.indexOf(next), 1);
    const { source } = next;
    const call = await next.open();
    opened += 1;
    if (!call.ok) {
      refuse(next, call.reason, call.detail, call.isBreach);
      // If a route's source does not deliver the calldata in time, the request has taken as long as a simulation. So the request is counted
      // as a simulation.
      if (call.reason === 'timeout' || call.reason.startsWith('budget-')) simulated += 1;
      continue;
    }
    simulated += 1;
    // If the service's own route cannot be simulated, the chain cannot be read at all. So the error is thrown, unless another route has
    // already passed the simulation.
    const probed: Probed<T> | null = next.trust === 'own' && passedNet === null ? await probe(call.tried) : await probeOther(call.tried);
    if (probed === null) refuse(next, 'probe-timeout', '', false);
    else if (probed.passed) {
      const { amountOut } = call.tried.route;
      const net = measuredNet(amountOut, probed, costOf);
      results.push({ source, result: 'outbid', amountOut: amountOut.toString(), gas: probed.gas.toString() });
      if (passedNet === null || net > passedNet) passes.push({ source, value: probed.value, net, isReckoned: probed.isReckoned === true });
    } else {
      refuse(next, 'refused-at-probe', probed.reason, false);
      if (failed === null || next.trust === 'own') failed = { source, value: probed.value };
      isAboutOrder = probed.isAboutOrder;
    }
  }

  for (const { source, amountOut } of untried) results.push({ source, result: 'outbid', amountOut: amountOut.toString() });
  const passed = passes.at(-1) ?? null;
  const chosen = passed?.source ?? null;
  const named = results.map((one) => (one.source === chosen ? { ...one, result: 'chosen' } : one));
  return { passed, failed, isAboutOrder, results: named, refusals };

  function refuse({ source, amountOut }: Candidate, reason: string, detail: string, isBreach: boolean): void {
    results.push({ source, result: reason, amountOut: amountOut.toString(), detail });
    refusals.push({ source, reason, isBreach });
  }
}

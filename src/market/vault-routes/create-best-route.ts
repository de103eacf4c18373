import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { type AskedRoute, type RouteTrail, routeTrail } from '../../values/route-trail.ts';
import type { OutputGuard } from '../routes/create-output-guard.ts';
import type { RoutePlan, RoutePlanner, RouteSkip } from '../routes/create-route-planner.ts';
import type { RouteRequest } from '../routes/route-source.ts';
import type { GasInOutput } from './gas-in-output.ts';
import type { Gathered, GatherOffers, VaultOffer } from './gather-offers.ts';
import { isImplausible, type OpenWith, openOffer, type TriedRoute } from './open-offer.ts';
import type { CountRoutes } from './route-metrics.ts';
import type { SourceScores } from './source-scores.ts';
import { type OpenCandidate, type Probed, type RouteProbe, type Tries, tryRoutes } from './try-routes.ts';

export type Choice<T> =
  | { readonly kind: 'probed'; readonly value: T; readonly trail: RouteTrail | undefined }
  | { readonly kind: 'none'; readonly reason: RouteSkip; readonly detail: string; readonly trail: RouteTrail | undefined };

/**
 * Finds the route with the highest output after gas for a trade of a vault, over Uniswap v3 and all other sources whose contracts the vault
 * permits. The vault makes the call of the swap and receives the output (`recipient`). Up to three routes are simulated in the vault's own
 * call, in the order of their promised output after gas. The field `trail` of the result lists all sources that were queried; it is missing
 * when only Uniswap v3 was queried.
 * @throws RetryableError when the chain or Uniswap v3 cannot be queried, and the errors of `probe`
 */
export type BestRoute = {
  choose<T>(request: Omit<RouteRequest, 'slippageBps'> & { readonly slippageBps?: number }, probe: RouteProbe<T>): Promise<Choice<T>>;
};

/** The sources of routes in addition to Uniswap v3, and the functions needed to compare their routes. */
export type MoreRoutes = {
  readonly gatherOffers: GatherOffers;
  readonly gasInOutput: GasInOutput;
  readonly scores: SourceScores;
  readonly count: CountRoutes;
  readonly log: RepeatsLog;
};

/**
 * Time limit in ms for simulating a route of a provider (not one of the service's own Uniswap v3 routes). A route whose call keeps the node
 * busy for longer is refused.
 */
const PROBE_WITHIN_MS = 4_000;
/**
 * The reason code when the simulation of an order fails because the chain's last block is older than the time at which the order is due.
 * Every simulation of the order fails until there is a newer block.
 */
export const LAST_BLOCK_TOO_OLD = 'last-block-too-old';
/** Name of the service's own source of routes, which is always queried. */
const OWN = 'uniswap-v3';
/**
 * Reasons of refusing a route that apply to every route of the same tokens: there is no reliable price with which a route's output could be
 * compared. After such a refusal, no other route is tried.
 */
const NO_ROUTE_HELPS: ReadonlySet<RouteSkip> = new Set(['no-reference-price', 'price-disagreement']);
/**
 * Reasons of refusing a route which show that the route's source promised too much, provided that a route of another source passes the
 * simulation.
 */
const LIES: ReadonlySet<string> = new Set(['implausible-output', 'output-moved', 'probe-timeout', 'refused-at-probe']);

type FoundPlan = Extract<RoutePlan, { ok: true }>;

/** @param deps.more the sources besides Uniswap v3; when missing, routes use only Uniswap v3, and no other requests are made */
export function createBestRoute(deps: {
  routes: RoutePlanner;
  guard: OutputGuard;
  minOutputSlippageBps: number;
  more?: MoreRoutes | undefined;
}): BestRoute {
  const { routes, guard, minOutputSlippageBps, more } = deps;
  const repeats = more === undefined ? null : createRepeats({ log: more.log });

  return {
    async choose(asked, probe) {
      if (more === undefined) return await ownRoute(await routes.plan(asked), probe);
      const request = { slippageBps: minOutputSlippageBps, ...asked };
      const gathering = gather(request, more);
      let best: readonly string[] = [];
      try {
        const plan = await routes.plan(asked);
        const gathered = await gathering;
        const isAsked = gathered.offers.length + gathered.without.length > 0;
        if (!isAsked || (!plan.ok && NO_ROUTE_HELPS.has(plan.reason))) return await ownRoute(plan, probe);
        const chosen = await chooseAmong(request, plan, gathered, probe, more);
        best = chosen.best;
        return chosen.choice;
      } finally {
        void gathering.then(({ share }) => share?.(best));
      }
    },
  };

  async function gather(request: RouteRequest, { gatherOffers }: MoreRoutes): Promise<Gathered> {
    try {
      return await gatherOffers(request);
    } catch (error) {
      const { chainId } = request;
      repeats?.warn(String(chainId), 'Sources of routes other than Uniswap v3 could not be asked', { chainId, error });
      const detail = error instanceof CoxswainError ? error.code : '';
      return { offers: [], without: [{ source: 'others', result: 'unavailable', detail }], share: null };
    }
  }

  async function chooseAmong<T>(
    request: RouteRequest,
    plan: RoutePlan,
    { offers, without }: Gathered,
    probe: RouteProbe<T>,
    { gasInOutput, scores, count }: MoreRoutes,
  ): Promise<{ choice: Choice<T>; best: readonly string[] }> {
    const isTooGood = ({ source, offer }: VaultOffer) => !source.isOnChain && plan.ok && isImplausible(offer.amountOut, plan);
    const tooGood = offers.filter(isTooGood);
    const candidates = [
      ...(plan.ok ? [ownCandidate(plan)] : []),
      ...offers
        .filter((one) => !tooGood.includes(one))
        .map((one) => candidateOf(one, { request, guard, own: plan.ok ? plan.route : null })),
    ];
    const costOf = candidates.length < 2 ? null : await gasInOutput(request.chainId, request.tokenOut);
    const tries = await tryRoutes(candidates, costOf, probe, (tried) => probeOther(tried, probe));
    const results: readonly AskedRoute[] = [
      ...tries.results,
      ...(plan.ok ? [] : [{ source: OWN, result: plan.reason, detail: plan.detail }]),
      ...tooGood.map(({ source, offer }) => ({ source: source.name, result: 'implausible-output', amountOut: offer.amountOut.toString() })),
      ...without,
    ];
    count(results);
    const liars = tooGood.map(({ source }) => ({ source: source.name, reason: 'implausible-output', isBreach: false }));
    score(request, { ...tries, refusals: [...tries.refusals, ...liars] }, scores);
    const { passed, failed } = tries;
    const trail = routeTrail(passed?.source ?? null, results);
    const best = bestOf(passed?.source ?? (tries.isAboutOrder ? (failed?.source ?? null) : null), offers);
    const ended = passed ?? failed;
    if (ended !== null) return { choice: { kind: 'probed', value: ended.value, trail }, best };
    const why = plan.ok ? { reason: 'no-route' as const, detail: 'No route of the trade could be simulated successfully.' } : plan;
    return { choice: { kind: 'none', reason: why.reason, detail: why.detail, trail }, best };
  }
}

function candidateOf(offered: VaultOffer, openWith: OpenWith): OpenCandidate {
  const { source, offer } = offered;
  return {
    ...{ source: source.name, trust: source.isOnChain ? 'chain' : 'promised', amountOut: offer.amountOut, gas: offer.gas },
    open: () => openOffer(offered, openWith),
  };
}

async function ownRoute<T>(plan: RoutePlan, probe: RouteProbe<T>): Promise<Choice<T>> {
  if (!plan.ok) return { kind: 'none', reason: plan.reason, detail: plan.detail, trail: undefined };
  const { value } = await probe(ownTried(plan));
  return { kind: 'probed', value, trail: undefined };
}

function ownTried({ route, worseBps }: FoundPlan): TriedRoute {
  return { route, worseBps, isOwn: true, probeMinimum: route.amountOutMinimum };
}

function ownCandidate(plan: FoundPlan): OpenCandidate {
  const { source, amountOut, gasEstimate } = plan.route;
  return { source, trust: 'own', amountOut, gas: gasEstimate, open: async () => ({ ok: true, tried: ownTried(plan) }) };
}

/**
 * Simulates a route of a source other than the service's own. The route's calldata may keep a node busy or make it fail, so a failed
 * simulation counts as a refusal of the route. If the simulation failed because the chain cannot be read, the later simulation of the
 * service's own route fails with the right error.
 */
async function probeOther<T>(tried: TriedRoute, probe: RouteProbe<T>): Promise<Probed<T> | null> {
  try {
    return await withinTime(probe(tried), PROBE_WITHIN_MS, () => null);
  } catch (error) {
    if (error instanceof CoxswainError && error.code !== LAST_BLOCK_TOO_OLD) return null;
    throw error;
  }
}

/**
 * Records which sources' routes failed. A source is paused when its route was refused while another route passed, because this shows that
 * the tokens can be traded. There is one exception: the other route passed only because its minimum output was lowered for a fee on
 * transfer. Such a fee lowers the output of every route, so the refusal does not show that the source is at fault.
 */
function score<T>(request: RouteRequest, { passed, refusals }: Pick<Tries<T>, 'passed' | 'refusals'>, scores: SourceScores): void {
  for (const { source, reason, isBreach } of refusals) {
    if (isBreach) scores.brokeRule(source, request);
    else if (source !== OWN && passed !== null && !passed.isReckoned && LIES.has(reason)) scores.failed(source, request, 1);
  }
  if (passed !== null) scores.passed(passed.source, request);
}

/**
 * Returns the names of the sources that similar orders of the same minute will query: the source of the chosen route, and the best source
 * whose offers are read from the chain.
 */
function bestOf(chosen: string | null, offers: readonly VaultOffer[]): readonly string[] {
  const onChain = offers.filter(({ source }) => source.isOnChain).sort((a, b) => (a.offer.amountOut < b.offer.amountOut ? 1 : -1));
  const names = [chosen, onChain[0]?.source.name ?? null].filter((name) => name !== null);
  return [...new Set(names)];
}

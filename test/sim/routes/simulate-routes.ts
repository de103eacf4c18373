import type { RoutePlan, RoutePlanner } from '../../../src/market/routes/create-route-planner.ts';
import type { OfferSource } from '../../../src/market/routes/offer-source.ts';
import type { Route } from '../../../src/market/routes/route-source.ts';
import { createBestRoute } from '../../../src/market/vault-routes/create-best-route.ts';
import { createGatherOffers } from '../../../src/market/vault-routes/gather-offers.ts';
import { PROBE_TOLERANCE_BPS } from '../../../src/market/vault-routes/open-offer.ts';
import { createSharedChoices } from '../../../src/market/vault-routes/shared-choices.ts';
import { createSourceScores } from '../../../src/market/vault-routes/source-scores.ts';
import { MOST_OPENED, MOST_TRIES, type RouteProbe } from '../../../src/market/vault-routes/try-routes.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import type { AskedRoute, RouteTrail } from '../../../src/values/route-trail.ts';

/** Ways to break the choice of routes on purpose. The simulation must detect each of them; otherwise it would prove nothing. */
export type RouteBreakage = 'promises-are-believed' | 'gas-is-ignored' | 'first-one-wins';

export type RoutesReport = {
  readonly orders: number;
  /** For each source of routes: the number of orders that were sent over a route of that source. */
  readonly sent: Readonly<Record<string, number>>;
  /** Number of the sources' answers by result, such as sent or refused. */
  readonly results: Readonly<Record<string, number>>;
  readonly refusedOrders: number;
};

const LIES = ['less', 'nothing', 'world', 'gas', 'reverts', 'busy', 'contract', 'bait', 'calldata'] as const;
type Lie = (typeof LIES)[number];

/** Properties of a simulated source of routes (a provider). */
type Provider = {
  readonly name: string;
  readonly isOnChain: boolean;
  readonly router: Address;
  /** Liquidity of the source's simulated pool, in units of the sold token. */
  readonly depth: bigint;
  readonly feeBps: bigint;
  readonly gas: bigint;
  readonly lie: Lie | null;
  /** Fraction of the orders about which the source lies, and fraction of the time in which it is unavailable. */
  readonly liesAt: number;
  readonly outages: number;
};

/** How a source actually behaves for one order. */
type Truth = { readonly delivers: bigint; readonly uses: bigint; readonly isHonest: boolean; readonly probe: 'runs' | 'reverts' | 'busy' };

const [VAULT, TOKEN_OUT] = [parseAddress(`0x${'fe'.repeat(20)}`), parseAddress(`0x${'02'.repeat(20)}`)];
const pairOf = (index: number) => parseAddress(`0x${(0x20 + index).toString(16).repeat(20)}`);
const routerOf = (index: number) => parseAddress(`0x${(0x80 + index).toString(16).repeat(20)}`);
const OWN: Omit<Provider, 'depth'> = {
  ...{ name: 'uniswap-v3', isOnChain: true, router: routerOf(0), feeBps: 30n, gas: 130_000n },
  ...{ lie: null, liesAt: 0, outages: 0.02 },
};
const PAIRS = 5;
/**
 * Limit of the price guard in basis points: how far a quote may be below the fair price, which is one unit of output for one unit of input.
 */
const MOST_WORSE_BPS = 300n;
const SLIPPAGE_BPS = 100;
/**
 * Results of routes that were refused after their calldata was built, and before they were simulated. The number of such routes per order
 * is limited too.
 */
const OPENED_ONLY: ReadonlySet<string> = new Set([
  'output-moved',
  'router-not-allowed',
  'calldata-too-long',
  'implausible-output',
  'output-below-reference',
]);
const VAULT_GAS = 180_000n;
/**
 * Maximum amount of gas that a source can understate without being detected. The check assumes more gas for the vault's own work than the
 * vault really uses; this is the difference.
 */
const GAS_ERROR = 20_000n;

/**
 * Simulates orders of one vault with 20 providers of random depth and gas use, some of which lie or are sometimes unavailable. For each
 * order, the sent route must be within all limits. It may be worse than the best other honest route by at most the error of the simulation.
 * Only routes count that passed the vault's simulation, or were omitted because they promised less.
 * @throws Error with the order's name
 */
export async function simulateRoutes(options: { orders: number; seed: number; broken?: RouteBreakage | undefined }): Promise<RoutesReport> {
  const { orders, seed, broken } = options;
  const random = seededRandom(seed);
  const clock = { nowMs: 1_700_000_000_000, now: () => clock.nowMs };
  const providers = Array.from({ length: 20 }, (_, index) => drawProvider(random, index + 1));
  const own: Provider = { ...OWN, depth: 3_000_000n * 10n ** 6n };
  const world = { truths: new Map<string, Truth>(), weiPerGas: 1n };
  /** The sources' answers for the current order; a stored record contains only some of them. */
  const answers: AskedRoute[] = [];
  const scores = createSourceScores({ clock });
  const costOf = (gas: bigint) => gas * world.weiPerGas;
  const best = createBestRoute({
    ...{ routes: ownPlanner(own), guard: { check: async (route) => checked(route) }, minOutputSlippageBps: SLIPPAGE_BPS },
    more: {
      gatherOffers: createGatherOffers({
        sources: providers.map((provider) => sourceOf(provider)),
        allowed: {
          of: async (_chainId, _vault, routers) => new Map(routers.map((router) => [router, { isTarget: true, isSpender: true }])),
        },
        ...{ scores, choices: createSharedChoices({ clock }) },
      }),
      gasInOutput: async () => (broken === 'gas-is-ignored' ? null : costOf),
      ...{ scores, log: silentLog, count: (results) => void answers.push(...results) },
    },
  });
  const report = { sent: new Map<string, number>(), results: new Map<string, number>(), refusedOrders: 0 };

  for (let order = 0; order < orders; order += 1) {
    // Time until the next order. In some cases it is only seconds, so that several orders can share one choice of routes. In others it is
    // hours, so that the back-off of failed sources ends.
    clock.nowMs += random() < 0.3 ? 5_000 : Math.floor(random() * (random() < 0.1 ? 4 * 3_600_000 : 180_000));
    world.weiPerGas = BigInt(1 + Math.floor(random() ** 3 * 60));
    const amountIn = 10n ** 6n * BigInt(Math.floor(10 ** (1 + random() * 4)));
    const tokenIn = pairOf(Math.floor(random() * PAIRS));
    world.truths = new Map([own, ...providers].map((provider) => [provider.name, truthOf(provider, amountIn, random)]));
    const request = { chainId: 1, tokenIn, tokenOut: TOKEN_OUT, amountIn, recipient: VAULT, deadlineSec: 1_800_000_000 };
    answers.length = 0;
    const passed = new Map<string, bigint>();
    const tried: string[] = [];
    const choice = await best.choose(request, probeFor(passed, tried)).catch((error: unknown) => {
      if (error instanceof RetryableError) return null;
      throw error;
    });
    if (choice === null || choice.kind === 'none') {
      report.refusedOrders += 1;
      continue;
    }
    for (const { result } of answers) report.results.set(result, (report.results.get(result) ?? 0) + 1);
    const sent = passed.size === 0 ? null : choice.value;
    if (sent === null) {
      report.refusedOrders += 1;
      continue;
    }
    report.sent.set(sent.source, (report.sent.get(sent.source) ?? 0) + 1);
    check(`order ${order} of ${amountIn}`, sent, passed, tried, choice.trail);
  }
  return {
    orders,
    sent: Object.fromEntries(report.sent),
    results: Object.fromEntries(report.results),
    refusedOrders: report.refusedOrders,
  };

  function check(
    what: string,
    sent: Route,
    passed: ReadonlyMap<string, bigint>,
    tried: readonly string[],
    trail: RouteTrail | undefined,
  ): void {
    const truth = world.truths.get(sent.source);
    if (truth === undefined) throw new Error(`${what} went through ${sent.source}, which nobody knows`);
    if (tried.length > MOST_TRIES) throw new Error(`${what} was simulated ${tried.length} times`);
    if (truth.delivers * 10_000n < sent.amountIn * (10_000n - MOST_WORSE_BPS - BigInt(PROBE_TOLERANCE_BPS)))
      throw new Error(`${what} got ${truth.delivers} by ${sent.source}, which is below the fair price`);
    if (sent.amountOutMinimum * 10_000n < sent.amountOut * (10_000n - BigInt(SLIPPAGE_BPS)))
      throw new Error(`${what} was sent with a minimum below its slippage`);
    const provider = [own, ...providers].find(({ name }) => name === sent.source);
    if (sent.target !== provider?.router || sent.spender !== provider.router) throw new Error(`${what} went to another contract`);
    if (JSON.stringify(trail ?? null).length > 3_500) throw new Error(`${what} has a record of ${JSON.stringify(trail).length} bytes`);
    // The sent route is compared with the routes that could have been sent instead: those of honest sources that passed the vault's
    // simulation, or that were not simulated because they promised less.
    const error = (sent.amountOut * BigInt(PROBE_TOLERANCE_BPS)) / 10_000n + costOf(GAS_ERROR) + 2n;
    const got = truth.delivers - costOf(truth.uses);
    const opened = tried.length + answers.filter(({ result }) => OPENED_ONLY.has(result)).length;
    for (const { source, result } of answers) {
      const other = world.truths.get(source);
      const couldPass = passed.has(source) || (result === 'outbid' && other?.isHonest === true);
      if (other === undefined || !couldPass || !other.isHonest) continue;
      // Such a route is skipped when it was not simulated because the maximum number of simulations per order was reached.
      if (!passed.has(source) && (tried.length === MOST_TRIES || opened >= MOST_OPENED)) continue;
      const net = other.delivers - costOf(other.uses);
      if (net - got > error) throw new Error(`${what} got ${got} after gas by ${sent.source}, and ${source} would have brought ${net}`);
    }
  }

  function probeFor(passed: Map<string, bigint>, tried: string[]): RouteProbe<Route> {
    return async ({ route, probeMinimum }) => {
      tried.push(route.source);
      const truth = world.truths.get(route.source);
      if (truth === undefined || truth.probe === 'busy') throw new RetryableError({ code: 'rpc-timeout', message: 'busy' });
      const least = broken === 'promises-are-believed' ? 0n : probeMinimum;
      if (truth.probe === 'reverts' || (truth.delivers < least && truth.delivers >= 0n) || truth.uses > 3_000_000n)
        return { passed: false, value: route, reason: 'OutputBelowMinimum', isAboutOrder: false };
      passed.set(route.source, truth.delivers);
      return { passed: true, gas: broken === 'first-one-wins' ? 0n : truth.uses, value: route };
    };
  }

  function sourceOf(provider: Provider): OfferSource {
    const { name, isOnChain, router, lie } = provider;
    return {
      ...{ name, isOnChain },
      routersOn: async () => ({ targets: [router], spenders: [router] }),
      async offer({ amountIn }) {
        if (random() < provider.outages) return { ok: false, reason: 'timeout', detail: '', isBreach: false };
        const truth = world.truths.get(name);
        const isLying = truth?.isHonest === false ? lie : null;
        const real = outputOf(provider, amountIn);
        const amountOut = isLying === 'world' ? amountIn * 3n : isLying === null || isLying === 'gas' ? real : (real * 102n) / 100n;
        const gas = isLying === 'gas' ? 1n : provider.gas;
        const target = isLying === 'contract' ? TOKEN_OUT : router;
        const data = `0x${'00'.repeat(isLying === 'calldata' ? 20_000 : 4)}` as const;
        const built = { target, spender: router, data, amountOut: isLying === 'bait' ? real / 2n : amountOut };
        return { ok: true, offer: { amountOut, gas, build: async () => ({ ok: true, call: built }) } };
      },
    };
  }

  function ownPlanner(provider: Provider): RoutePlanner {
    return {
      async plan({ chainId, tokenIn, tokenOut, amountIn }): Promise<RoutePlan> {
        if (random() < provider.outages) return { ok: false, reason: 'no-route', detail: 'No pool.' };
        const amountOut = outputOf(provider, amountIn);
        const amounts = { amountIn, amountOut, amountOutMinimum: (amountOut * 99n + 99n) / 100n, gasEstimate: provider.gas };
        const { name: source, router: target } = provider;
        const route: Route = { source, chainId, tokenIn, tokenOut, ...amounts, target, spender: target, data: '0x00', hops: [] };
        const answer = checked(route);
        return answer.ok ? { ok: true, route, reference: answer.reference, worseBps: answer.worseBps } : answer;
      },
    };
  }
}

function drawProvider(random: () => number, index: number): Provider {
  const isOnChain = index <= 2;
  const lies = !isOnChain && random() < 0.5;
  return {
    ...{ name: isOnChain ? `uniswap-v${index * 2}` : `provider-${index}`, isOnChain, router: routerOf(index) },
    depth: 10n ** 6n * BigInt(Math.floor(10 ** (5 + random() * 2.5))),
    feeBps: BigInt(1 + Math.floor(random() * 40)),
    gas: BigInt(90_000 + Math.floor(random() * 500_000)),
    lie: lies ? (LIES[Math.floor(random() * LIES.length)] ?? null) : null,
    liesAt: random(),
    outages: random() < 0.3 ? random() * 0.5 : 0.02,
  };
}

/** Returns the output of a constant-product pool with the given depth for an input, at a price of one. */
function outputOf({ depth, feeBps }: Provider, amountIn: bigint): bigint {
  const after = amountIn * (10_000n - feeBps);
  return (depth * after) / (depth * 10_000n + after);
}

function truthOf(provider: Provider, amountIn: bigint, random: () => number): Truth {
  const real = outputOf(provider, amountIn);
  const uses = VAULT_GAS + provider.gas;
  if (provider.lie === null || random() >= provider.liesAt) return { delivers: real, uses, isHonest: true, probe: 'runs' };
  const { lie } = provider;
  if (lie === 'reverts') return { delivers: 0n, uses, isHonest: false, probe: 'reverts' };
  if (lie === 'busy') return { delivers: 0n, uses, isHonest: false, probe: 'busy' };
  if (lie === 'gas') return { delivers: real, uses: uses + BigInt(Math.floor(random() * 6_000_000)), isHonest: false, probe: 'runs' };
  return { delivers: lie === 'nothing' ? 0n : (real * 97n) / 100n, uses, isHonest: false, probe: 'runs' };
}

function checked({ amountIn, amountOut }: Pick<Route, 'amountIn' | 'amountOut'>) {
  const worseBps = amountOut >= amountIn ? 0 : Number(((amountIn - amountOut) * 10_000n + amountIn - 1n) / amountIn);
  if (BigInt(worseBps) > MOST_WORSE_BPS) {
    return { ok: false, reason: 'output-below-reference', detail: 'Too little.', reference: null } as const;
  }
  const reference = { kind: 'pool-average', amountOut: amountIn.toString(), overSeconds: 600 } as const;
  return { ok: true, reference, worseBps } as const;
}

import type { RoutePlanner } from '../../../../src/market/routes/create-route-planner.ts';
import type { OfferSource } from '../../../../src/market/routes/offer-source.ts';
import type { Route } from '../../../../src/market/routes/route-source.ts';
import { createAllowedRouters } from '../../../../src/market/vault-routes/allowed-routers.ts';
import { createBestRoute } from '../../../../src/market/vault-routes/create-best-route.ts';
import { createGatherOffers } from '../../../../src/market/vault-routes/gather-offers.ts';
import { createSharedChoices } from '../../../../src/market/vault-routes/shared-choices.ts';
import { createSourceScores } from '../../../../src/market/vault-routes/source-scores.ts';
import type { RouteProbe } from '../../../../src/market/vault-routes/try-routes.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import type { AskedRoute } from '../../../../src/values/route-trail.ts';

const addressOf = (byte: number) => parseAddress(`0x${byte.toString(16).padStart(2, '0').repeat(20)}`);
export const [VAULT, USD, COIN, OWN_ROUTER] = [addressOf(0xff), addressOf(0x01), addressOf(0x02), addressOf(0x03)];
export const REQUEST = { chainId: 1, tokenIn: USD, tokenOut: COIN, amountIn: 1_000_000n, recipient: VAULT, deadlineSec: 1_800_000_000 };

/** What a simulated source of routes promises, and how the simulation of its call ends. */
export type FakeSource = {
  readonly name: string;
  readonly isOnChain?: boolean;
  readonly promises?: bigint;
  readonly promisesGas?: bigint | null;
  /** Amount that the call really delivers; defaults to the promised amount. */
  readonly delivers?: bigint;
  readonly uses?: bigint;
  /** Fees in wei in addition to the gas; one wei counts as one unit of output. */
  readonly otherFees?: bigint;
  readonly isAllowed?: boolean;
  /** Why the source makes no offer; absent when it makes one. */
  readonly fails?: string;
  readonly builds?: { readonly amountOut?: bigint; readonly target?: Address; readonly bytes?: number; readonly fails?: string };
  readonly probe?: 'reverts' | 'throws' | 'hangs' | 'order-refused';
};

const BASE: Required<Pick<FakeSource, 'name' | 'uses' | 'promises'>> = { name: 'uniswap-v3', promises: 1_000_000n, uses: 300_000n };

/**
 * Creates sources of routes whose calls are simulated from their definitions. A unit of gas costs `gasCost` millionths of a unit of output.
 */
export function createFakeWorld(
  sources: readonly FakeSource[],
  options: { readonly own?: Partial<FakeSource> | null; readonly reference?: bigint; readonly gasCost?: bigint | null } = {},
) {
  const own = options.own === null ? null : { ...BASE, ...options.own };
  const reference = options.reference ?? 1_000_000n;
  const clock = { nowMs: 1_700_000_000_000, now: () => clock.nowMs };
  const asked: string[] = [];
  const probes: string[] = [];
  const counted: AskedRoute[] = [];
  let reads = 0;
  const routerOf = (name: string) => addressOf(0x10 + sources.findIndex((one) => one.name === name));
  const scores = createSourceScores({ clock });
  const routes: RoutePlanner = {
    plan: async () =>
      own === null
        ? { ok: false, reason: 'no-route', detail: 'No pool.' }
        : {
            ok: true,
            route: routeOf('uniswap-v3', own.promises ?? 0n, OWN_ROUTER),
            reference: { kind: 'pool-average', amountOut: reference.toString(), overSeconds: 600 },
            worseBps: 0,
          },
  };
  const guard = {
    check: async ({ amountOut }: Route) =>
      amountOut * 10_000n < reference * 9_700n
        ? ({ ok: false, reason: 'output-below-reference', detail: 'Too little.', reference: null } as const)
        : ({
            ok: true,
            reference: { kind: 'pool-average', amountOut: reference.toString(), overSeconds: 600 },
            worseBps: 0,
          } as const),
  };
  const best = createBestRoute({
    ...{ routes, guard, minOutputSlippageBps: 100 },
    more: {
      gatherOffers: createGatherOffers({
        sources: sources.map(sourceOf),
        allowed: createAllowedRouters({
          vaultRouters: {
            async permissions(_chainId, _vault, routers) {
              reads += 1;
              return routers.map((router) => {
                const source = sources.find(({ name }) => routerOf(name) === router);
                const isAllowed = source?.isAllowed !== false;
                return { isTarget: isAllowed, isSpender: isAllowed };
              });
            },
          },
          clock,
        }),
        ...{ scores, choices: createSharedChoices({ clock, waitMs: 200 }) },
      }),
      gasInOutput: async () =>
        options.gasCost == null ? null : (gas, otherFees = 0n) => (gas * (options.gasCost ?? 0n)) / 1_000_000n + otherFees,
      ...{ scores, log: silentLog, count: (results) => void counted.push(...results) },
    },
  });

  /** Simulates a route as a vault does: with the amount that the source really delivers, and not with the promised amount. */
  const probe: RouteProbe<{ sent: string; minimum: bigint }> = async ({ route, probeMinimum }) => {
    probes.push(route.source);
    const known: Partial<FakeSource> =
      route.source === 'uniswap-v3' ? { ...own } : { ...sources.find(({ name }) => name === route.source) };
    const value = { sent: route.source, minimum: route.amountOutMinimum };
    if (known.probe === 'hangs') return await new Promise(() => {});
    if (known.probe === 'throws') throw new RetryableError({ code: 'rpc-timeout', message: 'busy' });
    if (known.probe === 'order-refused')
      return { passed: false, value: { ...value, sent: 'paused' }, reason: 'Paused', isAboutOrder: true };
    const refused = { passed: false, value: { ...value, sent: `refused ${route.source}` }, isAboutOrder: false } as const;
    if (known.probe === 'reverts') return { ...refused, reason: 'SwapFailed' };
    const delivered = known.delivers ?? known.promises ?? 1_000_000n;
    if (delivered < probeMinimum) return { ...refused, reason: 'OutputBelowMinimum' };
    return { passed: true, gas: known.uses ?? 300_000n, otherFees: known.otherFees, value };
  };

  return {
    ...{ best, probe, clock, asked, probes, counted, scores },
    reads: () => reads,
    async choose(more: Partial<typeof REQUEST> = {}) {
      const choice = await best.choose({ ...REQUEST, ...more }, probe);
      const results = Object.fromEntries(choice.trail?.asked.map(({ source, result }) => [source, result]) ?? []);
      return { choice, results, sent: choice.kind === 'probed' ? choice.value.sent : choice.reason };
    },
  };

  function sourceOf(fake: FakeSource): OfferSource {
    const { name, isOnChain = false, promises = 1_000_000n, promisesGas = 100_000n, fails, builds = {} } = fake;
    const router = routerOf(name);
    return {
      ...{ name, isOnChain },
      routersOn: async () => ({ targets: [router], spenders: [router] }),
      async offer() {
        asked.push(name);
        if (fails !== undefined) return { ok: false, reason: fails, detail: '', isBreach: fails === 'unpinned-contract' };
        const build = async () => {
          if (builds.fails !== undefined) {
            return { ok: false, reason: builds.fails, detail: '', isBreach: builds.fails === 'value-not-zero' } as const;
          }
          const data = `0x${'00'.repeat(builds.bytes ?? 4)}` as const;
          return {
            ok: true,
            call: { target: builds.target ?? router, spender: router, data, amountOut: builds.amountOut ?? promises },
          } as const;
        };
        return { ok: true, offer: { amountOut: promises, gas: promisesGas, build } };
      },
    };
  }

  function routeOf(source: string, amountOut: bigint, router: Address): Route {
    const { chainId, tokenIn, tokenOut, amountIn } = REQUEST;
    const amounts = { amountIn, amountOut, amountOutMinimum: (amountOut * 99n) / 100n, gasEstimate: 100_000n };
    return { source, chainId, tokenIn, tokenOut, ...amounts, target: router, spender: router, data: '0x00', hops: [] };
  }
}

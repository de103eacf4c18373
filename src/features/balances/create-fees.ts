import * as v from 'valibot';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import { earnedTokenSchema, earnedUsdSchema, usdOf, valueFees } from '../../market/earned-fees/value-fees.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { formatRational } from '../../values/rational.ts';
import { usdTextOf } from '../../values/usd.ts';
import type { ReadableChains } from './create-balances.ts';
import { chainIsRead, type FailedChain, failedChain, failedChainSchema } from './failed-chain.ts';
import { heldToken, heldTokenSchema, sumOfUsd } from './held-token.ts';
import { type Balance, readBalances, tokensToRead } from './read-balances.ts';

/** Schema of the summary of the fees that the service has collected, as returned to clients and as cached. */
export const feesSummarySchema = v.object({
  /** Total value of the fees in dollars as a number, truncated to cents; `totalUsd` has the exact value. */
  total: v.number(),
  /** Total value of the fees in dollars, as a decimal string. */
  totalUsd: v.string(),
  /**
   * Always true, because the total is only a lower bound: it excludes tokens without a `coingeckoId` or a price, and chains that could not
   * be read, and values are rounded down.
   */
  isFloor: v.literal(true),
  /** When the chains were read, ISO 8601 in UTC. */
  readAt: v.string(),
  chains: v.array(
    v.object({ chainId: v.number(), name: v.string(), relayer: v.string(), valueUsd: v.string(), tokens: v.array(heldTokenSchema) }),
  ),
  failed: v.array(failedChainSchema),
  /**
   * Fees of the DCA and Autopilot vaults, summed over their fills (executed trades). These fees are not part of `total`, which is the value
   * of the relayers' holdings.
   */
  vaults: v.object({
    /** Amounts in dollars as decimal strings, at today's prices. */
    ...earnedUsdSchema.entries,
    chains: v.array(
      v.object({
        chainId: v.number(),
        name: v.string(),
        vault: v.string(),
        kind: v.nullable(v.picklist(['dca', 'autopilot'])),
        valueUsd: v.string(),
        tokens: v.array(earnedTokenSchema),
      }),
    ),
  }),
});

export type FeesSummary = v.InferOutput<typeof feesSummarySchema>;

export type Fees = {
  /**
   * Returns the dollar value that the relayer contracts of all shown chains hold (API specification, "Fees summary"). Calls that are made
   * during a read of the chains share its result.
   * @param isForced reads the chains again even when a summary of the last five minutes exists
   */
  summary(options: { readonly isForced: boolean }): Promise<FeesSummary>;
};

/** Cache key of the fees summary (API specification, "Limits"). */
const CACHE_KEY = 'fees:summary:v1';
const LIFETIME_MS = 300_000;
/**
 * Cache lifetime in ms of a fees summary in which a chain is missing. It is shorter than that of a complete summary, so that the missing
 * chain is soon read again.
 */
const INCOMPLETE_LIFETIME_MS = 30_000;
const CHAIN_TIMEOUT_MS = 8_000;

/**
 * Maximum number of tokens whose balances are read in one multicall (several calls combined in one request). The chains that are configured
 * by default have only a few dozen tokens.
 */
const MOST_TOKENS = 1_000;

/** Only tokens with a `coingeckoId` are counted (API specification, "Fees summary"). */
function isCounted({ coingeckoId }: { readonly coingeckoId?: string | undefined }): boolean {
  return coingeckoId !== undefined;
}

type Relayer = { readonly network: EffectiveNetwork; readonly address: Address };
type Outcome =
  | (Relayer & { readonly kind: 'read'; readonly balances: readonly Balance[] })
  | { readonly kind: 'failed'; readonly failure: FailedChain };

export function createFees(deps: {
  networks: Networks;
  tokens: Tokens;
  chains: ReadableChains;
  prices: Prices;
  earned: Pick<FeeSums, 'all'>;
  cache: Cache;
  clock: Clock;
  log: RepeatsLog;
  chainTimeoutMs?: number;
}): Fees {
  const { networks, tokens, chains, prices, earned, cache, clock, log, chainTimeoutMs = CHAIN_TIMEOUT_MS } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  let running: Promise<FeesSummary> | null = null;

  return {
    async summary({ isForced }) {
      const cached = isForced ? null : v.safeParse(feesSummarySchema, await cache.get(CACHE_KEY));
      if (cached?.success) return cached.output;
      running ??= readAll().finally(() => {
        running = null;
      });
      return await running;
    },
  };

  async function readAll(): Promise<FeesSummary> {
    const shown = (await networks.list()).filter(({ show }) => show);
    const relayers = shown.flatMap((network): Relayer[] => {
      const address = network.contracts.relayer;
      return address === null ? [] : [{ network, address }];
    });
    const outcomes = await Promise.all(relayers.map(readOne));
    const read = outcomes.flatMap((outcome) => (outcome.kind === 'read' ? [outcome] : []));
    const failed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.failure] : []));
    const priceOf = await prices.pricesOf(read.flatMap(({ balances }) => balances.map(({ token }) => token)));
    const chainList = read.map(({ network, address, balances }) => {
      const held = balances.map((balance) => heldToken(balance, priceOf));
      const valueUsd = usdTextOf(sumOfUsd(held.map((token) => token.valueUsd)));
      return { chainId: network.id, name: network.name, relayer: address, valueUsd, tokens: held };
    });
    const sum = sumOfUsd(chainList.map(({ valueUsd }) => valueUsd));
    const summary: FeesSummary = {
      total: Number(formatRational(sum, 2)),
      totalUsd: usdTextOf(sum),
      isFloor: true,
      readAt: new Date(clock.now()).toISOString(),
      chains: chainList,
      failed,
      vaults: await ofVaults(shown),
    };
    await cache.set(CACHE_KEY, summary, failed.length === 0 ? LIFETIME_MS : INCOMPLETE_LIFETIME_MS);
    return summary;
  }

  /** Returns the fees of the vaults on the shown chains. A vault that has been replaced is listed without its kind (DCA or Autopilot). */
  async function ofVaults(shown: readonly EffectiveNetwork[]): Promise<FeesSummary['vaults']> {
    const networkOf = new Map(shown.map((network) => [network.id, network]));
    const sums = (await earned.all()).filter(({ chainId }) => networkOf.has(chainId));
    const valued = await valueFees(sums, { tokens, prices, nowMs: clock.now() }, isCounted);
    const byVault = Map.groupBy(valued, ({ sum: { chainId, vault } }) => `${chainId}/${vault}`);
    const chainList = [...byVault.values()].flatMap((fees) => {
      const [first] = fees;
      const network = first === undefined ? undefined : networkOf.get(first.sum.chainId);
      if (first === undefined || network === undefined) return [];
      const { vault } = first.sum;
      const { dcaVault, autopilotVault } = network.contracts;
      const kind = vault === dcaVault ? ('dca' as const) : vault === autopilotVault ? ('autopilot' as const) : null;
      const { totalUsd: valueUsd } = usdOf(fees);
      return [{ chainId: network.id, name: network.name, vault, kind, valueUsd, tokens: fees.map(({ token }) => token) }];
    });
    return { ...usdOf(valued), chains: chainList };
  }

  async function readOne({ network, address }: Relayer): Promise<Outcome> {
    const listed = await tokens.listOf(network.id);
    const counted = tokensToRead(network, listed, MOST_TOKENS).filter(isCounted);
    try {
      // `chains.of` throws for a chain that has a relayer but for which this node has no endpoint. Such a chain is then listed as missing.
      const { balances } = await chainWithinTime(readBalances(chains.of(network.id), address, counted), chainTimeoutMs, network.id);
      chainIsRead(network, repeats);
      return { kind: 'read', network, address, balances: balances.filter(({ amount }) => amount > 0n) };
    } catch (error) {
      return { kind: 'failed', failure: failedChain(network, error, repeats) };
    }
  }
}

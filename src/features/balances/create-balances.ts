import * as v from 'valibot';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import type { ChainReads } from '../../platform/chain/chain.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { OverloadError } from '../../values/errors/overload-error.ts';
import { isNative } from '../../values/native.ts';
import { usdTextOf } from '../../values/usd.ts';
import { chainIsRead, type FailedChain, failedChain } from './failed-chain.ts';
import { heldToken, heldTokenSchema, sumOfUsd } from './held-token.ts';
import { type OwnerBalances, readBalances, tokensToRead } from './read-balances.ts';

/** Schema of a wallet's balances on one chain, as returned to clients and as cached. */
export const chainBalancesSchema = v.object({
  chainId: v.number(),
  name: v.string(),
  /** Time at which the balances were read, ISO 8601 in UTC. */
  readAt: v.string(),
  /** Tokens with a balance above zero, by rank; the native asset is always included. */
  tokens: v.array(heldTokenSchema),
  /** Addresses of tokens whose contract did not answer, so their balances are unknown. */
  unread: v.array(v.string()),
  valueUsd: v.string(),
});

export type ChainBalances = v.InferOutput<typeof chainBalancesSchema>;

export type WalletBalances = {
  readonly address: Address;
  /** Sum of all balances that have a known price, in dollars as a decimal string. */
  readonly totalUsd: string;
  readonly chains: readonly ChainBalances[];
  readonly failed: readonly FailedChain[];
};

export type Balances = {
  /**
   * Reads a wallet's balances on every shown chain for which this node has an endpoint, or on one chain. If a chain cannot be read within
   * its time limit, it is listed as failed, and the balances of the other chains are still returned.
   * @throws TerminalError `chain-not-found` (404), `chain-not-configured` (422) for a chain requested by id; OverloadError
   * `too-many-balance-reads` (503)
   */
  of(wallet: Address, chainId?: number): Promise<WalletBalances>;
};

/** The chains that this node can read, with the functions that reading balances needs. */
export type ReadableChains = { has(chainId: number): boolean; of(chainId: number): Pick<ChainReads, 'getBalance' | 'readContracts'> };

/**
 * Maximum number of tokens whose balances are read per chain, in the order of their rank. A client's token picker shows the same number
 * (API specification, "Limits"), and one multicall (several calls combined in one request) can read them all.
 */
const MOST_TOKENS = 200;
const LIFETIME_MS = 10_000;
/**
 * Maximum number of reads of wallets' balances that this node makes at once. A limit is needed because anyone can request any wallet, and
 * each request reads every chain.
 */
const MOST_AT_ONCE = 50;

export function createBalances(deps: {
  networks: Networks;
  tokens: Tokens;
  chains: ReadableChains;
  prices: Prices;
  cache: Cache;
  clock: Clock;
  log: RepeatsLog;
  chainTimeoutMs?: number;
}): Balances {
  const { networks, tokens, chains, prices, cache, clock, log, chainTimeoutMs = 5_000 } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  /** The reads of balances that are in progress. Requests for the same balances share one read. */
  const reading = new Map<string, Promise<WalletBalances>>();

  return {
    async of(wallet, chainId) {
      const asked = chainId === undefined ? await readable() : [await readableOne(chainId)];
      const key = `${wallet}/${chainId ?? ''}`;
      const pending = reading.get(key);
      if (pending !== undefined) return await pending;
      if (reading.size >= MOST_AT_ONCE) {
        const message = 'Too many balances are being read now. Try again in a second.';
        throw new OverloadError({ code: 'too-many-balance-reads', message, retryAfterMs: 1_000 });
      }
      const run = readAll(wallet, asked).finally(() => reading.delete(key));
      reading.set(key, run);
      return await run;
    },
  };

  async function readable(): Promise<readonly EffectiveNetwork[]> {
    return (await networks.list()).filter(({ id, show }) => show && chains.has(id));
  }

  async function readableOne(chainId: number): Promise<EffectiveNetwork> {
    const network = await networks.requireShown(chainId);
    // `chains.of` throws an error when this node has no endpoint for the chain.
    chains.of(chainId);
    return network;
  }

  async function readAll(wallet: Address, asked: readonly EffectiveNetwork[]): Promise<WalletBalances> {
    const outcomes = await Promise.all(asked.map((network) => cachedOrRead(wallet, network)));
    const fresh = outcomes.flatMap((outcome) => (outcome.kind === 'fresh' ? [outcome] : []));
    const held = fresh.flatMap(({ read }) => read.balances.filter(({ amount }) => amount > 0n));
    const priceOf = await prices.pricesOf(held.map(({ token }) => token));
    const present = ({ network, read }: (typeof fresh)[number]): ChainBalances => {
      const shown = read.balances.filter(({ token, amount }) => amount > 0n || isNative(token.address));
      const list = shown.map((balance) => heldToken(balance, priceOf));
      return {
        ...{ chainId: network.id, name: network.name, readAt: new Date(clock.now()).toISOString(), tokens: list },
        unread: read.unread.map(({ address }) => address),
        valueUsd: usdTextOf(sumOfUsd(list.map(({ valueUsd }) => valueUsd))),
      };
    };
    const chainList = outcomes.flatMap((outcome) => {
      if (outcome.kind === 'failed') return [];
      return [outcome.kind === 'cached' ? outcome.balances : present(outcome)];
    });
    const isFresh = new Set(fresh.map(({ network }) => network.id));
    await Promise.all(
      chainList.filter(({ chainId }) => isFresh.has(chainId)).map((one) => cache.set(keyOf(wallet, one.chainId), one, LIFETIME_MS)),
    );
    return {
      address: wallet,
      totalUsd: usdTextOf(sumOfUsd(chainList.map(({ valueUsd }) => valueUsd))),
      chains: chainList,
      failed: outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.failure] : [])),
    };
  }

  async function cachedOrRead(wallet: Address, network: EffectiveNetwork): Promise<Outcome> {
    const cached = v.safeParse(chainBalancesSchema, await cache.get(keyOf(wallet, network.id)));
    if (cached.success) return { kind: 'cached', balances: cached.output };
    try {
      const asked = tokensToRead(network, await tokens.listOf(network.id), MOST_TOKENS);
      const read = await chainWithinTime(readBalances(chains.of(network.id), wallet, asked), chainTimeoutMs, network.id);
      chainIsRead(network, repeats);
      return { kind: 'fresh', network, read };
    } catch (error) {
      return { kind: 'failed', failure: failedChain(network, error, repeats) };
    }
  }
}

type Outcome =
  | { readonly kind: 'cached'; readonly balances: ChainBalances }
  | { readonly kind: 'fresh'; readonly network: EffectiveNetwork; readonly read: OwnerBalances }
  | { readonly kind: 'failed'; readonly failure: FailedChain };

function keyOf(wallet: Address, chainId: number): string {
  return `balances:v1:${chainId}:${wallet}`;
}

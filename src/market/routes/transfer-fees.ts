import type { TokenProbe } from '../../platform/chain/token-probe/token-probe.ts';
import type { SwapPath, UniswapV3, UniswapV3Deployment } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import { type Address, isAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import type { Networks } from '../networks/create-networks.ts';

/**
 * A token's fee on transfer in basis points of the transferred amount, rounded up: for a transfer from a pool (`buyBps`) and to a pool
 * (`sellBps`).
 */
export type TransferFee = { readonly buyBps: number; readonly sellBps: number };

/** Measures the fee that a token takes on transfers; null when the fee cannot be measured. Throws the errors of reading the chain. */
export type TransferFees = {
  /** @param options.maxAgeMs maximum age in ms of a cached measurement that may be used; when missing, any cached measurement is used */
  of(chainId: number, token: string, options?: { readonly maxAgeMs: number }): Promise<TransferFee | null>;
};

/**
 * Amount of the native asset that the simulated trade spends, in wei. It is large enough to detect a fee of one basis point, and small
 * enough for any pool.
 */
const AMOUNT_IN = 10n ** 15n;
/** How long a measured fee is cached, in ms. The time is limited because the token's owner may change the fee. */
const KEEP_MS = 10 * 60_000;
/**
 * How long the result is cached that a token's fee on transfer cannot be measured, in ms. The time is short, because a pool or an RPC
 * endpoint that is needed may become available soon.
 */
const KEEP_UNKNOWN_MS = 60_000;
const MOST_KEPT = 1_000;

type Kept = { readonly atMs: number; readonly untilMs: number; readonly fee: TransferFee | null };

/**
 * Measures tokens' fees on transfer by a trade in a Uniswap v3 pool, simulated in one `eth_call`. Providers are not asked for the fees,
 * because most do not report such fees, and their numbers would have to be trusted. Fees can only be measured on chains that this node can
 * read and that have such pools. Concurrent callers share one measurement of a token.
 */
export function createTransferFees(deps: {
  readonly uniswapV3: Pick<UniswapV3, 'findPools' | 'quote'>;
  readonly probe: TokenProbe;
  readonly networks: Pick<Networks, 'get'>;
  readonly canRead: (chainId: number) => boolean;
  readonly clock: Clock;
}): TransferFees {
  const { uniswapV3, probe, networks, canRead, clock } = deps;
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<TransferFee | null>>();

  return {
    async of(chainId, token, options) {
      const key = `${chainId}/${token}`;
      const known = kept.get(key);
      if (known !== undefined && clock.now() < Math.min(known.untilMs, known.atMs + (options?.maxAgeMs ?? KEEP_MS))) return known.fee;
      let measuring = running.get(key);
      if (measuring === undefined) {
        measuring = measure(chainId, token)
          .then((fee) => keep(key, fee))
          .finally(() => running.delete(key));
        running.set(key, measuring);
      }
      return await measuring;
    },
  };

  function keep(key: string, fee: TransferFee | null): TransferFee | null {
    kept.delete(key);
    kept.set(key, { fee, atMs: clock.now(), untilMs: clock.now() + (fee === null ? KEEP_UNKNOWN_MS : KEEP_MS) });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return fee;
  }

  async function measure(chainId: number, token: string): Promise<TransferFee | null> {
    if (!isAddress(token) || !canRead(chainId)) return null;
    const network = await networks.get(chainId);
    const { uniswapV3: deployment = null, wrappedNative = null } = network?.contracts ?? {};
    if (network === null || deployment === null || wrappedNative === null || token === wrappedNative) return null;
    const hubs = network.dollarTokens.filter(isAddress).filter((hub) => hub !== token);
    for (const tokens of [[wrappedNative, token], ...hubs.map((hub) => [wrappedNative, hub, token])]) {
      const path = await bestPath(chainId, deployment, tokens);
      if (path === null) continue;
      const traded = await probe.roundTrip(chainId, { path, amountIn: AMOUNT_IN });
      if (traded.kind === 'refused') continue;
      const { boughtSent, boughtArrived, soldSent, soldArrived } = traded;
      return { buyBps: shortBps(boughtSent, boughtArrived), sellBps: shortBps(soldSent, soldArrived) };
    }
    return null;
  }

  /**
   * Selects, for each two neighbouring tokens of a path, the pool with the highest output. Returns null when two neighbouring tokens have
   * no common pool.
   */
  async function bestPath(chainId: number, deployment: UniswapV3Deployment, tokens: readonly Address[]): Promise<SwapPath | null> {
    const pools: SwapPath['pools'][number][] = [];
    let amount = AMOUNT_IN;
    for (const [index, to] of tokens.slice(1).entries()) {
      const from = tokens[index] ?? to;
      const found = await uniswapV3.findPools(chainId, deployment, [[from, to]]);
      const paths = found.map((pool): SwapPath => ({ tokens: [from, to], pools: [pool] }));
      const quotes = paths.length === 0 ? [] : await uniswapV3.quote(chainId, deployment, paths, amount);
      let most = 0n;
      let best: SwapPath['pools'][number] | undefined;
      for (const [at, pool] of found.entries()) {
        const amountOut = quotes[at]?.amountOut ?? 0n;
        if (amountOut > most) [most, best] = [amountOut, pool];
      }
      if (best === undefined) return null;
      pools.push(best);
      amount = most;
    }
    return { tokens: [...tokens], pools };
  }
}

function shortBps(sent: bigint, arrived: bigint): number {
  if (sent <= 0n || arrived >= sent) return 0;
  return Number(((sent - arrived) * 10_000n + sent - 1n) / sent);
}

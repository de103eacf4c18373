import type { TokenProbe } from '../../platform/chain/token-probe/token-probe.ts';
import type { SwapPath, UniswapV3, UniswapV3Deployment, UniswapV3Pool } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { foreignText } from '../../values/foreign-text.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { scoreOfLoss } from './score-of-loss.ts';
import type { SafetySource, Scan } from './token-safety.ts';

/**
 * How long the scan of a token is cached, in ms. The time is short, because liquidity can disappear within a block; a scan costs only one
 * request.
 */
const KEEP_MS = 10 * 60_000;

/**
 * Size of the simulated purchase in whole dollar tokens. It is the size of a small trade. A pool that is too small for such a trade gets a
 * low score.
 */
const TRADE_DOLLARS = 100n;
/** Maximum length in characters of the reason of a failed trade. */
const MOST_REASON = 100;

type Deps = {
  readonly uniswapV3: Pick<UniswapV3, 'findPools' | 'quote'>;
  readonly probe: TokenProbe;
  readonly networks: Pick<Networks, 'get'>;
  readonly tokens: Pick<Tokens, 'find'>;
};

/**
 * A pool of the token, with the result of a test trade in it: buying tokens for a hundred dollars and selling them again. Amounts are in
 * base units.
 */
type Market = {
  readonly pool: UniswapV3Pool;
  readonly hub: Address;
  readonly spent: bigint;
  readonly bought: bigint;
  readonly back: bigint;
};

/**
 * Creates a source that scans a token by a simulated trade: in one `eth_call`, it buys tokens for a hundred dollars in the best Uniswap v3
 * pool and sells them again. The score follows from the loss of these two trades (`scoreOfLoss`), which consists of the pool's fee and
 * price impact in both directions, and the measured fees on transfer. The score shows what a trade costs today, not what the token's owner
 * may do later (pause, mint, blacklist). The wrapped native asset scores 100, because all other tokens are traded against it.
 */
export function createSimulatedTradeSource(deps: Deps): SafetySource {
  const { uniswapV3, probe, networks, tokens } = deps;

  return {
    name: 'simulated-trade',
    keepMs: KEEP_MS,

    async serves(chainId) {
      const network = await networks.get(chainId);
      return network !== null && network.contracts.uniswapV3 !== null && network.nodeUrls.length > 0;
    },

    async scan(chainId, address) {
      const network = await networks.get(chainId);
      const { uniswapV3: deployment = null, wrappedNative = null } = network?.contracts ?? {};
      if (network === null || deployment === null || wrappedNative === null || !isAddress(address)) {
        return unknown(`Chain ${chainId} has no pools for a simulated trade.`);
      }
      if (address === wrappedNative) return { score: 100, reason: 'The token is the wrapped native asset.' };
      const dollar = await dollarsOf(network);
      if (dollar === null) return unknown(`Chain ${chainId} has no dollar token for a simulated trade.`);
      const market = await bestMarket(network, deployment, wrappedNative, dollar, address);
      if (market === null) return unknown('No pool can trade 100 dollars of this token.');
      const path = await pathTo(chainId, deployment, wrappedNative, market, address);
      if (path === null) return unknown('No path through pools leads from the wrapped native asset to this token.');
      return judge(market, await probe.roundTrip(chainId, path));
    },
  };

  async function dollarsOf({ id, dollarTokens }: EffectiveNetwork): Promise<{ readonly token: Address; readonly amount: bigint } | null> {
    for (const token of dollarTokens.filter(isAddress)) {
      const listed = await tokens.find(id, token);
      if (listed !== null) return { token, amount: TRADE_DOLLARS * 10n ** BigInt(listed.decimals) };
    }
    return null;
  }

  /**
   * Returns the pool in which buying the token and selling it again loses the least. If the token is a dollar token, pools with the wrapped
   * native asset are used.
   */
  async function bestMarket(
    { id }: EffectiveNetwork,
    deployment: UniswapV3Deployment,
    wrappedNative: Address,
    dollar: { readonly token: Address; readonly amount: bigint },
    token: Address,
  ): Promise<Market | null> {
    const natives = await bestQuote(id, deployment, dollar.token, wrappedNative, dollar.amount);
    const spends = [
      ...(dollar.token === token ? [] : [{ hub: dollar.token, spent: dollar.amount }]),
      ...(natives === null ? [] : [{ hub: wrappedNative, spent: natives.amountOut }]),
    ];
    const found = await Promise.all(
      spends.map(async ({ hub, spent }): Promise<Market | null> => {
        const buy = await bestQuote(id, deployment, hub, token, spent);
        if (buy === null) return null;
        const [sell] = await uniswapV3.quote(id, deployment, [{ tokens: [token, hub], pools: [buy.pool] }], buy.amountOut);
        return { pool: buy.pool, hub, spent, bought: buy.amountOut, back: sell?.amountOut ?? 0n };
      }),
    );
    return found.reduce((best, one) => (one !== null && (best === null || isBetter(one, best)) ? one : best), null);
  }

  async function bestQuote(
    chainId: number,
    deployment: UniswapV3Deployment,
    from: Address,
    to: Address,
    amountIn: bigint,
  ): Promise<{ readonly pool: UniswapV3Pool; readonly amountOut: bigint } | null> {
    const pools = await uniswapV3.findPools(chainId, deployment, [[from, to]]);
    if (pools.length === 0) return null;
    const paths = pools.map((pool): SwapPath => ({ tokens: [from, to], pools: [pool] }));
    const quotes = await uniswapV3.quote(chainId, deployment, paths, amountIn);
    let best: { readonly pool: UniswapV3Pool; readonly amountOut: bigint } | null = null;
    for (const [index, pool] of pools.entries()) {
      const amountOut = quotes[index]?.amountOut ?? 0n;
      if (amountOut > (best?.amountOut ?? 0n)) best = { pool, amountOut };
    }
    return best;
  }

  /**
   * Finds the path by which the simulation, which has only the chain's native asset, first buys hub tokens (an intermediate token) worth a
   * hundred dollars and then the token that is scanned.
   */
  async function pathTo(
    chainId: number,
    deployment: UniswapV3Deployment,
    wrappedNative: Address,
    { pool, hub, spent }: Market,
    token: Address,
  ): Promise<{ readonly path: SwapPath; readonly amountIn: bigint } | null> {
    if (hub === wrappedNative) return { path: { tokens: [wrappedNative, token], pools: [pool] }, amountIn: spent };
    const native = await bestQuote(chainId, deployment, hub, wrappedNative, spent);
    if (native === null) return null;
    return { path: { tokens: [wrappedNative, hub, token], pools: [native.pool, pool] }, amountIn: native.amountOut };
  }
}

function isBetter(a: Market, b: Market): boolean {
  return a.back * b.spent > b.back * a.spent;
}

function judge({ spent, back }: Market, traded: Awaited<ReturnType<TokenProbe['roundTrip']>>): Scan {
  if (traded.kind === 'refused') {
    const what = traded.step === 'buy' ? 'bought' : 'sold';
    // The reason may be a text that the token's contract chose.
    const why = foreignText(traded.reason, MOST_REASON).replaceAll('"', "'");
    return { score: 0, reason: `The token cannot be ${what}: the simulated trade failed with "${why}".` };
  }
  const { boughtSent, boughtArrived, soldSent, soldArrived, returned } = traded;
  if (boughtArrived === 0n || soldArrived === 0n || returned === 0n) return { score: 0, reason: 'A simulated trade returned nothing.' };
  const buyTaxBps = shortBps(boughtSent, boughtArrived);
  const sellTaxBps = shortBps(soldSent, soldArrived);
  const keptOf = (bps: number) => BigInt(10_000 - bps);
  // The share of the spent amount that remains after the purchase and the sale, after both fees on transfer. It is rounded down, so that
  // the computed loss is never too small.
  const left = (back * 10_000n * keptOf(buyTaxBps) * keptOf(sellTaxBps)) / (spent * 10_000n * 10_000n);
  const lossBps = left >= 10_000n ? 0 : 10_000 - Number(left);
  const taxes =
    buyTaxBps + sellTaxBps === 0
      ? ''
      : `, of which the token keeps ${buyTaxBps} bps as a tax on buys and ${sellTaxBps} bps as a tax on sales`;
  return { score: scoreOfLoss(lossBps), reason: `A buy and sale of $${TRADE_DOLLARS} loses ${lossBps} bps${taxes}.` };
}

/** Returns how much of a transferred amount did not arrive, in basis points of the sent amount, rounded up. */
function shortBps(sent: bigint, arrived: bigint): number {
  return arrived >= sent ? 0 : Number(((sent - arrived) * 10_000n + sent - 1n) / sent);
}

function unknown(reason: string): Scan {
  return { score: null, reason };
}

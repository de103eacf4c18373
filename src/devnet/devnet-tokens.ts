/** The kind of contract of a devnet token. */
export type DevnetTokenKind = 'weth' | 'plain' | 'fee' | 'usdt-like';

export type DevnetToken = {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly kind: DevnetTokenKind;
  /** Initial price of the token in its pools, in dollars. */
  readonly usd: string;
  /** Balance of each demo wallet, in whole tokens. */
  readonly demoBalance: string;
  /**
   * Fictitious ids of the token at the external price sources (CoinGecko and others), which do not know these ids. So the only price of the
   * token is that of the devnet's pools.
   */
  readonly coingeckoId: string;
  readonly cmcId: number;
};

/**
 * The tokens of the devnet. They have 6, 8 or 18 decimals. Some of them behave in ways that naive code does not expect, such as a fee on
 * transfers.
 */
export const devnetTokens: readonly DevnetToken[] = [
  token('WETH', 'Wrapped Ether', 18, 'weth', '3000', '500', 1),
  token('USDC', 'USD Coin', 6, 'plain', '1', '1000000', 2),
  token('USDX', 'Dollar X', 18, 'plain', '1', '1000000', 3),
  token('WBTC', 'Wrapped Bitcoin', 8, 'plain', '60000', '20', 4),
  token('THIN', 'Thinly Traded', 18, 'plain', '5', '10000', 5),
  token('FEE', 'Fee On Transfer', 18, 'fee', '2', '500000', 6),
  token('USDN', 'No-Return Dollar', 6, 'usdt-like', '1', '1000000', 7),
];

export type DevnetPool = {
  readonly symbols: readonly [string, string];
  /** Fee of the Uniswap v3 pool in hundredths of a basis point: 500, 3000 or 10000. */
  readonly fee: number;
  /** Value of the liquidity on each side of the pool, in whole dollars; it is spread over the full price range. */
  readonly sideUsd: string;
};

/**
 * The Uniswap v3 pools of the devnet. USDX can be traded for WETH and WBTC only in two hops. WETH has pools in two fee tiers, so that the
 * search for a trade route must find the better one. THIN has so little liquidity that a trade of a hundred dollars moves its price by a
 * tenth.
 */
export const devnetPools: readonly DevnetPool[] = [
  { symbols: ['WETH', 'USDC'], fee: 500, sideUsd: '20000000' },
  { symbols: ['WETH', 'USDC'], fee: 3000, sideUsd: '5000000' },
  { symbols: ['WBTC', 'USDC'], fee: 3000, sideUsd: '10000000' },
  { symbols: ['USDX', 'USDC'], fee: 500, sideUsd: '10000000' },
  { symbols: ['USDN', 'USDC'], fee: 500, sideUsd: '10000000' },
  { symbols: ['FEE', 'USDC'], fee: 3000, sideUsd: '1000000' },
  { symbols: ['THIN', 'USDC'], fee: 10000, sideUsd: '2000' },
  { symbols: ['WBTC', 'WETH'], fee: 3000, sideUsd: '5000000' },
];

export type DevnetPairV2 = Omit<DevnetPool, 'fee'>;

/**
 * The Uniswap v2 pairs of the devnet. They have a fifth less liquidity than the v3 pools, so that the better Uniswap version depends on the
 * pair and the amount.
 */
export const devnetPairsV2: readonly DevnetPairV2[] = [
  { symbols: ['WETH', 'USDC'], sideUsd: '16000000' },
  { symbols: ['WBTC', 'USDC'], sideUsd: '8000000' },
  { symbols: ['USDX', 'USDC'], sideUsd: '8000000' },
  { symbols: ['USDN', 'USDC'], sideUsd: '8000000' },
  { symbols: ['FEE', 'USDC'], sideUsd: '800000' },
  { symbols: ['THIN', 'USDC'], sideUsd: '1600' },
];

/** Symbol that stands for the chain's native asset in a v4 pool. */
export const devnetNative = 'ETH';

export type DevnetPoolV4 = DevnetPool & { readonly tickSpacing: number };

/** The Uniswap v4 pools. They trade the native asset directly; its wrapped token has a small pool of its own. */
export const devnetPoolsV4: readonly DevnetPoolV4[] = [
  { symbols: [devnetNative, 'USDC'], fee: 500, tickSpacing: 10, sideUsd: '16000000' },
  { symbols: [devnetNative, 'USDC'], fee: 3000, tickSpacing: 60, sideUsd: '4000000' },
  { symbols: ['WETH', 'USDC'], fee: 3000, tickSpacing: 60, sideUsd: '1000000' },
  { symbols: ['WBTC', 'USDC'], fee: 3000, tickSpacing: 60, sideUsd: '8000000' },
  { symbols: ['USDX', 'USDC'], fee: 500, tickSpacing: 10, sideUsd: '8000000' },
  { symbols: ['USDN', 'USDC'], fee: 500, tickSpacing: 10, sideUsd: '8000000' },
  { symbols: ['FEE', 'USDC'], fee: 3000, tickSpacing: 60, sideUsd: '800000' },
  { symbols: ['THIN', 'USDC'], fee: 10000, tickSpacing: 200, sideUsd: '1600' },
];

/** The dollar token against which the pools trade. */
export const devnetDollar = 'USDC';

function token(
  symbol: string,
  name: string,
  decimals: number,
  kind: DevnetTokenKind,
  usd: string,
  demoBalance: string,
  index: number,
): DevnetToken {
  return { symbol, name, decimals, kind, usd, demoBalance, coingeckoId: `devnet-${symbol.toLowerCase()}`, cmcId: 31_337_000 + index };
}

/** Symbols of tokens in order of their rank in token lists (API specification, "Token ordering rules", 5). */
const LADDER: readonly string[] = [
  // Symbols of stablecoins.
  ...['USDC', 'USDT', 'USDCE', 'USDBC', 'USDT0', 'USDE', 'USDS', 'DAI', 'FRAX', 'TUSD', 'PYUSD', 'USDD', 'GUSD', 'USDG', 'CUSD', 'XDAI'],
  // Symbols of tokens that represent bitcoin.
  ...['WBTC', 'CBBTC', 'LBTC', 'TBTC', 'BTCB'],
  // Symbols of wrapped ether, and of tokens that represent staked ether.
  ...['WETH', 'WSTETH', 'WEETH', 'STETH', 'RETH', 'CBETH', 'EZETH', 'RSETH'],
  // Symbols of the wrapped native assets of other chains.
  ...['WBNB', 'WMATIC', 'WPOL', 'WAVAX', 'WS', 'WSEI', 'WCELO', 'WRON', 'WAPE', 'WGLMR', 'WFTM', 'WMNT', 'WXTZ', 'WBERA', 'WHYPE'],
  // Symbols of other well-known tokens.
  ...['LINK', 'UNI', 'AAVE', 'ARB', 'OP', 'CRV', 'LDO', 'MKR', 'PEPE', 'SHIB'],
];

const RANKS: ReadonlyMap<string, number> = new Map(LADDER.map((symbol, index) => [symbol, index + 1]));

/**
 * Returns a symbol's rank on the priority ladder (a fixed list of symbols), from 1; null when it is not on the ladder. Symbols are compared
 * in uppercase and without characters outside A-Z and 0-9, so that bridged variants share one entry (API specification, "Token ordering
 * rules", 4).
 */
export function priorityRank(symbol: string): number | null {
  return RANKS.get(symbol.toUpperCase().replace(/[^A-Z0-9]/g, '')) ?? null;
}

import type { Address } from '../../values/address.ts';
import type { DevnetToken } from '../devnet-tokens.ts';

/** A devnet token together with its contract address. */
export type PlacedToken = DevnetToken & { readonly address: Address };

/**
 * Returns the two tokens of a pool, lower address first, as all Uniswap versions order them. @throws Error when one of the tokens is not
 * deployed
 */
export function tokensOfPool(tokens: readonly PlacedToken[], symbols: readonly [string, string]): readonly [PlacedToken, PlacedToken] {
  const [token0, token1] = tokens.filter(({ symbol }) => symbols.includes(symbol)).sort((a, b) => (a.address < b.address ? -1 : 1));
  if (token0 === undefined || token1 === undefined) throw new Error(`no pool of ${symbols.join('/')}`);
  return [token0, token1];
}

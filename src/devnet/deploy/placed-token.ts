import type { Address } from '../../values/address.ts';
import type { DevnetToken } from '../devnet-tokens.ts';

/** A devnet token, and where it was deployed. */
export type PlacedToken = DevnetToken & { readonly address: Address };

/** The two tokens of a pool, lower address first, as every Uniswap orders them. @throws Error when one is not deployed */
export function tokensOfPool(tokens: readonly PlacedToken[], symbols: readonly [string, string]): readonly [PlacedToken, PlacedToken] {
  const [token0, token1] = tokens.filter(({ symbol }) => symbols.includes(symbol)).sort((a, b) => (a.address < b.address ? -1 : 1));
  if (token0 === undefined || token1 === undefined) throw new Error(`no pool of ${symbols.join('/')}`);
  return [token0, token1];
}

import type { Repeats } from '../../platform/log/repeats.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { PriceFact } from '../../values/autopilot/facts.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import type { PriceSeries } from './price-series.ts';

/**
 * Returns the prices of tokens for one tick (a regular evaluation of agents or alerts), by `tokenKey`. The result contains every requested
 * token, even when the token is not listed or its price could not be recorded. Never throws.
 */
export type TickPrices = (
  asked: readonly { readonly chainId: number; readonly token: ChainAddress }[],
  atMs: number,
) => Promise<ReadonlyMap<string, PriceFact>>;

export function createTickPrices(deps: {
  readonly series: Pick<PriceSeries, 'record'>;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly repeats: Pick<Repeats, 'warn' | 'over'>;
}): TickPrices {
  const { series, tokens, repeats } = deps;

  return async (asked, atMs) => {
    const unique = [...new Map(asked.map((one) => [tokenKey(one.chainId, one.token), one])).values()];
    if (unique.length === 0) return new Map();
    try {
      const listed = await tokens.findMany(unique.map(({ chainId, token }) => ({ chainId, address: token })));
      const recorded = await series.record([...listed.values()], atMs);
      repeats.over('prices', 'The regular recording of token prices works again after failures');
      return new Map(
        unique.map(({ chainId, token }) => {
          const key = tokenKey(chainId, token);
          return [key, recorded.get(key) ?? none(`Token ${token} is not listed on chain ${chainId}.`)];
        }),
      );
    } catch (error) {
      repeats.warn('prices', 'The regular recording of token prices failed', { tokens: unique.length, error });
      return new Map(unique.map(({ chainId, token }) => [tokenKey(chainId, token), none('The price series could not be read.')]));
    }
  };
}

function none(detail: string): PriceFact {
  return { kind: 'none', reason: 'no-price', detail };
}

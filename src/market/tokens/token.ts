import * as v from 'valibot';
import { isStoredAddress } from '../../values/parse-chain-address.ts';
import { MAX_TOKEN_DECIMALS } from '../../values/token-decimals.ts';

/** Schema of the Token record (API specification, "Token"). Fields without a value are omitted. */
export const tokenSchema = v.object({
  /**
   * Token address: lowercase on EVM chains; unchanged base58 on Solana and TRON, which is case-sensitive. The address of the native asset
   * consists of zeros.
   */
  address: v.pipe(v.string(), v.nonEmpty(), v.guard(isStoredAddress)),
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  symbol: v.pipe(v.string(), v.nonEmpty()),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TOKEN_DECIMALS)),
  name: v.string(),
  logoURI: v.string(),
  /** Id of the token at CoinGecko, with which its price for the fees summary and the DCA minimum is read. */
  coingeckoId: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
  /** Id of the token at CoinMarketCap, with which its price for Autopilot is read. */
  cmcId: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Rank of the token in token lists, ascending; the native asset has rank 0. */
  order: v.exactOptional(v.number()),
  /** True when token lists omit the token; it can still be found by its address. */
  hidden: v.exactOptional(v.boolean()),
});

export type Token = v.InferOutput<typeof tokenSchema>;

/**
 * Builds the id of a token's record. It is always lowercase, so that look-ups accept any casing. Two base58 addresses on one chain that
 * differ only in casing do not occur in practice.
 */
export function tokenKey(chainId: number, text: string): string {
  return `${chainId}:${text.toLowerCase()}`;
}

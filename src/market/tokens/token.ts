import * as v from 'valibot';
import { MAX_TOKEN_DECIMALS } from '../../values/token-decimals.ts';

/** The Token record (interface document, "Token"). Members that a token lacks are left out. */
export const tokenSchema = v.object({
  /** Lowercase on EVM chains; base58 as it is on Solana and TRON, where casing carries meaning. The native asset is all-zero. */
  address: v.pipe(v.string(), v.nonEmpty()),
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  symbol: v.pipe(v.string(), v.nonEmpty()),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TOKEN_DECIMALS)),
  name: v.string(),
  logoURI: v.string(),
  /** Price-source id for the fees summary and the DCA minimum. */
  coingeckoId: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
  /** Price-source id for Autopilot. */
  cmcId: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Rank, ascending; the native asset is 0. */
  order: v.exactOptional(v.number()),
});

export type Token = v.InferOutput<typeof tokenSchema>;

/**
 * The id of a token's record and of what is kept per token. Lowercase throughout, so that look-ups take any casing: two base58
 * addresses of one chain that differ in casing alone do not occur in practice.
 */
export function tokenKey(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`;
}

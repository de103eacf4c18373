import * as v from 'valibot';
import { isStoredAddress } from '../../values/parse-chain-address.ts';
import { MAX_TOKEN_DECIMALS } from '../../values/token-decimals.ts';

/** The Token record (interface document, "Token"). Members that a token lacks are left out. */
export const tokenSchema = v.object({
  /** Lowercase on EVM chains; base58 as it is on Solana and TRON, where casing carries meaning. The native asset is all-zero. */
  address: v.pipe(v.string(), v.nonEmpty(), v.guard(isStoredAddress)),
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  symbol: v.pipe(v.string(), v.nonEmpty()),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TOKEN_DECIMALS)),
  name: v.string(),
  logoURI: v.string(),
  /** Price-source id for the fees summary and the DCA minimum. */
  coingeckoId: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
  /** Price-source id for Autopilot. */
  cmcId: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Rank in lists, ascending; the native asset has 0. */
  order: v.exactOptional(v.number()),
  /** True when lists leave it out; it is still found by its address. */
  hidden: v.exactOptional(v.boolean()),
});

export type Token = v.InferOutput<typeof tokenSchema>;

/**
 * Builds the id of a token's record. Always lowercase, so that look-ups accept any casing. Two base58 addresses of one chain that differ
 * only in casing do not occur in practice.
 */
export function tokenKey(chainId: number, text: string): string {
  return `${chainId}:${text.toLowerCase()}`;
}

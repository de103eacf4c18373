import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Token, tokenSchema } from './token.ts';

/** Schema of the seed file: tokens by chain id, so that the id is not repeated in each token. */
const seedSchema = v.record(v.pipe(v.string(), v.digits()), v.array(v.omit(tokenSchema, ['chainId'])));

/**
 * Reads the curated tokens of the seed file. Addresses and decimals were checked against public token lists (Uniswap's, Via's and
 * 1delta's). The field `order` is the rank on the priority ladder; other tokens were ranked manually, starting at 61. A wrapped native
 * token without its own CoinMarketCap entry has the id of the native asset, because the id only selects a price.
 */
export function readTokenSeed(): readonly Token[] {
  const seed = v.parse(seedSchema, JSON.parse(readFileSync(join(import.meta.dir, 'seed', 'tokens.json'), 'utf8')));
  return Object.entries(seed).flatMap(([chainId, tokens]) => tokens.map((token): Token => ({ ...token, chainId: Number(chainId) })));
}

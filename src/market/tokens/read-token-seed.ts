import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Token, tokenSchema } from './token.ts';

/**
 * Schema of the seed file, which contains the tokens that the service knows from the start. They are grouped by chain id, so that the id is
 * not repeated in each token.
 */
const seedSchema = v.record(v.pipe(v.string(), v.digits()), v.array(v.omit(tokenSchema, ['chainId'])));

/**
 * Reads the curated tokens of the seed file, which the service knows from the start. Addresses and decimals were checked against public
 * token lists (Uniswap's, Via's and 1delta's). The field `order` is the rank by symbol (`priorityRank`); tokens without such a rank were
 * ranked manually, starting at 61. A wrapped native token without its own CoinMarketCap entry has the id of the native asset, because the
 * id only selects a price.
 */
export function readTokenSeed(): readonly Token[] {
  const seed = v.parse(seedSchema, JSON.parse(readFileSync(join(import.meta.dir, 'seed', 'tokens.json'), 'utf8')));
  return Object.entries(seed).flatMap(([chainId, tokens]) => tokens.map((token): Token => ({ ...token, chainId: Number(chainId) })));
}

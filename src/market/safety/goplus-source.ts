import * as v from 'valibot';
import { wireInteger } from '../../platform/http-client/wire.ts';
import { DEVNET_CHAIN_ID, isEvmChain } from '../../values/chain-ids.ts';
import type { Clock } from '../../values/clock.ts';
import { createPriceHttp, type FetchJson } from '../prices/price-http.ts';
import { goplusScore } from './goplus-score.ts';
import type { SafetySource, Scan } from './token-safety.ts';

/** How long GoPlus's scans of tokens are cached, in ms. A contract's code does not change from hour to hour. */
const KEEP_MS = 6 * 3_600_000;

/** Ids of the chains on which GoPlus scans tokens. Tokens of other chains are scanned by a simulated trade. */
const CHAINS: ReadonlySet<number> = new Set([
  1, 10, 25, 56, 100, 128, 130, 137, 146, 169, 204, 250, 324, 480, 1868, 2741, 5000, 8453, 42161, 42170, 43114, 48900, 59144, 80094, 81457,
  534352,
]);

/** GoPlus's reply code for success. Errors may also have HTTP status 200 (GoPlus's documentation, "Error codes"). */
const OK = 1;
/** GoPlus's reply code for "too many requests". */
const TOO_MANY = 4029;

const replySchema = v.object({ code: wireInteger, result: v.nullish(v.record(v.string(), v.unknown())) });
const entrySchema = v.record(v.string(), v.unknown());

/**
 * Creates a source that scans tokens with GoPlus's `GET /token_security/<chainId>`
 * (https://docs.gopluslabs.io/reference/token-security-api). Each request is about one token, which is the limit without a key. The score
 * is computed by `goplusScore`. The source throws the errors of `fetch`.
 * @param baseUrl URL with the version, `https://api.gopluslabs.io/api/v1`
 */
export function createGoplusSource(deps: { readonly baseUrl: string; readonly fetch: FetchJson; readonly clock: Clock }): SafetySource {
  const http = createPriceHttp({ name: 'goplus', baseUrl: deps.baseUrl, fetch: deps.fetch, clock: deps.clock });

  return {
    name: 'goplus',
    keepMs: KEEP_MS,
    serves: (chainId) => isEvmChain(chainId) && chainId !== DEVNET_CHAIN_ID && CHAINS.has(chainId),

    async scan(chainId, address, signal) {
      const query = new URLSearchParams({ contract_addresses: address });
      const received = await http.get(`/token_security/${chainId}?${query}`, signal);
      if (received.reason !== null) return unknown(`GoPlus did not answer: ${received.reason}.`);
      const reply = v.safeParse(replySchema, received.body);
      if (!reply.success) return unknown('GoPlus sent an unexpected reply.');
      if (reply.output.code === TOO_MANY) {
        http.rest();
        return unknown('GoPlus refuses requests because of its rate limit.');
      }
      if (reply.output.code !== OK) return unknown(`GoPlus answered with the error code ${reply.output.code}.`);
      // Only the entry of the requested token is used; the reply may contain other tokens.
      const named = Object.entries(reply.output.result ?? {}).find(([name]) => name.toLowerCase() === address.toLowerCase())?.[1];
      const entry = v.safeParse(entrySchema, named);
      if (!entry.success || Object.keys(entry.output).length === 0) return unknown('GoPlus does not know this token.');
      return goplusScore(entry.output);
    },
  };
}

function unknown(reason: string): Scan {
  return { score: null, reason };
}

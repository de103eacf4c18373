import * as v from 'valibot';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../platform/http-client/provider-http.ts';
import type { Address } from '../../values/address.ts';
import { matchSource, type SourceMatches } from './match-source.ts';

/** The reply of an explorer about a contract. `unverified` means that the explorer has no source of the contract. */
export type ExplorerAnswer =
  | { readonly kind: 'unverified' }
  | {
      readonly kind: 'source';
      /** The contract's name; null when the explorer's text is not made of plain words. */
      readonly contractName: string | null;
      readonly compiler: string | null;
      readonly matches: SourceMatches;
    };

/** Looks up the source code of a contract at an explorer. @throws ProviderFailure */
export type Explorer = (chainId: number, address: Address, signal: AbortSignal) => Promise<ExplorerAnswer>;

/** Maximum size of an explorer's reply in bytes. The sources of large projects have about one megabyte. */
export const MOST_EXPLORER_BYTES = 4_000_000;
const PLAIN_WORDS = /^[\w.+ ()-]{1,80}$/;

/** Schema of the reply to `getsourcecode` (Etherscan's API version 2). `result` is a text when the request was refused. */
const replySchema = v.object({
  status: v.string(),
  result: v.union([
    v.string(),
    v.array(v.looseObject({ SourceCode: v.string(), ContractName: v.optional(v.string()), CompilerVersion: v.optional(v.string()) })),
  ]),
});

/** Creates a look-up by the API of Etherscan, version 2, which serves many chains by `chainid`. */
export function createExplorer({ http, apiKey }: { readonly http: ProviderHttp; readonly apiKey: string }): Explorer {
  return async (chainId, address, signal) => {
    const query = { chainid: chainId, module: 'contract', action: 'getsourcecode', address, apikey: apiKey };
    const { data } = await http.call({ method: 'GET', path: '', query, reply: replySchema, isInexact: true, signal });
    if (typeof data.result === 'string') {
      const isLimited = /rate limit/i.test(data.result);
      if (isLimited) http.rest(1_000);
      const why = isLimited ? 'limits the rate of requests' : 'refused the request for the source';
      throw new ProviderFailure(isLimited ? 'rate-limited' : 'rejected', `The explorer ${why}.`);
    }
    const [found] = data.result;
    if (found === undefined || found.SourceCode.trim() === '') return { kind: 'unverified' };
    return {
      kind: 'source',
      contractName: plain(found.ContractName),
      compiler: plain(found.CompilerVersion),
      matches: matchSource(found.SourceCode),
    };
  };
}

function plain(text: string | undefined): string | null {
  return text !== undefined && PLAIN_WORDS.test(text) ? text : null;
}

import * as v from 'valibot';
import type { Pause } from '../../platform/chain/pause.ts';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../platform/http-client/provider-http.ts';
import { MOST_RESULT_POLLS, REQUEST_TIMEOUT_MS, RESULT_POLL_MS, type Verifier } from './verification.ts';

/** Schema of Etherscan's replies. `status` is "1" on success; `result` is the id of a submission, or a message. */
const replySchema = v.object({ status: v.string(), message: v.optional(v.string(), ''), result: v.string() });

/**
 * Verifies contracts with Etherscan's API version 2, which serves many chains by `chainid` (docs.etherscan.io, "Verify Source Code").
 * @param http client for `https://api.etherscan.io/v2/api`
 */
export function createEtherscan(deps: { readonly http: ProviderHttp; readonly apiKey: string; readonly pause: Pause }): Verifier {
  const { http, apiKey, pause } = deps;
  const signal = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

  return {
    name: 'Etherscan',
    async verify({ chainId, address, contract, compiler, standardJson, constructorArgs }) {
      const common = { apikey: apiKey, module: 'contract' };
      const { data: submitted } = await http.call({
        method: 'POST',
        path: '',
        query: { chainid: chainId },
        form: {
          ...common,
          action: 'verifysourcecode',
          codeformat: 'solidity-standard-json-input',
          sourceCode: standardJson,
          contractaddress: address,
          contractname: contract,
          compilerversion: `v${compiler}`,
          // The misspelled field name is Etherscan's own.
          constructorArguements: constructorArgs.slice(2),
        },
        reply: replySchema,
        signal: signal(),
      });
      if (/already verified/i.test(submitted.result)) return { isVerified: true, message: submitted.result };
      if (submitted.status !== '1') return { isVerified: false, message: submitted.result };
      for (let polls = 0; polls < MOST_RESULT_POLLS; polls += 1) {
        const query = { ...common, chainid: chainId, action: 'checkverifystatus', guid: submitted.result };
        const { data } = await http.call({ method: 'GET', path: '', query, reply: replySchema, signal: signal() });
        if (data.status === '1' || /already verified/i.test(data.result)) return { isVerified: true, message: data.result };
        if (!/pending|in queue/i.test(data.result)) return { isVerified: false, message: data.result };
        await pause(RESULT_POLL_MS, signal());
      }
      throw new ProviderFailure('timeout', 'Etherscan did not finish in time. Run the command again to see its result.');
    },
  };
}

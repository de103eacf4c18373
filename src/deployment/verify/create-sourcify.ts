import * as v from 'valibot';
import type { Pause } from '../../platform/chain/pause.ts';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../platform/http-client/provider-http.ts';
import { asJson } from '../../values/json.ts';
import { MOST_RESULT_POLLS, REQUEST_TIMEOUT_MS, RESULT_POLL_MS, type Verifier } from './verification.ts';

const submittedSchema = v.object({ verificationId: v.string() });
const errorSchema = v.object({ customCode: v.string(), message: v.optional(v.string(), '') });
const jobSchema = v.object({
  isJobCompleted: v.boolean(),
  contract: v.optional(v.object({ match: v.nullish(v.string()) })),
  error: v.optional(errorSchema),
});

/** Sourcify's error code for a contract that is already verified; it counts as a success. */
const ALREADY = 'already_verified';

/**
 * Verifies contracts with Sourcify (API version 2, docs.sourcify.dev).
 * @param http client for `https://sourcify.dev/server`
 */
export function createSourcify(deps: { readonly http: ProviderHttp; readonly pause: Pause }): Verifier {
  const { http, pause } = deps;
  const signal = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

  return {
    name: 'Sourcify',
    async verify({ chainId, address, contract, compiler, standardJson }) {
      let verificationId: string;
      try {
        const { data } = await http.call({
          method: 'POST',
          path: `/v2/verify/${chainId}/${address}`,
          body: { stdJsonInput: asJson(JSON.parse(standardJson)), compilerVersion: compiler, contractIdentifier: contract },
          reply: submittedSchema,
          refusal: refusalOf,
          signal: signal(),
        });
        ({ verificationId } = data);
      } catch (error) {
        if (error instanceof ProviderFailure && error.details?.customCode === ALREADY) return { isVerified: true, message: error.message };
        throw error;
      }
      for (let polls = 0; polls < MOST_RESULT_POLLS; polls += 1) {
        const path = `/v2/verify/${encodeURIComponent(verificationId)}`;
        const { data } = await http.call({ method: 'GET', path, reply: jobSchema, signal: signal() });
        if (data.isJobCompleted) {
          const match = data.contract?.match ?? null;
          return match === null
            ? { isVerified: false, message: data.error?.message ?? 'no match' }
            : { isVerified: true, message: match.replaceAll('_', ' ') };
        }
        await pause(RESULT_POLL_MS, signal());
      }
      throw new ProviderFailure('timeout', 'Sourcify did not finish in time. Run the command again to see its result.');
    },
  };
}

/** Sourcify answers 409 for a contract that is already verified, which is not a failure here. */
function refusalOf(_status: number, body: unknown): ProviderFailure | null {
  const error = v.safeParse(errorSchema, body);
  if (!error.success) return null;
  const { customCode, message } = error.output;
  return new ProviderFailure('rejected', `Sourcify refused the request (${customCode}): ${message}`, { details: { customCode } });
}

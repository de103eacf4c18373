import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { ChainReads, OneEndpointOptions } from './chain.ts';
import { COMPARE_EVERY_MS, type EndpointHealth } from './endpoint-health.ts';
import type { EndpointProofs } from './endpoint-proofs.ts';
import { pause } from './pause.ts';

export type AskedEndpoint = {
  /** Reads chain data through this endpoint. A failed request is not retried. */
  readonly reads: ChainReads;
  /** Reads chain data through this endpoint. A failed request is retried. */
  readonly patientReads: ChainReads;
};

export type AskEndpoints = <T>(work: (reads: ChainReads) => Promise<T>, options?: OneEndpointOptions<T>) => Promise<T>;

/** Pause in milliseconds before all endpoints are tried a second time. This happens only when no endpoint returned a usable answer. */
const SECOND_ROUND_MS = 150;

/**
 * Creates the function that runs a piece of work on one endpoint. When the work fails, it is immediately restarted from its beginning on
 * the next endpoint. Only an error that no other endpoint can avoid ends the attempts early.
 */
export function createAskEndpoints(deps: {
  readonly chainId: number;
  readonly endpoints: readonly AskedEndpoint[];
  readonly health: EndpointHealth;
  readonly proofs: EndpointProofs;
  readonly hasSecondRound: boolean;
}): AskEndpoints {
  const { chainId, endpoints, health, proofs } = deps;

  /** Runs work on one endpoint. Returns its result only after the endpoint has proved that it serves the right chain. */
  async function believed<T>(index: number, work: () => Promise<T>): Promise<T> {
    if (proofs.isUnproved(index)) await proofs.prove(index);
    if (!proofs.isIdle(index)) return await work();
    const [answer, proof] = await Promise.allSettled([work(), proofs.prove(index)]);
    if (proof.status === 'rejected') throw proof.reason;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  async function round<T>(work: (endpoint: AskedEndpoint) => Promise<T>, isDoubtful: (answer: T) => boolean): Promise<T> {
    let doubtful: { readonly answer: T } | null = null;
    const failures: unknown[] = [];
    for (const index of health.order()) {
      const endpoint = endpoints[index];
      if (endpoint === undefined) continue;
      try {
        const answer = await believed(index, () => work(endpoint));
        health.works(index);
        proofs.answered(index);
        if (!isDoubtful(answer)) return answer;
        doubtful ??= { answer };
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble !== null) health.fails(index, trouble);
        if (trouble === 'failing' || trouble === 'slow') proofs.isAway(index);
        if (!mayAskAnother(error)) {
          if (doubtful !== null) return doubtful.answer;
          throw error;
        }
        failures.push(error);
      }
    }
    if (doubtful !== null) return doubtful.answer;
    throw failures.length === 0 ? allRest() : worstOf(failures);
  }

  function allRest(): RetryableError {
    if (health.troubles().every((trouble) => trouble === 'other-chain')) {
      const message = `Every endpoint of chain ${chainId} serves another chain. Correct RPC_${chainId}.`;
      return new RetryableError({ code: 'rpc-other-chain', message, retryAfterMs: COMPARE_EVERY_MS });
    }
    const retryAfterMs = Math.ceil(health.restMs());
    const message = `Every endpoint of chain ${chainId} refuses requests because of its rate limit. Wait ${Math.ceil(retryAfterMs / 1_000)} s.`;
    return new RetryableError({ code: 'rpc-rate-limited', message, retryAfterMs });
  }

  return async (work, { isDoubtful = () => false } = {}) => {
    try {
      return await round(({ reads }) => work(reads), isDoubtful);
    } catch (error) {
      // Only an unavailable endpoint gets a second try. A rate limit, or a timeout that used up the whole time, is thrown to the caller.
      if (!deps.hasSecondRound || !(error instanceof RetryableError) || error.code !== 'rpc-unavailable') throw error;
    }
    await pause(SECOND_ROUND_MS, new AbortController().signal);
    return await round(({ patientReads }) => work(patientReads), isDoubtful);
  };
}

/**
 * Whether another endpoint may succeed with a request after one endpoint has failed. False when a contract reverted the call, or when the
 * request itself is invalid.
 */
function mayAskAnother(error: unknown): boolean {
  if (!(error instanceof CoxswainError)) return isEmptyAnswer(error);
  return error.kind === 'retryable' || ['no-contract', 'log-range-too-large', 'rpc-refused'].includes(error.code);
}

/** Whether the error means that a contract call returned no data, as when there is no contract at the address. */
function isEmptyAnswer(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbiDecodingZeroDataError';
}

function troubleOf(error: unknown): Parameters<EndpointHealth['fails']>[1] | null {
  if (!(error instanceof RetryableError)) return null;
  if (error.code === 'rpc-timeout') return 'slow';
  if (error.code === 'rpc-rate-limited') return 'rate-limited';
  return error.code === 'rpc-unavailable' ? 'failing' : null;
}

/**
 * Selects the error that helps the caller most: an error that asks for a smaller block range or, if there is none, one after which the
 * caller can retry.
 */
function worstOf(failures: readonly unknown[]): unknown {
  const ofCode = (code: string) => failures.find((error) => error instanceof CoxswainError && error.code === code);
  const retryable = failures.findLast((error) => error instanceof RetryableError);
  return ofCode('log-range-too-large') ?? retryable ?? failures.at(-1);
}

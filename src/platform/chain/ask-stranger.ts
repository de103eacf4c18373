import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Chain, ChainCall, ChainReads, Hex } from './chain.ts';

/**
 * Gas limit of one call to an untrusted contract, in gas units. It is more than a token behind a proxy needs, but too little to keep a node
 * busy or to return more than some 200 KB.
 */
const QUESTION_GAS = 100_000n;
/** The maximum number of bytes that are read of an untrusted contract's reply. No valid reply is longer. */
const MOST_BYTES = 4_096;

/**
 * Calls an untrusted contract. Whatever the contract does (revert, burn all gas, return too much, make the node fail) counts as no
 * answer and does not affect other calls.
 * @returns the returned data, or null when there is no usable answer
 * @throws RetryableError only when no endpoint answers any other request either
 */
export function askStranger(chain: Pick<Chain, 'onOneEndpoint'>, call: Pick<ChainCall, 'to' | 'data' | 'from'>): Promise<Hex | null> {
  return chain.onOneEndpoint(async (reads) => {
    try {
      const answer = await reads.call({ ...call, gas: QUESTION_GAS });
      return answer.length > 2 + 2 * MOST_BYTES ? null : answer;
    } catch (error) {
      // Of all errors, only a rate limit is thrown to the caller, because an untrusted contract cannot cause a rate limit. Any other error
      // may be caused by the contract, and counts as no answer.
      if (error instanceof RetryableError && error.code === 'rpc-rate-limited') throw error;
      if (!isRevert(error)) await requireWell(reads, error);
      return null;
    }
  });
}

/**
 * Checks that a node still works after a call on it failed, by requesting the block number from the same node.
 * @throws RetryableError when the node does not answer; `error` itself when it is not an error of the chain
 */
export async function requireWell(reads: Pick<ChainReads, 'getBlockNumber'>, error: unknown): Promise<void> {
  if (!(error instanceof CoxswainError)) throw error;
  try {
    await reads.getBlockNumber();
  } catch (cause) {
    if (cause instanceof RetryableError) throw cause;
    throw new RetryableError({ code: 'rpc-unavailable', message: 'The RPC node does not answer requests.', retryAfterMs: 1_000, cause });
  }
}

/** Whether the error is a revert by the contract itself. */
export function isRevert(error: unknown): error is TerminalError {
  return error instanceof TerminalError && error.code === 'execution-reverted';
}

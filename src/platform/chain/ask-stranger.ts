import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Chain, ChainCall, ChainReads, Hex } from './chain.ts';

/**
 * Gas of one question to a contract that a stranger may have written: more than a proxied token needs, too little to keep a node busy or
 * to return more than some 200 KB.
 */
const QUESTION_GAS = 100_000n;
/** Of an answer, more than any that is asked for has. */
const MOST_BYTES = 4_096;

/**
 * Asks a contract that anybody may have written. Whatever it does (revert, burn all gas, return too much, make the node fail) is no answer, and
 * nobody else's trouble.
 * @returns what it returned, or null when it gave no answer
 * @throws RetryableError only when no endpoint answers another question either
 */
export function askStranger(chain: Pick<Chain, 'onOneEndpoint'>, call: Pick<ChainCall, 'to' | 'data' | 'from'>): Promise<Hex | null> {
  return chain.onOneEndpoint(async (reads) => {
    try {
      const answer = await reads.call({ ...call, gas: QUESTION_GAS });
      return answer.length > 2 + 2 * MOST_BYTES ? null : answer;
    } catch (error) {
      // No contract makes a node say that it is asked too often.
      if (error instanceof RetryableError && error.code === 'rpc-rate-limited') throw error;
      if (!isRevert(error)) await requireWell(reads, error);
      return null;
    }
  });
}

/**
 * A node is at fault for a failed call only if it does not answer another question either: the same node, since another one may be well.
 * @throws RetryableError when it does not; `error` itself when it is none of a chain's
 */
export async function requireWell(reads: Pick<ChainReads, 'getBlockNumber'>, error: unknown): Promise<void> {
  if (!(error instanceof CoxswainError)) throw error;
  try {
    await reads.getBlockNumber();
  } catch (cause) {
    if (cause instanceof RetryableError) throw cause;
    throw new RetryableError({ code: 'rpc-unavailable', message: 'The node answers no question.', retryAfterMs: 1_000, cause });
  }
}

/** Whether it is what the contract itself said. */
export function isRevert(error: unknown): error is TerminalError {
  return error instanceof TerminalError && error.code === 'execution-reverted';
}

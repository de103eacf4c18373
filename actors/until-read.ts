import { RetryableError } from '../src/values/errors/retryable-error.ts';
import { TerminalError } from '../src/values/errors/terminal-error.ts';

/** Codes of node errors whose message is not recognized, such as the errors of an overloaded provider. */
const IN_THE_WORDS_OF_THE_NODE: ReadonlySet<string> = new Set(['rpc-refused', 'rpc-unexpected']);

/**
 * Makes a read of the chain retryable when an actor cannot continue without it. A node's refusal says nothing about the requested data, so
 * the read is tried again instead of quarantining the actor.
 */
export async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TerminalError) || !IN_THE_WORDS_OF_THE_NODE.has(error.code)) throw error;
    throw new RetryableError({ code: error.code, message: error.message, cause: error });
  }
}

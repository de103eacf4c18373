import { RetryableError } from '../src/values/errors/retryable-error.ts';
import { TerminalError } from '../src/values/errors/terminal-error.ts';

/** Codes of node errors whose message is not recognized, such as those of a busy provider. */
const IN_THE_WORDS_OF_THE_NODE: ReadonlySet<string> = new Set(['rpc-refused', 'rpc-unexpected']);

/**
 * Retries a read that an actor cannot continue without. A node's refusal says nothing about the requested data, so the read is tried again,
 * and the actor is not quarantined.
 */
export async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TerminalError) || !IN_THE_WORDS_OF_THE_NODE.has(error.code)) throw error;
    throw new RetryableError({ code: error.code, message: error.message, cause: error });
  }
}

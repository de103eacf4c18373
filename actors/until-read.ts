import { RetryableError } from '../src/values/errors/retryable-error.ts';
import { TerminalError } from '../src/values/errors/terminal-error.ts';

/** Codes of what a node has answered in words that nobody knows, such as those of a busy provider. */
const IN_THE_WORDS_OF_THE_NODE: ReadonlySet<string> = new Set(['rpc-refused', 'rpc-unexpected']);

/**
 * For reads that an actor cannot go on without. A node that refuses one has said nothing about what is read: it is asked again, and the actor is
 * not set aside for an operator.
 */
export async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TerminalError) || !IN_THE_WORDS_OF_THE_NODE.has(error.code)) throw error;
    throw new RetryableError({ code: error.code, message: error.message, cause: error });
  }
}

import { RetryableError } from '../src/values/errors/retryable-error.ts';
import { TerminalError } from '../src/values/errors/terminal-error.ts';

/** Codes of node errors whose message this service does not recognize, such as the errors of an overloaded provider. */
const IN_THE_WORDS_OF_THE_NODE: ReadonlySet<string> = new Set(['rpc-refused', 'rpc-unexpected']);

/**
 * Makes a read of the chain retryable, for reads without which an actor cannot continue. When a node refuses the request with an unknown
 * message, the read is tried again; without this, the actor would be quarantined (stopped until an operator acts).
 */
export async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TerminalError) || !IN_THE_WORDS_OF_THE_NODE.has(error.code)) throw error;
    throw new RetryableError({ code: error.code, message: error.message, cause: error });
  }
}

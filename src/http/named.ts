import { InvalidInputError } from '../values/errors/invalid-input-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';

/**
 * Codes of errors about a single value. The code that parses a value throws these errors without a path, because it does not know in which
 * part of the request the value is. The route that called the code adds the path.
 */
const OF_ONE_VALUE: ReadonlySet<string> = new Set(['invalid-hash', 'invalid-address', 'invalid-quote-id', 'invalid-cursor']);

/**
 * Adds `path` to an error about a single value, so that the reply reports the error in the same form as all other problems of a request.
 * The error's code and message stay unchanged.
 */
export async function named<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TerminalError) || error instanceof InvalidInputError || !OF_ONE_VALUE.has(error.code)) throw error;
    const { code, message, status = 400 } = error;
    throw new InvalidInputError([{ path, code, message }], { code, message, status, cause: error });
  }
}

import { InvalidInputError } from '../values/errors/invalid-input-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';

/** Refusals of one value of a request, by what has read it: which one of the request it was, the route knows. */
const OF_ONE_VALUE: ReadonlySet<string> = new Set(['invalid-hash', 'invalid-address', 'invalid-quote-id', 'invalid-cursor']);

/** A refusal of the value at `path` lists it as all others do; its code and its words stay. */
export async function named<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TerminalError) || error instanceof InvalidInputError || !OF_ONE_VALUE.has(error.code)) throw error;
    const { code, message, status = 400 } = error;
    throw new InvalidInputError([{ path, code, message }], { code, message, status, cause: error });
  }
}

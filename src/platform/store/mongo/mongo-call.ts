import { withinTime } from '../../loop/within-time.ts';
import { errorFromMongo, unavailable } from './mongo-error.ts';

/**
 * Calls the server: gives its answer, or an error of ours (see `errorFromMongo`), within a bound of time whatever the server does. What is
 * late may still happen.
 */
export type MongoCall = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * The driver bounds each of its own steps (choosing a server, waiting for a connection, reading), but not their sum over its
 * retries. `timeoutMS`, which once did that, has no effect any more in version 7.
 */
const DEADLINE_MS = 9_500;

export function createMongoCall({ host, deadlineMs = DEADLINE_MS }: { readonly host: string; readonly deadlineMs?: number }): MongoCall {
  return async (work) => {
    try {
      return await withinTime(work(), deadlineMs, () => {
        throw unavailable(host, `no answer in ${deadlineMs} ms`);
      });
    } catch (error) {
      throw errorFromMongo(error, host);
    }
  };
}

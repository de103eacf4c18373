import { withinTime } from '../../loop/within-time.ts';
import { errorFromMongo, unavailable } from './mongo-error.ts';

/**
 * Calls the server within a time limit. Returns the reply, or throws our own error (see `errorFromMongo`). A call that exceeded its limit
 * may still take effect.
 */
export type MongoCall = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Time limit of a whole call in ms. The driver limits each of its own steps (choosing a server, waiting for a connection, reading), but not
 * their sum over its retries. The driver's option `timeoutMS` does not limit that sum in version 7 of the driver.
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

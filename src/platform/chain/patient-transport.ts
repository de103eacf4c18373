import { BaseError, HttpRequestError, type Transport } from 'viem';
import { pause } from './pause.ts';

/** Pause in ms before a failed request is repeated. It is multiplied by the number of the attempt. */
const PAUSE_MS = 150;

/**
 * Creates a transport that repeats a request after a connection failure. viem's own retries are turned off, so that only this transport
 * decides about pauses and repetitions.
 */
export function patient(transport: Transport, retries: number): Transport {
  return (options) => {
    const made = transport(options);
    // The proxy keeps the type of the wrapped function, which lists every method with its reply.
    const request = new Proxy(made.request, {
      async apply(call, self, args: Parameters<typeof made.request>) {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await Reflect.apply(call, self, args);
          } catch (error) {
            if (attempt > retries || !mayPass(error)) throw error;
            await pause(PAUSE_MS * attempt, new AbortController().signal);
          }
        }
      },
    });
    return { ...made, request };
  };
}

/**
 * Whether repeating a request can help after it has failed with this error. False for a rate limit, and for an error that the same request
 * would cause again.
 */
function mayPass(error: unknown): boolean {
  const cause = error instanceof BaseError ? error.walk((each) => each instanceof HttpRequestError) : null;
  if (!(cause instanceof HttpRequestError)) return false;
  return cause.status === undefined || (cause.status >= 500 && !cause.headers?.has('retry-after'));
}

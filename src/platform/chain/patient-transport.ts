import { BaseError, HttpRequestError, type Transport } from 'viem';
import { pause } from './pause.ts';

/** Milliseconds before a request is repeated, times the number of the attempt. */
const PAUSE_MS = 150;

/**
 * Creates a transport that repeats a request after a transport fault. viem's own retries are off, so that these waits are the only
 * ones.
 */
export function patient(transport: Transport, retries: number): Transport {
  return (options) => {
    const made = transport(options);
    // The function's type lists every method with its reply; a proxy keeps that type.
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

/** Whether a repeat may help: not after a rate limit, nor after an error that stays the same. */
function mayPass(error: unknown): boolean {
  const cause = error instanceof BaseError ? error.walk((each) => each instanceof HttpRequestError) : null;
  if (!(cause instanceof HttpRequestError)) return false;
  return cause.status === undefined || (cause.status >= 500 && !cause.headers?.has('retry-after'));
}

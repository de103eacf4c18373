import { BaseError, HttpRequestError, type Transport } from 'viem';
import { pause } from './pause.ts';

/** Before a request is repeated, times the number of the attempt. */
const PAUSE_MS = 150;

/** A transport that asks again when a request did not get through. The waits are these alone: the client's own are off. */
export function patient(transport: Transport, retries: number): Transport {
  return (options) => {
    const made = transport(options);
    // The function's type names every method with its answer: a proxy keeps it.
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

/** Not what says "later", nor what a repeat does not change. */
function mayPass(error: unknown): boolean {
  const cause = error instanceof BaseError ? error.walk((each) => each instanceof HttpRequestError) : null;
  if (!(cause instanceof HttpRequestError)) return false;
  return cause.status === undefined || (cause.status >= 500 && !cause.headers?.has('retry-after'));
}

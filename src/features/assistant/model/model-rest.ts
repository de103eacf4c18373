import type { Clock } from '../../../values/clock.ts';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import { isoOf } from '../../../values/iso-time.ts';
import type { ModelFailure, ModelFault } from './model-failure.ts';

/**
 * Decides whether the model may be asked now. After failures it pauses the requests, so that an unreachable endpoint does not delay every
 * message by a whole time limit. Each node decides for itself.
 */
export type ModelRest = {
  /**
   * Whether the model may be asked now. After a rest period (a pause because of failures), only one message at a time is sent to the model,
   * until the model has answered. After each `true` the caller must call `worked`, `failed` or `left`.
   */
  readonly mayAsk: () => boolean;
  readonly worked: () => void;
  readonly failed: (failure: ModelFailure) => void;
  /** Reports that the request ended without showing whether the model works, for example because the client disconnected. */
  readonly left: () => void;
  /** Describes why the model does not answer; null when its last request succeeded, or when no request was sent yet. */
  readonly trouble: () => string | null;
};

const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 5 * 60_000;
/** Maximum delay in ms before the next request that an endpoint can demand. */
const LONGEST_DEMANDED_MS = 60 * 60_000;
/** Rest period in ms after a reply with status 429 without a Retry-After header. */
const BUSY_REST_MS = 10_000;

/**
 * Faults of the endpoint itself. All other faults can be caused by the text of a single message, so they must not switch off the model for
 * all users.
 */
const OF_ENDPOINT: readonly ModelFault[] = ['unreachable', 'busy', 'forbidden', 'not-found', 'failed'];
/**
 * Number of successive time-outs after which no requests are sent to the model for a while. One time-out alone can have another cause: a
 * single slow answer.
 */
const TIMEOUTS = 2;

export function createModelRest({ clock }: { readonly clock: Pick<Clock, 'now'> }): ModelRest {
  let restUntilMs = 0;
  let rests = 0;
  let timeouts = 0;
  let isTrying = false;
  let last: { readonly message: string; readonly sinceMs: number } | null = null;

  const rest = (ms: number) => {
    rests += 1;
    restUntilMs = clock.now() + ms;
  };

  return {
    mayAsk() {
      const leftMs = restUntilMs - clock.now();
      // A rest period never ends later than this maximum from now. If more time is left, the clock was set back, and the rest period is
      // ignored.
      if (leftMs > 0 && leftMs <= LONGEST_DEMANDED_MS) return false;
      if (rests === 0) return true;
      if (isTrying) return false;
      isTrying = true;
      return true;
    },
    worked() {
      restUntilMs = 0;
      rests = 0;
      timeouts = 0;
      isTrying = false;
      last = null;
    },
    failed({ fault, message, retryAfterMs }) {
      isTrying = false;
      timeouts = fault === 'timeout' ? timeouts + 1 : timeouts;
      const isOfEndpoint = OF_ENDPOINT.includes(fault) || (fault === 'timeout' && (timeouts >= TIMEOUTS || rests > 0));
      if (!isOfEndpoint) return;
      last = { message, sinceMs: last?.sinceMs ?? clock.now() };
      const usual = fault === 'busy' ? BUSY_REST_MS : doublingPauseMs(FIRST_REST_MS, LONGEST_REST_MS, rests + 1);
      rest(Math.min(Math.max(retryAfterMs ?? usual, 1), LONGEST_DEMANDED_MS));
    },
    left() {
      isTrying = false;
    },
    trouble: () =>
      last === null ? null : `${last.message} It has not answered since ${isoOf(last.sinceMs)}; the grammar reads the messages.`,
  };
}

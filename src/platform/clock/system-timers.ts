import type { Timers } from '../../runtime/engine/timers.ts';
import { withinScope } from '../log/scope.ts';

/**
 * The host's own timers, for a running service. Their callbacks run outside any request's scope, because a group of commits must not be
 * attributed to the request that started the timer.
 */
export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = withinScope(null, () => setTimeout(callback, delayMs));
    return () => clearTimeout(timer);
  },
  soon: (callback) => {
    withinScope(null, () => setImmediate(callback));
  },
};

import type { Timers } from '../../runtime/engine/timers.ts';
import { withinScope } from '../log/scope.ts';

/**
 * The timers of a running service. Their callbacks run outside the logging scope of any request. Otherwise the log would attribute the
 * commits of many requests to the request that happened to start the timer for their group.
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

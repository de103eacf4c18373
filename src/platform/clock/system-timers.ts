import type { Timers } from '../../runtime/engine/timers.ts';
import { withinScope } from '../log/scope.ts';

/**
 * The host's own timers, for a running service. What they call is of nobody: a group of commits must not be taken for the request that happened
 * to begin it.
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

import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../values/clock.ts';

/** An unhandled promise rejection, or an uncaught exception in a callback. */
export type LostKind = 'rejection' | 'exception';

/** Subscribes a function to the process's unhandled errors. The returned function cancels the subscription. */
export type LostErrors = (follow: (kind: LostKind, error: unknown) => void) => () => void;

type Host = { on(event: 'unhandledRejection' | 'uncaughtException', listener: (error: unknown) => void): unknown };

const MINUTE_MS = 60_000;
const MOST_LINES_IN_MINUTE = 20;

/**
 * Prevents unhandled errors from ending the process. If they ended it, a client that can cause such an error could stop the node for all
 * clients. An unhandled error ends only one request or callback; the state of lasting work is in the store, and the work continues from
 * there.
 * @param unfollowed receives errors while nobody subscribes to them
 */
export function catchLostErrors(host: Host, unfollowed: (error: unknown) => void): LostErrors {
  let followed: ((kind: LostKind, error: unknown) => void) | null = null;
  const take = (kind: LostKind) => (error: unknown) => (followed === null ? unfollowed(error) : followed(kind, error));
  host.on('unhandledRejection', take('rejection'));
  host.on('uncaughtException', take('exception'));
  return (follow) => {
    followed = follow;
    return () => {
      followed = null;
    };
  };
}

/**
 * Counts each unhandled error, but logs only the first errors of each minute, because a client who can cause one error can cause thousands.
 */
export function tellLostErrors(deps: {
  readonly count: (kind: LostKind) => void;
  readonly log: Log;
  readonly clock: Clock;
}): (kind: LostKind, error: unknown) => void {
  let minute = 0;
  let lines = 0;
  return (kind, error) => {
    deps.count(kind);
    const now = Math.floor(deps.clock.now() / MINUTE_MS);
    if (now !== minute) [minute, lines] = [now, 0];
    lines += 1;
    if (lines <= MOST_LINES_IN_MINUTE)
      deps.log.error('An error reached the process unhandled, which is a bug in the service', { kind, error });
  };
}
